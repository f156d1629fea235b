"""What a page is told: the board once, then each position, with all names resolved.

The page holds no rule. Everything it lights up, draws or writes comes from here and from `question.py`, and
whatever a person chooses goes back as one of the sentences given there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from footplate.age_of_steam.board import HALVES, IN_CITY, IN_TOWN, OWNERS, UNBUILDABLE, seat_of
from footplate.age_of_steam.drawing.canvas import Canvas, points
from footplate.age_of_steam.drawing.ground import ground, printed_prices
from footplate.age_of_steam.drawing.names import crown
from footplate.age_of_steam.drawing.pieces import fragments
from footplate.age_of_steam.drawing.rails import line
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.narration import prompt
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder, stands
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth
from footplate.age_of_steam.routes import numbered_links
from footplate.age_of_steam.rulebook import terms_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.svg import tile as draw_tile
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import leads_to
from footplate.age_of_steam.words import action_name
from footplate.core.host import PromptView, SeatView, TableView
from footplate.drawing.palette import VARIABLES

RADIUS = 36.0
"""The radius of a hex in the units of the drawing; the page scales it."""
CANVASES = 8
"""Sets of liveries whose drawings are remembered; beyond that they begin anew."""


# The board, told once ---------------------------------------------------------------------------------


@dataclass(slots=True)
class HexView:
    """A hex: where it lies, and how it is named."""

    name: str
    word: str
    label: str
    x: float
    y: float
    outline: str
    land: bool
    terrain: str
    price: int
    printed: bool
    """Whether the price stands in the middle of the hex."""
    neighbours: list[int]
    """The hex across each side, or -1."""


@dataclass(slots=True)
class TileView:
    """A kind of tile: its name, its picture, and how many there are."""

    name: str
    family: str
    svg: str
    pieces: int


@dataclass(slots=True)
class BoardView:
    """What never changes on a board."""

    map: str
    name: str
    width: float
    height: float
    radius: float
    side_names: list[str]
    hexes: list[HexView]
    ground: str
    """SVG of the ground, in colours of the page's tokens."""
    tiles: list[TileView]
    disks: int
    auction: bool
    """Whether players bid for the order, so that bids can be prepared."""
    growth: bool
    """Whether goods grow, so that there is a goods display to look at."""
    terms: dict[str, str]
    """What the words of the table mean, each in a sentence."""


def canvas_for(game: AgeOfSteam, liveries: Sequence[int] = ()) -> Canvas:
    """The drawing surface of the page, in its tokens; made once for each set of liveries."""
    worn = tuple(liveries)
    if worn not in game.canvases:
        if len(game.canvases) >= CANVASES:
            game.canvases.clear()
        game.canvases[worn] = Canvas(game.board, RADIUS, VARIABLES, small=False, liveries=worn)
    canvas: Canvas = game.canvases[worn]
    return canvas


def board_view(game: AgeOfSteam) -> BoardView:
    """The board as the page needs it, once."""
    board, canvas = game.board, canvas_for(game)
    printed = printed_prices(board)
    hexes = []
    for hex, cell in enumerate(board.cells):
        x, y = canvas.centre(cell)
        beyond = [board.at.get(canvas.beyond(cell, side), -1) for side in range(6)]
        terrain = board.terrain[hex]
        hexes.append(
            HexView(
                board.hex_names[hex],
                board.words[hex],
                board.place(hex),
                round(x, 2),
                round(y, 2),
                canvas.hexagon(cell, 1.0, 0.0),
                board.kind[hex] != UNBUILDABLE,
                terrain,
                board.prices[hex],
                hex in printed,
                beyond,
            )
        )
    return BoardView(
        board.id,
        board.name,
        canvas.width,
        canvas.height,
        RADIUS,
        list(board.side_names),
        hexes,
        ground(canvas),
        [_tile_view(game, number) for number in range(len(board.tiles.tiles))],
        board.tiles.town_disks,
        any(isinstance(phase, DeterminePlayerOrder) for phase in game.phases),
        any(isinstance(phase, GoodsGrowth) for phase in game.phases),
        terms_of(game),
    )


def _tile_view(game: AgeOfSteam, number: int) -> TileView:
    tiles = game.board.tiles
    kind = tiles.tiles[number]
    layout = next(n for n, layout in enumerate(tiles.layouts) if number in layout.tiles)
    svg = draw_tile(game, layout, palette=VARIABLES, radius=RADIUS)
    return TileView(kind.name.replace("-", " ").capitalize(), kind.family, svg, kind.pieces)


# A position -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PlayerView(SeatView):
    """One player's figures."""

    cash: int
    income: int
    shares: int
    engine: int
    action: str | None
    links: int
    track: int
    parts: dict[str, int]
    expenses: int
    forecast: int
    """Cash after income and expenses; below zero the player is short by so much."""
    auction: str = ""
    """How the player stands in the auction: leads with $3."""


