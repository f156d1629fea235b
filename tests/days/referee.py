"""Invariants of Days of Steam that hold after every action of every test."""

from __future__ import annotations

from collections import Counter

from footplate.core.game import NATURE, Fact
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.places import ACROSS, MIDDLE, NAMES, is_place
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import is_town


def check(game: DaysOfSteam, s: DaysState) -> None:
    """Fail if the position breaks what is true of every position."""
    check_supply(game, s)
    check_map(game, s)
    check_trains(game, s)
    check_questions(game, s)


def check_supply(game: DaysOfSteam, s: DaysState) -> None:
    tiles: Counter[int] = Counter()
    towns: Counter[int] = Counter(s.bottom)
    goods: Counter[int] = Counter()
    for hand in s.hands:
        tiles.update(hand)
    for kind in range(len(game.tiles.tiles)):
        tiles[kind] += s.deck[kind] + s.gone[kind]
    for place in s.laid:
        code = s.board[place]
        if is_town(code):
            towns[code - 1] += 1
        else:
            tiles[game.tiles.kind[code]] += 1
    for row in s.market:
        towns.update(row[:1])
        goods.update(row[1:])
    towns.update(due.a for due in s.agenda if due.kind == "place")
    for colour in range(len(COLOURS)):
        towns[colour] += s.town_deck[colour]
        goods[colour] += s.bag[colour]
    goods.update(colour_of(good) for _, good in s.goods)
    goods.update(colour_of(good) for good in s.load if good != NO_GOOD)
    goods.update(colour for delivered in s.delivered for colour in delivered)
    for kind, tile in enumerate(game.tiles.tiles):
        assert tiles[kind] == tile.pieces, f"{tile.id}: {tiles[kind]}"
    assert sum(tiles.values()) == sum(tile.pieces for tile in game.tiles.tiles)
    for colour, name in enumerate(COLOURS):
        assert towns[colour] == game.tiles.towns[colour], f"{name} towns: {towns[colour]}"
        assert goods[colour] == game.tiles.goods, f"{name} goods: {goods[colour]}"
    assert sum(s.circuits) <= game.tiles.circuits
    everything = len(game.rules.towns(s)) == sum(game.tiles.towns)
    assert everything or not any(s.coal), "coal comes with the last town"


def check_map(game: DaysOfSteam, s: DaysState) -> None:
    assert len(set(s.laid)) == len(s.laid) == len(s.board) - s.board.count(0)
    assert not s.laid or s.laid[0] == MIDDLE
    for place in s.laid:
        assert s.board[place] and is_place(place)
        for side, across in enumerate(ACROSS):
            there = s.board[place + across]
            if there:
                here = game.tiles.sides[s.board[place]] >> side & 1
                assert here == game.tiles.sides[there] >> (side ^ 2) & 1, f"edges of {NAMES[place]}"


def check_trains(game: DaysOfSteam, s: DaysState) -> None:
    if not s.laid:
        return
    standing: Counter[int] = Counter()
    for seat, stand in enumerate(s.trains):
        code = s.board[stand >> 2]
        assert code and stand & 3 in game.tiles.part[code], "a train stands on no track"
        if is_town(code):
            assert s.load[seat] == NO_GOOD, "a train in a town is loaded"
        else:
            standing[stand] += 1
        assert 0 <= s.steam[seat] <= 6 and 0 <= s.coal[seat] <= game.tiles.coal
    assert all(trains == 1 for trains in standing.values()), "two trains share a segment"
    for place, good in s.goods:
        assert is_town(s.board[place])
        home = good // len(COLOURS)
        takes = s.board[place] - 1 == colour_of(good) and home != place
        assert not takes, "a good lies in a town that takes it"


def check_questions(game: DaysOfSteam, s: DaysState) -> None:
    assert s.over == (not s.agenda)
    if s.agenda and s.agenda[0].kind == "turn":
        assert s.agenda[0].seat == s.player
        assert all(len(hand) == game.tiles.hand for hand in s.hands)
        assert s.deck_left > 0 and not s.rolling
        assert all(score < 13 for score in map(game.rules.score, [s] * s.seats, range(s.seats)))
    if s.agenda and s.agenda[0].seat == NATURE:
        assert next(iter(game.odds(s)), None) is not None


def check_points(game: DaysOfSteam, before: DaysState, after: DaysState, news: list[Fact]) -> None:
    """Points and steam move only by what the news tell."""
    for seat in range(before.seats):
        own = [fact for fact in news if fact.seat == seat]
        points = sum(1 for fact in own if fact.kind == "circuit")
        points += sum(fact.data[0] for fact in own if fact.kind == "scored")
        gained = game.rules.score(after, seat) - game.rules.score(before, seat)
        assert gained == points, f"points of seat {seat} moved untold"
        steam = 0
        for fact in own:
            steam += fact.data[2] if fact.kind in ("laid", "founded") else 0
            steam += fact.data[1] if fact.kind == "water" else 0
            steam += fact.data[0] if fact.kind == "burnt" else 0
            steam -= fact.data[0] if fact.kind == "moved" else 0
        assert after.steam[seat] - before.steam[seat] == steam, f"steam of seat {seat} moved untold"
