"""What a page is told: the board once, then each position and each question, with all names resolved.

The page holds no rule. Everything it lights up, draws or writes comes from here, and whatever a person
chooses goes back as one of the sentences given here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import (
    DECLINE,
    DONE,
    IMPROVE,
    PASS,
    PRODUCE,
    Bid,
    Build,
    Connect,
    Deliver,
    Issue,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.board import FIRST_SEAT, HALVES, IN_CITY, IN_TOWN, UNBUILDABLE
from footplate.age_of_steam.drawing.canvas import Canvas
from footplate.age_of_steam.drawing.ground import ground, printed_prices
from footplate.age_of_steam.drawing.palette import VARIABLES
from footplate.age_of_steam.drawing.pieces import pieces
from footplate.age_of_steam.drawing.rails import line
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE, unmask
from footplate.age_of_steam.narration import action_name, plural, prompt, slip
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder, highest
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth, producible
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.svg import tile as draw_tile
from footplate.age_of_steam.tiles import TOWN
from footplate.age_of_steam.track import leads_to, section
from footplate.core.game import NATURE, NOBODY, Due, Refusal

RADIUS = 36.0
"""The radius of a hex in the units of the drawing; the page scales it."""


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


def canvas_for(game: AgeOfSteam, liveries: Sequence[int] = ()) -> Canvas:
    """The drawing surface of the page, in its tokens; made once for each set of liveries."""
    worn = tuple(liveries)
    if worn not in game.canvases:
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
    )


def _tile_view(game: AgeOfSteam, number: int) -> TileView:
    tiles = game.board.tiles
    kind = tiles.tiles[number]
    layout = next(n for n, layout in enumerate(tiles.layouts) if number in layout.tiles)
    svg = draw_tile(game, layout, palette=VARIABLES, radius=RADIUS)
    return TileView(kind.name.replace("-", " ").capitalize(), kind.family, svg, kind.pieces)


# A position -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PlayerView:
    """One player's figures."""

    seat: int
    name: str
    livery: int
    cash: int
    income: int
    shares: int
    engine: int
    action: str | None
    out: int
    """The turn in which the player was eliminated, or 0."""
    links: int
    track: int
    score: int | None
    parts: dict[str, int]
    expenses: int
    forecast: int
    """Cash after income and expenses; below zero the player is short by so much."""


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
    """A New City: its letter, colour, and where it stands."""

    letter: str
    colour: str
    place: str | None


@dataclass(slots=True)
class PlaceView:
    """A city or town as it is now: what it is, and what it takes."""

    hex: int
    says: str


@dataclass(slots=True)
class LinkView:
    """A completed link, for routes: its two places by number of hex, its owner, and its line."""

    ends: list[int]
    owner: int
    """A seat, or -1 for nobody."""
    d: str
    """The line as SVG path data, from the first end to the second."""
    begins: bool
    """Whether it begins on track where a cube lies: a way of that cube, not a link of its owner."""


@dataclass(slots=True)
class PromptView:
    """The open question in words: what is asked, figures, and what comes after."""

    ask: str
    figures: str
    then: str


@dataclass(slots=True)
class View:
    """A position as anybody may see it."""

    turn: int
    turns: int
    phase: int
    phases: list[str]
    order: list[int]
    """Seats in the order of play of this phase."""
    players: list[PlayerView]
    asked: int
    """The seat that is asked, NATURE (-1) or NOBODY (-2)."""
    kind: str
    """What is asked: issue, bid, take, build, move, produce, stock …; empty at the end."""
    prompt: PromptView
    pieces: str
    """SVG of tracks, places and cubes, in colours of the page's tokens."""
    columns: list[ColumnView]
    bag: dict[str, int]
    supply: list[int]
    """Tiles left of each kind of the board, and the town disks last."""
    new_cities: list[CityView]
    places: list[PlaceView]
    links: list[LinkView]
    over: bool
    winners: list[int]


