"""Questions from reports: one planted error each, at the levels that suit its type, and error-free controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reref.core.errors import BadDataError, UsageError
from reref.core.seeding import generator
from reref.datasets import Study
from reref.perturbations import Alternative, Engine, make_alternative
from reref.perturbations.edits import AppliedEdit
from reref.perturbations.rules.engine import rules_engine
from reref.qa.items import LEVELS, NONE, Item, check_shares, patient_of, split_of
from reref.qa.questions import no_error, placed_sentences, question, shown
from reref.report import Report, Sentence
from reref.taxonomy import ErrorType, get_target

#: The six types of the mederr-ct benchmark, the default.
TYPES = ("omission", "insertion", "direction", "size", "unit", "typo")
#: Nothing of these is left in the text that could be pointed at.
NOTHING_TO_FIND = frozenset({"omission"})
#: These only add a sentence, so that finding it is correcting it.
NOTHING_TO_CORRECT = frozenset({"insertion", "false-prediction", "repetition", "contradiction"})

Progress = Callable[[int, int], None]


def build(
    studies: Sequence[Study],
    types: Sequence[str] = TYPES,
    *,
    per_type: int = 100,
    controls: int | None = None,
    seed: int = 0,
    shares: Sequence[float] = (0.7, 0.1, 0.2),
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> list[Item]:
    """Return the questions about erroneous and error-free reports.

    Every type gets the same number of erroneous reports, ``per_type`` or as many as the rarest type allows. All
    questions about a patient are in one split.

    Args:
        studies: the reports.
        types: error types without their group.
        per_type: erroneous reports of each type at most.
        controls: error-free reports; by default as many as erroneous ones, or all studies where there are fewer.
        seed: the user's seed; it decides which study gets which error, the wordings and the splits.
        shares: shares of train, validation and test.
        engine: what plants the errors; the rules by default.
        progress: called with the number of finished types and of all.

    Raises:
        UsageError: an unknown type, no type, or bad shares.
        BadDataError: a type that none of the reports allows.
    """
    checked = check_shares(shares)
    targets = [_error_type(name) for name in dict.fromkeys(types)]
    if not targets:
        raise UsageError("name at least one error type")
    planted: dict[str, list[tuple[Study, Alternative]]] = {}
    for number, target in enumerate(targets, start=1):
        planted[target.name] = list(_planted(studies, target, per_type, seed, engine or rules_engine()))
        if not planted[target.name]:
            raise BadDataError(f"none of the {len(studies)} reports allows {target.name}; leave it out with --type")
        if progress is not None:
            progress(number, len(targets))
    fewest = min(map(len, planted.values()))
    items = [
        item
        for target in targets
        for study, made in planted[target.name][:fewest]
        for item in _erroneous(study, made, target, seed, checked)
    ]
    wanted = fewest * len(targets) if controls is None else controls
    for study in _shuffled(studies, seed, "controls")[:wanted]:
        items += _error_free(study, seed, checked)
    return items


def _error_type(name: str) -> ErrorType:
    target = get_target(f"error/{name.removeprefix('error/')}")
    assert isinstance(target, ErrorType)
    return target


def _shuffled(studies: Sequence[Study], seed: int, purpose: str) -> list[Study]:
    return [studies[place] for place in generator(seed, "qa", purpose).permutation(len(studies))]


def _planted(
    studies: Sequence[Study], target: ErrorType, most: int, seed: int, engine: Engine
) -> Iterator[tuple[Study, Alternative]]:
    found = 0
    for study in _shuffled(studies, seed, target.name):
        if found == most:
            return
        made = make_alternative(study.study_id, study.dataset, study.report, target, engine, seed=seed)
        if made.status == "accepted":
            found += 1
            yield study, made


def _erroneous(
    study: Study, made: Alternative, target: ErrorType, seed: int, shares: Sequence[float]
) -> Iterator[Item]:
    kind = target.name.removeprefix("error/")
    report = study.report.with_sections({"findings": made.findings, "impression": made.impression})
    telling = [edit for edit in made.edits if (edit.detail or {}).get("role") in ("error", "carried")]
    wrong = _touched(placed_sentences(report), telling, after=True)
    right = _touched(placed_sentences(study.report), telling, after=False)
    detail = next((edit.detail for edit in telling if (edit.detail or {}).get("role") == "error"), None) or {}
    for level in LEVELS:
        if level in ("detection", "index") and (kind in NOTHING_TO_FIND or not wrong):
            continue
        if level == "correction" and (kind in NOTHING_TO_CORRECT or not right):
            continue
        answers = {
            "classification": ["1"],
            "detection": [text for _, text in wrong],
            "index": [str(number) for number, _ in wrong],
            "correction": [text for _, text in right],
        }[level]
        yield _item(
            study, report, level, kind, target.severity, answers, [number for number, _ in wrong], seed, shares,
            finding=detail.get("finding", ""), attribute=detail.get("attribute", ""),
        )  # fmt: skip


def _error_free(study: Study, seed: int, shares: Sequence[float]) -> Iterator[Item]:
    for level in LEVELS:
        answer = {"classification": "0", "index": "0"}.get(level, no_error())
        yield _item(study, study.report, level, NONE, "", [answer], [0], seed, shares)


def _touched(
    placed: Sequence[tuple[str, Sentence]], edits: Sequence[AppliedEdit], *, after: bool
) -> list[tuple[int, str]]:
    """Return number and text of the sentences that the edits change, in the text after or before them."""
    found: list[tuple[int, str]] = []
    for number, (section, sentence) in enumerate(placed, start=1):
        for edit in edits:
            start, end = (edit.out_start, edit.out_end) if after else (edit.start, edit.end)
            if not after and start == end:
                start, end = start - 1, end + 1  # words were added inside or at the end of this sentence
            if edit.section == section and start < sentence.end and sentence.start < end:
                found.append((number, sentence.text))
                break
    return found


def _item(
    study: Study,
    report: Report,
    level: str,
    kind: str,
    severity: str,
    answers: Sequence[str],
    indices: Sequence[int],
    seed: int,
    shares: Sequence[float],
    *,
    finding: str = "",
    attribute: str = "",
) -> Item:
    rng = generator(seed, "qa wording", study.study_id, kind, level)
    return Item(
        id=f"{study.dataset}/{study.study_id}/{kind}/{level}",
        kind="errors",
        level=level,
        type=kind,
        severity=severity,
        dataset=study.dataset,
        study_id=study.study_id,
        split=split_of(patient_of(study), shares, seed),
        question=question(level, report, rng),
        report=shown(report),
        sentences=tuple(sentence.text for _, sentence in placed_sentences(report)),
        answer=answers[0],
        answers=tuple(answers),
        indices=tuple(indices),
        finding=finding,
        attribute=attribute,
    )
