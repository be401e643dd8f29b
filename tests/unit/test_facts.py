"""What facts a statement makes. Each case is written ``[+-?]finding[@side]``: present, absent, uncertain."""

from __future__ import annotations

import pytest

from reref.report import Report, cued_facts, facts, section_facts

MARKS = {"present": "+", "absent": "-", "uncertain": "?"}


def said(text: str) -> list[str]:
    found = []
    for fact in section_facts(text):
        side = f"@{fact.laterality}" if fact.laterality else ""
        found.append(f"{MARKS[fact.polarity]}{fact.finding}{side}")
    return found


def only(text: str):
    (fact,) = section_facts(text)
    return fact


NEGATION = {
    "No pneumothorax, effusion or consolidation.": "-pneumothorax -pleural_effusion -consolidation",
    "There is no evidence of pulmonary edema.": "-edema",
    "Effusion was not observed.": "-pleural_effusion",
    "Pneumothorax is not seen and the heart is enlarged.": "-pneumothorax +cardiomegaly",
    "The lungs are free of consolidation.": "-consolidation",
    "The lungs are clear of infiltrate or effusion.": "-infiltrate -pleural_effusion",
    "Negative for pneumothorax.": "-pneumothorax",
    "The heart is not enlarged.": "-cardiomegaly",
    "Cardiomegaly without edema.": "+cardiomegaly -edema",
    "A 4 mm nodule without calcification persists in the right apex.": (
        "+nodule@right -other: lung calcification@right"
    ),
    "No effusion, but there is a left pneumothorax.": "-pleural_effusion +pneumothorax@left",
    "No pneumothorax. Stable effusion.": "-pneumothorax +pleural_effusion",
    "No pneumothorax, stable effusion.": "-pneumothorax +pleural_effusion",
    "No consolidation with stable scarring in the left apex.": "-consolidation +scarring_fibrosis@left",
    "Neither effusion nor pneumothorax is present.": "-pleural_effusion -pneumothorax",
    "No definite effusion, no pneumothorax.": "-pleural_effusion -pneumothorax",
    "The trachea is open and no obstructive lesion was detected.": "+other: airways normal -other: airway obstruction",
    "Pericardial thickening-effusion was not detected.": "-other: pericardial thickening -pericardial_effusion",
    "No pleural or pericardial effusion.": "-pleural_effusion -pericardial_effusion",
    "No enlarged mediastinal lymph nodes.": "-lymphadenopathy",
    "No lymph node of pathological size was detected in the mediastinum.": "-lymphadenopathy",
    "The effusion is absent.": "-pleural_effusion",
    "Pericardial effusion - no thickening was detected.": "-pericardial_effusion -other: pericardial thickening",
    "Small effusion - no pneumothorax is seen.": "+pleural_effusion -pneumothorax",
    "The coronary calcium score is 0.": "-coronary_calcification",
    "The previously seen pneumothorax is no longer visible.": "-pneumothorax",
    "The drain has been removed.": "-device_chest_tube",
    "The chest tube has been removed.": "-device_chest_tube",
    "Interval removal of the PICC line.": "-device_picc",
}

NO_NEGATION = {
    "No change in the large left effusion.": "+pleural_effusion@left",
    "No significant change in size of the nodule.": "+nodule",
    "Pneumonia is not excluded.": "?pneumonia",
    "Pneumonia cannot be excluded.": "?pneumonia",
    "Cannot exclude a small effusion.": "?pleural_effusion",
    "A right nodule was not seen on the prior study.": "+nodule@right",
    "The left base is not without atelectasis.": "+atelectasis@left",
    "No. 8 tracheostomy tube in place.": "+device_other",
    "The nodule has not changed.": "+nodule",
    "Nonspecific nodule in the left lung.": "+nodule@left",
}

HEDGES = {
    "Possible left lower lobe pneumonia.": "?pneumonia@left",
    "Left basilar opacity may represent atelectasis or pneumonia.": (
        "+lung_opacity@left ?atelectasis@left ?pneumonia@left"
    ),
    "Opacity in the right base, atelectasis versus scarring.": (
        "+lung_opacity@right ?atelectasis@right ?scarring_fibrosis@right"
    ),
    "Findings suspicious for pulmonary edema.": "?edema",
    "The appearance was evaluated in favor of pneumonia.": "?pneumonia",
    "Effusion is suspected.": "?pleural_effusion",
    "Hypodense lesion in the left kidney (cyst?).": "+kidney_lesion_stone@left",
    "Pneumonia?": "?pneumonia",
    "Likely atelectasis.": "?atelectasis",
    "Opacity consistent with pneumonia.": "+lung_opacity +pneumonia",
    "Edema secondary to heart failure.": "+edema +other: heart failure",
    "Cardiomegaly and left effusion versus pleural thickening.": (
        "+cardiomegaly ?pleural_effusion@left ?pleural_thickening@left"
    ),
    "Probable atelectasis with a small effusion.": "?atelectasis +pleural_effusion",
    "Correlate for pneumonia.": "?pneumonia +recommendation",
    "Streaky opacity, XXXX atelectasis.": "+lung_opacity ?atelectasis",
    "Opacity XXXX representing pneumonia.": "+lung_opacity ?pneumonia",
}

NORMALITY = {
    "The lungs are clear.": "+lungs_clear",
    "Clear lungs bilaterally.": "+lungs_clear@bilateral",
    "Heart size normal.": "+heart_size_normal",
    "The heart and mediastinum are unremarkable.": "+heart_size_normal +mediastinum_normal",
    "Normal cardiomediastinal silhouette.": "+heart_size_normal +mediastinum_normal",
    "CTO is natural.": "+heart_size_normal",
    "Heart size at the upper limit of normal.": "+heart_size_normal",
    "Pulmonary vasculature within normal limits.": "-vascular_congestion",
    "The calibre of the thoracic aorta is normal.": "-aortic_aneurysm_ectasia",
    "The pleural spaces are clear.": "-pleural_effusion",
    "The lungs are well expanded.": "-low_lung_volumes",
    "Trachea midline.": "+trachea_midline@midline",
    "The hila are normal.": "+hilar_normal",
    "No acute cardiopulmonary abnormality.": "+no_acute_abnormality",
    "No active disease.": "+no_acute_abnormality",
    "Normal chest.": "+no_acute_abnormality",
    "No acute bony abnormality.": "+bones_normal",
    "Osseous structures intact.": "+bones_normal",
    "Vertebral body heights are preserved.": "+bones_normal",
    "Both adrenal glands are natural.": "-adrenal_lesion@bilateral",
    "Upper abdominal organs are normal.": "+upper_abdomen_normal",
    "The costophrenic angles are sharp.": "-costophrenic_angle_blunting",
    "Soft tissues are unremarkable.": "+soft_tissue_normal",
    "Calibration of the mediastinal main vascular structures is natural.": "+mediastinum_normal",
    "The esophagus is within normal limits.": "+other: esophagus normal",
    "The heart is wider than normal.": "+cardiomegaly",
    "Stable, nonenlarged cardiomediastinal silhouette.": "-cardiomegaly -mediastinal_widening",
}

