"""findings-scope/exhaustive: normal statements that cover several structures are spelled out, and no more is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import listed
from reref.perturbations.rules.moving import added_after, added_at_end, has_text
from reref.perturbations.rules.one_by_one import parted
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import whole_sentence
from reref.perturbations.rules.regions import fact_region, text_regions
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, statements
from reref.report import Fact, Report
from reref.report.model import SectionName

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "spelled out"
_WHOLE_EXAM = re.compile(
    r"\b(?:normal|negative|unremarkable) (?:chest|exam\w*|study|radiograph\w*|film)"
    r"|\b(?:chest|exam\w*|study) (?:is )?normal",
    re.IGNORECASE,
)
_INTERPRETS = re.compile(
    r"\b(?:consistent|compatible|represent\w*|suggest\w*|likely|probabl\w+|due to|secondary)\b", re.IGNORECASE
)
#: A report that says of this many regions that they are normal has gone through them one by one.
_MANY_REGIONS = 6
#: Fewer parts or findings than this only repeat what the statement says.
_SEVERAL = 2
#: Of one statement that is spelled out alone, fewer parts than this would leave the report as it was.
_ENOUGH_ALONE = 3


@dataclass(frozen=True, slots=True)
class _Addition:
    """A sentence to add, the statement that it spells out, the regions it speaks of, and how many parts it names."""

    says: str
    made_from: Statement
    regions: tuple[str, ...]
    parts: int


@dataclass(frozen=True, slots=True)
class _Known:
    """What the whole report says.

    Attributes:
        named: every finding that it speaks of, in whatever way.
        troubled: regions in which something abnormal, or open, is said to be.
        words: regions and organs that it names at all, as text in lower case.
        is_sectional: whether it is about sections through the body, not a radiograph.
    """

    named: frozenset[str]
    troubled: frozenset[str]
    words: str
    is_sectional: bool


@rule("findings-scope/exhaustive")
def spell_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Spell out global normal statements, and say among the findings what only the impression says."""
    section: SectionName = "findings" if has_text(report.findings) else "impression"
    text = report.section(section)
    found = statements(text, section)
    if not found:
        return Infeasible("missing_information", "the report has no text")
    everything = [*statements(report.findings, "findings"), *statements(report.impression, "impression")]
    known = _known(report, everything)
    additions = [] if any(s.marker or s.heading for s in found) else _additions(found, everything, known, rng)
    additions += _denied_globally(everything, known, rng)
    if section == "findings":
        additions += [_Addition(whole_sentence(s.text), s, s.regions, 1) for s in _only_concluded(report, found)]
    edits = [_placed(addition, found, text) for addition in additions]
    names_more = any(addition.parts for addition in additions)
    if additions:
        for statement in found:
            says = parted(statement, known.troubled, rng)
            if says:
                span = (statement.start, statement.end)
                names_more |= any(f.normal for f in statement.facts)
                edits.append(Edit(section, *span, " ".join(says), LABEL, (statement.source,)))
    if (len(edits) > 1 and names_more) or any(addition.parts >= _ENOUGH_ALONE for addition in additions):
        return edits
    if edits:
        return Infeasible("missing_information", "only one statement covers more than it names, and hardly more")
    covered = {name for s in found if s.only_normal for name in s.regions}
    if len(covered) >= _MANY_REGIONS:
        return Infeasible("already_in_form", "every structure is described by a statement of its own")
    return Infeasible("missing_information", "no statement covers more than it names")


def _known(report: Report, everything: Sequence[Statement]) -> _Known:
    facts = [f for s in everything for f in s.facts]
    troubled = {fact_region(f) for f in facts if not f.normal and f.polarity != "absent"}
    unread = {name for s in everything if not s.facts for name in text_regions(s.text)}
    words = " ".join(s.text.lower() for s in everything)
    said = f"{report.technique} {report.findings} {report.impression}"
    is_sectional = re.search(lexicon("exhaustive.yaml")["sectional"], said) is not None
    named = frozenset(f.finding for f in facts)
    return _Known(named, frozenset(n for n in troubled | unread if n), words, is_sectional)


