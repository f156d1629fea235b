"""Word to whoever's turn it is."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue

import pytest
from litestar.testing import TestClient

from footplate.web import hooks as hooks_module
from footplate.web.app import create_app
from footplate.web.declined import Declined
from footplate.web.hooks import AT_ONCE, Hooks, check_address, is_public, resolved
from footplate.web.house import House
from footplate.web.store import Store
from tests.web.server import PATIENCE, Browser, modest, running
from tests.web.test_play import two_at_a_table


class Mailbox(BaseHTTPRequestHandler):
    """Takes messages as Discord does."""

    got: Queue[dict[str, str]] = Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.put(json.loads(body))
        self.send_response(204 if self.path == "/hook" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing to say."""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[str]:
    """Where messages go."""
    with HTTPServer(("127.0.0.1", 0), Mailbox) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_test_is_sent_and_its_fate_told(ada: Browser, mailbox: str) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    page.say("hook", url=f"{mailbox}/hook", test=True)
    assert page.hear("told")["text"] == "The message was sent."
    assert "this is a test" in Mailbox.got.get(timeout=PATIENCE)["content"]
    page.say("hook", url=f"{mailbox}/elsewhere", test=True)
    assert "404" in page.hear("told")["text"]
    Mailbox.got.get(timeout=PATIENCE)
    page.say("hook", url="http://127.0.0.1:9/", test=True)
    assert "Nobody answered" in page.hear("told")["text"]
    page.say("hook", url="")
    assert "No more messages" in page.hear("told")["text"]


def test_word_comes_when_it_becomes_ones_turn(ada: Browser, ben: Browser, mailbox: str) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    second.say("hook", url=f"{mailbox}/hook")
    second.hear("told")
    if second.table["question"]:
        second.act("issue 0")
        first.at(second.table["at"])
    while first.table["question"]:
        first.act(modest(first.table["question"]))
    word = Mailbox.got.get(timeout=PATIENCE)["content"]
    assert "Rust Belt: it is your turn. Ben, " in word
    assert word.endswith(f" {ada.server.address}/t/{card['id']}")
    second.say("hook", url="")


def test_a_shared_server_sends_nothing_into_private_networks(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def sent() -> list[str]:
        store = Store(tmp_path_factory.mktemp("hooks"))
        hooks = Hooks(store, at_home=False)
        private = ("127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]")
        out = [
            await hooks.send(f"http://{host}/hook", "hello") for host in (*private, "0.0.0.0", "localhost")
        ]
        await store.close()
        return out

    assert all("private network" in told for told in asyncio.run(sent()))


PUBLIC = ("8.8.8.8", "1.1.1.1", "191.0.0.1", "223.255.255.1", "2606:4700::1111", "2a00:1450::1")
PUBLIC_IN_ANOTHER = ("::ffff:8.8.8.8", "64:ff9b::808:808")
PRIVATE = (
    *(
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
    ),
    *("192.0.0.8", "192.0.0.9", "192.0.2.1", "192.88.99.1", "192.168.0.9", "198.18.0.1", "198.51.100.1"),
    *("203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::10.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "64:ff9b:1:808:8:800::", "100::1"),
    *("2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "2001:20::1", "2002:7f00:1::1"),
    *("2002:808:808::1", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1", "fe80::1%1"),
    *("fec0::1", "ff02::1"),
)


def test_only_machines_of_the_wide_net_are_public() -> None:
    assert [number for number in (*PUBLIC, *PUBLIC_IN_ANOTHER) if not is_public(number)] == []
    assert [number for number in PRIVATE if is_public(number)] == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "192.0.0.8", "64:ff9b::7f00:1", "fec0::1"])
def test_however_a_private_address_is_written_it_is_not_used(host: str) -> None:
    with pytest.raises(Declined, match="private network"):
        resolved(host, 80, False)


class Dripping:
    """A listener that answers a byte now and then and never comes to an end."""

    def __init__(self) -> None:
        self.wire = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.wire.getsockname()[1]}/"
        self.left: Queue[bool] = Queue()
        """One for every caller that has gone."""
        self.callers = 0
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self.wire.accept()
                self.callers += 1
                threading.Thread(target=self._drip, args=(caller,), daemon=True).start()

    def _drip(self, caller: socket.socket) -> None:
        with caller, suppress(OSError):
            caller.sendall(b"HTTP/1.1 103 Soon\r\nx-drip: "[: 8 if self.callers % 2 else None])
            caller.settimeout(0.2)
            while True:
                caller.sendall(b"1")
                with suppress(TimeoutError):
                    if caller.recv(4096) == b"":
                        break
        self.left.put(True)


@pytest.fixture
def dripping() -> Iterator[Dripping]:
    """A slow listener, and in the end none."""
    listener = Dripping()
    yield listener
    listener.wire.close()


def test_slow_listeners_keep_neither_logins_nor_pictures_waiting(
    tmp_path: Path, dripping: Dripping, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty calls that never end, and people come and go meanwhile."""
    monkeypatch.setattr(hooks_module, "SECONDS", PATIENCE)
    with TestClient(create_app(tmp_path, accounts=True)) as client, ExitStack() as calls:
        house: House = client.app.state.house
        # A server with accounts would not call this machine; the listener cannot be elsewhere.
        house.hooks.at_home = True
        for _ in range(40):
            calls.callback(client.blocking_portal.start_task_soon(house.hooks.send, dripping.url, "x").cancel)
        while dripping.callers < AT_ONCE:
            assert dripping.thread.is_alive()
        assert client.post("/api/register", json={"name": "Ada", "password": "a locomotive"}).is_success
        assert client.post("/api/login", json={"name": "Ada", "password": "a locomotive"}).is_success
        seats = [{"kind": "here"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        assert client.get(f"/api/tables/{id}/board.png").is_success
        assert dripping.left.empty(), "they still drip"


def test_a_call_that_takes_too_long_is_closed(
    tmp_path: Path, dripping: Dripping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks_module, "SECONDS", 1.0)

    async def sent() -> list[str]:
        hooks = Hooks(Store(tmp_path), at_home=True)
        calls = [hooks.send(dripping.url, "x") for _ in range(6)]
        calls += [hooks.send(dripping.url.replace("http", "https"), "x")]
        told = await asyncio.wait_for(asyncio.gather(*calls), PATIENCE)
        await hooks.close()
        return told

    assert all("Nobody answered" in told for told in asyncio.run(sent()))
    for _ in range(7):
        assert dripping.left.get(timeout=PATIENCE)


def test_a_person_with_many_browsers_does_not_test_more_often(tmp_path: Path, mailbox: str) -> None:
    with running(tmp_path) as server:
        told = []
        for _ in range(5):
            ada = server.browser()
            page = ada.page(ada.make("here", "here", "here")["id"])
            for _ in range(3):
                page.say("hook", url=f"{mailbox}/hook", test=True)
                told.append(page.hear("told", "refused")["text"])
        assert told == ["The message was sent."] * 12 + ["Enough tests for now; wait a minute."] * 3
    for _ in range(12):
        Mailbox.got.get(timeout=PATIENCE)


@pytest.mark.parametrize(
    "url", ["ftp://a/", "javascript:x", "//a/b", "http://", "http://a:99999999/", "x" * 600]
)
def test_only_addresses_of_the_web_are_taken(url: str) -> None:
    with pytest.raises(Declined):
        check_address(url)
