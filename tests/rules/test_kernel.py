"""The search for ways, held against a plain search that tries every walk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import Board, owner_of
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import Link, LinkTable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Due, Refusal

PLACES = 7
TOO_MANY = Refusal("base.move.links", "Too many.")


class Web(Rules[SteamState]):
    """A made-up map: links of any length, sides that differ, stops that are free, and a limit on ways."""

    web: LinkTable
    takes: dict[int, int]
    lets: dict[int, int]
    most: int

    def links(self, s: SteamState) -> LinkTable:
        return self.web

    def accepts(self, s: SteamState, link: Link) -> int:
        return self.takes[link.enters]

    def passes(self, s: SteamState, link: Link) -> int:
        return self.lets[link.enters]

    def tally(self, s: SteamState, link: Link) -> int:
        return link.enters % 3

    def way_problem(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> Refusal | None:
        return TOO_MANY if sum(link.enters % 3 for link in links) > self.most else None


@cache
def board() -> Board:
    """Any board will do."""
    return load("rust-belt").board


def web(seed: int) -> tuple[AgeOfSteam, SteamState]:
    """A web of links between the first hexes of a board, and cubes in them."""
    rng = random.Random(seed)
    rules = Web(board())
    side = 0
    found: dict[int, list[Link]] = {}
    rules.takes, rules.lets = {}, {}
    for _ in range(11):
        a, b = rng.sample(range(PLACES), 2)
        owner, length = rng.choice([1, *map(owner_of, range(3))]), rng.choice([0, 1, 1, 2])
        for here, there in ((a, b), (b, a)):
            enters = 6 * there + rng.randrange(6)
            found.setdefault(here, []).append(Link(there, side, owner, enters, length))
            side += 1
            rules.takes.setdefault(enters, rng.randrange(32))
            # A place may take a colour and let it go on, or do neither.
            rules.lets.setdefault(enters, rng.randrange(32))
    rules.web = {hex: tuple(links) for hex, links in found.items()}
    rules.most = rng.randrange(2, 9)
    game = AgeOfSteam(rules)
    s = game.start(3)
    s.engine = [rng.randint(1, 4)] * 3
    for hex in range(PLACES):
        s.cubes[STRIDE * hex + rng.randrange(len(COLOURS) - 1)] = 1
    s.agenda = [Due("move", 0, 1)]
    return game, s


def walks(rules: Web, start: int) -> Iterator[list[Link]]:
    """Every walk that visits no place twice."""

    def go(here: int, way: list[Link]) -> Iterator[list[Link]]:
        for link in rules.web.get(here, ()):
            if link.to != start and all(link.to != gone.to for gone in way):
                yield [*way, link]
                yield from go(link.to, [*way, link])

    return go(start, [])


def allowed(rules: Web, s: SteamState, colour: int, way: list[Link]) -> bool:
    """Whether a cube may take a walk, link by link."""
    return (
        all(rules.lets[link.enters] >> colour & 1 for link in way[:-1])
        and rules.takes[way[-1].enters] >> colour & 1 == 1
        and sum(link.length for link in way) <= s.engine[0]
        and sum(link.enters % 3 for link in way) <= rules.most
    )


@pytest.mark.parametrize("seed", range(25))
def test_every_outcome_is_listed_once_and_every_walk_is_judged_rightly(seed: int) -> None:
    game, s = web(seed)
    rules = game.rules
    assert isinstance(rules, Web)
    expected = set()
    for hex in range(PLACES):
        for colour in (c for c in range(len(COLOURS)) if s.cubes[STRIDE * hex + c]):
            for way in walks(rules, hex):
                a = Deliver(hex, colour, tuple(link.side for link in way), tuple(link.to for link in way))
                fine = allowed(rules, s, colour, way)
                assert (game.why_not(s, a) is None) == fine
                if fine:
                    expected.add((hex, colour, way[-1].to, rules.outcome(s, 0, a, way)))
    listed = []
    for option in game.options(s):
        if isinstance(option, Deliver):
            assert game.why_not(s, option) is None
            links = links_of(rules, s, option)
            assert links is not None
            brings = rules.outcome(s, 0, option, links)
            listed.append((option.hex, option.colour, option.stops[-1], brings))
    assert len(set(listed)) == len(listed)
    assert set(listed) == expected


def test_links_without_length_may_be_more_than_any_engine_has() -> None:
    """Forty links of one owner are told apart from one link of the next."""
    game, s = web(0)
    rules = game.rules
    assert isinstance(rules, Web)
    places = range(100, 141)
    chain = {here: [Link(there, here, owner_of(0), 6 * there, 0)] for here, there in pairwise(places)}
    chain[108].append(Link(140, 999, owner_of(1), 6 * 140 + 3, 1))
    rules.web = {hex: tuple(links) for hex, links in chain.items()}
    rules.takes = dict.fromkeys(range(6 * 200), 0) | {6 * 140: 1, 6 * 140 + 3: 1}
    rules.lets = dict.fromkeys(range(6 * 200), 31)
    rules.most = 1000
    s.cubes[STRIDE * 100] = 1
    s.memory = None
    ways = [a for a in game.options(s) if isinstance(a, Deliver) and a.hex == 100]
    assert sorted(len(a.stops) for a in ways) == [9, 40]


def test_a_place_that_lets_nothing_pass_is_named() -> None:
    game, s = web(1)
    rules = game.rules
    assert isinstance(rules, Web)
    way = next(way for way in walks(rules, 0) if len(way) == 2)
    colour = next(c for c in range(len(COLOURS)) if s.cubes[STRIDE * 0 + c])
    rules.takes[way[0].enters] = rules.lets[way[0].enters] = 0
    a = Deliver(0, colour, tuple(link.side for link in way), tuple(link.to for link in way))
    assert game.why_not(s, a) == refusals.NO_PASSING
    rules.takes[way[0].enters] = 31
    assert game.why_not(s, a) == refusals.MUST_STOP
