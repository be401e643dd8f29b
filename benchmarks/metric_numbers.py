"""Are our numbers those of the reference implementations, and how fast are they? On real pairs, one core.

Run: python benchmarks/metric_numbers.py [PAIRS, default 2000] [--coco PYTHON]

Pairs are genuine model outputs (nine systems) with their references. TER is compared on 100 of them, because it is
slow. ``--coco`` names an interpreter that has pycocoevalcap, for CIDEr. Printed: the largest absolute difference of a
pair's score, and pairs per second of CPU time, each metric with its memories of texts cleared before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from shared_data import shared_rows

from reref.analysis.metrics import get_metric, metric_names
from reref.analysis.pairs import score_batch

_SLOW = 100
_SYSTEMS = ("fixed_template", "llm_logp_select_top20", "number_select_final", "sft_copyoracle_beam3",
            "template_sentence_fusion", "number_select_epoch0")  # fmt: skip
_CIDER = """
import json, sys
from pycocoevalcap.cider.cider import Cider
pairs = json.load(sys.stdin)
gts = {i: [r] for i, (c, r) in enumerate(pairs)}
res = {i: [c] for i, (c, r) in enumerate(pairs)}
print(json.dumps([float(v) for v in Cider().compute_score(gts, res)[1]]))
"""


def real_pairs(count: int) -> list[tuple[str, str]]:
    references = {row["study_id"]: _text(row) for row in shared_rows("data/refs/iu_xray_mrg_test382.jsonl")}
    found = []
    for system in _SYSTEMS:
        for row in shared_rows(f"data/outputs/iu_mrg_test382/{system}.jsonl"):
            if row["study_id"] in references:
                found.append((_text(row), references[row["study_id"]]))
    return [pair for pair in found if pair[0].strip() and pair[1].strip()][:count]


def _text(row: dict) -> str:
    return row.get("report") or " ".join(filter(None, (row.get("findings"), row.get("impression"))))


def ours(name: str, pairs: list[tuple[str, str]]) -> list[float]:
    found = score_batch(get_metric(name), [c for c, _ in pairs], [r for _, r in pairs])
    return [next(iter(row.scores.values())) for row in found]


def forget_texts() -> None:
    """Clear what is remembered of texts, but not the lexicons."""
    for module in [module for name, module in sys.modules.items() if name.startswith("reref.")]:
        for value in vars(module).values():
            size = value.cache_parameters()["maxsize"] if hasattr(value, "cache_parameters") else None
            if size is not None and size >= 1024:
                value.cache_clear()


def peers(pairs: list[tuple[str, str]], coco: str | None) -> dict[str, list[float]]:
    from rouge_score.rouge_scorer import RougeScorer
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    rouge = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    start = time.process_time()
    lcs = RougeScorer(["rougeL"], use_stemmer=True)
    for c, r in pairs:
        lcs.score(r, c)
    print(f"rouge-score's own ROUGE-L: {len(pairs) / (time.process_time() - start):,.0f} pairs/s")
    scored = [rouge.score(r, c) for c, r in pairs]
    found = {ours: [row[theirs].fmeasure for row in scored]
             for ours, theirs in (("rouge-1", "rouge1"), ("rouge-2", "rouge2"), ("rouge-l", "rougeL"))}  # fmt: skip
    for order in range(1, 5):
        bleu = BLEU(lowercase=True, effective_order=True, max_ngram_order=order)
        found[f"sentence-bleu-{order}"] = [bleu.sentence_score(c, [r]).score / 100 for c, r in pairs]
    found["chrf"] = [CHRF().sentence_score(c, [r]).score / 100 for c, r in pairs]
    found["ter"] = [TER().sentence_score(c, [r]).score / 100 for c, r in pairs[:_SLOW]]
    if coco:
        from reref.analysis.metrics.cider import _WORD

        plain = [[" ".join(_WORD.findall(text.lower())) for text in pair] for pair in pairs]
        done = subprocess.run([coco, "-c", _CIDER], input=json.dumps(plain), capture_output=True, text=True, check=True)
        found["cider"] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("pairs", nargs="?", type=int, default=2000)
    arguments.add_argument("--coco")
    given = arguments.parse_args()
    pairs = real_pairs(given.pairs)
    words = sum(len(r.split()) for _, r in pairs) / len(pairs)
    print(f"{len(pairs)} pairs, {len({t for p in pairs for t in p})} texts, {words:.0f} words a reference")
    expected = peers(pairs, given.coco)
    print(f"{'metric':24} {'largest difference':>18} {'pairs/s':>9}")
    for name in metric_names():
        if get_metric(name).needs:
            continue
        some = pairs[:_SLOW] if name == "ter" else pairs
        ours(name, pairs[:2])  # loads lexicons
        forget_texts()
        start = time.process_time()
        values = ours(name, some)
        speed = len(some) / max(time.process_time() - start, 1e-9)
        theirs = expected.get(name)
        apart = max(abs(a - b) for a, b in zip(values, theirs, strict=True)) if theirs else None
        print(f"{name:24} {'–' if apart is None else f'{apart:.1e}':>18} {speed:9,.0f}")


if __name__ == "__main__":
    main()
