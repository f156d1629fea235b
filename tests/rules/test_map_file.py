"""A map file that cannot be used is refused with its name and what would be right; nothing else is raised."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from footplate.age_of_steam.board import MAPS, Board, MapFileError
from footplate.age_of_steam.game import AgeOfSteam, rules_for
from footplate.age_of_steam.rules import ACTIONS_SAY, Rules
from footplate.core.game import NATURE

OTHERS: tuple[Any, ...] = (None, -1, 0, 7, True, 1.5, "", "zz", [], ["zz"], [1], {}, {"zz": 1})


def valid(name: str) -> dict[str, Any]:
    """A map of the base game's actions, for its own rules are not asked here."""
    data = tomllib.loads((MAPS / f"{name}.toml").read_text("utf-8"))
    if name == "osaka":
        data["rules"] |= {"actions": list(ACTIONS_SAY), "half_price": "engineer"}
    return data


def paths(data: Any) -> Iterator[tuple[Any, ...]]:
    """Every key of a table and every index of a list within it."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (key,)
        for rest in paths(data[key]):
            yield (key, *rest)


def changed(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with one value replaced, or deleted for None."""
    new = copy.deepcopy(data)
    at: Any = new
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return new


def begun(data: dict[str, Any]) -> None:
    """Load a map and begin a game with the fewest and the most players."""
    board = Board("some", data, "some.toml")
    game, rng = AgeOfSteam(Rules(board)), random.Random(1)
    for seats in board.players:
        s = game.start(seats)
        for _ in range(40):
            if not s.over:
                game.apply(s, game.sample(s, rng) if game.actor(s) == NATURE else rng.choice(game.options(s)))


