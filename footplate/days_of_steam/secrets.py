"""What is hidden: the tiles in the hands of others, and so which of them are left to draw."""

from __future__ import annotations

import random

from footplate.core.game import NATURE, Fact
from footplate.days_of_steam.actions import Draw
from footplate.days_of_steam.state import UNKNOWN, DaysState


def known(s: DaysState, seat: int) -> DaysState:
    """A copy in which the hands of all others are unknown; a watcher is any seat that does not play.

    The tiles of unknown hands are counted among those in the deck, as whoever looks on would count them.
    When the game is over nothing is hidden, and from nature nothing ever is.
    """
    new = s.copy()
    if s.over or seat == NATURE:
        return new
    for other, hand in enumerate(s.hands):
        if other != seat:
            for tile in hand:
                if tile != UNKNOWN:
                    new.deck[tile] += 1
            new.hands[other] = (UNKNOWN,) * len(hand)
    return new


def resample(s: DaysState, seat: int, rng: random.Random) -> DaysState:
    """A copy in which the hands of others are dealt anew from all that the seat has not seen."""
    new = known(s, seat)
    unseen = [tile for tile, count in enumerate(new.deck) for _ in range(count)]
    hidden = [other for other, hand in enumerate(new.hands) if UNKNOWN in hand]
    dealt = rng.sample(unseen, sum(len(new.hands[other]) for other in hidden))
    for other in hidden:
        size = len(new.hands[other])
        new.hands[other] = tuple(sorted(dealt[:size]))
        del dealt[:size]
        for tile in new.hands[other]:
            new.deck[tile] -= 1
    return new


def seen(text: str, entry_seat: int, seat: int) -> str:
    """An entry of the log as a seat may read it: a draw says for whom, and only to them what."""
    words = text.split()
    if entry_seat != NATURE or words[:1] != [Draw.verb] or words[1] == str(seat + 1):
        return text
    return " ".join(words[:2])


def readable(fact: Fact, seat: int) -> Fact:
    """A fact as a seat may read it: of a draw into another hand only how many tiles."""
    if fact.kind != "drew" or fact.seat == seat:
        return fact
    return Fact("drew", fact.seat, (UNKNOWN,) * len(fact.data))
