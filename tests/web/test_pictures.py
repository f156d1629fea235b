"""Pictures of a table: nobody waits for who wants many of them."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx

from tests.web.server import PATIENCE, Browser, asks, modest, play_modestly, running


def test_the_server_answers_while_pictures_are_drawn(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        id = ada.make("here", "here", "here", map="germany")["id"]
        # The worker starts with the first picture.
        assert ada.http.get(f"/api/tables/{id}/board.png?at=0").content.startswith(b"\x89PNG")
        statuses = list[int]()

        def ask(n: int) -> None:
            address = f"{server.address}/api/tables/{id}/board.png"
            # The same ones twice: the second time they are remembered.
            for at, theme in [(n, "light"), (n, "dark")] * 2:
                answer = httpx.get(
                    address, params={"at": at, "theme": theme}, timeout=PATIENCE, trust_env=False
                )
                statuses.append(answer.status_code)

        page = ada.page(id)
        while page.table["at"] < 3:
            page.act(modest(page.table["question"]))
        asking = [threading.Thread(target=ask, args=(n,)) for n in range(2)]
        for thread in asking:
            thread.start()
        answered = 0
        while any(thread.is_alive() for thread in asking):
            assert ada.http.get("/healthz").text == "ok"
            answered += 1
        assert set(statuses) == {200}
        # Some six seconds of drawing; drawn in the server itself, each picture lets one answer pass.
        assert answered > 100


def test_pictures_are_remembered_and_new_ones_limited(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        page = ada.page(ada.make("here", "here", "here")["id"])
        while page.table["at"] < 24:
            page.act(modest(page.table["question"]))
        address = f"/api/tables/{page.table['id']}/board.svg"
        answers = [ada.http.get(address, params={"at": n}) for n in range(24)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 4
        assert answers[-1].json()["detail"] == "Too many new pictures; wait a minute."
        assert ada.http.get(address, params={"at": 0}).text == answers[0].text


def test_a_position_written_anew_has_its_own_picture(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    before = play_modestly(page, asks("build"))
    page.say("look", hex=before["question"]["build"]["hexes"][0]["hex"], at=before["at"])
    built = page.act(page.hear("tiles")["tiles"][0]["sentence"])
    address = f"/api/tables/{built['id']}/board.svg?at={built['at']}"
    with_tile = ada.http.get(address).text
    page.say("undo", at=built["at"])
    page.at(before["at"])
    assert page.act("done")["at"] == built["at"]
    without = ada.http.get(address).text
    assert with_tile.startswith("<svg") and without.startswith("<svg") and with_tile != without
