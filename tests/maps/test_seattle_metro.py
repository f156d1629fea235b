"""Seattle Metro: three games in one, sectors that overflow, gray cities and a state that owns track."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, STATES
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.seattle_metro import (
    AIRPORT_FULL,
    ENGINE_TOP,
    FORGO_BUILT,
    FORGO_TWO,
    MUST_TAKE,
    MUST_URBANIZE,
    NO_ROOM,
    NOT_PICKED,
    NOT_ROLLED,
    PICKED,
    POINTS_TOP,
    STILL_ROOM,
    THIRD_TAKEN,
    TUNNEL_FIXED,
    TUNNEL_TILE,
    TUNNELS_SHUT,
    WRONG_GROUP,
    WRONG_SECTOR,
    SeattleState,
)
from footplate.age_of_steam.narration import story
from footplate.bots import bot
from footplate.core.game import NATURE, Unreadable
from footplate.core.table import Table
from tests.desk import NAMES, Desk, accepted, nature_says, refused
from tests.desk import building as desk_building

TOWNS = (
    "Crown-Hill",
    "Wallingford",
    "Fremont",
    "Discovery-Park",
    "Capitol-Hill",
    "Island-Crest",
    "Seattle-Center",
    "Alki-Beach",
    "Columbia-City",
    "Renton",
)
SECTOR = {
    1: ("Crown-Hill", "Northgate", "Ballard"),
    2: ("Wallingford", "University-District", "Lake-City"),
    3: ("Discovery-Park", "Fremont", "South-Lake-Union"),
    4: ("Capitol-Hill", "Island-Crest", "Bellevue"),
    5: ("Seattle-Center", "Alki-Beach", "West-Seattle"),
    6: ("Columbia-City", "Renton", "Mercer-Island"),
}


def state(desk: Desk) -> SeattleState:
    assert isinstance(desk.s, SeattleState)
    return desk.s


def building(*actions: str) -> Desk:
    """Three rich players in the order of their seats, about to build."""
    return desk_building(*(actions or ("locomotive", "engineer", "turn-order")), map="seattle-metro")


def two(larger: str = "first-move first-build engineer", choice: str = "three") -> Desk:
    """Two rich players: Ada has split the actions so, and Ben has chosen."""
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0", f"split {larger}", f"choose {choice}")
    if desk.asked[0] == "locomotive":
        desk.act("engine")
    desk.rich()
    return desk


def solo() -> Desk:
    """One rich player who has issued no shares, about to take actions."""
    desk = Desk("seattle-metro", 1)
    desk.act("issue 0")
    desk.rich()
    return desk


def empty(desk: Desk) -> Desk:
    """Take all cubes off the board."""
    for hex, kind in enumerate(desk.s.kind):
        if kind in (IN_CITY, IN_TOWN):
            desk.set_cubes(desk.board.words[hex])
    return desk


def capitol_line(desk: Desk, owner: int | None = 0) -> Desk:
    """Lay University District – Capitol Hill – Downtown, two links."""
    for hex, tracks in (("H5", "N-S"), ("H6", "N-S"), ("H7", "N/SW"), ("G8", "NE-SW"), ("F8", "NE-SW")):
        desk.put(hex, tracks, owner)
    return desk


def moving(desk: Desk, seat: int = 0, engine: int = 6) -> Desk:
    """Go on until a seat moves over the Capitol line with such an engine; no cube lies anywhere."""
    capitol_line(desk)
    desk.go_to("move", seat)
    desk.s.engine[seat] = engine
    desk.s.income = [0] * desk.s.seats
    return empty(desk)


def growing(desk: Desk) -> Desk:
    """Play on until nature draws the cube for the Airport, from outside; no cube lies anywhere."""
    desk.go_to("move")
    empty(desk)
    desk.rich()
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.asked == ("extra-cube", NATURE)
    return desk


def fill(desk: Desk, sector: int) -> None:
    """Two cubes in each place of a sector."""
    for place in SECTOR[sector]:
        desk.set_cubes(place, "red", "blue")


def last_turn(desk: Desk) -> Desk:
    """Everybody has moved in the last turn, and what remains is to be settled."""
    desk.go_to("move")
    desk.s.turn = desk.game.rules.turns(desk.s.seats)
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.asked[0] == "over"
    return desk


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.setup.track", "seattle-metro.setup.track-owner")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_state_links_downtown_and_the_airport_whoever_plays(players: int) -> None:
    desk = Desk("seattle-metro", players)
    links = desk.game.rules.links(desk.s)
    assert {place: [(link.to, link.owner) for link in links[place]] for place in links} == {
        desk.hex("Downtown"): [(desk.hex("Airport"), STATES)],
        desk.hex("Airport"): [(desk.hex("Downtown"), STATES)],
    }
    assert all(desk.game.rules.sections(desk.s, seat) == 0 for seat in range(players))


@pytest.mark.rule("seattle-metro.setup.track", "seattle-metro.setup.track-owner")
def test_the_printed_track_takes_a_second_track_and_is_never_redirected() -> None:
    desk = building()
    desk.put("F9", "NW-SW", 0)  # From Downtown to the side of E10.
    assert refused(desk, "build E10 N-SE") in (refusals.KEEP_TRACK, refusals.REDIRECT_OTHERS)
    assert accepted(desk, "build E10 N-S/NE-SW") and accepted(desk, "build E10 N-S/NE-SE")
    assert desk.s.rail[6 * desk.hex("E10")] == STATES
    desk.act("build E10 N-S/NE-SE")
    assert desk.s.rail[6 * desk.hex("E10")] == STATES
    assert desk.owner("E10", "NE") == 0


@pytest.mark.rule("seattle-metro.setup.track-owner")
def test_a_delivery_over_the_printed_link_pays_nobody_for_it() -> None:
    desk = moving(building())
    desk.set_cubes("Airport", "purple")
    desk.act("deliver Airport purple to University-District")
    assert desk.s.income == [2, 0, 0], "three links, of which one is the state's"


@pytest.mark.rule("seattle-metro.setup.cubes")
def test_one_cube_lies_in_each_town_and_there_is_no_display() -> None:
    desk = Desk("seattle-metro", 3)
    assert [len(desk.cubes(town)) for town in TOWNS] == [1] * 10
    assert sum(desk.s.cubes) == 10 and not desk.board.columns and not desk.s.display


@pytest.mark.rule("seattle-metro.setup.new-cities")
def test_there_are_five_new_cities_one_of_each_colour_and_none_alone() -> None:
    desk = building("urbanization", "engineer", "turn-order")
    colours = [COLOURS[city.colour] for city in desk.board.new_cities]
    assert sorted(colours) == ["black", "blue", "purple", "red", "yellow"]
    assert accepted(desk, "urbanize Fremont C")
    alone = solo()
    assert "take urbanization" not in alone.says()
    assert refused(alone, "take urbanization") is refusals.NOT_OFFERED
    alone.act("decline")
    assert refused(alone, "urbanize Fremont C") is refusals.NO_URBANIZATION


@pytest.mark.rule("seattle-metro.turns")
def test_the_turns_depend_on_the_players() -> None:
    rules = load("seattle-metro").rules
    assert [rules.turns(players) for players in (1, 2, 3)] == [10, 8, 9]


# Order ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.order")
def test_of_two_players_the_first_changes_every_turn_without_an_auction() -> None:
    table = Table(load("seattle-metro"), NAMES[:2], None)
    table.act("order 2 1")
    assert table.state.order == [1, 0]
    desk = two()
    seen = []
    for _ in range(4):
        seen.append(tuple(desk.s.order))
        desk.rich()
        turn = desk.s.turn
        while desk.s.turn == turn:
            modest = {"issue": "issue 0", "build": "done", "move": "pass"}
            assert desk.asked[0] != "bid"
            sentence = modest.get(desk.asked[0], desk.says()[0])
            desk.act(sentence if sentence in desk.says() else desk.says()[0])
    assert seen == [(0, 1), (1, 0), (0, 1), (1, 0)]


@pytest.mark.rule("seattle-metro.order")
def test_alone_there_is_no_auction_and_three_players_have_one() -> None:
    alone = Desk("seattle-metro", 1)
    alone.act("issue 0")
    assert alone.asked == ("take", 0)
    three = Desk("seattle-metro", 3)
    three.act("issue 0", "issue 0", "issue 0")
    assert three.asked == ("bid", 0)


# Actions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.three.actions")
def test_three_players_have_all_seven_actions_and_locomotive_is_the_engine_only() -> None:
    desk = Desk("seattle-metro", 3)
    desk.go_to("take")
    assert len(desk.says()) == 7
    assert refused(desk, "decline") is MUST_TAKE
    seat = desk.asked[1]
    desk.act("take locomotive")
    assert desk.s.engine[seat] == 2 and state(desk).points[seat] == 2
    assert desk.asked[0] == "take"


@pytest.mark.rule("seattle-metro.action.production", "seattle-metro.points", "seattle-metro.points.levels")
def test_production_is_one_more_move_action_which_costs_every_turn() -> None:
    desk = Desk("seattle-metro", 3)
    desk.go_to("take")
    seat, rules = desk.asked[1], desk.game.rules
    assert state(desk).points == [2, 2, 2]
    before = rules.expenses(desk.s, seat)
    desk.act("take production")
    assert state(desk).points[seat] == rules.moves(desk.s, seat) == 3
    costs = []
    for points in (2, 3, 4, 5):
        state(desk).points[seat] = points
        costs.append(rules.expenses(desk.s, seat) - before)
    assert costs == [0, 4, 7, 10]


@pytest.mark.rule("seattle-metro.points.top", "seattle-metro.points.levels")
def test_at_the_top_a_further_step_is_lost() -> None:
    desk = Desk("seattle-metro", 3)
    desk.go_to("take")
    state(desk).points = [5, 5, 5]
    desk.act("take production")
    assert state(desk).points == [5, 5, 5]


@pytest.mark.rule("seattle-metro.solo.actions")
def test_alone_one_both_or_neither_action_is_used_and_each_use_counts() -> None:
    desk = solo()
    assert desk.says() == ["decline", "take engineer", "take locomotive"]
    desk.act("take engineer")
    assert desk.asked[0] == "take" and desk.says() == ["decline", "take locomotive"]
    assert refused(desk, "take engineer") is refusals.ACTION_TAKEN
    desk.act("take locomotive", "engine")
    assert desk.asked[0] == "build" and state(desk).uses == 2
    assert desk.game.rules.builds_allowed(desk.s, 0) == 4
    desk.go_to("take")
    assert desk.says() == ["decline", "take engineer", "take locomotive"], "both are there every turn"
    desk.act("decline")
    assert desk.asked[0] == "build" and state(desk).uses == 2
    desk.go_to("take")
    desk.act("take locomotive", "engine", "decline")
    assert state(desk).uses == 3


@pytest.mark.rule("seattle-metro.locomotive")
@pytest.mark.parametrize("answer", ["engine", "moves"])
def test_with_one_or_two_players_locomotive_is_the_engine_or_a_move_action(answer: str) -> None:
    alone = solo()
    alone.act("take locomotive")
    assert alone.asked == ("locomotive", 0) and alone.says() == ["engine", "moves"]
    alone.act(answer)
    pair = Desk("seattle-metro", 2)
    pair.act("issue 0", "issue 0", "split locomotive engineer first-move", "choose three")
    assert pair.asked == ("locomotive", 1)
    pair.act(answer)
    for desk, seat in ((alone, 0), (pair, 1)):
        got = desk.s.engine[seat], state(desk).points[seat]
        assert got == ((2, 2) if answer == "engine" else (1, 3))


@pytest.mark.rule("seattle-metro.two.locomotive-must")
@pytest.mark.parametrize(("engine", "points"), [(6, 2), (1, 5), (6, 5)])
def test_who_has_locomotive_must_raise_what_can_still_be_raised(engine: int, points: int) -> None:
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0", "split locomotive engineer first-move")
    state(desk).engine[1], state(desk).points[1] = engine, points
    desk.act("choose three")
    assert desk.asked[0] == "build", "there is nothing to choose"
    expected = {(6, 2): (6, 3), (1, 5): (2, 5), (6, 5): (6, 5)}
    assert (desk.s.engine[1], state(desk).points[1]) == expected[engine, points]


@pytest.mark.rule("seattle-metro.two.locomotive-must", "seattle-metro.points.top")
def test_no_step_is_taken_at_a_top() -> None:
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0", "split locomotive engineer first-move", "choose three")
    assert "decline" not in desk.says() and "pass" not in desk.says()
    desk.s.engine[1] = 6
    assert refused(desk, "engine") is ENGINE_TOP
    state(desk).points[1] = 5
    assert refused(desk, "moves") is POINTS_TOP


@pytest.mark.rule("seattle-metro.two.split", "example.seattle-split")
def test_the_first_player_splits_and_the_other_chooses() -> None:
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0")
    assert desk.asked == ("split", 0) and len(desk.says()) == 10
    for wrong in ("first-build first-move production", "first-build", "first-build first-build locomotive"):
        assert refused(desk, f"split {wrong}") is WRONG_GROUP
    assert "three actions" in desk.why("split turn-order production engineer")
    desk.act("split first-build first-move locomotive")
    assert desk.asked == ("choose", 1) and desk.says() == ["choose three", "choose two"]
    desk.act("choose two")
    assert [sorted(desk.board.actions[action] for action in held) for held in desk.s.held] == [
        ["first-build", "first-move", "locomotive"],
        ["engineer", "urbanization"],
    ]
    assert desk.asked == ("locomotive", 0), "Ada must carry it out"
    desk.act("engine")
    assert desk.asked == ("build", 0), "First Build is Ada's"
    assert desk.game.rules.builds_allowed(desk.s, 1) == 4
    assert desk.game.rules.new_cities_allowed(desk.s, 1) == 1


@pytest.mark.rule("seattle-metro.two.split")
def test_a_split_can_be_said_by_its_smaller_group_and_is_told() -> None:
    desk = Desk("seattle-metro", 2)
    desk.act("issue 0", "issue 0")
    assert desk.game.read(desk.s, "split engineer urbanization") == desk.game.read(
        desk.s, "split first-move first-build locomotive"
    )
    news = desk.table.act("split engineer urbanization")
    told = story(desk.game, news, NAMES)
    assert told == ["Ada offered First Move, First Build, Locomotive, or the other two"]
    with pytest.raises(Unreadable):
        desk.game.read(desk.s, "choose four")


@pytest.mark.rule("seattle-metro.two.must")
def test_of_two_players_who_has_urbanization_must_place_a_new_city() -> None:
    desk = two("urbanization first-build engineer")
    assert desk.asked == ("build", 1)
    assert all(sentence.startswith("urbanize") for sentence in desk.says())
    assert refused(desk, "done") is MUST_URBANIZE and refused(desk, "forgo") is MUST_URBANIZE
    assert refused(desk, "build F8 NE-SW") is MUST_URBANIZE
    desk.act("urbanize Renton A")
    assert accepted(desk, "done") and accepted(desk, "build F8 NE-SW")


@pytest.mark.rule("seattle-metro.two.must", "base.action.optional-use")
def test_of_three_players_nobody_is_compelled_to_place_a_new_city() -> None:
    desk = building("urbanization", "engineer", "turn-order")
    assert accepted(desk, "urbanize Renton A")
    assert accepted(desk, "done") and accepted(desk, "build F8 NE-SW")


@pytest.mark.rule("seattle-metro.two.must")
def test_with_the_option_the_new_city_must_come_before_the_end() -> None:
    desk = Desk("seattle-metro", 2, {"urbanize-anytime": "on"})
    desk.act("issue 0", "issue 0", "split urbanization first-build engineer", "choose three")
    desk.rich()
    if desk.asked[0] == "locomotive":
        desk.act("engine")
    desk.act("build F8 NE-SW")
    assert refused(desk, "done") is MUST_URBANIZE
    desk.act("urbanize Renton A", "done")


@pytest.mark.rule("seattle-metro.action.urbanization")
def test_a_reroll_is_for_the_turn_in_which_urbanization_is_taken() -> None:
    desk = Desk("seattle-metro", 3)
    state(desk).reroll = 1
    desk.go_to("take")
    assert state(desk).reroll == -1


@pytest.mark.rule("seattle-metro.two.must", "seattle-metro.action.urbanization")
def test_when_no_new_city_may_come_nobody_is_compelled_and_it_is_a_reroll() -> None:
    desk = Desk("seattle-metro", 2)
    for hex, city in (("Crown-Hill", 0), ("Fremont", 1), ("Renton", 2)):
        desk.s.new_cities[city] = desk.hex(hex)
        desk.s.kind[desk.hex(hex)] = IN_CITY
        at = 6 * desk.hex(hex)
        desk.s.rail[at : at + 6] = bytes([14] * 6)
    desk.act("issue 0", "issue 0", "split urbanization first-build engineer", "choose three", "engine")
    assert state(desk).reroll == 1
    assert desk.asked == ("build", 1) and accepted(desk, "done")
    assert not any(sentence.startswith("urbanize") for sentence in desk.says())
    growing(desk)
    nature_says(desk, "draw red")
    nature_says(desk, "roll 1 2 3")
    assert desk.asked == ("sector-draw", NATURE), "Ada has no re-roll"
    nature_says(desk, "draw red red red")
    desk.act("place Northgate", "place Lake-City", "place Discovery-Park")
    nature_says(desk, "roll 1 1 3")
    assert desk.asked == ("reroll", 1) and desk.says() == ["decline", "reroll 1", "reroll 3"]
    assert refused(desk, "reroll 2") is NOT_ROLLED
    desk.act("decline")
    assert desk.asked == ("sector-draw", NATURE) and state(desk).dice == (1, 1, 3)


@pytest.mark.rule("seattle-metro.action.urbanization")
def test_one_new_city_comes_into_each_third_of_the_board() -> None:
    desk = building("urbanization", "engineer", "turn-order")
    desk.act("urbanize Wallingford A")
    desk.s.agenda[0] = desk.s.agenda[0]._replace(b=1)
    assert refused(desk, "urbanize Crown-Hill B") is THIRD_TAKEN
    assert all(accepted(desk, f"urbanize {town} B") for town in TOWNS[2:])
    desk.act("urbanize Capitol-Hill B")
    desk.s.agenda[0] = desk.s.agenda[0]._replace(b=1)
    for town in ("Crown-Hill", "Discovery-Park", "Fremont", "Island-Crest"):
        assert refused(desk, f"urbanize {town} C") is THIRD_TAKEN
    desk.act("urbanize Alki-Beach C")
    assert desk.game.rules.new_cities_allowed(desk.s, 0) == 0
    assert "roll one of your dice again" in desk.game.rules.action_effect(desk.s, "urbanization")
    assert state(desk).reroll == -1, "who places the third has no re-roll in that turn"


# Seattle Center -------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.urban.center", "example.seattle-center")
def test_links_through_seattle_center_become_the_states_when_it_is_urbanized() -> None:
    desk = building("turn-order", "urbanization", "engineer")
    desk.put("E8", "NE/S", 0)
    center, north, south = map(desk.hex, ("Seattle-Center", "South-Lake-Union", "Downtown"))
    owners = {link.to: link.owner for link in desk.game.rules.links(desk.s)[center]}
    assert owners == {north: 2, south: 2} and desk.game.rules.sections(desk.s, 0) == 2
    desk.go_to("build", 1)
    desk.act("urbanize Seattle-Center A")
    owners = {link.to: link.owner for link in desk.game.rules.links(desk.s)[center]}
    assert owners == {north: STATES, south: STATES} and desk.game.rules.sections(desk.s, 0) == 0
    desk.act("done")
    empty(desk)
    desk.go_to("move")
    desk.s.engine = [2, 2, 2]
    desk.set_cubes("Downtown", "blue")
    desk.act("deliver Downtown blue to South-Lake-Union")
    assert desk.s.income == [0, 0, 0] and desk.s.gone[COLOURS.index("blue")] == 1


@pytest.mark.rule("seattle-metro.urban.center-range")
def test_the_states_links_use_up_the_engine() -> None:
    desk = building("urbanization", "turn-order", "engineer")
    desk.act("urbanize Seattle-Center A", "done")
    desk.go_to("move")
    empty(desk)
    desk.set_cubes("Downtown", "blue")
    desk.s.engine = [1, 1, 1]
    far = "deliver Downtown blue Seattle-Center South-Lake-Union"
    assert refused(desk, far) is refusals.ENGINE_SHORT
    desk.s.engine = [2, 2, 2]
    assert accepted(desk, far)


@pytest.mark.rule("seattle-metro.urban.center-block")
def test_no_tile_crosses_the_sides_of_the_states_links() -> None:
    desk = building("urbanization", "turn-order", "engineer")
    desk.act("urbanize Seattle-Center A")
    assert refused(desk, "build E8 NE/S") is refusals.IN_CITY
    assert refused(desk, "build F7 N-S") is refusals.IN_CITY
    assert refused(desk, "build E9 N-S") is refusals.IN_CITY
    touching = {sentence.split()[1] for sentence in desk.says() if sentence.startswith("build")}
    assert touching and not touching & {"Seattle-Center", "South-Lake-Union", "Downtown"}


# Building -------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.build.borders")
@pytest.mark.parametrize(
    ("hex", "side", "tracks"),
    [
        ("B5", "NE", "NE-S"),
        ("C5", "SW", "N-SW"),
        ("C5", "SE", "N-SE"),
        ("D5", "NW", "NW-S"),
        ("G6", "NE", "NE-S"),
        ("H5", "SW", "N-SW"),
        ("D10", "SE", "N-SE"),
        ("E11", "NW", "NW-SE"),
        ("L8", "S", "N-S"),
        ("L9", "N", "N-SE"),
        ("L9", "S", "N-S"),
        ("L10", "N", "N-SE"),
    ],
)
def test_track_does_not_cross_a_red_border(hex: str, side: str, tracks: str) -> None:
    desk = building()
    at = 6 * desk.hex(hex) + desk.board.side_names.index(side)
    assert desk.board.across[at] == desk.board.wall
    desk.s.layout[desk.hex(hex)] = 0
    desk.s.tile[desk.hex(hex)] = 0
    desk.s.rail[6 * desk.hex(hex) : 6 * desk.hex(hex) + 6] = bytes(6)
    assert desk.refusal(f"build {hex} {tracks}") is refusals.OFF_BOARD


@pytest.mark.rule("seattle-metro.build.river")
def test_a_river_hex_costs_3_and_takes_any_track() -> None:
    desk = building()
    cash = desk.s.cash[0]
    desk.act("build H5 N-S")
    assert desk.s.cash[0] == cash - 3
    for hex in ("B5", "C5", "D5", "E3", "G6", "J8", "L8", "L9", "D10", "E11", "F11", "G12", "H12"):
        assert desk.board.prices[desk.hex(hex)] == 3


@pytest.mark.rule("seattle-metro.build.tunnel")
def test_three_players_build_a_straight_or_gentle_tunnel_for_10_and_never_change_it() -> None:
    desk = building()
    for tracks in ("NE-SW", "NE-S", "NE-NW"):
        assert accepted(desk, f"build D9 {tracks}"), "from Downtown through the tunnel at its west"
    assert refused(desk, "build D9 N-NE") is TUNNEL_TILE
    desk.put("D8", "SE-S", 0)
    assert refused(desk, "build D9 N-S/NE-SW") is TUNNEL_TILE
    cash = desk.s.cash[0]
    desk.act("build D9 NE-SW")
    assert desk.s.cash[0] == cash - 10
    desk.act("done")
    desk.go_to("build", 1)
    desk.put("D8", "SE-S", 1)
    assert refused(desk, "build D9 N-S/NE-SW") is TUNNEL_FIXED
    desk.put("D8", "SE-S", None)
    desk.go_to("build", 0)
    desk.rich()
    assert refused(desk, "build D9 NE-S") is TUNNEL_FIXED, "it is not even redirected"


@pytest.mark.rule("seattle-metro.build.tunnel")
@pytest.mark.parametrize("players", [1, 2])
def test_with_one_or_two_players_tunnels_are_impassable(players: int) -> None:
    desk = two() if players == 2 else solo()
    desk.go_to("build")
    if players == 2 and desk.says()[0].startswith("urbanize"):
        desk.act("urbanize Renton A")
    assert refused(desk, "build D9 NE-SW") is TUNNELS_SHUT
    assert refused(desk, "build D8 SE-S") is TUNNELS_SHUT, "no track leads into one either"
    assert accepted(desk, "build D8 SE-N")
    named = [sentence.split()[1] for sentence in desk.says() if sentence.startswith("build")]
    tunnels = {
        desk.board.hex_names[hex] for hex in range(desk.board.size) if desk.board.terrain[hex] == "tunnel"
    }
    assert len(tunnels) == 8 and tunnels.isdisjoint(named)


@pytest.mark.rule("seattle-metro.two.forgo")
def test_one_of_two_players_may_give_up_the_build_for_a_move_action() -> None:
    desk = two("first-move engineer locomotive")
    seat = desk.asked[1]
    while not accepted(desk, "done"):
        desk.act(desk.says()[0])
    desk.act("forgo")
    assert state(desk).points[seat] == 3 and desk.asked == ("build", 1 - seat)
    desk = two("first-move first-build engineer")
    assert desk.asked == ("build", 1)
    desk.act("build F8 NE-SW")
    assert refused(desk, "forgo") is FORGO_BUILT
    desk.act("done")
    assert state(desk).points[1] == 2
    three = building()
    assert refused(three, "forgo") is FORGO_TWO
    alone = solo()
    alone.act("decline")
    assert refused(alone, "forgo") is FORGO_TWO


@pytest.mark.rule("seattle-metro.two.forgo", "seattle-metro.points.top")
def test_a_build_may_also_end_with_nothing_for_nothing_and_at_the_top_it_must() -> None:
    desk = two()
    state(desk).points[1] = 5
    assert desk.asked == ("build", 1) and refused(desk, "forgo") is POINTS_TOP
    desk.act("done")
    assert state(desk).points[1] == 5


@pytest.mark.rule("seattle-metro.two.forgo-urban")
def test_urbanizing_does_not_hinder_a_forgone_build() -> None:
    desk = two("urbanization first-build engineer")
    desk.act("urbanize Renton A", "forgo")
    assert state(desk).points[1] == 3


# Moving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.move.removed")
def test_a_delivered_cube_leaves_the_game() -> None:
    desk = moving(building())
    desk.set_cubes("Capitol-Hill", "purple")
    bag = sum(desk.s.bag)
    desk.act("deliver Capitol-Hill purple to University-District")
    assert sum(desk.s.bag) == bag and sum(desk.s.gone) == 1 and desk.s.income == [1, 0, 0]


@pytest.mark.rule("seattle-metro.move.removed", "seattle-metro.move.gray")
@pytest.mark.parametrize("colour", ["red", "blue", "purple", "yellow", "black"])
def test_a_cube_of_any_colour_is_delivered_downtown_for_no_income_and_kept(colour: str) -> None:
    desk = moving(building())
    desk.set_cubes("Capitol-Hill", colour)
    desk.act(f"deliver Capitol-Hill {colour} to Downtown")
    assert desk.asked == ("arrive", 0) and desk.says() == ["unload", "leave"]
    desk.act("unload")
    assert desk.s.income == [0, 0, 0] and state(desk).downtown == [1, 0, 0]
    assert sum(desk.s.cubes) == 0 and desk.s.gone[COLOURS.index(colour)] == 1


@pytest.mark.rule("seattle-metro.move.gray", "example.seattle-downtown")
def test_a_cube_is_left_downtown_and_brought_back_for_2_income() -> None:
    desk = solo()
    moving(desk)
    desk.set_cubes("University-District", "purple")
    desk.act("deliver University-District purple to Downtown", "leave")
    assert desk.cubes("Downtown") == ["purple"] and desk.s.income == [0]
    desk.act("deliver Downtown purple to University-District")
    assert desk.s.income == [2] and desk.cubes("Downtown") == []


@pytest.mark.rule("seattle-metro.move.gray-details")
def test_a_cube_may_pass_a_gray_city_and_leaving_it_there_pays_nobody() -> None:
    desk = moving(building())
    desk.set_cubes("University-District", "red")
    assert accepted(desk, "deliver University-District red Capitol-Hill Downtown Airport")
    assert accepted(desk, "deliver University-District red Capitol-Hill Downtown")
    desk.act("deliver University-District red Capitol-Hill Downtown Airport", "leave")
    assert desk.cubes("Airport") == ["red"] and desk.s.income == [0, 0, 0]


@pytest.mark.rule("seattle-metro.move.gray", "seattle-metro.move.gray-details")
def test_nobody_brings_a_fourth_cube_to_the_airport() -> None:
    desk = moving(building())
    desk.set_cubes("Airport", "red", "red")
    desk.set_cubes("Downtown", "blue", "yellow")
    desk.act("deliver Downtown blue to Airport")
    assert desk.asked == ("arrive", 0)
    desk.act("leave")
    desk.go_to("move", 0)
    assert sorted(desk.cubes("Airport")) == ["blue", "red", "red"]
    assert refused(desk, "deliver Downtown yellow Airport") is AIRPORT_FULL
    assert "a fourth cube" in desk.why("deliver Downtown yellow Airport")


@pytest.mark.rule("seattle-metro.move.gray-details", "seattle-metro.move.removed")
def test_what_is_delivered_to_the_airport_leaves_the_game() -> None:
    desk = moving(building())
    desk.set_cubes("Downtown", "yellow")
    desk.act("deliver Downtown yellow to Airport", "unload")
    assert desk.cubes("Airport") == [] and state(desk).downtown == [0, 0, 0]
    assert desk.s.gone[COLOURS.index("yellow")] == 1 and desk.s.income == [0, 0, 0]


@pytest.mark.rule("seattle-metro.move.gray")
def test_downtown_holds_any_number_of_cubes() -> None:
    desk = moving(building())
    desk.set_cubes("Downtown", *["red"] * 9)
    desk.set_cubes("Capitol-Hill", "red")
    desk.act("deliver Capitol-Hill red to Downtown", "leave")
    assert len(desk.cubes("Downtown")) == 10


@pytest.mark.rule("seattle-metro.move.rounds")
def test_there_are_as_many_rounds_as_anybody_has_move_actions() -> None:
    desk = building("locomotive", "engineer", "first-move")
    state(desk).points = [3, 2, 4]
    asked = []
    desk.go_to("move")
    while desk.asked[0] == "move":
        asked.append(desk.asked[1])
        desk.act("pass")
    assert asked == [2, 0, 1, 2, 0, 1, 2, 0, 2], "First Move before everybody in each round"


@pytest.mark.rule("seattle-metro.move.rounds")
def test_the_engine_is_raised_once_a_turn_however_many_moves_there_are() -> None:
    desk = building()
    state(desk).points = [4, 2, 2]
    desk.go_to("move", 0)
    desk.act("engine")
    desk.go_to("move", 0)
    assert refused(desk, "engine") is refusals.ENGINE_RAISED


# Growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.growth")
def test_a_cube_comes_to_the_airport_and_each_player_rolls_three_dice_and_draws_three_cubes() -> None:
    desk = growing(building())
    nature_says(desk, "draw black")
    assert desk.cubes("Airport") == ["black"]
    for seat in range(3):
        assert desk.asked == ("sectors", NATURE)
        assert desk.refusal("roll 1 2") is refusals.WRONG_DICE
        assert desk.refusal("roll 1 2 7") is refusals.WRONG_DICE
        nature_says(desk, "roll 3 3 6")
        assert desk.refusal("draw red red") is refusals.WRONG_DRAW
        nature_says(desk, "draw red red red")
        assert desk.asked == ("stock", seat)
        places = {sentence.split()[1] for sentence in desk.says()}
        assert places == {*SECTOR[3][seat:], *SECTOR[6]}, "never Downtown or the Airport"
        desk.act(f"place {SECTOR[3][seat]}", f"place {SECTOR[3][seat]}", f"place {SECTOR[6][seat]}")
    assert desk.asked[0] == "issue" and desk.s.turn == 2


@pytest.mark.rule("seattle-metro.growth")
def test_sectors_5_and_6_never_bring_cubes_to_the_gray_cities() -> None:
    desk = growing(building())
    nature_says(desk, "draw black")
    nature_says(desk, "roll 5 5 6")
    nature_says(desk, "draw red red red")
    for gray in ("Downtown", "Airport"):
        assert refused(desk, f"place {gray}") is WRONG_SECTOR
    assert refused(desk, "place Fremont") is WRONG_SECTOR


@pytest.mark.rule("seattle-metro.growth.choice")
def test_the_player_assigns_cubes_to_dice_and_places() -> None:
    desk = growing(building())
    nature_says(desk, "draw black")
    nature_says(desk, "roll 1 2 2")
    nature_says(desk, "draw red blue red")
    assert desk.says() == ["pick red", "pick blue"]
    assert refused(desk, "place Northgate") is NOT_PICKED
    assert refused(desk, "pick yellow") is refusals.NOT_DRAWN
    desk.act("pick blue")
    assert refused(desk, "pick red") is PICKED
    assert refused(desk, "overload 1") is STILL_ROOM and refused(desk, "overload 4") is NOT_ROLLED
    desk.act("place Lake-City")
    assert state(desk).dice == (1, 2) and set(desk.says()) == {
        f"place {place}" for place in (*SECTOR[1], *SECTOR[2])
    }
    desk.act("place Northgate")
    assert set(desk.says()) == {f"place {place}" for place in SECTOR[2]}, "the 1 has its cube"
    desk.act("place Lake-City")
    assert sorted(desk.cubes("Lake-City")) == ["blue", "red"] and desk.cubes("Northgate") == ["red"]
    assert state(desk).dice == () and not any(desk.s.drawn)


@pytest.mark.rule("seattle-metro.growth.choice")
def test_who_is_out_does_not_roll() -> None:
    desk = building()
    desk.go_to("move")
    desk.s.cash, desk.s.income = [100, 0, 100], [0, 0, 0]
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.s.out[1] and [due.b for due in desk.s.agenda if due.kind == "sectors"] == [0, 2]


@pytest.mark.rule("seattle-metro.overload")
def test_a_place_holds_two_cubes() -> None:
    desk = growing(building())
    nature_says(desk, "draw black")
    desk.set_cubes("Northgate", "red", "red")
    desk.set_cubes("Ballard", "red")
    nature_says(desk, "roll 1 1 1")
    nature_says(desk, "draw blue blue blue")
    assert refused(desk, "place Northgate") is NO_ROOM
    desk.act("place Ballard")
    assert refused(desk, "place Ballard") is NO_ROOM
    desk.act("place Crown-Hill")
    assert desk.says() == ["place Crown-Hill"]


@pytest.mark.rule("seattle-metro.overload", "example.seattle-overload")
def test_a_cube_for_a_full_sector_goes_to_overload_after_a_reroll() -> None:
    desk = building()
    state(desk).reroll = 0
    growing(desk)
    nature_says(desk, "draw black")
    fill(desk, 1)
    nature_says(desk, "roll 1 1 2")
    assert desk.asked == ("reroll", 0), "before the cubes are drawn"
    desk.act("reroll 1")
    assert desk.refusal("roll 1 2") is refusals.WRONG_DICE
    nature_says(desk, "roll 2")
    assert state(desk).dice == (1, 2, 2) and desk.asked == ("sector-draw", NATURE), "once only"
    nature_says(desk, "draw yellow yellow yellow")
    desk.act("place Wallingford", "place Wallingford")
    assert desk.says() == ["overload 1"]
    desk.act("overload 1")
    assert state(desk).overload == 1 and desk.s.gone[COLOURS.index("yellow")] == 1
    assert desk.asked == ("sectors", NATURE) and not desk.s.over


@pytest.mark.rule("seattle-metro.overload")
def test_alone_the_first_overload_loses_the_game_at_once() -> None:
    desk = solo()
    growing(desk)
    nature_says(desk, "draw black")
    fill(desk, 1)
    nature_says(desk, "roll 1 2 2")
    nature_says(desk, "draw red blue yellow")
    desk.act("pick blue", "overload 1")
    assert desk.s.over and desk.game.winners(desk.s) == [] and not any(desk.s.drawn)
    desk.game.position(desk.s.to_json(), 1)


@pytest.mark.rule("seattle-metro.overload.airport")
@pytest.mark.parametrize("players", [1, 3])
def test_a_growth_cube_for_a_full_airport_is_overload(players: int) -> None:
    desk = growing(solo() if players == 1 else building())
    desk.set_cubes("Airport", "red", "red", "red")
    nature_says(desk, "draw black")
    assert len(desk.cubes("Airport")) == 3 and state(desk).overload == 1
    assert desk.s.over == (players == 1)


@pytest.mark.rule("seattle-metro.overload.airport")
def test_an_urbanized_town_keeps_its_cube() -> None:
    desk = building("urbanization", "engineer", "turn-order")
    cubes = desk.cubes("Fremont")
    desk.act("urbanize Fremont A")
    assert desk.cubes("Fremont") == cubes and len(cubes) == 1


@pytest.mark.rule("seattle-metro.end.last-growth")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_last_turn_has_no_growth(players: int) -> None:
    desk = {1: solo, 2: two, 3: building}[players]()
    desk.rich(300)
    desk.go_to("move")
    cubes, bag = sum(desk.s.cubes), sum(desk.s.bag)
    last_turn(desk)
    assert (sum(desk.s.cubes), sum(desk.s.bag)) == (cubes, bag)


# The end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("seattle-metro.score")
def test_a_cube_delivered_downtown_is_worth_5_points() -> None:
    desk = building()
    rules = desk.game.rules
    before = rules.score(desk.s, 0)
    state(desk).downtown[0] = 3
    assert before is not None and rules.score(desk.s, 0) == before + 15


@pytest.mark.rule("seattle-metro.score")
@pytest.mark.parametrize(("overload", "winners"), [(3, [0]), (4, [])])
def test_everybody_loses_if_the_winner_delivered_less_than_lies_in_overload(
    overload: int, winners: list[int]
) -> None:
    desk = last_turn(building())
    desk.s.income, state(desk).downtown, state(desk).overload = [20, 0, 0], [3, 9, 0], overload
    assert desk.game.winners(desk.s) == winners
    # Who sees the highest score lose is told why.
    told = "" if winners else "Ada brought 3 cubes Downtown and 4 lie in overload: everybody loses."
    assert desk.game.face.verdict(desk.s, desk.table.seats) == told


@pytest.mark.rule("seattle-metro.score.tie")
@pytest.mark.parametrize(("overload", "winners"), [(2, [0, 1]), (5, [1]), (8, [])])
def test_of_tied_leaders_those_win_who_delivered_enough(overload: int, winners: list[int]) -> None:
    desk = last_turn(building())
    s = state(desk)
    s.shares, s.income, s.downtown, s.overload = [2, 2, 2], [15, 10, 0], [3, 6, 0], overload
    assert desk.game.scores(s)[0] == desk.game.scores(s)[1]
    assert desk.game.winners(s) == winners


def settled(cash: int, uses: int, downtown: int, shares: int = 2) -> Desk:
    """The end of a game alone with so much cash after the expenses, and no cube on the board."""
    desk = solo()
    desk.go_to("move")
    empty(desk)
    s = state(desk)
    s.uses, s.downtown, s.shares, s.income = uses, [downtown], [shares], [0]
    s.cash = [cash + shares + 1]
    return last_turn(desk)


@pytest.mark.rule("seattle-metro.solo.score")
def test_alone_shares_and_uses_are_paid_at_the_end() -> None:
    desk = settled(cash=26, uses=3, downtown=18)
    assert desk.s.cash == [1] and desk.s.shares == [0]
    assert desk.game.scores(desk.s) == [0] and desk.game.winners(desk.s) == [0], "18 places are unconnected"


@pytest.mark.rule("seattle-metro.solo.score")
@pytest.mark.parametrize(("cash", "downtown", "won"), [(25, 18, True), (24, 18, False), (25, 17, False)])
def test_alone_one_loses_who_cannot_pay_or_is_below_zero(cash: int, downtown: int, won: bool) -> None:
    desk = settled(cash, 3, downtown)
    assert desk.game.winners(desk.s) == ([0] if won else [])
    assert bool(desk.s.shares[0]) == (cash < 25)


@pytest.mark.rule("seattle-metro.solo.score", "seattle-metro.solo.route")
def test_cubes_on_the_board_and_places_without_a_route_count_against_the_score() -> None:
    desk = empty(solo())
    rules, s = desk.game.rules, state(desk)
    s.downtown = [20]
    assert rules.score_parts(s, 0) == {"downtown": 20, "cubes": 0, "unconnected": -18}
    desk.set_cubes("Downtown", "red")
    desk.set_cubes("Airport", "red", "blue")
    desk.set_cubes("Renton", "black")
    capitol_line(desk, None)
    s.engine = [1]
    assert rules.score_parts(s, 0) == {"downtown": 20, "cubes": -4, "unconnected": -16}
    desk.put("H6", "N-SW", None)
    assert rules.score_parts(s, 0)["unconnected"] == -17, "only completed links count"


# Saved positions, words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "value", "says"),
    [
        ("points", [2, 2, 6], "the move actions of somebody"),
        ("points", [2, 2], "points has 2 entries"),
        ("downtown", [0, -1, 0], "a count of cubes or uses"),
        ("overload", -1, "a count of cubes or uses"),
        ("reroll", 3, "who may re-roll"),
        ("dice", [7], "a die"),
        ("dice", [1, 1, 1, 1], "more dice than are rolled"),
    ],
)
def test_a_saved_position_that_cannot_be_is_refused(slot: str, value: object, says: str) -> None:
    desk = building()
    saved = desk.s.to_json()
    assert isinstance(saved, dict)
    saved[slot] = value  # type: ignore[assignment]
    with pytest.raises(ValueError, match=says):
        desk.game.position(saved, 3)


@pytest.mark.parametrize(
    "due",
    [
        ["split", 0, 0, 0],
        ["choose", 0, 7, 0],
        ["arrive", 0, 0, 0],
        ["stock", 0, 0, 0],
        ["reroll", 0, 0, 0],
        ["sector-draw", -1, 3, 0],
        ["sectors", -1, 2, 0],
        ["sectors", -1, 3, 5],
    ],
)
def test_a_question_that_cannot_be_open_is_refused(due: list[object]) -> None:
    desk = building()
    saved = desk.s.to_json()
    assert isinstance(saved, dict)
    saved["agenda"] = [due]  # type: ignore[list-item]
    with pytest.raises(ValueError, match="nobody can be asked"):
        desk.game.position(saved, 3)


def test_every_fact_of_the_board_is_told_in_words() -> None:
    desk = two("urbanization first-build locomotive")
    kinds: Counter[str] = Counter()
    desk.table.nature = None
    for _ in range(60):
        if desk.asked[1] == NATURE:
            options = desk.game.options(desk.s)
            sentence = desk.game.say(options[len(options) // 3])
        else:
            says = desk.says()
            sentence = "forgo" if "forgo" in says else says[-1]
        before = desk.s.copy()
        for fact in desk.table.act(sentence):
            kinds[fact.kind] += 1
            told = story(desk.game, [fact], NAMES)
            who = NAMES[fact.seat] if fact.seat >= 0 else ""
            plain = " ".join(filter(None, (who, fact.kind.replace("-", " "), *map(str, fact.data))))
            assert fact.kind in ("turn", "passed") or plain not in told
        assert before != desk.s
    assert {"points", "rolled-sectors", "drew-goods", "placed"} <= set(kinds)


def test_figures_and_marks_show_what_only_this_board_has() -> None:
    desk = building("urbanization", "engineer", "turn-order")
    face = desk.game.face
    assert [figure.head for figure in face.figures(desk.s)] == ["Moves", "D’town"]
    alone = solo()
    assert [figure.head for figure in alone.game.face.figures(alone.s)] == ["Moves", "Uses"]
    kinds = Counter(mark.kind for mark in face.marks(desk.s))
    cities = {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1}
    assert kinds == {f"sector-{sector}": count for sector, count in cities.items()} | {
        f"town-sector-{sector}": 3 - count for sector, count in cities.items()
    } | {"tray": 1, "tunnel": 8, "wall-0": 2, "wall-1": 2, "wall-2": 2}
    assert {mark.text for mark in face.marks(desk.s) if mark.kind == "tunnel"} == {"$10"}
    assert {mark.text for mark in face.marks(alone.s) if mark.kind == "tunnel"} == {""}, "it is shut"
    desk.act("urbanize Seattle-Center A")
    state(desk).overload = 2
    kinds = Counter(mark.kind for mark in face.marks(desk.s))
    assert kinds["state-link-1"] == kinds["state-link-3"] == kinds["overload-2"] == 1


# Bots -----------------------------------------------------------------------------------------------------


def test_the_greedy_bot_delivers_downtown_what_pays_nobody() -> None:
    desk = moving(building())
    fill(desk, 1)
    desk.set_cubes("Capitol-Hill", "black")
    player, rng = bot("age-of-steam", "greedy"), random.Random(1)
    for sentence in ("deliver Capitol-Hill black SW Downtown", "unload"):
        seat = desk.asked[1]
        assert desk.game.say(player.choose(desk.game, desk.s.copy(), seat, rng)) == sentence
        desk.act(sentence)


def test_the_greedy_bot_alone_takes_no_action_that_adds_nothing() -> None:
    desk = solo()
    desk.act("take engineer")
    desk.s.cash = [0]
    chosen = bot("age-of-steam", "greedy").choose(desk.game, desk.s.copy(), 0, random.Random(1))
    assert desk.game.say(chosen) == "decline"
