"""What a class says to the compiler: that classes which are not compiled may derive from it.

Where the engine runs as plain Python it says nothing, and nothing but the standard library is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**said):
        return lambda cls: cls
