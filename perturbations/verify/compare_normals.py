"""Whether denials and normal statements say no more and no less, and whether recommendations stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reref.perturbations.verify.claims import Claim
from reref.perturbations.verify.compare_sentences import is_denying
from reref.perturbations.verify.difference import Difference
from reref.perturbations.verify.entailment import entailment
from reref.perturbations.verify.lexicon import lexicon
from reref.perturbations.verify.reading import WHOLE, Reading, far, near, sides
from reref.perturbations.verify.sameness import sameness
from reref.perturbations.verify.words import stem

_CARDIOPULMONARY = ("lungs_clear", "heart_size_normal")
_OTHER = re.compile(r"\bno (?:other|additional)\b", re.IGNORECASE)
_ACUTE = frozenset(("no_acute_abnormality", "cardiopulmonary_normal"))


def compare(before: Reading, after: Reading) -> Iterator[Difference]:
    """Yield differences of denials, normal statements and recommendations."""
    yield from _denials_added(before, after)
    yield from _denials_lost(before, after)
    yield from _normals_added(before, after)
    yield from _crossed_sides(before, after)
    yield from _normals_lost(before, after)
    yield from _requests(before, after)


def _denials_added(before: Reading, after: Reading) -> Iterator[Difference]:
    known = before.denied
    for name, claims in after.absent.items():
        against = _denied_although_stated(name, claims, before)
        if against is not None and _is_normal_place(name, claims, before):
            continue
        if against is not None and name in after.present:
            yield Difference("denial added", name, "present", f"no {against.text}")
            continue
        if name in known or name in sameness().loose or _is_normal_place(name, claims, before):
            continue
        if before.present.get(name) and not after.present.get(name):
            continue  # told as a flipped negation
        if claims[0].kind == "device" or "removed" in near(claims).changes or "resolved" in near(claims).changes:
            continue
        if _denies_in_other_words(before, after) or _is_described(name, claims, before, after):
            continue
        yield Difference("denial added", name, after=f"no {claims[0].text}")


def _is_normal_place(finding: str, claims: list[Claim], reading: Reading) -> bool:
    """Whether a report calls the place of a denied finding normal."""
    table, about = entailment(), sameness().statement_about
    said = reading.normal.keys()
    sites = near(claims).sites | near(claims).home
    alike = sameness().like(finding)
    if sites and all(
        f"{site}_open" in said
        or (about(site) in said and (about(site) not in table.normal or alike & table.normal[about(site)].covers))
        for site in sites
    ):
        return True
    if near(claims).sites or finding in table.listed:
        return False
    return any(about(home) in said for home in lexicon().homes.get(finding, ()))


def _denied_although_stated(name: str, denied: list[Claim], before: Reading) -> Claim | None:
    """Return a denial of what the original states and nowhere denies, on the same side."""
    if name not in before.present or name in before.absent:
        return None
    stated = sides(near(before.present[name]))
    kinds = near(before.present[name]).qualities
    for claim in denied:
        if _OTHER.search(claim.sentence):
            continue  # "no other opacity" beside a stated one
        if "acute" in claim.near.qualities and "acute" not in kinds:
            continue  # "no acute fracture" beside an old one
        places, elsewhere = near(before.present[name]).sites, claim.near.sites
        if places and elsewhere and not any(lexicon().related(a, b) for a in places for b in elsewhere):
            continue  # "the cuff has no tear" beside a torn labrum
        here = sides(claim.near) or sides(claim.far)
        if not stated or not here or stated & here:
            return claim
    return None


def _says_normal_anew(reading: Reading, other: Reading) -> bool:
    """Whether a report calls something normal, or denies it, that the other says in no such words."""
    verbatim = other.texts
    return any(
        claim.kind == "normal" and claim.name not in other.normal
        for sentence in reading.sentences
        if sentence.text not in verbatim
        for claim in sentence.claims
    )


def _denies_anew(reading: Reading, other: Reading) -> bool:
    """Whether a sentence that the other report lacks denies something or calls it normal, in whatever words."""
    verbatim = other.texts
    return any(is_denying(sentence.text) for sentence in reading.sentences if sentence.text not in verbatim)


def _is_described(finding: str, claims: list[Claim], reading: Reading, other: Reading) -> bool:
    """Whether a sentence that the other report lacks describes a finding's place in words that are no finding."""
    homes = near(claims).sites or lexicon().homes.get(finding, frozenset())
    verbatim = other.texts
    return any(
        sentence.unknown and not sentence.claims and homes & sentence.sites
        for sentence in reading.sentences
        if sentence.text not in verbatim
    )


