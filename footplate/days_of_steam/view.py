"""What a page is told: the tiles once, then each position as a seat may know it, with all names resolved.

The page holds no rule. It draws what is told here, lights up what `question.py` says may be answered, and
sends sentences back. Nothing here looks at more than `known` lets the seat see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from footplate.core.game import NOBODY
from footplate.core.host import PromptView, SeatView, TableView
from footplate.days_of_steam.drawing.pen import SIDE, Pen
from footplate.days_of_steam.drawing.pieces import GOOD, LOAD, lying, shapes, standing, town_face
from footplate.days_of_steam.drawing.tiles import tile_name
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.moving import lying as goods_in
from footplate.days_of_steam.narration import prompt, score_words
from footplate.days_of_steam.places import FARTHEST_TILE, FIRST, NAMES, WIDTH
from footplate.days_of_steam.rulebook import terms
from footplate.days_of_steam.rules import MOST_STEAM, WINNING
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.svg import extent, spot
from footplate.days_of_steam.tiles import Lie, is_town, town_colour
from footplate.days_of_steam.words import directions, listed
from footplate.drawing.palette import LIVERIES, VARIABLES
from footplate.geometry.squares import SIDE_NAMES, SIDES, Square, name

PEN = Pen(VARIABLES)
COUNT = ("no", "one", "two", "three", "four", "five", "six")


# What never changes -----------------------------------------------------------------------------------


@dataclass(slots=True)
class KindView:
    """A kind of track tile: its names, how many there are, and what each rotation is called and drawn as."""

    id: str
    name: str
    count: int
    coal: int
    covers: bool
    turns: list[int]
    """The rotations that differ."""
    codes: list[int]
    """The number of the drawing for each of the four rotations."""
    says: list[str]
    """For each rotation what a screen reader says."""


@dataclass(slots=True)
class BoardView:
    """What never changes: the tiles, and how places are named."""

    map: str
    name: str
    side: int
    """The side of a tile in the units of the drawing."""
    shapes: str
    """SVG of every shape once, to be used by its id, in colours of the page's tokens."""
    kinds: list[KindView]
    wide: int
    """Places in a row: place n lies in column n % wide and row n // wide."""
    middle: int
    """The place of the first town, whose column and row are 0."""
    columns: list[str]
    """The letters of the columns."""
    first_row: int
    """The number of the first row."""
    sides: list[str]
    most_steam: int
    winning: int
    farthest: int
    """Which tile from a town is the last that may be laid."""
    circuits: int
    coal: int
    """Coal for each player with the last town."""
    provenance: str
    doubts: list[str]
    file: str
    """The file of the tiles, which an owner of the printed game can correct."""
    terms: dict[str, str]
    """What the words of the table mean, each in a sentence."""


def board_view(game: DaysOfSteam) -> BoardView:
    """What never changes, once."""
    tiles = game.tiles
    drawn = shapes(PEN, tiles, range(1, LIVERIES + 1))
    column, row = FIRST.column - WIDTH // 2, FIRST.row - WIDTH // 2
    return BoardView(
        DaysOfSteam.game_id,
        "Days of Steam",
        SIDE,
        "".join(f'<g id="{id}">{svg}</g>' for id, svg in drawn.items()),
        [_kind_view(game, kind) for kind in range(len(tiles.tiles))],
        WIDTH,
        WIDTH // 2 * WIDTH + WIDTH // 2,
        [name(Square(column + n, 0)).rstrip("-0123456789") for n in range(WIDTH)],
        row + 1,
        list(SIDE_NAMES),
        MOST_STEAM,
        WINNING,
        FARTHEST_TILE,
        tiles.circuits,
        tiles.coal,
        tiles.provenance,
        list(tiles.doubts),
        "footplate/days_of_steam/tiles.toml",
        terms(),
    )


