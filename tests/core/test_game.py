"""The seven lines that run any game, with the toy."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from footplate.core.game import NATURE, NOBODY, Decision, Due, Game, Phase, Refusal, Roll, Seat, Unreadable
from tests.core.toy import TOO_MANY, Heap, HeapGame, Refill, Stop, TakeDecision, TakeStones


def test_a_new_game_stands_at_its_first_decision() -> None:
    game = HeapGame()
    s = game.start(2)
    assert game.actor(s) == 0 and s.phase == 0
    assert s.agenda == [Due("take", 0, 2), Due("take", 1, 2)]


def test_the_phases_follow_one_another_and_begin_again() -> None:
    game = HeapGame()
    s = game.start(2)
    for _ in range(2):
        game.apply(s, Stop())
    assert (s.phase, game.actor(s)) == (1, NATURE)
    game.apply(s, Refill(2))
    assert (s.phase, game.actor(s), s.stones) == (0, 0, 22)


def test_a_finished_game_asks_nobody_and_lists_nothing() -> None:
    game = HeapGame()
    s = game.start(2)
    game.apply(s, TakeStones(20))
    game.apply(s, Stop())
    game.apply(s, Stop())
    assert s.over and game.actor(s) == NOBODY and game.options(s) == []
    assert game.scores(s) == [20, 0] and game.winners(s) == [0]


def test_applying_in_place_changes_the_very_state() -> None:
    game = HeapGame()
    s = game.start(2)
    game.apply(s, TakeStones(4))
    assert s.taken == [4, 0] and s.agenda[0] == Due("take", 0, 1)


def test_options_are_the_answers_that_are_not_refused() -> None:
    game = HeapGame()
    s = game.start(2)
    listed = game.options(s)
    assert listed[0] == Stop() and len(listed) == 21
    for n in range(1, 30):
        assert (TakeStones(n) in listed) == (game.why_not(s, TakeStones(n)) is None)


def test_a_refusal_is_explained_with_its_figures() -> None:
    game = HeapGame()
    s = game.start(2)
    refusal = game.why_not(s, TakeStones(21))
    assert refusal is TOO_MANY
    assert game.explain(s, TakeStones(21), refusal) == "The heap holds 20 stones; you asked for 21."


def test_seats_in_a_refusal_are_named_where_names_are_known() -> None:
    class Busy(TakeDecision):
        def figures(self, rules: int, s: Heap, due: Due, a: Any) -> Mapping[str, object]:
            return {"who": Seat(1), "stones": 1}

    game = HeapGame()
    game.decisions["take"] = Busy()
    refusal = Refusal("toy.busy", "{who} holds {stones}.")
    s = game.start(2)
    assert game.explain(s, Stop(), refusal, ("Ada", "Ben")) == "Ben holds 1."
    assert game.explain(s, Stop(), refusal) == "seat 2 holds 1."


def test_sentences_are_read_as_they_are_said() -> None:
    game = HeapGame()
    s = game.start(2)
    assert game.say(TakeStones(3)) == "take 3" and game.say(Stop()) == "stop"
    assert game.read(s, "take 3") == TakeStones(3)
    assert game.read(s, "  TAKE   3 ") == TakeStones(3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Say one of: take, stop."),
        ("   ", "Say one of: take, stop."),
        ("refill 2", "“refill” is not among what can be said now: take, stop."),
        ("take", "Say a number."),
        ("take lots", "Say a number."),
    ],
)
def test_what_cannot_be_read_says_what_would_be_right(text: str, says: str) -> None:
    game = HeapGame()
    with pytest.raises(Unreadable) as problem:
        game.read(game.start(2), text)
    assert str(problem.value) == says


def test_nature_has_odds_that_sum_to_one_and_samples_among_them() -> None:
    game = HeapGame()
    s = game.start(1)
    game.apply(s, Stop())
    odds = dict(game.odds(s))
    assert list(odds) == [Refill(1), Refill(2), Refill(3)] == game.options(s)
    assert sum(odds.values()) == pytest.approx(1)
    rng = random.Random(4)
    assert {game.sample(s, rng) for _ in range(50)} == set(odds)


def test_nature_is_sampled_only_when_it_is_asked() -> None:
    game = HeapGame()
    with pytest.raises(AssertionError):
        game.sample(game.start(2), random.Random(0))
    with pytest.raises(AssertionError):
        game.odds(game.start(2))


def test_an_unwritten_part_says_which_one_it_is() -> None:
    class Nothing(Game[int, Heap]):
        pass

    class Blank(Phase[int, Heap]):
        pass

    class Question(Decision[int, Heap]):
        pass

    class Fate(Roll[int, Heap]):
        pass

    s, due, rng = Heap(1), Due("take", 0), random.Random(0)
    for part, missing in [
        (lambda: Nothing().start(1), "Nothing cannot start"),
        (lambda: Nothing().scores(s), "Nothing keeps no score"),
        (lambda: Nothing().winners(s), "Nothing knows no winner"),
        (lambda: Blank().begin(1, s), "Blank does not say how it begins"),
        (lambda: Question().options(1, s, due), "Question lists no options"),
        (lambda: Question().why_not(1, s, due, Stop()), "Question states no rule"),
        (lambda: Question().apply(1, s, due, Stop()), "Question does nothing"),
        (lambda: Fate().odds(1, s, due), "Fate states no odds"),
        (lambda: Fate().sample(1, s, due, rng), "Fate draws nothing"),
    ]:
        with pytest.raises(AssertionError, match=missing):
            part()


def test_a_decision_resolves_to_itself_and_has_no_figures_unless_it_says_so() -> None:
    question: Decision[int, Heap] = Decision()
    s, due = Heap(1), Due("take", 0)
    assert question.resolve(1, s, due, Stop()) == Stop()
    assert dict(question.figures(1, s, due, Stop())) == {}
