"""Damaged tables and a full disk: one clear sentence, and everything else goes on."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footplate.web.store import FILE
from tests.web.server import running

DAMAGE = {
    "no snapshot": "delete from snapshot where table_id = ?",
    "a broken position": "update snapshot set state = '{' where table_id = ?",
    "a foreign position": "update snapshot set state = '[1, 2]' where table_id = ?",
    "a broken card": "update game_table set card = '{\"at\": 1' where id = ?",
    "an empty card": "update game_table set card = '{}' where id = ?",
    "no seats": "delete from seat where table_id = ?",
    "a seat less": "delete from seat where seat = 1 and table_id = ?",
    "an unknown map": "update game_table set map = 'atlantis' where id = ?",
    "unknown options": 'update game_table set options = \'{"fly": "on"}\' where id = ?',
    "broken options": "update game_table set options = 'on' where id = ?",
    "nobody's turn": "update game_table set asked = 77 where id = ?",
    "a hole in the log": "delete from entry where n = 0 and table_id = ?",
}
FINE_BY_ITS_ADDRESS = {"a broken card", "an empty card", "nobody's turn"}
"""Only the lobby needs what is damaged there."""


def test_damaged_tables_stop_neither_the_start_nor_the_lobby(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        cookie = ada.cookie
        whole, *ids = (ada.make("here", "here", "here", public=True)["id"] for _ in range(1 + len(DAMAGE)))
        damaged = dict(zip(DAMAGE, ids))
    with closing(sqlite3.connect(tmp_path / FILE)) as store, store:
        for name, id in damaged.items():
            if name not in FINE_BY_ITS_ADDRESS:
                # A bot is asked, so that the start wants to load it.
                bot = "update seat set kind = 'bot', bot = 'random' where table_id = ?1 "
                store.execute(bot + "and seat = (select asked from game_table where id = ?1)", (id,))
            store.execute(DAMAGE[name], (id,))
    with running(tmp_path) as server:
        for browser in (server.browser(cookie), server.browser()):
            lobby = browser.get("/api/lobby")
            shown = {card["id"] for tables in lobby.values() for card in tables}
            assert whole in shown
            gone = ("a broken card", "an empty card", "no seats", "an unknown map", "nobody's turn")
            assert not shown & {damaged[name] for name in gone}
            for name, id in damaged.items():
                answer = browser.http.get(f"/api/tables/{id}")
                status = 200 if name in FINE_BY_ITS_ADDRESS else 409
                assert answer.status_code == status, (name, answer.text)
                assert status == 200 or answer.json()["detail"].endswith(".")
            assert browser.page(whole).table["id"] == whole
    said = capfd.readouterr().err
    assert "Traceback" not in said
    assert said.count(f"table {damaged['no seats']} is damaged") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the size of files is limited from outside here")
def test_on_a_full_disk_tables_and_accounts_are_not_made_and_it_is_said(tmp_path: Path) -> None:
    import resource

    with running(tmp_path, "--accounts") as server:
        ada, ben = server.browser(), server.browser()
        ada.post("/api/register", {"name": "Ada", "password": "a locomotive"})
        id = ada.make("here", "here", "here")["id"]
        page = ada.page(id)
        seats: Any = {"map": "rust-belt", "seats": [{"kind": "here"}] * 3}
        pid, usual = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        try:
            for answer in (
                ada.post("/api/tables", seats, 503),
                ada.post(f"/api/tables/{id}/clone", status=503),
                ben.post("/api/register", {"name": "Ben", "password": "a locomotive"}, 503),
                ben.post("/api/login", {"name": "Ada", "password": "a locomotive"}, 503),
                ada.post("/api/password", {"old": "a locomotive", "new": "another one"}, 503),
            ):
                assert answer["detail"].startswith("The server could not write this down")
            assert "could not write" in page.refused(
                "act", sentence="issue 0", at=page.table["at"], sure=True
            )
            assert ada.get(f"/api/tables/{id}")["at"] == page.table["at"]
            assert len(ada.get("/api/lobby")["mine"]) == 1 and ada.get("/api/me")["name"] == "Ada"
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        assert ada.post("/api/tables", seats)["id"]
        assert ben.post("/api/register", {"name": "Ben", "password": "a locomotive"})["name"] == "Ben"
        page.act("issue 0")
