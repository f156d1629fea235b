"""Great Britain: neighbours joined directly, a bonus from nation to nation, and London's six sides."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Urbanize
from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN, NOBODYS, UNBUILDABLE, owner_of
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import unmask
from footplate.age_of_steam.maps.great_britain import NOT_CITIES
from footplate.core.game import Unreadable
from footplate.geometry import hexes
from tests.desk import Desk, accepted, refused
from tests.desk import building as desk_building

ATLAS = Path(__file__).parents[3] / "shared" / "atlas" / "great-britain.toml"
MERSEY = "connect Liverpool Manchester"

NEIGHBOURS = """
name = "Neighbours"
players = [3, 6]
provenance = "reconstructed"
picture = \"\"\"
AA  bb  ..
..  CC  LO
..  ..  ..
\"\"\"
edges = [
    { hex = "C2", side = "SW", accepts = "red" },
    { hex = "C2", side = "NW", accepts = "blue" },
    { hex = "B1", side = "S", impassable = true },
]
[cities]
AA = { name = "Aa", accepts = ["yellow"], group = "wales" }
CC = { name = "Cc", accepts = ["purple"], group = "wales" }
LO = { name = "London", accepts = ["red", "blue"], group = "wales" }
[towns]
bb = { name = "Bb", group = "wales" }
[rules]
adjacent_links = 2
"""
"""A board for the same rules where a town has cities around it, one beyond a thick line."""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "great_britain.toml"
    path.write_text(NEIGHBOURS, "utf-8")
    return path


def building(*actions: str, map: str | Path = "great-britain") -> Desk:
    """Rich players in the order of their seats, about to build."""
    return desk_building(*actions, map=map)


def moving(desk: Desk, start: str, *colours: str) -> Desk:
    """Seat 0 is about to move with a strong engine; only these cubes lie on the board."""
    desk.go_to("move", 0)
    desk.s.engine[0] = 6
    desk.s.income = [0, 0, 0]
    for hex in range(desk.board.size):
        if desk.s.kind[hex] in (IN_CITY, IN_TOWN):
            desk.set_cubes(desk.board.words[hex])
    desk.set_cubes(start, *colours)
    return desk


def make_city(desk: Desk, town: str, letter: str) -> None:
    """Turn a town into a New City by hand."""
    city = [city.letter for city in desk.board.new_cities].index(letter)
    desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(town), city))


def own(desk: Desk, owner: int, *ends: str) -> None:
    """Give the direct link between two places to an owner's mark."""
    places = {desk.hex(end) for end in ends}
    number = next(n for n, link in enumerate(desk.board.direct_links) if set(link.ends) == places)
    desk.s.link_owners[number] = owner
    desk.s.link_table = None


def welsh_line(desk: Desk, owner: int | None) -> Desk:
    """Lay Birmingham – Cardiff."""
    desk.put("G15", "NE-S", owner)
    desk.put("G16", "N-SW", owner)
    desk.put("F16", "NE-S", owner)
    return desk


def oxford_line(desk: Desk) -> Desk:
    """Make Oxford a city, and lay Oxford – London (NW) and London (S) – Southampton, all of seat 0."""
    make_city(desk, "Oxford", "A")
    desk.put("J16", "NW-SE", 0)
    desk.put("K18", "N-SW", 0)
    desk.put("J18", "NE-SW", 0)
    return desk


# The board -----------------------------------------------------------------------------------------------


def test_the_board_is_that_of_the_atlas() -> None:
    if not ATLAS.is_file():
        pytest.skip(f"the atlas is not here: {ATLAS}")
    facts = tomllib.loads(ATLAS.read_text("utf-8"))
    board = load("great-britain").board
    rows = [line.split() for line in facts["grid"].splitlines() if line.strip()]
    terrain = {"..": "plain", "~~": "river", "^^": "mountain", "XX": "rock"}
    for hex, cell in enumerate(board.cells):
        code = rows[cell.row][cell.column]
        if code in terrain:
            assert board.terrain[hex] == terrain[code]
            continue
        place = facts["places"][code]
        assert board.place(hex) == place["name"]
        assert board.kind[hex] == (IN_CITY if place["kind"] == "city" else IN_TOWN)
        assert set(unmask(board.demand[hex])) == set(place.get("colors", []))
        assert board.start_cubes[hex] == place.get("cubes", 0)
        assert hex in board.groups[place["group"]]
        grows = [column.name.replace("-", " ") for column in board.columns if column.hex == hex]
        assert grows == place.get("numbers", [])
    assert board.size == sum(code != "--" for codes in rows for code in codes)
    sides = {"impassable": set(), "border": set(), "accepts": set()}  # type: dict[str, set[int]]
    for edge in facts["edges"]:
        side = 6 * board.at[hexes.Cell(*edge["at"])] + board.side_names.index(edge["side"])
        both = {side, board.beyond(side)}
        sides[edge["kind"]] |= {side} if edge["kind"] == "accepts" else both
        sides["border"] |= both if edge.get("border") else set()
        if edge["kind"] == "accepts":
            assert unmask(board.side_accepts[side]) == [edge["accepts"]]
    assert set(board.side_accepts) == sides["accepts"]
    assert board.borders == sides["border"]
    assert board.barriers == sides["impassable"]
    links = {frozenset(facts["places"][end]["name"] for end in link["ends"]) for link in facts["links"]}
    assert {frozenset(map(board.place, link.ends)) for link in board.direct_links} == links
    assert {link.price for link in board.direct_links} == {2}


