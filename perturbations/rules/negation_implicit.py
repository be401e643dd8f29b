"""What is denied by name, said as a normal statement that covers exactly that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.denials import Denial, Denied, Strength, denial
from reref.perturbations.rules.grammar import capital, is_plural, listed, uncapital
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.registry import rule
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_DENIES = re.compile(
    r"\b(?:no|not|without|negative\s+for|free\s+of|clear\s+of|absence\s+of|absent|neither|nor|none)\b", re.IGNORECASE
)
_NOT_SEEN = re.compile(r"not\s+(?:seen|observed|detected|identified|visuali[sz]ed|noted)\b", re.IGNORECASE)
_CT = re.compile(r"\b(?:CT|tomograph\w*|parenchyma window|unenhanced|main bronchi|axial)\b")
#: "No interval change in the opacity" denies no opacity.
_NO_CHANGE = re.compile(
    r"\bno\s+(?:[\w-]+\s+){0,3}(?:change|difference|progression|improvement)s?\b|\bnot\s+(?:significantly\s+)?changed\b",
    re.IGNORECASE,
)
_RESUMES = re.compile(r"\b(?:but|however|although|though|except|apart\s+from|other\s+than)\b|[;:]", re.IGNORECASE)
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|clear|intact|preserved|midline|sharp|natural|patent|open)\b", re.IGNORECASE
)
_LUNGS_CLEAR = re.compile(r"\blungs?\b[^.;]*\bclear\b(?!\s+of)|\bclear\s+lungs\b", re.IGNORECASE)
_CLEAR = re.compile(r"\bclear\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal statement of ``normality.yaml``.

    Attributes:
        covers: what is denied when it is true; it stands for all of them together.
        subject: what is normal.
        determiner: ``"the "``, ``"both "`` or nothing.
        plural: whether the subject is plural.
        states: ways to say that it is normal.
        large: how to say it when only something large was denied.
        whole: whole statements that say it better.
        rank: place in the usual order.
        modality: ``"ct"`` or ``"radiograph"`` when it is said of one of them only, empty otherwise.
        unless: what must not be stated in the report.
    """

    covers: frozenset[str]
    subject: str
    determiner: str
    plural: bool
    states: tuple[str, ...]
    large: str
    whole: tuple[str, ...]
    rank: int
    modality: str
    unless: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Said:
    """A normal statement that is to be written."""

    normal: Normal
    strength: Strength


