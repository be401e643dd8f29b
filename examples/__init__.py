"""Authored reports, candidates and extensions that the demo and the tests run on; see README.md in this folder.

Find the files with ``importlib.resources.files("reref.examples")``.
"""
