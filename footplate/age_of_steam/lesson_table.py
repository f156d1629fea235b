"""A lesson as a page shows it: the position, what may be answered, and the open card."""

from __future__ import annotations

from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.choices import AnswerChoice, Question
from footplate.age_of_steam.lesson_play import LessonPlay
from footplate.age_of_steam.question import question
from footplate.age_of_steam.rulebook import rulebook
from footplate.age_of_steam.view import View, view
from footplate.core.lesson import Lesson


def shown(play: LessonPlay) -> Lesson:
    """The lesson as it stands."""
    position = view(play.game, play.state, play.names)
    over = play.is_over
    return Lesson(
        play.lesson.title,
        play.game.board.name,
        position,
        None if over or play.is_done else _question(play, position),
        None if over else play.card(),
        play.reply,
        play.lesson.end,
        rulebook().terms,
        tuple(play.heard),
    )


def _question(play: LessonPlay, position: View) -> Question | None:
    """What the table asks, or what only the lesson does: an answer or a place."""
    step, s, board = play.step, play.state, play.game.board
    if step.choices:
        told = [
            AnswerChoice(f"choose {number}", label, "", [], [])
            for number, label in enumerate(play.choices(), 1)
        ]
    elif step.do[play.done].point:
        cities = [hex for hex, kind in enumerate(s.kind) if kind == IN_CITY]
        told = [AnswerChoice(f"point {board.words[hex]}", board.place(hex), "", [], [hex]) for hex in cities]
    else:
        return question(play.game, s, position)
    position.asked, position.control = play.you, "answers"
    return Question(play.you, "answers", answers=told)