FINDINGS = {
    "The aorta is tortuous and calcified.": "+aortic_tortuosity +aortic_calcification_atherosclerosis",
    "Calcified plaques in the aorta and coronary arteries.": (
        "+aortic_calcification_atherosclerosis +coronary_calcification"
    ),
    "The ascending aorta is dilated.": "+aortic_aneurysm_ectasia",
    "The main pulmonary artery is enlarged.": "+other: pulmonary artery enlargement",
    "Borderline heart size.": "+cardiomegaly",
    "Heart sizes have increased.": "+cardiomegaly",
    "Widened mediastinum.": "+mediastinal_widening",
    "Enlarged hila.": "+hilar_enlargement",
    "A calcified nodule in the left upper lobe.": "+granuloma_calcified@left",
    "Calcified hilar lymph nodes.": "+granuloma_calcified",
    "Enlarged lymph nodes in the right axilla.": "+lymphadenopathy@right",
    "Small lymph nodes in the mediastinum.": "+other: lymph nodes not enlarged",
    "Thickening of the right pleura.": "+pleural_thickening@right",
    "Esophageal wall thickness is increased.": "+other: esophageal wall thickening",
    "Hypodense lesion in the right lobe of the liver.": "+liver_lesion@right",
    "Stones in both kidneys.": "+kidney_lesion_stone@bilateral",
    "Gallbladder stones.": "+gallbladder_stone",
    "Cholelithiasis.": "+gallbladder_stone",
    "Nodule in the left thyroid lobe.": "+thyroid_nodule@left",
    "Left adrenal adenoma.": "+adrenal_lesion@left",
    "Decreased density of the liver.": "+hepatic_steatosis",
    "COPD.": "+emphysema_hyperinflation",
    "Flattened diaphragms.": "+other: flattened diaphragm",
    "Elevated right hemidiaphragm.": "+diaphragm_elevation@right",
    "Blunting of the left costophrenic angle.": "+costophrenic_angle_blunting@left",
    "Free air under the diaphragm.": "+free_air",
    "Low lung volumes.": "+low_lung_volumes",
    "Ground-glass opacities in both lungs.": "+ground_glass@bilateral",
    "Interlobular septal thickening.": "+interstitial_markings",
    "Mosaic attenuation.": "+mosaic_attenuation",
    "Peribronchial thickening in both lungs.": "+bronchial_wall_thickening@bilateral",
    "Old healed rib fracture on the left.": "+fracture@left",
    "Compression deformity of T12.": "+fracture",
    "Degenerative changes of the spine.": "+degenerative_spine",
    "Mild dextroscoliosis.": "+scoliosis_kyphosis@right",
    "Osteopenia.": "+osteopenia",
    "Sclerotic focus in the T8 vertebra.": "+lytic_sclerotic_lesion",
    "Median sternotomy wires.": "+device_sternotomy_wires_clips",
    "Status post median sternotomy.": "+surgical_change",
    "Left-sided pacemaker.": "+device_pacemaker@left",
    "Endotracheal tube in good position.": "+device_ett",
    "Right internal jugular central line.": "+device_port_cvc@right",
    "Hydropneumothorax on the left.": "+pneumothorax@left +pleural_effusion@left",
    "Fibroatelectatic changes in the lingula.": "+scarring_fibrosis@left +atelectasis@left",
    "Sliding hiatal hernia.": "+hiatal_hernia",
    "Nodular consolidation in the right lower lobe.": "+consolidation@right",
    "The lungs are hyperexpanded.": "+emphysema_hyperinflation",
    "Pulmonary oedema with bilateral effusions.": "+edema +pleural_effusion@bilateral",
}

SIDES = {
    "Right pleural effusion and left basilar atelectasis.": "+pleural_effusion@right +atelectasis@left",
    "Left pleural effusion with adjacent atelectasis.": "+pleural_effusion@left +atelectasis@left",
    "In the left lung, a nodule is seen in the upper lobe.": "+nodule@left",
    "Atelectasis in the right middle lobe and left lower lobe.": "+atelectasis@right +atelectasis@left",
    "Effusions, right greater than left.": "+pleural_effusion@bilateral",
    "Scarring in the lingula.": "+scarring_fibrosis@left",
    "Lymphadenopathy in the paratracheal, subcarinal and right hilar stations.": "+lymphadenopathy",
    "Nodules in both lungs, the largest 5 mm in the right lower lobe.": "+nodule@bilateral +nodule@right",
    "Several nodules, the largest measuring 4 mm.": "+nodule",
    "The tip of the catheter lies in the right atrium.": "+device_port_cvc",
    "Bibasilar atelectasis.": "+atelectasis@bilateral",
    "RUL consolidation.": "+consolidation@right",
}

CORONARY = {
    "Calcified plaque in the LAD and RCA.": "+coronary_calcification",
    "Left main: No plaque or stenosis.": "-coronary_calcification -other: coronary stenosis",
    "Severe stenosis of the mid RCA.": "+other: coronary stenosis",
    "Soft plaque in the proximal LAD.": "+other: noncalcified coronary plaque",
    "Normal coronary arteries.": "+other: coronary arteries normal",
    "Patent stent in the left circumflex artery.": "+device_other",
    "LAD: mixed plaque in the proximal segment causing moderate stenosis (50-69%).": (
        "+coronary_calcification +other: coronary stenosis"
    ),
    "Right coronary artery: calcified plaque and mild stenosis.": "+coronary_calcification +other: coronary stenosis",
    "In-stent restenosis in the mid RCA.": "+other: coronary stenosis",
}

