"""Scotland: two players, ferries to the islands, and one special link between two neighbours."""

from __future__ import annotations

from footplate.age_of_steam.actions import Build, Connect, Urbanize
from footplate.age_of_steam.board import EMPTY, IN_CITY
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Phase, Refusal

FERRY_ENDS = Refusal("scotland.ferry", "A ferry joins two cities; {link} has a town at one end.")
LINK_STANDS = Refusal("scotland.ayr-glasgow", "Ayr and Glasgow are linked already; there is only one link.")


class OrderByAction(DeterminePlayerOrder):
    """Who took Turn Order is first without an auction; in all other turns players bid."""

    def begin(self, rules: Rules[SteamState], s: SteamState) -> None:
        first = rules.holder(s, "turn-order")
        if first < 0:
            super().begin(rules, s)
        else:
            s.order = [first, *(seat for seat in s.order if seat != first)]
            s.tell("first", first, 0)


class Scotland(Rules[SteamState]):
    """Turn Order replaces the next auction."""

    def phases(self) -> tuple[Phase[Rules[SteamState], SteamState], ...]:
        """After a turn in which somebody took Turn Order there is no auction."""
        return tuple(
            OrderByAction() if isinstance(phase, DeterminePlayerOrder) else phase
            for phase in super().phases()
        )

    def says(self, s: SteamState, action: str) -> str:
        if action == "turn-order":
            return "You are first next turn, without an auction."
        return super().says(s, action)

    # The special link -----------------------------------------------------------------------------------

    def _special(self) -> int:
        """The number of the link between neighbours."""
        return next(number for number, link in enumerate(self.board.links) if link.sides[0] >= 0)

    def _exit(self) -> int:
        """The side of Ayr towards Glasgow, counted as 6 * hex + side."""
        ayr = self.board.read_hex("Ayr")
        link = self.board.links[self._special()]
        return link.sides[link.ends.index(ayr)]

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """A ferry needs a city at both ends; Ayr and Glasgow have one link, bought or laid in Ayr."""
        if problem := super().link_problem(s, seat, a):
            return problem
        if a.link == self._special():
            side = self._exit()
            laid = s.kind[side // 6] != IN_CITY and s.rail[side] != EMPTY
            return LINK_STANDS if laid else None
        ends = self.board.links[a.link].ends
        return None if all(s.kind[end] == IN_CITY for end in ends) else FERRY_ENDS

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """Where the link between Ayr and Glasgow has been bought, no exit of Ayr leads there."""
        hex, side = divmod(self._exit(), 6)
        new = a.hex == hex and side in self.board.tiles.layouts[a.layout].sides
        return LINK_STANDS if new and s.links[self._special()] else None

    def allowed(self, s: SteamState, seat: int, builds: list[Build]) -> list[Build]:
        if not s.links[self._special()]:
            return builds
        return [a for a in builds if self.build_problem(s, seat, a) is None]

    def do_urbanize(self, s: SteamState, seat: int, a: Urbanize) -> None:
        """When Ayr becomes a city, its exit towards Glasgow stays as the link, and with its owner."""
        side = self._exit()
        if a.hex == side // 6 and s.rail[side] != EMPTY:
            s.links[self._special()] = s.rail[side]
        super().do_urbanize(s, seat, a)
