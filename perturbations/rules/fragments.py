"""Sentences for the verbless entries whose noun or part of the body no lexicon holds."""

from __future__ import annotations

import re
from functools import cache

from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.grammar import article, is_plural, uncapital
from reref.perturbations.rules.phrases import lexicon
from reref.perturbations.rules.prose import PART_WITH, with_preposition
from reref.perturbations.rules.verbs import MAY

_GONE = f"(?:{PLACEHOLDER.pattern})"
_FIRMLY = (
    r"(?:(?:otherwise|grossly|relatively|essentially|overall|somewhat|well|symmetrically|normally|mildly|moderately"
    r"|mildly to moderately|slightly|markedly) )*"
)
#: What may stand behind a part of the body as a predicate.
_STATE = (
    r"(?:clear|intact|unremarkable|negative|normal|stable|unchanged|enlarged|midline|aerated|expanded|inflated|sharp"
    r"|borderline|prominent|tortuous|within normal limits)"
)
_GOES_ON = r"(?:(?:,? (?:in|for|of|on|from|since|bilaterally|without|with|compared|and clear)\b|, ).*)?"
#: What may stand before a part of the body, and be said of it.
_QUALITY = (
    r"(?:normal|unremarkable|intact|clear|tortuous|ectatic|prominent|blunted|enlarged|calcified"
    r"|borderline(?: enlarged)?)"
)
_PART = (
    r"(?:aorta|hilum|hila|heart|heart size|cardiac size|angles?|sulc(?:i|us)|contours?|interstitium|vasculature"
    r"|vascularity|markings|arter(?:y|ies)|silhouettes?|mediastinum|structures|lungs?|spaces?|bod(?:y|ies)|volumes?"
    rf"|diaphragms?|hemidiaphragms?|vessels|{_GONE})"
)
_EXAM = (
    rf"(?:exam|examination|study|radiographs?|films?|x-?rays?|x-{_GONE}|scan|chest (?:{_GONE}))(?: of the [a-z ]+?)?"
)
_BECAUSE = r"(?P<rest>(?:,| without| with| due| secondary| for)\b.*|, .*)?"