def _kind_view(game: DaysOfSteam, number: int) -> KindView:
    tiles = game.tiles
    kind = tiles.tiles[number]
    about = [f"{COUNT[kind.coal]} coal"]
    if kind.covers:
        about.append("may cover")
    if kind.hill:
        about.append("two steam to enter")
    word = tile_name(tiles, number)
    return KindView(
        kind.id,
        word,
        kind.pieces,
        kind.coal,
        kind.covers,
        list(tiles.rotations[number]),
        list(tiles.codes[number]),
        [", ".join((word, *about, way_words(tiles.lies[code]))) for code in tiles.codes[number]],
    )


def way_words(lie: Lie) -> str:
    """Where the track of a tile leads, in words: stem south, to north and east; or north to south."""
    stems = [side for side in range(SIDES) if len(lie.exits[side]) > 1]
    if len(stems) == 1:
        ends = sum(1 << side for side in lie.exits[stems[0]])
        return f"stem {directions(1 << stems[0])}, branches {directions(ends)}"
    if stems:
        return f"open to {directions(lie.live)}"
    joined = [(a, b) for a in range(SIDES) for b in lie.exits[a] if a < b]
    ways = [f"{directions(1 << a)} to {directions(1 << b)}" for a, b in joined]
    dead = lie.sides & ~lie.live
    return listed(ways) + (f", dead end {directions(dead)}" if dead else "")


# A position -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class SpotView:
    """What lies on a place: where, its name, its drawing, and what a screen reader says."""

    x: int
    y: int
    name: str
    says: str
    svg: str


@dataclass(slots=True)
class TrainView:
    """A train: the place it is on, where it is drawn in tiles and degrees, and its good."""

    place: int
    x: float
    y: float
    heading: float
    size: float
    load: str
    load_x: float
    load_y: float
    load_size: float


@dataclass(slots=True)
class PlayerView(SeatView):
    """One player's figures."""

    steam: int
    coal: int
    goods: list[str]
    """The colours of the goods delivered, in order."""
    circuits: int
    sum: str
    """How the points are made up: 2 goods 4, 2 colours 1."""
    where: str
    """Where the train is, in a few words."""
    hand: list[int]
    """The tiles by their kind, -1 for one that is hidden."""
    train: TrainView


@dataclass(slots=True)
class TownView:
    """A face-up town: its colour, its goods and its drawing."""

    colour: str
    goods: list[str]
    svg: str


@dataclass(slots=True)
class View(TableView):
    """A position as a seat, or a watcher, may see it."""

    players: Sequence[PlayerView]
    tiles: dict[int, SpotView]
    """What lies on the table, by place."""
    extent: list[int]
    """The columns and rows with tiles: left, top, right, bottom."""
    market: list[TownView | None]
    towns_left: int
    """Towns that lie face down."""
    deck: int
    """Track tiles left to draw."""
    unseen: dict[int, int]
    """Tiles that whoever looks has not seen, by kind: in the deck or in hands of others."""
    bag: dict[str, int]
    """Goods in the bag."""
    circuits_left: int
    coal_left: int


def view(
    game: DaysOfSteam, s: DaysState, names: Sequence[str], liveries: Sequence[int], seat: int = NOBODY
) -> View:
    """A position as a seat, or a watcher, may see it."""
    s = game.known(s, seat)
    asked = prompt(game, s, names)
    worn = (*liveries, *range(len(liveries) + 1, s.seats + 1))
    decision: Any = game.decision(s) if s.agenda else None
    dealt = game.tiles.coal * s.seats
    return View(
        turn=s.turn,
        turns=0,
        phase=0,
        phases=[],
        order=[(s.player + n) % s.seats for n in range(s.seats)],
        players=[_player_view(game, s, n, names[n], worn[n]) for n in range(s.seats)],
        asked=game.actor(s),
        control=decision.control if decision else "",
        doing=decision.doing if decision else "",
        prompt=PromptView(*asked),
        over=s.over,
        winners=game.winners(s) if s.over else [],
        tiles={place: _spot_view(game, s, place, names) for place in s.laid},
        extent=list(extent(s)),
        market=[_town_view(town) for town in s.market],
        towns_left=s.towns_left,
        deck=s.deck_left,
        unseen={kind: count for kind, count in enumerate(s.deck) if count},
        bag={COLOURS[n]: count for n, count in enumerate(s.bag) if count},
        circuits_left=game.rules.circuits_left(s),
        coal_left=dealt if s.towns_left or any(s.market) else sum(s.coal),
    )


