"""structure/structured: a template with a heading for each region, or numbered or bulleted items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from reref.perturbations.edits import Edit, Source
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.grammar import capital, uncapital
from reref.perturbations.rules.layout import Piece, rewritten
from reref.perturbations.rules.regions import grouped, joint_heading, regions, text_regions
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.statements import Statement, blocks, is_laid_out, statements
from reref.perturbations.rules.wording import sentence, whole
from reref.report import Report

if TYPE_CHECKING:
    from numpy.random import Generator

LABEL = "layout"

Style = Literal["capitals", "title", "numbers", "bullets"]
#: How often each style is tried; templates with headings are the commonest.
_STYLES: tuple[tuple[Style, float], ...] = (("capitals", 0.45), ("title", 0.25), ("numbers", 0.2), ("bullets", 0.1))

_TWO_CLAUSES = re.compile(
    r"(?P<one>.+?\b(?:is|are|appears?|remains?)\b.+?),? and "
    r"(?P<two>(?:the )?[\w ]+?\b(?:is|are|appears?|remains?)\b.+)",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN_SUBJECT = r"(?:the |both )?{noun} (?:is|are) (?P<rest>.+)"


#: "As far as can be seen: …" goes on from the sentence that says what limits the view.
_AS_FAR_AS = re.compile(
    r"\b(?P<far>as far as (?:it )?(?:can|could|may) be \w+(?: (?:with)?in the (?:sections|image))?)"
    r"(?:[:;,]\s*(?P<next>[\w'-]+))?",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"not\b.{0,40}\b(?:evaluat|assess)\w+|\bsuboptimal\w*|\blimited", re.IGNORECASE)
#: "Otherwise, …" leaves out what stands before it.
_LEAVES_OUT = re.compile(r"(?:otherwise|apart from|aside from|other than|elsewhere)\b", re.IGNORECASE)
#: A list of more findings than this is no longer read at a glance: they come under headings.
_LONG_LIST = 9
#: Where all was taken out ("XXXX/XXXX.") there is nothing to list.
_LETTERS = re.compile(r"[A-Za-z]{2}")
#: What runs on into a footnote is no item.
_NOTE = re.compile(r"\bnote ?:", re.IGNORECASE)
#: "Left 4. rib": the number of a rib, read as the end of a sentence.
_CUT_AT_A_NUMBER = re.compile(r"\b(?:right|left|ribs?|bilateral|the|and)\s+\d{1,2}\.$", re.IGNORECASE)
#: "Two views of the chest show a normal heart."
_VIEWS_SHOW = re.compile(
    r"(?P<views>(?:(?:two|frontal|lateral|pa|ap|and|the|single|upright|portable)[ ,]+)*views?(?: of the chest)?)"
    r" (?:shows?|demonstrates?|reveals?) (?:an? |the )?(?P<rest>(?!.*\bto be\b)(?!that\b).+)",
    re.IGNORECASE | re.DOTALL,
)
#: A first line that only says which images there are ("Two views of the chest.").
_ONLY_IMAGES = re.compile(
    r"(?!.*\b(?:no|normal|limit\w*|optimal\w*|suboptimal\w*|due|because|only|\d+ ?[cm]m"
    r"|project(?:s|ing)|overl\w+|extend\w*)\b)"
    r".*\b(?:views?|radiographs?|images|films?|projections?|exam\w*)\b.*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Item:
    """Statements that stay together, as they will be written, with the regions they speak of."""

    text: str
    sources: tuple[Source, ...]
    regions: tuple[str, ...]


@rule("structure/structured")
def lay_out(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Lay the findings out under regional headings or as a list, and number the impression."""
    names, weights = zip(*_STYLES, strict=True)
    style: Style = names[int(rng.choice(len(names), p=weights))]
    terse = bool(rng.random() < 0.5)
    findings = statements(report.findings, "findings")
    impression = statements(report.impression, "impression")
    edits: list[Edit] = []
    if not is_laid_out(findings) and not any(s.heading for s in findings):
        edits += _findings(report.findings, findings, style, terse)
    if not any(_keeps_whole(s) for s in impression):
        items = _items(report.impression, impression)
        edits += _listed("impression", report.impression, items, "bullets" if style == "bullets" else "numbers")
    if edits:
        return edits
    if is_laid_out(findings) or is_laid_out(impression):
        return Infeasible("already_in_form", "the report has headings or list items already")
    return Infeasible("missing_information", "there are not two statements that could be laid out")


def _keeps_whole(statement: Statement) -> bool:
    """Whether an impression with this statement is in form already, or would be cut where no item ends."""
    laid_out = statement.marker or statement.heading or statement.is_label
    no_item = statement.takes_leave or _NOTE.search(statement.text) or _CUT_AT_A_NUMBER.search(statement.text)
    return bool(laid_out or no_item)


def _findings(text: str, found: Sequence[Statement], style: Style, terse: bool) -> list[Edit]:  # noqa: FBT001
    items = _items(text, found)
    in_list = style in ("numbers", "bullets")
    if not in_list or len(items) > _LONG_LIST:
        split = [part for item in _items(text, found, keep_place=False) for part in _split(item)]
        groups = grouped([item.regions or ("overall",) for item in split])
        if len(groups) > 1 and _stand_apart(split, groups):
            return rewritten("findings", text, _under_headings(split, groups, style, terse), LABEL)
    return _listed("findings", text, items, "bullets" if style == "bullets" else "numbers")


