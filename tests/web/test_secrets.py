"""Secrets at the server: nothing that leaves a table tells more than one may know, until the game is over.

The games are played by the real application. To try another game with secrets, add it to `GAMES`.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from litestar.testing import TestClient

from footplate import games, records
from footplate.core.bot import RandomBot, before
from footplate.core.game import NATURE, NOBODY
from footplate.core.table import Refused, Script, Table
from footplate.days_of_steam.game import load as load_days
from footplate.days_of_steam.narration import tile_words
from footplate.web import workers
from footplate.web.app import create_app
from footplate.web.connection import Connection
from footplate.web.live import LiveTable
from footplate.web.person import STRANGER, Person
from footplate.web.protocol import LogLine
from footplate.web.seats import TableSeat
from tests.core.cards import CARDS, Cards, Hands, hand_of


class Case(NamedTuple):
    """A game with secrets: its board, and the words that a seat (or NOBODY, who watches) must not be told."""

    board: str
    secrets: Callable[[Any, int], set[str]]
    twins: tuple[tuple[str, str], ...]
    """Two games, sentence by sentence, that Ben, Cy and whoever watches cannot tell apart."""
    most: int = 1000
    """Moves after which it is enough."""


def hidden_cards(s: Hands, seat: int) -> set[str]:
    """The cards in the hands of others, and those of the deck that one has not seen."""
    own = {*hand_of(s, seat), s.peeked[seat]} if seat >= 0 else set()
    return {str(card) for card in (*s.hands, *s.deck) if card and card not in own}


def _shuffles() -> tuple[str, str]:
    """Two decks: in one Ada has a card that in the other lies on the deck."""
    order = list(CARDS)
    other = order[:]
    # Dealt from the end: Ada has the last two, and the top of the deck is the seventh from there.
    other[-1], other[-7] = other[-7], other[-1]
    return f"shuffle {' '.join(map(str, order))}", f"shuffle {' '.join(map(str, other))}"


def both(*sentences: str) -> tuple[tuple[str, str], ...]:
    """What is said in both games."""
    return tuple((sentence, sentence) for sentence in sentences)


DAYS = load_days()


def _as_json(name: str, value: object) -> set[str]:
    """A field as JSON would say it: with its name, because an order of seats may have the same numbers."""
    forms = (json.dumps({name: value}, separators=by) for by in ((",", ":"), (", ", ": ")))
    return {form.removeprefix('{"').removesuffix("}") for form in forms}


def hidden_tiles(s: Any, seat: int) -> set[str]:
    """Tiles in the hands of others that one does not hold, in every form in which something might say them.

    As they are drawn, as the log tells it, as they may be laid, as a hand, and as what is left of the deck.
    """
    own = set(s.hands[seat]) if seat >= 0 else set()
    out = {s.deck.hex(), *_as_json("hands", s.hands)} - {DAYS.known(s, seat).deck.hex()}
    for other, hand in enumerate(s.hands):
        if other == seat:
            continue
        if hand and set(hand) != own:
            out |= _as_json("hand", hand)
        for kind in set(hand) - own:
            id, words = DAYS.tiles.tiles[kind].id, tile_words(DAYS.tiles, kind)
            out |= {f"draw {other + 1} {id}", f"lay {id} {{place}}", f"holds: {id}"}
            out |= {f"{name} drew {words}" for name in ("Ada", "Ben")[other : other + 1]}
    return out


GAMES = [
    Case("cards", hidden_cards, (_shuffles(), *both("peek", f"play {CARDS[-2]}"))),
    Case(
        "days-of-steam",
        hidden_tiles,
        (
            *both("turn red", "turn blue", "goods red green", "turn yellow", "goods blue blue"),
            ("draw 1 straight-1 hill bridge", "draw 1 straight-1 wye tee-over"),
            *both("draw 2 curve-1 curve-2 hill", "draw 3 straight-2 curve-1 curve-2", "first 1"),
            *both("lay straight-1 M12 N"),
            ("draw 1 water-tower", "draw 1 three-way"),
            *both("lay hill M11 N", "draw 2 bridge", "lay straight-2 M14 N", "draw 3 curve-2", "move M12"),
        ),
        most=12,
    ),
]
every_game = pytest.mark.parametrize("case", GAMES, ids=lambda case: str(case.board))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is one of the games, and workers are threads: another process would not know it."""
    monkeypatch.setitem(games.GAMES, "cards", "tests.core.cards")
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    monkeypatch.setenv("FOOTPLATE_BOT_PAUSE", "0")
    for cached in (games.ids, games.host_type, games.boards):
        cached.cache_clear()
    yield
    for cached in (games.ids, games.host_type, games.boards):
        cached.cache_clear()


