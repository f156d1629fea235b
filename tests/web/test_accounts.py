"""Names and passwords on a shared server."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.server import PATIENCE, RUN, Browser, Server, modest, running


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


def command(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """What the operator says beside the running server."""
    return subprocess.run(
        [sys.executable, "-c", RUN, "accounts", *words, "--data", str(server.folder)],
        capture_output=True,
        text=True,
    )


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


def invited(host: Browser, guest: Browser, name: str) -> str:
    """A table where a guest without an account sits by a secret link, with notes and a hook; its id."""
    card = host.make("here", "link", "here")
    link = card["seats"][1]["link"]
    guest.post(f"/api/tables/{card['id']}/join", {"name": name, "key": link.rsplit("/", 1)[1]})
    page = guest.page(card["id"])
    page.say("note", text="build towards Gary")
    page.hear("told")
    page.say("hook", url="https://example.com/hook")
    page.hear("told")
    return str(card["id"])


@pytest.mark.parametrize("way", ["register", "login"])
def test_what_the_browser_had_is_the_accounts_for_good(shared: Server, way: str) -> None:
    host, bea = came(shared), came(shared)
    host.post("/api/register", {"name": f"Host of {way}", "password": "a caboose or two"})
    who = {"name": f"Bea {way}", "password": "a caboose or two"}
    if way == "login":
        came(shared).post("/api/register", who)
    id = invited(host, bea, "Bea")
    watching, open_before = host.page(id), bea.page(id)
    assert open_before.table["mine"] == [1]
    bea.post(f"/api/{way}", who)
    assert open_before.closed().rcvd is not None, "it comes back as the account"
    assert bea.page(id).table["mine"] == [1], "the table in memory knows it"
    assert watching.until(lambda table: table["card"]["seats"][1]["here"])
    # The operator ends every session: nothing but the account is left, and it has everything.
    password = command(shared, "reset", who["name"]).stdout.strip().rsplit(" ", 1)[1]
    assert bea.get(f"/api/tables/{id}")["mine"] == []
    elsewhere = came(shared)
    elsewhere.post("/api/login", {**who, "password": password})
    page = elsewhere.page(id)
    assert page.table["mine"] == [1] and page.table["notes"] == "build towards Gary"
    with closing(sqlite3.connect(shared.folder / "footplate.sqlite")) as store:
        kept = dict(store.execute("select identity, url from hook").fetchall())
        seats = dict(store.execute("select name, identity from seat where table_id = ?", (id,)).fetchall())
    assert kept[seats["Bea"]] == "https://example.com/hook" and seats["Bea"].startswith("account ")


def test_notes_of_browser_and_account_become_one(shared: Server) -> None:
    bea, who = came(shared), {"name": "Bea of two notes", "password": "a caboose or two"}
    bea.post("/api/register", who)
    id = bea.make("here", "link", "here", "link")["id"]
    page = bea.page(id)
    page.say("note", text="by the account")
    page.hear("told")
    guest, card = came(shared), page.table["card"]
    key = card["seats"][3]["link"].rsplit("/", 1)[1]
    guest.post(f"/api/tables/{id}/join", {"name": "Bea again", "key": key})
    other = guest.page(id)
    other.say("note", text="by the browser")
    other.hear("told")
    guest.post("/api/login", who)
    assert guest.page(id).table["notes"] == "by the account\nby the browser"
    assert guest.get(f"/api/tables/{id}")["mine"] == [0, 2, 3]


def test_open_pages_end_with_the_session(shared: Server) -> None:
    here, there = came(shared), came(shared)
    who = {"name": "Hal", "password": "a turntable"}
    here.post("/api/register", who)
    id = here.make("here", "here", "here")["id"]
    there.post("/api/login", who)
    pages = [here.page(id), there.page(id), here.page(id)]
    assert all(page.table["mine"] for page in pages)
    here.post("/api/logout")
    pages[0].closed()
    pages[2].closed()
    assert here.page(id).table["mine"] == []
    assert pages[1].act(modest(pages[1].table["question"])), "another browser is not concerned"
    here.post("/api/login", who)
    mine = here.page(id)
    there.post("/api/password", {"old": who["password"], "new": "another turntable"})
    mine.closed()
    pages[1].closed()
    assert here.page(id).table["mine"] == []
    mine = there.page(id)
    assert mine.table["mine"] == [0, 1, 2], "who changed it stays"
    # Another program ends the session: the server notices by itself.
    command(shared, "reset", "Hal")
    mine.closed()
    assert there.page(id).table["mine"] == []


def test_a_page_that_was_sent_away_is_not_heard_any_more(shared: Server) -> None:
    ivy = came(shared)
    ivy.post("/api/register", {"name": "Ivy", "password": "a water tower"})
    id = ivy.make("here", "here", "here")["id"]
    page = ivy.page(id)
    ivy.post("/api/logout")
    try:
        for _ in range(20):
            page.say("act", sentence=modest(page.table["question"]), at=page.table["at"], sure=True)
    except ConnectionClosed:
        pass
    assert ivy.get(f"/api/tables/{id}")["at"] == page.table["at"]


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

    assert "Fay  (since " in command(shared, "list").stdout
    password = command(shared, "reset", "fay").stdout.strip().rsplit(" ", 1)[1]
    assert fay.get("/api/me")["name"] is None
    assert fay.post("/api/login", {"name": "Fay", "password": "forgotten soon"}, 401)
    assert fay.post("/api/login", {"name": "Fay", "password": password})["name"] == "Fay"
    missing = command(shared, "reset", "Nobody")
    assert missing.returncode == 2 and "There is no account “Nobody”" in missing.stderr


def test_passwords_and_secrets_are_not_in_the_store(shared: Server) -> None:
    gus = came(shared)
    gus.post("/api/register", {"name": "Gus", "password": "the open road 7"})
    kept = b"".join(file.read_bytes() for file in shared.folder.glob("footplate.sqlite*"))
    assert b"Gus" in kept and b"$argon2id$" in kept
    assert b"the open road 7" not in kept and gus.cookie.partition(".")[0].encode() not in kept


def test_a_name_is_guessed_at_only_so_often_from_wherever_and_its_owner_still_gets_in(shared: Server) -> None:
    who = {"name": "Jo", "password": "a signal lamp"}
    jo = came(shared)
    jo.post("/api/register", who)
    jo.post("/api/logout")
    wrong = {"name": "JO ", "password": "not the lamp"}
    for _ in range(20):
        came(shared).post("/api/login", wrong, 401)
    assert "this name" in came(shared).post("/api/login", wrong, 429)["detail"]
    assert came(shared).post("/api/login", who, 429), "not even the right one, or the guess would be told"
    assert jo.post("/api/login", who)["name"] == "Jo", "a browser that was logged in before is not locked out"
    assert came(shared).post("/api/login", {"name": "Jo 2", "password": "whatever it is"}, 401)


def test_strangers_neither_make_tables_nor_chat_nor_take_open_seats(shared: Server) -> None:
    kit, stranger = came(shared), came(shared)
    seats = [{"kind": "here"}] * 3
    refused = stranger.post("/api/tables", {"map": "rust-belt", "seats": seats}, 401)["detail"]
    assert refused.startswith("Log in or register first") and "make tables" in refused
    kit.post("/api/register", {"name": "Kit", "password": "a brake van"})
    card = kit.make("here", "open", "link", public=True)
    path = f"/api/tables/{card['id']}"
    assert "Log in" in stranger.post(f"{path}/clone", status=401)["detail"]
    assert "secret link" in stranger.post(f"{path}/join", {"name": "Lou", "seat": 1}, 401)["detail"]
    watching = stranger.page(card["id"])
    assert "Log in" in watching.refused("say", text="hello")
    assert "account" in watching.refused("note", text="hello")
    # A friend with a secret link needs no account, neither to play nor to talk at that table.
    key = card["seats"][2]["link"].rsplit("/", 1)[1]
    assert stranger.post(f"{path}/join", {"name": "Lou", "key": key})["seats"][2]["mine"]
    friend = stranger.page(card["id"])
    friend.say("say", text="hello")
    assert friend.hear("chat")["line"]["name"] == "Lou"
    friend.say("note", text="mine")
    assert "kept" in friend.hear("told")["text"]
    # With an account the rest is open too.
    other = came(shared)
    other.post("/api/register", {"name": "Max", "password": "a brake van"})
    assert other.post(f"{path}/join", {"name": "Max", "seat": 1})["begun"]
    spectator = came(shared)
    spectator.post("/api/register", {"name": "Ned", "password": "a brake van"})
    page = spectator.page(card["id"])
    page.say("say", text="hello")
    assert page.hear("chat")["line"]["name"] == "Ned"
    page.say("note", text="a spectator's")
    assert "kept" in page.hear("told")["text"]


def test_nobody_has_more_than_a_hundred_unfinished_tables(shared: Server) -> None:
    pam = came(shared)
    pam.post("/api/register", {"name": "Pam", "password": "a brake van"})
    id = pam.make("here", "here", "here")["id"]
    with closing(sqlite3.connect(shared.folder / "footplate.sqlite", timeout=30)) as store:
        columns = [row[1] for row in store.execute("pragma table_info(game_table)")]
        values = ", ".join("?1" if column == "id" else column for column in columns)
        with store:
            for n in range(99):
                store.execute(
                    f"insert into game_table select {values} from game_table where id = ?2", (f"pam{n}", id)
                )
        seats = [{"kind": "here"}] * 3
        refused = pam.post("/api/tables", {"map": "rust-belt", "seats": seats}, 409)["detail"]
        assert "100 tables that are not over" in refused
        assert pam.post(f"/api/tables/{id}/clone", status=409)
        with store:
            store.execute("update game_table set over = 1 where id = 'pam0'")
        assert pam.make("here", "here", "here")
        with store:
            store.execute("delete from game_table where id like 'pam%'")


GATE = """
import asyncio, os, time
from contextlib import asynccontextmanager
from pathlib import Path
from footplate.web import accounts, hooks, store, tables, words

