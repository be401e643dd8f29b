"""Finding words of one noun phrase made one mention ("hypodense nodular lesion"), and words that say the same twice."""

from __future__ import annotations

from reref.report.candidates import LIST_WORDS, MAX_GAP, PHRASE_STOPS
from reref.report.clauses import Reading
from reref.report.lists import FORM
from reref.report.scene import Mention, Scene

_GENERIC = frozenset(("mass", "lung_opacity"))  # what "lesion" is called in the lung
_NEAR = 3  # tokens of "of reticular"
_TRAITS = frozenset(("aortic_calcification_atherosclerosis",))
_GRANULOMA = "granuloma_calcified"


def add(scene: Scene, mention: Mention) -> None:
    """Add a mention, or widen the one before when both are one phrase ("hypodense … lesion")."""
    before = scene.found[-1] if scene.found else None
    if (
        before is not None
        and before.first < mention.first
        and before.clause is mention.clause
        and (before.finding == mention.finding or (_is_adjective(before) and not _is_another_trait(before, mention)))
        and _one_phrase(scene.sentence, before, mention)
    ):
        _widen(before, mention)
    elif before is not None and _is_sequela_of(scene.sentence, before, mention):
        scene.found[-1] = mention
    elif before is not None and _is_density_of(scene.sentence, before, mention):
        before.last, before.finding, before.entry = mention.last, mention.finding, mention.entry
    elif before is not None and mention.finding == "lung_opacity" and _is_tail(scene.sentence, before, mention):
        before.last = mention.last
    elif not _is_repeated(scene, mention):
        scene.found.append(mention)


def _is_another_trait(before: Mention, mention: Mention) -> bool:
    """Whether an adjective says more of a place than the next word does ("calcified tortuous aorta")."""
    unnamed = mention.entry is not None and mention.entry.name is None and mention.entry.role != "adjective"
    return unnamed and before.place is not None and before.place is mention.place and before.finding in _TRAITS


def _is_sequela_of(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether "sequela" only describes the finding after it ("a sequela calcified nodule")."""
    alone = sentence.words(before.first, before.last) == ("sequela",) and before.clause is mention.clause
    between = sentence.tags_in(before.last, mention.first)
    described = all("finding" in tag.senses or "severity" in tag.senses for tag in between)
    return alone and described and sum(tag.last - tag.first for tag in between) == mention.first - before.last


def _is_density_of(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether an opacity is only that of the lung finding named after it ("density increases of fibrotic sequelae")."""
    if before.finding != "lung_opacity" or before.clause is not mention.clause:
        return False
    between = sentence.words(before.last, mention.first)
    if mention.finding == "ground_glass" and _is_seen_in(sentence, before.last, mention.first):
        return True  # "increased density is seen in the ground glass density"
    if between[: len(FORM)] == FORM and mention.finding in ("ground_glass", "consolidation"):
        return not sentence.has(before.last + len(FORM), mention.first, *PHRASE_STOPS)
    scar = mention.finding in ("scarring_fibrosis", "atelectasis") and mention.first - before.last <= _NEAR
    return scar and between[:1] == ("of",) and not sentence.has(before.last + 1, mention.first, *PHRASE_STOPS)


def _is_seen_in(sentence: Reading, end: int, start: int) -> bool:
    """Whether nothing but "is seen in the" and describing words stand between two findings."""
    tags = sentence.tags_in(end, start)
    seen = ("verb", "participle", "preposition", "article", "link")
    plain = all(any(kind in tag.senses for kind in seen) for tag in tags) and "," not in sentence.words(end, start)
    return plain and any("preposition" in tag.senses for tag in tags) and any("verb" in tag.senses for tag in tags)


def _is_tail(sentence: Reading, before: Mention, mention: Mention) -> bool:
    """Whether an opacity is only the last word of another lung finding ("fibrotic linear density increases")."""
    if before.entry is None or before.entry.site != "lung" or mention.first - before.last > 1:
        return False
    between = sentence.words(before.last, mention.first)
    joined = "with" in between or not LIST_WORDS.isdisjoint(between)
    return not joined and not sentence.has(before.last, mention.first, *PHRASE_STOPS, "site")


def _widen(before: Mention, mention: Mention) -> None:
    """Let the words of a mention go on into the next, whose last word names it; but a "nodular lesion" is a nodule."""
    before.last = mention.last
    named = before.entry is not None and before.entry.name is not None
    generic = mention.entry is not None and mention.entry.name is None and mention.finding in _GENERIC
    bound = not named and before.place is not None and mention.place is None and mention.finding in _GENERIC
    if not (named and generic) and not bound:
        before.finding, before.entry = mention.finding, mention.entry
    before.sites, before.place = mention.sites or before.sites, mention.place or before.place


def _is_repeated(scene: Scene, mention: Mention) -> bool:
    """Whether two words of a clause say the same of the same place ("the diameter … has increased")."""
    return any(
        other.finding == mention.finding
        and other.clause is mention.clause
        and other.first < mention.first
        and other.entry is not None
        and mention.entry is not None
        and (
            scene.sentence.words(other.last, mention.first) == ("/",)
            or (
                None in (other.entry.name, mention.entry.name)
                and (mention.place is None or other.place is mention.place)
            )
        )
        for other in scene.found
    )


def _is_adjective(mention: Mention) -> bool:
    return mention.entry is not None and mention.entry.role == "adjective"


def _one_phrase(sentence: Reading, one: Mention, other: Mention) -> bool:
    """Whether two finding words stand in one noun phrase ("hypodense nodular lesion", "hazy left basal opacity")."""
    end, start = one.last, other.first
    between = sentence.words(end, start)
    if _is_adjective(one) and between[:1] == ("and",) and len(between) == len(("and", "patchy")):
        return not sentence.has(end + 1, start, *PHRASE_STOPS, "site")  # "nodular and patchy opacities"
    if len(between) > MAX_GAP or not LIST_WORDS.isdisjoint(between) or "with" in between:
        return False
    same = one.finding == other.finding
    named = same or (_is_adjective(one) and other.finding == _GRANULOMA)  # "calcified splenic granuloma"
    return not sentence.has(end, start, *PHRASE_STOPS, "hedge before") and (
        named or not sentence.has(end, start, "site")
    )
