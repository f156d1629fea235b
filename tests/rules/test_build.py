"""Building track: who builds when and how much, where new track may lie, and what it may meet."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import FIRST_SEAT, NOBODYS
from footplate.age_of_steam.routes import link_table
from footplate.core.game import Refusal
from tests.desk import TESTBED, Desk, accepted, building


def begun(desk: Desk, *seats: int) -> Desk:
    """These seats have laid their first tile, whose track has since become nobody's or gone."""
    for seat in seats:
        desk.s.begun[seat] = 1
    return desk


def refused(desk: Desk, sentence: str, refusal: Refusal, **figures: object) -> None:
    """A sentence is refused for this reason, people read it with its figures, and nothing has changed."""
    before = desk.s.to_json()
    assert desk.refusal(sentence) == refusal
    said = desk.why(sentence)
    assert said == refusal.text.format_map(figures)
    assert not set("{}") & set(said)
    assert desk.game.say(desk.game.read(desk.s, sentence)) not in desk.says()
    assert desk.s.to_json() == before


def links(desk: Desk) -> list[tuple[str, str, int | None]]:
    """All completed links: their two places in alphabetical order and the seat that owns them."""
    found = []
    for here, leaving in link_table(desk.board, desk.s).items():
        for link in leaving:
            ends = desk.board.place(here), desk.board.place(link.to)
            if ends[0] < ends[1]:
                found.append((*ends, None if link.owner == NOBODYS else link.owner - FIRST_SEAT))
    return sorted(found, key=str)


def build_order(desk: Desk) -> list[int]:
    """Who is asked to build, one after the other, while everybody builds nothing."""
    seats = []
    while desk.asked[0] == "build":
        seats.append(desk.asked[1])
        desk.act("done")
    return seats


# Who builds, and how much ------------------------------------------------------------------------------


@pytest.mark.rule("base.build.order")
def test_players_build_in_player_order() -> None:
    desk = building()
    assert desk.s.order == [0, 1, 2]
    assert build_order(desk) == [0, 1, 2]


@pytest.mark.rule("base.build.order", "base.action.first-build")
def test_first_build_builds_before_everybody_and_once() -> None:
    desk = building("locomotive", "production", "first-build")
    assert desk.s.order == [0, 1, 2]
    assert build_order(desk) == [2, 0, 1]


@pytest.mark.rule("base.action.first-build")
def test_first_build_leaves_the_number_of_tiles_at_three() -> None:
    desk = building("first-build", "production", "turn-order")
    desk.act("build D8 NW-SE", "build D7 SW-NE", "build C9 N-S")
    refused(desk, "build B8 NE-SW", refusals.NO_BUILDS_LEFT, limit=3)


@pytest.mark.rule("base.build.limit")
def test_three_tiles_are_built_and_no_fourth() -> None:
    desk = building()
    desk.act("build D8 NW-SE", "build D7 SW-NE", "build C9 N-S")
    refused(desk, "build B8 NE-SW", refusals.NO_BUILDS_LEFT, limit=3)
    assert desk.says() == ["done"]


@pytest.mark.rule("base.build.limit", "base.action.engineer")
def test_the_engineer_builds_four_tiles_and_no_fifth_and_the_others_three() -> None:
    desk = building("engineer", "production", "turn-order")
    desk.act("build D8 NW-SE", "build D7 SW-NE", "build C9 N-S", "build B8 NE-SW")
    refused(desk, "build B7 SE-NW", refusals.NO_BUILDS_LEFT, limit=4)
    desk.act("done", "build H7 N-S", "build G7 NE-SW", "build G6 SE-NW")
    refused(desk, "build H5 S-N", refusals.NO_BUILDS_LEFT, limit=3)


@pytest.mark.rule("base.build.limit")
def test_placing_replacing_redirecting_and_a_direct_link_all_count() -> None:
    desk = building("engineer", "production", "turn-order", map=TESTBED)
    desk.put("E2", "SE-NW", 0)
    desk.put("F4", "SW-NE", 1)
    desk.act("connect Delta Epsilon", "build F4 SW-NE/S-N", "build E2 SE-N", "build A5 N-S")
    refused(desk, "build B4 NW-SE", refusals.NO_BUILDS_LEFT, limit=4)


