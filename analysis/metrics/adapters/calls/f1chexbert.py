"""CheXbert's labels of each report, for corpus F1. Uncertain counts as positive, as in its own scores."""

PACKAGES = ("f1chexbert", "torch", "transformers")
INSTALL = "pip install f1chexbert"
WEIGHTS = "chexbert.pth (1.3 GB; Hugging Face StanfordAIMI/RRG_scorers)"

_FIVE = (1, 4, 5, 7, 9)  # cardiomegaly, edema, consolidation, atelectasis, pleural effusion


def load(which):
    """Return the labeler."""
    from f1chexbert import F1CheXbert

    return F1CheXbert()


def score(model, candidates, references, which):
    """Return hit, false and missed of each class of each pair; ``which`` is "14" or "5"."""
    places = _FIVE if which == "5" else range(14)
    known = {}
    rows = []
    for candidate, reference in zip(candidates, references):
        for text in (candidate, reference):
            if text not in known:
                known[text] = model.get_label(text, mode="rrg")
        row = []
        for place in places:
            said, true = bool(known[candidate][place]), bool(known[reference][place])
            row += [float(said and true), float(said and not true), float(true and not said)]
        rows.append(row)
    return rows
