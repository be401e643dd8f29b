"""RadCliQ-v1 from CXR-Report-Metric, raw: lower is better, below zero is possible. No inverse document frequencies.

REREF_CXR_REPORT_METRIC is the folder of its checkout; it works on relative paths and one cache folder, so never run two
at once.
"""

import csv
import os
import sys
import tempfile

PACKAGES = ("torch", "bert-score", "transformers")
INSTALL = "clone https://github.com/rajpurkarlab/CXR-Report-Metric (Python 3.7) and set REREF_CXR_REPORT_METRIC to it"
WEIGHTS = "the RadGraph checkpoint (PhysioNet, credentialed) and chexbert.pth, set in its config.py"


def load(which):
    """Return its function and folder."""
    folder = os.environ.get("REREF_CXR_REPORT_METRIC", os.getcwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    before = os.getcwd()
    os.chdir(folder)
    try:
        from CXRMetric.run_eval import calc_metric
    finally:
        os.chdir(before)
    return calc_metric, folder


def _write(path, texts):
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["study_id", "report"])
        rows.writerows(enumerate(texts))


def score(model, candidates, references, which):
    """Return the raw RadCliQ-v1 of each pair."""
    calc_metric, folder = model
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as place:
        gt, pred, out = (os.path.join(place, name) for name in ("gt.csv", "pred.csv", "out.csv"))
        _write(gt, references)
        _write(pred, candidates)
        os.chdir(folder)
        try:
            calc_metric(gt, pred, out, False)
        finally:
            os.chdir(before)
        with open(out, newline="", encoding="utf-8") as file:
            found = {int(row["study_id"]): float(row["RadCliQ-v1"]) for row in csv.DictReader(file)}
    return [found.get(number) for number in range(len(candidates))]
