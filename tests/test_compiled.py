"""The engine is compiled or plain, says which, and is the same in both forms."""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import footplate
from footplate import compiled
from footplate.age_of_steam import offers, routes, track
from footplate.age_of_steam.actions import Deliver, Improve
from footplate.age_of_steam.board import EMPTY, NOBODYS, owner_of
from footplate.age_of_steam.game import load
from footplate.age_of_steam.routes import Step
from footplate.age_of_steam.state import SteamState
from footplate.core.game import State

SAYS = (
    "from footplate import compiled; from footplate.age_of_steam import routes, track;"
    "print(compiled.COMPILED, track.__file__.endswith('.py'), routes.SEARCH is None)"
)
ROOT = Path(__file__).parents[1]
PLAIN, COMPILED = "False True True", "True False False"

only_compiled = pytest.mark.skipif(not compiled.is_current(), reason="nothing is compiled here")


def form(package: Path, **wanted: str) -> str:
    """What a Python of its own says about the form in which it runs."""
    known = {name: value for name, value in os.environ.items() if name != "FOOTPLATE_PLAIN"}
    done = subprocess.run(
        [sys.executable, "-c", SAYS],
        env={**known, "PYTHONPATH": str(package), **wanted},
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


HERE = Path(footplate.__file__).parent.parent


@only_compiled
def test_the_compiled_form_runs_unless_the_plain_one_is_asked_for() -> None:
    assert form(HERE) == COMPILED
    assert form(HERE, FOOTPLATE_PLAIN="1") == PLAIN


@only_compiled
def test_a_changed_source_is_never_hidden_by_what_was_compiled_from_it_before(tmp_path: Path) -> None:
    shutil.copytree(HERE / "footplate", tmp_path / "footplate", ignore=shutil.ignore_patterns("page"))
    assert form(tmp_path) == COMPILED
    with (tmp_path / "footplate" / "age_of_steam" / "track.py").open("a", encoding="utf-8") as track:
        track.write("\n# changed\n")
    assert form(tmp_path) == PLAIN


def some_steps(rng: random.Random, places: int) -> dict[int, list[Step]]:
    """Links between places, of several owners and lengths, some with a tally and starts of cubes on them."""
    out: dict[int, list[Step]] = {}
    for side in range(rng.randint(places, 3 * places)):
        here, to = rng.sample(range(places), 2)
        accepts = rng.getrandbits(5) & rng.getrandbits(5)
        passes = ~accepts if rng.random() < 0.9 else rng.getrandbits(5)
        gains = 1 << routes.INCOME_BITS * rng.randrange(6)
        if rng.random() < 0.2:
            gains += rng.randrange(4) << routes.TALLY
        over = 1 << rng.randrange(places) if rng.random() < 0.1 else 0
        length = rng.choice((1, 1, 1, 1, 0, 2))
        out.setdefault(here, []).append((to, 1 << to | over, accepts, passes, side, gains, length))
    return out


@only_compiled
@pytest.mark.parametrize("seed", range(40))
def test_the_search_in_c_finds_the_same_ways_in_the_same_order(seed: int) -> None:
    if routes.SEARCH is None:
        pytest.skip("the plain form runs")
    rng = random.Random(seed)
    places = rng.randint(3, 14)
    steps = some_steps(rng, places)
    goods = {place: rng.getrandbits(5) for place in range(places)}
    for reach in (0, 1, 3, 6):
        plain = routes._all_ways(steps, goods, reach, None)
        found = routes.SEARCH(routes.Way, steps, goods, reach, -1)
        assert found == plain and all(type(way) is routes.Way for way in found)
        few = routes.SEARCH(routes.Way, steps, goods, reach, 5)
        assert few == routes._all_ways(steps, goods, reach, 5)


@only_compiled
@pytest.mark.parametrize("seed", range(10))
def test_the_comparison_in_c_finds_the_same_changes_and_numbers(seed: int) -> None:
    if offers.CHANGES is None:
        pytest.skip("the plain form runs")
    rng = random.Random(seed)
    touches = load(rng.choice(("rust-belt", "germany", "barbados"))).board.touches
    before, plain, found = bytes(len(touches)), [0] * 400, [0] * 400
    for changed in (len(touches), 30, 1, 0):
        after = bytearray(before)
        for at in rng.sample(range(len(touches)), changed):
            after[at] = rng.randrange(7)
        hexes = offers._changes(before, bytes(after), touches, plain)
        assert offers.CHANGES(before, bytes(after), touches, found) == hexes and found == plain
        before = bytes(after)
    with pytest.raises(ValueError, match="as long as"):
        offers.CHANGES(before, before[1:], touches, found)


@only_compiled
@pytest.mark.parametrize("seed", range(10))
def test_the_look_for_open_ends_in_c_finds_the_same_sides(seed: int) -> None:
    if track.ENDS is None:
        pytest.skip("the plain form runs")
    rng = random.Random(seed)
    board = load(rng.choice(("rust-belt", "germany", "barbados"))).board
    s = load(board.id).start(board.players[1])
    for _ in range(5):
        for side in rng.sample(range(board.wall), 60):
            if s.rail[side] == EMPTY:
                s.rail[side] = rng.choice((NOBODYS, owner_of(0), owner_of(5)))
        for owner in (NOBODYS, owner_of(0), owner_of(2), owner_of(5)):
            plain = track._open_ends(s.rail, board.across, owner, EMPTY)
            assert track.ENDS(s.rail, board.across, owner, EMPTY) == plain
    with pytest.raises(IndexError):
        track.ENDS(bytearray([7]), (3,), 7, EMPTY)


@only_compiled
def test_what_is_made_of_ways_in_c_is_what_its_kind_makes_itself() -> None:
    if routes.MADE is None:
        pytest.skip("the plain form runs")
    ways = [routes.Way(3, 1, 5, (18, 20), (4, 9)), routes.Way(900, 4, 1 << 70, (), ())]
    found = routes.MADE(Deliver, ways)
    assert found == routes._made(Deliver, ways) == [Deliver(3, 1, (18, 20), (4, 9)), Deliver(900, 4, (), ())]
    assert {*found} == {*routes._made(Deliver, ways)} and routes.MADE(Deliver, []) == []
    for kind, wrong in (Improve, ways), (routes.Way, ways), (Deliver, [(1, 2)]):
        with pytest.raises((TypeError, AttributeError)):
            routes.MADE(kind, wrong)  # type: ignore[arg-type]


def test_a_board_beyond_what_the_search_in_c_counts_is_searched_as_well() -> None:
    far = 5000
    steps: dict[int, list[Step]] = {0: [(far, 1 << far, 1, 0, 7, 1, 1)]}
    assert routes.all_ways(steps, {0: 1}, 1) == [routes.Way(0, 0, 1, (7,), (far,))]


@pytest.mark.parametrize("state", [State, SteamState])
def test_what_a_compiled_state_says_of_its_slots_is_what_is_annotated(state: type[State]) -> None:
    source = HERE / "footplate" / Path(*state.__module__.split(".")[1:]).with_suffix(".py")
    [found] = [
        node
        for node in ast.parse(source.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name == state.__name__
    ]
    annotated = {
        node.target.id: ast.unparse(node.annotation)
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is None
    }
    inherited = state.__mro__[1].kinds  # type: ignore[attr-defined]
    assert state.kinds == inherited | annotated and list(state.kinds) == [*inherited, *annotated]


def test_a_copy_of_a_state_shares_nothing_that_can_change() -> None:
    s = load("rust-belt").start(4)
    s.news, s.memory, s.link_table = [], {}, {}
    new = s.copy()
    assert new == s and new.news is None and new.memory is None and new.link_table is s.link_table
    for name, kind in s.kinds.items():
        if kind.startswith(("list", "bytearray")) and name not in s.passing:
            assert getattr(new, name) is not getattr(s, name), name


def test_the_engine_needs_nothing_of_the_compiler_to_run() -> None:
    code = (
        "import sys; sys.modules['mypy_extensions'] = None; from footplate.age_of_steam.game import load;"
        "print(load('rust-belt').start(3).seats)"
    )
    for plain in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "FOOTPLATE_PLAIN": plain},
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "3\n"


# One of each kind in each folder.
OF_EACH_KIND = {(path.parent, path.suffix): path.relative_to(ROOT) for path in compiled.sources()}


@pytest.mark.parametrize("path", [str(path) for path in OF_EACH_KIND.values()])
def test_make_compiles_again_whatever_compiled_file_changes(path: str) -> None:
    # As if this file alone were new; nothing is run.
    asked = ["make", "-n", "-W", path, ".venv/compiled.stamp"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "hatch_build.py" in said
