"""Run folders: manifest, live store, resume, export. A killed run goes on where it was."""

from reref.runs.folder import RunFolder
from reref.runs.store import Store

__all__ = ["RunFolder", "Store"]
