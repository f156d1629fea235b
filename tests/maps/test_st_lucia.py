"""St. Lucia: no city at first, paying to go first, and cubes that wait under the track."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Urbanize
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.game import load
from footplate.age_of_steam.maps.st_lucia import CANNOT_PAY, StLuciaState
from footplate.core.game import Unreadable
from footplate.core.table import Chance, Table
from tests.desk import NAMES, Desk, accepted, refused

TOWNS = [
    "Anse-La-Raye",
    "Anse-Chastenet",
    "Castries",
    "Fond-St-Jacques",
    "Barre-de-Fisle",
    "Mome-Gimie",
    "Laborie",
    "Le-Cap",
    "Grand-Anse",
    "Dennery",
    "Micoud",
]
MOUNTAINS = ["E3", "E4", "E5", "D6", "E6", "C7", "E7", "C8", "D8", "E8"]
KEEP = 3
"""What a turn costs who has two shares, an engine of 1 and no income."""


def island() -> Desk:
    """Two players; the first seat is asked first in turn 1."""
    desk = Desk("st-lucia", 2)
    assert isinstance(desk.s, StLuciaState)
    desk.s.nominal = 0
    assert desk.asked == ("pay-first", 0)
    return desk


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    desk = island()
    desk.act("decline", "decline")
    desk.take(*(actions or ("urbanization", "engineer")))
    desk.rich()
    assert desk.asked == ("build", 0)
    return desk


def found(desk: Desk, town: str, letter: str) -> None:
    """Place a New City by hand."""
    number = [city.letter for city in desk.board.new_cities].index(letter)
    desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(town), number))


def moving(desk: Desk, seat: int = 0) -> None:
    """Go on until this seat moves."""
    desk.go_to("move", seat)


def next_turn(desk: Desk, *cash: int) -> None:
    """Play on modestly until the next turn begins, with such cash when it does."""
    turn = desk.s.turn
    while desk.asked[0] in ("pay-first", "issue"):
        desk.act("decline" if desk.asked[0] == "pay-first" else "issue 0")
    desk.go_to("move")
    desk.act("pass", "pass", "pass")
    desk.s.cash = [amount + KEEP for amount in cash or (50, 50)]
    desk.act("pass")
    assert desk.s.turn == turn + 1


# Set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("st-lucia.setup.cubes", "st-lucia.setup.no-city")
def test_every_plain_and_every_river_hex_starts_with_a_cube_and_no_other() -> None:
    desk = island()
    bare = {desk.hex(name) for name in (*TOWNS, *MOUNTAINS)}
    names = [desk.board.hex_names[hex] for hex in range(desk.board.size)]
    assert len(names) == 59
    assert [len(desk.cubes(name)) for name in names] == [int(desk.hex(name) not in bare) for name in names]
    assert len(desk.cubes("C4")) == len(desk.cubes("E10")) == 1, "rivers"


@pytest.mark.rule("st-lucia.setup.no-city")
def test_no_city_is_printed_the_display_is_empty_and_all_eight_new_cities_are_there() -> None:
    desk = island()
    assert IN_CITY not in desk.s.kind
    assert not any(desk.s.display)
    assert "".join(city.letter for city in desk.board.new_cities) == "ABCDEFGH"
    desk = building()
    offers = [sentence for sentence in desk.says() if sentence.startswith("urbanize")]
    assert len(offers) == len(TOWNS) * 8


@pytest.mark.rule("st-lucia.setup.no-city")
def test_nobody_can_build_until_a_new_city_stands() -> None:
    desk = building("engineer", "urbanization")
    assert desk.says() == ["done"]
    assert refused(desk, "build D2 SW-N") == refusals.NOT_CONNECTED
    assert refused(desk, "build Castries NE") == refusals.NOT_CONNECTED
    desk.act("done")
    assert not any(sentence.startswith("build") for sentence in desk.says())
    desk.act("urbanize Castries A")
    assert desk.cubes("Castries") == []
    assert accepted(desk, "build D2 SW-N")


# Player order ------------------------------------------------------------------------------------------


@pytest.mark.rule("st-lucia.order.phase-first")
def test_the_order_comes_before_the_shares_in_every_turn() -> None:
    desk = island()
    for _ in range(2):
        assert desk.asked[0] == "pay-first"
        assert desk.s.shares == [2, 2]
        desk.act("decline", "decline")
        assert desk.asked[0] == "issue"
        desk.act("issue 0", "issue 0")
        assert desk.asked[0] == "take"
        next_turn(desk)


@pytest.mark.rule("st-lucia.order.alternate")
def test_who_is_asked_first_in_turn_1_is_random() -> None:
    firsts = set()
    for seed in range(12):
        table = Table(load("st-lucia"), NAMES[:2], Chance(random.Random(seed)))
        assert isinstance(table.state, StLuciaState)
        rolled = int(table.log[0].text.split()[1]) - 1
        assert table.state.nominal == table.actor == rolled
        firsts.add(rolled)
    assert firsts == {0, 1}


@pytest.mark.rule("st-lucia.order.alternate")
def test_who_is_asked_first_pays_5_and_goes_first() -> None:
    desk = island()
    desk.act("pay")
    assert desk.s.order == [0, 1]
    assert desk.s.cash == [5, 10]
    assert desk.asked == ("issue", 0)


@pytest.mark.rule("st-lucia.order.alternate")
def test_if_the_first_declines_the_other_may_pay_5_and_go_first() -> None:
    desk = island()
    desk.s.cash[1] = 5
    told = desk.table.act("decline")
    assert [(fact.kind, fact.seat) for fact in told] == [("declined-first", 0)]
    assert desk.asked == ("pay-first", 1)
    desk.s.cash[1] = 10
    desk.act("pay")
    assert desk.s.order == [1, 0]
    assert desk.s.cash == [10, 5]
    assert desk.asked == ("issue", 1)


@pytest.mark.rule("st-lucia.order.alternate")
def test_if_both_decline_the_first_goes_first_free() -> None:
    desk = island()
    desk.act("decline", "decline")
    assert desk.s.order == [0, 1]
    assert desk.s.cash == [10, 10]
    assert desk.asked == ("issue", 0)


@pytest.mark.rule("st-lucia.order.alternate")
def test_nobody_pays_with_less_than_5() -> None:
    desk = island()
    desk.s.cash[0] = 4
    assert refused(desk, "pay") == CANNOT_PAY
    desk.s.cash[0] = 5
    assert accepted(desk, "pay")


@pytest.mark.rule("st-lucia.order.alternate")
def test_if_the_first_cannot_pay_the_other_is_asked() -> None:
    desk = island()
    next_turn(desk, 5, 4)
    assert desk.asked == ("pay-first", 0)
    desk = island()
    next_turn(desk, 10, 4)
    assert desk.asked == ("pay-first", 0)
    paid = desk.table.copy()
    paid.act("pay")
    assert paid.state.order == [0, 1]
    desk.act("decline")
    assert desk.s.order == [1, 0]
    assert desk.s.cash == [10, 4]


@pytest.mark.rule("st-lucia.order.alternate")
def test_if_the_first_declines_and_the_other_cannot_pay_the_first_goes_first() -> None:
    for cash in (5, 10):
        desk = island()
        next_turn(desk, 4, cash)
        assert desk.asked == ("pay-first", 1)
        desk.act("decline")
        assert desk.s.order == [1, 0]
        assert desk.asked == ("issue", 1)


@pytest.mark.rule("st-lucia.order.alternate")
def test_if_nobody_can_pay_nobody_is_asked() -> None:
    desk = island()
    next_turn(desk, 4, 4)
    assert desk.s.order == [1, 0]
    assert desk.asked == ("issue", 1)


@pytest.mark.rule("st-lucia.order.alternate", "st-lucia.order.alternate-nominal")
@pytest.mark.parametrize("answers", [("pay",), ("decline", "pay"), ("decline", "decline")], ids="/".join)
def test_who_is_asked_first_alternates_whoever_paid(answers: tuple[str, ...]) -> None:
    desk = island()
    for turn in (1, 2, 3, 4):
        assert desk.asked == ("pay-first", (turn - 1) % 2)
        desk.act(*answers)
        next_turn(desk)


@pytest.mark.rule("st-lucia.action.turn-order")
@pytest.mark.parametrize("answer", ["pay", "decline"])
def test_turn_order_makes_its_owner_the_first_to_be_asked_who_still_pays(answer: str) -> None:
    desk = building("turn-order", "engineer")
    next_turn(desk, 20, 20)
    assert desk.asked == ("pay-first", 0)
    desk.act(answer)
    if answer == "pay":
        assert desk.s.order == [0, 1]
        assert desk.s.cash == [15, 20]
    else:
        assert desk.asked == ("pay-first", 1)
        desk.act("pay")
        assert desk.s.order == [1, 0]


@pytest.mark.rule("st-lucia.action.turn-order")
def test_turn_order_goes_first_free_if_both_decline() -> None:
    desk = building("turn-order", "engineer")
    next_turn(desk)
    desk.act("decline", "decline")
    assert desk.s.order == [0, 1]


@pytest.mark.rule("st-lucia.order.alternate-nominal")
def test_turn_order_counts_for_one_turn_and_the_alternation_goes_on() -> None:
    desk = building("turn-order", "engineer")
    asked = []
    for _ in range(3):
        next_turn(desk)
        asked.append(desk.asked[1])
    assert asked == [0, 0, 1]


@pytest.mark.rule("st-lucia.action.production")
def test_production_cannot_be_taken() -> None:
    desk = island()
    desk.go_to("take")
    assert sorted(desk.says()) == [
        "take engineer",
        "take first-build",
        "take first-move",
        "take locomotive",
        "take turn-order",
        "take urbanization",
    ]
    with pytest.raises(Unreadable):
        desk.refusal("take production")


# Cubes on the track ------------------------------------------------------------------------------------


@pytest.mark.rule("st-lucia.build.cube", "st-lucia.move.track-cube")
def test_building_puts_the_cube_on_the_track_from_where_it_is_delivered() -> None:
    desk = building()
    desk.set_cubes("D2", "red")
    desk.set_cubes("D3", "red")
    desk.act("urbanize Castries A", "build D2 SW-N")
    assert desk.cubes("D2") == ["red"]
    moving(desk)
    assert refused(desk, "deliver D3 red NW Castries") == refusals.NO_LINK
    desk.act("deliver D2 red Castries")
    assert desk.cubes("D2") == []
    assert desk.s.income == [1, 0]


def castries(desk: Desk, owner: int | None) -> None:
    """Castries takes red, and unfinished track leads from there over D2 to D1's side."""
    found(desk, "Castries", "A")
    desk.put("D2", "SW-N", owner)
    desk.set_cubes("D2", "red")


