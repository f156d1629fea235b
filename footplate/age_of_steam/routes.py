"""Links as numbers: which places they join, and every way a cube can take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from footplate.age_of_steam.board import CITY_SIDE, EMPTY, IN_CITY, WALL, Board, seat_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import OPEN, REMEMBERED, arrival, leads_to


class Link(NamedTuple):
    """A completed link as it is seen from one of its places."""

    to: int
    side: int
    """The side by which it leaves, counted as 6 * hex + side; a direct link has a number beyond all sides."""
    owner: int
    enters: int
    """The side by which it enters the other place, counted likewise."""
    length: int = 1
    """What it takes of an engine's reach."""
    over: int = 0
    """The hexes as bits where cubes can start in the midst of it: none comes back over its own."""


LinkTable = dict[int, tuple[Link, ...]]
"""For each place the links that leave it."""

Sides = tuple[int, ...]
Stops = tuple[int, ...]
Share = tuple[int, int]
"""A seat, and what it gets."""


class Outcome(NamedTuple):
    """What a delivery brings to whom: steps of income, and dollars."""

    income: tuple[Share, ...]
    cash: tuple[Share, ...] = ()


class Way(NamedTuple):
    """One way for a cube: where it begins, and how it goes."""

    hex: int
    colour: int
    gains: int
    """The income it pays and its tally, packed."""
    sides: Sides
    stops: Stops


INCOME_BITS: Final = 7
"""Bits in which the income of one seat from one delivery is counted."""
TALLY: Final = 64
"""From this bit on stands what a way counts besides its income."""
PAYS: Final = (1 << TALLY) - 1
"""The bits below it: what a way pays to whom."""


GAINS: Final[tuple[int, ...]] = tuple(
    1 << INCOME_BITS * seat_of(owner) if seat_of(owner) >= 0 else 0 for owner in range(WALL + 1)
)
"""One link's income for each owner, packed: INCOME_BITS for each seat."""
SEATS = tuple(seat_of(owner) for owner in range(WALL + 1))
"""The seat that each mark of an owner stands for, -1 for none."""


def link_table(board: Board, s: SteamState) -> LinkTable:
    """All completed links, worked out once for a board as it stands."""
    if s.link_table is None:
        s.link_table = _find_links(board, s)
    return s.link_table