ODD_WORDINGS = {
    "Pneumothorax: none.": "-pneumothorax",
    "No pericardial-pleural effusion or increased thickness was detected.": (
        "-pericardial_effusion -pleural_effusion -other: pericardial thickening -pleural_thickening"
    ),
    "Hazy left basal opacity.": "+lung_opacity@left",
    "Effusions of 30 mm on the right and 12 mm on the left.": "+pleural_effusion@right +pleural_effusion@left",
    "Hypodense lesion (cyst?) in the upper pole of the left kidney.": "+kidney_lesion_stone@left",
    "There is no pathological increase in esophageal wall thickness.": "-other: esophageal wall thickening",
    "The kyphosis is natural.": "-scoliosis_kyphosis",
    "Lymph nodes are normal in size.": "-lymphadenopathy",
    "Resolved right pneumothorax.": "-pneumothorax@right",
    "Stable pacemaker, and the effusion is smaller than before.": "+device_pacemaker +pleural_effusion",
    "As far as can be seen in the sections, the liver is normal.": "-liver_lesion",
    "The ascending aorta is 36 mm, and the nodule is 5 mm.": "+other: aortic diameter +nodule",
    "Calcified right hilar node and nodule in the lingula.": "+granuloma_calcified@right +nodule@left",
    "Hepatosteatosis and a stone in the right kidney.": "+hepatic_steatosis +kidney_lesion_stone@right",
    "The heart and pulmonary XXXX are normal.": "+heart_size_normal",
    "Rest of the study is unremarkable.": "+no_acute_abnormality",
    "Interstitial infiltrates in both bases.": "+infiltrate@bilateral",
    "Ectatic and tortuous aorta.": "+aortic_aneurysm_ectasia +aortic_tortuosity",
    "Atelectasis, cardiomegaly and a left pacemaker.": "+atelectasis +cardiomegaly +device_pacemaker@left",
    "No nodule, mass or infiltration in both lungs.": "-nodule@bilateral -mass@bilateral -infiltrate@bilateral",
    "Two views of the chest demonstrate a normal size of the heart.": "+heart_size_normal",
    "Slightly limited exam with the lungs clear.": "+technique_limitation +lungs_clear",
    "Increase in the size of the mediastinal lymph nodes.": "+lymphadenopathy",
    "There is ground glass around the nodule.": "+ground_glass",
    "CT may be false negative early in Covid pneumonia.": "+technique_limitation",
    "Enlarged retrosternal clear space.": "+emphysema_hyperinflation",
    "Bilateral edema with cardiomegaly.": "+edema@bilateral +cardiomegaly",
    "Atelectasis in the apical areas in the upper parts of both lungs.": "+atelectasis@bilateral",
    "Right basilar atelectasis, cardiomegaly.": "+atelectasis@right +cardiomegaly",
    "Low lung volumes and eventration of the right hemidiaphragm.": "+low_lung_volumes +diaphragm_elevation@right",
    "Scarring at the apical level in both lungs.": "+scarring_fibrosis@bilateral",
    "In the upper lobes of both lungs, atelectasis and calcifications-calcific nodules are seen.": (
        "+atelectasis@bilateral +granuloma_calcified@bilateral +other: lung calcification@bilateral"
    ),
}

WORDINGS_OF_A_THIRD_READING = {
    "The heart, pulmonary XXXX and mediastinum are unremarkable.": "+heart_size_normal +mediastinum_normal",
    "No active pulmonary or pleural disease.": "+no_acute_abnormality",
    "Low volumes, otherwise clear.": "+low_lung_volumes +lungs_clear",
    "Hazy opacities in the aerated left lung.": "+lung_opacity@left",
    "No abnormal lung consolidation.": "-consolidation",
    "Limited exam for evaluation of fractures.": "+technique_limitation",
    "Consider a fluoroscopic evaluation.": "+recommendation",
    "Most suggestive of artifacts, healed left rib fracture.": "+technique_limitation +fracture@left",
    "Pneumonia and scarring or atelectasis.": "+pneumonia ?scarring_fibrosis ?atelectasis",
    "Right base opacity likely pleural effusion.": "+lung_opacity@right ?pleural_effusion@right",
    "In the collapsed left upper lobe are opacities.": "+atelectasis@left +lung_opacity@left",
    "The size of the liver is normal.": "-other: hepatomegaly",
    "Metastatic lesions in the liver.": "+liver_lesion",
    "Sclerotic bone lesions, likely metastases.": "+lytic_sclerotic_lesion ?other: bone metastasis",
    "A mass in the right lung adjacent to the superior vena cava.": "+mass@right",
    "A hypodense area (nodule?) in the left thyroid lobe.": "+thyroid_nodule@left",
    "Consolidation in the left lung. A similar appearance is seen in the right lower lobe.": (
        "+consolidation@left +consolidation@right"
    ),
    "Total regression was observed in the infiltrates.": "-infiltrate",
    "The parenchyma density of the spleen is normal. No solid or cystic mass lesion was detected.": (
        "+upper_abdomen_normal -other: splenic lesion"
    ),
}

WORDINGS_OF_A_SECOND_READING = {
    "Left basilar atelectasis without pneumothorax.": "+atelectasis@left -pneumothorax",
    "Effusion and scarring at the right base, no edema.": "+pleural_effusion@right +scarring_fibrosis@right -edema",
    "Blunting of the left costophrenic angle, XXXX a small effusion or scarring.": (
        "+costophrenic_angle_blunting@left ?pleural_effusion@left ?scarring_fibrosis@left"
    ),
    "No displacement of the fissures.": "-other: fissure displacement",
    "Two intrapulmonary lymph nodes along the right fissure.": "+other: intrapulmonary lymph node@right",
    "Prostate ca.": "+other: prostate cancer",
    "The neural foramina are narrowed.": "+degenerative_spine",
    "Lung volumes remain decreased.": "+low_lung_volumes",
    "Lung volumes remain XXXX.": "",
    "Perihepatic free fluid, no loculated collection was detected.": (
        "-other: abdominal free fluid -other: abdominal free fluid"
    ),
    "There is free fluid, no loculated collection.": "+other: abdominal free fluid -other: abdominal free fluid",
    "Cardiomegaly, no effusion was seen.": "+cardiomegaly -pleural_effusion",
    "Left chest XXXX, with its distal tip in the SVC.": "+device_port_cvc@left",
    "There is 40% stenosis in segment 6.": "+other: coronary stenosis",
    "40% narrowing of the trachea.": "+other: tracheal narrowing",
    "The RCA stent is occluded.": "+device_other +other: coronary stenosis",
    "Coronary artery calcium score: 0": "-coronary_calcification",
    "Calcium score: 0.": "-coronary_calcification",
    "Calcium score: 350.": "+coronary_calcification",
    "A nodule in the lower pole of the left thyroid lobe. A similar nodule of 8 mm lies beside this nodule.": (
        "+thyroid_nodule@left +thyroid_nodule"
    ),
    "Cardiac contours are normal allowing for patient rotation.": "+heart_size_normal +technique_limitation",
    "Cervical spine fusion plate.": "+device_other",
    "No infiltrate, effusion, mass or pneumothorax.": "-infiltrate -pleural_effusion -mass -pneumothorax",
    "The central pulmonary vascularity is accentuated.": "+vascular_congestion",
    "Cardiomegaly, effusion, pneumonia?": "+cardiomegaly +pleural_effusion ?pneumonia",
    "Effusion or pneumonia?": "?pleural_effusion ?pneumonia",
    "The right basal consolidation has undergone complete resolution.": "-consolidation@right",
    "Mosaic attenuation in both lungs (small vessel disease?, small airway disease?) and left cavity.": (
        "+mosaic_attenuation@bilateral ?other: small vessel disease@bilateral"
        " ?other: small airway disease@bilateral +cavity@left"
    ),
    "Empyema cannot be precisely differentiated.": "?pleural_effusion",
    "Fat is herniated through the abdominal wall.": "+other: abdominal wall hernia",
    "Progression could not be evaluated without a previous film.": "+comparison_statement",
}

