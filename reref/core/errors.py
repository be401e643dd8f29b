"""Errors a user can cause. Each message is one line: what is wrong, where, and what to do."""

from __future__ import annotations


class RerefError(Exception):
    """Root of all errors that the command line shows as one line. ``exit_code`` is the process's."""

    exit_code = 2


class UsageError(RerefError):
    """A wrong option, name or combination (exit code 2)."""


class UnknownNameError(UsageError, LookupError):
    """A name that no registry holds; the message lists close matches and every known name."""


class BadDataError(RerefError):
    """Input data that cannot be used (exit code 3): the message names file, row and study."""

    exit_code = 3


class MetricError(RerefError):
    """A metric broke its contract, for example by returning too few scores."""


class MissingExtraError(RerefError):
    """An optional package is not installed; the message holds the install line."""


class EngineUnavailableError(RerefError):
    """What an engine needs cannot be reached now, so that asking again for this item would not help."""
