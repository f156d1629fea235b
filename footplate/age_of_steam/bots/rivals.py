"""What the others will do next: the cubes they would move, and where they would build."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.bots.forecast import Cube
from footplate.age_of_steam.bots.network import network_of
from footplate.age_of_steam.bots.outlook import Outlook, Plan
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.state import SteamState

LEADER = 0.75
"""What a point of the strongest other counts against one of one's own, shared among all others."""
OTHER = 0.3
"""The same of anybody else."""
LIKELY = 0.75
"""How likely another moves the cube that brings it most, and neither raises its engine nor thinks further."""
NEXT_TURN = 0.5
"""What the others do in the next turn counts beside what they do in this one."""
PURSE = 10
"""The money with which others are thought to build later: they bid and issue before."""
TILES = 3
"""Tiles with which others are thought to build, where the map lets them have more."""
LOSS_MOST = 8.0
"""Points that a plan is counted better at most than the best that is left where it cannot be built."""


class Moved(NamedTuple):
    """What comes of the moves to come: the income of each seat, and the cubes gone before one's own next."""

    gains: list[float]
    gone: dict[int, int]

    def left(self, cubes: Iterable[Cube]) -> list[Cube]:
        """The cubes of a forecast, those in doubt that others would move first."""
        out = []
        for cube in cubes:
            gone = 0 if cube.arrives else min(self.gone.get(cube.key, 0), cube.cubes)
            if not gone:
                out.append(cube)
                continue
            out.append(Cube(cube.key, gone, cube.arrives, cube.kept, 1 - LIKELY))
            if cube.cubes > gone:
                out.append(Cube(cube.key, cube.cubes - gone, cube.arrives, cube.kept, cube.believed))
        return out


class Site(NamedTuple):
    """What a seat would build: the final score it leads to, and the hexes it needs."""

    points: float
    hexes: frozenset[int]
    plan: Plan