@pytest.mark.rule("great-britain.setup.cubes")
def test_two_cubes_a_city_eight_town_disks_and_25_ownership_disks() -> None:
    desk = Desk("great-britain")
    cities = [hex for hex in range(desk.board.size) if desk.s.kind[hex] == IN_CITY]
    assert [len(desk.cubes(desk.board.words[hex])) for hex in cities] == [2] * 12
    assert sum(desk.s.cubes) == 24
    assert desk.s.supply[-1] == 8
    assert desk.game.rules.numbers["ownership_disks"] == 25


@pytest.mark.rule("great-britain.map.barriers")
def test_nothing_is_built_on_a_black_hex_or_across_a_thick_line() -> None:
    desk = building()
    black = [hex for hex in range(desk.board.size) if desk.board.kind[hex] == UNBUILDABLE]
    assert {desk.board.hex_names[hex] for hex in black} == {"B1", "B2", "F2", "C3", "G7", "F9"}
    for hex in black:
        assert refused(desk, f"build {desk.board.words[hex]} N-S") == refusals.NOT_BUILDABLE
    assert refused(desk, "build E1 S-SW") != refusals.OFF_BOARD
    for sentence in ("build E17 S-SE", "build L17 NW-NE", "build F4 S-N", "build K12 N-S"):
        assert refused(desk, sentence) == refusals.OFF_BOARD
    desk.put("G3", "NE-NW", 0)
    assert refused(desk, "build E2 NE-SE") == refusals.OFF_BOARD


# Neighbours joined directly ------------------------------------------------------------------------------


@pytest.mark.rule("great-britain.link.adjacent")
@pytest.mark.parametrize("ends", ["Liverpool Manchester", "Manchester Leeds", "Cardiff Bristol"])
def test_a_direct_link_costs_two_dollars_a_build_and_counts_a_section(ends: str) -> None:
    desk = building()
    desk.s.cash[0] = 1
    assert refused(desk, f"connect {ends}") == refusals.CANNOT_AFFORD
    desk.s.cash[0] = 2
    desk.act(f"connect {ends}")
    assert desk.s.cash[0] == 0 and desk.s.agenda[0].a == 2
    assert [desk.game.rules.sections(desk.s, seat) for seat in range(3)] == [1, 0, 0]


@pytest.mark.rule("great-britain.link.one")
def test_a_link_has_one_owner_who_is_paid_for_it() -> None:
    desk = building()
    desk.act("done", MERSEY, "done")
    assert refused(desk, MERSEY) == refusals.LINK_SOLD
    moving(desk, "Liverpool", "red")
    desk.act("deliver Liverpool red Manchester")
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("great-britain.link.one")
def test_a_new_city_is_joined_to_its_neighbours_only_when_the_link_is_bought(small: Path) -> None:
    desk = building("urbanization", "production", "turn-order", map=small)
    assert refused(desk, "connect Aa Bb") == NOT_CITIES
    assert accepted(desk, "connect Cc London")
    desk.act("urbanize Bb A")
    assert set(desk.s.link_owners) == {EMPTY} and not desk.game.rules.links(desk.s)
    assert accepted(desk, "connect Aa Bb") and accepted(desk, "connect London Bb")
    desk.act("connect Aa Bb")
    assert [link.to for link in desk.game.rules.links(desk.s)[desk.hex("Aa")]] == [desk.hex("Bb")]


@pytest.mark.rule("great-britain.link.one", "great-britain.map.barriers")
def test_no_link_is_sold_across_a_thick_line_or_between_places_apart(small: Path) -> None:
    desk = building(map=small)
    make_city(desk, "Bb", "A")
    for sentence in ("connect Bb Cc", "connect Aa Cc", "connect Aa London"):
        with pytest.raises(Unreadable, match="sells no direct link"):
            desk.game.read(desk.s, sentence)


# Nations -------------------------------------------------------------------------------------------------


@pytest.mark.rule("example.great-britain", "great-britain.move.nations")
def test_example_from_birmingham_to_cardiff() -> None:
    desk = moving(welsh_line(building(), 1), "Birmingham", "purple")
    desk.act("deliver Birmingham purple Cardiff")
    assert desk.s.income == [0, 1 + 1, 0]
    assert desk.asked == ("move", 1)


