"""Shipping goods: taking, carrying, delivering, unloading."""

from __future__ import annotations

import pytest

from footplate.days_of_steam import refusals
from footplate.days_of_steam.goods import COLOURS
from tests.days.desk import Desk


def line(first: str = "yellow") -> Desk:
    """Three towns in a row: yellow on M13, red on O13, blue on Q13, one straight between each."""
    desk = Desk(first=first)
    desk.tiles("N13 straight-1 E", "O13 town red", "P13 straight-1 E", "Q13 town blue", "R13 straight-1 E")
    desk.s.steam[0] = 6
    return desk


@pytest.mark.rule("days.goods.pickup", "days.goods.deliver", "days.score.goods")
def test_a_good_is_taken_for_nothing_and_delivered_at_the_first_town_of_its_colour() -> None:
    desk = line()
    desk.good("M13", "red")
    desk.act("move take red N13 O13")
    assert desk.s.steam[0] == 4 and desk.s.delivered[0] == (COLOURS.index("red"),)
    assert desk.goods("M13") == [] and desk.goods("O13") == []
    assert desk.game.scores(desk.s) == [2, 0]


@pytest.mark.rule("days.goods.optional", "days.goods.deliver")
def test_taking_is_a_choice_delivering_is_not() -> None:
    desk = line()
    desk.good("M13", "red")
    desk.act("move N13 O13")
    assert desk.goods("M13") == ["red"]
    desk = line()
    desk.good("M13", "red")
    desk.act("move take red N13 O13 P13")
    assert desk.s.delivered[0] == (0,) and desk.load(0) == "", "red does not travel through a red town"


@pytest.mark.rule("days.goods.pickup")
def test_a_good_is_taken_in_passing_one_at_a_time() -> None:
    desk = line()
    desk.good("O13", "blue")
    desk.good("M13", "green")
    desk.act("move N13 O13 take blue P13 Q13")
    assert desk.s.delivered[0] == (COLOURS.index("blue"),)
    desk = line()
    desk.good("M13", "green")
    desk.good("O13", "blue")
    assert desk.refusal("move take green N13 O13 take blue P13") is refusals.LOADED
    assert desk.why("move take green N13 O13 take blue P13").startswith("The train carries green already")
    assert desk.refusal("move take blue N13") is refusals.NO_GOOD_THERE
    assert desk.why("move take blue N13") == "There is no blue to take on M13."
    assert desk.refusal("move take green N13 take green O13") is refusals.LOADED


@pytest.mark.rule("days.goods.continue")
def test_after_a_delivery_the_train_goes_on_with_another_good() -> None:
    desk = line()
    desk.good("M13", "red")
    desk.good("O13", "blue")
    desk.act("move take red N13 O13 take blue P13 Q13")
    assert desk.s.delivered[0] == (COLOURS.index("red"), COLOURS.index("blue"))
    assert desk.game.scores(desk.s)[0] == 5, "two goods and two colours"


@pytest.mark.rule("days.goods.deliver", "days.goods.unload-only")
def test_a_good_is_not_delivered_where_it_came_from() -> None:
    desk = line()
    desk.good("O13", "red")
    desk.train(0, "O13")
    desk.act("move take red P13 Q13 P13 O13")
    assert desk.s.delivered[0] == () and desk.goods("O13") == ["red"]
    # Another red town takes it.
    desk = line()
    desk.good("O13", "red")
    desk.tiles("L13 straight-1 E", "K13 town red")
    desk.train(0, "O13")
    desk.act("move take red N13 M13 L13 K13")
    assert desk.s.delivered[0] == (0,)


@pytest.mark.rule("days.goods.deliver")
def test_where_a_good_was_first_drawn_counts_wherever_it_has_been() -> None:
    desk = line()
    desk.good("O13", "red")
    desk.train(0, "O13")
    desk.act("move take red N13 M13")
    assert desk.goods("M13") == ["red"]
    desk.s.steam[1] = 6
    desk.act("move take red N13 O13")
    assert desk.s.delivered[1] == () and desk.goods("O13") == ["red"]


