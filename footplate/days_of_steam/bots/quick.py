"""A bot for games by the thousand: it delivers, brings its train nearer, or lays what joins track."""

from __future__ import annotations

import random
from typing import Any

from footplate.core.bot import Advice, Bot
from footplate.core.game import Action, Game
from footplate.days_of_steam.actions import BLIND, WATER, Burn, Found, Lay, Move, Town
from footplate.days_of_steam.bots.reasons import reason
from footplate.days_of_steam.goods import NO_GOOD, colour_of, home_of
from footplate.days_of_steam.moving import Course, courses, derails_on, lying
from footplate.days_of_steam.places import WIDTH
from footplate.days_of_steam.placing import lays, sites, town_places
from footplate.days_of_steam.rules import MOST_STEAM, Rules
from footplate.days_of_steam.state import UNKNOWN, DaysState
from footplate.days_of_steam.survey import points_of
from footplate.days_of_steam.tiles import is_town, town_colour

NEARER = 0.12
"""Points for each place by which a train comes nearer to where it wants to go."""
LOADED = 0.8
"""Points for a good on the train that some town takes."""
SPENT = 0.06
"""Points for a steam that is kept."""
LOST = 0.3
"""Points lost by a derailment besides the steam."""
GAINED = 0.2
"""Points for each steam that a tile brings."""
JOINS = 0.5
"""Points for each side beyond the first at which a tile meets track."""
FOUNDS = 1.2
"""Points for a town that comes with goods."""
TAKES = 0.15
"""Points for each good about that a town would take."""
TOWER = 0.15
"""Points for each steam that a tower brings."""
NOT_FAR = 8
"""Places beyond which all is equally far."""


class QuickBot(Bot):
    """Looks at the train's own moves and at each tile alone, by distances as the crow flies."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        s: DaysState = state
        glance = Glance(game.rules, s, seat)
        if s.agenda[0].kind == "place":
            places = town_places(game.rules, s)
            return Found(max(places, key=lambda place: (glance.town(place, s.agenda[0].a), rng.random())))
        found = [*glance.moves(), *glance.lays(), *glance.towns(), *glance.steam()]
        if not found:
            return rng.choice(game.options(s))
        most = max(found, key=_worth)[0]
        return rng.choice([a for worth, a in found if worth == most])

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        action = self.choose(game, state, seat, rng)
        return Advice(action, reason(game.rules, state, seat, action))


Valued = tuple[float, Action]
"""An action and about what it is worth, in points."""


def _worth(valued: Valued) -> float:
    return valued[0]


class Glance:
    """What one player sees in a position at first sight."""

    def __init__(self, rules: Rules, s: DaysState, seat: int) -> None:
        self.rules, self.s, self.seat = rules, s, seat
        self.goods = lying(s)
        self.takers: dict[int, list[int]] = {}
        """The towns of each colour."""
        for place in rules.towns(s):
            self.takers.setdefault(town_colour(s.board[place]), []).append(place)
        self.wanted = {
            place: goods
            for place, lie in self.goods.items()
            if (goods := [good for good in lie if self._takers_of(good)])
        }
        """The goods in each town that some town takes."""

    def _takers_of(self, good: int) -> list[int]:
        home = home_of(good)
        return [place for place in self.takers.get(colour_of(good), ()) if place != home]

    def _standing(self, place: int, load: int) -> float:
        """What it is worth to be at a place with a good, or without one."""
        if load != NO_GOOD:
            takers = self._takers_of(load)
            if not takers:
                return 0.0
            return LOADED + NEARER * max(NOT_FAR - _far(place, taker) for taker in takers)
        return NEARER * max([NOT_FAR - _far(place, town) for town in self.wanted], default=0)

    # Moves --------------------------------------------------------------------------------------------

    def moves(self) -> list[Valued]:
        """Every move that brings the train on, what it brings weighed by the danger."""
        s, seat = self.s, self.seat
        here = self._standing(s.trains[seat] >> 2, s.load[seat])
        out: list[Valued] = []
        for found in courses(self.rules, s, seat):
            worth = self._course(found.course, here)
            if worth > 0:
                out.append((worth, Move(found.places, found.takes)))
        return out

    def _course(self, course: Course, here: float) -> float:
        """A delivery, or being nearer to one; a good unloaded on the way is as far as it was."""
        place, load = course.stand >> 2, course.cargo[0]
        unloaded = load != NO_GOOD and is_town(self.s.board[place])
        there = self._standing(place, load) - (LOADED if unloaded else 0.0)
        worth = points_of(self.s, self.seat, course) + there - here - SPENT * course.spent
        danger = derails_on(course) / 6
        return worth if not danger else (1 - danger) * worth - danger * (LOST + SPENT * course.spent)

    # Tiles --------------------------------------------------------------------------------------------

    def lays(self) -> list[Valued]:
        """The tiles of the hand in every place: their steam, and the track that they join."""
        rules, s = self.rules, self.s
        tracks = {place: around.track.bit_count() for several in sites(rules, s) for place, around in several}
        room = MOST_STEAM - s.steam[self.seat]
        out: list[Valued] = []
        for kind in dict.fromkeys(s.hands[self.seat]):
            if kind != UNKNOWN:
                gained = GAINED * min(room, rules.tiles.tiles[kind].coal)
                for place, turn in lays(rules, s, kind):
                    # What covers a tile mostly joins nothing new.
                    joined = 0 if s.board[place] else tracks[place] - 1
                    out.append((gained + JOINS * joined, Lay(kind, place, turn)))
        return out

    def towns(self) -> list[Valued]:
        """The towns that lie face up, in every place."""
        s = self.s
        shown = [n for n, town in enumerate(s.market) if town and town not in s.market[:n]]
        places = town_places(self.rules, s) if shown else []
        return [
            (FOUNDS + self.town(place, s.market[n][0]), Town(n, place)) for n in shown for place in places
        ]

    def town(self, place: int, colour: int) -> float:
        """What a town of a colour is worth on a place: goods that it takes, the nearer the better."""
        return TAKES * sum(
            1 - min(NOT_FAR, _far(town, place)) / NOT_FAR
            for town, goods in self.goods.items()
            for good in goods
            if colour_of(good) == colour
        )

    def steam(self) -> list[Valued]:
        """Water, coal for a delivery, and a town that nobody has seen."""
        s, seat, out = self.s, self.seat, list[Valued]()
        room = MOST_STEAM - s.steam[seat]
        if self.rules.at_tower(s, seat) and not s.agenda[0].a:
            out.append((TOWER * min(4, room), WATER))
        if coal := min(s.coal[seat], room):
            out.append((self._with_coal(coal), Burn(coal)))
        if s.towns_left and not any(s.market) and town_places(self.rules, s):
            out.append((FOUNDS / 2, BLIND))
        return out

    def _with_coal(self, coal: int) -> float:
        """The best move with more steam, less what the coal is worth."""
        burnt = self.s.copy()
        burnt.steam[self.seat] += coal
        moves = Glance(self.rules, burnt, self.seat).moves()
        return max(moves, key=_worth)[0] - GAINED * coal if moves else -1.0


def _far(here: int, there: int) -> int:
    """How many places lie between two, as the crow flies."""
    (row, column), (other_row, other_column) = divmod(here, WIDTH), divmod(there, WIDTH)
    return abs(row - other_row) + abs(column - other_column)
