"""Games of random choices on every map: no crash, no dead end, and nothing said twice differently."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    DROP,
    IMPROVE,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Issue,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import FIRST_SEAT, map_ids
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import link_table
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Action
from footplate.core.table import Chance, Table, replay
from tests import referee
from tests.desk import NAMES, TESTBED

BOUND = 5000
"""No game has more entries than this."""

seeds = st.integers(0, 2**32 - 1)
calm = settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@cache
def game_on(map: str | Path) -> AgeOfSteam:
    return load(map)


def tables() -> Iterator[Any]:
    """Every map with every number of players it is made for."""
    for map in (*map_ids(), TESTBED):
        fewest, most = game_on(map).board.players
        for players in range(fewest, most + 1):
            yield pytest.param(map, players, id=f"{Path(map).stem}-{players}")


every_table = pytest.mark.parametrize(("map", "players"), list(tables()))


# Choosing -------------------------------------------------------------------------------------------------


def choose(game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
    """A choice that keeps players in the game and the board growing; unknown questions at random."""
    kind = s.agenda[0].kind
    if kind == "issue":
        return rng.choice(options[:3])
    if kind == "bid":
        bids = [a for a in options if isinstance(a, Bid)]
        return bids[0] if bids and rng.random() < 0.4 else rng.choice([a for a in options if a not in bids])
    if kind == "build":
        return choose_build(game, s, options, rng)
    if kind == "move":
        ways = [a for a in options if isinstance(a, Deliver)]
        if ways and rng.random() < 0.9:
            return rng.choice(ways)
        return IMPROVE if IMPROVE in options and rng.random() < 0.3 else PASS
    return rng.choice(options)


def choose_build(game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
    """Of a few builds the one that leaves most links; now and then nothing more."""
    others = [a for a in options if a != DONE]
    if not others or rng.random() < 0.1:
        return DONE
    special = [a for a in others if isinstance(a, (Urbanize, Connect))]
    if special and rng.random() < 0.5:
        return rng.choice(special)

    def links_after(a: Action) -> int:
        after = s.copy()
        game.apply(after, a)
        return sum(map(len, link_table(game.board, after).values()))

    return max(rng.sample(others, min(6, len(others))), key=links_after)


def played(map: str | Path, players: int, seed: int, fair: bool) -> Iterator[Table[Rules, SteamState]]:
    """A table at each of its positions from the start to the end of the game."""
    game, rng = game_on(map), random.Random(seed)
    table = Table(game, NAMES[:players], Chance(random.Random(rng.random())))
    yield table
    while not table.state.over:
        options = game.options(table.state)
        assert options, f"nobody can answer: {table.state.agenda[0]}"
        action = rng.choice(options) if fair else choose(game, table.state, options, rng)
        table.act(game.say(action))
        assert len(table.log) < BOUND, "the game does not end"
        yield table
    assert game.actor(table.state) == -2 and game.options(table.state) == []


# Playing --------------------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("fair", [False, True], ids=["eager", "fair"])
@given(seed=seeds)
@calm
def test_a_random_game_ends_and_the_referee_agrees_with_every_action(
    map: str | Path, players: int, fair: bool, seed: int
) -> None:
    game = game_on(map)
    before = None
    for table in played(map, players, seed, fair):
        referee.check(game, table.state)
        if before is not None:
            referee.check_money(before, table.state, table.news)
        before = table.state.copy()
    s = table.state
    assert s.turn == game.rules.turns(players) or len(s.order) < min(players, 2)
    assert set(game.winners(s)) <= set(s.order)
    assert replay(game, players, table.log) == s


def test_eager_games_get_long_enough_to_prove_something() -> None:
    deliveries = full = 0
    for seed in range(6):
        *_, table = played("rust-belt", 3, seed, fair=False)
        deliveries += sum(entry.text.startswith("deliver") for entry in table.log)
        full += table.state.turn == 10
    assert deliveries > 60 and full >= 2


# Copies, saving, sentences --------------------------------------------------------------------------------


@every_table
@given(seed=seeds)
@calm
def test_positions_can_be_copied_saved_and_said(map: str | Path, players: int, seed: int) -> None:
    game, rng = game_on(map), random.Random(seed)
    for table in played(map, players, seed, fair=False):
        s = table.state
        if s.over or rng.random() > 0.15:
            continue
        for action in game.options(s):
            assert game.read(s, game.say(action)) == action
            assert game.why_not(s, action) is None
        saved = s.to_json()
        loaded = type(s).from_json(saved)
        assert loaded == s and loaded.to_json() == saved
        log, other = table.log[:], table.copy()
        for _ in range(10):
            if not other.state.over:
                other.act(rng.choice(other.options()))
        assert s.to_json() == saved and table.log == log
        assert game.options(loaded) == game.options(s), "what is derived is worked out anew"


@every_table
@given(seed=seeds)
@calm
def test_a_log_leads_to_its_position_at_any_point(map: str | Path, players: int, seed: int) -> None:
    game, rng = game_on(map), random.Random(seed)
    for table in played(map, players, seed, fair=False):
        if rng.random() < 0.05:
            assert replay(game, players, table.log) == table.state


# Listed or refused ----------------------------------------------------------------------------------------


def catalogue(game: AgeOfSteam, s: SteamState) -> list[Action]:
    """Everything that could be said to this question in any position, deliveries apart."""
    board, kind = game.board, s.agenda[0].kind
    if kind == "issue":
        return [Issue(n) for n in range(21)]
    if kind == "bid":
        return [DROP, PASS, *(Bid(n) for n in range(41))]
    if kind == "take":
        return [Take(n) for n in range(len(board.actions))]
    if kind == "build":
        layouts = range(1, len(board.tiles.layouts))
        return [
            DONE,
            *(Urbanize(hex, city) for hex in range(board.size) for city in range(len(board.new_cities))),
            *(Connect(link) for link in range(len(board.links))),
            *(Build(hex, layout) for hex in range(board.size) for layout in layouts),
        ]
    if kind == "move":
        return [PASS, IMPROVE]
    if kind == "produce":
        return [PRODUCE, DECLINE]
    if kind == "stock":
        return [Stock(colour, box) for colour in range(len(COLOURS)) for box in range(len(s.display))]
    return []


def outcome(game: AgeOfSteam, s: SteamState, a: Deliver) -> tuple[Any, ...]:
    """What a delivery brings about: cube, origin, destination and the income of each."""
    links = links_of(game.rules, s, a)
    assert links is not None
    return a.hex, a.colour, a.stops[-1], tuple(game.rules.income_of(s, s.agenda[0].seat, a, links))


def walk(game: AgeOfSteam, s: SteamState, rng: random.Random) -> Deliver:
    """A walk over links from anywhere, without regard to the rules; often with a cube that lies there."""
    table = link_table(game.board, s)
    start = here = rng.choice(list(table))
    lying = [colour for colour in range(len(COLOURS)) if s.cubes[STRIDE * start + colour]]
    colour = rng.choice(lying) if lying and rng.random() < 0.9 else rng.randrange(len(COLOURS))
    sides: list[int] = []
    stops: list[int] = []
    for _ in range(rng.randint(1, s.engine[s.agenda[0].seat] + 1)):
        link = rng.choice(table[here])
        sides.append(link.side)
        stops.append(link.to)
        here = link.to
        if s.demand[here] >> colour & 1 and rng.random() < 0.8:
            break
    return Deliver(start, colour, tuple(sides), tuple(stops))


def obeys(s: SteamState, a: Deliver) -> bool:
    """Whether a walk over links keeps the rules of the base game."""
    places = (a.hex, *a.stops)
    accepts = [s.demand[stop] >> a.colour & 1 for stop in a.stops]
    return (
        s.cubes[STRIDE * a.hex + a.colour] > 0
        and len(set(places)) == len(places)
        and len(a.stops) <= s.engine[s.agenda[0].seat]
        and accepts[-1] == 1
        and not any(accepts[:-1])
    )


def check_deliveries(game: AgeOfSteam, s: SteamState, rng: random.Random) -> int:
    """Listed deliveries are distinct and allowed; walks are allowed as they should be. How many were."""
    listed = [a for a in game.options(s) if isinstance(a, Deliver)]
    outcomes = [outcome(game, s, a) for a in listed]
    assert len(set(outcomes)) == len(outcomes), "one outcome is listed twice"
    allowed = 0
    for a in listed:
        assert game.why_not(s, a) is None
    for _ in range(60 if link_table(game.board, s) else 0):
        a = walk(game, s, rng)
        accepted = game.why_not(s, a) is None
        if type(game.rules) is Rules:
            assert accepted == obeys(s, a), game.say(a)
        if accepted:
            allowed += 1
            assert outcome(game, s, a) in outcomes, f"{game.say(a)} has an outcome that is not listed"
    return allowed


@every_table
@given(seed=seeds)
@calm
def test_what_is_listed_is_what_is_not_refused(map: str | Path, players: int, seed: int) -> None:
    game, rng = game_on(map), random.Random(seed)
    for table in played(map, players, seed, fair=False):
        s = table.state
        if s.over:
            continue
        kind = s.agenda[0].kind
        if rng.random() > (0.03 if kind == "build" else 0.3):
            continue
        options = game.options(s)
        assert len(set(options)) == len(options), "an option is listed twice"
        if kind == "move":
            check_deliveries(game, s, rng)
        if all_there_is := catalogue(game, s):
            accepted = {a for a in all_there_is if game.why_not(s, a) is None}
            assert accepted == {a for a in options if not isinstance(a, Deliver)}
        for a in rng.sample(all_there_is, min(20, len(all_there_is))):
            if refusal := game.why_not(s, a):
                assert not set("{}") & set(game.explain(s, a, refusal, table.seats))
                assert table.why_not(game.say(a)), "the sentence is refused as the action is"


def test_walks_find_many_allowed_deliveries() -> None:
    game, allowed = game_on("rust-belt"), 0
    for seed in range(2):
        rng = random.Random(seed)
        for table in played("rust-belt", 4, seed, fair=False):
            if not table.state.over and table.state.agenda[0].kind == "move":
                allowed += check_deliveries(game, table.state, rng)
    assert allowed > 200


@given(seed=seeds)
@calm
def test_income_is_counted_link_by_link(seed: int) -> None:
    """The income a listed delivery brings is one for each owned link it uses, whoever moves."""
    game = game_on("rust-belt")
    for table in played("rust-belt", 3, seed, fair=False):
        s = table.state
        if s.over or s.agenda[0].kind != "move":
            continue
        for a in game.options(s):
            if isinstance(a, Deliver):
                links = links_of(game.rules, s, a)
                assert links is not None and len(links) == len(a.stops)
                after = s.copy()
                game.decision(s).apply(game.rules, after, s.agenda[0], a)
                owned = [0] * s.seats
                for link in links:
                    if link.owner >= FIRST_SEAT:
                        owned[link.owner - FIRST_SEAT] += 1
                assert [new - old for new, old in zip(after.income, s.income)] == owned