def player_view(
    game: AgeOfSteam, s: SteamState, seat: int, name: str, livery: int, links: Iterable[LinkView]
) -> PlayerView:
    """One player's figures."""
    rules = game.rules
    held = s.action[seat]
    out = bool(s.out[seat])
    parts = {} if out else rules.score_parts(s, seat)
    expenses = 0 if out else rules.expenses(s, seat)
    return PlayerView(
        seat,
        name,
        livery,
        s.cash[seat],
        s.income[seat],
        s.shares[seat],
        s.engine[seat],
        action_name(game.board.actions[held]) if held >= 0 else None,
        s.out[seat],
        sum(link.owner == seat and not link.begins for link in links),
        parts["track"] if "track" in parts else rules.sections(s, seat),
        rules.score(s, seat),
        parts,
        expenses,
        0 if out else s.cash[seat] + s.income[seat] - expenses,
    )


def view(game: AgeOfSteam, s: SteamState, names: Sequence[str], liveries: Sequence[int] = ()) -> View:
    """A position as anybody may see it."""
    board, canvas = game.board, canvas_for(game, liveries)
    asked = prompt(game, s, names)
    links = link_views(game, s, canvas)
    seats = range(s.seats)
    worn = [canvas.liveries[seat] for seat in seats]
    return View(
        s.turn,
        game.rules.turns(s.seats),
        s.phase,
        [phase.name for phase in game.phases],
        playing_order(game, s),
        [player_view(game, s, seat, names[seat], worn[seat], links) for seat in seats],
        game.actor(s),
        s.agenda[0].kind if s.agenda else "",
        PromptView(asked.ask, asked.figures, asked.then),
        pieces(canvas, s),
        [_column(game, s, column) for column in board.columns],
        {colour: s.bag[n] for n, colour in enumerate(COLOURS) if s.bag[n]},
        list(s.supply),
        [
            CityView(city.letter, COLOURS[city.colour], board.place(at) if at >= 0 else None)
            for city, at in zip(board.new_cities, s.new_cities)
        ],
        [
            PlaceView(hex, place_says(game, s, hex))
            for hex, kind in enumerate(s.kind)
            if kind in (IN_CITY, IN_TOWN)
        ],
        links,
        s.over,
        game.winners(s) if s.over else [],
    )


def place_says(game: AgeOfSteam, s: SteamState, hex: int) -> str:
    """What a place is, and which goods it takes: city · east · railroads begin here · takes red."""
    board = game.board
    if s.kind[hex] == IN_TOWN:
        return "town"
    if hex in s.new_cities:
        kind = f"New City {board.new_cities[s.new_cities.index(hex)].letter}"
    else:
        kind = "foreign terminal" if hex in board.terminals else "city"
    groups = [name for name, places in board.groups.items() if hex in places]
    begins = ["railroads begin here"] if hex in board.starts else []
    takes = " and ".join(unmask(s.demand[hex])) or "nothing"
    return " · ".join((kind, *groups, *begins, f"takes {takes}"))


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
    boxes = s.display[column.first : column.first + column.boxes]
    return ColumnView(
        column.name,
        HALVES[column.half],
        column.die,
        city.letter if city else None,
        COLOURS[accepts.bit_length() - 1] if accepts else None,
        board.place(hex) if hex >= 0 else None,
        [COLOURS[colour - 1] if colour else None for colour in boxes],
    )


class Numbered(NamedTuple):
    """A link with its number in the view, as it is seen from the place or the track where it begins."""

    hex: int
    link: Link
    begins: bool


def numbered_links(game: AgeOfSteam, s: SteamState) -> tuple[list[Numbered], dict[tuple[int, int], int]]:
    """Every link and every way of a cube on track once, and their numbers by hex and side."""
    table, out = game.rules.links(s), list[Numbered]()
    numbers: dict[tuple[int, int], int] = {}
    for hex, links in table.items():
        for link in links:
            if (hex, link.side) in numbers:
                continue
            far = _far_side(game, s, link.side)
            back = any(other.side == far and other.to == hex for other in table.get(link.to, ()))
            numbers[hex, link.side] = len(out)
            if back:
                numbers[link.to, far] = len(out)
            out.append(Numbered(hex, link, not back))
    return out, numbers


