"""Stands in for f1chexbert 0.0.2: labels of one report at a time, uncertain as positive in its scoring mode."""

WORDS = ["mediastinum", "cardiomegaly", "opacity", "lesion", "edema", "consolidation", "pneumonia", "atelectasis",
         "pneumothorax", "effusion", "pleural", "fracture", "tube", "clear"]  # fmt: skip


class F1CheXbert:
    def __init__(self, device=None, refs_filename=None, hyps_filename=None):
        pass

    def get_label(self, report, mode="rrg"):
        assert mode in ("rrg", "classification")
        return [int(word in report.lower()) for word in WORDS]
