"""The rulebook of Days of Steam: chapters in our own words, with pictures drawn from the tiles.

How a chapter is written is told in `core/chapters.py`. A picture is a list of what lies where, `N13 hill E`
or `M13 town red`, of trains, `1: M13`, and last what it shows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from footplate.core.chapters import TextError, read_rulebook, terms_in
from footplate.core.game import Unreadable
from footplate.core.rulebook import Block, Rulebook, Span
from footplate.days_of_steam.game import DaysOfSteam, load
from footplate.days_of_steam.goods import COLOURS
from footplate.days_of_steam.places import read_place
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.svg import draw
from footplate.days_of_steam.tiles import FIRST_TOWN
from footplate.drawing.palette import VARIABLES
from footplate.geometry.squares import SIDE_NAMES

CHAPTERS = Path(__file__).parent / "chapters"
SIDE = 60
"""The side of a tile in a picture."""
TILE_LINE = "a line of a picture says what lies where: N13 hill E, M13 town red, or a train: 1: M13"


@cache
def rulebook() -> Rulebook:
    """The rulebook."""
    return read_rulebook(CHAPTERS, picture)


def terms() -> dict[str, str]:
    """Every term in a sentence; none where their file is damaged."""
    return terms_in(CHAPTERS)


def picture(path: Path, line: int, lines: list[str]) -> Block:
    """Tiles, towns and trains as they are listed, in the colours of the page."""
    if lines[0] != "picture":
        raise TextError(path, line, "a picture begins with: > picture")
    game, caption = load(), lines[-1]
    trains = [text for text in lines[1:-1] if text[:1].isdigit()]
    s = DaysState(len(trains))
    for number, text in enumerate(lines[1:-1], line + 1):
        try:
            _lay(game, s, text.split())
        except (LookupError, ValueError, Unreadable) as problem:
            said = str(problem) if isinstance(problem, Unreadable) else TILE_LINE
            raise TextError(path, number, said) from None
    svg = draw(game, s, palette=VARIABLES, side=SIDE, coordinates=False, label=caption)
    return Block("picture", (Span(caption),), svg=svg)


def _lay(game: DaysOfSteam, s: DaysState, words: list[str]) -> None:
    """Put what a line says on the table; ValueError or LookupError where it says nothing that there is."""
    first, second, *rest = words
    if first.endswith(":"):
        s.trains[int(first[:-1]) - 1] = 4 * read_place(second)
        return
    place = read_place(first)
    s.laid.append(place)
    if second == "town":
        s.board[place] = FIRST_TOWN + COLOURS.index(rest[0])
    else:
        s.board[place] = game.tiles.codes[game.tiles.numbers[second]][SIDE_NAMES.index(rest[0])]
