"""Southern China: few disks, a nation that takes older links over, its support, and Hong Kong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DONE, Build, Connect, Urbanize
from footplate.age_of_steam.board import EMPTY, FIRST_SEAT, IN_CITY, NATIONS, NOBODYS
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.maps.southern_china import (
    HONG_KONG_SHUT,
    NATIONAL_WAY,
    NO_DISK,
    NO_TOKEN,
    NOT_NEW,
    NOT_OLDER,
    ONE_LINK,
    SIMPLE_FIRST,
    SPEND,
    TOKEN_SPENT,
    Keep,
    Nationalize,
    SouthernChina,
    SouthernChinaState,
)
from footplate.age_of_steam.track import sections_of
from footplate.core.game import NATURE, Due, Refusal, Unreadable
from tests import referee
from tests.desk import Desk, accepted, refused

INTERCITY, SHORT_FERRY, LONG_FERRY = (
    "connect Guangzhou Shenzhen",
    "connect Hong-Kong Shenzhen",
    "connect Hong-Kong Guangzhou",
)
CHANGSHA_SOUTH, HENGYANG = "build H3 NE-SW", "build Hengyang NE"
"""Two tiles that make a link from Changsha to Hengyang."""

Lay = Callable[[Desk], None]


def nothing(desk: Desk) -> None:
    """An empty board."""


def four_links(desk: Desk) -> None:
    """Seat 0 has links with all four disks: of one, one, two and two sections."""
    desk.put("H8", "SE-SW", 0)
    desk.put("J9", "SW-W", 0)
    desk.put("D10", "SE-NW", 0)
    desk.put("E11", "SE-NW", 0)
    desk.put("G9", "E-NW", 0)
    desk.put("Wuzhou", "SE", 0)


OLDER = {
    "Guangzhou NE Shenzhen": 1,
    "Shenzhen E Hong-Kong": 1,
    "Nanning SE Haikou": 2,
    "Wuzhou SE Guangzhou": 2,
}
"""The four links, and what each pays when it is nationalized."""


def three_links(desk: Desk) -> None:
    """The same without the link Guangzhou–Wuzhou."""
    four_links(desk)
    clear(desk, "G9", "Wuzhou")


def clear(desk: Desk, *hexes: str) -> None:
    """Take up tiles without the rules."""
    s = desk.s
    for at in map(desk.hex, hexes):
        s.supply[s.tile[at] - 1] += 1
        s.supply[-1] += desk.board.tiles.layouts[s.layout[at]].disk
        s.tile[at] = s.layout[at] = 0
        s.rail[6 * at : 6 * at + 6] = bytes(6)
    s.link_table = None


def building(
    lay: Lay = nothing, action: str = "first-move", tokens: int = 0, cash: int = 50, anytime: str = "off"
) -> Desk:
    """Seat 0, who takes an action, is about to build on a board laid before the turn's building began."""
    desk = Desk("southern-china", options={"urbanize-anytime": anytime})
    desk.rich()
    desk.go_to("take")
    lay(desk)
    desk.s.order, desk.s.agenda = [0, 1, 2], [Due("take", seat) for seat in range(3)]
    state(desk).tokens[0] = tokens
    others = [other for other in ("production", "turn-order", "first-build") if other != action]
    desk.act(f"take {action}", f"take {others[0]}", f"take {others[1]}")
    desk.s.cash = [cash] * 3
    assert desk.asked == ("build", 0)
    return desk


def moving(lay: Lay = nothing, tokens: int = 0, engine: int = 6, turn: int = 1) -> Desk:
    """Seat 0 is about to move the first cube; all cities are empty."""
    desk = Desk("southern-china")
    desk.rich()
    desk.go_to("move")
    lay(desk)
    s = desk.s
    s.order, s.held, s.turn, s.engine = [0, 1, 2], [()] * 3, turn, [engine] * 3
    s.agenda = [Due("move", seat, round) for round in (1, 2) for seat in range(3)]
    state(desk).tokens[0] = tokens
    for hex in range(desk.board.size):
        if s.kind[hex] == IN_CITY:
            desk.set_cubes(desk.board.words[hex])
    return desk


def state(desk: Desk) -> SouthernChinaState:
    """The position with what this board remembers."""
    s = desk.s
    assert isinstance(s, SouthernChinaState)
    return s


def rules(desk: Desk) -> SouthernChina:
    """The rules of the board."""
    assert isinstance(desk.game.rules, SouthernChina)
    return desk.game.rules


def mark(desk: Desk, hex: str, side: str) -> int:
    """Who owns the track at a side."""
    return desk.s.rail[6 * desk.hex(hex) + desk.board.side_names.index(side)]


def nation(desk: Desk, *hexes: str) -> None:
    """All track on these hexes becomes national."""
    for hex in hexes:
        at = 6 * desk.hex(hex)
        for side in range(at, at + 6):
            if desk.s.rail[side] != EMPTY:
                desk.s.rail[side] = NATIONS
    desk.s.link_table = None


def buy(desk: Desk, sentence: str, owner: int) -> None:
    """Give a special link to an owner without the rules."""
    link = desk.game.decisions["build"].takes[2].read(sentence.split()[1:], desk.board)
    assert isinstance(link, Connect)
    desk.s.link_owners[link.link] = owner
    desk.s.link_table = None


def paid(desk: Desk, sentence: str) -> int:
    """What seat 0 pays for this."""
    before = desk.s.cash[0]
    desk.act(sentence)
    return before - desk.s.cash[0]