@pytest.mark.rule("st-lucia.move.track-cube")
def test_the_partial_link_pays_its_owner_whoever_moves() -> None:
    desk = building()
    moving(desk)
    castries(desk, 1)
    desk.act("deliver D2 red Castries")
    assert desk.s.income == [0, 1]


@pytest.mark.rule("st-lucia.move.track-cube")
def test_a_cube_on_a_finished_link_goes_to_either_end() -> None:
    desk = building()
    moving(desk)
    castries(desk, 0)
    found(desk, "Le-Cap", "B")
    desk.put("D1", "S-NE", 0)
    desk.set_cubes("D2", "red", "blue")
    desk.set_cubes("D1", "red", "blue")
    for hex in ("D1", "D2"):
        assert accepted(desk, f"deliver {hex} red Castries")
        assert accepted(desk, f"deliver {hex} blue Le-Cap")
        assert (
            refused(desk, f"deliver {hex} blue {'SW' if hex == 'D2' else 'S'} Castries")
            == refusals.WRONG_CITY
        )
    desk.act("deliver D1 red Castries")
    assert desk.s.income == [1, 0]


@pytest.mark.rule("st-lucia.move.track-cube-range")
def test_unowned_track_pays_nobody() -> None:
    desk = building()
    moving(desk)
    castries(desk, None)
    desk.act("deliver D2 red Castries")
    assert desk.s.income == [0, 0]
    assert desk.cubes("D2") == []


