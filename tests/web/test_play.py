"""People at tables: what they see, what they may do, and what they are refused."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import footplate
from footplate.web.bots import Bots
from footplate.web.hooks import Hooks
from footplate.web.person import Person
from footplate.web.protocol import SeatRequest, TableRequest
from footplate.web.store import CHAT, CHAT_KEPT, Store
from footplate.web.tables import Tables
from tests.web.server import Browser, Server, asks, modest, play_modestly


def join(browser: Browser, card: dict[str, Any], name: str) -> dict[str, Any]:
    """Take the first seat of a table that has an invitation."""
    link = next(seat["link"] for seat in card["seats"] if seat["link"])
    key = link.rsplit("/", 1)[1]
    joined: dict[str, Any] = browser.post(f"/api/tables/{card['id']}/join", {"name": name, "key": key})
    return joined


def two_at_a_table(ada: Browser, ben: Browser) -> dict[str, Any]:
    """Ada has two seats, Ben one."""
    card = ada.make("here=Ada", "link", "here=Cy")
    join(ben, card, "Ben")
    return card


def test_two_people_play_over_sockets_and_both_see_the_same(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    for _ in range(25):
        at = first.table["at"]
        assert second.at(at)["view"] == first.table["view"]
        asked = [page for page in (first, second) if page.table["question"]]
        assert len(asked) == 1
        asked[0].act(modest(asked[0].table["question"]))
        first.until(lambda table, at=at: table["at"] > at)  # type: ignore[misc]
        second.at(first.table["at"])
    assert first.log == second.log == ada.get(f"/api/tables/{card['id']}/log")
    assert [line["n"] for line in first.log] == list(range(len(first.log)))
    assert any("Ben" in sentence for line in first.log for sentence in line["told"])
    assert ben.get(f"/api/tables/{card['id']}")["view"] == second.table["view"]


def test_questions_are_for_whom_they_are_asked(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    watching = ada.another().page(card["id"])
    for _ in range(6):
        asked = first.table["view"]["asked"]
        assert bool(first.table["question"]) == (asked in (0, 2)) == first.table["card"]["my_turn"]
        assert bool(second.table["question"]) == (asked == 1) == second.table["card"]["my_turn"]
        assert watching.table["question"] is None and watching.table["mine"] == []
        (first if asked != 1 else second).act(modest((first if asked != 1 else second).table["question"]))
        at = max(first.table["at"], second.table["at"])
        for page in (first, second, watching):
            page.at(at)


def test_a_stale_move_is_refused_and_the_page_learns_how_the_table_stands(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    at = page.table["at"]
    page.act("issue 0")
    page.say("act", sentence="issue 1", at=at)
    assert page.hear()["text"] == "The table moved on while you chose. Nothing was changed."
    assert page.hear()["table"]["at"] == at + 1


def test_who_is_not_asked_is_refused(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    pages = {0: ada.page(card["id"]), 1: ben.page(card["id"])}
    view = pages[0].table["view"]
    asked = view["asked"]
    name = view["players"][asked]["name"]
    other = pages[0] if asked == 1 else pages[1]
    at = pages[0].table["at"]
    assert other.refused("act", sentence="issue 0", at=at, sure=True) == f"It is {name}’s turn."
    stranger = ada.another().page(card["id"])
    assert stranger.refused("act", sentence="issue 0", at=at, sure=True) == "You only watch this table."
    assert stranger.refused("undo", at=at) == "You only watch this table."
    assert stranger.refused("prepare", seat=0, prepared={"bid": 3}) == "This seat is not yours."
    assert "Only whoever made the table" in stranger.refused("replace", seat=0, bot="random")
    assert "Only whoever made the table" in pages[1].refused("replace", seat=0, bot="random")
    assert ada.get(f"/api/tables/{card['id']}")["at"] == at


def test_without_a_cookie_one_watches_and_leaves_no_word(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"], cookie=False)
    assert page.table["mine"] == []
    assert "cookies" in page.refused("say", text="hello")
    assert "cookies" in page.refused("note", text="hello")


def test_an_illegal_sentence_is_refused_with_its_rule(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    page.say("act", sentence="issue 99", at=page.table["at"])
    heard = page.hear("refused")
    assert heard["text"].endswith(".") and heard["rule"] == "base.issue.max"
    assert "not among what can be said" in page.refused("act", sentence="fly", at=page.table["at"])


def test_undo_reaches_as_far_as_another_players_move(ada: Browser, ben: Browser) -> None:
    card = ada.make("here=Ada", "here=Bea", "here=Cy")
    first, watching = ada.page(card["id"]), ben.page(card["id"])
    table = play_modestly(first, asks("take"))
    assert table["can_undo"]
    at, asked = table["at"], table["view"]["asked"]
    first.act(modest(table["question"]))
    first.say("undo", at=first.table["at"])
    assert first.at(at)["view"]["asked"] == asked
    assert not first.table["can_undo"] or first.log[-1]["seat"] == asked
    watching.at(at)
    first.act(modest(first.table["question"]))
    watching.at(at + 1)
    assert watching.log == first.log


def test_undo_is_refused_after_chance(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    assert not page.table["can_undo"]
    assert "Chance has answered" in page.refused("undo", at=page.table["at"])


def test_a_slip_is_asked_about_and_done_when_one_is_sure(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    table = play_modestly(page, asks("build"))
    page.say("act", sentence="done", at=table["at"])
    heard = page.hear("unsure", "here", "refused")
    assert heard["type"] == "unsure" and heard["slip"]["question"] == "End building?"
    assert heard["sentence"] == "done" and heard["at"] == table["at"]
    assert ada.get(f"/api/tables/{table['id']}")["at"] == table["at"]
    assert page.act("done", sure=True)["at"] > table["at"]


def test_chance_is_asked_about_only_where_it_seals_what_could_be_undone(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    table = play_modestly(page, lambda table: asks("move")(table) and _last_mover(table))
    assert page.log[-1]["seat"] != table["view"]["asked"]
    page.say("act", sentence="pass", at=table["at"])
    assert page.hear("unsure", "here")["type"] == "here", "dice follow, but there is nothing to lose"
    # The last to move holds Production: their pass could be taken back until the cubes are drawn.
    while not asks("produce")(table := page.table):
        view = table["view"]
        producer = asks("take")(table) and view["asked"] == view["order"][-1]
        page.act("take production" if producer else modest(table["question"]))
    assert page.log[-1]["seat"] == table["view"]["asked"] and table["can_undo"]
    page.say("act", sentence="produce", at=table["at"])
    assert "Chance answers next" in page.hear("unsure", "here")["slip"]["says"]
    assert page.act("produce")["can_undo"] is False


def _last_mover(table: dict[str, Any]) -> bool:
    """Whether no other mover follows in this phase."""
    return bool(table["view"]["prompt"]["then"] == "Then collect income")


def test_looking_and_asking_why(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    assert "Nothing is built now" in page.refused(
        "look", about={"what": "tiles", "hex": 3}, at=page.table["at"]
    )
    table = play_modestly(page, asks("build"))
    hex = table["question"]["build"]["hexes"][0]
    page.say("look", about={"what": "tiles", "hex": hex[0]}, at=table["at"])
    tiles = page.hear("looked")["found"]["tiles"]
    assert len([tile for tile in tiles if not tile["missing"]]) == hex[1]
    assert tiles[0]["svg"].startswith("<svg") and tiles[0]["sentence"].startswith("build ")
    free = {choice[0] for choice in table["question"]["build"]["hexes"]}
    board = ada.get("/api/maps/rust-belt/board")
    for number in range(0, len(board["hexes"]), 2):
        page.say("look", about={"what": "why", "hex": number}, at=table["at"])
        heard = page.hear("looked", "refused")
        assert heard["about"]["hex"] == number and heard["found"]["text"].endswith(".")
        assert ("fit on" in heard["found"]["text"]) == (number in free)
    assert "no hex" in page.refused("look", about={"what": "tiles", "hex": 9999}, at=table["at"])
    assert "no hex" in page.refused("look", about={"what": "tiles", "hex": -1}, at=table["at"])
    page.act(tiles[0]["sentence"])
    table = play_modestly(page, asks("move"))
    page.say("look", about={"what": "why", "hex": hex[0], "colour": "red"}, at=table["at"])
    assert page.hear("looked")["found"]["text"].endswith(".")
    assert "no colour of goods" in page.refused(
        "look", about={"what": "why", "hex": 3, "colour": "mauve"}, at=table["at"]
    )


def test_reconnecting_brings_just_what_is_lacking(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    for _ in range(4):
        page.act(modest(page.table["question"]))
    known = len(page.log)
    again = ada.page(id, known - 2)
    assert again.first["log_from"] == known - 2 and again.first["log"] == page.log[-2:]
    assert ada.page(id, known).first["log"] == []
    assert ada.page(id, 9999).first["log_from"] == known


def test_reconnecting_after_an_undo_replaces_what_was_taken_back(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    page.act("issue 2")
    away = list(page.log)
    page.say("undo", at=len(away))
    page.at(len(away) - 1)
    page.act("issue 1")
    page.act("issue 0")
    again = ada.page(id, len(away))
    again.log = away[: again.first["log_from"]] + again.first["log"]
    assert again.log == page.log


def test_who_is_connected_is_seen(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first = ada.page(card["id"])
    assert [seat["here"] for seat in first.table["card"]["seats"]] == [True, False, True]
    second = ben.page(card["id"])
    first.until(lambda table: table["card"]["seats"][1]["here"])
    second.close()
    first.until(lambda table: not table["card"]["seats"][1]["here"])


def test_chat_reaches_everybody_as_text_and_is_kept(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    text = "<script>alert('ü')</script>"
    second.say("say", text=text)
    line = first.hear("chat")["line"]
    assert (line["seat"], line["name"], line["text"]) == (1, "Ben", text)
    visitor = ada.another().page(card["id"])
    assert [said["text"] for said in visitor.first["chat"]] == [text]
    visitor.say("say", text="hello")
    assert first.hear("chat")["line"]["seat"] == -1
    assert "at most 500" in first.refused("say", text="x" * 501)
    assert "nothing to say" in first.refused("say", text="  ")


def test_notes_keys_and_prepared_answers_are_told_to_nobody_else(ada: Browser, ben: Browser) -> None:
    card = ada.make("here=Ada", "link", "link", public=True)
    keys = [seat["link"] for seat in card["seats"] if seat["link"]]
    assert len(keys) == 2 and all(len(key.rsplit("/", 1)[1]) >= 22 for key in keys)
    join(ben, card, "Ben")
    first, second = ada.page(card["id"]), ben.page(card["id"])
    second.say("note", text="secret thoughts")
    second.hear("told")
    second.say("prepare", seat=1, prepared={"bid": 77, "then": "pass"})
    second.until(lambda table: table["prepared"])
    assert second.table["prepared"] == {"bid": 77, "then": "pass", "pass_moves": False}
    assert ben.get(f"/api/tables/{card['id']}")["notes"] == "secret thoughts"
    stranger = ada.another()
    for browser in (ada, stranger):
        seen = "".join(
            browser.http.get(path).text
            for path in (
                f"/api/tables/{card['id']}",
                f"/api/tables/{card['id']}/log",
                f"/api/tables/{card['id']}/record",
                "/api/lobby",
            )
        )
        seen += json.dumps(browser.page(card["id"]).first)
        assert "secret thoughts" not in seen and '"bid":77' not in seen.replace(" ", "")
        assert keys[0] not in seen, "a used key is told to nobody"
        assert (keys[1] in seen) == (browser is ada)
    assert first.table["prepared"] is None
    for browser in (ada, ben, stranger):
        assert browser.cookie not in browser.http.get(f"/api/tables/{card['id']}").text


def test_prepared_bids_are_played_when_their_time_comes(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    second.say("prepare", seat=1, prepared={"bid": 2})
    second.until(lambda table: table["prepared"])
    while not asks("bid")(first.table):
        page = first if first.table["question"] else second
        page.act("issue 0")
        first.at(page.table["at"])
        second.at(page.table["at"])
    # Ada and Cy outbid everything until Ben is out.
    while asks("bid")(first.table) and not any(line["sentence"] == "drop" for line in first.log):
        if first.table["question"]:
            first.act(f"bid {first.table['question']['bid']['least']}")
        else:
            first.hear("here")
    bens = [line["sentence"] for line in first.log if line["seat"] == 1]
    assert bens[1:] in (["bid 1", "drop"], ["bid 2", "drop"], ["bid 1", "bid 2", "drop"], ["drop"])
    play_modestly(first, asks("take"))
    second.until(asks("take"))
    assert second.table["prepared"] is None


def test_prepared_passes_pass_both_moves_and_are_then_gone(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    table = play_modestly(page, asks("move"))
    for seat in range(3):
        page.say("prepare", seat=seat, prepared={"pass_moves": True})
    page.until(lambda table: table["view"]["turn"] == 2)
    assert [line["sentence"] for line in page.log[table["at"] :] if line["seat"] >= 0] == ["pass"] * 6
    assert page.table["prepared"] is None


def test_undoing_a_prepared_answer_takes_it_back_for_good(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here")["id"])
    play_modestly(page, asks("bid"))
    seat, at = page.table["view"]["asked"], page.table["at"]
    page.say("prepare", seat=seat, prepared={"bid": 1})
    page.at(at + 1)
    page.say("undo", at=at + 1)
    assert page.at(at)["prepared"] is None


def test_a_bot_takes_a_seat_over_and_a_person_takes_it_back(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first = ada.page(card["id"])
    first.say("replace", seat=1, bot="random")
    first.until(lambda table: table["card"]["seats"][1]["kind"] == "bot")
    play_modestly(first, asks("take"))
    assert any(line["seat"] == 1 for line in first.log)
    assert ben.page(card["id"]).table["mine"] == []
    first.say("replace", seat=1)
    first.until(lambda table: table["card"]["seats"][1]["link"])
    assert not first.table["card"]["begun"]
    dot = ada.another()
    join(dot, first.table["card"], "Dot")
    first.until(lambda table: table["card"]["begun"])
    assert first.table["view"]["players"][1]["name"] == "Dot"
    assert not any("Ben" in sentence for line in first.log for sentence in line["told"])
    assert dot.page(card["id"]).log == first.log
    assert "There is no bot" in first.refused("replace", seat=1, bot="nobody-knows")


def test_a_player_leaves_the_own_seat(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    second = ben.page(card["id"])
    second.say("replace", seat=1, bot="frugal")
    second.until(lambda table: table["mine"] == [])


def test_invitations_lead_their_owner_back_and_nobody_else(ada: Browser, ben: Browser) -> None:
    card = ada.make("here=Ada", "link", "here=Cy")
    link = card["seats"][1]["link"]
    assert link.startswith("/join/")
    shown = ben.get("/api" + link)
    assert shown["id"] == card["id"] and shown["seats"][1]["link"] == link
    assert not shown["begun"]
    path, key = f"/api/tables/{card['id']}/join", link.rsplit("/", 1)[1]
    assert "called Ada" in ben.post(path, {"name": "Ada", "key": key}, 409)["detail"]
    assert ben.post(path, {"name": "a:b", "key": key}, 400)["detail"].endswith(".")
    assert ben.post(path, {"name": "Ben", "key": key})["begun"]
    assert ben.post(path, {"name": "Ben", "key": key})["seats"][1]["mine"]
    dot = ada.another()
    assert "taken this seat" in dot.post(path, {"name": "Dot", "key": key}, 409)["detail"]
    assert dot.get("/api" + link)["seats"][1]["link"] is None
    assert dot.post(path, {"name": "Dot", "key": "x" * 22}, 404)
    assert dot.get("/api/join/" + "x" * 22, 404)


def test_open_seats_are_in_the_lobby_until_somebody_sits_there(ada: Browser, ben: Browser) -> None:
    card = ada.make("here=Ada", "open", "random", public=True)
    assert card["id"] in [table["id"] for table in ben.get("/api/lobby")["open"]]
    assert card["id"] in [table["id"] for table in ada.get("/api/lobby")["mine"]]
    path = f"/api/tables/{card['id']}/join"
    assert "not open" in ben.post(path, {"name": "Ben", "seat": 0}, 403)["detail"]
    assert ben.post(path, {"name": "Ben", "seat": 7}, 404)
    assert ben.post(path, {"name": "Ben"}, 400)
    assert ben.post(path, {"name": "Ben", "seat": 1})["seats"][1] | {"here": False} == {
        "seat": 1,
        "name": "Ben",
        "kind": "open",
        "bot": "",
        "livery": 2,
        "taken": True,
        "mine": True,
        "here": False,
        "link": None,
    }
    dot = ada.another()
    assert dot.post(path, {"name": "Dot", "seat": 1}, 409)
    lobby = dot.get("/api/lobby")
    assert card["id"] not in [table["id"] for table in lobby["open"]]
    assert card["id"] in [table["id"] for table in lobby["watch"]]
    assert card["id"] in [table["id"] for table in ben.get("/api/lobby")["mine"]]


def test_private_tables_are_in_nobody_elses_lobby(ada: Browser, ben: Browser) -> None:
    card = ada.make("here", "link", "open")
    lobby = ben.get("/api/lobby")
    assert card["id"] not in json.dumps(lobby)


def test_past_positions_and_pictures(ada: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    page = ada.page(id)
    seen = {page.table["at"]: page.table["view"]}
    for _ in range(20):
        table = page.act(modest(page.table["question"]))
        seen[table["at"]] = table["view"]
    for n, view in seen.items():
        assert ada.get(f"/api/tables/{id}/at/{n}") == {"at": n, "view": view}
    assert ada.get(f"/api/tables/{id}/at/0")["view"]["turn"] == 1
    assert ada.get(f"/api/tables/{id}/at/{len(page.log) + 1}", 404)
    svg = ada.http.get(f"/api/tables/{id}/board.svg?at=5&theme=dark")
    assert svg.text.startswith("<svg") and svg.headers["content-type"].startswith("image/svg+xml")
    assert ada.http.get(f"/api/tables/{id}/board.png").content.startswith(b"\x89PNG")
    assert ada.get(f"/api/tables/{id}/board.svg?theme=pink", 400)["detail"].endswith(".")


def test_the_record_replays_to_the_same_position(ada: Browser) -> None:
    card = ada.make("here=Ada", "random", "frugal", options={"urbanize-anytime": "on"})
    page = ada.page(card["id"])
    play_modestly(page, lambda table: table["view"]["turn"] == 3 and table["question"])
    answer = ada.http.get(f"/api/tables/{card['id']}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    table = footplate.read(answer.text)
    assert [entry.text for entry in table.log] == [line["sentence"] for line in page.log]
    assert table.game.rules.chosen["urbanize-anytime"] == "on"
    assert table.state.cash == [player["cash"] for player in page.table["view"]["players"]]


def test_a_clone_goes_its_own_way_from_a_position(ada: Browser, ben: Browser) -> None:
    card = two_at_a_table(ada, ben)
    first, second = ada.page(card["id"]), ben.page(card["id"])
    for _ in range(5):
        page = first if first.table["question"] else second
        page.act(modest(page.table["question"]))
        first.at(page.table["at"])
        second.at(page.table["at"])
    at = first.table["at"] - 2
    clone = ben.post(f"/api/tables/{card['id']}/clone?at={at}")
    assert not clone["public"] and clone["at"] == at
    assert all(seat["mine"] and seat["kind"] == "here" for seat in clone["seats"])
    page = ben.page(clone["id"])
    assert page.log == first.log[:at]
    assert page.table["view"] == ben.get(f"/api/tables/{card['id']}/at/{at}")["view"]
    page.act(modest(page.table["question"]))
    play_modestly(page, lambda table: table["view"]["turn"] == 2)
    assert ben.get(f"/api/tables/{card['id']}")["at"] == at + 2
    assert ben.post(f"/api/tables/{card['id']}/clone?at=9999", status=404)


@pytest.mark.parametrize("bots", [("frugal", "random")])
def test_a_whole_game_with_bots_ends_with_standings_and_a_rematch(
    ada: Browser, bots: tuple[str, ...]
) -> None:
    card = ada.make("here=Ada", *bots)
    assert [seat["name"] for seat in card["seats"]] == ["Ada", "Frugal", "Random"]
    page = ada.page(card["id"])
    assert ada.post(f"/api/tables/{card['id']}/rematch", status=409)
    play_modestly(page, lambda table: table["view"]["over"])
    end, view = page.table["end"], page.table["view"]
    assert end["standings"][0]["rank"] == 1
    for standing in end["standings"]:
        assert standing["score"] is None or standing["score"] == sum(standing["parts"].values())
        assert standing["score"] == view["players"][standing["seat"]]["score"]
    assert len(end["curves"]) == view["turn"] and all(len(points) == 3 for points in end["curves"])
    assert [point["score"] for point in end["curves"][-1]] == [p["score"] for p in view["players"]]
    moved = [line["seat"] for line in page.log if line["sentence"].startswith("deliver")]
    assert end["deliveries"] == [moved.count(seat) for seat in range(3)]
    assert (
        page.table["card"]["winners"]
        == [
            page.table["card"]["seats"][standing["seat"]]["name"]
            for standing in end["standings"]
            if standing["rank"] == 1
        ]
        and page.table["card"]["over"]
    )
    assert page.refused("act", sentence="pass", at=page.table["at"]) == "The game is over."
    stranger = ada.another()
    assert stranger.post(f"/api/tables/{card['id']}/rematch", status=403)
    again = ada.post(f"/api/tables/{card['id']}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Ada", "Frugal", "Random"]
    assert again["seats"][0]["mine"] and again["id"] != card["id"]
    assert page.until(lambda table: table["end"]["rematch"])["end"]["rematch"] == again["id"]
    assert ada.post(f"/api/tables/{card['id']}/rematch")["id"] == again["id"]
    assert footplate.read(ada.http.get(f"/api/tables/{card['id']}/record").text).state.over


def test_who_made_a_table_without_a_seat_is_told_so_and_may_ask_for_a_rematch(
    ada: Browser, ben: Browser
) -> None:
    card = ada.make("random", "random", "random")
    made, watched = ada.page(card["id"]), ben.page(card["id"])
    assert (made.table["maker"], made.table["mine"]) == (True, [])
    assert not watched.table["maker"]
    made.until(lambda table: table["view"]["over"])
    assert ben.post(f"/api/tables/{card['id']}/rematch", status=403)
    assert ada.post(f"/api/tables/{card['id']}/rematch")["id"] != card["id"]


def test_new_tables_are_checked(ada: Browser, server: Server) -> None:
    def refused(seats: list[dict[str, str]], **more: Any) -> str:
        body = {"map": "rust-belt", "seats": seats, **more}
        return str(ada.post("/api/tables", body, 400)["detail"])

    here = {"kind": "here"}
    assert "players" in refused([here])
    assert "players" in refused([here] * 50)
    assert "no bot" in refused([here, here, {"kind": "bot", "bot": "deep-thought"}])
    assert "Two seats" in refused([here, {"kind": "here", "name": "Ada"}, {"kind": "here", "name": "ADA"}])
    assert "colon" in refused([here, here, {"kind": "here", "name": "a: b"}])
    assert "option" in refused([here] * 3, options={"fly": "on"})
    assert "no map" in refused([here] * 3, map="../../etc/passwd.toml")
    assert "no map" in refused([here] * 3, map=str(server.folder / "x.toml"))
    assert "does not fit" in refused([{"kind": "ghost"}] * 3)


def from_address(number: int) -> dict[str, dict[str, str]]:
    """Where a page comes from, as a proxy on this machine says."""
    return {"more": {"x-forwarded-for": f"198.51.100.{number}"}}


TOO_MUCH = "Too much is said at once; wait a moment."


def test_words_are_limited_by_person_address_and_table(ada: Browser, server: Server) -> None:
    id = ada.make("here", "here", "here")["id"]
    others = [ada.make("here", "here", "here")["id"] for _ in range(4)]

    def said(tables: list[str], addresses: list[int]) -> list[bool]:
        out = []
        for table, number in zip(tables, addresses):
            page = server.browser().page(table, **from_address(number))
            for n in range(20):
                page.say("say", text=f"word {n}")
            heard = [page.hear("chat", "refused") for _ in range(20)]
            out.append(all(one["type"] == "chat" for one in heard))
        return out

    talker = ada.page(id, **from_address(1))
    for n in range(20):
        talker.say("say", text=f"word {n}")
        talker.hear("chat")
    assert talker.refused("say", text="once more") == TOO_MUCH
    talker.close()
    assert said(others, [2, 2, 2, 2]) == [True, True, True, False]
    assert said([id] * 3, [3, 4, 5]) == [True, True, False]


def test_notes_are_for_players_and_not_without_end(ada: Browser, ben: Browser) -> None:
    id = ada.make("here", "here", "here")["id"]
    assert "players" in ben.page(id).refused("note", text="I was here")
    page = ada.page(id, **from_address(9))
    for n in range(100):
        page.say("note", text=f"note {n}")
        page.hear("told")
    assert "too often" in page.refused("note", text="one more")
    assert ada.page(id).table["notes"] == "note 99"


def test_a_table_keeps_the_latest_words_only(tmp_path: Path) -> None:
    async def kept() -> list[str]:
        store = Store(tmp_path)
        await store.open()
        tables = Tables(store, Bots(), Hooks(store, at_home=True))
        request = TableRequest("rust-belt", [SeatRequest("here", name) for name in ("Ada", "Ben", "Cy")])
        first, second = [(await tables.make(Person("browser x"), request)).id for _ in range(2)]
        await store.add_chat(second, 0, "Ada", "elsewhere", 0)
        for n in range(CHAT_KEPT + 5):
            await store.add_chat(first, 0, "Ada", f"word {n}", n)
        rows = await store.rows(select(CHAT).order_by(CHAT.c.id))
        await tables.close()
        await store.close()
        return [row.text for row in rows]

    assert asyncio.run(kept()) == ["elsewhere", *(f"word {n}" for n in range(5, CHAT_KEPT + 5))]
