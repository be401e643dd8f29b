"""Properties of apply, replay, diff and compose over made-up texts and edits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reref.perturbations.compose import compose
from reref.perturbations.diff import edits_between
from reref.perturbations.edits import AppliedEdit, Edit, apply_edits, replay
from reref.report import Report

texts = st.text(alphabet="ab .XÄ\n", max_size=30)
reports = st.builds(Report, texts, texts)


@st.composite
def edits_of(draw: st.DrawFn, report: Report) -> list[Edit]:
    edits = []
    for section in ("findings", "impression"):
        length = len(report.section(section))
        cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
        edits += [
            Edit(section, start, end, draw(st.text("xy ", max_size=4)), "made up")
            for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        ]
    return edits


@st.composite
def rewrites(draw: st.DrawFn) -> tuple[Report, list[Edit], Report, list[AppliedEdit]]:
    report = draw(reports)
    edits = draw(edits_of(report))
    new, applied = apply_edits(report, edits)
    return report, edits, new, applied


@given(rewrites())
def test_applied_edits_point_at_both_texts_and_replay_gives_the_new_one(
    made: tuple[Report, list[Edit], Report, list[AppliedEdit]],
) -> None:
    report, _, new, applied = made
    for edit in applied:
        assert report.section(edit.section)[edit.start : edit.end] == edit.before
        assert new.section(edit.section)[edit.out_start : edit.out_end] == edit.after
        assert edit.before != edit.after
    assert replay(report, applied) == new


@given(rewrites())
def test_text_outside_the_edits_is_byte_identical(made: tuple[Report, list[Edit], Report, list[AppliedEdit]]) -> None:
    report, _, new, applied = made
    for section in ("findings", "impression"):
        old_rest, new_rest, at, out = "", "", 0, 0
        for edit in (e for e in applied if e.section == section):
            old_rest += report.section(section)[at : edit.start] + "|"
            new_rest += new.section(section)[out : edit.out_start] + "|"
            at, out = edit.end, edit.out_end
        assert old_rest + report.section(section)[at:] == new_rest + new.section(section)[out:]


@given(reports, reports)
def test_the_diff_of_whole_sections_gives_them_byte_for_byte(old: Report, new: Report) -> None:
    sections = {"findings": new.findings, "impression": new.impression}
    again, _ = apply_edits(old, edits_between(old, sections, "rewrite"))
    assert again == new


@given(st.data())
def test_two_rewrites_composed_are_edits_of_the_original(data: st.DataObject) -> None:
    report, _, middle, first = data.draw(rewrites())
    new, second = apply_edits(middle, data.draw(edits_of(middle)))
    composed = compose(report, first, second)
    assert replay(report, composed) == new
