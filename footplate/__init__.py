"""Footplate: steam-train board games as a library.

>>> import footplate
>>> table = footplate.new("rust-belt", ["Ada", "Ben", "Cy"], seed=1)
>>> len(table.options())
14
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from footplate import compiled as compiled  # first, for it says in which form the others are found
from footplate import games
from footplate.core.game import NATURE, NOBODY, Fact, Game, Refusal, Unreadable
from footplate.core.table import Chance, Entry, Refused, Script, Table, Unsure
from footplate.core.words import tree
from footplate.records import RecordError, check_name, load, read, save, write

__version__ = "0.1.0"

__all__ = [
    "NATURE",
    "NOBODY",
    "Chance",
    "Entry",
    "Fact",
    "RecordError",
    "Refusal",
    "Refused",
    "Script",
    "Table",
    "Unreadable",
    "Unsure",
    "game",
    "load",
    "maps",
    "new",
    "read",
    "save",
    "svg",
    "tree",
    "write",
]


def maps() -> list[str]:
    """The ids of all boards; a game without maps is its own board."""
    return list(games.boards())


def game(map: str | Path, options: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """The rules of a game on a map, or on a map file, without names and logs."""
    return games.load(map, options).game


def new(
    map: str | Path,
    seats: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, str] | None = None,
    chance: bool = True,
) -> Table[Any, Any]:
    """A new table on a map, or on a map file; without `chance` it waits for dice and draws from outside."""
    for name in seats:
        check_name(name)
    if len(set(seats)) != len(seats):
        raise ValueError("every seat needs a name of its own")
    nature = Chance(random.Random(seed)) if chance else None
    return Table(game(map, options), seats, nature)


def svg(table: Table[Any, Any], **style: Any) -> str:
    """The board of a table as a picture; the keywords are those of the `draw` of its host, e.g. theme."""
    return games.host_of(table.game).draw(table.state, **style)
