"""The live store of a run: one SQLite file that survives a kill at any moment."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from reref.core.errors import UsageError

_INSERT = "INSERT OR IGNORE INTO items VALUES (?, ?, ?)"


class Store:
    """Finished items of a run, by kind and key; what is put is there after a kill.

    The file is held exclusively: a second process on the same run is refused, so no item is made twice.

    Args:
        path: the SQLite file; made with its folder when it is not there.

    Raises:
        UsageError: another process has the run open, or the file is not a store.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # autocommit mode: transactions are the explicit ones in put(); threads share the connection behind the lock
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, isolation_level=None, timeout=1.0, check_same_thread=False)
        try:
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS items"
                " (kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, key))"
            )
        except sqlite3.OperationalError as error:
            self._db.close()
            raise UsageError(f"{path}: the run is open in another process ({error}); wait for it to end") from error
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise UsageError(f"{path}: not a run store ({error}); choose another run folder") from error

    def put(self, kind: str, items: Iterable[tuple[str, bytes]]) -> None:
        """Store finished items in one transaction; an item that is there already is kept as it was."""
        rows = [(kind, key, value) for key, value in items]
        with self._lock:
            if len(rows) == 1:  # a statement alone is a transaction; each one more would let other threads in between
                self._db.execute(_INSERT, rows[0])
                return
            self._db.execute("BEGIN")
            try:
                self._db.executemany(_INSERT, rows)
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def get(self, kind: str, key: str) -> bytes | None:
        """Return one item, or ``None`` when it is not finished."""
        with self._lock:
            row = self._db.execute("SELECT value FROM items WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        return None if row is None else bytes(row[0])

    def keys(self, kind: str) -> set[str]:
        """Return the keys of all finished items of a kind."""
        return {key for (key,) in self._db.execute("SELECT key FROM items WHERE kind = ?", (kind,))}

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Return all finished items of a kind, by key."""
        yield from self._db.execute("SELECT key, value FROM items WHERE kind = ? ORDER BY key", (kind,))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
