"""The lexicon's files agree with each other, whatever is added to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from reref.analysis.metrics import claims
from reref.report import anatomy, section_facts
from reref.report.lexicon_files import expand, parse, read
from reref.report.statements import STATEMENTS
from reref.report.vocabulary import finding_names, synonyms

CLAIMS = Path(claims.__file__).with_name("claims.yaml")
FINDINGS: list[dict[str, Any]] = read("findings")
NORMALITY = read("normality")
QUALITIES = read("qualities")
SIDE_WORDS = {"left", "right", "bilateral", "both", "bibasilar"}
# A degree inside a finding's words would be lost. "small" and "low" name findings in these few.
DEGREES = {word for word in QUALITIES["severity"] if " " not in word}
NAMES = """lungs_clear lung_opacity consolidation pneumonia infiltrate atelectasis edema vascular_congestion
interstitial_markings emphysema_hyperinflation low_lung_volumes scarring_fibrosis nodule mass granuloma_calcified cavity
bronchiectasis bronchial_wall_thickening ground_glass mosaic_attenuation honeycombing pleural_effusion
pleural_thickening pneumothorax costophrenic_angle_blunting diaphragm_elevation diaphragm_normal free_air
heart_size_normal cardiomegaly pericardial_effusion mediastinum_normal mediastinal_widening aortic_tortuosity
aortic_calcification_atherosclerosis aortic_aneurysm_ectasia coronary_calcification hilar_normal hilar_enlargement
lymphadenopathy tracheal_deviation hiatal_hernia fracture degenerative_spine scoliosis_kyphosis osteopenia bones_normal
lytic_sclerotic_lesion soft_tissue_normal device_picc device_ett device_ng_tube device_pacemaker device_port_cvc
device_chest_tube device_sternotomy_wires_clips device_other surgical_change no_acute_abnormality upper_abdomen_normal
liver_lesion hepatic_steatosis kidney_lesion_stone gallbladder_stone adrenal_lesion thyroid_nodule"""


def words_in(phrase: list[Any]) -> Iterator[str]:
    for piece in phrase:
        if isinstance(piece, str):
            yield piece
        else:
            for option in piece:
                yield from words_in(option)


def test_every_name_of_the_vocabulary_can_be_found_and_no_other_plain_name() -> None:
    plain = {name for name in finding_names() if not name.startswith("other: ")}
    assert plain == set(NAMES.split())


def test_every_site_that_is_named_is_in_the_tree() -> None:
    named = {
        site for entry in FINDINGS for site in [entry.get("site"), *entry.get("at", {}), *entry.get("also_at", {})]
    }
    named |= set(NORMALITY["sites"]) | set(NORMALITY["absence"])
    named |= {site for entry in NORMALITY["words"] for site in entry.get("sites", [])}
    assert named - {None} - set(anatomy.sites()) == set()


@pytest.mark.parametrize("site", anatomy.sites())
def test_every_site_leads_to_a_system(site: str) -> None:
    assert anatomy.system(site) in anatomy.path(site)
    assert anatomy.is_within(site, anatomy.system(site))
    assert anatomy.parent(anatomy.system(site)) is None


def test_every_quality_that_is_asked_for_exists() -> None:
    asked = {quality for entry in FINDINGS for quality in [*entry.get("with", {}), entry.get("needs")]}
    assert asked - {None} <= set(QUALITIES["quality"])


def test_words_of_a_finding_hold_no_side_and_no_degree() -> None:
    loose = {
        (entry["finding"], word)
        for entry in FINDINGS
        for notation in entry["words"]
        for word in words_in(parse(notation))
        if word in SIDE_WORDS or (word in DEGREES and entry.get("role") != "adjective")
    }
    names_with_degree = {
        "emphysema_hyperinflation",
        "low_lung_volumes",
        "cardiomegaly",
        "other: right aortic arch",
        "device_other",
    }
    names_with_degree |= {
        "other: tree-in-bud",
        "other: duplicated superior vena cava",
        "other: bowel dilatation",
        "other: aberrant subclavian artery",
        "other: small airway disease",
        "other: small vessel disease",
    }
    assert {pair for pair in loose if pair[0] not in names_with_degree and pair[0] is not None} == set()


def test_every_entry_has_only_known_keys() -> None:
    known = {"finding", "site", "words", "at", "also", "also_at", "with", "negated", "needs", "otherwise", "role"}
    assert {key for entry in FINDINGS for key in entry} <= known


@pytest.mark.parametrize(
    "entry", [entry for entry in FINDINGS if entry["finding"] and not entry.get("needs")], ids=lambda e: e["finding"]
)
def test_the_first_words_of_a_finding_name_it(entry: dict[str, Any]) -> None:
    phrase = min((p for p in expand(entry["words"][0]) if p), key=len)
    found = {fact.finding for fact in section_facts(f"There is {phrase}.")}
    assert entry["finding"] in found, phrase


def test_synonyms_are_written_out() -> None:
    assert {"pneumothorax", "ptx"} <= set(synonyms("pneumothorax"))


def test_brackets_that_do_not_match_are_refused() -> None:
    with pytest.raises(ValueError, match="brackets"):
        parse("(left|right lung")


def test_the_tree_places_a_part_in_its_organ_and_system() -> None:
    assert anatomy.organ("lingula") == "lung"
    assert anatomy.parent("lingula") == "upper lobe"
    assert anatomy.side("lingula") == "left"
    assert anatomy.is_within("proximal right coronary artery", "heart")
    assert anatomy.organ("first obtuse marginal branch") == "coronary artery"
    assert not anatomy.is_within("liver", "lung")
    assert "upper lobe" in anatomy.children("lung")
    assert "lung base" in anatomy.names("lung base") or "base" in anatomy.names("lung base")


def test_the_weights_of_claims_name_findings_of_the_lexicon() -> None:
    weights = yaml.safe_load(CLAIMS.read_text(encoding="utf-8"))
    named = {name for names in weights["significance"].values() for name in names}
    named |= {name for names in weights["relatives"] for name in names}
    assert named - STATEMENTS <= set(finding_names())
