"""Deliveries as a page is told them: each with its way, and with what it brings to whom."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.choices import DeliveryChoice
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import links_along, links_by_owner, numbered_links
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Due


def told_deliveries(game: AgeOfSteam, s: SteamState, listed: Sequence[Deliver]) -> list[DeliveryChoice]:
    """Deliveries by what they are worth to the mover, with that as their rank: as the rules pay for each."""
    rules, due, income, cash, seats = game.rules, s.agenda[0], s.income, s.cash, range(s.seats)
    table, decision = rules.links(s), game.decision(s)
    numbered, numbers = numbered_links(game.board, s, table)
    out: list[DeliveryChoice] = []
    for a in listed:
        then: Due | None = None
        links = links_along(table, a.hex, a.sides, a.stops)
        assert links is not None
        if rules.pays_besides:
            after = s.copy()
            game.do(after, a)
            grown, has = after.income, after.cash
            then = after.agenda[0] if len(after.agenda) >= len(s.agenda) else None
        else:
            grown, has = income[:], cash[:]
            brings = rules.outcome(s, due.seat, a, links)
            for seat, steps in brings.income:
                grown[seat] += steps
            for seat, dollars in brings.cash:
                has[seat] += dollars
        # Tuples of numbers, which the garbage collector soon passes over: there may be thousands of rows.
        used = tuple([numbers[side] for side in a.sides])
        gains = tuple([(seat, grown[seat] - income[seat]) for seat in seats if grown[seat] != income[seat]])
        each = dict(links_by_owner(links, s.seats))
        beyond = [(seat, steps - each.get(seat, 0)) for seat, steps in gains]
        more = tuple([(seat, steps) for seat, steps in beyond if steps > 0])
        own, earned = grown[due.seat] - income[due.seat], has[due.seat] - cash[due.seat]
        told = decision.answer(rules, s, due, a, ())
        on_track = numbered[used[0]].begins and len(table[a.hex]) > 1
        out.append(
            DeliveryChoice(
                game.say(a),
                COLOURS[a.colour],
                a.hex,
                a.stops,
                used,
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
