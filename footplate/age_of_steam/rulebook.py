"""The rulebook: chapters in our own words, the terms they use, and the page of a board, as plain blocks.

How a chapter is written is told in `core/chapters.py`; a picture is a board and hexes, sentences of the game
with their seat, and what the picture shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from footplate.age_of_steam.board import MapFileError
from footplate.age_of_steam.drawing.canvas import Canvas
from footplate.age_of_steam.drawing.ground import ground
from footplate.age_of_steam.drawing.pieces import pieces
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.rule_page import differing
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.svg import document
from footplate.core import chapters
from footplate.core.chapters import TextError, terms_in
from footplate.core.game import NATURE, NOBODY, Unreadable
from footplate.core.rule_page import RulePage
from footplate.core.rulebook import Block, Chapter, Rulebook, Span
from footplate.drawing.palette import VARIABLES, Palette

CHAPTERS = Path(__file__).parent / "chapters"
LESSON_BOARDS = Path(__file__).parent / "lessons" / "boards"
"""Boards that are only for lessons and pictures lie beside the lessons."""
RESTS_ON = {
    "share": ("share_price", "shares_max", "issue_problem"),
    "engine": ("engine_track", "reach", "expenses"),
    "link": ("outcome",),
    "expenses": ("expenses",),
    "reduction": ("reduction",),
    "light dice": ("dice",),
    "dark dice": ("dice",),
    "section": ("sections",),
    "drop out": ("order_payment",),
    "score": ("score_parts",),
}
"""The numbers and questions of the rules that a term rests on: where a board has others, the term says so."""
SCORED = {"share": "shares", "income": "income", "cash": "cash", "section": "track"}
"""The part of the score that a term speaks of."""
STEPS = 400
"""Answers after which a picture's sentence counts as never asked for."""


@cache
def rulebook() -> Rulebook:
    """The rulebook of the base game."""
    return read_rulebook(CHAPTERS)


def terms() -> dict[str, str]:
    """Every term in a sentence; none where their file is damaged."""
    return terms_in(CHAPTERS)


def terms_of(game: AgeOfSteam) -> dict[str, str]:
    """Every term in a sentence, and what differs on this board."""
    out = dict(terms())
    s = game.start(game.board.players[1])
    s.income[0] = s.shares[0] = s.cash[0] = 1
    here, base = game.rules.score_parts(s, 0), Rules.score_parts(game.rules, s, 0)
    for term in out:
        names = RESTS_ON.get(term, ())
        if term in SCORED and here.get(SCORED[term]) != base.get(SCORED[term]):
            names = (*names, "score_parts")
        if other := differing(game, names):
            out[term] = f"{out[term]} On this board: {other}"
    return out


def read_rulebook(folder: Path) -> Rulebook:
    """The rulebook in a folder; a damaged file is left out and named."""
    return chapters.read_rulebook(folder, _picture)


# Pictures --------------------------------------------------------------------------------------------


def _picture(path: Path, line: int, lines: list[str]) -> Block:
    """A position that sentences lead to, as much of it as is wanted."""
    head = lines[0].split()
    if len(head) < 3 or head[0] != "picture":
        raise TextError(path, line, "a picture begins with: > picture BOARD HEX HEX …")
    said, caption = lines[1:-1], lines[-1]
    if re.match(r"\d+:", caption):
        raise TextError(path, line + len(lines) - 1, "the last line says what the picture shows")
    try:
        game = load(board_source(head[1]))
        hexes = [game.board.read_hex(word) for word in head[2:]]
        s = lay_out(game, said)
    except (MapFileError, Unreadable) as problem:
        raise TextError(path, line, str(problem)) from None
    svg = detail(game, s, hexes, caption)
    return Block("picture", (Span(caption),), svg=svg)


def board_source(name: str) -> str | Path:
    """A board of the lessons, or any other."""
    own = LESSON_BOARDS / f"{name.replace('-', '_')}.toml"
    return own if own.is_file() else name


MODEST = {"issue": "issue 0", "bid": "drop", "build": "done", "move": "pass", "produce": "decline"}
"""What is answered on the way to a picture."""


def lay_out(game: AgeOfSteam, said: Sequence[str]) -> SteamState:
    """The position after these sentences, each with its seat from 1; all else is answered modestly.

    `cubes: PLACE COLOUR …` puts cubes there; no others are shown.
    """
    s = game.start(game.board.players[0])
    cubes: list[tuple[int, int]] = []
    for text in said:
        who, _, sentence = text.partition(": ")
        if who == "cubes":
            place, *colours = sentence.split()
            cubes += [(game.board.read_hex(place), COLOURS.index(colour)) for colour in colours]
            continue
        if not who.isdigit():
            raise Unreadable(f"“{text}”: say whose sentence it is: 1: build C4 N-S")
        _say(game, s, int(who) - 1, sentence)
    s.cubes = bytearray(len(s.cubes))
    for hex, colour in cubes:
        s.cubes[STRIDE * hex + colour] += 1
    return s


def _say(game: AgeOfSteam, s: SteamState, seat: int, sentence: str) -> None:
    """Go on modestly until a seat may say a sentence, and say it."""
    reason = "that is never asked"
    for _ in range(STEPS):
        actor = game.actor(s)
        if actor == NOBODY:
            break
        if actor == seat:
            try:
                action = game.read(s, sentence)
            except Unreadable as problem:
                reason = str(problem)
            else:
                refusal = game.why_not(s, action)
                if refusal is None:
                    game.apply(s, action)
                    return
                reason = game.explain(s, action, refusal)
                break
        game.apply(s, _modest(game, s))
    raise Unreadable(f"“{sentence}”: {reason}")


def _modest(game: AgeOfSteam, s: SteamState) -> Any:
    if game.actor(s) == NATURE:
        return next(game.odds(s))[0]
    said = MODEST.get(s.agenda[0].kind)
    if said is not None:
        action = game.read(s, said)
        if game.why_not(s, action) is None:
            return action
    return game.options(s)[0]


def detail(
    game: AgeOfSteam,
    s: SteamState,
    hexes: Sequence[int],
    label: str,
    *,
    palette: Palette = VARIABLES,
    radius: float = 30,
) -> str:
    """Some hexes of a position as a picture, in the page's colours unless others are wanted."""
    canvas = Canvas(game.board, radius, palette, small=False)
    middles = [canvas.centre(game.board.cells[hex]) for hex in hexes]
    reach = 1.15 * radius
    left, top = (min(at[axis] for at in middles) - reach for axis in (0, 1))
    right, bottom = (max(at[axis] for at in middles) + reach for axis in (0, 1))
    body = ground(canvas, coordinates=False) + pieces(canvas, s, ())
    return document((left, top, right - left, bottom - top), body, label)


# The page of a board ---------------------------------------------------------------------------------


def board_chapter(page: RulePage) -> Chapter:
    """What differs on a board, as a chapter that stands behind those of the base game."""
    blocks = [Block("text", (Span(page.summary),))]
    about = ""
    for change in page.changes:
        if change.about != about:
            about = change.about
            blocks.append(Block("heading", (Span(about),)))
        blocks.append(Block("text", (Span(change.here),), change.rules))
        if change.base:
            blocks.append(Block("base", (Span(change.base),)))
    if page.notes:
        blocks.append(Block("heading", (Span("On the board"),)))
        blocks += [Block("text", (Span(note),)) for note in page.notes]
    return Chapter("board", page.name, (), tuple(blocks))
