"""Track in towns: every track leads into the town, and what lies there belongs to many."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from tests.desk import Desk
from tests.rules.test_build import accepted, begun, building, links, refused

BESIDE = """
name = "Beside"
players = [3, 6]
provenance = "reconstructed"

picture = '''
..  ..  ..  ..
AL  to  BE  ..
..  ..  ..  ..
'''

[cities]
AL = { name = "Alpha", accepts = ["red"], grows = ["light 1"] }
BE = { name = "Beta", accepts = ["blue"], grows = ["light 2"] }

[towns]
to = { name = "Topaz" }
"""
"""A town between two cities, which no printed board of the base game has."""


def tile_in(desk: Desk, place: str) -> str:
    """The name of the kind of tile that lies in a place."""
    return desk.board.tiles.tiles[desk.s.tile[desk.hex(place)] - 1].name


def left(desk: Desk, tile: str) -> int:
    """How many tiles of a kind are left; "disk" is a town disk."""
    names = [kind.name for kind in desk.board.tiles.tiles]
    return desk.s.supply[-1 if tile == "disk" else names.index(tile)]


def chicago_to_rock_island() -> Desk:
    """Seat 1's track from Chicago waits at the north-east of Rock Island."""
    desk = building()
    desk.put("G7", "NE-SW", 0)
    return desk


@pytest.mark.rule("base.build.town")
def test_every_track_in_a_town_hex_ends_in_the_town() -> None:
    desk = chicago_to_rock_island()
    desk.put("D8", "NW-NE", 0)
    desk.put("E8", "SW-NE", 0)
    desk.act("build Rock-Island NE/SW")
    assert links(desk) == [("Chicago", "Rock Island", 0), ("Des Moines", "Rock Island", 0)]


@pytest.mark.rule("base.build.town")
def test_a_two_ended_tile_in_a_town_gives_two_sections_and_a_complex_one_four() -> None:
    desk = chicago_to_rock_island()
    desk.act("build Rock-Island NE/SW")
    assert desk.game.rules.sections(desk.s, 0) == 2
    assert links(desk) == [("Chicago", "Rock Island", 0)]
    desk.act("done")
    desk.go_to("build", 0)
    desk.act("build Rock-Island NE/SE/SW/NW", "build G8 NW-S", "done")
    owners = {side: desk.owner("Rock Island", side) for side in ("NE", "SE", "SW", "NW")}
    assert owners == {"NE": 0, "SE": 0, "SW": None, "NW": 0}


@pytest.mark.rule("base.build.town-tiles-only")
def test_town_tiles_go_on_towns_only() -> None:
    desk = building()
    refused(desk, "build D8 NW", refusals.NO_TOWN_HERE, hex="D8")
    refused(desk, "build D8 NW/SE", refusals.NO_TOWN_HERE, hex="D8")
    refused(desk, "build D8 NW/SE/NE", refusals.NO_TOWN_HERE, hex="D8")


@pytest.mark.rule("base.build.town-tiles-only")
def test_no_track_passes_through_a_town() -> None:
    desk = chicago_to_rock_island()
    refused(desk, "build Rock-Island NE-SW", refusals.TOWN_TILE_ONLY, hex="Rock Island", example="NE/SW")
    refused(
        desk,
        "build Rock-Island NE-SW/SE-NW",
        refusals.TOWN_TILE_ONLY,
        hex="Rock Island",
        example="NE/SE/SW/NW",
    )


@pytest.mark.rule("base.build.town", "base.build.town-four")
@pytest.mark.parametrize(
    ("exits", "tile", "disks"),
    [
        ("NE", "town-one", 0),
        ("NE/SW", "straight", 1),
        ("NE/S", "gentle", 1),
        ("NE/SE", "acute", 1),
        ("NE/SW/N", "town-three-left", 0),
        ("NE/SE/SW", "town-three-right", 0),
        ("NE/N/SE", "town-three-half", 0),
        ("NE/S/NW", "town-three-star", 0),
        ("NE/SW/SE/NW", "cross-two-straight", 1),
        ("N/S/SE/SW", "cross-gentle-straight", 1),
        ("N/NE/SE/S", "cross-two-gentle", 1),
    ],
)
def test_the_exits_decide_which_tile_is_used_and_whether_a_town_disk_is(
    exits: str, tile: str, disks: int
) -> None:
    desk = chicago_to_rock_island()
    desk.put("G8", "NE-NW", 0)
    desk.put("H7", "N-SW", 0)
    before, had = left(desk, tile), left(desk, "disk")
    desk.act(f"build Rock-Island {exits}")
    assert tile_in(desk, "Rock Island") == tile
    assert left(desk, tile) == before - 1
    assert left(desk, "disk") == had - disks


