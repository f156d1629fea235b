"""Moving the train: figure 10 in full, the movement examples, steam, passing and the speed limit."""

from __future__ import annotations

import pytest

from footplate.days_of_steam import refusals
from footplate.days_of_steam.places import read_place
from tests.days.desk import Desk

FIGURE_10 = (
    "K20 switch-left E",
    "L20 tee N",
    "M20 opposed-switches-left N",
    "N20 three-way W",
    "J20 straight-1 E",
    "K19 straight-1 N",
    "L21 straight-1 N",
    "M19 straight-1 N",
    "M21 straight-1 N",
    "O20 straight-1 E",
    "N19 straight-1 N",
    "N21 straight-1 N",
)
"""Tiles 1 to 4 from west to east, and a straight at each of the exits."""
EXITS = {"A": "J20", "B": "K19", "C": "L21", "D": "M19", "E": "M21", "F": "O20", "G": "N19", "H": "N21"}
LEAVES = {"A": "BCDF", "B": "A", "C": "ADF", "D": "AC", "E": "F", "F": "ACEGH", "G": "F", "H": "F"}


def figure_10(place: str) -> Desk:
    desk = Desk()
    desk.tiles(*FIGURE_10)
    desk.train(0, place, steam=6)
    return desk


@pytest.mark.rule("days.figure-10", "days.junction", "days.move.direction")
@pytest.mark.parametrize("entrance", sorted(LEAVES))
def test_figure_10_the_exits_from_each_entrance(entrance: str) -> None:
    desk = figure_10(EXITS[entrance])
    ends = desk.ends()
    assert "".join(exit for exit, place in EXITS.items() if place in ends) == LEAVES[entrance]


@pytest.mark.rule("days.figure-10", "days.move.own")
def test_figure_10_who_stops_on_a_junction_may_leave_every_way_next_turn() -> None:
    ends = figure_10("K20").ends()
    assert {exit for exit, place in EXITS.items() if place in ends} == set("ABCDF")
    ends = figure_10("M20").ends()
    assert EXITS["E"] in ends and EXITS["D"] in ends


@pytest.mark.rule("days.junction")
def test_from_branch_to_branch_is_reversing() -> None:
    desk = figure_10("K19")
    assert desk.refusal("move K20 L20") is refusals.REVERSES
    assert desk.why("move K20 L20") == "On K20 going on to L20 is reversing; stop there and go on next turn."
    assert desk.accepts("move K20 J20")


# Steam ----------------------------------------------------------------------------------------------------


def figure_7(steam: int = 6) -> Desk:
    """Yellow on M13 and red on O14: a hill and a curve by the north, a curve and a straight by the south."""
    desk = Desk(players=3, first="yellow")
    desk.tiles("N13 hill E", "O13 curve-1 S", "M14 curve-2 N", "N14 straight-1 E", "O14 town red")
    desk.s.steam = [steam, 0, 0]
    return desk


SOUTH, NORTH = "move M14 N14 O14", "move N13 O13 O14"


@pytest.mark.rule("days.move.example-7", "days.move.cost", "days.move.cost-town", "days.speed")
def test_the_southern_route_takes_three_steam_and_derails_on_one() -> None:
    for value, arrives in ((1, False), (2, True), (6, True)):
        desk = figure_7()
        desk.act(SOUTH)
        assert desk.asked == "die" and desk.s.steam[0] == 3
        desk.act(f"roll {value}")
        assert desk.where(0) == ("O14" if arrives else "M13")
        assert desk.s.steam[0] == 3, "the steam is lost either way"


@pytest.mark.rule("days.move.example-7", "days.move.cost", "days.tile.hill-one")
def test_the_northern_route_takes_four_steam_and_derails_on_two() -> None:
    for value, arrives in ((2, False), (3, True)):
        desk = figure_7()
        desk.act(NORTH, f"roll {value}")
        assert desk.s.steam[0] == 2
        assert desk.where(0) == ("O14" if arrives else "M13")


@pytest.mark.rule("days.move.example-7", "days.move.pass")
def test_a_train_on_the_hill_makes_it_five_steam_and_three_derails() -> None:
    for value, arrives in ((3, False), (4, True)):
        desk = figure_7()
        desk.train(1, "N13")
        desk.act(NORTH, f"roll {value}")
        assert desk.s.steam[0] == 1
        assert desk.where(0) == ("O14" if arrives else "M13")


@pytest.mark.rule("days.move.steam", "days.tile.steam-floor")
def test_no_more_steam_than_there_is_but_all_of_it() -> None:
    desk = figure_7(steam=2)
    assert desk.refusal(SOUTH) is refusals.NO_STEAM
    assert desk.why(SOUTH) == "That takes 3 steam and you have 2."
    desk = figure_7(steam=3)
    desk.act(SOUTH)
    assert desk.s.steam[0] == 0
    assert figure_7(steam=0).ends() == set()


