"""Whether an entry has the verb of a sentence."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from reref.perturbations.rules.phrases import lexicon

STABLE_SINCE = re.compile(
    r"(?:(?:essentially|grossly) )?(?:stable|unchanged) (?:as compared|compared|since|from)\b.*", re.I
)
UNCLEAR = re.compile(r"(?:unclear|uncertain) (?:whether|if)\b.*", re.IGNORECASE)
#: "Tortuous aorta, cannot exclude aneurysm": nobody is named who cannot.
NOT_EXCLUDED = re.compile(
    r"(?:(?P<what>[^,;:]+), (?:and )?)?cannot (?P<how>exclude|rule out) (?P<open>[^,;:.]+)", re.IGNORECASE
)
#: "Interstitial pattern, may reflect emphysema".
MAY = re.compile(
    r"(?P<what>[^,;:]+), (?:and )?"
    r"(?P<may>(?:may|might|could) (?:reflect|represent|be|indicate|suggest) [^,;:]+"
    r"|appears? (?:benign|chronic|old|stable|unchanged|acute|new|calcified)\b[^,;:]*)",
    re.IGNORECASE,
)
#: "Does not appear to be an empyema": of what, only the sentence before it says.
NO_SUBJECT = re.compile(
    r"(?:does|do|may|might|could|cannot|has|have|was|were|appears?|should|would)\b(?! be )", re.IGNORECASE
)
#: "Improved left basilar opacity": said of the noun.
_WAS_OTHERWISE = re.compile(r"(?:improved|resolved|worsened) (?=(?:\w+ )*\w+$)", re.IGNORECASE)
#: "Is minimal blunting of the angle": the first word was left out.
WITHOUT_SUBJECT = re.compile(r"(?:is|are) .+", re.IGNORECASE)
#: "opacities which may reflect atelectasis": its verb is not the sentence's.
_RELATIVE = re.compile(
    r",? (?:\w+ of )?(?:which|that) (?:may|might|could|is|are|likely|probably|appears?)\b[^,;:()]*$", re.IGNORECASE
)
#: "suggesting resolved infection": the participle belongs to the noun.
_OF_WHAT_WAS = re.compile(
    r"\b(?:suggesting|representing|reflecting|indicating|with|of|for) (?:an? |the )?(?:\w+ly |now )?"
    r"(?:resolved|improved|worsened|developed)\b"
    r"|, (?:similar to )?(?:slightly |mildly |minimally )?(?:improved|worsened) (?:from|since|as compared|compared)\b"
    r".*$|, (?:slightly |mildly |minimally )?(?:in|de)creased in .*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def has_verb(bare: str) -> bool:
    """Whether an entry, without its stop, is a sentence already."""
    if any(unsaid.fullmatch(bare) for unsaid in (STABLE_SINCE, UNCLEAR, NOT_EXCLUDED, WITHOUT_SUBJECT)):
        return False
    if NO_SUBJECT.match(bare):
        return False
    bare = _WAS_OTHERWISE.sub("", bare)
    may = MAY.fullmatch(bare)
    bare = may["what"] if may else bare
    bare = _OF_WHAT_WAS.sub("", _RELATIVE.sub("", bare))
    return _verbs().search(bare) is not None


@cache
def _verbs() -> re.Pattern[str]:
    verbs = sorted(map(re.escape, lexicon("prose.yaml")["verbs"]), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(verbs)})(?![\w-])", re.IGNORECASE)
