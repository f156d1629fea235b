"""The supply: which tiles there are, what happens when they run out, and disks that never do."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import FIRST_SEAT
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.track import sections_of
from tests.desk import Desk
from tests.rules.test_build import accepted, building, refused
from tests.rules.test_build_town import left, tile_in

TOWNS = ("La Crosse", "Springfield", "Green Bay", "Terre Haute", "Grand Rapids", "Indianapolis", "Fort Wayne")


def lay_acute_curves(desk: Desk, number: int) -> None:
    """Lay this many acute curves of nobody, each out of a city; the last out of Des Moines on D8."""
    for hex, tracks in (
        ("H7", "N-NE"),
        ("K10", "SW-S"),
        ("N8", "SW-S"),
        ("B10", "SW-NW"),
        ("P9", "NE-N"),
        ("B4", "N-NE"),
        ("D8", "NW-N"),
    )[-number:]:
        desk.put(hex, tracks, None)


@pytest.mark.rule("base.setup.tiles")
def test_the_supply_at_the_start() -> None:
    desk = Desk()
    supply = {tile.name: desk.s.supply[n] for n, tile in enumerate(desk.board.tiles.tiles)}
    assert supply == {
        "straight": 48,
        "gentle": 55,
        "acute": 7,
        "cross-gentle-straight": 4,
        "cross-two-gentle": 3,
        "cross-two-straight": 4,
        "coexist-gentle": 1,
        "coexist-left-gentle-acute": 1,
        "coexist-right-gentle-acute": 1,
        "coexist-straight-acute": 1,
        "town-one": 3,
        "town-three-left": 2,
        "town-three-right": 2,
        "town-three-half": 2,
        "town-three-star": 2,
    }
    assert sum(supply.values()) == 136
    assert desk.s.supply[-1] == 8


@pytest.mark.rule("base.setup.tiles")
def test_eight_new_cities_of_which_four_are_black() -> None:
    cities = [(city.letter, COLOURS[city.colour]) for city in Desk().board.new_cities]
    assert [letter for letter, _ in cities] == list("ABCDEFGH")
    assert sorted(colour for _, colour in cities) == ["black"] * 4 + ["blue", "purple", "red", "yellow"]


@pytest.mark.rule("base.setup.tiles")
@pytest.mark.parametrize(
    ("tracks", "tile"),
    [
        ("NW-SE", "straight"),
        ("NW-NE", "gentle"),
        ("NW-SW", "acute"),
        ("NW-SE/N-SW", "cross-gentle-straight"),
        ("NW-NE/N-SE", "cross-two-gentle"),
        ("NW-SE/N-S", "cross-two-straight"),
        ("NW-S/N-SE", "coexist-gentle"),
        ("N-SE/SW-NW", "coexist-left-gentle-acute"),
        ("NW-S/N-NE", "coexist-right-gentle-acute"),
        ("NW-SE/N-NE", "coexist-straight-acute"),
    ],
)
def test_each_kind_of_tile_shows_its_tracks_and_is_used_for_them(tracks: str, tile: str) -> None:
    desk = building()
    desk.put("D7", "SW-S", 0)
    before = left(desk, tile)
    desk.act(f"build D8 {tracks}")
    assert tile_in(desk, "D8") == tile
    assert left(desk, tile) == before - 1


@pytest.mark.rule("base.setup.supply-limit")
def test_a_kind_of_tile_that_has_run_out_cannot_be_built() -> None:
    desk = building()
    lay_acute_curves(desk, 7)
    assert left(desk, "acute") == 0
    refused(desk, "build C9 N-NE", refusals.OUT_OF_TILES, tile="acute")
    assert accepted(desk, "build C9 N-SE")


@pytest.mark.rule("base.setup.supply-limit")
def test_the_last_tile_of_a_kind_can_be_built() -> None:
    desk = building()
    lay_acute_curves(desk, 6)
    desk.act("build C9 N-NE")
    assert left(desk, "acute") == 0


@pytest.mark.rule("base.setup.supply-limit")
def test_the_tile_being_replaced_may_itself_be_used_again() -> None:
    desk = building()
    desk.s.begun[0] = 1
    lay_acute_curves(desk, 7)
    desk.act("build D8 NW-SW")
    assert tile_in(desk, "D8") == "acute"
    assert left(desk, "acute") == 0


@pytest.mark.rule("base.setup.supply-limit")
def test_a_replaced_tile_goes_back_to_the_supply() -> None:
    desk = building()
    lay_acute_curves(desk, 7)
    desk.act("build D8 NW-SE", "build C9 N-NE")
    assert (left(desk, "acute"), left(desk, "straight")) == (0, 47)


@pytest.mark.rule("base.setup.supply-limit")
def test_a_town_that_needs_a_disk_cannot_be_built_when_all_are_out() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    for town in (*TOWNS, "Toledo"):
        desk.put(town, "N/S", None)
    assert left(desk, "disk") == 0
    refused(desk, "build Rock-Island NE/SW", refusals.OUT_OF_DISKS, count=8)
    refused(desk, "build Rock-Island NE/SW/SE/NW", refusals.OUT_OF_DISKS, count=8)
    assert accepted(desk, "build Rock-Island NE")
    assert accepted(desk, "build Rock-Island NE/SW/SE")


@pytest.mark.rule("base.setup.supply-limit")
def test_a_replaced_town_tile_gives_its_disk_back_first() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    for town in TOWNS:
        desk.put(town, "N/S", None)
    desk.put("Rock Island", "NE/SW", 0)
    assert left(desk, "disk") == 0
    straights = left(desk, "straight")
    desk.act("build Rock-Island NE/SW/SE/NW")
    assert (left(desk, "disk"), left(desk, "straight")) == (0, straights + 1)


@pytest.mark.rule("base.setup.supply-limit")
def test_a_disk_comes_back_when_a_town_tile_without_one_replaces_its_tile() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", "NE/SW", 0)
    desk.act("build Rock-Island NE/SW/S")
    assert left(desk, "disk") == 8


@pytest.mark.rule("base.setup.disks")
def test_each_player_has_twenty_ownership_disks() -> None:
    assert Desk().game.rules.numbers["ownership_disks"] == 20


SECTIONS = [
    "C7",
    "S-N",
    "D7",
    "SW-NE",
    "D8",
    "NW-SE",
    "C9",
    "N-S",
    "B8",
    "NE-SW",
    "B7",
    "SE-NW",
    "B2",
    "S-N",
    "C3",
    "SW-NE",
    "B4",
    "N-S",
    "A4",
    "NE-S",
    "A3",
    "SE-N",
    "G7",
    "NE-SW",
    "G6",
    "SE-NW",
    "H5",
    "S-NW",
    "I7",
    "NW-S",
    "H7",
    "N-S",
    "K10",
    "SW-NE",
    "J9",
    "S-N",
    "M8",
    "S-N",
    "N8",
    "SW-NE",
    "N9",
    "NW-SE",
]


@pytest.mark.rule("base.setup.disks-limit")
def test_nobody_is_refused_a_build_for_want_of_an_ownership_disk() -> None:
    desk = building()
    for hex, tracks in zip(SECTIONS[::2], SECTIONS[1::2]):
        desk.put(hex, tracks, 0)
    assert len(sections_of(desk.board, desk.s, FIRST_SEAT)) == 21
    desk.act("build Q10 N-S", "build P9 NE-SW")
    assert len(sections_of(desk.board, desk.s, FIRST_SEAT)) == 23
