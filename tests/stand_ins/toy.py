"""A score that shows swapped arguments: the share of the candidate's words in the reference."""


def share(candidate, reference):
    ours, theirs = candidate.lower().split(), set(reference.lower().split())
    return sum(word in theirs for word in ours) / len(ours) if ours else 0.0
