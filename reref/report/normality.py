"""Normality statements: "the lungs are clear", "normal heart size", "no acute bony abnormality"."""

from __future__ import annotations

from reref.report.clauses import COPULAS, Clause, Reading
from reref.report.phrases import Tag
from reref.report.places import Place
from reref.report.scene import Mention, Scene, chain_back, chain_forward
from reref.report.tokens import PLACEHOLDER
from reref.report.vocabulary import NORMAL_CHEST, Normal, lexicon

_PATHOLOGY = frozenset(("pathology", "pathological", "finding", "lesion"))  # none "was found" in what came before
_OPENING = 12  # tokens in which a statement can tell where it looks
_ABNORMAL = ("abnormal",)
_SOON = 3  # tokens after "abnormal" in which it describes a finding
_LUNGS_CLEAR = "lungs_clear"
_FILLED = frozenset(("aerated", "expanded", "inflated", "ventilated"))
_ABDOMEN = "abdomen"
_PARTNERS = frozenset(("heart", "mediastinal vessels"))
_SEVERAL = "several"  # properties at once
_UNNAMED = frozenset(("liver", "gallbladder", "spleen", "pancreas"))  # in a list, the abdomen stands for them
_ABDOMINAL = _UNNAMED | {"kidney", "adrenal"}
_LIST, _PAIR = 3, 2
_BOTH = frozenset(("both", "bilateral"))
_ACUTE = frozenset(("acute", "active"))


def find_normalities(scene: Scene, clause: Clause, abnormal: list[Mention]) -> list[Mention]:
    """Return what a clause says to be normal.

    Args:
        scene: the sentence.
        clause: one of its clauses.
        abnormal: the findings it names.
    """
    placed = [place for place in scene.places_in(clause.first, clause.last) if place.sites]
    said: list[Mention] = []
    for tag in scene.sentence.tags_in(clause.first, clause.last):
        free = [place for place in placed if not _is_taken(scene.sentence, place, abnormal, tag)]
        if "global" in tag.senses:
            side = "bilateral" if scene.sentence.tokens.words[tag.first] in _BOTH else None
            said.append(Mention(tag.first, tag.last, tag.senses["global"], clause, normal=True, side=side))
        elif "normal" in tag.senses:
            said.extend(_normal(scene, clause, tag, free, abnormal))
        elif any(entry.role == "abnormality" for entry in tag.senses.get("finding", ())):
            said.extend(_no_abnormality(scene, clause, tag, free))
    return _one_each(said)


def _is_taken(sentence: Reading, place: Place, abnormal: list[Mention], tag: Tag) -> bool:
    """Whether a place is a finding's own, and not that of one denied after "normal" ("patent without stenosis")."""
    return any(
        mention.place is place
        and not (tag.last <= mention.first and sentence.has(tag.last, mention.first, "negation before"))
        for mention in abnormal
    )


def _one_each(said: list[Mention]) -> list[Mention]:
    """Keep one mention a name, over all its places; a side that only some of them have is nobody's."""
    unique: dict[str, Mention] = {}
    for mention in said:
        kept = unique.setdefault(mention.finding, mention)
        if kept is not mention:
            kept.first, kept.last = (
                min(kept.first, mention.first),
                max(kept.last, mention.last),
            )
            if kept.place and mention.place and kept.place.side != mention.place.side:
                kept.place = Place(kept.place.first, mention.place.last, kept.place.sites, None)
    return list(unique.values())


