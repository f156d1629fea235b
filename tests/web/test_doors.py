"""Connections: who says nothing is let go, and too many are turned away."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from footplate.web.doors import EACH, MOST, Doors, Guest
from footplate.web.limits import household
from tests.web.server import PATIENCE, Server, running

HASTE = """
from footplate.web import doors
doors.PATIENCE.update(dict.fromkeys(doors.PATIENCE, 1.0))
doors.MOST = 60
"""
"""What makes a server less patient than usual, so that tests need not be patient either."""
HOUSES = """
from footplate.web import doors
doors.household = lambda peer: peer[0]
doors.PATIENCE["request"] = 600.0
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the hasty server writes what went wrong."""
    return tmp_path_factory.mktemp("log") / "log"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[Server]:
    """A server with little patience and little room."""
    with (
        open(log, "w", encoding="utf-8") as said,
        running(tmp_path_factory.mktemp("data"), first=HASTE, said=said) as server,
    ):
        yield server
        server.send_home()


def wire(server: Server, source: str | None = None) -> socket.socket:
    """A connection to a server, perhaps from another address of this machine."""
    host, _, port = server.address.removeprefix("http://").rpartition(":")
    come_from = (source, 0) if source else None
    return socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=come_from)


def well(server: Server) -> bool:
    """Whether a server answers."""
    try:
        return httpx.get(f"{server.address}/healthz", timeout=PATIENCE, trust_env=False).text == "ok"
    except httpx.TransportError:
        return False


def until(fits: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.1)


def rest(one: socket.socket) -> bytes:
    """All that is heard until the other side hangs up."""
    heard = b""
    try:
        while more := one.recv(65536):
            heard += more
    except ConnectionResetError:
        pass
    return heard


def descriptors(server: Server) -> int:
    """How many files and sockets a server has open."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"


BEGUN = [
    "",
    "GET /healthz HT",
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Never",
    "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{",
    "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    f"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}Sec-WebSocket-Ver",
]


def test_who_falls_silent_is_let_go(hasty: Server) -> None:
    with ExitStack() as silent:
        wires = [silent.enter_context(closing(wire(hasty))) for _ in BEGUN]
        answered = silent.enter_context(closing(wire(hasty)))
        for one, begun in zip(wires, BEGUN):
            one.sendall(begun.encode())
        answered.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        assert [rest(one) for one in wires] == [b""] * len(BEGUN)
        assert rest(answered).count(b"200 OK") == 3


def test_dripping_does_not_help(hasty: Server) -> None:
    with closing(wire(hasty)) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(OSError):
            for letter in b"X: " + b"y" * 200:
                one.sendall(bytes([letter]))
                time.sleep(0.3)


@linux
def test_who_does_not_read_is_let_go(hasty: Server) -> None:
    before = descriptors(hasty)
    with ExitStack() as open_wires:
        for _ in range(10):
            one = open_wires.enter_context(closing(wire(hasty)))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.setblocking(False)
            asked = b"GET /api/maps HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20_000
            one.send(asked)
        until(lambda: descriptors(hasty) > before + 5)
        until(lambda: descriptors(hasty) <= before + 1)
        assert well(hasty)


def test_a_page_may_be_silent_as_long_as_it_likes(hasty: Server) -> None:
    ada = hasty.browser()
    page = ada.page(ada.make("here", "here", "here")["id"])
    time.sleep(3)
    page.act("issue 0")


def test_too_many_are_turned_away_and_the_door_opens_again(hasty: Server, log: Path) -> None:
    with ExitStack() as crowd:
        silent = [crowd.enter_context(closing(wire(hasty))) for _ in range(150)]
        heard = [rest(one) for one in silent]
    refused = [said for said in heard if said]
    assert len(refused) >= 80
    assert all(said.startswith(b"HTTP/1.1 503 ") and said.endswith(b".") for said in refused)
    until(lambda: well(hasty))
    assert log.read_text().count("others are turned away") == 1


@linux
def test_one_household_cannot_keep_the_others_out(tmp_path: Path) -> None:
    """Every address of this machine counts as a house of its own here."""
    assert 5 * EACH <= MOST, "several may do their worst"
    with running(tmp_path, first=HOUSES) as server, ExitStack() as crowd:
        ada = server.browser()
        table = ada.make("here", "here", "here")["id"]
        pages = [ada.page(table) for _ in range(10)]
        silent = [crowd.enter_context(closing(wire(server))) for _ in range(EACH)]
        # Open pages count as well as whoever says nothing.
        refused = silent[EACH - len(pages) :]
        assert all(rest(one).startswith(b"HTTP/1.1 503 ") for one in refused)
        with closing(wire(server, "127.0.0.2")) as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert rest(other).endswith(b"ok")


