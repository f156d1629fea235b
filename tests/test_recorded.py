"""The games in tests/records, made by our own bots, stay legal and come to the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footplate import records
from footplate.core.game import NOBODY
from tests import referee
from tests.days import referee as days_referee

RECORDS = sorted((Path(__file__).parent / "records").glob("*.game"))


def _steam_figures(s: Any, seat: int) -> str:
    return f"${s.cash[seat]} income {s.income[seat]} shares {s.shares[seat]} engine {s.engine[seat]}"


def _days_figures(s: Any, seat: int) -> str:
    where = f"at {s.trains[seat]} load {s.load[seat]}"
    return f"{where} steam {s.steam[seat]} coal {s.coal[seat]} circuits {s.circuits[seat]}"


FIGURES: dict[str, tuple[Callable[[Any, int], str], Callable[[Any, Any], None]]] = {
    "age-of-steam": (_steam_figures, referee.check),
    "days-of-steam": (_days_figures, days_referee.check),
}
"""By game what is told of a player after every turn, and its referee."""


def transcript(path: Path) -> str:
    """The players' figures at the end of every turn, as a text to compare."""
    record = records.parse(path.read_text("utf-8"))
    game = record.load_game()
    figures, check = FIGURES[game.game_id]
    s = game.start(len(record.seats))
    lines: list[str] = []

    def write_turn(turn: int) -> None:
        for seat, name in enumerate(record.seats):
            score = game.scores(s)[seat]
            told = "out" if score is None else score
            lines.append(f"turn {turn} {name}: {figures(s, seat)} score {told}")

    for entry in record.entries:
        turn = s.turn
        game.apply(s, game.read(s, entry.text))
        check(game, s)
        if s.turn != turn:
            write_turn(turn)
    assert game.actor(s) == NOBODY
    write_turn(s.turn)
    winners = ", ".join(record.seats[seat] for seat in game.winners(s))
    return "\n".join([*lines, f"winners: {winners or 'nobody'}"]) + "\n"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_come_to_the_same_numbers(path: Path) -> None:
    assert records.check(path.read_text("utf-8")) is None
    assert transcript(path) == path.with_suffix(".expected").read_text("utf-8")


def test_there_is_a_record_for_each_way_a_game_can_end() -> None:
    ends = [transcript(path) for path in RECORDS]
    assert any("score out" not in end for end in ends), "a game that everybody survives"
    assert any(end.count("score out") and "turn 8" not in end for end in ends), "a game that ends early"
