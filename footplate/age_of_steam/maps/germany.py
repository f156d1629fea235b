"""Germany: complete links only, foreign terminals, and an Engineer who pays half for a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import FIRST_SEAT, Board
from footplate.age_of_steam.completion import Completion, Ways
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.setup import CubeDraw
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import open_ends
from footplate.core.game import Decision, Due, Game, Refusal

STILL_OPEN = Refusal(
    "germany.build.complete-only",
    "Only complete links may be built, and your track on {hex} is still open. Finish it or undo.",
)
NO_END = Refusal(
    "germany.build.feasible",
    "Only complete links may be built, and this one could not be finished with what is left.",
)


class GermanyState(SteamState):
    """The base game's, and the dearest tile of the present build."""

    __slots__ = ("dearest",)
    dearest: int

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within([self.dearest], 0, MOST, "the price of the dearest tile")


class FillTerminals(CubeDraw):
    """Each foreign terminal gets one cube, which shows the colour it accepts and stays in its box."""

    prompt = "The foreign terminals get their colours."

    def use(self, rules: Rules, s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for hex, colour in zip(rules.board.terminals, colours):
            s.demand[hex] = 1 << colour
            s.gone[colour] += 1


class Germany(Rules):
    """No unfinished track; terminals stop everything."""

    State = GermanyState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.ways = Ways(self)

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """Each foreign terminal gets a random cube last, which shows the colour it accepts."""
        return [*super().setup_draws(seats), ("fill-terminals", len(self.board.terminals))]

    def do_setup(self, s: SteamState) -> None:
        super().do_setup(s)
        assert isinstance(s, GermanyState)
        s.dearest = 0

    def says(self, action: str) -> str:
        return "Your dearest tile costs half." if action == "engineer" else super().says(action)

    def charges(self, s: SteamState, seat: int, prices: Sequence[int]) -> int:
        """Engineer pays half, rounded up, for the dearest tile of a build; the direct link is not halved."""
        assert isinstance(s, GermanyState)
        total = super().charges(s, seat, prices)
        if self.holder(s, "engineer") != seat:
            return total
        # A dearer tile takes over the discount, and the earlier one is paid in full after all.
        return total - max(s.dearest, *prices) // 2 + s.dearest // 2

    def do_built(self, s: SteamState, seat: int, price: int) -> None:
        assert isinstance(s, GermanyState)
        s.dearest = max(s.dearest, price)

    def do_done(self, s: SteamState, seat: int) -> list[int]:
        assert isinstance(s, GermanyState)
        s.dearest = 0
        return super().do_done(s, seat)

    def done_problem(self, s: SteamState, seat: int) -> Refusal | None:
        """Only complete links may be built: nothing of one's own may be open at the end of a build."""
        return STILL_OPEN if open_ends(self.board, s, FIRST_SEAT + seat) else None

    def completion(self, s: SteamState, seat: int) -> Completion:
        """The open ends of a builder, found once for all that is asked about a position."""
        known = self.of_position(s, seat)
        if "completion" not in known:
            known["completion"] = Completion(self, s, seat, self.ways)
        found: Completion = known["completion"]
        return found

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """A tile may leave an open end, also in a town, only if it can still be completed in this build."""
        return None if self.completion(s, seat).can_follow(s, a) else NO_END

    def allowed(self, s: SteamState, seat: int, builds: Sequence[Build]) -> list[Build]:
        can_follow = self.completion(s, seat).can_follow
        return [a for a in builds if can_follow(s, a)]

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """The direct link is sold once, and may not use up a build that an open end needs."""
        if problem := super().link_problem(s, seat, a):
            return problem
        price = self.board.links[a.link].price
        return None if self.completion(s, seat).can_follow_link(s, price) else NO_END

    def urbanize_problem(self, s: SteamState, seat: int, a: Urbanize) -> Refusal | None:
        """A New City may not be spent elsewhere while an open end can only be completed by it."""
        return None if self.completion(s, seat).can_follow_city(s, a.hex) else NO_END

    def passing(self, s: SteamState, hex: int) -> int:
        """Goods never pass through a foreign terminal, which takes one colour and produces nothing."""
        return 0 if hex in self.board.terminals else super().passing(s, hex)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"fill-terminals": FillTerminals()}
