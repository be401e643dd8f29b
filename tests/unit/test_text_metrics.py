"""Word, phrase and character metrics have the numbers of the packages whose definitions they follow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reref.analysis.metrics import get_metric, meteor
from reref.analysis.pairs import score_batch
from reref.core.errors import MissingExtraError

PAIRS = [
    ("the lungs are clear .", "The lungs are clear."),
    ("no pleural effusion or pneumothorax", "There is no pneumothorax. There is no large effusion."),
    ("heart size is normal", "Cardiac silhouette within normal limits, 2.5 cm nodule in the right upper lobe!"),
    ("", "The heart is enlarged."),
    ("The heart is enlarged.", ""),
    ("lungs", "Lungs"),
    ("ab", "abcdefgh"),
    ("mild left basilar atelectasis atelectasis atelectasis", "Left basilar atelectasis, mild."),
    ("effusions increasing bilaterally; enlarged hearts", "increased bilateral effusion and an enlarging heart"),
]
CANDIDATES = [c for c, _ in PAIRS]
REFERENCES = [r for _, r in PAIRS]


def system_score(name):
    metric = get_metric(name)
    return float(metric.aggregate(np.array(metric(CANDIDATES, REFERENCES), dtype=float).sum(axis=0)))


def study_scores(name, candidates=CANDIDATES, references=REFERENCES):
    return [row.scores[""] for row in score_batch(get_metric(name), candidates, references)]


def test_rouge_1_and_2_are_those_of_rouge_score():
    from rouge_score.rouge_scorer import RougeScorer

    peer = RougeScorer(["rouge1", "rouge2"], use_stemmer=True)
    expected = [peer.score(r, c) for c, r in PAIRS]
    assert study_scores("rouge-1") == pytest.approx([row["rouge1"].fmeasure for row in expected], abs=1e-12)
    assert study_scores("rouge-2") == pytest.approx([row["rouge2"].fmeasure for row in expected], abs=1e-12)


def test_chrf_is_sacrebleus_per_study_and_over_the_corpus():
    from sacrebleu.metrics import CHRF

    peer = CHRF()
    assert study_scores("chrf") == pytest.approx([peer.sentence_score(c, [r]).score / 100 for c, r in PAIRS], abs=1e-8)
    assert system_score("chrf") == pytest.approx(peer.corpus_score(CANDIDATES, [REFERENCES]).score / 100, abs=1e-8)


def test_ter_is_sacrebleus_per_study_and_over_the_corpus():
    from sacrebleu.metrics import TER

    peer = TER()
    assert study_scores("ter") == pytest.approx([peer.sentence_score(c, [r]).score / 100 for c, r in PAIRS])
    assert system_score("ter") == pytest.approx(peer.corpus_score(CANDIDATES, [REFERENCES]).score / 100)


def test_cider_weighs_phrases_by_how_rare_they_are_among_the_references():
    # Two references share "clear"; with N = 2 its weight is log(2/2) = 0, that of a word in one reference is log 2.
    references = ["heart clear", "lungs clear"]
    # order 1: only the rare word counts and it matches: cosine 1. order 2: the pair is rare and matches: cosine 1.
    # orders 3 and 4 have no phrase: 0. Mean 0.5, no length penalty, times 10.
    assert get_metric("cider")(references, references) == pytest.approx([5.0, 5.0])
    # "lungs clear" against "heart clear": nothing rare in common.
    assert get_metric("cider")(references[::-1], references) == [0.0, 0.0]


def test_cider_falls_with_the_square_of_the_difference_in_length():
    references = ["heart normal", "lungs clear"]
    # one word longer: the pair "heart normal" is still there; order 1 cosine: weights log 2 each of 2 of 3 words, the
    # new word is in no reference and weighs log(2/1) too.
    score = get_metric("cider")(["heart normal today", "lungs clear"], references)[0]
    order_1 = 2 / (math.sqrt(3) * math.sqrt(2))
    order_2 = 1 / math.sqrt(2)
    assert score == pytest.approx(10 * (order_1 + order_2) / 4 * math.exp(-1 / 72))


def test_cider_of_one_reference_is_unscored_and_says_why():
    row = score_batch(get_metric("cider"), ["lungs clear"], ["lungs clear"])[0]
    assert math.isnan(row.scores[""])
    assert "at least two different references" in row.error


class _Lemma:
    def __init__(self, name):
        self._name = name

    def name(self):
        return self._name


class _Synset:
    def __init__(self, *names):
        self._names = names

    def lemmas(self):
        return [_Lemma(name) for name in self._names]


class _WordNet:
    def synsets(self, word):
        return [_Synset("big", "broad")] if word in ("big", "broad") else []


def test_meteor_is_nltks_with_the_words_stems_and_synonyms_remembered(monkeypatch):
    from nltk.stem.porter import PorterStemmer
    from nltk.translate.meteor_score import single_meteor_score

    monkeypatch.setattr(meteor, "_tools", lambda: (meteor._Stems(), meteor._Synonyms(_WordNet())))
    pairs = [(c, r) for c, r in PAIRS if c and r] + [("big heart", "broad heart")]
    found = get_metric("meteor")([c for c, _ in pairs], [r for _, r in pairs])
    words = [(meteor._words(c), meteor._words(r)) for c, r in pairs]
    expected = [single_meteor_score(r, c, stemmer=PorterStemmer(), wordnet=_WordNet()) for c, r in words]
    assert found == pytest.approx(expected, abs=1e-12)
    assert found[-1] > 0.9  # a synonym matches


def test_meteor_without_wordnet_stops_with_the_install_line(monkeypatch, tmp_path):
    import nltk

    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    meteor._tools.cache_clear()
    with pytest.raises(MissingExtraError, match=r"meteor needs WordNet .*nltk\.downloader wordnet"):
        score_batch(get_metric("meteor"), ["a b"], ["a c"])
