"""`python -m footplate` is the command."""

from __future__ import annotations

from footplate.cli.main import main

if __name__ == "__main__":
    main()
