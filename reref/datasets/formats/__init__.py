"""One file a format. Each registers itself with :func:`reref.datasets.registry.dataset_format` when it is imported."""