STATEMENTS = {
    "CT of the chest is recommended.": "+recommendation",
    "Follow-up of the right nodule is recommended.": "+recommendation",
    "The mediastinum could not be evaluated optimally.": "+technique_limitation",
    "The mediastinal contours are stable.": "+comparison_statement",
    "No significant change was found in the other findings.": "+comparison_statement",
    "History of pneumonia.": "",
}

UNSEEN_CT = {
    # sides and places
    "Scarring in the left upper lobe in the lower lobe of the right lung.": (
        "+scarring_fibrosis@left +scarring_fibrosis@right"
    ),
    "Cysts, which are partly cut off, are seen in the left kidney.": "+kidney_lesion_stone@left",
    "Consolidation, which is denser on the right side, is observed in both lungs.": "+consolidation@bilateral",
    "Ground glass areas including air bronchograms are seen in the right lung.": (
        "+ground_glass@right +other: air bronchograms@right"
    ),
    "Nodules with smooth contours and subpleural location are seen in both lungs.": "+nodule@bilateral",
    "Plaques are seen in the coronary arteries in the aortic arch.": (
        "+coronary_calcification +aortic_calcification_atherosclerosis"
    ),
    "No pericardial pleural effusion was detected.": "-pericardial_effusion -pleural_effusion",
    "In the right lobe of the thyroid, solid nodules are stable.": "+thyroid_nodule@right",
    "The left thyroid is enlarged, and there are nodules.": "+other: thyroid enlargement@left +thyroid_nodule@left",
    "The thyroid gland with many nodules.": "+thyroid_nodule",
    "The liver and spleen, which are partly included, have increased in size.": (
        "+other: hepatomegaly +other: splenomegaly"
    ),
    "An increase in the size of the liver and spleen is seen.": "+other: hepatomegaly +other: splenomegaly",
    "Opacities are seen in the left base, and the findings were evaluated in favor of pneumonia.": (
        "+lung_opacity@left ?pneumonia@left"
    ),
    # what is normal
    "The lungs are clear. The vomer is normal.": "+lungs_clear",
    "Both kidneys are normal.": "-kidney_lesion_stone@bilateral",
    "The pancreas is normal.": "+upper_abdomen_normal",
    "Both hemithoraces are symmetrical.": "+other: hemithorax symmetrical@bilateral",
    "In the abdominal sections, the adrenal glands are normal.": "-adrenal_lesion",
    "The liver is normal. No mass was detected.": "-liver_lesion -liver_lesion",
    # stents and grafts
    "The stent in the LAD is patent.": "+device_other",
    "LIMA to LAD graft is patent.": "+other: grafts patent",
    "All bypass grafts are patent.": "+surgical_change",
    # hedges
    "The nodules are suspicious for metastasis.": "+nodule ?other: metastasis",
    "Density in the gallbladder that can be compatible with a stone.": "?gallbladder_stone",
    "The appearance is not specific and can be evaluated in favor of pneumonia.": "?pneumonia",
    "The effusion was evaluated as secondary to pneumonia.": "+pleural_effusion +pneumonia",
    "Evaluation is recommended for pneumonia.": "+recommendation ?pneumonia",
    "Apart from the described mass, one or two nodules are seen.": "+nodule",
    # what is only told of
    "Lymphoma on follow-up.": "",
    "CT may be negative early: false negative.": "+technique_limitation",
    "The lobe adjacent to the effusion is collapsed.": "+atelectasis",
    "It was evaluated by comparing it with the CT dated 12 May.": "+comparison_statement",
    "It was not seen in the previous examination.": "+comparison_statement",
    "No effusion was found in the previous examination.": "+comparison_statement",
    "Port in the left chest wall. The port catheter ends in the SVC.": "+device_port_cvc@left",
    # increase and decrease
    "No significant increase in esophageal wall thickness.": "-other: esophageal wall thickening",
    "The effusion has completely resolved.": "-pleural_effusion",
    "Density in the anterior mediastinum secondary to a thymic remnant.": "+other: thymic remnant",
    "Loss of T8 vertebra height.": "+fracture",
    # names
    "Branches with buds in the right lung.": "+other: tree-in-bud@right",
    "Air in the intrahepatic bile ducts.": "+other: pneumobilia",
    "The left lung is not aerated.": "+atelectasis@left",
    "Sequela change in the left 4th rib.": "+other: rib sequela change@left",
    "Lymphangitic spread.": "+other: lymphangitic spread",
    "Sequelae of the left lung apex, reticular fibrotic density in the right apex.": (
        "+scarring_fibrosis@left +scarring_fibrosis@right"
    ),
    # under a heading and after a count
    "LCX: Minimal stenosis due to calcified plaque in the proximal segment.": (
        "+other: coronary stenosis +coronary_calcification"
    ),
    "SVG to OM1 is patent without stenosis.": "+other: grafts patent -other: coronary stenosis",
    "Normal left ventricular wall thickness.": "+heart_size_normal",
    "Nodules are seen in both lungs. The largest measures 4 mm in the right lower lobe.": (
        "+nodule@bilateral +nodule@right"
    ),
    "In both lungs, there are areas of peripheral, subpleural location with ground glass.": "+ground_glass@bilateral",
    "Abdominal sections included in the examination are normal.": "+upper_abdomen_normal",
    "Plaques in the aorta, heart size increased.": "+aortic_calcification_atherosclerosis +cardiomegaly",
    "No renal solid or cystic mass was detected.": "-kidney_lesion_stone",
}

