"""Germany: complete links only, foreign terminals, an Engineer who halves a price, and a direct link."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import FIRST_SEAT, IN_CITY, IN_TOWN
from footplate.age_of_steam.completion import Ahead
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.maps.germany import NO_END, STILL_OPEN, Germany
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, Due, Refusal
from footplate.core.table import Table
from tests.desk import NAMES, Desk

TERMINALS = ("Rotterdam", "Antwerp", "Paris", "Lyon", "Copenhagen", "Warsaw")
KOELN, ESSEN = "Köln/Düsseldorf", "Essen/Dortmund"
RHINE_RUHR = f"connect {KOELN} {ESSEN}"


def building(
    action: str = "locomotive", cash: int = 100, builds: int = 3, options: Mapping[str, str] | None = None
) -> Desk:
    """Seat 0, who alone holds an action, is about to build, then the others."""
    desk = Desk("germany", options=options)
    desk.rich(cash)
    desk.go_to("build")
    s, rules = desk.s, desk.game.rules
    s.order, s.cash = [0, 1, 2], [cash] * 3
    s.held = [(desk.board.actions.index(action),), (), ()]
    allowed = min(builds, rules.builds_allowed(s, 0))
    s.agenda = [
        Due("build", 0, allowed, rules.new_cities_allowed(s, 0)),
        Due("build", 1, 3, 0),
        Due("build", 2, 3, 0),
    ]
    return desk


def moving() -> Desk:
    """Seat 0 is about to move goods with a strong engine; the cities are empty."""
    desk = Desk("germany")
    desk.rich()
    desk.go_to("move")
    desk.s.order, desk.s.held = [0, 1, 2], [()] * 3
    desk.s.agenda = [Due("move", seat, round) for round in (1, 2) for seat in range(3)]
    desk.s.engine = [6] * 3
    for hex in range(desk.board.size):
        if desk.s.kind[hex] == IN_CITY and hex not in desk.board.terminals:
            desk.set_cubes(desk.board.words[hex])
    return desk


def demand(desk: Desk, terminal: str, colour: str) -> None:
    """Let a terminal show this colour, by exchanging its cube with one from the bag."""
    s, hex, new = desk.s, desk.hex(terminal), COLOURS.index(colour)
    old = s.demand[hex].bit_length() - 1
    assert s.bag[new] or old == new
    s.gone[old] -= 1
    s.bag[old] += 1
    s.bag[new] -= 1
    s.gone[new] += 1
    s.demand[hex] = 1 << new


def paid(desk: Desk, *sentences: str) -> list[int]:
    """What seat 0 pays for each of these."""
    out = []
    for sentence in sentences:
        before = desk.s.cash[0]
        desk.act(sentence)
        out.append(before - desk.s.cash[0])
    return out


# Terminals ------------------------------------------------------------------------------------------------


@pytest.mark.rule("germany.setup.terminals")
def test_each_terminal_gets_one_cube_from_the_bag_that_shows_the_colour_it_accepts() -> None:
    game = load("germany")
    table = Table(game, NAMES[:3], None)
    table.act("order 1 2 3")
    rng = random.Random(1)
    while table.state.agenda[0].kind != "fill-terminals":
        table.act(game.say(game.sample(table.state, rng)))
    s, board = table.state, game.board
    assert sorted(board.words[hex] for hex in board.terminals) == sorted(TERMINALS)
    assert not any(s.demand[hex] for hex in board.terminals)
    colours = [colour for n, colour in enumerate(COLOURS) for _ in range(s.bag[n])][::2]
    assert len(set(colours[:6])) > 1
    for wrong in (colours[:5], [*colours[:6], colours[0]]):
        assert game.why_not(s, game.read(s, "draw " + " ".join(wrong))) is refusals.WRONG_DRAW
    bag = sum(s.bag)
    table.act("draw " + " ".join(colours[:6]))
    s = table.state
    shown = [s.demand[hex] for hex in board.terminals]
    assert shown == [1 << COLOURS.index(colour) for colour in colours[:6]]
    assert sum(s.bag) == bag - 6


@pytest.mark.rule("germany.terminal")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_terminal_takes_the_colour_it_shows_and_no_other(colour: str) -> None:
    desk = moving()
    desk.put("F4", "N-S", 0)
    desk.put("Hamburg", "N/S", 0)
    desk.put("F2", "S-NE", 0)
    desk.put("G2", "SW-NE", 0)
    demand(desk, "Copenhagen", colour)
    desk.set_cubes("Hannover", "red", "blue")
    other = "blue" if colour == "red" else "red"
    assert desk.refusal(f"deliver Hannover {other} Hamburg Copenhagen") is refusals.WRONG_CITY
    assert not any(other in say for say in desk.says() if say.startswith("deliver Hannover"))
    desk.act(f"deliver Hannover {colour} Hamburg Copenhagen")
    assert desk.s.income[0] == 2


def through_rotterdam(colour: str) -> Desk:
    """Links Bremen–Rotterdam–Essen, where Bremen has a blue cube and Essen takes it."""
    desk = moving()
    desk.put("C5", "NE-SW", 0)
    desk.put("B5", "NE-SW", 0)
    desk.put("B6", "NW-SE", 0)
    desk.put("C7", "NW-SE", 0)
    desk.set_cubes("Bremen", "blue")
    demand(desk, "Rotterdam", colour)
    return desk


@pytest.mark.rule("germany.terminal")
def test_goods_do_not_pass_through_a_terminal_that_does_not_take_them() -> None:
    desk = through_rotterdam("purple")
    assert desk.refusal(f"deliver Bremen blue Rotterdam {ESSEN}") is refusals.NO_PASSING
    assert desk.refusal("deliver Bremen blue Rotterdam") is refusals.WRONG_CITY
    assert not [say for say in desk.says() if say.startswith("deliver")]


@pytest.mark.rule("germany.terminal")
def test_goods_stop_in_a_terminal_that_takes_them_and_do_not_pass() -> None:
    desk = through_rotterdam("blue")
    assert desk.refusal(f"deliver Bremen blue Rotterdam {ESSEN}") is refusals.MUST_STOP
    desk.act("deliver Bremen blue Rotterdam")
    assert desk.s.income[0] == 1


@pytest.mark.rule("germany.terminal")
def test_terminals_produce_nothing() -> None:
    desk = Desk("germany")
    assert not {column.hex for column in desk.board.columns} & set(desk.board.terminals)
    desk.rich()
    desk.go_to("move")
    desk.table.nature = None
    while desk.asked[0] != "issue":
        kind = desk.asked[0]
        left = next((colour for n, colour in enumerate(COLOURS) if desk.s.bag[n]), "")
        desk.act(
            {"move": "pass", "produce": "decline", "extra-cube": f"draw {left}"}.get(
                kind, "roll 1 2 3" if desk.s.agenda[0].a else "roll 4 5 6"
            )
        )
    assert all(desk.cubes(terminal) == [] for terminal in TERMINALS)


@pytest.mark.rule("germany.terminal-build")
def test_track_starts_at_a_terminal_and_the_link_counts() -> None:
    desk = building()
    assert desk.refusal("build Rotterdam NE-SE") is refusals.IN_CITY
    desk.act("build B5 SW-NE", "build C5 SW-NE")
    assert desk.game.rules.sections(desk.s, 0) == 2
    desk.act("done")


@pytest.mark.rule("germany.terminal-build")
def test_track_ends_at_a_terminal_and_the_link_counts() -> None:
    desk = building()
    desk.act("build C5 NE-SW")
    assert desk.game.rules.sections(desk.s, 0) == 0
    desk.act("build B5 NE-SW", "done")
    assert desk.game.rules.sections(desk.s, 0) == 2


@pytest.mark.rule("germany.terminal-build")
def test_the_cube_of_a_terminal_is_never_moved() -> None:
    desk = through_rotterdam("blue")
    desk.set_cubes("Bremen")
    for way in ("Bremen", ESSEN):
        assert desk.refusal(f"deliver Rotterdam blue {way}") is refusals.NO_CUBE
    assert not [say for say in desk.says() if say.startswith("deliver")]
    held = sum(desk.s.gone)
    assert held == len(TERMINALS)
    desk.set_cubes("Bremen", "blue")
    desk.act("deliver Bremen blue Rotterdam")
    assert sum(desk.s.gone) == held and desk.s.demand[desk.hex("Rotterdam")] == 1 << COLOURS.index("blue")


# Set-up and growth ----------------------------------------------------------------------------------------


@pytest.mark.rule("germany.setup.cubes")
def test_cities_start_with_two_cubes_koenigsberg_with_three_wien_with_four() -> None:
    desk = Desk("germany")
    special = {"Königsberg": 3, "Wien": 4}
    for hex in range(desk.board.size):
        word = desk.board.words[hex]
        city = desk.s.kind[hex] == IN_CITY and word not in TERMINALS
        assert len(desk.cubes(word)) == (special.get(word, 2) if city else 0), word


def growing(turn: int, bag: int | None = None) -> Desk:
    """Goods growth begins, somebody holds Production, two boxes are empty, the bag holds so many cubes."""
    desk = Desk("germany")
    desk.rich()
    desk.take("production", "engineer", "locomotive")
    desk.go_to("move")
    desk.s.turn = turn
    for box in (0, 1):
        desk.s.bag[desk.s.display[box] - 1] += 1
        desk.s.display[box] = 0
    while bag is not None and sum(desk.s.bag) > bag:
        colour = next(n for n, count in enumerate(desk.s.bag) if count)
        desk.s.bag[colour] -= 1
        desk.s.gone[colour] += 1
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    return desk


@pytest.mark.rule("germany.growth.berlin", "germany.growth.berlin-when")
@pytest.mark.parametrize("turn", [1, 4, 5, 10])
def test_berlin_gets_one_cube_from_the_bag_every_turn_before_production(turn: int) -> None:
    desk = growing(turn)
    assert desk.asked == ("extra-cube", NATURE)
    colours = [colour for n, colour in enumerate(COLOURS) for _ in range(desk.s.bag[n])]
    assert desk.refusal(f"draw {colours[0]} {colours[1]}") is refusals.WRONG_DRAW
    had, bag, display = desk.cubes("Berlin"), sum(desk.s.bag), bytes(desk.s.display)
    desk.act(f"draw {colours[0]}")
    assert sorted(desk.cubes("Berlin")) == sorted([*had, colours[0]])
    assert sum(desk.s.bag) == bag - 1 and bytes(desk.s.display) == display
    assert desk.asked[0] == "produce"
    desk.act("decline")
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.production-drawn", "germany.growth.berlin-when")
@pytest.mark.parametrize("bag", [0, 1])
def test_where_berlin_takes_the_last_cube_production_is_not_asked(bag: int) -> None:
    desk = growing(3, bag)
    desk.act(desk.says()[0])
    assert not any(desk.s.bag)
    assert desk.asked == ("grow", NATURE)


@pytest.mark.rule("base.action.production-drawn", "base.action.production-few")
def test_what_berlin_leaves_is_what_production_draws() -> None:
    desk = growing(3, bag=2)
    desk.act(desk.says()[0])
    assert desk.asked[0] == "produce"
    desk.act("produce")
    assert desk.asked == ("production", NATURE) and len(desk.says()[0].split()) == 2
    desk.act(desk.says()[0])
    assert desk.asked[0] == "stock"
    desk.act(desk.says()[0])
    assert desk.asked == ("grow", NATURE)


# Engineer -------------------------------------------------------------------------------------------------

NINE, TWO, THREE = "build L9 NE-NW", "build E5 SE-NW", "build C7 SE-S"
"""Three links of one tile each: Dresden–Breslau for $9, Bremen–Hannover for $2, Essen–Köln for $3."""


@pytest.mark.rule("germany.action.engineer")
@pytest.mark.parametrize("order", list(permutations((NINE, TWO, THREE))))
def test_the_engineer_pays_half_for_the_dearest_tile_in_whatever_order(order: tuple[str, ...]) -> None:
    assert sum(paid(building("engineer"), *order)) == 2 + 3 + 5
    assert sum(paid(building("locomotive"), *order)) == 2 + 3 + 9


@pytest.mark.rule("germany.action.engineer")
def test_half_the_price_is_rounded_up_and_the_discount_is_had_once() -> None:
    assert paid(building("engineer"), THREE) == [2]
    assert paid(building("engineer"), TWO) == [1]
    assert paid(building("engineer"), NINE, THREE, TWO) == [5, 3, 2]
    assert paid(building("engineer"), TWO, "build D8 N-NW") == [1, 2]


@pytest.mark.rule("germany.action.engineer")
def test_the_engineer_builds_no_fourth_tile() -> None:
    desk = building("engineer", builds=9)
    assert desk.game.rules.builds_allowed(desk.s, 0) == 3
    desk.act(NINE, TWO, THREE)
    assert desk.refusal("build D8 N-NW") is refusals.NO_BUILDS_LEFT


@pytest.mark.rule("germany.action.engineer")
def test_the_discount_comes_again_in_the_next_build_and_only_for_the_engineer() -> None:
    desk = building("engineer")
    desk.act(NINE, "done")
    before = desk.s.cash[1]
    desk.act(TWO, "done")
    assert before - desk.s.cash[1] == 2
    desk.s.held = [(), (), (desk.board.actions.index("engineer"),)]
    before = desk.s.cash[2]
    desk.act(THREE, "done")
    assert before - desk.s.cash[2] == 2


@pytest.mark.rule("germany.action.engineer-scope")
def test_the_engineer_pays_half_for_a_replaced_tile() -> None:
    for action, price in (("engineer", 2), ("locomotive", 3)):
        desk = building(action)
        desk.put("I5", "SE-N", 1)
        desk.put("Rostock", "S", 1)
        desk.put("H5", "NE-S", 0)
        desk.put("Magdeburg", "N", 0)
        desk.put("J4", "SW-S", 0)
        assert paid(desk, "build I5 SE-N/SW-NE") == [price]


@pytest.mark.rule("germany.action.engineer-scope")
def test_the_engineer_pays_half_for_a_redirected_tile() -> None:
    for action, price in (("engineer", 1), ("locomotive", 2)):
        desk = building(action)
        desk.put("E5", "NW-S", 0)
        assert paid(desk, TWO) == [price]


@pytest.mark.rule("germany.action.engineer-scope")
def test_the_direct_link_is_not_halved_and_does_not_use_the_discount_up() -> None:
    assert paid(building("engineer"), RHINE_RUHR, NINE, TWO) == [2, 5, 2]
    assert paid(building("engineer"), NINE, RHINE_RUHR, TWO) == [5, 2, 2]
    assert paid(building("engineer"), RHINE_RUHR, TWO, NINE) == [2, 1, 6]


# Prices ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("germany.cost.printed")
@pytest.mark.parametrize(
    ("sentence", "price"),
    [
        (NINE, 9),
        ("build L8 SE-SW", 9),
        ("build B8 SW-NE", 7),
        (TWO, 2),
        (THREE, 3),
    ],
)
def test_the_printed_number_is_the_price_of_a_simple_tile(sentence: str, price: int) -> None:
    assert paid(building(), sentence) == [price]
    assert building(cash=price - 1).refusal(sentence) is refusals.CANNOT_AFFORD
    assert building(cash=price).refusal(sentence) is None


# Complete links only --------------------------------------------------------------------------------------


@pytest.mark.rule("germany.build.complete-only", "germany.build.feasible")
def test_a_build_cannot_end_while_an_end_is_open_and_ends_when_the_link_is_complete() -> None:
    desk = building()
    assert desk.refusal("done") is None
    desk.act("build E6 NE-SW")
    assert desk.refusal("done") is STILL_OPEN
    assert "your track on E6 is still open" in desk.why("done")
    assert "done" not in desk.says()
    desk.act("build D6 NE-S")
    assert "done" in desk.says()
    desk.act("done")
    assert desk.asked == ("build", 1)
    assert desk.owner("E6", "NE") == desk.owner("D6", "S") == 0


@pytest.mark.rule("germany.build.complete-only")
def test_open_track_of_others_does_not_keep_a_build_from_ending() -> None:
    desk = building()
    desk.put("E6", "NE-SW", 1)
    desk.put("J6", "N-S", None)
    assert desk.refusal("done") is None


@pytest.mark.rule("germany.build.complete-only")
def test_three_tiles_at_most_are_built() -> None:
    desk = building()
    desk.act(NINE, TWO, THREE)
    assert desk.refusal("build D8 N-NW") is refusals.NO_BUILDS_LEFT
    assert desk.says() == ["done"]


@pytest.mark.rule("germany.build.feasible")
@pytest.mark.parametrize(("builds", "refusal"), [(1, NO_END), (2, None), (3, None)])
def test_an_open_end_needs_a_build_left_to_complete_it(builds: int, refusal: Refusal | None) -> None:
    desk = building(builds=builds)
    assert desk.refusal("build E6 NE-SW") is refusal
    assert ("build E6 NE-SW" in desk.says()) == (refusal is None)


@pytest.mark.rule("germany.build.feasible")
@pytest.mark.parametrize(
    ("action", "cash", "refusal"),
    [
        ("locomotive", 1, refusals.CANNOT_AFFORD),
        ("locomotive", 3, NO_END),
        ("locomotive", 4, None),
        ("engineer", 0, refusals.CANNOT_AFFORD),
        ("engineer", 2, NO_END),
        ("engineer", 3, None),
    ],
)
def test_an_open_end_needs_the_cash_to_complete_it(action: str, cash: int, refusal: Refusal | None) -> None:
    desk = building(action, cash=cash)
    assert desk.refusal("build E6 NE-SW") is refusal
    assert ("build E6 NE-SW" in desk.says()) == (refusal is None)


@pytest.mark.rule("germany.build.feasible")
def test_an_end_that_three_tiles_cannot_complete_is_refused() -> None:
    desk = building()
    # From Munich by H14 and I15 nothing is near: Passau is the third hex, and its town tile the fourth.
    assert desk.refusal("build H14 N-SE") is NO_END
    assert "could not be finished" in desk.why("build H14 N-SE")
    assert desk.refusal("build I13 SW-NE") is None


@pytest.mark.rule("germany.build.feasible")
def test_a_tile_that_strands_an_end_of_this_build_is_refused() -> None:
    desk = building(builds=2)
    desk.put("E6", "NE-SW", 0)
    assert desk.refusal(TWO) is None
    desk.act(TWO)
    assert desk.refusal("build D8 N-NW") is NO_END
    assert desk.refusal("build D6 NE-S") is None
    assert desk.refusal("build D6 NE-SE") is NO_END


@pytest.mark.rule("germany.build.feasible")
def test_an_end_in_a_hex_without_a_fitting_tile_is_refused() -> None:
    desk = building(builds=2)
    assert desk.refusal("build F6 N-S") is None
    layouts = desk.board.tiles.layouts
    plain = {tile for layout in layouts if layout.family == "simple" for tile in layout.tiles}
    desk.s.supply[-1] = 0
    for tile in {tile for layout in layouts if layout.family == "town" for tile in layout.tiles} - plain:
        desk.s.supply[tile] = 0
    assert desk.refusal("build F6 N-S") is NO_END


@pytest.mark.rule("germany.build.feasible")
def test_an_unused_exit_of_a_town_tile_is_an_open_end() -> None:
    desk = building()
    desk.act("build F6 N-S")
    assert desk.refusal("done") is STILL_OPEN
    assert desk.refusal("build Kassel N/NW") is None
    desk.act("build Kassel N/NW")
    assert desk.refusal("done") is STILL_OPEN
    desk.act("build E7 SE-SW", "done")
    assert desk.asked == ("build", 1)
    desk = building(builds=2)
    desk.act("build F6 N-S")
    assert desk.refusal("build Kassel N/NW") is NO_END
    desk.act("build Kassel N", "done")


@pytest.mark.rule("germany.build.feasible")
def test_the_direct_link_may_not_use_up_what_an_open_end_needs() -> None:
    desk = building()
    desk.act("build E6 NE-SW")
    assert desk.refusal(RHINE_RUHR) is None
    desk.act(TWO)
    assert desk.refusal(RHINE_RUHR) is NO_END
    desk = building(cash=5)
    desk.act("build E6 NE-SW")
    assert desk.refusal(RHINE_RUHR) is NO_END
    desk = building(cash=6)
    desk.act("build E6 NE-SW")
    assert desk.refusal(RHINE_RUHR) is None


@pytest.mark.rule("germany.build.feasible")
def test_two_ends_of_one_tile_may_be_completed_by_joining_them() -> None:
    desk = building()
    assert desk.refusal("build D8 N-SW/S-NW") is None
    desk.act("build D8 N-SW/S-NW", "build C9 NE-SE", "build D9 N-NW", "done")
    assert desk.game.rules.sections(desk.s, 0) == 4
    assert building(builds=2).refusal("build D8 N-SW/S-NW") is NO_END


@pytest.mark.rule("germany.build.feasible")
def test_an_open_end_is_refused_also_if_the_direct_link_was_the_first_thing_built() -> None:
    desk = building(builds=2)
    desk.put("E6", "NE-SW", None)
    assert not desk.s.begun[0]
    assert desk.refusal("build D6 NE-SE") is refusals.FIRST_TILE
    assert desk.says()
    desk.act(RHINE_RUHR)
    assert desk.refusal("build D6 NE-S") is None
    assert desk.refusal("build D6 NE-SE") is NO_END


class Lax(Germany):
    """Germany without its own say about building: the moves among which the oracle searches."""

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        return None

    def allowed(self, s: SteamState, seat: int, builds: Sequence[Build]) -> list[Build]:
        return list(builds)

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        return Rules.link_problem(self, s, seat, a)

    def urbanize_problem(self, s: SteamState, seat: int, a: Urbanize) -> Refusal | None:
        return None


def waiting(lax: Lax, s: SteamState, seat: int) -> set[int]:
    """The hexes at which open ends of a seat point."""
    board = lax.board
    return {
        board.across[side] // 6
        for side in range(6 * board.size)
        if s.rail[side] == FIRST_SEAT + seat and s.rail[board.across[side]] == 0
    }


def said(lax: Lax, s: SteamState, a: Any) -> SteamState:
    """The position after an action, whatever Germany says about it."""
    after = s.copy()
    BuildDecision().apply(lax, after, after.agenda[0], a)
    return after


def next_actions(lax: Lax, s: SteamState, hexes: set[int]) -> Iterator[Any]:
    """Everything but for Germany's own say that goes on these hexes, and New Cities that give back a tile."""
    due, tiles = s.agenda[0], lax.board.tiles
    candidates: list[Any] = []
    for hex in sorted(hexes):
        layouts = tiles.in_towns if s.kind[hex] == IN_TOWN else tiles.outside
        candidates += [Build(hex, layout) for layout in layouts]
    towns = [hex for hex in range(lax.board.size) if s.kind[hex] == IN_TOWN and (hex in hexes or s.tile[hex])]
    candidates += [Urbanize(hex, s.new_cities.index(-1)) for hex in towns if -1 in s.new_cities]
    yield from (a for a in candidates if BuildDecision().why_not(lax, s, due, a) is None)


