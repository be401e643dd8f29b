"""Built-in metrics have the numbers of the packages whose definitions they follow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reref.analysis.metrics import get_metric, metric_names
from reref.analysis.pairs import score_batch

PAIRS = [
    ("the lungs are clear .", "The lungs are clear."),
    ("no pleural effusion or pneumothorax", "There is no pneumothorax. There is no large effusion."),
    ("heart size is normal", "Cardiac silhouette within normal limits, 2.5 cm nodule in the right upper lobe!"),
    ("", "The heart is enlarged."),
    ("The heart is enlarged.", ""),
    ("lungs", "Lungs"),
    ("mild left basilar atelectasis atelectasis atelectasis", "Left basilar atelectasis, mild."),
    ("a b c d e f g h", "a b c d x f g h i j"),
    ("effusions increasing bilaterally; enlarged hearts", "increased bilateral effusion and an enlarging heart"),
]
CANDIDATES = [c for c, _ in PAIRS]
REFERENCES = [r for _, r in PAIRS]


def test_sentence_bleu_is_sacrebleus_on_lower_cased_text():
    from sacrebleu.metrics import BLEU

    for order in range(1, 5):
        peer = BLEU(lowercase=True, effective_order=True, max_ngram_order=order)
        expected = [peer.sentence_score(c, [r]).score / 100 for c, r in PAIRS]
        assert get_metric(f"sentence-bleu-{order}")(CANDIDATES, REFERENCES) == pytest.approx(expected, abs=1e-8)


def test_corpus_bleu_is_sacrebleus_from_summed_statistics():
    from sacrebleu.metrics import BLEU

    for order in range(1, 5):
        bleu = get_metric(f"bleu-{order}")
        summed = np.array(bleu(CANDIDATES, REFERENCES)).sum(axis=0)
        peer = BLEU(lowercase=True, max_ngram_order=order).corpus_score(CANDIDATES, [REFERENCES])
        assert float(bleu.aggregate(summed)) == pytest.approx(peer.score / 100, abs=1e-8)


def test_corpus_bleu_scores_a_single_study_as_sentence_bleu():
    single = [row.scores[""] for row in score_batch(get_metric("bleu-4"), CANDIDATES, REFERENCES)]
    assert single == get_metric("sentence-bleu-4")(CANDIDATES, REFERENCES)


def test_corpus_bleu_is_0_without_ngrams_of_the_highest_order():
    bleu = get_metric("bleu-4")
    assert float(bleu.aggregate(np.array(bleu(["a b"], ["a b"]), dtype=float).sum(axis=0))) == 0
    assert get_metric("sentence-bleu-4")(["a b"], ["a b"]) == [1.0]


def test_rouge_l_is_rouge_scores_with_its_stemmer():
    from rouge_score.rouge_scorer import RougeScorer

    peer = RougeScorer(["rougeL"], use_stemmer=True)
    expected = [peer.score(r, c)["rougeL"].fmeasure for c, r in PAIRS]
    assert get_metric("rouge-l")(CANDIDATES, REFERENCES) == pytest.approx(expected, abs=1e-12)


def test_coco_rouge_leans_to_recall():
    # 3 common words of 4 and of 3: P = 3/4, R = 1; (1 + 1.44) P R / (R + 1.44 P) by hand
    score = get_metric("rouge-l-coco")(["no acute bone lesion"], ["no bone lesion"])[0]
    assert score == pytest.approx(2.44 * 0.75 / (1 + 1.44 * 0.75))
    assert get_metric("rouge-l-coco")([""], ["no bone lesion"]) == [0.0]


def test_coco_bleu_by_hand():
    bleu = get_metric("bleu-2-coco")
    statistics = np.array(bleu(["a b c"], ["a b d e"]), dtype=float).sum(axis=0)
    expected = math.sqrt((2 / 3) * (1 / 2)) * math.exp(1 - 4 / 3)
    assert float(bleu.aggregate(statistics)) == pytest.approx(expected, abs=1e-6)


def test_coco_bleu_of_nothing_is_0():
    bleu = get_metric("bleu-4-coco")
    assert float(bleu.aggregate(np.array(bleu([""], ["a b"]), dtype=float).sum(axis=0))) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", metric_names())
def test_every_metric_describes_itself(name):
    metric = get_metric(name)
    assert metric.description
    assert metric.signature == f"{name}@{metric.version}"
