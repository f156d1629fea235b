"""Set-up: the bag, the display, the cubes on the board, the players, and the Rust Belt itself."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, UNBUILDABLE, map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, PlayersError
from footplate.core.table import Chance, Refused, Table
from tests import referee
from tests.desk import NAMES, TESTBED, Desk

ATLAS = Path(__file__).parents[3] / "shared" / "atlas" / "rust-belt.toml"
BAG = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}


def fresh(map: str | Path = "rust-belt", players: int = 3) -> Table[Rules, SteamState]:
    """A table that waits for every outcome of nature."""
    return Table(load(map), NAMES[:players])


def bag(s: SteamState) -> dict[str, int]:
    return {colour: s.bag[n] for n, colour in enumerate(COLOURS) if s.bag[n]}


def mixed(cubes: int) -> list[str]:
    """So many cubes, the colours in turn, as the bag can give them."""
    left = Counter(BAG)
    out: list[str] = []
    while len(out) < cubes:
        for colour in BAG:
            if left[colour] and len(out) < cubes:
                left[colour] -= 1
                out.append(colour)
    return out


def refused(table: Table[Rules, SteamState], sentence: str) -> Refused:
    with pytest.raises(Refused) as problem:
        table.act(sentence)
    return problem.value


# The bag and the display ----------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.bag")
def test_the_bag_starts_with_96_cubes_and_no_white_one() -> None:
    s = fresh().state
    assert bag(s) == BAG and sum(s.bag) == 96


@pytest.mark.rule("base.setup.display")
def test_the_display_has_52_boxes_three_in_a_numbered_column_and_two_in_a_lettered_one() -> None:
    board = load("rust-belt").board
    boxes = {column.name: column.boxes for column in board.columns}
    numbered = [f"{half}-{die}" for half in ("light", "dark") for die in range(1, 7)]
    assert boxes == dict.fromkeys(numbered, 3) | dict.fromkeys("ABCDEFGH", 2)
    assert len(fresh().state.display) == 52


@pytest.mark.rule("base.setup.display")
def test_the_display_is_filled_row_by_row_from_the_top_left_with_one_cube_a_box() -> None:
    table = fresh()
    table.act("order 1 2 3")
    colours = mixed(52)
    table.act("draw " + " ".join(colours))
    board, s = table.game.names, table.state
    top = [f"light-{die}" for die in range(1, 7)] + list("ABCD")
    top += [f"dark-{die}" for die in range(1, 7)] + list("EFGH")
    numbered = [name for name in top if "-" in name]
    reading = [(name, 0) for name in top] + [(name, 1) for name in top] + [(name, 2) for name in numbered]
    shown = {
        (board.columns[column].name, row): COLOURS[s.display[box] - 1]
        for box, (column, row) in enumerate(board.box_place)
    }
    assert [shown[place] for place in reading] == colours
    assert sum(s.bag) == 96 - 52


@pytest.mark.rule("base.setup.display-new-city")
def test_each_new_city_has_its_colour_half_and_number() -> None:
    cities = {
        city.letter: (COLOURS[city.colour], ("light", "dark")[city.half], city.die)
        for city in load("rust-belt").board.new_cities
    }
    assert cities == {
        "A": ("red", "light", 3),
        "B": ("blue", "light", 4),
        "C": ("black", "light", 5),
        "D": ("black", "light", 6),
        "E": ("yellow", "dark", 1),
        "F": ("purple", "dark", 2),
        "G": ("black", "dark", 3),
        "H": ("black", "dark", 4),
    }


@pytest.mark.rule("base.setup.display-new-city")
@pytest.mark.parametrize(
    ("letter", "colour", "half", "die"),
    [
        ("A", "red", 0, 3),
        ("B", "blue", 0, 4),
        ("C", "black", 0, 5),
        ("D", "black", 0, 6),
        ("E", "yellow", 1, 1),
        ("F", "purple", 1, 2),
        ("G", "black", 1, 3),
        ("H", "black", 1, 4),
    ],
)
def test_a_placed_new_city_accepts_its_colour_and_grows_with_its_number(
    letter: str, colour: str, half: int, die: int
) -> None:
    desk = Desk(players=3)
    desk.go_to("take")
    builder = desk.asked[1]
    desk.act("take urbanization")
    desk.go_to("build", builder)
    desk.act(f"urbanize Indianapolis {letter}")
    assert unmask(desk.s.demand[desk.hex("Indianapolis")]) == [colour]
    desk.table.nature = None
    desk.go_to("grow")
    other = die % 6 + 1
    rolls = [f"roll {other} {other} {other}"] * 2
    rolls[half] = f"roll {die} {other} {other}"
    desk.act(*rolls)
    assert len(desk.cubes("Indianapolis")) == 1


# Drawing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.draw-order")
def test_the_order_is_rolled_the_display_filled_and_then_the_board() -> None:
    table = fresh()
    seen = []
    while table.actor == NATURE:
        seen.append(table.state.agenda[0].kind)
        s = table.state
        if seen[-1] == "fill-cities":
            assert 0 not in s.display and not any(s.cubes)
        table.act(table.game.say(table.game.sample(s, random.Random(1))))
    assert seen == ["order", "fill-display", "fill-cities"]


@pytest.mark.rule("base.setup.cities")
def test_each_city_gets_two_cubes_pittsburgh_and_wheeling_three_and_towns_none() -> None:
    desk = Desk(players=3)
    expected = {
        name: (3 if name in ("Pittsburgh", "Wheeling") else 2 if desk.board.kind[hex] == IN_CITY else 0)
        for hex, name in enumerate(desk.board.place_names)
        if name
    }
    assert {name: len(desk.cubes(name)) for name in expected} == expected
    assert sum(desk.s.cubes) == sum(expected.values()) == 26
    assert sum(desk.s.bag) == 96 - 52 - 26


@pytest.mark.rule("base.setup.cities")
def test_the_cubes_drawn_for_the_cities_are_the_ones_that_lie_there() -> None:
    table = fresh(TESTBED)
    boxes = len(table.state.display)
    table.act("order 1 2 3")
    table.act("draw " + " ".join(mixed(boxes)))
    table.act("draw red red blue blue purple black black yellow yellow red blue")
    s, board = table.state, table.game.names
    lying = {
        name: [c for n, c in enumerate(COLOURS) for _ in range(s.cubes[STRIDE * board.read_hex(name) + n])]
        for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
    }
    assert lying == {
        "Alpha": ["red", "red"],
        "Beta": ["blue", "blue", "purple"],
        "Gamma": ["black", "black"],
        "Delta": ["yellow", "yellow"],
        "Epsilon": ["red", "blue"],
    }
    referee.check(table.game, s)


@pytest.mark.rule("base.bag.empty")
def test_the_display_takes_no_more_cubes_than_the_bag_holds_and_the_board_then_gets_none(
    tmp_path: Path,
) -> None:
    path = tmp_path / "poor.toml"
    text = TESTBED.read_text("utf-8").replace("[rules]", "[rules]\nbag = { red = 2, black = 1 }")
    path.write_text(text, "utf-8")
    table = fresh(path)
    table.act("order 1 2 3")
    assert refused(table, "draw red red red").rule == "base.setup.bag"
    table.act("draw red black red")
    board, s = table.game.names, table.state
    first = {
        board.columns[column].name: COLOURS[s.display[box] - 1]
        for box, (column, _) in enumerate(board.box_place)
        if s.display[box]
    }
    assert first == {"light-1": "red", "light-2": "black", "A": "red"}
    while table.actor == NATURE:
        table.act("draw")
    assert not any(table.state.cubes) and table.state.agenda[0].kind == "issue"


# Players --------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.player")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_starts_with_10_dollars_two_shares_no_income_and_engine_1(players: int) -> None:
    s = Desk(players=players).s
    assert s.cash == [10] * players
    assert s.shares == [2] * players
    assert s.income == [0] * players
    assert s.engine == [1] * players
    assert s.out == [0] * players and s.held == [()] * players


@pytest.mark.rule("base.setup.order")
def test_the_first_player_order_is_what_nature_says_and_the_first_is_asked_first() -> None:
    table = fresh()
    table.act("order 3 1 2")
    assert table.state.order == [2, 0, 1]
    while table.actor == NATURE:
        table.act(table.game.say(table.game.sample(table.state, random.Random(1))))
    assert [due.seat for due in table.state.agenda] == [2, 0, 1]


@pytest.mark.rule("base.setup.order")
def test_every_first_player_order_is_as_likely() -> None:
    table = fresh()
    odds = dict(table.game.odds(table.state))
    assert len(odds) == 6 and all(chance == pytest.approx(1 / 6) for chance in odds.values())
    rng = random.Random(3)
    drawn = Counter(table.game.say(table.game.sample(table.state, rng)) for _ in range(600))
    assert len(drawn) == 6 and min(drawn.values()) > 60


@pytest.mark.rule("base.setup.turns")
@pytest.mark.parametrize(("players", "turns"), [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_the_game_ends_after_the_turn_that_fits_the_number_of_players(players: int, turns: int) -> None:
    desk = Desk(players=players)
    for turn in range(1, turns + 1):
        assert desk.s.turn == turn and not desk.s.over
        desk.go_to("move")
        desk.rich()
        while desk.asked[0] == "move":
            desk.act("pass")
        if desk.asked[0] == "produce":
            desk.act("decline")
        assert desk.asked[0] == ("issue" if turn < turns else "over")
    assert desk.s.over and desk.s.turn == turns


@pytest.mark.rule("rust-belt.map")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_the_rust_belt_is_for_three_to_six_players(players: int) -> None:
    with pytest.raises(PlayersError) as problem:
        load("rust-belt").start(players)
    assert str(problem.value) == f"Rust Belt is for 3 to 6 players, not {players}."


@pytest.mark.parametrize("map", [*map_ids(), TESTBED], ids=str)
def test_every_map_starts_with_every_number_of_players_it_names(map: str | Path) -> None:
    game = load(map)
    fewest, most = game.board.players
    for players in range(fewest, most + 1):
        table = Table(game, NAMES[:players], Chance(random.Random(players)))
        referee.check(game, table.state)
        assert table.actor >= 0


# Refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sentence", ["order 1 2", "order 1 2 2", "order 2 3 4", "order 1 2 3 4"])
def test_an_order_that_does_not_name_each_seat_once_is_refused(sentence: str) -> None:
    table = fresh()
    problem = refused(table, sentence)
    assert problem.rule == refusals.WRONG_ORDER.rule
    assert str(problem) == "The order names each of the 3 seats once."


@pytest.mark.rule("base.setup.bag")
def test_cubes_the_bag_does_not_hold_cannot_be_drawn() -> None:
    table = fresh(TESTBED)
    table.act("order 1 2 3")
    said = "34 cubes are drawn that the bag holds: 20 red, 20 blue, 20 purple, 20 yellow, 16 black."
    too_few, too_many_red, white = mixed(33), ["red"] * 21 + ["blue"] * 13, [*mixed(33), "white"]
    for colours in (too_few, mixed(35), too_many_red, white):
        problem = refused(table, "draw " + " ".join(colours))
        assert problem.rule == refusals.WRONG_DRAW.rule and str(problem) == said
    table.act("draw " + " ".join(["red"] * 20 + ["blue"] * 14))
    assert table.state.bag[0] == 0


# The Rust Belt --------------------------------------------------------------------------------------------


@pytest.mark.rule("rust-belt.map")
def test_the_rust_belt_has_the_counts_of_the_printed_board() -> None:
    board = load("rust-belt").board
    kinds = Counter(board.kind)
    assert (kinds[IN_CITY], kinds[IN_TOWN], kinds[UNBUILDABLE]) == (12, 14, 27)
    assert Counter(board.terrain) == {"plain": 134, "river": 19, "mountain": 9, "water": 27}
    assert board.size == 189 and board.orientation == "flat"
    cities = [hex for hex in range(board.size) if board.kind[hex] == IN_CITY]
    assert Counter(colour for hex in cities for colour in unmask(board.demand[hex])) == {
        "red": 4,
        "blue": 4,
        "purple": 2,
        "yellow": 2,
    }
    fed = [column for column in board.columns if column.hex >= 0]
    assert sorted(column.hex for column in fed) == cities
    assert {(column.half, column.die) for column in fed} == {(h, d) for h in (0, 1) for d in range(1, 7)}
    assert not board.direct_links and board.provenance == "transcribed"


@pytest.mark.rule("rust-belt.map")
def test_the_rust_belt_has_no_special_rules() -> None:
    game = load("rust-belt")
    assert type(game.rules) is Rules and not game.board.numbers and not game.board.options


@pytest.mark.rule("rust-belt.map")
def test_the_rust_belt_is_the_board_of_the_atlas() -> None:
    if not ATLAS.is_file():
        pytest.skip(f"the atlas is not here: {ATLAS}")
    facts = tomllib.loads(ATLAS.read_text("utf-8"))
    board = load("rust-belt").board
    assert (board.name, list(board.players), board.orientation) == (
        facts["name"],
        facts["players"],
        facts["orientation"],
    )
    rows = [line.split() for line in facts["grid"].strip().splitlines()]
    cells = {
        (column, row): code
        for row, codes in enumerate(rows)
        for column, code in enumerate(codes)
        if code != "--"
    }
    assert {(cell.column, cell.row) for cell in board.cells} == set(cells)
    plain = {"..": "plain", "~~": "river", "^^": "mountain", "##": "water"}
    prices = {"plain": 2, "river": 3, "mountain": 4, "water": 0}
    grown: dict[int, list[str]] = {hex: [] for hex in range(board.size)}
    for column in board.columns:
        if column.hex >= 0:
            grown[column.hex].append(column.name.replace("-", " "))
    for hex, cell in enumerate(board.cells):
        code = cells[cell.column, cell.row]
        place = facts["places"].get(code)
        if place is None:
            assert board.terrain[hex] == plain[code] and not board.place_names[hex]
            assert (board.kind[hex] == UNBUILDABLE) == (code == "##")
            assert board.prices[hex] == prices[plain[code]]
            assert not board.start_cubes[hex] and not board.demand[hex] and not grown[hex]
        else:
            assert board.place_names[hex] == place["name"]
            assert board.kind[hex] == {"city": IN_CITY, "town": IN_TOWN}[place["kind"]]
            assert unmask(board.demand[hex]) == place.get("colors", [])
            assert grown[hex] == place.get("numbers", [])
            assert board.start_cubes[hex] == place.get("cubes", 0)
    assert board.doubts == tuple(facts["doubts"]) and board.provenance == facts["provenance"]
