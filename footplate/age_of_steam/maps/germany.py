"""Germany: complete links only, foreign terminals, and an Engineer who pays half for a tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import Board, owner_of
from footplate.age_of_steam.completion import Ahead, Completion
from footplate.age_of_steam.phases.setup import CubeDraw
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import open_ends
from footplate.core.game import Decision, Due, Refusal
from footplate.core.native import mypyc_attr

STILL_OPEN = Refusal(
    "germany.build.complete-only",
    "Only complete links may be built, and your track on {hex} is still open. Finish it or undo.",
)
NO_END = Refusal(
    "germany.build.feasible",
    "Only complete links may be built, and this one could not be finished with what is left.",
)


class FillTerminals(CubeDraw):
    """Each foreign terminal gets one random cube, which shows the colour it takes and never moves.

    [germany.setup.terminals germany.terminal-build]
    """

    prompt = "The foreign terminals get their colours."
    chapter = "Set-up"

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        for hex, colour in zip(rules.board.terminals, colours):
            s.demand[hex] = 1 << colour
            s.gone[colour] += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Germany(Rules[SteamState]):
    """No unfinished track; terminals stop everything."""

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.ahead, self.terminals = Ahead(self), frozenset(board.terminals)

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The foreign terminals are filled last."""
        return [*super().setup_draws(seats), ("fill-terminals", len(self.board.terminals))]

    def action_effect(self, s: SteamState, action: str) -> str:
        return "Your dearest tile costs half." if action == "engineer" else super().action_effect(s, action)

    def done_problem(self, s: SteamState, seat: int) -> Refusal | None:
        """Only complete links may be built: nothing of one's own may be open at the end of a build.

        [germany.build.complete-only]
        """
        return STILL_OPEN if open_ends(self.board, s, owner_of(seat)) else None

    def completion(self, s: SteamState, seat: int) -> Completion:
        """The open ends of a builder, found once for all that is asked about a position."""
        known, key = s.known(), ("completion", seat)
        if key not in known:
            known[key] = Completion(self, s, seat, self.ahead)
        found: Completion = known[key]
        return found

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """A tile may leave an open end, also in a town, only if it can still be completed in this build.

        [germany.build.feasible]
        """
        return None if self.completion(s, seat).can_follow(s, a) else NO_END

    def allowed(self, s: SteamState, seat: int, builds: list[Build]) -> list[Build]:
        return self.completion(s, seat).allowed(s, builds)

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """The direct link is sold once, and may not use up a build that an open end needs.

        [germany.link.one-owner]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        price = self.link_charge(s, seat, a.link)
        return None if self.completion(s, seat).can_follow_link(s, price) else NO_END

    def urbanize_problem(self, s: SteamState, seat: int, a: Urbanize) -> Refusal | None:
        """A New City may not be placed elsewhere while an open end can only be completed by it.

        [germany.build.urban]
        """
        return None if self.completion(s, seat).can_follow_city(s, a.hex) else NO_END

    def passes(self, s: SteamState, link: Link) -> int:
        """Goods never pass through a foreign terminal, which takes one colour and produces nothing.

        [germany.terminal]
        """
        return 0 if link.to in self.terminals else super().passes(s, link)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"fill-terminals": FillTerminals()}
