"""The whole job on two public sets of chest X-ray reports; writes docs/results (numbers and figures, no report text).

    python benchmarks/real_results.py [--quick]

``--quick`` runs the 382-study set with BLEU-4 and ROUGE-L only and prints how long that takes.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("REREF_SHARED", HERE.parents[1] / "shared")) / "data"
DOCS = HERE.parent / "docs" / "results"
#: Two sets: references, candidate files and the reports that saw the reference (left out: they are no models).
SETS = {
    "mrg382": ("refs/iu_xray_mrg_test382_sections.jsonl", "outputs/iu_mrg_test382"),
    "r2gen590": ("refs/iu_xray_r2gen_test590_full.jsonl", "outputs/iu_r2gen_test590"),
}
#: What is shown in docs: small tables. The scores of single studies stay in the run folder.
TABLES = ("metrics", "sensitivity", "rankings", "pairs", "reversals", "robust", "stability", "controls", "coverage")
METRICS = (
    "bleu-1", "bleu-4", "rouge-l", "chrf", "chexpert-micro-f1-14", "finding-f1", "finding-f1-detail", "attribute-f1",
    "fact-score", "statement-f1",
)  # fmt: skip


def run(*command: str | Path) -> float:
    """Run a reref command, show what it prints, return its seconds."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-m", "reref", *map(str, command)], check=True)
    return time.perf_counter() - begin


def candidates(folder: str) -> list[str]:
    """Return the --candidates options of the deployable systems of a folder."""
    files = sorted(path for path in (SHARED / folder).glob("*.jsonl") if not path.name.startswith("oracle"))
    return [part for path in files for part in ("--candidates", f"{path.stem}={path}")]


def main() -> None:
    """Run both sets, or one quickly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    if not SHARED.is_dir():
        sys.exit(f"{SHARED}: not there; set REREF_SHARED to the folder that has the public report sets")
    pages = []
    with tempfile.TemporaryDirectory() as temporary:
        for name, (references, models) in list(SETS.items())[: 1 if quick else None]:
            folder = Path(temporary) / name
            what = [] if quick else ["--target", "axis", "--target", "control", "--persona", "all"]
            metrics = [
                part for metric in (("bleu-4", "rouge-l") if quick else METRICS) for part in ("--metric", metric)
            ]
            made = run("perturb", SHARED / references, "-o", folder, *what)
            scored = run("sensitivity", folder, *candidates(models), *metrics)
            print(f"{name}: rewriting {made:.1f} s, scoring and conclusions {scored:.1f} s")
            if not quick:
                keep(folder, DOCS / name)
                pages.append(page(name, DOCS / name))
        if not quick:
            text = (HERE / "real_results.md").read_text(encoding="utf-8")
            (DOCS / "README.md").write_text(text + "\n".join(pages), encoding="utf-8")


def page(name: str, folder: Path) -> str:
    """Return the section of one set: its rates, its significant reversals, its figures."""
    tables = {table: list(csv.DictReader((folder / f"{table}.csv").open(encoding="utf-8"))) for table in TABLES}
    coverage = next(row for row in tables["coverage"])
    models = {row["model"] for row in tables["rankings"]}
    lines = [f"## {name}: {coverage['studies']} studies, {len(models)} systems", ""]
    lines += [
        "| metric | mean IQR | max IQR | worst target | pairs reversed | significantly | other leader |",
        "|---" * 7 + "|",
    ]
    for row in tables["metrics"]:
        metric = row["metric"]
        total = next(
            r for r in tables["reversals"] if (r["metric"], r["view"], r["level"]) == (metric, "all", "overall")
        )
        led = [
            r
            for r in tables["stability"]
            if r["metric"] == metric and r["view"] == "all" and not r["target"].startswith("control")
        ]
        changed = sum(r["leader"] != r["original_leader"] for r in led)
        lines.append(
            f"| {metric} | {number(row['mean_iqr'])} | {number(row['max_iqr'])} | {row['worst_target']} "
            f"| {total['reversed']} of {total['pairs']} | {total['significant']} | {changed} of {len(led)} targets |"
        )
    significant = [
        r
        for r in tables["pairs"]
        if r["view"] == "all" and r["significant"] == "True" and not r["target"].startswith("control")
    ]
    significant.sort(key=lambda r: -abs(float(r["difference"]) - float(r["original_difference"])))
    lines += ["", f"{len(significant)} reversals are significant (13 variations and both personas). The largest:", ""]
    lines += ["| metric | target | pair | original | rewritten, 95 % interval |", "|---" * 5 + "|"]
    lines += [
        f"| {r['metric']} | {r['target']} | {r['model_a']} − {r['model_b']} "
        f"| {float(r['original_difference']):+.4f} ({r['original_verdict']}) "
        f"| {float(r['difference']):+.4f} [{float(r['low']):+.4f}, {float(r['high']):+.4f}] ({r['verdict']}) |"
        for r in significant[:10]
    ]
    lines += ["", *(f"![{figure.stem}]({name}/{figure.name})" for figure in sorted(folder.glob("*.png"))), ""]
    return "\n".join(lines)


def number(cell: str) -> str:
    """Return a figure with two digits; an empty cell is one that is not known."""
    return f"{float(cell):.2f}" if cell else "–"


def keep(folder: Path, into: Path) -> None:
    """Copy tables and figures."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for table in TABLES:
        shutil.copy(folder / "results" / f"{table}.csv", into)
    for figure in (folder / "figures").glob("*.png"):
        shutil.copy(figure, into)


if __name__ == "__main__":
    main()
