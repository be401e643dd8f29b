"""Cells: what counts as missing, and which characters are mended."""

from __future__ import annotations

import math
import re

#: Words that stand for "nothing here" when they are all a cell holds.
_MISSING = frozenset({"", "nan", "none", "null", "n/a", "na", "<na>", "not given", "not available", "not provided"})
_LONGEST = max(map(len, _MISSING)) + 4
#: A spreadsheet cell holds no more characters than this; what was longer was cut without a word.
_SPREADSHEET_LIMIT = 32_767
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_REDACTED = re.compile(r"(?:X{2,}|_{2,}|[\s.,;:])+")


def text_of(cell: object) -> str:
    """Return a cell's text, empty where it holds nothing; the text itself is never trimmed or re-wrapped."""
    if isinstance(cell, str):
        if len(cell) > _LONGEST:
            return cell if not cell.isspace() else ""
        return "" if cell.strip().rstrip(".").strip().lower() in _MISSING else cell
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, bytes):
        return text_of(cell.decode("utf-8", "replace"))
    if isinstance(cell, list):  # a few files wrap the one report in a list
        return "\n".join(filter(None, map(text_of, cell)))
    return str(cell)


def id_of(cell: object) -> str:
    """Return an id as text on one line, "2034" for 2034.0; empty where there is none or it is no text or number."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return " ".join(text_of(cell).split()) if isinstance(cell, (str, int, float)) else ""


def mend(text: str) -> tuple[str, str | None]:
    """Replace characters that no file format carries; the length stays, so offsets hold.

    Returns:
        The text, and what was odd about it (``None`` when nothing was).
    """
    if "\0" in text:
        return _SURROGATE.sub("\ufffd", text.replace("\0", " ")), "NUL characters in the text, read as blanks"
    if not text.isascii() and _SURROGATE.search(text):
        return _SURROGATE.sub("\ufffd", text), "half a character (lone surrogate) in the text, read as \ufffd"
    if "&" in text and _ENTITY.search(text):
        return text, "XML entities such as &lt; stand in the text and were left as they are"
    if len(text) == _SPREADSHEET_LIMIT:
        return text, "text of exactly 32,767 characters, a spreadsheet's limit: probably cut there"
    return text, None


def only_redacted(text: str) -> bool:
    """Return whether there is nothing but redaction placeholders (``XXXX``, ``___``) in a text."""
    return text[:1] in ("X", "_") and _REDACTED.fullmatch(text) is not None