WORDINGS_OF_A_FIFTH_READING = {
    "The chest is negative for effusion.": "-pleural_effusion",
    "Mild scarring at the right base, otherwise negative for pneumonia.": "+scarring_fibrosis@right -pneumonia",
    "The lungs are inflated and clear of consolidation.": "-low_lung_volumes -consolidation",
    "The heart is enlarged with uncoiling of the aorta.": "+cardiomegaly +aortic_tortuosity",
    "The nodule in the left lung, which was described before, was not found.": "-nodule@left",
    "The consolidation in the right base (seen in May) is not seen.": "-consolidation@right",
    "Linear densities in the form of scars in the left upper lobe.": "+lung_opacity@left +scarring_fibrosis@left",
    "The findings XXXX pneumonia.": "?pneumonia",
    "Patchy opacity in the right base, XXXX chronic scarring.": "+lung_opacity@right ?scarring_fibrosis@right",
    "Cardiomegaly with hazy opacity in the right base.": "+cardiomegaly +lung_opacity@right",
    "Emphysema with hazy opacity in the right base.": "+emphysema_hyperinflation@right +lung_opacity@right",
    "It may be an infarct or compatible with pneumonia.": "?other: pulmonary infarct ?pneumonia",
    "Calcification in the left base, probably a granuloma.": "+granuloma_calcified@left",
    "These changes were absent in the previous study.": "+comparison_statement",
    "In the old examination, it was 14 mm.": "+comparison_statement",
    "A marked reduction in size is seen.": "+comparison_statement",
    "Since the study is unenhanced, no more can be said.": "+technique_limitation",
    "A lesion is seen in the lower zone of the left kidney.": "+kidney_lesion_stone@left",
    "A 6 mm lesion is seen in the spleen midzone.": "+other: splenic lesion",
    "Free fluid is seen in the pericardial space.": "+pericardial_effusion",
    "Stable scarring and mild levoscoliosis.": "+scarring_fibrosis +scoliosis_kyphosis@left",
    "The stomach is collapsed.": "+other: collapsed stomach",
    "Calcific plaques are seen in the right pleura.": "+other: pleural calcification@right",
}
WORDINGS_OF_A_SIXTH_READING = {
    "Effusion on the left. On the right, it reaches 3 cm.": "+pleural_effusion@left +pleural_effusion@right",
    "Right ribs. No fracture.": "-fracture@right",
    "The right lung is clear without nodules, pleural effusion or pneumothorax.": (
        "+lungs_clear@right -nodule@right -pleural_effusion@right -pneumothorax@right"
    ),
    "The lungs are clear without nodules.": "+lungs_clear -nodule",
    "There is a mass in the anterior mediastinum.": "+mass",
    "A mass is seen in the left hilum.": "+mass@left",
    "A mass lies in the tail of the pancreas.": "+other: pancreatic mass",
    "No heart failure or pneumonia.": "-other: heart failure -pneumonia",
    "The trachea is narrowed by the goiter.": "+other: tracheal narrowing +other: thyroid enlargement",
    "Both lung volumes are reduced.": "+low_lung_volumes@bilateral",
    "The heart and mediastinum deviate to the left.": "+other: mediastinal shift@left",
    "Scars remain in the area previously interpreted as pneumonia.": "+scarring_fibrosis",
    "The finding was considered consistent with pneumonia.": "+pneumonia",
    "The scars were thought to have developed due to pneumonia.": "+scarring_fibrosis ?pneumonia",
    "A lesion with irregular contours is seen in the liver.": "+liver_lesion",
    "Nodes without pathological size are seen in the axilla.": "+other: lymph nodes not enlarged",
    "The lungs are hypoinflated but clear.": "+low_lung_volumes +lungs_clear",
    "This may be scarring given the low lung volumes.": "?scarring_fibrosis +low_lung_volumes",
    "Increased density is seen in the ground glass areas in the left base.": "+ground_glass@left",
    "Thickening of the pleura adjacent to the lower lobe in both hemithoraces.": "+pleural_thickening@bilateral",
}
WORDINGS_OF_THE_ABDOMEN = {
    "The contour and size of the liver are normal.": "+upper_abdomen_normal",
    "The density of the liver is normal.": "-hepatic_steatosis",
    "Contour, size and thickness of both kidneys are normal.": "+upper_abdomen_normal@bilateral",
    "Intrahepatic bile ducts and gallbladder are normal.": "+upper_abdomen_normal",
    "The portal vein is patent.": "+upper_abdomen_normal",
    "The peripancreatic fatty tissue is normal.": "+other: peripancreatic fat normal",
    "The perivesical fat planes are preserved.": "+other: perivesical fat normal",
    "Plaques are seen in the abdominal aorta and iliac arteries.": (
        "+aortic_calcification_atherosclerosis +other: iliac artery atherosclerosis"
    ),
    "Left inguinal hernia, umbilical hernia.": "+other: inguinal hernia@left +other: umbilical hernia@left",
    "No pelvic mass or collection.": "-other: pelvic mass -other: pelvic collection",
    "No mass in the uterus and both adnexal areas.": "-other: uterine mass -other: adnexal mass@bilateral",
    "No mass in the mastectomy site.": "-mass",
    "Free air images in the abdomen.": "+free_air",
    "A catheter is seen in the stomach.": "+device_ng_tube",
    "Operated colon Ca.": "+surgical_change +other: colon cancer",
    "Right lobectomy due to lung cancer.": "+surgical_change@right +other: lung cancer@right",
    "No dilatation or occlusion of the abdominal aorta.": "-aortic_aneurysm_ectasia -other: aortic occlusion",
    "No pathological contrast enhancement.": "-other: pathological contrast uptake",
    "A 2 cm hypodense area in the upper abdomen at the junction of segments 5-6.": "+liver_lesion",
    "Bones and soft tissues forming the chest wall are normal.": "+bones_normal +soft_tissue_normal",
    "Reversed halo sign.": "+other: reverse halo sign",
    "Minimal consolidation (infective?) in the left lung.": "+consolidation@left ?pneumonia@left",
    "Bladder filling is inadequate.": "+technique_limitation",
    "Bone metastases.": "+lytic_sclerotic_lesion +other: bone metastasis",
    "Emphysema, more in the upper lobes, in both lungs.": "+emphysema_hyperinflation@bilateral",
    "Peribronchovascular thickening.": "+bronchial_wall_thickening",
    "Both lung hiluses are full.": "+hilar_enlargement@bilateral",
    "A lipoma of the right chest wall.": "+other: lipoma@right",
    "Bilateral increased effusion and atelectasis.": "+pleural_effusion@bilateral +atelectasis@bilateral",
    "Fibrosis causing distortion of the parenchyma in the left lung.": (
        "+scarring_fibrosis@left +other: architectural distortion@left"
    ),
    "The seminal vesicles are natural.": "+other: seminal vesicles normal",
    "Periprostatic fat planes are clear.": "+other: periprostatic fat normal",
    "Thymic tissue with hypodense areas compatible with fat involution.": "+other: thymic remnant",
    "The main mediastinal vessels are normal to the contour of the heart.": ("+mediastinum_normal +heart_size_normal"),
    "Increase in the size of the lesions observed in the liver.": "+liver_lesion",
    "Operated renal Ca on follow-up.": "+surgical_change +other: renal cancer",
    "A soft tissue density lesion of the right pleura.": "+mass@right",
    "No posttraumatic pathology.": "-other: thoracic injury",
    "Consolidation in a tree-like appearance.": "+consolidation +other: tree-in-bud",
    "Diverticula of the sigmoid colon.": "+other: colonic diverticulosis",
    "Lobulation in the contours of both kidneys.": "+other: renal contour lobulation@bilateral",
    "Pneumonic infiltration, ARDS?": "+infiltrate ?other: ARDS",
    "Pneumonia? and atelectasis.": "?pneumonia +atelectasis",
    "Bilateral nephromegaly.": "+other: nephromegaly@bilateral",
    "A defect of the abdominal wall.": "+other: abdominal wall defect",
}
WORDINGS_OF_A_SEVENTH_READING = {
    "The lungs are clear focal airspace disease.": "+lungs_clear -lung_opacity",
    "Bands, which may be opacity, atelectasis, or underlying fibrosis.": (
        "?lung_opacity ?atelectasis ?scarring_fibrosis"
    ),
    "No effusion or other acute cardiopulmonary abnormality.": "-pleural_effusion +no_acute_abnormality",
    "Stable wide heart and prominent mediastinum.": "+cardiomegaly +mediastinal_widening",
    "There is an IVC filter.": "+device_other",
    "An air-fluid level is seen in the right base.": "+other: air-fluid level@right",
    "Dextrocardia.": "+other: dextrocardia",
    "Large pericardial fat pads.": "+other: pericardial fat prominence",
    "The apices were poorly visualized.": "+technique_limitation",
    "Subchondral cystic change of the shoulder.": "+degenerative_spine",
    "Opacities that XXXX be atelectasis.": "+lung_opacity ?atelectasis",
}
WORDINGS_OF_A_FOURTH_READING = {
    "Right upper quadrant drain and clips.": "+device_other@right +device_sternotomy_wires_clips@right",
    "Large left pneumothorax, tiny right sided.": "+pneumothorax@left +pneumothorax@right",
    "Moderate left and trace right pleural effusions.": "+pleural_effusion@left +pleural_effusion@right",
    "Effusion, moderate on the left and minimal on the right.": "+pleural_effusion@left +pleural_effusion@right",
    "Trace right pleural effusion and moderate cardiomegaly.": "+pleural_effusion@right +cardiomegaly",
    "No mass is seen in the adrenals in the sections of the upper abdomen.": "-adrenal_lesion",
    "Thickened major fissure in the right lung.": "+pleural_thickening@right",
    "Increased thickness of the fissure in the left lung.": "+pleural_thickening@left",
    "An opacity lies in the lateral segment paraspinal region in the lower lobe of the left lung.": (
        "+lung_opacity@left"
    ),
    "Atelectasis is seen in the lung areas adjacent to the effusion in the bases of both lungs.": (
        "+atelectasis@bilateral"
    ),
    "Consolidation is seen in the lower lobes of both lungs and the lingula of the left lung.": (
        "+consolidation@bilateral +consolidation@left"
    ),
    "There is atelectasis in the middle lobe on the right and the lingula on the left, in both lungs.": (
        "+atelectasis@right +atelectasis@left"
    ),
    "In both lungs, a few nodules are seen in the left lower lobe.": "+nodule@bilateral +nodule@left",
    "In the left lung, there is consolidation in which air bronchograms are seen in the lower lobe.": (
        "+consolidation@left +other: air bronchograms@left"
    ),
    "There are opacities that cause volume loss in both apices.": (
        "+lung_opacity@bilateral +other: volume loss@bilateral"
    ),
    "Ground glass areas and septal thickening within the ground glass areas are seen in both lungs.": (
        "+ground_glass@bilateral +interstitial_markings@bilateral"
    ),
    "There is a 9 mm nodule with scarring around it in the right apex.": "+nodule@right +scarring_fibrosis@right",
    "The main pulmonary artery was 33 mm, and the left pulmonary artery was 27 mm, and both are wider than normal.": (
        "+other: pulmonary artery enlargement@left +other: pulmonary artery enlargement"
    ),
    "The ascending aorta was 41 mm, and the pulmonary trunk was 32 mm and increased.": (
        "+other: pulmonary artery enlargement +aortic_aneurysm_ectasia"
    ),
    "Evaluation of the mediastinum and the lymph nodes could not be made clearly without contrast.": (
        "+technique_limitation"
    ),
    "Nodules are seen in both lungs, some of which are calcified.": "+nodule@bilateral +granuloma_calcified@bilateral",
    "A small calcified nonspecific nodule is seen in the left apex.": "+granuloma_calcified@left",
    "Several nodules, one of which is calcified, are seen in the right lung, the largest 7 mm.": (
        "+nodule@right +granuloma_calcified@right"
    ),
    "There is calcification in the parenchyma of the left lower lobe.": "+other: lung calcification@left",
    "Sternal sutures due to previous surgery are seen.": "+device_sternotomy_wires_clips",
    "A pacemaker whose leads end in the right ventricle is seen in the left chest wall.": "+device_pacemaker@left",
    "In the mediastinum, no enlarged lymph nodes are seen in both axillary regions.": "-lymphadenopathy",
    "The liver, spleen, pancreas and both adrenals are normal.": "+upper_abdomen_normal -adrenal_lesion@bilateral",
    "The liver, spleen and pancreas are normal, and no space occupying lesion is seen.": (
        "+upper_abdomen_normal -other: upper abdominal mass"
    ),
    "The spleen and both kidneys are normal.": "+upper_abdomen_normal -kidney_lesion_stone@bilateral",
    "Pericardial and bilateral pleural effusion is not seen.": "-pericardial_effusion -pleural_effusion@bilateral",
    "No mass with clear borders or infiltrate is seen in both lungs.": "-mass@bilateral -infiltrate@bilateral",
    "Follow up is recommended in terms of an infectious process with another infection.": (
        "+recommendation ?pneumonia ?pneumonia"
    ),
    "There is a ground glass nodule in the left apex.": "+nodule@left +ground_glass@left",
    "No opacity that would suggest tuberculosis.": "-lung_opacity -other: tuberculosis",
    "There is a nodule in the right base that is not calcified.": "+nodule@right",
    "Rib fractures may not be visible.": "+technique_limitation",
    "If there is concern for fracture, rib films will be helpful.": "+recommendation",
    "Basilar opacities, most XXXX atelectasis.": "+lung_opacity ?atelectasis",
    "Right base opacity XXXX atelectasis.": "+lung_opacity@right ?atelectasis@right",
    "Nodular and patchy ground glass densities are seen in the left lung.": "+ground_glass@left",
    "Atelectasis in the left base versus scarring in the lingula.": "?atelectasis@left ?scarring_fibrosis@left",
    "Mosaic attenuation in both lungs (small airway disease?, small vessel disease).": (
        "+mosaic_attenuation@bilateral ?other: small airway disease@bilateral ?other: small vessel disease@bilateral"
    ),
    "Calcified tortuous aorta.": "+aortic_calcification_atherosclerosis +aortic_tortuosity",
    "The heart size is normal with a dilated tortuous aorta.": (
        "+heart_size_normal +aortic_aneurysm_ectasia +aortic_tortuosity"
    ),
    "Atelectasis is seen in the middle lobe of the left lung.": "+atelectasis@left",
    "Scarring in the left apex without acute disease.": "+scarring_fibrosis@left +no_acute_abnormality",
    "A hypodense appearance of the liver compatible with steatosis is seen.": "+hepatic_steatosis",
    "There are two subpleural nodules, the larger 6 mm, in the right lower lobe.": "+nodule@right",
    "Effusion and atelectasis in the left base adjacent to the effusion.": "+pleural_effusion@left +atelectasis@left",
    "Evaluation for pneumothorax is limited due to rotation.": "+technique_limitation",
    "Pneumonia, drug reaction or vasculitis may cause a similar appearance.": (
        "?pneumonia ?other: drug toxicity ?other: vasculitis"
    ),
    "The aortic valve is calcified, and no stone is seen in either kidney.": (
        "+other: aortic valve calcification -kidney_lesion_stone@bilateral"
    ),
    "Infiltrate or mass, newly developed nodule is not seen in both lungs.": (
        "-infiltrate@bilateral -mass@bilateral -nodule@bilateral"
    ),
    "The size of the thyroid has increased and has a heterogeneous structure.": (
        "+other: thyroid enlargement +other: thyroid heterogeneity"
    ),
    "Consolidation including air bronchograms in the right upper lobe is seen.": (
        "+consolidation@right +other: air bronchograms@right"
    ),
    "Hydrops of the gallbladder and a sliding type small hiatal hernia.": (
        "+other: gallbladder distension +hiatal_hernia"
    ),
    "The lungs are well expanded and clear.": "+lungs_clear -low_lung_volumes",
}

