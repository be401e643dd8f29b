"""What the variation does: metrics, scoring, paired bootstrap, rankings, sensitivities, figures."""

if __name__ != "reref.analysis":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.analysis")
