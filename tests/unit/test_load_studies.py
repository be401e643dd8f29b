"""Studies in: every format, every way a file can be wrong, and that nothing is lost in silence."""

import gzip
import json
from pathlib import Path

import pytest
from shared_data import shared_file

from reref.core.errors import BadDataError, UnknownNameError
from reref.datasets import load_studies

TABLE = "study_id,findings,impression\n"


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def reasons(loaded) -> list[str]:
    return [dropped.reason for dropped in loaded.dropped]


# --- tables


def test_jsonl_rows_keep_their_text_byte_for_byte(tmp_path):
    text = "  Two  blanks, a\ttab,\r\na line break and ünïcode. "
    loaded = load_studies(write(tmp_path, "a.jsonl", json.dumps({"study_id": 7, "findings": text}) + "\n"))
    assert [(s.study_id, s.dataset, s.report.findings) for s in loaded.studies] == [("7", "a", text)]


def test_a_cut_last_line_is_dropped_with_its_line_number(tmp_path):
    good = json.dumps({"study_id": "s1", "impression": "Clear."})
    loaded = load_studies(write(tmp_path, "a.jsonl", f'{good}\n\n{{"study_id": "s2", "impr'))
    assert loaded.dropped[0].where == "a.jsonl:3"
    assert "not valid JSON" in loaded.warnings[0]


def test_bare_nan_and_words_for_nothing_are_missing(tmp_path):
    first = '{"study_id": 1, "findings": NaN, "impression": "Clear."}'
    lines = f'{first}\n{{"study_id": 2, "findings": "None.", "impression": "nan"}}\n'
    loaded = load_studies(write(tmp_path, "a.jsonl", lines))
    assert [s.report.findings for s in loaded.studies] == [""]
    assert reasons(loaded) == ["no findings and no impression"]
    assert any("no findings" in line and "1" in line for line in loaded.warnings)


def test_a_sentence_that_starts_like_a_word_for_nothing_stays(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + "1,None of the ribs is broken.,Nil acute.\n"))
    assert loaded.studies[0].report.findings == "None of the ribs is broken."
    assert loaded.studies[0].report.impression == "Nil acute."


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_csv_delimiters_are_seen(tmp_path, mark):
    rows = [["study_id", "findings", "impression"], ["1", f'"Clear{mark} expanded\nlungs."', "Normal."]]
    loaded = load_studies(write(tmp_path, "a.csv", "\n".join(mark.join(row) for row in rows)))
    assert loaded.studies[0].report.findings == f"Clear{mark} expanded\nlungs."


def test_a_byte_order_mark_is_not_part_of_the_first_column(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", b"\xef\xbb\xbf" + (TABLE + "s1,Clear.,Normal.\n").encode()))
    assert loaded.studies[0].study_id == "s1"


def test_utf16_with_its_mark_is_read(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", (TABLE + "s1,Größe normal.,Ø.\n").encode("utf-16")))
    assert loaded.studies[0].report.findings == "Größe normal."


def test_a_wrong_encoding_names_byte_line_and_cure(tmp_path):
    path = write(tmp_path, "a.csv", (TABLE + "s1,Clear.,Normal.\ns2,5 mm caf\xe9 nodule.,x\n").encode("latin-1"))
    with pytest.raises(BadDataError, match=r"byte 0xe9 at position \d+ \(line 3\).*iconv -f WINDOWS-1252"):
        load_studies(path)


def test_ragged_rows_are_dropped_or_read_with_missing_cells(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + "1,Clear, expanded,Normal.\n2,Clear.\n\n3,Clear.,Normal.\n"))
    assert [s.study_id for s in loaded.studies] == ["2", "3"]
    assert loaded.dropped[0].where == "a.csv:1"
    assert "more cells" in loaded.dropped[0].reason
    assert loaded.odd[0].study_id == "2"


def test_a_quote_that_is_never_closed_is_an_error_not_one_long_report(tmp_path):
    with pytest.raises(BadDataError, match="broken quotes"):
        load_studies(write(tmp_path, "a.csv", TABLE + '1,"Clear.,Normal.\n2,Clear.,Normal.\n'))


def test_a_cell_of_a_million_characters_is_read(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + f"1,{'Clear. ' * 150_000},Normal.\n"))
    assert len(loaded.studies[0].report.findings) == 1_050_000


def test_nul_and_lone_surrogates_are_replaced_in_place_and_noted(tmp_path):
    path = write(tmp_path, "a.jsonl", '{"study_id": "1", "findings": "a\\u0000b \\ud800.", "impression": "x"}\n')
    loaded = load_studies(path)
    assert loaded.studies[0].report.findings == "a b \ufffd."
    assert "NUL" in loaded.warnings[0]


