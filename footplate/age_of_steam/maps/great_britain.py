"""Great Britain: three nations, neighbours joined directly, and a London with six sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.age_of_steam.actions import Connect, Deliver
from footplate.age_of_steam.board import IN_CITY, IN_TOWN, Board
from footplate.age_of_steam.phases.bonus import BonusDecision, give_bonus, owners_of
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Decision, Refusal

NOT_CITIES = Refusal("great-britain.link.adjacent", "Only two neighbouring cities can be joined: {link}.")


class GreatBritain(Rules[SteamState]):
    """What crosses a border pays more."""

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.nation = {hex: name for name, places in board.groups.items() for hex in places}
        """The nation of each place, which is also that of a New City there. [great-britain.nation-new]"""
        for hex, kind in enumerate(board.kind):
            if kind in (IN_CITY, IN_TOWN) and hex not in self.nation:
                raise board.wrong(f"{board.place(hex)} needs a group, its nation, e.g. wales")

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """Any two neighbouring cities, New Cities too, can be joined once, but not across a thick line.

        [great-britain.link.adjacent great-britain.link.one]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        ends = self.board.direct_links[a.link].ends
        return None if all(s.kind[end] == IN_CITY for end in ends) else NOT_CITIES

    pays_besides = True

    def do_delivered(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> None:
        """A delivery from one nation into another gives 1 income more to one railroad that it used.

        If all its links are nobody's, that income is lost.

        [great-britain.move.nations great-britain.nation-once]
        """
        super().do_delivered(s, seat, a, links)
        if self.nation[a.hex] != self.nation[a.stops[-1]]:
            give_bonus(s, seat, owners_of(links))

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"bonus": BonusDecision()}
