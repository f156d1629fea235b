"""Setting up: the first town, two towns face up, the hands, and who begins."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from footplate.core.game import NATURE, Due, Phase, Refusal, Roll
from footplate.days_of_steam import refusals
from footplate.days_of_steam.actions import First
from footplate.days_of_steam.phases.draw import TownTurn
from footplate.days_of_steam.places import MIDDLE
from footplate.days_of_steam.placing import put
from footplate.days_of_steam.rules import MARKET, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN


class Setup(Phase[Rules, DaysState]):
    """All tiles and goods are there, and everybody starts without steam.

    [days.setup.tiles days.setup.steam]
    """

    name = "Set-up"

    def begin(self, rules: Rules, s: DaysState) -> None:
        tiles = rules.tiles
        s.deck = bytearray(tile.pieces for tile in tiles.tiles)
        s.gone = bytearray(len(tiles.tiles))
        s.town_deck = bytearray(tiles.towns)
        s.bag = bytearray([tiles.goods] * len(tiles.towns))
        s.ask("start", NATURE)
        for number in range(MARKET):
            s.ask("market", NATURE, number)
        for seat in range(s.seats):
            s.ask("draw", NATURE, seat)
        s.ask("first", NATURE)


class StartTown(TownTurn):
    """A random town without goods starts the map, and every train stands on it. [days.setup.start]"""

    prompt = "The first town is drawn."

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return super().fits(rules, s, due) and not s.laid and not due.a and not due.b

    def use(self, rules: Rules, s: DaysState, due: Due, colour: int) -> None:
        put(rules, s, MIDDLE, FIRST_TOWN + colour)
        s.tell("start", NATURE, MIDDLE, colour)


class FirstPlayer(Roll[Rules, DaysState]):
    """Anybody may begin. [days.setup.first]"""

    prompt = "The first player is drawn."
    takes: ClassVar[tuple[type[Any], ...]] = (First,)

    def why_not(self, rules: Rules, s: DaysState, due: Due, a: First) -> Refusal | None:
        return None if 0 <= a.seat < s.seats else refusals.WRONG_SEAT

    def figures(self, rules: Rules, s: DaysState, due: Due, a: First) -> Mapping[str, object]:
        return {"seats": s.seats}

    def fits(self, rules: Rules, s: DaysState, due: Due) -> bool:
        return super().fits(rules, s, due) and not s.turn

    def apply(self, rules: Rules, s: DaysState, due: Due, a: First) -> None:
        # The turn that follows is that of the next player.
        s.player = (a.seat - 1) % s.seats
        s.settle()
        s.tell("first", a.seat)

    def odds(self, rules: Rules, s: DaysState, due: Due) -> Iterator[tuple[First, float]]:
        return ((First(seat), 1 / s.seats) for seat in range(s.seats))

    def sample(self, rules: Rules, s: DaysState, due: Due, rng: random.Random) -> First:
        return First(rng.randrange(s.seats))