@pytest.mark.rule("days.move.cost-town")
def test_a_move_enters_at_least_one_tile() -> None:
    desk = figure_7()
    assert "N13" in desk.ends() and "M13" in desk.ends(), "there and back is a move"
    assert all(found.places for found in desk.ways())


@pytest.mark.rule("days.speed.example", "days.speed")
def test_six_steam_with_a_curve_hold_on_five_and_six() -> None:
    for value, arrives in ((4, False), (5, True)):
        desk = Desk()
        desk.tiles(*(f"{column}13 straight-1 E" for column in "NOPQ"), "R13 curve-1 S", "R14 straight-2 N")
        desk.s.steam[0] = 6
        desk.act("move N13 O13 P13 Q13 R13 R14", f"roll {value}")
        assert desk.where(0) == ("R14" if arrives else "M13")
        assert desk.s.steam[0] == 0


@pytest.mark.rule("days.speed")
def test_no_roll_without_a_curve_nor_up_to_two_steam() -> None:
    desk = Desk()
    desk.tiles(*(f"{column}13 straight-1 E" for column in "NOPQ"), "M14 curve-1 N", "N14 straight-1 E")
    desk.s.steam[0] = 4
    assert desk.costs("Q13") == {(4, False)}
    assert desk.costs("N14") == {(2, False)}
    desk.act("move N13 O13 P13 Q13")
    assert desk.asked == "turn" and desk.where(0) == "Q13"


@pytest.mark.rule("days.speed")
def test_a_junction_has_a_curve_only_for_who_takes_it() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "O13 switch-left E", "P13 straight-1 E", "O12 straight-1 N")
    desk.s.steam[0] = 3
    assert (3, False) in desk.costs("P13")
    assert (3, True) in desk.costs("O12")
    desk.s.steam[0] = 4
    desk.train(0, "O12")
    # From its branch every way into the switch is a curve, even for who stops there.
    assert desk.costs("O13") == {(1, False)}
    assert (3, True) in desk.costs("M13")


@pytest.mark.rule("days.speed")
def test_leaving_a_curve_is_not_entering_one() -> None:
    desk = Desk()
    desk.tiles("N13 curve-1 S", "N14 straight-1 N", "N15 straight-1 N", "N16 straight-1 N")
    desk.train(0, "N13", steam=3)
    assert desk.costs("N16") == {(3, False)}


@pytest.mark.rule("days.speed")
def test_who_stops_on_a_curve_has_entered_it() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "O13 straight-1 E", "P13 curve-1 S")
    desk.s.steam[0] = 3
    assert desk.costs("P13") == {(3, True)}
    desk.act("move N13 O13 P13")
    assert desk.asked == "die"


@pytest.mark.rule("days.speed.towns", "days.move.direction")
def test_turning_in_a_town_is_no_curve_and_turning_back_is_allowed() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "M14 straight-1 N", "M15 straight-1 N")
    desk.train(0, "N13", steam=3)
    assert desk.costs("M15") == {(3, False)}
    assert desk.accepts("move M13 N13"), "into the town and back again"
    assert desk.refusal("move M13 M14 M13") is refusals.REVERSES, "but not on track"


# Where one may go -------------------------------------------------------------------------------------------


@pytest.mark.rule("days.bridge", "days.move.own")
def test_on_a_bridge_one_stays_on_the_track_one_came_by() -> None:
    desk = Desk()
    desk.tiles("N13 bridge N", "O13 straight-1 E", "N12 straight-1 N", "N14 straight-1 N")
    desk.s.steam[0] = 6
    assert {"O13", "N13"} <= desk.ends() and not {"N12", "N14"} & desk.ends()
    assert desk.why("move N13 N12") == "The way to N12 is on the other track of N13."
    desk.train(0, "N13", "E")
    assert desk.ends() & {"O13", "M13", "N12", "N14"} == {"O13", "M13"}
    assert desk.refusal("move N12") is refusals.OTHER_SEGMENT
    desk.train(0, "N13", "N")
    assert desk.ends() == {"N12", "N14"}


@pytest.mark.rule("days.bridge", "days.move.own")
def test_on_a_double_curve_likewise() -> None:
    desk = Desk()
    desk.tiles("N13 double-curve N", "N14 straight-1 N", "N12 straight-1 N", "O13 straight-1 E")
    desk.s.steam[0] = 6
    assert "N14" in desk.ends() and not {"N12", "O13"} & desk.ends()
    desk.train(0, "N13", "N")
    assert desk.ends() == {"N12", "O13"}


@pytest.mark.rule("days.move.dead-end", "days.move.dead-end-leave", "days.move.cost")
def test_a_dead_end_ends_the_move_and_is_left_the_way_it_was_entered() -> None:
    desk = Desk()
    # The stub of N13 points west, to the town; its straight runs north to south.
    desk.tiles("N13 dead-end-straight S", "N12 straight-1 N", "N14 straight-1 N")
    desk.s.steam[0] = 6
    assert desk.costs("N13") == {(1, False)}
    assert desk.refusal("move N13 N12") is refusals.DEAD_END_STOPS
    assert desk.refusal("move N13 M13") is refusals.DEAD_END_STOPS
    assert desk.why("move N13 M13") == "The dead end on N13 ends the move."
    desk.act("move N13")
    assert desk.where(0) == "N13"
    desk.s.agenda = [due._replace(seat=0) for due in desk.s.agenda]
    desk.s.player = 0
    assert desk.ends() & {"N12", "N14", "M13"} == {"M13"}


