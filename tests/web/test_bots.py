"""Bots at the tables: whom they answer first, when they rest, and what they answer to."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from footplate.age_of_steam.actions import Issue
from footplate.age_of_steam.bots import BOTS
from footplate.core.game import Action, Game
from footplate.games import host_of
from footplate.web import workers
from footplate.web.app import create_app
from footplate.web.bots import BREATH, Bots
from footplate.web.store import FILE
from tests.desk import Desk
from tests.web.server import PATIENCE, Browser, patched, play_modestly, running, watching


def served(*asked: tuple[bool, str]) -> list[int]:
    """The numbers of those who ask at once, with or without people and by maker, in the order of answers."""

    async def work() -> list[int]:
        desk, bots, out = Desk(), Bots(), list[int]()

        async def ask(number: int, people: bool, maker: str) -> None:
            await bots.choose(host_of(desk.game), "random", desk.s, 0, people=people, maker=maker)
            out.append(number)

        await asyncio.gather(*(ask(number, *who) for number, who in enumerate(asked)))
        bots.close()
        return out

    return asyncio.run(work())


def test_tables_with_people_go_before_forty_tables_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    order = served(*[(False, "visitor")] * 40, (True, "ada"), (True, "ben"))
    assert max(order.index(40), order.index(41)) < 5


def test_tables_of_bots_wait_while_tables_with_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    order = served(*[(True, "ada")] * 2, *[(False, "visitor")] * 3, *[(True, "ben")] * 2)
    assert set(order[:4]) == {0, 1, 5, 6}


def test_makers_of_many_tables_take_turns_with_makers_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    order = served(*[(True, "visitor")] * 40, (True, "ada"), *[(True, "ben")] * 2)
    assert order.index(40) < 6 and order.index(42) < 9


def test_whoever_stops_waiting_leaves_no_gap() -> None:
    async def work() -> bool:
        desk, bots = Desk(), Bots()
        tasks = [asyncio.create_task(bots.choose(host_of(desk.game), "random", desk.s, 0)) for _ in range(8)]
        await asyncio.sleep(0)
        for task in tasks[1:6]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        done = [await bots.choose(host_of(desk.game), "random", desk.s, 0) for _ in range(3)]
        bots.close()
        return all(done)

    assert asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_tables_of_bots_leave_the_server_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(1))
    # Ten times as long as usual: a busy machine is not so slow by itself.
    monkeypatch.setattr("footplate.web.bots.BREATH", 10 * BREATH)
    began = time.monotonic()
    served(*[(False, "visitor")] * 6)
    assert time.monotonic() - began > 2


def test_forty_tables_of_bots_that_are_watched_do_not_hold_up_a_persons_bots(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, ben = server.browser(), server.browser()
        tables = [ben.make(*["greedy"] * 6)["id"] for _ in range(40)]
        with watching(ben, tables):
            before = moved(ben, tables)

            def others() -> int:
                return moved(ben, tables) - before

            page = ada.page(ada.make("here", "greedy", "greedy")["id"])
            play_modestly(page, lambda table: table["view"]["turn"] == 2 or others() > 100)
            bots = sum(line["seat"] > 0 for line in page.log)
            # First come, first served, they would have moved twenty times as often and more.
            assert others() < 8 * bots, (others(), bots)
            end = time.monotonic() + PATIENCE
            while others() <= 40:
                assert time.monotonic() < end, "the others go on, too"
                time.sleep(0.1)


def test_forty_tables_of_bots_that_nobody_watches_take_no_time_from_a_persons_game(
    ada: Browser, ben: Browser
) -> None:
    tables = [ben.make(*["frugal"] * 6)["id"] for _ in range(40)]
    before = moved(ben, tables)
    watched = ben.page(tables[0])
    page = ada.page(ada.make("here", "frugal", "random")["id"])
    play_modestly(page, lambda table: table["view"]["turn"] == 2)
    watched.until(lambda table: table["at"] > 6)
    assert moved(ben, tables[1:]) + len(watched.first["log"]) == before


def moved(browser: Browser, tables: list[str]) -> int:
    """How many moves were made at these tables."""
    with closing(sqlite3.connect(browser.server.folder / FILE)) as store:
        marks = ",".join("?" * len(tables))
        return int(
            store.execute(f"select count(*) from entry where table_id in ({marks})", tables).fetchone()[0]
        )


def test_bots_among_themselves_play_only_while_somebody_watches(ada: Browser) -> None:
    id = ada.make("random", "random", "frugal")["id"]
    at = ada.get(f"/api/tables/{id}")["at"]
    page = ada.page(id)
    assert page.until(lambda table: table["at"] > at + 10)
    page.close()
    end = time.monotonic() + PATIENCE
    while True:
        at = ada.get(f"/api/tables/{id}")["at"]
        time.sleep(1)
        if ada.get(f"/api/tables/{id}")["at"] == at:
            break
        assert time.monotonic() < end
    again = ada.page(id)
    assert again.table["at"] == at or again.table["view"]["over"]
    again.until(lambda table: table["at"] > at or table["view"]["over"])


def test_a_start_does_not_wait_for_a_thousand_tables(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        cookie = ada.cookie
        page = ada.page(ada.make("here=Ada", "here=Ben", "random")["id"])
        play_modestly(page, lambda table: table["view"]["turn"] == 2 and table["question"])
        id = page.table["id"]
    bot_asked_at = 0
    with closing(sqlite3.connect(tmp_path / FILE)) as store, store:
        # Whoever is asked there is a bot from now on: the server has something to do at each.
        store.execute(
            "update seat set kind = 'bot', bot = 'random' where seat = (select asked from game_table)"
        )
        for n in range(1000):
            for name in ("game_table", "seat", "entry", "snapshot"):
                columns = [row[1] for row in store.execute(f"pragma table_info({name})")]
                key = "id" if name == "game_table" else "table_id"
                values = ", ".join("?1" if column == key else column for column in columns)
                store.execute(
                    f"insert into {name} select {values} from {name} where {key} = ?2", (f"copy{n}", id)
                )
        bot_asked_at = store.execute("select n from snapshot where table_id = ?", (id,)).fetchone()[0]
    with running(tmp_path) as server:
        ada = server.browser(cookie)
        assert ada.get("/api/lobby")["mine"]
        with closing(sqlite3.connect(tmp_path / FILE)) as store:
            went_on = store.execute("select count(*) from snapshot where n > ?", (bot_asked_at,)).fetchone()[
                0
            ]
        assert went_on < 200, "the first answer came long before all tables were loaded"
        # And a table that somebody looks at does not wait for the others.
        page = ada.page("copy999")
        page.until(lambda table: table["at"] > bot_asked_at)
        # The others go on by themselves.
        end = time.monotonic() + PATIENCE
        while True:
            with closing(sqlite3.connect(tmp_path / FILE)) as store:
                more = store.execute("select count(*) from snapshot where n > ?", (bot_asked_at,)).fetchone()[
                    0
                ]
            if more > went_on + 3:
                break
            assert time.monotonic() < end
            time.sleep(0.2)


class Slow:
    """A bot that thinks until it may answer where somebody has issued a share, and says what it was asked."""

    may_answer = threading.Event()
    thinks = threading.Event()

    def choose(self, game: Game[Any, Any], state: Any, seat: int, rng: object) -> Action:
        if max(state.shares) > 2:
            self.thinks.set()
            assert self.may_answer.wait(PATIENCE)
            return Issue(3)
        return Issue(0) if state.agenda[0].kind == "issue" else game.options(state)[0]


def test_a_bot_answers_only_the_position_it_was_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada issues a share, takes it back while the bot thinks, and issues none: the log is as long as then."""
    monkeypatch.setenv("FOOTPLATE_BOT_PAUSE", "0")
    monkeypatch.setitem(BOTS, "slow", Slow)
    monkeypatch.setattr(workers, "_start", lambda *_: ThreadPoolExecutor(2))
    with TestClient(create_app(tmp_path)) as client:
        client.get("/api/me")
        seats = [{"kind": "here"}, {"kind": "here"}, {"kind": "bot", "bot": "slow"}]
        for _ in range(100):
            made = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()
            table = client.get(f"/api/tables/{made['id']}").json()
            # A bot that is first may have answered already, and would be asked again by the auction.
            if table["view"]["order"][0] < 2:
                break
        with client.websocket_connect(f"/api/tables/{made['id']}/live") as page:
            known: dict[str, Any] = {}

            def hear() -> dict[str, Any]:
                heard: dict[str, Any] = page.receive_json()
                assert heard["type"] in ("here", "now"), heard
                if heard["type"] == "now":
                    heard["table"] = patched(known["table"], heard["set"], heard["gone"])
                known["table"] = heard["table"]
                return heard

            def at(n: int) -> dict[str, Any]:
                while (heard := hear())["table"]["at"] < n:
                    pass
                return heard

            def act(sentence: str, n: int) -> None:
                page.send_json({"type": "act", "sentence": sentence, "at": n, "sure": True})

            n = at(0)["table"]["at"]
            while True:
                # As far as the one before the bot.
                act("issue 1", n)
                heard = at(n + 1)
                if heard["table"]["view"]["asked"] == 2:
                    break
                page.send_json({"type": "undo", "at": n + 1})
                hear()
                act("issue 0", n)
                n = at(n + 1)["table"]["at"]
            assert Slow.thinks.wait(PATIENCE)
            page.send_json({"type": "undo", "at": n + 1})
            while hear()["table"]["at"] != n:
                pass
            act("issue 0", n)
            # The bot may answer before anything is heard again.
            said = at(n + 1)["log"]
            Slow.may_answer.set()
            while not any(line["seat"] == 2 for line in said):
                said = hear()["log"]
        assert next(line["sentence"] for line in said if line["seat"] == 2) == "issue 0"
