"""Western U.S.: railroads grow from the coasts until one of them, or several, have crossed the continent."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import factorial
from typing import Any

from footplate.age_of_steam.actions import Build, Connect, Deliver, Order, Reward, Urbanize
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.board import IN_CITY, owner_of
from footplate.age_of_steam.contiguity import (
    claim,
    has_track,
    in_touch,
    network,
    railroads_between,
    released,
    together,
    waiting_around,
)
from footplate.age_of_steam.face import Face
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.inspection import different
from footplate.age_of_steam.phases.bonus import BonusDecision, give_bonus, income_step, owners_of, pay_bonus
from footplate.age_of_steam.routes import Link, LinkTable
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import Work, section, work
from footplate.core.game import NATURE, Answer, Decision, Due, Fact, Game, Refusal, Roll
from footplate.core.slots import require

NOT_AT_START = Refusal(
    "western-us.build.start", "A railroad begins at one of the starting cities of the east or the west."
)
NOT_TOGETHER = Refusal(
    "western-us.build.contiguous",
    "Until a transcontinental link stands, all track of a railroad must hang together.",
)
NOT_PAID = Refusal("western-us.transcontinental", "The reward goes to one of: {choices}.")
WRONG_LOT = Refusal("western-us.victory.tie", "The lot orders the {seats} seats that are level.")

INCOME_POINTS = 3
"""What an income counts at the end."""

Payout = tuple[int, ...]
"""The seats that are paid for the transcontinental link: one gets 4 income, two get 2 each."""


def _reward(payout: Payout) -> int:
    """The income of each seat that is paid."""
    return 4 if len(payout) == 1 else 2


class WesternState(SteamState):
    """The base game's, whether the continent has been crossed, and how a last tie was broken."""

    __slots__ = ("crossed", "payouts", "lot")
    crossed: bool
    payouts: tuple[Payout, ...]
    """The rewards between which the builder chooses."""
    lot: tuple[int, ...]
    """The seats in the order of the dice that broke a tie."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.crossed, self.payouts, self.lot = False, (), ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        different(self.lot, range(self.seats), "the lot")
        for payout in self.payouts:
            require(isinstance(payout, tuple) and len(payout) <= 2, "who is paid for the crossing")
            different(payout, range(self.seats), "who is paid for the crossing")
        chosen = any(due.kind == "transcontinental" for due in self.agenda)
        require(chosen == bool(self.payouts), "a reward is chosen where there is one, and only then")


class WesternFace(Face):
    """The transcontinental link."""

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        return f"{names[fact.seat]} closed the transcontinental link" if fact.kind == "crossed" else None


class WesternAims(Aims):
    """The reward for the first link across the continent."""

    rules: WesternUS

    def joins(self, s: Any, seat: int, links: Sequence[tuple[int, int]]) -> float:
        """What the transcontinental link brings whoever closes it."""
        if s.crossed:
            return 0.0
        table = dict(self.rules.links(s))
        for here, there in [*links, *((there, here) for here, there in links)]:
            table[here] = (*table.get(here, ()), Link(there, -1, owner_of(seat), -1))
        routes = self.rules.crossings(s, table) or []
        rewards = [_reward(owners) if seat in owners else 0 for owners in routes]
        return float(INCOME_POINTS * max(rewards, default=0))


class WesternUS(Rules[WesternState]):
    """They start at a coast, hang together, and grow towards the other coast."""

    State = WesternState

    def do_urbanize(self, s: WesternState, seat: int, a: Urbanize) -> None:
        """Urbanizing a town puts the cube still lying there back into the bag.

        [western-us.urban.town-cube]
        """
        for colour in range(STRIDE):
            s.bag[colour] += s.cubes[STRIDE * a.hex + colour]
            s.cubes[STRIDE * a.hex + colour] = 0
        waiting = waiting_around(self.board, s, a.hex)
        super().do_urbanize(s, seat, a)
        taken = released(self.board, s, seat, waiting)
        # Once the continent is crossed, all that meets in the New City may be taken.
        claim(s, seat, taken, {a.hex} if s.crossed and has_track(s, seat) else self._rooted(s, seat))

    def _rooted(self, s: WesternState, seat: int) -> frozenset[int]:
        """Where unowned track that meets in a New City hangs together with one's own.

        Whoever has no track begins with it if some of it leads to a starting city.

        [western-us.build.restart]
        """
        return network(self.board, s, seat) if has_track(s, seat) else self.board.starts

    # Building -------------------------------------------------------------------------------------------

    def build_problem(self, s: WesternState, seat: int, a: Build) -> Refusal | None:
        """Railroads begin at a starting city; until the continent is crossed their track hangs together.

        [western-us.build.start western-us.build.contiguous western-us.build.contiguous-meet
        western-us.build.restart]
        """
        begun, board = has_track(s, seat), self.board
        if begun and s.crossed:
            return None
        done = work(board.tiles, self.site_of(s, seat, a.hex), a.layout)
        assert isinstance(done, Work)
        tracks = (*done.added, *done.changed)
        if begun:
            return None if together(board, s, a.hex, tracks, network(board, s, seat)) else NOT_TOGETHER
        if not together(board, s, a.hex, tracks, board.starts):
            return NOT_AT_START
        # Two tracks of a first tile may not come from two starts, unless these need not hang together.
        if s.crossed or any(together(board, s, a.hex, tracks, {start}) for start in board.starts):
            return None
        return NOT_TOGETHER

    def allowed(self, s: WesternState, seat: int, builds: list[Build]) -> list[Build]:
        begun = has_track(s, seat)
        if begun and s.crossed:
            return builds
        near = in_touch(self.board, s, builds, network(self.board, s, seat) if begun else self.board.starts)
        return [a for a in near if self.build_problem(s, seat, a) is None]

    # Crossing the continent -----------------------------------------------------------------------------

    def do_built(self, s: WesternState, seat: int, a: Build | Connect | Urbanize) -> None:
        """The first link between a western and an eastern start pays its railroad 4 income or its two 2 each.

        [western-us.transcontinental western-us.transcontinental.unowned]
        """
        if s.crossed or (isinstance(a, Build) and not self._has_link(s, a.hex)):
            return
        routes = self.crossings(s)
        if routes is None:
            return
        s.crossed = True
        payouts = {
            pair for owners in routes for pair in (combinations(owners, 2) if len(owners) > 2 else (owners,))
        }
        s.payouts = tuple(sorted(payouts))
        s.tell("crossed", seat)
        if len(s.payouts) == 1:
            self.do_pay(s, s.payouts[0])
        else:
            s.ask_first("transcontinental", seat)

    def _has_link(self, s: WesternState, hex: int) -> bool:
        """Whether track on a hex is part of a completed link."""
        tracks = self.board.tiles.layouts[s.layout[hex]].tracks
        return any(section(self.board, s, 6 * hex + track[0]).complete for track in tracks)

    def do_pay(self, s: WesternState, payout: Payout) -> None:
        """Pay for the transcontinental link."""
        s.payouts = ()
        for owner in payout:
            pay_bonus(s, owner, _reward(payout))

    def crossings(self, s: WesternState, links: LinkTable | None = None) -> list[Payout] | None:
        """The owners of the routes between a western and an eastern start with fewest railroads, or None.

        [western-us.transcontinental.route]
        """
        west = self.board.starts & self.board.groups["west"]
        east = self.board.starts & self.board.groups["east"]
        found = railroads_between(self.links(s) if links is None else links, west, east)
        if not found:
            return None
        fewest = min(owners.bit_count() for owners in found)
        return [
            tuple(seat for seat in range(s.seats) if owners >> seat & 1)
            for owners in found
            if owners.bit_count() == fewest
        ]

    # Goods ----------------------------------------------------------------------------------------------

    pays_besides = True

    def do_delivered(self, s: WesternState, seat: int, a: Deliver, links: list[Link]) -> None:
        """A delivery from coast to coast gives 1 income more to one railroad that it used.

        [western-us.move.coast-bonus western-us.move.coast-bonus-owner]
        """
        super().do_delivered(s, seat, a, links)
        ends = {self._coast(s, a.hex), self._coast(s, a.stops[-1])}
        if ends == {"east", "west"}:
            give_bonus(s, seat, owners_of(links))

    def _coast(self, s: WesternState, hex: int) -> str:
        """The coast a city belongs to; a town belongs to none until it is a city.

        [western-us.move.coast-bonus-town]
        """
        if s.kind[hex] != IN_CITY:
            return ""
        return next((name for name, places in self.board.groups.items() if hex in places), "")

    # The end --------------------------------------------------------------------------------------------

    def rank(self, s: WesternState, seat: int) -> tuple[int, ...]:
        """There is one winner: ties are broken by most cash, then most track, then a die roll.

        [western-us.victory.tie western-us.victory.tie-below western-us.victory.track]
        """
        points = super().rank(s, seat)
        lot = len(s.lot) - s.lot.index(seat) if seat in s.lot else 0
        return points and (*points, s.cash[seat], self.sections(s, seat), lot)

    def do_end(self, s: WesternState) -> None:
        level = self.winners(s)
        if len(level) > 1:
            s.ask("tie-break", NATURE, sum(1 << seat for seat in level))

    def face(self) -> Face:
        return WesternFace(self)

    def aims(self) -> Aims:
        return WesternAims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "bonus": BonusDecision(),
            "transcontinental": RewardCrossing(),
            "tie-break": TieBreak(),
        }


class RewardCrossing(Decision[WesternUS, WesternState]):
    """Whoever closed the transcontinental link chooses among more than two railroads or equal routes.

    [western-us.transcontinental]
    """

    prompt = "Choose who is paid for the transcontinental link"
    takes = (Reward,)
    chapter = "Build track"

    def fits(self, rules: WesternUS, s: WesternState, due: Due) -> bool:
        return super().fits(rules, s, due) and due is s.agenda[0]

    def options(self, rules: WesternUS, s: WesternState, due: Due) -> Iterable[Reward]:
        return [Reward(payout) for payout in s.payouts]

    def why_not(self, rules: WesternUS, s: WesternState, due: Due, a: Reward) -> Refusal | None:
        return None if a.seats in s.payouts else NOT_PAID

    def figures(self, rules: WesternUS, s: WesternState, due: Due, a: Reward) -> Mapping[str, object]:
        words = (" and ".join(f"seat {seat + 1}" for seat in payout) or "nobody" for payout in s.payouts)
        return {"choices": "; ".join(words)}

    def details(self, rules: WesternUS, s: WesternState, due: Due, names: Sequence[str]) -> Sequence[str]:
        alone = len(s.payouts[0]) == 1
        return ("+4 income for one railroad" if alone else "+2 income each for two railroads",)

    def answer(self, rules: WesternUS, s: WesternState, due: Due, a: Reward, names: Sequence[str]) -> Answer:
        steps = _reward(a.seats)
        if len(a.seats) == 1:
            return Answer(names[a.seats[0]], f"+{steps} income: {income_step(s, a.seats[0], steps)}", a.seats)
        each = ", ".join(f"{names[seat]} {income_step(s, seat, steps)}" for seat in a.seats)
        return Answer(" and ".join(names[seat] for seat in a.seats), f"+{steps} income each: {each}", a.seats)

    def apply(self, rules: WesternUS, s: WesternState, due: Due, a: Reward) -> None:
        s.settle()
        rules.do_pay(s, a.seats)


class TieBreak(Roll[WesternUS, WesternState]):
    """Dice decide between players who are still level for the first place. [western-us.victory.tie]

    `due.a` has a bit for each of them.
    """

    prompt = "Dice break the tie."
    takes = (Order,)
    chapter = "End of the game"

    def fits(self, rules: WesternUS, s: WesternState, due: Due) -> bool:
        several = 0 < due.a < 1 << s.seats and due.a.bit_count() > 1
        return several and not due.b and len(s.agenda) == 1

    def _seats(self, s: WesternState, due: Due) -> list[int]:
        return [seat for seat in range(s.seats) if due.a >> seat & 1]

    def why_not(self, rules: WesternUS, s: WesternState, due: Due, a: Order) -> Refusal | None:
        return None if sorted(a.seats) == self._seats(s, due) else WRONG_LOT

    def figures(self, rules: WesternUS, s: WesternState, due: Due, a: Order) -> Mapping[str, object]:
        return {"seats": len(self._seats(s, due))}

    def apply(self, rules: WesternUS, s: WesternState, due: Due, a: Order) -> None:
        s.lot = a.seats
        s.settle()
        s.over = True

    def odds(self, rules: WesternUS, s: WesternState, due: Due) -> Iterator[tuple[Order, float]]:
        seats = self._seats(s, due)
        return ((Order(order), 1 / factorial(len(seats))) for order in permutations(seats))

    def sample(self, rules: WesternUS, s: WesternState, due: Due, rng: random.Random) -> Order:
        seats = self._seats(s, due)
        rng.shuffle(seats)
        return Order(tuple(seats))
