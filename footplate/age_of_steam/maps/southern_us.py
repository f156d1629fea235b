"""Southern U.S.: cotton, four ports, and a war in turn 4."""

from __future__ import annotations

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.goods import WHITE
from footplate.age_of_steam.routes import Link, Outcome
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState

WAR = 4
"""The turn in which the income reduction is doubled."""


class SouthernUS(Rules[SteamState]):
    """Cotton goes to the ports and leaves the game."""

    def outcome(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """Delivering cotton gives the mover 1 income more. [southern-us.move.cotton-bonus]"""
        brings = super().outcome(s, seat, a, links)
        if a.colour != WHITE:
            return brings
        own = dict(brings.income)
        return Outcome(tuple(sorted((own | {seat: own.get(seat, 0) + 1}).items())))

    def do_delivered(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> None:
        """Delivered cotton leaves the game; all other cubes go back to the bag. [southern-us.cotton-bag]"""
        if a.colour == WHITE:
            s.gone[WHITE] += 1
        else:
            super().do_delivered(s, seat, a, links)

    def reduction(self, s: SteamState, seat: int) -> int:
        """In turn 4 the income reduction is doubled. [southern-us.reduction.turn4]"""
        less = super().reduction(s, seat)
        return 2 * less if s.turn == WAR else less
