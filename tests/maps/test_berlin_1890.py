"""1890 Berlin: the colours of the cities are drawn by lot, and only the rightmost cube of a row may move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.game import load
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.maps.berlin_1890 import NO_BOX, NOT_RIGHTMOST, WRONG_TILES, BerlinState, Put
from footplate.age_of_steam.narration import story
from footplate.age_of_steam.terminal import cubes_on, describe
from footplate.core.game import NATURE, Unreadable
from footplate.core.table import Table
from tests.desk import NAMES, Desk, accepted, nature_says, refused
from tests.desk import building as desk_building

HUMBOLDT, MOABIT, STETTINER = "Humboldt-Hafen", "Moabit", "Stettiner-Bahnhof"
TILES = "red blue purple yellow black red blue purple yellow black red blue"
"""The City Color tiles in some order."""


def building(*actions: str) -> Desk:
    """Rich players in the order of their seats, about to build."""
    actions = actions or ("locomotive", "turn-order", "first-build")
    return desk_building(*actions, map="berlin-1890")


def state(desk: Desk) -> BerlinState:
    s = desk.s
    assert isinstance(s, BerlinState)
    return s


def row(desk: Desk, city: str) -> list[str]:
    """The row of a city from the left; an empty box is “-”."""
    return [COLOURS[n - 1] if n else "-" for n in desk.game.rules.row(desk.s, desk.hex(city))]  # type: ignore[attr-defined]


def set_row(desk: Desk, city: str, *colours: str) -> None:
    """Lay these cubes into the row of a city, the last at the right; what lay there goes to the bag."""
    s, rules = state(desk), desk.game.rules
    desk.set_cubes(city, *colours)
    first = rules.box(desk.hex(city), 0)  # type: ignore[attr-defined]
    s.rows[first : first + 4] = bytes(COLOURS.index(colour) + 1 for colour in colours).rjust(4, b"\0")


def set_colour(desk: Desk, city: str, colour: str) -> None:
    """Let a city take a colour; the city that has such a tile gets the other in exchange."""
    s, hex = desk.s, desk.hex(city)
    wanted = 1 << COLOURS.index(colour)
    other = next(at for at in range(desk.board.size) if s.demand[at] == wanted)
    s.demand[hex], s.demand[other] = s.demand[other], s.demand[hex]


def harbour_lines(desk: Desk, owner: int = 0) -> Desk:
    """Links from Humboldt Hafen to Moabit, which is yellow, and to Stettiner Bahnhof, which is purple."""
    desk.put("C3", "SE-SW", owner)
    desk.put("E3", "NE-SW", owner)
    return desk


def harbour(*colours: str) -> Desk:
    """The first player is about to move from Humboldt Hafen, whose row has these cubes."""
    desk = harbour_lines(building())
    desk.go_to("move", 0)
    # Each may already have the tile of the other.
    set_colour(desk, HUMBOLDT, "black")
    set_colour(desk, MOABIT, "yellow")
    set_colour(desk, STETTINER, "purple")
    set_row(desk, HUMBOLDT, *colours)
    return desk


# Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("berlin-1890.setup.cubes")
def test_twelve_cubes_stay_in_the_box() -> None:
    bag = load("berlin-1890").rules.components()
    assert {colour: bag[colour] for colour in COLOURS if bag[colour]} == {
        "red": 17, "blue": 17, "purple": 18, "yellow": 18, "black": 14,
    }  # fmt: skip


@pytest.mark.rule("berlin-1890.setup.colours")
def test_every_city_gets_one_of_the_twelve_colour_tiles_by_lot_and_keeps_it() -> None:
    first: set[bytes] = set()
    for seed in range(5):
        game = load("berlin-1890")
        s = game.start(3)
        rng = random.Random(seed)
        for _ in range(3):
            game.apply(s, game.sample(s, rng))
        taken = Counter(colour for hex in range(game.board.size) for colour in unmask(s.demand[hex]))
        assert taken == {"red": 3, "blue": 3, "purple": 2, "yellow": 2, "black": 2}
        first.add(bytes(s.demand))
    assert len(first) == 5
    desk = Desk("berlin-1890")
    before = bytes(desk.s.demand)
    desk.go_to("issue", desk.asked[1])
    for _ in range(40):
        desk.act(desk.says()[0])
    assert bytes(desk.s.demand) == before and desk.s.turn > 1


@pytest.mark.rule("berlin-1890.setup.colours")
def test_nature_may_place_these_tiles_only() -> None:
    game = load("berlin-1890")
    table = Table(game, NAMES[:3], None)
    table.act("order 1 2 3")
    assert table.state.agenda[0].kind == "city-colours"
    assert game.why_not(table.state, game.read(table.state, f"draw {TILES}")) is None
    for wrong in (TILES.replace("yellow", "red", 1), TILES + " red"):
        refusal = game.why_not(table.state, game.read(table.state, f"draw {wrong}"))
        assert refusal == WRONG_TILES
        said = game.explain(table.state, game.read(table.state, f"draw {wrong}"), WRONG_TILES)
        assert "3 red, 3 blue, 2 purple, 2 yellow, 2 black" in said
    news = table.act(f"draw {TILES}")
    assert story(game, news, NAMES)[0].startswith("City colours: Wedding red, Schönhauser Allee blue, ")
    odds = game.decisions["city-colours"].odds(game.rules, game.start(3), None)  # type: ignore[attr-defined]
    lot, chance = next(odds)
    assert len(lot.colours) == 12 and chance == pytest.approx(288 / 479001600)


@pytest.mark.rule("berlin-1890.setup.rows")
def test_every_city_has_a_row_of_four_cubes_and_there_is_no_display() -> None:
    desk = Desk("berlin-1890")
    assert len(state(desk).rows) == 48 and 0 not in state(desk).rows
    assert not desk.board.columns and not desk.s.display
    for city in ("Wedding", MOABIT, "Schöneberg"):
        assert Counter(row(desk, city)) == Counter(desk.cubes(city))
    assert sum(desk.s.bag) == 84 - 48


# Actions and building -------------------------------------------------------------------------------------


@pytest.mark.rule("berlin-1890.actions")
def test_there_is_no_urbanization_and_engineer_lays_three_tiles_instead_of_two() -> None:
    desk = Desk("berlin-1890")
    desk.go_to("take")
    names = "first-move first-build engineer locomotive production turn-order"
    assert desk.says() == [f"take {name}" for name in names.split()]
    with pytest.raises(Unreadable):
        desk.game.read(desk.s, "take urbanization")
    assert not desk.board.new_cities
    desk = building("engineer", "locomotive", "turn-order")
    assert [due.a for due in desk.s.agenda] == [3, 2, 2]
    desk.act("build C3 SE-SW", "build E3 NE-SW", "build C2 NE-S")
    assert refused(desk, "build A5 N-S") == refusals.NO_BUILDS_LEFT
    desk.act("done", "build A5 N-S", "build I3 SE-N")
    assert refused(desk, "build B6 NW-S") == refusals.NO_BUILDS_LEFT


@pytest.mark.rule("berlin-1890.cost")
def test_every_tile_costs_3_wherever_it_lies_and_whatever_it_is() -> None:
    desk = building("engineer", "locomotive", "turn-order")
    desk.put("C3", "SE-SW", 0)
    desk.put("C2", "NE-S", 0)
    river, crossing, redirected = "build A5 N-S", "build C3 SE-SW/N-S", "build C2 NE-SW"
    prices = {}
    for sentence in (river, "build E3 NE-SW", crossing, redirected):
        assert accepted(desk, sentence)
        other = desk.table.copy()
        other.act(sentence)
        prices[sentence] = 100 - other.state.cash[0]
    assert set(prices.values()) == {3}
    desk.s.cash[0] = 2
    assert desk.says() == ["done"]


# Moving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("berlin-1890.move.rightmost")
def test_only_the_rightmost_cube_of_a_city_may_move() -> None:
    desk = harbour("yellow", "red", "blue", "purple")
    assert accepted(desk, f"deliver {HUMBOLDT} purple {STETTINER}")
    assert refused(desk, f"deliver {HUMBOLDT} yellow {MOABIT}") == NOT_RIGHTMOST
    assert desk.why(f"deliver {HUMBOLDT} yellow {MOABIT}") == (
        "Only the rightmost cube of Humboldt Hafen may move, which is purple."
    )
    assert refused(desk, f"deliver {HUMBOLDT} black {MOABIT}") == refusals.NO_CUBE
    # A hex without a city has no row.
    for way in (MOABIT, f"to {MOABIT}"):
        assert desk.why(f"deliver C3 black {way}") == "There is no black cube on C3."


@pytest.mark.rule("berlin-1890.move.slide", "berlin-1890.move.bag")
def test_the_row_slides_at_once_for_the_next_player_and_the_cube_goes_back_to_the_bag() -> None:
    desk = harbour("red", "yellow", "red", "purple")
    bag = desk.s.bag[COLOURS.index("purple")]
    desk.act(f"deliver {HUMBOLDT} purple {STETTINER}")
    assert desk.s.bag[COLOURS.index("purple")] == bag + 1
    assert row(desk, HUMBOLDT) == ["-", "red", "yellow", "red"]
    assert desk.asked == ("move", 1)
    desk.act("pass")
    set_colour(desk, MOABIT, "red")
    desk.act(f"deliver {HUMBOLDT} red {MOABIT}")
    assert row(desk, HUMBOLDT) == ["-", "-", "red", "yellow"]


@pytest.mark.rule("example.berlin")
def test_yellow_then_purple_then_red_stands_rightmost() -> None:
    desk = harbour("red", "purple", "yellow")
    desk.act(f"deliver {HUMBOLDT} yellow {MOABIT}")
    desk.go_to("move", 0)
    assert refused(desk, f"deliver {HUMBOLDT} red {MOABIT}") == NOT_RIGHTMOST
    desk.act(f"deliver {HUMBOLDT} purple {STETTINER}")
    assert row(desk, HUMBOLDT) == ["-", "-", "-", "red"]
    assert desk.s.income[0] == 2


# Growth ---------------------------------------------------------------------------------------------------


def growing(*actions: str) -> Desk:
    """Humboldt Hafen has lost three cubes and Moabit one; whoever has Production is asked, or nature."""
    desk = harbour_lines(building(*actions))
    desk.go_to("move", 2)
    desk.table.nature = None
    set_row(desk, HUMBOLDT, "red")
    set_row(desk, MOABIT, "blue", "black", "yellow")
    desk.act(*["pass"] * sum(due.kind == "move" for due in desk.s.agenda))
    return desk


@pytest.mark.rule("berlin-1890.growth.refill", "berlin-1890.growth.queue")
def test_without_production_all_empty_boxes_are_filled_at_random() -> None:
    desk = growing()
    assert desk.asked == ("fill-rows", NATURE)
    for wrong in ("draw red red red", "draw red red red red red"):
        assert desk.refusal(wrong) == refusals.WRONG_DRAW
    news = desk.table.copy().act("draw purple red blue black")
    told = story(desk.game, news, NAMES)[0]
    assert told == (
        "4 boxes are filled at random: Moabit +1 blue, Humboldt Hafen +1 red, Humboldt Hafen +1 purple, "
        "Humboldt Hafen +1 black"
    )
    nature_says(desk, "draw purple red blue black")
    assert row(desk, HUMBOLDT) == ["black", "red", "purple", "red"]
    assert row(desk, MOABIT) == ["blue", "blue", "black", "yellow"]
    assert 0 not in state(desk).rows and desk.s.turn == 2


@pytest.mark.rule("berlin-1890.growth.refill", "berlin-1890.growth.queue")
def test_with_production_its_owner_sees_each_cube_and_chooses_its_box() -> None:
    desk = growing("locomotive", "production", "turn-order")
    assert desk.asked == ("produce", 1)
    desk.act("produce")
    nature_says(desk, "draw purple")
    assert desk.asked == ("stock", 1)
    boxes = [(HUMBOLDT, 1), (HUMBOLDT, 2), (HUMBOLDT, 3), (MOABIT, 1)]
    assert sorted(desk.says()) == sorted(f"put {city} {box}" for city, box in boxes)
    for full in (f"put {HUMBOLDT} 4", f"put {MOABIT} 2", "put Wedding 1", "put C3 1"):
        assert refused(desk, full) == NO_BOX
    desk.act(f"put {HUMBOLDT} 1")
    assert row(desk, HUMBOLDT) == ["purple", "-", "-", "red"]
    nature_says(desk, "draw blue")
    desk.act(f"put {MOABIT} 1")
    for colour, box in (("black", 3), ("yellow", 2)):
        assert desk.s.turn == 1
        nature_says(desk, f"draw {colour}")
        desk.act(f"put {HUMBOLDT} {box}")
    assert row(desk, HUMBOLDT) == ["purple", "yellow", "black", "red"]
    assert row(desk, MOABIT) == ["blue", "blue", "black", "yellow"]
    assert desk.s.turn == 2 and desk.cubes(HUMBOLDT) == ["red", "purple", "yellow", "black"]


@pytest.mark.rule("berlin-1890.growth.queue")
def test_who_has_production_may_leave_the_boxes_to_chance() -> None:
    desk = growing("production", "locomotive", "turn-order")
    desk.act("decline")
    assert desk.asked == ("fill-rows", NATURE)
    nature_says(desk, "draw red red red red")
    assert 0 not in state(desk).rows


def test_nobody_is_asked_where_all_boxes_are_full() -> None:
    desk = building("production", "locomotive", "turn-order")
    desk.go_to("move", 2)
    desk.act(*["pass"] * sum(due.kind == "move" for due in desk.s.agenda))
    assert desk.asked[0] == "issue" and desk.s.turn == 2


def test_a_bag_that_runs_short_fills_what_it_can_and_the_next_cube_still_moves() -> None:
    desk = growing("production", "locomotive", "turn-order")
    s = state(desk)
    for colour in range(STRIDE):
        s.gone[colour] += s.bag[colour]
        s.bag[colour] = 0
    s.bag[0], s.gone[0] = 1, s.gone[0] - 1
    desk.act("produce")
    nature_says(desk, "draw red")
    desk.act(f"put {HUMBOLDT} 1")
    assert desk.s.turn == 2
    assert row(desk, HUMBOLDT) == ["red", "-", "-", "red"]


# What it shows --------------------------------------------------------------------------------------------


def test_the_sentences_of_a_box_can_be_read_and_wrong_ones_say_how() -> None:
    desk = growing("production", "locomotive", "turn-order")
    desk.act("produce")
    nature_says(desk, "draw black")
    assert desk.game.read(desk.s, "put moabit 1") == Put(desk.hex("Moabit"), 0)
    for wrong in ("put Moabit", "put Moabit 5", "put Moabit 12"):
        with pytest.raises(Unreadable, match="put CITY BOX"):
            desk.game.read(desk.s, wrong)
    told = desk.game.answer(desk.s, Put(desk.hex("Moabit"), 0), NAMES)
    assert told is not None
    assert (told.label, told.says) == ("Moabit, box 1", "The row: black, blue, black, yellow.")
    assert told.places == (desk.hex("Moabit"),)
    assert story(desk.game, desk.table.act("put Moabit 1"), NAMES)[0] == "Ada put black into Moabit, box 1"


def test_the_terminal_tells_each_row_in_its_order() -> None:
    desk = growing()
    assert cubes_on(desk.game, desk.s, desk.hex(MOABIT)) == ["blue", "black", "yellow"]
    told = describe(desk.game, desk.s, desk.hex(MOABIT), NAMES)
    assert "The row from the left: empty, blue, black, yellow." in told


def test_the_board_shows_each_row_in_its_order() -> None:
    desk = growing()
    marks = {mark.hex: mark for mark in desk.game.face.marks(desk.s)}
    assert len(marks) == 12
    mark = marks[desk.hex(MOABIT)]
    assert mark.words == "the row from the left: empty, blue, black, yellow"
    assert mark.goods == (0, *(COLOURS.index(colour) + 1 for colour in ("blue", "black", "yellow")))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda s: s.rows.__setitem__(0, 0), "the rows hold other cubes than their cities"),
        (lambda s: s.rows.__setitem__(0, 77), "a box of a city"),
        (lambda s: s.demand.__setitem__(s.demand.index(1), 2), "the cities have other colours"),
        (lambda s: s.rows.append(1), "rows has 49 entries instead of 48"),
    ],
)
def test_a_saved_row_that_cannot_be_is_refused(change, says: str) -> None:  # type: ignore[no-untyped-def]
    desk = building()
    assert desk.game.position(desk.s.to_json(), 3) == desk.s
    s = desk.s.copy()
    change(s)
    with pytest.raises(ValueError, match=says):
        desk.game.position(s.to_json(), 3)
