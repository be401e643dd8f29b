"""What a clause mentions: its finding words, each under the name that fits, one mention a noun phrase."""

from __future__ import annotations

from dataclasses import replace

from reref.report import anatomy
from reref.report.binding import named
from reref.report.candidates import LIST_WORDS, MAX_GAP
from reref.report.clauses import Clause, Reading
from reref.report.noun_phrases import add
from reref.report.phrases import Tag
from reref.report.qualified import qualified_name, quality_of
from reref.report.scene import Mention, Scene
from reref.report.tokens import NUMBER
from reref.report.vocabulary import Finding

_GENERIC = frozenset(("mass", "lung_opacity"))  # what "lesion" is called in the lung
_PLAIN_MEASURES = (("wall", "thickness"), ("thickness",))
_OPENING = 2  # tokens in which "a similar appearance" begins
_VESSELS = frozenset(("aorta", "pulmonary artery"))
_LENGTHS = frozenset(("dimension", "diameter", "size"))
_DESCRIBED = (("described",), ("mentioned",), ("defined",), ("aforementioned",))
_ELLIPTIC = ((",",), ("and",))
_WIDE = (("wide",), ("large",), ("wider",), ("prominent",), ("bulky",), ("big",), ("full",))
_GRANULOMA = "granuloma_calcified"
_RELATIVE = ("which", "that")
_INSIDE = frozenset(("within", "in", "inside"))
_IT = "it"
_HOWEVER = 3  # tokens, with "however, the"
_REACHES = ("reach",)
_UNITS = frozenset(("mm", "cm", "millimeter", "centimeter"))
_EARLIER = frozenset(("previous", "prior", "old", "earlier"))
_POINTERS = (("this",), ("these",), ("that",), ("those",))  # "beside this nodule" states no other nodule


def find_mentions(scene: Scene, clause: Clause) -> list[Mention]:
    """Return the findings that a clause names, in order."""
    start = len(scene.found)
    tags = scene.sentence.tags_in(clause.first, clause.last)
    qualified = {}
    for tag in tags:
        for entry in tag.senses.get("finding", ()):
            if entry.qualified:
                qualified[tag.first] = qualified_name(scene, clause, tag, entry)
    for tag in tags:
        if "rest" in tag.senses and not scene.found:
            if scene.context.finding is not None and _opens_with(scene, tag):
                name, entry, sites = scene.context.finding
                scene.found.append(Mention(tag.first, tag.last, name, clause, entry, sites))
        elif "rest" in tag.senses:
            main = _described(scene)
            scene.found.append(
                Mention(
                    tag.first,
                    tag.last,
                    main.finding,
                    clause,
                    main.entry,
                    main.sites,
                    rest=True,
                )
            )
        elif "finding" not in tag.senses and _is_another(scene, clause, tag):
            main = scene.found[-1]
            scene.found.append(Mention(tag.first, tag.last, main.finding, clause, main.entry, main.sites))
        elif "finding" in tag.senses and tag.first not in scene.used and not _describes_next(scene, clause, tag):
            ahead = scene.sentence.words(max(clause.first, tag.first - 2), tag.first)
            pointed = ahead[-1:] in _POINTERS or (ahead[-1:] == ("the",) and ahead[0] in _INSIDE)
            described = scene.sentence.words(tag.first - 1, tag.first) in _DESCRIBED
            for mention in _meaning(scene, clause, tag, qualified.get(tag.first)):
                again = described and mention.finding in _GENERIC and _is_generic(mention)
                if not again and not (pointed and _is_pointed_at(scene, mention)):
                    add(scene, mention)
    if scene.sentence.has(clause.first, clause.last, "normal"):
        scene.found[start:] = [m for m in scene.found[start:] if not _is_measure(scene, m)]
    return scene.found[start:]


def _is_another(scene: Scene, clause: Clause, tag: Tag) -> bool:
    """Whether a degree and a side without a noun name a finding again ("moderate right effusion, small left sided")."""
    sentence, before = scene.sentence, scene.found[-1] if scene.found else None
    if "severity" not in tag.senses or before is None or before.clause is not clause or before.entry is None:
        return False
    joined = sentence.words(tag.first - 1, tag.first) in _ELLIPTIC
    following = sentence.tags_in(tag.last, clause.last)
    sides = [tag for tag in following if "side" in tag.senses and {"site", "finding"}.isdisjoint(tag.senses)]
    return joined and bool(sides) and following in ([sides[0]], [following[0], sides[0]]) and _ends(sentence, sides[0])


def _ends(sentence: Reading, tag: Tag) -> bool:
    """Whether a phrase is the last of its sentence, or a sign follows it."""
    return not any(word.isalpha() for word in sentence.words(tag.last, tag.last + 1))


def _describes_next(scene: Scene, clause: Clause, tag: Tag) -> bool:
    """Whether a word of size only describes the finding after it ("wide thin-walled cavities beside the vessels")."""
    sentence = scene.sentence
    if sentence.words(tag.first, tag.last) not in _WIDE:
        return False
    following = next(iter(sentence.tags_in(tag.last, min(clause.last, tag.last + MAX_GAP))), None)
    if following is None or LIST_WORDS.intersection(sentence.words(tag.last, following.first)):
        return False
    return any(entry.name is not None for entry in following.senses.get("finding", ()))


def find_likeness(scene: Scene) -> list[Mention]:
    """Return what "a similar appearance is also seen in …" takes up from the text before."""
    opening = scene.sentence.words(0, _OPENING)
    placed = [place for place in scene.placed if place.sites]
    if scene.context.finding is None or "similar" not in opening or not placed:
        return []
    seen = next((tag for tag in scene.sentence.tags if "participle" in tag.senses), None)
    if seen is None or placed[0].first < seen.first or len(scene.sentence.clauses) > 1:
        return []
    name, entry, sites = scene.context.finding
    at = opening.index("similar")
    return [Mention(at, at + 1, name, scene.sentence.clauses[0], entry, sites)]