class Visitor:
    """Somebody's browser: every byte that it gets is kept."""

    def __init__(self, client: TestClient[Any], cookies: bool = True) -> None:
        self.client, self.got = client, list[str]()
        self.cookies: dict[str, str] = {}
        if cookies:
            client.cookies.clear()
            client.get("/api/me")
            self.cookies = dict(client.cookies)

    def as_me(self) -> TestClient[Any]:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        return self.client

    def get(self, path: str) -> Any:
        answer = self.as_me().get(path)
        self.got.append(answer.text)
        return answer

    def post(self, path: str, body: object) -> Any:
        answer = self.as_me().post(path, json=body)
        self.got.append(answer.text)
        return answer.json()

    def hear(self, socket: Any, at: int) -> None:
        """Listen until the table has come so far."""
        heard = -1
        while heard < at:
            text = socket.receive_text()
            self.got.append(text)
            said = json.loads(text)
            heard = said["table"]["at"] if said["type"] == "here" else said.get("set", {}).get("at", heard)

    def heard(self) -> str:
        """All that came since one asked last."""
        out, self.got = "\n".join(self.got), []
        return out


def download(visitor: Visitor, id: str, at: int) -> None:
    """Everything that can be asked for about a table."""
    for path in ("", "/log", "/record", "/board.svg", f"/board.svg?at={at - 1}", f"/at/{at - 1}", "/at/1"):
        visitor.get(f"/api/tables/{id}{path}")
    visitor.get("/api/lobby")


