"""Run folders: manifest, live store, resume, export."""
