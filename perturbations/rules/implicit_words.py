"""How normal statements are worded in place of a sentence that denies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reref.perturbations.rules.choice import chosen
from reref.perturbations.rules.denials import Denial, Denied, Strength
from reref.perturbations.rules.grammar import capital, is_plural, listed
from reref.perturbations.rules.normality import Normal

if TYPE_CHECKING:
    from numpy.random import Generator

_STATED_STATE = re.compile(
    r"(?:(?:the|both)\s+)?lungs\s+(?:are|appear|remain)\s+"
    r"(?P<state>(?![^.]*\b(?:clear|stable|unchanged)\b)[\w -]{4,30})\.?",
    re.IGNORECASE,
)
#: Starts what is joined to the sentence before ("The lungs are hypoinflated" … "but clear").
JOINED = "+ "
_ABNORMAL_STATE = re.compile(r"\b(?:hypo|hyper|low|under|poor|emphysem)\w*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """A normal statement that is to be written.

    Attributes:
        normal: the statement.
        strength: how far the denial went.
        otherwise: whether it is said of the rest only.
    """

    normal: Normal
    strength: Strength
    otherwise: bool = False

    def covers(self, *keys: str) -> bool:
        """Return whether the statement stands for just these denials."""
        return self.normal.covers == set(keys)

    def state(self, rng: Generator) -> str:
        """Return how the structure is said to be."""
        state = self.normal.large if self.strength == "large" else chosen(rng, self.normal.states)
        return f"otherwise {state}" if self.otherwise else state


def worded(found: Denial, says: Sequence[Said], kept: Sequence[Denied], before: str, rng: Generator) -> str:
    """Return the new sentence (or sentences, without the last stop) in place of a denial.

    Args:
        found: the denial.
        says: the normal statements, in their order.
        kept: what stays denied.
        before: the sentence before.
        rng: chooses among equal wordings.
    """
    parts: list[str] = []
    left = list(says)
    if found.main:
        main, left = _main(found, left)
        parts += [main] if main else []
    if not found.main or not parts:
        together, left = _together(left, before, full=found.full)
        parts += [together] if together else []
    for said in left:
        parts.append(_one(said, before if not parts else "", rng, full=found.full))
    if kept:
        verb = "are" if is_plural(kept[0].words) else "is"
        start = f"There {verb} no" if found.full else "No"
        parts.append(f"{start} {listed([item.words for item in kept], 'or')}")
    return ". ".join(parts)


def _one(said: Said, before: str, rng: Generator, *, full: bool) -> str:
    normal = said.normal
    appear = said.strength == "seen"
    verb = ("appear" if appear else "are") if normal.plural else ("appears" if appear else "is")
    stated = _STATED_STATE.fullmatch(before) if said.covers("opacity") else None
    if stated:
        return f"{JOINED}{_joint(stated.group('state'))} {'seem ' if appear else ''}{said.state(rng)}"
    determiner = "" if normal.determiner == "the " and not full else normal.determiner
    return f"{capital(determiner + normal.subject)} {verb} {said.state(rng)}"


def _together(says: list[Said], before: str, *, full: bool) -> tuple[str, list[Said]]:
    """Return lungs and pleura in one statement, or clear lungs that are expanded, and what is left to say."""
    the = "the " if full else ""
    firm = [said for said in says if said.strength == "plain" and not said.otherwise]
    lungs = next((said for said in firm if said.covers("opacity") or said.covers("airspace")), None)
    if lungs is None or (lungs.covers("opacity") and _STATED_STATE.fullmatch(before)):
        return "", says
    name = lungs.normal.subject
    for said in firm:
        left = [other for other in says if other not in (lungs, said)]
        if said.covers("effusion", "pneumothorax"):
            return f"{capital(the + name)} and pleural spaces are clear", left
        if said.covers("pneumothorax") and lungs.covers("opacity"):
            return f"{capital(the + name)} are clear and fully expanded", left
    return "", says


def _main(found: Denial, says: Sequence[Said]) -> tuple[str, list[Said]]:
    """Return what is said of the lungs: their stated state, and that they are clear where that was denied."""
    left = [said for said in says if not said.covers("opacity")]
    states = [found.state] if found.state else []
    lungs = next((said for said in says if said.covers("opacity")), None)
    if lungs is not None:
        states.append(
            "otherwise clear" if lungs.otherwise else "grossly clear" if lungs.strength == "large" else "clear"
        )
    if not states:
        return "", left  # "free of airspace disease" says nothing of the lungs but that
    pleura = next((s for s in left if s.strength == "plain" and s.covers("effusion", "pneumothorax")), None)
    verb = re.search(r"\b(?:are|appear|remain)\b", found.main, re.IGNORECASE)
    subject = found.main[: verb.start()].strip() if verb else "The lungs"
    said_verb = verb.group() if verb else "are"
    if lungs is not None and lungs.strength == "seen" and said_verb == "are" and not found.state:
        said_verb = "appear"
    if pleura is not None and states == ["clear"] and said_verb == "are" and not subject.lower().startswith("both"):
        left.remove(pleura)
        return f"{subject} and pleural spaces are clear", left
    return f"{subject} {said_verb} {f' {_joint(found.state)} '.join(states)}", left


def _joint(state: str) -> str:
    return "but" if _ABNORMAL_STATE.search(state) else "and"