# Set-up and actions ---------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.setup")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_has_four_disks_and_no_token_and_the_cities_have_their_cubes(players: int) -> None:
    desk = Desk("southern-china", players)
    assert rules(desk).disks == 4
    assert state(desk).tokens == [0] * players
    cubes = {desk.board.words[hex]: len(desk.cubes(desk.board.words[hex])) for hex in desk.board.land}
    cities = {desk.board.words[hex] for hex in desk.board.land if desk.s.kind[hex] == IN_CITY}
    assert len(cities) == 10
    assert {place: count for place, count in cubes.items() if count} == {
        city: 3 if city in ("Hong-Kong", "Changsha") else 2 for city in cities
    }


@pytest.mark.rule("southern-china.setup")
@pytest.mark.parametrize(("players", "shut"), [(3, [9, 10]), (4, [7, 8]), (5, [6, 7])])
def test_the_last_two_turns_are_marked(players: int, shut: list[int]) -> None:
    desk = Desk("southern-china", players)
    marked = []
    for turn in range(1, rules(desk).turns(players) + 1):
        desk.s.turn = turn
        marked += [turn] if rules(desk).is_shut(state(desk)) else []
    assert marked == shut


@pytest.mark.rule("southern-china.actions")
def test_engineer_and_locomotive_are_not_there_and_gain_support_gives_a_token() -> None:
    desk = Desk("southern-china")
    desk.go_to("take")
    for missing in ("engineer", "locomotive"):
        with pytest.raises(Unreadable):
            desk.refusal(f"take {missing}")
    assert {say.split()[1] for say in desk.says()} == {
        "first-move", "first-build", "urbanization", "production", "turn-order", "gain-support",
    }  # fmt: skip
    seat, other = desk.s.agenda[0].seat, desk.s.agenda[1].seat
    desk.act("take gain-support")
    assert [state(desk).tokens[seat], sum(state(desk).tokens)] == [1, 1]
    desk.act("take production")
    assert state(desk).tokens[other] == 0


# Tokens ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.tokens", "southern-china.tokens-now")
def test_a_token_gained_by_the_action_buys_a_fourth_tile_in_the_same_turn() -> None:
    desk = building(action="gain-support")
    desk.act(CHANGSHA_SOUTH, HENGYANG, "build H8 SE-SW")
    assert desk.refusal("build J9 SW-W") is refusals.NO_BUILDS_LEFT
    assert accepted(desk, "spend")
    desk.act("spend")
    assert state(desk).tokens == [0, 0, 0]
    desk.act("build J9 SW-W")
    assert desk.refusal("build D10 SE-NW") is refusals.NO_BUILDS_LEFT
    assert "All 4 tiles" in desk.why("build D10 SE-NW")


@pytest.mark.rule("southern-china.tokens")
def test_without_a_token_nothing_is_spent() -> None:
    desk = building()
    assert refused(desk, "spend") is NO_TOKEN
    desk = moving()
    assert refused(desk, "spend") is NO_TOKEN


@pytest.mark.rule("southern-china.tokens")
def test_a_token_adds_one_to_the_engine_in_both_rounds_and_in_this_turn_only() -> None:
    desk = moving(four_links, tokens=1, engine=1)
    desk.set_cubes("Guangzhou", "red", "purple")
    two_links = "deliver Guangzhou {} Shenzhen Hong-Kong"
    assert refused(desk, two_links.format("red")) is refusals.ENGINE_SHORT
    desk.act("spend")
    assert state(desk).tokens == [0, 0, 0] and desk.asked == ("move", 0)
    desk.act(two_links.format("red"), "pass", "pass")
    desk.act(two_links.format("purple"), "pass", "pass")
    assert desk.s.income[0] > 0
    desk.go_to("build")
    assert rules(desk).reach(state(desk), 0) == desk.s.engine[0]
    assert rules(desk).builds_allowed(state(desk), 0) == 3


@pytest.mark.rule("southern-china.tokens")
def test_two_tokens_buy_both_in_one_turn() -> None:
    desk = building(tokens=2)
    desk.act("spend", "done", "done", "done")
    desk.go_to("move", 0)
    assert rules(desk).builds_allowed(state(desk), 0) == 4
    desk.act("spend")
    assert rules(desk).reach(state(desk), 0) == 2
    assert state(desk).tokens == [0, 0, 0]


@pytest.mark.rule("southern-china.tokens-now", "southern-china.nationalize-choice")
def test_a_token_for_a_nationalized_link_can_be_used_in_the_move_that_follows() -> None:
    desk = building(four_links)
    desk.act(CHANGSHA_SOUTH, HENGYANG)
    assert refused(desk, "spend") is NO_TOKEN
    desk.act("done", "nationalize Nanning Haikou")
    desk.go_to("move", 0)
    assert accepted(desk, "spend")
    desk.act("spend")
    assert rules(desk).reach(state(desk), 0) == desk.s.engine[0] + 1


@pytest.mark.rule("southern-china.tokens-cap")
def test_each_benefit_is_bought_once_a_turn() -> None:
    desk = building(tokens=5)
    desk.act("spend")
    assert refused(desk, "spend") is TOKEN_SPENT
    desk.act("done")
    desk.go_to("move", 0)
    desk.act("spend")
    assert refused(desk, "spend") is TOKEN_SPENT
    desk.act("pass", "pass", "pass")
    assert desk.asked == ("move", 0)
    assert refused(desk, "spend") is TOKEN_SPENT
    desk.go_to("build", 0)
    assert accepted(desk, "spend")
    desk.go_to("move", 0)
    assert accepted(desk, "spend")


