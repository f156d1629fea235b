"""The law of imports: core, then geometry, then each game for itself; all others know no game by name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import footplate
from footplate.age_of_steam.board import map_ids, read_board

ROOT = Path(footplate.__file__).parent
GAMES = ("age_of_steam", "days_of_steam")
LOW = ("core", "geometry", "drawing", *GAMES)
BELOW = {
    "core": {"core"},
    "geometry": {"geometry"},
    "drawing": {"drawing"},
    **{game: {"core", "geometry", "drawing", game} for game in GAMES},
    "games.py": {"core"},
    "bots": {"core", "games", "bots"},
    "sim": {"core", "child", "games", "bots", "records", "sim"},
    "report": {"core", "drawing", "games", "records", "report", "sim"},
    "rl": {"core", "games", "bots", "sim", "rl"},
    "records.py": {"core", "games"},
}
"""What each part of footplate may import of footplate; cli and web may import all but games."""
FORBIDDEN = {"json", "asyncio", "sqlite3", "time", "numpy"}
FILES = sorted(ROOT.rglob("*.py"))
LOW_FILES = [file for file in FILES if file.relative_to(ROOT).parts[0] in LOW]


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def imports(file: Path) -> Iterator[str]:
    """Every module a file imports, anywhere in it, with its whole name."""
    package = ("footplate", *file.relative_to(ROOT).parent.parts)
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *((node.module or "").split(".") if node.module else ())))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def part(module: str) -> str:
    """The part of footplate a module belongs to: its package or file right under footplate."""
    return (module.split(".") + [""])[1]


def test_the_walk_sees_the_files_of_the_engine() -> None:
    assert {"core/game.py", "geometry/hexes.py", "age_of_steam/game.py"} <= {name_of(file) for file in FILES}
    assert "footplate.core.slots.Slots" in set(imports(ROOT / "core" / "game.py"))
    assert "random" in set(imports(ROOT / "core" / "table.py"))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_each_part_imports_only_what_lies_below_it(file: Path) -> None:
    allowed = BELOW.get(file.relative_to(ROOT).parts[0])
    if allowed is None:
        assert file.relative_to(ROOT).parts[0] not in LOW
        return
    wrong = [module for module in imports(file) if module.split(".")[0] == "footplate"]
    assert [module for module in wrong if part(module) not in allowed] == []


@pytest.mark.parametrize("file", LOW_FILES, ids=name_of)
def test_core_geometry_and_games_need_only_the_standard_library_without_clock_disk_and_network(
    file: Path,
) -> None:
    tops = {module.split(".")[0] for module in imports(file)} - {"footplate"}
    if name_of(file) == "core/native.py":
        tops.remove("mypy_extensions")  # Only who checks types, or compiles, looks there.
    assert tops <= sys.stdlib_module_names
    assert not tops & FORBIDDEN


@pytest.mark.parametrize("file", LOW_FILES, ids=name_of)
def test_chance_comes_from_outside_random_is_used_for_its_type_only(file: Path) -> None:
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.ImportFrom):
            assert node.module != "random", "say import random, and random.Random in annotations"
        if isinstance(node, ast.Import):
            assert all(alias.asname is None for alias in node.names if alias.name == "random")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"random.{node.attr} in line {node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            func = node.func
            made = isinstance(func.value, ast.Name) and func.value.id == "random"
            assert not made, f"line {node.lineno} makes its own chance"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_nobody_outside_a_game_imports_it_or_says_where_it_lies(file: Path) -> None:
    own = file.relative_to(ROOT).parts[0]
    assert not {part(module) for module in imports(file)} & (set(GAMES) - {own})
    if own not in (*GAMES, "games.py"):
        assert not [game for game in GAMES if game in file.read_text("utf-8")]


def test_what_everybody_loads_loads_no_game() -> None:
    code = "import sys, footplate, footplate.cli.main, footplate.web.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "footplate.games" in loaded.split()
    assert not [
        module for module in loaded.split() if module.startswith(tuple(f"footplate.{g}" for g in GAMES))
    ]


def test_no_two_games_import_each_other() -> None:
    for game in GAMES:
        for file in (ROOT / game).rglob("*.py"):
            assert not {part(module) for module in imports(file)} & (set(GAMES) - {game}), name_of(file)


# Maps ------------------------------------------------------------------------------------------------

MAPS = ROOT / "age_of_steam" / "maps"
PAGE = ROOT.parent / "web" / "src"
BASE_MAP = "rust-belt"
"""The board of the base game: what needs a board and is told none takes it, and examples name it."""
EXAMPLES = {"cli/bench.py": "germany"}
"""Help texts whose example needs a board that is not the usual one."""


def test_no_map_imports_a_map() -> None:
    for file in MAPS.glob("*.py"):
        maps = [module for module in imports(file) if module.startswith("footplate.age_of_steam.maps")]
        assert maps == [], name_of(file)


def test_the_base_imports_no_map_by_name() -> None:
    for file in FILES:
        if MAPS not in file.parents:
            modules = [module for module in imports(file) if "age_of_steam.maps." in module]
            assert modules == [], name_of(file)


def named(text: str) -> set[str]:
    """The boards that a text names by their id, their file or their name."""
    out = set()
    for id in set(map_ids()) - {BASE_MAP}:
        words = "|".join(re.escape(word) for word in (id, id.replace("-", "_"), read_board(id).name))
        if re.search(rf"(?<![\w-])(?:{words})(?![\w-])", text):
            out.add(id)
    return out


def test_only_maps_say_which_map_they_are() -> None:
    engine = {name_of(file): file for file in FILES if MAPS not in file.parents}
    page = {
        str(file.relative_to(PAGE)): file
        for file in PAGE.rglob("*")
        if file.suffix in (".ts", ".svelte", ".css") and ".test." not in file.name
    }
    assert len(engine) > 90 and len(page) > 30
    said = {name: named(file.read_text("utf-8")) for name, file in (engine | page).items()}
    assert {name: maps for name, maps in said.items() if maps} == {
        name: {example} for name, example in EXAMPLES.items()
    }
