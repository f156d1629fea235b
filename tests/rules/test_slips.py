"""Choices that are probably not meant are asked about, and ordinary ones are not."""

from __future__ import annotations

import pytest

from footplate.age_of_steam.board import map_ids, owner_of
from footplate.age_of_steam.game import load
from footplate.age_of_steam.slips import slip
from footplate.bots import bot
from footplate.core.game import NATURE, NOBODY
from footplate.core.host import Slip
from tests.desk import TESTBED, Desk, building


def asked(desk: Desk, sentence: str) -> Slip | None:
    """What is asked before a sentence; the safe way is always something that may be said."""
    s = desk.s
    found = slip(desk.game, s, desk.game.read(s, sentence))
    if found is not None:
        assert found.says.endswith(".") and found.question.endswith("?")
        for instead in filter(None, (found.safe.say, found.safe.show)):
            assert desk.refusal(instead) is None
            assert slip(desk.game, desk.s, desk.game.read(desk.s, instead)) is None
    return found


def kind(desk: Desk, sentence: str) -> str | None:
    """Which slip is asked about before a sentence."""
    found = asked(desk, sentence)
    return None if found is None else found.kind


def railroad(desk: Desk, *cubes: str) -> None:
    """The first seat owns the direct link from Delta to Epsilon, and these cubes lie in Delta."""
    desk.s.link_owners[0] = owner_of(0)
    desk.s.begun[0] = 1
    desk.s.link_table = None
    for place in ("Alpha", "Beta", "Gamma", "Epsilon"):
        desk.set_cubes(place)
    desk.set_cubes("Delta", *cubes)


def moving(*cubes: str, players: int = 3) -> Desk:
    """The testbed, the first seat about to move its first cube over its one link."""
    desk = Desk(TESTBED, players)
    railroad(desk, *cubes)
    desk.go_to("move", 0)
    assert desk.s.agenda[0].a == 1
    return desk


# Shares ------------------------------------------------------------------------------------------------


def test_issuing_too_little_to_survive_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.s.cash[0] = 1
    found = asked(desk, "issue 0")
    assert found is not None and found.kind == "ruin"
    assert found.text == "This ends your game: you cannot pay $3. Issue 1 share instead?"
    assert found.more.endswith("You have no delivery now; you would need +1.")
    nothing, one = found.prospects
    assert dict(nothing.figures) == {"Cash": "$1", "Expenses": "−$3"}
    assert nothing.ends == "Short by $2: income 0 − 2 = −2, you are out."
    assert dict(one.figures) == {"Cash": "$6", "Expenses": "−$4"}
    assert one.ends == "$2 left, nothing lost. Costs 3 points at the end."
    assert nothing.loses and not one.loses
    assert (found.safe.label, found.safe.say) == ("Issue 1 for $5", "issue 1")
    assert found.go_on == "Issue nothing"
    assert asked(desk, "issue 1") is None
    desk.s.cash[0] = 3
    assert asked(desk, "issue 0") is None


def test_deliveries_that_can_be_made_count_towards_the_expenses() -> None:
    desk = Desk(TESTBED)
    desk.s.cash[0] = 1
    assert kind(desk, "issue 0") == "ruin"
    railroad(desk, "red", "black")
    assert asked(desk, "issue 0") is None


def test_the_truth_about_hope_is_told() -> None:
    desk = Desk(TESTBED)
    desk.s.cash[0], desk.s.shares[0] = 0, 6
    railroad(desk, "red", "black")
    found = asked(desk, "issue 0")
    assert found is not None
    assert "Your best deliveries now bring +2; you would need +4." in found.more
    assert found.prospects[0].figures[1] == ("Best deliveries", "+$2")
    assert found.safe.say == "issue 2", "with two shares $10 meet the nine dollars due"


def test_losing_income_for_want_of_a_share_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.s.cash[0], desk.s.income[0], desk.s.shares[0] = 1, 3, 5
    found = asked(desk, "issue 0")
    assert found is not None and found.kind == "short"
    assert found.says == "This costs you 2 income: you cannot pay $6."
    assert found.safe.say == "issue 1"
    desk.s.turn = desk.game.rules.turns(3)
    desk.s.cash[0] = 2
    assert asked(desk, "issue 0") is None, "in the last turn a share costs no less than an income"


def test_shares_that_are_asked_for_with_the_expenses_are_asked_about_then() -> None:
    """Italy asks for shares of $3 once more before the expenses: nothing is lost before."""
    desk = Desk("italy")
    desk.s.cash[0] = 0
    assert asked(desk, "issue 0") is None
    desk.go_to("expenses", 0)
    found = asked(desk, "issue 0")
    assert found is not None and found.kind == "ruin"
    assert found.safe.label == "Issue 2 for $6", "$3 are due, and $1 more for each share"
    assert found.prospects[0].ends == "Short by $3: income 0 − 3 = −3, you are out."


# Bids --------------------------------------------------------------------------------------------------


