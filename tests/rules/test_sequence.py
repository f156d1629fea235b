"""The sequence of play."""

from __future__ import annotations

import pytest

from footplate.core.game import NATURE, Due
from tests.desk import Desk

PHASES = [
    "Issue shares",
    "Determine player order",
    "Select actions",
    "Build track",
    "Move goods",
    "Collect income",
    "Pay expenses",
    "Income reduction",
    "Goods growth",
    "Advance turn marker",
]


@pytest.mark.rule("base.sequence")
def test_a_turn_is_ten_phases() -> None:
    assert [phase.name for phase in Desk().game.phases] == PHASES


@pytest.mark.rule("base.sequence")
def test_the_questions_of_a_turn_come_in_the_order_of_the_phases_and_begin_again() -> None:
    desk = Desk(players=3)
    desk.rich()
    desk.table.nature = None
    modest = {"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass", "grow": "roll 1 2 3"}
    kinds: list[str] = []
    while desk.s.turn == 1 or desk.asked[0] != "grow":
        asked = desk.asked[0]
        if kinds[-1:] != [asked]:
            kinds.append(asked)
        desk.act(modest[asked] if asked in modest else desk.says()[0])
    turn = ["issue", "bid", "take", "build", "move"]
    assert kinds == [*turn, "grow", *turn]


@pytest.mark.rule("base.sequence")
def test_income_is_collected_then_expenses_are_paid_then_income_falls_then_goods_grow_then_the_marker() -> (
    None
):
    desk = Desk(players=3)
    desk.rich()
    desk.go_to("move")
    desk.s.agenda = [Due("move", 0, 2)]
    desk.s.held = [()] * 3
    desk.s.income = [15, 15, 15]
    desk.act("pass")
    kinds: list[str] = []
    for fact in desk.table.news:
        if fact.kind != "grew" and kinds[-1:] != [fact.kind]:
            kinds.append(fact.kind)
    assert kinds[-5:] == ["collected", "paid", "reduced", "rolled", "turn"]
    assert desk.s.cash == [112, 112, 112] and desk.s.income == [13, 13, 13]


@pytest.mark.rule("base.sequence", "base.income.collect", "base.expense.shortfall")
def test_income_of_this_turn_pays_the_expenses_of_this_turn() -> None:
    desk = Desk(players=3)
    desk.go_to("move")
    desk.s.agenda = [Due("move", 0, 2)]
    desk.s.held = [()] * 3
    desk.s.cash, desk.s.income = [0, 0, 0], [3, 3, 3]
    desk.table.nature = None
    desk.act("pass")
    assert desk.s.cash == [0, 0, 0] and desk.s.income == [3, 3, 3]
    assert desk.asked == ("grow", NATURE)
