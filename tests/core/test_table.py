"""A game being played: the log, refusals, undo, copies, resuming, nature, and replay."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from footplate.core.game import NATURE, NOBODY, Fact
from footplate.core.table import Chance, Entry, Refused, Script, Table, Unlawful, Unsure, replay
from tests.core.toy import Heap, HeapGame

NAMES = ("Ada", "Ben")


def table(*nature: str, waits: bool = False) -> Table[int, Heap]:
    """A table for two whose nature answers with these outcomes; `waits` for one without nature."""
    return Table(HeapGame(), NAMES, None if waits else Script(nature))


def say(t: Table[int, Heap], *sentences: str) -> None:
    for sentence in sentences:
        t.act(sentence)


def refused(t: Table[int, Heap], text: str, seat: int | None = None, at: int | None = None) -> str:
    """What the table says when it refuses; nothing may have changed."""
    before, log = t.state.copy(), t.log[:]
    with pytest.raises(Refused) as problem:
        t.act(text, seat, at=at)
    assert t.state == before and t.log == log
    return str(problem.value)


# Acting -------------------------------------------------------------------------------------------------


def test_an_act_changes_the_state_is_logged_and_tells_the_news() -> None:
    t = table()
    assert t.act("take 3") == [Fact("took", 0, (3,))] == t.news
    assert t.state.taken == [3, 0]
    assert t.log == [Entry(0, "take 3")]


def test_the_log_holds_the_whole_sentence_however_it_was_typed() -> None:
    t = table()
    t.act("  TAKE   3 ")
    assert t.log == [Entry(0, "take 3")]


def test_an_act_leaves_the_position_before_it_as_it_was() -> None:
    t = table()
    before = t.state
    saved = before.copy()
    t.act("take 3")
    assert t.state is not before and before == saved


def test_options_are_sentences_and_each_can_be_said() -> None:
    t = table("refill 1")
    assert t.options()[:3] == ["stop", "take 1", "take 2"]
    for sentence in t.options():
        t.copy().act(sentence)


def test_a_refused_act_tells_the_reason_and_its_rule_and_changes_nothing() -> None:
    t = table()
    assert refused(t, "take 21") == "The heap holds 20 stones; you asked for 21."
    with pytest.raises(Refused) as problem:
        t.act("take 21")
    assert problem.value.rule == "toy.take"


def test_what_cannot_be_read_is_refused_without_a_rule() -> None:
    t = table()
    assert refused(t, "jump") == "“jump” is not among what can be said now: take, stop."
    with pytest.raises(Refused) as problem:
        t.act("jump")
    assert problem.value.rule == ""


def test_another_seat_than_the_one_asked_is_refused() -> None:
    t = table()
    assert refused(t, "take 1", seat=1) == "It is Ada’s turn."
    t.act("take 1", seat=0)
    assert t.state.taken == [1, 0]


def test_nobody_speaks_for_nature_by_a_seat() -> None:
    t = table(waits=True)
    say(t, "stop", "stop")
    assert refused(t, "refill 1", seat=0) == "It is nature’s turn."
    t.act("refill 1", seat=NATURE)
    assert t.log[-1] == Entry(NATURE, "refill 1")


def test_a_speaker_who_knows_an_older_log_is_refused() -> None:
    t = table()
    t.act("take 1", at=0)
    said = "The table moved on while you chose. Nothing was changed."
    assert refused(t, "take 1", at=0) == said
    assert refused(t, "take 1", at=2) == said
    t.act("take 1", at=1)
    assert len(t.log) == 2


def test_nothing_can_be_said_after_the_game() -> None:
    t = table()
    say(t, "take 20", "stop", "stop")
    assert t.actor == NOBODY and t.options() == []
    assert refused(t, "take 1") == "The game is over."
    assert t.why_not("take 1") == "The game is over."


def test_why_not_explains_with_the_rule_and_is_silent_about_what_may_be_said() -> None:
    t = table()
    assert t.why_not("take 3") is None
    assert t.why_not("take 21") == "The heap holds 20 stones; you asked for 21. [toy.take]"
    assert t.why_not("jump") == "“jump” is not among what can be said now: take, stop."
    assert t.log == []


def test_the_prompt_tells_who_is_asked_what() -> None:
    t = table(waits=True)
    assert t.prompt == "Ada: Take stones"
    say(t, "stop")
    assert t.prompt == "Ben: Take stones"
    say(t, "stop")
    assert t.prompt == "nature: Stones come back"
    say(t, "refill 1", "take 21", "stop", "stop")
    assert t.prompt == "The game is over."


def test_scores_are_told_by_name() -> None:
    t = table()
    say(t, "take 3", "stop", "take 5")
    assert t.scores() == {"Ada": 3, "Ben": 5}


def test_seats_have_names_and_so_have_nature_and_nobody() -> None:
    t = table()
    assert [t.name(seat) for seat in (0, 1, NATURE, NOBODY)] == ["Ada", "Ben", "nature", "nobody"]


# Nature -------------------------------------------------------------------------------------------------


def test_a_script_answers_for_nature_and_its_news_follow_those_of_the_act() -> None:
    t = table("refill 2")
    t.act("stop")
    news = t.act("stop")
    assert news == [Fact("stopped", 1), Fact("refilled", NATURE, (2,))] == t.news
    assert t.log[-1] == Entry(NATURE, "refill 2") and t.actor == 0


def test_a_script_that_has_ended_waits_for_outcomes_from_outside() -> None:
    t = table("refill 2")
    say(t, "stop", "stop", "stop", "stop")
    assert t.actor == NATURE
    assert t.options() == ["refill 1", "refill 2", "refill 3"]
    t.act("refill 3")
    assert t.state.rounds == (2, 3) and t.actor == 0


def test_without_nature_the_table_waits_and_refuses_impossible_outcomes() -> None:
    t = table(waits=True)
    say(t, "stop", "stop")
    assert t.actor == NATURE
    assert refused(t, "refill 4") == "Between 1 and 3 stones come back."
    t.act("refill 1")
    assert t.state.stones == 21


def test_an_impossible_outcome_of_a_script_is_refused_and_nature_stays() -> None:
    t = table("refill 4")
    t.act("stop")
    with pytest.raises(Refused, match="Between 1 and 3"):
        t.act("stop")
    assert t.nature is not None and t.actor == NATURE


def test_chance_draws_the_same_outcomes_from_the_same_seed() -> None:
    def outcomes(seed: int) -> tuple[int, ...]:
        t = Table(HeapGame(), NAMES, Chance(random.Random(seed)))
        say(t, *["stop"] * 40)
        assert t.actor == 0
        return t.state.rounds

    assert outcomes(1) == outcomes(1) and len(outcomes(1)) == 20
    assert outcomes(1) != outcomes(2)


def test_without_being_sure_nothing_is_done_where_nature_answers_next() -> None:
    t = table("refill 2")
    t.act("stop", sure=False)
    before, log = t.state.copy(), t.log[:]
    with pytest.raises(Unsure) as problem:
        t.act("stop", sure=False)
    assert "cannot be taken back" in str(problem.value)
    assert t.state == before and t.log == log
    t.act("stop", sure=True)
    assert t.state.rounds == (2,)


def test_nature_itself_need_not_be_sure() -> None:
    t = table(waits=True)
    say(t, "stop", "stop")
    t.act("refill 1", sure=False)
    assert t.actor == 0


# Undo ---------------------------------------------------------------------------------------------------


def test_undo_takes_back_ones_own_entries_one_by_one() -> None:
    t = table()
    start = t.state.copy()
    t.act("take 2")
    middle = t.state.copy()
    t.act("take 3")
    assert t.can_undo() and t.can_undo(0)
    t.undo(0)
    assert t.state == middle and t.log == [Entry(0, "take 2")] and t.news == []
    t.undo(0)
    assert t.state == start and t.log == []


def test_after_undo_the_game_goes_on_from_there() -> None:
    t = table()
    t.act("take 2")
    t.undo()
    t.act("take 5")
    assert t.state.taken == [5, 0] and t.log == [Entry(0, "take 5")]
    assert replay(t.game, 2, t.log) == t.state


def test_nothing_is_undone_before_anything_was_done() -> None:
    t = table()
    assert not t.can_undo()
    with pytest.raises(Refused, match="Nothing has been done yet"):
        t.undo()


def test_undo_does_not_reach_behind_chance() -> None:
    t = table("refill 2")
    say(t, "stop", "stop")
    assert not t.can_undo() and not t.can_undo(1)
    with pytest.raises(Refused, match="Chance has answered; nothing before that can be taken back"):
        t.undo(1)
    t.act("take 1")
    t.undo(0)
    assert t.log[-1] == Entry(NATURE, "refill 2") and not t.can_undo()


def test_nobody_undoes_the_entry_of_another() -> None:
    t = table()
    say(t, "take 1", "stop", "take 2")
    assert t.can_undo(1) and not t.can_undo(0)
    with pytest.raises(Refused, match="The last move is Ben’s"):
        t.undo(0)


def test_undo_goes_back_as_far_as_the_move_of_another_player() -> None:
    t = table()
    say(t, "take 1", "stop", "take 2", "take 3")
    t.undo(1)
    t.undo(1)
    assert t.log == [Entry(0, "take 1"), Entry(0, "stop")]
    assert not t.can_undo(1)
    with pytest.raises(Refused, match="The last move is Ada’s"):
        t.undo(1)


def test_what_another_has_answered_stays_even_when_the_answer_is_taken_back() -> None:
    t = table()
    say(t, "stop", "take 2")
    t.undo(1)
    assert t.log == [Entry(0, "stop")] and not t.can_undo(0)
    with pytest.raises(Refused) as problem:
        t.undo(0)
    assert str(problem.value) == "Nothing before another player’s move can be taken back."


# Copies and resuming ------------------------------------------------------------------------------------


def test_a_copy_goes_its_own_way() -> None:
    t = table(waits=True)
    t.act("take 2")
    before, log = t.state.copy(), t.log[:]
    other = t.copy()
    assert other.state == t.state and other.log == t.log and other.seats == t.seats
    say(other, "take 3")
    other.undo(0)
    other.undo(0)
    assert other.log == []
    say(other, "take 7", "stop", "take 4")
    assert t.state == before and t.log == log and t.can_undo(0)
    t.undo(0)
    assert t.log == []


def test_what_is_played_in_a_copy_does_not_change_what_chance_answers_at_the_table() -> None:
    alone = Table(HeapGame(), NAMES, Chance(random.Random(1)))
    copied = Table(HeapGame(), NAMES, Chance(random.Random(1)))
    say(copied.copy(), *["stop"] * 7)
    say(alone, *["stop"] * 12)
    say(copied, *["stop"] * 12)
    assert copied.log == alone.log


def test_what_is_played_in_a_copy_does_not_use_up_the_script_of_the_table() -> None:
    t = table("refill 1", "refill 2")
    say(t.copy(), "stop", "stop", "stop", "stop")
    say(t, "stop", "stop", "stop", "stop")
    assert t.state.rounds == (1, 2)


def test_a_resumed_table_continues_and_cannot_undo_behind_its_position() -> None:
    t = table()
    say(t, "take 2")
    saved = t.state.to_json()
    again = Table.resume(HeapGame(), NAMES, t.log, Heap.from_json(saved), Script(["refill 1"]))
    assert again.state == t.state and again.log == t.log and again.log is not t.log
    assert not again.can_undo(0)
    with pytest.raises(Refused, match="continues from a saved position; nothing before it can be taken back"):
        again.undo(0)
    say(again, "take 3")
    again.undo(0)
    assert again.state == t.state
    say(again, "stop", "stop")
    assert again.state.rounds == (1,)


def test_a_table_resumed_with_the_positions_before_it_can_undo_as_far_as_they_go() -> None:
    t = table()
    say(t, "take 2", "take 3")
    assert len(t.undoable) == 2
    again = Table.resume(HeapGame(), NAMES, t.log, t.state.copy(), None, t.undoable)
    again.undo(0)
    again.undo(0)
    assert again.log == [] and again.state == HeapGame().start(2)
    assert len(t.log) == 2 and len(t.undoable) == 2


def test_a_table_resumed_where_nature_is_asked_lets_it_answer() -> None:
    t = table(waits=True)
    say(t, "stop", "stop")
    again = Table.resume(HeapGame(), NAMES, t.log, t.state, Script(["refill 3"]))
    assert again.actor == 0 and again.log[-1] == Entry(NATURE, "refill 3")


# Replay -------------------------------------------------------------------------------------------------


def test_replaying_the_log_gives_the_state_of_the_table_without_any_dice() -> None:
    t = Table(HeapGame(), NAMES, Chance(random.Random(9)))
    say(t, "take 2", "stop", "take 1", "take 1", "take 3", "take 1", "stop")
    assert len([entry for entry in t.log if entry.seat == NATURE]) == 2
    assert replay(HeapGame(), 2, t.log) == t.state


@pytest.mark.parametrize(
    ("log", "number", "says"),
    [
        (["0 take 2", "1 take 2"], 1, "“take 2” is said by seat 2, but seat 1 is asked"),
        (["0 stop", "1 stop", "0 stop"], 2, "“stop” is said by seat 1, but nature is asked"),
        (["-1 refill 1"], 0, "“refill 1” is said by nature, but seat 1 is asked"),
        (["0 stop", "1 take 99"], 1, "“take 99”: The heap holds 20 stones; you asked for 99. [toy.take]"),
        (
            ["0 stop", "1 stop", "-1 refill 9"],
            2,
            "“refill 9”: Between 1 and 3 stones come back. [toy.refill]",
        ),
        (["0 take two"], 0, "“take two”: Say a number."),
        (["0 take 20", "0 stop", "1 stop", "0 stop"], 3, "the game is over, but “stop” follows"),
    ],
)
def test_an_unlawful_log_is_refused_with_the_number_of_the_entry(
    log: Sequence[str], number: int, says: str
) -> None:
    entries = [Entry(int(line.split()[0]), line.split(maxsplit=1)[1]) for line in log]
    with pytest.raises(Unlawful) as problem:
        replay(HeapGame(), 2, entries)
    assert problem.value.n == number
    assert str(problem.value) == says