folder = Path(os.environ["GATE"])

def say(word):
    with open(folder / "said", "a") as said:
        said.write(word + "\\n")

def telling(type, name):
    really = getattr(type, name)

    async def tell(*details):
        say(name)
        try:
            return await really(*details)
        finally:
            say(name + " is over")

    setattr(type, name, tell)

for type, name in ((tables.Tables, "join"), (words.Words, "note"), (hooks.Hooks, "set")):
    telling(type, name)

enter, keep, hand_over = accounts.Accounts._enter, store._do_all, tables.Tables.handing_over

async def slowly_enter(*details):
    fresh = await enter(*details)
    say("enter")
    while not (folder / "open").exists():
        await asyncio.sleep(0.02)
    return fresh

def slowly_keep(*details):
    say("keep")
    while not (folder / "open").exists():
        time.sleep(0.02)
    keep(*details)

@asynccontextmanager
async def loudly_hand_over(*details):
    async with hand_over(*details) as handed:
        say("hand over")
        yield handed

accounts.Accounts._enter, store._do_all = slowly_enter, slowly_keep
tables.Tables.handing_over = loudly_hand_over
"""
"""What lets a server stop in the middle of a login or of a move, and tell how far others have come."""


class Gate:
    """Where logins and moves of a server wait while it is shut."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open()

    def open(self) -> None:
        """Let everybody go on."""
        (self.folder / "open").touch()

    def shut(self) -> None:
        """Let everybody wait from now on."""
        (self.folder / "said").write_text("")
        (self.folder / "open").unlink()

    def until(self, *words: str) -> None:
        """Wait until the server has come so far."""
        end = time.monotonic() + PATIENCE
        while not set(words) <= set((self.folder / "said").read_text().splitlines()):
            assert time.monotonic() < end, words
            time.sleep(0.02)


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Gate:
    """The gate of a server."""
    return Gate(tmp_path_factory.mktemp("gate"))


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory, gate: Gate) -> Iterator[Server]:
    """A server with accounts and a gate."""
    folder = tmp_path_factory.mktemp("gated")
    with running(folder, "--accounts", first=GATE, GATE=str(gate.folder)) as server:
        yield server


