"""The board, and a position on it, as SVG text: for a file, for a picture, and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from footplate.age_of_steam.drawing.canvas import Canvas, number
from footplate.age_of_steam.drawing.ground import ground
from footplate.age_of_steam.drawing.marks import QUIET
from footplate.age_of_steam.drawing.pieces import pieces, town_disc
from footplate.age_of_steam.drawing.rails import tile_track
from footplate.age_of_steam.drawing.relief import RELIEF, tint
from footplate.age_of_steam.drawing.rivers import Flow, course
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.state import SteamState
from footplate.drawing.palette import LIGHT, PALETTES, VARIABLES, Palette, Theme, declarations
from footplate.geometry.hexes import Cell

__all__ = ["VARIABLES", "Canvas", "Theme", "declarations", "draw", "ground", "pieces", "tile"]

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def draw(
    game: AgeOfSteam,
    state: SteamState | None = None,
    *,
    theme: Theme = "light",
    radius: float = 36,
    coordinates: bool = True,
    small: bool | None = None,
    liveries: Sequence[int] = (),
) -> str:
    """The empty board, or a position, as an SVG document of its own; small hexes are drawn plainer."""
    canvas = Canvas(game.board, radius, PALETTES[theme], small=small, liveries=liveries)
    label = f"{game.board.name}, the board"
    if state is not None:
        label = f"{game.board.name}, turn {state.turn}"
    lying = game.start(game.board.players[0]) if state is None else state
    page = f'<rect width="100%" height="100%" fill="{canvas.palette["page"]}"/>'
    shown = [mark for mark in game.face.marks(lying) if mark.kind not in QUIET]
    body = page + ground(canvas, coordinates=coordinates) + pieces(canvas, lying, shown)
    return document((0, 0, canvas.width, canvas.height), body, label)


def tile(
    game: AgeOfSteam,
    layout: int,
    *,
    owners: Sequence[int] = (),
    terrain: str = "plain",
    palette: Palette = LIGHT,
    radius: float = 26,
    liveries: Sequence[int] = (),
) -> str:
    """A tile alone, as cards show it: its tracks with their owners, on its terrain, cut to its hex."""
    canvas = Canvas(game.board, radius, palette, small=False, liveries=liveries)
    water = [2, 5] if "river" in terrain else []
    return _tile(canvas, layout, tuple(owners), terrain, game.board.cells[0], water)


def tile_on(canvas: Canvas, layout: int, owners: tuple[int, ...], hex: int) -> str:
    """A tile as it would lie on a hex of the board: its river runs as it does there."""
    board = canvas.board
    flow = canvas.once("flow", lambda: Flow(board))
    terrain, water = board.terrain[hex], sorted(flow.sides.get(board.cells[hex], ()))
    # Where the ground is bare, one picture serves all hexes.
    cell = board.cells[hex if water or terrain in RELIEF else 0]
    key = "tile", layout, owners, terrain, cell
    return canvas.once(key, lambda: _tile(canvas, layout, owners, terrain, cell, water))


def _tile(
    canvas: Canvas, layout: int, owners: tuple[int, ...], terrain: str, cell: Cell, water: list[int]
) -> str:
    board, radius = canvas.board, canvas.radius
    lying = board.tiles.layouts[layout]
    clip, edge = canvas.id(f"tile-{layout}-{board.at[cell]}"), canvas.hexagon(cell, 0.985, 0.06)
    inside = canvas.path(edge, fill=tint(terrain)) + _terrain(canvas, cell, terrain, water)
    inside += tile_track(canvas, cell, lying.tracks, owners, tint(terrain))
    body = f'<defs><clipPath id="{clip}"><path d="{edge}"/></clipPath></defs>'
    body += f'<g clip-path="url(#{clip})">{inside}</g>'
    if lying.family == "town":
        body += town_disc(canvas, cell, tracked=True)
    body += canvas.path(edge, stroke="edge", width=0.03)
    (x, y), reach = canvas.centre(cell), 1.12 * radius
    return document((x - reach, y - reach, 2 * reach, 2 * reach), body, board.layout_words[layout])


def _terrain(canvas: Canvas, cell: Cell, terrain: str, water: list[int]) -> str:
    """What the ground of a single tile shows."""
    out = ""
    if river := course(canvas, cell, water):
        out = canvas.path(river, stroke="river-e", width=0.20)
        out += canvas.path(river, stroke="river", width=0.135)
    relief = RELIEF.get(terrain)
    return out + (relief(canvas, cell) if relief else "")


def document(view: tuple[float, float, float, float], body: str, label: str) -> str:
    """A whole SVG document; text stands in the middle of its point unless it says otherwise."""
    title = escape(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, view))}"'
        f' width="{number(view[2])}" height="{number(view[3])}" role="img" aria-label="{title}">'
        f"<title>{title}</title>"
        f'<g font-family="{FONT}" font-weight="600" text-anchor="middle">{body}</g></svg>\n'
    )
