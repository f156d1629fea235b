"""A server that is killed has forgotten nothing it has acknowledged, and nothing half."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import footplate
from footplate.web.store import FILE
from tests.web.server import PATIENCE, Page, Server, asks, modest, play_modestly, running


def test_killed_in_the_middle_of_a_game_of_bots_it_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        cookie = ada.cookie
        id = ada.make("random", "frugal", "random", "random")["id"]
        page = ada.page(id)
        page.until(lambda table: table["at"] > 25)
        server.stop(signal.SIGKILL)
        try:
            while True:
                page.hear()
        except ConnectionClosed:
            acknowledged = list(page.log)
        server.send_home()
    with running(tmp_path) as server:
        ada = server.browser(cookie)
        log = ada.get(f"/api/tables/{id}/log")
        assert log[: len(acknowledged)] == acknowledged
        page = ada.page(id)
        page.until(lambda table: table["at"] > len(log) + 5)
        table = footplate.read(ada.http.get(f"/api/tables/{id}/record").text)
        assert len(table.log) >= page.table["at"]


def test_killed_again_and_again_while_people_play(tmp_path: Path) -> None:
    cookie, id, known = "", "", []
    for _ in range(3):
        with running(tmp_path) as server:
            ada = server.browser(cookie or None)
            if not cookie:
                cookie, id = ada.cookie, ada.make("here=Ada", "here=Ben", "random=Cy")["id"]
            page = ada.page(id)
            assert page.log[: len(known)] == known
            play_modestly(page, lambda table, at=page.table["at"]: table["at"] > at + 8)  # type: ignore[misc]
            known = list(page.log)
            if page.table["question"]:
                # A move on its way: it may arrive or not, but not by half.
                page.say("act", sentence=modest(page.table["question"]), at=page.table["at"], sure=True)
            server.stop(signal.SIGKILL)
            server.send_home()
    with running(tmp_path) as server:
        ada = server.browser(cookie)
        state = ada.get(f"/api/tables/{id}")
        table = footplate.read(ada.http.get(f"/api/tables/{id}/record").text)
        assert [line["sentence"] for line in known] == [entry.text for entry in table.log][: len(known)]
        assert table.state.cash == [player["cash"] for player in state["view"]["players"]]


def test_a_restart_keeps_everything_people_left_there(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        cookie = ada.cookie
        card = ada.make("here=Ada", "link=Ben", "here=Cy")
        page = ada.page(card["id"])
        table = play_modestly(page, lambda table: table["can_undo"] or not table["question"])
        page.say("note", text="remember")
        page.hear("told")
        page.say("say", text="hello")
        page.hear("chat")
        page.say("prepare", seat=0, prepared={"bid": 4})
        page.until(lambda table: table["prepared"])
        log = page.log
        assert server.stop() == 0
    with running(tmp_path) as server:
        ada = server.browser(cookie)
        page = ada.page(card["id"])
        assert page.log == log
        assert page.table["notes"] == "remember"
        assert page.first["chat"][0]["text"] == "hello"
        assert page.table["prepared"]["bid"] == 4
        assert page.table["can_undo"] == table["can_undo"]
        assert page.table["card"]["seats"][1]["link"] == card["seats"][1]["link"]


def test_undo_reaches_behind_a_restart_and_pages_from_before_learn_of_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        cookie, id = ada.cookie, ada.make("here=Ada", "here=Ben", "here=Cy")["id"]
        page = ada.page(id)
        table = play_modestly(page, asks("take"))
        first = [choice["sentence"] for choice in table["question"]["take"] if choice["holder"] < 0]
        page.act(first[0])
        old = list(page.log)
        page.say("undo", at=len(old))
        page.at(len(old) - 1)
        server.stop(signal.SIGKILL)
        server.send_home()
    with running(tmp_path) as server:
        ada = server.browser(cookie)
        page = ada.page(id)
        page.act(first[1])
        again: Page = ada.page(id, len(old))
        assert again.first["log_from"] < len(old)
        assert old[: again.first["log_from"]] + again.first["log"] == page.log
        page.say("undo", at=page.table["at"])
        page.at(len(old) - 1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_stops_when_it_is_told_to(tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        ada.page(ada.make("here", "random", "random")["id"])
        assert server.stop(how) in (0, -how)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell which processes are left")
@pytest.mark.parametrize(
    ("how", "everybody", "later"),
    [
        (signal.SIGINT, True, 0.0),
        (signal.SIGTERM, True, 1.0),
        (signal.SIGTERM, False, 0.0),
        (signal.SIGINT, False, 1.0),
    ],
    ids=["all-while-starting", "all-at-work", "the-server-while-starting", "the-server-at-work"],
)
def test_a_server_leaves_quietly_and_nobody_behind(
    tmp_path: Path, how: signal.Signals, everybody: bool, later: float
) -> None:
    """Bots think and a picture is drawn, or their processes are about to start."""
    with open(tmp_path / "log", "w+", encoding="utf-8") as log:
        server = Server(tmp_path / "data", said=log, session=True)
        ada = server.browser()
        drawn = ada.make("here", "here", "here")["id"]

        def wait() -> None:
            with suppress(httpx.TransportError):
                ada.http.get(f"/api/tables/{drawn}/board.png")

        waiting = threading.Thread(target=wait)
        waiting.start()
        for _ in range(3):
            ada.page(ada.make("here", "greedy", "greedy", "greedy")["id"])
        time.sleep(later)
        process = server.process.pid
        (os.killpg if everybody else os.kill)(process, how)
        assert server.process.wait(PATIENCE) in (0, -how)
        waiting.join(PATIENCE)
        server.stop()
        end = time.monotonic() + PATIENCE
        while session(process):
            assert time.monotonic() < end, session(process)
            time.sleep(0.05)
        log.seek(0)
        assert log.read() == ""


def session(leader: int) -> list[str]:
    """The processes that belong to a session and still run."""
    out = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, of, *_ = (process / "stat").read_text().rpartition(")")[2].split()
            if int(of) == leader and state != "Z":
                out.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            pass  # it has just ended
    return out


def test_a_rematch_is_there_with_its_old_table_or_not_at_all(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        id = ada.make("random", "random", "random")["id"]
        ada.page(id).until(lambda table: table["view"]["over"])
        with closing(sqlite3.connect(tmp_path / FILE)) as store:
            # As if the server were killed between the new table and the word of it.
            store.execute(
                "create trigger stop before update of rematch on game_table "
                "begin select raise(abort, 'stop'); end"
            )
            answer = ada.post(f"/api/tables/{id}/rematch", status=503)
            assert "nothing was changed" in answer["detail"]
            assert store.execute("select count(*) from game_table").fetchone() == (1,)
            store.execute("drop trigger stop")
        again = ada.post(f"/api/tables/{id}/rematch")["id"]
        assert ada.get(f"/api/tables/{id}")["end"]["rematch"] == again