@rule("negation/implicit")
def state_normality(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Replace denials by normal statements, section by section."""
    texts = [report.section(name) for name in TARGET_SECTIONS]
    if not any(_DENIES.search(text) for text in texts):
        if any(_NORMAL.search(text) for text in texts):
            return Infeasible("already_in_form", "nothing is denied by name: what is normal is said to be normal")
        return Infeasible("missing_information", "the report denies nothing")
    present = affirmed(report)
    edits: list[Edit] = []
    left = dict.fromkeys(TARGET_SECTIONS, 0)
    for section, text in zip(TARGET_SECTIONS, texts, strict=True):
        rewriter = _Section(section, text, present, rng)
        edits += rewriter.edits()
        left[section] = rewriter.left
    if not edits:
        return Infeasible("missing_information", "no denial of the report has a normal statement that says just that")
    in_findings = any(edit.section == "findings" for edit in edits) or not left["findings"]
    if sum(left.values()) > len(edits) or not in_findings:
        return Infeasible(
            "missing_information", "most denials of the report have no normal statement that says just that"
        )
    return edits


def affirmed(report: Report) -> str:
    """Return what the report states rather than denies: its sentences without the reach of a denial."""
    kept: list[str] = []
    for section in TARGET_SECTIONS:
        for sentence in sentences(report.section(section)):
            text = _NO_CHANGE.sub("unchanged", sentence.text)
            while cue := _DENIES.search(text):
                if not _NOT_SEEN.match(text, cue.start()):  # "X was not seen" takes X back
                    kept.append(text[: cue.start()])
                resumes = _RESUMES.search(text, cue.end())
                text = text[resumes.end() :] if resumes else ""
            kept.append(text)
    return " | ".join(kept)


class _Section:
    """Rewrites the denials of one section; what two sentences deny together is said once, at the first of them."""

    def __init__(self, section: str, text: str, present: str, rng: Generator) -> None:
        self._section = section
        self._text = text
        self._rng = rng
        self._sentences = sentences(text)
        other = "radiograph" if _CT.search(text) else "ct"
        self._present = present
        self._untrue = {
            normal.rank: normal.modality == other or bool(normal.unless.search(present)) for normal in _normals()
        }
        self._lungs_clear = bool(_LUNGS_CLEAR.search(text))
        self._said: set[tuple[int, Strength]] = set()
        self._deleted: set[int] = set()
        self.left = 0

    def edits(self) -> list[Edit]:
        edits = list(self._whole_sentences())
        done = {edit.start for edit in edits}
        denials = [
            (i, d) for i, s in enumerate(self._sentences) if s.start not in done and (d := self._denial(s)) is not None
        ]
        elsewhere: dict[int, set[str]] = {
            i: {
                item.key
                for j, other in denials
                if j != i and not self._sentences[i].marker and not self._sentences[j].marker
                for item in other.items
                if item.strength == "plain"
            }
            for i, _ in denials
        }
        readable = {i for i, _ in denials}
        self.left += sum(
            1
            for i, s in enumerate(self._sentences)
            if i not in readable and s.start not in done and _DENIES.search(s.text)
        )
        for i, found in denials:
            new = self._rewritten(self._sentences[i], found, elsewhere[i])
            if new is None:
                self.left += 1
            elif new:
                stop = "." if self._sentences[i].text.endswith(".") else ""
                edits.append(
                    Edit(self._section, self._sentences[i].start, self._sentences[i].end, new + stop, "implicit")
                )
            else:
                edits.append(self._deletion(i))
        return edits

    def _whole_sentences(self) -> Iterator[Edit]:
        for sentence in self._sentences:
            if not _DENIES.search(sentence.text):
                continue
            text = sentence.text.rstrip(" .;")
            for pattern, says, unless, already, when in _whole_sentences():
                match = pattern.fullmatch(text)
                if match and not unless.search(self._present) and (when is None or when.search(self._text)):
                    if already is not None and already.search(self._text):
                        yield self._deletion(self._sentences.index(sentence))
                        break
                    where = (match.groupdict().get("where") or "").replace(" or ", " and ")
                    says = says.format(where=where)
                    new = (uncapital(says) if text[0].islower() else capital(says)) + sentence.text[len(text) :]
                    yield Edit(self._section, sentence.start, sentence.end, new, "implicit")
                    break

    def _denial(self, sentence: Sentence) -> Denial | None:
        if PLACEHOLDER.search(sentence.text) or sentence.text.endswith("?"):
            return None
        return denial(sentence.text)

    def _rewritten(self, sentence: Sentence, found: Denial, elsewhere: set[str]) -> str | None:
        """Return the new sentence; empty when others say it already, ``None`` when it cannot be said."""
        if not all(item.key for item in found.items):
            return None
        says, kept, covered = self._plan(found.items, elsewhere)
        says.sort(key=lambda said: said.normal.rank)
        clear_stated = bool(found.main) and bool(_CLEAR.search(found.state))
        if clear_stated:
            covered += [said for said in says if said.normal.covers == {"airspace"}]
            says = [said for said in says if said.normal.covers != {"airspace"}]
        if len(kept) > len(says) + len(covered) or not (says or covered):
            return None
        deletable = not found.main and not sentence.marker and len(self._sentences) > 1
        if not says and not kept and deletable:
            return ""
        if not says and not found.main:
            return None
        return self._worded(found, says, kept)

    def _plan(self, items: Sequence[Denied], elsewhere: set[str]) -> tuple[list[_Said], list[Denied], list[_Said]]:
        """Return what to say, which denials to keep, and what stands elsewhere already."""
        says: list[_Said] = []
        kept: list[Denied] = []
        covered: list[_Said] = []
        by_strength: dict[Strength, dict[str, Denied]] = {}
        for item in items:
            by_strength.setdefault(item.strength, {})[item.key] = item
        clear_here = "airspace" in by_strength.get("plain", {}) or self._lungs_clear or "airspace" in elsewhere
        for strength, wanted in by_strength.items():
            left = dict(wanted)
            if strength == "plain" and "nodule" in left and clear_here and not self._blocked("airspace"):
                left.pop("nodule")  # clear lungs hold no nodules either
                covered.append(_Said(_by_key("airspace"), strength))
                if "airspace" not in left and not self._lungs_clear:
                    left["airspace"] = wanted["nodule"]
            for normal in _normals():
                keys = set(left)
                together = normal.covers <= keys or (
                    strength == "plain"
                    and len(normal.covers) > 1
                    and normal.covers & keys
                    and normal.covers <= keys | elsewhere
                )
                if not together or self._untrue[normal.rank] or (strength == "large" and not normal.large):
                    continue
                for key in normal.covers:
                    left.pop(key, None)
                said = _Said(normal, strength)
                if (normal.rank, strength) in self._said or (normal.covers == {"airspace"} and self._lungs_clear):
                    covered.append(said)
                else:
                    self._said.add((normal.rank, strength))
                    says.append(said)
            kept += left.values()
        return says, [item for item in items if item in kept], covered

    def _blocked(self, key: str) -> bool:
        normal = _by_key(key)
        return self._untrue[normal.rank]

    def _worded(self, found: Denial, says: Sequence[_Said], kept: Sequence[Denied]) -> str:
        parts: list[str] = []
        left = list(says)
        if found.main:
            main, left = self._main(found, left)
            parts.append(main)
        clear = [said for said in left if said.strength == "plain" and said.normal.states[0] == "clear"]
        if len(clear) == 2 and not found.main:
            the = "the " if found.full else ""
            parts.append(f"{capital(the + listed([said.normal.subject for said in clear]))} are clear")
            left = [said for said in left if said not in clear]
        for said in left:
            state = said.normal.large if said.strength == "large" else chosen(self._rng, said.normal.states)
            verb = {"seen": "appear" if said.normal.plural else "appears"}.get(
                said.strength, "are" if said.normal.plural else "is"
            )
            determiner = "" if said.normal.determiner == "the " and not found.full else said.normal.determiner
            whole = chosen(self._rng, said.normal.whole) if said.normal.whole else ""
            parts.append(whole or f"{capital(determiner + said.normal.subject)} {verb} {state}")
        if kept:
            verb = "are" if is_plural(kept[0].words) else "is"
            start = f"There {verb} no" if found.full else "No"
            parts.append(f"{start} {listed([item.words for item in kept], 'or')}")
        return ". ".join(parts)

    def _main(self, found: Denial, says: Sequence[_Said]) -> tuple[str, list[_Said]]:
        """Return what is said of the lungs: their stated state, and that they are clear where that was denied."""
        left = [said for said in says if said.normal.covers != {"airspace"}]
        states = [found.state] if found.state else []
        if len(left) < len(says):
            states.append("clear")
        pleura = next((s for s in left if s.strength == "plain" and s.normal.states[0] == "clear"), None)
        verb = re.search(r"\b(?:are|appear|remain)\b", found.main, re.IGNORECASE)
        subject = found.main[: verb.start()].strip() if verb else "The lungs"
        said_verb = verb.group() if verb else "are"
        if pleura is not None and states == ["clear"] and said_verb == "are" and not subject.lower().startswith("both"):
            left.remove(pleura)
            return f"{subject} and pleural spaces are clear", left
        return f"{subject} {said_verb} {listed(states)}", left

    def _deletion(self, i: int) -> Edit:
        sentence = self._sentences[i]
        self._deleted.add(i)
        if i + 1 < len(self._sentences):
            blank = re.compile(r"\s*").match(self._text, sentence.end)
            return Edit(self._section, sentence.start, blank.end() if blank else sentence.end, "", "implicit")
        start = sentence.start if i - 1 in self._deleted else self._sentences[i - 1].end
        return Edit(self._section, start, sentence.end, "", "implicit")


@cache
def _whole_sentences() -> tuple[
    tuple[re.Pattern[str], str, re.Pattern[str], re.Pattern[str] | None, re.Pattern[str] | None], ...
]:
    data = lexicon("normality.yaml")
    return tuple(
        (
            re.compile(entry["as"], re.IGNORECASE),
            str(entry["says"]),
            re.compile(data["stated"][entry["unless"]], re.IGNORECASE),
            re.compile(entry["already"], re.IGNORECASE) if "already" in entry else None,
            re.compile(entry["when"], re.IGNORECASE) if "when" in entry else None,
        )
        for entry in data["sentences"]
    )


def _by_key(key: str) -> Normal:
    return next(normal for normal in _normals() if normal.covers == {key})


@cache
def _normals() -> tuple[Normal, ...]:
    """Return the normal statements, those that cover more first."""
    data = lexicon("normality.yaml")
    stated = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in data["stated"].items()}
    found = (_normal(rank, entry, stated) for rank, entry in enumerate(data["normal"]))
    return tuple(sorted(found, key=lambda normal: -len(normal.covers)))


def _normal(rank: int, entry: dict[str, object], stated: dict[str, re.Pattern[str]]) -> Normal:
    covers: Iterable[str] = entry["covers"]  # type: ignore[assignment]
    states: Iterable[str] = entry["states"]  # type: ignore[assignment]
    return Normal(
        frozenset(covers),
        str(entry["subject"]),
        str(entry.get("determiner", "the ")),
        entry["number"] == "plural",
        tuple(states),
        str(entry.get("large", f"grossly {next(iter(states))}")),
        tuple(entry.get("whole", ())),  # type: ignore[arg-type]
        rank,
        str(entry.get("modality", "")),
        stated[str(entry["unless"])],
    )
