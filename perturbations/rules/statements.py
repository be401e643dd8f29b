"""The statements of a section: its sentences and list items, each with its facts, its region and what it leans on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reref.perturbations.edits import Source
from reref.perturbations.placeholders import PLACEHOLDER
from reref.perturbations.rules.regions import fact_region, joint_heading, leans_on_previous, text_regions
from reref.report import Fact, sentences

_RECOMMENDS = re.compile(
    r"\b(?:recommend\w*|suggest(?:ed)? (?:clinical|correlation|follow|further|repeat|ct|mri)|advis\w+|follow[- ]?up"
    r"|(?:should|could|may|can) be (?:considered|obtained|performed|evaluated|helpful)|consider(?:ed)?\b|correlat\w+"
    r"|referral|consultation|(?:suggested|warranted)\.?$|would be (?:helpful|useful)|(?:is|are) needed"
    r"|further (?:evaluation|imaging|characteri[sz]ation|assessment|work))",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:unchanged|stable|stably|interval(?:ly)?|prior|previous(?:ly)?|compar\w+|since|again|new(?:ly)?|worsen\w*"
    r"|improv\w*|increas\w+|decreas\w+|resol\w+|progress\w*|persist\w*|remains?|no (?:significant )?change"
    r"|no longer|old (?:exam|film|study))\b",
    re.IGNORECASE,
)
#: What the reader of a report names without finding anything.
_NO_FINDING = ("technique_limitation", "comparison_statement", "recommendation")
_REPORTED = re.compile(
    r"\b(?:dr\.?|discussed with|communicated|telephone\w*|called to|notif\w+|page[d]?|reported to|critical result)\b",
    re.IGNORECASE,
)
#: What a dictation ends with ("Thank you for the referral.").
_FAREWELL = re.compile(
    r"\bthanks\b|\bthank you\b|\bdictated by\b|\b(?:would like|wish(?:es)?) to discuss\b|\bplease (?:call|contact|XX)",
    re.IGNORECASE,
)

#: A sentence whose subject was taken out.
_TAKEN_OUT = re.compile(rf"(?:the )?(?:{PLACEHOLDER.pattern})", re.IGNORECASE)
_NAMED_IN_ADVICE = re.compile(
    r"\b(?:for|of) (?:the |an? |this |these )?(?:\w+ ){0,2}(?:nodules?|mass|opacit\w+|lesions?|effusions?)\b"
)
#: A sentence that only names the part of the body of the exam that follows ("Chest. … Left hand. …").
_LABEL = re.compile(
    r"(?:(?:right|left|bilateral|both) )?(?:chest|hands?|wrists?|knees?|shoulders?|clavicles?|hips?|ankles?|foot|feet"
    r"|elbows?|forearms?|humerus|femurs?|tibia|abdomen|pelvis|ribs?|sternum|fingers?"
    r"|(?:thoracic|lumbar|cervical|lumbosacral) spine)"
    r"(?: and (?:the )?(?:left |right )?\w+)?(?: radiographs?| x-?rays?| films?| series| views?)?(?: \d{1,2})?\.?",
    re.IGNORECASE,
)


#: What is seen in the abdominal sections is described there, whatever it is ("plaques in the abdominal aorta").
_OF_THE_ABDOMEN = re.compile(r"\bin the (?:upper )?abdom\w+ sections?\b", re.IGNORECASE)
#: One word for two linings: "pericardial-pleural effusion was not detected".
_BOTH_SEROSAE = re.compile(
    r"\b(?:pleural?|pericardial)(?: effusion)?[ ,/-]*(?:or |and |nor )?(?:pericardial|pleural)\b", re.IGNORECASE
)
_OF_BOTH = re.compile(r"\bcardio[ -]?mediastinal\b", re.IGNORECASE)
_GALLBLADDER_TAKEN_OUT = re.compile(
    r"\bcholecystectomy\b|\bgall ?bladder\b|\blodge\b|\bperigastric\b|\bright upper (?:abdominal )?quadrant\b",
    re.IGNORECASE,
)
#: "In the previous examination, it measured 35 mm." goes on from what stands before it.
_IN_AN_EXAM = re.compile(r"in the (?:current|present|previous|prior|old) (?:examination|exam|study)\b", re.IGNORECASE)
_IN_A_LOBE = re.compile(
    r"\b(?:(?:right|left) )?(?:upper|middle|lower) lobe\b|\blobe of the (?:right|left) lung\b|\blingula\b",
    re.IGNORECASE,
)
#: "Scattered granulomas, and calcified mediastinal nodes": the place is that of the nodes.
_GRANULOMAS_AND = re.compile(
    r"(?:(?!mediastin|hil|spleen|splen|liver|hepat)\w+ ){0,4}granulom(?:as?|ata)\b[^.]*?(?:\band|\bas (?:are|is)|,) ",
    re.IGNORECASE,
)
#: "No obvious pathology was detected." speaks of what the sentence before it named.
_NO_PATHOLOGY = re.compile(
    r"(?:there (?:is|was) )?no (?:\w+ ){0,2}patholog(?:y|ies|ical (?:findings?|appearances?))"
    r"(?: (?:is|was|were|are))?(?: \w+)?\.?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A sentence or list item of a report; the same words in another place are another statement.

    Attributes:
        section: the section it stands in.
        start: first character of its text.
        end: one past the last.
        text: the text, with its full stop, without marker and heading.
        lead: first character after the previous statement that is no blank: where its marker or heading begins.
        marker: its list marker, empty without one.
        heading: the sub-heading that it stands under, empty without one.
        introduction: a phrase that only says what was looked at ("As far as can be seen"), empty without one.
        facts: its facts.
        regions: the regions that it speaks of, in the usual order; empty when neither facts nor words tell.
        leans: whether it cannot stand without the statement before it.
    """

    section: str
    start: int
    end: int
    text: str
    lead: int
    marker: str
    heading: str
    introduction: str
    facts: tuple[Fact, ...]
    regions: tuple[str, ...]
    leans: bool

    @property
    def source(self) -> Source:
        """Where it stands in the original."""
        return Source(self.section, self.start, self.end)

    @property
    def has_placeholder(self) -> bool:
        """Whether de-identification took something out of it."""
        return PLACEHOLDER.search(self.text) is not None

    @property
    def is_label(self) -> bool:
        """Whether it only names the exam that the next statements are about."""
        return names_an_exam(self.text)

    @property
    def recommends(self) -> bool:
        """Whether it advises something."""
        return _RECOMMENDS.search(self.text) is not None or any(f.finding == "recommendation" for f in self.facts)

    @property
    def names_no_finding(self) -> bool:
        """Whether it speaks of no finding and no part of the body, so that advice is about what stands before it."""
        places = [name for name in self.regions if name not in ("technique", "overall")]
        return not places and all(f.finding in _NO_FINDING for f in self.facts)

    @property
    def compares(self) -> bool:
        """Whether it speaks of change or of an earlier exam."""
        return _COMPARES.search(self.text) is not None or any(f.change for f in self.facts)

    @property
    def uncertain(self) -> bool:
        """Whether it leaves something open."""
        return any(f.polarity == "uncertain" or f.tier for f in self.facts)

    @property
    def reports(self) -> bool:
        """Whether it says that somebody was told."""
        return _REPORTED.search(self.text) is not None

    @property
    def takes_leave(self) -> bool:
        """Whether it only closes the dictation ("Thank you.")."""
        return not self.facts and _FAREWELL.search(self.text) is not None

    @property
    def is_global(self) -> bool:
        """Whether it is about the whole exam ("No acute cardiopulmonary abnormality")."""
        return bool(self.facts) and all(f.finding == "no_acute_abnormality" for f in self.facts)

    @property
    def only_normal(self) -> bool:
        """Whether all that it says is that something is normal or absent."""
        return bool(self.facts) and all(f.normal or f.polarity == "absent" for f in self.facts)

    @property
    def abnormal(self) -> bool:
        """Whether it says that something abnormal is, or may be, there."""
        return any(f.polarity != "absent" and not f.normal and f.finding not in _NO_FINDING for f in self.facts)