CASES = {
    **NEGATION,
    **NO_NEGATION,
    **HEDGES,
    **NORMALITY,
    **FINDINGS,
    **SIDES,
    **CORONARY,
    **ODD_WORDINGS,
    **WORDINGS_OF_A_SECOND_READING,
    **WORDINGS_OF_A_THIRD_READING,
    **WORDINGS_OF_A_FOURTH_READING,
    **WORDINGS_OF_A_FIFTH_READING,
    **WORDINGS_OF_A_SIXTH_READING,
    **WORDINGS_OF_A_SEVENTH_READING,
    **WORDINGS_OF_THE_ABDOMEN,
    **STATEMENTS,
    **UNSEEN_CT,
}


@pytest.mark.parametrize("text", CASES)
def test_a_statement_makes_these_facts(text: str) -> None:
    expected = CASES[text]
    marks = [f"{part[0]}{part[1:]}" for part in _parts(expected)]
    assert sorted(said(text)) == sorted(marks)


def _parts(expected: str) -> list[str]:
    """Split at the blanks before a mark ("+other: airways normal" holds blanks)."""
    parts: list[str] = []
    for word in expected.split():
        if word[0] in "+-?":
            parts.append(word)
        else:
            parts[-1] += f" {word}"
    return parts


def test_a_plain_negation_is_no_normality_statement() -> None:
    assert not only("No effusion.").normal
    assert only("The pleural spaces are clear.").normal


