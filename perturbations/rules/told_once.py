"""What both sections say, said once: the fuller words of the findings take the place of the impression's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reref.perturbations.edits import Edit
from reref.perturbations.rules.labels import is_made_of_labels, label
from reref.perturbations.rules.moving import without
from reref.perturbations.rules.standing_alone import Run, is_only_mention, leaves_an_orphan, stands_alone
from reref.perturbations.rules.statements import Statement, blocks
from reref.perturbations.rules.wording import sentence

_WORD = re.compile(r"[a-z]{2,}|\d+", re.IGNORECASE)
#: Words that say only that something is there.
_SAYS_NOTHING = re.compile(
    r"(?:an?|the|is|are|was|were|in|of|on|at|to|and|with|there|has|have|been|seen|observed|noted|detected|identified|present)",
    re.IGNORECASE,
)
_LEAVES_OPEN = re.compile(
    r"\b(?:compatible|consistent|favou?r|suspicious|suggest\w*|appearance|may|could|might)\b|\?", re.I
)
#: As many letters tell a word in any of its forms ("lung", "lungs").
_ROOT = 5
_BRIEF = 130


def told_once(
    findings_text: str, findings: Sequence[Statement], impression: Sequence[Statement], name: str
) -> list[Edit]:
    """Return the edits for the first statement of the findings that the impression repeats in fewer words.

    Args:
        findings_text: text of the findings.
        findings: their statements.
        impression: the statements of the impression.
        name: what the edits are called.
    """
    runs = blocks(findings)
    for i, run in enumerate(runs):
        if len(run) > 1 or is_only_mention(run, findings) or not _can_go(run, runs[i + 1 :]):
            continue
        shorter = [s for s in impression if _repeats(s, run[0])]
        if len(shorter) != 1 or sum(_shares_a_finding(s, run[0]) for s in (*findings, *impression)) != 2:
            continue
        there = shorter[0]
        new = label(run[0].text) if is_made_of_labels(impression) else sentence(run[0].text)
        if there.text[-1:] not in ".?!":
            new = new.rstrip(".")
        put = Edit(there.section, there.start, there.end, new, name, (run[0].source,))
        return [*without(findings_text, findings, run, name), put]
    return []


def _can_go(run: Run, after: Sequence[Run]) -> bool:
    only = run[0]
    fits = only.abnormal and not only.recommends and not only.has_placeholder and len(only.text) <= _BRIEF
    if only.uncertain or _LEAVES_OPEN.search(only.text):
        return False  # what the impression says firmly would become doubtful
    return fits and stands_alone(run) and not leaves_an_orphan(run, after) and not _advises(after)


def _advises(after: Sequence[Run]) -> bool:
    return bool(after) and after[0][0].recommends and after[0][0].names_no_finding


def _repeats(short: Statement, full: Statement) -> bool:
    """Whether all that one statement says is in the words of another, which says more."""
    if (
        not short.abnormal
        or short.leans
        or short.recommends
        or short.heading
        or short.has_placeholder
        or "?" in short.text
    ):
        return False
    words, others = _roots(short.text), _roots(full.text)
    return bool(words) and words < others and {f.finding for f in short.facts} == {f.finding for f in full.facts}


def _shares_a_finding(one: Statement, other: Statement) -> bool:
    return bool({f.finding for f in one.facts if f.polarity != "absent"} & {f.finding for f in other.facts})


def _roots(text: str) -> set[str]:
    return {word[:_ROOT].lower() for word in _WORD.findall(text) if not _SAYS_NOTHING.fullmatch(word)}
