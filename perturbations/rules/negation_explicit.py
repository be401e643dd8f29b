"""What a normal statement says, denied by name; nothing is denied that the statement does not imply."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.denials import denial
from reref.perturbations.rules.explicit_words import Manner, manner_of, worded, worded_all
from reref.perturbations.rules.grammar import capital, listed, uncapital
from reref.perturbations.rules.normal_statements import CLAUSES, NormalStatement, Subject, normal_statement
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.stated import DENIES, abnormal, of_the_lungs
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

#: How many statements are to be turned for each that stays.
_TURNED_FOR_ONE_LEFT = 3
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|clear|intact|preserved|midline|sharp|natural|patent|open|symmetrical)\b", re.IGNORECASE
)
#: "Wider than normal", "upper limits of normal": nothing is said to be normal.
_NOT_NORMAL = re.compile(
    r"\bthan\s+normal|\b(?:limits?|upper)\s+(?:of\s+)?normal|\btop[\s-]+normal|\babnormal|\bnormal\s+variant"
    r"|\bwhose\s+clear|\bclear\s+(?:of|distinction|relationship)|\bmidline\s+(?:sternotomy|shift)",
    re.IGNORECASE,
)
#: What is named beside a placeholder ("aortic XXXX are unremarkable").
_ORGAN = re.compile(r"\b(?:heart|aort\w+|pulmonary|cardi\w+|mediastin\w+|osseous|bony|soft tissues?)\b", re.IGNORECASE)
_WITHIN_LIMITS = re.compile(r"\bwithin\s+(?:the\s+)?(?:normal\s+limits|limits\s+of\s+normal)", re.IGNORECASE)
_AS_ARE = re.compile(r"(?P<first>.+?)\s+(?P<verb>is|are)\s+normal,?\s+as\s+(?:is|are)\s+(?P<second>.+)", re.IGNORECASE)
_CLEAR_WITHOUT = re.compile(r"(?:otherwise\s+)?clear(?:\s+bilaterally)?", re.IGNORECASE)
_EVIDENCE = re.compile(r"^(?:any\s+)?(?:radiographic\s+)?(?:evidence|signs?)\s+(?:of|for)\s+", re.IGNORECASE)
_AIRSPACE = re.compile(r"\bair\s?space\b|consolidat|infiltrat", re.IGNORECASE)
_NO_OBSTRUCTION = re.compile(r"\bno\s+(?:occlusive|obstructive)\s+pathology\b[^.;]*\btrachea\b", re.IGNORECASE)
#: States that say no more than that all is normal.
_IN_CARDIOMEDIASTINAL = ("abnormal cardiac contour", "abnormal mediastinal contour")
_CONTOUR = re.compile(r"abnormal \w+ contour")
_GENERAL_STATES = frozenset({"normal", "size", "contour", "size_contour", "appearance"})
#: Denied as "other …" when something of the kind is stated elsewhere in the report.
_OTHERWISE = {"pulmonary opacity": "lung", "fracture": "broken", "rib fracture": "broken"}
#: "Or other …" is no longer said once a finding of the kind is stated: then it is said of all that is listed.
_OR_OTHER = {
    "fracture, destructive lesion, or other osseous abnormality": "bone",
    "soft tissue swelling or other soft tissue abnormality": "soft_tissue",
}
_NEEDS_OTHER = frozenset([*_OTHERWISE.values(), *_OR_OTHER.values()])
_MEASURED = re.compile(r"^(?:calibrations?|widths?)\s+of\s+(?:the\s+)?", re.IGNORECASE)
_FOR_AGE = re.compile(r"for\s+(?:patient\s+)?age$", re.IGNORECASE)


@rule("negation/explicit")
def deny_by_name(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Replace normal statements by denials of what they rule out."""
    writer = _Writer(report, rng)
    edits: list[Edit] = []
    denied = 0
    left = dict.fromkeys(TARGET_SECTIONS, 0)
    for section in TARGET_SECTIONS:
        found = sentences(report.section(section))
        for i, sentence in enumerate(found):
            told = _told_before(report, section, sentence) if writer.kinds & _NEEDS_OTHER else writer.kinds
            if i + 1 < len(found) and not sentence.marker and _said_next(sentence.text, found[i + 1].text):
                edits.append(Edit(section, sentence.start, found[i + 1].start, "", "explicit"))
                continue
            new = writer.rewritten(sentence.text, told)
            if new:
                new = uncapital(new) if sentence.text[0].islower() else new
                edits.append(Edit(section, sentence.start, sentence.end, new, "explicit"))
            elif DENIES.search(sentence.text):
                denied += 1
            elif _says_normal(sentence.text) and (
                not PLACEHOLDER.search(sentence.text) or _ORGAN.search(sentence.text)
            ):
                left[section] += 1
    in_findings = any(edit.section == "findings" for edit in edits) or not left["findings"]
    if not any(edit.after for edit in edits):
        edits = []
    if edits and sum(left.values()) * _TURNED_FOR_ONE_LEFT <= len(edits) and in_findings:
        return edits
    if edits or any(left.values()):
        return Infeasible("missing_information", "too much of what the report calls normal names no finding to deny")
    if denied:
        return Infeasible("already_in_form", "everything normal is said by denying findings by name")
    return Infeasible("missing_information", "the report says of nothing that it is normal")


