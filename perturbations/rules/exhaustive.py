"""findings-scope/exhaustive: normal statements that cover several structures are spelled out, and no more is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.rules.grammar import listed
from reref.perturbations.rules.moving import added_after, added_at_end, has_text
from reref.perturbations.rules.one_by_one import parted
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import whole_sentence
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, statements
from reref.perturbations.rules.widening import Known, known, widened
from reref.report import Report
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
#: The findings may speak of the same in other words: of a density, or of clips.
_OTHER_NAMES = (
    "nodule",
    "mass",
    "lung_opacity",
    "consolidation",
    "infiltrate",
    "pneumonia",
    "surgical_change",
    "device_sternotomy_wires_clips",
    "device_other",
)
#: Fewer additions than this leave a report much as it was, unless what one sentence said of several is parted as often.
_ENOUGH = 2
#: The share of the normal statements that has to be written out, and that where only one names more than it did.
_THROUGHOUT = 0.25
_MOST = 0.4
#: And where only one sentence is parted beside one that names its parts.
_NEARLY_ALL = 0.75
#: Where a sentence about a region that the report does not name is looked for.
_NEIGHBOURS = {"heart": "mediastinum", "mediastinum": "heart", "lungs": "pleura", "pleura": "lungs"}


@dataclass(frozen=True, slots=True)
class _Addition:
    """A sentence to add, the statement that it spells out, and the regions it speaks of."""

    says: str
    made_from: Statement
    regions: tuple[str, ...]


@rule("findings-scope/exhaustive")
def spell_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Write global normal statements out, and say among the findings what only the impression says."""
    section: SectionName = "findings" if has_text(report.findings) else "impression"
    text = report.section(section)
    found = statements(text, section)
    if not found:
        return Infeasible("missing_information", "the report has no text")
    everything = [*statements(report.findings, "findings"), *statements(report.impression, "impression")]
    said = f"{report.technique} {report.findings} {report.impression}"
    is_sectional = re.search(lexicon("exhaustive.yaml")["sectional"], said) is not None
    additions = _denied_globally(everything, known(everything, is_sectional=is_sectional), rng)
    if section == "findings":
        additions += [_Addition(whole_sentence(s.text), s, s.regions) for s in _only_concluded(report, found)]
    edits = [_placed(addition, found, text) for addition in additions]
    gains = Counter(parts=len(edits))
    if not any(s.marker or s.heading or s.is_label for s in found):
        for statement in found:
            rest = known(everything, but=statement, is_sectional=is_sectional)
            says, gained = _written_out(statement, rest, rng)
            if says:
                gains.update(gained)
                edits.append(Edit(section, statement.start, statement.end, " ".join(says), LABEL, (statement.source,)))
    if _is_enough(gains, len(edits), sum(s.only_normal for s in found)):
        return edits
    if edits:
        return Infeasible("missing_information", "hardly any statement covers more than it names")
    covered = {name for s in found if s.only_normal for name in s.regions}
    if len(covered) >= _MANY_REGIONS:
        return Infeasible("already_in_form", "every structure is described by a statement of its own")
    return Infeasible("missing_information", "no statement covers more than it names")


def _is_enough(gains: Mapping[str, int], written: int, normal: int) -> bool:
    """Whether the report names clearly more than it did, and one after the other."""
    more = gains["parts"] + gains["denials"]
    if more >= _ENOUGH:
        return bool(gains["parts"] + gains["splits"]) and written >= _THROUGHOUT * normal
    if gains["splits"] >= _ENOUGH:
        return more > 0 and written >= _MOST * normal
    return gains["parts"] > 0 and gains["splits"] > 0 and written >= _NEARLY_ALL * normal


def _written_out(statement: Statement, rest: Known, rng: Generator) -> tuple[list[str], list[str]]:
    """Return a statement as one sentence for each structure, and what is gained (as :func:`widened` has it)."""
    if not statement.only_normal or statement.uncertain or statement.leans or statement.has_placeholder:
        return [], []
    if statement.compares or statement.introduction or any(f.laterality in ("left", "right") for f in statement.facts):
        return [], []
    whole = widened(statement.text, rest, rng)
    if whole is not None:
        return [whole[0]], [whole[1]]
    parts = parted(statement, rng)
    others = [" ".join(other for other in parts if other is not part).lower() for part in parts]
    wider = [
        widened(part, replace(rest, words=f"{rest.words}\n{other}"), rng)
        for part, other in zip(parts, others, strict=True)
    ]
    says = [part if made is None else made[0] for part, made in zip(parts, wider, strict=True)]
    return says, [*(["splits"] * max(1, len(parts) - 1)), *(made[1] for made in wider if made is not None)]


def _denied_globally(everything: Sequence[Statement], rest: Known, rng: Generator) -> list[_Addition]:
    """Return what "Normal chest" says of structures that the report does not name."""
    entry = lexicon("exhaustive.yaml")["global"]
    spoken = [s for s in everything if s.is_global and _says_all(s) and _WHOLE_EXAM.search(s.text)]
    if not spoken:
        return []
    missing = [d for d in entry["denies"] if not rest.named & {*d["unless"]} and not rest.is_troubled(d["regions"])]
    normal = [
        _Addition(_choice(stated["says"], rng), spoken[0], tuple(stated["regions"]))
        for stated in entry["states"]
        if not rest.named & {*stated["unless"]} and not rest.is_troubled(stated["regions"])
    ]
    if not missing:
        return normal
    says = _choice(entry["says"], rng).format(list=listed([denied["finding"] for denied in missing], "or"))
    return [*normal, _Addition(says, spoken[0], tuple(missing[-1]["regions"]))]


def _says_all(statement: Statement) -> bool:
    """Whether it says of all of the exam, and certainly, that it is normal."""
    return statement.only_normal and not (statement.uncertain or statement.leans or statement.has_placeholder)


def _placed(addition: _Addition, found: Sequence[Statement], text: str) -> Edit:
    """Write a sentence behind the last one about the same region, or at the end."""
    section = found[0].section
    source = addition.made_from.source
    if not any(s.marker or s.heading for s in found):
        near = [
            [s for s, after in zip_longest(found, found[1:]) if {*s.regions} & regions and not (after and after.leans)]
            for regions in ({*addition.regions}, {_NEIGHBOURS.get(name) for name in addition.regions})
        ]
        same = near[0] or near[1]
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
        and not any(f.finding in {*described, *_OTHER_NAMES} or f.finding.startswith("other") for f in s.facts)
        and not regions & {*s.regions}
    ]


def _choice(options: Sequence[Any], rng: Generator) -> Any:
    return options[int(rng.integers(len(options)))]