def _says_normal(statement: Statement, findings: Collection[str]) -> bool:
    """Whether a statement says of the whole of something, on both sides, that it is normal."""
    if not statement.only_normal or statement.uncertain or statement.leans or statement.has_placeholder:
        return False
    whole = [f for f in statement.facts if f.laterality in (None, "bilateral")]
    pleura_clear = any(f.finding == "pleural_effusion" and f.normal for f in whole)
    return any(f.finding in findings for f in whole) or ("pleura_clear" in findings and pleura_clear)


def _is_about_all(statement: Statement, entry: Mapping[str, Any]) -> bool:
    whole, part = (re.search(entry.get(key, "^$"), statement.text, re.IGNORECASE) for key in ("whole", "part"))
    return ("whole" not in entry or whole is not None) and part is None


def _additions(
    found: Sequence[Statement], everything: Sequence[Statement], known: _Known, rng: Generator
) -> list[_Addition]:
    made = []
    for entry in lexicon("exhaustive.yaml")["additions"]:
        said = next((s for s in found if _says_normal(s, entry["when"]) and _is_about_all(s, entry)), None)
        if said is None or known.troubled & {*entry["regions"]} or (entry.get("ct_only") and not known.is_sectional):
            continue
        facts = [f for s in everything for f in s.facts if not (s is said and f.normal)]
        if any(f.finding in entry["unless"] for f in facts):
            continue
        names = [part["name"] for part in entry["each"] if not _is_spoken_of(part, facts, known)]
        if len(names) < entry.get("at_least", _SEVERAL):
            continue
        says = _choice(entry["says"], rng).format(list=listed(names, entry["joined"]))
        made.append(_Addition(says, said, said.regions, 0 if entry.get("same_organ") else len(names)))
    return made


def _is_spoken_of(part: Mapping[str, Any], facts: Sequence[Fact], known: _Known) -> bool:
    by_name = any(f.finding in part.get("unless", ()) for f in facts)
    return by_name or re.search(part["words"], known.words, re.IGNORECASE) is not None


def _denied_globally(everything: Sequence[Statement], known: _Known, rng: Generator) -> list[_Addition]:
    entry = lexicon("exhaustive.yaml")["global"]
    spoken = [s for s in everything if s.is_global and _says_normal(s, entry["when"]) and _WHOLE_EXAM.search(s.text)]
    missing = [
        denied
        for denied in entry["denies"]
        if not known.named & {*denied["unless"]} and not known.troubled & {*denied["regions"]}
    ]
    if not spoken:
        return []
    normal = [
        _Addition(_choice(stated["says"], rng), spoken[0], tuple(stated["regions"]), 1)
        for stated in entry["states"]
        if not known.named & {*stated["unless"]} and not known.troubled & {*stated["regions"]}
    ]
    if len(missing) + len(normal) < _SEVERAL:
        return []
    if not missing:
        return normal
    says = _choice(entry["says"], rng).format(list=listed([denied["finding"] for denied in missing], "or"))
    return [*normal, _Addition(says, spoken[0], tuple(missing[-1]["regions"]), len(missing))]


def _placed(addition: _Addition, found: Sequence[Statement], text: str) -> Edit:
    """Write a sentence behind the last one about the same region, or at the end."""
    section = found[0].section
    source = addition.made_from.source
    if addition.made_from.section == section and not addition.made_from.is_global:
        return added_after(addition.made_from, text, addition.says, source, LABEL)
    if not any(s.marker or s.heading for s in found):
        same = [
            s
            for s, after in zip_longest(found, found[1:])
            if {*s.regions} & {*addition.regions} and not (after and after.leans)
        ]
        if same:
            return added_after(same[-1], text, addition.says, source, LABEL)
    return added_at_end(section, text, found, [(addition.says, source)], LABEL)[0]


def _only_concluded(report: Report, found: Sequence[Statement]) -> list[Statement]:
    """Return statements of the impression about regions that the findings do not speak of."""
    described = {f.finding for s in found for f in s.facts}
    regions = {name for s in found if s.facts for name in s.regions}
    return [
        s
        for s in statements(report.impression, "impression")
        if s.facts
        and not _INTERPRETS.search(s.text)
        and not (s.is_global or s.has_placeholder or s.recommends or s.uncertain or s.reports or s.leans or s.compares)
        and not any(f.finding in described or f.finding.startswith("other") for f in s.facts)
        and not regions & {*s.regions}
    ]


def _choice(options: Sequence[Any], rng: Generator) -> Any:
    return options[int(rng.integers(len(options)))]
