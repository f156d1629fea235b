"""How a turn will end for a seat: what it must pay, what its best deliveries bring, and what is left.

The board's own rules and phases say it, never which board it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.income import CollectIncome, PayExpenses
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods, links_of
from footplate.age_of_steam.routes import INCOME_BITS, Way
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import dollars, signed
from footplate.core.game import Due
from footplate.core.host import Prospect

LOOKED_AT = 24
"""Deliveries whose outcome is asked for when the best is wanted."""
MOST_NEEDED = 60
"""Income beyond which nobody hopes for a rescue."""


class Gain(NamedTuple):
    """What moves of goods bring their mover."""

    income: int = 0
    cash: int = 0
    first: Deliver | None = None
    """The delivery to begin with."""
    others: int = 0
    """The most that it brings one of the others."""


NOTHING = Gain()


class TurnEnd(NamedTuple):
    """How a turn ends for a seat once expenses are paid."""

    cash: int
    """Before income."""
    income: int
    """What is collected, and 0 where it has been."""
    due: int
    """What must be paid."""
    short: int
    """How much of it is not there, and so lowers the income."""
    left: int
    """The cash that is left."""
    then: int
    """The income that is left, before the reduction."""
    out: bool


def turn_end(game: AgeOfSteam, s: SteamState, seat: int, gain: Gain = NOTHING) -> TurnEnd | None:
    """How the turn ends for a seat that gains so much; None where it is over or has another way out.

    The board's own phases say it: a board that asks for shares before the expenses ruins nobody until then.
    """
    kinds = [type(phase) for phase in game.phases]
    if CollectIncome not in kinds or PayExpenses not in kinds:
        return None
    pay = kinds.index(PayExpenses)
    ahead = game.phases[max(kinds.index(CollectIncome), s.phase + 1) : pay + 1]
    if s.phase >= pay or any(type(phase) not in (CollectIncome, PayExpenses) for phase in ahead):
        return None
    trial = s.copy()
    trial.agenda = []
    trial.income[seat] += gain.income
    trial.cash[seat] += gain.cash
    cash, income = trial.cash[seat], trial.income[seat]
    due = game.rules.expenses(trial, seat)
    for phase in ahead:
        phase.begin(game.rules, trial)
    then = trial.income[seat]
    collected = income if len(ahead) > 1 else 0
    return TurnEnd(cash, collected, due, income - then, trial.cash[seat], then, bool(trial.out[seat]))


def needed(game: AgeOfSteam, s: SteamState, seat: int) -> int:
    """The income that must still be gained in this turn not to be eliminated."""
    for income in range(MOST_NEEDED):
        end = turn_end(game, s, seat, Gain(income))
        if end is None or not end.out:
            return income
    return MOST_NEEDED


def moves_left(game: AgeOfSteam, s: SteamState, seat: int) -> int:
    """How often a seat still moves in this turn."""
    moving = next((n for n, phase in enumerate(game.phases) if isinstance(phase, MoveGoods)), -1)
    if s.phase < moving:
        return game.rules.moves(s, seat)
    return sum(due.seat == seat and game.decisions[due.kind].control == "move" for due in s.agenda)


def deliveries(game: AgeOfSteam, s: SteamState, due: Due, moves: int = 1) -> list[Gain]:
    """The best deliveries of different cubes, one a move, over the links that lie now."""
    decision, rules = game.decisions[due.kind], game.rules
    assert isinstance(decision, MoveDecision)
    if not s.agenda or s.agenda[0] != due:
        s = s.copy()
        s.agenda = [due]
    shift = INCOME_BITS * due.seat

    def own(way: Way) -> int:
        return way.gains >> shift & (1 << INCOME_BITS) - 1

    found = []
    for way in sorted(decision.listed(rules, s, due), key=own, reverse=True)[:LOOKED_AT]:
        a = Deliver(way.hex, way.colour, way.sides, way.stops)
        income, cash = map(dict, rules.outcome(s, due.seat, a, links_of(rules, s, a) or []))
        mine, others = income.pop(due.seat, 0), max(income.values(), default=0)
        if mine or due.seat in cash:
            found.append(Gain(mine, cash.get(due.seat, 0), a, others))
    found.sort(key=lambda gain: (-gain.income, -gain.cash, gain.others))
    out, cubes = list[Gain](), bytearray(s.cubes)
    for gain in found:
        assert gain.first is not None
        cube = STRIDE * gain.first.hex + gain.first.colour
        if cubes[cube] and len(out) < moves:
            cubes[cube] -= 1
            out.append(gain)
    return out


def hope(game: AgeOfSteam, s: SteamState, seat: int, moves: int) -> Gain:
    """What a seat's best deliveries bring in so many moves, over the links that lie now."""
    found = deliveries(game, s, Due("move", seat, 1), moves) if moves else []
    return Gain(sum(gain.income for gain in found), sum(gain.cash for gain in found))