@pytest.mark.rule("base.build.limit")
def test_building_nothing_is_allowed_and_costs_nothing() -> None:
    desk = building()
    desk.act("done")
    assert desk.asked == ("build", 1)
    assert desk.s.cash == [100, 100, 100]


@pytest.mark.rule("base.build.once-a-hex")
def test_a_hex_is_built_on_once_in_a_build() -> None:
    desk = building()
    desk.act("build D8 NW-NE")
    refused(desk, "build D8 NW-SE", refusals.HEX_BUILT, hex="D8")
    desk.act("done")
    desk.go_to("build", 0)
    desk.act("build D8 NW-SE")


@pytest.mark.rule("base.build.once-a-hex")
def test_a_town_is_built_on_once_in_a_build_too() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.act("build Rock-Island NE")
    refused(desk, "build Rock-Island NE/SW", refusals.HEX_BUILT, hex="Rock Island")


@pytest.mark.rule("base.build.tile-by-tile")
def test_each_tile_must_be_legal_when_it_is_laid() -> None:
    desk = building()
    refused(desk, "build E9 NW-SE", refusals.NOT_CONNECTED)
    desk.act("build D8 NW-SE", "build E9 NW-SE")
    assert desk.owner("E9", "SE") == 0


@pytest.mark.rule("base.build.tile-by-tile")
def test_each_tile_is_paid_for_when_it_is_laid() -> None:
    desk = building()
    desk.s.cash[0] = 4
    desk.act("build D8 NW-SE")
    assert desk.s.cash[0] == 2
    refused(desk, "build E9 NW-SE", refusals.CANNOT_AFFORD, cost=3, cash=2)


@pytest.mark.rule("base.build.tile-by-tile")
def test_the_builder_ends_the_build_even_with_no_tile_left() -> None:
    desk = building()
    desk.act("build D8 NW-SE", "build D7 SW-NE", "build C9 N-S")
    assert desk.asked == ("build", 0)
    desk.act("done")
    assert desk.asked == ("build", 1)


# The first tile ----------------------------------------------------------------------------------------


@pytest.mark.rule("base.build.first-tile")
def test_the_first_tile_touches_a_city_with_one_end() -> None:
    desk = building()
    refused(desk, "build D8 N-S", refusals.NOT_CONNECTED)
    refused(desk, "build E9 NW-SE", refusals.NOT_CONNECTED)
    assert accepted(desk, "build D8 NW-SE")


@pytest.mark.rule("base.build.first-tile")
def test_the_first_tile_may_not_extend_unowned_track_away_from_a_city_but_a_later_one_may() -> None:
    desk = building()
    desk.put("D8", "NW-SE", None)
    refused(desk, "build E9 NW-SE", refusals.FIRST_TILE)
    desk.act("build C9 N-S", "build E9 NW-SE")
    assert desk.owner("D8", "NW") == 0


@pytest.mark.rule("base.build.first-tile")
def test_the_first_tile_may_not_bring_unowned_track_into_a_town_but_a_later_one_may() -> None:
    desk = building()
    desk.put("D8", "NW-NE", None)
    desk.put("E8", "SW-NE", None)
    refused(desk, "build Rock-Island SW", refusals.FIRST_TILE)
    desk.act("build C9 N-S", "build Rock-Island SW")
    assert ("Des Moines", "Rock Island", 0) in links(desk)


@pytest.mark.rule("base.build.first-tile-kind")
def test_the_first_tile_may_be_a_crossing() -> None:
    desk = building(map=TESTBED)
    desk.act("build F4 S-N/SW-NE")
    assert desk.owner("F4", "N") == desk.owner("F4", "NE") == 0


@pytest.mark.rule("base.build.first-tile-kind")
def test_the_first_tile_may_be_a_replacement() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S", 1)
    desk.act("build D8 N-S/NW-SE")
    assert (desk.owner("D8", "N"), desk.owner("D8", "SE")) == (1, 0)


