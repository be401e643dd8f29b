"""RadGraph-F1 with its three rewards: simple (entities), partial (and that a relation is there), complete."""

PACKAGES = ("radgraph", "torch", "transformers")
INSTALL = "pip install 'radgraph==0.1.18' 'transformers<5'"
WEIGHTS = "RadGraph-XL (about 0.5 GB; Hugging Face StanfordAIMI/RRG_scorers, kept in ~/.cache/radgraph)"


def load(which):
    """Return the scorer."""
    from radgraph import F1RadGraph

    return F1RadGraph(reward_level="all", model_type="radgraph-xl")


def score(model, candidates, references, which):
    """Return the three rewards of each pair; an empty text has 0."""
    _, rewards, _, _ = model(refs=list(references), hyps=list(candidates))
    return {name: list(map(float, rows)) for name, rows in zip(("simple", "partial", "complete"), rewards)}