def test_a_header_with_one_name_twice_is_an_error(tmp_path):
    with pytest.raises(BadDataError, match="'findings' twice"):
        load_studies(write(tmp_path, "a.csv", "study_id,findings,findings\n1,a,b\n"))


def test_columns_are_recognised_by_other_names_and_cases(tmp_path):
    path = write(tmp_path, "a.csv", "Study ID,Findings,Impressions,Clinical History,age\n1,Clear.,Normal.,Cough.,60\n")
    study = load_studies(path).studies[0]
    assert (study.report.impression, study.report.indication) == ("Normal.", "Cough.")
    assert study.extra == {"age": "60"}


def test_parquet_ids_that_became_floats_are_whole_again(tmp_path):
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"study_id": [2034.0, None], "findings": ["Clear.", "Clear."], "impression": [None, "x"]})
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    loaded = load_studies(tmp_path / "a.parquet")
    assert [s.study_id for s in loaded.studies] == ["2034"]
    assert reasons(loaded) == ["row has no study id"]


def test_a_cut_parquet_file_is_an_error_of_one_line(tmp_path):
    with pytest.raises(BadDataError, match="not a whole Parquet file") as caught:
        load_studies(write(tmp_path, "a.parquet", b"PAR1 cut"))
    assert "\n" not in str(caught.value)


def test_gzip_is_read_through(tmp_path):
    path = write(tmp_path, "a.csv.gz", gzip.compress((TABLE + "1,Clear.,Normal.\n").encode()))
    assert load_studies(path).studies[0].dataset == "a"


