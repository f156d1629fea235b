"""Parts of the server on their own: its schema, its bots, its page, its prepared answers."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import footplate
from footplate import child, games
from footplate.age_of_steam.actions import Issue
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.bots import BOTS
from footplate.age_of_steam.prepared import Prepared, left_of, sentence
from footplate.core.game import Action, Game
from footplate.core.host import End
from footplate.core.table import Chance, Table, steps
from footplate.games import host_of
from footplate.web import bots as web_bots
from footplate.web import schema, workers
from footplate.web.app import create_app
from footplate.web.cards import map_card
from footplate.web.connection import MOST_WAITING, Connection
from footplate.web.limits import Limit
from footplate.web.person import STRANGER
from footplate.web.store import META, Store
from tests.desk import Desk
from tests.maps.test_western_us import ending
from tests.web.server import patched

SCHEMA = Path(footplate.__file__).parent.parent / "web" / "schema.json"


def test_the_page_knows_the_interface_of_this_server() -> None:
    assert SCHEMA.read_text("utf-8") == schema.text(), "npm run types"
    for file in (SCHEMA.parent / "src" / "games").glob("*/schema.json"):
        assert file.read_text("utf-8") == schema.text(file.parent.name), "npm run types"


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    async def differences() -> Any:
        store = Store(tmp_path)
        await store.open()
        await store.open()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), META)
            )
        await store.close()
        return found

    assert asyncio.run(differences()) == []


def test_every_commit_is_on_the_disk(tmp_path: Path) -> None:
    async def settings() -> list[Any]:
        store = Store(tmp_path)
        async with store.engine.connect() as connection:
            out = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        await store.close()
        return out

    assert asyncio.run(settings()) == ["wal", 2, 1]


# Bots -----------------------------------------------------------------------------------------------------


def test_a_bot_answers_from_its_own_process() -> None:
    async def chosen() -> str:
        desk = Desk()
        bots = web_bots.Bots()
        said = await bots.choose(host_of(desk.game), "frugal", desk.s, 0)
        bots.close()
        return said

    assert asyncio.run(chosen()).startswith("issue ")


@pytest.mark.parametrize("name", ["no-such-bot", "random"])
def test_a_bot_that_fails_or_hangs_says_the_first_thing_that_is_legal(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_bots, "PATIENCE", 0.0 if name == "random" else 30.0)

    async def chosen() -> list[str]:
        desk = Desk()
        bots = web_bots.Bots()
        said = [await bots.choose(host_of(desk.game), name, desk.s, 0) for _ in range(2)]
        bots.close()
        return [*said, desk.says()[0]]

    assert len(set(asyncio.run(chosen()))) == 1


def test_where_processes_cannot_start_bots_think_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError("no processes here")

    monkeypatch.setattr(child, "ProcessPoolExecutor", none)

    async def chosen() -> str:
        desk = Desk()
        bots = web_bots.Bots()
        said = await bots.choose(host_of(desk.game), "random", desk.s, 0)
        bots.close()
        return said

    assert asyncio.run(chosen()).startswith("issue ")


class Cheat:
    """A bot that says what is not legal."""

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: object) -> Action:
        return Issue(99)


def test_a_bot_that_says_something_illegal_does_not_hold_the_table_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTPLATE_BOT_PAUSE", "0")
    monkeypatch.setitem(BOTS, "cheat", Cheat)
    # Another process would not know this bot.
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    with TestClient(create_app(tmp_path)) as client:
        seats = [{"kind": "bot", "bot": "cheat"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        with client.websocket_connect(f"/api/tables/{id}/live") as page:
            at = page.receive_json()["table"]["at"]
            while at < 20:
                at = page.receive_json()["set"].get("at", at)


# Prepared answers -----------------------------------------------------------------------------------------


def at_the_auction(turn_order: bool) -> Desk:
    """The first auction; who speaks first holds Turn Order, or not."""
    desk = Desk()
    desk.go_to("bid", 0)
    desk.s.passer = 0 if turn_order else -1
    return desk


@pytest.mark.parametrize(
    ("high", "turn_order", "prepared", "said"),
    [
        (0, False, Prepared(3), "bid 1"),
        (2, False, Prepared(3), "bid 3"),
        (3, False, Prepared(3), "drop"),
        (3, True, Prepared(3), "drop"),
        (3, True, Prepared(3, "pass"), "pass"),
        (3, False, Prepared(3, "pass"), "drop"),
        (0, True, Prepared(0, "pass"), "pass"),
        (0, False, Prepared(0), "drop"),
        (9, False, Prepared(99), "bid 10"),
        (10, False, Prepared(99), "drop"),
        (0, False, Prepared(None, "drop", True), None),
    ],
)
def test_prepared_bids_say_the_least_that_is_needed(
    high: int, turn_order: bool, prepared: Prepared, said: str | None
) -> None:
    desk = at_the_auction(turn_order)
    if high:
        desk.s.bids[1], desk.s.high = high, 1
    assert desk.s.cash[0] == 10
    assert sentence(desk.game, desk.s, prepared) == said


def test_prepared_answers_are_used_up_with_their_phase() -> None:
    desk = at_the_auction(False)
    both = Prepared(5, "drop", True)
    before = desk.s
    desk.act("drop")
    assert left_of(both, before, desk.s) == both
    before = desk.s
    desk.act("drop")
    assert left_of(both, before, desk.s) == Prepared(None, "drop", True)
    assert left_of(Prepared(5), before, desk.s) is None
    desk.go_to("move")
    for _ in range(5):
        before = desk.s
        desk.act("pass")
        assert left_of(both, before, desk.s) == both
    before = desk.s
    desk.act("pass")
    assert left_of(both, before, desk.s) == Prepared(5)


# The page -------------------------------------------------------------------------------------------------


def test_the_page_is_served_with_its_own_addresses(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Footplate</title>" + " " * 600)
    (page / "assets" / "app-1a2b.js").write_text("console.log('steam')" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    data = tmp_path / "data"
    data.mkdir()
    with TestClient(create_app(data, page_folder=page)) as client:
        for path in ("/", "/t/abc", "/t/abc/end", "/join/key", "/account"):
            answer = client.get(path)
            # What the lobby asks for comes with it, and is for this person and this moment only.
            lasts = "no-cache" if path != "/" else "no-store"
            assert "<title>Footplate" in answer.text and answer.headers["cache-control"] == lasts
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
        asset = client.get("/assets/app-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
        assert asset.headers["content-encoding"] == "gzip" and "steam" in asset.text
        plain = client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
        assert plain.text == asset.text and "content-encoding" not in plain.headers
        tag = client.get("/account").headers["etag"]
        assert client.get("/account", headers={"if-none-match": tag}).status_code == 304
        assert client.get("/assets/other.js").status_code == 404
        for path in (
            "/../secret.txt",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
        ):
            assert "secret" not in client.get(path).text
        assert client.head("/").status_code == 200
        assert client.get("/healthz").text == "ok"


def test_the_page_names_what_its_address_needs_and_brings_what_the_lobby_asks(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><head><title>Footplate</title></head>")
    needs = {"": ["assets/Lobby-1.js", "assets/Lobby-1.css"], "t": ["assets/Table-1.js"]}
    (page / "routes.json").write_text(json.dumps(needs))
    with TestClient(create_app(tmp_path, page_folder=page)) as client:
        table = client.get("/t/abc").text
        assert '<link rel="modulepreload" crossorigin href="/assets/Table-1.js"></head>' in table
        assert "given" not in table
        seats = [{"kind": "here", "name": name} for name in ("Ada", "Ben", "Cy")]
        made = client.post("/api/tables", json={"map": "rust-belt", "name": "</script>", "seats": seats})
        assert made.status_code == 201
        lobby = client.get("/").text
        assert '<link rel="stylesheet" crossorigin href="/assets/Lobby-1.css">' in lobby
        given = re.search(r'<script type="application/json" id="given">(.*?)</script></head>', lobby)
        assert given
        answers = json.loads(given[1])
        assert answers["/lobby"]["mine"][0]["name"] == "</script>"
        for address, answer in answers.items():
            assert answer == client.get(f"/api{address}").json()
        # Somebody else's lobby is another one.
        client.cookies.clear()
        assert made.json()["id"] not in client.get("/").text


def test_without_a_built_page_it_says_how_to_build_it(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path, page_folder=tmp_path / "nowhere")) as client:
        answer = client.get("/")
        assert answer.status_code == 503 and "make play" in answer.text


def test_boards_are_told_once_and_packed(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client:
        cards = client.get("/api/maps").json()
        rust_belt = next(card for card in cards if card["id"] == "rust-belt")
        assert rust_belt["players"] and rust_belt["options"] and rust_belt["differs"]
        board = client.get("/api/maps/rust-belt/board")
        assert board.headers["content-encoding"] == "gzip"
        assert len(gzip.compress(board.content)) < len(board.content) / 3
        tag = {"if-none-match": board.headers["etag"]}
        assert client.get("/api/maps/rust-belt/board", headers=tag).status_code == 304
        for theme in ("light", "dark"):
            drawn = client.get(f"/api/maps/rust-belt/preview.svg?theme={theme}")
            assert drawn.text.startswith("<svg") and drawn.headers["content-type"].startswith("image/svg+xml")
        bots = {bot["id"]: bot for bot in client.get("/api/games").json()[0]["bots"]}
        assert bots["greedy"]["name"] == "Driver" and bots["greedy"]["says"].endswith(".")
        assert [*bots][-1] == "random" and bots["random"]["name"] == "Random"


# Memory and disk ------------------------------------------------------------------------------------------


def test_what_the_store_does_not_take_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with TestClient(create_app(tmp_path)) as client:
        client.get("/api/me")
        seats = [{"kind": "here"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        with client.websocket_connect(f"/api/tables/{id}/live") as page:
            before = page.receive_json()["table"]
            act = {"type": "act", "sentence": "issue 1", "at": before["at"]}
            with monkeypatch.context() as patch:
                patch.setattr(Store, "change", full)
                page.send_json(act)
                heard = page.receive_json()
                assert heard["type"] == "refused" and "could not write this down" in heard["text"]
                assert client.get(f"/api/tables/{id}").json() == before
            page.send_json(act)
            assert page.receive_json()["set"]["at"] == before["at"] + 1


def test_where_the_store_knows_better_the_table_is_loaded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = Store.change

    async def kept_but_broken(*args: Any, **more: Any) -> None:
        await change(*args, **more)
        raise OSError("the wire broke after all was written")

    with TestClient(create_app(tmp_path)) as client:
        client.get("/api/me")
        seats = [{"kind": "here"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        with client.websocket_connect(f"/api/tables/{id}/live") as page:
            at = page.receive_json()["table"]["at"]
            act = {"type": "act", "sentence": "issue 1", "at": at}
            with monkeypatch.context() as patch:
                patch.setattr(Store, "change", kept_but_broken)
                page.send_json(act)
                assert page.receive_json()["type"] == "refused"
            page.send_json(act)
            with pytest.raises(WebSocketDisconnect):
                while True:
                    page.receive_json()
        with client.websocket_connect(f"/api/tables/{id}/live") as page:
            assert page.receive_json()["table"]["at"] == at + 1
            page.send_json(act | {"at": at + 1})
            assert page.receive_json()["set"]["at"] == at + 2


def test_tables_nobody_looks_at_leave_the_memory_and_come_back_the_same(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client:
        client.get("/api/me")
        seats = [{"kind": "here"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        tables = client.app.state.house.tables
        with client.websocket_connect(f"/api/tables/{id}/live") as page:
            first = page.receive_json()["table"]
            page.send_json({"type": "act", "sentence": "issue 1", "at": first["at"]})
            heard = page.receive_json()
            before = patched(first, heard["set"], heard["gone"])
            tables.let_go(float("inf"))
            assert id in tables._live
        before["card"]["seats"] = [seat | {"here": False} for seat in before["card"]["seats"]]
        assert client.get(f"/api/tables/{id}").json() == before
        tables.let_go(float("inf"))
        assert tables._live == {}
        assert client.get(f"/api/tables/{id}").json() == before
        assert before["can_undo"]


def test_a_page_that_does_not_keep_up_is_let_go() -> None:
    async def answers(*messages: bytes) -> tuple[bool, list[bytes | None]]:
        slow = Connection(STRANGER, 0, "")
        for message in messages:
            slow.send(message)
        await slow.stirred()
        return slow.gone, [slow.take() for _ in messages]

    half = b"x" * (MOST_WAITING // 2)
    assert asyncio.run(answers(half, half)) == (False, [half, half])
    assert asyncio.run(answers(half, half, b"y")) == (True, [None] * 3)
    long = 9 * half
    assert asyncio.run(answers(long)) == (False, [long]), "one answer alone may be longer"
    assert asyncio.run(answers(long, b"y")) == (True, [None] * 2)


def test_a_page_is_behind_only_once_however_often_the_table_changes() -> None:
    async def waiting() -> tuple[bool, bytes | None]:
        slow = Connection(STRANGER, 0, "")
        for _ in range(1000):
            slow.show()
        await slow.stirred()
        return slow.behind, slow.take()

    assert asyncio.run(waiting()) == (True, None)


def test_a_limit_counts_each_name_by_itself() -> None:
    limit = Limit(2, 60)
    assert [limit.allows(name) for name in ("a", "a", "a", "b")] == [True, True, False, True]


def end_of(desk: Desk) -> End:
    """The end of a desk's game, as a page is told it."""
    again = steps(desk.game, desk.game.start(desk.s.seats), desk.table.log)
    return host_of(desk.game).end(desk.s, again, desk.table.seats)


def test_ties_that_the_map_breaks_share_no_rank() -> None:
    desk = ending([30, 40, 20], [5, 5, 5])
    desk.go_to("over")
    end = end_of(desk)
    assert len({standing.score for standing in end.standings}) == 1
    assert [(standing.seat, standing.rank) for standing in end.standings] == [(1, 1), (0, 2), (2, 3)]


def test_the_end_tells_what_eliminated_a_player() -> None:
    desk = Desk()
    # A table nobody has touched by hand, for its log is played again.
    desk.table = Table(desk.game, desk.table.seats, Chance(random.Random(1)))
    desk.act("issue 1")
    desk.go_to("over")
    end = end_of(desk)
    poor = "costs of $3 met by $1, and too little income for the rest"
    assert sorted((standing.out, standing.why) for standing in end.standings) == [
        (4, poor),
        (4, poor),
        (4, "costs of $4 met by $3, and too little income for the rest"),
    ]


def test_the_line_of_a_board_does_not_begin_with_its_name() -> None:
    for map in map_ids():
        card = map_card(games.load(map))
        assert card.differs[0].isupper() and not card.differs.startswith(card.name)
