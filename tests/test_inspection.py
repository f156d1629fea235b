"""Positions from outside: what can be is taken as it is, and what cannot is said; nothing raises or hangs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import footplate
from footplate import records
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.goods import COLOURS
from footplate.core.game import NOBODY
from footplate.core.table import Chance, Table
from footplate.records import RecordError
from tests.desk import NAMES, TESTBED, Desk
from tests.test_fuzz import game_on, played

Saved = dict[str, Any]
MAPS: list[str | Path] = [*map_ids(), TESTBED]
quick = settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def saved(desk: Desk) -> Saved:
    """The position of a desk as a file would give it back."""
    data: Saved = json.loads(json.dumps(desk.s.to_json()))
    return data


def put(name: str, at: int, value: int) -> Callable[[Saved], None]:
    """Change one byte of a field."""

    def change(data: Saved) -> None:
        there = bytearray.fromhex(data[name])
        there[at] = value
        data[name] = there.hex()

    return change


def say(name: str, value: Any) -> Callable[[Saved], None]:
    """Change a whole field."""

    def change(data: Saved) -> None:
        data[name] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (say("seats", 4), "it is not for 3 players"),
        (say("seats", 10**4000), "it is not for 3 players"),
        (say("phase", 77), "there is no such phase"),
        (say("over", True), "a game is over when nobody is asked, and only then"),
        (say("agenda", []), "a game is over when nobody is asked, and only then"),
        (say("agenda", [["dance", 0, 0, 0]]), "nobody is ever asked “dance”"),
        (say("agenda", [["issue", 9, 0, 0]]), "“issue” is asked of nobody who plays"),
        (say("agenda", [["grow", 0, 0, 0]]), "“grow” is asked of nobody who plays"),
        (say("agenda", [["grow", -1, 2, 0]]), "nobody can be asked “grow” as it stands"),
        (say("agenda", [["extra-cube", -1, 1, 9999]]), "nobody can be asked “extra-cube” as it stands"),
        (say("agenda", [["stock", 0, 0, 0]]), "nobody can be asked “stock” as it stands"),
        (say("agenda", [["build", 0, 10**9, 0]]), "nobody can be asked “build” as it stands"),
        (say("agenda", [["issue", 0, 0, 0]] * 2), "somebody is asked the same twice"),
        (say("agenda", [["bid", 0, 0, 0]]), "there are bidders in an auction, and only then"),
        (say("turn", 0), "the turn is not between 1 and 10"),
        (say("order", [0, 1, 1]), "the player order does not name everybody who plays, once"),
        (say("out", [0, 0, 99]), "the turn in which somebody was eliminated"),
        (say("cash", [10, 10]), "cash has 2 entries instead of 3"),
        (say("cash", [10, 10, -1]), "the cash of somebody is not between 0 and 9999"),
        (say("cash", [10, 10, 10**9]), "the cash of somebody is not between 0 and 9999"),
        (say("income", [0, 0, -3]), "the income of somebody who plays"),
        (say("shares", [2, 2, 99]), "the shares of somebody is not between 0 and 15"),
        (say("engine", [1, 1, 7]), "the engine of somebody stands beside its track"),
        (say("action", [-1, 3, 3]), "two players hold the same action"),
        (say("begun", [0, 0, 2]), "whether somebody has begun"),
        (say("high", 3), "the seat of the highest bid"),
        (say("new_cities", [0] + [-1] * 7), "a New City stands on no town"),
        (say("built", [10**6]), "a hex that was built on"),
        (say("laid", [-1]), "a side at which track was laid"),
        (put("kind", 0, 3), "a hex is of another kind"),
        (put("layout", 5, 255), "the track on a hex"),
        (put("layout", 5, 1), "has other tracks"),
        (put("supply", 0, 200), "there are 200 tiles straight instead of 48"),
        (put("rail", 5, 2), "is not marked as it lies"),
        (put("rail", -1, 0), "the edge of the board is open"),
        (put("demand", 0, 255), "what a place accepts"),
        (put("bag", 0, 250), "red cubes instead of 20"),
        (put("bag", 7, 1), "there are cubes of no colour"),
        (put("display", 0, 8), "a box of the goods display"),
        (say("display", ""), "display has 0 entries instead of"),
    ],
)
def test_what_cannot_be_is_said(change: Callable[[Saved], None], says: str) -> None:
    desk = Desk()
    data = saved(desk)
    change(data)
    with pytest.raises(ValueError) as problem:
        desk.game.position(data, 3)
    assert says in str(problem.value)
    assert len(str(problem.value)) < 200


def test_track_that_goes_in_a_circle_is_found_before_anybody_follows_it() -> None:
    desk = Desk()
    board, tiles = desk.board, desk.board.tiles
    centre = next(
        hex
        for hex in range(board.size)
        if all(board.across[6 * hex + side] != board.wall for side in range(6))
        and all(desk.s.kind[board.across[6 * hex + side] // 6] == 0 for side in range(6))
    )
    for side in range(6):
        around = board.across[6 * centre + side] // 6
        ends = sorted(((side + 2) % 6, (side + 4) % 6))
        desk.put(board.hex_names[around], board.layout_words[tiles.number[(ends[0], ends[1]),]], 0)
    with pytest.raises(ValueError, match="goes in a circle"):
        desk.game.position(saved(desk), 3)


def own(map: str, name: str, value: Any) -> tuple[Any, Saved, int]:
    """The start of a game on a map whose positions hold more, with one of these fields changed."""
    game = footplate.game(map)
    players = game.board.players[0]
    table = Table(game, NAMES[:players], Chance(random.Random(1)))
    return game, {**json.loads(json.dumps(table.state.to_json())), name: value}, players


@pytest.mark.parametrize(
    ("map", "name", "value"),
    [
        ("barbados", "used", [0, 0]),
        ("barbados", "used", [0, 1, 2, 3]),
        ("germany", "dearest", -1),
        ("st-lucia", "nominal", 2),
        ("western-us", "lot", [0, 0]),
        ("western-us", "payouts", [[0], [1]]),
        ("western-us", "payouts", [7]),
        ("western-us", "crossed", 1),
    ],
)
def test_what_a_map_adds_to_a_position_is_looked_through_too(map: str, name: str, value: Any) -> None:
    game, data, players = own(map, name, value)
    with pytest.raises(ValueError):
        game.position(data, players)


# Whatever somebody does to a file -------------------------------------------------------------------------


def spoil(data: Saved, rng: random.Random) -> Saved:
    """A position with a few values changed, moved, doubled or lost."""
    data = deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice(list(data))
        value = data[name]
        if isinstance(value, bool):
            data[name] = not value
        elif isinstance(value, int):
            data[name] = rng.choice((value + 1, value - 1, 0, 99, 10**30))
        elif isinstance(value, str) and value:
            there = bytearray.fromhex(value)
            one, other = rng.randrange(len(there)), rng.randrange(len(there))
            if rng.random() < 0.5:
                there[one] = rng.choice((0, 1, 2, 3, 15, 255))
            else:
                there[one], there[other] = there[other], there[one]
            data[name] = there.hex()
        elif isinstance(value, list) and value:
            spoil_list(value, rng)
    return data


def spoil_list(value: list[Any], rng: random.Random) -> None:
    at = rng.randrange(len(value))
    part, how = value[at], rng.random()
    if isinstance(part, list) and part and how < 0.7:
        within = rng.randrange(len(part))
        kinds = ("bid", "stock", "take", "order", "move", "build", "bonus", "production", "grow")
        number = rng.choice((0, 1, 2, 5))
        part[within] = rng.choice(kinds) if isinstance(part[within], str) else number
    elif how < 0.2:
        del value[at]
    elif how < 0.4:
        value.append(deepcopy(part))
    elif isinstance(part, int):
        value[at] = rng.choice((part + 1, part - 1, 0, -1, 50, 500))
    else:
        rng.shuffle(value)


@pytest.mark.parametrize("map", MAPS, ids=lambda map: Path(map).stem)
@given(seed=st.integers(0, 2**32 - 1))
@quick
def test_every_position_is_taken_and_a_spoiled_one_is_refused_or_can_be_played(
    map: str | Path, seed: int
) -> None:
    game, rng = game_on(map), random.Random(seed)
    players = rng.randint(*game.board.players)
    for table in played(game, players, seed):
        if rng.random() > 0.1:
            continue
        data = json.loads(json.dumps(table.state.to_json()))
        assert game.position(data, players) == table.state
        try:
            s = game.position(spoil(data, rng), players)
        except ValueError:
            continue
        again = Table.resume(game, table.seats, table.log, s, Chance(random.Random(seed)))
        for _ in range(15):
            if again.actor == NOBODY:
                break
            again.act(rng.choice(again.options()))


def test_a_position_changed_with_an_editor_is_refused_where_it_stands() -> None:
    table = footplate.new("rust-belt", ["Ada", "Ben", "Cy"], seed=5)
    table.act("issue 2")
    text = footplate.write(table).replace("rules 1", "rules 0")
    line = next(n for n, said in enumerate(text.splitlines(), 1) if said.startswith("state "))
    assert footplate.read(text).state == table.state
    for old, new in (
        ('"turn":1', '"turn":-7'),
        ('"cash":[', '"cash":[9,'),
        ('"phase":0', f'"phase":{"9" * 5000}'),
    ):
        assert old in text
        with pytest.raises(RecordError, match=f"line {line}: the saved (state|position)"):
            footplate.read(text.replace(old, new))
    with pytest.raises(RecordError, match=f"line {line}: the saved position is damaged"):
        footplate.read(text.replace('"order":[', '"order":' + "[" * 100_000))


WORDS = [
    "²",
    "9" * 5000,
    "[" * 3000,
    "",
    "end",
    "state {}",
    "seat",
    "nature:",
    ":",
    "#",
    "\0",
    "\udcff",
    *COLOURS,
]


@given(seed=st.integers(0, 2**32 - 1))
@settings(quick, max_examples=25)
def test_a_spoiled_record_is_read_or_refused_with_its_line(seed: int) -> None:
    rng = random.Random(seed)
    table = footplate.new("rust-belt", ["Ada", "Ben", "Cy"], seed=5)
    table.act("issue 2")
    lines = footplate.write(table).splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        lines[at : at + 1] = rng.choice(
            ([" ".join(words)], [], [lines[at]] * 2, [lines[at][: rng.randrange(40)]])
        )
        if not lines:
            return
    for read in (footplate.read, records.check):
        try:
            read("\n".join(lines) + "\n")
        except RecordError as problem:
            assert problem.line
