"""A place with the side it gives, and how several places make one or two of them."""

from __future__ import annotations

from dataclasses import dataclass

from reref.report import anatomy
from reref.report.places import EACH, Place, join_sides

_LUNG = "lung"
_PAIRED = ({"lung"}, {"kidney"})


@dataclass(slots=True, eq=False)
class Setting:
    """Where one mention is: its places, and the side they give."""

    places: list[Place]
    side: str | None

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites of all its places, in order."""
        return tuple(site for place in self.places for site in place.sites)


def combine(front: list[Place], behind: list[Place]) -> list[Setting]:
    """Return where a finding is, given the places in front of its words and those behind."""
    before = by_side(front, []) if front else []
    if not behind:
        return before
    if before and before[0].side is not None:
        return [Setting([*setting.places, *behind], setting.side) for setting in before]
    return by_side(behind, front)


def by_side(chain: list[Place], front: list[Place]) -> list[Setting]:
    """Return one setting a side; a side that only a later member of a list has is nobody's."""
    sided = [place for place in chain if place.side is not None]
    listed = len(sided) < len(chain) and all(place.sites for place in chain) and any(place.linked for place in sided)
    if not sided or (listed and chain[0].side is None and not _closes(chain)):
        return [Setting([*front, *chain], None)]
    said = {place.side for place in sided}
    if len(chain) == 1 and chain[0].sites and any(side == EACH for _, _, side in chain[0].side_words):
        return [Setting([*front, *chain], side) for side in ("right", "left")]
    if said == {"left", "right", "bilateral"}:  # "in both lungs, in the left base and the right apex"
        whole = [place for place in sided if place.side == "bilateral" and set(place.sites) in _PAIRED]
        chain = [place for place in chain if place not in whole]
        sided = [place for place in sided if place not in whole]
        said = {place.side for place in sided}
    if said == {"left", "right"} or (len(said) > 1 and "midline" not in said and all(place.sites for place in sided)):
        groups: dict[str, list[Place]] = {}
        side = sided[0].side or ""
        for place in chain:
            side = place.side or side
            groups.setdefault(side, []).append(place)
        return [Setting([*front, *group], name) for name, group in groups.items()]
    return [Setting([*front, *chain], join_sides([place.side for place in sided if place.side]))]


def _closes(chain: list[Place]) -> bool:
    """Whether a list ends with the side of all its places ("posterior and lower lobe segments of the left lung")."""
    within = all(anatomy.is_within(site, _LUNG) and site != _LUNG for place in chain[:-1] for site in place.sites)
    if within and chain[-1].sites[-1] == _LUNG:
        return True  # "more in the upper lobes, in both lungs"
    words = chain[-1].side_words
    return len(words) == 1 and words[0][0] > chain[-1].first + 1 and all(place.side is None for place in chain[:-1])


def with_side(own: list[Setting], side: str | None) -> list[Setting]:
    """Give a side to the settings that have none."""
    if side is None:
        return own
    return [Setting(setting.places, setting.side or side) for setting in own] or [Setting([], side)]
