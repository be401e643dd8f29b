"""The table of published packages, each registered as a metric that loads when it is first called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from reref.analysis.metrics.chexpert_f1 import macro_f1, micro_f1
from reref.analysis.metrics.model import Aggregate
from reref.analysis.metrics.registry import metric
from reref.core.errors import MissingExtraError


@dataclass(frozen=True)
class Published:
    """One metric of a published package.

    Attributes:
        name: ours.
        call: the file in `calls/`.
        which: which of its scores or models.
        higher_is_better: its direction, as the package gives its numbers.
        range: of its numbers.
        description: what it is, with its traps.
        batch_dependent: whether a pair's score depends on the others of the call.
        aggregate: of a corpus-level one.
        sentence: of a corpus-level one, for a single study.
    """

    name: str
    call: str
    description: str
    which: str = ""
    higher_is_better: bool = True
    range: tuple[float | None, float | None] = (0, 1)
    batch_dependent: bool = False
    aggregate: Aggregate | None = None
    sentence: Aggregate | None = None

    def run(self, candidates: Sequence[str], references: Sequence[str]) -> Any:
        """Score pairs in this environment.

        Raises:
            MissingExtraError: the package or its weights are not here.
        """
        model = _loaded(self.name, self.call, self.which)
        return _module(self.call).score(model, candidates, references, self.which)


def _module(call: str) -> Any:
    return import_module(f"reref.analysis.metrics.adapters.calls.{call}")


@cache
def _loaded(name: str, call: str, which: str) -> Any:
    module = _module(call)
    elsewhere = f"or use an environment that has it: reref metrics run {name} --python PATH"
    try:
        return module.load(which)
    except ImportError as error:
        raise MissingExtraError(
            f"{name} needs a package that is not here ({error}): {module.INSTALL}; {elsewhere}"
        ) from None
    except Exception as error:
        shown = " ".join(str(error).split())[:160]
        raise MissingExtraError(
            f"{name} could not load its model ({type(error).__name__}: {shown}); it needs {module.WEIGHTS}"
        ) from error


_UNBOUNDED = (None, None)
_RADEVAL = {
    "bleu": "sentence BLEU", "rouge": "ROUGE-1, -2 and -L", "bertscore": "BERTScore (distilbert, rescaled)",
    "radeval_bertscore": "BERTScore with RadEval's encoder", "f1chexbert": "per-sample CheXbert accuracy, no F1",
    "f1radbert_ct": "per-sample CT label accuracy, no F1", "radgraph": "RadGraph's three rewards",
    "ratescore": "RaTEScore", "radgraph_radcliq": "RadCliQ's RadGraph part", "srrbert": "structured-report labels",
    "temporal": "temporal F1 (1 when neither side has any)", "green": "GREEN", "mammo_green": "GREEN for mammography",
    "crimson": "CRIMSON (no score is NaN)", "radfact_ct": "RadFact for CT (0 to 100)",
}  # fmt: skip
_RANGES = {"bertscore": (None, 1), "radeval_bertscore": (None, 1), "crimson": (-1, 1), "radfact_ct": (0, 100)}

PUBLISHED: dict[str, Published] = {
    one.name: one
    for one in [
        Published("radgraph", "radgraph", "RadGraph-F1 (chest X-ray), three rewards; case-sensitive"),
        *(
            Published(
                f"f1chexbert-{kind}-{count}", "f1chexbert",
                f"corpus {kind} F1 of CheXbert's labels over {count} classes (chest X-ray), uncertain = positive",
                which=count, aggregate=micro_f1 if kind == "micro" else macro_f1, sentence=micro_f1,
            )
            for kind in ("micro", "macro")
            for count in ("14", "5")
        ),
        Published("ratescore", "ratescore", "RaTEScore; 0.5 when a side has no entity"),
        Published("bert-score", "bertscore", "BERTScore F1, no document frequencies, not rescaled", range=(-1, 1)),
        Published("green", "green", "GREEN (7B model, chest X-ray); 0 when nothing matches"),
        Published("crimson-score", "crimson", "CRIMSON without patient context (chest X-ray)", range=(-1, 1)),
        Published("radcliq-v1", "radcliq", "RadCliQ-v1, raw and lower is better (chest X-ray), no document frequencies",
                  higher_is_better=False, range=_UNBOUNDED),
        Published("cxrfescore", "cxrfescore", "CXRFEScore (chest X-ray); 0 without facts", range=(-1, 1)),
        Published("gema", "gema", "GEMA-Score (one pair a call)", range=_UNBOUNDED),
        Published("radfact", "radfact", "RadFact: logical F1, precision and recall, by an endpoint of its own"),
        Published("radeval-radcliq", "radeval", "RadEval's RadCliQ-v1, raw and lower is better; depends on the batch",
                  which="radcliq", higher_is_better=False, range=_UNBOUNDED, batch_dependent=True),
        *(
            Published(f"radeval-{which.replace('_', '-')}", "radeval", f"RadEval: {what}", which=which,
                      range=_RANGES.get(which, (0, 1)))
            for which, what in _RADEVAL.items()
        ),
    ]
}  # fmt: skip


def _register(one: Published) -> None:
    module_needs = {"radeval": "the package radeval", "radcliq": "a checkout of CXR-Report-Metric"}

    def published(candidates: Sequence[str], references: Sequence[str]) -> Any:
        return one.run(candidates, references)

    metric(
        name=one.name,
        higher_is_better=one.higher_is_better,
        range=one.range,
        batch_dependent=one.batch_dependent,
        aggregate=one.aggregate,
        sentence=one.sentence,
        description=one.description,
        needs=module_needs.get(one.call, f"the package behind {one.call} and its weights"),
    )(published)


for _one in PUBLISHED.values():
    _register(_one)
