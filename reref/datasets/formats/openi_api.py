"""IU X-ray as the Open-I search service answers: JSON with a list of exams, sections inside a piece of HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped

_SECTION = re.compile(r"<p>\s*<b>\s*(\w+)\s*:?\s*</b>(.*?)</p>", re.DOTALL)
_SAME = "several images of one exam, each with the same report, were merged"


def _detects(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.document, dict):
        return False
    hits = source.document.get("list")
    return isinstance(hits, list) and bool(hits) and isinstance(hits[0], dict) and "abstract" in hits[0]


@dataset_format("iu-xray-api", detects=_detects, expects="JSON with a list of exams that have uid and abstract")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each hit; the service lists one hit an image."""
    for number, hit in enumerate(source.document["list"], 1):
        sections = {
            name.lower(): html.unescape(text).strip() for name, text in _SECTION.findall(str(hit.get("abstract") or ""))
        }
        image = hit.get("image")
        sections["technique"] = str(image.get("caption") or "") if isinstance(image, dict) else ""
        yield Row(
            f"{source.name}:{number}", hit.get("uid"), sections, extra={"problems": hit.get("Problems")}, same=_SAME
        )
