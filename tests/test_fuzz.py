"""Games of random choices on every map: no crash, no dead end, and nothing said twice differently."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

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
    Reward,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import FIRST_SEAT, IN_CITY, map_ids
from footplate.age_of_steam.deliveries import told_deliveries
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.maps import double_base_usa as double_base
from footplate.age_of_steam.maps import texas_oklahoma_new_mexico as texas
from footplate.age_of_steam.maps.disco_inferno import SANG, Admit
from footplate.age_of_steam.maps.italy import WHICHEVER, Exchange, Join, Over
from footplate.age_of_steam.maps.osaka import Promote
from footplate.age_of_steam.maps.seattle_metro import (
    FORGO,
    LEAVE,
    MORE_MOVES,
    UNLOAD,
    Choose,
    Forgo,
    Overload,
    Pick,
    Place,
    Reroll,
    Split,
)
from footplate.age_of_steam.maps.southern_china import SPEND, Keep, Nationalize
from footplate.age_of_steam.phases.move_goods import MoveDecision, links_of
from footplate.age_of_steam.routes import link_table
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import open_ends
from footplate.compiled import COMPILED
from footplate.core.game import NOBODY, Action
from footplate.core.table import Chance, Table, replay
from tests import referee
from tests.desk import NAMES, TESTBED

BOUND = 5000
"""No game has more entries than this."""
RICH = 120
"""Cash at the start with which games become long: boards fill, links and engines grow."""

SAMPLED = {"build": 0.02, "move": 0.3}
"""How often positions are searched through, by what is asked."""


@cache
def game_on(map: str | Path, cash: int | None = None) -> AgeOfSteam:
    """The game on a map; with plenty of cash at the start players last to the end."""
    game = load(map)
    if cash is not None:
        game.rules.numbers["cash"] = cash
    return game


def tables() -> Iterator[Any]:
    """Every map with every number of players it is made for; the plain form plays with few and with many."""
    maps: list[str | Path] = [*map_ids(), TESTBED]
    for map in maps:
        fewest, most = game_on(map).board.players
        for players in range(fewest, most + 1) if COMPILED else sorted({fewest, most}):
            yield pytest.param(map, players, id=f"{Path(map).stem}-{players}")


def seed_of(*about: object) -> int:
    """Another game for every table, and the same one every time."""
    return zlib.crc32(repr(about).encode())


every_table = pytest.mark.parametrize(("map", "players"), list(tables()))


# Choosing -------------------------------------------------------------------------------------------------


def reserve(game: AgeOfSteam, s: SteamState, seat: int) -> int:
    """The cash a seat needs to get through this turn."""
    return max(0, game.rules.expenses(s, seat) - s.income[seat])


def choose(game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
    """A choice that keeps players in the game and the board growing; unknown questions at random."""
    kind, seat = s.agenda[0].kind, s.agenda[0].seat
    spare = s.cash[seat] - reserve(game, s, seat)
    if kind == "issue":
        wanted = min(max(0, (11 - spare) // 4), 3, len(options) - 1)
        return options[wanted] if rng.random() < 0.9 else rng.choice(options[:3])
    if kind == "bid":
        bids = [a for a in options if isinstance(a, Bid)]
        if bids and bids[0].amount < spare - 6 and rng.random() < 0.5:
            return bids[0]
        return rng.choice([a for a in options if a not in bids])
    if kind == "build":
        return choose_build(game, s, options, rng)
    if kind == "move":
        ways = [a for a in options if isinstance(a, Deliver)]
        if ways and rng.random() < 0.9:
            return max(rng.sample(ways, min(3, len(ways))), key=lambda a: len(a.stops))
        return IMPROVE if IMPROVE in options and rng.random() < 0.2 else PASS
    return rng.choice(options)


def choose_build(game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
    """Of some builds that leave money for the expenses the one that makes most of the board."""
    seat, needed = s.agenda[0].seat, reserve(game, s, s.agenda[0].seat)
    if rng.random() < 0.9:
        # Where shares can be issued in a build, there is no end to it.
        options = [a for a in options if not isinstance(a, Issue)]
    special = [a for a in options if isinstance(a, (Urbanize, Connect))]
    if special and rng.random() < 0.5:
        return rng.choice(special)
    if len(options) == 1 or rng.random() < 0.03:
        return rng.choice(options)
    best: tuple[tuple[float, ...], Action] = ((-1.0,), DONE if DONE in options else rng.choice(options))
    for a in rng.sample(options, min(12, len(options))):
        after = s.copy()
        game.apply(after, a)
        if after.cash[seat] >= needed and a != DONE:
            links = sum(map(len, link_table(game.board, after).values()))
            unfinished = len(open_ends(game.board, after, FIRST_SEAT + seat))
            best = max(best, ((links, -unfinished, rng.random()), a), key=lambda found: found[0])
    return best[1]


def played(
    game: AgeOfSteam, players: int, seed: int, fair: bool = False
) -> Iterator[Table[Rules, SteamState]]:
    """A table at each of its positions from the start to the end of the game."""
    rng = random.Random(seed)
    table = Table(game, NAMES[:players], Chance(random.Random(rng.random())))
    yield table
    while not table.state.over:
        options = game.options(table.state)
        assert options, f"nobody can answer: {table.state.agenda[0]}"
        action = rng.choice(options) if fair else choose(game, table.state, options, rng)
        table.act(game.say(action))
        assert len(table.log) < BOUND, "the game does not end"
        yield table
    assert game.actor(table.state) == NOBODY and game.options(table.state) == []


# Playing --------------------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("manner", ["eager", "fair"])
def test_a_random_game_ends_and_the_referee_agrees_with_every_action(
    map: str | Path, players: int, manner: str
) -> None:
    game, before = game_on(map), None
    seed = seed_of(game.board.id, players, manner)
    for table in played(game, players, seed, fair=manner == "fair"):
        referee.check(game, table.state)
        if before is not None:
            referee.check_money(game, before, table.state, table.news)
        before = table.state.copy()
    check_end(game, table)


@every_table
def test_a_long_game_keeps_all_that_is_promised_of_every_position(map: str | Path, players: int) -> None:
    game = game_on(map, RICH)
    seed = seed_of(game.board.id, players)
    rng = random.Random(seed)
    before = None
    for table in played(game, players, seed):
        s = table.state
        referee.check(game, s)
        if before is not None:
            referee.check_money(game, before, s, table.news)
        before = s.copy()
        kind = s.agenda[0].kind if s.agenda else "over"
        if rng.random() < 0.05:
            check_copies(game, table, rng)
        if rng.random() < 0.01:
            assert replay(game, players, table.log) == s
        if rng.random() < SAMPLED.get(kind, 0.2):
            check_words(game, s)
            check_listing(game, table, rng)
    check_end(game, table)


def test_rich_games_get_long_enough_to_prove_something() -> None:
    deliveries = far = 0
    for seed in range(3):
        *_, table = played(game_on("rust-belt", RICH), 3, seed)
        said = [entry.text.split() for entry in table.log if entry.text.startswith("deliver")]
        deliveries += len(said)
        far += sum(len(words) >= 3 + 2 * 3 for words in said)
        assert table.state.turn >= 8
    assert deliveries > 40 and far >= 3, "many deliveries, some of three links and more"


# Copies, saving, sentences --------------------------------------------------------------------------------


def check_end(game: AgeOfSteam, table: Table[Rules, SteamState]) -> None:
    """A finished game has had all its turns, nobody to play it or, alone, is lost; its log leads to it."""
    s = table.state
    lost = s.seats == 1 and not game.winners(s)
    assert s.turn == game.rules.turns(s.seats) or len(s.order) < min(s.seats, 2) or lost
    assert set(game.winners(s)) <= set(s.order)
    assert replay(game, s.seats, table.log) == s


def check_words(game: AgeOfSteam, s: SteamState) -> None:
    """Every option is read as it is said."""
    for action in game.options(s):
        assert game.read(s, game.say(action)) == action


def check_copies(game: AgeOfSteam, table: Table[Rules, SteamState], rng: random.Random) -> None:
    """A position can be saved and loaded, and is not changed by what is played in a copy."""
    s = table.state
    saved = s.to_json()
    loaded = type(s).from_json(saved)
    assert loaded == s and loaded.to_json() == saved
    assert game.options(loaded) == game.options(s), "what is derived is worked out anew"
    log, other = table.log[:], table.copy()
    for _ in range(10):
        if not other.state.over:
            other.act(rng.choice(other.options()))
    assert s.to_json() == saved and table.log == log


# Listed or refused ----------------------------------------------------------------------------------------


def catalogue(game: AgeOfSteam, s: SteamState) -> list[Action]:
    """Everything that could be said to this question in any position, deliveries apart."""
    board, kind = game.board, s.agenda[0].kind
    takes = game.decision(s).takes
    besides = (SPEND, SANG, double_base.GRANT, double_base.KEEP, double_base.FURTHER)
    tokens: list[Action] = [a for a in besides if type(a) in takes]
    if kind not in ("issue", "expenses") and Issue in takes:
        tokens += [Issue(n) for n in range(6)]
    if kind in ("issue", "expenses"):
        return [Issue(n) for n in range(min(game.rules.shares_max, 30) + 6)]
    if kind == "bid":
        return [DROP, PASS, *tokens, *(Bid(n) for n in range(max(41, s.cash[s.agenda[0].seat] + 2)))]
    if kind == "take":
        none = [a for a in (DECLINE, PASS) if type(a) in takes]
        return [*none, *(Take(n) for n in range(len(board.actions)))]
    if Join in takes:
        ends = [hex for hex in range(board.size) if s.kind[hex] == IN_CITY or hex < 3]
        return [DONE, *tokens, *(Join((a, b)) for a in ends for b in ends if a <= b)]
    if kind == "way":
        return [WHICHEVER, *map(Over, range(board.size))]
    if kind == "exchange":
        return [DECLINE, *map(Exchange, range(board.size + len(s.display)))]
    if kind in ("build", "free-track"):
        layouts = range(1, len(board.tiles.layouts))
        return [
            DONE,
            *tokens,
            *([FORGO] if Forgo in takes else []),
            *(Urbanize(hex, city) for hex in range(board.size) for city in range(len(board.new_cities))),
            *(Connect(link) for link in range(len(board.direct_links))),
            *(Build(hex, layout) for hex in range(board.size) for layout in layouts),
        ]
    if kind in ("move", "chain"):
        return [PASS, IMPROVE, *tokens]
    if kind == "produce":
        return [PRODUCE, DECLINE]
    if Pick in takes:
        hands = [*map(Pick, range(len(COLOURS))), *map(Place, range(board.size))]
        return [*hands, *map(Overload, range(1, 7))]
    if kind == "reroll":
        return [DECLINE, *map(Reroll, range(1, 7))]
    if kind == "split":
        return [Split(three) for three in combinations(range(len(board.actions)), 3)]
    if kind == "choose":
        return [Choose(2), Choose(3)]
    if kind == "locomotive":
        return [IMPROVE, MORE_MOVES]
    if kind == "arrive":
        return [UNLOAD, LEAVE]
    if kind == "extra-delivery":
        return [PASS]
    if kind == "start":
        return [double_base.Start(hex) for hex in range(board.size)]
    if kind == "marker":
        return [double_base.Colour(colour) for colour in range(len(COLOURS))]
    if kind == "pick":
        return [double_base.Pick(colour) for colour in range(len(COLOURS))]
    if kind == "stock" and double_base.Supply in takes:
        return [double_base.Supply(hex) for hex in range(board.size)]
    if kind == "stock" and Admit in takes:
        return list(map(Admit, range(board.size)))
    if kind == "stock":
        return [Stock(colour, box) for colour in range(len(COLOURS)) for box in range(len(s.display))]
    if kind in ("cattle", "ranch"):
        return [texas.REST if kind == "cattle" else DONE, *map(texas.Place, range(board.size))]
    if kind == "rest":
        return [texas.AGREE, DECLINE]
    if kind == "promote":
        return [DECLINE, *map(Promote, range(board.size))]
    if kind == "bonus":
        return [Reward((seat,)) for seat in range(s.seats + 1)]
    if kind == "keep":
        return [Keep(side) for side in range(6 * board.size)]
    if kind == "nationalize":
        # A link is named from the place that comes first on the board.
        ways = [(here, way) for here, links in link_table(board, s).items() for way in links]
        return [Nationalize(here, way.side, way.to) for here, way in ways if here < way.to]
    return []


def outcome(game: AgeOfSteam, s: SteamState, a: Deliver) -> tuple[Any, ...]:
    """What a delivery brings about: cube, origin, destination and the income of each."""
    links = links_of(game.rules, s, a)
    assert links is not None
    return a.hex, a.colour, a.stops[-1], game.rules.outcome(s, s.agenda[0].seat, a, links)


def walk(game: AgeOfSteam, s: SteamState, rng: random.Random) -> Deliver:
    """A walk over links from anywhere, without regard to the rules; often with a cube that lies there."""
    table = link_table(game.board, s)
    start = here = rng.choice(list(table))
    lying = [colour for colour in range(len(COLOURS)) if s.cubes[STRIDE * start + colour]]
    colour = rng.choice(lying) if lying and rng.random() < 0.9 else rng.randrange(len(COLOURS))
    sides: list[int] = []
    stops: list[int] = []
    for _ in range(rng.randint(1, game.rules.reach(s, s.agenda[0].seat) + 1)):
        fresh = [link for link in table[here] if link.to not in (start, *stops)]
        link = rng.choice(fresh if fresh and rng.random() < 0.9 else table[here])
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
    decision, due = game.decision(s), s.agenda[0]
    assert isinstance(decision, MoveDecision)
    ways = decision.ways(game.rules, s, due)
    outcomes = [outcome(game, s, Deliver(way.hex, way.colour, way.sides, way.stops)) for way in ways]
    assert len(set(outcomes)) == len(outcomes), "one outcome is listed twice"
    listed = [a for a in game.options(s) if isinstance(a, Deliver)]
    if decision.is_whole(game.rules, s, due):
        assert [outcome(game, s, a) for a in listed] == outcomes
    cubes = {(way.hex, way.colour) for way in ways}
    assert {(a.hex, a.colour) for a in listed} == cubes, "each cube that can be moved has a delivery"
    for hex, colour in rng.sample(sorted(cubes), min(3, len(cubes))):
        one = decision.ways_of(game.rules, s, due, hex, colour)
        assert {way.gains for way in one} == {w.gains for w in ways if (w.hex, w.colour) == (hex, colour)}
    allowed = 0
    for a in listed:
        assert game.why_not(s, a) is None
    check_told(game, s, rng.sample(listed, min(20, len(listed))))
    for _ in range(60 if link_table(game.board, s) else 0):
        a = walk(game, s, rng)
        accepted = game.why_not(s, a) is None
        if type(game.rules) is Rules:
            assert accepted == obeys(s, a), game.say(a)
        if accepted:
            allowed += 1
            assert outcome(game, s, a) in outcomes, f"{game.say(a)} has an outcome that is not listed"
    return allowed


def check_told(game: AgeOfSteam, s: SteamState, listed: list[Deliver]) -> None:
    """What is told of deliveries is what comes of them."""
    told = {row.sentence: row for row in told_deliveries(game, s, listed)}
    for a in listed:
        row, after, seat = told[game.say(a)], s.copy(), s.agenda[0].seat
        game.do(after, a)
        gained = [(n, now - was) for n, (was, now) in enumerate(zip(s.income, after.income)) if now != was]
        assert (list(row.gains), row.cash) == (gained, after.cash[seat] - s.cash[seat])
        asked = after.agenda[0].kind if len(after.agenda) >= len(s.agenda) else None
        assert row.then == (game.decisions[asked].prompt if asked else None)


def check_listing(game: AgeOfSteam, table: Table[Rules, SteamState], rng: random.Random) -> None:
    """What is listed is what is not refused, and each refusal is a whole sentence."""
    s = table.state
    if not s.agenda:
        return
    options = game.options(s)
    assert options and len(set(options)) == len(options), "an option is listed twice"
    if game.decision(s).control == "move":
        check_deliveries(game, s, rng)
    all_there_is = catalogue(game, s)
    if all_there_is:
        accepted = {a for a in all_there_is if game.why_not(s, a) is None}
        assert accepted == {a for a in options if not isinstance(a, Deliver)}
    for a in rng.sample(all_there_is, min(20, len(all_there_is))):
        if refusal := game.why_not(s, a):
            assert not set("{}") & set(game.explain(s, a, refusal, table.seats))
            assert table.why_not(game.say(a)), "the sentence is refused as the action is"


def test_walks_find_many_allowed_deliveries() -> None:
    game, allowed = game_on("rust-belt", RICH), 0
    for seed in range(2):
        rng = random.Random(seed)
        for table in played(game, 4, seed):
            if not table.state.over and table.state.agenda[0].kind == "move":
                allowed += check_deliveries(game, table.state, rng)
    assert allowed > 100


@pytest.mark.parametrize("seed", [1, 2])
def test_income_is_counted_link_by_link(seed: int) -> None:
    """The income a listed delivery brings is one for each owned link it uses, whoever moves."""
    game = game_on("rust-belt", RICH)
    for table in played(game, 3, seed):
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
