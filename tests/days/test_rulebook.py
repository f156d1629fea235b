"""The rulebook of Days of Steam tells every rule, and damaged text says where it is damaged."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from footplate.core.chapters import read_rulebook
from footplate.core.game import Refusal
from footplate.days_of_steam import refusals
from footplate.days_of_steam.rule_page import rule_page
from footplate.days_of_steam.rulebook import CHAPTERS, picture, rulebook
from tests.days.desk import the_game

LEDGER = Path(__file__).parents[2] / "docs" / "rules" / "days-of-steam.md"
IDS = set(re.findall(r"^- \[(days\.[a-z0-9.-]+)\]", LEDGER.read_text("utf-8"), re.MULTILINE))


def test_every_rule_of_the_ledger_is_told_once_and_no_other() -> None:
    assert not rulebook().problems
    told = [id for chapter in rulebook().chapters for block in chapter.blocks for id in block.rules]
    assert set(told) == IDS and len(told) == len(IDS)


def test_every_refusal_leads_to_its_paragraph() -> None:
    for name, refusal in vars(refusals).items():
        if isinstance(refusal, Refusal):
            assert rulebook().where(refusal.rule), name


def test_every_term_is_used_and_explained_in_a_sentence() -> None:
    book = rulebook()
    used = {span.term for chapter in book.chapters for block in chapter.blocks for span in block.spans}
    assert used - {None} == set(book.terms)
    assert all(says.count(". ") == 0 and len(says.split()) <= 25 for says in book.terms.values())


def test_pictures_are_drawn_from_the_tiles() -> None:
    pictures = [
        block for chapter in rulebook().chapters for block in chapter.blocks if block.kind == "picture"
    ]
    assert len(pictures) >= 5
    for block in pictures:
        assert block.svg.startswith("<svg") and block.text in block.svg
        assert block.svg.count("<use") >= 3 and "var(--" in block.svg


def test_the_rule_page_tells_the_same_without_ids() -> None:
    changes = rule_page(the_game()).changes
    assert [change.about for change in changes] == [chapter.title for chapter in rulebook().chapters]
    assert not any("[" in change.here for change in changes)


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "says"),
    [
        ("06-circuits.md", "[circuit]", "[ring]", 3, "“ring” is no term"),
        ("03-track.md", "> O13 wye N", "> O13 why N", 10, "says what lies where"),
        ("03-track.md", "> O13 wye N", "> O99999 wye N", 10, "O99999"),
        ("03-track.md", "> O13 wye N", "> O13 wye up", 10, "says what lies where"),
        ("03-track.md", "> picture", "> drawing", 7, "begins with: > picture"),
        ("10-end.md", "| 3 | 3 |", "| 3 |", 11, "equally many cells"),
    ],
)
def test_damaged_text_names_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, line: int, says: str
) -> None:
    shutil.copytree(CHAPTERS, tmp_path / "chapters")
    path = tmp_path / "chapters" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    book = read_rulebook(tmp_path / "chapters", picture)
    assert len(book.chapters) == len(rulebook().chapters) - 1, "the others are there all the same"
    assert book.problems[0].startswith(f"{file}, line {line}: ") and says in book.problems[0]
