"""Playing a tile: the figures of the rulebook and every rule of placing."""

from __future__ import annotations

import pytest

from footplate.days_of_steam import refusals
from footplate.days_of_steam.places import read_place
from tests.days.desk import Desk

HAND = ("straight-1", "curve-1", "dead-end-straight")


def desk_with(*lines: str, first: str = "yellow", hand: tuple[str, ...] = HAND) -> Desk:
    desk = Desk(first=first)
    desk.tiles(*lines)
    desk.hand(0, *hand)
    return desk


@pytest.mark.rule("days.figures", "days.tile.town-distance")
def test_figure_1_a_town_one_segment_away_is_too_near() -> None:
    desk = desk_with("N13 straight-1 E")
    assert not desk.accepts("town 1 O13")
    assert desk.refusal("town 1 O13") is refusals.TOWN_NEAR
    assert desk.why("town 1 O13") == "A town needs two segments to M13; here is one."
    assert desk.why("town 1 M14") == "A town needs two segments to M13; here is none."


@pytest.mark.rule("days.figures", "days.tile.town-distance")
def test_figure_2_two_segments_are_enough() -> None:
    desk = desk_with("N13 straight-1 E", "O13 straight-1 E")
    assert desk.accepts("town 1 P13")
    assert desk.accepts("town 2 P13")
    desk.act("town 1 P13")
    assert read_place("P13") in desk.game.rules.towns(desk.s)


@pytest.mark.rule("days.figures", "days.tile.town-distance")
def test_figure_3_the_path_counts_and_not_the_table_and_a_later_link_may_be_short() -> None:
    desk = desk_with("M12 curve-1 E", "N12 straight-1 E", "O12 curve-1 S")
    assert desk.accepts("town 1 O13")
    desk.act("town 1 O13")
    desk.hand(1, *HAND)
    assert desk.accepts("lay straight-1 N13 E")
    desk.act("lay straight-1 N13 E")


@pytest.mark.rule("days.tile.hill-one")
def test_a_hill_counts_once_between_towns() -> None:
    desk = desk_with("N13 hill E")
    assert desk.why("town 1 O13") == "A town needs two segments to M13; here is one."
    assert desk_with("N13 hill E", "O13 straight-1 E").accepts("town 1 P13")


@pytest.mark.rule("days.figures", "days.tile.edges")
def test_figure_4_a_side_with_track_against_a_side_without() -> None:
    desk = desk_with("N13 straight-1 E")
    assert desk.refusal("lay straight-1 O13 N") is refusals.EDGES
    assert desk.why("lay straight-1 O13 N") == "O13 needs track to the west."
    assert desk.why("lay straight-1 N12 N") == "N12 needs no track to the south."
    assert desk.accepts("lay straight-1 O13 E")
    desk = desk_with("N13 straight-1 E", "M12 curve-1 E", "N12 straight-1 E", "O12 straight-1 E")
    assert desk.why("lay straight-1 O13 N") == "O13 needs track to the west and none to the north."


@pytest.mark.rule("days.figures", "days.tile.path")
def test_figure_4_only_the_dead_end_is_connected() -> None:
    desk = desk_with()
    # The stub of the straight with a dead end points east when its top is north.
    assert desk.refusal("lay dead-end-straight L13 N") is refusals.DEAD_END_ONLY
    assert desk.why("lay dead-end-straight L13 N") == "Only the dead end would reach a town."
    assert desk.accepts("lay dead-end-straight L13 E")


@pytest.mark.rule("days.figures", "days.tile.path")
def test_figure_4_no_track_is_connected_to_a_town() -> None:
    desk = desk_with("N13 straight-1 E")
    assert desk.refusal("lay straight-1 N12 E") is refusals.NO_PATH
    assert desk.why("lay straight-1 N12 E") == "No way from N12 leads to a town."
    assert desk.refusal("lay straight-1 S20 E") is refusals.ALONE


@pytest.mark.rule("days.figures", "days.tile.town-connected", "days.path.valid", "days.junction")
def test_figure_5_a_town_needs_a_valid_path_and_not_only_track() -> None:
    desk = desk_with("N13 wye N", "O13 straight-1 E", "N14 straight-1 N", first="blue")
    assert desk.refusal("town 1 P13") is refusals.TOWN_ALONE
    assert desk.why("town 1 P13") == "No way from P13 leads to another town."
    assert desk.accepts("town 1 N15")


@pytest.mark.rule("days.figures", "days.tile.town-connected")
def test_figure_6_a_town_that_is_joined_to_none() -> None:
    desk = desk_with("N13 dead-end-straight E")
    assert desk.refusal("town 1 N14") is refusals.TOWN_ALONE
    assert desk.refusal("town 1 R18") is refusals.ALONE
    assert desk.why("town 1 R18") == "R18 lies beside no tile."


@pytest.mark.rule("days.tile.fifth", "days.tile.fifth-count")
def test_the_fifth_tile_is_the_last() -> None:
    line = [f"{column}13 straight-1 E" for column in "NOPQ"]
    desk = desk_with(*line)
    assert desk.accepts("lay straight-1 R13 E")
    desk = desk_with(*line, "R13 straight-1 E")
    assert desk.refusal("lay straight-1 S13 E") is refusals.TOO_FAR
    assert (
        desk.why("lay straight-1 S13 E") == "This would be the sixth tile from a town; the fifth is the last."
    )
    # A town has no such limit, and starts the count anew.
    assert desk.accepts("town 1 S13")
    desk.town("S13", "blue")
    assert desk.accepts("lay straight-1 T13 E")


