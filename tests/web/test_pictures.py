"""Pictures of a table: nobody waits for who wants many of them."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from pathlib import Path

from tests.web.server import Browser, asks, modest, play_modestly, running


def test_the_server_answers_while_pictures_are_drawn(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, ben = server.browser(), server.browser()
        id = ada.make("here", "here", "here", map="germany")["id"]
        # The worker starts with the first picture.
        assert ada.http.get(f"/api/tables/{id}/board.png?at=0").content.startswith(b"\x89PNG")
        drawn = list[tuple[float, float]]()

        def ask() -> None:
            for n, theme in [(0, "dark"), (1, "light"), (1, "dark")]:
                begin = time.monotonic()
                picture = ben.http.get(f"/api/tables/{id}/board.png?at={n}&theme={theme}")
                assert picture.content.startswith(b"\x89PNG")
                drawn.append((begin, time.monotonic()))

        ada.page(id).act("issue 0")
        asking = threading.Thread(target=ask)
        asking.start()
        answers = [time.monotonic()]
        while asking.is_alive():
            assert ada.http.get("/healthz").text == "ok"
            answers.append(time.monotonic())
        asking.join()
        assert len(drawn) == 3
        # Drawn in the server itself, a picture would let no answer pass for nearly all of its time.
        waits = [
            max(b - a for a, b in pairwise(answers) if a < end and b > begin) / (end - begin)
            for begin, end in drawn
        ]
        assert min(waits) < 0.5


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
    hex = before["question"]["build"]["hexes"][0][0]
    page.say("look", about={"what": "tiles", "hex": hex}, at=before["at"])
    built = page.act(page.hear("looked")["found"]["tiles"][0]["sentence"])
    address = f"/api/tables/{built['id']}/board.svg?at={built['at']}"
    with_tile = ada.http.get(address).text
    page.say("undo", at=built["at"])
    page.at(before["at"])
    assert page.act("done")["at"] == built["at"]
    without = ada.http.get(address).text
    assert with_tile.startswith("<svg") and without.startswith("<svg") and with_tile != without
