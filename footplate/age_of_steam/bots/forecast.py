"""How a seat's game will end: deliveries, engine, money and shares played forward to the last turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import Any, final

from footplate.age_of_steam.board import seat_of
from footplate.age_of_steam.bots.network import Tables
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.income import CollectIncome
from footplate.age_of_steam.phases.move_goods import MoveGoods
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState

BUDGET = 9.0
"""What a seat will want to spend on track and bids in each turn to come."""
LAST_BUDGET = 3.0
"""The same for the last turn."""
CASH_BUDGET = 4.0
"""The same in any turn where cash counts in the end."""
GROWTH = 1.0
"""Links by which deliveries grow longer every turn at first, because of track yet to be built."""
TURNS_DOUBTED = 4
"""Turns after which one's own game says as much about that growth as games in general."""
HOPE = 0.45
"""How far such deliveries to come are believed in."""
CASH_HOPE = 0.3
"""The same where cash counts in the end, and less is spent on track."""
OPENED = 0.4
"""The part of all cubes for which New Cities open every turn."""
SURE = 0.6
"""The part of this turn's expected income that can be relied on for expenses."""
RISK = 25.0
"""Points lost when expenses may not be covered at all."""
DOUBT = 10.0
"""Points lost when they are not covered unless something is delivered, for every two others about."""
SHARES_WANTED = 12.0
"""Shares up to which more are issued to build, and not only to pay expenses."""
UNSPENT = 0.5
"""Points lost for each dollar that will be missing for track to come."""
HURRY = 0.4
"""How many more for every turn that a game has less than `FEW_TURNS`: what is built late hardly pays."""
FEW_TURNS = 7
SHORT = 2.0
"""Points lost for each dollar of expenses that cannot be met in turns to come."""
BROKE = -300.0
"""What an elimination counts: worse than anything that can be survived."""
INCOMES = 150
"""Incomes whose reduction is learned from the rules."""
BLUR = 3
"""The income reduction of turns to come is the mean of that of incomes so much higher and lower."""
KEPT = (0.95, 0.8, 0.7)
"""How likely a cube is still there a turn later, by the number of others whose links begin at its place."""
POOL_MOST = 24
"""Kinds of cubes that are thought of, those that may bring most."""
COMING = 0.85
"""How far a cube on the display is believed in."""


POINTS = (3.0, -3.0, 0.0)
"""What an income, a share and a dollar count in the base game."""
PRESENT = re.compile(rb"[^\0]", re.DOTALL)
"""Numbers of cubes that are not nought."""
NOTHING = (0.0,)
Reductions = tuple[list[int], list[float]]


@final
class Cube:
    """Cubes of one colour at one place. No named tuple: the compiler would look its fields up by name."""

    def __init__(self, key: int, cubes: int, arrives: int, kept: float, believed: float) -> None:
        self.key, self.cubes = key, cubes
        self.arrives = arrives
        """In how many turns."""
        self.kept, self.believed = kept, believed


Stock = tuple[Cube, tuple[float, ...] | None, tuple[float, ...] | None]
"""Cubes with what they bring for each engine over the network of this turn and that of later turns."""


@final
class Course:
    """One way the turns can go: how often the engine is raised; for each turn the income and the engine."""

    def __init__(self, raises: int, gains: list[float], engines: list[int], raised_in: list[bool]) -> None:
        self.raises, self.gains, self.engines = raises, gains, engines
        self.raised_in = raised_in
        """In which turns the engine is raised."""


class Money:
    """What a share, an engine level and an income cost and count, asked of the rules."""

    def __init__(self, rules: Rules[Any], s: SteamState, seat: int) -> None:
        trial = s.copy()
        self.upkeep: dict[int, int] = {}
        """What each engine costs every turn, with all else but shares."""
        for engine in rules.engine_track:
            trial.engine[seat] = engine
            self.upkeep[engine] = rules.expenses(trial, seat) - trial.shares[seat]
        trial.engine[seat] = rules.engine_track[0]
        rules.do_raise(trial, seat)
        self.raising = s.cash[seat] - trial.cash[seat]
        """What raising the engine costs at once."""
        trial = s.copy()
        self.reductions, self.blurred = _reductions(rules, trial, seat)
        parts = rules.aims().parts(trial, seat)
        self.per_section = 1.0 if "track" in parts else 0.0
        self.per_income: float
        self.per_share: float
        self.per_cash: float
        if type(rules).score_parts is Rules.score_parts and type(rules).aims is Rules.aims:
            self.per_income, self.per_share, self.per_cash = POINTS
        else:
            self.per_income, self.per_share, self.per_cash = rules.aims().money(s, seat)
        counted = self.per_income * s.income[seat] + self.per_share * s.shares[seat]
        self.track: float = sum(parts.values()) - counted - self.per_cash * s.cash[seat]
        """The points for all but income, shares and cash as the board stands."""


