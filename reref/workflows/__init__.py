"""The jobs from end to end, where all rooms meet: perturb, score, conclude."""
