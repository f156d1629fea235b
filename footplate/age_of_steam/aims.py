"""What counts for whoever plans ahead: the score as it stands, and what a map knows it will become."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.rules import Rules


class Aims:
    """What a position counts before the end: the parts of the score as it stands."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules, self.board = rules, rules.board

    def parts(self, s: Any, seat: int) -> Mapping[str, float]:
        """The points of a seat; a map whose score says little before the end adds what it will become."""
        return self.rules.score_parts(s, seat)

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
