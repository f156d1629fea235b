"""Urbanization: a New City in the place of a town."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import unmask
from footplate.age_of_steam.rules import OptionError
from footplate.age_of_steam.slips import slip
from tests.desk import TESTBED, Desk
from tests.rules.test_build import accepted, building, links, refused
from tests.rules.test_build_town import BESIDE, left

ANYTIME = {"urbanize-anytime": "on"}


def urbanizing(map: str | Path = "rust-belt", options: dict[str, str] | None = None) -> Desk:
    """Seat 1 builds first and holds Urbanization."""
    return building("urbanization", "production", "turn-order", map=map, options=options)


@pytest.mark.rule("base.urban.place", "base.action.urbanization")
def test_a_new_city_is_free_and_three_tiles_may_still_be_built() -> None:
    desk = urbanizing()
    desk.act("urbanize Rock-Island A")
    assert desk.s.cash[0] == 100
    assert desk.s.new_cities[0] == desk.hex("Rock Island")
    desk.act("build G8 NW-S", "build F8 N-S", "build G7 SW-N")
    refused(desk, "build F6 S-N", refusals.NO_BUILDS_LEFT, limit=3)


@pytest.mark.rule("base.urban.place")
def test_the_player_chooses_any_town_and_any_new_city() -> None:
    desk = urbanizing()
    said = {sentence for sentence in desk.says() if sentence.startswith("urbanize")}
    towns = [desk.board.words[hex] for hex in desk.board.urbanizations]
    assert len(towns) == 14
    assert said == {f"urbanize {town} {letter}" for town in towns for letter in "ABCDEFGH"}


@pytest.mark.rule("base.urban.place")
@pytest.mark.parametrize(
    ("letter", "colour"), [("A", "red"), ("C", "black"), ("E", "yellow"), ("F", "purple")]
)
def test_the_new_city_takes_goods_of_its_colour(letter: str, colour: str) -> None:
    desk = urbanizing()
    desk.act(f"urbanize Rock-Island {letter}")
    assert unmask(desk.s.demand[desk.hex("Rock Island")]) == [colour]


@pytest.mark.rule("base.urban.place")
def test_a_new_city_goes_on_a_town_only() -> None:
    refused(urbanizing(), "urbanize D8 A", refusals.NOT_A_TOWN, hex="D8")


@pytest.mark.rule("base.urban.place", "base.setup.supply-limit")
@pytest.mark.parametrize(
    ("exits", "tile", "disk"),
    [("NE/SW", "straight", 1), ("NE/SE/SW/NW", "cross-two-straight", 1), ("NE", "town-one", 0)],
)
def test_the_tile_in_the_town_and_its_disk_go_back_to_the_supply(exits: str, tile: str, disk: int) -> None:
    desk = urbanizing()
    desk.put("Rock Island", exits, 1)
    tiles, disks = left(desk, tile), left(desk, "disk")
    desk.act("urbanize Rock-Island A")
    assert (left(desk, tile), left(desk, "disk")) == (tiles + 1, disks + disk)
    assert not desk.s.tile[desk.hex("Rock Island")]


@pytest.mark.rule("base.urban.place")
def test_track_may_be_built_out_of_a_new_city_like_any_city() -> None:
    desk = urbanizing()
    refused(desk, "build G8 NW-S", refusals.NOT_CONNECTED)
    desk.act("urbanize Rock-Island A", "build G8 NW-S")
    assert desk.owner("G8", "S") == 0


@pytest.mark.rule("base.urban.once")
def test_a_new_city_never_replaces_a_city_or_another_new_city() -> None:
    desk = building("production", "urbanization", "turn-order")
    desk.act("done")
    refused(desk, "urbanize Chicago A", refusals.ALREADY_CITY, hex="Chicago")
    desk.act("urbanize Rock-Island A", "done")
    desk.take("urbanization", "production", "turn-order")
    desk.go_to("build", desk.s.order[0])
    refused(desk, "urbanize Rock-Island B", refusals.ALREADY_CITY, hex="Rock Island")


@pytest.mark.rule("base.urban.supply")
def test_each_new_city_exists_once() -> None:
    desk = urbanizing()
    desk.act("urbanize Rock-Island A", "done")
    desk.take("urbanization", "production", "turn-order")
    desk.go_to("build", desk.s.order[0])
    refused(desk, "urbanize Springfield A", refusals.CITY_PLACED, letter="A", place="Rock Island")
    assert accepted(desk, "urbanize Springfield B")


# When, and who -------------------------------------------------------------------------------------------


@pytest.mark.rule("base.action.urbanization")
def test_only_who_took_urbanization_places_a_new_city_and_only_one() -> None:
    desk = urbanizing()
    desk.act("urbanize Rock-Island A")
    refused(desk, "urbanize Springfield B", refusals.NO_URBANIZATION)
    desk.act("done")
    refused(desk, "urbanize Springfield B", refusals.NO_URBANIZATION)


@pytest.mark.rule("base.action.urbanization")
def test_the_new_city_is_forfeited_with_the_first_tile() -> None:
    desk = urbanizing()
    assert accepted(desk, "urbanize Springfield B")
    desk.act("build D8 NW-SE")
    refused(desk, "urbanize Springfield B", refusals.URBANIZE_FIRST)


@pytest.mark.rule("base.action.urbanization", "base.build.direct-link")
def test_the_new_city_is_forfeited_with_a_direct_link_too() -> None:
    desk = urbanizing(TESTBED)
    desk.act("connect Delta Epsilon")
    refused(desk, "urbanize Topaz B", refusals.URBANIZE_FIRST)


@pytest.mark.rule("base.action.urbanization")
def test_the_player_is_warned_before_the_new_city_is_forfeited() -> None:
    desk = urbanizing()
    build = desk.game.read(desk.s, "build D8 NW-SE")
    warning = slip(desk.game, desk.s, build)
    assert warning is not None and "New City" in warning.text
    desk.act("urbanize Springfield B")
    assert slip(desk.game, desk.s, build) is None


@pytest.mark.rule("base.action.urbanization")
def test_urbanization_need_not_be_used_and_lasts_one_turn() -> None:
    desk = urbanizing()
    desk.act("build D8 NW-SE", "done")
    desk.take("locomotive", "production", "turn-order")
    for seat in desk.s.order:
        desk.go_to("build", seat)
        refused(desk, "urbanize Springfield B", refusals.NO_URBANIZATION)


@pytest.mark.rule("base.option.urbanize-anytime")
def test_with_the_option_the_new_city_may_be_placed_between_and_after_the_tiles() -> None:
    desk = urbanizing(options=ANYTIME)
    desk.act("build D8 NW-NE")
    assert accepted(desk, "urbanize Rock-Island A")
    desk.act("build E8 SW-NE", "build H7 N-S", "urbanize Rock-Island A")
    assert links(desk) == [("Des Moines", "Rock Island", 0)]
    refused(desk, "urbanize Springfield B", refusals.NO_URBANIZATION)


@pytest.mark.rule("base.option.urbanize-anytime")
def test_with_the_option_nobody_is_warned_and_still_only_the_holder_urbanizes() -> None:
    desk = urbanizing(options=ANYTIME)
    assert slip(desk.game, desk.s, desk.game.read(desk.s, "build D8 NW-SE")) is None
    desk.act("done")
    refused(desk, "urbanize Springfield B", refusals.NO_URBANIZATION)


@pytest.mark.rule("base.option.urbanize-anytime")
def test_the_option_is_off_by_default() -> None:
    assert Desk().game.rules.chosen["urbanize-anytime"] == "off"


# What becomes of track and cubes -------------------------------------------------------------------------


@pytest.mark.rule("base.urban.ends")
def test_track_that_led_into_the_town_leads_into_the_city_and_keeps_its_owner() -> None:
    desk = urbanizing()
    desk.put("G7", "NE-SW", 1)
    desk.put("D8", "NW-NE", 2)
    desk.put("E8", "SW-NE", 2)
    desk.put("Rock Island", "NE/SW", 1, 2)
    before = links(desk)
    desk.act("urbanize Rock-Island A")
    assert links(desk) == before == [("Chicago", "Rock Island", 1), ("Des Moines", "Rock Island", 2)]
    assert desk.game.rules.sections(desk.s, 1) == 1
    assert desk.game.rules.sections(desk.s, 2) == 2


@pytest.mark.rule("base.urban.ends")
def test_unfinished_track_out_of_the_town_hangs_on_the_city_and_keeps_its_owner() -> None:
    desk = urbanizing()
    desk.put("Rock Island", "SE", 1)
    desk.put("G8", "NW-S", 1)
    desk.act("urbanize Rock-Island A")
    assert desk.owner("G8", "S") == 1
    desk.act("done")
    assert accepted(desk, "build G8 NW-NE")


@pytest.mark.rule("base.urban.ends")
def test_exits_that_led_nowhere_disappear() -> None:
    desk = urbanizing()
    desk.put("Rock Island", "SE/SW", 1)
    desk.act("urbanize Rock-Island A")
    assert not any(desk.has_track("Rock Island", side) for side in desk.board.side_names)
    assert links(desk) == []
    assert desk.game.rules.sections(desk.s, 1) == 0
    desk.act("build G8 NW-S")
    assert desk.owner("G8", "NW") == 0


@pytest.mark.rule("base.urban.ends")
def test_a_link_that_was_only_the_exit_towards_a_neighbouring_city_is_lost(tmp_path: Path) -> None:
    board = tmp_path / "beside.toml"
    board.write_text(BESIDE, "utf-8")
    desk = urbanizing(board)
    desk.put("Topaz", "NE/NW", 2, 1)
    assert links(desk) == [("Alpha", "Topaz", 1), ("Beta", "Topaz", 2)]
    desk.act("urbanize Topaz A")
    assert links(desk) == []
    assert [desk.game.rules.sections(desk.s, seat) for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("base.urban.ends", "base.build.no-loop")
def test_track_that_would_join_the_new_city_to_itself_is_no_link_and_nobodys() -> None:
    desk = urbanizing()
    desk.put("Rock Island", "SE", 1)
    desk.put("G8", "NW-N", 1)
    desk.put("G7", "S-SW", 1)
    desk.act("urbanize Rock-Island A")
    assert links(desk) == []
    assert desk.owner("G7", "SW") is None


@pytest.mark.rule("base.urban.cubes")
def test_cubes_in_the_town_stay_on_the_new_city() -> None:
    desk = urbanizing()
    desk.set_cubes("Rock Island", "red", "purple")
    desk.act("urbanize Rock-Island A")
    assert desk.cubes("Rock Island") == ["red", "purple"]


@pytest.mark.rule("base.urban.none")
def test_with_no_new_city_left_urbanization_does_nothing() -> None:
    desk = urbanizing(options=ANYTIME)
    for number, hex in enumerate(list(desk.board.urbanizations)[:8]):
        desk.game.rules.do_urbanize(desk.s, 0, desk.board.urbanizations[hex][number])
    assert not [sentence for sentence in desk.says() if sentence.startswith("urbanize")]
    desk.act("build D8 NW-SE", "done")


@pytest.mark.rule("base.urban.none")
def test_with_no_town_left_urbanization_does_nothing() -> None:
    desk = urbanizing(TESTBED)
    for number, town in enumerate(("Topaz", "Umber", "Violet")):
        desk.game.rules.do_urbanize(desk.s, 0, desk.board.urbanizations[desk.hex(town)][number])
    assert not [sentence for sentence in desk.says() if sentence.startswith("urbanize")]
    refused(desk, "urbanize Topaz H", refusals.ALREADY_CITY, hex="Topaz")
    desk.act("done")


@pytest.mark.rule("base.urban.none")
def test_urbanization_may_be_taken_when_it_can_do_nothing() -> None:
    desk = Desk(TESTBED)
    for number, town in enumerate(("Topaz", "Umber", "Violet")):
        desk.game.rules.do_urbanize(desk.s, 0, desk.board.urbanizations[desk.hex(town)][number])
    desk.go_to("take")
    desk.act("take urbanization")


@pytest.mark.rule("base.option.urbanize-anytime")
def test_the_option_is_offered_where_there_are_new_cities_and_read_everywhere() -> None:
    for map in ("texas-oklahoma-new-mexico", "berlin-1890", "italy"):
        game = load(map)
        assert not game.rules.table_options and not game.rules.urbanize_after_building()
        assert load(map, ANYTIME).rules.table_options == (), "a table made before still opens"
        with pytest.raises(OptionError, match="it has: none"):
            load(map, {"fog": "on"})
    assert [option.name for option in load("rust-belt").rules.table_options] == ["urbanize-anytime"]
