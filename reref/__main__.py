"""``python -m reref`` is the ``reref`` command."""

from reref.cli import main

if __name__ == "__main__":
    main()
