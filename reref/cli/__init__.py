"""The command line: one file a command, loaded when it is called."""

from reref.cli.main import main

__all__ = ["main"]