def finishes(lax: Lax, s: SteamState, seat: int) -> bool:
    """Whether some sequence of actions leaves no open end: an open end needs something on its hex."""
    hexes = waiting(lax, s, seat)
    if len(hexes) > s.agenda[0].a and not s.agenda[0].b:
        return False
    return not hexes or any(finishes(lax, said(lax, s, a), seat) for a in next_actions(lax, s, hexes))


@pytest.mark.rule("germany.build.feasible")
@pytest.mark.parametrize(
    ("action", "cash", "anytime", "seed"),
    [
        ("locomotive", 100, "off", 1),
        ("locomotive", 6, "off", 2),
        ("engineer", 5, "off", 3),
        ("engineer", 9, "off", 4),
        ("urbanization", 7, "on", 5),
        ("urbanization", 100, "off", 6),
    ],
)
def test_a_tile_is_refused_exactly_if_no_sequence_completes_its_ends(
    action: str, cash: int, anytime: str, seed: int
) -> None:
    rng = random.Random(seed)
    desk = building(action, cash, options={"urbanize-anytime": anytime})
    desk.put("I6", "N-SW", 1)
    desk.put("Magdeburg", "NE/NW", 1, 0)
    desk.put("G6", "SE-NW", 0)
    desk.put("I5", "S-SE", 1)
    lax = Lax(desk.board, desk.game.rules.chosen)
    judged = {True: 0, False: 0}
    for _ in range(3):
        s = desk.s
        every = [a for a in BuildDecision().options(lax, s, s.agenda[0]) if isinstance(a, Build)]
        near = [a for a in every if a.hex in waiting(lax, s, 0)]
        listed = {a for a in desk.game.options(s) if isinstance(a, Build)}
        assert listed <= set(every)
        for a in {*near, *rng.sample(every, min(40, len(every)))}:
            expected = finishes(lax, said(lax, s, a), 0)
            judged[expected] += 1
            assert (desk.game.why_not(s, a) is None) == expected == (a in listed), desk.game.say(a)
        leaving_open = [a for a in sorted(listed, key=str) if waiting(lax, said(lax, s, a), 0)]
        choices = leaving_open or sorted(listed, key=str)
        if not choices:
            break
        desk.act(desk.game.say(rng.choice(choices)))
    assert all(judged.values()), judged


