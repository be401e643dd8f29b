"""Whether a finding can lie at a place: no steatosis lies in the kidney."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.places import Place
from reref.report.scene import Mention

THORACIC = frozenset(("respiratory system", "pleural system"))


def can_lie(mention: Mention, place: Place) -> bool:
    """Whether a place that a list shares can be a mention's: no steatosis lies in the kidney."""
    home = mention.entry.site if mention.entry is not None else None
    if home is None:
        return True
    if not place.sites:
        return anatomy.organ(home) != "heart"  # a side of the lungs is none of the heart
    organs = (anatomy.organ(home), anatomy.organ(place.sites[-1]))
    if organs[0] != organs[1] and (organs[0] == "heart" or organs[1] == "diaphragm"):
        return False
    own, given = anatomy.system(home), anatomy.system(place.sites[-1])
    if own == given == "cardiovascular system":
        return anatomy.organ(home) == anatomy.organ(place.sites[-1])
    return own == given or "chest" in (own, given) or {own, given} <= THORACIC or own == "lymphatic system"


def is_akin(mention: Mention, place: Place) -> bool:
    """Whether a finding can share the side of another's place: both of the lungs and pleura, or of one system."""
    home = mention.entry.site if mention.entry is not None else None
    site = mention.sites[-1] if mention.sites else home
    if site is None:
        return False
    systems = {anatomy.system(other) for other in (site, *place.sites[-1:])}
    return systems <= THORACIC or (len(systems) == 1 and bool(place.sites))
