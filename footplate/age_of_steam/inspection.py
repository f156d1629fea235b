"""Inspection: a position that comes from outside is looked through before anybody plays on with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from footplate.age_of_steam.board import (
    CITY_SIDE,
    EMPTY,
    IN_CITY,
    IN_TOWN,
    OWNERS,
    WALL,
    Board,
    seat_of,
)
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.tiles import TOWN
from footplate.core.slots import require

if TYPE_CHECKING:
    from footplate.age_of_steam.rules import Rules
    from footplate.age_of_steam.state import SteamState

MOST = 9999
"""No cash and no income of any game comes near it; bids are listed one by one up to the cash."""


def within(numbers: Iterable[int], least: int, most: int, what: str) -> None:
    """Refuse numbers that are not between two others."""
    require(all(least <= number <= most for number in numbers), f"{what} is not between {least} and {most}")


def different(seats: Iterable[int], among: Iterable[int], what: str) -> None:
    """Refuse a list that names somebody twice, or somebody else."""
    count, known = Counter(seats), set(among)
    fits = all(seat in known and times == 1 for seat, times in count.items())
    require(fits, f"{what} names a seat twice, or one that is not there")


def inspect(rules: Rules[Any], s: SteamState) -> None:
    """Refuse whatever could not have come about on this board; ValueError says what it is."""
    fewest, most = rules.board.players
    within([s.seats], fewest, most, "the number of players")
    _lengths(rules, s)
    _players(rules, s)
    _auction(s)
    _board(rules, s)
    _tiles(rules.board, s)
    inspect_track(rules.board, s)
    _goods(rules, s)


def _lengths(rules: Rules[Any], s: SteamState) -> None:
    """Every list is as long as at the start of a game."""
    fresh = type(s)(s.seats)
    rules.do_setup(fresh)
    for name in s.fields:
        value, usual = getattr(s, name), getattr(fresh, name)
        fixed = isinstance(value, bytearray) or name == "new_cities"
        # Whoever has a number of their own has it in a list with one for each seat.
        fixed = fixed or (isinstance(usual, list) and len(usual) == s.seats and name != "order")
        if fixed:
            require(len(value) == len(usual), f"{name} has {len(value)} entries instead of {len(usual)}")


def _players(rules: Rules[Any], s: SteamState) -> None:
    seats = range(s.seats)
    within([s.turn], 1, rules.turns(s.seats), "the turn")
    within(s.out, 0, s.turn, "the turn in which somebody was eliminated")
    playing = [seat for seat in seats if not s.out[seat]]
    require(sorted(s.order) == playing, "the player order does not name everybody who plays, once")
    require(s.over or len(playing) >= min(s.seats, 2), "nobody is left to play against")
    within(s.cash, 0, MOST, "the cash of somebody")
    within(s.income, -MOST, MOST, "the income of somebody")
    within((s.income[seat] for seat in playing), 0, MOST, "the income of somebody who plays")
    within(s.shares, 0, rules.shares_max, "the shares of somebody")
    require(set(s.engine) <= set(rules.engine_track), "the engine of somebody stands beside its track")
    require(all(isinstance(actions, tuple) for actions in s.held), "the actions of somebody are no list")
    held = [action for actions in s.held for action in actions]
    within(held, 0, len(rules.board.actions) - 1, "the action of somebody")
    require(len(set(held)) == len(held), "two players hold the same action")
    within([s.dearest], 0, MOST, "the price of the dearest tile")
    within((*s.begun, *s.raised), 0, 1, "whether somebody has begun, or raised the engine,")
    for due in s.agenda:
        require(due.seat < 0 or due.seat in playing, f"“{due.kind}” is asked of somebody who is out")
    asked = [(due.kind, due.seat, due.a) for due in s.agenda if due.seat >= 0]
    require(len(set(asked)) == len(asked), "somebody is asked the same twice")


def _auction(s: SteamState) -> None:
    seats = range(s.seats)
    within(s.bids, 0, MOST, "a bid")
    different(s.bidders, s.order, "the list of bidders")
    different(s.dropped, seats, "the list of those who have dropped out")
    within((s.high, s.passer), -1, s.seats - 1, "the seat of the highest bid, or of the Turn Order pass,")
    bidding = any(due.kind == "bid" for due in s.agenda)
    require(bidding == bool(s.bidders), "there are bidders in an auction, and only then")
    if bidding:
        require(sorted(s.bidders + s.dropped) == sorted(s.order), "somebody neither bids nor has dropped out")
        require(s.high < 0 or s.high in s.bidders, "the highest bid is that of somebody who has dropped out")
        require(all(s.bids[seat] <= s.cash[seat] for seat in s.bidders), "somebody cannot pay a bid")
        require(s.high < 0 or s.bids[s.high] == max(s.bids), "the highest bid is not the highest")


def _board(rules: Rules[Any], s: SteamState) -> None:
    board = rules.board
    placed = [hex for hex in s.new_cities if hex != -1]
    towns = [hex for hex in range(board.size) if board.kind[hex] == IN_TOWN]
    require(len(set(placed)) == len(placed) and set(placed) <= set(towns), "a New City stands on no town")
    kinds = bytes(IN_CITY if hex in placed else kind for hex, kind in enumerate(board.kind))
    require(s.kind == kinds, "a hex is of another kind than the board and the New Cities say")
    within(s.demand, 0, (1 << len(COLOURS)) - 1, "what a place accepts")
    require(all(owner == EMPTY or _is_owner(s, owner) for owner in s.link_owners), OUT_OWNS)
    within(s.built, 0, board.size + len(board.direct_links) - 1, "a hex that was built on")
    within(s.laid, 0, 6 * board.size - 1, "a side at which track was laid")


def _tiles(board: Board, s: SteamState) -> None:
    tiles = board.tiles
    within(s.layout, 0, len(tiles.layouts) - 1, "the track on a hex")
    for hex in range(board.size):
        layout, place = tiles.layouts[s.layout[hex]], board.place(hex)
        shown = s.tile[hex] - 1 in layout.tiles if s.layout[hex] else not s.tile[hex]
        require(shown, f"the tile on {place} has other tracks")
        fits = not s.layout[hex] or (layout.family == "town") == (s.kind[hex] == IN_TOWN)
        require(fits, f"the tile on {place} is not made for such a hex")
    lying = Counter(kind - 1 for kind in s.tile if kind)
    for number, tile in enumerate(tiles.tiles):
        there = s.supply[number] + lying[number]
        require(there == tile.pieces, f"there are {there} tiles {tile.name} instead of {tile.pieces}")
    disks = s.supply[-1] + sum(tiles.layouts[layout].disk for layout in s.layout)
    require(disks == tiles.town_disks, f"there are {disks} town disks instead of {tiles.town_disks}")


OUT_OWNS = "somebody who is out owns a direct link"


def inspect_track(board: Board, s: SteamState) -> None:
    """Refuse track that is marked where none lies, has no owner there is, or goes in a circle."""
    rail, layouts = s.rail, board.tiles.layouts
    require(rail[board.wall] == WALL, "the edge of the board is open")
    for hex in range(board.size):
        sides = rail[6 * hex : 6 * hex + 6]
        if s.kind[hex] == IN_CITY:
            require(sides == bytes([CITY_SIDE] * 6) and not s.layout[hex], f"{board.place(hex)} is no city")
            continue
        layout = layouts[s.layout[hex]]
        marked = all((sides[side] != EMPTY) == (side in layout.sides) for side in range(6))
        marked = marked and all(b == TOWN or sides[a] == sides[b] for a, b in layout.tracks)
        require(marked, f"the track on {board.place(hex)} is not marked as it lies")
    for side, owner in enumerate(rail[:-1]):
        if owner in (EMPTY, CITY_SIDE):
            continue
        place = board.place(side // 6)
        require(_is_owner(s, owner), f"the track on {place} belongs to nobody who plays")
        facing = rail[board.across[side]]
        require(facing != WALL, f"the track on {place} leads off the board")
        require(facing in (EMPTY, CITY_SIDE, owner), f"the track on {place} is joined with another’s")
        require(not _in_a_circle(board, s, side), f"the track on {place} goes in a circle")


def _is_owner(s: SteamState, owner: int) -> bool:
    """Whether somebody who plays, or one of those who are no seats, can own track."""
    seat = seat_of(owner)
    return owner in OWNERS if seat < 0 else seat < s.seats and not s.out[seat]


def _in_a_circle(board: Board, s: SteamState, start: int) -> bool:
    """Whether track that leaves a hex across a side comes back to it: whoever follows it would not arrive."""
    side = start
    while s.rail[facing := board.across[side]] not in (EMPTY, CITY_SIDE, WALL):
        on = board.tiles.joins[6 * s.layout[facing // 6] + facing % 6]
        if on == TOWN:
            return False
        side = facing - facing % 6 + on
        if side == start:
            return True
    return False


def _goods(rules: Rules[Any], s: SteamState) -> None:
    components, aside = rules.components(), list(rules.aside(s))
    lying = 0
    within(s.display, 0, len(COLOURS), "a box of the goods display")
    for number in range(STRIDE):
        there = s.bag[number] + s.drawn[number] + s.gone[number] + sum(s.cubes[number::STRIDE])
        if number >= len(COLOURS):
            require(not there, "there are cubes of no colour")
            continue
        there, colour = there + s.display.count(number + 1) + aside.count(number), COLOURS[number]
        lying += there
        require(
            rules.numbers["endless_goods"] or there == components[colour],
            f"there are {there} {colour} cubes instead of {components[colour]}",
        )
    every = sum(components.values())
    require(lying == every, f"there are {lying} cubes instead of {every}")
    stocked = any(due.kind == "stock" for due in s.agenda)
    require(stocked or not any(s.drawn), "cubes were drawn for nobody")
