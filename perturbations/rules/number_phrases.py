"""The words around a number: those that go with it, and those that tell what it measures."""

from __future__ import annotations

import re

ABOUT = r"(?:approximately|about|roughly|nearly|around|up\s+to|at\s+least|almost|maximally|estimated\s+at|~)"
MEASURE = r"(?:diameters?|sizes?|thickness|dimensions?|depth|height|length|width|ax[ei]s|short\s+diameter|density)"
WHICH = (
    r"(?:(?:short|long|longest|largest|maximum|maximal|greatest|transverse|AP|anteroposterior|anterior-posterior"
    r"|craniocaudal|axial)\s+)*"
)
REACH = r"(?:of|measuring|measured|reaching|less\s+than|below|under|smaller\s+than|not\s+exceeding|up\s+to)"
#: Words before a number that go with it.
LEFT = re.compile(
    rf"(?:,?\s*(?:with|having|and(?=\s+an?\s))\s+(?:an?\s+|the\s+|their\s+)?{WHICH}{MEASURE}\s+(?:{REACH}\s+)*(?:{ABOUT}\s+)*"
    rf"|(?:,|\s+and)?\s*(?:which\s+)?(?:measuring|measures|reaching|sized)\s+(?:an?\s+{MEASURE}\s+of\s+)?(?:{ABOUT}\s+|less\s+than\s+)*"
    rf"|,?\s+(?:of|up\s+to|less\s+than|smaller\s+than|not\s+exceeding)\s+(?:{ABOUT}\s+)*"
    rf"|,\s*(?:{ABOUT}\s+)*|\s+with\s+(?:{ABOUT}\s+)*|\s*\((?:{ABOUT}\s+)*)$",
    re.IGNORECASE,
)
#: Words after a number that go with it.
RIGHT = re.compile(
    rf"\s*\)|\s*(?:in|at|on|along)\s+(?:its\s+|the\s+)?(?:(?:widest|thickest|deepest|maximal|maximum|greatest|longest|largest|short|long|transverse|AP|anteroposterior|anterior-posterior|craniocaudal|in|and)\s+)*"
    rf"(?:point|part|place|{MEASURE})(?:\s+(?:on|of)\s+the\s+(?:short\s+axis|larg(?:er|est)(?:\s+ones?)?)){{0,2}}(?:\s+at\s+its\s+(?:widest|thickest|deepest)\s+(?:point|part))?"
    r"|\s+from\s+(?:the\s+)*(?:(?:right|left|lung)\s+)*apex"
    r"|[\s-]+(?:in\s+)?(?:diameter|thickness|thick|deep|sized|(?:long|short)[- ]axis|long|wide)"
    r"(?:\s+in\s+diameter)?(?=[\s,.;)]|$)",
    re.IGNORECASE,
)
PRENOMINAL = re.compile(rf"(?:^|\s|\()(?:{ABOUT}\s+)*$", re.IGNORECASE)
PREDICATE = re.compile(
    rf"\b(?P<verb>is|was|are|were|measures|measured|is\s+measured|was\s+measured)\s+(?:as\s+)?(?:{ABOUT}\s+)*$",
    re.IGNORECASE,
)
SAYS_WIDE = re.compile(
    r"\s*,?\s*(?:and\s+)?(?:it\s+)?(?:(?:is|was|are|were|which\s+(?:is|was)|(?P<shows>shows?|showed|has|indicating))\s+)?"
    r"(?P<word>(?:an?\s+)?(?:(?:slight|mild|minimal|moderate)(?:ly)?\s+)?(?:wider\s+than\s+normal|larger\s+than\s+normal|above\s+normal|dilated"
    r"|increased|ectatic(?:\s+appearance)?|aneurysmal|(?:fusiform\s+)?(?:slight\s+)?dilatation|normal))\b",
    re.IGNORECASE,
)
#: "The diameter of the aorta shows dilatation": it is the aorta that does.
DIAMETER_OF = re.compile(
    r"(?:^|(?<=[:;]\s))(?:the\s+)?(?:(?:anterior-posterior|anteroposterior|AP|transverse|maximum|short(?:est)?|long(?:est)?)\s+)?"
    r"(?:diameter|thickness|depth|width|axis)\s+of\s+",
    re.IGNORECASE,
)
LARGEST_OF = re.compile(
    r"(?P<clause>,?\s*(?:and\s+)?the\s+larg(?:est|er)(?:\s+one)?(?:\s+of\s+(?:which|them|these))?)\s+"
    r"(?:(?P<verb>is|are|was|were|being|(?:is|are|was|were)\s+measured|measures|measuring|reaches|reach|reached|reaching)\s+)?"
    r"(?:an?\s+)?(?:(?:about|approximately|diameter\s+of)\s+)*$",
    re.IGNORECASE,
)
ABOVE = re.compile(
    r"\s*(?P<where>(?:above|from|proximal\s+to|superior\s+to)\s+(?:the\s+)*(?:level\s+of\s+the\s+)?(?:carina|cavoatrial\s+junction))",
    re.IGNORECASE,
)
SAYS_PLACE = re.compile(
    r"\b(?:good|satisfactory|appropriate(?:ly)?|adequate(?:ly)?|standard|acceptable|low|high"
    r"|position(?:ed)?\s+well|well[- ]position)",
    re.IGNORECASE,
)
PREVIOUSLY = re.compile(
    rf"(?:,?\s*\(?\s*(?:previously|formerly|compared\s+(?:to|with)|versus|prior)\s+(?:measur(?:ed|ing)\s+)?(?:{ABOUT}\s+)*)$",
    re.IGNORECASE,
)
#: Words that compare with an earlier study.
COMPARED = re.compile(
    r"\b(?:enlarg\w+|increas\w+|decreas\w+|grow\w*|grown|larger|smaller|stable|unchanged|progress\w+|improv\w+|worsen\w+|regress\w+"
    r"|no\s+(?:\w+\s+)?(?:change|difference))\b",
    re.IGNORECASE,
)
EARLIER = re.compile(
    r"\b(?:previously|(?:previous|prior|earlier|old)\s+(?:\w+\s+)?(?:exam\w*|stud(?:y|ies)|ct|scans?|radiographs?))\b",
    re.IGNORECASE,
)
#: A lower bound says too little for a word.
MORE_THAN = re.compile(
    r"\b(?:more|greater|larger|higher)\s+than\s+$|\b(?:over|above|exceeds|(?<!not\s)exceeding)\s+$", re.IGNORECASE
)
#: A subject or verb that needs the number after it.
UNFINISHED = re.compile(
    r"\b(?:some|one|each|largest|larger|others?|measured?|measures|is|are|was|were)$", re.IGNORECASE
)
BARE_SIZE = re.compile(r"\b(?:for|in|of)\s+size\s+$", re.IGNORECASE)
SIDE = r"(?:(?:on|in|at)\s+the\s+)?(?:right|left)(?:\s+(?:side|hemithorax))?"
#: "11 mm on the right and 4 mm on the left".
THERE = (
    r"(?:\s+(?:in|at)\s+(?:its\s+|the\s+)?"
    r"(?:(?:thickest|deepest|widest)\s+(?:point|part|place)|thickness|depth|diameter))?"
)
BETWEEN_SIDES = re.compile(
    rf"{THERE}\s+(?P<side>{SIDE})\s*(?:,|and|,\s*and)\s+(?:measuring\s+)?(?:{ABOUT}\s+)*", re.IGNORECASE
)
OTHER_SIDE = re.compile(rf"{THERE}\s+(?P<side>{SIDE})\b", re.IGNORECASE)
FURTHER = re.compile(rf"(?:,|\band|,\s*and)\s+(?:{ABOUT}\s+)*$", re.IGNORECASE)
IN_A_PLACE = re.compile(r"\s+(?:(?:in|at|on)\s+the|adjacent|at|in)\s", re.IGNORECASE)