def _denials_lost(before: Reading, after: Reading) -> Iterator[Difference]:
    known = after.denied_by_whole
    if _says_normal_anew(after, before):
        return
    for name, claims in before.absent.items():
        if (
            name in known
            or name in sameness().loose
            or claims[0].kind == "device"
            or _is_normal_place(name, claims, after)
        ):
            continue
        if after.present.get(name) and not before.present.get(name):
            continue
        homes = lexicon().homes.get(name, frozenset()) | near(claims).sites
        if _denies_in_other_words(after, before) or _is_told_of_place(homes, before, after):
            continue
        yield Difference("denial lost", name, before=f"no {claims[0].text}")


def _is_told_of_place(places: frozenset[str], before: Reading, after: Reading) -> bool:
    """Whether a sentence of the alternative's own denies something of a place, or describes it without a finding."""
    verbatim = before.texts
    related = lexicon().related
    return any(
        any(related(one, other) for one in places for other in sentence.around.sites)
        and (is_denying(sentence.text) or not any(c.kind == "finding" for c in sentence.claims))
        for sentence in after.sentences
        if sentence.text not in verbatim
    )


def _denies_in_other_words(reading: Reading, other: Reading) -> bool:
    """Whether a sentence that the other report lacks denies something in words that are no finding of the lexicon."""
    loose = sameness().loose
    verbatim = other.texts
    return any(
        any(denied for _, denied in sentence.unknown) or any(c.absent and c.name in loose for c in sentence.claims)
        for sentence in reading.sentences
        if sentence.text not in verbatim
    )


def _normals_added(before: Reading, after: Reading) -> Iterator[Difference]:
    table = entailment()
    statements = before.statements
    for name, claims in after.normal.items():
        said_before = before.normal.get(name)
        if said_before:
            lost_side = sides(near(said_before)) - sides(near(claims))
            if lost_side and len(sides(near(said_before))) == 1 and not sides(far(claims)) & lost_side:
                yield Difference("normal added", name, f"{next(iter(lost_side))} side only", "both sides")
            continue
        if name in _ACUTE and (statements & (WHOLE | _ACUTE) or _denies_abnormality(before)):
            continue
        if name in WHOLE:
            if not (before.normal or before.absent):
                yield Difference("normal added", name, after=claims[0].text)
            continue
        denied = table.denied(set(before.absent))
        if "cardiopulmonary_normal" in statements and name in _CARDIOPULMONARY and not _is_abnormal(name, before):
            continue
        if _denies_at_place(name, before):
            continue
        if name in table.normal and not table.is_fair_summary(name, denied, statements):
            yield Difference("normal added", name, after=claims[0].text)
        elif name not in table.normal and name not in statements:
            site = name.removesuffix("_normal")
            if not any(site in lexicon().above.get(part, (part,)) for part in before.everything.sites):
                yield Difference("normal added", name, after=claims[0].text)


def _denies_at_place(statement: str, reading: Reading) -> bool:
    """Whether a report denies a finding of the statement's place, where the table has no say on either."""
    homes = lexicon().homes
    entry = entailment().normal.get(statement)
    listed = entailment().listed if entry else frozenset()
    about = sameness().statement_about
    if any(statement == about(home) for name in reading.absent if name not in listed for home in homes.get(name, ())):
        return True
    covers = entry.covers if entry else frozenset()
    return any(
        statement == about(site)
        for sentence in reading.sentences
        if sentence.sites
        and is_denying(sentence.text)
        and (sentence.unknown or any(c.absent and c.name not in covers for c in sentence.claims))
        and not any(c.kind == "finding" and not c.absent for c in sentence.claims)
        for site in sentence.sites
    )


def _denies_abnormality(reading: Reading) -> bool:
    return any(claim.explicit for claims in reading.normal.values() for claim in claims)


