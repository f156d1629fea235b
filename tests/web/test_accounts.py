"""Names and passwords on a shared server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.server import RUN, Browser, Server, running


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts."""
    with running(Path(tmp_path_factory.mktemp("shared")), "--accounts") as server:
        yield server


class Addresses:
    """Every test comes from an address of its own, as far as the server can see."""

    number = 0


def came(server: Server) -> Browser:
    """Somebody new, from somewhere else: a proxy on this machine says so."""
    Addresses.number += 1
    browser = server.browser()
    browser.http.headers["x-forwarded-for"] = f"192.0.2.{Addresses.number}"
    return browser


def test_register_log_out_and_in(shared: Server) -> None:
    ada = came(shared)
    assert ada.get("/api/me") == {"name": None, "accounts": True}
    before = ada.cookie
    assert ada.post("/api/register", {"name": "Ada", "password": "a locomotive"})["name"] == "Ada"
    assert ada.cookie != before, "a secret planted before the login must be worth nothing after it"
    assert ada.get("/api/me")["name"] == "Ada"
    id = ada.make("here", "here", "here")["id"]
    assert ada.get(f"/api/tables/{id}")["card"]["seats"][0]["name"] == "Ada"
    old = ada.cookie
    assert ada.post("/api/logout")["name"] is None
    assert ada.get(f"/api/tables/{id}")["mine"] == []
    thief = shared.browser(old)
    assert thief.get("/api/me")["name"] is None
    assert ada.post("/api/login", {"name": " aDA", "password": "a locomotive"})["name"] == "Ada"
    assert ada.get(f"/api/tables/{id}")["mine"] == [0, 1, 2]
    elsewhere = came(shared)
    elsewhere.post("/api/login", {"name": "ADA", "password": "a locomotive"})
    assert elsewhere.page(id).table["mine"] == [0, 1, 2]
    assert [table["id"] for table in elsewhere.get("/api/lobby")["mine"]] == [id]


def test_seats_of_the_browser_stay_ones_own_after_logging_in(shared: Server) -> None:
    bea = came(shared)
    id = bea.make("here", "here", "here")["id"]
    bea.post("/api/register", {"name": "Bea", "password": "a caboose or two"})
    assert bea.get(f"/api/tables/{id}")["mine"] == [0, 1, 2]
    bea.post("/api/logout")
    assert bea.get(f"/api/tables/{id}")["mine"] == [0, 1, 2]


def test_wrong_and_unfit_credentials(shared: Server) -> None:
    cy = came(shared)
    cy.post("/api/register", {"name": "Cy", "password": "signal box"})
    wrong = came(shared).post("/api/login", {"name": "Cy", "password": "signal bix"}, 401)
    unknown = came(shared).post("/api/login", {"name": "Nobody Here", "password": "signal box"}, 401)
    assert wrong == unknown
    assert (
        "taken" in came(shared).post("/api/register", {"name": "CY", "password": "12345678"}, 409)["detail"]
    )
    assert (
        "8 to 200" in came(shared).post("/api/register", {"name": "Di", "password": "short"}, 400)["detail"]
    )
    assert came(shared).post("/api/register", {"name": "a:b", "password": "long enough"}, 400)
    assert came(shared).post("/api/register", {"name": " ", "password": "long enough"}, 400)


def test_changing_the_password_logs_all_other_browsers_out(shared: Server) -> None:
    here, there = came(shared), came(shared)
    here.post("/api/register", {"name": "Dot", "password": "first password"})
    there.post("/api/login", {"name": "Dot", "password": "first password"})
    assert here.post("/api/password", {"old": "wrong one", "new": "second password"}, 403)
    assert here.post("/api/password", {"old": "first password", "new": "2"}, 400)
    assert here.post("/api/password", {"old": "first password", "new": "second password"})["name"] == "Dot"
    assert here.get("/api/me")["name"] == "Dot"
    assert there.get("/api/me")["name"] is None
    assert there.post("/api/password", {"old": "second password", "new": "third password"}, 401)
    there.post("/api/login", {"name": "Dot", "password": "second password"})


def test_too_many_tries_have_to_wait(shared: Server) -> None:
    eve = came(shared)
    answers = [
        eve.http.post("/api/login", json={"name": "Ada", "password": f"guess number {n}"}).status_code
        for n in range(12)
    ]
    assert answers == [401] * 10 + [429] * 2


def test_the_operator_lists_accounts_and_resets_passwords(shared: Server) -> None:
    fay = came(shared)
    fay.post("/api/register", {"name": "Fay", "password": "forgotten soon"})

    def command(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", RUN, "accounts", *words, "--data", str(shared.folder)],
            capture_output=True,
            text=True,
        )

    assert "Fay  (since " in command("list").stdout
    password = command("reset", "fay").stdout.strip().rsplit(" ", 1)[1]
    assert fay.get("/api/me")["name"] is None
    assert fay.post("/api/login", {"name": "Fay", "password": "forgotten soon"}, 401)
    assert fay.post("/api/login", {"name": "Fay", "password": password})["name"] == "Fay"
    missing = command("reset", "Nobody")
    assert missing.returncode == 2 and "There is no account “Nobody”" in missing.stderr


def test_passwords_and_secrets_are_not_in_the_store(shared: Server) -> None:
    gus = came(shared)
    gus.post("/api/register", {"name": "Gus", "password": "the open road 7"})
    kept = b"".join(file.read_bytes() for file in shared.folder.glob("footplate.sqlite*"))
    assert b"Gus" in kept and b"$argon2id$" in kept
    assert b"the open road 7" not in kept and gus.cookie.encode() not in kept
