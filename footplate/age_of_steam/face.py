"""How a board shows what only it has: figures of the players, marks on hexes, words for its own facts.

A map gives data and never drawing; whoever shows a game draws kinds of marks and knows no map.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Fact


class Figure(NamedTuple):
    """A figure of every player beside cash and income: its head, what it tells, and one value a seat."""

    head: str
    tip: str
    values: tuple[int, ...]
    engine: bool = False
    """Whether it stands in the engine's place, where the board has no engines."""
    word: str = ""
    """What the board's sentences call it; the page explains that word wherever it stands."""


class Mark(NamedTuple):
    """Something that lies or stands on a hex: its kind, which is drawn, and words for who cannot see it.

    The kinds there are, and what each of them shows, stand in `drawing/marks.py`.
    """

    kind: str
    hex: int
    words: str
    goods: tuple[int, ...] = ()
    """The colours in boxes of the hex from the left, plus one, or 0: its cubes lie in this order then."""
    text: str = ""
    """A number, a price or a word that it shows."""
    seat: int = -1
    """Whose it is."""
    side: int = -1
    """The side on which it stands, if not in the hex."""


class Box(NamedTuple):
    """A box beside the board: its name, what it is for, and the colours of the cubes in it."""

    name: str
    words: str
    goods: tuple[int, ...]


class Face:
    """What a board shows besides the base game: nothing."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board

    def figures(self, s: SteamState) -> Sequence[Figure]:
        """Figures of the players that only this board has."""
        return ()

    def marks(self, s: SteamState) -> Sequence[Mark]:
        """Marks on hexes that only this board has."""
        return ()

    def boxes(self, s: SteamState) -> Sequence[Box]:
        """Boxes beside the board that only this board has."""
        return ()

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        """A fact that only this board knows, as a sentence of the log; None for all others."""
        return None

    def cash(self, fact: Fact) -> int:
        """What a fact that only this board knows brings its seat in cash."""
        return 0

    def arrivals(self, fact: Fact) -> Sequence[tuple[int, int]]:
        """The cubes, each a place and a colour, that come to places by themselves when a turn ends."""
        return ()

    def verdict(self, s: SteamState, names: Sequence[str]) -> str:
        """What decided a finished game besides the points, as a sentence."""
        return ""