@dataclass(slots=True)
class ColumnView:
    """A column of the goods display."""

    name: str
    half: str
    die: int
    letter: str | None
    colour: str | None
    """The colour that its place accepts."""
    place: str | None
    """The place it feeds; None for a New City that is not on the board."""
    boxes: list[str | None]


@dataclass(slots=True)
class CityView:
    """A New City: its letter, colour, where it stands, and the cubes that lie on it before that."""

    letter: str
    colour: str
    place: str | None
    cubes: list[str]


@dataclass(slots=True)
class LinkView:
    """A completed link, for routes: its two places by number of hex, its owner, and its line."""

    ends: list[int]
    owner: int
    """A seat, or -1 for nobody."""
    whose: str
    """Who has it if no seat does: nobody, the state, the nation; else empty."""
    d: str
    """The line as SVG path data, from the first end to the second."""
    begins: bool
    """Whether it begins on track where a cube lies: a way of that cube, not a link of its owner."""
    counts: bool
    """Whether it counts as a link; a mere connection does not."""


@dataclass(slots=True)
class FigureView:
    """A figure of every player that only this board has: its head, what it tells, and its value a seat."""

    head: str
    tip: str
    values: list[int]
    engine: bool
    """Whether it stands in the engine's place."""
    word: str
    """What sentences call it, or nothing."""


@dataclass(slots=True)
class BoxView:
    """A box beside the board that only this board has: its name, what it is for, and the cubes in it."""

    name: str
    says: str
    cubes: list[str]


@dataclass(slots=True)
class View(TableView):
    """A position as anybody may see it."""

    players: list[PlayerView]
    pieces: dict[int, str]
    """SVG of tracks, places and cubes in parts, the lowest number first, in colours of the page's tokens."""
    names: dict[int, str]
    """SVG of the names of places, which lie over all else."""
    tracked: list[int]
    """The hexes that have track."""
    columns: list[ColumnView]
    bag: dict[str, int]
    supply: list[int]
    """Tiles left of each kind of the board, and the town disks last."""
    new_cities: list[CityView]
    places: dict[int, str]
    """What each city or town is, takes and holds, by its hex."""
    links: dict[int, LinkView]
    """Links by the side at which they begin, which stays when others are built."""
    figures: list[FigureView]
    """Figures of the players that only this board has."""
    boxes: list[BoxView]
    """Boxes beside the board that only this board has."""
    actions: dict[str, str]
    """What each action of this board does now, by its name."""


def player_view(
    game: AgeOfSteam, s: SteamState, seat: int, name: str, livery: int, links: Iterable[LinkView]
) -> PlayerView:
    """One player's figures."""
    rules = game.rules
    out = bool(s.out[seat])
    parts = {} if out else rules.score_parts(s, seat)
    expenses = 0 if out else rules.expenses(s, seat)
    return PlayerView(
        seat,
        name,
        livery,
        rules.score(s, seat),
        s.out[seat],
        s.cash[seat],
        s.income[seat],
        s.shares[seat],
        s.engine[seat],
        ", ".join(action_name(game.board.actions[action]) for action in s.held[seat]) or None,
        sum(link.owner == seat and not link.begins for link in links),
        parts["track"] if "track" in parts else rules.sections(s, seat),
        parts,
        expenses,
        0 if out else s.cash[seat] + s.income[seat] - expenses,
        "" if out else stands(s, seat),
    )


def view(game: AgeOfSteam, s: SteamState, names: Sequence[str], liveries: Sequence[int] = ()) -> View:
    """A position as anybody may see it."""
    board, canvas = game.board, canvas_for(game, liveries)
    asked = prompt(game, s, names)
    links = link_views(game, s, canvas)
    seats = range(s.seats)
    worn = [canvas.liveries[seat] for seat in seats]
    drawn = fragments(canvas, s, game.face.marks(s))
    return View(
        s.turn,
        game.rules.turns(s.seats),
        s.phase,
        [phase.name for phase in game.phases],
        playing_order(game, s),
        [player_view(game, s, seat, names[seat], worn[seat], links.values()) for seat in seats],
        game.actor(s),
        game.decision(s).control if s.agenda else "",
        game.decision(s).doing if s.agenda else "",
        PromptView(asked.ask, asked.figures, asked.then),
        s.over,
        game.winners(s) if s.over else [],
        drawn.pieces,
        drawn.names,
        [hex for hex, layout in enumerate(s.layout) if layout],
        [_column(game, s, column) for column in board.columns],
        {colour: s.bag[n] for n, colour in enumerate(COLOURS) if s.bag[n]},
        list(s.supply),
        [
            CityView(
                city.letter,
                COLOURS[city.colour],
                board.place(at) if at >= 0 else None,
                [COLOURS[colour] for colour in game.rules.city_goods(s, number)],
            )
            for number, (city, at) in enumerate(zip(board.new_cities, s.new_cities))
        ],
        {hex: place_says(game, s, hex) for hex, kind in enumerate(s.kind) if kind in (IN_CITY, IN_TOWN)},
        links,
        [
            FigureView(one.head, one.tip, list(one.values), one.engine, one.word)
            for one in game.face.figures(s)
        ],
        [BoxView(box.name, box.words, [COLOURS[n] for n in box.goods]) for box in game.face.boxes(s)],
        {action_name(action): game.rules.action_effect(s, action) for action in board.actions},
    )


