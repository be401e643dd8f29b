"""The medspaCy pipeline with our lexicon, to compare with. Runs under a Python that has medspaCy and PyYAML.

Reads a JSON list of texts on stdin; prints one JSON object: facts (a list a text) and reports_per_second.
Findings that their words alone name become literal rules; those that need a site become gap patterns ("<site> … <word>"
and "<word> … <site>", up to five words between); so do normality statements. Negation and doubt are medspaCy's ConText
with its own rules and ours. Side is the nearest side word in the sentence, size the first length in it.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any

import medspacy
from medspacy.context import ConTextRule
from medspacy.ner import TargetRule

from reref.report import anatomy
from reref.report.lexicon_files import expand, read

GAP = 5
SIDES = {"left": "left", "right": "right", "bilateral": "bilateral", "both": "bilateral", "bilaterally": "bilateral"}
LENGTH = re.compile(r"(\d+(?:\.\d+)?)(?:\s?x\s?(\d+(?:\.\d+)?))?\s?(mm|cm)\b")


def phrases(notations: list[str]) -> list[str]:
    """Return phrases of at most four words with their plurals."""
    plain = {phrase for notation in notations for phrase in expand(notation) if len(phrase.split()) <= 4}
    return sorted(plain | {f"{phrase}s" for phrase in plain if not phrase.endswith("s")})


def heads(notations: list[str]) -> list[str]:
    """Return the one-word phrases, for gap patterns."""
    return [phrase for phrase in phrases(notations) if " " not in phrase]


def gap(left: list[str], right: list[str]) -> list[dict[str, Any]]:
    return [{"LOWER": {"IN": left}}, *[{"IS_PUNCT": False, "OP": "?"}] * GAP, {"LOWER": {"IN": right}}]


def target_rules() -> list[TargetRule]:
    rules: list[TargetRule] = []
    for family in read("findings"):
        if family["finding"] is not None:
            rules += [TargetRule(phrase, family["finding"]) for phrase in phrases(family["words"])]
        words = heads(family["words"])
        for site, finding in (family.get("at") or {}).items():
            places = heads(anatomy.words(site))
            if words and places:
                rules.append(TargetRule(f"{site} {finding}", finding, pattern=gap(places, words)))
                rules.append(TargetRule(f"{finding} {site}", finding, pattern=gap(words, places)))
        if family.get("role") == "abnormality":
            absent = ["no", "without"]
            rules.append(TargetRule("none", "no_acute_abnormality/normal", pattern=gap(absent, words)))
            for bone in ("bony", "osseous", "skeletal", "bone"):
                pattern = [*gap(absent, [bone]), *gap([bone], words)[1:]]
                rules.append(TargetRule("no bony", "bones_normal/normal", pattern=pattern))
    normal = read("normality")
    words = sorted({word for entry in normal["words"][:1] for word in heads(entry["words"])} | {"clear", "intact"})
    for site, says in normal["sites"].items():
        places = heads(anatomy.words(site))
        for name in says:
            if places:
                rules.append(TargetRule(f"{site} normal", f"{name}/normal", pattern=gap(places, words)))
    return rules


def context_rules() -> list[ConTextRule]:
    cues = read("cues")
    rules = []
    for place, direction in (("before", "FORWARD"), ("after", "BACKWARD")):
        for phrase in phrases(cues["negation"][place]):
            rules.append(ConTextRule(phrase, "NEGATED_EXISTENCE", direction=direction))
        for tier in cues["hedge"].values():
            for phrase in phrases(tier[place]):
                rules.append(ConTextRule(phrase, "POSSIBLE_EXISTENCE", direction=direction))
    return rules


def facts_of(doc: Any) -> list[dict[str, Any]]:
    found = []
    for entity in doc.ents:
        name, _, normal = entity.label_.partition("/")
        polarity = "absent" if name.startswith("-") or (entity._.is_negated and not normal) else "present"
        if entity._.is_uncertain and polarity == "present" and not normal:
            polarity = "uncertain"
        sentence = entity.sent
        sides = [(abs(token.i - entity.start), SIDES[token.lower_]) for token in sentence if token.lower_ in SIDES]
        length = LENGTH.search(sentence.text)
        scale = 10 if length and length[3] == "cm" else 1
        found.append(
            {
                "finding": name.removeprefix("-"),
                "polarity": polarity,
                "laterality": min(sides)[1] if sides else None,
                "severity": None,
                "change": None,
                "sizes_mm": [float(value) * scale for value in length.groups()[:2] if value] if length else [],
                "normal": bool(normal),
                "span": entity.text,
            }
        )
    return found


def main() -> None:
    logging.disable(logging.CRITICAL)
    texts = json.load(sys.stdin)
    pipeline = medspacy.load()
    pipeline.get_pipe("medspacy_target_matcher").add(target_rules())
    pipeline.get_pipe("medspacy_context").add(context_rules())
    pipeline("Lungs are clear.")
    started = time.process_time()
    found = [facts_of(pipeline(text)) for text in texts]
    rate = len(texts) / (time.process_time() - started)
    print(json.dumps({"facts": found, "reports_per_second": rate}))


if __name__ == "__main__":
    main()
