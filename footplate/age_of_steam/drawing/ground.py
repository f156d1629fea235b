"""All that is printed on the board and never changes: shore, land, water, grid, relief."""

from __future__ import annotations

from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Board
from footplate.age_of_steam.drawing.canvas import APOTHEM, Canvas, points
from footplate.age_of_steam.drawing.cubes import cube_shapes
from footplate.age_of_steam.drawing.relief import RELIEF, tint
from footplate.age_of_steam.drawing.rivers import WATER, rivers
from footplate.geometry import hexes
from footplate.geometry.hexes import Cell

SEA_BANDS = ((1.15, "sea-1"), (0.80, "sea-2"), (0.45, "sea-3"))
WATERLINES = ((0.62, 0.35), (0.36, 0.5), (0.14, 0.8))
"""Width and opacity of the lines along a coast."""
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def ground(canvas: Canvas, *, coordinates: bool = True) -> str:
    """Everything below the pieces, bottom to top, and the shapes that pieces are made of."""
    board = canvas.board
    edge = canvas.outline(board.cells, 0.10)
    clip = canvas.id("board")
    inside = (
        canvas.path(edge, fill="land") + _areas(canvas) + _tints(canvas) + _rivers(canvas) + _lakes(canvas)
    )
    inside += _lakes(canvas) + _grid(canvas) + _relief(canvas)
    out = (
        f'<defs><clipPath id="{clip}"><path d="{edge}"/></clipPath></defs>{_surrounding(canvas, edge)}'
        f'<g clip-path="url(#{clip})">{inside}</g>'
        + canvas.path(edge, stroke="edge", width=0.05, more=ROUND)
        + _fences(canvas)
        + _borders(canvas)
        + _walls(canvas)
    )
    if coordinates and not canvas.small:
        out += _coordinates(canvas)
    if not canvas.small:
        out += cube_shapes(canvas)
    return f'<g class="ground">{out}</g>'


def is_water(canvas: Canvas, cell: Cell) -> bool:
    """Whether a hex of the board is drawn as open water."""
    hex = canvas.board.at.get(cell)
    return hex is not None and canvas.board.terrain[hex] in WATER


def _surrounding(canvas: Canvas, edge: str) -> str:
    """A shadow under a board, or the sea around an island that has no water of its own."""
    cells = canvas.board.cells
    columns, rows = max(cell.column for cell in cells) + 1, max(cell.row for cell in cells) + 1
    if len(cells) < 0.8 * columns * rows and not any(is_water(canvas, cell) for cell in cells):
        return "".join(canvas.path(edge, stroke=band, width=wide, more=ROUND) for wide, band in SEA_BANDS)
    lower = f' transform="translate(0 {canvas.r(0.05)})"'
    return canvas.path(edge, stroke="plate-shadow", width=0.14, more=ROUND + lower)


def _tints(canvas: Canvas) -> str:
    by_tint: dict[str, list[Cell]] = {}
    for cell, kind in zip(canvas.board.cells, canvas.board.terrain):
        if kind not in WATER and tint(kind) != "land":
            by_tint.setdefault(tint(kind), []).append(cell)
    return "".join(canvas.path(canvas.outline(cells, 0.30), fill=name) for name, cells in by_tint.items())


def _areas(canvas: Canvas) -> str:
    """The ground of the areas of which a rule speaks, with the places among their hexes."""
    out = ""
    for area in canvas.board.areas.values():
        cells = [canvas.board.cells[hex] for hex in area | _within(canvas.board, area)]
        out += canvas.path(canvas.outline(cells, 0.0), fill="ranch")
    return out


def _within(board: Board, area: frozenset[int]) -> set[int]:
    """The cities that an area has all around them: no fence runs between it and them."""
    cities = [hex for hex in range(board.size) if board.kind[hex] == IN_CITY]
    return {hex for hex in cities if set(board.neighbours(hex)) <= area}


def _rivers(canvas: Canvas) -> str:
    path = rivers(canvas)
    lines = (("river-e", 0.20), ("river", 0.135))
    return (
        "".join(canvas.path(path, stroke=name, width=wide, more=ROUND) for name, wide in lines)
        if path
        else ""
    )


def _lakes(canvas: Canvas) -> str:
    """Open water with its coast; off the board the water goes on, so that no coast runs along the edge."""
    water = {cell for cell in canvas.board.cells if is_water(canvas, cell)}
    if not water:
        return ""
    ring = {canvas.beyond(cell, side) for cell in water for side in range(6)} - set(canvas.board.cells)
    coast = canvas.outline(water | ring, 0.5)
    out = canvas.path(coast, fill="water")
    if not canvas.small:
        clip = canvas.id("water")
        lines = "".join(
            canvas.path(coast, stroke="water-line", width=wide, more=f' opacity="{opacity}"')
            for wide, opacity in WATERLINES
        )
        out += f'<defs><clipPath id="{clip}"><path d="{coast}"/></clipPath></defs>'
        out += f'<g clip-path="url(#{clip})">{lines}</g>'
    return out + canvas.path(coast, stroke="coast", width=0.045)


