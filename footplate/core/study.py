"""What a game tells whoever makes its boards: plain numbers, under words that a page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from footplate.core.table import Step

Tally = dict[str, dict[str, float]]
"""What was counted of each thing: {"Chicago–Detroit": {"uses": 3, "income": 2}}."""


class Column(NamedTuple):
    """One figure of the things of a chapter."""

    key: str
    head: str
    per: str = ""
    """The column it is divided by; empty for what one game brings on average."""
    percent: bool = False


class Chapter(NamedTuple):
    """A part of a report: things of one kind and what is counted of them."""

    key: str
    title: str
    thing: str
    """What one of them is called: Link."""
    says: str
    """What is counted, in a sentence or two."""
    columns: tuple[Column, ...]
    drawn: tuple[str, ...]
    """The columns that are drawn, side by side."""
    most: int = 0
    """How many things are shown, the greatest first; 0 for all, in their own order."""
    tokens: Mapping[str, str] = {}
    """The names of the colours of single things: {"red": "g-red"}."""


class Study(NamedTuple):
    """What one game tells; what only this game knows stands in the chapters of its host."""

    orders: dict[str, list[int]]
    """Under a name, the place of every seat in an order of play, from 1; 0 for who has none."""
    curves: dict[str, list[list[int | None]]]
    """For the score and each figure the values of all seats at the end of each turn; None for who is out."""
    tallies: dict[str, Tally]
    """By the key of its chapter."""


class Account:
    """Counts what only one game knows, step by step; here nothing."""

    def __init__(self) -> None:
        self.orders: dict[str, list[int]] = {}
        self.tallies: dict[str, Tally] = {}

    def hear(self, step: Step[Any]) -> None:
        """Count what a step brought."""

    def close(self, s: Any) -> None:
        """Count what only the end tells."""

    def add(self, chapter: str, thing: str, **more: float) -> None:
        """Count so much more of a thing."""
        columns = self.tallies.setdefault(chapter, {}).setdefault(thing, {})
        for key, value in more.items():
            columns[key] = columns.get(key, 0) + value


class Mean(NamedTuple):
    """The mean of a figure, the error of that mean, and in how many games it was counted."""

    mean: float
    error: float
    games: int


Means = Mapping[str, Mapping[str, Mapping[str, Mean]]]
"""By chapter, thing and column, what a game brings on average."""


class People(NamedTuple):
    """What people have done on a board with so many players, as far as somebody wrote it down."""

    source: str
    figures: Mapping[str, float]
    """score (the median), winner (the usual score of winners), bankruptcies (a game)."""
    curves: Mapping[str, tuple[float, ...]]
    """For each figure its usual value at the end of each turn."""
    parts: Mapping[str, Mapping[str, float]]
    """By chapter, the part that each thing has: {"actions": {"Locomotive": 0.23}}."""