def eager_positions(game: AgeOfSteam, seed: int) -> Iterator[SteamState]:
    """Every position before a build of a game whose players have money and build whatever they can."""
    rng = random.Random(seed)
    s = game.start(rng.choice((3, 4, 5, 6)))
    while not s.over and s.turn < 5:
        due = s.agenda[0]
        if due.seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        if due.kind == "build" and not s.built:
            s.cash[due.seat], s.income[due.seat] = rng.choice((3, 8, 15, 30)), 20
        if due.kind == "build" and due.a:
            yield s
        options = game.options(s)
        if due.kind == "build":
            options = [a for a in options if isinstance(a, Build)] or options
        game.apply(s, rng.choice(options))


@pytest.mark.rule("germany.build.feasible")
@pytest.mark.parametrize("anytime", ["off", "on"])
# In 40 a New City far away gives back the only tile, in 88 the second of two that are needed.
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 40, 88])
def test_whatever_happened_before_a_tile_is_refused_exactly_if_its_ends_cannot_be_completed(
    seed: int, anytime: str
) -> None:
    game = load("germany", {"urbanize-anytime": anytime})
    lax, rng = Lax(game.board, game.rules.chosen), random.Random(seed)
    compared = 0
    for s in eager_positions(game, seed):
        if seed % 2 and not s.built:
            # Few tiles are left, and none of some.
            s.supply[:] = bytes(min(count, rng.choice((0, 1, 1, 2, 9))) for count in s.supply)
        every = [a for a in BuildDecision().options(lax, s, s.agenda[0]) if isinstance(a, Build)]
        listed = {a for a in game.options(s) if isinstance(a, Build)}
        for a in rng.sample(every, min(10, len(every))):
            assert (a in listed) == finishes(lax, said(lax, s, a), s.agenda[0].seat), game.say(a)
            compared += 1
    assert compared > 50


