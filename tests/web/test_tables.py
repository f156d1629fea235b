"""Names of tables, copies, the archive, removal, and a second device of the same person, at a real server."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import create_engine, text

from footplate.web import codes as code_rules
from footplate.web.codes import Codes
from footplate.web.declined import Declined
from footplate.web.person import Person
from footplate.web.reach import reach
from footplate.web.tables import again_title
from tests.web.server import Browser, Server, running


def card_of(browser: Browser, id: str, among: str = "mine") -> dict[str, Any] | None:
    """A table in a list of the lobby."""
    cards: list[dict[str, Any]] = browser.get("/api/lobby")[among]
    return next((card for card in cards if card["id"] == id), None)


def test_a_table_has_the_name_it_was_given_and_its_maker_changes_it(ada: Browser, ben: Browser) -> None:
    made = ada.make("here=Ada", "open", "open", name="  Sunday table ", public=True)
    assert (made["name"], made["maker"], made["copy"]) == ("Sunday table", True, None)
    shown = card_of(ben, made["id"], "open")
    assert shown is not None
    assert (shown["name"], shown["maker"]) == ("Sunday table", False)

    page, way = ben.page(made["id"]), f"/api/tables/{made['id']}/name"
    said = ben.post(way, {"name": "Mine"}, 403)["detail"]
    assert said == "Only whoever made the table can give it another name."
    assert ada.post(way, {"name": "Monday"})["name"] == "Monday"
    page.until(lambda table: table["card"]["name"] == "Monday")
    for wrong in ("x" * 61, "two\nlines"):
        said = ada.post(way, {"name": wrong}, 400)["detail"]
        assert said == "The name of a table has at most 60 letters, in one line."


def test_a_copy_says_what_of_and_leads_back_as_long_as_there_is_something(ada: Browser) -> None:
    first = ada.make("here=Ada", "here=Ben", "here=Cy", name="Sunday table")
    copy = ada.post(f"/api/tables/{first['id']}/clone")
    assert copy["name"] == "Sunday table, what if"
    assert copy["copy"] == {"id": first["id"], "name": "Sunday table", "turn": 1}
    again = ada.post(f"/api/tables/{copy['id']}/clone")
    assert again["name"] == "Sunday table, what if 2"
    assert again["copy"] == {"id": copy["id"], "name": "Sunday table, what if", "turn": 1}

    page = ada.page(copy["id"])
    ada.post(f"/api/tables/{first['id']}/name", {"name": "Monday"})
    page.until(lambda table: table["card"]["copy"]["name"] == "Monday")
    ada.http.delete(f"/api/tables/{first['id']}").raise_for_status()
    page.until(lambda table: table["card"]["copy"]["id"] is None)
    left = card_of(ada, copy["id"])
    assert left is not None
    assert left["copy"] == {"id": None, "name": "Monday", "turn": 1}


def test_the_archive_is_ones_own(ada: Browser, ben: Browser) -> None:
    made = ada.make("here=Ada", "link=Ben", "here=Cy", public=True)
    id, key = made["id"], made["seats"][1]["link"].rpartition("/")[2]
    ben.post(f"/api/tables/{id}/join", {"name": "Ben", "key": key})
    ada.post(f"/api/tables/{id}/archive", {"archived": True})
    assert card_of(ada, id) is None and card_of(ada, id, "archived")
    assert card_of(ben, id) and card_of(ben, id, "archived") is None
    stranger = ada.another()
    # What its maker has put away is no longer offered to everybody.
    assert card_of(stranger, id, "watch") is None
    said = stranger.post(f"/api/tables/{id}/archive", {"archived": True}, 403)["detail"]
    assert said == "Only tables that you made or sit at go into your archive."
    ada.post(f"/api/tables/{id}/archive", {"archived": False})
    assert card_of(ada, id) and card_of(stranger, id, "watch")


def test_only_its_maker_removes_a_table_and_then_it_is_gone_for_all(ada: Browser, ben: Browser) -> None:
    made = ada.make("here=Ada", "open", "here=Cy", public=True)
    page = ben.page(made["id"])
    assert ben.http.delete(f"/api/tables/{made['id']}").status_code == 403
    assert ada.http.delete(f"/api/tables/{made['id']}").status_code == 200
    assert page.closed().rcvd is not None
    assert ben.get(f"/api/tables/{made['id']}", 404)["detail"] == "There is no such table."
    assert card_of(ada, made["id"]) is None and card_of(ben, made["id"], "open") is None


def test_a_rematch_counts_on() -> None:
    names = {"Sunday": "Sunday 2", "Sunday table 2": "Sunday table 3", "7": "7 2", "9" * 60: "9" * 58 + " 2"}
    assert {name: again_title(name) for name in names} == names


def test_a_second_device_plays_by_a_code_that_is_good_once(ada: Browser, server: Server) -> None:
    made = ada.make("here=Ada", "here=Ben", "here=Cy")
    phone = server.browser()
    own = phone.make("here=Ada", "here=Ben", "here=Cy")
    desk = ada.page(made["id"])
    desk.say("note", text="Buy Chicago.")
    desk.hear("told")
    given = ada.post("/api/code")
    assert given["seconds"] == 300
    phone.post("/api/code/use", {"code": f" {given['code'][:4].lower()}-{given['code'][4:]} "})
    # Both devices are the same person now: seats, notes and tables of either are there on both.
    page = phone.page(made["id"])
    assert page.table["mine"] == [0, 1, 2] and page.table["maker"] and page.table["notes"] == "Buy Chicago."
    page.act("issue 0")
    desk.at(page.table["at"])
    assert card_of(ada, own["id"]) and card_of(phone, own["id"])
    assert phone.another().post("/api/code/use", {"code": given["code"]}, 404)["detail"] == code_rules.UNKNOWN


def test_a_code_ends_the_one_before_and_cannot_be_guessed_at_without_end(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada, ben = server.browser(), server.browser()
        old, new = ada.post("/api/code")["code"], ada.post("/api/code")["code"]
        ben.post("/api/code/use", {"code": old}, 404)
        for _ in range(9):
            ben.post("/api/code/use", {"code": "22222222"}, 404)
        assert ben.post("/api/code/use", {"code": new}, 429)["detail"] == "Too many tries; wait a minute."
        for _ in range(8):
            ada.post("/api/code")
        assert ada.post("/api/code", status=429)["detail"] == "Enough codes for now; wait a minute."


def test_a_code_is_old_after_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr(code_rules.time, "monotonic", lambda: moment)
    codes = Codes()
    first = codes.make(Person("browser a"))
    moment += code_rules.SECONDS - 1
    assert codes.use(first, "here").browser == "browser a"
    second = codes.make(Person("browser a"))
    moment += code_rules.SECONDS + 1
    with pytest.raises(Declined, match="leads nowhere"):
        codes.use(second, "here")


def test_who_has_an_account_logs_in_instead(tmp_path: Path) -> None:
    with running(tmp_path, "--accounts") as server:
        ada = server.browser()
        code = server.browser().post("/api/code")["code"]
        ada.post("/api/register", {"name": "Ada", "password": "eight letters"})
        assert "log in with it" in ada.post("/api/code", status=409)["detail"]
        assert "log out first" in ada.post("/api/code/use", {"code": code}, 409)["detail"]


def test_a_link_from_localhost_says_that_it_works_only_here(ada: Browser) -> None:
    here = ada.get("/api/reach?path=/join/secret")
    assert here["only_here"] and not here["serves_others"] and here["qr"] == ""
    assert here["command"] == "footplate serve --host 0.0.0.0"
    assert here["address"].endswith("/join/secret") and "localhost" not in here["address"]
    ada.get("/api/reach?path=https://example.org", 400)

    served = reach("http://localhost:8321", "/join/secret", at_home=False)
    assert served.only_here and served.serves_others
    # Shown as a picture, and so it must be a document of its own.
    assert ElementTree.fromstring(served.qr).tag == "{http://www.w3.org/2000/svg}svg"
    elsewhere = reach("https://club.example", "/join/secret", at_home=False)
    assert not elsewhere.only_here and elsewhere.address == "https://club.example/join/secret"


@pytest.mark.parametrize(
    ("map", "said"),
    [
        ("barbados", "Barbados is for 1 player, not 2."),
        ("days-of-steam", "Days of Steam is for 2 to 4 players, not 5."),
    ],
)
def test_the_number_of_players_is_said_in_good_english(ada: Browser, map: str, said: str) -> None:
    seats = [{"kind": "here"}] * int(said[-2])
    assert ada.post("/api/tables", {"map": map, "seats": seats}, 400)["detail"] == said
    nobody = ada.post("/api/tables", {"map": map, "seats": []}, 400)["detail"]
    assert nobody == said.replace(said[-2], "0")


def test_tables_from_before_they_had_names_are_kept(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.browser()
        id, cookie = ada.make("here=Ada", "here=Ben", "here=Cy", name="Sunday")["id"], ada.cookie
    _downgrade(tmp_path / "footplate.sqlite")
    with running(tmp_path) as server:
        found = card_of(server.browser(cookie), id)
        assert found is not None
        assert (found["name"], found["copy"]) == ("", None)


def _downgrade(file: Path) -> None:
    """The database as the version before left it."""
    from alembic import command
    from alembic.config import Config

    from footplate.web.store import MIGRATIONS

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")
        columns = connection.execute(text("SELECT name FROM pragma_table_info('game_table')")).scalars().all()
        assert "copy_of" not in columns
    engine.dispose()
