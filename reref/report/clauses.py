"""A sentence cut into statements with one predicate each, so that a negation reaches no further than it should."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from reref.report.misspelling import corrected
from reref.report.phrases import Tag
from reref.report.tokens import NUMBER, Tokens, tokenize
from reref.report.vocabulary import lexicon

_HARD_SIGNS = frozenset(";:()[].")
_PLURAL = frozenset(("are", "were", "have", "appear", "remain"))
_DENIALS = frozenset(("no", "without", "negative", "neither"))
_AS_FAR = ("and", "as", "far")
_PRONOUNS = frozenset(("it", "they", "this", "these", "he", "she", "patient"))
_PERCENT_WORDS = frozenset((NUMBER, "%", "-", "–", "<", ">", "≥", "≤", "to", "~"))
#: Opens a statement that goes on after a relative clause.
RESUMED = "resumed"
#: What opens a statement that goes on after an aside, by what opens the aside.
_CLOSING = {"(": ")", "which": RESUMED, "that": RESUMED}
_PREDICATES = ("technique", "negation pseudo", "negation after", "hedge after")
#: Verbs that say of a subject what it is.
COPULAS = frozenset(("is", "are", "was", "were", "has", "have", "had", "appear", "remain"))


@dataclass(slots=True, eq=False)
class Clause:
    """A statement of a sentence: ``[first, last)`` in tokens. ``opener`` is the boundary word it starts with."""

    first: int
    last: int
    opener: str = ""


@dataclass
class Reading:
    """A sentence as the reader sees it: its tokens, the phrases of the lexicon in it, and its clauses."""

    text: str
    tokens: Tokens
    tags: list[Tag]

    @cached_property
    def clauses(self) -> list[Clause]:
        """The statements, in order; together they cover every token."""
        return _clauses(self)

    def clause_at(self, position: int) -> Clause:
        """Return the statement that a token stands in."""
        return next(clause for clause in self.clauses if clause.first <= position < clause.last)

    def clause_before(self, clause: Clause) -> Clause | None:
        """Return the statement right before another."""
        number = self.clauses.index(clause)
        return self.clauses[number - 1] if number else None

    def clause_after(self, clause: Clause) -> Clause | None:
        """Return the statement right after another."""
        number = self.clauses.index(clause) + 1
        return self.clauses[number] if number < len(self.clauses) else None

    def after_aside(self, clause: Clause) -> Clause | None:
        """Return what goes on after a bracket or relative clause that a statement is broken by.

        As in "lesion (cyst?) in the liver" and in "nodules, which are new, are seen in the left lung".
        """
        inside = self.clause_after(clause)
        if inside is None or inside.opener not in _CLOSING:
            return None
        beyond = self.clause_after(inside)
        return beyond if beyond is not None and beyond.opener == _CLOSING[inside.opener] else None

    def tags_in(self, first: int, last: int) -> list[Tag]:
        """Return the phrases that start in ``[first, last)``."""
        starts = self._tag_starts
        return self.tags[bisect_left(starts, first) : bisect_left(starts, last)]

    @cached_property
    def _tag_starts(self) -> list[int]:
        return [tag.first for tag in self.tags]

    def accompanied(self, first: int, last: int) -> bool:
        """Whether a "with" that belongs to no phrase of the lexicon stands in ``[first, last)``."""
        if "with" not in self.tokens.words[first:last]:
            return False
        inside = {position for tag in self.tags_in(first, last) for position in range(tag.first, tag.last)}
        return any(self.tokens.words[i] == "with" and i not in inside for i in range(first, last))

    def has(self, first: int, last: int, *kinds: str) -> bool:
        """Whether a phrase of one of the kinds starts in ``[first, last)``."""
        return any(kind in tag.senses for tag in self.tags_in(first, last) for kind in kinds)

    def words(self, first: int, last: int) -> tuple[str, ...]:
        """Return the normal forms of a range of tokens."""
        return self.tokens.words[first:last]


def read_sentence(text: str) -> Reading:
    """Read one sentence with the lexicon."""
    tokens = tokenize(text)
    words = tuple(corrected(word) for word in tokens.words)
    if words != tokens.words:
        tokens = Tokens(words, tokens.starts, tokens.ends)
    return Reading(text, tokens, lexicon().phrases.find(words))


def is_verb(sentence: Reading, tag: Tag) -> bool:
    """Whether a phrase holds the finite verb of a statement."""
    word = sentence.tokens.words[tag.first]
    if "be" in sentence.words(tag.first, tag.last) and any(kind in tag.senses for kind in _PREDICATES):
        return True  # "could not be evaluated"
    return "verb" in tag.senses or word in COPULAS or (word == "there" and tag.last > tag.first + 1)


def _clauses(sentence: Reading) -> list[Clause]:
    starts = _hard_starts(sentence)
    for start in _coordinated_starts(sentence, sorted(starts)):
        starts.setdefault(start, "and")
    edges = sorted(starts)
    ends = [*edges[1:], len(sentence.tokens)]
    return [Clause(first, last, starts[first]) for first, last in zip(edges, ends, strict=True) if first < last]


def _hard_starts(sentence: Reading) -> dict[int, str]:
    starts = {0: ""}
    words = sentence.tokens.words
    percent = _percent_brackets(words)
    relative = False
    for position, word in enumerate(words):
        if word in _HARD_SIGNS and position not in percent:
            starts[position + 1] = word
    for tag in sentence.tags:
        if "boundary" in tag.senses:
            starts[tag.first] = words[tag.first]
            relative = words[tag.first] in _CLOSING
        elif relative and words[tag.first - 1] == "," and is_verb(sentence, tag):
            starts[tag.first] = RESUMED
            relative = False
        elif tag.first and (
            (words[tag.first] in _DENIALS and words[tag.first - 1] in (",", "and"))
            or ("change" in tag.senses and words[tag.first - 1] == "," and not _is_listed(sentence, tag))
        ):
            starts[tag.first - 1] = "and"
    starts.pop(len(words), None)
    return starts


def _is_listed(sentence: Reading, tag: Tag) -> bool:
    """Whether a change is that of a member of a list denied after it ("infiltrate, new nodule … not seen")."""
    later = next(
        (other for other in sentence.tags_in(tag.last, len(sentence.tokens)) if "negation after" in other.senses), None
    )
    return later is not None and not any(is_verb(sentence, other) for other in sentence.tags_in(0, tag.first))


def _percent_brackets(words: tuple[str, ...]) -> set[int]:
    """Return where the signs of brackets like "(25-49%)" are, which break no statement."""
    signs: set[int] = set()
    opened = -1
    for position, word in enumerate(words):
        if word == "(":
            opened = position
        elif word == ")" and opened >= 0:
            if "%" in words[opened:position]:
                signs.update((opened, position))
            opened = -1
        elif word not in _PERCENT_WORDS:
            opened = -1
    return signs


def _coordinated_starts(sentence: Reading, hard: list[int]) -> list[int]:
    """Where "…, and <subject> <verb>" starts a statement of its own: a second verb with its own subject."""
    found: list[int] = []
    edges = {*hard}
    verb_at = -1
    joins: list[tuple[int, bool]] = []  # coordinators since the last verb, and whether a subject followed them
    words = sentence.tokens.words
    tags = iter(sentence.tags)
    tag = next(tags, None)
    position = 0
    while position < len(words):
        if position in edges:
            verb_at, joins = -1, []
        if tag is not None and tag.first == position:
            if is_verb(sentence, tag):
                start = _join_before(sentence, position, joins, verb_at) if verb_at >= 0 and joins else None
                if start is not None:
                    found.append(start)
                verb_at, joins = position, []
            elif "coordinator" in tag.senses:
                joins.append((position, False))
            elif joins and ("site" in tag.senses or "finding" in tag.senses or words[position] in _PRONOUNS):
                joins[-1] = (joins[-1][0], True)
            position, tag = max(tag.last, position + 1), next(tags, None)
            continue
        if words[position] == ",":
            joins.append((position, False))
        elif joins and words[position] in _PRONOUNS:
            joins[-1] = (joins[-1][0], True)
        position += 1
    return found


def _join_before(sentence: Reading, verb: int, joins: list[tuple[int, bool]], earlier: int) -> int | None:
    """Return where a verb's statement begins, ``None`` when it has no subject of its own.

    Commas and "and" before a plural verb part its subjects, unless the statement before may go on there: after a place.

    Args:
        sentence: the sentence.
        verb: the verb.
        joins: coordinators since the verb before, and whether a subject followed them.
        earlier: the verb before.
    """
    words = sentence.tokens.words
    subjects = [position for position, has_subject in joins if has_subject]
    if not subjects or not joins[-1][1]:
        return None
    anew = next((position for position, _ in joins if words[position : position + 3] == _AS_FAR), None)
    if anew is not None:
        return anew  # "…, and as far as can be seen, the vessels, the heart and the aorta are normal"
    first, last = subjects[0], subjects[-1]
    if words[verb] in _PLURAL and words[first - 1 : first + 1] == (",", "and"):
        return first - 1
    if words[verb] in _PLURAL and words[last] in ("and", "or"):
        if sentence.has(earlier, first, "normal", "technique") and not sentence.has(earlier, first, "preposition"):
            return first - (words[first - 1] == ",")  # "…, and the vessels, the heart and the aorta are normal"
        commas = [position for position in subjects[:-1] if words[position] == ","]
        placed = sentence.has(earlier, joins[0][0], "preposition", "interpretation")
        if commas and not (placed and words[last - 1] == ","):
            return commas[-1]
    if last and words[last - 1] == "," and words[last] in ("and", "or"):
        return last - 1
    return last