@pytest.mark.rule("southern-china.tokens-cap")
def test_the_engine_reaches_seven_and_expenses_are_paid_for_the_real_level() -> None:
    desk = moving(tokens=1, engine=6)
    before = rules(desk).expenses(state(desk), 0)
    desk.act("spend")
    assert rules(desk).reach(state(desk), 0) == 7
    assert rules(desk).expenses(state(desk), 0) == before == desk.s.shares[0] + 6
    assert desk.s.engine[0] == 6


# Building -------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.build.border")
def test_shenzhen_and_hong_kong_have_no_way_across_their_common_side() -> None:
    board = load("southern-china").board
    shenzhen, hong_kong = board.read_hex("Shenzhen"), board.read_hex("Hong Kong")
    side = 6 * shenzhen + board.side_names.index("SE")
    assert board.barriers == {side, 6 * hong_kong + board.side_names.index("NW")}
    assert not board.are_neighbours(shenzhen, hong_kong)
    assert board.across[side] == board.wall


COMPLEX = {"H8": "NE-SW/SE-NW", "J9": "NE-SW/W-NW", "E11": "SE-NW/NE-SW"}
SIMPLE = {"H8": "SE-SW", "J9": "SW-W", "E11": "SE-NW"}


def open_above_haikou(desk: Desk) -> None:
    """Track of seat 0 from Nanning waits at E11 from the north-east."""
    desk.put("E9", "W-SE", 0)
    desk.put("E10", "SW-NW", 0)


@pytest.mark.rule("southern-china.cost.marked")
@pytest.mark.parametrize(("hex", "price"), [("H8", 5), ("J9", 5), ("E11", 4)])
def test_a_marked_hex_costs_its_price_and_takes_a_simple_tile_first(hex: str, price: int) -> None:
    desk = building(open_above_haikou)
    assert refused(desk, f"build {hex} {COMPLEX[hex]}") is SIMPLE_FIRST
    assert hex in desk.why(f"build {hex} {COMPLEX[hex]}")
    assert paid(desk, f"build {hex} {SIMPLE[hex]}") == price


@pytest.mark.rule("southern-china.cost.marked")
@pytest.mark.parametrize(
    ("hex", "lying", "tracks", "price"),
    [
        ("H8", "NE-SW", "NE-SW/SE-NW", 3),
        ("J9", "NE-SW", "NE-SW/W-NW", 2),
        ("E11", "SE-NW", "SE-NW/NE-SW", 3),
    ],
)
def test_replacing_the_simple_tile_of_a_marked_hex_costs_as_usual(
    hex: str, lying: str, tracks: str, price: int
) -> None:
    def lay(desk: Desk) -> None:
        open_above_haikou(desk)
        desk.put(hex, lying, 1)

    assert paid(building(lay), f"build {hex} {tracks}") == price


# Special links --------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.link")
@pytest.mark.parametrize("sentence", [INTERCITY, SHORT_FERRY, LONG_FERRY])
def test_a_special_link_costs_eight_one_build_and_counts_one_point(sentence: str) -> None:
    desk = building()
    points = rules(desk).score_parts(state(desk), 0)["track"]
    assert paid(desk, sentence) == 8
    assert rules(desk).score_parts(state(desk), 0)["track"] == points + 1
    assert desk.s.agenda[0].a == 2
    assert refused(desk, sentence) is refusals.LINK_SOLD
    desk.act("done")
    assert refused(desk, sentence) is refusals.LINK_SOLD


@pytest.mark.rule("southern-china.link")
def test_a_player_builds_one_special_link_a_turn() -> None:
    desk = building()
    assert len([say for say in desk.says() if say.startswith("connect")]) == 3
    desk.act(INTERCITY)
    assert refused(desk, SHORT_FERRY) is ONE_LINK
    assert refused(desk, LONG_FERRY) is ONE_LINK
    desk.act("done")
    assert accepted(desk, SHORT_FERRY)
    desk.act(SHORT_FERRY, "done")
    assert accepted(desk, LONG_FERRY)


@pytest.mark.rule("southern-china.link")
def test_goods_move_over_a_special_link_for_its_owner() -> None:
    desk = moving()
    desk.set_cubes("Hong Kong", "yellow")
    assert desk.refusal("deliver Hong-Kong yellow Shenzhen") is refusals.NO_LINK
    buy(desk, SHORT_FERRY, FIRST_SEAT + 1)
    desk.act("deliver Hong-Kong yellow Shenzhen")
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("southern-china.link-disk")
def test_a_special_link_uses_a_disk() -> None:
    desk = building(three_links)
    desk.act(INTERCITY, "done")
    assert desk.asked == ("build", 1)
    desk = building(four_links)
    desk.act(INTERCITY, "done")
    assert desk.asked == ("nationalize", 0)


@pytest.mark.rule("southern-china.link-disk")
def test_a_special_link_pays_one_dollar_when_it_is_nationalized() -> None:
    def lay(desk: Desk) -> None:
        three_links(desk)
        buy(desk, INTERCITY, FIRST_SEAT)

    desk = building(lay)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    assert "nationalize Guangzhou direct Shenzhen" in desk.says()
    assert paid(desk, "nationalize Shenzhen direct Guangzhou") == -1
    assert desk.s.link_owners[0] == NATIONS
    assert mark(desk, "H8", "SE") == FIRST_SEAT
    assert state(desk).tokens[0] == 1


