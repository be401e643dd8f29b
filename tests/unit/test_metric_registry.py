"""A metric is found by name, module or file; what is not one is refused with its definition."""

from __future__ import annotations

import pickle
import sys
from functools import partial

import pytest

import reref
from reref.analysis.metrics import METRICS, get_metric, metric, registry
from reref.core.errors import MetricError, RerefError, UnknownNameError, UsageError


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch):
    """Metrics that a test defines are gone after it."""
    get_metric("rouge-l")
    monkeypatch.setattr(METRICS, "_entries", dict(METRICS._entries))
    monkeypatch.setattr(METRICS, "_origins", dict(METRICS._origins))
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in [name for name in sys.modules if name.startswith("reref_metric_")]:
        del sys.modules[name]


def test_the_decorator_is_public_and_gives_a_callable_metric():
    @reref.metric(name="my-length", higher_is_better=False, range=(0, None))
    def length(candidates, references):
        """Difference in length."""
        return [abs(len(c) - len(r)) for c, r in zip(candidates, references, strict=True)]

    assert length(["ab"], ["abc"]) == [1]
    assert get_metric("my-length") is length
    assert (length.higher_is_better, length.range, length.description) == (False, (0, None), "Difference in length.")


def test_unknown_name_lists_close_ones_and_all():
    with pytest.raises(UnknownNameError, match=r"unknown metric 'rouge-9'; did you mean .*rouge-.*Known: .*bleu-1"):
        get_metric("rouge-9")


@pytest.mark.parametrize(
    ("function", "style", "arguments"),
    [
        (lambda candidates, references: [], "batch", ("candidates", "references")),
        (lambda references, candidates: [], "batch", ("candidates", "references")),
        (lambda refs, hyps: [], "batch", ("hyps", "refs")),
        (lambda preds, gts, scale=1: [], "batch", ("preds", "gts")),
        (lambda candidate, reference: 0, "pair", ("candidate", "reference")),
        (lambda ref, hyp: 0, "pair", ("hyp", "ref")),
        (partial(lambda candidates, references, n: [], n=2), "batch", ("candidates", "references")),
    ],
)
def test_arguments_are_found_by_name_in_any_order(function, style, arguments):
    found = get_metric(function)
    assert (found.style, found.arguments) == (style, arguments)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a, b: [], r"\(a, b\).*must take parameters named \(candidates, references\)"),
        (lambda candidates: [], r"\(candidates\)"),
        (lambda candidates, references, model: [], r"\(candidates, references, model\).*needs more than two .*model"),
        (lambda *texts: [], r"\(\*texts\)"),
        (42, "must be callable, got 42"),
        (print, "must take parameters|cannot read the parameters"),
        (dict.fromkeys, "must take parameters|cannot read the parameters"),
    ],
)
def test_a_wrong_signature_is_refused_with_its_definition(function, message):
    with pytest.raises(MetricError, match=message):
        get_metric(function)


def test_a_callable_without_readable_parameters_is_refused():
    class Odd:
        __signature__ = "not a signature"

        def __call__(self, candidates, references):
            return []

    with pytest.raises(MetricError, match="cannot read the parameters"):
        get_metric(Odd())


def test_a_coroutine_is_refused():
    async def judged(candidates, references):
        return []

    with pytest.raises(MetricError, match="coroutine"):
        get_metric(judged)


def test_the_refusal_names_the_file(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("def score(a, b):\n    return 0\n")
    with pytest.raises(MetricError, match=r"'score\(a, b\)' \(.*bad\.py:1\)"):
        get_metric(f"{file}:score")


def test_a_function_in_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def exact(candidates, references):\n"
        "    'Same text.'\n"
        "    return [c == r for c, r in zip(candidates, references)]\n"
        "exact.higher_is_better = True\n"
    )
    found = get_metric(f"{file}:exact")
    assert (found.name, found.description, found.version) == ("exact", "Same text.", "1")
    assert found(candidates=["a"], references=["a"]) == [True]
    assert get_metric(f"{file}:exact").function is found.function


def test_a_decorated_metric_in_a_file_needs_no_function_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import reref\n"
        "@reref.metric(name='file-metric', higher_is_better=False)\n"
        "def f(candidate, reference):\n    return 1.0\n"
    )
    found = get_metric(str(file))
    assert found.name == "file-metric"
    assert found.spec == f"{file}:f"
    assert get_metric(found.spec) is found


