"""Advice of a bot: where a table allows it, to whom it is asked, and to nobody else."""

from __future__ import annotations

import json

import pytest

from footplate import games
from footplate.web.bots import named
from tests.web.server import Browser
from tests.web.test_play import join


@pytest.mark.parametrize("map", ["rust-belt", "days-of-steam"])
def test_a_suggestion_is_legal_has_a_reason_and_is_told_to_nobody_else(
    ada: Browser, ben: Browser, map: str
) -> None:
    card = ada.make("here=Ada", "link", "here=Cy", map=map, advice=True)
    join(ben, card, "Ben")
    pages = [ada.page(card["id"]), ben.page(card["id"])]
    for _ in range(4):
        at = max(page.table["at"] for page in pages)
        own, other = sorted(pages, key=lambda page: page.at(at)["question"] is None)
        own.say("suggest", at=at)
        found = own.hear("suggested", "refused")
        assert found["type"] == "suggested", found
        assert found["at"] == at and found["title"] and found["why"].endswith(".")
        own.act(found["sentence"])
        # Whatever the other page was sent meanwhile, no advice was among it.
        other.say("ping")
        while (message := other.hear())["type"] != "pong":
            assert message["type"] == "here" and found["why"] not in json.dumps(message)


def test_advice_is_for_who_is_asked_at_tables_that_allow_it(ada: Browser, ben: Browser) -> None:
    without = ada.page(ada.make("here", "here", "here")["id"])
    assert without.table["advice"] is False
    assert without.refused("suggest", at=without.table["at"]) == "This table was made without advice."
    card = ada.make("here=Ada", "link", "here=Cy", advice=True)
    join(ben, card, "Ben")
    pages, watcher = [ada.page(card["id"]), ben.page(card["id"])], ada.another().page(card["id"])
    page = next(page for page in pages if page.table["question"] is None)
    assert page.refused("suggest", at=page.table["at"]).endswith("’s turn.")
    assert watcher.refused("suggest", at=watcher.table["at"]) == "You only watch this table."
    assert "moved on" in page.refused("suggest", at=0)


def test_a_copy_of_a_game_in_play_is_no_way_round_to_advice(ada: Browser) -> None:
    for advice in (False, True):
        id = ada.make("here", "here", "here", advice=advice)["id"]
        copy = ada.post(f"/api/tables/{id}/clone")
        assert ada.get(f"/api/tables/{copy['id']}")["advice"] is advice


def test_who_asks_very_often_waits_and_the_table_answers_meanwhile(ada: Browser) -> None:
    page = ada.page(ada.make("here", "here", "here", advice=True)["id"])
    for _ in range(31):
        page.say("suggest", at=page.table["at"])
    page.say("ping")
    kinds = []
    while len(kinds) < 32:
        message = page.hear()
        kinds.append(message["type"])
        if message["type"] == "refused":
            assert "wait a minute" in message["text"]
    # One thought answers all who ask about the same position, and nobody waits for it but them.
    assert kinds.count("suggested") == 30 and kinds.count("refused") == 1
    assert kinds.index("pong") < kinds.index("suggested")


def test_every_game_has_an_adviser_among_its_bots() -> None:
    for game in games.ids():
        host = games.host_type(game)
        assert host.adviser() in host.bots()


def test_a_reason_names_the_people_at_the_table() -> None:
    assert named("seat 2 would move this cube; a seat is free", ["Ada", "Ben"]) == (
        "Ben would move this cube; a seat is free"
    )
