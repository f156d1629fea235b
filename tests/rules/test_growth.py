"""IX Goods growth, X Advance turn marker."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from footplate.age_of_steam import refusals
from footplate.age_of_steam.goods import COLOURS
from footplate.core.game import NATURE
from tests.desk import TESTBED, Desk


def growing(map: str | Path = "rust-belt", players: int = 3) -> Desk:
    """A desk where the dice of the light half are about to be rolled from outside."""
    desk = Desk(map, players=players)
    desk.rich()
    desk.take(
        *["locomotive", "engineer", "first-move", "first-build", "turn-order", "urbanization"][:players]
    )
    desk.table.nature = None
    desk.go_to("grow")
    assert desk.asked == ("grow", NATURE)
    return desk


def column(desk: Desk, name: str) -> list[str]:
    """The cubes of a column of the display from the top; “none” is an empty box."""
    found = next(column for column in desk.board.columns if column.name == name)
    codes = desk.s.display[found.first : found.first + found.boxes]
    return [COLOURS[code - 1] if code else "none" for code in codes]


def clear(desk: Desk, name: str) -> None:
    """Put the cubes of a column back into the bag."""
    found = next(column for column in desk.board.columns if column.name == name)
    for box in range(found.first, found.first + found.boxes):
        if desk.s.display[box]:
            desk.s.bag[desk.s.display[box] - 1] += 1
            desk.s.display[box] = 0


def grown(desk: Desk, before: dict[str, Counter[str]]) -> dict[str, list[str]]:
    """The cubes that came to each place."""
    return {
        name: sorted((cubes(desk)[name] - had).elements())
        for name, had in before.items()
        if cubes(desk)[name] != had
    }


def cubes(desk: Desk) -> dict[str, Counter[str]]:
    return {name: Counter(desk.cubes(name)) for name in desk.board.place_names if name}


# Dice -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.growth.dice")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_as_many_dice_as_players_are_rolled_for_each_half(players: int) -> None:
    desk = growing(players=players)
    for _ in range(2):
        for wrong in (players - 1, players + 1):
            sentence = "roll" + " 6" * wrong
            assert desk.refusal(sentence) is refusals.WRONG_DICE
            assert desk.why(sentence) == f"{players} dice are rolled, each from 1 to 6."
        assert desk.refusal("roll" + " 7" * players) is refusals.WRONG_DICE
        assert desk.refusal("roll" + " 0" * players) is refusals.WRONG_DICE
        desk.act("roll" + " 6" * players)
    assert desk.asked[0] == "issue"


@pytest.mark.rule("base.growth.dice")
def test_the_light_half_grows_first_and_the_dark_half_by_its_own_dice() -> None:
    desk = growing()
    before = cubes(desk)
    desk.act("roll 1 2 3")
    assert set(grown(desk, before)) == {"Chicago", "St. Louis", "Kansas City"}
    before = cubes(desk)
    desk.act("roll 4 5 6")
    assert set(grown(desk, before)) == {"Wheeling", "Pittsburgh", "Toronto"}


@pytest.mark.rule("base.growth.dice")
@pytest.mark.parametrize(
    ("half", "die", "city"),
    [
        (0, 1, "Chicago"),
        (0, 2, "St. Louis"),
        (0, 3, "Kansas City"),
        (0, 4, "Des Moines"),
        (0, 5, "Minneapolis"),
        (0, 6, "Duluth"),
        (1, 1, "Evansville"),
        (1, 2, "Cincinnati"),
        (1, 3, "Detroit"),
        (1, 4, "Wheeling"),
        (1, 5, "Pittsburgh"),
        (1, 6, "Toronto"),
    ],
)
def test_each_number_of_each_half_feeds_its_city(half: int, die: int, city: str) -> None:
    desk = growing()
    name = f"{('light', 'dark')[half]}-{die}"
    if half:
        desk.act("roll 1 1 1")
    before, had = cubes(desk), column(desk, name)
    desk.act(f"roll {die} {die} {die}")
    assert grown(desk, before) == {city: sorted(had)}
    assert column(desk, name) == ["none", "none", "none"]


@pytest.mark.rule("base.growth.take")
def test_each_die_takes_the_top_cube_that_is_left() -> None:
    desk = growing()
    top, middle, bottom = column(desk, "light-1")
    before = cubes(desk)
    desk.act("roll 1 6 6")
    assert grown(desk, before)["Chicago"] == [top]
    assert column(desk, "light-1") == ["none", middle, bottom]
    desk.act("roll 6 6 6")
    desk.go_to("grow")
    before = cubes(desk)
    desk.act("roll 1 6 6")
    assert grown(desk, before)["Chicago"] == [middle]
    assert column(desk, "light-1") == ["none", "none", bottom]


@pytest.mark.rule("base.growth.take")
def test_columns_whose_number_is_not_rolled_keep_their_cubes() -> None:
    desk = growing()
    kept = {name: column(desk, name) for name in ("light-2", "light-5", "dark-1", "dark-4", "A", "H")}
    desk.act("roll 1 1 4")
    assert {name: column(desk, name) for name in kept} == kept


@pytest.mark.rule("base.growth.excess")
def test_dice_beyond_the_cubes_of_a_column_do_nothing() -> None:
    desk = growing(players=5)
    before, bag = cubes(desk), bytes(desk.s.bag)
    had = column(desk, "light-1")
    desk.act("roll 1 1 1 1 1")
    assert grown(desk, before) == {"Chicago": sorted(had)}
    assert bytes(desk.s.bag) == bag, "nothing is made up for from the bag"
    desk.act("roll 1 2 3 4 5")
    desk.go_to("grow")
    before = cubes(desk)
    desk.act("roll 1 1 1 1 1")
    assert grown(desk, before) == {}


# New Cities -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.growth.new-city")
def test_the_column_of_a_new_city_grows_only_when_it_is_on_the_board() -> None:
    desk = growing()
    off = column(desk, "A")
    desk.act("roll 3 3 3")
    assert column(desk, "A") == off
    desk.act("roll 6 6 6")
    desk.take("urbanization", "locomotive", "engineer")
    builder = desk.game.rules.holder(desk.s, "urbanization")
    desk.go_to("build", builder)
    desk.act("urbanize Toledo A")
    desk.go_to("grow")
    before = cubes(desk)
    desk.act("roll 3 6 6")
    assert grown(desk, before)["Toledo"] == [off[0]]
    assert column(desk, "A") == ["none", off[1]]
    before = cubes(desk)
    desk.act("roll 3 3 3")
    assert "Toledo" not in grown(desk, before), "A grows with light results only"


@pytest.mark.rule("example.growth", "base.growth.take", "base.growth.new-city")
def test_example_three_players_roll_3_3_4_in_turn_2() -> None:
    desk = Desk(players=3)
    desk.rich()
    desk.take("urbanization", "locomotive", "engineer")
    desk.table.nature = None
    desk.go_to("build", desk.game.rules.holder(desk.s, "urbanization"))
    desk.act("urbanize Indianapolis A")
    desk.go_to("grow")
    desk.act("roll 4 6 6", "roll 6 6 6")
    assert column(desk, "light-4")[0] == "none", "empty due to prior growth"
    desk.go_to("grow")
    assert desk.s.turn == 2
    three, four, a, b = (column(desk, name) for name in ("light-3", "light-4", "A", "B"))
    before = cubes(desk)
    desk.act("roll 3 3 4")
    assert grown(desk, before) == {
        "Kansas City": sorted([three[0], three[1]]),
        "Indianapolis": sorted([a[0], a[1]]),
        "Des Moines": [four[1]],
    }
    assert column(desk, "light-3") == ["none", "none", three[2]]
    assert column(desk, "light-4") == ["none", "none", four[2]]
    assert column(desk, "A") == ["none", "none"]
    assert column(desk, "B") == b and "none" not in b


@pytest.mark.rule("base.growth.production")
def test_a_cube_of_production_may_grow_in_the_same_turn() -> None:
    desk = Desk(players=3)
    desk.rich()
    desk.take("production", "locomotive", "engineer")
    desk.table.nature = None
    desk.go_to("move")
    clear(desk, "light-1")
    desk.go_to("produce")
    assert desk.s.agenda[1].kind == "grow", "the dice come after Production"
    colours = [colour for n, colour in enumerate(COLOURS) for _ in range(desk.s.bag[n])][:2]
    desk.act("produce", f"draw {' '.join(colours)}")
    desk.act(f"stock {colours[0]} light-1 1", f"stock {colours[1]} light-1 3")
    before = cubes(desk)
    desk.act("roll 1 1 1")
    assert grown(desk, before) == {"Chicago": sorted(colours)}


# Boards with other columns --------------------------------------------------------------------------------


@pytest.mark.rule("base.growth.no-city")
def test_columns_that_feed_no_place_are_not_filled_and_their_dice_do_nothing() -> None:
    desk = growing(TESTBED)
    names = [column.name for column in desk.board.columns]
    assert names == [
        *("light-1", "light-2", "A", "B", "C", "D"),
        *("dark-1", "dark-2", "dark-3", "dark-4", "E", "F", "G", "H"),
    ]
    assert len(desk.s.display) == 6 * 3 + 8 * 2 and sum(desk.s.bag) == 96 - 34 - 11
    before, display = cubes(desk), bytes(desk.s.display)
    desk.act("roll 3 4 6", "roll 5 6 6")
    assert grown(desk, before) == {} and bytes(desk.s.display) == display


@pytest.mark.rule("base.growth.no-city")
def test_a_half_without_numbered_columns_feeds_only_its_new_cities(tmp_path: Path) -> None:
    path = tmp_path / "light_only.toml"
    text = TESTBED.read_text("utf-8")
    for number in ("dark 3", "dark 4"):
        text = text.replace(f'["{number}"]', "[]")
    path.write_text(text.replace('["dark 1", "dark 2"]', '["light 3"]'), "utf-8")
    desk = Desk(path, players=3)
    desk.rich()
    assert not any(column.name.startswith("dark") for column in desk.board.columns)
    desk.take("urbanization", "locomotive", "engineer")
    desk.table.nature = None
    desk.go_to("build", desk.game.rules.holder(desk.s, "urbanization"))
    desk.act("urbanize Topaz E")
    desk.go_to("grow")
    before = cubes(desk)
    desk.act("roll 6 6 6", "roll 1 2 3")
    assert set(grown(desk, before)) == {"Topaz"}


@pytest.mark.rule("base.growth.two-numbers")
def test_a_place_with_two_numbers_is_fed_by_both_columns() -> None:
    desk = growing(TESTBED)
    one, two = column(desk, "dark-1"), column(desk, "dark-2")
    desk.act("roll 6 6 6")
    before = cubes(desk)
    desk.act("roll 1 2 2")
    assert grown(desk, before) == {"Gamma": sorted([one[0], two[0], two[1]])}


@pytest.mark.rule("base.bag.empty")
def test_growth_needs_no_bag() -> None:
    desk = growing()
    everything = [colour for n, colour in enumerate(COLOURS) for _ in range(desk.s.bag[n])]
    desk.set_cubes("Toronto", *desk.cubes("Toronto"), *everything)
    assert not any(desk.s.bag)
    before = cubes(desk)
    desk.act("roll 1 1 2", "roll 1 1 2")
    assert {name: len(came) for name, came in grown(desk, before).items()} == {
        "Chicago": 2,
        "St. Louis": 1,
        "Evansville": 2,
        "Cincinnati": 1,
    }


# The turn marker ------------------------------------------------------------------------------------------


@pytest.mark.rule("base.turn.advance")
def test_the_turn_marker_advances_after_growth() -> None:
    desk = growing()
    assert desk.s.turn == 1
    desk.act("roll 1 2 3")
    assert desk.s.turn == 1
    desk.act("roll 1 2 3")
    assert desk.s.turn == 2 and desk.asked[0] == "issue"


@pytest.mark.rule("base.turn.advance", "base.turn.last-full")
def test_the_last_turn_is_played_through_all_its_phases_before_scoring() -> None:
    desk = Desk(players=3)
    desk.rich()
    desk.go_to("move")
    desk.s.turn = 10
    desk.s.income = [50, 11, 10]
    desk.table.nature = None
    desk.go_to("grow")
    assert desk.s.income == [40, 9, 10], "the income reduction of the last turn counts"
    assert not desk.s.over
    before = cubes(desk)
    desk.act("roll 1 1 1")
    assert "Chicago" in grown(desk, before) and not desk.s.over
    desk.act("roll 1 1 1")
    assert desk.s.over and desk.asked == ("over", -2) and desk.s.turn == 10
    assert desk.game.scores(desk.s) == [3 * 40 - 6, 3 * 9 - 6, 3 * 10 - 6]
    assert desk.game.winners(desk.s) == [0]


@pytest.mark.rule("base.turn.advance")
def test_the_turn_before_the_last_is_followed_by_another() -> None:
    desk = Desk(players=3)
    desk.rich()
    desk.go_to("move")
    desk.s.turn = 9
    desk.go_to("issue")
    assert desk.s.turn == 10 and not desk.s.over