@pytest.mark.rule("germany.build.feasible")
def test_what_may_be_built_does_not_depend_on_the_positions_that_were_looked_at_before() -> None:
    game = load("germany")
    positions = [s.copy() for seed in (4, 5) for s in eager_positions(game, seed)]
    rng = random.Random(1)
    for s in rng.sample(positions, 60):
        if rng.random() < 0.5:
            s.supply[:] = bytes(rng.choice((0, 1, 2, count)) for count in s.supply)
        listed, kept = game.options(s), game.rules.ahead
        game.rules.ahead = Ahead(game.rules)
        assert listed == game.options(s.copy())
        game.rules.ahead = kept


# New Cities -----------------------------------------------------------------------------------------------


@pytest.mark.rule("germany.build.urban")
def test_urbanizing_completes_track_that_ends_at_the_town() -> None:
    desk = building("urbanization")
    desk.put("F6", "N-S", 0)
    assert desk.refusal("done") is STILL_OPEN
    desk.act("urbanize Kassel A", "done")
    assert desk.owner("F6", "S") == 0
    assert desk.game.rules.sections(desk.s, 0) == 1


@pytest.mark.rule("germany.build.urban")
def test_the_exits_that_urbanizing_removes_are_gone() -> None:
    desk = building("urbanization")
    desk.put("F6", "N-S", 0)
    desk.put("Kassel", "N/S", 0)
    assert desk.refusal("done") is STILL_OPEN
    desk.act("urbanize Kassel A", "done")
    assert desk.asked == ("build", 1)
    assert desk.owner("F6", "S") == 0


