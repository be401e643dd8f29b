"""What de-identification left behind (``XXXX``, ``___``) must survive every rewrite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from reref.perturbations.edits import AppliedEdit

PLACEHOLDER = re.compile(r"X{3,}|_{2,}")

#: An edit with this key in ``detail`` is about a placeholder and may change it.
ABOUT_PLACEHOLDER = "placeholder"


def placeholder_change(edits: Iterable[AppliedEdit]) -> str:
    """Say which placeholders the edits lose or add; empty when the multiset stays.

    Edits that are about a placeholder (:data:`ABOUT_PLACEHOLDER` in their ``detail``) are not counted.
    """
    balance: Counter[str] = Counter()
    for edit in edits:
        if edit.detail is not None and ABOUT_PLACEHOLDER in edit.detail:
            continue
        balance.update(PLACEHOLDER.findall(edit.after))
        balance.subtract(PLACEHOLDER.findall(edit.before))
    parts = [f"{'adds' if n > 0 else 'loses'} {abs(n)} {text}" for text, n in sorted(balance.items()) if n]
    return f"{' and '.join(parts)}: placeholders must survive" if parts else ""