# Nationalizing --------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.nationalize")
@pytest.mark.parametrize(("link", "dollars"), OLDER.items())
def test_who_has_no_free_disk_nationalizes_an_older_link_for_a_token_and_a_dollar_a_section(
    link: str, dollars: int
) -> None:
    desk = building(four_links)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    assert desk.asked == ("nationalize", 0)
    assert set(desk.says()) == {f"nationalize {one}" for one in OLDER}
    marks = desk.s.rail[:]
    assert paid(desk, f"nationalize {link}") == -dollars
    assert state(desk).tokens == [1, 0, 0]
    changed = [side for side, was in enumerate(marks) if desk.s.rail[side] != was]
    assert {desk.s.rail[side] for side in changed} == {NATIONS}
    assert len(rules(desk).own_links(state(desk), 0)) == 4
    assert desk.asked == ("build", 1)


@pytest.mark.rule("southern-china.nationalize")
def test_a_link_built_or_completed_this_turn_is_not_nationalized() -> None:
    desk = building(four_links)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    assert refused(desk, "nationalize Changsha Hengyang") is NOT_OLDER
    assert "Guangzhou NE Shenzhen" in desk.why("nationalize Changsha Hengyang")

    def nearly(desk: Desk) -> None:
        three_links(desk)
        desk.put("H3", "NE-SW", 0)

    desk = building(nearly)
    desk.act(HENGYANG, INTERCITY, "done")
    assert refused(desk, "nationalize Changsha Hengyang") is NOT_OLDER
    assert refused(desk, "nationalize Guangzhou direct Shenzhen") is NOT_OLDER
    assert len(desk.says()) == 3


@pytest.mark.rule("southern-china.nationalize")
def test_a_link_that_a_new_city_or_a_turned_end_completes_this_turn_is_not_nationalized() -> None:
    def nearly(desk: Desk) -> None:
        three_links(desk)
        desk.put("H3", "NE-SW", 0)

    desk = building(nearly, "urbanization")
    desk.act("urbanize Hengyang A", INTERCITY, "done")
    assert desk.asked == ("nationalize", 0)
    assert refused(desk, "nationalize Changsha Hengyang") is NOT_OLDER

    def astray(desk: Desk) -> None:
        four_links(desk)
        clear(desk, "H8")
        desk.put("H8", "NE-SW", 0)

    desk = building(astray)
    desk.act("build H8 SE-SW", CHANGSHA_SOUTH, "done")
    assert desk.asked == ("nationalize", 0)
    assert refused(desk, "nationalize Guangzhou Shenzhen") is NOT_OLDER
    assert len(desk.says()) == 3


@pytest.mark.rule("southern-china.nationalize")
def test_the_dollars_come_after_the_whole_build_has_been_paid() -> None:
    desk = building(four_links, cash=4)
    desk.act(CHANGSHA_SOUTH, HENGYANG)
    assert desk.s.cash[0] == 0 and desk.asked == ("build", 0)
    assert state(desk).tokens[0] == 0
    assert refused(desk, "build G3 E-SE") is not None
    desk.act("done", "nationalize Nanning Haikou")
    assert desk.s.cash[0] == 2


@pytest.mark.rule("southern-china.nationalize-choice")
def test_nobody_nationalizes_while_a_disk_is_free() -> None:
    desk = building(three_links)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    assert desk.asked == ("build", 1)
    assert state(desk).tokens == [0, 0, 0] and NATIONS not in desk.s.rail


@pytest.mark.rule("southern-china.nationalize-choice")
def test_as_many_links_are_nationalized_as_disks_are_short() -> None:
    desk = building(four_links)
    desk.act(CHANGSHA_SOUTH, HENGYANG, INTERCITY, "done")
    assert desk.asked == ("nationalize", 0)
    desk.act("nationalize Shenzhen Hong-Kong")
    assert desk.asked == ("nationalize", 0)
    assert refused(desk, "nationalize Shenzhen E Hong-Kong") is NOT_OLDER
    desk.act("nationalize Haikou Nanning")
    assert desk.asked == ("build", 1)
    assert state(desk).tokens[0] == 2
    assert mark(desk, "J9", "W") == mark(desk, "E11", "SE") == mark(desk, "D10", "NW") == NATIONS
    assert mark(desk, "H8", "SE") == mark(desk, "G9", "E") == FIRST_SEAT


@pytest.mark.rule("southern-china.nationalize-choice")
def test_an_unfinished_section_needs_a_disk_too() -> None:
    desk = building(four_links)
    desk.act(CHANGSHA_SOUTH, "done")
    assert desk.asked == ("nationalize", 0)


@pytest.mark.rule("southern-china.nationalize-choice")
def test_where_every_older_link_must_go_nobody_is_asked() -> None:
    def one(desk: Desk) -> None:
        desk.put("D10", "SE-NW", 0)
        desk.put("E11", "SE-NW", 0)

    desk = building(one, tokens=1)
    desk.act("spend", INTERCITY, "build H8 SE-SW", "build J9 SW-W", CHANGSHA_SOUTH)
    assert paid(desk, "done") == -2
    assert desk.asked == ("build", 1)
    assert mark(desk, "E11", "SE") == NATIONS
    assert state(desk).tokens[0] == 1