@pytest.mark.rule("germany.build.urban", "germany.build.feasible")
def test_an_end_that_only_the_new_city_can_complete_keeps_it_from_going_elsewhere() -> None:
    desk = building("urbanization", cash=3, options={"urbanize-anytime": "on"})
    desk.act("build F6 N-S")
    assert desk.refusal("urbanize Hamburg A") is NO_END
    assert desk.refusal("done") is STILL_OPEN
    desk.act("urbanize Kassel A", "done")
    assert desk.game.rules.sections(desk.s, 0) == 1
    assert building("locomotive", cash=3).refusal("build F6 N-S") is NO_END


@pytest.mark.rule("germany.build.feasible", "base.urban.none")
def test_when_all_new_cities_stand_no_end_can_wait_for_one() -> None:
    desk = building("urbanization", cash=3, options={"urbanize-anytime": "on"})
    rules, s, near = desk.game.rules, desk.s, ("Kassel", "Magdeburg", "Würzburg", "Leipzig")
    towns = [hex for hex in range(desk.board.size) if s.kind[hex] == IN_TOWN]
    far = [hex for hex in towns if desk.board.words[hex] not in near]
    for city in range(len(s.new_cities)):
        rules.do_urbanize(s, 1, Urbanize(far[city], city))
    s.agenda[0] = Due("build", 0, 3, rules.new_cities_allowed(s, 0))
    assert desk.refusal("build F6 N-S") is NO_END
    assert desk.refusal("urbanize Kassel A") is refusals.CITY_PLACED