@pytest.mark.rule("base.build.first-tile-kind")
def test_the_first_build_may_be_a_direct_link_and_the_next_tile_is_not_the_first() -> None:
    desk = building(map=TESTBED)
    desk.put("E4", "S-NW", None)
    refused(desk, "build D3 SE-NW", refusals.FIRST_TILE)
    desk.act("connect Delta Epsilon", "build D3 SE-NW")
    assert desk.owner("E4", "S") == 0


# Where new track may lie ---------------------------------------------------------------------------------


@pytest.mark.rule("base.build.connected")
def test_new_track_extends_from_a_city_or_own_track_and_from_nothing_else() -> None:
    desk = building()
    desk.put("D8", "NW-SE", 0)
    desk.put("D7", "SW-NE", 1)
    refused(desk, "build H8 N-S", refusals.NOT_CONNECTED)
    refused(desk, "build E8 N-S", refusals.NOT_CONNECTED)
    assert accepted(desk, "build E9 NW-SE")
    assert accepted(desk, "build H7 N-S")


@pytest.mark.rule("base.build.connected")
def test_a_bare_town_is_no_place_to_build_out_of() -> None:
    desk = begun(building(), 0)
    refused(desk, "build Rock-Island NE/SW", refusals.NOT_CONNECTED)
    refused(desk, "build G8 NW-S", refusals.NOT_CONNECTED)


@pytest.mark.rule("base.build.connected")
def test_others_track_in_a_town_is_no_place_to_build_out_of() -> None:
    desk = begun(building(), 0)
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE", 1)
    refused(desk, "build Rock-Island NE/SE", refusals.NOT_CONNECTED)
    refused(desk, "build G8 NW-S", refusals.NOT_CONNECTED)


@pytest.mark.rule("base.build.connected")
def test_unowned_track_in_a_town_is_no_place_to_build_out_of() -> None:
    desk = begun(building(), 0)
    desk.put("G7", "NE-SW", None)
    desk.put("Rock Island", "NE", None)
    refused(desk, "build Rock-Island NE/SE", refusals.NOT_CONNECTED)


@pytest.mark.rule("base.build.connected")
def test_own_track_in_a_town_is_a_place_to_build_out_of() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", "NE", 0)
    refused(desk, "build G8 NW-S", refusals.NOT_CONNECTED)
    desk.act("build Rock-Island NE/SE", "build G8 NW-S")
    assert desk.owner("Rock Island", "SE") == desk.owner("G8", "S") == 0


@pytest.mark.rule("base.build.connected")
def test_the_tile_that_brings_own_track_into_a_town_may_lead_out_of_it_at_once() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("D8", "NW-NE", 1)
    desk.put("E8", "SW-NE", 1)
    desk.put("Rock Island", "SW", 1)
    refused(desk, "build Rock-Island SW/S", refusals.NOT_CONNECTED)
    desk.act("build Rock-Island SW/NE/SE")
    assert [desk.owner("Rock Island", side) for side in ("SW", "NE", "SE")] == [1, 0, 0]


@pytest.mark.rule("base.build.each-track")
def test_outside_towns_each_new_track_of_a_tile_must_be_supported_by_itself() -> None:
    desk = building()
    refused(desk, "build D8 NW-SE/NE-S", refusals.EACH_TRACK)
    desk.put("C9", "N-SE", 0)
    desk.put("D9", "NW-N", 0)
    desk.act("build D8 NW-SE/NE-S")
    assert desk.owner("D8", "NE") == desk.owner("D8", "SE") == 0


@pytest.mark.rule("base.build.each-track")
def test_a_changed_track_does_not_support_the_new_track_beside_it() -> None:
    desk = building()
    desk.put("D8", "NW-NE", 0)
    refused(desk, "build D8 NW-SE/NE-S", refusals.EACH_TRACK)


@pytest.mark.rule("base.build.each-track")
def test_in_a_town_one_supported_track_is_enough() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    assert accepted(desk, "build Rock-Island NE/SE/S/SW")