def test_a_file_with_several_metrics_asks_which(tmp_path):
    file = tmp_path / "none.py"
    file.write_text("x = 1\n")
    with pytest.raises(UsageError, match="defines 0 metrics"):
        get_metric(str(file))


@pytest.mark.parametrize(
    ("content", "spec", "message"),
    [
        (None, "{folder}/missing.py:f", "does not exist"),
        ("x = 1", "{folder}/m.py:f", r"has no 'f'\. Callable there: none"),
        ("1/0", "{folder}/m.py:f", "failed on import: ZeroDivisionError"),
        ("class C:\n    def __init__(self, model): pass", "{folder}/m.py:C", "cannot be made without arguments"),
    ],
)
def test_a_wrong_place_is_one_clear_error(tmp_path, content, spec, message):
    if content is not None:
        (tmp_path / "m.py").write_text(content)
    with pytest.raises(RerefError, match=message):
        get_metric(spec.format(folder=tmp_path))


def test_a_class_is_made_and_a_method_can_be_named(tmp_path):
    file = tmp_path / "m.py"
    file.write_text(
        "class Judge:\n"
        "    def __call__(self, candidates, references):\n        return [0.5] * len(candidates)\n"
        "    @staticmethod\n    def other(candidate, reference):\n        return 0.25\n"
    )
    assert get_metric(f"{file}:Judge")(candidates=["a"], references=["b"]) == [0.5]
    assert get_metric(f"{file}:Judge.other")(candidate="a", reference="b") == 0.25


def test_a_module_in_the_working_folder(tmp_path, monkeypatch):
    (tmp_path / "my_module_of_metrics.py").write_text("def f(candidates, references):\n    return [1.0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    assert get_metric("my_module_of_metrics:f").spec == "my_module_of_metrics:f"


@pytest.mark.parametrize(
    ("spec", "message"),
    [("no_such_package.mod:f", "no module named 'no_such_package'"), ("math:cosine", "math has no 'cosine'")],
)
def test_a_wrong_module_is_one_clear_error(spec, message):
    with pytest.raises(UsageError, match=message):
        get_metric(spec)


def test_a_module_that_fails_on_import_is_one_clear_error(tmp_path, monkeypatch):
    (tmp_path / "broken_metric_module.py").write_text("raise RuntimeError('no weights')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="importing broken_metric_module failed: RuntimeError: no weights"):
        get_metric("broken_metric_module:f")


def test_two_definitions_of_one_name_collide_and_name_both_places():
    @metric(name="twice", higher_is_better=True)
    def first(candidates, references):
        return []

    with pytest.raises(UsageError, match=r"'twice' is defined twice: in .*first and in .*second"):

        @metric(name="twice", higher_is_better=True)
        def second(candidates, references):
            return []


def test_the_same_definition_run_again_replaces_itself():
    def define():
        @metric(name="cell", higher_is_better=True)
        def cell(candidates, references):
            return []

        return cell

    define()
    assert get_metric("cell") is not None
    assert define() is get_metric("cell")


class _Point:
    def __init__(self, name, value, loaded):
        self.name, self.value, self._loaded = name, value, loaded

    def load(self):
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


def test_installed_metrics_are_found_and_a_broken_one_is_a_warning(monkeypatch):
    points = [
        _Point("plug-in", "pkg:f", lambda candidates, references: [0.0]),
        _Point("broken", "pkg:g", ImportError("no torch")),
        _Point("rouge-l", "pkg:h", lambda candidates, references: [0.0]),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "reref.metrics" else [])
    registry._load_plugins.cache_clear()
    try:
        with pytest.warns(UserWarning, match="'broken' .* does not load: no torch"):
            assert get_metric("plug-in").name == "plug-in"
        assert "rouge_l" in get_metric("rouge-l").function.__module__
    finally:
        registry._load_plugins.cache_clear()


def test_a_spec_survives_pickling_for_other_processes():
    assert get_metric(pickle.loads(pickle.dumps(get_metric("bleu-4").spec))) is get_metric("bleu-4")
    assert get_metric(lambda candidates, references: []).spec == ""