@pytest.mark.rule("germany.build.urban", "germany.build.feasible")
def test_one_new_city_completes_two_ends_of_which_one_is_still_on_its_way() -> None:
    desk = building("urbanization", cash=6, options={"urbanize-anytime": "on"})
    desk.act("build K8 S-NE")
    assert desk.refusal("build J6 N-SE") is None
    desk.act("build J6 N-SE", "build K7 NW-SE", "urbanize Görlitz A", "done")
    assert desk.game.rules.sections(desk.s, 0) == 3
    desk = building("locomotive", cash=6)
    desk.act("build K8 S-NE")
    assert desk.refusal("build J6 N-SE") is NO_END


@pytest.mark.rule("germany.build.urban", "germany.build.feasible")
def test_an_end_that_the_new_city_will_complete_leaves_cash_for_the_direct_link() -> None:
    desk = building("urbanization", cash=5, options={"urbanize-anytime": "on"})
    desk.act("build F6 N-S")
    desk.act(RHINE_RUHR)
    assert desk.s.cash[0] == 0
    assert desk.refusal("done") is STILL_OPEN
    desk.act("urbanize Kassel A", "done")


ACUTE = {
    "Hamburg": "SE/S",
    "Rostock": "NE/SE",
    "Szczecin": "N/NE",
    "Magdeburg": "N/NE",
    "Kassel": "N/NE",
    "Görlitz": "SE/S",
    "Leipzig": "N/NE",
}
"""Towns on which all seven acute tiles can lie."""


