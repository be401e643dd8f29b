"""Stands in for radgraph 0.1.18: (refs, hyps); with "all" three lists; annotations skip empty texts."""

from toy import share


class F1RadGraph:
    def __init__(self, reward_level, model_type="radgraph", cuda=None, model_cache_dir=None):
        assert reward_level == "all"

    def __call__(self, refs, hyps):
        simple = [share(h, r) for r, h in zip(refs, hyps)]
        rewards = (simple, [s / 2 for s in simple], [s / 4 for s in simple])
        means = tuple(sum(rows) / len(rows) for rows in rewards)
        return means, rewards, [h for h in hyps if h], [r for r in refs if r]