def find_resumed(scene: Scene) -> list[Mention]:
    """Return what "it" is when a sentence only tells its length on a side ("On the left, it measures 26 mm")."""
    sentence = scene.sentence
    words = sentence.tokens.words
    if scene.context.finding is None or _IT not in words or len(sentence.clauses) > 1 or not _EARLIER.isdisjoint(words):
        return []
    at = words.index(_IT)
    sided = any(place.side is not None and place.last <= at for place in scene.placed)
    measured = NUMBER in words[at:] and not _UNITS.isdisjoint(words[at:])
    tells = sentence.has(at, at + 2, "verb", "participle") or sentence.words(at + 1, at + 2) == _REACHES
    if not (sided and measured and tells):
        return []
    name, entry, sites = scene.context.finding
    return [Mention(at, at + 1, name, sentence.clauses[0], entry, sites)]


def _is_pointed_at(scene: Scene, mention: Mention) -> bool:
    """Whether "this nodule", "these densities" only point at what was named before."""
    if mention.finding == "lung_opacity":
        return any(m.entry is not None and m.entry.site == "lung" for m in scene.found)
    return any(other.finding == mention.finding for other in scene.found)


def _is_generic(mention: Mention) -> bool:
    """Whether a finding has no name of its own ("the described lesion")."""
    return mention.entry is not None and mention.entry.name is None


def _is_measure(scene: Scene, mention: Mention) -> bool:
    """Whether a mention is only a property, which can be normal ("density", "wall thickness")."""
    if mention.entry is None:
        return False
    words = scene.sentence.words(mention.first, mention.last)
    return mention.entry.role == "measure" or words in _PLAIN_MEASURES


def _opens_with(scene: Scene, tag: Tag) -> bool:
    """Whether a sentence begins with "the largest" of what the text before counted, and tells its length."""
    sentence = scene.sentence
    measured = any(word == NUMBER for word in sentence.words(tag.last, len(sentence.tokens)))
    named = sentence.has(tag.last, tag.last + 1, "site", "finding")
    first = _HOWEVER if sentence.words(0, 1) == ("however",) else 1
    return tag.first <= first and measured and (not named or sentence.tokens.words[tag.last] in _LENGTHS)


def _described(scene: Scene) -> Mention:
    """Return the finding that "the largest" is one of: not one in a bracket, nor what a finding may mean."""
    for number in range(len(scene.found) - 1, -1, -1):
        mention = scene.found[number]
        if number and scene.found[number - 1].first == mention.first:
            continue  # the second name of one word
        start = scene.found[number - 1].last if number else mention.first
        if mention.clause.opener in _RELATIVE and mention.finding == _GRANULOMA and number:
            continue  # "nodules, some of which are calcified, the largest …"
        if mention.clause.opener != "(" and not scene.sentence.has(
            start, mention.first, "interpretation", "hedge before"
        ):
            return mention
    return scene.found[-1]


def _meaning(scene: Scene, clause: Clause, tag: Tag, qualified: str | None) -> list[Mention]:
    """Return what a finding word names here: the first of its families that fits."""
    for entry in sorted(tag.senses["finding"], key=lambda entry: entry.needs is None):
        if entry.role == "abnormality":
            continue
        quality = quality_of(scene, clause, tag, entry.needs) if entry.needs else tag
        if quality is None:
            continue
        found = named(scene, clause, tag, entry, qualified)
        for mention in found:
            mention.first, mention.last = (
                min(tag.first, quality.first),
                max(tag.last, quality.last),
            )
        alike = _measured_alike(scene, clause, entry, found[-1:])
        if alike and found[-1].place is None:
            found.pop()  # "it was wide" is said of each of them
        found.extend(alike)
        for mention in tuple(found):
            also = entry.also or _also(entry, mention.sites)
            if also is not None:
                found.append(replace(mention, finding=also))
        if found:
            return found
    return []


def _measured_alike(scene: Scene, clause: Clause, entry: Finding, last: list[Mention]) -> list[Mention]:
    """Return what is said of the vessels measured before too ("A was 28 mm, and B was 31 mm, and it was wide")."""
    if entry.name is not None or not last or not any(anatomy.organ(site) in _VESSELS for site in last[0].sites):
        return []
    sentence, found = scene.sentence, []
    before = sentence.clause_before(clause)
    while before is not None and any(word[0].isdigit() or word == NUMBER for word in _words(sentence, before)):
        places = [place for place in scene.places_in(before.first, before.last) if place.sites]
        told = sentence.has(before.first, before.last, "normal") or any(m.clause is before for m in scene.found)
        if told or len(places) != 1 or anatomy.organ(places[0].sites[-1]) not in _VESSELS:
            break
        name = entry.at_site(places[0].sites[-1])
        if name is not None and places[0] is not last[0].place:
            found.append(replace(last[0], finding=name, sites=places[0].sites[-1:], place=places[0], side=None))
        before = sentence.clause_before(before)
    return found


def _words(sentence: Reading, clause: Clause) -> tuple[str, ...]:
    return sentence.words(clause.first, clause.last)


def _also(entry: Finding, sites: tuple[str, ...]) -> str | None:
    """Return what a finding is besides, at a site or one above it ("metastatic lesion" of a bone)."""
    above = (name for site in sites for name in anatomy.path(site))
    return next((entry.also_at[name] for name in above if name in entry.also_at), None) if entry.also_at else None