@pytest.mark.rule("germany.build.feasible", "germany.build.urban")
@pytest.mark.parametrize(
    "sentences",
    [
        ("build F4 NE-S", "urbanize Hamburg A", "build G4 SW-NW"),
        ("build L3 NE-SW", "urbanize Szczecin A", "build K4 NE-SE"),
        ("build E5 S-NW", "urbanize Hamburg A", "build E6 N-NE"),
        ("build J4 N-S", "urbanize Hamburg A", "build J3 S-SW"),
    ],
)
def test_the_tile_that_a_new_city_gives_back_completes_a_link(sentences: tuple[str, ...]) -> None:
    first, city, last = sentences
    desk = building("urbanization", builds=2, options={"urbanize-anytime": "on"})
    for town, exits in ACUTE.items():
        desk.put(town, exits, None)
    assert first in desk.says()
    desk.act(first)
    assert desk.refusal(last) is refusals.OUT_OF_TILES
    desk.act(city, last, "done")
    assert desk.asked == ("build", 1)
    late = building("urbanization", builds=2)
    for town, exits in ACUTE.items():
        late.put(town, exits, None)
    assert late.refusal(first) is NO_END, "a New City before the first tile comes too early"


@pytest.mark.rule("germany.build.feasible", "base.setup.supply-limit")
def test_the_tile_that_is_replaced_for_one_end_completes_the_other() -> None:
    desk = building()
    desk.put("B5", "S-SW", 1)
    desk.put("B6", "N-NE", 1)
    for town in list(ACUTE)[:5]:
        desk.put(town, ACUTE[town], None)
    assert "build C7 SE-SW/S-NW" in desk.says()
    desk.act("build C7 SE-SW/S-NW")
    assert desk.refusal("build B7 NE-SE") is refusals.OUT_OF_TILES
    desk.act("build B6 N-NE/SE-NW", "build B7 NE-SE", "done")


