"""Calibration finds the weights that made the ratings, and says how far they can be relied on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import yaml
from command import reref
from scipy.optimize import minimize

from reref.analysis.calibration import calibrate, fit_weights, mixed
from reref.core.errors import BadDataError
from reref.core.seeding import generator

TRUE = np.array([0.5, 0.3, 0.2, 0.0])


def world(rows, *, noise=0.0, gaps=0.0, seed=1):
    rng = generator(seed, "calibration test")
    components = rng.random((rows, 4))
    components[rng.random(components.shape) < gaps] = np.nan
    components[np.isnan(components).all(axis=1), 0] = 0.5
    return components, mixed(components, TRUE) + noise * rng.standard_normal(rows)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_the_weights_behind_exact_ratings_are_found(gaps):
    components, ratings = world(60, gaps=gaps)
    assert fit_weights(components, ratings) == pytest.approx(TRUE, abs=1e-5)


def test_noisy_ratings_give_the_least_squares_on_the_simplex():
    components, ratings = world(40, noise=0.2)
    found = fit_weights(components, ratings)
    peer = minimize(
        lambda w: np.sum((components @ w - ratings) ** 2), np.full(4, 0.25), method="SLSQP", bounds=[(0, 1)] * 4,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1}, options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip
    assert found == pytest.approx(peer.x, abs=1e-4)
    assert found.min() >= 0
    assert found.sum() == pytest.approx(1, abs=1e-12)


def test_a_component_that_never_has_a_value_has_no_weight():
    components, ratings = world(30)
    components[:, 1] = np.nan
    assert fit_weights(components, ratings)[1] == 0.0
    with pytest.raises(BadDataError, match="nothing to fit"):
        fit_weights(np.full((3, 2), np.nan), np.ones(3))


def test_folds_show_how_stable_the_weights_are():
    steady = calibrate("abcd", *world(70), folds=5)
    shaky = calibrate("abcd", *world(70, noise=0.5), folds=5)
    assert steady.fold_weights.shape == (5, 4)
    assert max(steady.spread) < 1e-4 < max(shaky.spread)
    assert steady.pearson == pytest.approx(1.0)
    assert shaky.pearson < 0.9
    assert steady.error < shaky.error


def test_the_same_seed_makes_the_same_folds_and_another_seed_others():
    components, ratings = world(30, noise=0.3)
    first, again, other = (calibrate("abcd", components, ratings, seed=seed) for seed in (0, 0, 1))
    assert np.array_equal(first.fold_weights, again.fold_weights)
    assert not np.array_equal(first.fold_weights, other.fold_weights)


def test_too_few_pairs_are_refused():
    with pytest.raises(BadDataError, match="at least 5 rated pairs for 5 folds, got 3"):
        calibrate("abcd", *world(3))


def test_the_command_writes_weights_that_the_score_can_use(tmp_path, capsys):
    pairs = yaml.safe_load((Path(__file__).parents[1] / "data" / "csm_pairs.yaml").read_text())
    rated, weights, out = tmp_path / "rated.jsonl", tmp_path / "weights.json", tmp_path / "out.jsonl"
    lines = [
        {"id": str(i), "candidate": row["candidate"], "reference": row["reference"],
         "score": i % 7}
        for i, row in enumerate(pairs)
    ]  # fmt: skip
    rated.write_text("\n".join(map(json.dumps, lines)))
    done = reref(capsys, "calibrate", rated, "-o", weights, "--full-score", "6")
    assert done.code == 0, done.err
    fitted = json.loads(weights.read_text())["weights"]
    assert {level: sum(row.values()) for level, row in fitted.items()} == pytest.approx(dict.fromkeys(fitted, 1.0))
    done = reref(capsys, "csm", rated, "-o", out, "--weights", weights)
    assert done.code == 0, done.err
    assert len(out.read_text().splitlines()) == len(pairs)


def test_a_score_beyond_the_full_score_is_refused_with_its_row(tmp_path, capsys):
    rated = tmp_path / "rated.jsonl"
    rated.write_text(json.dumps({"id": "1", "candidate": "a", "reference": "b", "score": 4}))
    done = reref(capsys, "calibrate", rated, "-o", tmp_path / "w.json")
    assert done.code == 3
    assert "row 1: the score must be a number from 0 to 1, got 4" in done.err
