"""Italy: one whole link a turn by the cheapest way, shares at $3, black cubes that cost income."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Issue
from footplate.age_of_steam.board import CITY_SIDE, IN_CITY, Board
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import BLACK, COLOURS, STRIDE, unmask
from footplate.age_of_steam.maps.italy import (
    ENOUGH,
    NO_BLACK,
    NO_SHARE,
    NO_SUCH_LINK,
    NOT_CHEAPEST,
    STILL_OPEN,
    TOO_MANY,
    TWO_CITIES,
    Italy,
    Join,
)
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.phases.income import ReduceIncome
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, Unreadable
from footplate.core.table import Table
from tests.desk import NAMES, Desk, accepted, refused
from tests.desk import building as desk_building

OTHERS = ("locomotive", "production", "turn-order")
ROMA_NAPOLI = ("L12", "M13", "N13")


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    return desk_building(*(actions or OTHERS), map="italy")


def joined(desk: Desk) -> list[str]:
    """The links that may be built now."""
    return [say for say in desk.says() if say.startswith("join")]


def paid(desk: Desk, *sentences: str) -> int:
    """What the seat that builds pays for these."""
    seat, before = desk.asked[1], list(desk.s.cash)
    desk.act(*sentences)
    return before[seat] - desk.s.cash[seat]


def moving(*owners: int | None) -> Desk:
    """Seat 0 is about to move over Trento – Verona – Bologna – Firenze; no cube lies in any city."""
    desk = building()
    for hex, tracks, owner in zip(("H3", "H5", "I7"), ("N-S", "N-SE", "N-S"), owners):
        desk.put(hex, tracks, owner)
    desk.go_to("move", 0)
    desk.s.engine, desk.s.income = [6] * 3, [5] * 3
    for hex in range(desk.board.size):
        if desk.s.kind[hex] == IN_CITY:
            desk.set_cubes(desk.board.words[hex])
    return desk


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.setup.cubes")
def test_cities_are_filled_without_black_cubes_then_the_display_with_them() -> None:
    game = load("italy")
    table = Table(game, NAMES[:3], None)
    table.act("order 1 2 3")
    s = table.state
    assert s.agenda[0].kind == "fill-cities" and not s.bag[BLACK]
    assert game.why_not(s, game.read(s, "draw" + " black" * 36)) is refusals.WRONG_DRAW
    table.act("draw" + " red" * 10 + " blue" * 10 + " purple" * 10 + " yellow" * 6)
    s = table.state
    assert s.agenda[0].kind == "fill-display" and s.bag[BLACK] == 16
    special = {"Roma": 4, "Milano": 3, "Napoli": 3, "Venezia": 3, "Firenze": 3}
    for hex in range(game.board.size):
        if s.kind[hex] == IN_CITY:
            there = sum(s.cubes[STRIDE * hex : STRIDE * hex + STRIDE])
            assert there == special.get(game.board.words[hex], 2)
    assert s.agenda[0].a == len(s.display) == 12 * 3 + 4 * 2


@pytest.mark.rule("italy.columns")
def test_columns_a_to_d_feed_four_cities_with_the_light_numbers_3_to_6() -> None:
    board = load("italy").board
    letters = {column.name: column for column in board.columns if len(column.name) == 1}
    assert [(c.name, c.half, c.die, c.boxes, board.words[c.hex]) for c in letters.values()] == [
        ("A", 0, 3, 2, "Trento"),
        ("B", 0, 4, 2, "Verona"),
        ("C", 0, 5, 2, "Livorno"),
        ("D", 0, 6, 2, "Ancona"),
    ]
    desk = building()
    desk.go_to("move")
    desk.table.nature = None
    while desk.asked[0] == "move":
        desk.act("pass")
    trento, milano = len(desk.cubes("Trento")), len(desk.cubes("Milano"))
    desk.act("roll 3 1 2")
    assert len(desk.cubes("Trento")) == trento + 1 and len(desk.cubes("Milano")) == milano + 1


@pytest.mark.rule("italy.production")
def test_production_has_no_boxes_of_new_cities() -> None:
    board = load("italy").board
    assert not board.new_cities and not {column.name for column in board.columns} & set("EFGH")
    desk = building("production", "locomotive", "turn-order")
    desk.s.bag[desk.s.display[0] - 1] += 1
    desk.s.display[0] = 0
    desk.go_to("produce")
    desk.act("produce")
    with pytest.raises(Unreadable):
        desk.refusal("stock red E 1")


@pytest.mark.rule("italy.roma")
def test_blue_and_red_stop_in_roma_which_grows_by_two_numbers() -> None:
    board = load("italy").board
    roma = board.read_hex("Roma")
    assert set(unmask(board.demand[roma])) == {"blue", "red"}
    assert [column.name for column in board.columns if column.hex == roma] == ["dark-1", "dark-2"]
    desk = building()
    for hex, tracks in (("I9", "N-SE"), ("J9", "S-NW"), ("J10", "N-S"), ("J11", "N-SE")):
        desk.put(hex, tracks, 0)
    for hex in ROMA_NAPOLI:
        desk.put(hex, "NW-SE", 0)
    desk.go_to("move", 0)
    desk.s.engine[0] = 6
    desk.set_cubes("Firenze", "blue", "red", "yellow")
    for colour in ("blue", "red"):
        assert desk.refusal(f"deliver Firenze {colour} Roma Napoli") is refusals.MUST_STOP
        assert accepted(desk, f"deliver Firenze {colour} Roma")
    assert desk.refusal("deliver Firenze yellow Roma") is refusals.WRONG_CITY
    assert accepted(desk, "deliver Firenze yellow Roma Napoli")


# Shares ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.issue.no-limit")
def test_there_is_no_limit_to_shares() -> None:
    desk = Desk("italy")
    desk.s.shares[0] = 40
    before = desk.s.cash[0]
    desk.act("issue 20")
    assert desk.s.shares[0] == 60 and desk.s.cash[0] == before + 100
    assert refused(desk, "issue 21") is TOO_MANY
    assert "no limit" in desk.why("issue 21")
    assert desk.asked == ("issue", 0), "twenty are the most at a time, not in all"
    desk.act("issue 20", "issue 3")
    assert desk.s.shares[0] == 83 and desk.s.cash[0] == before + 215 and desk.asked == ("issue", 1)


@pytest.mark.rule("italy.issue.extra", "italy.issue.extra-when", "italy.issue.extra-turns")
def test_shares_bring_three_dollars_on_ones_turn_to_bid_again_and_again() -> None:
    desk = Desk("italy")
    desk.act(*["issue 0"] * 3)
    assert desk.asked == ("bid", 0)
    desk.s.cash[0] = 0
    desk.act("issue 3", "issue 3", "issue 1")
    assert desk.asked == ("bid", 0)
    assert (desk.s.cash[0], desk.s.shares[0]) == (21, 9)
    assert desk.refusal("issue 0") is NO_SHARE and desk.refusal("issue 4") is TOO_MANY
    assert [text for text in desk.says() if text.startswith("issue")] == ["issue 1", "issue 2", "issue 3"]
    desk.act("bid 21")
    assert desk.asked == ("bid", 1)


@pytest.mark.rule("italy.issue.extra-when")
def test_nobody_drops_out_for_lack_of_cash_without_being_asked() -> None:
    desk = Desk("italy")
    desk.act(*["issue 0"] * 3)
    desk.act("bid 10")
    desk.s.cash[1] = 0
    assert desk.asked == ("bid", 1)
    assert desk.refusal("bid 11") is refusals.BID_TOO_HIGH
    desk.act("issue 3", "issue 1", "bid 12", "drop")
    assert desk.asked == ("bid", 0)


@pytest.mark.rule("italy.issue.extra", "italy.issue.extra-turns")
def test_shares_bring_three_dollars_in_ones_own_build() -> None:
    desk = building()
    desk.s.cash[0] = 1
    assert joined(desk) == []
    desk.act("issue 2")
    assert (desk.asked, desk.s.cash[0], desk.s.shares[0]) == (("build", 0), 7, 4)
    assert "join Roma Napoli" in joined(desk)


def before_expenses(cash: int, income: int) -> Desk:
    """Two players can pay; seat 1 has this cash and income, 4 shares and engine 1."""
    desk = building()
    desk.go_to("move", 0)
    desk.s.cash, desk.s.income, desk.s.shares, desk.s.engine = (
        [50, cash, 50],
        [0, income, 0],
        [4] * 3,
        [1] * 3,
    )
    while desk.asked[0] == "move":
        desk.act("pass")
    return desk


@pytest.mark.rule("italy.issue.extra", "italy.issue.extra-when", "italy.issue.extra-turns")
def test_who_cannot_pay_expenses_may_issue_shares_first_and_each_is_an_expense_too() -> None:
    desk = before_expenses(cash=0, income=0)
    assert desk.asked == ("expenses", 1)
    assert desk.says() == ["issue 0", "issue 1", "issue 2", "issue 3"]
    assert desk.refusal("issue 4") is ENOUGH
    desk.act("issue 3")
    assert (desk.s.shares[1], desk.s.cash[1], desk.s.out[1]) == (7, 1, 0)


@pytest.mark.rule("italy.issue.extra-turns")
def test_shares_before_expenses_are_issued_in_player_order() -> None:
    desk = building()
    desk.go_to("move", 0)
    desk.s.order, desk.s.cash, desk.s.income = [2, 0, 1], [0, 50, 0], [0, 0, 0]
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.asked == ("expenses", 2)
    desk.act("issue 1")
    assert desk.asked == ("expenses", 0)


@pytest.mark.rule("italy.issue.extra-turns")
def test_nobody_is_forced_to_issue_even_to_stay_in_the_game() -> None:
    desk = before_expenses(cash=1, income=1)
    desk.act("issue 0")
    assert desk.s.out[1] == 1 and desk.s.shares[1] == 4


def test_who_can_pay_expenses_is_not_asked() -> None:
    assert before_expenses(cash=5, income=0).asked[0] != "expenses"


# Actions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.action.engineer")
def test_the_engineer_pays_nothing_for_the_dearest_tile() -> None:
    assert paid(building(), "join Bologna Livorno") == 6
    assert paid(building("engineer", *OTHERS[1:]), "join Bologna Livorno") == 2
    assert paid(building("engineer", *OTHERS[1:]), "join Trento Verona") == 0
    desk = building("engineer", *OTHERS[1:])
    desk.s.cash[0] = 2
    assert accepted(desk, "join Bologna Livorno") and not accepted(desk, "join Roma Napoli")
    desk.s.cash[0] = 1
    assert refused(desk, "join Bologna Livorno") is refusals.CANNOT_AFFORD


@pytest.mark.rule("italy.action.engineer", "italy.build.cheapest")
def test_the_way_is_compared_before_the_engineers_free_tile() -> None:
    # Three ways cost $10; without its dearest tile the one over H6 would be $6, and the others $7.
    desk = building("engineer", *OTHERS[1:])
    desk.act("join Verona Firenze")
    assert desk.asked == ("way", 0)
    assert desk.says() == ["any", "over G5", "over H5"]


def exchanging(*, city: str = "", box: int = -1) -> Desk:
    """Seat 0 may exchange; the only black cubes lie in this city or this box."""
    desk = building("urbanization", *OTHERS[1:])
    s = desk.s
    for hex in range(desk.board.size):
        s.bag[BLACK] += s.cubes[STRIDE * hex + BLACK]
        s.cubes[STRIDE * hex + BLACK] = 0
    for n, colour in enumerate(s.display):
        if colour == BLACK + 1:
            s.bag[BLACK], s.display[n] = s.bag[BLACK] + 1, 0
    if city:
        s.bag[BLACK] -= 1
        s.cubes[STRIDE * desk.hex(city) + BLACK] += 1
    if box >= 0:
        s.bag[s.display[box] - 1] += bool(s.display[box])
        s.bag[BLACK] -= 1
        s.display[box] = BLACK + 1
    desk.table.nature = None
    return desk


@pytest.mark.rule("italy.action.urbanization", "italy.action.urbanization-order")
def test_a_black_cube_is_exchanged_twice_at_the_start_of_the_build() -> None:
    desk = exchanging(city="Roma", box=3)
    assert desk.asked == ("exchange", 0)
    assert desk.says() == ["decline", "exchange Roma", "exchange light-2 1"]
    assert desk.refusal("exchange Milano") is NO_BLACK
    bag = desk.s.bag[BLACK]
    desk.act("exchange Roma")
    assert desk.asked == ("exchange-draw", NATURE) and desk.s.bag[BLACK] == bag + 1
    roma = len(desk.cubes("Roma"))
    desk.act("draw red")
    assert len(desk.cubes("Roma")) == roma + 1 and "black" not in desk.cubes("Roma")
    assert desk.asked == ("exchange", 0)
    desk.act("exchange light-2 1", "draw black")
    assert desk.s.display[3] == BLACK + 1
    assert desk.asked == ("build", 0), "twice is all"


@pytest.mark.rule("italy.action.urbanization")
def test_the_second_exchange_may_be_declined_and_is_not_asked_without_black_cubes() -> None:
    desk = exchanging(city="Roma", box=3)
    desk.act("exchange Roma", "draw blue", "decline")
    assert desk.asked == ("build", 0)
    desk = exchanging(city="Roma")
    desk.act("exchange Roma")
    assert desk.game.position(desk.s.to_json(), 3) == desk.s, "saved before the cube is drawn"
    desk.act("draw blue")
    assert desk.asked == ("build", 0)
    desk = exchanging(city="Roma")
    desk.act("exchange Roma", "draw black")
    assert desk.asked == ("exchange", 0)


# Building -------------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.build.one-link", "italy.build.whole")
def test_one_link_a_turn_is_built_whole_and_ends_the_build() -> None:
    desk = building()
    assert paid(desk, "join Roma Napoli") == 7
    assert desk.asked == ("build", 1)
    assert all(desk.owner(hex, "NW") == 0 for hex in ROMA_NAPOLI)
    assert desk.game.rules.sections(desk.s, 0) == 3
    desk.act("done")
    assert desk.asked == ("build", 2)
    with pytest.raises(Unreadable):
        desk.refusal("build K11 S-N")


@pytest.mark.rule("italy.build.one-link")
def test_no_build_ends_with_unfinished_track_and_no_saved_one_has_any() -> None:
    desk = building()
    saved = desk.s.to_json()
    assert desk.game.position(saved, 3) == desk.s
    desk.put("L12", "NW-SE", 0)
    assert desk.refusal("done") is STILL_OPEN
    assert desk.why("done") == "No unfinished track is allowed, and yours on L12 is open."
    with pytest.raises(ValueError):
        desk.game.position(desk.s.to_json(), 3)


@pytest.mark.rule("italy.build.whole")
def test_both_ends_are_cities_anywhere_on_the_board() -> None:
    desk = building()
    desk.act("join Roma Napoli", "done", "done")
    desk.go_to("build", 0)
    desk.rich()
    assert accepted(desk, "join Torino Milano"), "far from all own track"
    for wrong in ("join Roma Roma", "join Roma K11", "join Roma N13"):
        assert desk.refusal(wrong) is TWO_CITIES
    assert desk.refusal("join Napoli Roma") is None, "either may be named first"


@pytest.mark.rule("italy.build.whole")
def test_a_link_that_cannot_be_paid_as_a_whole_is_refused() -> None:
    desk = building()
    desk.s.cash[0] = 6
    assert refused(desk, "join Roma Napoli") is refusals.CANNOT_AFFORD
    assert "That costs $7" in desk.why("join Roma Napoli")
    desk.s.cash[0] = 7
    assert accepted(desk, "join Roma Napoli")


@pytest.mark.rule("italy.build.cheapest")
def test_ways_at_the_same_price_are_the_builders_choice() -> None:
    desk = building()
    desk.act("join Bologna Verona")
    assert desk.asked == ("way", 0)
    assert desk.says() == ["any", "over H5", "over I5"]
    assert desk.refusal("over I4") is NOT_CHEAPEST
    assert "over H5 or I5, not over I4" in desk.why("over I4")
    desk.act("over I5")
    assert desk.asked == ("build", 1) and desk.owner("I5", "S") == 0 and not desk.has_track("H5", "N")
    desk = building()
    desk.act("join Napoli Bari")
    asked = []
    while desk.asked == ("way", 0):
        asked.append(desk.says()[1:])
        desk.act(asked[-1][0])
    assert asked == [["over P13", "over P14"], ["over Q13", "over Q14"]]
    assert desk.owner("Q13", "SE") == 0 and desk.s.cash[0] == 92


@pytest.mark.rule("italy.build.cheapest")
def test_any_way_may_be_left_to_chance_and_the_link_is_laid_at_once() -> None:
    desk = building()
    desk.act("join Bologna Verona", "any")
    assert desk.asked == ("build", 1)
    assert desk.has_track("H5", "N") != desk.has_track("I5", "S")


@pytest.mark.rule("italy.build.cheapest")
def test_a_replacement_is_taken_where_it_is_cheaper_than_a_detour() -> None:
    desk = building()
    desk.put("L12", "N-S", 1)
    rules = desk.game.rules
    assert isinstance(rules, Italy)
    # Across the track on L12 by a crossing, $3, is one dollar more than before; every detour is dearer.
    cheapest, ends = rules.cheapest(desk.s), (desk.hex("Roma"), desk.hex("Napoli"))  # type: ignore[arg-type]
    assert cheapest.price(*ends) == 8
    crossing = desk.hex("L12"), desk.board.read_layout("N-S/NW-SE")
    assert [way[0] for way in cheapest.ways(*ends)] == [crossing]
    desk.game.apply(desk.s, Join(ends))
    assert desk.owner("L12", "NW") == 0 and desk.owner("L12", "N") == 1 and desk.s.cash[0] == 92


def lie(desk: Desk, tile: str) -> None:
    """Take all tiles of a kind out of the supply, by laying them aside."""
    number = [kind.name for kind in desk.board.tiles.tiles].index(tile)
    desk.s.supply[number] = 0


@pytest.mark.rule("italy.build.cheapest", "italy.tiles")
def test_where_tiles_have_run_out_the_cheapest_way_with_those_left_is_taken() -> None:
    desk = building()
    rules = desk.game.rules
    assert isinstance(rules, Italy)
    roma, napoli = desk.hex("Roma"), desk.hex("Napoli")
    lie(desk, "straight")
    dearer = rules.cheapest(desk.s).price(roma, napoli)  # type: ignore[arg-type]
    assert dearer == 13
    names = [
        desk.board.tiles.tiles[desk.board.tiles.layouts[layout].tiles[0]].name
        for way in rules.cheapest(desk.s).ways(roma, napoli)  # type: ignore[arg-type]
        for _, layout in way
    ]
    assert names and "straight" not in names
    for tile in ("gentle", "acute"):
        lie(desk, tile)
    assert desk.game.why_not(desk.s, Join((roma, napoli))) is NO_SUCH_LINK
    assert joined(desk) == []


@pytest.mark.rule("italy.tiles")
def test_seven_more_tiles_two_coexist_and_five_complete() -> None:
    board = load("italy").board
    more = board.tiles.tiles[15:]
    assert [tile.family for tile in more] == ["coexist"] * 2 + ["complete"] * 5
    assert all(tile.pieces == 1 for tile in more)
    assert not [hex for hex in range(board.size) if board.kind[hex] == 1], "no towns"
    assert not board.new_cities


@pytest.mark.rule("italy.tiles")
def test_a_complete_tile_replaces_a_complex_one_for_seven_dollars_and_keeps_its_tracks() -> None:
    desk = building()
    desk.put("H3", "NE-SE/NW-SW", 1)
    rules = desk.game.rules
    trento, verona = desk.hex("Trento"), desk.hex("Verona")
    assert isinstance(rules, Italy)
    layout = desk.board.read_layout("NE-SE/NW-SW/N-S")
    assert rules.price(desk.s, 0, desk.hex("H3"), desk.s.layout[desk.hex("H3")], layout) == 7  # type: ignore[arg-type]
    # Without simple tiles there is no way round it.
    desk.s.supply[:3] = bytes(3)
    desk.game.apply(desk.s, Join((trento, verona)))
    assert desk.s.cash[0] == 93 and desk.s.layout[desk.hex("H3")] == layout
    assert (desk.owner("H3", "N"), desk.owner("H3", "NE"), desk.owner("H3", "SW")) == (0, 1, 1)


@pytest.mark.rule("italy.tiles")
def test_a_complete_tile_is_never_placed_on_an_empty_hex_or_over_a_simple_tile() -> None:
    game = load("italy")
    rules, s = game.rules, game.start(3)
    assert isinstance(rules, Italy)
    tiles = rules.board.tiles
    for old, lying in enumerate(tiles.layouts):
        if lying.family in ("none", "simple"):
            s.layout[0] = old
            for row in rules.passages.through(s, 0, 0):
                assert all(tiles.layouts[layout].family != "complete" for _, layout, _ in row)


# The search against a plain one ---------------------------------------------------------------------------


def plain_ways(board: Board, rules: Italy, s: SteamState, here: int, there: int, most: int) -> Iterator[Any]:
    """Every way of at most this price, found by trying everything: price, hexes and layouts."""

    def go(side: int, price: int, laid: tuple[tuple[int, int], ...]) -> Iterator[Any]:
        facing = board.across[side]
        hex = facing // 6
        if s.rail[facing] == CITY_SIDE:
            if hex == there and laid:
                yield price, laid
            return
        if facing == board.wall or hex in dict(laid):
            return
        lying = board.tiles.layouts[s.layout[hex]]
        for exit in range(6):
            sides = {facing % 6, exit}
            if len(sides) < 2 or sides & set(lying.sides):
                continue
            tracks = tuple(sorted((*lying.tracks, (min(sides), max(sides)))))
            if tracks not in board.tiles.number:
                continue
            layout = board.tiles.number[tracks]
            total = price + rules.price(s, 0, hex, s.layout[hex], layout)  # type: ignore[arg-type]
            kind = board.tiles.layouts[layout].tiles[0]
            used = sum(board.tiles.layouts[other].tiles[0] == kind for _, other in laid)
            if total <= most and used < s.supply[kind]:
                yield from go(6 * hex + exit, total, (*laid, (hex, layout)))

    for side in range(6 * here, 6 * here + 6):
        yield from go(side, 0, ())


def crowded(game: AgeOfSteam, seed: int) -> SteamState:
    """A position in which many links have been built and few tiles of some kinds are left."""
    rng, s = random.Random(seed), game.start(6)
    while s.turn < 3 and not s.over:
        due = s.agenda[0]
        if due.seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        if due.kind == "build":
            s.cash, s.income = [12] * 6, [20] * 6
        options = game.options(s)
        joins = [a for a in options if isinstance(a, Join)]
        game.apply(s, options[0] if due.kind == "issue" else rng.choice(joins or options))
    s.supply[:-1] = bytes(min(count, rng.choice((0, 1, 2, 9, 9))) for count in s.supply[:-1])
    return s


@pytest.mark.rule("italy.build.cheapest")
@pytest.mark.parametrize("seed", range(3))
def test_price_and_ways_are_those_that_trying_everything_finds(seed: int) -> None:
    game = load("italy")
    rules, s = game.rules, crowded(game, seed)
    assert isinstance(rules, Italy)
    cheapest, most, compared = rules.cheapest(s), 8, 0  # type: ignore[arg-type]
    for here, there in combinations(cheapest.cities, 2):
        floor = cheapest.floor(here, there)
        if not 0 <= floor <= most:
            continue
        every = list(plain_ways(game.board, rules, s, here, there, most))
        least = min((price for price, _ in every), default=most + 1)
        found = cheapest.price(here, there)
        assert found == least if least <= most else found < 0 or found > most
        if least <= most:
            assert sorted(cheapest.ways(here, there)) == sorted(w for price, w in every if price == least)
            compared += 1
    assert compared > 2


# Black cubes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.move.black", "italy.move.black-bag")
def test_a_black_cube_goes_to_any_city_and_costs_each_owner_one_income_a_link() -> None:
    desk = moving(0, 1, 1)
    desk.set_cubes("Trento", "black")
    for way in ("Verona", "Verona Bologna", "Verona Bologna Firenze"):
        assert accepted(desk, f"deliver Trento black {way}")
    bag = desk.s.bag[BLACK]
    desk.act("deliver Trento black Verona Bologna Firenze")
    assert desk.s.income == [4, 3, 5] and desk.s.bag[BLACK] == bag + 1
    assert desk.cubes("Firenze") == []


@pytest.mark.rule("italy.move.black-bag")
def test_nobody_has_to_move_a_black_cube() -> None:
    desk = moving(0, 0, 0)
    desk.set_cubes("Trento", "black")
    assert accepted(desk, "pass")


@pytest.mark.rule("italy.move.black-floor")
def test_income_never_falls_below_0_by_a_black_cube_which_uses_a_link_at_least() -> None:
    desk = moving(1, 1, 0)
    desk.s.income = [0, 1, 0]
    desk.set_cubes("Trento", "black")
    assert desk.refusal("deliver Trento black Verona Trento") is refusals.VISITED
    desk.act("deliver Trento black Verona Bologna Firenze")
    assert desk.s.income == [0, 0, 0]


@pytest.mark.rule("italy.move.black")
def test_the_shortest_sentence_means_the_way_that_costs_the_mover_least() -> None:
    desk = moving(0, 0, 0)
    desk.put("I3", "NW-S", 1)
    desk.put("I4", "N-S", 1)
    desk.put("I5", "N-S", 1)
    desk.set_cubes("Trento", "black")
    desk.act("deliver Trento black to Bologna")
    assert desk.s.income == [5, 4, 5]


def test_the_log_tells_what_a_black_cube_cost() -> None:
    desk = moving(0, 1, 1)
    desk.set_cubes("Trento", "black")
    table = desk.table
    news = table.act("deliver Trento black Verona Bologna")
    assert story(desk.game, news, NAMES)[0].endswith(": Ada −1, Ben −1")


# Income and end -------------------------------------------------------------------------------------------


@pytest.mark.rule("italy.reduction.none")
def test_there_is_no_income_reduction() -> None:
    game = load("italy")
    assert not any(isinstance(phase, ReduceIncome) for phase in game.phases)
    desk = moving(0, 1, 1)
    desk.s.income = [50, 30, 11]
    assert [desk.game.rules.reduction(desk.s, seat) for seat in range(3)] == [0, 0, 0], "none is foretold"
    desk.go_to("issue")
    assert desk.s.income == [50, 30, 11]


@pytest.mark.rule("italy.score.shares")
def test_a_share_costs_two_points() -> None:
    desk = building()
    desk.s.shares[0], desk.s.income[0] = 7, 3
    assert desk.game.rules.score(desk.s, 0) == 9 - 14


# What is shown --------------------------------------------------------------------------------------------


def test_a_link_is_told_in_one_line_and_asked_for_in_words() -> None:
    desk = building()
    game = desk.game
    answers = [game.answer(desk.s, a, NAMES) for a in game.options(desk.s)]
    told = {answer.label: answer for answer in answers if answer}
    assert told["Roma–Napoli"].says == "$7, 3 tiles over L12, M13, N13"
    assert told["Verona–Bologna"].says == "$3, 1 tile; you choose among several ways"
    assert told["Build nothing"].places == () and len(told["Roma–Napoli"].places) == 2
    news = desk.table.act("join Roma Napoli")
    assert story(game, news, NAMES) == ["Ada built Roma–Napoli over L12, M13, N13 −$7"]
    assert Issue(1) in game.options(desk.s) and not any(isinstance(a, Build) for a in game.options(desk.s))


def test_saved_positions_are_looked_through() -> None:
    desk = building()
    desk.act("join Napoli Bari")
    saved = desk.s.to_json()
    assert desk.game.position(saved, 3) == desk.s
    for wrong in ([], [desk.hex("Roma")], [desk.hex("Roma"), desk.hex("Napoli")], [999, 3]):
        assert isinstance(saved, dict)
        with pytest.raises(ValueError):
            desk.game.position({**saved, "joining": wrong}, 3)
    assert COLOURS[BLACK] == "black"
