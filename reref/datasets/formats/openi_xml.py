"""IU X-ray as Open-I ships it: a folder of XML files, one an exam, or one such file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from reref.datasets.registry import dataset_format
from reref.datasets.row import Odd, Row
from reref.datasets.source import Source
from reref.datasets.study import Dropped


def _paths(source: Source) -> list[Path]:
    return source.files("*.xml") or source.files("*/*.xml") if source.kind == "folder" else [source.path]


def _detects(source: Source) -> bool:
    if source.kind not in ("folder", "xml"):
        return False
    paths = _paths(source)
    return bool(paths) and b"<AbstractText" in paths[0].read_bytes()


@dataset_format("iu-xray-xml", detects=_detects, expects="XML files with AbstractText elements, or a folder of them")
def read(source: Source) -> Iterator[Row | Dropped | Odd]:
    """Yield a row for each file; one that is not well-formed is dropped."""
    for path in sorted(_paths(source), key=lambda each: (len(each.stem), each.stem)):
        raw = path.read_bytes()
        if b"<!ENTITY" in raw:
            yield Dropped(path.name, path.stem, "file defines XML entities of its own, which is never needed here")
            continue
        try:
            root = ElementTree.fromstring(raw)
        except ElementTree.ParseError as problem:
            yield Dropped(path.name, path.stem, f"file is not well-formed XML ({problem})")
            continue
        texts: dict[str, str] = {}
        for element in root.iter("AbstractText"):
            label = element.get("Label", "").lower()
            texts[label] = "\n".join(filter(None, (texts.get(label), "".join(element.itertext()))))
        views = dict.fromkeys(caption.text for caption in root.iter("caption") if caption.text)
        named = root.find(".//uId")
        sections = {name: texts.get(name) for name in ("findings", "impression", "indication", "comparison")}
        sections["technique"] = "; ".join(views)
        mesh = "; ".join(major.text for major in root.iter("major") if major.text)
        yield Row(path.name, path.stem if named is None else named.get("id", path.stem), sections, extra={"mesh": mesh})
