"""Make perturbations/errors/letters.yaml: which letter follows which two in some English word.

A misspelling that holds a triple outside this table is no word of the list it was made from. Run it with a word list
(one word a line), for example the one inside the package pyspellchecker:
``python benchmarks/letter_triples.py WORDS.txt``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

HEADER = """\
# after: the letters that follow two letters in some word of a list of 128,000 English words ("." is a word's edge).
# Made by benchmarks/letter_triples.py. A spelling with another triple is no word.
after:
"""


def main(words_file: str) -> None:
    after: dict[str, set[str]] = defaultdict(set)
    for word in Path(words_file).read_text(encoding="utf-8").lower().split():
        if word.isascii() and word.isalpha():
            edged = f".{word}."
            for at in range(len(edged) - 2):
                after[edged[at : at + 2]].add(edged[at + 2])
    lines = [f'  "{two}": "{"".join(sorted(third))}"\n' for two, third in sorted(after.items())]
    out = Path(__file__).parents[1] / "perturbations" / "errors" / "letters.yaml"
    out.write_text(HEADER + "".join(lines), encoding="utf-8")
    print(f"{out.name}: {sum(map(len, after.values()))} triples")


if __name__ == "__main__":
    main(sys.argv[1])