class Course(NamedTuple):
    """One way the moves of a turn can go: whether the engine is raised first, and what is delivered."""

    raises: bool
    gain: Gain


def courses(game: AgeOfSteam, s: SteamState, seat: int) -> list[Course]:
    """Deliveries alone, or a higher engine and then deliveries."""
    moves = moves_left(game, s, seat)
    out = [Course(False, hope(game, s, seat, moves))]
    if moves > 1 and game.rules.raise_problem(s, seat) is None:
        out.append(Course(True, hope(game, _raised(game, s, seat), seat, moves - 1)))
    return out


def _raised(game: AgeOfSteam, s: SteamState, seat: int) -> SteamState:
    trial = s.copy()
    game.rules.do_raise(trial, seat)
    return trial


def best_end(
    game: AgeOfSteam, s: SteamState, seat: int, ways: Sequence[Course] | None = None
) -> TurnEnd | None:
    """How the turn ends after the best moves; whoever knows how these can go brings them along."""
    end = turn_end(game, s, seat)
    if end is None or not end.short:
        return end
    ends = [
        turn_end(game, _raised(game, s, seat) if raises else s, seat, gain)
        for raises, gain in (courses(game, s, seat) if ways is None else ways)
    ]
    return min(filter(None, ends), key=lambda end: (end.out, end.short))


def can_build(game: AgeOfSteam, s: SteamState, seat: int) -> bool:
    """Whether a seat can still lay track in this turn, and so hope for other deliveries than today's."""
    asked = [due.a for due in s.agenda if due.seat == seat and game.decisions[due.kind].control == "build"]
    return bool(asked) and asked[0] > 0 and s.cash[seat] >= cheapest_tile(game)


def cheapest_tile(game: AgeOfSteam) -> int:
    """What the cheapest simple tile costs."""
    return min((price for price in game.board.prices if price), default=0)


def is_ruined(game: AgeOfSteam, s: SteamState, seat: int) -> TurnEnd | None:
    """The end of the turn where even the best deliveries of a seat cannot save it."""
    end = turn_end(game, s, seat)
    if end is None or not end.out:
        return None
    if can_build(game, s, seat):
        # With track still to come every move may go as far as the engine.
        most = game.rules.reach(s, seat) * moves_left(game, s, seat)
        return None if most >= needed(game, s, seat) else end
    end = best_end(game, s, seat)
    return end if end is not None and end.out else None


def truth(game: AgeOfSteam, s: SteamState, seat: int) -> str:
    """How far the best deliveries are from being enough."""
    best, need = hope(game, s, seat, moves_left(game, s, seat)).income, needed(game, s, seat)
    bring = f"Your best deliveries now bring {signed(best)}" if best else "You have no delivery now"
    return f"{bring}; you would need {signed(need)}."


# In figures --------------------------------------------------------------------------------------------


def prospect(
    title: str, end: TurnEnd, gain: Gain = NOTHING, *, good: bool = False, ends: str = ""
) -> Prospect:
    """How a turn ends as a small account; `ends` says what comes of it where that is not the money."""
    lines = [("Cash", f"${end.cash - gain.cash}")]
    if end.income - gain.income:
        lines.append(("Income", dollars(end.income - gain.income)))
    if gain.income or gain.cash:
        lines.append(("Best deliveries", dollars(gain.income + gain.cash)))
    lines.append(("Expenses", dollars(-end.due)))
    return Prospect(title, tuple(lines), ends or upshot(end), good, end.short > 0)


def upshot(end: TurnEnd) -> str:
    """What the end of a turn leaves, or costs."""
    if not end.short:
        return f"${end.left} left, nothing lost."
    fell = f"Short by ${end.short}: income {end.then + end.short} − {end.short} = {minus(end.then)}"
    return f"{fell}, you are out." if end.out else f"{fell}."


def minus(number: int) -> str:
    """A number with a real minus."""
    return f"{number}".replace("-", "−")
