"""What must hold for the organisational rules on any report, tried on the example studies with several seeds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from reref.perturbations import Alternative, make_alternatives, rules_engine
from reref.perturbations.rules.labels import label
from reref.perturbations.rules.regions import regions
from reref.report import Report, sentences
from reref.taxonomy import get_target

STUDIES = Path(__file__).parents[2] / "examples" / "studies.jsonl"
ROWS = [json.loads(line) for line in STUDIES.read_text("utf-8").splitlines()]
ENGINE = rules_engine()


def accepted(target: str) -> Iterator[tuple[Report, Alternative]]:
    for row in ROWS:
        report = Report(row["findings"], row["impression"])
        for seed in range(3):
            made = make_alternatives(row["study_id"], "examples", report, get_target(target), ENGINE, seed=seed)[0]
            if made.status == "accepted":
                yield report, made


def words(*texts: str) -> Counter[str]:
    return Counter(word for text in texts for word in re.findall(r"\w+", text.lower()) if not word.isdigit())


def all_sentences(*texts: str) -> Counter[str]:
    return Counter(re.sub(r"\W+", "", s.text).lower() for text in texts for s in sentences(text))


def all_labels(*texts: str) -> Counter[str]:
    """Sentences without the verb that an impression made of labels leaves out ("No effusion is seen.")."""
    return Counter(re.sub(r"\W+", "", label(s.text)).lower() for text in texts for s in sentences(text))


def test_moved_statements_are_neither_copied_nor_lost() -> None:
    for report, made in accepted("section-assignment/alternative"):
        assert all_labels(made.findings, made.impression) == all_labels(report.findings, report.impression)
        assert words(made.findings) != words(report.findings)


def test_a_minimal_report_only_leaves_whole_statements_out() -> None:
    for report, made in accepted("findings-scope/minimal"):
        left = all_sentences(made.findings, made.impression)
        assert left < all_sentences(report.findings, report.impression)


def test_an_exhaustive_report_takes_nothing_away() -> None:
    for report, made in accepted("findings-scope/exhaustive"):
        assert len(made.findings + made.impression) > len(report.findings + report.impression)
        lost = all_sentences(report.findings, report.impression) - all_sentences(made.findings, made.impression)
        plain = ("normal", "unremarkable", "intact", "clear", "natural", "open")
        denied = [s for s in lost if not any(word in s for word in plain)]
        assert all(s.startswith(("no", "thereisno", "pleural", "pericardial")) for s in denied), denied
        gone = words(report.findings, report.impression) - words(made.findings, made.impression)
        assert not {*gone} & {"pneumothorax", "effusion", "effusions", "consolidation", "opacity", "edema"}, gone


def test_a_template_adds_headings_and_nothing_else() -> None:
    headings = words(*(region.heading for region in regions().values()), "and")
    left_to_the_heading = words(*(region.subject for region in regions().values()), "both is are")
    for report, made in accepted("structure/structured"):
        before, after = words(report.findings, report.impression), words(made.findings, made.impression)
        assert set(after - before) <= set(headings)
        assert set(before - after) <= set(left_to_the_heading)


def test_prose_has_no_marker_and_no_heading_and_every_word() -> None:
    for report, made in accepted("structure/free-text"):
        for text in (made.findings, made.impression):
            assert not any(s.marker or s.heading for s in sentences(text))
        dropped = words(report.findings, report.impression) - words(made.findings, made.impression)
        headings = words(*(region.heading for region in regions().values()), "and none negative contours")
        assert set(dropped) <= set(headings), dropped


@pytest.mark.parametrize("target", ["structure/structured", "findings-scope/minimal", "section-assignment/alternative"])
def test_most_authored_studies_can_be_rewritten(target: str) -> None:
    assert len({made.study_id for _, made in accepted(target)}) >= 0.6 * len(ROWS)
