"""What a class says to the compiler: that classes which are not compiled may derive from it.

Where the engine runs as plain Python it says nothing, and nothing but the standard library is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**said):
        return lambda cls: cls


T = TypeVar("T", bound=tuple[Any, ...])


def maker(kind: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes named tuples of a kind from all their values; to call the kind itself takes twice as long."""
    return partial(tuple.__new__, kind)
