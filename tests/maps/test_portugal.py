"""Portugal: a free tile before the first actions, a shut shore, and Lisboa refilled after every growth."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.portugal import SIMPLE_ONLY
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.question import question
from footplate.age_of_steam.view import view
from footplate.bots import bot
from footplate.core.game import Unreadable
from tests.desk import NAMES, Desk, accepted, nature_says, refused

PLAIN, RIVER, MOUNTAIN = "build D4 NE-SW", "build E5 W-E", "build E4 NW-SE"
"""A simple tile between Braga and Porto, one beside Porto, one beside Braga."""


def asked_for_track(players: int = 3) -> Desk:
    """The auction of turn 1 is over and the seats have places in their own order; cash is $10."""
    desk = Desk("portugal", players)
    desk.act(*["issue 0"] * players)
    desk.act("bid 1")
    for bid in range(2, players):
        desk.act(f"bid {bid}")
    desk.s.order, desk.s.cash = list(range(players)), [10] * players
    while desk.asked[0] == "bid":
        desk.act("drop")
    desk.s.order, desk.s.cash = list(range(players)), [10] * players
    desk.s.agenda = [due._replace(seat=seat) for seat, due in enumerate(desk.s.agenda)]
    return desk


def building(*free: str) -> Desk:
    """Three rich players about to build in turn 1, after these answers about the free tile."""
    desk = asked_for_track()
    desk.act(*(free or ("done", "done", "done")))
    desk.take("engineer", "locomotive", "first-move")
    desk.rich()
    assert desk.asked == ("build", 0)
    return desk


def growing(*cubes: str, action: str = "first-build") -> Desk:
    """Growth is about to begin with these cubes in Lisboa; nature is answered by hand."""
    desk = asked_for_track()
    desk.act("done", "done", "done")
    desk.take(action, "locomotive", "first-move")
    desk.go_to("move")
    desk.rich()
    desk.set_cubes("Lisboa", *cubes)
    for box in 0, 1:  # Room for Production, in the column of Braga.
        desk.s.bag[desk.s.display[box] - 1] += 1
        desk.s.display[box] = 0
    desk.table.nature = None
    desk.act(*["pass"] * 6)
    return desk


def drawn(desk: Desk, cubes: int) -> list[str]:
    """Let nature draw the first cubes that the bag holds."""
    colours = [colour for n, colour in enumerate(COLOURS) for _ in range(desk.s.bag[n])][:cubes]
    nature_says(desk, "draw " + " ".join(colours))
    return colours


# Set-up and board -----------------------------------------------------------------------------------------


@pytest.mark.rule("portugal.setup.cubes")
def test_lisboa_has_4_cubes_porto_3_and_every_other_city_2() -> None:
    desk = Desk("portugal")
    counts = {
        desk.board.place(hex): len(desk.cubes(desk.board.hex_names[hex]))
        for hex in range(desk.board.size)
        if desk.s.kind[hex] == IN_CITY
    }
    assert counts.pop("Lisboa") == 4
    assert counts.pop("Porto") == 3
    assert set(counts.values()) == {2} and len(counts) == 10
    assert sum(desk.s.cubes) == 27, "and none elsewhere"


@pytest.mark.rule("portugal.map.rada")
def test_the_side_between_lisboa_and_setubal_is_impassable_for_track_and_goods() -> None:
    desk = building()
    lisboa, setubal = desk.hex("Lisboa"), desk.hex("Setúbal")
    assert not desk.board.are_neighbours(lisboa, setubal)
    assert not desk.board.are_neighbours(setubal, lisboa)
    assert len(desk.board.barriers) == 4, "two sides, seen from both hexes"
    desk.go_to("move", 0)
    desk.set_cubes("Setúbal", "red")
    assert not [sentence for sentence in desk.says() if sentence.startswith("deliver")]


@pytest.mark.rule("portugal.map.rada")
def test_no_track_crosses_the_red_line_and_joining_the_two_is_a_detour() -> None:
    desk = building()
    for end in ("W", "NE", "E"):
        assert refused(desk, f"build C17 SW-{end}") is refusals.OFF_BOARD
    desk.act("build C17 W-SE", "build C18 NW-W")
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == 2
    desk.go_to("move", 0)
    desk.set_cubes("Setúbal", "red")
    desk.act("deliver Setúbal red Lisboa")
    assert desk.s.income[0] == 1


# The free tile --------------------------------------------------------------------------------------------


@pytest.mark.rule("portugal.actions.free-track", "portugal.actions.free-track-legal")
def test_after_the_auction_and_before_actions_each_is_asked_in_the_new_order() -> None:
    desk = Desk("portugal")
    desk.act("issue 0", "issue 0", "issue 0")
    desk.act("bid 1", "bid 2", "bid 3", "drop", "drop")
    assert desk.s.order == [2, 1, 0]
    asked = []
    for sentence in (PLAIN, "done", MOUNTAIN):
        asked.append(desk.asked)
        desk.act(sentence)
    assert asked == [("free-track", 2), ("free-track", 1), ("free-track", 0)]
    assert desk.asked == ("take", 2)
    assert desk.owner("D4", "NE") == 2
    assert desk.owner("E4", "NW") == 0


@pytest.mark.rule("portugal.actions.free-track")
def test_only_in_turn_1() -> None:
    desk = building()
    for _ in range(2):
        turn = desk.s.turn
        desk.go_to("move")
        desk.rich()
        while desk.s.turn == turn:
            desk.act("pass" if desk.asked[0] == "move" else desk.says()[0])
        kinds = []
        while desk.asked[0] != "build":
            kinds.append(desk.asked[0])
            desk.go_to(desk.asked[0])
            desk.act({"issue": "issue 0", "bid": "drop"}.get(desk.asked[0], desk.says()[0]))
        assert "free-track" not in kinds


@pytest.mark.rule("portugal.actions.free-track", "portugal.actions.free-track-legal")
@pytest.mark.parametrize("sentence", [PLAIN, RIVER, MOUNTAIN])
@pytest.mark.parametrize("cash", [0, 10])
def test_the_tile_costs_nothing_on_any_terrain(sentence: str, cash: int) -> None:
    desk = asked_for_track()
    desk.s.cash[0] = cash
    assert accepted(desk, sentence)
    desk.act(sentence)
    assert desk.s.cash[0] == cash
    assert desk.asked == ("free-track", 1), "one tile only"
    hex, track = sentence.split()[1:]
    assert desk.owner(hex, track.split("-")[0]) == 0


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_later_tiles_cost_as_usual() -> None:
    desk = building(RIVER, "done", "done")
    desk.s.cash[0] = 6
    desk.act("build F5 W-E")
    assert desk.s.cash[0] == 3
    desk = building()
    desk.act(MOUNTAIN)
    assert desk.s.cash[0] == 96


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_it_is_simple_and_lies_outside_towns() -> None:
    desk = asked_for_track()
    layouts = desk.board.tiles.layouts
    builds = [a for a in desk.game.options(desk.s) if isinstance(a, Build)]
    assert builds and {layouts[a.layout].family for a in builds} == {"simple"}
    # D4 lies between Braga and Porto: some tiles with two tracks would fit there in a build.
    tiles = [desk.board.build(desk.hex("D4"), layout) for layout in desk.board.tiles.outside]
    fitting = [a for a in tiles if desk.game.why_not(desk.s, a) is SIMPLE_ONLY]
    assert {layouts[a.layout].family for a in fitting} == {"coexist", "crossing"}
    assert "The free tile is a simple one" in desk.why(desk.game.say(fitting[0]))
    # With track of one's own beside it a town would take a tile, too.
    desk.put("E4", "NW-E", 0)
    assert refused(desk, "build Vila-Real W") is SIMPLE_ONLY
    assert refused(desk, "build Vila-Real W-E") is refusals.TOWN_TILE_ONLY


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_it_touches_a_city() -> None:
    desk = asked_for_track()
    assert refused(desk, "build D17 E-W") is refusals.NOT_CONNECTED
    desk.act(RIVER)
    # Not at another player's tile either.
    assert refused(desk, "build F5 W-E") is refusals.FOREIGN_JOIN
    for said in desk.says()[1:]:
        a = desk.game.read(desk.s, said)
        assert isinstance(a, Build)
        sides = desk.board.tiles.layouts[a.layout].sides
        beyond = [desk.board.across[6 * a.hex + side] // 6 for side in sides]
        assert any(hex < desk.board.size and desk.s.kind[hex] == IN_CITY for hex in beyond), said


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_it_is_optional_and_who_declines_still_begins_at_a_city() -> None:
    desk = building("done", PLAIN, "done")
    assert desk.s.begun == [0, 1, 0]
    desk.put("E5", "W-E", None)
    assert refused(desk, "build F5 W-E") is refusals.FIRST_TILE
    desk.act("build D6 NW-SE")
    assert desk.s.begun[0] == 1


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_who_has_placed_it_has_begun_and_builds_on_from_it() -> None:
    desk = building(RIVER, "done", "done")
    assert desk.s.begun == [1, 0, 0]
    assert accepted(desk, "build F5 W-E")


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_it_does_not_count_against_the_build_limit_nor_close_its_hex() -> None:
    desk = building(RIVER, PLAIN, "done")
    assert [due.a for due in desk.s.agenda] == [4, 3, 3], "seat 0 is the Engineer"
    assert desk.s.built == ()
    assert accepted(desk, "build E5 W-NE"), "an open end may be turned in the build itself"
    desk.act("build F5 W-E", "build G5 W-E", "build H5 W-E", "build E6 NW-SE")
    assert refused(desk, "build D6 NW-SE") is refusals.NO_BUILDS_LEFT


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_it_stays_its_builders_through_the_build_of_turn_1_and_no_longer() -> None:
    desk = building(RIVER, "done", "done")
    desk.act("done", "done", "done")
    assert desk.owner("E5", "E") == 0
    desk.rich()
    turn = desk.s.turn
    while desk.s.turn == turn:
        desk.act("pass" if desk.asked[0] == "move" else desk.says()[0])
    desk.take("engineer", "locomotive", "first-move")
    desk.go_to("build", 0)
    assert desk.owner("E5", "E") == 0
    desk.act("done")
    assert desk.owner("E5", "E") is None


@pytest.mark.rule("portugal.actions.free-track")
def test_a_free_tile_can_finish_a_link_for_good() -> None:
    desk = asked_for_track()
    desk.act(PLAIN, "done", "done")
    assert desk.game.rules.score_parts(desk.s, 0)["track"] == 1


@pytest.mark.rule("portugal.actions.free-track-legal")
def test_nothing_but_the_tile_can_be_said() -> None:
    desk = asked_for_track()
    for sentence in ("urbanize Aveiro A", "connect Porto Braga", "pass"):
        with pytest.raises(Unreadable):
            desk.refusal(sentence)
    for action in (Urbanize(desk.hex("Aveiro"), 0), Connect(0)):
        assert desk.game.why_not(desk.s, action) is refusals.NOT_ASKED


def test_the_page_asks_for_one_tile_and_shows_where_it_can_lie() -> None:
    desk = asked_for_track()
    asked = question(desk.game, desk.s, view(desk.game, desk.s, NAMES[:3]))
    assert asked is not None and asked.build is not None
    assert (asked.kind, asked.build.left, asked.build.limit) == ("build", 1, 1)
    assert {choice.least for choice in asked.build.hexes} == {0}
    news = desk.table.act(PLAIN)
    assert "free" in " ".join(story(desk.game, news, NAMES[:3]))


@pytest.mark.parametrize("name", ["frugal", "greedy"])
def test_bots_place_their_free_tile(name: str) -> None:
    desk = asked_for_track()
    player = bot("age-of-steam", name)
    for seat in range(3):
        choice = player.choose(desk.game, desk.s, seat, random.Random(seat))
        assert isinstance(choice, Build)
        desk.act(desk.game.say(choice))
    assert desk.asked[0] == "take"


# Growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("portugal.growth.lisboa")
@pytest.mark.parametrize("cubes", [0, 1, 2])
def test_lisboa_is_refilled_to_3_cubes_from_the_bag(cubes: int) -> None:
    colours = ("red", "blue")[:cubes]
    desk = growing(*colours)
    nature_says(desk, "roll 6 6 6")
    nature_says(desk, "roll 6 6 6")
    bag = sum(desk.s.bag)
    assert desk.asked[0] == "extra-cube"
    for wrong in {1, 2, 3, 4} - {3 - cubes}:
        assert desk.refusal("draw" + " red" * wrong) is refusals.WRONG_DRAW
    got = drawn(desk, 3 - cubes)
    assert sorted(desk.cubes("Lisboa")) == sorted((*colours, *got))
    assert sum(desk.s.bag) == bag - (3 - cubes)
    assert desk.asked[0] == "issue"


@pytest.mark.rule("portugal.growth.lisboa")
@pytest.mark.parametrize("cubes", [3, 4, 6])
def test_with_3_cubes_or_more_nothing_is_drawn(cubes: int) -> None:
    desk = growing(*["red", "blue", "purple", "yellow", "red", "blue"][:cubes])
    nature_says(desk, "roll 6 6 6")
    nature_says(desk, "roll 6 6 6")
    assert desk.asked[0] == "issue"
    assert len(desk.cubes("Lisboa")) == cubes


@pytest.mark.rule("portugal.growth.lisboa-order")
def test_the_refill_comes_after_production_and_both_halves_of_the_dice() -> None:
    desk = growing(action="production")
    asked = []
    while desk.asked[0] != "issue":
        asked.append(desk.asked[0])
        if desk.asked[0] == "grow":
            # Two dice bring Lisboa, dark 2, two cubes: one is missing then.
            desk.act("roll 2 2 6")
        elif desk.asked[0] in ("production", "extra-cube"):
            drawn(desk, {"production": 2, "extra-cube": 1}[desk.asked[0]])
        else:
            desk.act(desk.says()[0])
    assert asked == ["produce", "production", "stock", "stock", "grow", "grow", "extra-cube"]
    assert len(desk.cubes("Lisboa")) == 3


@pytest.mark.rule("portugal.growth.lisboa-order")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_bag_that_runs_short_gives_what_it_holds(left: int) -> None:
    desk = growing()
    desk.act("roll 6 6 6")
    bag = sum(desk.s.bag)
    for colour in range(len(COLOURS)):
        kept = min(desk.s.bag[colour], max(0, left - sum(desk.s.bag[:colour])))
        desk.s.gone[colour] += desk.s.bag[colour] - kept
        desk.s.bag[colour] = kept
    assert sum(desk.s.bag) == left < bag
    desk.act("roll 6 6 6")
    if left:
        drawn(desk, left)
    assert desk.asked[0] == "issue"
    assert len(desk.cubes("Lisboa")) == left