def _says_normal(text: str) -> bool:
    return bool(_NORMAL.search(_NOT_NORMAL.sub("", _WITHIN_LIMITS.sub("normal", text))))


def _said_next(text: str, following: str) -> bool:
    """Return whether the next sentence denies what the statement implies ("bronchi are open", "no obstruction")."""
    if not _NO_OBSTRUCTION.search(following):
        return False
    statement = normal_statement(text)
    return (
        statement is not None
        and statement.states == ("open",)
        and all(subject.name.startswith(("trachea", "main bronchi")) for subject in statement.subjects)
    )


def _told_before(report: Report, section: str, sentence: Sentence) -> frozenset[str]:
    """Return the kinds of abnormality that a reader has met when the sentence comes: only then is there an "other"."""
    if not _NORMAL.search(sentence.text):
        return frozenset()
    if section == "findings":
        return _kinds(abnormal(Report(report.findings[: sentence.start], "")))
    return _kinds(abnormal(Report(report.findings, report.impression[: sentence.start])))


class _Writer:
    """Turns the normal statements of one report, all in one manner."""

    def __init__(self, report: Report, rng: Generator) -> None:
        self._rng = rng
        self.kinds = _kinds(abnormal(report))
        self._manner: Manner = manner_of(report, rng)

    def rewritten(self, text: str, told: frozenset[str]) -> str:
        """Return the sentence as a denial; empty when it is no normal statement or cannot be turned."""
        bare = text.rstrip(" .;")
        stop = text[len(bare) :]
        for pattern, says, unless in _whole_sentences():
            match = pattern.fullmatch(bare)
            if match and unless not in self.kinds:
                return capital(says.format(**match.groupdict())) + stop
        without = self._clear_without(bare, told)
        if without:
            return without + stop
        as_are = _AS_ARE.fullmatch(bare)
        whole = normal_statement(bare)
        clauses = [bare] if whole is not None else CLAUSES.split(bare)
        if as_are:
            clauses = [f"{as_are[part]} are normal" for part in ("first", "second")]
        written: list[str] = []
        for clause in clauses:
            statement = normal_statement(clause)
            denies = clause.lower().startswith("no ") and len(clauses) > 1
            said = capital(clause) if denies else ""
            if not said and statement is not None:
                said = self._denial(statement, told, goes_on=bare[0].islower())
            if not said:
                return ""
            written.append(said)
        return ". ".join(written) + stop

    def _clear_without(self, text: str, told: frozenset[str]) -> str:
        """Return "the lungs are clear without A or B" as a denial of an opacity, A and B."""
        found = denial(text)
        if found is None or not _CLEAR_WITHOUT.fullmatch(found.state):
            return ""
        items = [_EVIDENCE.sub("", item.words) for item in found.items]
        opacity = self._things(["pulmonary opacity"], told, otherwise="otherwise" in found.main.lower())
        if opacity is None:
            return ""
        narrower = [item for item in items if "opacit" in item or ("airspace" in opacity[0] and _AIRSPACE.search(item))]
        items = opacity + [item for item in items if item not in narrower]
        return worded(listed(items, "or"), self._manner)

    def _denial(self, statement: NormalStatement, told: frozenset[str], *, goes_on: bool) -> str:
        """Return the denials; in one sentence where it ``goes_on`` from words before ("as far as can be seen; …")."""
        if any(subject.name == "chest" for subject in statement.subjects):
            return _exam(statement, self._rng)
        if statement.states == ("expanded",) or _FOR_AGE.search(statement.predicate):
            return ""  # nobody denies just that lungs are badly expanded, or what age does not explain
        things: list[str] = []
        for subject in statement.subjects:
            for state in statement.states:
                denied = self._denied(subject, _size_too(state, subject.words))
                if denied is None:
                    return ""
                things += [thing for thing in denied if thing not in things]
        said = f"{statement.introduction} {statement.predicate}".lower()
        named = self._things(things, told, otherwise="otherwise" in said)
        if named is None:
            return ""
        if "otherwise" in statement.introduction.lower():
            named = [thing.removeprefix("other ") for thing in named]
        grossly = statement.adverb == "grossly" or "grossly" in said
        return worded_all(_listings(named), self._manner, statement, grossly=grossly, goes_on=goes_on)

    def _denied(self, subject: Subject, state: str) -> list[str] | None:
        """Return what a structure's state denies beside what the report states; ``None`` when nothing says the same."""
        entry = _entries()[subject.name]
        by_state = entry["denies"]
        if entry.get("unless") in self.kinds:
            return None
        for kind, instead in entry.get("beside", {}).items():
            if kind in self.kinds:
                by_state = instead
        denied: list[str] | None = by_state.get(state)
        if denied is None and state in _GENERAL_STATES:
            denied = by_state.get("normal")
        whose = uncapital(_MEASURED.sub("", subject.words))
        return [thing.format(subject=whose) for thing in denied] if denied is not None else None

    def _things(self, things: list[str], told: frozenset[str], *, otherwise: bool) -> list[str] | None:
        """Return the things with "other" where something of the kind is told; ``None`` where it is told too late."""
        named: list[str] = []
        for thing in things:
            kind = _OTHERWISE.get(thing) or _OR_OTHER.get(thing.split(" in the ")[0])
            told_late = kind in self.kinds and kind not in told
            if kind == "lung" and kind in self.kinds and "opacity" not in self.kinds and not otherwise:
                thing = "airspace opacity"  # a nodule or scar is none
            elif told_late:
                return None
            elif kind in _OR_OTHER.values():
                if (kind == "soft_tissue" and kind in self.kinds) or "broken" in self.kinds:
                    thing = f"other {thing.replace('or other ', 'or ')}"
            elif kind is not None and (otherwise or kind in self.kinds):
                thing = f"other {thing}"
            named.append(thing)
        return named


