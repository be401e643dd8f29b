"""Questions about findings and their attributes, with answers from the report's facts; and the mining of a schema."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from reref.core.seeding import generator
from reref.datasets import Study
from reref.perturbations.errors.attributes import ATTRIBUTES
from reref.perturbations.errors.reading import Reading, read
from reref.perturbations.errors.swaps import swap_book
from reref.perturbations.errors.word_slips import words_about
from reref.qa.items import Item, check_shares, patient_of, split_of
from reref.qa.questions import placed_sentences, shown, wordings
from reref.report import Fact
from reref.taxonomy.attribute_schema import AttributeSchema, load_schema

EXISTENCE = "existence"
#: How many contents of an attribute a mined schema shows.
EXAMPLES = 8

#: finding, attribute, content
Triplet = tuple[str, str, str]


def triplets(reading: Reading) -> Iterator[Triplet]:
    """Yield what a report tells of each finding that it tells of, one attribute at a time."""
    for fact in reading.told:
        if not fact.finding.startswith("other:"):
            for attribute, content in _of_fact(fact):
                yield fact.finding, attribute, content
    for attribute in ATTRIBUTES:
        for section, place, _, fact in words_about(swap_book("attributes", attribute), reading):
            yield fact.finding, attribute, reading.text(section)[place.start : place.end].lower()


def _of_fact(fact: Fact) -> Iterator[tuple[str, str]]:
    told = {
        "location": fact.location,
        "laterality": fact.laterality,
        "severity": fact.severity,
        "change": fact.change,
        "certainty": fact.tier,
    }
    for attribute, content in told.items():
        if content:
            yield attribute, content.lower()
    if fact.sizes_mm:
        yield "size", f"{max(fact.sizes_mm):g} mm"


def build_attributes(
    studies: Sequence[Study],
    *,
    schema: Path | None = None,
    seed: int = 0,
    shares: Sequence[float] = (0.7, 0.1, 0.2),
) -> list[Item]:
    """Return the questions: whether each finding is there, and each attribute that the report tells of it.

    Args:
        studies: the reference reports.
        schema: a reviewed attribute schema; the built-in one by default.
        seed: the user's seed; it decides the wordings and the splits.
        shares: shares of train, validation and test.
    """
    checked, asked = check_shares(shares), load_schema(schema)
    return [item for study in studies for item in _about(study, asked, seed, checked)]


def _about(study: Study, schema: AttributeSchema, seed: int, shares: Sequence[float]) -> Iterator[Item]:
    reading = read(study.report)
    for finding, answer in _existence(reading, schema).items():
        yield _item(study, finding, EXISTENCE, [answer], seed, shares)
    answers: dict[tuple[str, str], list[str]] = defaultdict(list)
    for finding, attribute, content in triplets(reading):
        asked = schema.asked_as(finding, attribute)
        if asked and content not in answers[finding, asked]:
            answers[finding, asked].append(content)
    for (finding, attribute), contents in answers.items():
        if contents:
            yield _item(study, finding, attribute, contents, seed, shares)


def _existence(reading: Reading, schema: AttributeSchema) -> dict[str, str]:
    """Return yes for the findings that are told without doubt, no for those that are only denied."""
    present = {f.finding for f in reading.told if f.polarity == "present"}
    doubtful = {f.finding for f in reading.told} - present
    answers: dict[str, str] = {}
    for fact in reading.facts:
        if fact.finding in schema.findings and fact.finding not in doubtful:
            answers[fact.finding] = "yes" if fact.finding in present else "no"
    return answers


def _item(
    study: Study, finding: str, attribute: str, answers: Sequence[str], seed: int, shares: Sequence[float]
) -> Item:
    words: Mapping[str, Any] = wordings("attribute_questions")
    rng = generator(seed, "qa attribute wording", study.study_id, finding, attribute)
    options: Sequence[str] = words[attribute]
    name = words["names"].get(finding, finding.replace("_", " "))
    return Item(
        id=f"{study.dataset}/{study.study_id}/{finding}/{attribute}",
        kind="attributes",
        level=EXISTENCE if attribute == EXISTENCE else "attribute",
        type=attribute,
        severity="",
        dataset=study.dataset,
        study_id=study.study_id,
        split=split_of(patient_of(study), shares, seed),
        question=options[int(rng.integers(len(options)))].replace("{finding}", name),
        report=shown(study.report),
        sentences=tuple(sentence.text for _, sentence in placed_sentences(study.report)),
        answer=answers[0],
        answers=tuple(answers),
        finding=finding,
        attribute=attribute,
    )


def mine(studies: Sequence[Study], *, name: str, min_count: int) -> dict[str, Any]:
    """Return a draft schema: the attributes told of findings at least ``min_count`` times, for a person to prune.

    Args:
        studies: the reports.
        name: what to call the schema.
        min_count: groups of (finding, attribute) that are told less often are left out.
    """
    contents: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for study in studies:
        for finding, attribute, content in triplets(read(study.report)):
            contents[finding, attribute][content] += 1
    findings: dict[str, dict[str, Any]] = {}
    for (finding, attribute), found in sorted(contents.items(), key=lambda group: -group[1].total()):
        if found.total() >= min_count:
            examples = [content for content, _ in found.most_common(EXAMPLES)]
            findings.setdefault(finding, {})[attribute] = {
                "keep": True, "comment": "", "examples": examples, "count": found.total(),
            }  # fmt: skip
    return {
        "name": name,
        "description": f"Mined from {len(studies)} reports, groups told {min_count} times or more. To be reviewed.",
        "findings": findings,
        "version": 1,
    }