def test_a_gzip_file_that_was_cut_is_an_error(tmp_path):
    whole = gzip.compress((TABLE + "1,Clear.,Normal.\n" * 5000).encode())
    with pytest.raises(BadDataError, match="cannot be read"):
        load_studies(write(tmp_path, "a.csv.gz", whole[: len(whole) // 2]))


def test_a_cell_that_a_spreadsheet_cut_is_noted(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + f"1,{'x' * 32_767},Normal.\n"))
    assert "probably cut" in loaded.warnings[0]


def test_a_report_that_is_all_under_one_context_heading_is_not_lost(tmp_path):
    text = "COMPARISON: None. The heart is large. The lungs are clear. Small left effusion."
    loaded = load_studies(write(tmp_path, "a.jsonl", json.dumps({"study_id": "1", "report": text})))
    assert loaded.studies[0].report.findings == text
    assert "whole report read as findings" in loaded.warnings[0]


def test_the_line_that_tells_the_delimiter_is_no_header(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", "sep=;\r\nstudy_id;findings\r\n1;Clear, expanded.\r\n"))
    assert loaded.studies[0].report.findings == "Clear, expanded."


def test_one_json_object_is_one_study(tmp_path):
    path = write(tmp_path, "a.json", json.dumps({"study_id": "1", "findings": "Clear."}))
    assert load_studies(path).studies[0].report.findings == "Clear."


def test_report_beside_impression_is_the_findings(tmp_path):
    rows = 'study_id,report,impression\n1,Clear lungs.,Normal.\n2,"FINDINGS: Clear.\nIMPRESSION: Normal.",Normal.\n'
    loaded = load_studies(write(tmp_path, "a.csv", rows))
    assert [(s.report.findings, s.report.impression) for s in loaded.studies] == [
        ("Clear lungs.", "Normal."),
        ("Clear.", "Normal."),
    ]


def test_a_word_for_nothing_under_a_heading_is_missing(tmp_path):
    path = write(tmp_path, "a.csv", 'study_id,report\n1,"FINDINGS: None.\nIMPRESSION: Small effusion."\n')
    study = load_studies(path).studies[0]
    assert (study.report.findings, study.report.impression) == ("", "Small effusion.")


# --- what is wrong with the whole file


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff"])
def test_an_empty_file_is_an_error(tmp_path, content):
    with pytest.raises(BadDataError, match=r"a\.csv: the file is empty"):
        load_studies(write(tmp_path, "a.csv", content))


def test_a_header_without_rows_is_an_error(tmp_path):
    with pytest.raises(BadDataError, match="no usable study"):
        load_studies(write(tmp_path, "a.csv", TABLE))


def test_no_such_file_is_an_error(tmp_path):
    with pytest.raises(BadDataError, match="no such file"):
        load_studies(tmp_path / "nothing.jsonl")


def test_an_unknown_table_lists_what_it_has_and_what_is_wanted(tmp_path):
    with pytest.raises(BadDataError, match=r"found columns 'patient', 'text_de'.*expected .*study_id"):
        load_studies(write(tmp_path, "a.csv", "patient,text_de\n1,Frei.\n"))


def test_a_spreadsheet_is_told_to_become_csv(tmp_path):
    with pytest.raises(BadDataError, match="save it as CSV"):
        load_studies(write(tmp_path, "a.xlsx", b"PK\x03\x04rest"))


def test_broken_json_names_line_and_column(tmp_path):
    with pytest.raises(BadDataError, match="line 2, column"):
        load_studies(write(tmp_path, "a.json", '{"train": [\n{"id": 1 "report"}]}'))


def test_an_unknown_format_name_lists_the_known_ones(tmp_path):
    with pytest.raises(UnknownNameError, match="ct-rate"):
        load_studies(write(tmp_path, "a.csv", TABLE), format="ct-rat")


# --- repeats


def test_the_same_id_with_the_same_report_is_merged_and_counted(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + "1,Clear.,Normal.\n1,Clear.,Normal.\n"))
    assert len(loaded.studies) == 1
    assert "duplicate" in loaded.warnings[0]


def test_the_same_id_with_another_report_is_an_error_naming_both_rows(tmp_path):
    with pytest.raises(BadDataError, match=r"duplicate study id '1'.*a\.csv:1 and a\.csv:3"):
        load_studies(write(tmp_path, "a.csv", TABLE + "1,Clear.,Normal.\n2,x,y\n1,Left effusion.,Effusion.\n"))


def test_two_datasets_may_share_an_id(tmp_path):
    lines = [{"study_id": "1", "dataset": name, "findings": f"Clear {name}."} for name in "ab"]
    loaded = load_studies(write(tmp_path, "a.jsonl", "\n".join(map(json.dumps, lines))))
    assert [s.dataset for s in loaded.studies] == ["a", "b"]


def test_reports_that_repeat_each_other_are_kept_and_noted(tmp_path):
    loaded = load_studies(write(tmp_path, "a.csv", TABLE + "1,Clear.,Normal.\n2,Clear.,Normal.\n"))
    assert len(loaded.studies) == 2
    assert "repeats an earlier study" in loaded.warnings[0]


# --- published formats


def test_iu_xml_entities_are_read_once_and_an_empty_section_is_missing(tmp_path):
    xml = (
        '<eCitation><uId id="CXR9"/><Abstract><AbstractText Label="FINDINGS"/>'
        '<AbstractText Label="COMPARISON">None.</AbstractText>'
        '<AbstractText Label="IMPRESSION">Node &lt; 1 cm &amp; stable.</AbstractText></Abstract></eCitation>'
    )
    loaded = load_studies(write(tmp_path, "9.xml", xml))
    assert loaded.format == "iu-xray-xml"
    study = loaded.studies[0]
    assert (study.study_id, study.report.findings) == ("CXR9", "")
    assert (study.report.impression, study.report.comparison) == ("Node < 1 cm & stable.", "")


def test_xml_that_defines_entities_or_is_cut_is_dropped(tmp_path):
    good = '<a><AbstractText Label="FINDINGS">Clear.</AbstractText></a>'
    write(tmp_path, "x/1.xml", good)
    write(tmp_path, "x/2.xml", good[:-4])
    write(tmp_path, "x/3.xml", f'<!DOCTYPE a [<!ENTITY b "c">]>{good}')
    loaded = load_studies(tmp_path / "x")
    assert [s.study_id for s in loaded.studies] == ["1"]
    assert [d.study_id for d in loaded.dropped] == ["2", "3"]


def test_ct_rate_reconstructions_of_one_scan_are_one_study(tmp_path):
    text = (
        "VolumeName,ClinicalInformation_EN,Technique_EN,Findings_EN,Impressions_EN\n"
        "valid_7_a_1.nii.gz,Not given.,,Small nodule.,Nodule.\nvalid_7_a_2.nii.gz,Not given.,,Small nodule.,Nodule.\n"
        "valid_8_a_1.nii.gz,Cough.,,,Normal.\n"
    )
    loaded = load_studies(write(tmp_path, "v.csv", text))
    assert [s.study_id for s in loaded.studies] == ["valid_7_a", "valid_8_a"]
    assert loaded.studies[0].report.indication == ""
    assert any("reconstruction" in line for line in loaded.warnings)
    assert any("valid_8_a" in line and "no findings" in line for line in loaded.warnings)


def test_chexpert_plus_images_of_one_study_are_one_study(tmp_path):
    text = (
        "path_to_image,deid_patient_id,patient_report_date_order,report,section_findings,section_impression,split\n"
        "train/patient1/study2/view1.jpg,patient1,2,x,Clear.,Normal.,train\n"
        "train/patient1/study2/view2.jpg,patient1,2,x,Clear.,Normal.,train\n"
    )
    loaded = load_studies(write(tmp_path, "c.csv", text))
    assert [(s.study_id, s.extra) for s in loaded.studies] == [("patient1_study2", {"split": "train"})]


def test_a_missing_column_of_a_named_format_is_told_with_those_found(tmp_path):
    path = write(tmp_path, "c.csv", "path_to_image,section_findings\na.png,Clear.\n")
    with pytest.raises(BadDataError, match=r"missing column section_impression.*found: path_to_image, section_f"):
        load_studies(path, format="chexpert-plus")


def test_mimic_sectioned_falls_back_to_the_last_paragraph(tmp_path):
    text = "study,impression,findings,last_paragraph,comparison\ns1,,,Clear lungs.,\ns2,Normal.,,Other.,\n"
    loaded = load_studies(write(tmp_path, "m.csv", text))
    assert [s.report.findings for s in loaded.studies] == ["Clear lungs.", ""]
    assert "last paragraph" in loaded.warnings[0]


def test_a_mimic_folder_is_read_by_study(tmp_path):
    write(tmp_path, "files/p10/p1001/s51.txt", "FINAL REPORT\nFINDINGS:\nClear.\n\nIMPRESSION:\nNormal.\n")
    write(tmp_path, "files/p10/p1001/s52.txt", b"\xff\xfe\xff")
    loaded = load_studies(tmp_path)
    assert loaded.format == "mimic-cxr"
    assert loaded.studies[0].study_id == "s51"
    assert "Clear." in loaded.studies[0].report.findings
    assert "Normal." in loaded.studies[0].report.impression
    assert "cannot be read" in loaded.dropped[0].reason


def test_rexrank_json_with_bare_nan(tmp_path):
    text = (
        '{"c1": {"section_findings": "Clear.", "section_impression": NaN, "report": "x", '
        '"context": "Age:NaN.Indication: Cough. Comparison: None."}}'
    )
    study = load_studies(write(tmp_path, "r.json", text)).studies[0]
    assert (study.study_id, study.report.impression) == ("c1", "")
    assert (study.report.indication, study.report.comparison) == ("Cough.", "")


def test_a_json_key_given_twice_with_different_reports_is_an_error(tmp_path):
    with pytest.raises(BadDataError, match="duplicate key 's1'"):
        load_studies(write(tmp_path, "r.json", '{"s1": "Clear.", "s1": "Effusion."}'))


def test_r2gen_sizes_that_lost_their_points_are_warned_about(tmp_path):
    rows = {"train": [{"id": "a", "report": "There is a 12 cm nodule in the left apex."}], "test": []}
    loaded = load_studies(write(tmp_path, "annotation.json", json.dumps(rows)))
    assert loaded.studies[0].extra == {"split": "train"}
    assert any("full stops were probably deleted" in line for line in loaded.warnings)


def test_a_text_folder_gives_one_study_a_file(tmp_path):
    write(tmp_path, "b.txt", "FINDINGS: Clear.\nIMPRESSION: Normal.\n")
    write(tmp_path, "a.txt", "Small left effusion.")
    assert [s.study_id for s in load_studies(tmp_path).studies] == ["a", "b"]


def test_a_text_file_is_one_study(tmp_path):
    loaded = load_studies(write(tmp_path, "b.txt", "FINDINGS: Clear.\nIMPRESSION: Normal.\n"))
    assert [(s.study_id, s.report.impression) for s in loaded.studies] == [("b", "Normal.")]


def test_a_text_file_with_a_report_a_line_is_told_of(tmp_path):
    lines = "The lungs are clear and the heart is of normal size.\n" * 6
    loaded = load_studies(write(tmp_path, "refs.txt", lines))
    assert any("read as one report" in line for line in loaded.warnings)


# --- real files


@pytest.mark.parametrize(
    ("name", "format_name", "n"),
    [
        ("refs/iu_xray_mrg_test382_sections.jsonl", "table", 382),
        ("refs/iu_xray_mrg_test382.jsonl", "table", 382),
        ("refs/ct_clip_labelled400.jsonl", "table", 400),
        ("raw/iu_xray/indiana_reports.first300.csv", "iu-xray", 299),
        ("raw/iu_xray/annotation.r2gen.slice500.json", "r2gen", 500),
        ("raw/iu_xray/annotation.mrg_rl.slice300.json", "r2gen", 300),
        ("raw/iu_xray/ReXRank_IUXray_test.first100.json", "rexrank", 100),
        ("raw/iu_xray/ecgen_shape_rebuilt", "iu-xray-xml", 6),
        ("raw/iu_xray/openi_api_shape.json", "iu-xray-api", 2),
        ("raw/ct/ct_rate_validation_reports.first300.csv", "ct-rate", 300),
        ("raw/outputs/mrg_rl.test_refs.json", "keyed", 382),
    ],
)
def test_real_files_are_recognised_and_no_row_is_lost(name, format_name, n):
    loaded = load_studies(shared_file("data/" + name))
    assert (loaded.format, len(loaded.studies)) == (format_name, n)
    assert all(study.report.findings or study.report.impression for study in loaded.studies)
