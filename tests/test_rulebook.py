"""The rulebook tells every rule of the base game, and damaged text says where it is damaged."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from footplate import games
from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.phases import SEQUENCE
from footplate.age_of_steam.rule_page import DEFAULTS, questions, rule_page
from footplate.age_of_steam.rulebook import (
    CHAPTERS,
    RESTS_ON,
    SCORED,
    board_chapter,
    read_rulebook,
    rulebook,
    terms_of,
)
from footplate.core.game import Refusal
from footplate.core.rulebook import search

LEDGER = Path(__file__).parents[1] / "docs" / "rules" / "base.md"
IDS = set(re.findall(r"^- \[(base\.[a-z0-9.-]+)\]", LEDGER.read_text("utf-8"), re.MULTILINE))


def test_every_rule_of_the_ledger_is_told_once_and_no_other() -> None:
    told = [id for chapter in rulebook().chapters for block in chapter.blocks for id in block.rules]
    assert set(told) == IDS
    assert len(told) == len(IDS), "each rule has one paragraph"


def test_every_refusal_leads_to_its_paragraph() -> None:
    for name, refusal in vars(refusals).items():
        if isinstance(refusal, Refusal):
            assert rulebook().where(refusal.rule), name


def test_every_phase_has_a_chapter() -> None:
    told = [phase for chapter in rulebook().chapters for phase in chapter.phases]
    assert sorted(told) == sorted(phase.name for phase in SEQUENCE)


def test_every_term_is_used_and_explained_in_a_sentence() -> None:
    book = rulebook()
    assert not book.problems
    for says in book.terms.values():
        assert says.count(". ") == 0 and len(says.split()) <= 25


def test_pictures_are_drawn_from_the_game() -> None:
    pictures = [
        block for chapter in rulebook().chapters for block in chapter.blocks if block.kind == "picture"
    ]
    assert len(pictures) >= 3
    assert all(block.svg.startswith("<svg") and block.text in block.svg for block in pictures)


def test_words_are_found_whatever_their_capitals() -> None:
    book = rulebook()
    hits = book.search("WATER")
    assert [hit.chapter for hit in hits] == ["build"]
    block = next(c for c in book.chapters if c.id == "build").blocks[hits[0].block]
    assert "run into water" in block.text
    assert book.search("") == [] and book.search("submarine") == []


@pytest.mark.parametrize("map", map_ids())
def test_every_board_has_a_chapter_that_can_be_searched(map: str) -> None:
    page = rule_page(load(map))
    chapter = board_chapter(page)
    assert chapter.title == page.name
    for change in page.changes:
        assert search([chapter], change.here)


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "says"),
    [
        ("03-shares.md", "[shares|share]", "[shares|stock]", 4, "“stock” is no term"),
        ("03-shares.md", "# Issue shares", "Issue shares", 1, "begins with its title"),
        ("06-build.md", "1: build C4 SE-NW", "1: build C4 N-S", 10, "extend from a city"),
        (
            "06-build.md",
            "> picture first-valley Ironton",
            "> picture nowhere Ironton",
            10,
            "no map “nowhere”",
        ),
        ("06-build.md", "| River | $3 |", "| River |", 43, "equally many cells"),
        ("08-money.md", "[base.expense.amount]", "[base.expense.amount", 8, "a bracket"),
        ("terms.toml", 'share = "', "share = ", 3, "not TOML"),
        ("08-money.md", "[base.expense.amount]", "\0", 8, "this is no text"),
    ],
)
def test_damaged_text_names_file_and_line_and_the_rest_is_there(
    tmp_path: Path, file: str, old: str, new: str, line: int, says: str
) -> None:
    folder = tmp_path / "chapters"
    shutil.copytree(CHAPTERS, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    book = read_rulebook(folder)
    assert book.problems[0].startswith(f"{file}, line {line}: "), book.problems
    assert says in book.problems[0]
    assert len(book.chapters) == len(rulebook().chapters) - 1 or file == "terms.toml"


@pytest.mark.parametrize("map", map_ids())
def test_every_refusal_of_a_board_leads_into_its_chapter(map: str) -> None:
    host = games.load(map, {})
    book, module = host.rulebook(), sys.modules[type(host.game.rules).__module__]
    own = {refusal.rule for refusal in vars(module).values() if isinstance(refusal, Refusal)}
    # Two are stated by what no player reads; the page opens the board's chapter for them.
    told = {rule for rule in own if book.where(rule)}
    assert own - told <= {"disco-inferno.singing", "seattle-metro.points.top"}
    assert book.chapters[-1].id == "board"


def test_a_term_says_what_a_board_does_otherwise() -> None:
    assert terms_of(load("rust-belt")) == rulebook().terms
    assert terms_of(load("italy"))["reduction"].endswith("On this board: There is no income reduction.")
    assert "An issued share costs 2 points instead of 3." in terms_of(load("italy"))["share"]
    assert terms_of(load("italy"))["cash"] == rulebook().terms["cash"]
    assert "The score is the cash left" in terms_of(load("barbados"))["cash"]
    assert games.load("barbados").rulebook().terms == terms_of(load("barbados"))


def test_terms_rest_on_what_the_rules_have() -> None:
    assert {*RESTS_ON, *SCORED} <= set(rulebook().terms)
    assert {name for names in RESTS_ON.values() for name in names} <= {*DEFAULTS, *questions()}