@pytest.mark.rule("st-lucia.move.track-cube-range")
def test_a_cube_does_not_leave_by_the_unfinished_end() -> None:
    desk = building()
    moving(desk)
    castries(desk, 0)
    found(desk, "Le-Cap", "B")
    desk.set_cubes("D2", "blue")
    assert refused(desk, "deliver D2 blue N Le-Cap") == refusals.NO_LINK
    desk.put("D1", "S-NE", 0)
    assert accepted(desk, "deliver D2 blue N Le-Cap")


@pytest.mark.rule("st-lucia.move.track-cube-range")
def test_the_way_to_the_next_town_uses_one_link_of_the_engine() -> None:
    desk = building()
    moving(desk)
    found(desk, "Castries", "A")
    desk.put("D2", "SW-N", 0)
    desk.put("D1", "S-NE", 0)
    desk.put("Le-Cap", "SW/SE", 1, 0)
    desk.put("F1", "NW-S", 1)
    desk.set_cubes("F1", "red")
    way = "deliver F1 red NW Le-Cap SW Castries"
    desk.s.engine[0] = 1
    assert refused(desk, way) == refusals.ENGINE_SHORT
    desk.s.engine[0] = 2
    desk.act(way)
    assert desk.s.income == [1, 1]


@pytest.mark.rule("st-lucia.move.track-cube-once", "base.move.visit-once")
def test_a_cube_does_not_come_back_over_the_link_it_started_on() -> None:
    desk = building()
    moving(desk)
    castries(desk, 0)
    found(desk, "Le-Cap", "B")
    desk.put("D1", "S-NE", 0)
    desk.set_cubes("D2", "blue")
    desk.set_cubes("D1", "red")
    desk.s.engine[0] = 3
    back = "deliver D2 blue SW Castries NE Le-Cap"
    assert refused(desk, back) == refusals.VISITED
    assert desk.why(back) == "The cube would visit D2 twice."
    assert refused(desk, "deliver D1 red NE Le-Cap SW Castries") == refusals.VISITED
    desk.set_cubes("D1")
    assert [said for said in desk.says() if "D2" in said] == ["deliver D2 blue N Le-Cap"]
    desk.act("deliver D2 blue N Le-Cap")
    assert desk.s.income == [1, 0]


