"""A name of somebody else's that leads to this machine does not pass for ours."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from footplate.web.names import Names
from tests.web.server import Browser, running

TABLE = {"map": "rust-belt", "seats": [{"kind": "here"}] * 3}


def test_a_rebound_name_can_neither_ask_nor_talk(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    port = ada.server.address.rpartition(":")[2]
    for host in (
        f"evil.example:{port}",
        "evil.example",
        f"localhost.evil.example:{port}",
        "127.0.0.1.evil.example",
    ):
        origin = {"origin": f"http://{host}"}
        led = {"host": host, **origin}
        for answer in (
            ada.http.post("/api/tables", json=TABLE, headers=led),
            ada.http.get(f"/api/tables/{id}", headers=led),
            ada.http.get("/", headers=led),
        ):
            assert answer.status_code == 421
            assert "footplate serve --name" in answer.json()["detail"] and host in answer.json()["detail"]
        wire = socket.create_connection(("127.0.0.1", int(port)))
        with closing(wire), pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://{host}/api/tables/{id}/live", sock=wire, additional_headers=origin, proxy=None)
    for host in (f"127.0.0.1:{port}", f"[::1]:{port}", f"LOCALHOST:{port}", "localhost.", "127.5.5.5"):
        own = {"host": host, "origin": f"http://{host}"}
        assert ada.http.post("/api/tables", json=TABLE, headers=own).status_code == 201


def test_a_server_answers_to_the_names_it_is_given(tmp_path: Path) -> None:
    with running(tmp_path, "--no-accounts", "--name", "club.example", "--name", "Zügli.example") as server:
        ada = server.browser()
        for host in (
            "club.example",
            "CLUB.example:8443",
            "xn--zgli-0ra.example",
            "192.0.2.7:8321",
            "localhost",
        ):
            answer = ada.http.post(
                "/api/tables", json=TABLE, headers={"host": host, "origin": f"https://{host}"}
            )
            assert answer.status_code == 201
        for host in ("www.club.example", "example", "club.example:x", "a@club.example"):
            assert ada.http.get("/api/games", headers={"host": host}).status_code == 421
        # A proxy on this machine is believed where the request comes from and how.
        told = {"host": "club.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9"}
        assert "Secure" in ada.http.get("/api/me", headers=told).headers["set-cookie"]


@pytest.mark.parametrize(
    ("host", "home", "abroad"),
    [
        (None, True, True),
        ("localhost:80", True, True),
        ("127.0.0.1", True, True),
        ("[::1]", True, True),
        ("192.0.2.7", False, True),
        ("[2001:db8::1]:8321", False, True),
        ("evil.example", False, False),
        ("", False, False),
        ("[", False, False),
        ("localhost:80:80", False, False),
        ("localhost/", False, False),
        ("evil@localhost", False, False),
        ("evil.example#localhost", False, False),
        ("\N{KELVIN SIGN}lub.example", False, False),
    ],
)
def test_names_that_are_ours(host: str | None, home: bool, abroad: bool) -> None:
    assert Names().know(host) is home
    assert Names(["club.example"], at_home=False).know(host) is abroad


@pytest.mark.parametrize(
    "name", ["", "http://club.example", "club.example:80", "a b", "-x", "x" * 64, "a..b", "*"]
)
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a server"):
        Names([name])
