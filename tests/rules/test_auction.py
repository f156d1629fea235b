"""II. Determine player order."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from tests.desk import TESTBED, Desk


def auction(players: int, cash: int = 20, turn_order: int | None = None) -> Desk:
    """A desk where the first player is asked to bid; `turn_order` held Turn Order last turn."""
    desk = Desk(TESTBED, players=players)
    desk.rich(cash)
    if turn_order is not None:
        desk.s.held[turn_order] = (desk.board.actions.index("turn-order"),)
    desk.go_to("bid")
    assert desk.asked == ("bid", 0)
    return desk


# Who speaks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.auction.start")
def test_the_first_of_the_present_order_opens_and_bidding_goes_round_in_that_order() -> None:
    desk = Desk(TESTBED, players=4)
    desk.s.order = [2, 0, 3, 1]
    desk.go_to("bid")
    asked = []
    for amount in range(1, 6):
        asked.append(desk.asked[1])
        desk.act(f"bid {amount}")
    assert asked == [2, 0, 3, 1, 2]


@pytest.mark.rule("base.auction.start")
def test_who_has_dropped_out_is_not_asked_again() -> None:
    desk = auction(3)
    desk.act("bid 1", "drop", "bid 2")
    assert desk.asked == ("bid", 0)
    desk.act("bid 3")
    assert desk.asked == ("bid", 2)


@pytest.mark.rule("base.auction.high-bidder")
def test_the_holder_of_the_highest_bid_is_not_asked_to_beat_it() -> None:
    desk = auction(3, turn_order=1)
    desk.act("bid 4", "pass", "drop")
    assert desk.asked == ("bid", 1), "after the pass it is again the passer, not the highest bidder"
    desk.act("bid 5")
    assert desk.asked == ("bid", 0), "who was outbid is asked again"


@pytest.mark.rule("base.auction.forced")
def test_who_can_neither_outbid_nor_pass_drops_out_without_being_asked() -> None:
    desk = auction(4)
    desk.s.cash = [20, 5, 6, 20]
    desk.act("bid 5")
    assert desk.asked == ("bid", 2), "seat 1 has 5 and cannot beat 5; seat 2 has 6 and can"
    assert desk.s.dropped == [1] and desk.s.bidders == [0, 2, 3]
    assert next(fact for fact in desk.table.news if fact.kind == "dropped").data == (4, 0)


@pytest.mark.rule("base.auction.forced", "base.auction.pass")
def test_who_cannot_outbid_but_may_pass_is_asked_and_drops_out_the_next_time() -> None:
    desk = auction(3, turn_order=1)
    desk.s.cash = [20, 5, 20]
    desk.act("bid 5")
    assert desk.asked == ("bid", 1) and desk.says() == ["drop", "pass"]
    desk.act("pass", "bid 6")
    assert desk.asked == ("bid", 0)
    desk.act("bid 7")
    assert desk.asked == ("bid", 2) and desk.s.dropped == [1]


@pytest.mark.rule("base.auction.forced", "base.auction.unopposed")
def test_players_without_money_drop_out_in_their_order_and_the_last_is_first_for_nothing() -> None:
    desk = Desk(TESTBED, players=3)
    desk.s.cash = [0, 0, 0]
    desk.go_to("take")
    assert desk.s.order == [2, 1, 0] and desk.s.cash == [0, 0, 0]


# What may be bid ------------------------------------------------------------------------------------------


@pytest.mark.rule("base.auction.raise")
def test_the_lowest_opening_bid_is_one_dollar_and_zero_is_no_bid() -> None:
    desk = auction(3)
    assert desk.refusal("bid 0") is refusals.BID_TOO_LOW
    assert desk.why("bid 0") == "A bid must be at least $1."
    desk.act("bid 1")
    assert desk.s.bids[0] == 1


@pytest.mark.rule("base.auction.raise")
def test_a_bid_must_beat_the_highest_so_far() -> None:
    desk = auction(3)
    desk.act("bid 4")
    assert desk.why("bid 3") == "A bid must be at least $5."
    assert desk.why("bid 4") == "A bid must be at least $5."
    assert desk.refusal("bid 5") is None
    desk.act("bid 9", "drop")
    assert desk.why("bid 5") == "A bid must be at least $10."


@pytest.mark.rule("base.auction.afford")
def test_nobody_bids_more_than_they_hold() -> None:
    desk = auction(3, cash=7)
    assert desk.refusal("bid 7") is None
    assert desk.refusal("bid 8") is refusals.BID_TOO_HIGH
    assert desk.why("bid 8") == "You bid $8 and have $7."
    assert desk.says() == ["drop", *(f"bid {n}" for n in range(1, 8))]


# Dropping and passing -------------------------------------------------------------------------------------


@pytest.mark.rule("base.auction.drop", "base.auction.end")
def test_who_drops_takes_the_last_free_place_and_who_is_left_is_first() -> None:
    desk = auction(5)
    desk.act("bid 1", "drop", "bid 2", "bid 3", "drop", "drop", "bid 4")
    assert desk.asked == ("bid", 3)
    desk.act("drop")
    assert desk.s.order == [2, 3, 0, 4, 1]
    assert desk.asked == ("take", 2)


@pytest.mark.rule("base.auction.end")
def test_the_auction_goes_on_while_two_are_left() -> None:
    desk = auction(3)
    desk.act("bid 1", "bid 2", "drop")
    for amount in range(3, 8):
        assert desk.asked[0] == "bid"
        desk.act(f"bid {amount}")
    desk.act("drop")
    assert desk.asked[0] == "take" and desk.s.order == [0, 1, 2]


@pytest.mark.rule("base.auction.pass")
def test_only_the_holder_of_turn_order_passes_and_only_once() -> None:
    desk = auction(3, turn_order=1)
    assert desk.refusal("pass") is refusals.NO_PASS
    assert desk.why("pass") == "Only the player who took Turn Order last turn may pass, and only once."
    desk.act("bid 3")
    assert desk.refusal("pass") is None
    desk.act("pass")
    assert desk.s.bidders == [0, 1, 2] and desk.s.bids[1] == 0
    desk.act("bid 4", "bid 5")
    assert desk.asked == ("bid", 1)
    assert desk.refusal("pass") is refusals.NO_PASS
    assert "pass" not in desk.says()


@pytest.mark.rule("base.action.turn-order", "base.auction.pass")
def test_turn_order_taken_in_one_turn_gives_a_pass_in_the_next_auction_only() -> None:
    desk = Desk(TESTBED, players=3)
    desk.rich()
    desk.go_to("take")
    holder = desk.asked[1]
    assert desk.s.passer == -1
    desk.act("take turn-order")
    desk.go_to("bid")
    assert desk.s.turn == 2 and desk.s.passer == holder
    desk.go_to("bid", holder)
    desk.act("pass")
    desk.go_to("take")
    desk.act("take engineer", "take locomotive", "take production")
    desk.go_to("bid")
    assert desk.s.turn == 3 and desk.s.passer == -1
    while desk.asked[0] == "bid":
        assert desk.refusal("pass") is refusals.NO_PASS
        desk.act("drop")


@pytest.mark.rule("base.auction.pass-when")
def test_the_pass_may_open_the_auction() -> None:
    desk = auction(3, turn_order=0)
    desk.act("pass")
    assert desk.asked == ("bid", 1) and desk.s.high == -1
    desk.act("bid 1", "drop")
    assert desk.asked == ("bid", 0) and desk.says()[0] == "drop"


@pytest.mark.rule("base.auction.pass-when")
def test_the_pass_may_be_used_after_a_bid_and_with_two_bidders_left() -> None:
    desk = auction(3, turn_order=0)
    desk.act("bid 1", "bid 2", "drop")
    assert desk.s.bidders == [0, 1]
    desk.act("pass")
    assert desk.asked == ("bid", 0) and desk.refusal("pass") is refusals.NO_PASS
    desk.act("bid 3", "drop")
    assert desk.s.order == [0, 1, 2]
    assert desk.s.cash == [17, 18, 20]


@pytest.mark.rule("base.auction.pass-when")
def test_a_pass_that_is_not_used_is_lost_with_the_auction() -> None:
    desk = auction(3, turn_order=2)
    desk.act("bid 1", "drop", "drop")
    assert desk.asked[0] == "take" and desk.s.passer == -1
    desk.act("take engineer", "take locomotive", "take production")
    desk.go_to("bid")
    assert desk.s.turn == 2 and desk.s.passer == -1


# Paying ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.auction.unopposed")
def test_the_last_player_pays_nothing_when_all_others_dropped_before_any_bid() -> None:
    desk = auction(4)
    desk.act("drop", "drop", "drop")
    assert desk.asked == ("take", 3)
    assert desk.s.order == [3, 2, 1, 0] and desk.s.cash == [20] * 4


@pytest.mark.rule("base.auction.unopposed")
def test_the_last_player_pays_the_bid_they_made_when_all_others_drop() -> None:
    desk = auction(4)
    desk.act("bid 6", "drop", "drop", "drop")
    assert desk.s.order == [0, 3, 2, 1] and desk.s.cash == [14, 20, 20, 20]


@pytest.mark.rule("base.auction.pay-first-out")
def test_the_first_to_drop_out_pays_nothing_even_after_a_bid() -> None:
    desk = auction(4)
    desk.act("bid 5", "bid 6", "bid 7", "bid 8", "drop")
    assert desk.s.cash == [20] * 4 and desk.s.dropped == [0]


@pytest.mark.rule("base.auction.pay-half", "base.auction.pay-last-two", "base.auction.pay-first-out")
def test_the_last_two_pay_their_whole_bid_those_between_half_and_the_first_out_nothing() -> None:
    desk = auction(6)
    desk.act("bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6")
    desk.act("drop", "drop", "drop", "drop", "bid 7", "drop")
    assert desk.s.order == [4, 5, 3, 2, 1, 0]
    assert desk.s.cash == [20, 20 - 1, 20 - 2, 20 - 2, 20 - 7, 20 - 6]


@pytest.mark.rule("base.auction.pay-half")
@pytest.mark.parametrize(("bid", "pays"), [(1, 1), (2, 1), (3, 2), (4, 2), (7, 4), (9, 5)])
def test_half_of_a_bid_is_rounded_up(bid: int, pays: int) -> None:
    desk = auction(4)
    desk.act(f"bid {bid}", "drop", f"bid {bid + 1}", f"bid {bid + 2}", "drop")
    assert desk.s.cash[0] == 20 - pays and desk.s.dropped == [1, 0]


@pytest.mark.rule("base.auction.pay-half")
def test_half_of_the_last_bid_is_paid_not_of_earlier_ones() -> None:
    desk = auction(4)
    desk.act("bid 1", "drop", "bid 2", "bid 3", "bid 10", "bid 11", "bid 12", "drop")
    assert desk.s.cash[0] == 15


@pytest.mark.rule("base.auction.pay-when")
def test_who_drops_out_pays_at_once_and_the_winner_at_the_end() -> None:
    desk = auction(4)
    desk.act("bid 4", "drop", "bid 5", "bid 6", "drop")
    assert desk.s.cash == [18, 20, 20, 20]
    desk.act("bid 8")
    assert desk.s.cash == [18, 20, 20, 20], "a bid alone costs nothing"
    desk.act("drop")
    assert desk.s.cash == [18, 20, 12, 14]


@pytest.mark.rule("base.auction.two")
def test_of_two_players_the_first_to_drop_pays_nothing_and_the_winner_the_whole_bid() -> None:
    desk = auction(2)
    desk.act("bid 3", "bid 5", "bid 6", "drop")
    assert desk.s.order == [0, 1] and desk.s.cash == [14, 20]


@pytest.mark.rule("base.auction.two", "base.auction.pay-last-two")
def test_of_three_players_the_third_pays_nothing_and_the_others_their_whole_bids() -> None:
    desk = auction(3)
    desk.act("bid 3", "bid 4", "bid 5", "drop", "drop")
    assert desk.s.order == [2, 1, 0] and desk.s.cash == [20, 16, 15]


@pytest.mark.rule("base.auction.two")
def test_places_are_counted_among_the_players_still_in_the_game() -> None:
    desk = Desk(TESTBED, players=4)
    desk.go_to("move")
    desk.rich(20)
    desk.s.cash[2], desk.s.income[2] = 0, 0
    desk.go_to("issue")
    assert desk.s.out[2] and len(desk.s.order) == 3
    desk.rich(20)
    first, second, third = desk.s.order
    desk.go_to("bid")
    desk.act("bid 3", "bid 4", "bid 5", "drop", "drop")
    assert desk.s.order == [third, second, first]
    assert [desk.s.cash[seat] for seat in (first, second, third)] == [20, 16, 15]


@pytest.mark.rule("example.auction", "base.auction.drop", "base.auction.pass")
def test_example_five_players_determine_the_order() -> None:
    desk = auction(5, cash=10, turn_order=4)
    desk.act("bid 2", "drop")
    assert desk.s.dropped == [1] and desk.s.cash == [10] * 5
    desk.act("bid 3", "drop")
    assert desk.s.dropped == [1, 3] and desk.s.cash == [10] * 5
    places = [fact.data[0] for fact in desk.table.news if fact.kind == "dropped"]
    assert places == [4]
    desk.act("pass")
    assert desk.s.bidders == [0, 2, 4] and desk.s.bids == [2, 0, 3, 0, 0]
    assert desk.asked == ("bid", 0) and desk.s.passer == -1
    desk.act("drop", "drop")
    assert desk.s.order == [2, 4, 0, 3, 1]
    assert desk.s.cash == [9, 10, 7, 10, 10]