#: "Low volume study without acute process."
_STUDY = re.compile(rf"(?P<what>(?:[\w,/'-]+ ){{0,5}}?{_EXAM}){_BECAUSE}", re.IGNORECASE)
#: "Otherwise normal chest radiograph."
_STATE_OF_EXAM = re.compile(
    r"(?P<how>(?:otherwise )?(?:normal|negative|unremarkable|stable|limited|technically limited))"
    rf" (?P<what>(?:(?!normal|negative)[\w'-]+ ){{0,2}}?{_EXAM}|chest|technique){_BECAUSE}",
    re.IGNORECASE,
)
_VIEWS = re.compile(
    r"(?:[\w/-]+,? (?:and )?){0,5}?(?:views?|images?|films|radiographs)(?: of the [\w ]+)?", re.IGNORECASE
)
#: "Right shoulder negative."
_STATED = re.compile(
    rf"(?!the negative)(?P<part>(?:(?!\bno\b)[\w/'-]+ ){{1,6}}?)(?P<how>{_FIRMLY}{_STATE}{_GOES_ON}"
    r"|(?:consistent|compatible) with .*)",
    re.IGNORECASE,
)
#: "Tortuous thoracic aorta, unchanged."
_QUALIFIED = re.compile(
    rf"(?P<how>{_FIRMLY}{_QUALITY}(?:(?:[/,] ?| and |, and ){_QUALITY})*)"
    rf" (?P<part>(?:[\w/'-]+,? (?:and )?){{0,7}}?{_PART})"
    r"(?P<rest>,? (?:unchanged|stable|suggest\w*|consistent|compatible|without|with|bilaterally)\b.*)?",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"(?P<what>[^,;:.]+?) (?P<how>(?:also |again |not )?(?:well )?"
    r"(?:seen|noted|identified|present|demonstrated|visualized|(?<=not )definitively calcified)\b(?P<rest>.*))",
    re.IGNORECASE,
)
_ADVISED = re.compile(
    r"(?P<what>(?:(?! if\b)[^,;:])+?) (?P<how>(?:recommended|suggested|advised|warranted)\b.*)", re.IGNORECASE
)
_NO_VERB_AFTER_THERE = re.compile(r"there (?!is\b|are\b|was\b|were\b|has\b)(?P<what>.+)", re.IGNORECASE)
_OTHERWISE = re.compile(r"otherwise,? (?P<how>clear|normal|unremarkable|negative)", re.IGNORECASE)
_ONLY_A_STATE = re.compile(r"(?:normal|negative|unremarkable)(?: for .+)?", re.IGNORECASE)
#: Beginnings of what is no noun phrase.
_NO_NOUN = re.compile(
    r"(?:now|maybe|may|been|than|as|to|for|if|and|but|or|with|without|at|in|on|of|from|by|due|per|see|note|the|not|none"
    r"|specifically|otherwise|however|also|again|critical|clinical|results?|findings?|consistent|compatible|suggest\w*"
    r"|correlat\w*|versus|vs|no|improved|worse|likely|probably|possibly|most|more|less|greater|is|are|negative|\d+\.,?"
    rf"|does|do|might|could|cannot|has|have|was|were|appears?|should|would"
    rf"|(?:in|de)creased(?= since| from|$)|{_GONE} (?:for|if|to|since)|{_GONE} chest)(?![\w-])",
    re.IGNORECASE,
)
_NO_PHRASE = re.compile(r":|\b(?:discussed|notified|called)\b|\d$", re.IGNORECASE)
#: Words between which the noun of a phrase may still come ("patchy and streaky opacities").
_MAY_GO_ON = re.compile(r",| (?:and|or)\b")
#: Words before which it stands.
_BEHIND_NOUN = re.compile(
    r" (?:of|in|at|with|within|without|along|throughout|overlying|near|consistent|compatible|likely|possibly|which"
    r"|that|due|from|to|above|below|secondary|on|suggest\w*|represent\w*|projecting|involving|decreased|increased"
    r"|distributed|placed|since|as|versus|greater|most|more|worse|not|compared|probably|for|around|posterior"
    rf"|(?:unchanged|stable)(?=$| from| since| as| compared|,))(?![\w-])|(?<=[a-z]) {_GONE}"
)
#: Parts with one on each side, or only one, when the noun was taken out.
_ONE_OF_TWO = re.compile(r"\b(?:(?:left|right) costophrenic|aortic|cardiac) $", re.IGNORECASE)


def sentence_of(bare: str) -> str | None:
    """Return a whole sentence for a verbless entry, without its stop; ``None`` when it is no noun phrase.

    Args:
        bare: the entry without its stop; :func:`reref.perturbations.rules.prose.whole_sentence` has no sentence for it.
    """
    unsaid = _NO_VERB_AFTER_THERE.fullmatch(bare)
    if unsaid:
        return f"there {_be(_noun(unsaid['what']))} {unsaid['what']}"
    if _ONLY_A_STATE.fullmatch(bare):
        return f"the exam is {uncapital(bare)}"
    otherwise = _OTHERWISE.fullmatch(bare)
    if otherwise:
        return f"the chest is otherwise {otherwise['how'].lower()}"
    if _NO_PHRASE.search(bare) or PART_WITH.match(bare) or MAY.fullmatch(bare):
        return None
    return _of_exam(bare) or _said_of_part(bare) or _with_participle(bare) or _shown(with_preposition(bare))