@pytest.mark.rule("days.move.no-share", "days.move.pass")
def test_one_may_pass_a_train_but_not_stop_there() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "O13 straight-1 E", "P13 straight-1 E")
    desk.train(1, "O13")
    desk.s.steam[0] = 4
    assert desk.refusal("move N13 O13") is refusals.NOT_FREE
    assert desk.why("move N13 O13") == "Emil stands on O13. You may pass, not stop."
    assert desk.costs("P13") == {(4, False)} and desk.costs("O13") == set()


@pytest.mark.rule("days.move.no-share", "days.move.pass")
def test_a_junction_is_one_place_for_passing_and_stopping() -> None:
    desk = Desk()
    desk.tiles("N13 switch-left E", "N12 straight-1 N", "O13 straight-1 E")
    desk.train(1, "N13")
    desk.s.steam[0] = 3
    assert desk.costs("N13") == set()
    assert desk.costs("O13") == {(3, False)}
    assert desk.costs("N12") == {(3, True)}


@pytest.mark.rule("days.move.no-share", "days.move.pass", "days.bridge")
def test_the_other_track_of_a_bridge_is_free_and_costs_nothing() -> None:
    desk = Desk()
    desk.tiles("N13 bridge N", "O13 straight-1 E")
    desk.train(1, "N13", "N")
    desk.s.steam[0] = 2
    assert desk.costs("O13") == {(2, False)} and (1, False) in desk.costs("N13")
    desk.train(1, "N13", "E")
    assert desk.costs("N13") == set() and desk.costs("O13") == set()


@pytest.mark.rule("days.move.no-share", "days.move.pass")
def test_towns_hold_any_number_of_trains_and_passing_there_is_free() -> None:
    desk = Desk(players=4)
    desk.tiles("L13 straight-1 E", "N13 straight-1 E")
    desk.train(0, "L13", steam=2)
    assert desk.costs("M13") == {(1, False)} and desk.costs("N13") == {(2, False)}


@pytest.mark.rule("days.move.own")
def test_only_the_own_train_moves() -> None:
    desk = Desk()
    desk.tiles("N13 straight-1 E", "L13 straight-1 E")
    desk.train(1, "L13", steam=6)
    desk.s.steam[0] = 1
    desk.act("move N13")
    assert (desk.where(0), desk.where(1)) == ("N13", "L13")


def test_ways_that_are_none_are_refused_in_words() -> None:
    desk = figure_7()
    assert desk.why("move O13") == "O13 does not lie beside M13."
    assert desk.why("move L13") == "No track leads from M13 to L13."
    assert desk.why("move to L13") == "No move with 6 steam ends on L13."
    assert desk.game.say(desk.game.read(desk.s, "move to O14")) == "move M14 N14 O14"
    assert read_place("O14") == desk.s.laid[-1]


# Derailing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("days.derail", "days.derail-score", "days.end.13-when")
def test_a_derailed_train_goes_back_and_so_do_its_goods() -> None:
    for value in (1, 2):
        desk = figure_7()
        desk.good("M13", "red")
        desk.good("O14", "green")
        desk.give(0, "red", "red", "yellow", "yellow", "green")
        assert desk.game.scores(desk.s)[0] == 13
        desk.s.delivered[0] = desk.s.delivered[0][:4]
        desk.s.bag[2] += 1
        before = desk.s.copy()
        desk.act("move take red M14 N14 O14")
        assert desk.s.goods == before.goods, "nothing is moved before the roll"
        assert desk.game.scores(desk.s) == desk.game.scores(before)
        desk.act(f"roll {value}")
        if value == 1:
            assert desk.s.goods == before.goods and desk.s.load == before.load
            assert desk.where(0) == "M13" and desk.s.steam[0] == 3
            assert desk.s.delivered == before.delivered
        else:
            assert desk.goods("M13") == [] and desk.s.delivered[0] == (*before.delivered[0], 0)


@pytest.mark.rule("days.derail")
def test_a_good_that_was_on_board_stays_on_board_when_the_train_derails() -> None:
    desk = Desk(first="yellow")
    desk.tiles("N13 curve-1 S", "N14 straight-1 N", "N15 town red", "L13 straight-1 E")
    desk.train(0, "L13", steam=4)
    desk.carry(0, "red")
    desk.act("move M13 N13 N14 N15", "roll 2")
    assert desk.load(0) == "red" and desk.where(0) == "L13" and desk.s.steam[0] == 0
    assert desk.s.delivered[0] == ()
