"""Files that are either whole or not there: written beside the place and renamed into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def whole_file(path: Path, mode: str = "wb") -> Iterator[IO[Any]]:
    """Open a temporary file that becomes ``path`` when the block ends well, and is removed when it does not.

    Args:
        path: where the finished file shall stand; its folder is made.
        mode: ``"wb"`` or ``"w"`` (text is UTF-8 with ``\\n`` line ends).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    text = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
    try:
        with part.open(mode, **text) as file:  # type: ignore[call-overload]
            yield file
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
