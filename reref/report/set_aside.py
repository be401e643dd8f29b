"""Findings that a sentence only speaks of: history, what an exam is for, what something lies beside."""

from __future__ import annotations

from reref.report.scene import Mention, Scene

_EXAMS = frozenset(
    ["ct", "pet", "mri", "mr", "examination", "exam", "study", "radiograph", "review", "tomography", "film"]
)
_EARLIER = frozenset(("previous", "prior", "old", "dated", "former", "earlier"))
_DESCRIBED = frozenset(("described", "defined", "mentioned", "finding", "appearance"))
_AROUND = frozenset(("around", "surrounding"))  # "ground glass around the mass" does not state the mass again
_BESIDE = ("adjacent", "to", "the")  # and so does "the lobe adjacent to the pleural effusion"
_EXCEPTING = frozenset(("apart", "except", "other", "aside", "besides"))
_DISEASES = frozenset(("pneumonia", "edema"))
_DEFINITE = frozenset(("the", "this", "these", "those"))
_DESPITE = frozenset(
    ("allowing", "given", "despite", "considering", "accounting", "with", "accentuated", "exaggerated")
)
_ARTICLES = frozenset(("a", "an", "the"))
_ACCENTUATING = frozenset(("accentuates", "accentuate", "exaggerates", "exaggerate", "accentuating"))
_LOOKING = frozenset(("evaluation", "assessment", "detection", "exclusion"))
_PURPOSE = 4  # tokens of "for the evaluation of"
_HOLDING = frozenset(("containing", "contains", "contain", "including"))
_HOLDERS = frozenset(("nodule", "mass", "thyroid_nodule", "adrenal_lesion", "liver_lesion", "kidney_lesion_stone"))
_WORRY = frozenset(("concern", "concerned", "suspicion", "suspected", "symptom"))
_OPERATIONS = frozenset(("surgical_change", "device_other"))
_CLIPS = "device_sternotomy_wires_clips"
_LEADS = frozenset(("electrode", "lead", "wire"))
_THEN = frozenset(("was", "were"))
_NOW = frozenset(("current", "now", "also", "still", "again", "is", "are", "compared", "than", "not"))
_RELATIVE = frozenset(("which", "that"))


def is_set_aside(scene: Scene, mention: Mention, statements: list[Mention]) -> bool:
    """Whether a finding is only spoken of: in the patient's history, or as what a recommended exam is about."""
    clause, sentence = mention.clause, scene.sentence
    if _is_past(scene, mention):
        return not sentence.has(0, mention.first, "interpretation")
    if _was_seen_before(scene, mention):
        return True
    ahead = sentence.words(max(clause.first, mention.first - 4), mention.first)
    if _BESIDE in (ahead[:3], ahead[-3:]):
        return True
    if not _ACCENTUATING.isdisjoint(ahead):
        return True  # "which accentuates heart size and lung markings"
    leading = sentence.words(max(clause.first, mention.first - 2), mention.first)
    if _is_looked_for(sentence.words(max(clause.first, mention.first - _PURPOSE), mention.first)):
        return True
    if clause.first + 1 < mention.first and not _DESCRIBED.isdisjoint(
        sentence.words(max(clause.first, mention.first - 3), mention.first)
    ):
        opening = sentence.words(clause.first, clause.first + 1)
        if opening[0] in _EXCEPTING:
            return True  # "apart from the described mass"
    joined = sentence.words(max(clause.first, mention.first - 3), mention.first)[:1] == (
        "and",
    )  # "in and around the …"
    if len(leading) == 2 and leading[0] in _AROUND and leading[1] in _DEFINITE and not joined:
        return True
    known = mention.finding == "surgical_change" or mention.finding.endswith("cancer")
    if (sentence.has(mention.last, mention.last + 1, "past") and not known) or _was_absent(scene, mention):
        return True
    if _is_origin(scene, mention) or _is_named_again(scene, mention) or _is_part(scene, mention):
        return True
    if _is_outline(scene, mention) or _is_lacked_quality(scene, mention) or _is_condition(scene, mention, statements):
        return True
    for statement in statements:
        if statement.finding == "recommendation" and statement.clause is clause and statement.first < mention.first:
            return not (
                sentence.has(clause.first, mention.first, "hedge before") or _is_asked(scene, mention, statement)
            )
        if statement.finding == "technique_limitation" and statement.clause is clause:
            if sentence.words(statement.first, statement.first + 2) == ("may", "not"):
                return True  # "fractures may not be seen"
            if mention.normal:
                return not _stands(scene, mention, statement)
            if _is_limited_for(scene, mention, statement) or _is_not_seen(scene, mention, statement):
                return True
    return False


def _is_outline(scene: Scene, mention: Mention) -> bool:
    """Whether an irregular outline is that of a lesion, not of its organ ("a lesion with lobulated contours")."""
    before = [other for other in scene.found if other.clause is mention.clause and other.last < mention.first]
    return (
        mention.finding.endswith(("contour irregularity", "contour lobulation"))
        and bool(before)
        and scene.sentence.words(before[-1].last, mention.first) == ("with",)
    )


def _is_past(scene: Scene, mention: Mention) -> bool:
    """Whether a mention is of the past, before the comma that ends it ("In the patient treated for …, …")."""
    sentence, clause = scene.sentence, mention.clause
    told = [tag for tag in sentence.tags_in(clause.first, mention.first) if "history" in tag.senses]
    if not told:
        return False
    between = (told[-1].last, mention.first)
    return not ("," in sentence.words(*between) and sentence.has(*between, "finding"))


