"""The board and the players at a terminal: three by three letters a hex, any hex in words, goods."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from footplate.age_of_steam.board import IN_CITY, IN_TOWN, OWNERS, UNBUILDABLE, Board, Column, seat_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, LETTERS, STRIDE, unmask
from footplate.age_of_steam.routes import link_table
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.words import action_name
from footplate.core.host import Grid, Line, line, seat_style

CUBE_STYLES = {
    "red": "bold red",
    "blue": "bold blue",
    "purple": "bold magenta",
    "yellow": "bold yellow",
    "black": "black on white",
    "white": "bold white",
    "cattle": "bold dark_orange3",
}
EXITS = {
    "flat": ((1, 0, "|"), (2, 0, "/"), (2, 2, "\\"), (1, 2, "|"), (0, 2, "/"), (0, 0, "\\")),
    "pointy": ((2, 0, "/"), (2, 1, "-"), (2, 2, "\\"), (0, 2, "/"), (0, 1, "-"), (0, 0, "\\")),
}
"""Where track to each side is drawn in the three by three letters of a hex."""
TERRAIN_MARKS = {"plain": "·", "river": "~", "mountain": "^", "water": "≈"}
HIGH = 4


def cubes_on(game: AgeOfSteam, s: SteamState, hex: int) -> list[str]:
    """The cubes on a hex, by colour, or as they lie in a row."""
    for mark in game.face.marks(s):
        if mark.hex == hex and mark.kind == "row":
            return [COLOURS[colour - 1] for colour in mark.goods if colour]
    return [colour for n, colour in enumerate(COLOURS) for _ in range(s.cubes[STRIDE * hex + n])]


def cube_text(colours: Sequence[str | None], empty: str = "·") -> Line:
    """Cubes as coloured letters."""
    return tuple(
        (empty, "dim") if colour is None else (LETTERS[colour], CUBE_STYLES[colour]) for colour in colours
    )


class Sheet:
    """Letters with styles, put anywhere."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from here to the right."""
        for n, letter in enumerate(text):
            self.marks[x + n, y] = letter, style

    def lines(self) -> list[Line]:
        """All lines from the top."""
        out = []
        for y in range(max(y for _, y in self.marks) + 1):
            row = [x for x, there in self.marks if there == y]
            out.append(tuple(self.marks.get((x, y), (" ", "")) for x in range(max(row, default=-1) + 1)))
        return out