@linux
def test_without_descriptors_one_line_is_said_and_later_all_is_well(hasty: Server, log: Path) -> None:
    import resource

    until(lambda: well(hasty))
    process = hasty.process.pid
    usual = resource.prlimit(process, resource.RLIMIT_NOFILE)
    with ExitStack() as crowd:
        resource.prlimit(process, resource.RLIMIT_NOFILE, (descriptors(hasty) + 10, usual[1]))
        for _ in range(40):
            crowd.enter_context(closing(wire(hasty)))
        until(lambda: "nobody can connect" in log.read_text())
        time.sleep(3)
    until(lambda: well(hasty))
    resource.prlimit(process, resource.RLIMIT_NOFILE, usual)
    said = log.read_text()
    assert said.count("nobody can connect") == 1 and "Traceback" not in said and len(said) < 1000


HANDSHAKE = f"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}"
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
ODD_HANDSHAKES = {
    "a long line": (f"{HANDSHAKE}Cookie: {'x' * 9000}\r\n{KEY}", "431"),
    "many headers": (HANDSHAKE + "".join(f"X-{n}: y\r\n" for n in range(150)) + KEY, "431"),
    "a long address": (HANDSHAKE.replace("live", f"live?{'x' * 9000}") + KEY, "414"),
    "another method": (HANDSHAKE.replace("GET", "POST") + KEY, "40"),
    "a body": (f"{HANDSHAKE}Content-Length: 5\r\n{KEY}hello", "400"),
    "no key": (f"{HANDSHAKE}\r\n", "40"),
    "two keys": (f"{HANDSHAKE}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{KEY}", "400"),
    "no table": (HANDSHAKE.replace("/api/tables/x/live", "/nowhere") + KEY, "40"),
}


@pytest.mark.parametrize("odd", ODD_HANDSHAKES)
def test_an_odd_handshake_is_answered(hasty: Server, odd: str) -> None:
    said, status = ODD_HANDSHAKES[odd]
    with closing(wire(hasty)) as one:
        one.sendall(said.encode("latin-1"))
        assert rest(one).decode("latin-1").startswith(f"HTTP/1.1 {status}")


def test_open_connections_do_not_spoil_the_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with open(log, "w", encoding="utf-8") as said, ExitStack() as guests:
        server = Server(tmp_path / "data", said=said)
        ada = server.browser()
        ada.page(ada.make("here", "here", "here")["id"])
        for begun in ("", "GET /hea", HANDSHAKE, *(odd for odd, _ in ODD_HANDSHAKES.values())):
            guests.enter_context(closing(wire(server))).sendall(begun.encode("latin-1"))
        deaf = guests.enter_context(closing(wire(server)))
        deaf.setblocking(False)
        deaf.send(b"GET /api/maps HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20_000)
        until(lambda: well(server))
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        server.stop()
    said_last = log.read_text()
    assert "Traceback" not in said_last and "Error" not in said_last, said_last


def test_a_household_has_its_share() -> None:
    class Somebody(Guest):
        def __init__(self, peer: object) -> None:
            self.home = household(peer)

    doors = Doors(most=50, each=3)

    def come(host: str, *more: int) -> bool:
        guest = Somebody((host, 1, *more))
        if doors.admits(guest.home):
            doors.connections.add(guest)  # type: ignore[arg-type]
            return True
        return False

    assert [come("192.0.2.1") for _ in range(4)] == [True] * 3 + [False]
    assert come("192.0.2.2")
    # The same machine of the old kind, seen by a socket of the new one.
    assert not come("::ffff:192.0.2.1", 0, 0)
    assert [come(f"2001:db8:1:2::{n}", 0, 0) for n in range(4)] == [True] * 3 + [False]
    assert come("2001:db8:1:3::1", 0, 0)
    # This machine, or a proxy on it, has all the room there is.
    assert all(come(host) for host in ("127.0.0.1", "::1") for _ in range(20))
    assert [come("127.0.0.1") for _ in range(3)] == [True, True, False]
    assert not come("192.0.2.3")
    assert re.match("2001:db8:1:2::/64", household(("2001:db8:1:2::7%eth0", 1)) or "")