def _was_seen_before(scene: Scene, mention: Mention) -> bool:
    """Whether a finding is only told of an earlier exam ("nodules were identified on the prior CT")."""
    sentence, clause = scene.sentence, mention.clause
    words = sentence.words(clause.first, clause.last)
    if not _THEN.intersection(words) or not _NOW.isdisjoint(words) or clause.opener in _RELATIVE:
        return False
    if sentence.has(0, len(sentence.tokens), "change", "quality") or mention.entry is None:
        return False
    earlier = (
        at for at, word in enumerate(words) if word in _EARLIER and set(words[max(0, at - 3) : at]) & {"in", "on"}
    )
    return any(
        set(words[at + 1 : at + 4]) & _EXAMS and sentence.has(clause.first, mention.last, "finding") for at in earlier
    )


def _is_named_again(scene: Scene, mention: Mention) -> bool:
    """Whether a finding only tells beside what another lies ("effusion and atelectasis … adjacent to the effusion")."""
    ahead = [
        t for t in scene.sentence.tags_in(max(0, mention.first - _PURPOSE), mention.first) if "article" not in t.senses
    ]
    beside = bool(ahead) and "direction" in ahead[-1].senses
    return beside and any(m.finding == mention.finding and m.first < mention.first for m in scene.found)


def _is_lacked_quality(scene: Scene, mention: Mention) -> bool:
    """Whether a finding's property is denied ("a nodule that is not calcified")."""
    adjective = mention.entry is not None and mention.entry.role == "adjective" and bool(scene.found)
    ahead = scene.sentence.tags_in(max(0, mention.first - 2), mention.first)
    return adjective and bool(ahead) and "negation before" in ahead[-1].senses and mention.clause.opener in _RELATIVE


def _is_part(scene: Scene, mention: Mention) -> bool:
    """Whether a calcification is but a property of the finding it goes with ("a sequela with calcification")."""
    before = [other for other in scene.found if other.clause is mention.clause and other.last <= mention.first]
    if not mention.finding.endswith("calcification") or not before or before[-1].entry is None:
        return False
    between = (before[-1].last, mention.first)
    held = scene.sentence.accompanied(*between) or not _HOLDING.isdisjoint(scene.sentence.words(*between))
    return held and (before[-1].finding in _HOLDERS or mention.finding == "other: lung calcification")


def _is_condition(scene: Scene, mention: Mention, statements: list[Mention]) -> bool:
    """Whether a finding is only a reason for a further exam ("if there is concern for fracture, films may help")."""
    recommended = any(statement.finding == "recommendation" for statement in statements)
    ahead = scene.sentence.words(0, mention.first)
    return recommended and "if" in ahead and not _WORRY.isdisjoint(ahead)


def _is_origin(scene: Scene, mention: Mention) -> bool:
    """Whether an operation only tells where clips are from, or electrodes are those of a pacemaker."""
    before = [other for other in scene.found if other.clause is mention.clause and other.last <= mention.first]
    if mention.finding in _OPERATIONS and before and before[-1].finding == _CLIPS:
        return scene.sentence.has(before[-1].last, mention.first, "interpretation")
    leads = not _LEADS.isdisjoint(scene.sentence.words(mention.first, mention.last))
    return leads and any(other.finding == "device_pacemaker" for other in before)


def _is_looked_for(ahead: tuple[str, ...]) -> bool:
    """Whether a finding is what an exam is made for ("limited exam for evaluation of fractures")."""
    if ahead[-1:] == ("for",):
        return not _LOOKING.isdisjoint(ahead[-2:])
    return ahead[-1:] == ("of",) and not _LOOKING.isdisjoint(ahead[-2:]) and "for" in ahead


def _is_limited_for(scene: Scene, mention: Mention, limit: Mention) -> bool:
    """Whether a limit is said of the search for a finding ("cannot be evaluated in terms of focal lesions")."""
    between = [word for word in scene.sentence.words(limit.last, mention.first) if word not in _ARTICLES]
    return limit.last <= mention.first and (between[:3] == ["in", "term", "of"] or between[:1] == ["for"])


def _is_not_seen(scene: Scene, mention: Mention, limit: Mention) -> bool:
    """Whether only the view of something is limited ("evaluation of the lymph nodes could not be made clearly")."""
    ahead = scene.sentence.words(mention.clause.first, mention.first)
    neutral = mention.entry is not None and mention.entry.negated is not None
    return neutral and mention.last <= limit.first and not _LOOKING.isdisjoint(ahead)


def _was_absent(scene: Scene, mention: Mention) -> bool:
    """Whether a finding is only denied for an earlier exam ("no effusion was found in the previous examination")."""
    sentence, clause = scene.sentence, mention.clause
    words = sentence.words(mention.last, clause.last)
    earlier = next((at for at, word in enumerate(words) if word in _EARLIER), len(words))
    if not set(words[earlier : earlier + 3]) & _EXAMS or not set(words[:earlier]) & {"in", "on"}:
        return False
    denied = sentence.has(clause.first, mention.first, "negation before")
    compared = not {"than", "to", "with"}.isdisjoint(words)
    return denied and not compared and not sentence.has(clause.first, clause.last, "change", "negation pseudo")


def _is_asked(scene: Scene, mention: Mention, recommended: Mention) -> bool:
    """Whether a recommended exam is to tell whether a disease is there ("… is recommended for pneumonia")."""
    disease = mention.finding.startswith("other: ") or mention.finding in _DISEASES
    return disease and "for" in scene.sentence.words(recommended.last, mention.first)


def _stands(scene: Scene, mention: Mention, limit: Mention) -> bool:
    """Whether what is called normal is so despite a limit ("limited, with clear lungs", "normal given rotation")."""
    if mention.first < limit.first:
        return not _DESPITE.isdisjoint(scene.sentence.words(mention.first, limit.first))
    return "with" in scene.sentence.words(limit.last, mention.first)
