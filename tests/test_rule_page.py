"""The rule page of every map: each change in its chapter, in words for players."""

from __future__ import annotations

import re
from typing import Any

import pytest

from footplate.age_of_steam import phases
from footplate.age_of_steam.board import map_ids, read_board
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.phases.goods_growth import AdvanceTurn
from footplate.age_of_steam.phases.select_actions import TakeDecision
from footplate.age_of_steam.rule_page import CHAPTERS, chapter_of, docstring, questions, rule_page
from footplate.age_of_steam.rules import NUMBERS, Rules
from footplate.core.game import Decision, Phase
from footplate.core.rule_page import RulePage


def page(map: str) -> RulePage:
    return rule_page(load(map))


def said(map: str, chapter: str) -> str:
    return " ".join(change.here for change in page(map).changes if change.about == chapter)


@pytest.mark.parametrize("name", [*NUMBERS, *questions(), *phases.DECISIONS])
def test_every_number_question_and_decision_has_its_chapter(name: str) -> None:
    assert [chapter for chapter, names in CHAPTERS.items() if name in names] == [chapter_of(name)]


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


# What a map brings along -----------------------------------------------------------------------------


def first_sentence(thing: Any) -> str:
    """What a docstring states, without the ids of its rules and whatever else it says."""
    return docstring(thing).split("[")[0].split("\n\n")[0].strip()


@pytest.mark.parametrize("map", map_ids())
def test_every_phase_and_decision_that_a_map_brings_along_is_on_its_page_once(map: str) -> None:
    game, told = load(map), [change.here for change in page(map).changes]
    base = [type(phase) for phase in phases.SEQUENCE]
    added: list[Any] = [decision for kind, decision in game.decisions.items() if kind not in phases.DECISIONS]
    added += [phase for phase in game.phases if type(phase) not in base]
    for thing in added:
        sentence = first_sentence(thing)
        if "`" not in sentence:
            assert len([here for here in told if sentence in " ".join(here.split())]) == 1, sentence


@pytest.mark.parametrize(
    ("map", "chapter", "words"),
    [
        ("western-us", "Build track", "Whoever closed the transcontinental link chooses"),
        ("western-us", "Move goods", "the mover chooses the one that gets the income"),
        ("western-us", "End of the game", "Dice decide between players who are still level"),
        ("germany", "Set-up", "one random cube, which shows the colour it takes"),
        ("st-lucia", "Determine player order", "Whoever is asked pays $5 and goes first"),
        ("portugal", "Build track", "The free tile goes on any terrain outside towns"),
        ("great-britain", "Move goods", "the mover chooses the one that gets the income"),
        ("osaka", "Move goods", "A promoter is a black cube from the bag"),
        ("southern-china", "Build track", "the builder says which keeps the disk"),
        ("southern-china", "Build track", "The builder chooses the older links that become national"),
    ],
)
def test_what_only_a_map_asks_stands_in_its_chapter(map: str, chapter: str, words: str) -> None:
    assert words in said(map, chapter)


class WindDecision(TakeDecision):
    """The wind is asked where it comes from. [wind.asked]"""


class AskTwice(TakeDecision):
    """The wind is asked where it comes from. [wind.asked wind.again]"""


class Wind(AdvanceTurn):
    """The wind turns at the end of every turn.

    [wind.turns]
    """


class Windy(Rules[Any]):
    """A board with a wind. [wind.board]"""

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"wind": WindDecision(), "wind-again": AskTwice()}

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return (*super().phases(), Wind())


def test_what_has_no_chapter_goes_to_the_course_of_a_turn_without_ids_and_once() -> None:
    whole = rule_page(AgeOfSteam(Windy(read_board("rust-belt"))))
    told = whole.changes
    assert whole.summary.endswith("A board with a wind.")
    assert {change.about for change in told} == {"Course of a turn"}
    assert [change.here for change in told] == [
        "The wind turns at the end of every turn.",
        "The wind is asked where it comes from.",
    ]
    assert chapter_of("a question of tomorrow") == "Course of a turn"
