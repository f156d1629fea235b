"""Days of Steam, as everybody uses it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from footplate.core.game import Fact, Game, Refusal, check_players
from footplate.days_of_steam import refusals, secrets
from footplate.days_of_steam.actions import Draw, Exchange, Found, Goods, Lay, Move, Town, Turned
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of, home_of
from footplate.days_of_steam.phases import decisions, phases
from footplate.days_of_steam.phases.setup import Setup
from footplate.days_of_steam.places import is_place
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FILE, TileSet, read_tiles
from footplate.geometry.squares import SIDES


class DaysOfSteam(Game[Rules, DaysState]):
    """The rules of Days of Steam with one set of tiles."""

    game_id = "days-of-steam"
    revision = 1
    hidden = True
    """Hands are secret: see secrets.py."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.rules = Rules(tiles)
        self.names = tiles
        self.state_type = DaysState
        self.phases = phases()
        self.decisions = decisions()

    def start(self, seats: int) -> DaysState:
        check_players("Days of Steam", self.tiles.players, seats)
        s = DaysState(seats)
        Setup().begin(self.rules, s)
        return s

    def why_not(self, s: DaysState, action: Any) -> Refusal | None:
        """The rule that refuses this action now, or None; whatever numbers it says."""
        if not s.agenda:
            return refusals.OVER
        due = s.agenda[0]
        decision = self.decisions[due.kind]
        if type(action) not in decision.takes:
            return refusals.NOT_ASKED
        return self._nonsense(action) or decision.why_not(self.rules, s, due, action)

    def _nonsense(self, a: Any) -> Refusal | None:
        """Numbers that name nothing."""
        kinds = len(self.tiles.tiles)
        if isinstance(a, (Lay, Exchange)) and a.tile >= kinds:
            return refusals.NO_SUCH_TILE
        if isinstance(a, Draw) and not all(0 <= tile < kinds for tile in a.tiles):
            return refusals.NO_SUCH_TILE
        if isinstance(a, Lay) and not -1 <= a.turn < SIDES:
            return refusals.NO_SUCH_TURN
        if isinstance(a, (Lay, Town, Found)) and not is_place(a.place):
            return refusals.NO_SUCH_PLACE
        if isinstance(a, Turned) and not 0 <= a.colour < len(COLOURS):
            return refusals.NO_SUCH_GOOD
        if isinstance(a, Goods) and not all(0 <= colour < len(COLOURS) for colour in a.colours):
            return refusals.NO_SUCH_GOOD
        if isinstance(a, Move):
            if len(a.takes) != len(a.places) or not a.places:
                return refusals.NO_STEP
            if not all(is_place(place) for place in a.places if place != -1):
                return refusals.NO_SUCH_PLACE
            for taken in a.takes:
                if taken != NO_GOOD and not (
                    taken >= 0 and _is_home(home_of(taken)) and colour_of(taken) >= 0
                ):
                    return refusals.NO_SUCH_GOOD
        return None

    def explain(self, s: DaysState, action: Any, refusal: Refusal, names: Sequence[str] = ()) -> str:
        """The refusal as a sentence with its figures, if it has any."""
        return super().explain(s, action, refusal, names) if "{" in refusal.text else refusal.text

    def scores(self, s: DaysState) -> list[int | None]:
        return [self.rules.score(s, seat) for seat in range(s.seats)]

    def winners(self, s: DaysState) -> list[int]:
        return self.rules.winners(s)

    # Secrets ------------------------------------------------------------------------------------------

    def known(self, s: DaysState, seat: int) -> DaysState:
        """The position as a seat, or a watcher, may know it."""
        return secrets.known(s, seat)

    def resample(self, s: DaysState, seat: int, rng: random.Random) -> DaysState:
        """A position that this seat cannot tell from the true one."""
        return secrets.resample(s, seat, rng)

    def seen(self, s: DaysState, entry_seat: int, text: str, seat: int) -> str:
        """An entry of the log as a seat may read it, given the position before it."""
        return secrets.seen(text, entry_seat, seat)

    def readable(self, fact: Fact, seat: int) -> Fact:
        """A fact as a seat may read it."""
        return secrets.readable(fact, seat)

    def reveals(self, s: DaysState, action: Any) -> bool:
        """Whether an action shows what was hidden: a tile of the hand, or all hands when the game ends."""
        if isinstance(action, (Lay, Exchange)):
            return True
        after = s.copy()
        self.apply(after, action)
        return after.over


def _is_home(place: int) -> bool:
    return place == 0 or is_place(place)


def load(source: str | Path = FILE) -> DaysOfSteam:
    """The game, with the tiles of a file."""
    return DaysOfSteam(read_tiles(source))
