"""A real late position: the deliveries are exactly those that another engine has found in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import CITY_SIDE, FIRST_SEAT, IN_CITY, NOBODYS
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE, WHITE, mask
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.core.game import Due
from footplate.geometry.hexes import Cell

PATH = Path(__file__).parents[2] / "shared" / "positions" / "southern-us-deliveries.json"

Route = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Where a cube comes from, its colour, its stops, and the owner of each link as the rails name them."""
Outcome = tuple[int, int, int, frozenset[tuple[int, int]]]
"""Where a cube comes from, its colour, where it goes, and how many links of each owner it uses."""


def at(game: AgeOfSteam, key: str) -> int:
    column, _, row = key.partition(",")
    return game.board.at[Cell(int(column), int(row))]


def owner(seat: int | None) -> int:
    return NOBODYS if seat is None else FIRST_SEAT + seat


@pytest.fixture(scope="module")
def position() -> tuple[AgeOfSteam, SteamState, set[Route]]:
    """The position, about to move, and the routes that were found in it."""
    if not PATH.exists():
        pytest.skip("the position lies in ../shared/positions, which is not here")
    data: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    game = load(data["map"])
    s = game.start(data["players"])
    s.turn, s.engine, s.agenda = data["round"], [data["engine"]] * s.seats, [Due("move", 0, 1)]
    s.cubes = bytearray(len(s.cubes))
    for key, colours in data["urbanized"].items():
        hex = at(game, key)
        s.kind[hex], s.demand[hex] = IN_CITY, mask(colours)
        s.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
    for key, tracks in data["tracks"].items():
        hex = at(game, key)
        lying = [tuple(TOWN if exit == "town" else exit for exit in track["exits"]) for track in tracks]
        s.layout[hex] = game.board.tiles.number[tuple(sorted((a, b) for a, b in lying))]
        for track, exits in zip(tracks, lying):
            for side in exits:
                if side != TOWN:
                    s.rail[6 * hex + side] = owner(track["owner"])
    for key, colours in data["cubes"].items():
        for colour in colours:
            s.cubes[STRIDE * at(game, key) + COLOURS.index(colour)] += 1
    routes = {
        (
            at(game, route["from"]),
            COLOURS.index(route["colour"]),
            tuple(at(game, stop) for stop in route["stops"]),
            tuple(map(owner, route["owners"])),
        )
        for route in data["routes"]
    }
    return game, s, routes


def walks(game: AgeOfSteam, s: SteamState, links: tuple[Link, ...], here: int) -> Iterator[tuple[Link, ...]]:
    """Every walk over links within the engine that goes on from a place, whatever the rules say of it."""
    for link in game.rules.links(s).get(here, ()):
        if link.to not in (other.to for other in links):
            yield (*links, link)
            if len(links) + 1 < s.engine[0]:
                yield from walks(game, s, (*links, link), link.to)


def allowed(game: AgeOfSteam, s: SteamState) -> set[Route]:
    """The routes that are not refused, of all walks from every cube."""
    out = set()
    for hex in range(game.board.size):
        lying = [colour for colour in range(len(COLOURS)) if s.cubes[STRIDE * hex + colour]]
        for way in walks(game, s, (), hex) if lying else ():
            sides, stops = tuple(link.side for link in way), tuple(link.to for link in way)
            for colour in lying:
                if game.why_not(s, Deliver(hex, colour, sides, stops)) is None:
                    out.add((hex, colour, stops, tuple(link.owner for link in way)))
    return out


def outcome(hex: int, colour: int, to: int, owners: tuple[int, ...]) -> Outcome:
    return hex, colour, to, frozenset(Counter(owner for owner in owners if owner >= FIRST_SEAT).items())


@pytest.mark.rule("base.move.links", "base.move.stop", "base.move.visit-once", "southern-us.move.cotton-port")
def test_the_routes_that_are_not_refused_are_those_of_the_other_engine(
    position: tuple[AgeOfSteam, SteamState, set[Route]],
) -> None:
    game, s, routes = position
    assert len(routes) == 488
    assert allowed(game, s) == routes


@pytest.mark.rule("base.move.links", "base.move.parallel")
def test_the_listed_deliveries_are_the_outcomes_of_the_other_engine(
    position: tuple[AgeOfSteam, SteamState, set[Route]],
) -> None:
    game, s, routes = position
    listed = [a for a in game.options(s) if isinstance(a, Deliver)]
    found = []
    for a in listed:
        links = links_of(game.rules, s, a)
        assert links is not None
        found.append(outcome(a.hex, a.colour, a.stops[-1], tuple(link.owner for link in links)))
    assert len(set(found)) == len(found)
    assert set(found) == {outcome(hex, colour, stops[-1], owners) for hex, colour, stops, owners in routes}
    assert sum(colour != WHITE for _, colour, _, _ in found) == 457
