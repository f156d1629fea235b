"""Several games at the command, and one keyboard for several people in a game with secrets."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from footplate import games, records
from footplate.cli.session import Session
from footplate.core.bot import RandomBot
from footplate.core.game import NOBODY
from footplate.core.table import Script, Table
from tests.cli.command import footplate
from tests.core.cards import CARDS, Cards, hand_of

SHUFFLED = f"shuffle {' '.join(map(str, CARDS))}"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(games.GAMES, "cards", "tests.core.cards")
    for cached in (games.ids, games.host_type, games.boards):
        cached.cache_clear()
    yield
    for cached in (games.ids, games.host_type, games.boards):
        cached.cache_clear()


def test_every_game_is_listed_and_plays_by_its_id_where_it_has_no_maps(toy: None, tmp_path: Path) -> None:
    listed = {game["id"]: game for game in footplate("games", "--json").json}
    assert listed["age-of-steam"]["maps"] and "rust-belt" in listed["age-of-steam"]["boards"]
    assert listed["cards"]["boards"] == ["cards"] and listed["cards"]["players"] == [2, 4]
    assert "Cards" in footplate("games").out
    assert "cards" in {board["id"] for board in footplate("maps", "--json").json}
    played = footplate("simulate", "cards", "--players", "3", "--games", "3", "--jobs", "1", "--json").json
    assert played["games"] == 3 and played["map"] == "cards"
    assert footplate("render", "cards", "-o", str(tmp_path / "cards.svg")).code == 0


def test_a_game_with_maps_is_no_board() -> None:
    found = footplate("play", "age-of-steam", "--players", "3")
    assert found.code == 2 and "played on maps" in found.err


def test_a_record_of_a_game_without_maps_names_none(toy: None) -> None:
    table: Table[Any, Any] = Table(Cards(), ["Ada", "Ben"], Script([SHUFFLED]))
    text = records.write(table)
    assert "\nmap " not in text and records.read(text).state == table.state
    with pytest.raises(records.RecordError, match="has no maps"):
        records.read(text.replace("game cards", "game cards\nmap rust-belt"))
    told = records.write_for(table, 1)
    assert "hidden Ben" in told and str(CARDS[-1]) not in told
    with pytest.raises(records.RecordError, match=r"line 6: its hidden part is missing"):
        records.read(told)
    while table.actor != NOBODY:
        table.act(table.options()[0])
    assert records.write_for(table, NOBODY) == records.write(table)


def test_the_keyboard_is_passed_on_before_a_hand_is_shown(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table: Table[Any, Any] = Table(Cards(), ["Ada", "Ben", "random-bot"], Script([SHUFFLED]))
    ada, ben = hand_of(table.state, 0), hand_of(table.state, 1)
    said = "\n".join(["", "options", f"play {ada[0]}", "", "options", "log all", "quit"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(said + "\n"))
    paper = io.StringIO()
    Session(table, {2: RandomBot()}, random.Random(1), Console(file=paper, width=200), None, True).run()
    before, after = paper.getvalue().split("Pass the keyboard to Ben")
    assert "Pass the keyboard to Ada" in before and str(ada[1]) in before
    assert not [card for card in ben if str(card) in before]
    assert str(ben[0]) in after and str(ada[1]) not in after
    assert "Ada drew a card" in after
