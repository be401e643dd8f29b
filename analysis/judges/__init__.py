"""Language models as judges of a report: counted errors, and findings weighed by what they mean for the patient.

The prompts are ours (``wording.yaml``). A reply that refuses, or has another shape, gives no score, never a 0. Each
judgement carries the model's name and a hash of its prompt, since a number of a judge means nothing without them.

`Judge` in `asking.py` asks; `scoring.py` makes scores of judgements; `words.py` has the words and their hashes.
"""
