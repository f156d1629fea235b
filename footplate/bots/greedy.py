"""A bot that looks one move ahead: every choice is played forward to the end of the game, roughly."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

from footplate.age_of_steam.actions import DONE, DROP, PASS, Bid, Build, Connect, Deliver, Improve, Issue
from footplate.age_of_steam.actions import Stock, Take, Urbanize
from footplate.age_of_steam.board import IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.bots.forecast import Course, Forecast, best_points
from footplate.bots.network import FOREIGN_LINK, Network, network_of
from footplate.bots.surveyor import Package, Surveyor
from footplate.core.game import Action, Game

LATE = 1
"""Tiles by which a link may exceed what can be built this turn."""
FIRST_CHOICES = 3
"""Packages of tiles for which a second one is looked for."""
SECOND_CHOICES = 14
"""Packages that are tried as a second one."""
COURSES = 2
"""Ways of raising the engine kept in mind for each plan."""
SPAN = 0.5
"""How much of the longest delivery of today is counted on for deliveries over track to come."""
CITIES_TRIED = 5
"""New Cities looked at closely."""
CARE = 0.3
"""Points a share must bring more than it costs to be issued now and not later."""
BIDS_SEEN = 0.6
"""Which part of those before one in the order take what one would have taken."""
PLACE = 0.4
"""Points for building and moving one place earlier."""
FLAT = {"first-build": 1.5, "first-move": 1.0, "turn-order": 0.6, "production": 0.6}
"""Points for actions whose use cannot be played forward."""
SEEN = ("rail", "layout", "kind", "cubes", "display", "demand", "links")
"""What the worth of an action depends on, besides one's own money and engine."""
SHORTLIST = 8
"""Plans kept in mind whatever they cost."""
GENERIC_TRIED = 40
"""Options looked at where a map asks something unknown."""


class Plan(NamedTuple):
    """What could be built this turn, and what comes of it."""

    packages: tuple[Package, ...]
    cost: int
    sections: int
    network: Network
    late: bool
    courses: list[Course]

    @property
    def steps(self) -> list[Build | Connect]:
        """All its tiles in order."""
        return [step for package in self.packages for step in package.steps]


class Outlook:
    """A position as one seat sees it: its network, what it could build, and how the game would end."""

    def __init__(self, game: AgeOfSteam, s: SteamState, seat: int, surveyor: Surveyor) -> None:
        self.game, self.rules, self.s, self.seat, self.surveyor = game, game.rules, s, seat, surveyor
        self.forecast = Forecast(game, s, seat)
        self.network = network_of(game.board, s, seat, self.forecast.goods(), game.rules.engine_max)
        self.cash, self.shares = s.cash[seat], s.shares[seat]
        self.income, self.engine = s.income[seat], s.engine[seat]

    def courses(
        self, now: Network, later: Network, engine: int, raises: Iterable[int] | None = None
    ) -> list[Course]:
        """What the turns would bring over these networks."""
        span = max((table[-1] for table in later.tables.values()), default=0.0)
        return self.forecast.courses(now.tables, later.tables, SPAN * span, engine, raises)

    def best(self, courses: list[Course], cash: float) -> list[Course]:
        """The courses worth thinking of with about so much cash."""
        income, shares, points = self.income, self.shares, self.forecast.points
        return sorted(courses, key=lambda course: -points(course, cash, shares, income))[:COURSES]

    def idle(self) -> Plan:
        """Building nothing."""
        courses = self.courses(self.network, self.network, self.engine)
        return Plan((), 0, 0, self.network, False, self.best(courses, self.cash))

    def points(self, plan: Plan, cash: float | None = None, shares: float | None = None) -> float:
        """The final score after a plan."""
        have = self.cash if cash is None else cash
        held = self.shares if shares is None else shares
        return plan.sections + best_points(self.forecast, plan.courses, have - plan.cost, held, self.income)

    def plans(self, tiles: int, purse: int) -> list[Plan]:
        """What could be built with so many tiles and so much money, the best first, building nothing too."""
        idle = self.idle()
        if not tiles:
            return [idle]
        packages = self.surveyor.packages(self.s, self.seat, tiles, tiles + LATE)
        ranked = [
            (self.points(plan, purse), plan)
            for plan in (self._with(idle, package, tiles, purse) for package in packages if package.cost <= purse)
        ]
        ranked.sort(key=_points)
        singles = [plan for _, plan in ranked]
        for value, plan in ranked[:FIRST_CHOICES]:
            while not plan.late:
                after = self._followed(plan, singles, tiles, purse)
                if after is None or after[0] <= value:
                    break
                ranked.append(after)
                value, plan = after
        ranked.append((self.points(idle, purse), idle))
        return [plan for _, plan in sorted(ranked, key=_points)]

    def _followed(
        self, first: Plan, singles: list[Plan], tiles: int, purse: int
    ) -> tuple[float, Plan] | None:
        """A plan with the best further package, and its points."""
        left, money = tiles - len(first.steps), purse - first.cost
        if left <= 0:
            return None
        used = {hex for package in first.packages for hex in package.hexes}
        touched = {end for package in first.packages for link in package.links for end in link}
        tried: list[Plan] = []
        for number, single in enumerate(singles):
            package = single.packages[0]
            if package.cost > money or len(package.steps) > left + LATE or used & package.hexes:
                continue
            near = any(end in touched for link in package.links for end in link)
            if number < SECOND_CHOICES or (near and number < 4 * SECOND_CHOICES):
                tried.append(self._with(first, package, tiles, purse))
        return max(((self.points(plan, purse), plan) for plan in tried), key=lambda pair: pair[0], default=None)

    def _with(self, plan: Plan, package: Package, tiles: int, purse: int) -> Plan:
        """A plan with one more package."""
        network = plan.network.extended(package.links)
        late = len(plan.steps) + len(package.steps) > tiles
        cost, sections = plan.cost + package.cost, plan.sections + package.sections
        courses = plan.courses
        if network.changed:
            raises = plan.courses[0].raises if plan.network.own else -1
            near = range(raises - 1, raises + 2) if raises >= 0 else None
            courses = self.courses(plan.network if late else network, network, self.engine, near)
            courses = self.best(courses, purse - cost)
        return Plan((*plan.packages, package), cost, sections, network, late, courses)

    def with_engine(self, plan: Plan, engine: int) -> Plan:
        """The same plan with another engine."""
        now = self.network if plan.late else plan.network
        courses = self.courses(now, plan.network, engine)
        return plan._replace(courses=self.best(courses, self.cash - plan.cost))