@pytest.mark.rule("southern-china.nationalize-choice")
def test_a_link_is_named_from_either_end_and_by_its_side_where_two_run_parallel() -> None:
    def parallel(desk: Desk) -> None:
        three_links(desk)
        buy(desk, INTERCITY, FIRST_SEAT)

    desk = building(parallel)
    desk.act(CHANGSHA_SOUTH, HENGYANG, "done")
    s, read = desk.s, desk.game.read
    by_track = "nationalize Guangzhou NE Shenzhen"
    assert desk.game.say(read(s, by_track)) == by_track
    assert desk.game.say(read(s, "nationalize Shenzhen NW Guangzhou")) == by_track
    assert refused(desk, "nationalize Guangzhou Shenzhen") is NOT_OLDER
    assert desk.game.say(read(s, "nationalize Haikou Nanning")) == "nationalize Nanning SE Haikou"
    for wrong in ("nationalize Guangzhou", "nationalize Guangzhou UP Shenzhen"):
        with pytest.raises(Unreadable):
            read(s, wrong)
    for numbers in ((0, 0, 0), (-5, 10**6, 7), (10**6, -1, -1)):
        assert desk.game.why_not(s, Nationalize(*numbers)) is NOT_OLDER
        assert desk.game.explain(s, Nationalize(*numbers), NOT_OLDER)


@pytest.mark.rule("southern-china.nationalize-none")
def test_a_build_that_needs_a_fifth_disk_in_one_turn_is_refused() -> None:
    desk = building(tokens=1)
    # All four links lie there as if they had been built in this turn: none of them is older.
    three_links(desk)
    assert accepted(desk, CHANGSHA_SOUTH) and accepted(desk, INTERCITY)
    desk.act(INTERCITY)
    assert refused(desk, CHANGSHA_SOUTH) is NO_DISK
    assert "All your 4 disks" in desk.why(CHANGSHA_SOUTH)
    desk = building(tokens=1)
    four_links(desk)
    assert refused(desk, INTERCITY) is NO_DISK
    assert refused(desk, HENGYANG) is refusals.NOT_CONNECTED
    assert not [say for say in desk.says() if say.startswith(("build", "connect"))]


@pytest.mark.rule("southern-china.nationalize-none")
def test_leading_on_or_completing_what_has_a_disk_is_not_refused() -> None:
    desk = building(tokens=1)
    three_links(desk)
    desk.act(CHANGSHA_SOUTH)
    assert refused(desk, "build Hengyang NE/W") is NO_DISK
    assert accepted(desk, HENGYANG)
    desk.act(HENGYANG, "done")
    assert desk.asked == ("build", 1)
    assert len(rules(desk).own_links(state(desk), 0)) == 4


@pytest.mark.rule("southern-china.nationalize-none")
@pytest.mark.parametrize(("waiting", "refusal"), [(4, None), (5, NO_DISK)])
def test_a_new_city_that_needs_a_fifth_disk_is_refused(waiting: int, refusal: Refusal | None) -> None:
    def lay(desk: Desk) -> None:
        for hex, track in (("G8", "SE-W"), ("G9", "E-NW"), ("F9", "NE-W"), ("E9", "E-W")):
            desk.put(hex, track, None)
        desk.put("E8", "E-W", None)
        desk.put("D8", "E-SW", None)
        if waiting == 5:
            desk.put("F7", "SE-NW", None)
            desk.put("Guilin", "SE", None)

    desk = building(lay, "urbanization")
    assert desk.refusal("urbanize Wuzhou A") is refusal
    assert accepted(desk, "urbanize Wuzhou A") == (refusal is None)
    assert accepted(desk, "urbanize Huaihua A")
    if refusal is None:
        desk.act("urbanize Wuzhou A")
        assert len(rules(desk).own_links(state(desk), 0)) == 4
        assert refused(desk, CHANGSHA_SOUTH) is NO_DISK


@pytest.mark.rule("southern-china.nationalize-none")
def test_national_track_scores_for_nobody() -> None:
    desk = building(four_links)
    assert rules(desk).sections(state(desk), 0) == 6
    desk.act(CHANGSHA_SOUTH, HENGYANG)
    assert rules(desk).sections(state(desk), 0) == 8
    desk.act("done", "nationalize Nanning Haikou")
    assert [rules(desk).sections(state(desk), seat) for seat in range(3)] == [6, 0, 0]


# National track -------------------------------------------------------------------------------------------


def national_intercity(desk: Desk) -> None:
    """The four links, of which Guangzhou–Shenzhen is national."""
    four_links(desk)
    nation(desk, "H8")


@pytest.mark.rule("southern-china.national.use")
@pytest.mark.parametrize("mover", [0, 1])
def test_everybody_moves_goods_over_national_track_and_it_pays_nobody(mover: int) -> None:
    desk = moving(national_intercity)
    desk.set_cubes("Guangzhou", "yellow")
    desk.set_cubes("Hong Kong", "blue")
    desk.act(*["pass"] * mover, "deliver Guangzhou yellow Shenzhen")
    assert desk.s.income == [0, 0, 0]
    desk.go_to("move", mover)
    desk.act("deliver Hong-Kong blue Shenzhen Guangzhou")
    assert desk.s.income == [1, 0, 0]