def draw(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> list[Line]:
    """The whole board, and below it what the letters mean."""
    board, sheet = game.board, Sheet()
    wide = max(4, max(map(len, board.hex_names)) + 1)
    labels = short_names(board)
    for hex, cell in enumerate(board.cells):
        flat = board.orientation == "flat"
        x = wide * cell.column + (0 if flat else wide // 2 * (cell.row & 1))
        y = HIGH * cell.row + (HIGH // 2 * (cell.column & 1) if flat else 0)
        if s.kind[hex] == IN_CITY:
            _draw_city(sheet, game, s, hex, x, y, labels[hex])
        else:
            _draw_hex(sheet, board, s, hex, x, y, labels.get(hex, ""))
    return [*sheet.lines(), (), *_legend(names)]


def short_names(board: Board) -> dict[int, str]:
    """Three letters for each place, different for each."""
    out: dict[int, str] = {}
    for hex, name in enumerate(board.place_names):
        if name:
            word = re.sub(r"\W", "", name)
            tries = [word[:3], *(word[:2] + letter for letter in word[3:])]
            out[hex] = next((text for text in tries if text not in out.values()), word[:3])
    return out


def _draw_city(sheet: Sheet, game: AgeOfSteam, s: SteamState, hex: int, x: int, y: int, label: str) -> None:
    sheet.put(x, y, label, "bold reverse")
    takes = unmask(s.demand[hex])
    sheet.put(x, y + 1, "(  " if takes else "( )")
    for n, colour in enumerate(takes[:2]):
        sheet.put(x + 1 + n, y + 1, LETTERS[colour], CUBE_STYLES[colour])
    if takes:
        sheet.put(x + 1 + len(takes[:2]), y + 1, ")" if len(takes) < 3 else "+")
    cubes = cubes_on(game, s, hex)
    for n, colour in enumerate(cubes[:6]):
        letter = "+" if n == 5 and len(cubes) > 6 else LETTERS[colour]
        sheet.put(x + n % 3, y + 2 + n // 3, letter, CUBE_STYLES[colour])


def _draw_hex(sheet: Sheet, board: Board, s: SteamState, hex: int, x: int, y: int, label: str) -> None:
    town = s.kind[hex] == IN_TOWN
    if s.kind[hex] == UNBUILDABLE:
        sheet.put(x + 1, y + 2, "≈", "blue")
        return
    sheet.put(x, y, label or board.hex_names[hex], "bold" if town else "dim")
    layout = board.tiles.layouts[s.layout[hex]]
    centre = "o" if town else TERRAIN_MARKS.get(board.terrain[hex], board.terrain[hex][:1].upper())
    style = "bold" if town else "dim"
    for track in layout.tracks:
        owner = s.rail[6 * hex + track[0]]
        style = "dim" if seat_of(owner) < 0 else seat_style(seat_of(owner))
        for side in track:
            if side != TOWN:
                dx, dy, mark = EXITS[board.orientation][side]
                sheet.put(x + dx, y + 1 + dy, mark, style)
        if not town:
            centre = "·" if seat_of(owner) < 0 else str(seat_of(owner) + 1)
    if not town and len(layout.tracks) > 1:
        centre, style = "+", "bold"
    sheet.put(x + 1, y + 2, centre, style)


def _legend(names: Sequence[str]) -> list[Line]:
    seats = [("Track of ", "")]
    for seat, name in enumerate(names):
        seats.append((f"{', ' if seat else ''}{seat + 1} {name}", seat_style(seat)))
    goods = [("A city shows in brackets what it takes, below its cubes: ", "")]
    for n, (colour, letter) in enumerate(LETTERS.items()):
        goods += [(", " if n else "", ""), (letter, CUBE_STYLES[colour]), (f" {colour}", "")]
    ground = "o town, · plain, ~ river, ^ mountain, ≈ water, + two tracks. board K6 tells about a hex."
    return [tuple(seats), tuple(goods), line(ground)]


def describe(game: AgeOfSteam, s: SteamState, hex: int, names: Sequence[str]) -> list[str]:
    """A hex in words: what it is, its track, its cubes and its links."""
    board = game.board
    place, name = board.place_names[hex], board.hex_names[hex]
    kind = {IN_CITY: "a city", IN_TOWN: "a town"}.get(s.kind[hex], board.terrain[hex])
    out = [f"{place} ({name}) is {kind}." if place else f"{name} is {kind}."]
    if s.kind[hex] not in (IN_CITY, IN_TOWN, UNBUILDABLE):
        out[0] += f" A simple tile costs ${board.prices[hex]}."
    if s.kind[hex] == IN_CITY:
        out[0] += f" It takes {', '.join(unmask(s.demand[hex])) or 'nothing'}."
    tracks = board.tiles.layouts[s.layout[hex]].tracks
    for track in tracks:
        sides = "-".join(board.side_names[side] for side in track if side != TOWN)
        out.append(f"Track {sides}: {_owner(s.rail[6 * hex + track[0]], names)}.")
    if cubes := cubes_on(game, s, hex):
        out.append(f"Cubes: {', '.join(cubes)}.")
    out += [f"{mark.words[:1].upper()}{mark.words[1:]}." for mark in game.face.marks(s) if mark.hex == hex]
    for link in link_table(board, s).get(hex, ()):
        side = f" by {board.side_names[link.side % 6]}" if link.side < board.wall else ""
        out.append(f"Link to {board.place(link.to)}{side}: {_owner(link.owner, names)}.")
    return out


def _owner(owner: int, names: Sequence[str]) -> str:
    seat = seat_of(owner)
    return names[seat] if seat >= 0 else OWNERS.get(owner, "nobody")


# Players and goods -----------------------------------------------------------------------------------


def players(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> list[Line | Grid]:
    """Everybody’s numbers, in player order, and the boxes that only this board has."""
    scores, figures = game.scores(s), game.face.figures(s)
    own = [figure.head for figure in figures]
    numbers = ("Cash", "Income", "Shares", "Engine", *own, "Expenses", "Score")
    rows: list[tuple[Line, ...]] = []
    for seat in (*s.order, *(seat for seat in range(s.seats) if seat not in s.order)):
        name = line(names[seat], seat_style(seat))
        if s.out[seat]:
            none = [line("–", "dim")] * (5 + len(own))
            out = line("out", "dim"), line(f"eliminated in turn {s.out[seat]}", "dim")
            rows.append((line(""), name, *none, *out))
            continue
        cells = (
            f"${s.cash[seat]}",
            str(s.income[seat]),
            str(s.shares[seat]),
            str(s.engine[seat]),
            *(str(figure.values[seat]) for figure in figures),
            f"${game.rules.expenses(s, seat)}",
            str(scores[seat]),
            ", ".join(action_name(game.board.actions[action]) for action in s.held[seat]),
        )
        rows.append((line("▶" if seat == game.actor(s) else ""), name, *map(line, cells)))
    shown: list[Line | Grid] = [Grid(("", "Player", *(f">{word}" for word in numbers), "Action"), rows)]
    for box in game.face.boxes(s):
        cubes = Counter(COLOURS[colour] for colour in box.goods)
        lying = ", ".join(f"{count} {colour}" for colour, count in cubes.items()) or "empty"
        shown.append(line(f"{box.name}: {lying}"))
    return shown


def goods(game: AgeOfSteam, s: SteamState) -> list[Line | Grid]:
    """Cubes on the board, and the columns of the goods display that feed each place."""
    board, rows = game.board, list[tuple[Line, ...]]()
    for hex in range(board.size):
        cubes = cubes_on(game, s, hex)
        if s.kind[hex] != IN_CITY and not (s.kind[hex] == IN_TOWN and cubes):
            continue
        feeds = _together([_column(game, s, n) for n, c in enumerate(board.columns) if _fed(s, c) == hex])
        takes = cube_text(unmask(s.demand[hex]))
        rows.append((line(board.place(hex)), line(board.hex_names[hex]), takes, cube_text(cubes), feeds))
    out: list[Line | Grid] = [Grid(("Place", "Hex", "Takes", "Cubes", "Grows with (top first)"), rows)]
    left = [n for n, column in enumerate(board.columns) if _fed(s, column) < 0]
    if left:
        columns = _together([_column(game, s, n) for n in left])
        out.append((("New Cities off the board: ", ""), *columns))
    bag = ", ".join(f"{s.bag[n]} {colour}" for n, colour in enumerate(COLOURS) if s.bag[n])
    out.append(line(f"Bag: {bag or 'empty'}. R red, B blue, P purple, Y yellow, K black, W white."))
    return out


def _together(columns: Sequence[Line]) -> Line:
    out: list[tuple[str, str]] = []
    for n, column in enumerate(columns):
        out += [("  ", "")] * (n > 0)
        out += column
    return tuple(out)


def _fed(s: SteamState, column: Column) -> int:
    """The hex that a column feeds now, or -1."""
    return column.hex if column.hex >= 0 else s.new_cities[column.city]


def _column(game: AgeOfSteam, s: SteamState, number: int) -> Line:
    """A column of the goods display, from the top."""
    column = game.board.columns[number]
    boxes = s.display[column.first : column.first + column.boxes]
    name = column.name
    if column.city >= 0:
        name += f" {COLOURS[game.board.new_cities[column.city].colour]}"
    return ((f"{name} ", ""), *cube_text([COLOURS[cube - 1] if cube else None for cube in boxes]))