@pytest.mark.rule("base.build.unowned-anchor")
def test_unowned_track_out_of_a_city_may_be_extended() -> None:
    desk = begun(building(), 0)
    desk.put("D8", "NW-SE", None)
    desk.act("build E9 NW-SE")
    assert desk.owner("D8", "NW") == 0


@pytest.mark.rule("base.build.unowned-anchor")
def test_unowned_track_out_of_a_town_may_be_extended_only_by_who_owns_track_there() -> None:
    desk = begun(building(), 0)
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE/SE", 1, None)
    desk.put("G8", "NW-SE", None)
    refused(desk, "build H8 NW-SE", refusals.LOOSE_TRACK)
    refused(desk, "build G8 NW-S", refusals.LOOSE_TRACK)
    desk.act("done")
    assert accepted(desk, "build H8 NW-SE")
    assert accepted(desk, "build G8 NW-S")


@pytest.mark.rule("base.build.unowned-anchor")
def test_loose_track_may_be_joined_from_a_city() -> None:
    desk = building()
    desk.put("Rock Island", "NE/SE", 1, None)
    desk.put("G8", "NW-NE", None)
    desk.act("build H7 N-SW")
    assert ("Chicago", "Rock Island", 0) in links(desk)


@pytest.mark.rule("base.build.unowned-anchor")
def test_loose_track_may_be_joined_from_own_track() -> None:
    desk = building()
    desk.put("Rock Island", "SE", None)
    desk.put("H7", "N-SW", 0)
    desk.act("build G8 NW-NE")
    assert links(desk) == [("Chicago", "Rock Island", 0)]


@pytest.mark.rule("base.build.unowned-anchor")
def test_loose_track_may_not_be_joined_from_unowned_track() -> None:
    desk = begun(building(), 0)
    desk.put("Rock Island", "SE", None)
    desk.put("H7", "N-SW", None)
    refused(desk, "build G8 NW-NE", refusals.LOOSE_TRACK)


@pytest.mark.rule("base.build.unowned-anchor")
def test_loose_track_is_brought_into_a_town_only_by_who_owns_track_there() -> None:
    desk = begun(building(), 0, 1)
    desk.put("Rock Island", "SE", None)
    desk.put("G8", "NW-S", None)
    refused(desk, "build Springfield N", refusals.LOOSE_TRACK)
    desk.put("Springfield", "SW", 1)
    desk.put("F9", "NE-S", 1)
    refused(desk, "build Springfield N/SW", refusals.LOOSE_TRACK)
    desk.act("done", "build Springfield N/SW")
    assert ("Rock Island", "Springfield", 1) in links(desk)


@pytest.mark.rule("base.build.start-kept")
def test_own_track_remains_a_place_to_build_from_when_the_track_behind_it_has_lost_its_owner() -> None:
    desk = begun(building(), 0)
    desk.put("G7", "NE-SW", None)
    desk.put("Rock Island", "NE/SE", None, 0)
    assert accepted(desk, "build Rock-Island NE/SE/S")
    desk.act("build G8 NW-S")
    assert desk.owner("G8", "S") == 0


@pytest.mark.rule("base.build.separate")
def test_a_network_may_consist_of_separate_parts() -> None:
    desk = building()
    desk.act("build D8 NW-SE", "build H7 N-S", "build K10 SW-NE")
    assert [desk.owner("D8", "SE"), desk.owner("H7", "S"), desk.owner("K10", "NE")] == [0, 0, 0]


@pytest.mark.rule("base.build.separate")
def test_a_separate_part_must_be_joined_to_a_city_like_the_first() -> None:
    desk = building()
    desk.act("build D8 NW-SE")
    refused(desk, "build H8 N-S", refusals.NOT_CONNECTED)


# Direct links ------------------------------------------------------------------------------------------


@pytest.mark.rule("base.build.direct-link")
def test_a_direct_link_is_a_completed_link_at_its_printed_price_without_tile_or_network() -> None:
    desk = building(map=TESTBED)
    supply = bytes(desk.s.supply)
    desk.act("connect Delta Epsilon")
    assert desk.s.cash[0] == 96
    assert links(desk) == [("Delta", "Epsilon", 0)]
    assert desk.game.rules.sections(desk.s, 0) == 1
    assert bytes(desk.s.supply) == supply
    desk.act("done")
    assert links(desk) == [("Delta", "Epsilon", 0)]


