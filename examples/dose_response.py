"""Would a metric notice a clinical error? Plant 1 to 5 errors in each report, flip one side, and see what scores do.

``python -m reref.examples.dose_response [REPORTS] [-o FOLDER]`` scores every erroneous report against its original,
prints the means and draws them: a metric of clinical facts falls with each error, and overlap of words hardly sees a
side.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from reref.analysis.metrics import get_metric
from reref.analysis.scoring import score_pairs
from reref.core.files import whole_file, write_csv
from reref.datasets import Study, load_studies
from reref.perturbations import make_alternative, rules_engine
from reref.taxonomy import Target, expand, get_target

HERE = Path(__file__).parent
METRICS = ("finding-f1", "rouge-l", "bleu-4")
FLIP = "error/direction"

#: metric -> label of a group of reports (``"0"`` to ``"5"`` errors, ``"side"``) -> mean score
Means = Mapping[str, Mapping[str, float]]


def erroneous(studies: Sequence[Study], target: Target) -> dict[str, str]:
    """Return the reports with the target's errors, by study; only those where they could be made."""
    engine = rules_engine()
    made = {s.study_id: make_alternative(s.study_id, s.dataset, s.report, target, engine, seed=0) for s in studies}
    return {name: f"{row.findings}\n{row.impression}" for name, row in made.items() if row.status == "accepted"}


def means(studies: Sequence[Study], metrics: Sequence[str] = METRICS) -> Means:
    """Return mean scores against the originals: over the studies that take all five doses, and over those with a side.

    Args:
        studies: the reports.
        metrics: names of metrics.
    """
    doses = {str(dose): erroneous(studies, target) for dose, target in enumerate(expand(["dose/errors"]), start=1)}
    common = [s.study_id for s in studies if all(s.study_id in texts for texts in doses.values())]
    sides = erroneous(studies, get_target(FLIP))
    original = {s.study_id: f"{s.report.findings}\n{s.report.impression}" for s in studies}
    groups = {"0": {name: original[name] for name in common}}
    groups |= {dose: {name: texts[name] for name in common} for dose, texts in doses.items()}
    groups["side"] = sides
    return {name: {label: _mean(name, group, original) for label, group in groups.items()} for name in metrics}


def _mean(metric: str, texts: Mapping[str, str], original: Mapping[str, str]) -> float:
    scores = score_pairs(get_metric(metric), [(text, original[name]) for name, text in texts.items()])
    return fmean(next(iter(found.scores.values())) for found in scores) if scores else float("nan")


def draw(found: Means, path: Path) -> None:
    """Draw the scores over the number of errors, and beside them what one wrong side does."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.4), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    for style, (metric, by_group) in zip(("o-", "s--", "^:"), found.items(), strict=False):
        doses = [label for label in by_group if label != "side"]
        left.plot([int(d) for d in doses], [by_group[d] for d in doses], style, label=metric)
    left.set(xlabel="errors in the report", ylabel="mean score against the original", ylim=(0, 1.03))
    left.legend(frameon=False)
    names = list(found)
    right.bar(names, [1 - found[name]["side"] for name in names], color="0.5")
    right.set(ylabel="score lost with one finding on the wrong side")
    right.tick_params(axis="x", rotation=20)
    with whole_file(path) as file:
        figure.savefig(file, format="png", dpi=110)


def main() -> None:
    """Run the example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", nargs="?", type=Path, default=HERE / "studies.jsonl")
    parser.add_argument("-o", "--output", type=Path, default=Path("dose_response"))
    parser.add_argument("--limit", type=int, default=None)
    given = parser.parse_args()
    found = means(load_studies(given.reports).studies[: given.limit])
    labels = list(next(iter(found.values())))
    print(f"{'metric':12}" + "".join(f"{label:>8}" for label in labels))
    for metric, by_group in found.items():
        print(f"{metric:12}" + "".join(f"{by_group[label]:8.3f}" for label in labels))
    rows = [{"metric": m, "errors": label, "score": value} for m, by in found.items() for label, value in by.items()]
    write_csv(given.output / "dose_response.csv", rows)
    draw(found, given.output / "dose_response.png")
    print(f"{given.output / 'dose_response.png'}")


if __name__ == "__main__":
    main()
