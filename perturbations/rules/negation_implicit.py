"""What is denied by name, said as a normal statement that covers exactly that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.denials import Denial, Denied, Strength, denial
from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.implicit_words import JOINED, Said, worded
from reref.perturbations.rules.normality import Normal, Whole, clear_lungs, normals, whole_sentences
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.stated import DENIES, abnormal, of_the_lungs, pieces
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

_CT = re.compile(r"\b(?:CT|tomograph\w*|parenchyma window|unenhanced|main bronchi|axial)\b")
#: How many denials are to be turned for each that stays.
_TURNED_FOR_ONE_LEFT = 2.3
#: "No acute disease", "could not be evaluated": disease at large, or the exam; no structure is normal for either.
_AT_LARGE = re.compile(
    r"\b(?:no|without|negative\s+for)\s+(?:[\w-]+\s+){0,4}?(?:acute|active)\s+(?!bon|oss|skelet|air|infiltr|lobar|focal|consol)(?:[\w-]+\s+){0,4}?"
    r"(?:diseases?|abnormalit\w+|findings?|process\w*|patholog\w+|changes?|problems?)\b"
    r"|\bno\s+(?:[\w-]+\s+){0,3}(?:comparisons?|priors?|changes?|difference|progression|improvement)\b"
    r"|\bwithout\s+(?:[\w-]+\s+){0,3}changes?\b"
    r"|\b(?:can|could|was|were|is|are|did|does|do|has|have|may)\s*not\s+(?:be\s+|been\s+)?(?:\w+ly\s+)?"
    r"(?!seen|observed|detected|identified|visuali[sz]ed|noted|demonstrated|present|enlarged"
    r"|widened|dilated)\w+|^not\b|\bdue to the absence of\b|\b(?:clear|not)\s+excluded\b",
    re.IGNORECASE,
)
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|clear|intact|preserved|midline|sharp|natural|patent|open)\b", re.IGNORECASE
)
_LUNGS_CLEAR = re.compile(r"\blungs?\b[^.;]*\bclear\b(?!\s+of)|\bclear\s+lungs\b", re.IGNORECASE)
#: What clear lungs are without.
_OF_LUNGS = frozenset(("airspace", "opacity"))
_CLEAR = re.compile(r"\bclear\b", re.IGNORECASE)


@rule("negation/implicit")
def state_normality(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Replace denials by normal statements, section by section."""
    texts = [report.section(name) for name in TARGET_SECTIONS]
    if not any(DENIES.search(text) for text in texts):
        if any(_NORMAL.search(text) for text in texts):
            return Infeasible("already_in_form", "nothing is denied by name: what is normal is said to be normal")
        return Infeasible("missing_information", "the report denies nothing")
    present = abnormal(report)
    edits: list[Edit] = []
    turned, left = dict.fromkeys(TARGET_SECTIONS, 0), dict.fromkeys(TARGET_SECTIONS, 0)
    for section, text in zip(TARGET_SECTIONS, texts, strict=True):
        before = report.findings if section == "impression" else ""
        rewriter = _Section(section, text, before, present, rng)
        edits += rewriter.edits()
        turned[section], left[section] = rewriter.turned, rewriter.left
    if not edits:
        return Infeasible("missing_information", "no denial of the report has a normal statement that says just that")
    if sum(left.values()) * _TURNED_FOR_ONE_LEFT > sum(turned.values()) or left["findings"] > turned["findings"]:
        return Infeasible(
            "missing_information", "too many denials of the report have no normal statement that says just that"
        )
    return edits


def _names_something(sentence: str) -> bool:
    """Return whether a sentence denies something by name: not disease at large, nor what the exam could show."""
    return bool(DENIES.search(_AT_LARGE.sub("", sentence)))


def _of_whole_lungs(denials: list[tuple[int, Denial]]) -> list[tuple[int, Denial]]:
    """Return the denials, where airspace disease is denied with opacities or nodules as denials of any opacity."""
    together = [{item.key for item in found.items if item.strength == "plain"} for _, found in denials]
    if not any("opacity" in keys or {"airspace", "nodule"} <= keys for keys in together):
        return denials
    return [(i, replace(found, items=tuple(map(_as_opacity, found.items)))) for i, found in denials]


