"""The words that tell where a finding is."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.clauses import Reading
from reref.report.scene import Mention
from reref.report.sided import Setting

_BETWEEN_PLACES = frozenset(("in", "of", "the", "at", ",", "on", "to", "and"))
_TELLING = ("mediastinal vessels", "spine", "aorta", "pulmonary artery", "abdomen", "adrenal")


def location_words(sentence: Reading, mention: Mention, setting: Setting) -> tuple[int, int] | None:
    """Return the tokens of the place, ``None`` when the finding's name says as much."""
    group = [place for place in setting.places if place.sites]
    if not group:
        return None
    if mention.entry is None:
        telling = mention.finding in ("comparison_statement", "technique_limitation")
        if not telling and not any(anatomy.is_within(site, above) for site in setting.sites for above in _TELLING):
            return None
    home = mention.entry.site if mention.entry is not None else None
    if home is not None and all(site in ("lung", home) for site in setting.sites):
        plain = all(place.last - place.first <= 3 for place in group)
        if plain and setting.side in ("bilateral", None):
            return None
    if home is not None and home != "lung":
        group = [place for place in group if set(place.sites) != {home}]
    if not group:
        return None
    behind = [place for place in group if place.first >= mention.last]
    group = behind or group
    last = group[0]
    for place in group[1:]:
        if not place.linked and not _BETWEEN_PLACES.issuperset(sentence.words(last.last, place.first)):
            break
        last = place
    return group[0].first, last.last
