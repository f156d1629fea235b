"""Tables that an operator removes while the server runs: whoever is there hears it, and nothing fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from footplate.web.bots import Bots
from footplate.web.connection import Connection
from footplate.web.declined import Declined
from footplate.web.hooks import Hooks
from footplate.web.live import REMOVED
from footplate.web.person import Person
from footplate.web.protocol import SeatRequest, TableRequest
from footplate.web.seats import hand_over
from footplate.web.store import Store
from footplate.web.tables import Tables
from tests.cli.command import footplate
from tests.web.server import Browser, Server

ADA = Person("browser:ada")


@pytest.mark.parametrize("said", ["act", "say"])
def test_whoever_sits_at_a_removed_table_is_led_away(server: Server, ada: Browser, said: str) -> None:
    id = ada.make("here", "here", "here")["id"]
    page, watcher = ada.page(id), ada.another().page(id)
    page.act("issue 0")
    answer = footplate("tables", "remove", id, "--yes", "--data", server.folder)
    assert answer.out == "1 table removed.\n"
    if said == "act":
        page.say("act", sentence="issue 0", at=page.table["at"], sure=True)
    else:
        page.say("say", text="Is anybody here?")
    # Both connections begin anew, and then hear why they cannot.
    assert (page.closed().rcvd, watcher.closed().rcvd) != (None, None)
    with pytest.raises(ConnectionClosed) as closed:
        ada.page(id)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "There is no such table.")
    assert ada.get(f"/api/tables/{id}", 404)["detail"] == "There is no such table."
    assert all(card["id"] != id for card in ada.get("/api/lobby")["mine"])


def at_a_removed_table(folder: Path, *kinds: Any) -> Callable[[Callable[..., Awaitable[None]]], None]:
    """Do something with all tables and the one that was just removed from the store."""

    def run(work: Callable[..., Awaitable[None]]) -> None:
        async def whole() -> None:
            store, bots = Store(folder), Bots()
            await store.open()
            tables = Tables(store, bots, Hooks(store, at_home=True))
            try:
                seats = [SeatRequest(kind=kind, bot="random" if kind == "bot" else "") for kind in kinds]
                card = await tables.make(ADA, TableRequest(map="rust-belt", seats=seats))
                await store.remove_tables([card.id])
                await work(tables, card.id)
            finally:
                await tables.close()
                bots.close()
                await store.close()

        asyncio.run(whole())

    return run


def test_every_change_at_a_removed_table_is_refused_without_a_complaint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    changes: list[Callable[[Any], Awaitable[Any]]] = [
        lambda live: live.act(ADA, "issue 0", len(live.lines), True),
        lambda live: live.words.say(ADA, "Hello?"),
        lambda live: live.words.note(ADA, "Buy Chicago."),
        lambda live: hand_over(live, ADA, 0, "random"),
    ]

    async def work(tables: Tables, id: str) -> None:
        live = tables._live[id]
        for change in changes:
            with pytest.raises(Declined) as declined:
                await change(live)
            assert (declined.value.status, str(declined.value)) == (404, REMOVED)
        assert live.spoiled

    at_a_removed_table(tmp_path, "here", "here", "here")(work)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_who_only_watches_is_led_away_by_the_next_sweep(tmp_path: Path) -> None:
    async def work(tables: Tables, id: str) -> None:
        page = Connection(Person("browser:ben"), 0, "")
        tables._live[id].connect(page)
        await tables.forget_removed()
        assert id not in tables._live
        assert page.gone

    at_a_removed_table(tmp_path, "here", "here", "here")(work)


def test_bots_stop_at_a_removed_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTPLATE_BOT_PAUSE", "0")

    async def work(tables: Tables, id: str) -> None:
        live = tables._live[id]
        live.connect(Connection(Person("browser:ben"), 0, ""))
        live.runner.go_on()
        assert live.runner.task is not None
        await asyncio.wait_for(live.runner.task, 60)
        assert live.spoiled

    at_a_removed_table(tmp_path, "bot", "bot", "bot")(work)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