def _normal(scene: Scene, clause: Clause, tag: Tag, free: list[Place], abnormal: list[Mention]) -> list[Mention]:
    words: tuple[Normal, ...] = tag.senses["normal"]
    before = scene.sentence.tags_in(clause.first, tag.first)
    if before and "negation before" in before[-1].senses and tag.first - before[-1].last <= 1:
        return []
    if tag.first and scene.sentence.tokens.words[tag.first - 1] == "than":
        return []  # "wider than normal"
    if abnormal and _tells_where(scene.sentence, clause, tag):
        return []
    ends = [
        mention.last
        for mention in abnormal
        if mention.last <= tag.first and not _is_predicate_of(scene.sentence, mention, tag)
    ]
    subjects = [place for place in free if place.last <= tag.first and place.first >= max(ends, default=0)]
    subjects = [place for place in subjects if not _holds_device(scene.sentence, abnormal, place)]
    subjects = [place for place in subjects if not _is_of_hidden(scene.sentence, place)]
    if _only_introduces(scene.sentence, clause, subjects):
        subjects = subjects[1:]
    following = [place for place in free if place.first >= tag.last]
    copula = bool(before) and scene.sentence.tokens.words[before[-1].first] in COPULAS
    leads = [other for other in before if "article" not in other.senses]
    shown = bool(leads) and "verb" in leads[-1].senses and not copula  # "views of the chest show normal size of …"
    directly = bool(following) and not copula and (shown or following[0].first - tag.last <= 1)
    directly = directly or _looks(scene.sentence, tag, following)
    around = [place for place in free if place.first <= tag.first < place.last]
    if around:
        subjects = around
    elif not subjects or directly:
        subjects = chain_forward(following) if following else []
    else:
        subjects = chain_back(subjects)
    pairs: list[tuple[Place | None, str]] = [(place, place.sites[-1]) for place in subjects]
    hidden = PLACEHOLDER in scene.sentence.words(clause.first, clause.last)  # "The XXXX are normal" says nothing
    if not subjects and not abnormal and not hidden:
        topic = [place for place in scene.topic(clause) if place.sites]
        resumed = [place for place in scene.subjects_of_resumed(clause) if place.sites]
        if topic or resumed:
            pairs = [(place, place.sites[-1]) for place in topic or chain_back(resumed)]
        elif clause.opener and clause.opener != "(" and scene.places_in(0, clause.first):
            pairs = [(place, place.sites[0]) for place in scene.places_in(0, clause.first)[-1:] if place.sites]
        elif clause.opener == "but" and scene.found and scene.found[-1].sites:
            pairs = [(None, scene.found[-1].sites[0])]  # "the lungs are hyperinflated but clear"
        elif _speaks_on(scene, clause, tag):
            pairs = [(None, scene.context.site or "")]
        elif tag.last - tag.first >= clause.last - clause.first - 1:
            return [Mention(tag.first, tag.last, NORMAL_CHEST, clause, normal=True)]  # nothing but "Normal."
    if not pairs and scene.sentence.tokens.words[tag.first] == "otherwise":
        clear = scene.sentence.tokens.words[tag.last - 1] == "clear"
        return [Mention(tag.first, tag.last, _LUNGS_CLEAR if clear else NORMAL_CHEST, clause, normal=True)]
    if not abnormal:
        pairs = _with_partner(pairs, free)
    pairs = _told_together(pairs)
    said: list[Mention] = []
    for place, site in pairs:
        word = next((word for word in words if word.fits(site)), None)
        if word is not None:
            names = word.says or _of_properties(scene.sentence, clause, site) or lexicon().normality(site)
            said.extend(_mention(clause, tag, name, site, place) for name in names)
    return said


def _with_partner(pairs: list[tuple[Place | None, str]], free: list[Place]) -> list[tuple[Place | None, str]]:
    """Let the heart and the great vessels be called normal as one, however a translation has joined their words."""
    sites = {site for _, site in pairs}
    if not sites & _PARTNERS:
        return pairs
    return [*pairs, *((p, p.sites[-1]) for p in free if p.sites[-1] in _PARTNERS and p.sites[-1] not in sites)]


def _told_together(pairs: list[tuple[Place | None, str]]) -> list[tuple[Place | None, str]]:
    """Let a list of three or more organs of the abdomen say that the abdomen is normal, for those without a name."""
    if len({site for _, site in pairs} & _ABDOMINAL) < _LIST or len({site for _, site in pairs} & _UNNAMED) < _PAIR:
        return pairs
    return [(place, _ABDOMEN if site in _UNNAMED else site) for place, site in pairs]


def _of_properties(sentence: Reading, clause: Clause, site: str) -> tuple[str, ...]:
    """Return what the properties of a site say that are called normal ("the density of the liver is normal")."""
    known = lexicon().properties.get(site)
    if known is None:
        return ()
    words = sentence.words(clause.first, clause.last)
    said = [name for word, name in known.items() if word in words]
    return (known[_SEVERAL],) if len(said) > 1 else tuple(said)


def _looks(sentence: Reading, tag: Tag, following: list[Place]) -> bool:
    """Whether "otherwise unremarkable appearance of" is said of what follows it."""
    if not following or sentence.tokens.words[tag.first] != "otherwise":
        return False
    between = sentence.words(tag.last, following[0].first)
    return "of" in between and lexicon().aspects.union(("of", "the")).issuperset(between)


def _tells_where(sentence: Reading, clause: Clause, tag: Tag) -> bool:
    """Whether a word of air only says in which part of the lung a finding is ("opacities in the aerated lung")."""
    if _FILLED.isdisjoint(sentence.words(tag.first, tag.last)):
        return False
    leads = sentence.tags_in(clause.first, tag.first)[-2:]
    kinds = ("preposition", "link", "coordinator")
    return any(kind in lead.senses for lead in leads for kind in kinds) and sentence.has(
        tag.last, tag.last + 1, "site", "side"
    )


def _only_introduces(sentence: Reading, clause: Clause, subjects: list[Place]) -> bool:
    """Whether the first place only tells where one looks ("In the abdominal sections, the adrenals are normal")."""
    if len(subjects) < 2 or subjects[0].last > clause.first + _OPENING:
        return False
    introduced = sentence.has(clause.first, subjects[0].first, "preposition")
    return introduced and "," in sentence.words(subjects[0].last, subjects[1].first)