@pytest.mark.rule("southern-china.national.build")
def test_national_track_is_kept_by_every_replacement() -> None:
    def lay(desk: Desk) -> None:
        national_intercity(desk)
        desk.put("G8", "E-SE", 0)

    desk = building(lay)
    assert refused(desk, "build H8 SW-NW") is refusals.KEEP_TRACK
    assert accepted(desk, "build H8 SE-SW/E-W")
    desk.act("build H8 SE-SW/E-W")
    assert mark(desk, "H8", "SE") == mark(desk, "H8", "SW") == NATIONS
    assert mark(desk, "H8", "E") == mark(desk, "H8", "W") == FIRST_SEAT


@pytest.mark.rule("southern-china.national.build")
def test_a_town_with_national_track_alone_is_no_place_to_build_out_of() -> None:
    desk = building(four_links)
    assert accepted(desk, "build Wuzhou SE/W")

    def alone(desk: Desk) -> None:
        four_links(desk)
        nation(desk, "G9", "Wuzhou")

    for seat in (0, 1):
        desk = building(alone)
        desk.act(*["done"] * seat)
        assert refused(desk, "build Wuzhou SE/W") is refusals.NOT_CONNECTED
        assert refused(desk, "build E8 E-W") is refusals.NOT_CONNECTED


@pytest.mark.rule("southern-china.national.build")
def test_own_track_beyond_a_town_with_national_track_stays_a_place_to_build_from() -> None:
    def beyond(desk: Desk) -> None:
        four_links(desk)
        nation(desk, "G9")
        desk.put("Wuzhou", "SE/NW", 1, 0)
        desk.s.rail[6 * desk.hex("Wuzhou") + desk.board.side_names.index("SE")] = NATIONS
        desk.put("F7", "SE-NW", 0)

    desk = building(beyond)
    assert accepted(desk, "build Guilin SE")
    assert accepted(desk, "build Wuzhou SE/W/NW")
    desk.act("build Wuzhou SE/W/NW")
    assert mark(desk, "Wuzhou", "SE") == NATIONS
    assert mark(desk, "Wuzhou", "W") == FIRST_SEAT


# Unfinished sections --------------------------------------------------------------------------------------


def waiting_at_hengyang(desk: Desk) -> None:
    """An unfinished section of seat 0 from Changsha."""
    desk.put("H3", "NE-SW", 0)


@pytest.mark.rule("southern-china.unfinished")
def test_a_second_unfinished_section_takes_the_disk_of_the_first_at_once_and_brings_no_token() -> None:
    desk = building(waiting_at_hengyang)
    desk.act("build G8 W-SE")
    assert mark(desk, "H3", "NE") == mark(desk, "H3", "SW") == NOBODYS
    assert mark(desk, "G8", "W") == FIRST_SEAT
    assert state(desk).tokens == [0, 0, 0] and desk.asked == ("build", 0)
    desk.act("build D8 E-SW", "done")
    assert mark(desk, "G8", "W") == NOBODYS
    assert mark(desk, "D8", "E") == FIRST_SEAT
    assert state(desk).tokens == [0, 0, 0]


@pytest.mark.rule("southern-china.unfinished")
def test_leading_on_or_completing_the_unfinished_section_displaces_nothing() -> None:
    desk = building()
    desk.act("build E9 E-W", "build F9 NE-W", "done")
    assert mark(desk, "E9", "W") == mark(desk, "F9", "NE") == FIRST_SEAT
    desk = building(waiting_at_hengyang)
    desk.act(HENGYANG, "build G8 W-SE", "done")
    assert mark(desk, "H3", "NE") == mark(desk, "Hengyang", "NE") == FIRST_SEAT
    assert mark(desk, "G8", "W") == FIRST_SEAT


@pytest.mark.rule("southern-china.unfinished")
def test_an_unfinished_section_that_is_not_extended_is_abandoned_without_a_token() -> None:
    desk = building(waiting_at_hengyang)
    desk.act(INTERCITY, "done")
    assert mark(desk, "H3", "NE") == NOBODYS
    assert state(desk).tokens == [0, 0, 0]


def tile_with_two_ends() -> Desk:
    """A town tile that completes a link and begins two unfinished sections."""

    def lay(desk: Desk) -> None:
        desk.put("G9", "E-NW", 0)

    desk = building(lay)
    desk.act("build Wuzhou NE/SE/W")
    return desk


@pytest.mark.rule("southern-china.unfinished")
@pytest.mark.parametrize(("kept", "lost"), [("NE", "W"), ("W", "NE")])
def test_of_two_sections_begun_by_one_tile_the_builder_keeps_one(kept: str, lost: str) -> None:
    desk = tile_with_two_ends()
    assert desk.asked == ("keep", 0)
    assert set(desk.says()) == {"keep Wuzhou NE", "keep Wuzhou W"}
    assert refused(desk, "keep Wuzhou SE") is NOT_NEW
    assert "Wuzhou NE" in desk.why("keep H3 NE")
    assert all(desk.game.why_not(desk.s, Keep(side)) is NOT_NEW for side in (-1, 10**6))
    desk.act(f"keep Wuzhou {kept}")
    assert (mark(desk, "Wuzhou", kept), mark(desk, "Wuzhou", lost)) == (FIRST_SEAT, NOBODYS)
    assert mark(desk, "Wuzhou", "SE") == FIRST_SEAT
    assert desk.asked == ("build", 0) and desk.s.agenda[0].a == 2
    desk.act("done")
    assert mark(desk, "Wuzhou", kept) == FIRST_SEAT
    assert state(desk).tokens == [0, 0, 0]


