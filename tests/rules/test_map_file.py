"""A map file that cannot be used is refused with its name and what would be right; nothing else is raised."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from footplate.age_of_steam.board import MAPS, Board, MapFileError
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.rules import Rules

OTHERS: tuple[Any, ...] = (None, -1, 0, 7, True, 1.5, "", "zz", [], ["zz"], [1], {}, {"zz": 1})


def valid(name: str) -> dict[str, Any]:
    return tomllib.loads((MAPS / f"{name}.toml").read_text("utf-8"))


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
    """Load a map and set up a game with the fewest and the most players."""
    board = Board("some", data, "some.toml")
    game = AgeOfSteam(Rules(board))
    for seats in board.players:
        game.start(seats)


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
        (("links", 0, "price"), "dear", "link 1: price is not a int, but 'dear'"),
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
        (("tiles",), "odd", "tiles: “odd” is no kind of tile"),
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
