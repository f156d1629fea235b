"""Every board has the hexes it was printed with: counted, and hex by hex where the atlas is at hand."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from footplate.age_of_steam.board import IN_CITY, IN_TOWN, TERRAIN, Board, map_ids, read_board
from footplate.age_of_steam.goods import CATTLE, COLOURS, unmask
from footplate.geometry.hexes import Cell

ATLAS = Path(__file__).parents[3] / "shared" / "atlas"

COUNTS = {
    "barbados": {"city": 6, "town": 5, "plain": 22, "mountain": 17},
    "berlin-1890": {"city": 12, "plain": 40, "river": 10},
    "double-base-usa": {
        "city": 23,
        "town": 40,
        "plain": 204,
        "river": 33,
        "mountain": 35,
        "high mountain": 5,
    },
    "disco-inferno": {"city": 14, "town": 17, "fire": 118},
    "germany": {
        "city": 13,
        "terminal": 6,
        "town": 14,
        "plain": 80,
        "river": 9,
        "mountain": 26,
        "water": 32,
        "printed price": 21,
    },
    "great-britain": {"city": 12, "town": 18, "plain": 75, "river": 19, "mountain": 18, "rock": 6},
    "italy": {"city": 15, "plain": 61, "river": 19, "mountain": 37},
    "lincoln-funeral-car": {"city": 12, "town": 13, "plain": 70, "river": 38, "mountain": 18},
    "osaka": {"city": 12, "town": 12, "plain": 103, "river": 34, "printed price": 16},
    "pacific-electric": {"city": 15, "town": 8, "plain": 70, "river": 12, "mountain": 36},
    "portugal": {"city": 12, "town": 18, "plain": 82, "river": 30, "mountain": 23},
    "rust-belt": {"city": 12, "town": 14, "plain": 108, "river": 19, "mountain": 9, "water": 27},
    "scotland": {
        "city": 6,
        "town": 8,
        "plain": 15,
        "river": 10,
        "mountain": 6,
        "river mountain": 3,
        "water": 40,
    },
    "seattle-metro": {
        "city": 10,
        "town": 10,
        "plain": 87,
        "river": 15,
        "tunnel": 8,
        "printed track": 2,
    },
    "southern-china": {
        "city": 10,
        "town": 11,
        "plain": 52,
        "river": 32,
        "mountain": 19,
        "printed price": 3,
    },
    "southern-us": {"city": 12, "town": 14, "plain": 108, "river": 11, "mountain": 15, "water": 1},
    "st-lucia": {"town": 11, "plain": 29, "river": 9, "mountain": 10},
    "sweden-recycling": {"city": 12, "town": 10, "plain": 91},
    "texas-oklahoma-new-mexico": {"city": 18, "town": 11, "plain": 75, "river": 29, "mountain": 18},
    "western-us": {"city": 12, "town": 20, "plain": 70, "river": 6, "mountain": 55, "swamp": 8},
}
"""The hexes of each board, by the place or else the terrain on them."""


def what_is_on(board: Board, hex: int) -> str:
    """The kind of place on a hex, or else its terrain."""
    if hex in board.terminals:
        return "terminal"
    return {IN_CITY: "city", IN_TOWN: "town"}.get(board.kind[hex]) or board.terrain[hex]


@pytest.mark.parametrize("map", map_ids())
def test_every_board_has_the_hexes_it_was_printed_with(map: str) -> None:
    board = read_board(map)
    found = Counter(what_is_on(board, hex) for hex in range(board.size))
    found["printed price"] = sum("price" in facts for facts in board.data.get("hexes", {}).values())
    found["printed track"] = len(board.printed_track)
    assert +found == COUNTS[map]


@pytest.mark.parametrize("map", map_ids())
def test_every_board_is_the_one_of_the_atlas_hex_by_hex(map: str) -> None:
    path = ATLAS / f"{map}.toml"
    if not path.exists():
        pytest.skip("the atlas lies in ../shared/atlas, which is not here")
    board, data = read_board(map), tomllib.loads(path.read_text("utf-8"))
    rows = [line.split() for line in data["grid"].strip().splitlines()]
    drawn = {
        (column, row): code
        for row, codes in enumerate(rows)
        for column, code in enumerate(codes)
        if code != "--"
    }
    assert set(drawn) == {(cell.column, cell.row) for cell in board.cells}
    costs = {tuple(hex["at"]): hex["cost"] for hex in data.get("hexes", ()) if "cost" in hex}
    for hex, cell in enumerate(board.cells):
        place: dict[str, Any] = data["places"].get(drawn[cell], {})
        own: dict[str, Any] = data.get("terrain", {}).get(drawn[cell], {})
        terrain = own.get("kind") or TERRAIN.get(drawn[cell]) or place.get("terrain", "plain")
        # The atlas has a kind of terrain for each printed price.
        terrain = {"priced": "plain", "impassable": "rock"}.get(terrain, terrain)
        assert (what_is_on(board, hex), board.place_names[hex], board.terrain[hex]) == (
            place.get("kind", terrain),
            place.get("name", ""),
            terrain,
        ), board.hex_names[hex]
        if cell in costs or "cost" in own:
            assert board.prices[hex] == costs.get(cell, own.get("cost")), board.hex_names[hex]
    granted = {tuple(hex["at"]) for hex in data.get("hexes", ()) if hex.get("land_grant")}
    assert granted == {board.cells[hex] for hex in board.groups.get("land grant", ())}


def side_of(board: Board, edge: dict[str, Any]) -> int:
    """The side of which the atlas tells something, counted as 6 * hex + side."""
    return 6 * board.at[Cell(*edge["at"])] + board.side_names.index(edge["side"])


@pytest.mark.parametrize("map", map_ids())
def test_places_sides_and_links_are_those_of_the_atlas(map: str) -> None:
    path = ATLAS / f"{map}.toml"
    if not path.exists():
        pytest.skip("the atlas lies in ../shared/atlas, which is not here")
    board, data = read_board(map), tomllib.loads(path.read_text("utf-8"))
    goods = Counter(hex for hex, colour in board.start_goods if colour != CATTLE)
    for code, place in data["places"].items():
        hex = board.place_at(code)
        colours = set(COLOURS[:5]) if place.get("colors") == ["gray"] else set(place.get("colors", ()))
        grown = [column for column in board.columns if column.hex == hex]
        numbers = {
            column.name if len(column.name) == 1 else column.name.replace("-", " ") for column in grown
        }
        assert set(unmask(board.demand[hex])) == colours, place["name"]
        # Where there is no goods display, numbers mean nothing.
        assert numbers == set(place.get("numbers", ()) if board.columns else ()), place["name"]
        if "cube_color" not in place:
            assert board.start_cubes[hex] + goods[hex] == place.get("cubes", 0), place["name"]
    edges = data.get("edges", ())
    shut = {side_of(board, edge) for edge in edges if edge["kind"] == "impassable"}
    assert {side for side in shut if board.across[side] != board.wall} == set()
    assert board.barriers == {side for one in shut for side in (one, board.beyond(one))} - {board.wall}
    taken = {side_of(board, edge): edge["accepts"] for edge in edges if "accepts" in edge}
    assert {side: unmask(colour)[0] for side, colour in board.side_accepts.items()} == taken
    borders = {side_of(board, edge) for edge in edges if edge["kind"] == "border" or edge.get("border")}
    assert board.borders == {side for one in borders for side in (one, board.beyond(one))}
    sold = Counter((frozenset(link.ends), link.price) for link in board.direct_links)
    links = [link for link in data.get("links", ()) if link.get("disks", 1)]
    assert sold == Counter(
        (frozenset(board.place_at(code) for code in link["ends"]), link["cost"]) for link in links
    )
