"""Offline rules: one room a target. A rule reads a report and returns edits."""