def _town_view(town: Sequence[int]) -> TownView | None:
    """A face-up town with its goods, as its card shows it."""
    if not town:
        return None
    colour, *goods = (COLOURS[n] for n in town)
    return TownView(colour, goods, town_face(PEN, colour, goods))


def _spot_view(game: DaysOfSteam, s: DaysState, place: int, names: Sequence[str]) -> SpotView:
    says = ", ".join(spot_words(game, s, place, names))
    return SpotView(*spot(place), NAMES[place], says, spot_drawing(game, s, place))


def spot_words(game: DaysOfSteam, s: DaysState, place: int, names: Sequence[str]) -> list[str]:
    """What lies on a place: tee, open to east, south and west, Emil’s train with green."""
    goods = _goods(s, place)
    code = s.board[place]
    if is_town(code):
        says = [f"{COLOURS[town_colour(code)]} town", *([f"with {listed(goods)}"] if goods else [])]
    else:
        lie = game.tiles.lies[code]
        says = [tile_name(game.tiles, lie.kind).lower(), way_words(lie)]
    for seat, stand in enumerate(s.trains):
        if stand >> 2 == place:
            load = s.load[seat]
            cargo = f" with {COLOURS[colour_of(load)]}" if load != NO_GOOD else ""
            says.append(f"{names[seat]}’s train{cargo}")
    return says


def _goods(s: DaysState, place: int) -> list[str]:
    return [COLOURS[colour_of(good)] for good in goods_in(s).get(place, ())]


def spot_drawing(game: DaysOfSteam, s: DaysState, place: int) -> str:
    """What lies on a place, drawn with its goods, and with room for the trains in a town."""
    return lying(PEN, game.tiles, s, place, _goods(s, place), *spot(place))


def train_view(game: DaysOfSteam, s: DaysState, seat: int) -> TrainView:
    """Where a train is drawn."""
    place = s.trains[seat] >> 2
    at = standing(game.tiles, s, seat, *spot(place))
    load = COLOURS[colour_of(s.load[seat])] if s.load[seat] != NO_GOOD else ""
    x, y, load_x, load_y = (round(part, 3) for part in (at.x, at.y, *at.load))
    size = round(LOAD / GOOD * at.size, 3)
    return TrainView(place, x, y, round(at.heading, 1), at.size, load, load_x, load_y, size)


def _player_view(game: DaysOfSteam, s: DaysState, seat: int, who: str, livery: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        name=who,
        livery=livery,
        score=game.rules.score(s, seat),
        out=0,
        steam=s.steam[seat],
        coal=s.coal[seat],
        goods=[COLOURS[n] for n in s.delivered[seat]],
        circuits=s.circuits[seat],
        sum=score_words(game, s, seat),
        where=where(game, s, seat),
        hand=list(s.hands[seat]),
        train=train_view(game, s, seat),
    )


def where(game: DaysOfSteam, s: DaysState, seat: int) -> str:
    """Where a train is, in a few words: in M13, water tower, M11 with green."""
    place = s.trains[seat] >> 2
    if is_town(s.board[place]):
        return f"in {NAMES[place]}"
    what = "water tower" if game.rules.at_tower(s, seat) else f"on {NAMES[place]}"
    if s.load[seat] == NO_GOOD:
        return what
    # There is little room in a row of the players.
    return f"{what.removeprefix('on ')} with {COLOURS[colour_of(s.load[seat])]}"
