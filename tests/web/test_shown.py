"""What a page is sent after the first time: only what changed, and always enough."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.drawing.canvas import Canvas
from footplate.age_of_steam.drawing.pieces import fragments
from footplate.age_of_steam.game import load
from footplate.age_of_steam.question import question
from footplate.age_of_steam.view import RADIUS, View, view
from footplate.bots import bot
from footplate.core.game import NATURE, NOBODY
from footplate.core.table import Chance, Table
from footplate.drawing.palette import VARIABLES
from footplate.games import host_of
from footplate.web.shown import Shown
from tests.desk import NAMES
from tests.web.server import Browser, patched, play_modestly

MOVES = 60


def as_told(shown: View) -> Any:
    return json.loads(msgspec.json.encode(shown))


@pytest.mark.parametrize("map", map_ids())
def test_whatever_a_page_knows_it_is_led_to_the_very_position(map: str) -> None:
    game, rng = load(map), random.Random(map)
    names = NAMES[: max(game.board.players[0], min(3, game.board.players[1]))]
    table, frugal = Table(game, names, Chance(rng)), bot("age-of-steam", "frugal")
    known: list[tuple[Shown, Any]] = []
    sent: list[int] = []
    for _ in range(MOVES):
        if table.actor == NOBODY:
            break
        if table.can_undo() and rng.random() < 0.2:
            table.undo()
        else:
            assert table.actor != NATURE
            table.act(game.say(frugal.choose(game, table.state, table.actor, rng)))
        s = table.state
        told = view(game, s, names)
        # What is remembered is what would be drawn anew, the lowest number first.
        fresh = fragments(Canvas(game.board, RADIUS, VARIABLES, small=False), s, game.face.marks(s))
        assert told.pieces == fresh.pieces and list(told.pieces) == sorted(told.pieces)
        assert told.names == fresh.names
        now, whole = Shown(host_of(game), told, question(game, s, told)), as_told(told)
        for before, page in (*known[-1:], *rng.sample(known, min(2, len(known)))):
            new = now.since(before)
            values = {way: json.loads(bytes(value)) for way, value in new.set.items()}
            assert patched({"view": page}, values, new.gone) == {"view": whole}
        if known:
            sent.append(sum(len(bytes(value)) for value in now.since(known[-1][0]).set.values()))
        known = [*known[-20:], (now, whole)]
    assert sum(sent) / len(sent) < 4_000, "most of what is sent has not changed"


def test_a_page_that_follows_knows_what_one_that_comes_is_told(ada: Browser) -> None:
    card = ada.make("here", "here", "here")
    page = ada.page(card["id"])
    play_modestly(page, lambda table: table["view"]["turn"] == 2)
    page.act("issue 1")
    page.say("undo", at=page.table["at"])
    page.hear("here")
    page.act("issue 0")
    another = ada.page(card["id"])
    assert (page.table, page.log) == (another.table, another.log)
    assert ada.get(f"/api/tables/{card['id']}") == page.table
