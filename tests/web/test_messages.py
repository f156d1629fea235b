"""What a page is sent after every move of whole games: little, and all the rest when it asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from footplate import games, records
from footplate.age_of_steam.choices import AnswerChoice, Question
from footplate.age_of_steam.question import BEST, FEW, shortened
from footplate.core.game import NATURE
from footplate.core.table import Table
from footplate.web.connection import Connection
from footplate.web.live import LiveTable
from footplate.web.person import Person
from footplate.web.seats import TableSeat

RECORDS = Path(__file__).parents[1] / "records"
MOST = 12 * 1024
"""Bytes of the message of a move."""
ME = Person("me")


class Room:
    """One person plays all seats of a recorded game with one page; nothing is written down."""

    def __init__(self, name: str) -> None:
        record = records.parse((RECORDS / f"{name}.game").read_text("utf-8"))
        game = record.load_game()
        self.sentences = [entry.text for entry in record.entries]
        seats = [TableSeat(n, who, "here", "", n + 1, None, "me") for n, who in enumerate(record.seats)]
        nothing = cast(Any, None)
        self.live = LiveTable(
            "id",
            games.host_of(game),
            Table(game, record.seats),
            [],
            seats,
            store=nothing,
            bots=nothing,
            hooks=nothing,
            public=False,
            advice=False,
            maker="me",
            updated=0,
        )
        self.page = Connection(ME, 0, "")

    def _say(self) -> None:
        before, live = self.live.table.state.copy(), self.live
        live.table.act(self.sentences[len(live.lines)])
        live.log.add([live.log.said(before, live.table, live.names)])

    def messages(self) -> Iterator[bytes]:
        """The first picture, then the message of every move, with what chance answers to it."""
        while len(self.live.lines) < len(self.sentences):
            if self.live.asked != NATURE:
                yield self.live.window.news_for(self.page)
                self._say()
            while self.live.asked == NATURE:
                self._say()
            self.live.window.forget()
        yield self.live.window.news_for(self.page)


@pytest.mark.parametrize("name", ["rust-belt-6", "germany-4", "southern-china-5"])
def test_the_message_of_a_move_is_small(name: str) -> None:
    first, *moves = (len(message) for message in Room(name).messages())
    assert len(moves) > 250
    assert max(moves) <= MOST < first


def test_a_page_that_asks_where_each_cube_may_go_knows_every_delivery() -> None:
    room, seen = Room("southern-china-5"), 0
    for message in room.messages():
        asked = json.loads(message).get("set", {}).get("question")
        if not asked or not asked["move"] or asked["move"]["ways"] <= 60:
            continue
        live, at, move = room.live, len(room.live.lines), asked["move"]
        assert len(move["deliveries"]) == BEST
        told = [
            (delivery.rank, delivery.sentence)
            for hex, colour, ways, _ in move["cubes"]
            for delivery in live.look(ME, {"what": "ways", "hex": hex, "colour": colour}, at).deliveries
            if ways
        ]
        assert [rank for rank, _ in sorted(told)] == list(range(move["ways"]))
        deliveries = [sentence for sentence in live.table.options() if sentence.startswith("deliver ")]
        assert sorted(sentence for _, sentence in told) == sorted(deliveries)
        assert [sentence for _, sentence in sorted(told)[:BEST]] == [row[0] for row in move["deliveries"]]
        seen += 1
        if seen == 3:
            return
    pytest.fail("A position with many deliveries was expected.")


def test_of_many_answers_on_the_board_only_the_hexes_are_told() -> None:
    answers = [AnswerChoice(f"put C{n}", f"C{n}", "", [], [n]) for n in range(300)]
    nothing = AnswerChoice("pass", "Nothing", "", [], [])
    told = shortened(Question(0, "answers", answers=[*answers, nothing]))
    assert told.answers == [nothing] and told.spots == list(range(300))
    few = Question(0, "answers", answers=answers[:FEW])
    assert shortened(few).answers == answers[:FEW] and not shortened(few).spots
