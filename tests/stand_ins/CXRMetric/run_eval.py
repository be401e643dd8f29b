"""Stands in for CXR-Report-Metric: files in, a file out, relative paths, lower is better."""

import csv
import os

from toy import share


def _read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def calc_metric(gt_csv, pred_csv, out_csv, use_idf):
    assert use_idf is False
    assert os.path.exists("CXRMetric/run_eval.py"), "it works on relative paths"
    truth = {int(row["study_id"]): row["report"] for row in _read(gt_csv)}
    with open(out_csv, "w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, ["study_id", "report", "RadCliQ-v0", "RadCliQ-v1"])
        rows.writeheader()
        for row in _read(pred_csv):
            raw = 1 - 2 * share(row["report"], truth[int(row["study_id"])])
            rows.writerow({**row, "RadCliQ-v0": 0, "RadCliQ-v1": raw})