def _speaks_on(scene: Scene, clause: Clause, tag: Tag) -> bool:
    """Whether a clause without a place goes on about what the text before was about ("its contours are smooth")."""
    sentence = scene.sentence
    if scene.context.site is None or sentence.tokens.words[tag.first] == "otherwise":
        return False
    known = {position for other in sentence.tags_in(clause.first, tag.first) for position in range(*other[:2])}
    subject = (sentence.tokens.words[at] for at in range(clause.first, tag.first) if at not in known)
    return all(word in lexicon().aspects for word in subject if word.isalpha())


def _is_of_hidden(sentence: Reading, place: Place) -> bool:
    """Whether a place is that of a subject whose words were removed ("visualized XXXX of the chest are normal")."""
    return sentence.words(place.first - 3, place.first) == (PLACEHOLDER, "of", "the")


def _holds_device(sentence: Reading, abnormal: list[Mention], place: Place) -> bool:
    """Whether a place only tells where a device is ("the stent in the LAD is patent")."""
    return any(
        mention.entry is not None
        and mention.entry.role == "device"
        and mention.last <= place.first
        and sentence.has(mention.last, place.first, "preposition", "link")
        and not sentence.has(mention.last, place.first, "verb", "boundary")
        for mention in abnormal
    )


def _is_predicate_of(sentence: Reading, mention: Mention, tag: Tag) -> bool:
    """Whether a finding is itself among what is called normal ("heart size and vascular engorgement are normal")."""
    between = sentence.tags_in(mention.last, tag.first)
    return bool(between) and all("verb" in other.senses for other in between)


def _mention(clause: Clause, tag: Tag, name: str, site: str, place: Place | None) -> Mention:
    first, last = (min(tag.first, place.first), max(tag.last, place.last)) if place else (tag.first, tag.last)
    return Mention(
        first,
        last,
        name.removeprefix("-"),
        clause,
        sites=(site,),
        place=place,
        normal=True,
        absent=name.startswith("-"),
    )


def _no_abnormality(scene: Scene, clause: Clause, tag: Tag, free: list[Place]) -> list[Mention]:
    sentence = scene.sentence
    negations = [other for other in sentence.tags_in(clause.first, tag.first) if "negation before" in other.senses]
    negations = [other for other in negations if _denies(sentence, other, tag)]
    if not negations and not sentence.has(tag.last, clause.last, "negation after"):
        return []
    if sentence.words(tag.first, tag.last) == _ABNORMAL and sentence.has(tag.last, tag.last + _SOON, "finding"):
        return []  # "no abnormal airspace consolidation"
    if sentence.has(tag.last, tag.last + 1, "interpretation", "hedge before", "article"):
        return []  # "no findings that indicate pneumonia" is about pneumonia
    if sentence.has(tag.last, tag.last + 1, "link") and sentence.has(tag.last + 1, tag.last + 3, "finding"):
        return []  # and so is "no features of pneumonia"
    start = negations[-1].last if negations else clause.first
    inside = [place for place in free if start <= place.first and place.last <= tag.first]
    acute = not _ACUTE.isdisjoint(sentence.words(negations[-1].first if negations else clause.first, tag.first))
    if inside:
        return _say(clause, tag, inside, acute=acute)
    following = [place for place in free if place.first >= tag.last]
    told = min((m.last for m in scene.found if m.clause is clause and m.entry is not None), default=start)
    end = told if acute else start  # "changes in the left base without acute disease"
    around = chain_forward(following) if following else [place for place in free if place.last <= end]
    around = around or [place for place in scene.topic(clause) if place.sites]
    if around:
        return _say(clause, tag, around, acute=acute)
    if not acute and sentence.has(0, clause.first, "technique"):  # "although … was suboptimal, no pathology is seen"
        limited = [place for place in scene.places_in(0, clause.first) if place.sites]
        if limited:
            return _say(clause, tag, limited[-1:], acute=False)
    if scene.context.site is not None and not acute and _PATHOLOGY.issuperset(sentence.words(tag.first, tag.last)):
        names = lexicon().normality(scene.context.site)
        return [_mention(clause, tag, name, scene.context.site, None) for name in names]
    return [Mention(tag.first, tag.last, NORMAL_CHEST, clause, normal=True)]


def _denies(sentence: Reading, negation: Tag, tag: Tag) -> bool:
    """Whether a denial reaches "abnormality", maybe past a finding ("no pneumonia or other acute abnormality")."""
    between = (negation.last, tag.first)
    named = [other.last for other in sentence.tags_in(*between) if "finding" in other.senses]
    rest = sentence.words(named[-1], tag.first) if named else ()
    listed = not named or (rest[:1] == ("or",) and not _ACUTE.isdisjoint(rest))
    return listed and not sentence.has(*between, "verb", "boundary")


def _say(clause: Clause, tag: Tag, places: list[Place], *, acute: bool) -> list[Mention]:
    """Return what "no abnormality" says of places: "acute" makes it a statement about the chest as a whole."""
    said = lexicon().absence if acute else lexicon().normality
    return [_mention(clause, tag, name, place.sites[-1], place) for place in places for name in said(place.sites[-1])]
