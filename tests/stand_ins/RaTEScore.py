"""Stands in for RaTEScore 0.6.0: candidates first; 0.5 when a side has no entity."""

from toy import share


class RaTEScore:
    def __init__(self, bert_model=None, eval_model=None, batch_size=1, use_gpu=True, visualization_path=None,
                 affinity_matrix="long"):  # fmt: skip
        if use_gpu:
            raise RuntimeError("no GPU")

    def compute_score(self, candidate_list, reference_list):
        return [share(c, r) if c and r else 0.5 for c, r in zip(candidate_list, reference_list)]
