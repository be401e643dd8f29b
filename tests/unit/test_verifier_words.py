"""Words that the rewriting rules take for one and the same are the same to the verifier."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import yaml

from reref.perturbations.rules import engine
from reref.perturbations.verify import differences
from reref.report import Report

CONCEPTS = yaml.safe_load(Path(engine.__file__).with_name("terminology.yaml").read_text(encoding="utf-8"))["concepts"]
#: Rewritings that only their guards make right: the words alone say more, or less.
GUARDED = ("lytic lesion", "lytic lesions", "small, said of lung volumes", "thick wall")


def _nouns(concept: dict[str, list[str]]) -> list[str]:
    read = concept.get("read") or {}
    return [form for key in ("singular", "plural", "mass") for form in (concept.get(key) or []) + (read.get(key) or [])]


@pytest.mark.parametrize("concept", [c for c in CONCEPTS if c["name"] not in GUARDED], ids=lambda c: c["name"])
@pytest.mark.parametrize("frame", ["There is {} on the right.", "No {}."])
def test_names_of_one_concept_state_and_deny_the_same_fact(concept: dict[str, list[str]], frame: str) -> None:
    found = {
        (one, other): [
            d.sentence() for d in differences(Report(frame.format(one), ""), Report(frame.format(other), ""))
        ]
        for one, other in combinations(_nouns(concept), 2)
    }
    assert not {pair: said for pair, said in found.items() if said}


@pytest.mark.parametrize("concept", [c for c in CONCEPTS if c["name"] not in GUARDED], ids=lambda c: c["name"])
def test_adjectives_of_one_concept_say_the_same_of_an_opacity(concept: dict[str, list[str]]) -> None:
    forms = [*(concept.get("any") or []), *((concept.get("read") or {}).get("any") or [])]
    frame = "There is {} opacity in the right lung."
    found = {
        (one, other): [
            d.sentence() for d in differences(Report(frame.format(one), ""), Report(frame.format(other), ""))
        ]
        for one, other in combinations(forms, 2)
    }
    assert not {pair: said for pair, said in found.items() if said}