def place_says(game: AgeOfSteam, s: SteamState, hex: int) -> str:
    """What a place is, which goods it takes and holds: city · east · takes red · holds 2 blue, 1 red."""
    board, cubes = game.board, s.cubes[STRIDE * hex : STRIDE * hex + STRIDE]
    lying = [f"{count} {colour}" for colour, count in zip(COLOURS, cubes) if count]
    holds = [f"holds {', '.join(lying)}"] if lying else []
    marked = [mark.words for mark in game.face.marks(s) if mark.hex == hex]
    groups = [name for name, places in board.groups.items() if hex in places]
    if s.kind[hex] == IN_TOWN:
        return " · ".join(("town", *(f"{name} once a city" for name in groups), *holds, *marked))
    if hex in s.new_cities:
        kind = f"New City {board.new_cities[s.new_cities.index(hex)].letter}"
    else:
        kind = "foreign terminal" if hex in board.terminals else "city"
    begins = ["railroads begin here"] if hex in board.starts else []
    takes = " and ".join(unmask(s.demand[hex])) or "nothing"
    return " · ".join((kind, *groups, *begins, f"takes {takes}", *holds, *marked))


def playing_order(game: AgeOfSteam, s: SteamState) -> list[int]:
    """The seats in the order in which they act in the phase, then who is out."""
    ahead = {"Build track": "first-build", "Move goods": "first-move"}
    name = game.phases[s.phase].name if s.phase >= 0 else ""
    order = game.rules.leading(s, ahead[name]) if name in ahead else list(s.order)
    return order + [seat for seat in range(s.seats) if seat not in order]


def _column(game: AgeOfSteam, s: SteamState, column: Any) -> ColumnView:
    board = game.board
    hex = column.hex if column.hex >= 0 else s.new_cities[column.city]
    city = board.new_cities[column.city] if column.city >= 0 else None
    accepts = board.demand[column.hex] if city is None else 1 << city.colour
    sign = column.sign
    boxes = s.display[column.first : column.first + column.boxes]
    return ColumnView(
        column.name,
        HALVES[column.half],
        column.die,
        sign if sign.isalpha() else None,
        COLOURS[accepts.bit_length() - 1] if accepts else None,
        board.place(hex) if hex >= 0 else None,
        [COLOURS[colour - 1] if colour else None for colour in boxes],
    )


def link_views(game: AgeOfSteam, s: SteamState, canvas: Canvas) -> dict[int, LinkView]:
    """Every completed link once, and every way of a cube on track, with its line for routes."""
    key = "links", bytes(s.rail), bytes(s.layout), tuple(game.rules.links(s).items())
    return canvas.once(key, lambda: _link_views(game, s, canvas))


def _link_views(game: AgeOfSteam, s: SteamState, canvas: Canvas) -> dict[int, LinkView]:
    return {
        number: LinkView(
            [hex, link.to],
            seat_of(link.owner),
            "" if seat_of(link.owner) >= 0 else OWNERS.get(link.owner, "nobody"),
            link_line(game, s, canvas, hex, link.side),
            begins,
            link.length > 0,
        )
        for number, (hex, link, begins) in numbered_links(game.board, s, game.rules.links(s))[0].items()
    }


def link_line(game: AgeOfSteam, s: SteamState, canvas: Canvas, hex: int, side: int) -> str:
    """The line of a link, from the middle of the hex it leaves by a side to the middle of a place."""
    board = game.board
    if side > board.wall:
        ends = board.ends_beyond(side)
        start, end = (canvas.centre(board.cells[at]) for at in (ends if ends[0] == hex else reversed(ends)))
        if side >= board.wall + 1 + len(board.direct_links):
            return f"M{points(start)}L{points(end)}"
        return f"M{points(start)}Q{points(crown(canvas, ends)[1], end)}"
    passed: list[int] = []
    to = leads_to(board, s, side, passed)
    out = line(canvas, board.cells[hex], TOWN, side % 6)
    for enters in range(0, len(passed) - 1, 2):
        cell = board.cells[passed[enters] // 6]
        out += line(canvas, cell, passed[enters] % 6, passed[enters + 1] % 6, begin=False)
    # The last stretch runs from the side into the middle of the place.
    last = passed[-1] if len(passed) % 2 else board.across[passed[-1] if passed else side]
    return out + line(canvas, board.cells[to], last % 6, TOWN, begin=False)