def test_severity_is_the_base_form_and_belongs_to_the_word_it_stands_with() -> None:
    assert only("The heart is mildly enlarged.").severity == "mild"
    assert only("No large effusion.").severity == "large"
    assert only("Slight regression of the right lung mass.").severity is None
    assert only("A slightly irregular nodule in the left lung.").severity is None
    assert only("1-2 millimetric nodules in both lungs.").severity == "millimetric"
    assert [fact.severity for fact in section_facts("Small effusion and pneumothorax.")] == ["small", None]
    assert only("Borderline cardiomegaly.").severity == "borderline"
    assert only("A millimetric calcified nodule in the left lung.").severity == "millimetric"
    stenosis = only("Mild (25-49%) stenosis of the mid LAD (segment 7).")
    assert stenosis.severity == "mild"
    assert only("Stenosis of the mid LAD (50%).").span == "Stenosis of the mid LAD (50%)"


def test_change_is_read_before_and_after_the_finding() -> None:
    assert only("Stable cardiomegaly.").change == "unchanged"
    assert only("The right effusion has increased since the prior study.").change == "increased"
    nodule, cause = section_facts("A nodule is seen; it is new and may be pneumonia.")
    assert (nodule.change, cause.change) == ("new", None)
    assert only("New left pneumothorax.").change == "new"
    assert only("The effusion has resolved.").change == "resolved"
    assert only("The effusion decreased slightly when compared with the previous exam.").change == "decreased"
    assert only("Cardiac silhouette is enlarged but unchanged.").change == "unchanged"
    assert only("A hiatal hernia is again noted.").change is None
    assert only("The heart remains enlarged.").change == "unchanged"
    assert only("Decreased left pleural effusion.").change == "decreased"
    assert only("The effusion seen in the previous exam was not observed.").change == "resolved"
    assert only("Improved lung volumes with atelectasis.").change is None
    assert only("The left effusion shows almost complete regression.").change == "decreased"
    assert only("A nodule in the right lung, which has just appeared.").change == "new"
    fluid, pleura = section_facts(
        "Effusion, which was not seen in the prior exam, is accompanied by pleural thickening."
    )
    assert (fluid.change, pleura.change) == ("new", None)
    assert only("Sternal wires remain in place.").change is None
    assert only("The consolidation shows significant resorption.").change == "decreased"
    assert only("The effusion is slightly more pronounced than in the previous exam.").change == "increased"
    assert only("Subpleural bands have begun to form.").change == "new"
    assert only("A right central line has been placed since the prior study.").change == "new"
    assert [fact.change for fact in section_facts("Follow up until cleared. Possible mass.")] == [None, None]


