"""The numbers of the game and the questions that several chapters ask."""

from __future__ import annotations

from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import TileSet, is_town

MOST_STEAM = 6
"""Steam lies between 0 and 6. [days.tile.steam days.tile.steam-floor]"""
WATER = 4
WINNING = 13
MARKET = 2
"""Towns that lie face up. [days.setup.market]"""
TOWN_GOODS = 2
COLOUR_POINTS = (0, 0, 1, 3, 5)
"""Points for so many different colours of delivered goods. [days.score.colours]"""
GOOD_POINTS = 2
CIRCUIT_POINTS = 1
SPEED_LIMIT = 2


class Rules:
    """The rules of Days of Steam with one set of tiles; they remember nothing."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles

    def towns(self, s: DaysState) -> list[int]:
        """The places of the towns in play."""
        return [place for place in s.laid if is_town(s.board[place])]

    def occupied(self, s: DaysState, seat: int) -> dict[int, int]:
        """Where the others stand on track, and who: there one may pass but not stop. [days.move.no-share]"""
        return {
            stand: other
            for other, stand in enumerate(s.trains)
            if other != seat and not is_town(s.board[stand >> 2])
        }

    def add_steam(self, s: DaysState, seat: int, gain: int) -> int:
        """Steam never exceeds six; what was really gained. [days.tile.steam]"""
        gained = min(gain, MOST_STEAM - s.steam[seat])
        s.steam[seat] += gained
        return gained

    def at_tower(self, s: DaysState, seat: int) -> bool:
        """Whether a train stands on a segment with a water tower."""
        place, part = divmod(s.trains[seat], 4)
        tile = self.tiles.tile(s.board[place])
        return tile is not None and tile.water_tower and part == 0

    def circuits_left(self, s: DaysState) -> int:
        """Only the first seven circuits get a counter. [days.circuit.one]"""
        return self.tiles.circuits - sum(s.circuits)

    # Score --------------------------------------------------------------------------------------------

    def score_parts(self, s: DaysState, seat: int) -> dict[str, int]:
        """Two points a good, points for colours, one a circuit. [days.score.goods days.score.circuit]"""
        delivered = s.delivered[seat]
        return {
            "goods": GOOD_POINTS * len(delivered),
            "colours": COLOUR_POINTS[len(set(delivered))],
            "circuits": CIRCUIT_POINTS * s.circuits[seat],
        }

    def score(self, s: DaysState, seat: int) -> int:
        return sum(self.score_parts(s, seat).values())

    def has_won(self, s: DaysState, seat: int) -> bool:
        """Thirteen points win at once, before the deck can end the game. [days.end.13 days.end.13-when]"""
        return self.score(s, seat) >= WINNING

    def rank(self, s: DaysState, seat: int) -> tuple[int, int, int]:
        """Most points, then most counters, then most steam. [days.end.deck]"""
        return self.score(s, seat), s.circuits[seat], s.steam[seat]

    def winners(self, s: DaysState) -> list[int]:
        """Whoever has thirteen points, or the first in rank; a tie is shared."""
        first = [seat for seat in range(s.seats) if self.has_won(s, seat)]
        best = max(self.rank(s, seat) for seat in range(s.seats))
        return first or [seat for seat in range(s.seats) if self.rank(s, seat) == best]

    def finish(self, s: DaysState) -> None:
        """The game is over at once: nothing that was due happens any more."""
        s.agenda = []
        s.over = True
        s.tell("over")

    def components(self) -> dict[str, int]:
        """All goods in the box."""
        return dict.fromkeys(COLOURS, self.tiles.goods)
