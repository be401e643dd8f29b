"""Free rewording: every sentence gets another build or other words, and says the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from reref.perturbations.edits import Edit
from reref.perturbations.engine import Infeasible
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.choice import chosen, shuffled
from reref.perturbations.rules.denials import denial
from reref.perturbations.rules.differing import difference
from reref.perturbations.rules.families import retold
from reref.perturbations.rules.grammar import article, capital, cased_like, is_plural, listed, uncapital
from reref.perturbations.rules.normal_builds import says_normal
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.place_builds import place_shows, size_otherwise
from reref.perturbations.rules.rebuilding import (
    clear_without,
    drawn_together,
    free_of,
    no_seen,
    not_seen,
    place_first,
    place_last,
    there_is_no,
    there_is_one,
    there_place_first,
    without_abnormality,
)
from reref.perturbations.rules.registry import rule
from reref.perturbations.rules.synonyms import swaps
from reref.report import TARGET_SECTIONS, Report, Sentence, sentences

if TYPE_CHECKING:
    from numpy.random import Generator

    #: One way to build a sentence anew: the text without its stop -> the new text, or nothing.
    Build = Callable[[str, Generator], str]

_SEEN = r"(?:seen|identified|noted|detected|observed|present|demonstrated|visualized)"
_PREPOSITION = r"(?:in|within|at|over|overlying|projecting\s+over|along|near|throughout|on|of)"
_NOT_IN_NOUN = (
    r"(?!(?:in|within|at|on|over|overlying|projecting|involving|along|near|throughout|with|which|that|consistent|compatible|suggest\w*"
    r"|it|this|they|contains?|extends?|causes?|continues?|becomes?|appears?|remains?|persists?|demonstrates?|shows?|reveals?|tends?"
    r"|projected|located|positioned|placed|visualized|identified|observed|overlies|and|or|but|from|to|as|without|no|not|is|are|was|were|has|have|may|might|could|can|cannot|must|should|would|represents?|due|there|measuring|containing|causing|seen|noted|again|since"
    r"|compared|representing|for|concerning|worrisome|suspicious|likely|versus|vs|tip|if|also|than|XXXX)\b)"
)
_NOUN_GROUP = rf"(?:{_NOT_IN_NOUN}[\w/-]+)(?:\s+(?:of\s+(?:the\s+)?)?{_NOT_IN_NOUN}[\w/-]+)*"
#: A place of up to ten words that says nothing else on the way.
_PLACE = (
    r"(?:\s+(?:in|within|at|over|overlying|projecting\s+over|along|near|throughout)"
    r"(?:\s+(?!(?:accompanied|with|which|that|showing|consistent|compatible|causing|is|are|was|were|has|have|may|could)\b)[\w/-]+){1,10})?"
)
_THERE_IS = re.compile(rf"There\s+(?P<verb>is|are)\s+(?P<group>{_NOUN_GROUP})(?P<place>{_PLACE})", re.IGNORECASE)
_IS_SEEN = re.compile(
    rf"(?P<group>(?:an?\s+)?{_NOUN_GROUP})\s+(?P<verb>is|are|was|were)\s+(?:present|seen|noted|identified|observed)(?P<place>{_PLACE})",
    re.IGNORECASE,
)
_TELEGRAM = re.compile(rf"(?P<group>{_NOUN_GROUP})(?P<place>{_PLACE})", re.IGNORECASE)
_STABLE = re.compile(rf"(?P<how>Stable|Unchanged)\s+(?P<group>{_NOUN_GROUP})(?P<place>{_PLACE})", re.IGNORECASE)
_IS_STABLE = re.compile(
    rf"(?:the\s+)?(?P<group>{_NOUN_GROUP})\s+(?:is|are|remains?)\s+(?P<how>stable|unchanged)", re.IGNORECASE
)
_INTERVAL = re.compile(
    rf"Interval\s+(?P<what>increase|decrease|improvement|resolution|worsening|enlargement)\s+(?:in|of)\s+(?P<the>the\s+)?(?P<group>{_NOUN_GROUP})(?P<place>{_PLACE})",
    re.IGNORECASE,
)
_HAPPENED = {
    "increase": "increased", "decrease": "decreased", "improvement": "improved", "resolution": "resolved",
    "worsening": "worsened", "enlargement": "enlarged",
}  # fmt: skip
_RECOMMEND = re.compile(r"(?:would\s+)?recommend\s+(?P<what>(?:(?!\b(?:that|to|and|if)\b)[\w\s/-])+)", re.IGNORECASE)
_RECOMMENDED = re.compile(
    r"(?P<what>(?:(?!\b(?:if|that|it|and|or)\b)[\w\s/-])+?)\s+(?:is|are)\s+recommended", re.IGNORECASE
)
#: From this difference on a sentence is in other words.
_REALLY = 0.5
#: In so few sentences a new build is enough.
_SHORT = 2
#: A build is taken before others if it changes so much.
_CLEARLY = 0.8
#: So many sentences of the report, and of each section, have to be in other words; how different they are on average.
_SHARE, _SECTION_SHARE, _MEAN = 0.85, 0.75, 0.6
_IN_A_PLACE = re.compile(r"\b(?:in|within|of|at|on)\s+(?:the|both|either)\b", re.IGNORECASE)
#: Only sets the scene for the sentence that follows it.
_SCENE = re.compile(
    r"(?:as\s+far\s+as\s+can\s+be\s+(?:seen|observed)\s*[;:,]|when\s+examined\s+in\s+the\s+lung\s+parenchyma\s+window\s*[;:,]"
    r"|apart\s+from\s+th(?:is|ese)\s*,|in\s+(?:the\s+evaluation\s+of\s+both\s+lung\s+parenchyma|addition)\s*[;:,])\s*",
    re.IGNORECASE,
)
_BE = re.compile(r"\b(?:be|is|are|was|were)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_FIRST_QUALIFIED = frozenset({"large", "seen"})
#: Adjectives that may belong to all that is listed after them.
_FOR_ALL = re.compile(r"(?:suspicious|acute|active|new|abnormal|pathological|discrete|concerning)\b", re.IGNORECASE)
#: Stands before the first of several denied things and belongs to all of them.
_REACHES_ALL = re.compile(r"(?:radiographic\s+)?(?:evidence|signs?|indications?|any|findings?)\b", re.IGNORECASE)
_RECALLS = re.compile(r"^(?:this|these|it|they|the\s+(?:latter|former|above))\b", re.IGNORECASE)


@rule("paraphrase/free")
def reword_freely(report: Report, rng: Generator) -> list[Edit] | Infeasible:
    """Reword sentence by sentence, both sections."""
    words = _word_swaps(report, rng)
    edits: list[Edit] = []
    all_of_them: list[float] = []
    for section in TARGET_SECTIONS:
        differences = []
        text = report.section(section)
        for sentence in sentences(text):
            new = _reworded(sentence, words.get((section, sentence.start), []), rng)
            if new != sentence.text and not sentence.marker and text[: sentence.start].rstrip()[-1:] in (*".?!", ""):
                new = capital(new)  # "heart size is normal." was typed in haste
            differences.append(difference(sentence.text, new))
            if new != sentence.text:
                edits.append(Edit(section, sentence.start, sentence.end, new, "paraphrase"))
        short = len(differences) <= _SHORT
        if not any(differences) if short and differences else _share(differences) < _SECTION_SHARE:
            return Infeasible("missing_information", f"too few sentences of the {section} can be said in other words")
        all_of_them += differences
    if len(all_of_them) > _SHORT and (_share(all_of_them) < _SHARE or sum(all_of_them) < _MEAN * len(all_of_them)):
        return Infeasible("missing_information", "too few of the sentences can be said in other words")
    return edits or Infeasible("missing_information", "the report holds no sentence")


def _share(differences: Sequence[float]) -> float:
    return sum(one >= _REALLY for one in differences) / len(differences) if differences else 1.0


def _word_swaps(report: Report, rng: Generator) -> dict[tuple[str, int], list[tuple[Edit, bool]]]:
    """Return the terminology and hedging swaps by the sentence that they stand in, and which are minor."""
    by_sentence: dict[tuple[str, int], list[tuple[Edit, bool]]] = {}
    starts: dict[str, list[tuple[int, int]]] = {
        section: [(s.start, s.end) for s in sentences(report.section(section))] for section in TARGET_SECTIONS
    }
    for lexicon_file in ("terminology.yaml", "hedging.yaml"):
        for swap in swaps(report, rng, lexicon_file, "paraphrase"):
            first = swap.edits[0]
            home = next(start for start, end in starts[first.section] if start <= first.start < end)
            edits = by_sentence.setdefault((first.section, home), [])
            if not any(e.start < edit.end and edit.start < e.end for e, _ in edits for edit in swap.edits):
                edits += [(edit, swap.concept.minor) for edit in swap.edits]
    return by_sentence


def _reworded(sentence: Sentence, edits: list[tuple[Edit, bool]], rng: Generator) -> str:
    """Return the sentence in other words and, where one fits, in another build."""
    text, at = [], 0
    for edit, _ in sorted(edits, key=lambda e: e[0].start):
        text += [sentence.text[at : edit.start - sentence.start], edit.after]
        at = edit.end - sentence.start
    worded = "".join([*text, sentence.text[at:]])
    bare = worded.rstrip(" .;")
    stop = worded[len(bare) :]
    new = _rebuilt(sentence.text.rstrip(" .;"), bare, rng)
    other = size_otherwise(new)
    return (_phrases(other, rng) if new == bare else other) + stop


def _rebuilt(old: str, bare: str, rng: Generator) -> str:
    """Return the sentence in another build, one that makes it really different if there is one."""
    scene = _SCENE.match(bare)
    said = capital(bare[scene.end() :]) if scene else bare
    builds = [*retold(said, rng), *(build(said, rng) for build in _BUILDS)]
    found = [scene.group() + uncapital(new) if scene else capital(new) for new in builds if new and _holds(said, new)]
    if not found:
        return bare
    real = [new for new in found if difference(old, new) >= _CLEARLY]
    return chosen(rng, real) if real else max(found, key=lambda new: difference(old, new))


def _holds(said: str, new: str) -> bool:
    return new.lower() != said.lower() and PLACEHOLDER.findall(new) == PLACEHOLDER.findall(said)


def _denies(text: str, rng: Generator) -> str:
    found = denial(text)
    if found is None or found.main or not all(item.key for item in found.items) or re.search(r"\bnot\b", text):
        return ""
    if _IN_A_PLACE.search(text) and not any(_IN_A_PLACE.search(item.words) for item in found.items):
        return ""  # "no mass was seen in both lungs": the place would be lost
    items = list(found.items)
    reach = [item.strength in _FIRST_QUALIFIED or bool(_FOR_ALL.match(item.words)) for item in items]
    if not reach[0] and not _REACHES_ALL.match(items[0].words):
        # what is denied with a qualifier comes last, so that the qualifier reaches nothing else
        items = sorted(shuffled(rng, items), key=lambda item: reach[found.items.index(item)])
    words = [item.words for item in items]
    if not all(map(is_plural, words)):
        words = [_singular(word) if word.lower().endswith("pneumothoraces") else word for word in words]
    what = listed(words, "or")
    first, last = ("are" if is_plural(word) else "is" for word in (words[0], words[-1]))
    builds = [f"There {first} no {what}"]
    if not any(item.strength == "seen" for item in found.items) and not _REACHES_ALL.match(words[0]):
        builds.append(f"No {what} {last} {chosen(rng, ('seen', 'identified'))}")
    if len(words) == 2 and not any(reach):
        one, other = map(_singular, words)
        if not (is_plural(one) or is_plural(other)):
            builds.append(f"Neither {one} nor {other} is {chosen(rng, ('seen', 'identified'))}")
    if found.full:
        builds.append(f"No {what}")
    return chosen(rng, [build for build in builds if build.lower() != text.lower()])


def _singular(words: str) -> str:
    """Return a plural noun phrase in the singular, if its last word is its head ("pleural effusions")."""
    if not is_plural(words):
        return words
    words = re.sub(r"thoraces$", "thorax", words)
    return re.sub(r"(?<=ss|sh|ch)es$|(?<=[^su])s$", "", re.sub(r"ies$", "y", words)) if is_plural(words) else words


def _there_is(text: str, rng: Generator) -> str:
    match = _THERE_IS.fullmatch(text)
    if match is None or re.search(r"(?:ed|seen)$", match.group("group")):
        return ""
    verb = "are" if is_plural(match.group("group")) else match.group("verb")
    return f"{capital(match.group('group'))} {verb} {chosen(rng, ('present', 'noted', 'seen'))}{match.group('place')}"


def _is_seen(text: str, rng: Generator) -> str:
    match = _IS_SEEN.fullmatch(text)
    if match is None or _RECALLS.match(text):
        return ""
    group = uncapital(match.group("group"))
    verb = {"was": "is", "were": "are"}.get(match.group("verb").lower(), match.group("verb").lower())
    if verb == "is" and not re.match(r"an?\s", group) and _kind(group) != "mass":
        if _kind(group) != "counted":
            return ""
        group = f"{article(group)} {group}"
    return f"There {verb} {group}{match.group('place')}"


def _telegram(text: str, rng: Generator) -> str:
    match = _TELEGRAM.fullmatch(text)
    if match is None or not match.group("group")[0].isupper():
        return ""
    group = uncapital(match.group("group"))
    if re.search(r"\s[A-Z][a-z]+\s+[a-z]", match.group("group")):  # two statements without a stop between them
        return ""
    if re.match(r"(?:the|an?|this|normal|unremarkable|clear|no|negative|both)\b", group, re.IGNORECASE):
        return ""
    kind = _kind(group)
    if kind == "mass":
        return f"There is {group}{match.group('place')}"
    if kind == "counted":
        return f"There is {article(group)} {group}{match.group('place')}"
    if kind == "plural":
        return f"There are {group}{match.group('place')}"
    return ""


def _described(text: str, rng: Generator) -> str:
    """Turn "tortuous aorta" into "the aorta is tortuous", and back."""
    before, after = _descriptions()
    match = before.fullmatch(text)
    if match is not None:
        verb = "are" if is_plural(match.group("part")) else "is"
        return f"The {match.group('part').lower()} {verb} {match.group('state').lower()}"
    match = after.fullmatch(text)
    return f"{capital(match.group('state'))} {match.group('part').lower()}" if match else ""


def _stable(text: str, rng: Generator) -> str:
    match = _STABLE.fullmatch(text)
    if match is None or not _kind(match.group("group")):
        return ""
    verb = "are" if is_plural(match.group("group")) else "is"
    return f"{capital(match.group('group'))}{match.group('place')} {verb} {match.group('how').lower()}"


def _is_stable(text: str, rng: Generator) -> str:
    match = _IS_STABLE.fullmatch(text)
    return (
        f"{capital(match.group('how'))} {uncapital(match.group('group'))}" if match and not _RECALLS.match(text) else ""
    )


def _interval(text: str, rng: Generator) -> str:
    match = _INTERVAL.fullmatch(text)
    if match is None:
        return ""
    group = match.group("group")
    verb = "have" if is_plural(group) else "has"
    happened = _HAPPENED[match.group("what").lower()]
    return f"{match.group('the') or ''}{group}{match.group('place')} {verb} {happened} in the interval"


def _recommend(text: str, rng: Generator) -> str:
    match = _RECOMMEND.fullmatch(text)
    if match is not None:
        what = match.group("what").strip()
        return f"{what} {'are' if is_plural(what) else 'is'} {chosen(rng, lexicon('paraphrase.yaml')['recommend'])}"
    match = _RECOMMENDED.fullmatch(text)
    if match is None or _RECALLS.match(text):
        return ""
    return f"Recommend {uncapital(match.group('what'))}"


_BUILDS: tuple[Build, ...] = (
    _denies, says_normal, _there_is, _is_seen, _telegram, _described, _stable, _is_stable, _interval, _recommend,
    place_first, place_last, there_place_first, there_is_one, not_seen, no_seen, drawn_together, free_of, clear_without,
    there_is_no, without_abnormality, place_shows,
)  # fmt: skip


def _phrases(text: str, rng: Generator) -> str:
    """Put one set phrase for another, the first that stands in the sentence."""
    low = text.lower()
    groups: list[tuple[str, str]] = lexicon("paraphrase.yaml")["phrases"]
    for phrase, other in shuffled(rng, groups):
        at = re.search(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])", low)
        if at and not (other == "because of" and _BE.search(text[: at.start()])):
            return text[: at.start()] + cased_like(text[at.start() : at.end()], other) + text[at.end() :]
    return text


def _kind(group: str) -> str:
    """Return whether a noun group is ``mass``, ``counted`` or ``plural``; empty when its head is not in the lexicon."""
    head = re.split(rf"\s+{_PREPOSITION}\b", group, maxsplit=1)[0].split()[-1:]
    if not head:
        return ""
    word = head[0].lower()
    heads = _heads()
    if word in heads:
        return heads[word]
    singular = re.sub(r"ies$", "y", word) if word.endswith("ies") else word.removesuffix("s")
    return "plural" if word.endswith("s") and (singular in heads or word.removesuffix("es") in heads) else ""


@cache
def _descriptions() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = lexicon("paraphrase.yaml")["described"]
    part, state = ("|".join(sorted(data[key], key=len, reverse=True)) for key in ("parts", "states"))
    return (
        re.compile(rf"(?P<state>{state})\s+(?P<part>{part})", re.IGNORECASE),
        re.compile(rf"(?:the\s+)?(?P<part>{part})\s+(?:is|are)\s+(?P<state>{state})", re.IGNORECASE),
    )


@cache
def _heads() -> dict[str, str]:
    data = lexicon("paraphrase.yaml")
    return {word.lower(): kind for kind in ("mass", "counted") for word in data[kind]}
