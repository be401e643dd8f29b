"""Reports out, one text file a study, under names that are safe on every system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from reref.core.files import whole_file, write_csv
from reref.core.seeding import digest

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 80
#: Names that some systems keep for devices, whatever follows after a dot.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
INDEX = "index.csv"


def write_text_files(folder: Path, reports: Mapping[str, str]) -> dict[str, str]:
    """Write one text file a report, all inside ``folder``, and an index of which file holds which study.

    Args:
        folder: where the files go; it is made.
        reports: by study id; any text may be an id.

    Returns:
        By study id, the name of its file.
    """
    names: dict[str, str] = {}
    taken = {INDEX}
    for study_id in reports:
        name = f"{_safe_stem(study_id)}.txt"
        if name.lower() in taken:
            name = f"{_safe_stem(study_id)}-{digest(study_id, size=6).hex()}.txt"
        taken.add(name.lower())
        names[study_id] = name
    for study_id, text in reports.items():
        with whole_file(folder / names[study_id]) as file:
            file.write(text.encode("utf-8", "replace"))
    index = ({"study_id": study_id, "file": name} for study_id, name in names.items())
    write_csv(folder / INDEX, index, ("study_id", "file"))
    return names


def report_text(findings: str, impression: str) -> str:
    """Return both sections under their headings, as our loader reads them back."""
    sections = (("FINDINGS", findings), ("IMPRESSION", impression))
    return "\n\n".join(f"{heading}:\n{text}" for heading, text in sections if text) + "\n"


def _safe_stem(study_id: str) -> str:
    """Return a file name's stem: letters, digits and ``._-`` only, not hidden, not reserved, not too long."""
    safe = _UNSAFE.sub("_", study_id).strip(".")[:_LONGEST]
    if safe == study_id and safe and not _RESERVED.fullmatch(safe):
        return safe
    # Whatever was changed could now be equal to another id, so it carries a digest of the id as it was.
    return f"{safe or 'study'}-{digest(study_id, size=6).hex()}"
