"""What a position promises one player: the points that are there, and the deliveries that can be planned."""

from __future__ import annotations

from footplate.core.game import Action
from footplate.days_of_steam.actions import Blind, Burn, Found, Lay, Move, Town, Water
from footplate.days_of_steam.circuits import circuit
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of, good, home_of
from footplate.days_of_steam.moving import Course, courses, derails_on, follow
from footplate.days_of_steam.paths import ONWARD
from footplate.days_of_steam.placing import FAR, site, town_places
from footplate.days_of_steam.rules import COLOUR_POINTS, GOOD_POINTS, MOST_STEAM, WATER, WINNING, Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN, is_town
from footplate.geometry.squares import SIDES

FADES = 0.75
"""What a point is worth that comes a turn later."""
STEAM_A_TURN = 1.6
"""The steam that a turn of laying tiles brings."""
STEAM_A_MOVE = 3.5
"""The steam that a move spends at most without much danger."""
STEAM_WORTH = 0.03
OTHER_PLANS = 0.1
"""How much more than the best plan counts."""
ROOM_FOR_TOWNS = 0.8
"""What it is worth to have a place for a town."""
COAL_WORTH = 0.25
UNSEEN = -1.0
"""What a town drawn unseen is thought to bring: one of the two face up is nearly always as good."""

Good = tuple[int, int]
"""Where a good lies and the good."""


class Prospect:
    """One player's look at a position: what each action seems to be worth, in points."""

    def __init__(self, rules: Rules, s: DaysState, seat: int) -> None:
        self.rules, self.s, self.seat = rules, s, seat
        self.score = rules.score(s, seat)
        self.stand = s.trains[seat]
        self.ways = Ways(rules, s.board, rules.towns(s))
        self.goods: list[Good] = [(place, lying) for place, lying in s.goods]
        self.room = bool(town_places(rules, s))
        self.by_steam: dict[int, float] = {}
        self.founded: dict[int, Ways] = {}

    def worth(self, a: Action) -> float:
        """The points that are there after an action and those that are to come."""
        match a:
            case Move():
                return self._move(a)
            case Lay():
                return self._lay(a)
            case Town():
                colour, *goods = self.s.market[a.number]
                return self._town(a.place, colour, goods)
            case Found():
                return self._town(a.place, self.s.agenda[0].a, [])
            case Water():
                return self._waiting(min(MOST_STEAM, self.s.steam[self.seat] + WATER))
            case Burn():
                return self._burn(a.coal)
            case Blind():
                return self._waiting(self.s.steam[self.seat]) + UNSEEN
        return self._waiting(self.s.steam[self.seat])

    def standing(self) -> float:
        """The points that are there and those to come if the train waits where it stands."""
        return self._waiting(self.s.steam[self.seat])

    def _waiting(self, steam: int) -> float:
        """The prospect from where the train stands, with so much steam."""
        if steam not in self.by_steam:
            self.by_steam[steam] = self.score + self.to_come(
                self.ways, self.stand, steam, self.s.load[self.seat], self.goods, self.s.delivered[self.seat]
            )
        return self.by_steam[steam]

    def _room(self) -> float:
        return ROOM_FOR_TOWNS if self.room and any(self.s.market) else 0.0

    # Actions ------------------------------------------------------------------------------------------

    def _move(self, a: Move) -> float:
        course = follow(self.rules, self.s, self.seat, a.places, a.takes)
        assert isinstance(course, Course)
        return self._course(course) + self._room()

    def _course(self, course: Course) -> float:
        """What a move is worth if the train holds, and if it derails, by their chances."""
        steam = self.s.steam[self.seat] - course.spent
        goods, had = list(self.goods), self.s.delivered[self.seat]
        delivered = (*had, *(colour_of(lying) for lying, _, _ in course.delivered))
        for lying, origin, _ in course.delivered:
            if origin:
                goods.remove((origin, lying))
        load, origin = course.cargo
        if load != NO_GOOD and origin:
            goods.remove((origin, load))
        place = course.stand >> 2
        if load != NO_GOOD and is_town(self.s.board[place]):
            goods.append((place, load))
            load = NO_GOOD
        score = self.score + _points(had, delivered)
        holds = 100.0 if score >= WINNING else score
        holds += self.to_come(self.ways, course.stand, steam, load, goods, delivered)
        danger = derails_on(course) / 6
        return holds if not danger else (1 - danger) * holds + danger * self._waiting(steam)

    def _lay(self, a: Lay) -> float:
        """Its coal, a circuit, and new ways where it joins track at two sides or more."""
        rules, s = self.rules, self.s
        code = rules.tiles.codes[a.tile][a.turn]
        steam = min(MOST_STEAM, s.steam[self.seat] + rules.tiles.tiles[a.tile].coal)
        value = self._waiting(steam) + self._room()
        around = site(rules, s, a.place)
        if (around.track & (around.track - 1)) == 0:
            # It only leads track on: good where a town can follow, best towards open ground.
            if not self.room and around.nearest + 1 >= 2:
                value += ROOM_FOR_TOWNS
            return value + 0.02 * (around.nearest if around.nearest < FAR else 0)
        board = s.board[:]
        old, board[a.place] = board[a.place], code
        if rules.circuits_left(s) and circuit(rules, board, a.place, old):
            value += 100.0 if self.score + 1 >= WINNING else 1.0
        ways = Ways(rules, board, self.ways.towns)
        after = self.to_come(ways, self.stand, steam, s.load[self.seat], self.goods, s.delivered[self.seat])
        return value + self.score + after - self._waiting(steam)

    def _town(self, place: int, colour: int, goods: list[int]) -> float:
        """Its goods and what it takes; where it stands decides the ways."""
        s = self.s
        if place not in self.founded:
            board = s.board[:]
            board[place] = FIRST_TOWN + colour
            self.founded[place] = Ways(self.rules, board, [*self.ways.towns, place])
            closes = self.rules.circuits_left(s) and circuit(self.rules, board, place)
            self.founded[place].circuit = bool(closes)
        ways = self.founded[place]
        ways.board[place] = FIRST_TOWN + colour
        fresh = [(place, good(c, place if c == colour else 0)) for c in goods]
        steam, had = s.steam[self.seat], s.delivered[self.seat]
        after = self.to_come(ways, self.stand, steam, s.load[self.seat], [*self.goods, *fresh], had)
        return self.score + after + ways.circuit + 0.3

    def _burn(self, coal: int) -> float:
        """Coal is burnt where the move it makes possible is better than anything without it."""
        s = self.s.copy()
        s.steam[self.seat] += coal
        burnt = Prospect(self.rules, s, self.seat)
        best = max((burnt._course(found.course) for found in courses(self.rules, s, self.seat)), default=-1.0)
        return best - COAL_WORTH * coal

    # What is to come ----------------------------------------------------------------------------------

    def to_come(
        self, ways: Ways, stand: int, steam: int, load: int, goods: list[Good], had: tuple[int, ...]
    ) -> float:
        """The best delivery that can be planned, and a little for every other."""
        gains = [_points(had, (*had, colour)) for colour in range(len(COLOURS))]
        found: list[float] = []
        if load != NO_GOOD:
            cost = ways.to_colour(stand, load)
            if cost < FAR:
                found.append(gains[colour_of(load)] * _fading(cost, steam))
        else:
            for place, lying in goods:
                there = ways.between(stand, place)
                if there < FAR:
                    onward = ways.to_colour(4 * place, lying)
                    if onward < FAR:
                        found.append(gains[colour_of(lying)] * _fading(there + onward, steam))
        if not found:
            return STEAM_WORTH * steam
        found.sort(reverse=True)
        return found[0] + OTHER_PLANS * sum(found[1:]) + STEAM_WORTH * steam


