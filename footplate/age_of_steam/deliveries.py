"""Deliveries as a page is told them: each with its way, and with what it brings to whom."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import SEATS, Share, Stops, numbered_links
from footplate.age_of_steam.state import SteamState


class DeliveryChoice(NamedTuple):
    """One delivery: its sentence, its cube, its way, and what it brings to whom.

    There may be a thousand, so they are told as rows, without the names of their columns.
    """

    sentence: str
    colour: str
    hex: int
    stops: Stops
    links: tuple[int, ...]
    """The links used, by their number in the view."""
    gains: tuple[Share, ...]
    own: int
    more: tuple[Share, ...]
    """What of the gains is more than one for each link."""
    leaves: str | None
    """By which side the cube leaves its track, or enters a city, where that makes a difference."""
    then: str | None
    """What is asked at once afterwards, e.g. who gets a bonus."""
    cash: int = 0
    """What it brings the mover in cash."""
    rank: int = 0
    """Its place among all deliveries, the best first."""
    note: str | None = None
    """What else comes of it that should be known before, e.g. −2 disks."""


def told_deliveries(game: AgeOfSteam, s: SteamState, listed: Sequence[Deliver]) -> list[DeliveryChoice]:
    """Deliveries by what they are worth to the mover, with that as their rank: as the rules pay for each."""
    table, due, seats = game.rules.links(s), s.agenda[0], range(s.seats)
    numbered, numbers = numbered_links(game.board, s, table)
    owners = {number: SEATS[link.owner] for number, (_, link, _) in numbered.items()}
    decision, income, cash = game.decision(s), s.income, s.cash
    out: list[DeliveryChoice] = []
    for a in listed:
        after = s.copy()
        game.do(after, a)
        # Tuples of numbers, which the garbage collector soon passes over: there may be thousands of rows.
        links = tuple([numbers[side] for side in a.sides])
        used = [0] * s.seats
        for number in links:
            seat = owners[number]
            if seat >= 0:
                used[seat] += 1
        grown = after.income
        gains = tuple([(seat, grown[seat] - income[seat]) for seat in seats if grown[seat] != income[seat]])
        more = tuple([(seat, steps - used[seat]) for seat, steps in gains if steps > used[seat]])
        own, earned = grown[due.seat] - income[due.seat], after.cash[due.seat] - cash[due.seat]
        told = decision.answer(game.rules, s, due, a, ())
        then = after.agenda[0] if len(after.agenda) >= len(s.agenda) else None
        on_track = numbered[links[0]].begins and len(table[a.hex]) > 1
        out.append(
            DeliveryChoice(
                game.say(a),
                COLOURS[a.colour],
                a.hex,
                a.stops,
                links,
                gains,
                own,
                more,
                _leaving(game, a) if on_track else _entering(game, s, a),
                game.decisions[then.kind].prompt if then else None,
                earned,
                _rank(own, earned, sum([steps for _, steps in gains]) - own, len(links)),
                told.says if told else None,
            )
        )
    out.sort(key=attrgetter("rank"))
    return out


def _rank(own: int, cash: int, others: int, links: int) -> int:
    """Own income, own cash, little for others, few links, as one number: the best has the lowest."""
    return (((200 - own) * 200 + 100 - cash) * 200 + others) * 100 + links


def _leaving(game: AgeOfSteam, a: Deliver) -> str:
    """By which side a cube leaves its track, or over which hex it is driven there."""
    board = game.board
    driven = a.sides[0] > board.wall
    by = board.read_back_side(a.sides[1] if driven else a.sides[0])
    leaves = f"leaves {by} towards {board.place(a.stops[1] if driven else a.stops[0])}"
    return f"is driven to {board.place(a.stops[0])}, {leaves}" if driven else leaves


def _entering(game: AgeOfSteam, s: SteamState, a: Deliver) -> str | None:
    """By which side a cube enters a city that takes another colour at each side."""
    board = game.board
    if not board.side_accepts:
        return None
    links = links_of(game.rules, s, a) or ()
    sides = [link.enters for link in links if link.enters in board.side_accepts]
    return f"enters {board.place(sides[0] // 6)} by {board.read_back_side(sides[0])}" if sides else None