def key_of(card: dict[str, Any], seat: int) -> str:
    """The secret of a seat's link."""
    return str(card["seats"][seat]["link"].rsplit("/", 1)[1])


def owners(server: Server) -> set[str]:
    """Everybody to whom a seat, a table, notes or a hook belongs."""
    columns = {"seat": "identity", "game_table": "maker", "note": "identity", "hook": "identity"}
    with closing(sqlite3.connect(server.folder / "footplate.sqlite")) as store:
        found = [row for name, of in columns.items() for row in store.execute(f"select {of} from {name}")]
    return {who for (who,) in found if who is not None}


def test_what_is_on_its_way_during_a_login_is_not_left_to_the_browser(gated: Server, gate: Gate) -> None:
    host, bea, who = came(gated), came(gated), {"name": "Bea", "password": "a caboose or two"}
    host.post("/api/register", {"name": "Host", "password": "a caboose or two"})
    first, second = host.make("here", "link", "here"), host.make("here", "link", "here")
    bea.post(f"/api/tables/{first['id']}/join", {"name": "Bea", "key": key_of(first, 1)})
    noting, hooking, tab = bea.page(first["id"]), bea.page(first["id"]), gated.browser(bea.cookie)
    host.page(second["id"])
    join = f"/api/tables/{second['id']}/join", {"name": "Bea", "key": key_of(second, 1)}
    with ThreadPoolExecutor() as at_once:
        gate.shut()
        try:
            entered = at_once.submit(bea.post, "/api/register", who)
            gate.until("enter")
            joined = at_once.submit(tab.http.post, join[0], json=join[1])
            noting.say("note", text="build towards Gary")
            hooking.say("hook", url="https://example.com/hook")
            gate.until("join", "note", "set")
        finally:
            gate.open()
        assert entered.result()["name"] == "Bea"
        answer = joined.result()
    gate.until("join is over", "note is over", "set is over")
    assert answer.status_code == 409 and "logged in meanwhile" in answer.json()["detail"], answer.text
    assert all(owner.startswith("account ") for owner in owners(gated))
    # Whoever tries again does it as the account.
    assert bea.post(*join)["seats"][1]["mine"]
    page = bea.page(first["id"])
    page.say("note", text="build towards Gary")
    assert "kept" in page.hear("told")["text"]
    elsewhere = came(gated)
    elsewhere.post("/api/login", who)
    assert [elsewhere.get(f"/api/tables/{card['id']}")["mine"] for card in (first, second)] == [[1], [1]]
    assert elsewhere.page(first["id"]).table["notes"] == "build towards Gary"
    # And whoever logs out has a browser that may own something.
    bea.post("/api/logout")
    third = host.make("here", "link", "here")
    again = {"name": "Bea", "key": key_of(third, 1)}
    assert bea.post(f"/api/tables/{third['id']}/join", again)["seats"][1]["mine"]


def test_a_seat_taken_just_before_a_login_is_the_accounts(gated: Server, gate: Gate) -> None:
    host, cy, who = came(gated), came(gated), {"name": "Cy", "password": "a caboose or two"}
    host.post("/api/register", {"name": "Host of Cy", "password": "a caboose or two"})
    card = host.make("here", "link", "here")
    host.page(card["id"])
    tab = gated.browser(cy.cookie)
    with ThreadPoolExecutor() as at_once:
        gate.shut()
        try:
            key = {"name": "Cy", "key": key_of(card, 1)}
            joined = at_once.submit(tab.post, f"/api/tables/{card['id']}/join", key)
            gate.until("keep")
            entered = at_once.submit(cy.post, "/api/register", who)
            gate.until("hand over")
        finally:
            gate.open()
        assert joined.result() and entered.result()
    elsewhere = came(gated)
    elsewhere.post("/api/login", who)
    assert elsewhere.get(f"/api/tables/{card['id']}")["mine"] == [1], "the table in memory knows it, too"
