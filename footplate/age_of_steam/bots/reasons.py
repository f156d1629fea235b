"""Why a bot does what it does: one sentence for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.age_of_steam.actions import (
    Bid,
    Build,
    Connect,
    Decline,
    Deliver,
    Done,
    Drop,
    Improve,
    Issue,
    Pass,
    Stock,
    Take,
    Urbanize,
)
from footplate.age_of_steam.bots.candidates import Candidate
from footplate.age_of_steam.bots.outlook import Outlook, Plan
from footplate.age_of_steam.bots.rivals import Rivals, hexes_of
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.words import action_name
from footplate.core.game import Seat

ONLY = "Nothing else can be done."
"""The reason where there is no choice."""
WORTH_SAYING = 1.0
"""Points of another from which on it is said that it loses them."""
LINKS_NAMED = 3
"""Links of a plan that are named."""


def reason(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    """Why one of several candidates is chosen, in a sentence."""
    says = {
        Issue: _issue,
        Bid: _bid,
        Drop: _drop,
        Take: _take,
        Urbanize: _urbanize,
        Build: _build,
        Connect: _build,
        Done: _done,
        Deliver: _deliver,
        Improve: _improve,
        Pass: _pass,
        Stock: _stock,
    }
    at = next(number for number, candidate in enumerate(found) if candidate is chosen)
    point = look.rules.aims().point(look.s)
    told = [candidate._replace(points=candidate.points / point) for candidate in found]
    return says.get(type(chosen.action), _any)(look, told[at], told)


def _any(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    if isinstance(chosen.action, Decline):
        return "Nothing on offer adds any points."
    others = [other.points for other in found if other is not chosen]
    if not others or chosen.points - max(others) < 0.5:
        return "No other answer promises more."
    return f"It promises {_points(chosen.points - max(others))} more than the next best answer."


def _issue(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    a, plan = chosen.action, chosen.plan
    assert isinstance(a, Issue)
    cash = look.cash + look.rules.share_price * a.shares
    if plan is None or not plan.packages:
        need = "covers the expenses of this turn" if a.shares else "is enough, and there is nothing to build"
        return f"${cash} {need}."
    use = f"to build {_links(look, plan)} for ${plan.cost}"
    if not a.shares:
        return f"${cash} is enough {use}."
    return f"${cash} is needed {use}, and leaves ${max(0, cash - plan.cost)} for order and expenses."


def _bid(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    a = chosen.action
    assert isinstance(a, Bid)
    lead = _points(_lead(chosen, found))
    return f"A better place in the order is worth {lead} more than it costs at ${a.amount}."


def _drop(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    if len(found) < 2:
        return "There is no money for a higher bid."
    return f"The money is worth {_points(_lead(chosen, found))} more in track than in the order."


def _take(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    rest = sorted((c for c in found if c is not chosen), key=lambda c: -c.points)
    adds = f"It adds {_points(chosen.points)}"
    if rest and isinstance(rest[0].action, Take):
        name = action_name(look.rules.board.actions[rest[0].action.action])
        adds += f", {name} would add {_points(rest[0].points)}"
    return adds + "."


def _build(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    plan = chosen.plan
    if plan is None:
        return _any(look, chosen, found)
    gain, late = _gain(look, plan), " next turn" if plan.late else ""
    brings = (
        f"{gain:+d} income{late or ' this turn'} over {_links(look, plan)}"
        if gain > 0
        else (f"{_links(look, plan)} makes later deliveries longer")
    )
    leaves = f"leaves ${look.cash - plan.cost} for expenses of ${_expenses(look)}"
    return f"{brings}, {leaves}{_blocks(look, plan)}."


def _urbanize(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    a, board = chosen.action, look.rules.board
    assert isinstance(a, Urbanize)
    city = board.new_cities[a.city]
    others = [c.points for c in found if not isinstance(c.action, Urbanize)]
    more = f" and adds {_points(chosen.points - max(others))}" if others else ""
    return f"{board.place(a.hex)} takes {COLOURS[city.colour]} cubes from now on{more}."


def _done(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    return f"No track is worth its price now; ${look.cash} stays for expenses of ${_expenses(look)}."


def _deliver(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    a, board = chosen.action, look.rules.board
    assert isinstance(a, Deliver)
    income, cash = map(dict, look.rules.outcome(look.s, look.seat, a, links_of(look.rules, look.s, a) or []))
    own = income.pop(look.seat, 0)
    over = " and ".join(board.place(stop) for stop in a.stops[:-1][-2:])
    others = sum(income.values())
    if not own and not others and not cash.get(look.seat):
        end, lead = board.place(a.stops[-1]), _points(_lead(chosen, found))
        return f"In {end} the cube pays nobody, but is worth {lead} more than any other move."
    says = f"{own:+d} income" + (f" and ${cash[look.seat]}" if cash.get(look.seat) else "")
    says += f" over {over}" if over else f" to {board.place(a.stops[-1])}"
    return says + (f", {others:+d} for others" if others else ", nothing for others") + _denies(look, a) + "."


def _denies(look: Outlook, a: Deliver) -> str:
    """Who would have moved the cube that is taken, and for what."""
    seat, brings = Rivals(look).mover(STRIDE * a.hex + a.colour)
    return f"; {Seat(seat)} would move this cube for {round(brings)}" if brings >= 1 else ""


def _blocks(look: Outlook, plan: Plan) -> str:
    """Whose best track a plan stands in the way of."""
    rivals = Rivals(look)
    lost = rivals.blocked(hexes_of(plan, look.s.agenda[0].a))
    seat = max(lost, key=lambda seat: lost[seat], default=-1)
    if seat < 0 or lost[seat] < WORTH_SAYING:
        return ""
    return f"; keeps {Seat(seat)} from {_links(look, rivals.sites(seat)[0].plan)}"


def _improve(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    engine = look.rules.raised(look.engine)
    lead = _lead(chosen, found)
    return f"Engine {engine} makes later deliveries longer, worth {_points(lead)} more than any now."


def _pass(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    if look.game.decision(look.s).control == "bid":
        return "The pass keeps the place without a bid."
    return "No delivery and no engine brings more than it costs."


def _stock(look: Outlook, chosen: Candidate, found: Sequence[Candidate]) -> str:
    a, board = chosen.action, look.rules.board
    assert isinstance(a, Stock)
    column = board.columns[board.box_place[a.box][0]]
    hex = column.hex if column.hex >= 0 else look.s.new_cities[column.city]
    if chosen.points <= 0 or hex < 0:
        return "No box promises anything."
    return f"From {board.place(hex)} a {COLOURS[a.colour]} cube can be delivered over own links."


# Figures ----------------------------------------------------------------------------------------------


def _points(points: float) -> str:
    """About so many points."""
    number = max(0, round(points))
    return "about a point" if number == 1 else f"about {number} points" if number else "hardly a point"


def _lead(chosen: Candidate, found: Sequence[Candidate]) -> float:
    """By how many points a candidate is better than the best other."""
    return max(0.0, chosen.points - max((c.points for c in found if c is not chosen), default=chosen.points))


def _links(look: Outlook, plan: Plan) -> str:
    """The links of a plan by the names of their ends."""
    place = look.rules.board.place
    links = [link for package in plan.packages for link in package.links]
    named = [f"{place(here)}–{place(there)}" for here, there in links[:LINKS_NAMED]]
    return " and ".join(named) if len(named) < 3 else f"{', '.join(named[:-1])} and {named[-1]}"


def _gain(look: Outlook, plan: Plan) -> int:
    """What the deliveries of this turn bring more with a plan; of the next turn where it is finished then."""
    turn = 1 if plan.late and look.forecast.turns > 1 else 0
    return round(_brought(look, plan, turn) - _brought(look, look.idle(), turn))


def _brought(look: Outlook, plan: Plan, turn: int) -> float:
    points = look.forecast.points
    best = max(plan.courses, key=lambda c: points(c, look.cash - plan.cost, look.shares, look.income))
    return best.gains[turn]


def _expenses(look: Outlook) -> Any:
    return look.rules.expenses(look.s, look.seat)
