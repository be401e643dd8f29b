"""Places finer than a lung, as reports name them, and the side that each of them has."""

from __future__ import annotations

import re
from typing import Literal

Side = Literal["right", "left", "both"]

SEGMENT = (
    r"(?:apical|anterior|posterior|lateral|medial|superior|inferior|basal|apicoposterior|posterobasal|laterobasal"
    r"|mediobasal|anterobasal|anteromediobasal|anterolateral|posterolateral|posteromedial|anteromedial|superolateral"
    r"|lingular?)"
)
#: Beginnings of the words for what is found in a lung.
FINDING = (
    r"(?:opacit|densit|atelect|consolid|infiltrat|pneumon|nodul|mass|scar|granulom|airspace|air\s+space|disease|process"
    r"|fibro|emphys|lesion|change|haz|marking|interstitial|edema|bulla|bronchiect|reticul|volume|aeration|streak"
    r"|abnormalit|contusion|cavit)"
)
_SEGMENTS = rf"(?:{SEGMENT}(?:(?:\s*,\s*|\s*-\s*|\s+and\s+|\s+){SEGMENT})*)"
_LOBE = r"(?:upper|middle|lower)"
_LOBES = rf"{_LOBE}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|/){_LOBE})*\s+lobes?"
_ZONE = r"(?:mid|middle|lower|upper)[ -]?lung(?:\s+(?:zones?|fields?|base|apex))?"
_PERIHILAR = r"perihilar(?=\s+(?:opacit|infiltrat|airspace|atelect|consolid|density|region))"

#: One place in a lung; its side is in one of the named groups. Longer forms stand first.
PLACE = re.compile(
    rf"""\b(?:
      (?P<both_h>lingular\s+and\s+(?:right\s+)?middle\s+lobe|(?:right\s+)?middle\s+lobe\s+and\s+lingular?)
    |
      (?:the\s+)?{_SEGMENTS}\s+(?:segments?|levels?)\s+of\s+the\s+
        (?:(?P<side_a>right|left)\s+(?:lung\s+)?{_LOBES}|{_LOBES}\s+of\s+(?:the\s+(?P<side_b>right|left)\s+lung|(?P<both_a>both)\s+lungs?))
    | (?P<both_b>right\s+and\s+left|left\s+and\s+right)\s+
        (?:{_LOBES}|lung\s+bases|midlungs?|mid[ -]lungs?|bases|apices|basilar|apical|perihilar)
    | (?P<side_c>right|left)\s+{_LOBE}(?=\s*(?:,|and|or|/)\s*(?:and\s+)?(?:right|left)\s+{_LOBE}\s+lobe)
    | (?:the\s+)?{_SEGMENTS}\s+segments?\s+of\s+(?P<both_i>both)\s+(?:lungs?\s+)?{_LOBES}
    | (?P<side_l>right|left)\s+lung\s+(?:{_LOBES}\s+)?{_SEGMENTS}\s+segments?
    | (?:the\s+)?(?:{_LOBES}\s+)?apex(?:es)?\s+of\s+(?:the\s+(?P<side_m>right|left)\s+lung|(?P<both_j>both)\s+lungs?)
    | (?P<both_k>both)\s+lung\s+(?:apexes|{_SEGMENTS}\s+segments)
    | (?P<side_d>right|left)\s+lung\s+{_LOBES}(?:\s+{_SEGMENTS}\s+(?:segments?|levels?))?
    | (?P<side_e>right|left)\s+{_LOBES}(?:\s*,?\s*{_SEGMENTS}\s+segments?)?
    | (?:the\s+)?(?:{_SEGMENTS}\s+)?{_LOBES}(?:\s+{_SEGMENTS}\s+segments?)?\s+of\s+
        (?:the\s+(?P<side_f>right|left)\s+lung|(?P<both_c>both)\s+lungs?)
    | (?P<both_d>both|bilateral)\s+(?:lung\s+)?{_LOBES}(?:\s+{_SEGMENTS}\s+segments?)?(?:\s+of\s+(?:both|the)\s+lungs?)?
    | (?:the\s+)?(?:(?:superior|inferior)\s+)?(?P<lingula_a>lingula\b|lingular\s+segments?)
        (?:\s+of\s+the\s+left\s+(?:upper\s+lobe|lung))?
    | (?P<lingula_b>lingular)(?=\s+(?:[\w-]+\s+)?{FINDING})
    | (?P<side_g>right|left)\s+(?:(?:lateral|medial|posterior|anterior)\s+)?
        (?:{_ZONE}|lung\s+(?:base|apex|apices|bases)|midlung(?:\s+zone)?|base|apex|apical|basilar|basal|{_PERIHILAR})
    | (?P<both_e>both|bilateral)\s+(?:lung\s+)?(?:bases|apices)
    | (?P<both_f>bibasilar|bibasal|biapical)
    | (?P<both_g>the\s+lung\s+(?:bases|apices))
    | (?:the\s+)?(?P<middle>(?:right\s+)?middle\s+lobe(?:\s+{_SEGMENTS}\s+segments?)?)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


def side_of(place: re.Match[str]) -> Side:
    """Return the side of a place that :data:`PLACE` found; the lingula is left, whatever side stands before it."""
    name, value = next((name, value) for name, value in place.groupdict().items() if value is not None)
    if name.startswith("both"):
        return "both"
    if name == "middle":
        return "right"
    if name.startswith("lingula") or value.lower() == "left":
        return "left"
    return "both" if "lingul" in place.group().lower() else "right"
