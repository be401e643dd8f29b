"""Sentences as the short labels of which some impressions are made ("Degenerative changes in the spine.")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reref.perturbations.rules.grammar import uncapital
from reref.perturbations.rules.statements import Statement
from reref.perturbations.rules.wording import sentence, without_stop

_SEEN = r"(?:is|are|was|were) (?P<not>not )?(?:observed|detected|seen|noted|identified)"
_LABELLED = re.compile(
    rf"(?P<what>[^,;:()]+?) {_SEEN}(?P<where>(?: (?:in|at|on|within|along|throughout)\b.*)?)", re.DOTALL
)
_THERE = re.compile(r"there (?:is|are|was|were) (?P<what>.+)", re.IGNORECASE | re.DOTALL)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|appears?|remains?|shows?|demonstrates?|reveals?|can|may|should)\b",
    re.IGNORECASE,
)


def is_made_of_labels(found: Sequence[Statement]) -> bool:
    """Whether most statements of a section have no verb."""
    return 2 * sum(_VERB.search(s.text) is None for s in found) > len(found)


def label(text: str) -> str:
    """Return a sentence without the verb that only says that something was seen; any other stays a sentence."""
    bare = without_stop(text)
    there = _THERE.fullmatch(bare)
    if there and not _VERB.search(there["what"]):
        return sentence(there["what"])
    seen = _LABELLED.fullmatch(bare)
    if seen is None or _VERB.search(seen["what"] + seen["where"]):
        return sentence(text)
    what = seen["what"]
    if seen["not"] and re.search(r"\b(?:bilateral|both)\b", what + seen["where"], re.IGNORECASE):
        return sentence(text)  # "no bilateral effusion" would leave room for one on one side
    if seen["not"]:
        what = what if what.lower().startswith("no ") else f"No {uncapital(what)}"
    return sentence(what + seen["where"])
