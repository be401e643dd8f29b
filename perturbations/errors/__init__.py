"""Planted clinical errors: one room an error type; a room lists the slips that a report allows."""

from reref.perturbations.errors.room import Slip, error, errors

__all__ = ["Slip", "error", "errors"]
