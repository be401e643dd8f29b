"""Every metric that runs offline keeps the promises that analyses rely on."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from reref.analysis.metrics import get_metric, metric_names
from reref.analysis.pairs import score_batch

OFFLINE = [name for name in metric_names() if not get_metric(name).needs]
TEXTS = [
    "Small left pleural effusion with adjacent atelectasis. The heart is mildly enlarged. No pneumothorax.",
    "A 7 mm nodule is seen in the right upper lobe. There is no effusion. Heart size is normal.",
    "The lungs are clear. No acute abnormality of the chest.",
    "Dense consolidation of the right lower lobe suggests pneumonia. Degenerative change of the thoracic spine.",
]
CORONARY = [
    "Right dominance. Calcified plaque in the proximal LAD with mild stenosis. LCX and RCA are normal.",
    "Left dominance. Severe stenosis of the mid RCA. The LM is normal. Mild coronary calcification.",
    "Mixed plaque in the distal LCX with 60% stenosis. The remaining vessels are normal.",
    "Soft plaque in the LAD and LCX. No stenosis in the LM. The RCA is occluded.",
]
OTHERS = TEXTS[1:] + TEXTS[:1]
ODD = ["x", "XXXX ___ .", "ü≥≤ 🫁 5 mm", "a" * 3000, "No.\n\n\tNo.", "1. 2. 3."]


def scores(name, candidates, references):
    return [dict(row.scores) for row in score_batch(get_metric(name), candidates, references)]


@pytest.mark.parametrize("name", OFFLINE)
def test_a_text_against_itself_is_the_best_there_is(name):
    metric = get_metric(name)
    sign = 1 if metric.higher_is_better else -1
    texts = CORONARY if name.startswith("csm-") else TEXTS
    unrelated = texts[1:] + texts[:1]
    for same, other in zip(scores(name, texts, texts), scores(name, unrelated, texts), strict=True):
        for key, value in same.items():
            assert sign * value >= sign * other.get(key, -1.0)
    bound = metric.range[1] if metric.higher_is_better else metric.range[0]
    if bound is not None and name != "cider" and not name.endswith("-coco"):
        assert all(value == pytest.approx(bound) for row in scores(name, texts, texts) for value in row.values())


@pytest.mark.parametrize("name", OFFLINE)
def test_one_empty_text_is_scored_and_finite_and_two_are_unscored(name):
    metric = get_metric(name)
    found = score_batch(metric, ["", *TEXTS, ""], [TEXTS[0], *TEXTS[:3], "", ""])
    for row in found[:-1]:
        assert all(math.isfinite(value) for value in row.scores.values()), row
    assert found[-1].error == "both texts are empty"


@pytest.mark.parametrize("name", OFFLINE)
def test_the_order_of_pairs_does_not_matter(name):
    backwards = scores(name, OTHERS[::-1], TEXTS[::-1])[::-1]
    assert backwards == scores(name, OTHERS, TEXTS)


@pytest.mark.parametrize("name", OFFLINE)
def test_a_pair_depends_on_its_batch_only_if_that_is_declared(name):
    together = scores(name, OTHERS, TEXTS)
    halves = scores(name, OTHERS[:2], TEXTS[:2]) + scores(name, OTHERS[2:], TEXTS[2:])
    assert (together == halves) is not get_metric(name).batch_dependent


@pytest.mark.parametrize("name", OFFLINE)
def test_scores_stay_in_the_declared_range_whatever_the_text(name):
    low, high = get_metric(name).range
    candidates, references = [*ODD, *TEXTS, *ODD[:4]], [*ODD[::-1], *OTHERS, *TEXTS]
    for row in scores(name, candidates, references):
        for value in row.values():
            assert math.isfinite(value)
            assert low is None or value >= low - 1e-9
            assert high is None or value <= high + 1e-9


@pytest.mark.parametrize("name", metric_names())
def test_a_metric_says_what_it_is_in_one_line(name):
    description = get_metric(name).description
    assert description
    assert "\n" not in description
    assert len(description) <= 140


def test_knowing_all_metrics_loads_nothing_heavy():
    code = (
        "import sys; from reref.analysis.metrics import metric_names; metric_names(); "
        "print([m for m in ('torch', 'transformers', 'numpy', 'scipy', 'nltk', 'dspy', 'openai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
