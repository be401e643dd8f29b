"""How each published package is called: one file a package, which imports nothing of ours.

A file can so be run in another environment by `worker.py`, also by an old Python (write nothing newer than 3.7). It has
``PACKAGES`` (whose versions are reported), ``INSTALL``, ``WEIGHTS`` (what is downloaded, how large, from where),
``load(which)`` and ``score(model, candidates, references, which)``; ``which`` names one of several scores or models.
Arguments go by keyword wherever the package has names for them, because their orders differ.
"""
