"""A position of Days of Steam as a row of numbers, for who learns from many games.

It is made of what a seat may know. Seats are told in the order in which they sit, whoever looks first.
"""

from __future__ import annotations

from collections.abc import Iterator

from footplate.core.game import Roll
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of, good, good_word
from footplate.days_of_steam.places import MIDDLE, NAMES, WIDTH
from footplate.days_of_steam.secrets import known
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town, town_colour
from footplate.geometry.squares import SIDE_NAMES, SIDES

REACH = 12
"""How far from the first town the map is told, and its places have words: few maps grow farther."""
PLACES = tuple(
    MIDDLE + row * WIDTH + column for row in range(-REACH, REACH + 1) for column in range(-REACH, REACH + 1)
)
MOST = 20
"""Numbers up to this have a word: seats, towns and coal."""


def observation(game: DaysOfSteam, s: DaysState, seat: int) -> list[float]:
    """What a seat sees of a position, always as many numbers with so many players."""
    s = known(s, seat)
    seats = [(seat + other) % s.seats for other in range(s.seats)]
    return [
        *_question(game, s, seat),
        *(number for other in seats for number in _player(game, s, other)),
        *_supply(game, s),
        *_places(game, s, seats),
    ]


def _question(game: DaysOfSteam, s: DaysState, seat: int) -> Iterator[float]:
    due = s.agenda[0] if s.agenda else None
    yield s.turn
    for kind in game.decisions:
        yield due is not None and due.kind == kind
    yield due is not None and due.seat == seat
    yield due.a if due else 0
    yield due.b if due else 0


def _player(game: DaysOfSteam, s: DaysState, seat: int) -> Iterator[float]:
    yield from (s.steam[seat], s.coal[seat], s.circuits[seat], game.scores(s)[seat] or 0)
    yield seat == s.player
    for colour in range(len(COLOURS)):
        yield s.delivered[seat].count(colour)
    for colour in range(len(COLOURS)):
        yield s.load[seat] != NO_GOOD and colour_of(s.load[seat]) == colour
    for tile in range(len(game.tiles.tiles)):
        yield s.hands[seat].count(tile)
    yield len(s.hands[seat])


def _supply(game: DaysOfSteam, s: DaysState) -> Iterator[float]:
    yield from (s.deck_left, s.towns_left)
    yield from s.deck
    yield from s.town_deck
    yield from s.bag
    for town in s.market:
        for colour in range(len(COLOURS)):
            yield bool(town) and town[0] == colour
            yield town[1:].count(colour)


def _places(game: DaysOfSteam, s: DaysState, seats: list[int]) -> Iterator[float]:
    """The map near the first town: track at each side, towns, what moving there costs, goods, trains."""
    tiles = game.tiles
    goods: dict[int, list[int]] = {}
    for place, one in s.goods:
        goods.setdefault(place, []).append(colour_of(one))
    trains = {s.trains[seat] // SIDES: number for number, seat in enumerate(reversed(seats))}
    for place in PLACES:
        code = s.board[place]
        for side in range(SIDES):
            yield tiles.sides[code] >> side & 1
        yield tiles.cost[code]
        here = goods.get(place, ())
        for colour in range(len(COLOURS)):
            yield is_town(code) and town_colour(code) == colour
            yield sum(lies == colour for lies in here)
        yield trains.get(place, -1) + 1


def vocabulary(game: DaysOfSteam) -> list[str]:
    """Every word that players say, with the places near the first town."""
    asked = [decision for decision in game.decisions.values() if not isinstance(decision, Roll)]
    words = [kind.verb for decision in asked for kind in decision.takes]
    words += [*COLOURS, *map(str, range(MOST)), *SIDE_NAMES, "take", "to"]
    words += [tile.id for tile in game.tiles.tiles]
    words += [NAMES[place] for place in PLACES]
    words += [good_word(good(colour, place)) for place in PLACES for colour in range(len(COLOURS))]
    return list(dict.fromkeys(words))