@pytest.mark.rule("days.tile.fifth-count")
def test_the_shortest_path_to_any_town_counts() -> None:
    around = ["N13 straight-1 E", "O13 straight-1 E", "P13 straight-1 E", "Q13 straight-1 E", "R13 curve-1 S"]
    desk = desk_with(*around)
    assert desk.refusal("lay straight-1 R14 N") is refusals.TOO_FAR
    desk.tiles("R15 town blue")
    assert desk.accepts("lay straight-1 R14 N")


@pytest.mark.rule("days.tile.steam", "days.tile.steam-floor")
def test_a_tile_brings_its_coal_up_to_six() -> None:
    desk = desk_with(hand=("straight-1", "curve-2", "hill"))
    assert desk.s.steam == [0, 0]
    desk.act("lay curve-2 M12 E")
    assert desk.s.steam == [2, 0]
    desk.hand(1, "hill", "hill", "hill")
    desk.s.steam[1] = 5
    desk.act("lay hill M14 N")
    assert desk.s.steam == [2, 6]


@pytest.mark.rule("days.tile.over")
def test_only_marked_tiles_cover_and_never_a_hill_a_bridge_a_town_or_a_train() -> None:
    desk = desk_with(
        "N13 straight-1 E",
        "L13 hill E",
        "M12 bridge N",
        "M14 straight-2 N",
        hand=("straight-over", "straight-1", "curve-over"),
    )
    assert desk.accepts("lay straight-over N13 E")
    assert desk.why("lay straight-1 N13 E") == "A tile lies on N13, and straight-1 cannot cover it."
    assert desk.why("lay straight-over L13 E") == "A hill cannot be covered."
    assert desk.why("lay straight-over M12 N") == "A bridge cannot be covered."
    assert desk.why("lay straight-over M13 N") == "A town cannot be covered."
    desk.train(1, "M14")
    assert desk.why("lay straight-over M14 N") == "Emil stands on M14. A tile with a train cannot be covered."
    desk.train(1, "M13")
    assert desk.accepts("lay straight-over M14 N")


@pytest.mark.rule("days.tile.over-config", "days.tile.edges")
def test_the_covering_tile_may_lead_its_track_differently_as_long_as_edges_match() -> None:
    desk = desk_with("N13 straight-1 E", "O13 straight-1 E", hand=("curve-over", "straight-1", "tee-over"))
    assert desk.accepts("lay curve-over O13 S"), "its far side lies open"
    assert desk.refusal("lay curve-over N13 S") is refusals.EDGES
    assert desk.accepts("lay tee-over N13 N")


@pytest.mark.rule("days.tile.over-result", "days.tile.steam")
def test_what_is_covered_leaves_the_game_and_what_is_beyond_may_be_cut_off() -> None:
    # North and west meet on N13 now; the straight that covers it would leave the north side open.
    desk = desk_with("N13 switch-left E", "N12 straight-1 N", "O13 straight-1 E")
    desk.hand(0, "switch-right-over", "switch-left-over", "straight-over")
    assert desk.refusal("lay straight-over N13 E") is refusals.EDGES
    # With the stem in the east, west and north are branches: no way leads from M13 to N12 any more.
    desk.act("lay switch-right-over N13 W")
    assert desk.s.gone[desk.game.tiles.numbers["switch-left"]] == 1
    assert desk.s.steam[0] == 1
    desk.hand(1, *HAND)
    assert desk.refusal("lay straight-1 N11 N") is refusals.NO_PATH


def test_a_tile_may_be_said_by_its_place_in_the_hand_and_without_its_only_rotation() -> None:
    desk = desk_with("N13 straight-1 E", hand=("hill", "straight-1", "curve-1"))
    names = [desk.game.tiles.tiles[kind].id for kind in desk.s.hands[0]]
    number = names.index("hill") + 1
    read = desk.game.read(desk.s, f"lay {number} O13")
    assert desk.game.say(read) == "lay hill O13 E"
    assert desk.game.say(desk.game.read(desk.s, "lay hill O13 W")) == "lay hill O13 E"
    assert desk.why("lay bridge O13 N").startswith("You have no bridge in your hand: ")
    assert desk.refusal("lay 9 O13 N") is refusals.NOT_IN_HAND


def test_a_town_may_be_said_by_its_colour_where_that_is_clear() -> None:
    desk = desk_with("N13 straight-1 E", "O13 straight-1 E")
    desk.s.market = [(2, 0, 1), (3, 1, 1)]
    assert desk.game.say(desk.game.read(desk.s, "town blue P13")) == "town 2 P13"
    desk.s.market = [(2, 0, 1), (2, 1, 1)]
    assert desk.refusal("town green P13") is refusals.NO_TOWN
    assert desk.refusal("town 3 P13") is refusals.NO_TOWN
    assert desk.refusal("town 0 P13") is refusals.NO_TOWN
