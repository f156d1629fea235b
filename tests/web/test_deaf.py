"""Pages that speak and never read: they cost next to nothing, and are cut off."""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from footplate.web.app import create_app
from tests.web.server import PATIENCE, Browser, Server, asks, play_modestly, running

DEAF = 25
STALE = 115
LOOKS = 20
MEGABYTE = 1 << 20
SHORT = "from footplate.web.wire import Wire; Wire.patience = 2.0; "


def frame(said: dict[str, object]) -> bytes:
    """A masked frame of text; a mask of zeros leaves it as it is."""
    data = json.dumps(said).encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + data


def deaf(browser: Browser, id: str) -> socket.socket:
    """A page that will never read."""
    where = urlsplit(browser.server.address)
    wire = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(PATIENCE)
    wire.connect(("127.0.0.1", where.port))
    wire.sendall(
        f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: {where.netloc}\r\n"
        f"Cookie: footplate={browser.cookie}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return wire


def memory(server: Server) -> int:
    """Bytes of memory that the server uses."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return 1024 * int(line.split()[1])


def descriptors(server: Server) -> int:
    """How many sockets the server has open; files come and go with the threads of the store."""
    links = list(Path(f"/proc/{server.process.pid}/fd").iterdir())
    return sum(map(_is_socket, links))


def _is_socket(link: Path) -> bool:
    with suppress(OSError):
        return os.readlink(link).startswith("socket:")
    return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell")
def test_pages_that_never_read_take_no_memory_and_leave_no_descriptors(tmp_path: Path) -> None:
    with running(tmp_path, first=SHORT) as server, ExitStack() as stack:
        browser = server.browser()
        id = browser.make("here", "here", "here")["id"]
        page = browser.page(id)
        table = play_modestly(page, asks("build"))
        hexes = [choice[0] for choice in table["question"]["build"]["hexes"]]
        at = table["at"]
        memory_before, open_before = memory(server), descriptors(server)
        said = [frame({"type": "act", "sentence": "done", "at": 0})] * STALE
        # What is asked about tiles is answered with their pictures, which no system keeps for long.
        said += [
            frame({"type": "look", "about": {"what": "tiles", "hex": hexes[n % len(hexes)]}, "at": at})
            for n in range(LOOKS)
        ]
        for _ in range(DEAF):
            wire = stack.enter_context(deaf(browser, id))
            # It may be cut off already.
            with suppress(ConnectionError, TimeoutError):
                wire.sendall(b"".join(said))
        end = time.monotonic() + PATIENCE
        while descriptors(server) < open_before + DEAF // 2:
            assert time.monotonic() < end, "nobody has come in"
            time.sleep(0.02)
        while descriptors(server) > open_before:
            assert memory(server) - memory_before < 40 * MEGABYTE
            assert time.monotonic() < end, f"{descriptors(server) - open_before} descriptors are still open"
            time.sleep(0.2)
        assert memory(server) - memory_before < 40 * MEGABYTE
        # Whoever reads has noticed nothing.
        assert page.act("done")["at"] > at


def test_a_page_that_is_slow_hears_the_newest_position_only(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page, slow = ada.page(id), ada.page(id)
    for _ in range(3):
        page.act("issue 0")
    assert slow.at(page.table["at"]) == page.table
    assert slow.log == page.log


def test_nobody_has_more_pages_open_than_are_needed(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path)) as client, ExitStack() as stack:
        client.get("/api/me")
        seats = [{"kind": "here"}] * 3
        id = client.post("/api/tables", json={"map": "rust-belt", "seats": seats}).json()["id"]
        house = client.app.state.house
        house.most_pages = 2

        def page() -> Any:
            return client.websocket_connect(f"/api/tables/{id}/live")

        first, second = stack.enter_context(page()), stack.enter_context(page())
        # Whoever has been told how the table stands has been counted.
        assert first.receive_json()["type"] == second.receive_json()["type"] == "here"
        with page() as third, pytest.raises(WebSocketDisconnect) as refused:
            third.receive_json()
        assert refused.value.code == 1013
        first.close()
        end = time.monotonic() + PATIENCE
        while sum(house.pages.values()) > 1:
            assert time.monotonic() < end, "a page that was closed is still counted"
            time.sleep(0.05)
        with page() as fourth:
            assert fourth.receive_json()["type"] == "here"
    assert not house.pages