@pytest.mark.rule("southern-china.unfinished")
def test_nobodys_track_turned_to_another_side_displaces_the_first_section_too() -> None:
    def lay(desk: Desk) -> None:
        waiting_at_hengyang(desk)
        desk.put("G8", "W-SE", None)

    desk = building(lay)
    desk.act("build G8 SE-NW")
    assert mark(desk, "H3", "NE") == NOBODYS
    assert mark(desk, "G8", "NW") == FIRST_SEAT


@pytest.mark.rule("southern-china.unfinished-disk")
@pytest.mark.parametrize("build", ["build G8 W-SE", INTERCITY])
def test_the_disk_of_displaced_or_abandoned_track_is_free_before_links_are_nationalized(build: str) -> None:
    def lay(desk: Desk) -> None:
        three_links(desk)
        waiting_at_hengyang(desk)

    desk = building(lay)
    desk.act(build, "done")
    assert desk.asked == ("build", 1)
    assert state(desk).tokens == [0, 0, 0] and NATIONS not in desk.s.rail
    assert mark(desk, "H3", "NE") == NOBODYS


@pytest.mark.rule("southern-china.unfinished-disk", "southern-china.nationalize-none")
def test_an_old_unfinished_section_keeps_no_disk_from_what_is_built() -> None:
    desk = building(waiting_at_hengyang)
    three_links(desk)
    assert accepted(desk, INTERCITY)
    desk.act(INTERCITY)
    assert refused(desk, HENGYANG) is NO_DISK
    desk.act("done")
    assert len(rules(desk).own_links(state(desk), 0)) == 4


# Hong Kong ------------------------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.hong-kong")
@pytest.mark.parametrize("colour", ["red", "blue", "purple", "yellow", "black"])
def test_hong_kong_takes_every_colour_but_nothing_in_the_last_two_turns(colour: str) -> None:
    sentence = f"deliver Guangzhou {colour} Hong-Kong"
    for turn in (9, 10):
        desk = moving(turn=turn)
        buy(desk, LONG_FERRY, FIRST_SEAT)
        desk.set_cubes("Guangzhou", colour)
        assert refused(desk, sentence) is HONG_KONG_SHUT
        assert desk.why(sentence) == HONG_KONG_SHUT.text
        assert not [say for say in desk.says() if say.startswith("deliver")]
    desk = moving(turn=8)
    buy(desk, LONG_FERRY, FIRST_SEAT)
    desk.set_cubes("Guangzhou", colour)
    desk.act(sentence)
    assert desk.s.income[0] == 1


@pytest.mark.rule("southern-china.hong-kong")
@pytest.mark.parametrize("national", ["H8", "J9"])
def test_no_national_link_is_used_on_the_way_to_hong_kong(national: str) -> None:
    desk = moving(four_links)
    desk.set_cubes("Guangzhou", "red")
    sentence = "deliver Guangzhou red NE Shenzhen E Hong-Kong"
    assert accepted(desk, sentence)
    nation(desk, national)
    assert refused(desk, sentence) is NATIONAL_WAY
    assert not [say for say in desk.says() if say.startswith("deliver")]
    buy(desk, INTERCITY, FIRST_SEAT)
    beside = "deliver Guangzhou red direct Shenzhen E Hong-Kong"
    if national == "H8":
        assert accepted(desk, beside)
    else:
        assert refused(desk, beside) is NATIONAL_WAY
    buy(desk, LONG_FERRY, NATIONS)
    assert refused(desk, "deliver Guangzhou red Hong-Kong") is NATIONAL_WAY
    desk.s.link_owners[2] = FIRST_SEAT + 1
    desk.s.link_table = None
    desk.act("deliver Guangzhou red Hong-Kong")
    assert desk.s.income == [0, 1, 0]


@pytest.mark.rule("southern-china.hong-kong-stop")
@pytest.mark.parametrize(("turn", "refusal"), [(8, refusals.MUST_STOP), (9, refusals.NO_PASSING)])
def test_every_cube_that_enters_hong_kong_stops_there(turn: int, refusal: Refusal) -> None:
    desk = moving(turn=turn)
    buy(desk, SHORT_FERRY, FIRST_SEAT)
    buy(desk, LONG_FERRY, FIRST_SEAT)
    desk.set_cubes("Shenzhen", "blue")
    assert refused(desk, "deliver Shenzhen blue Hong-Kong Guangzhou") is refusal
    assert accepted(desk, "deliver Shenzhen blue Hong-Kong") == (turn == 8)


@pytest.mark.rule("southern-china.hong-kong-leave")
@pytest.mark.parametrize("turn", [1, 9, 10])
def test_cubes_leave_hong_kong_over_national_track_and_to_the_end(turn: int) -> None:
    desk = moving(turn=turn)
    buy(desk, SHORT_FERRY, NATIONS)
    buy(desk, INTERCITY, FIRST_SEAT + 2)
    desk.set_cubes("Hong Kong", "blue")
    assert accepted(desk, "deliver Hong-Kong blue Shenzhen Guangzhou")
    desk.act("deliver Hong-Kong blue Shenzhen Guangzhou")
    assert desk.s.income == [0, 0, 1]


# The end, and whole games ---------------------------------------------------------------------------------


@pytest.mark.rule("southern-china.score")
def test_every_unused_token_is_worth_three_points() -> None:
    desk = moving(four_links)
    s, before = state(desk), desk.game.scores(desk.s)
    s.tokens = [2, 0, 1]
    after = desk.game.scores(desk.s)
    assert [now - was for was, now in zip(before, after) if was is not None and now is not None] == [6, 0, 3]
    assert rules(desk).score_parts(s, 0)["tokens"] == 6


