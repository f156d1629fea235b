"""Circuits: figures 7 to 9, and every rule of loops."""

from __future__ import annotations

import pytest

from tests.days.desk import Desk

NORTH = ("N13 hill E", "O13 curve-1 S")
SOUTH = ("M14 curve-2 N", "N14 straight-1 E")


def desk_with(*lines: str, hand: tuple[str, ...] = ("straight-1", "curve-2", "hill")) -> Desk:
    desk = Desk(first="yellow")
    desk.tiles(*lines)
    desk.hand(0, *hand)
    return desk


@pytest.mark.rule("days.figures", "days.circuit", "days.circuit.new-path", "days.score.circuit")
def test_figure_7_a_second_path_between_two_towns_is_a_circuit() -> None:
    desk = desk_with(*NORTH, "O14 town red", "M14 curve-2 N")
    desk.act("lay straight-1 N14 E")
    assert desk.s.circuits == [1, 0]
    assert desk.game.scores(desk.s) == [1, 0]


@pytest.mark.rule("days.circuit")
def test_a_tile_that_closes_no_loop_brings_no_counter() -> None:
    desk = desk_with(*NORTH, "O14 town red")
    desk.act("lay straight-1 N14 E")
    assert desk.s.circuits == [0, 0]


@pytest.mark.rule("days.circuit")
def test_a_loop_through_one_town_is_no_circuit() -> None:
    desk = desk_with("N13 straight-2 E", "O13 curve-1 S", "O14 curve-1 W", "M14 curve-2 N")
    desk.act("lay straight-1 N14 E")
    assert desk.s.circuits == [0, 0]


@pytest.mark.rule("days.circuit")
def test_a_town_can_close_a_circuit() -> None:
    desk = desk_with("N13 hill E", "O13 curve-1 S", *SOUTH)
    desk.act("town 1 O14")
    assert desk.s.circuits == [1, 0]


@pytest.mark.rule("days.figures", "days.circuit.overbuild", "days.circuit.uses-tile")
def test_figure_8_covering_a_tile_creates_a_circuit() -> None:
    # On N14 no way leads from west to east; the tile that covers it opens one.
    desk = desk_with(*NORTH, "O14 town red", "M14 curve-2 N", "N14 wye N", hand=("tee-over", "hill", "hill"))
    desk.act("lay tee-over N14 N")
    assert desk.s.circuits == [1, 0]


@pytest.mark.rule("days.circuit.uses-tile", "days.circuit")
def test_covering_track_with_the_same_track_completes_nothing_new() -> None:
    desk = desk_with(*NORTH, *SOUTH, "O14 town red", hand=("straight-over", "curve-over", "hill"))
    desk.act("lay straight-over N14 E")
    assert desk.s.circuits == [0, 0]


@pytest.mark.rule("days.figures", "days.circuit.no-reverse")
def test_figure_9_a_loop_that_needs_reversing_is_none() -> None:
    # The lower route passes from branch to branch of a wye, which is reversing.
    north = ("N13 straight-2 E", "O13 curve-1 S")
    desk = desk_with(*north, "O14 town red", "M14 curve-2 N", hand=("wye", "tee", "hill"))
    desk.act("lay wye N14 N")
    assert desk.s.circuits == [0, 0], "west and east are both branches"
    desk = desk_with(*north, "O14 town red", "M14 curve-2 N", hand=("wye", "tee", "hill"))
    desk.act("lay tee N14 N")
    assert desk.s.circuits == [1, 0], "with every way open it is a circuit"


@pytest.mark.rule("days.circuit.uses-tile")
def test_turning_round_in_a_town_makes_no_loop() -> None:
    desk = desk_with("N13 straight-2 E", "O13 straight-1 E", hand=("straight-1", "hill", "hill"))
    desk.act("town 1 P13")
    assert desk.s.circuits == [0, 0]


@pytest.mark.rule("days.circuit.uses-tile", "days.circuit")
def test_no_side_is_passed_twice() -> None:
    # Each town has a loop of its own; the one straight between them would have to be passed both ways.
    lines = ("M12 curve-1 S", "L12 curve-1 E", "L13 curve-1 N", "N13 straight-1 E", "O13 town red")
    desk = desk_with(*lines, "O12 curve-1 E", "P12 curve-1 S", hand=("curve-2", "hill", "hill"))
    desk.act("lay curve-2 P13 W")
    assert desk.s.circuits == [0, 0]


@pytest.mark.rule("days.circuit.twice", "days.bridge")
def test_a_circuit_may_cross_a_bridge_twice() -> None:
    # From M13 east over the bridge on N13, round by the south and back under it to the north, and home.
    lines = ("N13 bridge N", "O13 town red", "O14 curve-1 W", "N12 curve-1 S", "M12 curve-2 E")
    desk = desk_with(*lines, hand=("curve-1", "hill", "hill"))
    desk.act("lay curve-1 N14 N")
    assert desk.s.circuits == [1, 0]


@pytest.mark.rule("days.circuit.twice")
def test_a_circuit_may_pass_both_segments_of_a_double_curve() -> None:
    # M13 – N13 – N14 – O14 – O13 – N13 – N12 – M12 – M13: N13 is passed by both of its curves.
    desk = desk_with(
        "N13 double-curve N",
        "O13 town red",
        "O14 curve-2 W",
        "N12 curve-1 S",
        "M12 curve-2 E",
        hand=("curve-1", "hill", "hill"),
    )
    desk.act("lay curve-1 N14 N")
    assert desk.s.circuits == [1, 0]


@pytest.mark.rule("days.circuit.one")
def test_one_counter_a_turn_however_many_circuits() -> None:
    # The straight on N14 closes a loop by N13 and another by N12.
    desk = desk_with(
        *NORTH,
        "O14 town red",
        "M14 curve-2 N",
        "M12 curve-1 E",
        "N12 straight-2 E",
        "O12 straight-2 E",
        "P12 curve-2 S",
        "P13 straight-1 N",
        "P14 curve-1 W",
    )
    desk.act("lay straight-1 N14 E")
    assert desk.s.circuits == [1, 0]


@pytest.mark.rule("days.circuit.one")
def test_only_the_first_seven_circuits_get_a_counter() -> None:
    for taken, expected in ((6, 7), (7, 7)):
        desk = desk_with(*NORTH, "O14 town red", "M14 curve-2 N")
        desk.s.circuits = [0, taken]
        desk.act("lay straight-1 N14 E")
        assert sum(desk.s.circuits) == expected


@pytest.mark.rule("days.end.13", "days.end.13-when")
def test_a_circuit_can_bring_the_thirteenth_point_and_ends_the_game_at_once() -> None:
    desk = desk_with(*NORTH, "O14 town red", "M14 curve-2 N")
    desk.give(0, "red", "red", "red", "yellow", "yellow")
    desk.s.circuits = [1, 0]
    assert desk.game.scores(desk.s)[0] == 12
    desk.empty_deck(1)
    desk.one("lay straight-1 N14 E")
    assert desk.asked == "over" and desk.game.winners(desk.s) == [0]
    assert desk.s.deck_left == 1, "no tile is drawn any more"