def test_a_change_is_said_of_what_stands_before_its_verb_not_of_what_that_may_mean() -> None:
    opacity, scar = section_facts("Opacity at the left base is also stable, likely scarring.")
    assert (opacity.change, scar.change) == ("unchanged", None)


def test_a_change_in_a_relative_clause_is_said_of_what_stands_before_it() -> None:
    nodule, collapse = section_facts("Right nodule, which has just appeared and was evaluated in favor of atelectasis.")
    assert (nodule.change, collapse.change) == ("new", None)


def test_a_change_of_a_finding_taken_up_again_is_the_findings() -> None:
    nodule = only("Nodules are seen in both lungs, and no difference was found in the size of the nodules.")
    assert (nodule.laterality, nodule.change) == ("bilateral", "unchanged")


def test_the_location_is_a_piece_of_the_text() -> None:
    fact = only("A 5 mm nodule in the posterior segment of the right upper lobe.")
    assert fact.location == "posterior segment of the right upper lobe"
    assert "upper lobe" in fact.sites


def test_the_span_is_the_statement_and_the_cue_names_the_finding() -> None:
    text = "Lungs are clear. There is a small left effusion, and the heart is enlarged."
    effusion = section_facts(text)[1]
    assert effusion.span == "There is a small left effusion"
    assert text[effusion.start : effusion.end] == effusion.span
    assert text[effusion.cue_start : effusion.cue_end] == "effusion"


def test_cues_tell_which_words_say_a_property() -> None:
    text = "Possible stable 6 mm nodule in the left apex. No large effusion."
    cues = [{(cue.kind, text[cue.start : cue.end], cue.value) for cue in cues} for _, cues in cued_facts(text)]
    assert cues[0] == {
        ("hedge", "Possible", "possible"),
        ("change", "stable", "unchanged"),
        ("size", "6 mm", ""),
        ("side", "left", "left"),
    }
    assert cues[1] == {("negation", "No", ""), ("severity", "large", "large")}


def test_the_hedge_has_a_strength() -> None:
    tiers = {"Most likely atelectasis.": "near-certain", "Probable atelectasis.": "probable"}
    tiers |= {"Possible atelectasis.": "possible", "Atelectasis is considered less likely.": "doubtful"}
    assert {text: only(text).tier for text in tiers} == tiers


def test_a_sub_heading_is_what_a_statement_without_a_site_is_about() -> None:
    assert said("LUNGS: Clear.\nHEART: Normal.") == ["+lungs_clear", "+heart_size_normal"]


def test_a_report_gives_findings_before_impression() -> None:
    report = Report("No effusion.", "Left pneumothorax.")
    assert [(fact.section, fact.finding) for fact in facts(report)] == [
        ("findings", "pleural_effusion"),
        ("impression", "pneumothorax"),
    ]


@pytest.mark.parametrize(
    "text", ["", "   ", "\n", "XXXX XXXX are intact.", "Chest.", "1.", "Thank you for this referral."]
)
def test_text_that_says_nothing_clinical_makes_no_fact(text: str) -> None:
    assert section_facts(text) == []


@pytest.mark.parametrize(
    ("variant", "plain"),
    [
        ("No pnuemothorax or effussion.", "No pneumothorax or effusion."),
        ("Bilateral pleural effusions.", "Bilateral pleural effusion."),
        ("Calcified granulomata.", "Calcified granuloma."),
        ("Dilatation of the oesophagus.", "Dilatation of the esophagus."),
        ("Bibasilar atelctasis.", "Bibasilar atelectasis."),
        ("Mosaic atteniation.", "Mosaic attenuation."),
        ("AIR-SPACE DISEASE IN THE LEFT BASE.", "Airspace disease in the left base."),
    ],
)
def test_spelling_plural_case_and_hyphen_make_no_difference(variant: str, plain: str) -> None:
    assert said(variant) == said(plain) != []


def test_a_side_in_a_sub_heading_is_said_of_the_facts_under_it() -> None:
    text = "RIGHT LUNG: 3 mm nodule. No consolidation.\nLEFT LUNG: Clear.\nHEART: Normal."
    assert [(f.finding, f.laterality) for f in section_facts(text)] == [
        ("nodule", "right"),
        ("consolidation", "right"),
        ("lungs_clear", "left"),
        ("heart_size_normal", None),
    ]


@pytest.mark.parametrize(
    "text", ["The XXXX are normal.", "Normal XXXX.", "XXXX XXXX are intact.", "XXXX are unremarkable."]
)
def test_a_placeholder_that_is_called_normal_is_not_what_the_sentence_before_was_about(text: str) -> None:
    assert said(f"The lungs are clear. {text}") == ["+lungs_clear"]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Decrease in the amount of pleural effusion.", "decreased"),
        ("Increase in pleural effusion.", "increased"),
        ("The dimensions of the consolidation were significantly reduced.", "decreased"),
        ("There is an increase in the size and number of the nodules.", "increased"),
        ("The effusion was not detected in the current examination.", "resolved"),
        ("Right lung mass, slightly increased.", "increased"),
        ("Pleural effusion showing an increase in size.", "increased"),
        ("A decrease is observed in the size of the nodule.", "decreased"),
        ("An increase was observed in the size of the heart.", None),
        ("No lymph node with pathological size.", None),
        ("Right pleural effusion, decreased.", "decreased"),
        ("Interstitial markings, increased.", None),
        ("No new nodule.", None),
        ("Increase in reticular density.", None),
        ("Increased heart size.", None),
        ("Pleural effusion continues to the apex.", None),
        ("Nodules larger than 5 mm.", None),
    ],
)
def test_growth_is_a_change_of_what_has_a_name(text: str, change: str | None) -> None:
    assert [fact.change for fact in section_facts(text)] == [change]


def test_millimeters_of_a_number_are_no_degree() -> None:
    assert section_facts("A 3 mm sized stone in the right kidney.")[0].severity is None
