"""Turns a telegraphic entry ("Clear.", "Small left effusion.") into a whole sentence, where it is sure how."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.grammar import article, capital, uncapital
from reref.perturbations.rules.heads import first_is_plural, noun_of, nouns
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.regions import regions, text_regions
from reref.perturbations.rules.statements import names_an_exam
from reref.perturbations.rules.verbs import (
    MAY,
    NO_SUBJECT,
    NOT_EXCLUDED,
    STABLE_SINCE,
    UNCLEAR,
    WITHOUT_SUBJECT,
    has_verb,
)
from reref.perturbations.rules.wording import sentence, without_stop

#: A predicate, and then nothing, or a phrase that goes on from it ("clear bilaterally", "normal, without …").
_PREDICATE = (
    r"(?:{predicates})(?![\w-])(?! {measures})(?:$|, .*|,? (?:in|and|but|for|of|without|with|bilaterally|on|at|as|to"
    r"|from|by|except|apart|since|compared)\b.*)"
)
#: Headings that name a finding ("PNEUMOTHORAX: None.") and not a part of the body.
_FINDING = re.compile(
    r"(?:thorax|effusions?|fractures?|nodules?|mass(?:es)?|adenopathy|edema|lesions?|calcifications?|stones?|fluid|air)$",
    re.IGNORECASE,
)
_DEGREES = (
    "(?:(?:mildly(?: to moderately)?|slightly|minimally|moderately(?: to markedly)?|markedly|severely|diffusely) )"
)
_AND = re.compile(
    r" and (?P<phrase>(?:\d+ [cm]m )?(?:[a-z-]+ ){0,3}[a-z]+)"
    r"(?=$|,| with| versus| in| of| probably| possibly| likely| on| at)",
    re.IGNORECASE,
)
_THERE_IS = re.compile(r"There (?P<be>is|are) (?P<what>[^,;:.()]+)\.")
#: "No pneumothorax or pleural effusions are seen": the verb follows the nearest noun.
_LAST_PLURAL = re.compile(r" or (?:[\w-]+ ){0,3}[\w-]*[a-rt-z]s$")
#: "There is a large heart and a small effusion" would need another verb.
_SEVERAL = re.compile(r"(?!no ).* and ", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"(?:\S+ ){8}|\b(?:visuali[sz]ed|visible|demonstrable)\b"
    r"|\b(?:with|which|that|consistent|suggest\w*|compatible|represent\w*|but|without|due|secondary|since)\b"
)
#: "No change no active disease": two sentences without a stop.
_SECOND_NO = re.compile(r"(?<!,)(?<!\band)(?<!\bor)(?<!\bbut)(?<!\bwith) no ", re.IGNORECASE)

#: What belongs to the state before it ("The heart is enlarged, stable since …").
_GOES_ON = re.compile(
    r"(?:un|in)?(?:changed|clear|normal|remarkable|expanded|inflated|intact|symmetric\w*)\b"
    r"|stable(?:$| since| from| compared)"
    r"|(?:and|but|or|with|without|consistent|compatible|suggest\w*|concerning|representing|indicat\w+|similar|given|allowing"
    r"|likely|possibly|probably|right|left|greater|more|most|worse|increased|decreased|compared|as|which|particularly"
    r"|especially|accentuated|exaggerated|secondary|due|for|in|at|on|of)\b",
    re.IGNORECASE,
)
_LAST_CLAUSE = re.compile(r"(?P<first>.+), (?:and )?(?P<last>[^,]+)", re.IGNORECASE)
#: "Dextroscoliosis of the spine unchanged."
_UNCHANGED = re.compile(r"(?P<what>[^,;:]+?) (?P<how>unchanged|stable)(?P<rest>)", re.IGNORECASE)
#: "Calcified granuloma left upper lobe": the preposition is left out.
_BARE_PLACE = re.compile(
    r"\b(?P<what>granulomas?|nodules?|opacit(?:y|ies)|mass|atelectasis|scarring|changes|fractures?|deformity|disease"
    r"|degeneration|osteophytes|curvature|density|obscuration|calcifications?)"
    r" (?P<where>(?:(?:left|right|bilateral|thoracic|lumbar|proximal|distal|upper|lower|mid|retrosternal|kyphotic) )*"
    r"(?:aorta|lingula|midlung|lobes?|lungs?|bases?|apex|spine|humerus|clavicle|ribs?|hip|tibia|zones?|space|hemithorax))"
    r"\b(?! opacit| effusion| nodul| fractur| atelec| disease| scar| volume)",
    re.IGNORECASE,
)
#: "Elevation right hemidiaphragm".
_BARE_PART = re.compile(
    r"\b(?P<what>elevation|eventration|flattening|blunting|tortuosity|prominence|ectasia) (?:the )?"
    r"(?P<part>(?:(?:right|left|bilateral|thoracic|descending|ascending|lateral|posterior) )*"
    r"(?:hemidiaphragms?|diaphragms?|aorta|hilum|hila|costophrenic angles?))\b",
    re.IGNORECASE,
)
#: "Right lower lobe with increased opacities" is no phrase that "there is" can open.
PART_WITH = re.compile(
    r"(?:(?:the|right|left|upper|middle|mid|lower|bilateral) )+(?:lobes?|lungs?|bas(?:e|es)|apex|hilum)"
    r" with\b",
    re.IGNORECASE,
)
#: "No change right upper lobe scar."
_NO_CHANGE = re.compile(
    r"no (?P<change>(?:interval |significant )*change)"
    r" (?!(?:in|from|since|of|to|compared|or|and|the|is|was|no)\b)(?P<what>.+)",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"question (?:of )?(?P<what>.+)", re.IGNORECASE)
_OTHERWISE = re.compile(r"(?P<lead>otherwise|specifically|however),? (?P<rest>no .+)", re.IGNORECASE)
#: Enough is said of it to stand before a verb ("A small effusion is seen."); "Emphysema is seen." sounds bare.
_SAYS_ENOUGH = re.compile(
    r"no (?!evidence|signs?|findings?|change)|an? (?:\S+ ){2}|(?:multiple|several) ", re.IGNORECASE
)
_COMMA_PLACE = re.compile(
    r"^(?P<what>[^,;:()]+), (?P<where>(?:the )?(?:(?:right|left|bilateral|both|mid|upper|lower|middle|lateral|medial"
    r"|anterior|posterior|thoracic|lumbar|cervical)\b(?! to\b|[^,;:()]* than\b)[^,;:()]*"
    r"|lingula|middle lobe[^,;:()]*))$",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def whole_sentence(entry: str, heading: str = "") -> str:
    """Return an entry of a template as a sentence of running prose.

    Args:
        entry: one entry or list item, with or without its full stop.
        heading: the heading that it stands under, which may be its subject ("LUNGS: Clear.").

    Returns:
        A sentence that says the same. Where the wording is not sure the entry is kept, with its heading's part of the
        body in front of it if it does not name it.
    """
    bare = without_stop(entry)
    if not bare:
        return ""
    if has_verb(bare):
        return sentence(_with_last_verb(bare) or bare)
    return sentence(_made(bare, heading) or bare)


def _with_last_verb(bare: str) -> str | None:
    """Return "The heart is enlarged, and the lungs are clear" for "The heart is enlarged, lungs clear"."""
    clauses = _LAST_CLAUSE.fullmatch(bare)
    if clauses is None or not has_verb(clauses["first"]) or has_verb(clauses["last"]):
        return None
    last = _verbless(clauses["last"]) or _denied(clauses["last"], "")
    return f"{clauses['first']}, and {last}" if last else None


def completed(entry: str) -> str | None:
    """Return a verbless entry as a whole sentence; ``None`` when it has a verb already or its sentence is not sure."""
    bare = without_stop(entry)
    if not bare or has_verb(bare) or entry.endswith("?"):
        return None
    made = _made(bare, "")
    return None if made is None else sentence(made)


def _made(bare: str, heading: str) -> str | None:
    if names_an_exam(bare):
        return None
    negative = re.fullmatch(r"negative for (?P<what>(?:(?!\band\b).)+)", bare, re.IGNORECASE)
    if negative:
        return _denied(f"no {negative['what']}", "")
    if _SECOND_NO.search(bare[2:]) and bare.lower().startswith("no "):
        return _denied_twice(bare)
    if STABLE_SINCE.fullmatch(bare) and not heading:
        return f"the findings are {uncapital(bare)}"
    if UNCLEAR.fullmatch(bare):
        return f"it is {uncapital(bare)}"
    same = _NO_CHANGE.fullmatch(bare)
    if same:
        return f"there is no {same['change'].lower()} in the {same['what']}"
    if WITHOUT_SUBJECT.fullmatch(bare):
        return f"there {uncapital(bare)}"
    unexcluded = NOT_EXCLUDED.fullmatch(bare)
    if unexcluded:
        return _not_excluded(unexcluded)
    may = MAY.fullmatch(bare)
    if may:
        what = None if NO_SUBJECT.match(bare) or " " not in may["what"] else _noun_phrase(may["what"])
        return what and f"{what}, which {may['may']}"
    asked = _QUESTION.fullmatch(bare)
    if asked:
        return f"there is a question of {uncapital(asked['what'])}"
    otherwise = _OTHERWISE.fullmatch(bare)
    if otherwise:
        made = _made(otherwise["rest"], heading)
        return None if made is None else f"{otherwise['lead'].lower()}, {made}"
    subject = _subject(heading) if heading else None
    return (
        _denied(bare, heading)
        or (subject and _predicate(bare, *subject))
        or _verbless(bare)
        or _adjective_first(bare)
        or _noun_phrase(bare)
    ) or None


def _not_excluded(found: re.Match[str]) -> str | None:
    what = with_preposition(found["open"])
    head = noun_of(what)
    made = _made(found["what"], "") if found["what"] else ""
    if made is None or head is None:
        return None
    how = {"exclude": "excluded", "rule out": "ruled out"}[found["how"].lower()]
    said = f"{_with_article(what, head, what.split()[0].lower())} cannot be {how}"
    return f"{made}, and {said}" if made else said


def _denied_twice(bare: str) -> str | None:
    """Return "There is no change, and there is no active disease" for two denials without a stop between them."""
    at = [found.start() for found in _SECOND_NO.finditer(bare) if found.start()]
    if len(at) != 1:
        return None
    first, second = (_denied(part.strip(), "") or _noun_phrase(part.strip()) for part in (bare[: at[0]], bare[at[0] :]))
    return f"{first}, and {second}" if first and second else None


def with_verb(made: str, verb: str) -> str:
    """Return "A small effusion is seen." for "There is a small effusion."; a longer sentence stays as it is.

    Args:
        made: a sentence of :func:`whole_sentence`.
        verb: the participle, for example ``"seen"``; with an empty one the sentence stays as it is.
    """
    found = _THERE_IS.fullmatch(made)
    if (
        not verb
        or found is None
        or _SEVERAL.match(found["what"])
        or _TOO_LONG.search(found["what"])
        or not _SAYS_ENOUGH.match(f"{found['what']} ")
    ):
        return made
    be = "are" if _LAST_PLURAL.search(found["what"]) else found["be"]
    return f"{capital(found['what'])} {be} {verb}."


@cache
def _alternatives(key: str) -> str:
    return "|".join(sorted(map(re.escape, lexicon("prose.yaml")[key]), key=len, reverse=True))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = lexicon("prose.yaml")["parts"]
    named = sorted(map(re.escape, [*parts["singular"], *parts["plural"]]), key=len, reverse=True)
    filled = form.format(
        predicates=_alternatives("predicates"),
        measures=_alternatives("measures"),
        participles=_alternatives("participles"),
        degrees=_DEGREES,
        parts="|".join(named),
    )
    return re.compile(filled, re.IGNORECASE)


def _subject(heading: str) -> tuple[str, bool] | None:
    """Return the part of the body that a heading names and whether it is plural."""
    named = heading.strip().lower()
    for region in regions().values():
        if named == region.heading and region.subject:
            return region.subject, region.plural
    if named.startswith("other") or not (text_regions(named) or named == "chest"):
        return None
    named = re.sub(r"\s*[/&]\s*", " and ", named)
    plural = (named.endswith("s") and not named.endswith(("esophagus", "pancreas", "thymus"))) or " and " in named
    return f"the {named}", plural


def _denied(bare: str, heading: str) -> str | None:
    if re.fullmatch(r"(?:none|absent)(?: (?:seen|identified|present|visible))?", bare, re.IGNORECASE):
        return f"there is no {heading.lower()}" if _FINDING.search(heading) else None
    none = re.fullmatch(r"none (.+)", bare, re.IGNORECASE)
    if none and heading:
        noun = {"nodes": "lymph nodes"}.get(heading.lower(), heading.lower())
        return f"no {noun} are {none[1]}"
    if re.match(r"no\b", bare, re.IGNORECASE) is None:
        return None
    tail = _pattern(r"(?P<what>no .+?) (?P<how>{participles})").fullmatch(bare)
    plural = first_is_plural(bare[3:])
    if tail:
        return f"{tail['what']} {'are' if plural else 'is'} {tail['how']}"
    if PLACEHOLDER.match(bare[3:]) or bare[3:].lower().startswith("change") or _SECOND_NO.search(bare):
        return None
    joined = re.sub(r", no (?=[^,]*$)", " and no ", uncapital(bare))
    return f"there {'are' if plural else 'is'} {joined}"


def _predicate(bare: str, subject: str, plural: bool) -> str | None:  # noqa: FBT001
    be = "are" if plural else "is"
    normal_measure = _pattern(r"normal (?:in )?(?P<measure>{measures})(?P<rest>\b.*)").fullmatch(bare)
    if normal_measure:
        measure = re.sub(r"^(contour)s$", r"\1", normal_measure["measure"].lower())
        return f"{subject} {be} normal in {measure}{normal_measure['rest']}"
    if _pattern(_PREDICATE).fullmatch(bare):
        return f"{subject} {be} {uncapital(bare)}"
    return None


def _verbless(bare: str) -> str | None:
    """Return "Heart size is normal" for "Heart size normal"."""
    found = _pattern(
        r"(?P<part>(?:the |visualized |included |overall )?(?:{parts})) (?P<how>{degrees}?(?:{predicates})\b.*)"
    ).fullmatch(bare)
    if found is None:
        return None
    name = re.sub(r"^(?:the|visualized|included|overall) ", "", found["part"].lower())
    be = "is" if name in lexicon("prose.yaml")["parts"]["singular"] else "are"
    how, comma, rest = found["how"].partition(", ")
    how = re.sub(r"^(?=upper limits?\b)", "at the ", how, flags=re.IGNORECASE)
    said = f"{_with_the(found['part'])} {be} {how}"
    if not comma or _GOES_ON.match(rest):
        return said + comma + rest
    made = _made(rest, "")
    return made and f"{said}, and {made}"


def _adjective_first(bare: str) -> str | None:
    """Return "The lungs are clear" for "Clear lungs"."""
    found = _pattern(
        r"(?P<how>{degrees}?(?:{predicates})(?:(?:,| and|, and| but) (?:{predicates}))*)"
        r" (?P<part>(?:(?:right|left|bilateral) )?(?:{parts}))"
        r"(?P<rest>(?: bilaterally)?(?:,? (?:suggestive|consistent|compatible|without|with)\b.+)?)"
    ).fullmatch(bare)
    if found is None or found["part"].lower() == "chest":
        return None
    name = re.sub(r"^(?:right|left|bilateral) ", "", found["part"].lower())
    be = "is" if {name, found["part"].lower()} & {*lexicon("prose.yaml")["parts"]["singular"]} else "are"
    how = re.sub(r",(?! (?:and|but)\b)", " and", uncapital(found["how"]))
    rest = re.sub(r"^(?= (?:suggest|consist|compat))", ",", found["rest"])
    return f"{_with_the(found['part'])} {be} {how}{rest}"


def _with_the(part: str) -> str:
    lowered = uncapital(part)
    return lowered if lowered.startswith(("the ", "both ", "right and", "visualized bones")) else f"the {lowered}"


def _noun_phrase(bare: str) -> str | None:
    bare = with_preposition(bare)
    head = noun_of(bare)
    first = bare.split()[0].lower()
    if PART_WITH.match(bare):
        return None  # nobody says that there is a right lower lobe
    if head is None or PLACEHOLDER.match(bare) or first in ("negative", "normal", "unremarkable"):
        return None
    unchanged = _UNCHANGED.fullmatch(bare)
    seen = unchanged or _pattern(
        r"(?P<what>.+?)(?<!\bbetter)(?<!\bbest)(?<!\bonly)(?<!\bwell) (?P<how>(?:again |also )?(?:{participles}))"
        r"(?P<rest>(?: (?:again|in|at|within|along|throughout|on|over|but|with)\b.*)?)"
    ).fullmatch(bare)
    plural = head in nouns("plural") or first in ("multiple", "several", "few", "numerous", "two", "three", "many")
    if seen:
        return f"{_with_article(seen['what'], head, first)} {'are' if plural else 'is'} {seen['how']}{seen['rest']}"
    if first in ("the", "this", "these", "there"):
        return None
    where = _COMMA_PLACE.match(bare)
    if where:
        place = where["where"]
        joined = place if place.lower().startswith(("the ", "both ", "bilateral")) else f"the {place}"
        bare = f"{where['what']} in {joined}"
    if head in nouns("events"):
        return f"there has been {uncapital(bare)}"
    if head in nouns("counted_events"):
        return f"there has been {_with_article(bare, head, first)}"
    return f"there {'are' if plural else 'is'} {_with_article(bare, head, first)}"


def with_preposition(bare: str) -> str:
    """Return "granuloma in the left upper lobe" for "granuloma left upper lobe"."""
    return _BARE_PLACE.sub(r"\g<what> in the \g<where>", _BARE_PART.sub(r"\g<what> of the \g<part>", bare))


def _with_article(phrase: str, head: str, first: str) -> str:
    lowered = uncapital(phrase)
    needs = (head in nouns("count") or head in nouns("counted_events")) and first not in nouns("determiners")
    whole = f"{article(lowered)} {lowered}" if needs else lowered
    return whole if "," in whole.partition(" and ")[0] else _AND.sub(_with_its_article, whole)


def _with_its_article(found: re.Match[str]) -> str:
    """Return "and a small effusion" for "and small effusion"."""
    phrase = found["phrase"]
    is_one = noun_of(phrase) in nouns("count") - nouns("one_of_them") and phrase.split()[0].lower() not in nouns(
        "determiners"
    )
    return f" and {article(phrase)} {phrase}" if is_one else found.group()