def test_a_bid_that_leaves_nothing_for_the_expenses_is_asked_about() -> None:
    desk = Desk(TESTBED)
    railroad(desk, "red")
    desk.go_to("bid", 0)
    desk.s.shares[0] = 8
    found = asked(desk, "bid 9")
    assert found is not None and found.kind == "ruin"
    assert found.says.startswith("If nobody bids more, this ends your game: you cannot pay $9.")
    assert found.safe.label == "Bid less" and found.safe.say is None
    assert asked(desk, "bid 1") is None


def test_a_bid_that_leaves_nothing_for_a_first_tile_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.go_to("bid", 0)
    desk.s.shares[0] = 0
    found = asked(desk, "bid 9")
    assert found is not None
    assert found.text == "After this bid you cannot pay for any tile: $1 left. Bid $9?"
    assert asked(desk, "bid 5") is None
    desk.s.bids[0], desk.s.income[0] = 9, 1
    assert asked(desk, "bid 10") is None, "who was asked once in this auction is not asked again"
    desk.s.bids[0], desk.s.turn = 0, desk.game.rules.turns(3)
    assert asked(desk, "bid 9") is None, "in the last turn a tile may bring nothing any more"


def test_a_bid_that_is_paid_for_with_income_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.go_to("bid", 0)
    desk.s.cash[0], desk.s.income[0], desk.s.shares[0] = 10, 4, 9
    found = asked(desk, "bid 6")
    assert found is not None and found.kind == "short"
    assert found.says == "If nobody bids more, this costs you 2 income: you cannot pay $10."
    bid, less = found.prospects
    assert bid.ends == "Short by $2: income 4 − 2 = 2." and not bid.good
    assert less.title == "Bid $1" and less.ends == "$3 left, nothing lost." and less.good
    assert asked(desk, "bid 4") is None


def test_dropping_out_with_the_pass_unused_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.go_to("bid", 0)
    assert asked(desk, "drop") is None
    desk.s.passer = 0
    found = asked(desk, "drop")
    assert found is not None and found.safe.say == "pass"
    desk.s.cash[0] = 0
    assert asked(desk, "pass") is None, "to pass in the auction is no move of goods"


# Actions, engine ---------------------------------------------------------------------------------------


def test_a_higher_engine_that_cannot_be_paid_is_asked_about() -> None:
    desk = Desk(TESTBED)
    desk.go_to("take", 0)
    desk.s.cash[0] = 3
    assert kind(desk, "take locomotive") == "ruin"
    assert asked(desk, "take engineer") is None
    desk.s.cash[0] = 4
    assert asked(desk, "take locomotive") is None


def test_raising_the_engine_into_ruin_is_asked_about() -> None:
    desk = moving("red")
    desk.s.cash[0] = 2
    assert asked(desk, "engine") is None, "the red cube can be delivered afterwards"
    desk.s.cash[0] = 1
    found = asked(desk, "engine")
    assert found is not None and found.question == "Deliver for +1 instead?"
    desk = moving()
    desk.s.cash[0] = 3
    found = asked(desk, "engine")
    assert found is not None and found.question == "Pass instead?"


def test_an_engine_that_moves_nothing_any_more_is_asked_about() -> None:
    desk = moving("red")
    desk.s.turn = desk.game.rules.turns(3)
    assert asked(desk, "engine") is None, "a second move follows"
    desk.act("pass")
    desk.go_to("move", 0)
    found = asked(desk, "engine")
    assert found is not None and "could deliver for +1" in found.says


# Moving ------------------------------------------------------------------------------------------------


def test_passing_an_income_is_asked_about() -> None:
    desk = moving("red")
    found = asked(desk, "pass")
    assert found is not None and found.text == "You could deliver for +1. Pass?"
    assert (found.safe.label, found.safe.show) == ("Show it", "deliver Delta red direct Epsilon")
    assert asked(desk, "deliver Delta red to Epsilon") is None
    assert asked(moving("purple"), "pass") is None


def test_passing_is_not_asked_about_where_another_gains_more() -> None:
    desk = moving("red")
    desk.s.link_owners[0] = owner_of(1)
    desk.s.link_table = None
    assert asked(desk, "pass") is None


def test_an_income_that_the_reduction_takes_again_may_be_passed() -> None:
    desk = moving("red")
    desk.s.income[0] = 10
    assert asked(desk, "pass") is None
    desk.s.income[0] = 11
    assert kind(desk, "pass") == "income"


def test_passing_the_delivery_one_lives_by_is_asked_about() -> None:
    desk = moving("red")
    desk.s.cash[0] = 2
    desk.act("engine")
    desk.go_to("move", 0)
    found = asked(desk, "pass")
    assert found is not None and found.kind == "ruin"
    assert found.question == "Deliver for +1 instead?"