def _sides(canvas: Canvas) -> list[tuple[int, int, str]]:
    """Every side between two hexes that are not water, once: its hex, its number and its line."""
    out = []
    for hex, cell in enumerate(canvas.board.cells):
        for side in range(3):
            other = canvas.beyond(cell, side)
            if other in canvas.board.at and not is_water(canvas, cell) and not is_water(canvas, other):
                ends = points(canvas.corner(cell, side)), points(canvas.corner(cell, side + 1))
                out.append((hex, side, f"M{ends[0]}L{ends[1]}"))
    return out


def _grid(canvas: Canvas) -> str:
    return canvas.path("".join(line for *_, line in _sides(canvas)), stroke="grid", width=0.026, more=ROUND)


def _walls(canvas: Canvas) -> str:
    """Sides that track cannot cross though land lies on both."""
    barriers = canvas.board.barriers
    lines = "".join(line for hex, side, line in _sides(canvas) if 6 * hex + side in barriers)
    return canvas.path(lines, stroke="wall", width=0.11, more=ROUND) if lines else ""


def _borders(canvas: Canvas) -> str:
    """Borders between nations: dashes and dots, which hinder nothing."""
    board = canvas.board
    lines = "".join(line for hex, side, line in _sides(canvas) if 6 * hex + side in board.borders)
    if not lines:
        return ""
    dashes = " ".join(canvas.r(part) for part in (0.22, 0.14, 0.001, 0.14))
    more = f' stroke-linecap="round" stroke-dasharray="{dashes}"'
    return canvas.path(lines, stroke="land", width=0.20, more=ROUND) + canvas.path(
        lines, stroke="ink", width=0.075, more=more
    )


def _fences(canvas: Canvas) -> str:
    """The fences around areas: a rail with posts."""
    board, out = canvas.board, ""
    for area in board.areas.values():
        inside = area | _within(board, area)
        lines = "".join(
            line
            for hex, side, line in _sides(canvas)
            if (hex in inside) != (board.beyond(6 * hex + side) // 6 in inside)
        )
        posts = f' stroke-dasharray="{canvas.r(0.06)} {canvas.r(0.175)}"'
        out += canvas.path(lines, stroke="land", width=0.20, more=ROUND)
        out += canvas.path(lines, stroke="g-cattle", width=0.055, more=ROUND)
        out += canvas.path(lines, stroke="g-cattle", width=0.20, more=posts)
    return out


def _relief(canvas: Canvas) -> str:
    """From the top down, so that nearer peaks stand before farther ones."""
    board, out = canvas.board, ""
    for hex in sorted(range(board.size), key=lambda hex: canvas.centre(board.cells[hex])[1]):
        draw = RELIEF.get(board.terrain[hex])
        if draw and board.kind[hex] not in (IN_TOWN, IN_CITY):
            out += draw(canvas, board.cells[hex])
    return out


def printed_prices(board: Board) -> dict[int, int]:
    """The hexes that have their price printed in the middle."""
    own = {board.read_hex(name) for name, facts in board.data.get("hexes", {}).items() if "price" in facts}
    return {
        hex: board.prices[hex]
        for hex in range(board.size)
        if (hex in own or board.terrain[hex] == "priced") and board.kind[hex] not in (IN_TOWN, IN_CITY)
    }


def _coordinates(canvas: Canvas) -> str:
    """Column letters above and row numbers to the left.

    They nestle against the hexes on the side where hexes stand in line; on the other they keep the margin.
    """
    cells, radius, out = canvas.board.cells, canvas.radius, ""
    rim = Cell(min(cell.column for cell in cells), min(cell.row for cell in cells))
    left, top = (min(axis) for axis in zip(*map(canvas.centre, cells)))
    for column in sorted({cell.column for cell in cells}):
        if canvas.flat:
            x, y = canvas.centre(min(cell for cell in cells if cell.column == column))
            at = x, y - (APOTHEM + 0.23) * radius
        else:
            at = canvas.centre(Cell(column, rim.row))[0], top - 1.23 * radius
        out += canvas.text(at, hexes.name(Cell(column, 0))[:-1], 0.25 * radius, "ink-3", 500)
    for row in sorted({cell.row for cell in cells}):
        if canvas.flat:
            at = left - 1.15 * radius, canvas.centre(Cell(rim.column, row))[1]
        else:
            x, y = canvas.centre(min(cell for cell in cells if cell.row == row))
            at = x - (APOTHEM + 0.27) * radius, y
        out += canvas.text(at, str(row + 1), 0.25 * radius, "ink-3", 500)
    return out
