"""The places that may complete the name of a finding: around its words, told after it, or opening its statement."""

from __future__ import annotations

from reref.report import anatomy
from reref.report.clauses import COPULAS, Clause, Reading, is_verb
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention, Scene, chain_back, chain_forward

#: Kinds of words that end a noun phrase.
PHRASE_STOPS = ("verb", "preposition", "boundary", "negation before", "interpretation", "coordinator", "finding")
LIST_WORDS = frozenset(("-", "/", ",", "or", "and"))
#: Unknown words that may stand between a site and the finding it completes.
MAX_GAP = 4
_NODES = "lymph node"
_DESCRIBING = frozenset(("solid", "cystic", "focal", "loculated", "free", "diffuse", "new", "any"))
_BESIDE = frozenset(("around", "near", "along", "over", "overlying"))
_ARTICLES = frozenset(("the", "a", "an", "both"))
_LEADS = frozenset(("of", "in", "the"))
_FAR = 6  # tokens before a place in which "adjacent to" leads to it
_OF = frozenset(("of", "to"))
_RELATIVE = frozenset(("posterior", "anterior", "superior", "inferior", "medial", "lateral", "front", "back"))
_TOGETHER = frozenset(("and", "or", "the"))
_TUBES = ("airway", "mediastinal vessels", "aorta", "pulmonary artery", "esophagus")
_JOINS = frozenset(("-", "/", "or", "and"))


def candidates(scene: Scene, clause: Clause, tag: Tag, prior: Mention | None, *, closely: bool) -> list[list[Place]]:
    """Return chains of coordinated places that may complete a finding, the likeliest first."""
    sentence = scene.sentence
    before = _not_beside(sentence, scene.places_in(clause.first, tag.first)) or scene.subjects_of_resumed(clause)
    aside = sentence.clause_after(clause)
    if aside is not None and aside.opener == "which" and sentence.after_aside(clause) is not None:
        before = scene.nearer_than_region(before, aside)
    passed_over = prior is not None and prior.entry is not None and prior.entry.role in ("device", "adjective")
    if prior is not None and prior.first < tag.first and not passed_over:
        shared = listed(sentence, prior.last, tag.first) or _goes_on(sentence, prior.last, tag.first)
        before = [place for place in before if place.first >= prior.last or shared]
    after = _not_beside(sentence, scene.places_in(tag.last, clause.last))
    while len(after) > 1 and not after[0].sites and not after[1].linked:
        after = after[1:]  # "lesions of 5 mm on the right and 9 mm on the left in both adrenal glands"
    after = [] if after and _names_nodes(sentence, chain_forward(after)[-1]) else after
    beyond = sentence.after_aside(clause)
    if not after and beyond is not None and not sentence.has(beyond.first, beyond.last, "finding"):
        after = scene.places_in(beyond.first, beyond.last)
    while len(before) > 1 and not before[-1].sites:
        before = before[:-1]  # "the fissure on the right is thickened"
    chains: list[list[Place]] = []
    if after and (_describes_place(sentence, tag, after[0]) or _begins_another(sentence, before, tag, after[0])):
        chains.append(chain_forward(after))
    meant = not closely and before and sentence.has(before[-1].last, tag.first, "hedge before")
    if before and not meant and _adjacent(sentence, before[-1].last, tag.first):
        chains.append(_own_subject(scene, clause, chain_back(before)))
    others = bool(before and after) and _is_of_another(sentence, tag.last, after[0].first)
    if after and not others and _introduced(sentence, tag.last, after[0].first):
        chains.append(_until_next_subject(sentence, chain_forward(after)))
    if before and (not closely or _is_subject(sentence, before[-1].last, tag.first)):
        chains.append(chain_back(before))
    if not closely:
        chains.extend([chain_forward(after)] if after else [])
        chains.extend([place] for place in after)
    elif before and _has(sentence, before[-1].last, tag.first):
        chains.append(chain_back(before))
    elif before and _opens(sentence, clause, before, tag.first):
        chains.append(chain_forward(before))
    if not before and not after:
        topic = _not_beside(sentence, scene.topic(clause))
        if topic:
            chains.append(topic)
    return chains