@pytest.mark.rule("base.build.town-four")
def test_a_coexist_tile_serves_in_a_town_only_when_the_crossings_are_out() -> None:
    desk = chicago_to_rock_island()
    for town in ("Fort Wayne", "Indianapolis", "Springfield", "Terre Haute"):
        assert left(desk, "cross-two-straight") > 0
        desk.put(town, "N/NE/S/SW", None)
        assert tile_in(desk, town) == "cross-two-straight"
    assert left(desk, "cross-two-straight") == 0
    desk.act("build Rock-Island NE/SW/SE/NW")
    assert tile_in(desk, "Rock Island") == "coexist-gentle"
    assert left(desk, "coexist-gentle") == 0


@pytest.mark.rule("base.build.town-four", "base.setup.supply-limit")
def test_four_exits_are_refused_when_neither_crossing_nor_coexist_tiles_are_left() -> None:
    desk = chicago_to_rock_island()
    for town in ("Fort Wayne", "Indianapolis", "Springfield", "Terre Haute", "La Crosse"):
        desk.put(town, "N/NE/S/SW", None)
    assert left(desk, "cross-two-straight") == left(desk, "coexist-gentle") == 0
    refused(desk, "build Rock-Island NE/SW/SE/NW", refusals.OUT_OF_TILES, tile="cross-two-straight")
    assert accepted(desk, "build Rock-Island NE/SW/SE/S")


@pytest.mark.rule("base.build.town-owned")
def test_track_into_one_town_may_belong_to_different_players() -> None:
    desk = chicago_to_rock_island()
    desk.put("D8", "NW-NE", 1)
    desk.put("E8", "SW-NE", 1)
    desk.act("build Rock-Island NE", "done", "build Rock-Island NE/SW", "done")
    assert (desk.owner("Rock Island", "NE"), desk.owner("Rock Island", "SW")) == (0, 1)
    assert links(desk) == [("Chicago", "Rock Island", 0), ("Des Moines", "Rock Island", 1)]


@pytest.mark.rule("base.build.town-open")
def test_track_that_points_at_a_town_is_finished_only_by_an_exit_on_that_side() -> None:
    desk = chicago_to_rock_island()
    desk.put("D8", "NW-NE", 0)
    desk.act("build E8 SW-NE")
    assert links(desk) == []
    desk.act("build Rock-Island NE/S")
    assert links(desk) == [("Chicago", "Rock Island", 0)]
    desk.act("done")
    desk.go_to("build", 0)
    desk.act("done")
    assert desk.owner("E8", "NE") is None
    assert desk.owner("G7", "SW") == 0


@pytest.mark.rule("base.build.town-open")
def test_a_new_town_exit_may_not_meet_anothers_waiting_track() -> None:
    desk = chicago_to_rock_island()
    desk.put("D8", "NW-NE", 1)
    desk.put("E8", "SW-NE", 1)
    refused(desk, "build Rock-Island NE/SW", refusals.FOREIGN_WAITING, hex="Rock Island", other="Ben")
    assert accepted(desk, "build Rock-Island NE/S")


@pytest.mark.rule("base.build.town-open")
def test_the_refusal_names_whose_track_waits_not_whose_link_is_there() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE/S", 1, 0)
    desk.put("D8", "NW-NE", 2)
    desk.put("E8", "SW-NE", 2)
    refused(desk, "build Rock-Island NE/S/SW", refusals.FOREIGN_WAITING, hex="Rock Island", other="Cy")


@pytest.mark.rule("base.build.town-open", "base.owner.claim")
def test_a_new_town_exit_takes_over_unowned_waiting_track() -> None:
    desk = begun(building(), 0)
    desk.put("D8", "NW-NE", None)
    desk.put("E8", "SW-NE", None)
    desk.act("build Rock-Island SW", "done")
    assert links(desk) == [("Des Moines", "Rock Island", 0)]
    assert desk.owner("D8", "NW") == 0


@pytest.mark.rule("base.build.town", "base.build.first-tile-kind")
def test_the_first_tile_may_be_an_exit_from_a_town_into_a_neighbouring_city(tmp_path: Path) -> None:
    board = tmp_path / "beside.toml"
    board.write_text(BESIDE, "utf-8")
    desk = building(map=board)
    refused(desk, "build Topaz S", refusals.NOT_CONNECTED)
    desk.act("build Topaz NE")
    assert links(desk) == [("Beta", "Topaz", 0)]
    assert desk.game.rules.sections(desk.s, 0) == 1
