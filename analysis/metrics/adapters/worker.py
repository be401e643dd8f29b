"""Scores pairs in another Python environment: JSON lines in on stdin, JSON lines out on stdout.

Run by `remote.py` as a file, so it needs nothing of ours installed, and nothing newer than Python 3.7. What a package
prints goes to stderr; only this file's lines reach stdout.

    first line out  {"ready": true, "python": "3.12.1", "versions": {"radgraph": "0.1.18"}}  or  {"fatal": "…"}
    a line in       {"id": 1, "candidates": […], "references": […]}
    a line out      {"id": 1, "result": […]}  or  {"id": 1, "error": "ValueError: …"}
"""

import importlib
import importlib.util
import json
import math
import os
import sys


def _load_file(path):
    spec = importlib.util.spec_from_file_location("reref_called", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reref_called"] = module
    spec.loader.exec_module(module)
    return module


def _versions(packages):
    try:
        from importlib.metadata import PackageNotFoundError, version
    except ImportError:  # Python 3.7
        return {}
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def _prepare(order):
    """Return the function to call with named arguments, and the versions of its packages."""
    if order["kind"] == "published":
        module = _load_file(order["path"])
        try:
            model = module.load(order["which"])
        except ImportError as error:
            raise ImportError("%s; install it there: %s" % (error, module.INSTALL))
        except Exception as error:
            raise RuntimeError("%s: %s; it needs %s" % (type(error).__name__, error, module.WEIGHTS))

        def call(candidates, references):
            return module.score(model, candidates, references, order["which"])

        return call, _versions(module.PACKAGES)
    module = _load_file(order["path"]) if order["path"] else importlib.import_module(order["module"])
    function = module
    for part in order["attribute"].split("."):
        function = getattr(function, part)
    names = order["arguments"]

    def named(candidates, references):
        if order["style"] == "pair":
            return [function(**{names[0]: c, names[1]: r}) for c, r in zip(candidates, references)]
        return function(**{names[0]: candidates, names[1]: references})

    return named, {}


def _plain(value):
    """Return a value that JSON can hold; what is no finite number is null."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def main():
    """Answer lines until stdin ends."""
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever is printed, also by compiled code, goes to stderr

    def say(row):
        lines.write(json.dumps(row) + "\n")
        lines.flush()

    try:
        order = json.loads(sys.stdin.readline())
        call, versions = _prepare(order)
    except BaseException as error:
        say({"fatal": "%s: %s" % (type(error).__name__, " ".join(str(error).split()))})
        return
    say({"ready": True, "python": "%d.%d.%d" % sys.version_info[:3], "versions": versions})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            result = _plain(call(candidates=asked["candidates"], references=asked["references"]))
            say({"id": asked["id"], "result": result})
        except (Exception, SystemExit) as error:
            say({"id": asked["id"], "error": "%s: %s" % (type(error).__name__, " ".join(str(error).split()))})


if __name__ == "__main__":
    main()
