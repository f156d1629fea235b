"""A position of Age of Steam as a row of numbers, for who learns from many games.

Seats are told in the order in which they sit, whoever looks first: a policy plays from any of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from footplate.age_of_steam.board import (
    DIRECT_WORD,
    IN_CITY,
    IN_TOWN,
    OWNERS,
    PLAIN,
    TRAIL_WORD,
    owner_of,
    seat_of,
)
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import NUMBERS
from footplate.core.game import Roll

OWN_SLOTS = 64
"""So many numbers tell what a slot that only one map has holds; what lies beyond is left out."""
MOST = 500
"""Numbers up to this have a word: bids, shares, seats and boxes."""
OWN, OTHER, PUBLIC, NEITHER = 1.0, -1.0, 0.5, 0.0
"""Whose track lies at a side; nobody’s, the state’s and the nation’s is public."""


def observation(game: AgeOfSteam, s: SteamState, seat: int) -> list[float]:
    """What a seat sees of a position, always as many numbers on one board with so many players."""
    return [
        *_question(game, s, seat),
        *(number for other in range(s.seats) for number in _player(game, s, (seat + other) % s.seats)),
        *_goods(game, s),
        *_hexes(game, s, seat),
        *_own_slots(game, s),
    ]


def _question(game: AgeOfSteam, s: SteamState, seat: int) -> Iterator[float]:
    """When it is, and what is asked of whom."""
    due = s.agenda[0] if s.agenda else None
    yield s.turn
    yield game.rules.turns(s.seats) - s.turn
    for number in range(len(game.phases)):
        yield number == s.phase
    for kind in game.decisions:
        yield due is not None and due.kind == kind
    yield due is not None and due.seat == seat
    yield due.a if due else 0
    yield due.b if due else 0


def _player(game: AgeOfSteam, s: SteamState, seat: int) -> Iterator[float]:
    yield from (s.cash[seat], s.income[seat], s.shares[seat], s.engine[seat])
    yield game.rules.score(s, seat) or 0
    yield s.out[seat] > 0
    yield s.order.index(seat) if seat in s.order else len(s.order)
    yield from (s.begun[seat], s.raised[seat])
    yield s.bids[seat] if seat < len(s.bids) else 0
    yield seat in s.bidders
    yield seat == s.high
    for action in range(len(game.board.actions)):
        yield action in s.held[seat]


def _goods(game: AgeOfSteam, s: SteamState) -> Iterator[float]:
    """The bag, the display, New Cities and tiles that are left."""
    for colour in range(len(COLOURS)):
        yield s.bag[colour] if colour < len(s.bag) else 0
        yield s.drawn[colour] if colour < len(s.drawn) else 0
    for box in range(len(game.board.box_place)):
        lies = s.display[box] if box < len(s.display) else 0
        for colour in range(len(COLOURS)):
            yield lies == colour + 1
    for city in range(len(game.board.new_cities)):
        yield city < len(s.new_cities) and s.new_cities[city] >= 0
    yield from s.supply


def _hexes(game: AgeOfSteam, s: SteamState, seat: int) -> Iterator[float]:
    """Every hex: its kind, whose track at each side, what it takes, its cubes; then the direct links."""
    whose = [_whose(owner, seat) for owner in range(256)]
    for hex in range(game.board.size):
        for kind in (PLAIN, IN_TOWN, IN_CITY):
            yield s.kind[hex] == kind
        for side in range(6 * hex, 6 * hex + 6):
            yield whose[s.rail[side]]
        for colour in range(len(COLOURS)):
            yield s.demand[hex] >> colour & 1
            yield s.cubes[STRIDE * hex + colour]
        yield hex in s.built
    for owner in s.link_owners:
        yield whose[owner]


def _whose(owner: int, seat: int) -> float:
    if owner == owner_of(seat):
        return OWN
    if seat_of(owner) >= 0:
        return OTHER
    return PUBLIC if owner in OWNERS else NEITHER


def _own_slots(game: AgeOfSteam, s: SteamState) -> Iterator[float]:
    """What only this board remembers, as it is."""
    for name in type(s).fields:
        if name not in SteamState.fields:
            told = list(_flat(getattr(s, name)))[:OWN_SLOTS]
            yield from told
            # A single number is always one; whatever can grow gets its whole room.
            if not isinstance(getattr(s, name), int):
                yield from (0.0 for _ in range(OWN_SLOTS - len(told)))


def _flat(value: object) -> Iterator[float]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, (list, tuple, bytearray)):
        for part in value:
            yield from _flat(part)


def vocabulary(game: AgeOfSteam) -> list[str]:
    """Every word that players say on a board."""
    board = game.board
    asked = [decision for decision in game.decisions.values() if not isinstance(decision, Roll)]
    words = [kind.verb for decision in asked for kind in decision.takes]
    words += [*COLOURS, *map(str, range(MOST)), *NUMBERS, *board.actions, *board.side_names]
    words += [city.letter for city in board.new_cities]
    words += [column.name for column in board.columns]
    words += [*board.words, *board.layout_words[1:], DIRECT_WORD, TRAIL_WORD, *board.direct_words]
    return list(dict.fromkeys(words))
