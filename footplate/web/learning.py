"""Lessons and rules for the page: what is told of them follows from the answers alone, so nothing is kept."""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from typing import Any

import msgspec

from footplate import games
from footplate.core.host import Host, Theme
from footplate.core.table import Refused
from footplate.web.declined import Declined
from footplate.web.page import PageFile, as_json, drawing
from footplate.web.protocol import LessonReply, LessonState

MOST_ANSWERS, LONGEST_ANSWER = 150, 200
REMEMBERED = 256
"""Answers that are remembered: whoever follows a lesson says what others have said."""
log = logging.getLogger("footplate")


def host_type(game: str) -> type[Host]:
    """The game of an address."""
    if game not in games.ids():
        raise Declined(404, f"There is no game “{game[:40]}”.")
    return games.host_type(game)


@cache
def lesson_list() -> PageFile:
    """The lessons of all games; of those that are damaged the operator learns why they are missing."""
    kinds = {game: games.host_type(game) for game in games.ids()}
    for kind in kinds.values():
        for problem in kind.lesson_problems():
            log.error("a lesson of %s cannot be read: %s", kind.name, problem)
    found = {game: kind.lessons() for game, kind in kinds.items()}
    return as_json({game: lessons for game, lessons in found.items() if lessons})


@cache
def lesson_board(game: str, id: str) -> PageFile:
    """What never changes on the board of a lesson."""
    return as_json(_host(game, id).board())


@cache
def lesson_rules(game: str, id: str) -> PageFile:
    """The rulebook with the chapter of a lesson's board."""
    return as_json(_host(game, id).rulebook())


@cache
def lesson_preview(game: str, id: str, theme: Theme) -> PageFile:
    """The board of a lesson small, for its card."""
    return drawing(_host(game, id).preview(theme))


def first_preview(theme: Theme) -> None:
    """Draw the board of the lesson to begin with, before somebody waits for it."""
    for game in games.ids():
        for lesson in games.host_type(game).lessons()[:1]:
            lesson_preview(game, lesson.id, theme)


def _host(game: str, id: str) -> Host:
    try:
        return host_type(game).lesson(id, ())[0]
    except Refused as refused:
        raise Declined(404, str(refused)) from None


def lesson_after(game: str, id: str, answers: list[str]) -> bytes:
    """A lesson after some answers."""
    _check(answers)
    return _after(game, id, tuple(answers))


@lru_cache(maxsize=REMEMBERED)
def _after(game: str, id: str, answers: tuple[str, ...]) -> bytes:
    try:
        now = host_type(game).lesson(id, answers)[1]
    except Refused as refused:
        raise Declined(409, str(refused)) from None
    return msgspec.json.encode(
        LessonState(
            now.title,
            now.board,
            now.view,
            now.question,
            now.card,
            now.reply and LessonReply(*now.reply[:3], list(now.reply.told), now.reply.gain),
            now.end,
            now.terms,
            list(now.accepted),
        )
    )


def lesson_look(game: str, id: str, answers: list[str], about: Any) -> bytes:
    """A closer look at the position of a lesson."""
    _check(answers)
    host = host_type(game)
    try:
        return msgspec.json.encode(host.lesson_look(id, answers, msgspec.convert(about, host.look_type)))
    except msgspec.ValidationError as problem:
        raise Declined(400, f"The server does not understand this message: {problem}.") from None
    except Refused as refused:
        raise Declined(409, str(refused)) from None


def _check(answers: list[str]) -> None:
    if len(answers) > MOST_ANSWERS or any(len(answer) > LONGEST_ANSWER for answer in answers):
        raise Declined(413, "No lesson has so many answers. Begin it anew.")
