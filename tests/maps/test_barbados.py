"""Barbados: one player with four actions, who must buy back all shares in the end."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import BLACK, BLUE, COLOURS, PURPLE, RED
from footplate.age_of_steam.maps.barbados import ONE_SHARE, USED, WRONG_CUBE
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, PlayersError, Unreadable
from footplate.core.table import Chance, Table
from tests.desk import Desk

ACTIONS = ("engineer", "locomotive", "urbanization", "production")
COLUMNS = ("light-1", "light-2", "light-3", "light-4", "light-5", "light-6", "A", "B", "C", "D")
CITIES = ("North-Point", "Bridgetown", "Bathsheba", "Oistins", "Bell-Point", "Crane-Beach")


def solo(easy: str = "off", seed: int = 1) -> Desk:
    """The first turn begins."""
    return Desk("barbados", 1, {"easy": easy}, Chance(random.Random(seed)))


def filling() -> Table[Rules, SteamState]:
    """The display is about to be filled by nature from outside."""
    table = Table(load("barbados"), ("Ada",), None)
    table.act("order 1")
    assert table.state.agenda[0].kind == "fill-display"
    return table


def boxes(desk: Desk, name: str) -> list[str]:
    """The cubes of a column from the top; “none” is an empty box."""
    found = next(column for column in desk.board.columns if column.name == name)
    codes = desk.s.display[found.first : found.first + found.boxes]
    return [COLOURS[code - 1] if code else "none" for code in codes]


def last_turn(cash: int, shares: int = 2, income: int = 0, turn: int = 10) -> Desk:
    """The end of a turn is played with this cash left when the expenses are paid; then comes what comes."""
    desk = solo()
    desk.go_to("move")
    s = desk.s
    s.turn, s.shares, s.income, s.engine = turn, [shares], [income], [1]
    s.cash = [cash + shares + 1 - income]
    desk.act("pass", "pass")
    return desk


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("barbados.setup.components")
def test_there_are_no_purple_cubes() -> None:
    s = filling().state
    assert {colour: s.bag[n] for n, colour in enumerate(COLOURS) if s.bag[n]} == {
        "red": 20,
        "blue": 20,
        "yellow": 20,
        "black": 16,
    }
    desk = solo()
    assert not s.bag[PURPLE] and PURPLE + 1 not in desk.s.display
    assert all("purple" not in desk.cubes(city) for city in CITIES)


@pytest.mark.rule("barbados.setup.components")
def test_there_are_the_new_cities_a_to_d_only() -> None:
    desk = solo()
    assert [city.letter for city in desk.board.new_cities] == ["A", "B", "C", "D"]
    desk.take("urbanization")
    desk.go_to("build")
    assert {say.split()[-1] for say in desk.says() if say.startswith("urbanize")} == set("ABCD")
    for letter in "EFGH":
        with pytest.raises(Unreadable):
            desk.refusal(f"urbanize Holetown {letter}")


@pytest.mark.rule("barbados.setup.display")
def test_only_the_top_row_of_the_display_is_filled() -> None:
    desk = solo()
    assert tuple(column.name for column in desk.board.columns) == COLUMNS
    for name in COLUMNS:
        top, *others = boxes(desk, name)
        assert top != "none"
        assert len(others) == (2 if name.startswith("light") else 1)
        assert set(others) == {"none"}


@pytest.mark.rule("barbados.setup.display")
@pytest.mark.parametrize(
    ("a", "b", "allowed"),
    [
        ("red", "black", False),
        ("black", "blue", False),
        ("red", "blue", False),
        ("blue", "red", True),
        ("yellow", "black", True),
    ],
)
def test_column_a_may_not_hold_red_nor_column_b_blue(a: str, b: str, allowed: bool) -> None:
    table = filling()
    sentence = f"draw red blue red blue red blue {a} {b} red blue"
    game = table.game
    refusal = game.why_not(table.state, game.read(table.state, sentence))
    assert refusal is (None if allowed else WRONG_CUBE)


@pytest.mark.rule("barbados.setup.display")
def test_chance_never_puts_red_into_a_nor_blue_into_b() -> None:
    seen = [(boxes(desk, "A")[0], boxes(desk, "B")[0]) for desk in (solo(seed=seed) for seed in range(60))]
    assert {a for a, _ in seen} == {"blue", "yellow", "black"}
    assert {b for _, b in seen} == {"red", "yellow", "black"}


def by_hand(bag: Counter[int], draws: int) -> dict[tuple[int, ...], Fraction]:
    """The odds of filling the top row by hand: a refused cube is laid aside until another is drawn."""
    out: dict[tuple[int, ...], Fraction] = {}
    refused = {6: RED, 7: BLUE}

    def draw(bag: Counter[int], aside: Counter[int], done: tuple[int, ...], chance: Fraction) -> None:
        if len(done) == draws:
            out[done] = out.get(done, Fraction(0)) + chance
            return
        for colour, count in bag.items():
            if not count:
                continue
            now = chance * Fraction(count, bag.total())
            if refused.get(len(done)) == colour:
                draw(bag - Counter([colour]), aside + Counter([colour]), done, now)
            else:
                draw(bag - Counter([colour]) + aside, Counter(), (*done, colour), now)

    draw(bag, Counter(), (), Fraction(1))
    return out


@pytest.mark.rule("barbados.setup.redraw")
def test_a_refused_cube_goes_back_after_its_replacement_was_drawn() -> None:
    table = filling()
    s = table.state
    for n, count in enumerate((2, 2, 0, 0, 8, 0)):
        s.bag[n] = count
    odds = {a.colours: chance for a, chance in table.game.odds(s)}  # type: ignore[attr-defined]
    expected = by_hand(Counter({RED: 2, BLUE: 2, BLACK: 8}), 10)
    assert odds.keys() == expected.keys()
    assert all(odds[colours] == pytest.approx(float(chance)) for colours, chance in expected.items())


@pytest.mark.rule("barbados.setup.redraw")
def test_chance_draws_only_what_is_still_in_the_bag() -> None:
    table = filling()
    s, rng = table.state, random.Random(1)
    for n, count in enumerate((2, 2, 0, 0, 8, 0)):
        s.bag[n] = count
    outcomes = {a.colours for a, _ in table.game.odds(s)}  # type: ignore[attr-defined]
    assert {table.game.sample(s, rng).colours for _ in range(100)} <= outcomes  # type: ignore[attr-defined]


@pytest.mark.rule("barbados.setup.redraw")
def test_no_cube_is_lost_by_drawing_again() -> None:
    for seed in range(20):
        desk = solo(seed=seed)
        assert sum(desk.s.bag) == 76 - len(COLUMNS) - len(CITIES)
        assert not any(desk.s.gone) and not any(desk.s.drawn)


@pytest.mark.rule("barbados.setup.cubes")
@pytest.mark.parametrize(("easy", "cubes"), [("off", 1), ("on", 2)])
def test_each_yellow_city_of_the_board_starts_with_one_cube_or_two(easy: str, cubes: int) -> None:
    desk = solo(easy)
    found = {
        desk.board.words[hex]: len(desk.cubes(desk.board.words[hex]))
        for hex in range(desk.board.size)
        if desk.s.kind[hex] == IN_CITY or desk.cubes(desk.board.words[hex])
    }
    assert found == dict.fromkeys(CITIES, cubes)
    yellow = 1 << COLOURS.index("yellow")
    assert all(desk.s.demand[desk.hex(city)] == yellow for city in CITIES)


# The turn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("barbados.issue.one")
def test_one_share_a_turn_may_be_issued_and_no_second() -> None:
    desk = solo()
    for shares in (3, 4):
        assert desk.says() == ["issue 0", "issue 1"]
        assert desk.refusal("issue 2") is ONE_SHARE
        before = desk.s.cash[0]
        desk.act("issue 1")
        assert desk.s.shares == [shares] and desk.s.cash[0] == before + 5
        desk.rich()
        desk.go_to("move")
        desk.go_to("issue")


@pytest.mark.rule("barbados.issue.one")
def test_nobody_goes_beyond_the_most_shares_with_one_share_a_turn() -> None:
    desk = solo()
    desk.s.shares = [15]
    assert desk.refusal("issue 1") is refusals.SHARES_MAX
    assert desk.says() == ["issue 0"]


@pytest.mark.rule("barbados.order.skip")
def test_there_is_no_auction() -> None:
    desk = solo()
    desk.rich()
    kinds = []
    while desk.s.turn < 4:
        kinds.append(desk.asked[0])
        desk.act(
            {"issue": "issue 0", "build": "done", "move": "pass", "produce": "decline"}.get(
                kinds[-1], desk.says()[0]
            )
        )
    assert [kind for kind in kinds if kind in ("issue", "bid", "take")] == ["issue", "take"] * 3


@pytest.mark.rule("barbados.actions")
def test_each_of_the_four_actions_is_taken_once_until_all_were_used_then_all_are_free() -> None:
    desk = solo()
    assert desk.board.actions == ACTIONS
    for turn, action in enumerate((*ACTIONS, *reversed(ACTIONS))):
        desk.rich()
        desk.go_to("take")
        used = (*ACTIONS, *reversed(ACTIONS))[4 * (turn // 4) : turn]
        assert desk.says() == [f"take {free}" for free in ACTIONS if free not in used]
        for gone in used:
            assert desk.refusal(f"take {gone}") is USED
            assert desk.why(f"take {gone}").startswith(f"You have used {gone.capitalize()};")
        engine = desk.s.engine[0]
        desk.act(f"take {action}")
        assert desk.s.engine[0] - engine == (action == "locomotive")


@pytest.mark.rule("barbados.actions")
def test_an_action_must_be_taken_and_there_are_no_others() -> None:
    desk = solo()
    desk.go_to("take")
    for sentence in ("pass", "decline", "done", "take first-move", "take first-build", "take turn-order"):
        with pytest.raises(Unreadable):
            desk.refusal(sentence)


@pytest.mark.rule("barbados.production")
def test_production_may_use_every_empty_box_of_all_columns() -> None:
    desk = solo()
    desk.rich()
    desk.take("production")
    desk.table.nature = None
    desk.go_to("produce")
    desk.act("produce", "draw black yellow")
    assert desk.asked == ("stock", 0)
    empty = [
        f"{name} {row}" for name in COLUMNS for row, cube in enumerate(boxes(desk, name), 1) if cube == "none"
    ]
    assert len(empty) == 6 * 2 + 4
    assert sorted(desk.says()) == sorted(f"stock {c} {box}" for c in ("black", "yellow") for box in empty)
    assert desk.refusal("stock black light-1 1") is refusals.BOX_FULL
    desk.act("stock black light-1 3", "stock yellow D 2")
    assert boxes(desk, "light-1")[1:] == ["none", "black"]
    assert boxes(desk, "D")[1] == "yellow"


@pytest.mark.rule("barbados.growth.dice", "barbados.growth.light-only")
def test_two_dice_are_rolled_once_for_the_light_half() -> None:
    desk = solo()
    desk.rich()
    desk.take("urbanization")
    desk.act("urbanize Holetown A")
    desk.table.nature = None
    desk.go_to("grow")
    assert desk.asked == ("grow", NATURE)
    for wrong in ("roll 3", "roll 3 3 1"):
        assert desk.refusal(wrong) is refusals.WRONG_DICE
    had = {city: len(desk.cubes(city)) for city in CITIES}
    desk.act("roll 1 3")
    grown = {city for city in CITIES if len(desk.cubes(city)) > had[city]}
    assert grown == {"North-Point", "Bell-Point"}
    assert len(desk.cubes("Holetown")) == 1
    assert desk.asked == ("issue", 0)
    assert desk.s.turn == 2


# The end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("barbados.end")
def test_the_game_has_ten_turns() -> None:
    assert last_turn(50, turn=9).asked == ("issue", 0)
    desk = last_turn(50, turn=10)
    assert desk.asked[0] == "over" and desk.s.over


@pytest.mark.rule("barbados.end")
def test_shares_are_bought_back_after_the_last_turn_and_not_before() -> None:
    desk = last_turn(50, turn=9, shares=4)
    assert (desk.s.cash, desk.s.shares) == ([50], [4])
    desk = last_turn(50, shares=4)
    assert (desk.s.cash, desk.s.shares) == ([30], [0])


@pytest.mark.rule("barbados.end")
@pytest.mark.parametrize("income", [0, 7])
def test_the_cash_left_after_buying_back_is_the_score(income: int) -> None:
    desk = last_turn(33, shares=5, income=income)
    assert desk.game.scores(desk.s) == [8]
    assert desk.game.winners(desk.s) == [0]


@pytest.mark.rule("barbados.end", "barbados.lost")
@pytest.mark.parametrize(("cash", "winners"), [(14, []), (15, [0]), (16, [0])])
def test_who_cannot_buy_back_has_lost_and_exactly_enough_is_won(cash: int, winners: list[int]) -> None:
    desk = last_turn(cash, shares=3)
    assert desk.s.over
    assert desk.game.winners(desk.s) == winners
    if winners:
        assert desk.game.scores(desk.s) == [cash - 15]
        assert (desk.s.cash, desk.s.shares) == ([cash - 15], [0])


@pytest.mark.rule("barbados.lost")
@pytest.mark.parametrize(("cash", "lost"), [(-1, True), (0, False)])
def test_elimination_is_a_loss_at_once(cash: int, lost: bool) -> None:
    desk = last_turn(cash, turn=3)
    assert desk.s.over == lost
    assert (desk.asked[0] == "over") == lost
    if lost:
        assert desk.s.out == [3]
        assert desk.game.winners(desk.s) == []
        assert desk.game.scores(desk.s) == [None]


@pytest.mark.rule("barbados.end")
def test_barbados_is_for_one_player() -> None:
    with pytest.raises(PlayersError):
        load("barbados").start(2)
