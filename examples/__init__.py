"""Authored reports, candidates and extensions that the demo and the tests run on."""
