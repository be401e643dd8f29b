"""Planted clinical errors: one room an error type."""