def names_an_exam(text: str) -> bool:
    """Whether the words only name an exam or a part of the body outside the chest's regions ("Left wrist")."""
    return _LABEL.fullmatch(text) is not None


@lru_cache(maxsize=256)
def statements(text: str, section: str) -> tuple[Statement, ...]:
    """Return the statements of a section's text, in order."""
    from reref.report import section_facts

    found: list[Statement] = []
    facts = section_facts(text, section)
    at = 0
    for sentence in sentences(text):
        gap = text[at : sentence.start]
        lead = at + len(gap) - len(gap.lstrip(" \t\n.,;"))
        is_introduction = sentence.heading != "" and ";" in text[lead : sentence.start]
        own = tuple(f for f in facts if sentence.start <= f.start < sentence.end)
        shows_a_place = is_introduction and bool({*text_regions(sentence.heading)} - {"technique"})
        begins_anew = not found or bool(sentence.marker) or shows_a_place
        leans = not begins_anew and (
            leans_on_previous(sentence.text) or found[-1].text.endswith(";") or _only_advises(sentence.text, own)
        )
        regions = _regions(sentence.text, own)
        introduced = _introduced(sentence.heading, sentence.text, own) if is_introduction else ()
        if introduced:
            regions = introduced
        elif not begins_anew and _goes_on(sentence.text, own, regions, found[-1]):
            regions, leans = found[-1].regions, True
        found.append(
            Statement(
                section,
                sentence.start,
                sentence.end,
                sentence.text,
                lead,
                sentence.marker,
                "" if is_introduction else sentence.heading,
                sentence.heading if is_introduction else "",
                own,
                regions,
                leans,
            )
        )
        at = sentence.end
    return tuple(found)