def _size_too(state: str, subject: str) -> str:
    """Return the state, where "heart size … normal for contour" tells both; "in appearance" adds nothing to a size."""
    if not re.search(r"\bsize\b", subject, re.IGNORECASE):
        return state
    return {"contour": "size_contour", "appearance": "size"}.get(state, state)


def _exam(statement: NormalStatement, rng: Generator) -> str:
    if len(statement.subjects) > 1 or statement.states not in (("normal",), ("clear",)) or statement.adverb:
        return ""
    name = uncapital(statement.subjects[0].words)
    other = "other " if "otherwise" in statement.introduction.lower() else ""
    if name.lower() == "findings":
        return f"No {other}abnormal findings"
    if name.lower() == "chest":
        return chosen(rng, (f"No {other}chest abnormality", f"No {other}abnormality is seen in the chest"))
    if " " in name:
        return chosen(rng, (f"No {other}abnormality on the {name}", f"No {other}abnormality is seen on the {name}"))
    return f"No {other}abnormality was detected"


def _kinds(present: str) -> frozenset[str]:
    """Return the kinds of abnormality that stand in a text."""
    lungs = of_the_lungs(present)
    return frozenset(
        kind
        for kind, pattern in _abnormal().items()
        if pattern.search(lungs if kind in {"lung", "opacity"} else present)
    )


@cache
def _whole_sentences() -> tuple[tuple[re.Pattern[str], str, str], ...]:
    entries = lexicon("normal_statements.yaml")["sentences"]
    return tuple(
        (re.compile(entry["as"], re.IGNORECASE), str(entry["says"]), str(entry.get("unless", ""))) for entry in entries
    )


@cache
def _entries() -> dict[str, dict[str, Any]]:
    """Return the subjects of ``normal_statements.yaml`` by name."""
    return {entry["names"][0]: entry for entry in lexicon("normal_statements.yaml")["subjects"]}


@cache
def _abnormal() -> dict[str, re.Pattern[str]]:
    data = lexicon("normal_statements.yaml")["abnormal"]
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in data.items()}


def _listings(things: list[str]) -> list[str]:
    """Return what one sentence each denies: single things in one list, each of several words in another."""
    if len(things) > 1 and " of the " in things[0]:
        shared = things[0].split(" of the ")[0] + " of the "
        if all(thing.startswith(shared) for thing in things):
            return [shared + listed([thing.removeprefix(shared) for thing in things], "or")]
    alone = [thing for thing in things if " or " in thing or " of the " in thing or thing.startswith("other ")]
    single = [thing for thing in things if thing not in alone]
    if "abnormal cardiomediastinal contour" in single:
        single = [thing for thing in single if thing not in _IN_CARDIOMEDIASTINAL]
    contours = [thing for thing in single if _CONTOUR.fullmatch(thing)]
    single = [thing for thing in single if thing not in contours]
    heads = [thing.rsplit(" ", 1) for thing in single]
    if len(single) > 1 and all(len(head) == 2 for head in heads) and len({head[1] for head in heads}) == 1:
        single = [*(head[0] for head in heads[:-1]), single[-1]]
    if contours:
        places = listed([thing.split(" ")[1] for thing in contours], "or")
        single.append(f"abnormal {places} contour")
    first = bool(things) and things[0] in alone
    return [*(alone[:1] if first else []), *([listed(single, "or")] if single else []), *alone[first:]]
