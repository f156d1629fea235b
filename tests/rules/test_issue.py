"""I. Issue shares."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.narration import story
from tests.desk import Desk


@pytest.mark.rule("example.issue", "base.issue.cash", "base.issue.many", "base.issue.optional")
def test_example_three_players_issue_two_one_and_none() -> None:
    desk = Desk(players=3)
    desk.act("issue 2")
    assert (desk.s.shares[0], desk.s.cash[0]) == (4, 20)
    desk.act("issue 1")
    assert (desk.s.shares[1], desk.s.cash[1]) == (3, 15)
    desk.act("issue 0")
    assert desk.s.shares == [4, 3, 2]
    assert desk.s.cash == [20, 15, 10]


@pytest.mark.rule("base.issue.order")
def test_players_issue_in_player_order_once_each() -> None:
    desk = Desk(players=4)
    desk.s.order = [2, 0, 3, 1]
    desk.s.agenda = [due._replace(seat=seat) for due, seat in zip(desk.s.agenda, desk.s.order)]
    asked = []
    while desk.asked[0] == "issue":
        asked.append(desk.asked[1])
        desk.act("issue 1")
    assert asked == [2, 0, 3, 1]
    assert desk.s.shares == [3, 3, 3, 3]


@pytest.mark.rule("base.issue.order")
def test_in_the_next_turn_shares_are_issued_in_the_new_player_order() -> None:
    desk = Desk(players=3)
    desk.go_to("bid")
    desk.act("drop", "bid 1", "drop")
    assert desk.s.order == [1, 2, 0]
    desk.go_to("move")
    desk.go_to("issue")
    assert desk.s.turn == 2
    assert [due.seat for due in desk.s.agenda] == [1, 2, 0]


@pytest.mark.rule("base.issue.optional")
def test_nobody_need_issue_a_share() -> None:
    desk = Desk(players=3)
    desk.act("issue 0", "issue 0", "issue 0")
    assert desk.s.shares == [2, 2, 2] and desk.s.cash == [10, 10, 10]
    assert desk.asked[0] == "bid"


@pytest.mark.rule("base.issue.many")
def test_all_shares_that_are_left_may_be_issued_at_once() -> None:
    desk = Desk(players=3)
    assert desk.says() == [f"issue {n}" for n in range(14)]
    desk.act("issue 13")
    assert (desk.s.shares[0], desk.s.cash[0]) == (15, 75)


@pytest.mark.rule("base.issue.max")
def test_nobody_goes_beyond_15_shares() -> None:
    desk = Desk(players=3)
    assert desk.refusal("issue 13") is None
    assert desk.refusal("issue 14") is refusals.SHARES_MAX
    assert desk.why("issue 14") == "Nobody may go beyond 15 issued shares; you have 2."
    desk.s.shares[0] = 12
    assert desk.refusal("issue 3") is None
    assert desk.why("issue 4") == "Nobody may go beyond 15 issued shares; you have 12."


@pytest.mark.rule("base.issue.max")
def test_who_has_issued_all_15_shares_is_passed_over() -> None:
    desk = Desk(players=3)
    desk.act("issue 13", "issue 0", "issue 0")
    desk.rich()
    desk.go_to("issue")
    assert desk.s.turn == 2
    assert sorted(due.seat for due in desk.s.agenda) == [1, 2]
    told = story(desk.game, desk.table.news, desk.table.seats)
    assert f"{desk.table.seats[0]} is not asked: all 15 shares are issued" in told


@pytest.mark.rule("base.issue.cash")
def test_each_share_brings_five_dollars_on_top_of_what_one_has() -> None:
    desk = Desk(players=3)
    desk.s.cash[0] = 7
    desk.act("issue 3")
    assert (desk.s.cash[0], desk.s.shares[0]) == (22, 5)
    assert desk.s.income == [0, 0, 0] and desk.s.cash[1:] == [10, 10]