@pytest.mark.rule("base.build.direct-link")
def test_a_direct_link_is_one_build() -> None:
    desk = building(map=TESTBED)
    desk.act("connect Delta Epsilon", "build E4 S-N", "build F4 S-N")
    refused(desk, "build A5 N-S", refusals.NO_BUILDS_LEFT, limit=3)


@pytest.mark.rule("base.build.direct-link")
def test_a_direct_link_cannot_be_bought_without_a_build_left() -> None:
    desk = building(map=TESTBED)
    desk.act("build A5 N-S", "build E4 S-N", "build F4 S-N")
    refused(desk, "connect Delta Epsilon", refusals.NO_BUILDS_LEFT, limit=3)


@pytest.mark.rule("base.build.direct-link")
def test_a_direct_link_is_sold_once() -> None:
    desk = building(map=TESTBED)
    desk.act("connect Epsilon Delta")
    refused(desk, "connect Delta Epsilon", refusals.LINK_SOLD, link="Delta–Epsilon")
    desk.act("done")
    refused(desk, "connect Delta Epsilon", refusals.LINK_SOLD, link="Delta–Epsilon")


@pytest.mark.rule("base.build.direct-link", "base.cost.afford")
def test_a_direct_link_must_be_paid() -> None:
    desk = building(map=TESTBED)
    desk.s.cash[0] = 3
    refused(desk, "connect Delta Epsilon", refusals.CANNOT_AFFORD, cost=4, cash=3)
    desk.s.cash[0] = 4
    desk.act("connect Delta Epsilon")
    assert desk.s.cash[0] == 0


# What track may not run into -------------------------------------------------------------------------------


@pytest.mark.rule("base.build.off-board")
def test_track_may_not_run_off_the_grid() -> None:
    desk = building()
    refused(desk, "build K11 NW-S", refusals.OFF_BOARD, hex="K11", side="S")
    refused(desk, "build R8 SW-NE", refusals.OFF_BOARD, hex="R8", side="NE")
    assert accepted(desk, "build K11 NW-NE")
    assert accepted(desk, "build R8 SW-N")


@pytest.mark.rule("base.build.off-board")
def test_track_may_not_run_into_a_lake() -> None:
    desk = building()
    refused(desk, "build I7 NW-N", refusals.OFF_BOARD, hex="I7", side="N")
    assert accepted(desk, "build I7 NW-S")


@pytest.mark.rule("base.build.off-board")
def test_a_town_exit_may_not_lead_into_a_lake() -> None:
    desk = building()
    desk.put("I7", "NW-NE", 0)
    refused(desk, "build Michigan-City SW/NW", refusals.OFF_BOARD, hex="Michigan City", side="NW")
    assert accepted(desk, "build Michigan-City SW/NE")


@pytest.mark.rule("base.build.off-board")
def test_no_tile_lies_on_a_lake() -> None:
    refused(building(), "build I6 SW-S", refusals.NOT_BUILDABLE, hex="I6", terrain="water")


@pytest.mark.rule("base.build.off-board")
def test_track_may_not_cross_an_impassable_side_from_either_hex() -> None:
    desk = building(map=TESTBED)
    refused(desk, "build C2 N-SE", refusals.OFF_BOARD, hex="C2", side="SE")
    assert accepted(desk, "build C2 N-S")
    desk.put("C2", "N-S", 0)
    desk.put("C3", "N-NE", 0)
    refused(desk, "build Topaz NW/SW", refusals.OFF_BOARD, hex="Topaz", side="NW")
    assert accepted(desk, "build Topaz SW/S")


@pytest.mark.rule("base.build.not-in-city")
def test_no_tile_goes_on_a_city() -> None:
    desk = building("urbanization", "production", "turn-order")
    refused(desk, "build Des-Moines N-S", refusals.IN_CITY, hex="Des Moines")
    desk.act("urbanize Rock-Island A")
    refused(desk, "build Rock-Island N/S", refusals.IN_CITY, hex="Rock Island")