@pytest.mark.rule("great-britain.move.nations", "great-britain.nation-once")
def test_the_mover_chooses_among_the_railroads_used_once_a_delivery() -> None:
    desk = building()
    desk.put("H15", "N-S", 1)
    desk.put("H16", "N-SW", 1)
    own(desk, owner_of(2), "Bristol", "Cardiff")
    moving(desk, "Birmingham", "purple")
    desk.act("deliver Birmingham purple Bristol Cardiff")
    assert desk.asked == ("bonus", 0) and desk.s.income == [0, 1, 1]
    assert desk.says() == ["reward 2", "reward 3"]
    for wrong in ("reward 1", "reward 4", "reward 2 3", "reward"):
        assert refused(desk, wrong) is refusals.NOT_REWARDED
    for nobody in ("reward 0", "reward 9", "reward 2 9", "reward 999999"):
        assert refused(desk, nobody) is refusals.NO_SUCH_SEAT
    desk.act("reward 3")
    assert desk.s.income == [0, 1, 2] and desk.asked == ("move", 1)


@pytest.mark.rule("great-britain.nation-once")
def test_only_the_nations_of_origin_and_destination_count() -> None:
    desk = welsh_line(building(), 0)
    own(desk, owner_of(0), "Bristol", "Cardiff")
    moving(desk, "Birmingham", "red")
    desk.act("deliver Birmingham red Cardiff Bristol")
    assert desk.s.income == [2, 0, 0]


@pytest.mark.rule("great-britain.nation-new")
@pytest.mark.parametrize(("town", "income"), [("Hereford", 1 + 1), ("Swansea", 1)])
def test_a_new_city_belongs_to_the_nation_of_its_hex(town: str, income: int) -> None:
    desk = building()
    make_city(desk, town, "A")
    desk.put("F16", "N-S", 0)
    desk.put("E17", "NW-SE", 0)
    moving(desk, town, "purple")
    desk.act(f"deliver {town} purple Cardiff")
    assert desk.s.income == [income, 0, 0]


@pytest.mark.rule("great-britain.nation-new")
def test_with_all_links_unowned_the_bonus_is_lost() -> None:
    desk = building()
    own(desk, NOBODYS, "Bristol", "Cardiff")
    moving(desk, "Bristol", "purple")
    desk.act("deliver Bristol purple Cardiff")
    assert desk.s.income == [0, 0, 0] and desk.asked == ("move", 1)


# London --------------------------------------------------------------------------------------------------


@pytest.mark.rule("great-britain.london")
@pytest.mark.parametrize(("start", "takes"), [("Oxford", "yellow"), ("Southampton", "red")])
def test_london_takes_the_colour_of_the_side_entered(start: str, takes: str) -> None:
    desk = moving(oxford_line(building()), start, "red", "blue", "purple", "yellow", "black")
    for colour in ("red", "blue", "purple", "yellow", "black"):
        problem = desk.refusal(f"deliver {start} {colour} London")
        assert problem == (None if colour == takes else refusals.WRONG_CITY)
    ending = [said.split()[2] for said in desk.says() if said.endswith("London")]
    assert ending == [takes]


@pytest.mark.rule("great-britain.london", "great-britain.london-pass")
def test_the_colour_of_the_side_must_stop_in_london_and_others_pass() -> None:
    desk = moving(oxford_line(building()), "Oxford", "yellow", "blue")
    assert refused(desk, "deliver Oxford yellow London Southampton") == refusals.MUST_STOP
    desk.act("deliver Oxford blue London Southampton")
    assert desk.s.income == [2, 0, 0]


@pytest.mark.rule("great-britain.london-pass")
def test_a_cube_that_starts_in_london_leaves_by_any_side() -> None:
    desk = moving(oxford_line(building()), "London", "blue", "red")
    assert accepted(desk, "deliver London blue S Southampton")
    assert accepted(desk, "deliver London red NW Oxford")


@pytest.mark.rule("great-britain.london-direct")
def test_a_direct_link_enters_london_by_the_side_it_crosses(small: Path) -> None:
    desk = building(map=small)
    make_city(desk, "Bb", "H")
    own(desk, owner_of(0), "Cc", "London")
    own(desk, owner_of(0), "Bb", "London")
    moving(desk, "Cc", "red", "blue")
    assert accepted(desk, "deliver Cc red London")
    assert refused(desk, "deliver Cc blue London") == refusals.WRONG_CITY
    desk.set_cubes("Bb", "red", "blue")
    assert accepted(desk, "deliver Bb blue London")
    assert refused(desk, "deliver Bb red London") == refusals.WRONG_CITY
