"""What building costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from tests.desk import TESTBED, Desk
from tests.rules.test_build import accepted, begun, building, refused


def cost(desk: Desk, sentence: str) -> int:
    """What seat 1 pays for this build."""
    before = desk.s.cash[0]
    desk.act(sentence)
    return before - desk.s.cash[0]


def two_supports() -> Desk:
    """On plain D8, in the river on M10 and in the mountains on Q10 two tracks of seat 1 can begin."""
    desk = building()
    desk.put("D7", "SW-S", 0)
    desk.put("L9", "NE-SE", 0)
    desk.put("P9", "NE-SE", 0)
    return desk


@pytest.mark.rule("base.cost.simple")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("build D8 NW-SE", 2),
        ("build D8 NW-NE", 2),
        ("build D8 NW-SW", 2),
        ("build M10 N-S", 3),
        ("build M10 N-SW", 3),
        ("build Q10 N-S", 4),
        ("build Q10 N-NE", 4),
    ],
)
def test_a_simple_tile_costs_2_in_the_river_3_in_the_mountains_4(sentence: str, price: int) -> None:
    assert cost(building(), sentence) == price


@pytest.mark.rule("base.cost.coexist")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("build D8 N-SE/S-NW", 3),
        ("build D8 NW-SE/N-NE", 3),
        ("build M10 N-SE/S-NW", 4),
        ("build Q10 N-SE/S-NW", 5),
    ],
)
def test_a_coexist_tile_costs_3_in_the_river_4_in_the_mountains_5(sentence: str, price: int) -> None:
    assert cost(two_supports(), sentence) == price


@pytest.mark.rule("base.cost.crossing")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("build D8 N-S/NW-SE", 4),
        ("build D8 NW-NE/N-SE", 4),
        ("build M10 N-S/NW-SE", 5),
        ("build Q10 N-S/NW-SE", 6),
    ],
)
def test_a_crossing_costs_4_in_the_river_5_in_the_mountains_6(sentence: str, price: int) -> None:
    assert cost(two_supports(), sentence) == price


@pytest.mark.rule("base.cost.town")
@pytest.mark.parametrize(("exits", "price"), [("NE", 2), ("NE/SW", 3), ("NE/SW/S", 4), ("NE/SW/SE/NW", 5)])
def test_a_town_costs_1_and_1_for_every_track(exits: str, price: int) -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    assert cost(desk, f"build Rock-Island {exits}") == price


@pytest.mark.rule("base.cost.town")
@pytest.mark.parametrize(("exits", "price"), [("NW", 2), ("NW/SE", 3), ("NW/SE/N", 4), ("NW/SE/N/S", 5)])
def test_terrain_costs_nothing_in_a_town(exits: str, price: int) -> None:
    desk = building(map=TESTBED)
    assert desk.board.terrain[desk.hex("Umber")] == "mountain"
    desk.put("B3", "SW-SE", 0)
    assert cost(desk, f"build Umber {exits}") == price


@pytest.mark.rule("base.cost.town")
def test_a_printed_price_costs_nothing_in_a_town(tmp_path: Path) -> None:
    dear = tmp_path / "dear.toml"
    dear.write_text(TESTBED.read_text("utf-8").replace("[hexes]", "[hexes]\nC4 = { price = 9 }"), "utf-8")
    desk = building(map=dear)
    assert desk.board.prices[desk.hex("Umber")] == 9
    desk.put("B3", "SW-SE", 0)
    assert cost(desk, "build Umber NW/SE") == 3


@pytest.mark.rule("base.cost.replace-crossing")
@pytest.mark.parametrize("tracks", ["N-S/NW-SE", "N-S/NW-NE"])
def test_replacing_a_simple_tile_by_a_crossing_costs_3(tracks: str) -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S", 1)
    assert cost(desk, f"build D8 {tracks}") == 3


@pytest.mark.rule("base.cost.replace-town")
@pytest.mark.parametrize(
    ("old", "new"), [("NE", "NE/S"), ("NE", "NE/S/SW/NW"), ("NE/S", "NE/S/NW"), ("NE/S", "NE/S/SW/NW")]
)
def test_replacing_a_tile_in_a_town_costs_3_however_many_exits_are_added(old: str, new: str) -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", old, 0)
    assert cost(desk, f"build Rock-Island {new}") == 3


@pytest.mark.rule("base.cost.replace-other")
def test_replacing_a_simple_tile_by_a_coexist_tile_costs_2() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-SE", 1)
    assert cost(desk, "build D8 N-SE/S-NW") == 2


@pytest.mark.rule("base.cost.replace-other", "base.cost.one-charge")
def test_replacing_a_coexist_tile_by_a_crossing_costs_2() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-SE/S-NW", 1, 0)
    assert cost(desk, "build D8 N-SE/NE-NW") == 2


@pytest.mark.rule("base.cost.redirect")
@pytest.mark.parametrize(
    ("hex", "old", "new"), [("D8", "NW-NE", "NW-SE"), ("M10", "N-S", "N-SW"), ("Q10", "N-S", "N-SE")]
)
def test_redirecting_costs_2_on_any_terrain(hex: str, old: str, new: str) -> None:
    desk = building()
    desk.put(hex, old, 0)
    assert cost(desk, f"build {hex} {new}") == 2


@pytest.mark.rule("base.cost.one-charge")
def test_a_simple_tile_that_becomes_a_crossing_and_is_redirected_costs_3() -> None:
    desk = two_supports()
    desk.put("D8", "NW-NE", 0)
    assert cost(desk, "build D8 NW-SE/N-S") == 3


@pytest.mark.rule("base.cost.one-charge")
def test_a_simple_tile_that_becomes_a_coexist_tile_and_is_redirected_costs_2() -> None:
    desk = two_supports()
    desk.put("D8", "NW-NE", 0)
    assert cost(desk, "build D8 NW-S/N-SE") == 2


@pytest.mark.rule("base.cost.one-charge")
def test_redirecting_two_tracks_at_once_costs_2() -> None:
    desk = two_supports()
    desk.put("D8", "NW-SE/N-S", 0)
    assert cost(desk, "build D8 NW-NE/N-SE") == 2


@pytest.mark.rule("base.cost.terrain-once")
@pytest.mark.parametrize(("hex", "first"), [("M10", 3), ("Q10", 4)])
def test_terrain_raises_only_the_price_of_the_first_tile_in_a_hex(hex: str, first: int) -> None:
    desk = begun(two_supports(), 1)
    assert cost(desk, f"build {hex} N-S") == first
    desk.act("done", f"build {hex} N-S/NW-SE")
    assert desk.s.cash[1] == 100 - 3


@pytest.mark.rule("base.cost.other-terrain")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        ("build E3 NE-SW", 5),
        ("build E3 NE-NW/SE-SW", 6),
        ("build E3 NE-SW/SE-NW", 7),
        ("build A3 S-N", 6),
        ("build A3 S-N/NE-SE", 7),
        ("build A3 S-NE/SE-N", 8),
    ],
)
def test_a_coexist_tile_costs_1_and_a_crossing_2_more_than_the_boards_own_price(
    sentence: str, price: int
) -> None:
    desk = building(map=TESTBED)
    desk.put("F3", "N-NW", 0)
    desk.put("B3", "SW-NW", 0)
    assert cost(desk, sentence) == price


@pytest.mark.rule("base.cost.other-terrain", "base.cost.terrain-once")
def test_the_boards_own_price_does_not_count_for_a_replacement() -> None:
    desk = begun(building(map=TESTBED), 0)
    desk.put("E3", "NE-SW", None)
    assert cost(desk, "build E3 NE-S") == 2


@pytest.mark.rule("base.cost.afford")
@pytest.mark.parametrize(("sentence", "price"), [("build D8 NW-SE", 2), ("build Q10 N-S/NW-SE", 6)])
def test_a_tile_must_be_paid_for(sentence: str, price: int) -> None:
    desk = two_supports()
    desk.s.cash[0] = price - 1
    refused(desk, sentence, refusals.CANNOT_AFFORD, cost=price, cash=price - 1)
    desk.s.cash[0] = price
    assert accepted(desk, sentence)
    desk.act(sentence)
    assert desk.s.cash[0] == 0


@pytest.mark.rule("base.cost.afford")
def test_who_has_no_money_builds_nothing() -> None:
    desk = building()
    desk.s.cash[0] = 1
    assert desk.says() == ["done"]