class Lax(SouthernChina):
    """The board without its own say about disks: the moves that the oracle judges."""

    def build_problem(self, s: SouthernChinaState, seat: int, a: Build) -> Refusal | None:
        found = super().build_problem(s, seat, a)
        return None if found is NO_DISK else found

    def link_problem(self, s: SouthernChinaState, seat: int, a: Connect) -> Refusal | None:
        found = super().link_problem(s, seat, a)
        return None if found is NO_DISK else found

    def urbanize_problem(self, s: SouthernChinaState, seat: int, a: Urbanize) -> Refusal | None:
        return None


def complete(game: AgeOfSteam, s: SouthernChinaState, seat: int) -> set[int]:
    """All sides of a seat's links; direct links are counted below zero."""
    found = sections_of(game.board, s, FIRST_SEAT + seat)
    direct = {-1 - number for number, owner in enumerate(s.link_owners) if owner == FIRST_SEAT + seat}
    return {side for one in found if one.complete for side in one.sides} | direct


def marked(game: AgeOfSteam, s: SouthernChinaState, seat: int) -> int:
    """How many disks of a seat lie on the board."""
    owner = FIRST_SEAT + seat
    return len(sections_of(game.board, s, owner)) + s.link_owners.count(owner)


def can_be_settled(game: AgeOfSteam, lax: AgeOfSteam, s: SouthernChinaState, older: set[int], a: Any) -> bool:
    """Whether a builder who ends after this action can mark everything by giving up older links."""
    after, seat = s.copy(), s.agenda[0].seat
    lax.do(after, a)
    while after.agenda[0].kind == "keep":
        lax.do(after, lax.options(after)[0])
    lax.rules.disks = 99
    lax.do(after, DONE)
    lax.rules.disks = game.rules.disks
    spare = [
        one
        for one in sections_of(game.board, after, FIRST_SEAT + seat)
        if one.complete and not older.isdisjoint(one.sides)
    ]
    direct = [
        number
        for number, owner in enumerate(after.link_owners)
        if owner == FIRST_SEAT + seat and -1 - number in older
    ]
    return marked(game, after, seat) - len(spare) - len(direct) <= game.rules.disks


def positions(game: AgeOfSteam, seed: int) -> Iterator[tuple[SouthernChinaState, set[int]]]:
    """Builds of a random game of rich players, and the links that each builder had before the phase."""
    rng = random.Random(seed)
    s: Any = game.start(rng.choice((3, 4, 5)))
    older: list[set[int]] = []
    while not s.over and s.turn < 5:
        due = s.agenda[0]
        if due.seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        if due.kind == "take":
            older = [complete(game, s, seat) for seat in range(s.seats)]
        if due.kind == "build":
            s.cash[due.seat], s.income[due.seat] = 30, 20
            s.tokens[due.seat] = max(s.tokens[due.seat], 1)
            yield s, older[due.seat]
        options = game.options(s)
        assert options, due
        if due.kind == "build":
            completing = [a for a in options if isinstance(a, (Connect, Urbanize)) or a == SPEND]
            tiles = [a for a in options if isinstance(a, Build)]
            choices = completing if completing and rng.random() < 0.3 else tiles or options
            game.apply(s, max(rng.sample(choices, min(8, len(choices))), key=lambda a: gained(game, s, a)))
        else:
            game.apply(s, rng.choice(options))


def gained(game: AgeOfSteam, s: SouthernChinaState, a: Any) -> int:
    """How many links a builder has after an action."""
    after, seat = s.copy(), s.agenda[0].seat
    game.do(after, a)
    return len([one for one in sections_of(game.board, after, FIRST_SEAT + seat) if one.complete])


@pytest.mark.rule("southern-china.nationalize-none", "southern-china.unfinished")
@pytest.mark.parametrize("disks", [1, 2, 4])
@pytest.mark.parametrize("anytime", ["off", "on"])
def test_whatever_happened_before_a_build_is_refused_exactly_if_disks_cannot_be_found(
    disks: int, anytime: str
) -> None:
    game = load("southern-china", {"urbanize-anytime": anytime})
    lax = AgeOfSteam(Lax(game.board, game.rules.chosen))
    game.rules.disks = lax.rules.disks = disks
    rng, judged = random.Random(disks), {True: 0, False: 0}
    for s, older in positions(game, disks):
        referee.check(game, s)
        for seat in range(s.seats):
            if seat != s.agenda[0].seat:
                assert marked(game, s, seat) <= disks
        listed = set(game.options(s))
        every = [a for a in lax.options(s) if a not in (DONE, SPEND)]
        for a in rng.sample(every, min(25, len(every))):
            expected = can_be_settled(game, lax, s, older, a)
            judged[expected] += 1
            assert (a in listed) == expected == (game.why_not(s, a) is None), game.say(a)
    assert judged[True] > 100
    assert judged[False] > 20 or disks > 1, judged


def test_the_players_table_tells_tokens_and_free_disks_of_links_and_unfinished_track() -> None:
    desk = building(three_links, tokens=2)
    assert [figure.values for figure in desk.game.face.figures(desk.s)] == [(2, 0, 0), (1, 4, 4)]
    desk.act("build G9 E-NW")
    tokens, disks = desk.game.face.figures(desk.s)
    assert (disks.head, disks.values[0]) == ("Disks", 0), "unfinished track has a disk too"
    assert tokens.head == "Tokens"