class Rivals:
    """The others at a table as one seat sees them: how strong they are and what they are about to do."""

    def __init__(self, look: Outlook, foreseen: bool = True) -> None:
        self.look = look
        self.others = [seat for seat in look.s.order if seat != look.seat] if foreseen else []
        self.weights = self._weights()
        self._wanted: dict[int, list[tuple[float, int]]] = {}
        self._sites: dict[int, list[Site]] = {}

    def _weights(self) -> list[float]:
        """What a point of each seat counts against one of one's own."""
        rules, s = self.look.rules, self.look.s
        scores, out = {seat: rules.score(s, seat) or 0 for seat in self.others}, [0.0] * s.seats
        first = max(scores.values(), default=0)
        for seat, score in scores.items():
            out[seat] = (LEADER if score == first else OTHER) / max(2, len(scores))
        return out

    # Cubes --------------------------------------------------------------------------------------------

    def wanted(self, seat: int) -> list[tuple[float, int]]:
        """The cubes that a seat could move over links that stand, with what they bring, the best first."""
        if seat not in self._wanted:
            rules, s = self.look.rules, self.look.s
            reach = min(rules.reach(s, seat), rules.engine_max)
            tables = (
                self.look.network if seat == self.look.seat else network_of(rules, s, seat, self._goods())
            ).tables
            found = [
                (-table[reach], key) for key, table in tables.items() if table[reach] > 0 and s.cubes[key]
            ]
            self._wanted[seat] = [(-worth, key) for worth, key in sorted(found)]
        return self._wanted[seat]

    def _goods(self) -> dict[int, int]:
        """The colours at each place, as bits."""
        out: dict[int, int] = {}
        for cube in self.look.forecast.cubes:
            if not cube.arrives:
                place, colour = divmod(cube.key, STRIDE)
                out[place] = out.get(place, 0) | 1 << colour
        return out

    def moved(self, s: SteamState) -> Moved:
        """The moves still due in a position and those of the next turn, if every seat takes its best cube."""
        cubes, moved = bytearray(s.cubes), Moved([0.0] * s.seats, {})
        self._move([due.seat for due in s.agenda if due.kind == "move"], cubes, moved, 1.0)
        if self.look.forecast.turns > 1:
            self._move(s.order * self._rounds(), cubes, moved._replace(gone={}), NEXT_TURN)
        return moved

    def _rounds(self) -> int:
        return max((self.look.rules.moves(self.look.s, seat) for seat in self.look.s.order), default=0)

    def _move(self, seats: Sequence[int], cubes: bytearray, moved: Moved, counts: float) -> None:
        """Let seats move one after the other."""
        first = True
        for seat in seats:
            first = first and seat != self.look.seat
            if seat != self.look.seat and seat not in self.others:
                continue
            for worth, key in self.wanted(seat):
                if cubes[key]:
                    cubes[key] -= 1
                    moved.gains[seat] += counts * worth
                    if first:
                        moved.gone[key] = moved.gone.get(key, 0) + 1
                    break

    def mover(self, key: int) -> tuple[int, float]:
        """Who would move the last cube of its kind for most, and for what; -1 where nobody would."""
        best = (0.0, 1)
        for seat in self.others:
            wanted = self.wanted(seat)
            if wanted and wanted[0][1] == key and self.look.s.cubes[key] == 1:
                best = max(best, (wanted[0][0], -seat))
        return -best[1], best[0]

    def harm(self, moved: Moved) -> float:
        """What the income of others counts against one's own."""
        return LIKELY * sum([weight * gain for weight, gain in zip(self.weights, moved.gains)])

    def brought_at(self, place: int) -> float:
        """What one's own moves of a turn bring at a place of the order."""
        seats = [*self.others[: place - 1], self.look.seat, *self.others[place - 1 :]]
        moved = Moved([0.0] * self.look.s.seats, {})
        self._move(seats * self._rounds(), bytearray(self.look.s.cubes), moved, 1.0)
        return LIKELY * moved.gains[self.look.seat]

    # Track --------------------------------------------------------------------------------------------

    def sites(self, seat: int) -> list[Site]:
        """What a seat could build next, the best first, nothing too."""
        if seat not in self._sites:
            trial = self.look.s.copy()
            if not self._builds_now(seat):
                trial.cash[seat] = PURSE
            look, purse = Outlook(self.look.game, trial, seat, self.look.surveyor), trial.cash[seat]
            tiles = min(look.usual_tiles(), TILES)
            plans = look.plans(tiles, purse, followed=1)
            self._sites[seat] = [
                Site(look.points(plan, purse), hexes_of(plan, tiles), plan) for plan in plans
            ]
        return self._sites[seat]

    def _builds_now(self, seat: int) -> bool:
        """Whether a seat is still to build in this turn."""
        return any(due.kind == "build" and due.seat == seat for due in self.look.s.agenda)

    def blocked(self, hexes: Collection[int]) -> dict[int, float]:
        """For each of the others the points it would lose if these hexes were built on, where it would."""
        later = NEXT_TURN if self.look.forecast.turns > 1 else 0.0
        counts = {seat: 1.0 if self._builds_now(seat) else later for seat in self.others}
        losses = {seat: part * _loss(self.sites(seat), hexes) for seat, part in counts.items() if part}
        return {seat: loss for seat, loss in losses.items() if loss}

    def against(self, blocked: dict[int, float]) -> float:
        """What the points that others lose are worth."""
        return sum(self.weights[seat] * loss for seat, loss in blocked.items())

    def crowded(self, plans: Sequence[Plan]) -> float:
        """The points one would lose if all others built first."""
        taken = {hex for seat in self.others for hex in self.sites(seat)[0].hexes}
        tiles = self.look.usual_tiles()
        own = [Site(self.look.points(plan), hexes_of(plan, tiles), plan) for plan in plans]
        return _loss(sorted(own, key=lambda site: -site.points), taken)


def _loss(sites: Sequence[Site], hexes: Collection[int]) -> float:
    """By how much the best site is better than the best that does not need any of these hexes."""
    left = next((site.points for site in sites if site.hexes.isdisjoint(hexes)), sites[-1].points)
    return min(LOSS_MOST, sites[0].points - left)


def hexes_of(plan: Plan, tiles: int) -> frozenset[int]:
    """The hexes that a plan builds on with so many tiles."""
    return frozenset(step.hex for step in plan.steps[:tiles] if isinstance(step, Build))
