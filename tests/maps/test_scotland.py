"""Scotland: two players, ferries to the islands, the link of Ayr and Glasgow, and Turn Order without bids."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Urbanize
from footplate.age_of_steam.board import IN_CITY, NOBODYS, owner_of
from footplate.age_of_steam.maps.scotland import FERRY_ENDS, LINK_STANDS
from tests.desk import Desk, accepted, nature_says, refused
from tests.desk import building as about_to_build

AYR_FERRY, ISLAND_FERRY, SPECIAL = "connect Ayr Belfast", "connect Ullapool Stornoway", "connect Ayr Glasgow"
FERRIES = {AYR_FERRY: ("Ayr", "Belfast"), ISLAND_FERRY: ("Ullapool", "Stornoway")}
CITIES = ("Oban", "Glasgow", "Stranraer", "Wick", "Edinburgh", "Aberdeen")
RIVER_MOUNTAINS = ["C5", "D4", "D9"]


def building(*actions: str) -> Desk:
    """Two rich players in the order of their seats, about to build."""
    return about_to_build(*(actions or ("locomotive", "production")), map="scotland")


def found(desk: Desk, *towns: str) -> None:
    """Place New Cities by hand, A first; seat 0 urbanizes."""
    for town in towns:
        city = desk.s.new_cities.index(-1)
        desk.game.rules.do_urbanize(desk.s, 0, Urbanize(desk.hex(town), city))


def moving(desk: Desk, *engines: int) -> None:
    """Go on until seat 0 moves, with such engines."""
    desk.go_to("move", 0)
    desk.s.engine = list(engines or (6, 6))


def paid(desk: Desk, sentence: str, seat: int = 0) -> int:
    """What a seat pays for this."""
    before = desk.s.cash[seat]
    desk.act(sentence)
    return before - desk.s.cash[seat]


def next_turn(desk: Desk) -> None:
    """Play on modestly until the next turn begins; nobody goes broke."""
    turn = desk.s.turn
    while desk.s.turn == turn and not desk.s.over:
        if desk.asked[0] == "move":
            desk.rich()
        desk.act({"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass"}[desk.asked[0]])


# Set-up and length ----------------------------------------------------------------------------------------


@pytest.mark.rule("scotland.setup.cubes")
def test_two_cubes_lie_in_every_city_and_none_elsewhere() -> None:
    desk = Desk("scotland", 2)
    cities = {desk.hex(city) for city in CITIES}
    assert cities == {hex for hex in range(desk.board.size) if desk.s.kind[hex] == IN_CITY}
    names = desk.board.hex_names
    assert [len(desk.cubes(name)) for name in names] == [2 * (hex in cities) for hex in range(len(names))]


@pytest.mark.rule("scotland.end")
def test_the_game_ends_after_eight_turns() -> None:
    desk = Desk("scotland", 2)
    for turn in range(1, 9):
        assert desk.s.turn == turn and not desk.s.over
        desk.take("engineer", "locomotive")
        desk.s.engine = [1, 1]
        next_turn(desk)
    assert desk.s.turn == 8 and desk.s.over


# Player order ---------------------------------------------------------------------------------------------


@pytest.mark.rule("scotland.order.auction")
@pytest.mark.parametrize("actions", [("engineer", "locomotive"), ("first-build", "first-move")])
def test_in_turn_1_and_where_nobody_took_turn_order_there_is_an_auction(actions: tuple[str, str]) -> None:
    desk = Desk("scotland", 2)
    for _ in range(2):
        desk.act("issue 0", "issue 0")
        assert desk.asked == ("bid", 0)
        desk.act("bid 1", "drop", *(f"take {action}" for action in actions))
        next_turn(desk)


@pytest.mark.rule("scotland.order.auction")
def test_who_drops_out_pays_nothing_even_after_a_bid_and_the_winner_the_whole_bid() -> None:
    desk = Desk("scotland", 2)
    desk.act("issue 0", "issue 0", "bid 3", "bid 5", "drop")
    assert desk.s.order == [1, 0]
    assert desk.s.cash == [10, 5]
    desk = Desk("scotland", 2)
    desk.act("issue 0", "issue 0", "drop")
    assert desk.s.order == [1, 0]
    assert desk.s.cash == [10, 10]


@pytest.mark.rule("scotland.action.turn-order")
@pytest.mark.parametrize("holder", [0, 1])
def test_who_took_turn_order_is_first_in_the_whole_next_turn_without_an_auction(holder: int) -> None:
    actions = ("turn-order", "engineer") if holder == 0 else ("engineer", "turn-order")
    desk = building(*actions)
    next_turn(desk)
    cash = list(desk.s.cash)
    assert desk.s.order == [holder, 1 - holder]
    asked = []
    for sentence in ("issue 0", "issue 0", "take locomotive", "take engineer", "done", "done"):
        asked.append(desk.asked)
        desk.act(sentence)
    kinds = ("issue", "take", "build")
    assert asked == [(kind, seat) for kind in kinds for seat in (holder, 1 - holder)]
    assert desk.s.cash == cash, "being first costs nothing"
    assert desk.asked == ("move", holder)


@pytest.mark.rule("scotland.action.turn-order", "scotland.order.auction")
def test_turn_order_counts_for_one_turn_and_the_next_is_auctioned_again() -> None:
    desk = building("engineer", "turn-order")
    next_turn(desk)
    desk.take("locomotive", "first-build")
    next_turn(desk)
    assert desk.s.order == [1, 0], "the order of the turn before"
    desk.act("issue 0", "issue 0")
    assert desk.asked == ("bid", 1)


@pytest.mark.rule("scotland.action.turn-order")
def test_turn_order_may_be_taken_turn_after_turn() -> None:
    desk = building("engineer", "turn-order")
    for _ in range(3):
        next_turn(desk)
        desk.act("issue 0", "issue 0", "take turn-order")
        assert desk.s.order == [1, 0]
        desk.act("take engineer")


# Ferries --------------------------------------------------------------------------------------------------


@pytest.mark.rule("scotland.ferry")
@pytest.mark.parametrize("ferry", FERRIES)
def test_a_ferry_is_built_only_when_both_ends_are_cities(ferry: str) -> None:
    here, there = FERRIES[ferry]
    for towns in ((), (here,), (there,)):
        desk = building()
        found(desk, *towns)
        assert refused(desk, ferry) is FERRY_ENDS
    assert f"{here}–{there} has a town at one end" in desk.why(ferry)
    desk = building()
    found(desk, here, there)
    assert accepted(desk, ferry)


@pytest.mark.rule("scotland.ferry")
@pytest.mark.parametrize("ferry", FERRIES)
def test_a_ferry_costs_6_and_one_build(ferry: str) -> None:
    desk = building()
    found(desk, *FERRIES[ferry])
    desk.s.cash[0] = 5
    assert refused(desk, ferry) is refusals.CANNOT_AFFORD
    desk.s.cash[0] = 6
    left = desk.s.agenda[0].a
    assert paid(desk, ferry) == 6
    assert desk.s.agenda[0].a == left - 1 == 2


@pytest.mark.rule("scotland.ferry")
def test_without_a_build_left_no_ferry_is_built() -> None:
    desk = building()
    found(desk, "Ayr", "Belfast")
    desk.act("build C9 N-S", "build D8 NW-SE", "build C7 S-N")
    assert refused(desk, AYR_FERRY) is refusals.NO_BUILDS_LEFT


@pytest.mark.rule("scotland.ferry")
def test_ferries_are_the_only_way_to_the_islands() -> None:
    desk = building()
    for town in ("Belfast", "Stornoway"):
        for side in desk.board.side_names:
            assert desk.refusal(f"build {town} {side}") is refusals.OFF_BOARD


@pytest.mark.rule("scotland.ferry-use")
@pytest.mark.parametrize("back", [False, True], ids=["out", "back"])
def test_goods_cross_a_ferry_as_any_other_link(back: bool) -> None:
    desk = building()
    found(desk, "Ayr", "Belfast")  # They take red and blue.
    start, end, colour = ("Belfast", "Ayr", "red") if back else ("Ayr", "Belfast", "blue")
    desk.act(AYR_FERRY)
    moving(desk, 1, 1)
    desk.set_cubes(start, colour)
    desk.act(f"deliver {start} {colour} {end}")
    assert desk.s.income == [1, 0]
    assert desk.cubes(start) == []


@pytest.mark.rule("scotland.ferry-use")
def test_a_ferry_is_one_link_of_a_longer_way_and_takes_one_of_the_engine() -> None:
    desk = building()
    found(desk, "Ayr", "Belfast")
    desk.act(AYR_FERRY, SPECIAL)
    moving(desk, 1, 1)
    desk.set_cubes("Glasgow", "blue")
    way = "deliver Glasgow blue Ayr Belfast"
    assert refused(desk, way) is refusals.ENGINE_SHORT
    desk.s.engine[0] = 2
    desk.act(way)
    assert desk.s.income == [2, 0]


@pytest.mark.rule("scotland.ferry-use")
def test_without_the_ferry_nothing_reaches_the_island() -> None:
    desk = building()
    found(desk, "Ayr", "Belfast")
    moving(desk)
    desk.set_cubes("Ayr", "blue")
    assert not [sentence for sentence in desk.says() if sentence.startswith("deliver")]


@pytest.mark.rule("scotland.ferry-owner")
def test_a_ferry_has_one_owner_whom_others_pay_and_is_sold_once() -> None:
    desk = building()
    found(desk, "Ullapool", "Stornoway")
    desk.act(ISLAND_FERRY)
    assert refused(desk, ISLAND_FERRY) is refusals.LINK_SOLD
    desk.act("done")
    assert desk.asked == ("build", 1)
    assert refused(desk, ISLAND_FERRY) is refusals.LINK_SOLD
    desk.act("done", "pass")
    assert desk.asked == ("move", 1)
    desk.set_cubes("Ullapool", "blue")
    desk.act("deliver Ullapool blue Stornoway")
    assert desk.s.income == [1, 0]


@pytest.mark.rule("scotland.ferry-owner")
@pytest.mark.parametrize("ferry", FERRIES)
def test_a_ferry_counts_one_section(ferry: str) -> None:
    desk = building()
    found(desk, *FERRIES[ferry])
    before = desk.game.rules.score_parts(desk.s, 0)["track"]
    desk.act(ferry)
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == before + 1
    assert desk.game.rules.score_parts(desk.s, 1)["track"] == 0


@pytest.mark.rule("scotland.ferry-owner")
def test_a_ferry_needs_no_network_and_may_come_before_any_tile() -> None:
    desk = building()
    found(desk, "Ullapool", "Stornoway")
    assert desk.s.begun == [0, 0]
    assert accepted(desk, ISLAND_FERRY)
    desk.act("build G8 SW-SE", ISLAND_FERRY)
    assert desk.s.link_owners[1] == owner_of(0)


# Ayr and Glasgow ------------------------------------------------------------------------------------------


@pytest.mark.rule("scotland.ayr-glasgow")
@pytest.mark.parametrize("city", [False, True], ids=["town", "city"])
def test_neighbours_exchange_nothing_until_the_link_is_bought_for_2(city: bool) -> None:
    places = ["Ayr"] if city else []  # As a city it takes red.
    desk = building()
    found(desk, *places)
    moving(desk)
    desk.set_cubes("Glasgow", "red")
    assert not [sentence for sentence in desk.says() if sentence.startswith("deliver")]
    desk = building()
    found(desk, *places)
    left = desk.s.agenda[0].a
    assert paid(desk, SPECIAL) == 2
    assert desk.s.agenda[0].a == left - 1, "one build"
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == 1, "one section"
    desk.put("C9", "NW-S", 0)
    if not city:
        desk.put("Ayr", "SE", 0)
    moving(desk)
    desk.set_cubes("Glasgow", "red" if city else "blue")
    desk.act("deliver Glasgow red Ayr" if city else "deliver Glasgow blue Ayr Stranraer")
    assert desk.s.income == [1 if city else 2, 0]


@pytest.mark.rule("scotland.ayr-glasgow")
def test_the_link_has_one_owner_whom_others_pay() -> None:
    desk = building()
    found(desk, "Ayr")
    desk.act(SPECIAL, "done")
    assert refused(desk, SPECIAL) is refusals.LINK_SOLD
    desk.act("done", "pass")
    desk.set_cubes("Glasgow", "red")
    assert desk.asked == ("move", 1)
    desk.act("deliver Glasgow red Ayr")
    assert desk.s.income == [1, 0]


@pytest.mark.rule("scotland.ayr-glasgow")
@pytest.mark.parametrize("urbanizer", [0, 1])
def test_a_bought_link_stays_with_its_owner_when_ayr_becomes_a_city(urbanizer: int) -> None:
    actions = ("urbanization", "engineer") if urbanizer == 0 else ("engineer", "urbanization")
    desk = building(*actions)
    if urbanizer == 0:
        desk.s.link_owners[2] = owner_of(0)
    else:
        desk.act(SPECIAL, "done")
    desk.act("urbanize Ayr A")
    assert desk.s.link_owners[2] == owner_of(0)
    assert refused(desk, SPECIAL) is refusals.LINK_SOLD


@pytest.mark.rule("scotland.ayr-glasgow")
@pytest.mark.parametrize(("tracks", "price"), [("NE", 2), ("NE/SE", 3), ("N/NE/SE", 4)])
def test_an_exit_of_ayr_towards_glasgow_is_the_link_at_the_price_of_a_town(tracks: str, price: int) -> None:
    desk = building()
    assert paid(desk, f"build Ayr {tracks}") == price
    assert desk.owner("Ayr", "NE") == 0
    assert refused(desk, SPECIAL) is LINK_STANDS
    desk.act("done")
    assert refused(desk, SPECIAL) is LINK_STANDS, "there is only one"
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == 1
    moving(desk)
    links = desk.game.rules.links(desk.s)[desk.hex("Glasgow")]
    assert [(link.to, link.owner) for link in links] == [(desk.hex("Ayr"), owner_of(0))]


@pytest.mark.rule("scotland.ayr-glasgow")
def test_an_exit_of_ayr_elsewhere_leaves_the_link_on_sale() -> None:
    desk = building()
    desk.put("C9", "NW-S", 0)
    desk.act("build Ayr SE")
    assert accepted(desk, SPECIAL)
    desk.act("done")
    assert paid(desk, SPECIAL, 1) == 2


@pytest.mark.rule("scotland.ayr-glasgow")
@pytest.mark.parametrize("tracks", ["NE", "NE/SE", "N/NE", "N/NE/SE"])
def test_once_the_link_is_bought_no_exit_of_ayr_is_laid_towards_glasgow(tracks: str) -> None:
    desk = building()
    desk.put("C9", "NW-S", 0)
    assert accepted(desk, f"build Ayr {tracks}")
    desk.act(SPECIAL)
    assert refused(desk, f"build Ayr {tracks}") is LINK_STANDS
    assert accepted(desk, "build Ayr SE")
    assert accepted(desk, "build Ayr N/SE")


@pytest.mark.rule("scotland.ayr-glasgow")
@pytest.mark.parametrize("owner", [0, 1, None])
def test_an_exit_stays_as_the_link_with_its_owner_when_ayr_is_urbanized(owner: int | None) -> None:
    desk = building("urbanization", "engineer")
    desk.put("C9", "NW-S", 1)
    desk.put("Ayr", "NE/SE", owner, 1)
    sections = [desk.game.rules.score_parts(desk.s, seat)["track"] for seat in (0, 1)]
    desk.act("urbanize Ayr A")
    assert desk.s.link_owners[2] == (NOBODYS if owner is None else owner_of(owner))
    assert refused(desk, SPECIAL) is refusals.LINK_SOLD
    after = [desk.game.rules.score_parts(desk.s, seat)["track"] for seat in (0, 1)]
    # Seat 1 keeps C9 and loses the exit towards it, as everywhere.
    assert after == [sections[0], sections[1] - 1]
    moving(desk)
    desk.set_cubes("Glasgow", "red")
    desk.act("deliver Glasgow red Ayr")
    assert desk.s.income == [int(owner == 0), int(owner == 1)]


@pytest.mark.rule("scotland.ayr-glasgow")
def test_where_ayr_had_no_exit_towards_glasgow_its_city_has_no_link_yet() -> None:
    desk = building("urbanization", "engineer")
    desk.put("C9", "NW-S", 0)
    desk.put("Ayr", "SE", 0)
    desk.act("urbanize Ayr A")
    assert desk.s.link_owners[2] == 0
    assert paid(desk, SPECIAL) == 2


@pytest.mark.rule("scotland.ayr-glasgow")
def test_other_towns_become_cities_as_in_the_base_game() -> None:
    desk = building("urbanization", "engineer")
    desk.put("Ayr", "NE", 1)
    desk.act("urbanize Kirkcaldy A")
    assert desk.s.link_owners[2] == 0
    assert desk.owner("Ayr", "NE") == 1


# Prices and growth ----------------------------------------------------------------------------------------


@pytest.mark.rule("scotland.cost.mountain-river")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [("build C5 SW-NE", 5), ("build D9 SW-NE", 5), ("build D4 N-S", 5), ("build C6 NW-S", 4)],
)
def test_a_mountain_with_a_river_costs_5(sentence: str, price: int) -> None:
    desk = building()
    found(desk, "Ullapool")
    desk.put("D3", "NW-S", 0)
    assert paid(desk, sentence) == price


@pytest.mark.rule("scotland.cost.mountain-river")
def test_a_crossing_on_a_mountain_with_a_river_costs_2_more() -> None:
    desk = building()
    hexes = [hex for hex in range(desk.board.size) if desk.board.terrain[hex] == "river mountain"]
    assert sorted(desk.board.hex_names[hex] for hex in hexes) == RIVER_MOUNTAINS
    crossing = desk.board.read_layout("N-S/NE-SW")
    assert {desk.game.rules.price(desk.s, 0, hex, 0, crossing) for hex in hexes} == {7}


@pytest.mark.rule("scotland.growth.dice")
def test_four_dice_are_rolled_for_each_half() -> None:
    desk = building("engineer", "locomotive")
    found(desk, "Ayr", "Belfast", "Dundee", "Berwick", "Kirkcaldy")  # The fifth is E, dark 1.
    desk.go_to("move")
    desk.rich()
    desk.table.nature = None
    desk.act("pass", "pass", "pass", "pass")
    before = {city: len(desk.cubes(city)) for city in ("Edinburgh", "Kirkcaldy")}
    for dice, city in (("1 1 2 6", "Edinburgh"), ("1 1 6 6", "Kirkcaldy")):
        for wrong in ("1 1", "1 1 2", "1 1 2 6 6"):
            assert desk.refusal(f"roll {wrong}") is refusals.WRONG_DICE
        nature_says(desk, f"roll {dice}")
        assert len(desk.cubes(city)) == before[city] + 2
    assert desk.asked == ("issue", desk.s.order[0]), "two rolls, not more"
