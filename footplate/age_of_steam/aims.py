"""What counts for whoever plans ahead: the score as it stands, and what a map knows it will become."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.rules import Rules

MONEY = ("income", "shares", "cash")
"""The parts of a score that come from money."""


class Aims:
    """What a position counts before the end: the parts of the score as it stands."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board

    def parts(self, s: Any, seat: int) -> Mapping[str, float]:
        """The points of a seat; a map whose score says little before the end adds what it will become."""
        return self.rules.score_parts(s, seat)

    def point(self, s: Any) -> float:
        """What a point of the final score counts."""
        return 1.0

    def money(self, s: Any, seat: int) -> tuple[float, float, float]:
        """What an income, a share and a dollar count in the end, the same however many there are."""
        trial = s.copy()
        trial.income[seat] = 0
        base = self._in_money(trial, seat)
        trial.income[seat] = 10
        per_income = (self._in_money(trial, seat) - base) / 10
        trial.income[seat] = 0
        trial.shares[seat] += 1
        per_share = self._in_money(trial, seat) - base
        trial.shares[seat] -= 1
        trial.cash[seat] += 1
        return per_income, per_share, self._in_money(trial, seat) - base

    def _in_money(self, s: Any, seat: int) -> float:
        """The points for income, shares and cash."""
        parts = self.parts(s, seat)
        return sum([parts.get(name, 0.0) for name in MONEY])

    def joins(self, s: Any, seat: int, links: Sequence[tuple[int, int]]) -> float:
        """The points that links between these places would bring besides deliveries."""
        return 0.0

    def finds(self, s: Any, seat: int, hexes: Collection[int]) -> float:
        """The points of what lies on these hexes for whoever builds there."""
        return 0.0

    def owed(self, s: Any, seat: int) -> float:
        """How many of what a winner must have are still missing."""
        return self.rules.owed(s, seat)

    def ask_now(self, s: Any, seat: int, action: str) -> None:
        """Ask at once what an action lets its owner choose later in the turn, so that it can be foreseen."""