# The direct link ------------------------------------------------------------------------------------------


@pytest.mark.rule("germany.link.rhine-ruhr")
def test_the_direct_link_costs_two_and_counts_as_one_tile_and_one_section() -> None:
    desk = building()
    assert paid(desk, RHINE_RUHR) == [2]
    assert desk.game.rules.sections(desk.s, 0) == 1
    desk.act(NINE, TWO)
    assert desk.refusal(THREE) is refusals.NO_BUILDS_LEFT
    desk = building()
    desk.act(NINE, TWO, THREE)
    assert desk.refusal(RHINE_RUHR) is refusals.NO_BUILDS_LEFT
    assert building(cash=1).refusal(RHINE_RUHR) is refusals.CANNOT_AFFORD
    assert building(cash=2).refusal(RHINE_RUHR) is None


@pytest.mark.rule("germany.link.rhine-ruhr", "germany.link.one-owner")
@pytest.mark.parametrize("owner", [0, 1])
def test_goods_move_over_the_direct_link_for_its_owner(owner: int) -> None:
    desk = moving()
    desk.set_cubes(ESSEN, "red")
    sentence = f"deliver {ESSEN} red {KOELN}"
    assert desk.refusal(sentence) is refusals.NO_LINK
    desk.s.link_owners[0] = FIRST_SEAT + owner
    desk.s.link_table = None
    desk.act(sentence)
    assert desk.s.income == [int(seat == owner) for seat in range(3)]


@pytest.mark.rule("germany.link.one-owner")
def test_the_direct_link_is_sold_once() -> None:
    desk = building()
    desk.act(RHINE_RUHR)
    assert desk.refusal(RHINE_RUHR) is refusals.LINK_SOLD
    desk.act("done")
    assert desk.asked == ("build", 1)
    assert desk.refusal(RHINE_RUHR) is refusals.LINK_SOLD
    assert not [say for say in desk.says() if say.startswith("connect")]
    assert desk.s.link_owners[0] == FIRST_SEAT