@pytest.mark.parametrize("name", ["osaka", "great_britain"])
def test_whatever_is_changed_the_map_is_loaded_or_refused_by_name(name: str) -> None:
    data, rng = valid(name), random.Random(name)
    refused = 0
    for path in rng.sample(list(paths(data)), 60):
        try:
            begun(changed(data, path, rng.choice(OTHERS)))
        except MapFileError as problem:
            refused += 1
            assert str(problem).startswith("some.toml: ") and len(str(problem)) > 20
        except Exception as problem:
            raise AssertionError(f"{path}: {problem!r}") from problem
    assert refused > 20


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("links", 0, "price"), "dear", "link 1: price is a whole number, not 'dear'"),
        (("links", 0, "price"), -8, "link 1: price is a number of dollars from 0 to 99, not -8"),
        (("links", 0, "ends"), ["IZ", "IZ"], "link 1: ends names two places"),
        (("links", 0, "ends"), ["IZ"], "link 1: ends names two places"),
        (("links", 0, "ends"), ["IZ", "zz"], "there is no place zz in the picture"),
        (("links", 0, "length"), 2, "link 1: unknown key length; known are ends, price, name"),
        (("hexes", "L1", "cost"), 2, "hexes.L1: unknown key cost; known are price, simple_first, group"),
        (("cities", "NB", "accepts"), ["green"], "NB accepts an unknown colour green"),
        (("cities", "NB", "grows"), ["light 7"], "Namba grows by “light 7”; say e.g. “light 3”"),
        (("cities", "AM", "goods"), ["green"], "cities.AM: goods accepts an unknown colour green"),
        (("players",), [0, 99], "players is [fewest, most], from 1 to 8"),
        (("rules", "turns"), {"2": 8}, "turns under [rules] says no number of turns for 3 players"),
        (("rules", "new_cities"), "A red x0", "new_cities: “A red x0”; say e.g."),
        (("rules", "bag", "green"), 3, "bag under [rules]: green = 3; say e.g. red = 20"),
        (("rules", "new_cities"), "A red\nA blue", "new_cities: A stands in two lines; say e.g. “A red x2”"),
        (("tiles",), "odd", "tiles: “odd” is no kind of tile"),
        (("players",), "few", "players is a list, not 'few'"),
        (("terrain",), {"XX": {"kind": "bog", "cost": 3}}, "terrain.XX: unknown key cost; known are kind"),
        (
            ("terrain",),
            {"XX": {"kind": "bog", "price": -1}},
            "terrain.XX: price is a number of dollars from 0",
        ),
        (("hexes", "L1", "price"), -2, "hexes.L1: price is a number of dollars from 0 to 99, not -2"),
        (("rules", "speed"), 3, "unknown number speed under [rules]; known are turns, cash"),
        (("rules", "cash"), "ten", "cash under [rules] is a whole number, not 'ten'"),
        (("rules", "cash"), -5, "cash under [rules] is a number from 0 to 999, not -5"),
        (("rules", "shares"), 16, "shares under [rules] are more than shares_max"),
        (("rules", "share_price"), -1, "share_price under [rules] is a number from 1 to 99, not -1"),
        (("rules", "dice"), 10**6, "dice under [rules] is a number from 0 to 20, not 1000000"),
        (("rules", "town_disks"), 999, "town_disks under [rules] is a number from 0 to 99, not 999"),
        (("rules", "tile_sets"), 99, "tile_sets under [rules] is a number from 1 to 4, not 99"),
        (("rules", "drive"), 99, "drive under [rules] is a number from 0 to 9, not 99"),
        (("rules", "engine_track"), [-1, 2], "engine_track under [rules] is a list of rising numbers"),
        (("rules", "engine_track"), [2, 1], "engine_track under [rules] is a list of rising numbers"),
        (("rules", "reduction"), [5], "reduction under [rules] is a list of incomes and what each loses"),
        (("rules", "reduction"), [[11, 2], [21, 4]], "the highest first, e.g. [[21, 4], [11, 2]]"),
        (("rules", "actions"), ["engineer"] * 5, "actions under [rules] names an action twice"),
        (("rules", "actions"), ["engineer"], "actions under [rules] names 1, fewer than players"),
        (("rules", "actions", 0), "fly", "fly is no action; they are first-move"),
        (
            ("rules", "half_price"),
            "haggling",
            "half_price under [rules] names an action or nothing, not haggling",
        ),
        (
            ("rules", "terrain_prices"),
            {"lava": 2},
            "terrain_prices.lava is no terrain; they are mountain, plain",
        ),
        (
            ("rules", "terrain_prices"),
            {"plain": "2"},
            "terrain_prices.plain is a number of dollars from 0 to 99",
        ),
        (("rules", "extra_cubes"), [3], "extra_cubes under [rules] is not a table of facts"),
        (("rules", "extra_cubes"), [{"before": "dice"}], "extra_cubes under [rules] lacks place"),
        (("rules", "extra_cubes"), [{"place": "Oz", "before": "dice"}], "There is no hex or place “Oz”"),
        (("rules", "extra_cubes"), [{"place": "Nara", "before": "tea"}], "before is production or dice"),
    ],
)
def test_the_refusal_names_the_key_and_what_would_be_right(
    path: tuple[Any, ...], value: Any, says: str
) -> None:
    with pytest.raises(MapFileError) as problem:
        begun(changed(valid("osaka"), path, value))
    assert says in str(problem.value)


def test_new_cities_may_be_many_of_a_kind_and_without_a_column() -> None:
    data = changed(valid("osaka"), ("rules", "new_cities"), "A red light 3\nB blue x3")
    board = Board("some", data, "some.toml")
    assert [city.letter for city in board.new_cities] == ["A", "B", "B", "B"]
    assert [column.name for column in board.columns if column.city >= 0] == ["A"]


@pytest.mark.parametrize(
    ("name", "path", "says"),
    [
        ("great_britain", ("towns", "ho", "group"), "Holyhead needs a group, its nation"),
        ("texas_oklahoma_new_mexico", ("areas", "ranching"), "there is no ranching under [areas]"),
    ],
)
def test_what_the_rules_of_a_map_need_is_missed_before_the_game_begins(
    name: str, path: tuple[Any, ...], says: str
) -> None:
    data = changed(valid(name), path, None)
    with pytest.raises(MapFileError) as problem:
        board = Board(name.replace("_", "-"), data, "some.toml")
        rules_for(board)(board)
    assert says in str(problem.value)
