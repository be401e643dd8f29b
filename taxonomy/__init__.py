"""What can vary: axes, error types, personas and controls, each a YAML file checked on load."""

if __name__ != "reref.taxonomy":  # a second copy of this package would register everything twice
    raise ImportError("import this package as reref.taxonomy")
