"""Questions about what a reference tells, with every right answer: made from its facts, or read from rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from reref.core.errors import BadDataError
from reref.report import Fact, Report, facts, read_report

#: The answer when a report does not tell.
NULL = "[NULL]"
#: Whether a finding is there; the other attributes carry their own names.
EXISTENCE = "existence"
#: Stands for every finding: asked of a reference that tells of none.
ANY = "any finding"


class Question(NamedTuple):
    """One question about one attribute of one finding.

    Attributes:
        id: unique in its set.
        finding: a name of the vocabulary of `reref.report`, or `ANY`.
        attribute: ``existence``, ``location``, ``size``, …
        answers: every right answer; more than one when the finding is told of more than once.
        text: the question in words, empty when it was made by rules and needs none.
    """

    id: str
    finding: str
    attribute: str
    answers: tuple[str, ...]
    text: str = ""


@cache
def attribute_words() -> dict[str, dict[str, int]]:
    """Return, for each attribute that stands as a word in the sentence, the sense number of each of its words."""
    import yaml

    groups = yaml.safe_load(files("reref.analysis.finebench").joinpath("words.yaml").read_text(encoding="utf-8"))
    groups.pop("change")
    return {
        attribute: {word: place for place, words in enumerate(senses) for word in words}
        for attribute, senses in groups.items()
    }


@cache
def change_words() -> dict[str, str]:
    """Return the change that each word stands for."""
    import yaml

    groups = yaml.safe_load(files("reref.analysis.finebench").joinpath("words.yaml").read_text(encoding="utf-8"))
    return {word: change for change, words in groups["change"].items() for word in words}


@lru_cache(maxsize=2048)
def read(text: str) -> tuple[Report, tuple[Fact, ...]]:
    """Return a report and its facts, remembered."""
    report = read_report(text)
    return report, tuple(facts(report))


def is_told(fact: Fact) -> bool:
    """Return whether a fact tells of an abnormal finding or a device, with or without doubt."""
    return fact.polarity != "absent" and not fact.normal and fact.finding not in _NO_FINDING


#: Not about the patient, or a property of another finding.
_NO_FINDING = frozenset(
    ("technique_limitation", "comparison_statement", "recommendation", "no_acute_abnormality", "other: spiculation")
)


def contents(text: str, finding: str) -> dict[str, list[str]]:
    """Return what a report tells of a finding: for each attribute its contents, in order, each once."""
    from reref.analysis.finebench.answering import sentence_words

    report, found = read(text)
    told: dict[str, list[str]] = {}
    for fact in found:
        if fact.finding != finding or not is_told(fact):
            continue
        stated = {
            EXISTENCE: "yes",
            "location": fact.location,
            "laterality": fact.laterality,
            "severity": fact.severity,
            "change": fact.change,
            "certainty": fact.tier,
            "size": f"{max(fact.sizes_mm):g} mm" if fact.sizes_mm else None,
            **sentence_words(report.section(fact.section), fact),
        }
        for attribute, content in stated.items():
            if content and content.lower() not in told.setdefault(attribute, []):
                told[attribute].append(content.lower())
    return {attribute: values for attribute, values in told.items() if values}


@lru_cache(maxsize=2048)
def questions_about(reference: str) -> tuple[Question, ...]:
    """Return the questions that a reference's own facts raise.

    For each finding that it tells of: whether it is there, and each attribute that it states. A reference that tells of
    none raises one question, whether there is any (our addition: the paper asks about such reports not at all).
    """
    _, found = read(reference)
    findings = dict.fromkeys(fact.finding for fact in found if is_told(fact))
    if not findings:
        return (Question(ANY, ANY, EXISTENCE, ("no",)),)
    return tuple(
        Question(f"{finding}/{attribute}", finding, attribute, tuple(answers))
        for finding in findings
        for attribute, answers in contents(reference, finding).items()
    )


def questions_from_rows(rows: Iterable[Mapping[str, Any]], where: str) -> dict[str, list[Question]]:
    """Return the questions of each study, from rows of ``reref qa build --kind attributes`` or anyone's.

    Args:
        rows: with ``study_id``, ``finding``, ``attribute``, ``answers`` (or ``answer``), and perhaps ``id`` and
            ``question``. Whether a finding is there that the reference denies is not asked: only told findings count.
        where: what to call the file in an error.

    Raises:
        BadDataError: a row lacks a key, an id comes twice, or no question is left.
    """
    found: dict[str, list[Question]] = {}
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            study, finding, attribute = str(row["study_id"]), str(row["finding"]), str(row["attribute"])
            answers = tuple(map(str, row.get("answers") or [row["answer"]]))
        except KeyError as missing:
            raise BadDataError(f"{where}, row {number}: a question has no {missing}") from None
        made = Question(
            str(row.get("id") or f"{study}/{finding}/{attribute}"),
            finding, attribute, answers, str(row.get("question") or ""),
        )  # fmt: skip
        if made.id in seen:
            raise BadDataError(f"{where}, row {number}: the id '{made.id}' comes twice")
        seen.add(made.id)
        if not (attribute == EXISTENCE and answers == ("no",)):
            found.setdefault(study, []).append(made)
    if not found:
        raise BadDataError(f"{where}: holds no question about a finding that is there; build it with --kind attributes")
    return found
