"""Whether a loaded state is a position of the game: each line a sentence of what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from footplate.core.slots import require
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of, home_of
from footplate.days_of_steam.places import ACROSS, MIDDLE, is_place
from footplate.days_of_steam.tiles import FIRST_TOWN, is_town, town_colour

if TYPE_CHECKING:
    from footplate.days_of_steam.rules import Rules
    from footplate.days_of_steam.state import DaysState

UNKNOWN = -1


def within(values: Iterable[int], least: int, most: int, what: str) -> None:
    require(all(least <= value <= most for value in values), f"{what} is not from {least} to {most}")


def inspect(rules: Rules, s: DaysState) -> None:
    """Refuse a state that cannot be; what is hidden may be unknown."""
    fewest, most = rules.tiles.players
    require(fewest <= s.seats <= most, f"the game is for {fewest} to {most} players")
    _sizes(rules, s)
    _map(rules, s)
    _trains(rules, s)
    _goods(rules, s)
    _tiles(rules, s)
    _turn(s)


def _sizes(rules: Rules, s: DaysState) -> None:
    kinds = len(rules.tiles.tiles)
    for name in ("trains", "came", "load", "steam", "coal", "circuits", "delivered", "hands"):
        require(len(getattr(s, name)) == s.seats, f"{name} has not one entry for each player")
    for name, size in (("deck", kinds), ("gone", kinds), ("town_deck", 4), ("bag", 4), ("market", 2)):
        require(len(getattr(s, name)) == size, f"{name} has not {size} entries")
    for name in ("delivered", "hands", "goods", "market"):
        for row in getattr(s, name):
            numbers = isinstance(row, tuple) and all(type(n) is int for n in row)
            require(numbers, f"{name} has something that is no list of numbers")


def _map(rules: Rules, s: DaysState) -> None:
    require(len(set(s.laid)) == len(s.laid), "two tiles lie on one place")
    require(len(s.laid) == len(s.board) - s.board.count(0), "the list of places is not that of the tiles")
    within((s.board[place] for place in s.laid), 1, len(rules.tiles.lies) - 1, "a tile")
    require(all(is_place(place) for place in s.laid), "a tile lies beyond the table")
    require(not s.laid or (s.laid[0] == MIDDLE and is_town(s.board[MIDDLE])), "the first town is not on M13")
    for place in s.laid:
        sides = rules.tiles.sides[s.board[place]]
        for side, across in enumerate(ACROSS):
            there = s.board[place + across]
            if there:
                meets = sides >> side & 1 == rules.tiles.sides[there] >> (side ^ 2) & 1
                require(meets, "an edge with track lies against one without")


def _trains(rules: Rules, s: DaysState) -> None:
    require(not s.turn or bool(s.laid), "the game has begun without a town")
    stands: list[int] = []
    for stand in s.trains if s.laid else ():
        place, part = divmod(stand, 4)
        there = is_place(place) and bool(s.board[place])
        require(there and part < rules.tiles.lies[s.board[place]].parts, "a train stands on no track")
        if not is_town(s.board[place]):
            require(stand not in stands, "two trains stand on one segment")
            stands.append(stand)
    within(s.came, -1, 3, "the side by which a train came")
    within(s.steam, 0, 6, "the steam of somebody")
    within(s.coal, 0, rules.tiles.coal, "the coal of somebody")
    within(s.circuits, 0, rules.tiles.circuits, "the number of circuits of somebody")
    within([sum(s.circuits)], 0, rules.tiles.circuits, "the number of circuits")


def _goods(rules: Rules, s: DaysState) -> None:
    lying = list(s.bag)
    require(s.goods == sorted(s.goods), "the goods are not in order")
    for colour in (colour for colours in s.delivered for colour in colours):
        within([colour], 0, len(COLOURS) - 1, "the colour of a good")
        lying[colour] += 1
    for row in s.market:
        within(row, 0, len(COLOURS) - 1, "the colour of a town or good beside the map")
        for colour in row[1:]:
            lying[colour] += 1
    for row in s.goods:
        require(len(row) == 2 and row[0] in s.laid and is_town(s.board[row[0]]), "a good lies in no town")
    for good in (*(row[1] for row in s.goods), *(load for load in s.load if load != NO_GOOD)):
        require(good >= 0, "there is no such good")
        home = home_of(good)
        fits = not home or (home in s.laid and s.board[home] == FIRST_TOWN + colour_of(good))
        require(fits, "a good came from no town of its colour")
        lying[colour_of(good)] += 1
    require(lying == [rules.tiles.goods] * len(COLOURS), "there are not as many goods as in the box")
    for seat, load in enumerate(s.load):
        require(load == NO_GOOD or not is_town(s.board[s.trains[seat] >> 2]), "a train in a town is loaded")


def _tiles(rules: Rules, s: DaysState) -> None:
    counted = [deck + gone for deck, gone in zip(s.deck, s.gone)]
    towns = list(s.town_deck)
    for hand in s.hands:
        require(list(hand) == sorted(hand) and len(hand) <= rules.tiles.hand, "a hand is not in order")
        within(hand, UNKNOWN, len(counted) - 1, "a tile in a hand")
        for tile in hand:
            if tile != UNKNOWN:
                counted[tile] += 1
    for place in s.laid:
        code = s.board[place]
        if is_town(code):
            towns[town_colour(code)] += 1
        else:
            counted[rules.tiles.kind[code]] += 1
    require(
        counted == [tile.pieces for tile in rules.tiles.tiles], "there are not as many tiles as in the box"
    )
    within(s.bottom, 0, len(COLOURS) - 1, "a town at the bottom of the deck")
    drawn = [due.a for due in s.agenda if due.kind == "place"]
    for colour in (*s.bottom, *_first(s.market), *drawn):
        if 0 <= colour < len(COLOURS):
            towns[colour] += 1
    require(towns == list(rules.tiles.towns), "there are not as many towns as in the box")


def _first(rows: Sequence[tuple[int, ...]]) -> list[int]:
    return [row[0] for row in rows if row]


def _turn(s: DaysState) -> None:
    within([s.player], 0, s.seats - 1, "the player")
    require(s.turn >= 0, "turns are counted from 0")
    rolls = any(due.kind == "die" for due in s.agenda)
    require(rolls == bool(s.rolling), "the die is due for a move, and only then")
    if s.rolling:
        fits = len(s.rolling) >= 5 and len(s.rolling) % 3 == 2
        require(fits, "the move for which the die is due is none")
        stand, came, spent, good, origin, *rest = s.rolling
        place = stand >> 2
        fits = is_place(place) and bool(s.board[place]) and 0 <= came <= 3 and 3 <= spent <= 6
        require(fits, "the move for which the die is due is none")
        lifted = [(good, origin)] if good != NO_GOOD else []
        lifted += [(rest[n], rest[n + 1]) for n in range(0, len(rest), 3)]
        there = [(origin, good) for good, origin in lifted if origin]
        fits = all(there.count(row) <= s.goods.count(row) for row in there)
        carried = [good for good, origin in lifted if not origin]
        fits = fits and (not carried or carried == [s.load[s.player]])
        fits = fits and all(is_town(s.board[town]) for town in rest[2::3] if is_place(town))
        require(fits, "the move for which the die is due takes goods that are not there")
