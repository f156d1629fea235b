"""Which form of the engine runs: the compiled one that the package's build made, or plain Python.

Both come from the same sources. The compiled form runs only where it was made from the very sources that lie
beside it, so that whoever changes one is never misled; FOOTPLATE_PLAIN=1 asks for the plain form.
Only the standard library is used here, because the build reads this file too.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent
STAMP = ROOT / "compiled.txt"
"""Says from what the compiled form was made."""
LIST = "compile.txt"
"""What of a folder is compiled: modules as they are, and searches through graphs in C, which a plain function
beside them does as well."""


def sources() -> list[Path]:
    """The files that are compiled."""
    return [
        found.parent / name
        for found in sorted(ROOT.glob(f"*/{LIST}"))
        for name in found.read_text("utf-8").split()
    ]


def module(path: Path) -> str:
    """The name by which what a file holds is imported."""
    return ".".join(path.with_suffix("").relative_to(ROOT.parent).parts)


def digest() -> str:
    """What the compiled form would be made from here, for this Python, as one line."""
    found = hashlib.sha256()
    for path in sources():
        found.update(path.read_bytes())
    return f"{sys.implementation.cache_tag} {found.hexdigest()}\n"


def is_current() -> bool:
    """Whether the compiled form is here, and made from what lies here."""
    return STAMP.is_file() and STAMP.read_text("utf-8") == digest()


class _Plain:
    """Finds the sources of what could be compiled, and never what was."""

    def __init__(self) -> None:
        self.names = frozenset(map(module, sources()))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.names:
            return None
        for folder in path or ():
            if spec := FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name):
                return spec
        raise ModuleNotFoundError(f"{name} is not used in the plain form", name=name)


COMPILED = not os.environ.get("FOOTPLATE_PLAIN") and is_current()
"""Whether the compiled form runs."""
if not COMPILED:
    sys.meta_path.insert(0, _Plain())


def form() -> str:
    """The form that runs, for people."""
    return "compiled" if COMPILED else "plain Python"