def _reductions(rules: Rules[Any], trial: SteamState, seat: int) -> Reductions:
    """What each income is reduced by; asked once for all where the base game answers."""
    if type(rules).reduction is Rules.reduction:
        return _usual_reductions(tuple((least, less) for least, less in rules.numbers["reduction"]))
    out = []
    for income in range(INCOMES):
        trial.income[seat] = income
        out.append(rules.reduction(trial, seat))
    return out, _blurred(out)


@lru_cache(maxsize=64)
def _usual_reductions(steps: tuple[tuple[int, int], ...]) -> Reductions:
    out = [next((less for least, less in steps if income >= least), 0) for income in range(INCOMES)]
    return out, _blurred(out)


def _blurred(reductions: list[int]) -> list[float]:
    near = [reductions[max(0, n - BLUR) : n + BLUR + 1] for n in range(INCOMES)]
    return [sum(some) / len(some) for some in near]


class Forecast:
    """One seat's prospects in a position; every method answers in points at the end of the game."""

    def __init__(
        self, game: AgeOfSteam, s: SteamState, seat: int, like: Forecast | None = None, fresh: bool = False
    ) -> None:
        """With `fresh` a turn begins: its shares can still be issued, and its track be built."""
        rules = game.rules
        self.ahead = 1 if fresh else 0
        self.grown = self.ahead
        """The turns by which track to come has grown already when the first of them is over."""
        self.game, self.rules, self.s, self.seat = game, rules, s, seat
        self.turns = max(1, rules.turns(s.seats) - s.turn + 1)
        self.paid = has_begun(game, s, CollectIncome)
        self.slots = self._slots()
        self.cubes = self._cubes()
        self.money: Money = Money(rules, s, seat) if like is None else like.money
        self.growth: float = GROWTH if like is None else like.growth
        self.unspent = UNSPENT + HURRY * max(0, FEW_TURNS - rules.turns(s.seats))
        self.hope = CASH_HOPE if self.money.per_cash > 0 else HOPE
        self.wanted = self._wanted()
        self.budgets = self._budgets()
        self.doubt = DOUBT * max(1.0, (len(s.order) - 1) / 2)

    def _wanted(self) -> float:
        """The part of all cubes that some city accepts."""
        accepted = 0
        for colours in bytes(self.s.demand):
            accepted |= colours
        everything = sum(cube.cubes for cube in self.cubes)
        takes = sum(cube.cubes for cube in self.cubes if accepted >> cube.key % STRIDE & 1)
        return takes / everything if everything else 0.0

    def _budgets(self) -> list[float]:
        """What will be spent on track and bids in each turn, this one first."""
        if self.money.per_cash > 0:
            return [CASH_BUDGET] * (self.turns - 1) + [0.0]
        return [BUDGET] * (self.turns - 1) + [LAST_BUDGET]

    def learn(self, longest: float) -> None:
        """Let the longest delivery of today say how fast deliveries grow."""
        passed = self.s.turn - 1
        self.growth = (TURNS_DOUBTED * GROWTH + longest) / (TURNS_DOUBTED + passed)

    def _slots(self) -> int:
        """Moves this seat still has in this turn."""
        due = sum(due.kind == "move" and due.seat == self.seat for due in self.s.agenda)
        rounds: int = self.rules.moves(self.s, self.seat)
        return due if has_begun(self.game, self.s, MoveGoods) else rounds

    def _cubes(self) -> list[Cube]:
        board, s = self.rules.board, self.s
        table = self.rules.links(s)
        kept: dict[int, float] = {}
        for hex, links in table.items():
            others = len({seat_of(link.owner) for link in links} - {-1, self.seat})
            kept[hex] = KEPT[min(others, len(KEPT) - 1)]
        out = [
            Cube(key := found.start(), s.cubes[key], 0, kept.get(key // STRIDE, KEPT[0]), 1.0)
            for found in PRESENT.finditer(s.cubes)
        ]
        rate = self.rules.dice(s) / 6
        for column in board.columns:
            hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
            if hex < 0 or not rate:
                continue
            boxes = s.display[column.first : column.first + column.boxes]
            for row, colour in enumerate(filter(None, boxes)):
                arrives = max(1, ceil((row + 0.7) / rate))
                if arrives < self.turns:
                    key = STRIDE * hex + colour - 1
                    out.append(Cube(key, 1, arrives, kept.get(hex, KEPT[0]), COMING))
        return out

    def goods(self) -> dict[int, int]:
        """The colours at each place, now or later, as bits."""
        out: dict[int, int] = {}
        for cube in self.cubes:
            place, colour = divmod(cube.key, STRIDE)
            out[place] = out.get(place, 0) | 1 << colour
        return out

    # Deliveries ---------------------------------------------------------------------------------------

    def courses(
        self, now: Tables, later: Tables, links: float, engine: int, raises: Iterable[int] | None = None
    ) -> list[Course]:
        """For each number of times the engine may be raised, what the turns to come will bring."""
        raised = bool(self.s.raised[self.seat]) and has_begun(self.game, self.s, MoveGoods)
        engine = min(engine, self.rules.engine_max)
        track = self.rules.engine_track
        most = min(len(track) - 1 - track.index(engine), self.turns)
        pool = [
            (cube, now.get(cube.key), later.get(cube.key))
            for cube in self.cubes
            if cube.key in later or cube.key in now
        ]
        if len(pool) > POOL_MOST:
            pool = sorted(pool, key=_last)[-POOL_MOST:]
        numbers = range(most + 1) if raises is None else [n for n in raises if 0 <= n <= most]
        return [self._course(pool, links, engine, number, raised) for number in numbers]

    def _course(self, pool: list[Stock], links: float, engine: int, raises: int, raised: bool) -> Course:
        """The turns to come if the engine is raised so many times as soon as can be."""
        left = [cube.cubes for cube, _, _ in pool]
        chance = [cube.believed for cube, _, _ in pool]
        gains: list[float] = []
        engines: list[int] = []
        raised_in: list[bool] = []
        ahead = raises
        rounds: int = self.rules.moves(self.s, self.seat)
        for turn in range(self.turns):
            slots = rounds if turn else self.slots
            raised_in.append(bool(ahead and slots and (turn or not raised)))
            if raised_in[-1]:
                engine, ahead, slots = self.rules.raised(engine), ahead - 1, slots - 1
            hope, far = self._hoped(turn + self.grown, links, engine) if turn + self.grown else (0.0, 0.0)
            total = 0.0
            for _ in range(slots):
                best, at = 0.0, -1
                for number, (cube, now, later) in enumerate(pool):
                    table = later if turn else now
                    if left[number] and cube.arrives <= turn and table is not None:
                        value = table[engine] * chance[number]
                        if value > best:
                            best, at = value, number
                total += best + hope * (far - best) if far > best else best
                if at >= 0:
                    left[at] -= 1
            gains.append(total)
            engines.append(engine)
            for number, (cube, _, _) in enumerate(pool):
                if cube.arrives <= turn:
                    chance[number] *= cube.kept
        return Course(raises, gains, engines, raised_in)

    def _hoped(self, turn: int, links: float, engine: int) -> tuple[float, float]:
        """How far deliveries over track to come are believed in so many turns from now, and their links."""
        return self.hope * min(1.0, self.wanted + OPENED * turn), min(engine, links + self.growth * turn)

    # Money --------------------------------------------------------------------------------------------

    def best(
        self, courses: list[Course], cash: float, shares: float, income: float, built: float = 0.0
    ) -> float:
        """The points of the best of several courses."""
        return max([self.points(course, cash, shares, income, built) for course in courses])

    def points(self, course: Course, cash: float, shares: float, income: float, built: float = 0.0) -> float:
        """The final score if the turns go this way, track apart; cash is what is left after building.

        What was built for is no longer wanted for track of this turn.
        """
        money, lost, turns = self.money, 0.0, self.turns
        price, most, wanted = self.rules.share_price, self.rules.shares_max, SHARES_WANTED
        budgets, unspent = self.budgets, self.unspent
        for turn in range(1 if self.paid else 0, turns):
            gain, upkeep = course.gains[turn], money.upkeep[course.engines[turn]]
            if course.raised_in[turn]:
                upkeep += money.raising
            if turn + self.ahead:
                budget = budgets[turn] if turn else max(0.0, budgets[turn] - built)
                due = upkeep + shares - income - SURE * gain
                due = due if due > 0 else 0.0
                # Shares are issued in parts: to build up to what is wanted, to pay up to all there are.
                for extra, limit in ((budget, wanted), (0.0, most)):
                    if cash < due + extra and shares < limit:
                        # A share is an expense of this turn already.
                        issued = min((due + extra - cash) / (price - 1), limit - shares)
                        cash, shares, due = cash + issued * price, shares + issued, due + issued
                spent = min(budget, cash - due) if cash > due else 0.0
                cash -= spent
                lost += unspent * (budget - spent)
            elif cash + 2 * (income + SURE * gain) < upkeep + shares:
                lost += RISK
            elif cash + 2 * income < upkeep + shares:
                lost += self.doubt
            income += gain
            cash += income - upkeep - shares
            if cash < 0:
                income, cash = income + cash, 0.0
                if income < 0:
                    if not turn:
                        return BROKE + income * money.per_income
                    lost -= SHORT * income
                    income = 0.0
            income -= (money.blurred if turn else money.reductions)[min(int(income + 0.5), INCOMES - 1)]
        return income * money.per_income + shares * money.per_share + cash * money.per_cash - lost


def _last(stock: Stock) -> float:
    """What cubes bring in the end."""
    return (stock[2] or stock[1] or NOTHING)[-1]


def has_begun(game: AgeOfSteam, s: SteamState, kind: type) -> bool:
    """Whether a phase of the turn has begun."""
    for number, phase in enumerate(game.phases):
        if isinstance(phase, kind):
            return s.phase >= number
    return False
