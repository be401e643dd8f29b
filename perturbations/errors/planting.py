"""Sentences about findings that a report does not hold: which may be said of it, and what denies them there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from reref.perturbations.edits import Edit
from reref.perturbations.errors.lexicons import lexicon
from reref.perturbations.errors.reading import Reading, same_finding
from reref.perturbations.errors.room import label
from reref.perturbations.errors.sentence_edits import in_style, take_out
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.grammar import capital
from reref.perturbations.rules.regions import fact_region
from reref.perturbations.verify.entailment import entailment
from reref.report import TARGET_SECTIONS, Fact, Sentence, section_facts

if TYPE_CHECKING:
    from numpy.random import Generator

_SEPARATOR = re.compile(r",\s*(?:and|or|nor)\s+|,\s*|\s+(?:and|or|nor)\s+", re.IGNORECASE)
_LEAD = re.compile(
    r"^(.*?\b(?:no|without|negative for)\s+(?:(?:\w+ )?(?:evidence|signs?|findings?) (?:of|for) )?)",
    re.IGNORECASE | re.DOTALL,
)
_TAIL = re.compile(
    r"(\s+(?:is|are|was|were|has|have|identified|seen|noted|present|detected|observed|demonstrated|in|within|on|at|involving)\b.*|[.;,]?)$",
    re.IGNORECASE | re.DOTALL,
)
_ADJECTIVE = re.compile(r"(?:ar|al|ive|ous|ic|ed|ing)\s*$", re.IGNORECASE)
#: "No acute disease, specifically no tuberculosis": what is no member of its list.
_DENIES_ITSELF = re.compile(r"\b(?:no|not|without|specifically|especially|particularly|including)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have)\b", re.IGNORECASE)


class Said(NamedTuple):
    """A sentence about a finding, and how an impression tells it in short."""

    finding: str
    side: str
    sentence: str
    brief: str
    region: str = ""


def sayings(reading: Reading, rng: Generator, purpose: str) -> Iterator[Said]:
    """Yield, in random order, what may be planted for a purpose: seen on the modality and not told yet."""
    entries: Mapping[str, Mapping[str, Any]] = lexicon("statements")["findings"]
    names = [name for name, entry in entries.items() if purpose in entry.get("as", ())]
    for place in rng.permutation(len(names)):
        said = saying(reading, rng, names[place])
        if said is not None:
            yield said


def saying(reading: Reading, rng: Generator, finding: str) -> Said | None:
    """Return a sentence that tells a finding of this report, ``None`` where it cannot be true or is told already."""
    entry: Mapping[str, Any] | None = lexicon("statements")["findings"].get(finding)
    if entry is None or reading.modality not in entry.get("seen_on", ("ct", "x-ray")):
        return None
    finding = entry.get("is", finding)
    if any(same_finding(fact.finding, finding) for fact in reading.told):
        return None
    if not _is_in_the_picture(reading, entry["where"]) or _is_named(reading, entry.get("unless")):
        return None
    says: Sequence[str] = [s for s in entry["says"] if has_verb(s)] if is_prose(reading, "findings") else entry["says"]
    words = _words(rng, entry)
    sentence = _told(says[int(rng.integers(len(says)))], words)
    return Said(finding, words["side"], sentence, _told(entry["brief"], words), _region(entry))


def _region(entry: Mapping[str, Any]) -> str:
    """Return the part of a report in which a finding is told."""
    return str(entry.get("region") or lexicon("statements")["regions"][entry["where"]])


def region_of(fact: Fact) -> str | None:
    """Return the part of a report in which a fact is told: that of its finding, else where the finding is planted."""
    region = fact_region(fact)
    if region is None and fact.finding in lexicon("statements")["findings"]:
        return _region(lexicon("statements")["findings"][fact.finding])
    return region


def is_spoken_of(reading: Reading, said: Said) -> bool:
    """Say whether the report names the organ that a finding is about, whatever it says of it."""
    subjects: Mapping[str, Mapping[str, Any]] = lexicon("statements")["subjects"]
    words = next((entry["words"] for entry in subjects.values() if said.finding in entry["findings"]), None)
    return words is None or _is_named(reading, words)


def has_verb(sentence: str) -> bool:
    """Say whether a sentence is a whole one."""
    return _VERB.search(sentence) is not None


def is_prose(reading: Reading, section: str) -> bool:
    """Say whether most sentences of a section have a verb."""
    everything = reading.sentences(section)
    return 2 * sum(has_verb(s.text) for s in everything) > len(everything)


def plainly(finding: str) -> Said | None:
    """Return a finding told without side, place or size, ``None`` where the lexicon has no words for it."""
    entry: Mapping[str, Any] | None = lexicon("statements")["findings"].get(finding)
    if entry is None or not (entry["denies"].startswith("No ") or "{" not in entry["brief"]):
        return None
    told = capital(entry["denies"].removeprefix("No ")) if entry["denies"].startswith("No ") else entry["brief"]
    return Said(finding, "", told, told)


def _words(rng: Generator, entry: Mapping[str, Any]) -> dict[str, str]:
    side = ("left", "right")[int(rng.integers(2))]
    sites: Sequence[str] = lexicon("statements")["sites"][side]
    ribs: Sequence[str] = lexicon("statements")["ribs"]
    vertebrae: Sequence[str] = lexicon("statements")["vertebrae"]
    low, high = entry.get("sizes", (5, 20))
    return {
        "side": side,
        "site": sites[int(rng.integers(len(sites)))],
        "size": str(int(rng.integers(low, high + 1))),
        "rib": ribs[int(rng.integers(len(ribs)))],
        "vertebra": vertebrae[int(rng.integers(len(vertebrae)))],
    }


def _told(form: str, words: Mapping[str, str]) -> str:
    return capital(re.sub(r"\b([Aa]) (?=8|11\b|18\b)", r"\1n ", form.format(**words)))


def _is_named(reading: Reading, words: str | None) -> bool:
    text = f"{reading.report.findings}\n{reading.report.impression}"
    return words is not None and re.search(words, text, re.IGNORECASE) is not None


def _is_in_the_picture(reading: Reading, where: str) -> bool:
    """Say whether the exam shows a part of the body, and no lung is gone where one is needed."""
    text = f"{reading.report.technique} {reading.report.findings} {reading.report.impression}"
    seen: Mapping[str, str] = lexicon("statements")["seen"]
    found = re.search(seen["abdomen" if where == "abdomen" else "chest"], text, re.IGNORECASE)
    if not found and (where == "abdomen" or re.search(seen["elsewhere"], text, re.IGNORECASE)):
        return False
    return where not in ("lung", "pleura") or not re.search(lexicon("statements")["removed"], text, re.IGNORECASE)


def denials(reading: Reading, finding: str, side: str = "") -> list[Fact]:
    """Return the facts that deny a finding: its own denial, that of something wider, or a normal statement."""
    return [fact for fact in reading.facts if _denies(fact, finding, side)]


def _denies(fact: Fact, finding: str, side: str) -> bool:
    if fact.polarity != "absent" and not fact.normal and fact.finding != "no_acute_abnormality":
        return False
    if re.search(lexicon("statements")["denies_nothing"], fact.span, re.IGNORECASE):
        return False
    if fact.polarity == "absent" and not fact.normal:
        if _of_another_part(fact):
            return False
        return finding in entailment().denied({fact.finding}) and fact.laterality in (None, "bilateral", side or None)
    if fact.finding == "no_acute_abnormality":
        whole = re.search(lexicon("statements")["all_normal"], fact.span, re.IGNORECASE)
        if re.search(r"cardi|pulmon|lung", fact.span, re.IGNORECASE) and finding in lexicon("statements")["elsewhere"]:
            return False
        of_lungs = re.search(r"^(?!.*cardi).*(?:pulmon|lung)", fact.span, re.IGNORECASE | re.DOTALL)
        if of_lungs and finding in lexicon("statements")["not_pulmonary"]:
            return False
        return whole is not None or is_acute(finding)
    if not fact.normal or PLACEHOLDER.search(fact.span):  # what "XXXX are normal" is about nobody knows
        return False
    part = normal_part(fact)
    if finding in lexicon("statements")["normal"].get(part, {}).get("beside", ()):
        return False
    if part != fact.finding:  # a statement about the vessels says nothing about the nodes beside them
        wrong = lexicon("statements")["normal"][part]["wrong"]
        return any(finding in (name, _name(name)) for name in wrong)
    return finding == fact.finding or finding in entailment().covered({fact.finding})


def is_acute(finding: str) -> bool:
    """Say whether "no acute abnormality" leaves no room for a finding."""
    return finding in lexicon("statements")["acute"]


def _of_another_part(fact: Fact) -> bool:
    """Say whether a denial is about a part of the body in which its finding is not planted."""
    words = lexicon("statements")["another_part"].get(fact.finding)
    return words is not None and re.search(words, fact.span, re.IGNORECASE) is not None


def normal_part(fact: Fact) -> str:
    """Return the name of the part that a normal statement is about, else that of its finding."""
    parts: Mapping[str, str] = lexicon("statements")["parts"].get(fact.finding, {})
    return next((p for p, words in parts.items() if re.search(words, fact.span, re.IGNORECASE)), fact.finding)


def _name(entry: str) -> str:
    return str(lexicon("statements")["findings"][entry].get("is", entry))


def withdrawn(
    kind: str, reading: Reading, facts: Sequence[Fact], said: Said, *, keep: Sentence | None = None
) -> list[Edit] | None:
    """Return edits that take back statements which deny what is planted, ``None`` where that is not clean.

    A sentence that says nothing else goes; where it is all that its section says, the section then tells the planted
    finding in short. A member of a list of denials leaves the list.

    Args:
        kind: the error type.
        reading: the report.
        facts: the statements that deny it.
        said: what is planted.
        keep: a sentence that is being replaced anyway.
    """
    edits: list[Edit] = []
    for section in TARGET_SECTIONS:
        everything = reading.sentences(section)
        whole: list[Sentence] = []
        for place, sentence in enumerate(everything):
            denying = [f for f in facts if f.section == section and sentence.start <= f.start < sentence.end]
            if not denying or sentence == keep:
                continue
            if len(denying) == len(reading.facts_in(section, sentence)):
                if place + 1 < len(everything) and _goes_on().match(everything[place + 1].text):
                    return None
                if tells_more(sentence):
                    return None
                whole.append(sentence)
                continue
            shorter = _without_members(reading, section, sentence, denying)
            if shorter is None:
                return None
            edits.append(_shortened(kind, section, sentence, shorter, said))
        if not whole:
            continue
        gone = take_out(kind, reading, section, whole, role="contradiction", finding=said.finding)
        if gone is None:
            gone = _told_instead(kind, reading, section, whole, said)
        edits += gone
    return edits


def tells_more(sentence: Sentence) -> bool:
    """Say whether a sentence tells more than its findings, so that taking it out would change something else too."""
    return re.search(lexicon("statements")["tells_more"], sentence.text, re.IGNORECASE) is not None


@cache
def _goes_on() -> re.Pattern[str]:
    return re.compile("|".join(lexicon("omission")["goes_on"]), re.IGNORECASE)


def _told_instead(kind: str, reading: Reading, section: str, whole: list[Sentence], said: Said) -> list[Edit]:
    """Replace the first of the sentences by the planted finding in short, and take out the others."""
    first, others = whole[0], whole[1:]
    brief = in_style(reading.text(section), said.brief)
    brief = brief if first.text.endswith(".") or not first.marker else brief.rstrip(".")
    told = label(
        kind, section, first.start, first.end, brief, role="carried", finding=said.finding, old=first.text, new=brief
    )
    edits = [told]
    if others:
        edits += take_out(kind, reading, section, others, role="contradiction", finding=said.finding) or []
    return edits


def _shortened(kind: str, section: str, sentence: Sentence, shorter: str, said: Said) -> Edit:
    """Return the edit from the first to the last character that differ."""
    old = sentence.text
    start = 0
    while start < min(len(old), len(shorter)) and old[start] == shorter[start]:
        start += 1
    back = 0
    while back < min(len(old), len(shorter)) - start and old[-1 - back] == shorter[-1 - back]:
        back += 1
    return label(
        kind, section, sentence.start + start, sentence.end - back, shorter[start : len(shorter) - back],
        role="contradiction", finding=said.finding, old=old, new=shorter,
    )  # fmt: skip


def _without_members(reading: Reading, section: str, sentence: Sentence, gone: Sequence[Fact]) -> str | None:
    """Return a sentence of denials without some of its members, ``None`` where the list is not a plain one."""
    text = sentence.text
    lead = _LEAD.match(text)
    if lead is None:
        return None
    body_start = lead.end()
    tail = _TAIL.search(text, body_start)
    body_end = tail.start() if tail else len(text)
    members = _SEPARATOR.split(text[body_start:body_end])
    separators = _SEPARATOR.findall(text[body_start:body_end])
    owners: list[bool] = []
    at = body_start
    for number, member in enumerate(members):
        owners.append(any(at <= f.cue_start - sentence.start < at + len(member) for f in gone))
        at += len(member) + (len(separators[number]) if number < len(separators) else 0)
    left = [member for member, going in zip(members, owners, strict=True) if not going]
    if not left or len(left) == len(members) or any(_ADJECTIVE.search(member) for member in left):
        return None  # "nodular or infiltrative lesion": the noun of one member belongs to all
    if any(_DENIES_ITSELF.search(member) for member in left):
        return None
    joined = _joined(left, separators)
    shorter = text[:body_start] + joined + text[body_end:]
    expected = sorted(f.finding for f in reading.facts_in(section, sentence) if f not in gone)
    return shorter if sorted(f.finding for f in section_facts(shorter)) == expected else None


def _joined(members: Sequence[str], separators: Sequence[str]) -> str:
    if len(members) == 1:
        return members[0]
    conjunction = "and" if any("and" in s.lower() for s in separators) else "or"
    if len(members) == 2:
        return f" {conjunction} ".join(members)
    comma = "," if re.match(r",\s*\w", separators[-1]) else ""
    return f"{', '.join(members[:-1])}{comma} {conjunction} {members[-1]}"