@every_game
def test_no_byte_tells_what_somebody_must_not_know(case: Case, tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client, ExitStack() as open_pages:
        ada, ben, watcher = Visitor(client), Visitor(client), Visitor(client, cookies=False)
        seats = [
            {"kind": "here", "name": "Ada"},
            {"kind": "link", "name": "Ben"},
            {"kind": "bot", "bot": "random"},
        ]
        card = ada.post("/api/tables", {"map": case.board, "seats": seats, "public": True})
        id, key = card["id"], card["seats"][1]["link"].removeprefix("/join/")
        ben.post(f"/api/tables/{id}/join", {"name": "Ben", "key": key})
        live: LiveTable = client.app.state.house.tables._live[id]
        people = {0: ada, 1: ben, NOBODY: watcher}
        sockets = {}
        for seat, visitor in people.items():
            socket = visitor.as_me().websocket_connect(f"/api/tables/{id}/live")
            sockets[seat] = open_pages.enter_context(socket)
        rng, moves, searched = random.Random(1), 0, 0
        rightly = {seat: set[str]() for seat in people}
        """What each has been told when they might know it."""
        while live.asked != NOBODY and moves < case.most:
            asked = live.asked
            if asked in people:
                at = len(live.lines)
                for seat, visitor in people.items():
                    visitor.hear(sockets[seat], at)
                    download(visitor, id, at)
                    text = visitor.heard()
                    secrets = case.secrets(live.table.state, seat)
                    rightly[seat] |= case.secrets(live.table.state, NOBODY) - secrets
                    found = {word for word in secrets - rightly[seat] if word in text}
                    assert not found, f"seat {seat} was told {found} when seat {asked} was asked"
                    searched += len(text)
                said = rng.choice(live.table.options())
                sockets[asked].send_json({"type": "act", "sentence": said, "at": at, "sure": True})
                moves += 1
                while len(live.lines) == at:
                    time.sleep(0.005)
            else:
                time.sleep(0.005)
        assert moves > 5 and searched > 10_000
        if live.asked != NOBODY:
            return
        # Nothing is secret any more: everybody reads the whole log, and the record is whole.
        record = watcher.get(f"/api/tables/{id}/record").text
        assert records.read(record).state == live.table.state
        assert watcher.get(f"/api/tables/{id}/log").json()[0]["sentence"] == live.table.log[0].text


# Two positions that a seat cannot tell apart ----------------------------------------------------------


class Room:
    """A table of three in memory, at which Ada holds what the others must not know."""

    def __init__(self, board: str) -> None:
        host = games.load(board)
        self.table: Table[Any, Any] = Table(host.game, ["Ada", "Ben", "Cy"], None)
        nothing = cast(Any, None)
        seats = [TableSeat(n, name, "link", "", n + 1, None, name) for n, name in enumerate(self.table.seats)]
        self.live = LiveTable(
            "id", host, self.table, [], seats,
            store=nothing, bots=nothing, hooks=nothing, public=True, advice=True, maker=None, updated=0,
        )  # fmt: skip
        self.pages = {who: Connection(who, 0, "") for who in (Person("Ben"), Person("Cy"), STRANGER)}

    def say(self, text: str) -> list[bytes]:
        """Say a sentence; what the pages of all but Ada are sent, and the picture that they may ask for."""
        before = self.table.state
        self.table.act(text)
        self.live.log.add([self.live.log.said(before, self.table, self.table.seats)])
        self.live.window.forget()
        drawn = self.live.host.draw(self.table.game.known(self.table.state, NOBODY))
        return [*(self.live.window.news_for(page) for page in self.pages.values()), drawn.encode()]


def rooms(case: Case, sentences: int | None = None) -> tuple[Room, Room]:
    """Two tables at which so many sentences of the two games were said; each was told in the same bytes."""
    one, two = Room(case.board), Room(case.board)
    for first, second in case.twins[:sentences]:
        assert one.say(first) == two.say(second), (first, second)
    assert one.table.state != two.table.state
    return one, two


@every_game
def test_what_a_seat_cannot_tell_apart_is_told_in_the_same_bytes(case: Case) -> None:
    one, two = rooms(case)
    for seat, who in ((1, Person("Ben")), (NOBODY, STRANGER)):
        assert records.write_for(one.table, seat) == records.write_for(two.table, seat)
        assert records.write_for(one.table, 0) != records.write_for(one.table, seat)
        for n in range(len(one.table.log) + 1):
            pasts = [room.live.window.past(n, who).view for room in (one, two)]
            assert bytes(cast(Any, pasts[0])) == bytes(cast(Any, pasts[1]))


def test_when_a_game_is_over_its_past_is_open_too() -> None:
    record = Path(__file__).parents[1] / "records" / "days-of-steam-2.game"
    table = records.read(record.read_text("utf-8"))
    lines = [LogLine(n, entry.seat, entry.text, [], 0, 0) for n, entry in enumerate(table.log)]
    seats = [TableSeat(n, name, "link", "", n + 1, None, name) for n, name in enumerate(table.seats)]
    nothing = cast(Any, None)
    live = LiveTable(
        "id", games.host_of(table.game), table, lines, seats,
        store=nothing, bots=nothing, hooks=nothing, public=True, advice=True, maker=None, updated=0,
    )  # fmt: skip
    view = json.loads(bytes(cast(Any, live.window.past(30, STRANGER).view)))
    assert all(len(player["hand"]) == 3 and -1 not in player["hand"] for player in view["players"])
    assert json.loads(bytes(cast(Any, live.window.past(0, STRANGER).view)))["tiles"] == {}


def test_a_bot_chooses_the_same_where_its_seat_cannot_tell_apart() -> None:
    one, two = rooms(GAMES[0], 1)
    game = cast(Cards, one.table.game)
    for room in (one, two):
        room.say(f"play {CARDS[-2]}")
    chosen = []
    for room in (one, two):
        rng = random.Random(3)
        s = before(game, room.table.state, 1, rng)
        chosen.append((s, RandomBot().choose(game, s, 1, rng)))
    assert chosen[0] == chosen[1]
    assert chosen[0][0] not in (one.table.state, two.table.state)


def test_what_is_thought_up_shows_a_seat_what_it_knows() -> None:
    game, rng = Cards(), random.Random(5)
    table: Table[Any, Any] = Table(game, ["Ada", "Ben"], Script([f"shuffle {' '.join(map(str, CARDS))}"]))
    while table.actor != NOBODY:
        for seat in (NOBODY, 0, 1):
            thought = game.resample(game.known(table.state, seat), seat, rng)
            assert game.known(thought, seat) == game.known(table.state, seat)
            assert sorted([*thought.hands, *thought.deck]) == sorted([*table.state.hands, *table.state.deck])
        table.act(rng.choice(table.options()))


# The rest ---------------------------------------------------------------------------------------------


def test_who_shares_a_screen_sees_only_the_hand_of_who_is_asked(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client:
        ada = Visitor(client)
        id = ada.post("/api/tables", {"map": "cards", "seats": [{"kind": "here"}, {"kind": "here"}]})["id"]
        table = ada.get(f"/api/tables/{id}").json()
        assert table["hidden"] and table["mine"] == [0, 1]
        asked = table["view"]["asked"]
        hands = [player["hand"] for player in table["view"]["players"]]
        assert len(hands[asked]) == 2 and hands[1 - asked] == []
        assert [player["hand"] for player in ada.get(f"/api/tables/{id}/at/1").json()["view"]["players"]] == [
            [],
            [],
        ]


def test_a_running_game_with_secrets_gives_no_copy_and_no_whole_record(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client:
        ada = Visitor(client)
        id = ada.post("/api/tables", {"map": "cards", "seats": [{"kind": "here"}, {"kind": "open"}]})["id"]
        answer = ada.as_me().post(f"/api/tables/{id}/clone")
        assert answer.status_code == 409 and "secrets" in answer.text
        record = ada.get(f"/api/tables/{id}/record").text
        assert "hidden Ada" in record or "hidden Player 1" in record
        with pytest.raises(records.RecordError, match="its hidden part is missing"):
            records.read(record)


def test_what_was_revealed_is_not_taken_back() -> None:
    table: Table[Any, Any] = Table(Cards(), ["Ada", "Ben"], Script([f"shuffle {' '.join(map(str, CARDS))}"]))
    assert table.actor != NATURE
    table.act("peek")
    with pytest.raises(Refused, match="showed what was secret"):
        table.undo()
