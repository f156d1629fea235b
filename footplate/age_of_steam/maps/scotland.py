"""Scotland: two players, ferries to the islands, and one special link between two neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN, Board
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.phases.goods_growth import AdvanceTurn
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Phase, Refusal

FERRY_ENDS = Refusal("scotland.ferry", "A ferry joins two cities; {link} has a town at one end.")
LINK_STANDS = Refusal("scotland.ayr-glasgow", "Ayr and Glasgow are linked already; there is only one link.")


class AuctionUnlessTaken(DeterminePlayerOrder):
    """Players bid for the order, unless somebody took Turn Order in the turn before.

    [scotland.order.auction]
    """

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        if rules.holder(s, "turn-order") < 0:
            super().begin(rules, s)


class AdvanceInOrder(AdvanceTurn):
    """Whoever took Turn Order is first from the beginning of the next turn, also when shares are issued.

    [scotland.action.turn-order]
    """

    def begin(self, rules: Rules[Any], s: SteamState) -> None:
        super().begin(rules, s)
        first = rules.holder(s, "turn-order")
        if first >= 0 and not s.over:
            s.order = rules.leading(s, "turn-order")
            s.tell("first", first, 0)


class Scotland(Rules[SteamState]):
    """Turn Order replaces the next auction."""

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.special = next(number for number, link in enumerate(board.direct_links) if link.sides[0] >= 0)
        """The link between neighbours; all others are ferries."""
        sides = board.direct_links[self.special].sides
        self.exit = next(side for side in sides if board.kind[side // 6] == IN_TOWN)
        """The side of Ayr towards Glasgow, counted as 6 * hex + side."""

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        own = {DeterminePlayerOrder: AuctionUnlessTaken(), AdvanceTurn: AdvanceInOrder()}
        return tuple(own.get(type(phase), phase) for phase in super().phases())

    def action_effect(self, s: SteamState, action: str) -> str:
        if action == "turn-order":
            return "You are first next turn, without an auction."
        return super().action_effect(s, action)

    # Ferries and the special link -----------------------------------------------------------------------

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """A ferry is built only when the towns at both its ends have become cities.

        Ayr and Glasgow have a single link: it is bought, or laid as an exit of Ayr for the price of a town.

        [scotland.ferry scotland.ferry-use scotland.ferry-owner scotland.ayr-glasgow]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        if a.link == self.special:
            laid = s.kind[self.exit // 6] == IN_TOWN and s.rail[self.exit] != EMPTY
            return LINK_STANDS if laid else None
        ends = self.board.direct_links[a.link].ends
        return None if all(s.kind[end] == IN_CITY for end in ends) else FERRY_ENDS

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """Once the link between Ayr and Glasgow has been bought, no exit of Ayr is laid towards Glasgow.

        [scotland.ayr-glasgow]
        """
        hex, side = divmod(self.exit, 6)
        towards = a.hex == hex and side in self.board.tiles.layouts[a.layout].sides
        return LINK_STANDS if towards and s.link_owners[self.special] else None

    def allowed(self, s: SteamState, seat: int, builds: list[Build]) -> list[Build]:
        if not s.link_owners[self.special]:
            return builds
        return [a for a in builds if self.build_problem(s, seat, a) is None]

    def do_urbanize(self, s: SteamState, seat: int, a: Urbanize) -> None:
        """When Ayr becomes a city, its exit towards Glasgow stays as the link, and with its owner.

        [scotland.ayr-glasgow]
        """
        if a.hex == self.exit // 6 and s.rail[self.exit] != EMPTY:
            s.link_owners[self.special] = s.rail[self.exit]
        super().do_urbanize(s, seat, a)
