"""A bot that hardly thinks and keeps its money together."""

from __future__ import annotations

import random
from math import dist
from typing import Any

from footplate.age_of_steam.actions import DROP, IMPROVE, PASS, Bid, Build, Deliver, Issue
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import NOTHING, OPEN, OWN, SUPPORTS, Site, Work, leads_to, site, work
from footplate.core.bot import Advice, Bot
from footplate.core.game import Action, Game
from footplate.geometry.hexes import centre


class FrugalBot(Bot):
    """Issues few shares, bids low, finishes links and delivers over its own: a bot for long games."""

    build_budget = 8
    """What it wants to have for track each turn."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Action:
        options = game.options(state)
        if not isinstance(game, AgeOfSteam) or len(options) == 1:
            return rng.choice(options)
        match game.decision(state).control:
            case "issue":
                return self._issue(game, state, seat, options, rng)
            case "bid":
                return self._bid(game, state, options, rng)
            case "build":
                return self._build(game, state, seat, options, rng)
            case "move":
                return self._move(game, state, seat, options, rng)
            case "produce":
                return options[0]
        return rng.choice(options)

    def advise(self, game: Game[Any, Any], state: Any, seat: int, rng: random.Random) -> Advice:
        why = "It spends little, finishes links and delivers over its own."
        return Advice(self.choose(game, state, seat, rng), why)

    def _issue(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> Action:
        """Enough for expenses and a little track, and now and then one more."""
        track = self.build_budget if s.turn <= 2 or s.income[seat] > s.shares[seat] else 2
        missing = game.rules.expenses(s, seat) + track - s.cash[seat] - s.income[seat]
        wanted = max(0, -(-missing // game.rules.share_price)) + (rng.random() < 0.2)
        fitting = [a for a in options if isinstance(a, Issue) and a.shares <= wanted]
        return fitting[-1] if fitting else options[0]

    def _bid(self, game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
        """One more than the highest while that is cheap; a pass before dropping out."""
        least = Bid(highest(s) + 1)
        if least in options and least.amount <= rng.randint(0, 3):
            return least
        return PASS if PASS in options else DROP

    def _build(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> Action:
        """Whatever brings a link nearest to its end; New Cities first, while expenses stay covered."""
        cities = [a for a in options if not isinstance(a, Build) and a is not options[0]]
        if cities:
            return rng.choice(cities)
        spare = s.cash[seat] + s.income[seat] - game.rules.expenses(s, seat)
        builds = [
            a
            for a in options
            if isinstance(a, Build) and game.rules.price(s, seat, a.hex, s.layout[a.hex], a.layout) <= spare
        ]
        if not builds:
            return options[0]
        rng.shuffle(builds)
        prospect = Prospect(game, s, seat)
        return max(builds, key=prospect.promise)

    def _move(
        self, game: AgeOfSteam, s: SteamState, seat: int, options: list[Action], rng: random.Random
    ) -> Action:
        """The delivery best for itself and least for others; an engine when there is none and money is."""
        best, most = None, 0.0
        for a in options:
            if isinstance(a, Deliver):
                gains = dict(game.rules.outcome(s, seat, a, links_of(game.rules, s, a) or []).income)
                value = gains.get(seat, 0) - 0.4 * (sum(gains.values()) - gains.get(seat, 0))
                if value > most:
                    best, most = a, value
        if IMPROVE in options and s.income[seat] >= game.rules.expenses(s, seat) - 2:
            if best is None or (most < s.engine[seat] and rng.random() < 0.3):
                return IMPROVE
        return best or PASS


class Prospect:
    """One builder’s look at the board: how good each build seems."""

    def __init__(self, game: AgeOfSteam, s: SteamState, seat: int) -> None:
        self.game, self.board, self.s, self.seat = game, game.board, s, seat
        self.places = [place for place, kind in enumerate(s.kind) if kind in (IN_CITY, IN_TOWN)]
        self.goods = {place: _colours_on(s, place) for place in self.places}
        self.sites: dict[int, tuple[Site, frozenset[int]]] = {}
        self.aims: dict[frozenset[int], list[tuple[tuple[float, float], bool]]] = {}
        self.ahead: dict[tuple[int, frozenset[int]], float] = {}

    def promise(self, a: Build) -> float:
        """Ends joined count most, then how near the open ends lie to a place worth a link."""
        board, s = self.board, self.s
        if a.hex not in self.sites:
            found = site(board, s, self.seat, a.hex)
            met = [6 * a.hex + side for side in range(6) if found.meets[side] in SUPPORTS]
            self.sites[a.hex] = found, frozenset((a.hex, *(leads_to(board, s, side) for side in met)))
        here, behind = self.sites[a.hex]
        done = work(board.tiles, here, a.layout)
        if not isinstance(done, Work):
            return float("-inf")
        total = -0.5 * self.game.rules.price(s, self.seat, a.hex, s.layout[a.hex], a.layout)
        for track in (*done.added, *done.changed):
            # A track into a town has one end already.
            total += 10 * all(side >= 6 or here.meets[side] in SUPPORTS for side in track)
            for side in track:
                if side < 6 and here.meets[side] == OWN:
                    total += 3
                elif side < 6 and here.meets[side] == NOTHING:
                    total -= self._to_next_place(board.across[6 * a.hex + side] // 6, behind)
        return total

    def _to_next_place(self, hex: int, behind: frozenset[int]) -> float:
        """Hexes as the crow flies to the nearest place not behind; one that trades with it seems nearer."""
        if (hex, behind) not in self.ahead:
            if behind not in self.aims:
                demanded, offered = self._trade(behind)
                self.aims[behind] = [
                    (
                        self._centre(place),
                        bool(self.goods[place] & demanded or offered & self.s.demand[place]),
                    )
                    for place in self.places
                    if place not in behind
                ]
            here = self._centre(hex)
            self.ahead[hex, behind] = min(
                (dist(here, there) / 1.7 - 2 * trades for there, trades in self.aims[behind]), default=0.0
            )
        return self.ahead[hex, behind]

    def _centre(self, hex: int) -> tuple[float, float]:
        return centre(self.board.cells[hex], self.board.orientation)

    def _trade(self, behind: frozenset[int]) -> tuple[int, int]:
        """The colours that these places take, and those they have cubes of."""
        demanded = offered = 0
        for place in behind - {OPEN}:
            demanded |= self.s.demand[place]
            offered |= self.goods.get(place, 0)
        return demanded, offered


def _colours_on(s: SteamState, hex: int) -> int:
    """The colours of the cubes on a hex, as bits."""
    return sum(1 << colour for colour in range(len(COLOURS)) if s.cubes[STRIDE * hex + colour])