@pytest.mark.rule("days.goods.unload")
def test_a_good_is_unloaded_where_the_move_ends_in_another_town_for_anyone() -> None:
    desk = line()
    desk.good("M13", "blue")
    desk.act("move take blue N13 O13")
    assert desk.goods("O13") == ["blue"] and desk.load(0) == ""
    desk.train(1, "O13", steam=2)
    desk.act("move take blue P13 Q13")
    assert desk.s.delivered[1] == (COLOURS.index("blue"),)


@pytest.mark.rule("days.goods.unload-only", "days.goods.keep")
def test_a_good_is_kept_on_track_and_cannot_be_put_down_on_the_way() -> None:
    desk = line()
    desk.good("M13", "blue")
    desk.act("move take blue N13 O13 P13")
    assert desk.load(0) == "blue" and desk.goods("O13") == []
    desk.train(1, "Q13", steam=6)
    desk.s.player, desk.s.agenda = 1, [desk.s.agenda[0]._replace(seat=1)]
    assert desk.refusal("move P13 take blue O13") is refusals.NO_GOOD_THERE
    desk.s.player, desk.s.agenda = 0, [desk.s.agenda[0]._replace(seat=0)]
    desk.train(1, "M13")
    desk.act("move Q13")
    assert desk.s.delivered[0] == (COLOURS.index("blue"),), "next turn it is delivered"


@pytest.mark.rule("days.goods.optional")
def test_two_goods_of_one_colour_are_told_apart_where_it_matters() -> None:
    desk = line()
    desk.good("O13", "red")
    desk.train(0, "O13")
    desk.act("move take red N13 M13")
    desk.good("M13", "red")
    desk.train(1, "M13", steam=6)
    listed = [sentence for sentence in desk.says() if sentence.startswith("move take")]
    assert any("take red-O13" in sentence for sentence in listed)
    assert any("take red N13" in sentence for sentence in listed)
    desk.act("move take red N13 O13")
    assert desk.s.delivered[1] == (0,) and desk.goods("M13") == ["red"]


@pytest.mark.rule("days.goods.pickup")
def test_goods_are_not_replenished() -> None:
    desk = line()
    desk.good("M13", "red")
    bag = bytes(desk.s.bag)
    desk.act("move take red N13 O13")
    assert bytes(desk.s.bag) == bag and desk.goods("M13") == []


@pytest.mark.rule("days.score.colours", "days.score.goods")
@pytest.mark.parametrize(("colours", "points"), [(1, 0), (2, 1), (3, 3), (4, 5)])
def test_colours_bring_points(colours: int, points: int) -> None:
    desk = line()
    desk.give(0, *COLOURS[:colours], COLOURS[0])
    assert desk.game.rules.score_parts(desk.s, 0) == {
        "goods": 2 * (colours + 1),
        "colours": points,
        "circuits": 0,
    }


@pytest.mark.rule("days.goods.deliver", "days.town.market")
def test_a_town_that_is_played_will_not_take_back_its_own_goods() -> None:
    desk = Desk(first="red")
    desk.tiles("N13 straight-1 E", "O13 straight-1 E")
    blue = COLOURS.index("blue")
    for colour in (row for town in desk.s.market for row in town[1:]):
        desk.s.bag[colour] += 1
    desk.s.town_deck[desk.s.market[0][0]] += 1
    desk.s.town_deck[blue] -= 1
    desk.s.market = [(blue, 0, blue), (desk.s.market[1][0],)]
    desk.s.bag[0] -= 1
    desk.s.bag[blue] -= 1
    desk.act("town 1 P13")
    desk.train(1, "P13", steam=6)
    desk.act("move take blue O13 N13 M13 N13 O13 P13")
    assert desk.goods("P13") == ["red", "blue"] and desk.s.delivered[1] == ()


@pytest.mark.rule("days.goods.optional")
def test_moves_are_listed_with_and_without_a_good_that_lies_there() -> None:
    desk = Desk(first="red")
    desk.tiles("N13 straight-1 E")
    desk.good("M13", "blue")
    desk.s.steam[0] = 1
    assert set(desk.says()) >= {"move N13", "move take blue N13"}
    desk.s.over, desk.s.agenda = True, []
    assert desk.game.known(desk.s, 1).hands == desk.s.hands, "at the end nothing is hidden"