def _is_abnormal(statement: str, reading: Reading) -> bool:
    return bool(entailment().normal[statement].covers & reading.present.keys())


def _crossed_sides(before: Reading, after: Reading) -> Iterator[Difference]:
    """A denial or normal statement about one side, made of what was said of the other."""
    table = entailment()
    for name, claims in [*after.normal.items(), *after.absent.items()]:
        stated = sides(near(claims))
        if len(stated) != 1:
            continue
        about = table.normal[name].covers if name in table.normal else table.denied({name})
        sources = [c for n, said in before.absent.items() if n in about or n == name for c in said]
        sources += [
            c
            for n, said in before.normal.items()
            if n == name or (n in table.normal and table.normal[n].covers & (about | {name}))
            for c in said
        ]
        told = [sides(near([c])) for c in sources]
        if told and all(one and not one & stated for one in told):
            before_side = " and ".join(sorted(told[0]))
            yield Difference("side changed", name, before_side, next(iter(stated)))


def _normals_lost(before: Reading, after: Reading) -> Iterator[Difference]:
    table = entailment()
    known = after.denied_by_whole
    if after.absent.keys() - before.absent.keys():
        return
    for name, claims in before.normal.items():
        if name in after.normal or (name in WHOLE and (after.normal or after.absent)):
            continue
        if name in _ACUTE and (after.normal.keys() & (WHOLE | _ACUTE) or _still_normal(name, before, after)):
            continue
        if name in _ACUTE and _denies_anew(after, before):
            continue
        if after.normal.keys() & _ACUTE and all(c.explicit and "acute" in c.near.qualities for c in claims):
            continue
        entry = table.normal.get(name)
        if entry is not None and (set(entry.names) & known or entry.covers & known):
            continue
        if set(after.normal) & WHOLE:
            continue
        if _is_told_of_place(sameness().sites_of(name) | near(claims).sites, before, after):
            continue
        if _parts_are_normal(name, after) or _denies_at_place(name, after):
            continue
        if entry is None and lexicon().above.get(name.removesuffix("_normal"), frozenset()) & after.everything.sites:
            continue
        yield Difference("normal lost", name, before=claims[0].text)


def _parts_are_normal(statement: str, reading: Reading) -> bool:
    """Whether a statement about a whole is told part by part."""
    wholes = sameness().sites_of(statement)
    above = lexicon().above
    parts = (site for site, about in sameness().normal_of.items() if about in reading.normal and about != statement)
    return any(wholes & above.get(part, frozenset()) for part in parts)


def _still_normal(name: str, before: Reading, after: Reading) -> bool:
    """Whether the section that called the study normal still calls something normal or denies something."""
    return any(
        claim.kind == "normal" or claim.absent
        for section, readings in before.sections.items()
        if any(claim.name == name for sentence in readings for claim in sentence.claims)
        for sentence in after.sections[section]
        for claim in sentence.claims
    )


def _requests(before: Reading, after: Reading) -> Iterator[Difference]:
    if before.requests and not after.requests:
        yield Difference("recommendation lost", "recommendation", before=before.requests[0].text)
        return
    if after.requests and not before.requests:
        if _asked(after) and _asked(after) <= frozenset(s for sentence in before.sentences for s in sentence.studies):
            return  # asked for in words that are no request here
        if any(_is_said(request, before) for request in after.requests):
            return
        yield Difference("recommendation added", "recommendation", after=after.requests[0].text)
        return
    asked, asks = _asked(before), _asked(after)
    said = frozenset(s for sentence in after.sentences for s in sentence.studies)
    for what in sorted(asked - asks - said):
        yield Difference("recommendation changed", what, before=what)
    said = frozenset(s for sentence in before.sentences for s in sentence.studies)
    for what in sorted(asks - asked - said):
        yield Difference("recommendation changed", what, after=what)


def _is_said(request: Claim, reading: Reading) -> bool:
    """Whether a report has most words of another report's request, in whatever form."""
    stems = {stem(word) for word in request.words}
    return len(stems & reading.stems) * 2 > len(stems)


def _asked(reading: Reading) -> frozenset[str]:
    """Return what is asked for: imaging, sampling, referral and the like."""
    return frozenset(what for request in reading.requests for what in request.asks)