@lru_cache(REMEMBERED)
def _link(side: int, owner: int, enters: int) -> Link:
    """A link over track, made once: it takes longer to make one than to find it."""
    return Link(enters // 6, side, owner, enters)


def _find_links(board: Board, s: SteamState) -> LinkTable:
    table: LinkTable = {}
    rail = s.rail
    back: dict[int, int] = {}
    """For the side by which a link was entered the one by which it left: each is followed once."""
    for hex in board.stops:
        if s.kind[hex] == IN_CITY:
            owners: tuple[int, ...] = board.facing[hex](rail)
        elif s.layout[hex]:
            owners = tuple(rail[6 * hex : 6 * hex + 6])
        else:
            continue
        found = []
        for side, owner in enumerate(owners, 6 * hex):
            if owner != EMPTY and owner != CITY_SIDE and owner != WALL:
                enters = back.get(side)
                if enters is None:
                    enters = arrival(board, s, side)
                    back[enters] = side
                if enters != OPEN and enters // 6 != hex:
                    found.append(_link(side, owner, enters))
        if found:
            table[hex] = tuple(found)
    for number, link in enumerate(board.direct_links):
        if owner := s.link_owners[number]:
            for here, there in (0, 1), (1, 0):
                direct = Link(link.ends[there], board.wall + 1 + number, owner, link.sides[there])
                table[link.ends[here]] = (*table.get(link.ends[here], ()), direct)
    return table


def links_along(table: LinkTable, start: int, sides: Sides, stops: Stops) -> list[Link] | None:
    """The links from stop to stop that leave by these sides, or None where one is missing."""
    here, out = start, []
    for side, stop in zip(sides, stops):
        for link in table.get(here, ()):
            if link.side == side and link.to == stop:
                out.append(link)
                break
        else:
            return None
        here = stop
    return out


def length_of(links: Sequence[Link]) -> int:
    """What these links take of an engine's reach."""
    length = 0
    for link in links:
        length += link.length
    return length


def links_by_owner(links: Sequence[Link], seats: int) -> tuple[Share, ...]:
    """How many of these links each seat owns, without the seats that own none."""
    counts = [0] * seats
    for link in links:
        seat = SEATS[link.owner]
        if seat >= 0:
            counts[seat] += 1
    return tuple([(seat, count) for seat, count in enumerate(counts) if count])


class Numbered(NamedTuple):
    """A link as it is seen from the place or the track where it begins."""

    hex: int
    link: Link
    begins: bool


def numbered_links(
    board: Board, s: SteamState, table: LinkTable
) -> tuple[dict[int, Numbered], dict[int, int]]:
    """Every link and every way of a cube on track once by its number, and the numbers by side."""
    out: dict[int, Numbered] = {}
    numbers: dict[int, int] = {}
    for hex, links in table.items():
        for link in links:
            if link.side in numbers:
                continue
            far = _far_side(board, s, link.side)
            back = any(other.side == far and other.to == hex for other in table.get(link.to, ()))
            numbers[link.side] = link.side
            if back:
                numbers[far] = link.side
            out[link.side] = Numbered(hex, link, not back)
    return out, numbers


def _far_side(board: Board, s: SteamState, side: int) -> int:
    """The side by which the same link leaves its other end."""
    if side > board.wall:
        return side
    passed: list[int] = []
    leads_to(board, s, side, passed)
    if len(passed) % 2:
        return passed[-1]
    return board.across[passed[-1] if passed else side]


def with_starts(
    board: Board, s: SteamState, table: LinkTable, starts: Sequence[int], *, unfinished: bool
) -> LinkTable:
    """The links, and the ways on from track on which cubes lie: as far as the next place each is a link.

    Whether they also leave by the finished end of an unfinished section, a map says. None comes back over the
    hex it started from.
    """
    out = dict(table)
    for hex in starts:
        found: list[Link] = []
        for track in board.tiles.layouts[s.layout[hex]].tracks:
            ends = [(side, arrival(board, s, side)) for side in (6 * hex + track[0], 6 * hex + track[1])]
            if unfinished or is_complete(*(enters for _, enters in ends)):
                found += [
                    Link(enters // 6, side, s.rail[side], enters) for side, enters in ends if enters != OPEN
                ]
        out[hex] = tuple(found)
    known = frozenset(starts)
    return {
        hex: tuple(link._replace(over=_over(board, s, link, known)) for link in links)
        for hex, links in out.items()
        if links
    }


def is_complete(one: int, other: int) -> bool:
    """Whether track that enters places by these sides, each perhaps OPEN, joins two of them."""
    return OPEN not in (one, other) and one // 6 != other // 6


def _over(board: Board, s: SteamState, link: Link, starts: frozenset[int]) -> int:
    """Those of the hexes over which a link runs that are starts of cubes, as bits."""
    if link.side > board.wall:
        return 0
    passed: list[int] = []
    arrival(board, s, link.side, passed)
    return sum(1 << hex for hex in {side // 6 for side in passed} & starts)


Step = tuple[int, int, int, int, int, int, int]
"""A link as a search sees it: the place it leads to; that place and the starts of cubes on it, as bits among
what is visited; the colours that the place takes at the end of this link, and those that may go on; its side,
its gains and its length. A plain tuple, for no other is taken apart as quickly."""
Steps = Mapping[int, Sequence[Step]]
"""For each place the steps that leave it."""

BITS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(bit for bit in range(8) if number >> bit & 1) for number in range(256)
)
"""The bits of each small number, which are the colours of some goods."""


try:
    _kernel: Any = import_module("footplate.age_of_steam.ways")
except ImportError:  # Where the package's build has not compiled it.
    _kernel = None

SEARCH: Final[Callable[[type, Steps, Mapping[int, int], int, int], list[Way]] | None] = getattr(
    _kernel, "all_ways", None
)
"""The same search in C."""
MADE: Final[Callable[[type[Any], list[Way]], list[Any]] | None] = getattr(_kernel, "made", None)
"""The same as `_made` in C, which takes a tenth of the time: there may be hundreds of ways."""


class Moved(Protocol):
    """What is made of a way."""

    def __init__(self, hex: int, colour: int, sides: Sides, stops: Stops) -> None: ...


M = TypeVar("M", bound=Moved)


def made(kind: type[M], ways: list[Way]) -> list[M]:
    """For each way a thing of this kind, which has slots for its parts."""
    return (MADE or _made)(kind, ways)


def _made(kind: type[M], ways: list[Way]) -> list[M]:
    return [kind(hex, colour, sides, stops) for hex, colour, _, sides, stops in ways]


def all_ways(steps: Steps, goods: Mapping[int, int], reach: int, most: int | None = None) -> list[Way]:
    """Every way with gains of its own for one of these goods, colours as bits by hex, within a reach.

    Where there are more than `most`, some of them are enough to see it.
    """
    if SEARCH is not None:
        try:
            return SEARCH(Way, steps, goods, reach, -1 if most is None else most)
        except OverflowError:
            pass  # A board beyond what it counts with: ours has no bounds.
    return _all_ways(steps, goods, reach, most)


def _all_ways(steps: Steps, goods: Mapping[int, int], reach: int, most: int | None) -> list[Way]:
    hopes = hopes_of(steps, reach)
    ahead: list[dict[int, list[Lead]]] = [{} for _ in range(reach + 1)]
    out: list[Way] = []
    for start, colours in goods.items():
        if alive := colours & hopes[reach].get(start, 0):
            out += _ways_from(steps, ahead, hopes, start, alive, reach)
            if most is not None and len(out) > most:
                break
    return out


def hopes_of(steps: Steps, reach: int) -> list[dict[int, int]]:
    """For each reach that is left and each place the colours that can still be delivered, as bits."""
    hopes: list[dict[int, int]] = []
    free = any(not step[-1] for onward in steps.values() for step in onward)
    for left in range(reach + 1):
        now = dict.fromkeys(steps, 0)
        hopes.append(now)
        # Over links that take nothing of the reach, hope spreads as far as they lead.
        changed = free or left > 0
        while changed:
            changed = False
            for hex, onward in steps.items():
                colours = 0
                for to, _, accepts, passes, _, _, length in onward:
                    if length <= left:
                        colours |= accepts | hopes[left - length].get(to, 0) & passes
                if colours != now[hex]:
                    now[hex] = colours
                    changed = free
    return hopes


Lead = tuple[int, int, int, int, int, int, int, int]
"""A step with a given reach left: where it leads, its bits among what is visited and that of the place, the
colours it delivers and those it leads on with hope, its side, its gains, and the reach left after it."""


def _leads(onward: Sequence[Step], hopes: list[dict[int, int]], left: int) -> list[Lead]:
    """The steps that are of use from a place with so much reach left."""
    out = []
    for to, bit, accepts, passes, side, more, length in onward:
        if length <= left:
            going = passes & hopes[left - length].get(to, 0)
            if accepts or going:
                out.append((to, bit, 1 << to, accepts, going, side, more, left - length))
    return out


def _ways_from(
    steps: Steps,
    ahead: list[dict[int, list[Lead]]],
    hopes: list[dict[int, int]],
    start: int,
    colours: int,
    reach: int,
) -> list[Way]:
    found: dict[tuple[int, int, int], tuple[Sides, Stops]] = {}

    def go(here: int, left: int, gains: int, alive: int, visited: int, sides: Sides, stops: Stops) -> None:
        leads = ahead[left].get(here)
        if leads is None:
            leads = ahead[left][here] = _leads(steps[here], hopes, left)
        for to, bit, place, accepts, going, side, more, rest in leads:
            if visited & bit:
                continue
            if takes := alive & accepts:
                key = (to, gains + more, takes)
                known = found.get(key)
                # Of ways with one outcome the shortest is listed.
                if known is None or len(known[1]) > len(stops) + 1:
                    found[key] = (*sides, side), (*stops, to)
            if on := alive & going:
                go(to, rest, gains + more, on, visited | place, (*sides, side), (*stops, to))

    go(start, reach, 0, colours, 1 << start, (), ())
    out: dict[tuple[int, int, int], Way] = {}
    for (to, gains, takes), (sides, stops) in found.items():
        for colour in BITS[takes]:
            if (colour, to, gains) not in out:
                out[colour, to, gains] = Way(start, colour, gains, sides, stops)
    return list(out.values())


def some_ways(steps: Steps, goods: Mapping[int, int], reach: int) -> list[Way]:
    """The shortest way of each of these goods that can be delivered at all."""
    found = (
        _shortest_way(steps, start, colour, reach)
        for start, colours in goods.items()
        if start in steps
        for colour in BITS[colours]
    )
    return [way for way in found if way is not None]


def _shortest_way(steps: Steps, start: int, colour: int, reach: int) -> Way | None:
    # The shortest way comes to no place twice, so that nobody need remember where it has been.
    todo: list[tuple[int, int, int, Sides, Stops]] = [(0, start, 0, (), ())]
    seen = set[int]()
    while todo:
        far, here, gains, sides, stops = heappop(todo)
        if here in seen:
            continue
        seen.add(here)
        for to, bits, accepts, passes, side, more, length in steps.get(here, ()):
            if bits >> start & 1 or far + length > reach:
                continue
            way = (*sides, side), (*stops, to)
            if accepts >> colour & 1:
                return Way(start, colour, gains + more, *way)
            if passes >> colour & 1 and to not in seen:
                heappush(todo, (far + length, to, gains + more, *way))
    return None