#: Findings that a sentence may name of the part that the sentence before it spoke of.
_ANYWHERE = (
    "nodule", "mass", "granuloma_calcified", "lymphadenopathy", "lung_opacity", "scarring_fibrosis", "device_other",
    "surgical_change", "technique_limitation", "recommendation", "comparison_statement",
)  # fmt: skip
#: Of these a chest report speaks in the lungs if it names no place.
_OF_THE_LUNGS = ("nodule", "granuloma_calcified", "lung_opacity")
#: Parts of which one sentence says what is there, and the next ("No solid mass was detected.") goes on.
_BESIDE_THE_CHEST = ("abdomen", "bones", "neck", "soft_tissues")


def _goes_on(text: str, facts: Sequence[Fact], regions: Sequence[str], previous: Statement) -> bool:
    """Whether a sentence that names no part of the body speaks of the part that the one before it named."""
    if not previous.regions or _TAKEN_OUT.match(text) or _REPORTED.search(text):
        return False
    if _IN_AN_EXAM.match(text) and {*regions} <= {"technique"}:
        return True
    if text_regions(text):
        return False
    if not regions or _NO_PATHOLOGY.fullmatch(text):
        return True
    anywhere = all(f.finding in _ANYWHERE or f.finding.startswith("other") for f in facts)
    if previous.regions[0] == "bones" and any(f.finding in (*_OF_THE_LUNGS, "lymphadenopathy") for f in facts):
        return False
    return anywhere and previous.regions[0] in _BESIDE_THE_CHEST


def _introduced(introduction: str, text: str, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the regions that only the introduction tells ("In the abdominal sections; no mass was detected.")."""
    anywhere = all(f.finding in _ANYWHERE or f.finding.startswith("other") for f in facts)
    if not anywhere or text_regions(text):
        return ()
    return tuple(name for name in text_regions(introduction) if name not in ("technique", "devices"))


def _only_advises(text: str, facts: Sequence[Fact]) -> bool:
    """Whether a sentence advises something for a finding that it does not name ("Endoscopy is recommended.")."""
    named = [f for f in facts if f.finding != "recommendation"]
    return not (named or text_regions(text) or _NAMED_IN_ADVICE.search(text)) and _RECOMMENDS.search(text) is not None


def _regions(text: str, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the regions of a statement, the one that it mentions first in front."""
    of_words = text_regions(text)
    if PLACEHOLDER.search(text) and not of_words and all(f.normal for f in facts):
        return ("overall",)  # what is normal was taken out
    of_facts = list(dict.fromkeys(name for f in facts if (name := fact_region(f)) is not None))
    if "technique" in of_facts and {*of_words} - {"technique"}:
        of_facts = [name for name in of_words if name != "technique"]
    known = tuple(name for name in of_facts if name != "overall")
    if _OF_THE_ABDOMEN.search(text) and "abdomen" in of_words:
        return ("abdomen",)
    if _BOTH_SEROSAE.search(text):
        known = ("pleura", "heart", *(name for name in known if name not in ("pleura", "heart")))
    places = tuple(name for name in of_words if name not in ("technique", "devices"))
    anywhere = all(f.finding in _ANYWHERE or f.finding.startswith("other") for f in facts)
    if known == ("lungs",) and "soft_tissues" in places and "lungs" not in places:
        return ("soft_tissues",)  # "edema of the subcutaneous tissues"
    if known and known[0] not in ("lungs", "pleura") and anywhere and _IN_A_LOBE.search(text):
        return (
            "lungs",
        )  # "at the level of the aortic root in the middle lobe": the lobe says where, the root how high
    if known[:1] in (("devices",), ("surgery",)) and _GALLBLADDER_TAKEN_OUT.search(text):
        return ("abdomen",)
    if {*known} < {*places} == {"heart", "mediastinum"}:
        return places  # "heart and mediastinum are stable, with a normal sized heart"
    if (known or places) == ("heart",) and _OF_BOTH.search(text):
        return ("heart", "mediastinum")
    if facts and all(f.finding == "lymphadenopathy" for f in facts) and "mediastinum" in (*known, *places):
        return ("mediastinum",)
    if not known and not places and any(f.finding in _OF_THE_LUNGS for f in facts):
        return ("lungs",)
    if anywhere and places and "lungs" not in places and _GRANULOMAS_AND.match(text):
        return ("lungs", *places)
    if known and places and anywhere and not {*known} & {*places}:
        return places  # "a density in the left kidney": the finding may stand anywhere, the words say where
    if not facts and len(places) > 1 and joint_heading(frozenset(places)) is None:
        return ("overall",)
    if not facts and places:
        return places
    return known or places or of_words or (("overall",) if of_facts else ())


def blocks(found: Sequence[Statement]) -> list[list[Statement]]:
    """Return the statements in runs that must stay together: one, then those that lean on it."""
    runs: list[list[Statement]] = []
    for statement in found:
        if statement.leans and runs:
            runs[-1].append(statement)
        else:
            runs.append([statement])
    return runs


def is_laid_out(found: Sequence[Statement]) -> bool:
    """Whether most statements of a section stand under a heading or behind a list marker, or it is parted by exams."""
    if any(s.is_label for s in found):
        return True
    marked = sum(bool(s.marker or s.heading) for s in found)
    return bool(found) and 2 * marked > len(found)