def _of_exam(bare: str) -> str | None:
    state = _STATE_OF_EXAM.fullmatch(bare)
    if state:
        several = state["what"].lower().endswith(("radiographs", "films"))
        return f"the {state['what']} {'are' if several else 'is'} {uncapital(state['how'])}{state['rest'] or ''}"
    if _VIEWS.fullmatch(bare):
        one = re.match(r"(?:single|one|1)\b", bare, re.IGNORECASE) or not re.search(r"s\b|\band\b", bare)
        return f"{uncapital(bare)} {'was' if one else 'were'} obtained"
    study = None if _NO_NOUN.match(bare) else _STUDY.fullmatch(bare)
    if study and not is_plural(study["what"]):
        rest = re.sub(r"^, no\b", ", with no", study["rest"] or "")
        return f"this is {article(uncapital(bare))} {uncapital(study['what'])}{rest}"
    return None


def _said_of_part(bare: str) -> str | None:
    qualified = _QUALIFIED.fullmatch(bare)
    if qualified:
        how = re.sub(r"(?:, ?|/)(?=\w)", " and ", uncapital(qualified["how"]))
        return f"{_named(qualified['part'])} {_be(qualified['part'])} {how}{qualified['rest'] or ''}"
    stated = _STATED.fullmatch(bare)
    if stated is None:
        return None
    part, is_named = stated["part"].strip(), bare.lower().startswith("the ")
    if (not is_named and _NO_NOUN.match(bare)) or (stated["how"].lower().startswith("co") and not is_named):
        return None
    return f"{_named(part)} {_be(part)} {stated['how']}"


def _with_participle(bare: str) -> str | None:
    found = _ADVISED.fullmatch(bare)
    if found is None:
        found = None if _NO_NOUN.match(bare) else _SEEN.fullmatch(bare)
        if found is not None and _BEHIND_NOUN.search(found["what"]):
            return None  # "changes in the spine noted": told by what is shown
    return f"{_with_article(found['what'])} {_be(found['what'])} {found['how']}" if found else None


def _shown(bare: str) -> str | None:
    if _NO_NOUN.match(bare) or len(bare.split()) < 2:
        return None
    noun = _noun(bare).split()[-1].lower()
    if noun in _words("plural") or (is_plural(noun) and noun not in _nouns()):
        return f"there are {uncapital(bare)}"
    if noun in _nouns():
        return f"there is {_with_article(bare, noun)}"
    return None if _SEEN.fullmatch(bare) else f"the exam shows {uncapital(bare)}"


def _noun(phrase: str) -> str:
    """Return the phrase up to its noun, as far as the lexicon knows it."""
    behind = _BEHIND_NOUN.search(phrase, 1)
    whole = phrase[: behind.start()] if behind else phrase
    parts = [whole[: found.start()] for found in _MAY_GO_ON.finditer(whole, 1)]
    known = (part for part in parts if part.split()[-1].lower() in _nouns() or is_plural(part))
    return next(known, whole)


def _with_article(phrase: str, noun: str = "") -> str:
    lowered = uncapital(phrase)
    needs = (noun or phrase).split()[-1].lower() in _words("count")
    return f"{article(lowered)} {lowered}" if needs and lowered.split()[0] not in _words("determiners") else lowered


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(lexicon("prose.yaml")[key])


@cache
def _nouns() -> frozenset[str]:
    return _words("count") | _words("mass") | _words("plural")


def _ends_gone(part: str) -> bool:
    return PLACEHOLDER.search(part.split()[-1]) is not None


def _named(part: str) -> str:
    lowered = uncapital(part)
    bare = lowered.startswith(("the ", "both ", "bilateral ", "all ")) or PLACEHOLDER.match(lowered)
    return lowered if bare else f"the {lowered}"


def _be(part: str) -> str:
    if _ends_gone(part):
        return "is" if _ONE_OF_TWO.search(part[: part.rstrip().rfind(" ") + 1]) else "are"
    several = re.search(r" and |, (?=\w+$)", part)
    return "are" if several or is_plural(part) or part.split()[-1].lower() in _words("plural") else "is"
