"""The error-finding benchmark: questions about reports with one planted error, and scores of what answers them."""

from reref.qa.build import build
from reref.qa.items import Item

__all__ = ["Item", "build"]