@pytest.mark.rule("base.build.not-in-city")
def test_a_city_joins_track_on_all_six_sides() -> None:
    desk = building()
    for sentence in ("C7 S-N", "D7 SW-NE", "D8 NW-SE", "C9 N-S", "B8 NE-SW", "B7 SE-NW"):
        assert accepted(desk, f"build {sentence}")


@pytest.mark.rule("base.build.no-foreign-join")
def test_a_tile_may_not_join_anothers_track() -> None:
    desk = building()
    desk.put("D8", "NW-SE", 1)
    desk.put("C9", "N-SE", 0)
    desk.put("D9", "NW-NE", 0)
    refused(desk, "build E9 NW-SW", refusals.FOREIGN_JOIN, other="Ben")
    assert accepted(desk, "build E9 SW-NE")


@pytest.mark.rule("base.build.no-foreign-join")
def test_a_tile_out_of_a_city_may_not_join_anothers_track_either() -> None:
    desk = building()
    desk.put("L9", "NE-SW", 2)
    refused(desk, "build K10 SW-NE", refusals.FOREIGN_JOIN, other="Cy")


@pytest.mark.rule("base.build.no-foreign-join")
def test_the_exit_of_another_in_a_town_may_not_be_joined_directly() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE/SW", 1)
    desk.put("D8", "NW-NE", 0)
    refused(desk, "build E8 SW-NE", refusals.FOREIGN_JOIN, other="Ben")


@pytest.mark.rule("base.build.no-foreign-join")
def test_unowned_track_may_be_joined_and_is_taken_over() -> None:
    desk = building()
    desk.put("L9", "NE-SW", None)
    desk.act("build K10 SW-NE")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.build.no-foreign-join")
def test_players_may_meet_in_a_town_and_in_a_city() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE", 1)
    desk.put("D8", "NW-NE", 0)
    desk.put("E8", "SW-NE", 0)
    desk.act("build Rock-Island NE/SW", "build G6 SE-NW")
    assert links(desk) == [("Chicago", "Rock Island", 1), ("Des Moines", "Rock Island", 0)]
    assert desk.owner("G6", "SE") == 0


@pytest.mark.rule("base.build.no-loop")
def test_a_link_may_not_join_a_city_to_itself() -> None:
    desk = building()
    desk.put("D8", "NW-N", 0)
    refused(desk, "build D7 SW-S", refusals.LOOP, place="Des Moines")
    assert accepted(desk, "build D7 S-N")


@pytest.mark.rule("base.build.no-loop")
def test_taking_over_track_may_not_join_a_city_to_itself() -> None:
    desk = building()
    desk.put("D8", "NW-N", None)
    refused(desk, "build D7 SW-S", refusals.LOOP, place="Des Moines")


@pytest.mark.rule("base.build.no-loop")
def test_a_link_may_not_join_a_town_to_itself() -> None:
    desk = building()
    desk.put("Rock Island", "SE", 0)
    desk.put("G8", "NW-N", 0)
    desk.put("G7", "S-SW", 0)
    refused(desk, "build Rock-Island SE/NE", refusals.LOOP, place="Rock Island")
    assert accepted(desk, "build Rock-Island SE/SW")


@pytest.mark.rule("base.build.no-loop")
def test_two_links_may_join_the_same_two_places() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", "NE", 0)
    desk.act("build G6 SE-SW", "build F6 NE-S", "build Rock-Island NE/N")
    assert links(desk) == [("Chicago", "Rock Island", 0), ("Chicago", "Rock Island", 0)]


@pytest.mark.rule("base.build.mutual")
def test_the_far_end_may_face_a_tile_without_track_on_that_side() -> None:
    desk = building()
    desk.put("D7", "SW-SE", 1)
    desk.put("E8", "NW-S", 1)
    desk.act("build D8 NW-NE")
    assert desk.owner("D8", "NE") == 0
    assert links(desk) == []