class Ways:
    """How much steam it takes from anywhere to every town, trains apart."""

    def __init__(self, rules: Rules, board: bytearray, towns: list[int]) -> None:
        self.rules, self.board, self.towns = rules, board, towns
        self.costs: dict[int, dict[int, int]] = {}
        self.circuit = False

    def between(self, stand: int, town: int) -> int:
        """The steam from where a train stands to a town; FAR if no way leads there."""
        if stand >> 2 == town:
            return 0
        if town not in self.costs:
            self.costs[town] = self._from(town)
        away = self.costs[town].get(stand, FAR)
        # The way back enters the town instead of the tile on which the train stands.
        return away if away == FAR else away - self.rules.tiles.cost[self.board[stand >> 2]] + 1

    def to_colour(self, stand: int, load: int) -> int:
        """The steam to the nearest town that takes a good."""
        code, home = FIRST_TOWN + colour_of(load), home_of(load)
        fitting = [town for town in self.towns if self.board[town] == code and town != home]
        return min((self.between(stand, town) for town in fitting), default=FAR)

    def _from(self, town: int) -> dict[int, int]:
        """The least steam from a town to every part of every tile."""
        board, tiles = self.board, self.rules.tiles
        exits, part, cost = tiles.exits, tiles.part, tiles.cost
        out: dict[int, int] = {}
        seen: set[int] = set()
        waiting: dict[int, list[int]] = {0: [4 * town + onward for onward in ONWARD]}
        spent = 0
        while waiting:
            ports = waiting.pop(spent, None)
            if ports is None:
                spent += 1
                continue
            for port in ports:
                place = port >> 2
                code = board[place]
                if not code or port in seen:
                    continue
                seen.add(port)
                side = port & 3
                total = spent + cost[code]
                stand = 4 * place + part[code][side]
                arrived = stand not in out
                if arrived or out[stand] > total:
                    out[stand] = total
                ways = range(SIDES) if code <= 4 else exits[code][side]
                if code <= 4 and not arrived:
                    continue
                for leaving in ways:
                    waiting.setdefault(total, []).append(4 * place + ONWARD[leaving])
        return out


def _points(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """What deliveries add to a score."""
    colours = COLOUR_POINTS[len(set(after))] - COLOUR_POINTS[len(set(before))]
    return GOOD_POINTS * (len(after) - len(before)) + colours


def _fading(cost: int, steam: int) -> float:
    """How much is left of a point that so much steam away."""
    turns = max(1.0, cost / STEAM_A_MOVE) + max(0.0, cost - steam) / STEAM_A_TURN
    return float(FADES**turns)
