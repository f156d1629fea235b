"""The rule page of every map: each change in its chapter, in words for players."""

from __future__ import annotations

import re

import pytest

from footplate.age_of_steam import phases
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.age_of_steam.rule_page import CHAPTERS, RulePage, chapter_of, questions, rule_page
from footplate.age_of_steam.rules import NUMBERS


def page(map: str) -> RulePage:
    return rule_page(load(map))


def said(map: str, chapter: str) -> str:
    return " ".join(change.here for change in page(map).changes if change.about == chapter)


@pytest.mark.parametrize("name", [*NUMBERS, *questions(), *phases.DECISIONS])
def test_every_number_question_and_decision_has_its_chapter(name: str) -> None:
    assert chapter_of(name) in CHAPTERS


@pytest.mark.parametrize("map", map_ids())
def test_pages_are_whole_sentences_for_players_in_the_order_of_play(map: str) -> None:
    whole = page(map)
    sentences = [whole.summary, *whole.notes]
    sentences += [text for change in whole.changes for text in (change.here, change.base) if text]
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z0-9].*\.", sentence), sentence
        assert not re.search(r"[`{}\[\]_]|\bdue\b|Nature", sentence), sentence
    chapters = [list(CHAPTERS).index(change.about) for change in whole.changes]
    assert chapters == sorted(chapters)
    assert len({change.here for change in whole.changes}) == len(whole.changes)


@pytest.mark.parametrize(
    ("map", "chapter", "words"),
    [
        ("western-us", "Build track", "until the continent is crossed their track hangs together"),
        ("western-us", "Build track", "pays its railroad 4 income"),
        ("western-us", "End of the game", "most cash, then most track, then a die roll"),
        ("southern-us", "Move goods", "Delivering cotton gives the mover 1 income more."),
        ("southern-us", "Goods growth", "Atlanta gets one more cube from the bag in turns 1–4"),
        ("germany", "Select actions", "Engineer: Your dearest tile costs half."),
        ("germany", "Build track", "Only complete links may be built"),
        ("germany", "Goods growth", "Berlin gets one more cube from the bag every turn, before Production."),
        ("barbados", "Set-up", "two in the easy variant"),
        ("barbados", "End of the game", "The score is the cash left when all shares are bought back."),
        ("st-lucia", "Determine player order", "asked to pay $5 for going first"),
        ("st-lucia", "Move goods", "the way to the next town or city counts as a link"),
        ("scotland", "Build track", "only when the towns at both its ends have become cities"),
        ("scotland", "Course of a turn", "first from the beginning of the next turn"),
        ("portugal", "Course of a turn", "one simple tile for nothing"),
        ("portugal", "Course of a turn", "Lisboa is refilled to three cubes"),
    ],
)
def test_what_is_special_about_a_board_stands_on_its_page(map: str, chapter: str, words: str) -> None:
    assert words in said(map, chapter)


@pytest.mark.parametrize(
    ("map", "note"),
    [
        ("germany", "Foreign terminals: Copenhagen, Rotterdam, Warsaw, Antwerp, Paris, Lyon."),
        ("germany", "Cubes at the start: Königsberg 3, Wien 4."),
        ("southern-us", "A white cube lies in every town."),
        ("western-us", "Cubes at the start: every town 1."),
    ],
)
def test_what_is_printed_on_a_board_stands_on_its_page(map: str, note: str) -> None:
    assert note in page(map).notes
