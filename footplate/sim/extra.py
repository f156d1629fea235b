"""Libraries that only some need: they come with an extra of the package."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class ExtraError(RuntimeError):
    """A library that has to be installed first; the message says how."""


def extra(module: str, name: str, does: str) -> Any:
    """The module, if it is installed."""
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise ExtraError(
            f"{library}, which {does}, is not installed: pip install 'footplate[{name}]' brings it."
        ) from None
