"""A table of Days of Steam for tests: every action passes the referee, positions are laid out by hand."""

from __future__ import annotations

import random
from functools import cache

from footplate.core.game import NATURE, Refusal
from footplate.core.table import Refused, Table
from footplate.days_of_steam.game import DaysOfSteam, load
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, good
from footplate.days_of_steam.moving import Found, courses, follow
from footplate.days_of_steam.places import MIDDLE, NAMES, read_place
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import FIRST_TOWN, is_town
from footplate.geometry.squares import SIDE_NAMES
from tests.days import referee

PLAYERS = ("Ada", "Emil", "Carl", "Dora")


@cache
def the_game() -> DaysOfSteam:
    """The game with the tiles as they come."""
    return load()


class Desk:
    """One game in the first player's first turn; nature answers by chance, but for the die."""

    def __init__(self, players: int = 2, first: str = "red", game: DaysOfSteam | None = None) -> None:
        self.game = game or the_game()
        self.rng = random.Random(1)
        self.table = Table(self.game, PLAYERS[:players])
        while self.table.actor == NATURE:
            kind = self.s.agenda[0].kind
            if kind == "start":
                self.table.act(f"turn {first}")
            elif kind == "first":
                self.table.act("first 1")
            else:
                self.chance()

    @property
    def s(self) -> DaysState:
        """The position; tests may change it by hand, so it remembers nothing."""
        self.table.state.memory = None
        return self.table.state

    def chance(self) -> None:
        """Nature answers."""
        self.table.act(self.game.say(self.game.sample(self.s, self.rng)))

    def act(self, *sentences: str) -> None:
        """Say sentences one after the other; what nature draws is drawn, but the die waits."""
        for sentence in sentences:
            self.one(sentence)
            while self.table.actor == NATURE and self.asked != "die":
                self.one(self.game.say(self.game.sample(self.s, self.rng)))

    def one(self, sentence: str) -> None:
        """Say one sentence, and let nature wait."""
        before = self.s.copy()
        news = self.table.act(sentence)
        referee.check_points(self.game, before, self.s, news)
        referee.check(self.game, self.s)

    @property
    def asked(self) -> str:
        """What is asked now; “over” at the end."""
        return self.s.agenda[0].kind if self.s.agenda else "over"

    def refusal(self, sentence: str) -> Refusal | None:
        """Why a sentence is refused now, as the constant of refusals.py; None if it is not."""
        return self.game.why_not(self.s, self.game.read(self.s, sentence))

    def why(self, sentence: str) -> str:
        """The reason why a sentence is refused now, as people read it."""
        try:
            self.table.copy().act(sentence)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"“{sentence}” is accepted")

    def accepts(self, sentence: str) -> bool:
        """Whether a sentence may be said; a lay or a town is listed then, and only then."""
        action = self.game.read(self.s, sentence)
        allowed = self.game.why_not(self.s, action) is None
        if action.verb in ("lay", "town"):
            assert allowed == (action in self.game.options(self.s))
        return allowed

    def says(self) -> list[str]:
        """All sentences that may be said now."""
        return [self.game.say(action) for action in self.game.options(self.s)]

    # Laying out ---------------------------------------------------------------------------------------

    def tile(self, place: str, tile: str, side: str = "N") -> None:
        """Put a track tile on a place without the rules; it comes from the deck, or else from a hand."""
        s, at, kind = self.s, read_place(place), self.game.tiles.numbers[tile]
        self._fetch(kind)
        s.deck[kind] -= 1
        assert not s.board[at]
        s.board[at] = self.game.tiles.codes[kind][SIDE_NAMES.index(side)]
        s.laid.append(at)

    def tiles(self, *lines: str) -> None:
        """Several tiles and towns: “N13 straight-1 E”, “P13 town blue”."""
        for line in lines:
            place, what, *rest = line.split()
            if what == "town":
                self.town(place, *rest)
            else:
                self.tile(place, what, *rest)

    def town(self, place: str, colour: str, *goods: str) -> None:
        """Put a town on a place without the rules, with these goods from the bag."""
        s, at, number = self.s, read_place(place), COLOURS.index(colour)
        if at == MIDDLE:
            s.town_deck[s.board[at] - 1] += 1
        if not s.town_deck[number]:
            self._swap_town(number)
        s.town_deck[number] -= 1
        s.board[at] = FIRST_TOWN + number
        if at != MIDDLE:
            s.laid.append(at)
        for word in goods:
            self.good(place, word)

    def _swap_town(self, colour: int) -> None:
        s = self.s
        slot = next(n for n, row in enumerate(s.market) if row and row[0] == colour)
        other = next(n for n, count in enumerate(s.town_deck) if count)
        s.town_deck[other] -= 1
        s.town_deck[colour] += 1
        s.market[slot] = (other, *s.market[slot][1:])

    def good(self, place: str, colour: str) -> None:
        """Put a good into a town as if it had been drawn there."""
        s, at, number = self.s, read_place(place), COLOURS.index(colour)
        if not s.bag[number]:
            raise AssertionError(f"no {colour} in the bag")
        s.bag[number] -= 1
        same = is_town(s.board[at]) and s.board[at] == FIRST_TOWN + number
        s.goods = sorted((*s.goods, (at, good(number, at if same else 0))))

    def hand(self, seat: int, *tiles: str) -> None:
        """Give a seat this hand; the old one goes back to the deck."""
        s = self.s
        for kind in s.hands[seat]:
            s.deck[kind] += 1
        s.hands[seat] = ()
        kinds = [self.game.tiles.numbers[tile] for tile in tiles]
        for kind in kinds:
            self._fetch(kind)
            s.deck[kind] -= 1
        s.hands[seat] = tuple(sorted(kinds))

    def _fetch(self, kind: int) -> None:
        """See that the deck has one: exchange it for another in somebody's hand."""
        s = self.s
        if s.deck[kind]:
            return
        seat = next(n for n, hand in enumerate(s.hands) if kind in hand)
        other = next(n for n, count in enumerate(s.deck) if count)
        hand = list(s.hands[seat])
        hand[hand.index(kind)] = other
        s.hands[seat] = tuple(sorted(hand))
        s.deck[other] -= 1
        s.deck[kind] += 1

    def train(self, seat: int, place: str, side: str = "", steam: int | None = None) -> None:
        """Put a train on a place, on the segment that leads to a side."""
        s, at = self.s, read_place(place)
        parts = self.game.tiles.part[s.board[at]]
        part = parts[SIDE_NAMES.index(side)] if side else 0
        assert part >= 0
        s.trains[seat] = 4 * at + part
        if steam is not None:
            s.steam[seat] = steam

    def carry(self, seat: int, colour: str) -> None:
        """Load a good from the bag onto a train."""
        number = COLOURS.index(colour)
        self.s.bag[number] -= 1
        self.s.load[seat] = good(number)

    def give(self, seat: int, *colours: str) -> None:
        """Let a seat have delivered these goods."""
        for colour in colours:
            self.s.bag[COLOURS.index(colour)] -= 1
            self.s.delivered[seat] += (COLOURS.index(colour),)

    def empty_deck(self, left: int = 1) -> None:
        """Let all tiles but so many of the deck be gone."""
        s = self.s
        while sum(s.deck) > left:
            kind = next(n for n, count in enumerate(s.deck) if count)
            s.deck[kind] -= 1
            s.gone[kind] += 1

    # Looking ------------------------------------------------------------------------------------------

    def where(self, seat: int) -> str:
        return NAMES[self.s.trains[seat] >> 2]

    def goods(self, place: str) -> list[str]:
        at = read_place(place)
        return [COLOURS[g % len(COLOURS)] for p, g in self.s.goods if p == at]

    def load(self, seat: int) -> str:
        load = self.s.load[seat]
        return "" if load == NO_GOOD else COLOURS[load % len(COLOURS)]

    def ends(self, seat: int = 0) -> set[str]:
        """The places where a train can stop."""
        return {NAMES[found.places[-1]] for found in self.ways(seat)}

    def ways(self, seat: int = 0) -> list[Found]:
        """The listed ways; going each of them comes to what the list says."""
        found, s = courses(self.game.rules, self.s, seat), self.s
        for way in found:
            assert follow(self.game.rules, s, seat, way.places, way.takes) == way.course, way
        return found

    def costs(self, place: str, seat: int = 0) -> set[tuple[int, bool]]:
        """The steam and roll of the listed ways to a place."""
        at = read_place(place)
        return {(f.course.spent, f.course.rolls) for f in self.ways(seat) if f.places[-1] == at}
