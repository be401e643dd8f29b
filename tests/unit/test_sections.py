"""Sections of whole reports."""

from __future__ import annotations

import pytest
from shared_data import ROOT, shared_rows

from reref.report import read_report, sections


def named(text: str) -> list[tuple[str, str]]:
    spans = sections(text)
    assert "".join(text[span.start : span.end] for span in spans) == text
    return [(name, span.text) for span in spans for name in span.names]


@pytest.mark.parametrize(
    "text",
    [
        "FINDINGS:\nClear.\n\nIMPRESSION:\nNormal.",
        "Findings: Clear. Impression: Normal.",
        "findings : Clear. impression : Normal.",
        "**Findings:** Clear.\n\n**Impression:** Normal.",
        "## Findings\n\nClear.\n\n## Impression\n\nNormal.",
        "FINDIGNS: Clear.\nIMPRESSON: Normal.",
        "FINDINGS\nClear.\nIMPRESSION\nNormal.",
        "Findings.\nClear.\nImpression.\nNormal.",
        "FINDINGS - Clear.\nIMPRESSION - Normal.",
        "FINDINGS Clear.\nIMPRESSION Normal.",
        "CHEST FINDINGS: Clear.\nFINAL IMPRESSION: Normal.",
        "FINDINGS (CHEST): Clear.\nIMPRESSION (FINAL): Normal.",
        "1. FINDINGS: Clear.\n2. IMPRESSION: Normal.",
        "FINDINGS&nbsp;: Clear.<br>IMPRESSION&#58; Normal.",
        "\ufeffFINDINGS\u00a0:\r\nClear.\r\nIMPRESSION\uff1a\r\nNormal.\r\n",
        "FINDINGS:,Clear.,IMPRESSION:,Normal.",
        "Results: Clear.\nConclusion: Normal.",
        "BEFUND: Clear.\nBEURTEILUNG: Normal.",
        "HALLAZGOS: Clear.\nIMPRESIÓN: Normal.",
        "[FINDINGS]\nClear.\n[IMPRESSION]\nNormal.",
        "FINDINGS; Clear.\nIMPRESSION; Normal.",
        "FINDINGS\tClear.\nIMPRESSION\tNormal.",
        "Findings :- Clear.\nImpression :- Normal.",
        "<b>FINDINGS</b>: Clear.<br/><b>IMPRESSION</b>: Normal.",
        "F I N D I N G S: Clear.\nI M P R E S S I O N: Normal.",
        "FINDINGS:Clear.IMPRESSION:Normal.",
        "finding: Clear. impression: Normal.",
        "FINAL REPORT TECHNIQUE: PA COMPARISON: ___ FINDINGS: Clear. IMPRESSION: Normal.",
        "FINDINGS:\tClear.\n________________\nIMPRESSION:\tNormal.",
    ],
)
def test_headings_are_found_however_they_are_written(text: str) -> None:
    assert named(text)[-2:] == [("findings", "Clear."), ("impression", "Normal.")]


def test_the_order_of_the_sections_does_not_matter() -> None:
    assert [n for n, _ in named("IMPRESSION: a\nCOMPARISON: b\nFINDINGS: c\nTECHNIQUE: d\nHISTORY: e")] == [
        "impression",
        "comparison",
        "findings",
        "technique",
        "indication",
    ]


def test_a_combined_heading_has_both_names_and_is_read_as_findings() -> None:
    text = "INDICATION/TECHNIQUE: Cough; CT.\nFINDINGS AND IMPRESSION: Clear."
    assert [span.names for span in sections(text)] == [("indication", "technique"), ("findings", "impression")]
    report = read_report(text)
    assert (report.findings, report.impression) == ("Clear.", "")


def test_words_before_a_heading_in_capitals_belong_to_the_text_before_it() -> None:
    text = "XR CHEST INDICATION: Cough. TECHNIQUE: PA COMPARISON: ___ FINDINGS: Clear."
    assert named(text) == [
        ("unlabelled", "XR CHEST"),
        ("indication", "Cough."),
        ("technique", "PA"),
        ("comparison", "___"),
        ("findings", "Clear."),
    ]


def test_a_date_right_behind_the_colon_is_text_and_a_time_is_no_heading() -> None:
    assert named("COMPARISON:08/02/1994") == [("comparison", "08/02/1994")]
    assert named("Read at study 10:30") == [("unlabelled", "Read at study 10:30")]


def test_sub_headings_of_organs_stay_in_their_section() -> None:
    text = "FINDINGS:\nHEART: Large.\nLUNGS: Clear.\nIMPRESSION:\n1. HEART: Large.\n2. Recommendation: Echo."
    assert [name for name, _ in named(text)] == ["findings", "impression"]


def test_the_first_organ_begins_the_findings_where_they_have_no_heading() -> None:
    text = "HISTORY: Cough.\nLUNGS: Clear.\nHEART: Normal.\nIMPRESSION: Normal."
    assert named(text)[1] == ("findings", "LUNGS: Clear.\nHEART: Normal.")


