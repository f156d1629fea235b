"""VI Collect income, VII Pay expenses, VIII Income reduction."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.core.game import NATURE, Due
from tests.desk import TESTBED, Desk

BROKE = {"cash": 0, "income": 0}
"""Who has no cash and no income cannot pay for two shares and an engine."""


def before_income(players: int = 3, map: Path | str = TESTBED) -> Desk:
    """A desk at the last move of goods; after one “pass” the money phases run, then nature waits."""
    desk = Desk(map, players=players)
    desk.rich(50)
    desk.go_to("move")
    desk.s.held = [()] * players
    desk.s.order = list(range(players))
    desk.s.agenda = [Due("move", players - 1, 2)]
    desk.table.nature = None
    return desk


def highest_price(desk: Desk, seat: int, cash: int, income: int, shares: int = 2, engine: int = 1) -> None:
    desk.s.cash[seat], desk.s.income[seat] = cash, income
    desk.s.shares[seat], desk.s.engine[seat] = shares, engine


def settle(desk: Desk) -> None:
    desk.act("pass")
    assert desk.asked in (("grow", NATURE), ("over", -2))


def told(desk: Desk, kind: str) -> dict[int, tuple[int, ...]]:
    return {fact.seat: fact.data for fact in desk.table.news if fact.kind == kind}


def grow(desk: Desk, dice: int) -> None:
    """Let goods grow by dice that show all ones."""
    while desk.asked == ("grow", NATURE):
        desk.act("roll" + " 1" * dice)


# Income and expenses --------------------------------------------------------------------------------------


@pytest.mark.rule("base.income.collect", "base.expense.amount")
def test_everybody_collects_income_and_pays_a_dollar_a_share_and_an_engine_level() -> None:
    desk = before_income()
    highest_price(desk, 0, cash=10, income=7, shares=2, engine=1)
    highest_price(desk, 1, cash=0, income=10, shares=5, engine=4)
    highest_price(desk, 2, cash=20, income=0, shares=15, engine=5)
    settle(desk)
    assert told(desk, "collected") == {0: (7,), 1: (10,), 2: (0,)}
    assert told(desk, "paid") == {0: (3, 0), 1: (9, 0), 2: (20, 0)}
    assert desk.s.cash == [14, 1, 0]
    assert desk.s.income == [7, 10, 0]
    assert desk.s.shares == [2, 5, 15] and desk.s.engine == [1, 4, 5]


@pytest.mark.rule("base.income.no-cap")
def test_income_has_no_upper_end() -> None:
    desk = before_income()
    desk.s.agenda = [Due("move", 0, 2)]
    desk.put("D1", "NW-S", 0)
    desk.put("Topaz", "N", 0)
    desk.set_cubes("Topaz", "red")
    highest_price(desk, 0, cash=0, income=120)
    desk.act("deliver Topaz red Alpha")
    assert told(desk, "collected")[0] == (121,)
    assert (desk.s.cash[0], desk.s.income[0]) == (118, 111)


@pytest.mark.rule("base.expense.shortfall")
def test_what_cash_cannot_pay_lowers_income_dollar_for_dollar() -> None:
    desk = before_income()
    highest_price(desk, 0, cash=1, income=5, shares=8, engine=2)
    highest_price(desk, 1, cash=5, income=5, shares=8, engine=2)
    highest_price(desk, 2, cash=0, income=5, shares=8, engine=2)
    settle(desk)
    assert desk.s.cash == [0, 0, 0]
    assert desk.s.income == [1, 5, 0]
    assert told(desk, "paid") == {0: (6, 4), 1: (10, 0), 2: (5, 5)}
    assert desk.s.out == [0, 0, 0], "an income of exactly 0 is no bankruptcy"


@pytest.mark.rule("base.move.income-falls")
def test_income_carries_over_and_falls_by_nothing_else() -> None:
    desk = before_income()
    for seat, income in enumerate((3, 10, 7)):
        highest_price(desk, seat, cash=50, income=income)
    settle(desk)
    grow(desk, 3)
    desk.go_to("move")
    assert desk.s.turn == 2 and desk.s.income == [3, 10, 7]


@pytest.mark.rule("base.move.income-falls", "base.expense.shortfall", "base.reduction.table")
def test_income_falls_by_a_shortfall_and_by_the_reduction() -> None:
    desk = before_income()
    highest_price(desk, 0, cash=0, income=4, shares=4, engine=2)
    highest_price(desk, 1, cash=0, income=14, shares=4, engine=2)
    highest_price(desk, 2, cash=50, income=4)
    settle(desk)
    assert desk.s.income == [2, 12, 4]


@pytest.mark.rule("base.reduction.table")
@pytest.mark.parametrize(
    ("income", "less"),
    [
        (0, 0),
        (10, 0),
        (11, 2),
        (20, 2),
        (21, 4),
        (30, 4),
        (31, 6),
        (40, 6),
        (41, 8),
        (49, 8),
        (50, 10),
        (51, 10),
        (100, 10),
    ],
)
def test_high_incomes_fall_by_the_table(income: int, less: int) -> None:
    desk = before_income()
    highest_price(desk, 0, cash=50, income=income)
    settle(desk)
    assert desk.s.income[0] == income - less
    assert told(desk, "reduced")[0] == (less,)
    assert desk.s.cash[0] == 50 + income - 3, "the reduction costs no cash"


@pytest.mark.rule("base.reduction.table", "base.sequence")
def test_the_income_left_after_expenses_is_reduced_not_the_one_before() -> None:
    desk = before_income()
    highest_price(desk, 0, cash=0, income=12, shares=13, engine=1)
    settle(desk)
    assert desk.s.income[0] == 10


# Bankruptcy -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.expense.bankrupt")
def test_income_below_zero_eliminates() -> None:
    desk = before_income()
    highest_price(desk, 1, cash=2, income=0)
    settle(desk)
    assert desk.s.out == [0, 1, 0] and desk.s.order == [0, 2]
    assert told(desk, "eliminated") == {1: ()}
    assert desk.game.scores(desk.s)[1] is None


@pytest.mark.rule("base.expense.bankrupt", "base.move.unowned")
def test_all_track_of_who_is_eliminated_is_nobodys_stays_and_pays_nobody() -> None:
    desk = before_income()
    desk.put("D1", "NW-S", 1)
    desk.put("Topaz", "N/NE", 1, 0)
    desk.put("E2", "SW-SE", 0)
    desk.put("G3", "NW-SW", 1)
    desk.s.link_owners[0] = 2 + 1
    desk.s.link_table = None
    highest_price(desk, 1, **BROKE)
    settle(desk)
    assert desk.s.out[1] == 1
    assert desk.owner("D1", "S") is None and desk.owner("Topaz", "N") is None, "the completed link"
    assert desk.owner("G3", "SW") is None, "the unfinished section"
    assert desk.owner("Topaz", "NE") == 0 and desk.owner("E2", "SE") == 0, "what others own"
    assert desk.s.link_owners[0] == 1, "the direct link"
    grow(desk, 3)
    desk.go_to("move")
    desk.s.agenda = [Due("move", 0, 1), Due("move", 2, 1)]
    desk.s.engine[0] = 2
    desk.set_cubes("Alpha", "blue")
    desk.act("deliver Alpha blue Topaz Beta")
    assert desk.s.income == [1, -3, 0]


@pytest.mark.rule("base.expense.bankrupt")
def test_unfinished_track_of_who_is_eliminated_may_be_claimed() -> None:
    desk = before_income()
    desk.put("D1", "NW-SE", 1)
    highest_price(desk, 1, **BROKE)
    settle(desk)
    grow(desk, 3)
    desk.go_to("build", 0)
    desk.act("build E2 NW-SE")
    assert desk.owner("D1", "NW") == 0 and desk.owner("E2", "SE") == 0


@pytest.mark.rule("base.expense.together", "base.expense.last-player")
def test_who_goes_below_zero_together_is_eliminated_together_and_nobody_wins() -> None:
    desk = before_income(players=2)
    for seat in (0, 1):
        highest_price(desk, seat, **BROKE)
    settle(desk)
    assert desk.s.out == [1, 1] and desk.s.order == []
    assert desk.s.over and desk.asked == ("over", -2)
    assert desk.game.winners(desk.s) == [] and desk.game.scores(desk.s) == [None, None]


@pytest.mark.rule("base.expense.together")
def test_everybody_pays_before_anybody_is_eliminated() -> None:
    desk = before_income(players=3)
    highest_price(desk, 0, **BROKE)
    highest_price(desk, 1, **BROKE)
    highest_price(desk, 2, cash=5, income=1)
    settle(desk)
    assert desk.s.cash == [0, 0, 3]
    kinds = [fact.kind for fact in desk.table.news if fact.kind in ("paid", "eliminated")]
    assert kinds == ["paid"] * 3 + ["eliminated"] * 2


@pytest.mark.rule("base.expense.last-player")
def test_the_only_player_left_wins_at_once_whatever_the_score() -> None:
    desk = before_income(players=3)
    highest_price(desk, 0, **BROKE)
    highest_price(desk, 1, cash=20, income=0, shares=15)
    highest_price(desk, 2, **BROKE)
    settle(desk)
    assert desk.s.over and desk.s.turn == 1
    assert desk.game.winners(desk.s) == [1]
    assert desk.game.scores(desk.s) == [None, -45, None]


@pytest.mark.rule("base.expense.last-player")
def test_two_players_left_play_on() -> None:
    desk = before_income(players=3)
    highest_price(desk, 0, **BROKE)
    settle(desk)
    assert not desk.s.over and desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.expense.last-player")
def test_a_solo_player_plays_on_until_eliminated_and_has_then_lost(tmp_path: Path) -> None:
    path = tmp_path / "solo.toml"
    text = TESTBED.read_text("utf-8").replace("[2, 6]", "[1, 6]").replace("{ 2 = 9", "{ 1 = 9, 2 = 9")
    path.write_text(text, "utf-8")
    desk = before_income(players=1, map=path)
    settle(desk)
    assert not desk.s.over
    grow(desk, 1)
    desk.go_to("move")
    desk.s.agenda = [Due("move", 0, 2)]
    highest_price(desk, 0, **BROKE)
    desk.act("pass")
    assert desk.s.over and desk.game.winners(desk.s) == [] and desk.game.scores(desk.s) == [None]


@pytest.mark.rule("base.expense.bankrupt-order")
def test_who_is_eliminated_is_asked_no_more_while_dice_and_turns_stay() -> None:
    desk = before_income(players=4)
    highest_price(desk, 2, **BROKE)
    settle(desk)
    assert desk.s.order == [0, 1, 3]
    assert desk.refusal("roll 1 1 1") is refusals.WRONG_DICE
    assert desk.refusal("roll 1 1 1 1") is None
    grow(desk, 4)
    asked = set()
    for turn in range(2, 9):
        while desk.s.turn == turn and not desk.s.over:
            asked.add(desk.asked[1])
            desk.rich()
            before = desk.asked
            if before[1] == NATURE:
                desk.act("roll 1 1 1 1")
            else:
                desk.act(
                    {"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass"}.get(
                        before[0], desk.says()[-1]
                    )
                )
    assert asked == {0, 1, 3, NATURE}
    assert desk.s.over and desk.s.turn == 8, "four players began, so eight turns are played"


@pytest.mark.rule("base.expense.bankrupt-action")
def test_production_ends_with_its_owner() -> None:
    for broke in (False, True):
        desk = before_income(players=3)
        desk.s.held[1] = (desk.board.actions.index("production"),)
        desk.s.bag[desk.s.display[0] - 1] += 1
        desk.s.display[0] = 0
        if broke:
            highest_price(desk, 1, **BROKE)
        desk.act("pass")
        assert desk.asked == (("grow", NATURE) if broke else ("produce", 1))


@pytest.mark.rule("base.expense.bankrupt-action")
def test_turn_order_ends_with_its_owner() -> None:
    for broke in (False, True):
        desk = before_income(players=3)
        desk.s.held[1] = (desk.board.actions.index("turn-order"),)
        if broke:
            highest_price(desk, 1, **BROKE)
        settle(desk)
        grow(desk, 3)
        desk.go_to("bid")
        assert desk.s.passer == (-1 if broke else 1)