def test_alone_the_last_move_that_loses_the_game_is_asked_about() -> None:
    desk = Desk("barbados", 1)
    desk.put("F5", "SE-NW", 0)
    desk.set_cubes("Bathsheba", "yellow")
    desk.go_to("move", 0)
    desk.act("pass")
    desk.s.turn = desk.game.rules.turns(1)
    desk.s.income[0] = 5
    desk.s.cash[0] = 7
    assert kind(desk, "pass") == "lost", "$9 are left, and $10 needed to buy back two shares"
    assert asked(desk, "deliver Bathsheba yellow to Bell-Point") is None
    desk.s.cash[0] = 8
    assert kind(desk, "pass") == "income"


# Building ----------------------------------------------------------------------------------------------


def test_a_tile_that_cannot_be_afforded_in_the_end_is_asked_about() -> None:
    desk = building(map=TESTBED)
    desk.s.cash[0] = 4
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=1)
    sentence = next(text for text in desk.says() if text.startswith("build"))
    found = asked(desk, sentence)
    assert found is not None and found.kind == "ruin"
    assert found.question == "Keep the $2 instead?"
    desk.s.cash[0] = 20
    assert asked(desk, sentence) is None


def test_a_build_without_a_first_tile_is_asked_about() -> None:
    desk = building(map=TESTBED)
    desk.s.cash[0] = 12
    found = asked(desk, "done")
    assert found is not None
    assert found.text == "You have $12 and 3 tiles left. End building?"
    assert found.more == "You have no track yet."
    assert found.safe.label == "Keep building" and found.go_on == "End building"
    desk.s.cash[0] = 5
    assert asked(desk, "done") is None, "a tile would be paid for with income"


def test_a_link_left_unfinished_is_asked_about_while_it_can_be_paid() -> None:
    desk = building()
    desk.act("build D8 NW-NE", "build E8 SW-NE")
    desk.s.cash[0] = 9
    found = asked(desk, "done")
    assert found is not None and found.kind == "build"
    assert found.says == "You have $9 and 1 tile left."
    assert found.more == "A tile on Rock Island finishes a link."
    desk.s.cash[0] = 4
    assert asked(desk, "done") is None, "the tile would be paid for with income"


def test_ending_a_build_with_money_and_tiles_is_asked_about() -> None:
    desk = building()
    desk.act("build D8 NW-NE")
    desk.s.cash[0] = 6
    found = asked(desk, "done")
    assert found is not None
    assert (found.text, found.more) == ("You have $6 and 2 tiles left. End building?", "")
    assert found.safe.show is None, "none of many tiles is the one that was meant"
    assert [one.ends for one in found.prospects] == ["$2 left, nothing lost.", "$0 left, nothing lost."]
    # The first is not advised, and costs nothing.
    assert [(one.good, one.loses) for one in found.prospects] == [(False, False), (True, False)]
    desk.s.cash[0] = 5
    assert asked(desk, "done") is None, "the tile would be paid for with income"
    desk.s.cash[0], desk.s.turn = 6, desk.game.rules.turns(3)
    assert asked(desk, "done") is None, "in the last turn only finished links count"


def test_a_last_tile_that_leaves_own_track_to_nobody_is_asked_about() -> None:
    desk = building()
    desk.put("H5", "N-S", 0)
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=1)
    found = asked(desk, "build D8 NW-NE")
    assert found is not None and found.kind == "track"
    assert found.text == "H5 will belong to nobody after this turn. Use your last tile elsewhere?"
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=2)
    assert asked(desk, "build D8 NW-NE") is None, "another tile can keep it"


def test_track_that_becomes_nobodys_is_asked_about() -> None:
    desk = building()
    desk.put("H5", "N-S", 0)
    found = asked(desk, "done")
    assert found is not None and found.kind == "track"
    assert found.text == "H5 will belong to nobody after this turn. End building?"
    desk.s.agenda[0] = desk.s.agenda[0]._replace(a=0)
    assert asked(desk, "done") is None, "nothing could keep it"


def test_an_unused_new_city_is_asked_about() -> None:
    desk = building("urbanization", "production", "turn-order")
    assert kind(desk, "done") == "city"
    assert kind(desk, "build H5 N-S") == "city"
    desk.act("urbanize Springfield B")
    assert kind(desk, "build H5 N-S") is None


# Ordinary play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("map", map_ids())
def test_every_board_can_be_asked_in_every_position(map: str) -> None:
    """Whatever is legal is looked at without failing; what is proposed instead is legal."""
    desk = Desk(map, load(map).board.players[0])
    player, rng = bot("age-of-steam", "random"), desk.table.nature.rng  # type: ignore[union-attr]
    for _ in range(60):
        if desk.game.actor(desk.s) in (NATURE, NOBODY):
            break
        options = desk.game.options(desk.s)
        for action in rng.sample(options, min(8, len(options))):
            asked(desk, desk.game.say(action))
        choice = player.choose(desk.game, desk.s.copy(), desk.game.actor(desk.s), rng)
        desk.act(desk.game.say(choice))
