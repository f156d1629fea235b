"""A position as one seat sees it: what could be built in it, and how the game would end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from footplate.age_of_steam.actions import Build, Connect
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.bots.forecast import Course, Forecast
from footplate.age_of_steam.bots.network import Network, network_of
from footplate.age_of_steam.bots.surveyor import Package, Surveyor
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Action

TILES_MOST = 6
"""Tiles of a plan where a map sets no limit."""
LATE = 1
"""Tiles by which a link may exceed what can be built this turn."""
FIRST_CHOICES = 3
"""Packages of tiles for which a second one is looked for."""
SECOND_CHOICES = 14
"""Packages that are tried as a second one."""
COURSES = 2
"""Ways of raising the engine kept in mind for each plan."""
SHORTLIST = 8
"""Plans kept in mind whatever they cost."""


class Plan(NamedTuple):
    """What could be built this turn, and what comes of it."""

    packages: tuple[Package, ...]
    cost: int
    sections: int
    network: Network
    late: bool
    courses: list[Course]
    besides: float = 0.0
    """Points for what its links bring besides deliveries, where the map names any."""

    @property
    def steps(self) -> list[Build | Connect]:
        """All its tiles in order."""
        return [step for package in self.packages for step in package.steps]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The same, as they are played."""
        return tuple(self.steps)


class Outlook:
    """A position as one seat sees it: its network, what it could build, and how the game would end."""

    def __init__(
        self,
        game: AgeOfSteam,
        s: SteamState,
        seat: int,
        surveyor: Surveyor,
        fresh: bool = False,
        like: Outlook | None = None,
    ) -> None:
        """What is `like` another differs from it by cubes alone, so that links and money are the same."""
        self.game, self.rules, self.s, self.seat, self.surveyor = game, game.rules, s, seat, surveyor
        self.aims: Aims | None = None if type(game.rules).aims is Rules.aims else game.rules.aims()
        """What counts besides, where the map says so."""
        self.forecast: Forecast = Forecast(game, s, seat, None if like is None else like.forecast, fresh)
        goods = self.forecast.goods()
        self.network: Network = (
            network_of(game.rules, s, seat, goods) if like is None else like.network.holding(goods)
        )
        self.forecast.learn(self.network.longest())
        self.cash, self.shares = s.cash[seat], s.shares[seat]
        self.income, self.engine = s.income[seat], s.engine[seat]

    def usual_tiles(self) -> int:
        """How many tiles may be built without an action."""
        trial = self.s.copy()
        trial.held = [()] * trial.seats
        return self.rules.builds_allowed(trial, self.seat)

    def courses(
        self, now: Network, later: Network, engine: int, raises: Iterable[int] | None = None
    ) -> list[Course]:
        """What the turns would bring over these networks."""
        return self.forecast.courses(
            now.tables, later.tables, later.span(self.forecast.wanted), engine, raises
        )

    def best(self, courses: list[Course], cash: float) -> list[Course]:
        """The courses worth thinking of with about so much cash."""
        income, shares, points = self.income, self.shares, self.forecast.points
        return sorted(courses, key=lambda course: -points(course, cash, shares, income))[:COURSES]

    def idle(self) -> Plan:
        """Building nothing."""
        courses = self.courses(self.network, self.network.lasting(), self.engine)
        return Plan((), 0, 0, self.network, False, self.best(courses, self.cash))

    def points(self, plan: Plan, cash: float | None = None, shares: float | None = None) -> float:
        """The final score after a plan."""
        have = self.cash if cash is None else cash
        held = self.shares if shares is None else shares
        best = self.forecast.best(plan.courses, have - plan.cost, held, self.income, plan.cost)
        money = self.forecast.money
        return money.track + money.per_section * plan.sections + plan.besides + best

    def plans(self, tiles: int, purse: int, followed: int = FIRST_CHOICES) -> list[Plan]:
        """What could be built with so many tiles and so much money, the best first, building nothing too.

        For so many of the first packages others are looked for that go with them.
        """
        idle = self.idle()
        tiles = min(tiles, TILES_MOST)
        if not tiles:
            return [idle]
        # What is not finished in the last turn never counts.
        last = self.forecast.turns == 1
        late = 0 if last or not self.surveyor.may_leave_open(self.s, self.seat) else LATE
        packages = self.surveyor.packages(self.s, self.seat, tiles, tiles + late, purse)
        singly = [self._with(idle, package, tiles, purse) for package in packages]
        ranked = [(self.points(plan, purse), plan) for plan in singly]
        ranked.sort(key=_points)
        singles = [plan for _, plan in ranked]
        ranked = [pair for pair in ranked if pair[1].packages[0].begins]
        for value, plan in ranked[:followed]:
            while not plan.late:
                after = self._followed(plan, singles, tiles, late, purse)
                if after is None or after[0] <= value:
                    break
                ranked.append(after)
                value, plan = after
        ranked.append((self.points(idle, purse), idle))
        return [plan for _, plan in sorted(ranked, key=_points)]

    def _followed(
        self, first: Plan, singles: list[Plan], tiles: int, late: int, purse: int
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
            if package.cost > money or len(package.steps) > left + late or used & package.hexes:
                continue
            near = any(end in touched for link in package.links for end in link)
            soon = number < SECOND_CHOICES and package.begins
            if soon or (near and number < 4 * SECOND_CHOICES):
                tried.append(self._with(first, package, tiles, purse))
        return min(((self.points(plan, purse), plan) for plan in tried), key=_points, default=None)

    def _with(self, plan: Plan, package: Package, tiles: int, purse: int) -> Plan:
        """A plan with one more package."""
        network = plan.network.extended(package.links, package.crossed)
        late = len(plan.steps) + len(package.steps) > tiles
        cost, sections = plan.cost + package.cost, plan.sections + package.sections
        courses = plan.courses
        if network.changed:
            raises = plan.courses[0].raises if plan.network.own else -1
            near = range(raises - 1, raises + 2) if raises >= 0 else None
            courses = self.courses(plan.network if late else network, network.lasting(), self.engine, near)
            courses = self.best(courses, purse - cost)
        packages = (*plan.packages, package)
        return Plan(packages, cost, sections, network, late, courses, self.besides(packages))

    def besides(self, packages: tuple[Package, ...]) -> float:
        """The points that the map gives for joining places by these links, and for what lies on their way."""
        if self.aims is None:
            return 0.0
        links = [link for package in packages for link in package.links]
        points = self.aims.joins(self.s, self.seat, links)
        if type(self.aims).finds is Aims.finds:
            return points
        return points + self.aims.finds(self.s, self.seat, {hex for one in packages for hex in one.hexes})

    def again(self, plan: Plan, tiles: int, purse: int) -> Plan:
        """A plan that was made for another position, in this one."""
        new = self.idle()
        for package in plan.packages:
            new = self._with(new, package, tiles, purse)
        return new

    def with_engine(self, plan: Plan, engine: int) -> Plan:
        """The same plan with another engine."""
        now = self.network if plan.late else plan.network
        courses = self.courses(now, plan.network.lasting(), engine)
        return plan._replace(courses=self.best(courses, self.cash - plan.cost))


def _points(pair: tuple[float, Plan]) -> float:
    """The order of plans with their points, the best first."""
    return -pair[0]


def shortlist(plans: list[Plan]) -> list[Plan]:
    """The best plans, and for less money the best of those that cost less."""
    out: list[Plan] = []
    cheapest = 999
    for number, plan in enumerate(plans):
        if number < SHORTLIST or plan.cost < cheapest:
            out.append(plan)
            cheapest = min(cheapest, plan.cost)
    return out
