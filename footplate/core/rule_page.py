"""What somebody reads before playing on a board: the rule page, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Option(NamedTuple):
    """A choice made when a table is set up; the first value is the usual one."""

    name: str
    values: tuple[str, ...]
    says: str


class Change(NamedTuple):
    """One thing a board does otherwise: its chapter, what the base game says, what holds here."""

    about: str
    base: str
    here: str
    rules: tuple[str, ...] = ()
    """The ids of the rules that it tells."""


class Place(NamedTuple):
    """A place on the board: what it is, which goods it takes, how many lie there, and what makes it grow."""

    name: str
    hex: str
    kind: str
    accepts: tuple[str, ...]
    cubes: int
    grows: tuple[str, ...]


@dataclass(frozen=True)
class RulePage:
    """All that somebody who knows the base game must read before playing on a board."""

    id: str
    name: str
    designer: str
    players: tuple[int, int]
    provenance: str
    summary: str
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    """What is printed on the board and easily overlooked."""
    options: tuple[Option, ...]
    places: tuple[Place, ...]
    """Printed places; empty where the board is laid in play."""
    doubts: tuple[str, ...]
    special: tuple[str, ...]
    """What makes the board another game, in a few words each, for whoever looks for one."""
    turns: tuple[int, ...]
    """How many turns a game has, or usually takes, for each number of players."""
