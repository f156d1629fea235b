"""What is listed is exactly what is not refused: every hex and every layout, on boards grown rich by play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from footplate.age_of_steam.actions import Build, Connect, Done, Issue, Urbanize
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import make_city
from footplate.core.game import NATURE, Action
from tests import referee
from tests.desk import TESTBED
from tests.rules.test_build import accepted, building


def play_to_builds(game: AgeOfSteam, seats: int, seed: int) -> list[SteamState]:
    """All positions of one game in which somebody is asked to build.

    It is played by modest chance, and everybody gets a present of cash each turn so that all last.
    """
    rng = random.Random(seed)
    s = game.start(seats)
    out: list[SteamState] = []
    while s.agenda:
        if game.actor(s) == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        if s.agenda[0].kind == "build":
            out.append(s.copy())
        elif s.agenda[0].kind == "issue":
            s.cash[s.agenda[0].seat] += rng.randrange(8, 20)
        game.apply(s, choose(game.options(s), rng))
        referee.check(game, s)
    return out


def choose(options: list[Action], rng: random.Random) -> Action:
    """Issue at most two shares, bid at most a little, build and urbanize often, else anything."""
    if isinstance(options[0], Issue):
        return options[min(rng.choice((0, 1, 2)), len(options) - 1)]
    if options[0].verb in ("bid", "drop"):
        return rng.choice(options[:3])
    cities = [a for a in options if isinstance(a, Urbanize)]
    tracks = [a for a in options if isinstance(a, (Build, Connect))]
    if cities and rng.random() < 0.5:
        return rng.choice(cities)
    if tracks and rng.random() < 0.9:
        return rng.choice(tracks)
    return rng.choice([a for a in options if not isinstance(a, (Urbanize, Build, Connect))] or options)


def check_listing(game: AgeOfSteam, s: SteamState) -> int:
    """Fail unless the list is exactly what is not refused; how many builds it has."""
    board = game.board
    everything: list[Action] = [Done()]
    everything += [
        Build(hex, layout) for hex in range(board.size) for layout in range(len(board.tiles.layouts))
    ]
    everything += [Connect(number) for number in range(len(board.direct_links))]
    everything += [Urbanize(hex, city) for hex in range(board.size) for city in range(len(board.new_cities))]
    listed = game.options(s)
    wrong = set(listed) ^ {a for a in everything if game.why_not(s, a) is None}
    assert not wrong, sorted(game.say(a) for a in wrong)
    assert len(set(listed)) == len(listed)
    return sum(isinstance(a, Build) for a in listed)


@pytest.mark.parametrize("anytime", ["off", "on"])
@pytest.mark.parametrize(
    ("source", "seats", "seed"),
    [("rust-belt", 3, 1), ("rust-belt", 4, 2), ("rust-belt", 6, 3), (TESTBED, 2, 4), (TESTBED, 3, 5)],
)
def test_a_build_is_listed_exactly_if_it_is_not_refused(
    source: str | Path, seats: int, seed: int, anytime: str
) -> None:
    game = load(source, {"urbanize-anytime": anytime})
    rng = random.Random(seed)
    positions = play_to_builds(game, seats, seed)
    tried = [positions[0], *rng.sample(positions, min(len(positions), 8 if source == "rust-belt" else 20))]
    counts = [check_listing(game, s) for s in tried]
    assert max(counts) > 50


@pytest.mark.parametrize(("map", "seed"), [("rust-belt", 8), ("southern-us", 9), ("great-britain", 10)])
def test_what_was_listed_before_makes_no_difference(map: str, seed: int) -> None:
    rng, remembers, forgets = random.Random(seed), load(map), load(map)

    def compare(s: SteamState) -> None:
        for seat in range(s.seats):
            s.agenda = []
            s.ask("build", seat, 3)
            forgets.rules.sites.clear()
            assert remembers.options(s) == forgets.options(s)

    positions = [s for game in range(3) for s in play_to_builds(load(map), 3, 100 * seed + game)]
    rng.shuffle(positions)
    for s in positions:
        compare(s)
        if towns := [hex for hex in remembers.board.stops if s.layout[hex]]:
            make_city(remembers.board, s, 0, rng.choice(towns))
            s.memory = None
            compare(s)


@pytest.mark.parametrize(("source", "seed"), [("rust-belt", 6), (TESTBED, 7)])
def test_a_build_is_listed_exactly_if_it_is_not_refused_when_tiles_or_money_run_out(
    source: str | Path, seed: int
) -> None:
    game = load(source)
    rng = random.Random(seed)
    positions = play_to_builds(game, 3, seed)
    for s in rng.sample(positions, min(6, len(positions))):
        s.cash[s.agenda[0].seat] = rng.randrange(8)
        for kind in range(len(s.supply)):
            if rng.random() < 0.5:
                s.supply[kind] = 0
        check_listing(game, s)


Tiles = tuple[tuple[str, str], ...]

AROUND_A_CITY: tuple[Tiles, Tiles] = (
    (("D8", "NW-N"),),
    (("D8", "N-NE"), ("E8", "SW-NE"), ("Rock Island", "SW")),
)
"""On D7 track comes from the south: out of Des Moines beside it, or out of Rock Island."""
AROUND_A_TOWN: tuple[Tiles, Tiles] = (
    (("Rock Island", "SE"), ("G8", "NW-N"), ("G7", "S-SW")),
    (("Rock Island", "SE"), ("G8", "NW-S"), ("G7", "NE-SW")),
)
"""At Rock Island track waits in the north-east: its own exit come round, or out of Chicago."""


@pytest.mark.rule("base.build.no-loop")
@pytest.mark.parametrize(
    ("positions", "sentence"), [(AROUND_A_CITY, "build D7 S-SW"), (AROUND_A_TOWN, "build Rock-Island NE/SE")]
)
@pytest.mark.parametrize("looping_first", [True, False])
def test_hexes_that_look_alike_are_told_apart_by_where_their_track_leads(
    positions: tuple[Tiles, Tiles], sentence: str, looping_first: bool
) -> None:
    desk = building()
    empty = desk.s.copy()
    for tiles in positions if looping_first else positions[::-1]:
        desk.table.state = empty.copy()
        for hex, tracks in tiles:
            desk.put(hex, tracks, 0)
        referee.check(desk.game, desk.s)
        check_listing(desk.game, desk.s)
        assert accepted(desk, sentence) == (tiles is not positions[0])