def _not_beside(sentence: Reading, named: list[Place]) -> list[Place]:
    """Leave out what a finding only lies beside ("in the right lung, adjacent to the vena cava")."""
    kept: list[Place] = []
    aside, kept_end = False, 0
    for place in named:
        lies_beside = _is_beside(sentence, place)
        joined = kept_end < place.first and _TOGETHER.issuperset(sentence.words(kept_end, place.first))
        aside, kept_end = lies_beside or (aside and joined), place.last
        if not aside:
            kept.append(place)
    return kept if any(place.sites for place in kept) else named


def _is_beside(sentence: Reading, place: Place) -> bool:
    """Whether "adjacent to" or, for a bronchus or vessel, "posterior of" leads to a place."""
    leads = [tag for tag in sentence.tags_in(max(0, place.first - _FAR), place.first) if "article" not in tag.senses]
    if leads and "direction" in leads[-1].senses:
        return True
    tubular = any(anatomy.is_within(site, tube) for site in place.sites for tube in _TUBES)
    first, second = (*sentence.words(place.first, place.first + 2), "", "")[:2]
    return tubular and first in _RELATIVE and second in _OF


def directly_listed(sentence: Reading, end: int, start: int) -> bool:
    """Whether only signs of a list and describing words stand between two findings."""
    between = sentence.words(end, start)
    described = {
        word for tag in sentence.tags_in(end, start) if "quality" in tag.senses for word in sentence.words(*tag[:2])
    }
    listed = not LIST_WORDS.isdisjoint(between)
    return listed and all(word in LIST_WORDS or word in described or word in _DESCRIBING for word in between)


def has_own_place(scene: Scene, clause: Clause, tag: Tag) -> bool:
    """Whether a place follows a finding ("bronchiectasis and thickening of the pleura", "and wide mediastinum")."""
    own = [place for place in scene.places_in(tag.last, clause.last) if place.sites][:1]
    if own and own[0].first == tag.last:
        return True
    return bool(own) and own[0].first - tag.last <= 2 and "of" in scene.sentence.words(tag.last, own[0].first)


def listed(sentence: Reading, end: int, start: int) -> bool:
    """Whether a list may join two findings: a comma or "and", and no new predicate between them."""
    return any(word in LIST_WORDS for word in sentence.words(end, start)) and not sentence.has(
        end, start, "verb", "boundary"
    )


def _goes_on(sentence: Reading, end: int, start: int) -> bool:
    """Whether a second predicate is said of the same subject ("The thyroid is enlarged and has a … appearance")."""
    between = sentence.words(end, start)
    return (
        between[:1] == ("and",) and len(between) > 1 and between[1] in COPULAS and not sentence.has(end, start, "site")
    )


def _own_subject(scene: Scene, clause: Clause, chain: list[Place]) -> list[Place]:
    """Leave out, before a comma, the places of an earlier finding ("plaques in the aorta, heart size increased")."""
    for number in range(len(chain) - 1, 0, -1):
        between = scene.sentence.words(chain[number - 1].last, chain[number].first)
        earlier = any(m.clause is clause and m.last <= chain[0].first for m in scene.found)
        if earlier and "," in between and _JOINS.isdisjoint(between):
            return chain[number:]
    return chain


def _until_next_subject(sentence: Reading, chain: list[Place]) -> list[Place]:
    """Leave out, after a comma, a place of which the next finding is said ("plaques in the aorta, heart enlarged")."""
    for number in range(1, len(chain)):
        between = sentence.words(chain[number - 1].last, chain[number].first)
        following = sentence.tags_in(chain[number].last, chain[number].last + 1)
        said = any(entry.name is None for tag in following for entry in tag.senses.get("finding", ()))
        if said and "," in between and _JOINS.isdisjoint(between):
            return chain[:number]
    return chain