def _items(text: str, found: Sequence[Statement], *, keep_place: bool = True) -> list[_Item]:
    return [
        _Item(
            _AS_FAR_AS.sub(_joined_on, whole(text, run, keep_place=keep_place)),
            tuple(s.source for s in run),
            _regions(run),
        )
        for run in _runs(found)
    ]


def _runs(found: Sequence[Statement]) -> list[list[Statement]]:
    """Return statements that stay together: what leans, who was told, and "As far as can be seen" with its limit."""
    runs: list[list[Statement]] = []
    for run in blocks(found):
        begins = run[0].introduction or run[0].text
        goes_on = _AS_FAR_AS.match(begins) and runs and _LIMIT.search(runs[-1][-1].text)
        says_nothing = run[0].reports or not _LETTERS.search(PLACEHOLDER.sub("", run[0].text))
        advises = run[0].section == "findings" and _advises_on_what_stands_before(run[0])
        cut = runs and _CUT_AT_A_NUMBER.search(runs[-1][-1].text)
        if runs and (goes_on or says_nothing or advises or cut):
            runs[-1] += run
        else:
            runs.append(run)
    return runs


def _advises_on_what_stands_before(statement: Statement) -> bool:
    """Whether it is advice that names only an exam ("CT is recommended.")."""
    return statement.recommends and {*statement.regions} <= {"technique", "overall"}


def _regions(run: Sequence[Statement]) -> tuple[str, ...]:
    """Return the regions of the first statement that names some; those of a limit with those of what it limits."""
    named = [s.regions for s in run if s.regions]
    if len(named) > 1 and _LIMIT.search(run[0].text):
        return tuple(dict.fromkeys((*named[0], *named[1])))
    return named[0] if named else ()


def _joined_on(found: re.Match[str]) -> str:
    return f"{found['far']}: {uncapital(found['next'])}" if found["next"] else found["far"]


def _stand_apart(items: Sequence[_Item], groups: Sequence[tuple[tuple[str, ...], list[int]]]) -> bool:
    """Whether every statement can stand under its heading: none leaves out what another says, or limits all others."""
    group_of = {number: names for names, numbers in groups for number in numbers}
    for number, item in enumerate(items):
        if number and _LEAVES_OUT.match(item.text) and group_of[number] != group_of[number - 1]:
            return False
        under_one = joint_heading(frozenset(item.regions)) is not None
        if _AS_FAR_AS.search(item.text) and ({*group_of[number]} <= {"technique", "overall"} or not under_one):
            return False
    return True


def _split(item: _Item) -> list[_Item]:
    """Part views from what they show, and "Heart size is normal and lungs are clear." when no heading holds both."""
    shown = _VIEWS_SHOW.fullmatch(item.text)
    if shown and item.regions and len(item.sources) == 1:
        views = _Item(sentence(shown["views"]), item.sources, ("technique",))
        return [views, _Item(capital(shown["rest"]), item.sources, item.regions)]
    if len(item.sources) > 1 or not item.regions or joint_heading(frozenset(item.regions)) is not None:
        return [item]
    two = _TWO_CLAUSES.fullmatch(item.text)
    if two is None:
        return [item]
    parts = [sentence(two["one"]), sentence(two["two"])]
    names = [text_regions(part) for part in parts]
    if not all(names) or {*names[0]} & {*names[1]} or any(joint_heading(frozenset(n)) is None for n in names):
        return [item]
    return [_Item(part, item.sources, n) for part, n in zip(parts, names, strict=True)]


def _under_headings(
    items: Sequence[_Item],
    groups: Sequence[tuple[tuple[str, ...], list[int]]],
    style: Style,
    terse: bool,  # noqa: FBT001
) -> list[Piece]:
    pieces: list[Piece] = []
    for names, numbers in groups:
        heading = joint_heading(frozenset(names)) or ""
        before = ("\n" if pieces else "") + (heading.upper() if style == "capitals" else capital(heading)) + ": "
        for number in numbers:
            text = _terse(items[number].text, names) if terse else _without_heading(items[number].text, heading)
            pieces.append(Piece(before + text, items[number].sources))
            before = " "
    return pieces


def _terse(text: str, names: tuple[str, ...]) -> str:
    """Return "Clear." for "The lungs are clear." under its own heading."""
    if len(names) > 1 or not regions()[names[0]].subject:
        return _without_heading(text, joint_heading(frozenset(names)) or "")
    noun = regions()[names[0]].subject.removeprefix("the ")
    plain = re.fullmatch(_PLAIN_SUBJECT.format(noun=noun), text, re.IGNORECASE)
    return capital(plain["rest"]) if plain else text


def _without_heading(text: str, heading: str) -> str:
    """Return "Normal size and contour." for "Heart and mediastinum of normal size and contour." under that heading."""
    verbless = re.fullmatch(rf"(?:the )?{re.escape(heading)} (?:of )?(?P<rest>(?:normal|unremarkable)\b.*)", text, re.I)
    return capital(verbless["rest"]) if verbless else text


def _listed(section: str, text: str, items: Sequence[_Item], style: Literal["numbers", "bullets"]) -> list[Edit]:
    """Write items one a line; a first line that only names the images stands above the list."""
    above = 1 if items and items[0].regions == ("technique",) and _ONLY_IMAGES.fullmatch(items[0].text) else 0
    if len(items) - above < 2:
        return []
    pieces: list[Piece] = []
    for number, item in enumerate(items, 1 - above):
        marker = f"{number}. " if style == "numbers" else "- "
        pieces.append(Piece(("\n" if pieces else "") + (marker if number else "") + item.text, item.sources))
    return rewritten(section, text, pieces, LABEL)
