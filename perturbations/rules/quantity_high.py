"""Numbers where words stood: a size that one section states is carried to where the other names the same finding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit, Source
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import article, cased_like, is_plural, uncapital
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.size_mentions import (
    Mention,
    is_the_same,
    may_be_the_same,
    mentions,
    wider,
    with_a_size,
    without_a_size,
)
from reref.perturbations.rules.sizes import sized_already
from reref.report import TARGET_SECTIONS, Report

if TYPE_CHECKING:
    from numpy.random import Generator

#: Words of size that a number stands for; a degree ("mild", "minimal") stays beside it.
_ONLY_A_SIZE = re.compile(
    r"\b(?:millimetric(?:ally)?(?:[ -]sized?)?|millimeter-sized|subcentimeter|punctate)\b", re.IGNORECASE
)
_LED_BY_A_SIZE = re.compile(r"\bmillimetric(?:ally)?\s+sized?\s+$", re.IGNORECASE)
#: What is usually told with its size after it: "minimal effusion (5 mm)".
_IN_BRACKETS = re.compile(r"effusion|stone|lymph|spleen", re.IGNORECASE)
_WIDTH = re.compile(r"\s+(?:diameters?|calibrations?|caliber|width)\b", re.IGNORECASE)


@rule("quantitative-granularity/high")
def words_to_numbers(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write each stated size where the same finding is named without one."""
    found = [mention for section in TARGET_SECTIONS for mention in mentions(section, report.section(section))]
    measured = [mention for mention in found if mention.size]
    if not measured:
        return Infeasible("missing_information", "the report states no size that could be written elsewhere")
    edits: list[Edit] = []
    given: list[Mention] = []
    sources: set[tuple[str, tuple[int, int]]] = set()
    for mention in found:
        source = _source(report, mention, found) if not mention.size else None
        if source is not None:
            edits.append(_edit(report.section(mention.section), mention, source))
            given.append(mention)
            sources.add((source.section, source.sentence))
    if edits and _half_done(report, given, sources):
        return Infeasible("missing_information", "only some of the sizes can be written where the findings are named")
    return edits or Infeasible("missing_information", "no finding with a stated size is named a second time without it")


def _source(report: Report, mention: Mention, found: list[Mention]) -> Mention | None:
    """Return the one measured mention of the same finding in the other section, if there is no second it could be."""
    alike = [m for m in found if m is not mention and may_be_the_same(m, mention)]
    there = [m for m in alike if m.section != mention.section]
    sources = [m for m in there if m.size and is_the_same(m, mention)]
    if len(there) != 1 or len(sources) != 1 or any(m.section == mention.section for m in alike):
        return None
    source = sources[0]
    text, other = report.section(mention.section), report.section(source.section)
    of_several = is_plural(text[mention.noun : mention.end]) or (not source.plain and not source.vessel)
    if of_several and _measured_elsewhere(other, source):
        return None  # "largest 5 mm" would not be true of all that is called so
    return source


def _measured_elsewhere(text: str, source: Mention) -> bool:
    """Whether another sentence of the source's section measures a thing of its kind."""
    kind = wider(frozenset({source.kind}))
    return any(span != source.sentence and kind & wider(kinds) for span, kinds in with_a_size(text))


def _half_done(report: Report, given: list[Mention], sources: set[tuple[str, tuple[int, int]]]) -> bool:
    """Whether a finding that one section measures is, or may be, named in the other and gets no size there."""
    first, second = TARGET_SECTIONS
    for section, other in ((first, second), (second, first)):
        stated = list(with_a_size(report.section(section)))
        measured = frozenset(kind for _, kinds in stated for kind in kinds)
        left = frozenset(kind for span, kinds in stated if (section, span) not in sources for kind in wider(kinds))
        for span, kinds in without_a_size(report.section(other)):
            done = {m.kind for m in given if m.section == other and m.sentence == span}
            done |= {"aorta"} if any(m.vessel and "aort" in m.kind for m in given if m.sentence == span) else set()
            if (kinds & measured - done) or (wider(kinds - done) & left):
                return True
    return False


def _edit(text: str, mention: Mention, source: Mention) -> Edit:
    group = text[mention.start : mention.noun]
    noun = text[mention.noun : mention.end]
    only_a_size = _ONLY_A_SIZE.search(group)
    before_noun = source.plain and not mention.vessel and not is_plural(noun) and not _IN_BRACKETS.search(mention.kind)
    begins = not text[mention.sentence[0] : mention.start].strip()
    if begins and text[: mention.sentence[0]].rstrip()[-1:] not in {"", ".", ":", ";"}:
        before_noun = False  # without a stop before it, its capital is all that parts it from what stands before
    origin = (Source(source.section, *source.sentence),)
    if not before_noun or (sized_already().search(group) and only_a_size is None):
        width = _WIDTH.match(text, mention.end)
        at = width.end() if width else mention.end
        size = source.size
        if "largest" in text[mention.end : mention.sentence[1]].lower():
            size = size.replace("largest ", "up to ")
        if text.startswith(" (", at):  # "lesions (cyst?)" has a bracket already
            return Edit(mention.section, at + 2, at + 2, f"{size}, ", "quantity", sources=origin)
        return Edit(mention.section, at, at, f" ({size})", "quantity", sources=origin)
    start, end, after = mention.start, mention.start, f"{source.size} "
    if only_a_size is not None:
        start, end = mention.start + only_a_size.start(), mention.start + only_a_size.end()
        after = source.size
    elif led := _LED_BY_A_SIZE.search(text[: mention.start]):
        start, after = led.start(), f"{source.size} "
    elif begins:
        first = text[mention.start :].split(" ", 1)[0]
        end = mention.start + len(first)
        after = f"{source.size} {uncapital(first)}"
    before = re.search(r"\b(an?)(\s+)$", text[:start], re.IGNORECASE)
    if before is not None:
        start = before.start()
        after = f"{cased_like(before.group(1), article(source.size))}{before.group(2)}{after}"
    return Edit(mention.section, start, end, after, "quantity", sources=origin)
