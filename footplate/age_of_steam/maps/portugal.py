"""Portugal: a first tile for nothing, and a capital that never runs dry."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.actions import DONE, Build, Done
from footplate.age_of_steam.board import Board
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth
from footplate.age_of_steam.phases.select_actions import SelectActions
from footplate.age_of_steam.phases.setup import drawable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, Action, Decision, Due, Phase, Refusal

REFILL = 3
"""How many cubes Lisboa has after every growth, if the bag can give them."""

SIMPLE_ONLY = Refusal("portugal.actions.free-track-legal", "The free tile is a simple one, outside towns.")


class FreeTrack(Phase[Rules[Any], SteamState]):
    """In turn 1, after the auction, each player in the new order may place one simple tile for nothing.

    [portugal.actions.free-track]
    """

    name = "Free track"

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        if s.turn == 1:
            for seat in s.order:
                s.ask("free-track", seat, 1)


class FreeTrackDecision(BuildDecision):
    """The free tile goes on any terrain outside towns, touches a city, and does not count against the limit.

    Whoever places none still begins at a city.

    [portugal.actions.free-track-legal]
    """

    prompt = "Place one simple tile free of charge, or none"
    takes = (Build, Done)
    doing = "is placing a free tile"
    chapter = "Build track"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return (due.a, due.b) == (1, 0)

    def limit(self, rules: Rules[Any], s: SteamState, due: Due) -> int:
        return 1

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        return [DONE, *(a for a in self.builds(rules, s, due) if self._is_simple(rules, a))]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if problem := super().why_not(rules, s, due, a):
            return problem
        return SIMPLE_ONLY if isinstance(a, Build) and not self._is_simple(rules, a) else None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return ("at a city, on any terrain",)

    def _is_simple(self, rules: Rules[Any], a: Build) -> bool:
        return rules.board.tiles.layouts[a.layout].family == "simple"

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        super().apply(rules, s, due, a)
        if isinstance(a, Build):
            s.settle()
            s.built = s.laid = ()


class RefillLisboa(Phase["Portugal", SteamState]):
    """After Production and the dice Lisboa is refilled to three cubes, as far as the bag can give them.

    [portugal.growth.lisboa portugal.growth.lisboa-order]
    """

    name = "Refill Lisboa"

    def begin(self, rules: Portugal, s: SteamState) -> None:
        first = STRIDE * rules.lisboa
        short = REFILL - sum(s.cubes[first : first + STRIDE])
        if short > 0 and (cubes := drawable(s.bag, short)):
            s.ask("extra-cube", NATURE, cubes, rules.lisboa)


class Portugal(Rules[SteamState]):
    """Nothing else differs from the base game."""

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.lisboa = board.place_at("LI")

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        out: list[Phase[Any, Any]] = []
        for phase in super().phases():
            out += [FreeTrack()] if isinstance(phase, SelectActions) else []
            out.append(phase)
            out += [RefillLisboa()] if isinstance(phase, GoodsGrowth) else []
        return tuple(out)

    def price(self, s: SteamState, seat: int, hex: int, old: int, new: int) -> int:
        return 0 if self.is_free(s) else super().price(s, seat, hex, old, new)

    def prices_hold(self, s: SteamState, seat: int) -> Hashable:
        return self.is_free(s)

    def builds_allowed(self, s: SteamState, seat: int) -> int:
        return 1 if self.is_free(s) else super().builds_allowed(s, seat)

    def is_free(self, s: SteamState) -> bool:
        """Whether somebody places the free tile now."""
        return bool(s.agenda) and s.agenda[0].kind == "free-track"

    def do_done(self, s: SteamState, seat: int) -> list[int]:
        """The free tile stays its builder's through the build of turn 1.

        [portugal.actions.free-track-legal]
        """
        return [] if s.turn == 1 else super().do_done(s, seat)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"free-track": FreeTrackDecision()}
