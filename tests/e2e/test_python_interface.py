"""The two jobs from Python."""

import pytest

import reref
from reref.analysis.headline import headline
from reref.core.errors import UnknownNameError, UsageError
from reref.datasets import Study
from reref.report import Report

STUDIES = [
    Study("a", "mine", Report("The lungs are clear. The heart is enlarged.", "Cardiomegaly.")),
    Study("b", "mine", Report("Small left pleural effusion. No pneumothorax.", "Small effusion.")),
]
CANDIDATES = {
    "wordy": {"a": "The lungs are clear. The heart is enlarged.", "b": "There is a small left pleural effusion."},
    "terse": {"a": "Big heart.", "b": "Left effusion."},
}


def shared_words(candidates: list[str], references: list[str]) -> list[float]:
    pairs = zip(candidates, references, strict=True)
    return [len(set(c.lower().split()) & set(r.lower().split())) / len(set(r.lower().split())) for c, r in pairs]


def test_the_whole_job_in_memory() -> None:
    run = reref.perturb(STUDIES, ["terminology", "control/identity"], seed=0)
    found = reref.sensitivity(run, CANDIDATES, ["rouge-l", shared_words], resamples=200)
    assert {row["metric"] for row in found.to_rows("metrics")} == {"rouge-l", "shared_words"}
    identity = [row for row in found.to_rows("shifts") if row["target"] == "control/identity"]
    assert {row["shift"] for row in identity} == {0.0}
    assert "rouge-l" in str(found)
    assert found.plot_score_changes().axes


def test_a_figure_without_rows_says_so() -> None:
    run = reref.perturb(STUDIES, ["control/identity"], seed=0)
    found = reref.sensitivity(run, {"terse": CANDIDATES["terse"]}, ["rouge-l"], resamples=50)
    with pytest.raises(UsageError, match="nothing to draw"):
        found.plot_gaps()


def test_the_answer_counts_axis_variations_and_no_controls() -> None:
    run = reref.perturb(STUDIES, ["terminology", "negation", "control/identity"], seed=0)
    found = reref.sensitivity(run, CANDIDATES, ["rouge-l"], resamples=50)
    overall = [row for row in found.to_rows("reversals") if (row["level"], row["view"]) == ("overall", "all")]
    assert headline(found.analysis).startswith(f"{overall[0]['reversed']} of {overall[0]['pairs']} comparisons")
    assert f"of {len(overall) * 3} rankings" in headline(found.analysis)


def test_one_model_has_nothing_to_be_compared_with() -> None:
    run = reref.perturb(STUDIES, ["terminology"], seed=0)
    found = reref.sensitivity(run, {"terse": CANDIDATES["terse"]}, ["rouge-l"], resamples=50)
    assert headline(found.analysis).startswith("No two models")


def test_the_same_seed_gives_the_same_rows() -> None:
    rows = [reref.perturb(STUDIES, ["terminology"], seed=seed).rows for seed in (0, 0)]
    assert rows[0] == rows[1]


def test_an_unknown_target_is_named() -> None:
    with pytest.raises(UnknownNameError, match="terminology"):
        reref.perturb(STUDIES, ["terminologie"])


def test_public_names_are_listed() -> None:
    assert set(reref.__all__) <= set(dir(reref))
    with pytest.raises(AttributeError, match="public names"):
        reref.nothing_like_it  # noqa: B018
