"""A course since an earlier exam that the report does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, names_another_part
from reref.perturbations.errors.room import Slip, error, label, shuffled
from reref.perturbations.placeholders import PLACEHOLDER
from reref.report import TARGET_SECTIONS, Fact

if TYPE_CHECKING:
    from numpy.random import Generator

#: Ends of a sentence behind which no course can be said.
_TRAILING = re.compile(r"\b(?:as well|too|also|likely|respectively)\W*$", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:prior|previous\w*|earlier|since|compar\w+|interval\w*|new|newly|stable|unchanged|again|increas\w+|decreas\w+|"
    r"improv\w+|wors\w+|persist\w+|resol\w+|recommend\w*|correlat\w+|follow\w*|redemonstrat\w*|known|old|remote|healed|"
    r"chronic|congenital|azygos|notif\w+|discuss\w+|receipt|critical|Dr)\b",
    re.IGNORECASE,
)


@error("false-comparison", needs="finding told without its course, in a sentence of its own")
def claim_a_course(reading: Reading, rng: Generator) -> Iterator[Slip]:
    """Say at the end of a finding's sentence how it compares with an earlier exam."""
    if _all_is_compared(reading):
        return
    for fact in shuffled(rng, [f for f in reading.told if f.polarity == "present" and f.change is None]):
        sentence = reading.sentence(fact.section, fact.start)
        if fact.finding in lexicon("false_comparison")["never"]:
            continue
        if _COMPARED.search(sentence.text) or _TRAILING.search(sentence.text):
            continue
        if " not " in fact.finding or names_another_part(sentence, fact) or _may_tell_it(reading, fact):
            continue
        if len({f.finding for f in reading.facts_in(fact.section, sentence)}) > 1:
            continue
        if any(other.change is not None for other in reading.partners(fact)):
            continue
        end = sentence.start + len(sentence.text.rstrip(".! "))
        claims = _claims(fact.finding)
        claim = claims[int(rng.integers(len(claims)))]
        said = claim.upper() if sentence.text.isupper() else claim
        yield Slip(
            (
                label(
                    "false-comparison", fact.section, end, end, f", {said}",
                    finding=fact.finding, attribute="change", new=claim,
                ),
            )
        )  # fmt: skip


def _all_is_compared(reading: Reading) -> bool:
    """Say whether a sentence tells of the whole exam, or of all the rest, how it compares with an earlier one."""
    told = re.compile(lexicon("false_comparison")["all_told"], re.IGNORECASE)
    return any(told.search(s.text) for section in TARGET_SECTIONS for s in reading.sentences(section))


def _may_tell_it(reading: Reading, fact: Fact) -> bool:
    """Say whether a masked word before the finding, here or where it is told again, may be that of its course."""
    for told in (fact, *reading.partners(fact)):
        sentence = reading.sentence(told.section, told.start)
        if PLACEHOLDER.search(sentence.text[: max(0, told.cue_start - sentence.start)]):
            return True
    return False


def _claims(finding: str) -> list[str]:
    words = lexicon("false_comparison")
    named = not finding.startswith("other:")
    kinds = ["new"] if named and finding not in words["old"] else []
    kinds += [kind for kind in ("shrinking", "improving", "sized") if finding in words[kind]]
    if named and finding not in words["fixed"]:
        kinds.append("growing")
    return [*words["claims"]["any"], *(claim for kind in kinds for claim in words["claims"][kind])]