def link_views(game: AgeOfSteam, s: SteamState, canvas: Canvas) -> list[LinkView]:
    """Every completed link once, and every way of a cube on track, with its line for routes."""
    return [
        LinkView(
            [hex, link.to],
            link.owner - FIRST_SEAT if link.owner >= FIRST_SEAT else NATURE,
            link_line(game, s, canvas, hex, link.side),
            begins,
        )
        for hex, link, begins in numbered_links(game, s)[0]
    ]


def link_line(game: AgeOfSteam, s: SteamState, canvas: Canvas, hex: int, side: int) -> str:
    """The line of a link, from the middle of the hex it leaves by a side to the middle of a place."""
    board = game.board
    if side > board.wall:
        ends = board.links[side - board.wall - 1].ends
        there = ends[1] if ends[0] == hex else ends[0]
        (x, y), (u, v) = (canvas.centre(board.cells[at]) for at in (hex, there))
        return f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"
    passed: list[int] = []
    to = leads_to(board, s, side, passed)
    out = line(canvas, board.cells[hex], TOWN, side % 6)
    for enters in range(0, len(passed) - 1, 2):
        cell = board.cells[passed[enters] // 6]
        out += line(canvas, cell, passed[enters] % 6, passed[enters + 1] % 6, begin=False)
    # The last stretch runs from the side into the middle of the place.
    last = passed[-1] if len(passed) % 2 else board.across[passed[-1] if passed else side]
    return out + line(canvas, board.cells[to], last % 6, TOWN, begin=False)


# A question -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class IssueChoice:
    """How many shares may be issued, and at what price."""

    most: int
    price: int


@dataclass(slots=True)
class BidChoice:
    """The least and the most one may bid, who leads, and whether one may pass."""

    least: int
    most: int
    leader: int
    high: int
    can_pass: bool


@dataclass(slots=True)
class ActionChoice:
    """An action on offer: its sentence, name, what it does, and who holds it (-1: nobody)."""

    sentence: str
    name: str
    says: str
    holder: int
    refused: str | None
    """Why it cannot be taken now."""


@dataclass(slots=True)
class HexChoice:
    """A hex one may build on: how many tiles fit, and the least they cost."""

    hex: int
    count: int
    least: int


@dataclass(slots=True)
class ConnectChoice:
    """A direct link on sale."""

    sentence: str
    name: str
    price: int


@dataclass(slots=True)
class BuildChoice:
    """What may be built."""

    left: int
    limit: int
    hexes: list[HexChoice]
    connects: list[ConnectChoice]
    towns: list[int]
    """Where a New City may be placed now."""
    letters: list[str]
    """The New Cities that may be placed now."""
    new_cities: int
    """New Cities still unused, even if it is too late to place them."""
    slip: str | None
    """What to ask before the build is ended."""
    unfinished: str | None
    """Why the build cannot be ended now."""


@dataclass(slots=True)
class DeliveryChoice:
    """One delivery: its sentence, its cube, its way, and what it brings to whom."""

    sentence: str
    colour: str
    hex: int
    stops: list[int]
    links: list[int]
    """The links used, by their number in the view."""
    gains: list[tuple[int, int]]
    own: int
    more: list[tuple[int, int]]
    """What of the gains is more than one for each link."""
    leaves: str | None
    """By which side of its track the cube leaves, where it lies on track and there are several."""
    then: str | None
    """What is asked at once afterwards, e.g. who gets a bonus."""


@dataclass(slots=True)
class MoveChoice:
    """What may be moved."""

    round: int
    rounds: int
    engine: int
    can_raise: bool
    deliveries: list[DeliveryChoice]


@dataclass(slots=True)
class StockChoice:
    """The cubes drawn, and the empty boxes: for each the column and the row from 1."""

    drawn: list[str]
    boxes: list[tuple[str, int]]


@dataclass(slots=True)
class AnswerChoice:
    """An answer to a question of a map's own: its sentence, its name, what follows, whom it concerns."""

    sentence: str
    label: str
    says: str
    seats: list[int]


@dataclass(slots=True)
class Question:
    """What the seat that is asked may answer; exactly one of the choices is there, or plain sentences."""

    seat: int
    kind: str
    issue: IssueChoice | None = None
    bid: BidChoice | None = None
    take: list[ActionChoice] | None = None
    build: BuildChoice | None = None
    move: MoveChoice | None = None
    produce: int | None = None
    stock: StockChoice | None = None
    answers: list[AnswerChoice] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


def question(game: AgeOfSteam, s: SteamState, shown: View) -> Question | None:
    """What the seat that is asked may answer; None where nature or nobody is asked."""
    if game.actor(s) in (NATURE, NOBODY):
        return None
    due = s.agenda[0]
    out = Question(due.seat, due.kind)
    names = [player.name for player in shown.players]
    match due.kind:
        case "issue":
            most = max(a.shares for a in game.options(s) if isinstance(a, Issue))
            out.issue = IssueChoice(most, game.rules.share_price)
        case "bid":
            out.bid = _bid(game, s, due)
        case "take":
            out.take = _actions(game, s, names)
        case "build":
            out.build = _build(game, s, due, names)
        case "move":
            out.move = _move(game, s, due, shown)
        case "produce":
            out.produce = producible(game.rules, s)
            out.sentences = [game.say(PRODUCE), game.say(DECLINE)]
        case "stock":
            boxes = {a.box for a in game.options(s) if isinstance(a, Stock)}
            out.stock = StockChoice(
                [colour for n, colour in enumerate(COLOURS) for _ in range(s.drawn[n])],
                [
                    (game.board.columns[column].name, row + 1)
                    for box, (column, row) in enumerate(game.board.box_place)
                    if box in boxes
                ],
            )
        case _:
            for action in game.options(s):
                if told := game.answer(s, action, names):
                    choice = AnswerChoice(game.say(action), told.label, told.says, list(told.seats))
                    out.answers.append(choice)
                else:
                    out.sentences.append(game.say(action))
    return out


def _bid(game: AgeOfSteam, s: SteamState, due: Due) -> BidChoice:
    bids = [a.amount for a in game.options(s) if isinstance(a, Bid)]
    return BidChoice(
        min(bids, default=0), max(bids, default=0), s.high, highest(s), game.why_not(s, PASS) is None
    )


def _actions(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> list[ActionChoice]:
    out = []
    for number, action in enumerate(game.board.actions):
        take = Take(number)
        refusal = game.why_not(s, take)
        holder = s.action.index(number) if number in s.action else -1
        refused = refusal and game.explain(s, take, refusal, names)
        out.append(
            ActionChoice(game.say(take), action_name(action), game.rules.says(action), holder, refused)
        )
    return out


def _build(game: AgeOfSteam, s: SteamState, due: Due, names: Sequence[str]) -> BuildChoice:
    hexes: dict[int, HexChoice] = {}
    connects: list[ConnectChoice] = []
    towns: dict[int, None] = {}
    letters: dict[str, None] = {}
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    for action in game.options(s):
        if isinstance(action, Build):
            price = decision.cost(game.rules, s, action)
            found = hexes.setdefault(action.hex, HexChoice(action.hex, 0, price))
            found.count += 1
            found.least = min(found.least, price)
        elif isinstance(action, Urbanize):
            towns[action.hex] = None
            letters[game.board.new_cities[action.city].letter] = None
        elif isinstance(action, Connect):
            ends = [game.board.place(end) for end in game.board.links[action.link].ends]
            price = decision.cost(game.rules, s, action)
            connects.append(ConnectChoice(game.say(action), "–".join(ends), price))
    limit = game.rules.builds_allowed(s, due.seat)
    refusal = game.why_not(s, DONE)
    return BuildChoice(
        due.a,
        limit,
        list(hexes.values()),
        connects,
        list(towns),
        list(letters),
        due.b,
        slip(game, s, DONE) if refusal is None else None,
        refusal and game.explain(s, DONE, refusal, names),
    )


def _move(game: AgeOfSteam, s: SteamState, due: Due, shown: View) -> MoveChoice:
    """All deliveries, the mover's best first, then those that bring others least, then the shortest."""
    _, numbers = numbered_links(game, s)
    deliveries = [
        _delivery(game, s, due, action, numbers, shown)
        for action in game.options(s)
        if isinstance(action, Deliver)
    ]
    deliveries.sort(key=lambda d: (-d.own, sum(steps for _, steps in d.gains), len(d.links)))
    return MoveChoice(
        due.a,
        game.rules.numbers["move_rounds"],
        game.rules.reach(s, due.seat),
        game.why_not(s, IMPROVE) is None,
        deliveries,
    )


def _delivery(
    game: AgeOfSteam, s: SteamState, due: Due, a: Deliver, numbers: dict[tuple[int, int], int], shown: View
) -> DeliveryChoice:
    """A delivery with what it brings, as the rules pay for it."""
    board, after = game.board, s.copy()
    links = [numbers[at, side] for at, side in zip((a.hex, *a.stops), a.sides)]
    game.decision(s).apply(game.rules, after, due, a)
    gains = [(seat, now - was) for seat, (was, now) in enumerate(zip(s.income, after.income)) if now != was]
    owners = [shown.links[number].owner for number in links]
    more = [(seat, steps - owners.count(seat)) for seat, steps in gains if steps > owners.count(seat)]
    first = shown.links[links[0]]
    leaves = f"leaves {board.read_back_side(a.sides[0])} towards {board.place(a.stops[0])}"
    then = after.agenda[0] if len(after.agenda) >= len(s.agenda) else None
    return DeliveryChoice(
        game.say(a),
        COLOURS[a.colour],
        a.hex,
        list(a.stops),
        links,
        gains,
        sum(steps for seat, steps in gains if seat == due.seat),
        more,
        leaves if first.begins and len(game.rules.links(s)[a.hex]) > 1 else None,
        game.decisions[then.kind].prompt if then else None,
    )


def _far_side(game: AgeOfSteam, s: SteamState, side: int) -> int:
    """The side by which the same link leaves its other end."""
    board = game.board
    if side > board.wall:
        return side
    passed: list[int] = []
    leads_to(board, s, side, passed)
    if len(passed) % 2:
        return passed[-1]
    return board.across[passed[-1] if passed else side]


# Looking closer ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class TileChoice:
    """A tile that fits a hex: its sentence and picture, its price, and what it would join."""

    sentence: str
    svg: str
    name: str
    price: int
    full: int
    """The price without anything that makes it cheaper."""
    missing: int
    """How much cash is missing; 0 if it can be built."""
    completes: list[str]
    open: int
    slip: str | None
    says: str


def tiles_for(game: AgeOfSteam, s: SteamState, hex: int, liveries: Sequence[int] = ()) -> list[TileChoice]:
    """The tiles that fit a hex for the seat that builds: completed links first, then the price."""
    due, board = s.agenda[0], game.board
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    out = []
    for layout in board.tiles.in_towns if s.kind[hex] == IN_TOWN else board.tiles.outside:
        action = board.builds[hex][layout]
        refusal = game.why_not(s, action)
        if refusal not in (None, refusals.CANNOT_AFFORD):
            continue
        price = decision.cost(game.rules, s, action)
        missing = max(0, price - s.cash[due.seat])
        after = s.copy()
        after.cash[due.seat] += missing
        game.apply(after, action)
        completes, open_ends = _joined(game, s, after, hex)
        name = board.tiles.tiles[after.tile[hex] - 1].name.replace("-", " ").capitalize()
        owners = [after.rail[6 * hex + track[0]] for track in board.tiles.layouts[layout].tracks]
        told = f", completes {' and '.join(completes)}" if completes else ""
        told += f", {plural(open_ends, 'open end')}" if open_ends else ""
        svg = draw_tile(
            game,
            layout,
            owners=owners,
            terrain=board.terrain[hex],
            palette=VARIABLES,
            radius=RADIUS,
            liveries=liveries,
        )
        said = slip(game, s, action) if not missing else None
        full = game.rules.price(hex, s.layout[hex], layout)
        paid = f"${price}" if price == full else f"${price} instead of ${full}"
        told = f"{name} {board.layout_words[layout]}, {paid}{told}"
        out.append(
            TileChoice(game.say(action), svg, name, price, full, missing, completes, open_ends, said, told)
        )
    return sorted(out, key=lambda tile: (bool(tile.missing), -len(tile.completes), tile.price, tile.open))


def _joined(game: AgeOfSteam, before: SteamState, after: SteamState, hex: int) -> tuple[list[str], int]:
    """The links a build has completed, by name, and the number of open ends it has made."""
    board, completes, opens = game.board, [], 0
    for track in board.tiles.layouts[after.layout[hex]].tracks:
        if track in board.tiles.layouts[before.layout[hex]].tracks:
            continue
        found = section(board, after, 6 * hex + track[0])
        if found.complete:
            # Named from the side of the tile that was laid.
            ends = [board.place(end) for end in found.ends]
            completes.append("–".join(ends if found.ends[0] != hex else reversed(ends)))
        else:
            opens += 1
    return completes, opens


STAGES = (
    refusals.OFF_BOARD,
    refusals.NOT_CONNECTED,
    refusals.NOTHING_NEW,
    refusals.REDIRECT_ANCHOR,
    refusals.REDIRECT_TOWN,
    refusals.KEEP_TRACK,
    refusals.EACH_TRACK,
    refusals.REDIRECT_OTHERS,
    refusals.LOOSE_TRACK,
    refusals.FOREIGN_JOIN,
    refusals.FOREIGN_WAITING,
    refusals.LOOP,
    refusals.FIRST_TILE,
    refusals.OUT_OF_DISKS,
    refusals.OUT_OF_TILES,
    refusals.CANNOT_AFFORD,
)
"""Refusals of a build from the most distant to the nearest miss: of many, the nearest is worth telling."""


def why_not_here(game: AgeOfSteam, s: SteamState, hex: int, names: Sequence[str]) -> str:
    """Why nothing can be built on a hex, in one sentence."""
    board = game.board
    town = s.kind[hex] == IN_TOWN
    nearest: tuple[int, Build, Refusal] | None = None
    for layout in board.tiles.in_towns if town else board.tiles.outside:
        action = board.builds[hex][layout]
        refusal = game.why_not(s, action)
        if refusal is None:
            return f"{plural(len(tiles_for(game, s, hex)), 'tile')} fit on {board.place(hex)}."
        if refusal not in STAGES:
            return game.explain(s, action, refusal, names)
        stage = STAGES.index(refusal)
        if nearest is None or stage > nearest[0]:
            nearest = stage, action, refusal
    assert nearest is not None
    return game.explain(s, nearest[1], nearest[2], names)


def why_no_delivery(game: AgeOfSteam, s: SteamState, hex: int, colour: int) -> str:
    """Why a cube cannot be moved anywhere, in one sentence."""
    board, word, place = game.board, COLOURS[colour], game.board.place(hex)
    if not s.cubes[STRIDE * hex + colour]:
        return f"There is no {word} cube on {place}."
    if not game.rules.links(s).get(hex):
        if s.kind[hex] in (IN_CITY, IN_TOWN):
            return f"No completed link leaves {place}."
        if not s.layout[hex]:
            return f"No track lies on {place} yet; a cube moves over track only."
        return f"The track on {place} leads to no town or city yet."
    reach = game.rules.reach(s, s.agenda[0].seat)
    takers = [at for at in range(board.size) if s.demand[at] >> colour & 1 and at != hex]
    if not takers:
        return f"No other city on the board takes {word} cubes."
    return f"No city that takes {word} cubes can be reached from {place} within {plural(reach, 'link')}."
