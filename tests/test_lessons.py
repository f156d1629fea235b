"""Lessons are played from first to last as they stand in their files; wrong ones say where."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.lesson import LESSONS, Lesson, LessonError, lessons, read_lesson
from footplate.age_of_steam.lesson_play import LessonPlay, prove
from footplate.core.lesson import Gain
from footplate.core.table import Refused

FIRST = LESSONS / "first_turn.toml"


@pytest.fixture
def play() -> LessonPlay:
    return LessonPlay(read_lesson(FIRST))


def upto(play: LessonPlay, number: int) -> None:
    """Do what is wanted until a card of this number is open."""
    while play.number + 1 < number:
        assert play.hear(play.card().wanted).is_good


def test_the_lessons_can_be_read_and_the_first_turn_comes_first() -> None:
    found, problems = lessons()
    assert not problems
    assert found[0].id == "first-turn"
    assert {"barbados", "germany", "st-lucia"} <= {lesson.board for lesson in found}
    assert "first-valley" not in map_ids(), "the board of the lesson is not offered for tables"


@pytest.mark.parametrize("lesson", lessons()[0], ids=lambda lesson: lesson.id)
def test_a_lesson_can_be_played_as_it_stands_and_by_every_other_good_move(lesson: Lesson) -> None:
    prove(lesson)


def test_who_only_follows_the_first_lesson_reaches_its_end(play: LessonPlay) -> None:
    said = []
    while not play.is_over:
        card = play.card()
        assert card.of == 10 and card.title and not any("{" in span.text for span in card.text + card.why)
        reply = play.hear(card.wanted)
        assert reply.is_good
        said.append(reply.says)
    assert "Emil drops out. You go first, $18 left." in said
    assert "$1 + $5 + $3 − $7 = $2. Income stays 3." in said
    assert "$11 + $4 − $6 = $9." in " ".join(said)
    assert play.table.state.cash[0] == 9 and play.table.state.turn == 2
    with pytest.raises(Refused, match="over"):
        play.hear("issue 1")


def test_what_is_refused_says_why_and_which_rule_and_changes_nothing(play: LessonPlay) -> None:
    upto(play, 4)
    before = play.table.state.copy()
    reply = play.hear("build E2 N-S")
    assert reply.kind == "refused" and reply.rule == "base.build.connected"
    assert reply.says == (
        "Not there yet. E2 does not touch your track."
        " New track starts at a city or goes on from your own open end."
    )
    reply = play.hear("build C4 S-NE")
    assert reply.kind == "refused" and reply.says.startswith("Not there yet. ")
    assert play.hear("nonsense").kind == "refused"
    assert play.table.state == before
    assert play.heard == ["issue 2", "next", "bid 2", "next", "take locomotive", "next"]


def test_another_legal_move_is_taken_only_where_the_lesson_knows_it(play: LessonPlay) -> None:
    assert play.hear("issue 5").kind == "other"
    assert play.card().number == 1
    reply = play.hear("issue 1")
    assert reply.kind == "also" and reply.says.startswith("Also good: $15")
    assert play.card().next and play.card().others == (("Issue no shares", "issue 0"),)
    assert reply.gain == Gain("+$5", (("−$1", "every turn"), ("−3 points", "at the end")))
    play.hear("next")
    assert play.card().number == 2


def test_figures_follow_what_was_played(play: LessonPlay) -> None:
    play.hear("issue 1")
    upto(play, 8)
    assert play.choices() == ["$10", "$5", "$1"]
    assert "You have $6, income 4, 3 shares" in play.card().text[0].text
    assert play.hear("choose 1").says == "Not there yet. That forgets the $5 you pay."
    assert play.hear("choose 9").kind == "refused"
    assert play.hear("choose 2").says.startswith("$6 + $4 − $5 = $5. ")


def test_what_is_supposed_asks_as_the_table_does_and_leaves_the_game_alone(play: LessonPlay) -> None:
    upto(play, 9)
    cash = play.table.state.cash[0]
    reply = play.hear("issue 0")
    assert reply.kind == "asked"
    assert reply.says == "This costs you 2 income: you cannot pay $6. Issue 1 share instead?"
    assert play.hear("issue 1").is_good
    assert play.table.state.cash[0] == cash


def test_pointing_at_the_wrong_city_is_refused_gently(play: LessonPlay) -> None:
    upto(play, 10)
    assert play.hear("point Bayview").says == (
        "Not there yet. Look at the small number on the right of each city."
    )
    assert play.hear("point nowhere").kind == "refused"
    assert play.hear("point Cedar-Hill").is_good


def test_one_can_skip_and_go_back(play: LessonPlay) -> None:
    upto(play, 4)
    play.hear("build C4 SE-NW")
    assert [task.state for task in play.card().tasks] == ["done", "now"]
    play.hear("skip")
    assert play.card().number == 5
    play.hear("build E5 SE-NW")
    play.hear("done")
    assert play.reply and play.reply.says.startswith("Two links, $7 spent")
    play.hear("back")
    assert play.card().number == 5 and not play.card().next
    play.hear("back")
    assert play.card().number == 4
    assert [task.state for task in play.card().tasks] == ["now", "then"]
    play.hear("back")
    play.hear("back")
    play.hear("back")
    play.hear("back")
    assert play.card().number == 1
    assert play.heard == []
    while not play.is_over:
        play.hear("skip")
    # What counts leads to the same place again.
    again = LessonPlay(play.lesson)
    for answer in play.heard:
        again.hear(answer)
    assert again.is_over and again.table.state == play.table.state


def test_the_light_falls_on_what_matters(play: LessonPlay) -> None:
    upto(play, 6)
    names = [play.game.board.place(hex) for hex in play.card().light]
    assert names == ["Ironton", "Millbrook", "Cedar Hill"]
    assert play.game.board.place(play.card().target) == "Ironton"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("minutes = 10", "minutes = 10 minutes", "not TOML"),
        ("minutes = 10", "hours = 1", "“hours” is no part of a lesson"),
        ('seats = ["you",', 'seats = ["me",', "one of the seats is “you”"),
        ('want = "issue 2"', 'wish = "issue 2"', "“wish” is no part of do"),
        ('title = "Shares are how', 'title = "Shares are as everybody knows by now just how', "words"),
        ("A [share] brings", "A [bond] brings", "“bond” is no term"),
        ("suppose = { cash = 1,", "suppose = { gold = 1,", "suppose = { cash"),
        ("minutes = 10", "\0", "this is no text"),
    ],
)
def test_a_damaged_lesson_names_file_and_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    path, line = damaged(tmp_path, old, new)
    with pytest.raises(LessonError) as problem:
        read_lesson(path)
    assert str(problem.value).startswith(f"mine.toml, line {line}: ")
    assert says in str(problem.value)
    assert lessons(tmp_path) == ([], [str(problem.value)])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('want = "build C4 SE-NW"', 'want = "build C4 N-S"', "“build C4 N-S”"),
        ('move = "issue 1"', 'move = "issue 20"', "“issue 20”"),
        ('"Emil: bid 1"', '"Emil: bid 99"', "“Emil: bid 99”: You bid $99"),
        ('"Emil: bid 1"', '"Hugo: bid 1"', "say who: nature, you, Emil, Dora"),
        ('"nature: order 2 3 1"', '"nature: order 2 2 1"', "names each of the 3 seats once"),
        ("{shares} shares: ${shares} every", "{bonds} shares: ${shares} every", "no figure"),
    ],
)
def test_a_lesson_that_cannot_be_played_names_the_step(tmp_path: Path, old: str, new: str, says: str) -> None:
    path, line = damaged(tmp_path, old, new)
    with pytest.raises(LessonError) as problem:
        prove(read_lesson(path))
    lines = path.read_text("utf-8").splitlines()
    begins = [n for n, text in enumerate(lines[:line], 1) if text == "[[step]]" or text.startswith("start")]
    assert str(problem.value).startswith(f"mine.toml, line {begins[-1]}: "), str(problem.value)
    assert says in str(problem.value)


def damaged(folder: Path, old: str, new: str) -> tuple[Path, int]:
    """The first lesson with a mistake, and the line of it."""
    text = FIRST.read_text("utf-8")
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path, text[: text.index(old)].count("\n") + 1