def _names_nodes(sentence: Reading, place: Place) -> bool:
    """Whether a place only tells which lymph nodes ("larger mediastinal lymph nodes")."""
    following = sentence.tags_in(place.last, place.last + 1)
    return any(entry.site == _NODES for tag in following for entry in tag.senses.get("finding", ()))


def _describes_place(sentence: Reading, tag: Tag, place: Place) -> bool:
    """Whether a word stands with others right before the place it is said of ("an ectatic tortuous aorta")."""
    between = sentence.tags_in(tag.last, place.first)
    traits = all(any(entry.name is None for entry in other.senses.get("finding", ())) for other in between)
    return bool(between) and traits and sum(other.last - other.first for other in between) == place.first - tag.last


def _begins_another(sentence: Reading, before: list[Place], tag: Tag, place: Place) -> bool:
    """Whether "and" parts a word and its place from the one before ("enlarged heart and prominent mediastinum")."""
    return bool(before) and place.first == tag.last and sentence.has(before[-1].last, tag.first, "coordinator")


def _adjacent(sentence: Reading, end: int, start: int) -> bool:
    """Whether only describing words stand between a place and the finding after it."""
    if start - end > MAX_GAP or "," in sentence.words(end, start) or "with" in sentence.words(end, start):
        return False
    return not sentence.has(end, start, *PHRASE_STOPS)


def _introduced(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place follows a finding as "in the liver" does, maybe after "was detected"."""
    if sentence.has(end, start, "boundary", "negation before"):
        return False
    if start == end and sentence.tokens.words[end - 1] in _LEADS:
        return True  # "increase in the size of the" liver
    at = end
    for tag in sentence.tags_in(end, start):
        if any(entry.name is not None for entry in tag.senses.get("finding", ())):
            called = sentence.words(tag.first - 1, tag.first) == ("with",)  # "changes consistent with …"
            meant = called or sentence.has(at, tag.first, "interpretation")
            if not (meant or directly_listed(sentence, at, tag.first)):
                return False
            at = tag.last
    position = start - 1
    words = sentence.tokens.words
    while position >= end and (words[position] in _ARTICLES or _counts(words[position])):
        position -= 1
    leads = [tag for tag in sentence.tags_in(end, start) if "preposition" in tag.senses or "link" in tag.senses]
    if not leads or sentence.tokens.words[leads[-1].first] in _BESIDE:
        return False  # a mass around the bronchi is none of the bronchi
    return leads[-1].last >= position + 1


def _is_of_another(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place is that of what goes along ("the heart is enlarged with unfolding of the aorta")."""
    return any(
        entry.role != "measure" and entry.needs is None and sentence.accompanied(end, tag.first)
        for tag in sentence.tags_in(end, start)
        for entry in tag.senses.get("finding", ())
    )


def _counts(word: str) -> bool:
    """Whether a word is an ordinal of a list ("in the 7th and 9th ribs")."""
    return word == "and" or (word[:1].isdigit() and word[-2:] in ("st", "nd", "rd", "th"))


def _has(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place is said to have a finding ("thyroid gland with several nodules")."""
    if not sentence.accompanied(end, start):
        return False
    return not sentence.has(end, start, "verb", "preposition", "boundary", "negation before", "normal", "finding")


def _opens(sentence: Reading, clause: Clause, before: list[Place], start: int) -> bool:
    """Whether a statement starts with a place that is then its findings' ("In the left lobe of the thyroid, …")."""
    opening, end = before[0].first, before[-1].last
    introduced = sentence.has(clause.first, opening, "preposition", "link")
    if (
        not introduced
        or sentence.has(clause.first, opening, "finding", "verb")
        or "," not in sentence.words(end, start)
    ):
        return False
    return not sentence.has(end, start, "verb", "preposition", "boundary", "negation before", "normal")


def _is_subject(sentence: Reading, end: int, start: int) -> bool:
    """Whether a place before is what a finding is said of ("the aorta is tortuous")."""
    between = sentence.tags_in(end, start)
    return any(is_verb(sentence, tag) for tag in between) and not sentence.has(end, start, "finding", "boundary")
