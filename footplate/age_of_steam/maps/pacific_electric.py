"""Pacific Electric: power plants for engines, and a Los Angeles of two hexes where every railroad begins."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from footplate.age_of_steam.actions import Build, Deliver, Improve, Urbanize
from footplate.age_of_steam.board import NOBODYS, Board, seat_of
from footplate.age_of_steam.contiguity import (
    claim,
    has_track,
    in_touch,
    network,
    released,
    together,
    waiting_around,
)
from footplate.age_of_steam.face import Face, Figure, Mark
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.routes import Link, LinkTable, Outcome, length_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.tiles import TOWN, Track
from footplate.age_of_steam.track import Work, leads_to, work
from footplate.age_of_steam.words import number_word, ordinal, plural
from footplate.core.game import NATURE, Answer, Decision, Due, Fact, Phase, Refusal

PLANT_PRICE = 5
"""What a power plant costs."""
FARE = 1
"""What a transfer between the two Los Angeles costs."""
START_PRICE = 4
"""What a tile beside a starting city costs in the first turn."""
MOUNTAIN_BUILDS = 3
"""How many tiles Engineer may build if one of them is the first on a mountain."""
MORE_STARTS = 5
"""From so many players on railroads may begin at San Bernardino too."""
BONUS = 4
"""The points for the condition that the table has chosen."""
TRANSFERS, LINKS, CITIES, BITS = 0, 2, 8, 6
"""Where in a tally stand the transfers, the links, and for each colour in so many bits its cities."""

NOT_AT_START = Refusal("pacific-electric.build.start", "A railroad begins at {starts}.")
NOT_TOGETHER = Refusal(
    "pacific-electric.build.contiguous", "All your track must hang together, back to where you began."
)
SIMPLE_FIRST = Refusal(
    "pacific-electric.build.start", "In the first turn only simple tiles are laid beside {starts}."
)
ONE_START = Refusal(
    "pacific-electric.build.start", "In the first turn you may build on one hex beside Los Angeles only."
)
LA_JOINED = Refusal("pacific-electric.build.la", "No track may join the two Los Angeles.")
NEEDS_ENGINEER = Refusal(
    "pacific-electric.build.mountain", "{hex} is a mountain, which only Engineer builds on."
)
MOUNTAIN_LATE = Refusal(
    "pacific-electric.action.engineer", "Engineer builds four tiles only where none of them is on a mountain."
)
PLANT_BUILT = Refusal("pacific-electric.power", "You have built a power plant this turn; once is the limit.")
PLANTS_FULL = Refusal("pacific-electric.power.limit", "You have four power plants, the most there are.")
PLANT_TOO_DEAR = Refusal("pacific-electric.power.limit", "A power plant costs $5, and you do not have it.")
NO_REAL_LINK = Refusal(
    "pacific-electric.move.transfer-limits", "A transfer alone delivers nothing: at least one link is needed."
)
NO_FARE = Refusal("pacific-electric.move.transfer-limits", "A transfer costs $1, and you do not have it.")
EXPRESS_ONCE = Refusal(
    "pacific-electric.action.express", "With Express a cube passes one city of its colour, not several."
)
EXPRESS_EITHER = Refusal(
    "pacific-electric.action.express-each",
    "Express lets a cube pass a city of its colour or go one link further, not both.",
)


class PacificElectric(Rules[SteamState]):
    """Goods may be transferred between the two Los Angeles for a fare."""

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        west, east = board.place_at("WL"), board.place_at("EL")
        self.los_angeles = frozenset({west, east})
        self.san_bernardino, self.mt_lowe = board.place_at("SB"), board.place_at("ML")
        self.mountains = frozenset(hex for hex in board.land if board.terrain[hex] == "mountain")
        self.transfer = next(
            side for side in range(6 * west, 6 * west + 6) if board.across[side] // 6 == east
        )
        """The side between the two Los Angeles, counted as 6 * hex + side."""
        self.ring = self._beside(self.los_angeles)
        self._start_hexes = {
            False: self.ring,
            True: {**self.ring, **self._beside(frozenset({self.san_bernardino}))},
        }

    def _beside(self, cities: frozenset[int]) -> dict[int, int]:
        """The hexes beside some cities, each with the side towards one of them."""
        across = self.board.across
        sides = [across[side] for city in cities for side in range(6 * city, 6 * city + 6)]
        return {side // 6: side % 6 for side in sides if side != self.board.wall and side // 6 not in cities}

    # Starting -------------------------------------------------------------------------------------------

    def starts(self, s: SteamState) -> list[frozenset[int]]:
        """Railroads begin at one of the two Los Angeles, with five or six players at San Bernardino too.

        [pacific-electric.build.start-late]
        """
        more = [frozenset({self.san_bernardino})] if s.seats >= MORE_STARTS else []
        return [self.los_angeles, *more]

    def start_hexes(self, s: SteamState) -> dict[int, int]:
        """The hexes beside a starting city in the first turn, each with the side towards it."""
        return self._start_hexes[s.seats >= MORE_STARTS] if s.turn == 1 else {}

    # Actions --------------------------------------------------------------------------------------------

    def action_effect(self, s: SteamState, action: str) -> str:
        if action == "engineer":
            return "You may build on mountains, three tiles in all; or four tiles without one."
        if action == "express":
            return "Each of your cubes may pass one city of its colour, or go one link further."
        return super().action_effect(s, action)

    # Building -------------------------------------------------------------------------------------------

    def price(self, s: SteamState, seat: int, hex: int, old: int, new: int) -> int:
        """In the first turn a tile beside a starting city costs $4, whatever its terrain.

        [pacific-electric.build.start pacific-electric.build.start-late]
        """
        if not old and hex in self.start_hexes(s):
            return START_PRICE
        return super().price(s, seat, hex, old, new)

    def prices_hold(self, s: SteamState, seat: int) -> Hashable:
        return s.turn == 1 and s.seats

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """Every railroad begins at Los Angeles; with five or six players one may begin at San Bernardino.

        In the first turn only simple tiles are laid beside a starting city, and each player builds on one
        of the hexes beside Los Angeles only. All track of a railroad hangs together back to its start. No
        track joins the two Los Angeles. The first tile on a mountain needs Engineer, who may build three
        tiles with mountains or four without; replacing a tile on a mountain needs nothing.

        [pacific-electric.build.start pacific-electric.build.contiguous pacific-electric.build.la
        pacific-electric.build.la-unclaimed pacific-electric.build.mountain
        pacific-electric.build.mountain-start pacific-electric.action.engineer
        pacific-electric.action.engineer-replace]
        """
        if problem := self._mountain_problem(s, seat, a.hex) or self._first_turn_problem(s, a):
            return problem
        done = work(self.board.tiles, self.site_of(s, seat, a.hex), a.layout)
        assert isinstance(done, Work)
        tracks = (*done.added, *done.changed)
        if any(self._joins_los_angeles(s, a.hex, track) for track in tracks):
            return LA_JOINED
        if has_track(s, seat):
            return None if together(self.board, s, a.hex, tracks, self.touched(s, seat)) else NOT_TOGETHER
        begins = any(together(self.board, s, a.hex, tracks, group) for group in self.starts(s))
        return None if begins else NOT_AT_START

    def _mountain_problem(self, s: SteamState, seat: int, hex: int) -> Refusal | None:
        if hex not in self.mountains or s.layout[hex]:
            return None
        if self.holder(s, "engineer") != seat:
            return NEEDS_ENGINEER
        return MOUNTAIN_LATE if len(s.built) >= MOUNTAIN_BUILDS else None

    def _first_turn_problem(self, s: SteamState, a: Build) -> Refusal | None:
        if a.hex not in self.start_hexes(s):
            return None
        if self.board.tiles.layouts[a.layout].family != "simple":
            return SIMPLE_FIRST
        return ONE_START if a.hex in self.ring and not self.ring.keys().isdisjoint(s.built) else None

    def _joins_los_angeles(self, s: SteamState, hex: int, track: Track) -> bool:
        sides = [6 * hex + side for side in track if side != TOWN]
        return {leads_to(self.board, s, side) for side in sides} == self.los_angeles

    def touched(self, s: SteamState, seat: int) -> frozenset[int]:
        """The places that a seat's track touches; the two Los Angeles count as one."""
        places = network(self.board, s, seat)
        return places if places.isdisjoint(self.los_angeles) else places | self.los_angeles

    def allowed(self, s: SteamState, seat: int, builds: list[Build]) -> list[Build]:
        shut = {hex for hex in self.mountains if self._mountain_problem(s, seat, hex)}
        begun = has_track(s, seat)
        places = self.touched(s, seat) if begun else frozenset().union(*self.starts(s))
        near = in_touch(self.board, s, [a for a in builds if a.hex not in shut], places)
        return [a for a in near if self.build_problem(s, seat, a) is None]

    def do_urbanize(self, s: SteamState, seat: int, a: Urbanize) -> None:
        """Unowned track that ends in a New City is one's own only if it hangs together with the rest.

        [pacific-electric.build.contiguous]
        """
        waiting = waiting_around(self.board, s, a.hex)
        super().do_urbanize(s, seat, a)
        claim(s, seat, released(self.board, s, seat, waiting), self.touched(s, seat))

    # Goods ----------------------------------------------------------------------------------------------

    def expresses(self, s: SteamState) -> bool:
        """Whether whoever moves now has Express."""
        known = s.known()
        found: bool | None = known.get("expresses")
        if found is None:
            due = s.agenda[0] if s.agenda else None
            found = due is not None and due.kind == "move" and self.holder(s, "express") == due.seat
            known["expresses"] = found
        return found

    def reach(self, s: SteamState, seat: int) -> int:
        """As many links as the power plants give: 0, 2, 4, 6 or 10; one more with Express.

        Without a power plant nothing can be delivered, but over one link with Express.

        [pacific-electric.power pacific-electric.power.zero pacific-electric.action.express]
        """
        return s.engine[seat] + (self.holder(s, "express") == seat)

    def links(self, s: SteamState) -> LinkTable:
        """Between the two Los Angeles goods are transferred: nobody's connection, and no link.

        [pacific-electric.move.transfer]
        """
        base, known = super().links(s), s.known()
        made: tuple[LinkTable, LinkTable] | None = known.get("transfers")
        if made is not None and made[0] is base:
            return made[1]
        table = dict(base)
        back = self.board.across[self.transfer]
        for side, enters in ((self.transfer, back), (back, self.transfer)):
            transfer = Link(enters // 6, side, NOBODYS, enters, 0)
            table[side // 6] = (*table.get(side // 6, ()), transfer)
        known["transfers"] = base, table
        return table

    def passes(self, s: SteamState, link: Link) -> int:
        """With Express a cube may pass one city of its colour on the way to another.

        [pacific-electric.action.express]
        """
        return -1 if self.expresses(s) else super().passes(s, link)

    def tally(self, s: SteamState, link: Link) -> int:
        transfer = int(link.length == 0) << TRANSFERS
        if not self.expresses(s):
            return transfer
        takes = self.accepts(s, link)
        cities = sum(
            1 << CITIES + BITS * colour for colour in range(takes.bit_length()) if takes >> colour & 1
        )
        return transfer + (link.length << LINKS) + cities

    tally_tells = True

    def way_problem(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> Refusal | None:
        """With Express it is one or the other in each delivery: passing a city, or one link more.

        A transfer costs the mover $1; a delivery needs at least one link besides it.

        [pacific-electric.action.express-each pacific-electric.move.transfer-limits]
        """
        far = length_of(links)
        if not far:
            return NO_REAL_LINK
        if far < len(links) and s.cash[seat] < FARE:
            return NO_FARE
        passed = sum([self.accepts(s, link) >> a.colour & 1 for link in links[:-1]])
        if passed > 1:
            return EXPRESS_ONCE
        return EXPRESS_EITHER if passed and far > s.engine[seat] else None

    def outcome(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """Every link used adds 1 income to its owner; a transfer adds none and costs the mover $1.

        [pacific-electric.move.transfer pacific-electric.move.transfer-limits]
        """
        income = super().outcome(s, seat, a, links).income
        transferred = any(not link.length for link in links)
        return Outcome(income, ((seat, -FARE),) if transferred else ())

    def raise_problem(self, s: SteamState, seat: int) -> Refusal | None:
        """Instead of a delivery a power plant may be built for $5, once a turn and four in all.

        [pacific-electric.power pacific-electric.power.limit]
        """
        if s.raised[seat]:
            return PLANT_BUILT
        if s.engine[seat] >= self.engine_max:
            return PLANTS_FULL
        return PLANT_TOO_DEAR if s.cash[seat] < PLANT_PRICE else None

    def do_raise(self, s: SteamState, seat: int) -> None:
        super().do_raise(s, seat)
        s.cash[seat] -= PLANT_PRICE

    def plants(self, s: SteamState, seat: int) -> int:
        """How many power plants a seat has."""
        return self.engine_track.index(s.engine[seat])

    # Money and the end ----------------------------------------------------------------------------------

    def expenses(self, s: SteamState, seat: int) -> int:
        """Everybody pays $1 a share and $1 a power plant. [pacific-electric.expense]"""
        return s.shares[seat] + self.plants(s, seat)

    def score_parts(self, s: SteamState, seat: int) -> dict[str, int]:
        """4 points more for a completed link of one's own into Mt. Lowe, or for four power plants.

        Which of them counts is an option of the table: our copy of the printed rules breaks off in the
        midst of this sentence, so check it in yours.

        [pacific-electric.score]
        """
        if self.chosen["bonus"] == "four-plants":
            earned = s.engine[seat] == self.engine_max
        else:
            earned = any(seat_of(link.owner) == seat for link in self.links(s).get(self.mt_lowe, ()))
        return super().score_parts(s, seat) | {"bonus": BONUS * earned}

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return tuple(
            GrowthWithLosAngeles() if isinstance(phase, GoodsGrowth) else phase for phase in super().phases()
        )

    def face(self) -> Face:
        return PacificFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"build": BuildWithMountains(), "move": MoveByPower()}


class GrowthWithLosAngeles(GoodsGrowth):
    """A cube from the bag comes to each Los Angeles before the dice.

    With five or six players one comes to San Bernardino after the dice of both halves.

    [pacific-electric.growth pacific-electric.growth-order]
    """

    def begin(self, rules: Any, s: SteamState) -> None:
        for hex in sorted(rules.los_angeles):
            s.ask("extra-cube", NATURE, 1, hex)
        super().begin(rules, s)
        if s.seats >= MORE_STARTS:
            s.ask("extra-cube", NATURE, 1, rules.san_bernardino)


class BuildWithMountains(BuildDecision):
    """The base game's `build`; with the first tile on a mountain Engineer gives up the fourth."""

    def limit(self, rules: Rules[Any], s: SteamState, due: Due) -> int:
        return due.a + len(s.built)

    def figures(self, rules: Any, s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        beside = "one of the two Los Angeles" + (" or at San Bernardino" if s.seats >= MORE_STARTS else "")
        return {**super().figures(rules, s, due, a), "starts": beside}

    def apply(self, rules: Any, s: SteamState, due: Due, a: Any) -> None:
        climbs = isinstance(a, Build) and a.hex in rules.mountains and not s.layout[a.hex]
        super().apply(rules, s, due, a)
        # Whoever has climbed before has three tiles in all already.
        if climbs and s.agenda[0].a + len(s.built) > MOUNTAIN_BUILDS:
            s.amend(due.a - 2, due.b)


class MoveByPower(MoveDecision):
    """The base game's `move`, with power plants instead of an engine."""

    def answer(self, rules: Any, s: SteamState, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if not isinstance(a, Improve):
            return None
        links = rules.raised(s.engine[due.seat])
        return Answer(f"Build a power plant, ${PLANT_PRICE}", f"Then up to {plural(links, 'link')}.")

    def details(self, rules: Any, s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        plants = plural(rules.plants(s, due.seat), "power plant")
        express = ["Express: or past one city of its colour"] if rules.expresses(s) else []
        return [
            f"{ordinal(due.a)} of {number_word(rules.moves(s, due.seat))} rounds",
            f"{plants}, so up to {plural(self.reach(rules, s, due), 'link')}",
            *express,
        ]

    def apply(self, rules: Any, s: SteamState, due: Due, a: Any) -> None:
        if isinstance(a, Improve):
            s.settle()
            rules.do_raise(s, due.seat)
            s.tell("plant", due.seat, PLANT_PRICE, s.engine[due.seat])
        else:
            super().apply(rules, s, due, a)


class PacificFace(Face):
    """Power plants, the transfer in Los Angeles, and the prices of the first turn."""

    def __init__(self, rules: PacificElectric) -> None:
        super().__init__(rules)
        self.pacific = rules

    def figures(self, s: SteamState) -> Sequence[Figure]:
        plants = tuple(self.pacific.plants(s, seat) for seat in range(s.seats))
        tip = "Power plants: none to four let a cube use 0, 2, 4, 6 or 10 links"
        return (Figure("Plants", tip, plants, engine=True, word="power plant"),)

    def marks(self, s: SteamState) -> Sequence[Mark]:
        west, side = divmod(self.pacific.transfer, 6)
        east = self.board.across[self.pacific.transfer] // 6
        words = f"goods are transferred to {self.board.place(east)} for ${FARE}"
        starts = self.pacific.start_hexes(s)
        return [
            Mark(f"transfer-{side}", west, words, text=f"${FARE}"),
            *(
                Mark(
                    f"start-price-{towards}", hex, f"${START_PRICE} in the first turn", text=f"${START_PRICE}"
                )
                for hex, towards in starts.items()
                if not s.layout[hex]
            ),
        ]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        if fact.kind == "plant":
            paid, links = fact.data
            return f"{names[fact.seat]} built a power plant −${paid}: up to {plural(links, 'link')}"
        return None

    def cash(self, fact: Fact) -> int:
        return -fact.data[0] if fact.kind == "plant" else 0
