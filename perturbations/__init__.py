"""How a report is varied: rules, planted errors, language-model programs, and the verifier that judges them."""

if __name__ != "reref.perturbations":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.perturbations")
