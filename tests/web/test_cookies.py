"""Who one is without an account: a cookie that this server gave, and no other."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from websockets.sync.client import connect

from footplate.web.person import browser_of, hashed
from footplate.web.store import FILE, MIGRATIONS, Store
from tests.web.server import PATIENCE, Browser, Server, running

INVENTED = "x" * 43
HTTPS = {"x-forwarded-proto": "https"}


def token_of(browser: Browser) -> str:
    """The secret without its signature, as cookies were before."""
    return browser.cookie.partition(".")[0]


@pytest.mark.parametrize(
    "cookie", [INVENTED, f"{INVENTED}.{'A' * 32}", f"{INVENTED}.", "ä" * 40, ".", "x.y.z"]
)
def test_a_cookie_we_did_not_give_is_nobody(ada: Browser, server: Server, cookie: str) -> None:
    id = ada.make("here", "here", "here")["id"]
    with connect(
        server.address.replace("http", "ws", 1) + f"/api/tables/{id}/live",
        additional_headers=[("Cookie", f"footplate={cookie}")] if cookie.isascii() else None,
        proxy=None,
        open_timeout=PATIENCE,
    ) as socket:
        socket.recv(PATIENCE)
        socket.send('{"type":"say","text":"hello"}')
        assert b"cookies" in str(socket.recv(PATIENCE)).encode()
    if cookie.isascii():
        mallory = server.browser(cookie)
        assert mallory.cookie != cookie and token_of(mallory) != INVENTED


def test_a_signature_is_of_one_secret_only(ada: Browser, ben: Browser, server: Server) -> None:
    id = ada.make("here", "here", "here")["id"]
    mixed = f"{token_of(ada)}.{ben.cookie.partition('.')[2]}"
    assert server.browser(mixed).get(f"/api/tables/{id}")["mine"] == []
    assert server.browser(ada.cookie).get(f"/api/tables/{id}")["mine"] == [0, 1, 2]


def test_a_cookie_from_before_they_were_signed_keeps_its_seats(ada: Browser, server: Server) -> None:
    id = ada.make("here", "here", "here")["id"]
    old = server.browser(token_of(ada))
    assert old.cookie == ada.cookie, "it is given anew, signed"
    assert old.get(f"/api/tables/{id}")["mine"] == [0, 1, 2]
    first = ada.server.browser()
    first.http.cookies.set("footplate", token_of(ada), domain="localhost.local")
    assert first.page(id).table["mine"] == [0, 1, 2]


def https(server: Server, cookies: str, path: str) -> Any:
    """An answer under https, as a proxy on this machine passes it on."""
    plain = server.browser()
    plain.http.cookies.clear()
    return plain.http.get(path, headers={**HTTPS, "cookie": cookies})


def test_under_https_the_cookie_is_bound_to_this_host(ada: Browser, server: Server) -> None:
    given = https(server, "", "/api/me").headers["set-cookie"]
    assert given.startswith("__Host-footplate=") and "; Secure" in given and "; Path=/;" in given
    assert "domain" not in given.lower()
    id = ada.make("here", "here", "here")["id"]
    assert https(server, f"__Host-footplate={ada.cookie}", f"/api/tables/{id}").json()["mine"] == [0, 1, 2]
    # From before the server had https: known by its seats, and given anew.
    again = https(server, f"footplate={ada.cookie}", f"/api/tables/{id}")
    assert again.json()["mine"] == [0, 1, 2]
    assert again.headers["set-cookie"].startswith(f"__Host-footplate={ada.cookie};")
    # Planted by a neighbour of the same domain, it does not displace one's own.
    ben = server.browser()
    both = https(server, f"footplate={ada.cookie}; __Host-footplate={ben.cookie}", f"/api/tables/{id}")
    assert both.json()["mine"] == []


def test_a_database_from_before_keeps_seats_and_learns_whose_they_are(tmp_path: Path) -> None:
    """Ada was logged in, with a seat of her browser; Ben has only a browser."""

    def first(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    async def begin() -> None:
        store = Store(tmp_path)
        async with store.engine.begin() as connection:
            await connection.run_sync(first)
        await store.close()

    asyncio.run(begin())
    with running(tmp_path / "other") as server:
        ben, ada = server.browser(), server.browser()
        id = ben.make("here=Ben", "link", "here=Cy")["id"]
        tokens = token_of(ada), token_of(ben)
    other, here = tmp_path / "other" / FILE, tmp_path / FILE
    with closing(sqlite3.connect(here)) as store, store:
        store.execute("attach ? as other", (str(other),))
        for name in ("game_table", "seat", "entry", "snapshot"):
            columns = ", ".join(row[1] for row in store.execute(f"pragma main.table_info({name})"))
            store.execute(f"insert into {name} ({columns}) select {columns} from other.{name}")
        store.execute("insert into account values (7, 'Ada', 'ada', '', 0)")
        store.execute(
            "insert into session values (?, ?, 7, 9000000000000)", (hashed(tokens[0]), browser_of("before"))
        )
        store.execute("update seat set identity = ? where seat = 1", (browser_of("before"),))
    with running(tmp_path) as server:
        ada, ben = server.browser(tokens[0]), server.browser(tokens[1])
        assert ada.get("/api/me")["name"] == "Ada"
        assert ada.get(f"/api/tables/{id}")["mine"] == [1]
        assert ben.get(f"/api/tables/{id}")["mine"] == [0, 2]
        assert server.browser(INVENTED).get(f"/api/tables/{id}")["mine"] == []
    with closing(sqlite3.connect(here)) as store:
        assert store.execute("select identity from seat where seat = 1").fetchall() == [("account 7",)]
