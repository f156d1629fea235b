"""III. Select actions, and what First Move, Locomotive, Production and the others do."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.goods import COLOURS
from footplate.core.game import NATURE, Unreadable
from tests.desk import TESTBED, Desk

ACTIONS = ["first-move", "first-build", "engineer", "locomotive", "urbanization", "production", "turn-order"]


def choosing(players: int = 3) -> Desk:
    """A desk where seat 0 chooses first, then seat 1, and so on."""
    desk = Desk(players=players)
    desk.rich()
    desk.go_to("take")
    desk.s.order = list(range(players))
    desk.s.agenda = [due._replace(seat=seat) for seat, due in enumerate(desk.s.agenda)]
    return desk


def producing(*empty: tuple[str, int], bag: str = "red blue") -> Desk:
    """A desk whose seat 0 holds Production and growth comes next; these boxes are empty.

    Nature waits. The bag holds these cubes; all others lie in Pittsburgh.
    """
    desk = choosing()
    desk.act("take production", "take engineer", "take locomotive")
    desk.table.nature = None
    desk.go_to("move")
    for name, row in empty:
        box = box_of(desk, name, row)
        desk.s.bag[desk.s.display[box] - 1] += 1
        desk.s.display[box] = 0
    keep_in_bag(desk, bag.split())
    while desk.asked[0] == "move":
        desk.act("pass")
    return desk


def keep_in_bag(desk: Desk, colours: list[str]) -> None:
    """Leave only these cubes in the bag."""
    everything = [c for n, c in enumerate(COLOURS) for _ in range(desk.s.bag[n])]
    for colour in colours:
        everything.remove(colour)
    desk.set_cubes("Pittsburgh", *desk.cubes("Pittsburgh"), *everything)
    assert sum(desk.s.bag) == len(colours)


def box_of(desk: Desk, name: str, row: int) -> int:
    return next(
        column.first + row - 1 for column in desk.board.columns if column.name == name and row <= column.boxes
    )


def shown(desk: Desk, name: str, row: int) -> str | None:
    """The colour in a box of the display."""
    code = desk.s.display[box_of(desk, name, row)]
    return COLOURS[code - 1] if code else None


# Taking ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.action.order")
def test_seven_actions_are_on_offer_and_are_taken_in_player_order() -> None:
    desk = Desk(players=6)
    desk.go_to("take")
    order = desk.s.order[:]
    assert order != sorted(order)
    assert desk.says() == [f"take {action}" for action in ACTIONS]
    asked = []
    for action in ACTIONS[:6]:
        asked.append(desk.asked[1])
        desk.act(f"take {action}")
    assert asked == order
    assert [desk.board.actions[desk.s.held[seat][0]] for seat in order] == ACTIONS[:6]
    assert desk.asked[0] == "build"


@pytest.mark.rule("base.action.order")
def test_an_action_is_taken_by_one_player_only() -> None:
    desk = choosing()
    desk.act("take engineer")
    assert desk.refusal("take engineer") is refusals.ACTION_TAKEN
    assert desk.why("take engineer") == "Ada has taken Engineer."
    assert desk.says() == [f"take {action}" for action in ACTIONS if action != "engineer"]
    desk.act("take production")
    assert desk.why("take production") == "Ben has taken Production."
    assert desk.refusal("take locomotive") is None


@pytest.mark.rule("base.action.order")
def test_all_actions_are_free_again_in_the_next_turn() -> None:
    desk = choosing()
    desk.act("take engineer", "take production", "take locomotive")
    desk.go_to("take")
    assert desk.s.turn == 2 and len(desk.says()) == 7


@pytest.mark.rule("base.action.required")
def test_everybody_must_take_an_action() -> None:
    desk = choosing()
    for sentence in ("pass", "drop", "done", "decline"):
        with pytest.raises(Unreadable):
            desk.refusal(sentence)
    assert all(sentence.startswith("take ") for sentence in desk.says())
    desk.act("take engineer", "take production", "take locomotive")
    assert all(len(held) == 1 for held in desk.s.held)


@pytest.mark.rule("base.action.required")
def test_who_is_eliminated_takes_no_action() -> None:
    desk = Desk(players=4)
    desk.go_to("move")
    desk.rich()
    desk.s.cash[1] = 0
    desk.go_to("take")
    assert desk.s.turn == 2 and desk.s.out[1] == 1
    assert sorted(due.seat for due in desk.s.agenda) == [0, 2, 3]


@pytest.mark.rule("base.action.optional-use")
def test_no_action_need_be_used() -> None:
    desk = choosing(6)
    desk.table.nature = None
    desk.act(*(f"take {a}" for a in ACTIONS if a != "locomotive"))
    while desk.asked[0] == "build":
        assert "done" in desk.says()
        desk.act("done")
    while desk.asked[0] == "move":
        assert "pass" in desk.says()
        desk.act("pass")
    assert desk.s.new_cities == [-1] * 8 and desk.s.engine == [1] * 6
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.optional-use", "base.action.production-seen")
def test_production_may_be_declined_before_drawing() -> None:
    desk = producing(("light-1", 1), ("light-2", 1))
    assert desk.asked == ("produce", 0) and desk.says() == ["produce", "decline"]
    before = desk.s.copy()
    desk.act("decline")
    assert desk.asked == ("grow", NATURE)
    assert desk.s.display == before.display and desk.s.bag == before.bag


@pytest.mark.rule("base.action.optional-use")
def test_an_action_that_can_do_nothing_may_still_be_chosen() -> None:
    desk = choosing()
    board = desk.board
    for hex in list(board.urbanizations)[:8]:
        letter = desk.s.new_cities.index(-1)
        desk.game.rules.do_urbanize(desk.s, 0, board.urbanizations[hex][letter])
    assert -1 not in desk.s.new_cities
    desk.act("take urbanization", "take production", "take engineer")
    desk.go_to("build", 0)
    assert not any(sentence.startswith("urbanize") for sentence in desk.says())


# First Move -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.action.first-move", "base.move.rounds")
def test_first_move_goes_first_in_both_rounds_whatever_the_player_order() -> None:
    desk = choosing(4)
    desk.act("take engineer", "take locomotive", "take first-move", "take production")
    desk.go_to("move")
    assert [(due.seat, due.a) for due in desk.s.agenda] == [
        *((seat, 1) for seat in (2, 0, 1, 3)),
        *((seat, 2) for seat in (2, 0, 1, 3)),
    ]
    asked = []
    while desk.asked[0] == "move":
        asked.append(desk.asked[1])
        desk.act("pass")
    assert asked == [2, 0, 1, 3, 2, 0, 1, 3]


@pytest.mark.rule("base.action.first-move")
def test_first_move_does_not_build_first() -> None:
    desk = choosing()
    desk.act("take engineer", "take locomotive", "take first-move")
    assert [due.seat for due in desk.s.agenda] == [0, 1, 2]


@pytest.mark.rule("base.action.first-build")
def test_first_build_builds_first_and_moves_in_player_order() -> None:
    desk = choosing()
    desk.act("take engineer", "take locomotive", "take first-build")
    assert [due.seat for due in desk.s.agenda] == [2, 0, 1]
    desk.go_to("move")
    assert [due.seat for due in desk.s.agenda] == [0, 1, 2, 0, 1, 2]


# Locomotive -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.action.locomotive")
def test_locomotive_raises_the_engine_at_once_and_for_good() -> None:
    desk = choosing()
    desk.act("take locomotive")
    assert desk.s.engine == [2, 1, 1] and desk.asked == ("take", 1)
    desk.act("take engineer", "take production")
    desk.go_to("take")
    assert desk.s.turn == 2 and desk.s.engine == [2, 1, 1]


@pytest.mark.rule("base.action.locomotive", "base.action.locomotive-full")
def test_locomotive_never_raises_the_engine_above_6() -> None:
    desk = choosing()
    desk.s.engine = [5, 6, 1]
    desk.act("take locomotive")
    assert desk.s.engine == [6, 6, 1]
    desk = choosing()
    desk.s.engine = [6, 1, 1]
    assert desk.refusal("take locomotive") is None
    desk.act("take locomotive")
    assert desk.s.engine == [6, 1, 1] and desk.asked == ("take", 1)


# Production -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.action.production", "base.growth.production")
def test_production_puts_two_cubes_from_the_bag_into_empty_boxes_before_the_dice() -> None:
    desk = producing(("light-1", 1), ("dark-5", 2), bag="red blue black")
    desk.act("produce")
    assert desk.asked == ("production", NATURE)
    desk.act("draw red blue")
    assert desk.asked == ("stock", 0) and sum(desk.s.bag) == 1
    desk.act("stock blue light-1 1")
    assert desk.asked == ("stock", 0)
    desk.act("stock red dark-5 2")
    assert desk.asked == ("grow", NATURE)
    assert shown(desk, "light-1", 1) == "blue" and shown(desk, "dark-5", 2) == "red"
    chicago = desk.cubes("Chicago")
    desk.act("roll 1 2 2")
    assert sorted(desk.cubes("Chicago")) == sorted([*chicago, "blue"])


@pytest.mark.rule("base.action.production")
def test_two_cubes_never_share_a_box() -> None:
    desk = producing(("light-1", 1), ("light-2", 1))
    desk.act("produce", "draw red blue", "stock red light-1 1")
    assert desk.refusal("stock blue light-1 1") is refusals.BOX_FULL
    assert desk.why("stock blue light-1 1") == "That box of light-1, row 1, holds a cube."
    assert desk.why("stock blue light-3 2") == "That box of light-3, row 2, holds a cube."
    assert desk.says() == ["stock blue light-2 1"]


@pytest.mark.rule("base.action.production")
def test_without_production_no_cube_is_drawn() -> None:
    desk = choosing()
    desk.act("take locomotive", "take engineer", "take first-move")
    desk.table.nature = None
    desk.go_to("move")
    box = box_of(desk, "light-1", 1)
    desk.s.bag[desk.s.display[box] - 1] += 1
    desk.s.display[box] = 0
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.production-few")
def test_in_turn_1_production_places_nothing_because_no_box_is_empty() -> None:
    desk = producing()
    assert desk.s.turn == 1 and 0 not in desk.s.display
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.production-few")
def test_one_empty_box_takes_one_cube() -> None:
    desk = producing(("light-1", 2))
    desk.act("produce")
    assert desk.why("draw red blue") == "1 cubes are drawn that the bag holds: 1 red, 1 blue."
    desk.act("draw blue", "stock blue light-1 2")
    assert desk.asked == ("grow", NATURE) and sum(desk.s.bag) == 1


@pytest.mark.rule("base.action.production-few", "base.bag.empty")
def test_one_cube_in_the_bag_is_all_that_production_draws() -> None:
    desk = producing(("light-1", 1), ("light-2", 1), bag="black")
    desk.act("produce", "draw black", "stock black light-2 1")
    assert desk.asked == ("grow", NATURE) and not any(desk.s.bag)
    assert shown(desk, "light-1", 1) is None


@pytest.mark.rule("base.action.production-few", "base.bag.empty")
def test_an_empty_bag_gives_production_nothing() -> None:
    desk = producing(("light-1", 1), ("light-2", 1), bag="")
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.production-seen")
def test_both_cubes_are_seen_before_either_is_placed_and_then_must_be_placed() -> None:
    desk = producing(("light-1", 1), ("A", 2))
    desk.act("produce", "draw red blue")
    assert set(desk.says()) == {
        f"stock {colour} {box}" for colour in ("red", "blue") for box in ("light-1 1", "A 2")
    }
    for sentence in ("decline", "pass", "done"):
        with pytest.raises(Unreadable):
            desk.refusal(sentence)


@pytest.mark.rule("base.action.production-seen")
def test_a_cube_may_go_to_the_column_of_a_new_city_off_the_board_and_leave_a_gap() -> None:
    desk = producing(("H", 1), ("light-6", 1), ("light-6", 2), ("light-6", 3))
    desk.act("produce", "draw red blue", "stock red H 1", "stock blue light-6 3")
    assert desk.s.new_cities == [-1] * 8 and shown(desk, "H", 1) == "red"
    assert [shown(desk, "light-6", row) for row in (1, 2, 3)] == [None, None, "blue"]


@pytest.mark.rule("base.action.production-seen")
def test_only_drawn_cubes_are_placed() -> None:
    desk = producing(("light-1", 1), ("light-2", 1), bag="red blue black")
    desk.act("produce", "draw red blue")
    assert desk.refusal("stock black light-1 1") is refusals.NOT_DRAWN
    assert desk.why("stock black light-1 1") == "You have drawn no black cube."
    desk.act("stock red light-1 1")
    assert desk.why("stock red light-2 1") == "You have drawn no red cube."


@pytest.mark.rule("base.growth.no-city", "base.action.production-seen")
def test_columns_that_feed_no_place_are_closed_to_production() -> None:
    desk = Desk(TESTBED, players=3)
    names = [column.name for column in desk.board.columns]
    assert "light-3" not in names and "dark-5" not in names and "light-2" in names
    desk.go_to("take")
    desk.act("take production", "take engineer", "take locomotive")
    desk.table.nature = None
    desk.go_to("move")
    box = box_of(desk, "light-1", 1)
    desk.s.bag[desk.s.display[box] - 1] += 1
    desk.s.display[box] = 0
    while desk.asked[0] == "move":
        desk.act("pass")
    desk.act("produce")
    drawn = next(colour for n, colour in enumerate(COLOURS) if desk.s.bag[n])
    desk.act(f"draw {drawn}")
    assert desk.says() == [f"stock {drawn} light-1 1"]
    with pytest.raises(Unreadable, match="There is no column “light-3”"):
        desk.refusal("stock red light-3 1")