def _as_opacity(item: Denied) -> Denied:
    return replace(item, key="opacity") if item.key == "airspace" else item


class _Section:
    """Rewrites the denials of one section; what two sentences deny together is said once, at the first of them."""

    def __init__(self, section: str, text: str, before: str, present: str, rng: Generator) -> None:
        self._section = section
        self._before = before
        self._text = text
        self._rng = rng
        self._sentences = sentences(text)
        other = "radiograph" if _CT.search(text) else "ct"
        self._present = present
        self._lungs = of_the_lungs(present)
        self._untrue = {
            normal.rank: normal.modality == other or bool(normal.unless.search(self._seen(normal)))
            for normal in normals()
        }
        self._lungs_clear = bool(_LUNGS_CLEAR.search(text))
        self._said: set[tuple[int, Strength]] = set()
        self._deleted: set[int] = set()
        self.turned, self.left = 0, 0  # things denied

    def edits(self) -> list[Edit]:
        edits = list(self._whole_sentences())
        self.turned += len(edits)
        done = {edit.start for edit in edits}
        denials = _of_whole_lungs(
            [
                (i, d)
                for i, s in enumerate(self._sentences)
                if s.start not in done and (d := self._denial(s)) is not None
            ]
        )
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
            if i not in readable and s.start not in done and _names_something(s.text)
        )
        for i, found in denials:
            new, kept = self._rewritten(self._sentences[i], found, elsewhere[i])
            self.turned += len(found.items) - kept
            self.left += kept if _names_something(self._sentences[i].text) else 0
            if new:
                edits.append(self._edit(i, new))
            elif new is not None:
                edits.append(self._deletion(i))
        return edits

    def _whole_sentences(self) -> Iterator[Edit]:
        for sentence in self._sentences:
            if not DENIES.search(sentence.text):
                continue
            text = sentence.text.rstrip(" .;")
            for entry in whole_sentences():
                match = entry.pattern.fullmatch(text)
                says = self._said_of(entry, sentence) if match else ""
                if match is None or not says:
                    continue
                if entry.already is not None and entry.already.search(self._text):
                    yield self._deletion(self._sentences.index(sentence))
                    break
                named = {name: words or "" for name, words in match.groupdict().items()}
                if "where" in named:
                    named["where"] = re.sub(r"\s+or\s+", " and ", named["where"])
                says = says.format(**named)
                new = (uncapital(says) if text[0].islower() else capital(says)) + sentence.text[len(text) :]
                yield Edit(self._section, sentence.start, sentence.end, new, "implicit")
                break

    def _said_of(self, entry: Whole, sentence: Sentence) -> str:
        """Return what to say in place of a whole sentence; empty when nothing true can be said."""
        if entry.when is not None and not entry.when.search(self._text):
            return ""
        present = self._lungs if entry.major is not None else self._present
        if not entry.unless.search(present):
            return entry.says
        told = entry.major is not None and not entry.major.search(present) and self._told(entry.unless, sentence)
        return entry.otherwise if told else ""

    def _seen(self, normal: Normal) -> str:
        return self._lungs if normal.major is not None else self._present

    def _told(self, unless: re.Pattern[str], sentence: Sentence) -> bool:
        """Return whether a reader has met what the guard looks for when the sentence comes."""
        before = [*pieces(self._before), *pieces(self._text[: sentence.start])]
        return bool(unless.search(of_the_lungs(" | ".join(before))))

    def _rest(self, normal: Normal, sentence: Sentence) -> bool:
        """Return whether the statement holds of the rest ("otherwise clear")."""
        return normal.major is not None and not normal.major.search(self._lungs) and self._told(normal.unless, sentence)

    def _denial(self, sentence: Sentence) -> Denial | None:
        if PLACEHOLDER.search(sentence.text) or sentence.text.endswith("?"):
            return None
        return denial(sentence.text)

    def _rewritten(self, sentence: Sentence, found: Denial, elsewhere: set[str]) -> tuple[str | None, int]:
        """Return the new sentence (empty: others say it; ``None``: it stays), and how many things stay denied."""
        stays = None, len(found.items)
        if not all(item.key for item in found.items):
            return stays
        clear = [item for item in found.items if found.main and _CLEAR.search(found.state) and item.key in _OF_LUNGS]
        wanted = [item for item in found.items if item not in clear]
        says, kept, covered = self._plan(sentence, wanted, elsewhere)
        says.sort(key=lambda said: said.normal.rank)
        covered += [Said(clear_lungs(), item.strength) for item in clear]
        if len(kept) > len(says) + len(covered) or not (says or covered):
            return stays
        if kept and any(said.covers("pericardium") for said in says):
            return stays  # "no pleural or pericardial effusion" is one statement
        deletable = not found.main and not sentence.marker and len(self._sentences) > 1
        if not says and not kept and deletable:
            return "", 0
        if not says and not found.main:
            return stays
        i = self._sentences.index(sentence)
        before = self._sentences[i - 1].text if i and not sentence.marker else ""
        return worded(found, says, kept, before, self._rng), len(kept)

    def _plan(
        self, sentence: Sentence, items: Sequence[Denied], elsewhere: set[str]
    ) -> tuple[list[Said], list[Denied], list[Said]]:
        """Return what to say, which denials to keep, and what stands elsewhere already."""
        says: list[Said] = []
        kept: set[tuple[Strength, str]] = set()
        covered: list[Said] = []
        by_strength: dict[Strength, dict[str, Denied]] = {}
        for item in items:
            by_strength.setdefault(item.strength, {})[item.key] = item
        clear_here = "opacity" in by_strength.get("plain", {}) or self._lungs_clear or "opacity" in elsewhere
        for strength, wanted in by_strength.items():
            left = dict(wanted)
            among = len(left) > 1 and "nodule" in left  # alone it may answer what was asked
            if strength == "plain" and among and clear_here and not self._untrue[clear_lungs().rank]:
                left.pop("nodule")  # clear lungs hold no nodules either
                covered.append(Said(clear_lungs(), strength))
                if "opacity" not in left and not self._lungs_clear:
                    left["opacity"] = wanted["nodule"]
            for normal in normals():
                keys = set(left)
                together = normal.covers <= keys or (
                    strength == "plain"
                    and len(normal.covers) > 1
                    and normal.covers & keys
                    and normal.covers <= keys | elsewhere
                )
                sayable = (
                    normal.large
                    if strength == "large"
                    else (strength != "acute" or self._lungs_clear)
                    and (normal.covers != {"pneumothorax"} or "airspace" in elsewhere | set(wanted) or clear_here)
                )
                rest = (
                    self._untrue[normal.rank]
                    and bool(together)
                    and strength == "plain"
                    and self._rest(normal, sentence)
                )
                if not together or not sayable or (self._untrue[normal.rank] and not rest):
                    continue
                for key in normal.covers:
                    left.pop(key, None)
                said = Said(normal, strength, rest)
                if (normal.rank, strength) in self._said or (normal.covers <= _OF_LUNGS and self._lungs_clear):
                    covered.append(said)
                else:
                    self._said.add((normal.rank, strength))
                    says.append(said)
            kept |= {(strength, key) for key in left}
        return says, [item for item in items if (item.strength, item.key) in kept], covered

    def _edit(self, i: int, new: str) -> Edit:
        sentence = self._sentences[i]
        stop = "." if sentence.text.endswith(".") else ""
        start = sentence.start
        if new.startswith(JOINED):
            before = self._sentences[i - 1]
            start = before.end - (len(before.text) - len(before.text.rstrip(".")))
            new = f" {new.removeprefix(JOINED)}"
        return Edit(self._section, start, sentence.end, new + stop, "implicit")

    def _deletion(self, i: int) -> Edit:
        sentence = self._sentences[i]
        self._deleted.add(i)
        if i + 1 < len(self._sentences):
            blank = re.compile(r"\s*").match(self._text, sentence.end)
            return Edit(self._section, sentence.start, blank.end() if blank else sentence.end, "", "implicit")
        start = sentence.start if i - 1 in self._deleted else self._sentences[i - 1].end
        return Edit(self._section, start, sentence.end, "", "implicit")