def test_words_inside_a_sentence_are_no_heading() -> None:
    text = "The findings: none. Time of the exam: 10:30. No significant\nfindings\nare seen at ratio 1:2."
    assert named(text) == [("unlabelled", text)]
    assert named("No acute findings. The impression of a mass is false.")[0][0] == "unlabelled"


def test_placeholders_are_neither_headings_nor_rules() -> None:
    assert named("COMPARISON: ___.\nXXXX: y\nFINDINGS: ___ XXXX ___")[-1] == ("findings", "___ XXXX ___")


def test_a_text_without_headings_is_findings_and_no_impression_is_guessed() -> None:
    report = read_report("PA and lateral views. Lungs are clear. 1. Normal.")
    assert report.findings == "PA and lateral views. Lungs are clear. 1. Normal."
    assert report.impression == ""


def test_text_before_the_impression_is_findings_where_there_are_none() -> None:
    assert read_report("The lungs are clear. No effusion.\n\nIMPRESSION: Normal.").findings.startswith("The lungs")


def test_what_stands_before_the_first_organ_is_not_lost() -> None:
    report = read_report("The study shows a left nodule.\nLungs: otherwise clear.\nHeart: normal.\nIMPRESSION: Nodule.")
    assert report.findings.startswith("The study shows a left nodule.")
    titled = read_report("CHEST CT\nLungs: clear.\nHeart: normal.\nIMPRESSION: Normal.")
    assert titled.findings.startswith("Lungs")


def test_the_paragraph_below_the_context_is_findings_where_there_are_none() -> None:
    report = read_report("EXAM: Chest, two views.\n\nCOMPARISON: None.\n\nThe lungs are clear.\n\nIMPRESSION: Normal.")
    assert (report.comparison, report.findings, report.impression) == ("None.", "The lungs are clear.", "Normal.")


def test_a_comparison_in_one_line_does_not_swallow_what_was_seen() -> None:
    report = read_report("Comparison: CT of 2019. Trachea is open. Heart is normal. Lungs are clear. Bones are intact.")
    assert report.comparison == "CT of 2019."
    assert report.findings.startswith("Trachea is open.")


def test_several_exams_are_joined_in_order() -> None:
    chest = "EXAM: CT CHEST\nFINDINGS: Nodule.\nIMPRESSION: One nodule.\n\n"
    text = chest + "CT ABDOMEN\n\nFINDINGS: Cyst.\nIMPRESSION: One cyst."
    report = read_report(text)
    assert (report.findings, report.impression) == ("Nodule.\n\nCyst.", "One nodule.\n\nOne cyst.")
    assert ("exam", "CT ABDOMEN") in named(text)


def test_an_addendum_and_a_recommendation_end_the_impression() -> None:
    text = "FINDINGS: Scar.\nIMPRESSION: Scar.\nRECOMMENDATION: None.\nADDENDUM: Also a cyst."
    report = read_report(text)
    assert (report.findings, report.impression) == ("Scar.", "Scar.\n\nNone.\n\nAlso a cyst.")


def test_a_wet_read_is_used_only_without_a_final_report() -> None:
    wet = "WET READ: No pneumothorax.\n"
    assert read_report(wet).findings == "No pneumothorax."
    assert read_report(wet + "______\nFINAL REPORT\nFINDINGS: Small pneumothorax.").findings == "Small pneumothorax."


def test_sections_that_are_given_stand_before_the_text() -> None:
    report = read_report("FINDINGS: a\nIMPRESSION: b", impression="c")
    assert (report.findings, report.impression) == ("a", "c")
    assert read_report(findings="a", technique="t").technique == "t"


def test_empty_sections_are_empty_and_not_the_next_one() -> None:
    report = read_report("FINDINGS:\n\nIMPRESSION:\nNormal.")
    assert (report.findings, report.impression) == ("", "Normal.")


def test_every_real_text_can_be_put_together_again() -> None:
    for path in sorted((ROOT / "data" / "refs").glob("*.jsonl")):
        for row in shared_rows(f"data/refs/{path.name}"):
            for text in (value for value in row.values() if isinstance(value, str)):
                assert "".join(text[span.start : span.end] for span in sections(text)) == text


def test_another_language_is_kept_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    from reref.report import language

    language._warn.cache_clear()
    czech = "srdce je zvětšené, plíce jsou bez ložiskových změn, bránice je hladká a úhly jsou volné, skelet bez nálezu"
    for _ in range(3):
        assert read_report(czech).findings == czech
    assert [record.message for record in caplog.records].count(caplog.records[0].message) == 1


def test_a_sub_heading_that_lists_organs_with_commas_begins_the_findings() -> None:
    text = "Lines, tubes and devices: A left port ends in the atrium.\nLungs: Clear.\nHeart: Normal."
    assert read_report(text).findings == text
