"""Barbados: one player, who must buy back all shares in the end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from footplate.age_of_steam.actions import Draw
from footplate.age_of_steam.face import Face
from footplate.age_of_steam.goods import BLUE, RED
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.phases.setup import FillDisplay
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

ONE_SHARE = Refusal("barbados.issue.one", "At most one share may be issued a turn.")
USED = Refusal("barbados.actions", "You have used {action}; it is free again when all four have been used.")
WRONG_CUBE = Refusal("barbados.setup.display", "Column A may not hold red, nor column B blue.")


class BarbadosState(SteamState):
    """The base game's, and the actions used since all were free."""

    __slots__ = ("used",)
    used: tuple[int, ...]

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.used = ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        actions = range(len(game.rules.board.actions))
        some = len(set(self.used)) == len(self.used) < len(actions)
        require(some and set(self.used) <= set(actions), "the actions used")


class FillTopRow(FillDisplay):
    """Column A takes no red cube and column B no blue one: another is drawn, then the first goes back.

    [barbados.setup.display barbados.setup.redraw]
    """

    def _refused(self, rules: Rules[Any]) -> dict[int, int]:
        """For each draw that cannot be of some colour, by its number, that colour."""
        names = [rules.board.columns[rules.board.box_place[box][0]].name for box in rules.board.fill_order]
        return {names.index("A"): RED, names.index("B"): BLUE}

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        others = (sum(s.bag) - s.bag[colour] for colour in self._refused(rules).values())
        return super().fits(rules, s, due) and min(others) >= due.a

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Draw) -> Refusal | None:
        if problem := super().why_not(rules, s, due, a):
            return problem
        refused = self._refused(rules)
        wrong = any(refused.get(draw) == colour for draw, colour in enumerate(a.colours))
        return WRONG_CUBE if wrong else None

    def sample(self, rules: Rules[Any], s: SteamState, due: Due, rng: random.Random) -> Draw:
        bag, drawn, refused = list(s.bag), [], self._refused(rules)
        for draw in range(self.cubes(s, due)):
            weights = [0 if refused.get(draw) == colour else count for colour, count in enumerate(bag)]
            colour = rng.choices(range(len(bag)), weights)[0]
            bag[colour] -= 1
            drawn.append(colour)
        return Draw(tuple(drawn))

    def odds(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterator[tuple[Draw, float]]:
        refused = self._refused(rules)

        def draws(bag: list[int], done: tuple[int, ...]) -> Iterator[tuple[Draw, float]]:
            if len(done) == self.cubes(s, due):
                yield Draw(done), 1.0
                return
            weights = [0 if refused.get(len(done)) == n else count for n, count in enumerate(bag)]
            for colour, weight in enumerate(weights):
                if weight:
                    left = [count - (n == colour) for n, count in enumerate(bag)]
                    for outcome, chance in draws(left, (*done, colour)):
                        yield outcome, chance * weight / sum(weights)

        return draws(list(s.bag), ())


class BarbadosFace(Face):
    """The shares bought back in the end."""

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "bought-back":
                return f"{names[fact.seat]} bought back all shares −${fact.data[0]}"
            case "not-bought-back":
                return f"{names[fact.seat]} cannot buy back all shares: ${fact.data[0]} missing"
        return None

    def cash(self, fact: Fact) -> int:
        return -fact.data[0] if fact.kind == "bought-back" else 0


class Barbados(Rules[BarbadosState]):
    """A solo game with a goal of its own."""

    State = BarbadosState

    def start_cubes(self, seats: int) -> list[int]:
        """One cube lies in each city at the start; two in the easy variant. [barbados.setup.cubes]"""
        cities = super().start_cubes(seats)
        return sorted(cities * 2) if self.chosen["easy"] == "on" else cities

    def issue_problem(self, s: BarbadosState, seat: int, shares: int) -> Refusal | None:
        """At most one share may be issued a turn. [barbados.issue.one]"""
        return ONE_SHARE if shares > 1 else super().issue_problem(s, seat, shares)

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """There is no auction. [barbados.order.skip]"""
        return tuple(phase for phase in super().phases() if not isinstance(phase, DeterminePlayerOrder))

    def take_problem(self, s: BarbadosState, seat: int, action: int) -> Refusal | None:
        """Each action can be taken once until all four have been used; then all are free again.

        [barbados.actions]
        """
        return USED if action in s.used else None

    def do_take(self, s: BarbadosState, seat: int, action: str) -> None:
        super().do_take(s, seat, action)
        s.used = (*s.used, self.board.actions.index(action))
        if len(s.used) == len(self.board.actions):
            s.used = ()

    def do_end(self, s: BarbadosState) -> None:
        """After the last turn all shares are bought back at $5 each; a player who cannot has lost.

        [barbados.end]
        """
        price = self.share_price * s.shares[0]
        if s.cash[0] >= price:
            s.cash[0] -= price
            s.shares[0] = 0
            s.tell("bought-back", 0, price)
        else:
            s.tell("not-bought-back", 0, price - s.cash[0])

    def score_parts(self, s: BarbadosState, seat: int) -> dict[str, int]:
        """The score is the cash left when all shares are bought back. [barbados.end]"""
        return {"cash": s.cash[seat], "shares": -self.share_price * s.shares[seat]}

    def winners(self, s: BarbadosState) -> list[int]:
        """The game is won if the shares could be bought back, even with nothing left; otherwise it is lost.

        [barbados.lost]
        """
        score = self.score(s, 0)
        return [0] if score is not None and score >= 0 else []

    def face(self) -> Face:
        return BarbadosFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"fill-display": FillTopRow()}