class GreedyBot:
    """Plans whole links for the deliveries they make possible, and keeps its money together."""

    def __init__(self) -> None:
        self._surveyors: dict[int, Surveyor] = {}
        self._seen: tuple[Any, ...] = ()
        self._found: Any = None

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        options = game.options(state)
        if not isinstance(game, AgeOfSteam):
            return rng.choice(options)
        if len(options) == 1:
            return options[0]
        match state.agenda[0].kind:
            case "issue":
                choice = self._issue(game, state, seat, options)
            case "bid":
                choice = self._bid(game, state, seat, options)
            case "take":
                choice = self._take(game, state, seat, options)
            case "build":
                choice = self._build(game, state, seat, options)
            case "move":
                choice = self._move(game, state, seat, options)
            case "produce":
                choice = options[0]
            case "stock":
                choice = self._stock(game, state, seat, options)
            case _:
                choice = self._any(game, state, seat, options, rng)
        return choice

    def _outlook(self, game: AgeOfSteam, s: SteamState, seat: int) -> Outlook:
        key = id(game.rules)
        if key not in self._surveyors:
            self._surveyors[key] = Surveyor(game.rules)
        return Outlook(game, s, seat, self._surveyors[key])

    # Shares -------------------------------------------------------------------------------------------

    def _issue(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """As many as end best, what will be built and bid taken into account."""
        rules, look = game.rules, self._outlook(game, s, seat)
        issues = [a for a in options if isinstance(a, Issue)]
        tiles: int = rules.numbers["builds"]
        price = rules.share_price
        plans = _shortlist(look.plans(tiles, s.cash[seat] + 6 * price))

        def points(a: Issue) -> float:
            cash = s.cash[seat] + price * a.shares
            return -CARE * a.shares + max(
                look.points(plan, cash - 2, s.shares[seat] + a.shares)
                for plan in plans
                if plan.cost <= max(0, cash - 2)
            )

        return max(issues, key=points)

    # Order --------------------------------------------------------------------------------------------

    def _bid(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """One more than the highest while being first is worth it."""
        least = Bid(highest(s) + 1)
        if least not in options:
            return PASS if PASS in options else DROP
        rules = game.rules
        look, plans, worths = self._choices(game, s, seat)
        worth = sorted(worths, reverse=True)

        def at_place(place: int, pays: int) -> float:
            at = BIDS_SEEN * (place - 1)
            low, part = int(at), at - int(at)
            value = worth[low] * (1 - part) + worth[min(low + 1, len(worth) - 1)] * part
            left = s.cash[seat] - pays
            best = max(look.points(plan, left) for plan in plans if plan.cost <= left or not plan.packages)
            return value + best - PLACE * (place - 1)

        place = len(s.bidders)
        stay = at_place(1, least.amount)
        # What has been bid already is left out of account: else two bidders would ruin each other.
        if stay > at_place(place, 0):
            return least
        return PASS if PASS in options else DROP

    def _choices(self, game: AgeOfSteam, s: SteamState, seat: int) -> tuple[Outlook, list[Plan], list[float]]:
        """The position, the best plans in it, and what each action is worth: worked out once an auction."""
        own = s.turn, s.cash[seat], s.income[seat], s.shares[seat], s.engine[seat]
        key = (id(game.rules), seat, own, *(bytes(getattr(s, name)) for name in SEEN))
        if key != self._seen:
            look = self._outlook(game, s, seat)
            plans = _shortlist(look.plans(game.rules.numbers["builds"], s.cash[seat]))
            worths = [self._worth_of_action(look, plans, n) for n in range(len(game.board.actions))]
            self._seen, self._found = key, (look, plans, worths)
        return self._found

    def _worth_of_action(self, look: Outlook, plans: list[Plan], number: int) -> float:
        """Points that an action adds, as far as the rules let it be played forward."""
        rules, s, seat = look.rules, look.s, look.seat
        name = rules.board.actions[number]
        trial = s.copy()
        trial.action[seat] = number
        rules.do_take(trial, seat, name)
        base = look.points(plans[0])
        value = FLAT.get(name, 0.0)
        if trial.engine[seat] != s.engine[seat]:
            best = max(look.points(look.with_engine(plan, trial.engine[seat])) for plan in plans[:4])
            value += best - base
        tiles = rules.builds_allowed(trial, seat)
        if tiles != rules.numbers["builds"]:
            value += max(0.0, look.points(look.plans(tiles, look.cash)[0]) - base)
        if rules.new_cities_allowed(trial, seat) and (cities := self._cities(look, plans, tiles)):
            value += max(0.0, cities[0][0] - base)
        return value

    # Actions ------------------------------------------------------------------------------------------

    def _take(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """The action that adds most points."""
        _, _, worths = self._choices(game, s, seat)
        return max((a for a in options if isinstance(a, Take)), key=lambda a: worths[a.action])

    # Building -----------------------------------------------------------------------------------------

    def _build(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """The first tile of the plan that ends best; the New City first where it adds anything."""
        look, due = self._outlook(game, s, seat), s.agenda[0]
        plans = look.plans(due.a, s.cash[seat])
        if any(isinstance(a, Urbanize) for a in options):
            cities = self._cities(look, plans, due.a)
            if cities and cities[0][0] > look.points(plans[0]):
                return cities[0][1]
        for plan in plans:
            if not plan.packages:
                break
            if _buildable(game, s, plan, due.a):
                return plan.steps[0]
        return DONE

    def _cities(self, look: Outlook, plans: list[Plan], tiles: int) -> list[tuple[float, Urbanize]]:
        """The New Cities that promise most, with the points they would lead to, the best first."""
        out = []
        for a in _promising(look, plans)[:CITIES_TRIED]:
            trial = look.s.copy()
            look.rules.do_urbanize(trial, look.seat, a)
            after = Outlook(look.game, trial, look.seat, look.surveyor)
            out.append((after.points(after.plans(tiles, look.cash)[0]), a))
        return sorted(out, key=lambda pair: -pair[0])

    # Goods --------------------------------------------------------------------------------------------

    def _move(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """The delivery, or the engine, that ends best."""
        look = self._outlook(game, s, seat)
        best: dict[tuple[int, int, int], tuple[float, Action]] = {}
        for a in options:
            if isinstance(a, Deliver):
                gains = dict(game.rules.income_of(s, seat, a, links_of(game.rules, s, a) or []))
                own = gains.pop(seat, 0)
                value = own + FOREIGN_LINK * sum(gains.values())
                key = a.hex, a.colour, own
                if own and (key not in best or value > best[key][0]):
                    best[key] = value, a
        likely = sorted(best.values(), key=lambda pair: -pair[0])[:10]
        tried: list[tuple[float, Action]] = [(0.0, a) for a in options if not isinstance(a, Deliver)]
        tried += likely
        return max(tried, key=lambda pair: self._after_move(look, pair[1], pair[0]))[1]

    def _after_move(self, look: Outlook, a: Action, value: float) -> float:
        """The final score after a move, less what it gives to others."""
        trial = look.s.copy()
        look.game.decision(trial).apply(look.rules, trial, trial.agenda[0], a)
        forecast = Forecast(look.game, trial, look.seat, look.forecast)
        seat, network = look.seat, look.network
        span = max((table[-1] for table in network.tables.values()), default=0.0)
        courses = forecast.courses(network.tables, network.tables, SPAN * span, trial.engine[seat])
        points = best_points(forecast, courses, trial.cash[seat], trial.shares[seat], trial.income[seat])
        gained = trial.income[seat] - look.s.income[seat]
        return points - forecast.money.per_income * (gained - value if isinstance(a, Deliver) else 0.0)

    def _stock(self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action]) -> Action:
        """The box from which a cube will bring most, and soonest."""
        look = self._outlook(game, s, seat)
        board = game.board

        def promise(a: Stock) -> float:
            column = board.columns[board.box_place[a.box][0]]
            hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
            if hex < 0:
                return 0.0
            ahead = sum(1 for box in range(column.first, a.box) if s.display[box])
            return _brings(look.network, hex, a.colour, s.engine[seat] + 1) / (1 + ahead)

        return max((a for a in options if isinstance(a, Stock)), key=promise)

    # Anything else ------------------------------------------------------------------------------------

    def _any(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> Action:
        """The option after which the position looks best."""
        tried = options if len(options) <= GENERIC_TRIED else rng.sample(options, GENERIC_TRIED)

        def points(a: Action) -> float:
            trial = s.copy()
            game.decision(trial).apply(game.rules, trial, trial.agenda[0], a)
            look = self._outlook(game, trial, seat)
            return look.points(look.idle()) + look.forecast.money.track

        return max(tried, key=points)


def _points(pair: tuple[float, Plan]) -> float:
    """The order of plans with their points, the best first."""
    return -pair[0]


def _shortlist(plans: list[Plan]) -> list[Plan]:
    """The best plans, and for less money the best of those that cost less."""
    out: list[Plan] = []
    cheapest = 999
    for number, plan in enumerate(plans):
        if number < SHORTLIST or plan.cost < cheapest:
            out.append(plan)
            cheapest = min(cheapest, plan.cost)
    return out


def _buildable(game: AgeOfSteam, s: SteamState, plan: Plan, tiles: int) -> bool:
    """Whether the tiles of a plan can be laid one after the other now."""
    trial = s.copy()
    for step in plan.steps[:tiles]:
        if game.why_not(trial, step) is not None:
            return False
        game.decision(trial).apply(game.rules, trial, trial.agenda[0], step)
    return True


def _brings(network: Network, place: int, colour: int, engine: int) -> float:
    """The most that a cube of this colour would bring from a place."""
    return max(
        (
            worth
            for end, _, length, worth, between in network.spokes(place)[1:]
            if length <= engine and network.demand[end] >> colour & 1 and not between >> colour & 1
        ),
        default=0.0,
    )


def _promising(look: Outlook, plans: Iterable[Plan]) -> list[Urbanize]:
    """New Cities in the order of the cubes they would draw and send over one's links, built and planned."""
    s, board = look.s, look.rules.board
    links = [link for plan in list(plans)[:10] for package in plan.packages for link in package.links]
    dream = look.network.extended(links)
    engine = look.engine + 1
    out: list[tuple[float, Urbanize]] = []
    for town, choices in board.urbanizations.items():
        if s.kind[town] != IN_TOWN:
            continue
        drawn = [0.0] * STRIDE
        for colour in range(STRIDE):
            values: list[float] = []
            for end, _, length, worth, between in dream.spokes(town)[1:]:
                count = s.cubes[STRIDE * end + colour]
                if count and worth > 0 and length <= engine and not between >> colour & 1:
                    values += [worth] * count
            drawn[colour] = sum(sorted(values)[-5:])
        for a in choices:
            if s.new_cities[a.city] < 0:
                out.append((drawn[board.new_cities[a.city].colour] + _sends(look, dream, a), a))
    out.sort(key=lambda pair: -pair[0])
    return [a for value, a in out if value > 0]


def _sends(look: Outlook, dream: Network, a: Urbanize) -> float:
    """What the cubes of a New City's column would bring."""
    total = 0.0
    for column in look.rules.board.columns:
        if column.city == a.city:
            for box in range(column.first, column.first + column.boxes):
                if colour := look.s.display[box]:
                    total += 0.5 * _brings(dream, a.hex, colour - 1, look.engine + 1)
    return total


__all__ = ["GreedyBot", "Rules"]