@pytest.mark.rule("st-lucia.move.track-cube-once")
def test_a_cube_does_not_come_back_over_its_own_hex_on_another_track_either() -> None:
    desk = building()
    moving(desk)
    found(desk, "Castries", "A")
    found(desk, "Le-Cap", "B")
    desk.put("D3", "NW-N", 1)
    desk.put("D2", "SW-N/NE-S", 0, 1)
    desk.put("E2", "N-SW", 1)
    desk.set_cubes("D2", "blue")
    desk.s.engine[0] = 2
    assert refused(desk, "deliver D2 blue SW Castries SE Le-Cap") == refusals.VISITED
    assert accepted(desk, "deliver D2 blue NE Le-Cap")
    desk.set_cubes("D2")
    desk.set_cubes("Castries", "blue")
    assert accepted(desk, "deliver Castries blue SE Le-Cap"), "who does not start there may pass"


@pytest.mark.rule("st-lucia.move.track-cube-range")
def test_redirecting_the_tile_leaves_the_cube() -> None:
    desk = building()
    castries(desk, 0)
    desk.act("build D2 SW-NE", "build E2 SW-SE")
    assert desk.cubes("D2") == ["red"]
    moving(desk)
    desk.act("deliver D2 red Castries")
    assert desk.s.income == [1, 0]


def two_tracks(desk: Desk) -> None:
    """Castries and Le Cap take black; track of seat 0 leads from the one to D2, of seat 1 from the other."""
    found(desk, "Castries", "C")
    found(desk, "Le-Cap", "D")
    desk.put("D2", "SW-N", 0)
    desk.put("E2", "N-SW", 1)
    desk.set_cubes("D2", "black")


@pytest.mark.rule("st-lucia.move.track-cube-range")
def test_replacing_the_tile_leaves_the_cube() -> None:
    desk = building()
    two_tracks(desk)
    desk.act("build D3 NW-S", "done", "build D2 SW-N/NE-S")
    assert desk.cubes("D2") == ["black"]


@pytest.mark.rule("st-lucia.move.double-track")
@pytest.mark.parametrize(("side", "city", "income"), [("SW", "Castries", [1, 0]), ("NE", "Le-Cap", [0, 1])])
def test_on_a_hex_with_two_tracks_the_mover_chooses_the_track(
    side: str, city: str, income: list[int]
) -> None:
    desk = building()
    moving(desk)
    two_tracks(desk)
    desk.put("D2", "SW-N/NE-S", 0, 1)
    assert accepted(desk, "deliver D2 black SW Castries")
    assert accepted(desk, "deliver D2 black NE Le-Cap")
    desk.act(f"deliver D2 black {side} {city}")
    assert desk.s.income == income


# Growth and end ----------------------------------------------------------------------------------------


@pytest.mark.rule("st-lucia.growth.skip")
def test_goods_do_not_grow() -> None:
    desk = building()
    for town, letter in zip(TOWNS, "ABCDEFGH"):
        found(desk, town, letter)
    for box in range(len(desk.s.display)):
        colour = max(range(len(desk.s.bag)), key=lambda n: desk.s.bag[n])
        desk.s.bag[colour] -= 1
        desk.s.display[box] = colour + 1
    display, cubes = bytes(desk.s.display), bytes(desk.s.cubes)
    next_turn(desk)
    next_turn(desk)
    assert (desk.s.display, desk.s.cubes) == (display, cubes)


@pytest.mark.rule("st-lucia.end")
def test_the_game_ends_after_eight_turns() -> None:
    desk = island()
    for turn in range(1, 8):
        assert desk.s.turn == turn
        next_turn(desk)
    assert desk.s.turn == 8
    assert not desk.s.over
    desk.act("decline", "decline")
    desk.go_to("over")
    assert desk.s.turn == 8
    assert desk.s.over
