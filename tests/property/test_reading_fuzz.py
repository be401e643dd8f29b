"""Whatever the text is, reading it raises nothing, loses nothing and takes time in proportion to its length."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reref.report import measurements, read_report, sections, sentences
from reref.report.shadow import shadow

_PIECES = st.sampled_from(
    [
        "FINDINGS", "Impression", "IMPRESION", "ADDENDUM", "LUNGS", ":", ".", "..", ",", ";", "?", "!", "\n",
        "\r\n", "\n\n", " ", "\t", "\u00a0", "(", ")", "[", "]", '"', "“", "-", "–", "•", "*", "**", "1.", "2)",
        "(3)", "a)", "A.", "&nbsp;", "&lt;", "&#58;", "<br>", "<b", "XXXX", "___", "_______", "T9.", "5 mm",
        "2.3 x 1.4 cm", "<", "3-5", "and", "previously", "SUVmax", "HU", "No", "no", "The", "Heart", "lungs",
        "vs.", "approx.", "Dr.", "No.", "e.g.", "when", "in", "from", "to", "was", "of", "1" * 40, "x", "\x00",
        "\ud800", "é", "心", "\u2028", "\x85", "=", "/", "CT",
    ]
)  # fmt: skip
_TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(st.characters(), max_size=100),
    st.lists(_PIECES, max_size=60).map("".join),
    st.lists(_PIECES, max_size=60).map(" ".join),
)


@given(_TEXTS)
@settings(max_examples=400, deadline=None)
def test_sections_cover_the_text_exactly(text: str) -> None:
    spans = sections(text)
    assert "".join(text[span.start : span.end] for span in spans) == text
    for span in spans:
        assert span.names
        assert span.start <= span.body_start <= span.body_end <= span.end
        assert text[span.body_start : span.body_end] == span.text


@given(_TEXTS)
@settings(max_examples=400, deadline=None)
def test_sentences_are_in_order_and_lose_no_word(text: str) -> None:
    plain, end = shadow(text), 0
    for sentence in sentences(text):
        assert end <= sentence.start < sentence.end
        assert text[sentence.start : sentence.end] == sentence.text
        gap = plain[end : sentence.start]
        assert sentence.marker or sentence.heading or not any(c.isalnum() for c in gap), (gap, sentence)
        end = sentence.end
    assert not any(c.isalnum() for c in plain[end:]), plain[end:]


@given(_TEXTS)
@settings(max_examples=400, deadline=None)
def test_measurements_are_in_order_and_exact(text: str) -> None:
    end = 0
    for found in measurements(text):
        assert end <= found.start < found.end
        assert text[found.start : found.end] == found.text
        assert found.values
        end = found.end


@given(_TEXTS)
@settings(max_examples=300, deadline=None)
def test_a_shadow_has_the_length_of_its_text(text: str) -> None:
    assert len(shadow(text)) == len(text)


@given(_TEXTS)
@settings(max_examples=200, deadline=None)
def test_any_text_becomes_a_report(text: str) -> None:
    report = read_report(text)
    if any(c.isalnum() for c in shadow(text)) and all(span.names == ("unlabelled",) for span in sections(text)):
        assert report.findings


_REPEATED = [
    "No effusion. ", "a", " ", "\n", "\n \n", ".", ". ", "..", "?", "? ", "(", ")", "(a ", ")(", "1. ", "1.", "1",
    "1 mm ", "1x", "1 x ", "1-", ", ", ",", "; ", ";", ":", "A:", "A: ", "FINDINGS: ", "FINDINGS:\n",
    "IMPRESION: a ", "\nLUNGS: ", '"', '" ', 'the "Word ', "-", "- ", "\n- ", "•", "XXXX ", "_", "___ ", "&",
    "&nbsp;", "<", "<br>", "<b ", "previously 1 mm ", "in the previous ", "from 1 ", "the the ", "No. ",
    "word The ", "When in the window; ", "Dr. ", "é ", "\u00a0", "\r\n", "CT CHEST\n\n", "a b c d e f g h:",
    "5 and ", "less than ", "A" * 70 + ":", "= ", "=", "1,", "1,111", "SUV ", "HU of ", "\t",
]  # fmt: skip


@pytest.mark.parametrize("unit", _REPEATED)
@pytest.mark.parametrize("read", [sections, sentences, measurements], ids=lambda f: f.__name__)
def test_time_grows_with_the_length_only(read: Callable[[str], object], unit: str) -> None:
    """Sixteen times the text may take at most eighty times the time (a quadratic pass would take 256 times)."""

    def seconds(characters: int) -> float:
        text = "x " + (unit * (characters // len(unit) + 1))[:characters] + " z"
        best = float("inf")
        for attempt in range(3):
            started = time.process_time()  # a busy machine must not look like slow code
            read(text + " " * attempt)  # a text of its own each time: results are cached
            best = min(best, time.process_time() - started)
        return best

    assert seconds(32_000) < 80 * seconds(2_000) + 0.05
