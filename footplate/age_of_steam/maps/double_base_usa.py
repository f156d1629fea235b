"""Double Base USA: from the East Coast to San Francisco, with land grants, bonus disks and engines of 12."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Connect, Deliver, OfColour, OnHex, Pass, Urbanize
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.board import EMPTY, IN_CITY, IN_TOWN, Board, owner_of
from footplate.age_of_steam.contiguity import (
    claim,
    crosses,
    in_touch,
    network,
    released,
    together,
    waiting_around,
)
from footplate.age_of_steam.face import Face, Figure, Mark
from footplate.age_of_steam.goods import BLACK, COLOURS, STRIDE
from footplate.age_of_steam.inspection import different, within
from footplate.age_of_steam.phases.bonus import pay_bonus
from footplate.age_of_steam.phases.build_track import BuildDecision, BuildTrack
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth, ProductionDraw
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import Work, work
from footplate.age_of_steam.words import plural
from footplate.core.actions import Wordless
from footplate.core.game import NATURE, Action, Answer, Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

MARKERS = {"red": 2, "blue": 1, "purple": 1, "yellow": 1, "black": 2}
"""The colour markers for starting cities. [double-base-usa.start.cities]"""
MANY = 6
"""From so many players on there are a second Locomotive, more cubes, Montreal as a start, earlier limits."""
FIRST_DISKS = 2
"""The bonus disks with which everybody begins. [double-base-usa.setup.six]"""
DISKS = {"locomotive": 2, "locomotive-2": 1}
"""The bonus disks that an action brings. [double-base-usa.action.locomotive]"""
CROSSING = 10
"""What lies on San Francisco for whoever comes there first. [double-base-usa.setup.six]"""
FURTHER_PRICE = 10
"""What a further level of the engine costs, besides a bonus disk."""
GRANTS_A_DELIVERY = 3
"""The land grants that buy another delivery."""
DRAWN = 2
"""The cubes that Production draws."""
GRANT_POINTS = 2.0
"""What a land grant counts before it is used."""
CROSSED_POINTS = 8.0
"""What the reward on San Francisco counts: an income of 1, and $10."""

NOT_A_START = Refusal(
    "double-base-usa.start.cities", "{place} is no starting city that is still free: {free}."
)
NO_MARKER = Refusal("double-base-usa.start.cities", "There is no such marker left; there are: {markers}.")
NOT_TOGETHER = Refusal(
    "double-base-usa.build.contiguous",
    "All your track must hang together back to {start}, where you started.",
)
CITY_DUE = Refusal(
    "double-base-usa.action.urbanization", "Urbanization must be used: {due} to be placed first."
)
NO_GRANT = Refusal("double-base-usa.land-grants.take", "You have no land grant.")
GRANT_READY = Refusal(
    "double-base-usa.land-grants.free", "A land grant is ready to pay for your next tile already."
)
NOT_READY = Refusal("double-base-usa.land-grants.free", "No land grant is ready that could be kept.")
LINK_LIMIT = Refusal(
    "double-base-usa.link.ny-phl-once", "A direct link counts as a build, and no land grant pays for it."
)
FIRST_LINK = Refusal(
    "double-base-usa.link.ny-phl-once", "The link for ${first} is built before that for ${price}."
)
ONE_LINK = Refusal("double-base-usa.link.ny-phl-once", "The second link is for another player.")
NO_DISK = Refusal("double-base-usa.engine-up", "A further level needs a bonus disk, and you have none.")
TWO_SPACES = Refusal(
    "double-base-usa.engine-up.top", "A further level needs two spaces left on the engine track."
)
FURTHER_DEAR = Refusal("double-base-usa.engine-up", "A further level costs ${price} and you have ${cash}.")
NUMBERED = Refusal(
    "double-base-usa.action.production", "The cube goes to a city without a number; {place} is none."
)


class DoubleBaseState(SteamState):
    """The base game's, bonus disks, land grants, starting cities, and whether the continent was crossed."""

    __slots__ = ("disks", "grants", "granting", "starts", "crossed")
    disks: list[int]
    """The bonus disks of each seat."""
    grants: list[int]
    """The land grants of each seat."""
    granting: int
    """Whether a land grant is handed in that pays for the next tile of this build."""
    starts: list[int]
    """The starting city of each seat, or -1."""
    crossed: bool

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.disks, self.grants = [0] * seats, [0] * seats
        self.granting, self.starts, self.crossed = 0, [-1] * seats, False

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        rules: DoubleBase = game.rules
        most = FIRST_DISKS + max(DISKS.values()) * self.turn
        within(self.disks, 0, most, "the bonus disks of somebody")
        taken = sum(1 for hex in rules.land if self.layout[hex])
        within(self.grants, 0, taken, "the land grants of somebody")
        within([self.granting], 0, 1, "whether a land grant is handed in")
        require(sum(self.grants) + self.granting <= taken, "there are more land grants than were taken")
        building = bool(self.agenda) and self.agenda[0].kind == "build"
        require(building or not self.granting, "a land grant is handed in where nothing is built")
        chosen = [start for start in self.starts if start != -1]
        different(chosen, rules.starts_for(self.seats), "the list of starting cities")
        asked = {due.seat for due in self.agenda if due.kind == "start"}
        chose = {due.seat for due in self.agenda if due.kind == "marker"}
        for seat, start in enumerate(self.starts):
            unasked = self.turn > 1 or self.phase > rules.build_phase or self.over
            require(start < 0 or seat not in asked, "somebody chooses a starting city twice")
            require(start >= 0 or not unasked or bool(self.out[seat]), "somebody has no starting city")
            require(start >= 0 or seat not in chose, "somebody colours a starting city without one")
        left = rules.markers_left(self)
        require(all(count >= 0 for count in left), "there are more colour markers than there were")
        for hex in rules.board.starts:
            require(hex in chosen or not self.demand[hex], "a starting city of nobody has a colour")


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start(OnHex):
    """Start in a city of the East Coast."""

    verb: ClassVar[str] = "start"
    names: ClassVar[str] = "CITY"


@dataclass(frozen=True, slots=True)
class Colour(OfColour):
    """Put a colour marker on the starting city."""

    verb: ClassVar[str] = "colour"


@dataclass(frozen=True, slots=True)
class Pick(OfColour):
    """Choose one of the cubes drawn by Production; the other leaves the game."""

    verb: ClassVar[str] = "pick"


@dataclass(frozen=True, slots=True)
class Supply(OnHex):
    """Put the cube of Production into a city."""

    verb: ClassVar[str] = "supply"
    names: ClassVar[str] = "CITY"


@dataclass(frozen=True, slots=True)
class Grant(Wordless):
    """Hand in a land grant, which pays for the next tile."""

    verb: ClassVar[str] = "grant"


@dataclass(frozen=True, slots=True)
class Keep(Wordless):
    """Keep the land grant after all."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Further(Wordless):
    """Raise the engine by a further level, for money and a bonus disk."""

    verb: ClassVar[str] = "further"


GRANT = Grant()
KEEP = Keep()
FURTHER = Further()


# The rules -------------------------------------------------------------------------------------------


class DoubleBaseFace(Face):
    """Bonus disks and land grants of the players; land grants, founders and the money on San Francisco."""

    rules: DoubleBase

    def figures(self, s: Any) -> Sequence[Figure]:
        disks = "Bonus disks: each is one link more for one delivery"
        grants = "Land grants: one pays for a tile, three buy a delivery"
        return (
            Figure("Disks", disks, tuple(s.disks), word="bonus disk"),
            Figure("Grants", grants, tuple(s.grants), word="land grant"),
        )

    def marks(self, s: Any) -> Sequence[Mark]:
        grants = [Mark("grant", hex, "a land grant") for hex in self.rules.land if not s.layout[hex]]
        free = [Mark("socket", hex, "nobody starts here yet") for hex in self._free(s)]
        founded = [
            Mark("start", hex, "a starting city", (s.demand[hex].bit_length(),), seat=seat)
            for seat, hex in enumerate(s.starts)
            if hex >= 0
        ]
        reward = Mark("price", self.rules.far_end, "for whoever comes here first", text=f"${CROSSING}")
        return [*sorted(grants, key=lambda mark: mark.hex), *free, *founded, *([] if s.crossed else [reward])]

    def _free(self, s: DoubleBaseState) -> list[int]:
        """The starting cities whose colour is still open."""
        choosing = not s.turn or -1 in s.starts
        return [hex for hex in sorted(self.board.starts) if choosing and hex not in s.starts]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        who, data, board = names[fact.seat] if fact.seat >= 0 else "", fact.data, self.board
        match fact.kind:
            case "started":
                return f"{who} starts in {board.place(data[0])}"
            case "coloured":
                return f"{board.place(data[0])} is {COLOURS[data[1]]} from now on"
            case "disks":
                return f"{who} got {plural(data[0], 'bonus disk')}"
            case "disks-used":
                return f"{who} used {plural(data[0], 'bonus disk')}"
            case "granted":
                return f"{who} took a land grant on {board.place(data[0])}"
            case "grant-ready":
                return f"{who} handed in a land grant for the next tile"
            case "grant-kept":
                return f"{who} kept the land grant"
            case "grants-used":
                return f"{who} handed in {plural(data[0], 'land grant')} for another delivery"
            case "further":
                return f"{who} raised the engine by two levels to {data[0]}: −${FURTHER_PRICE}, 1 bonus disk"
            case "crossed":
                return f"{who} came to San Francisco first: +${CROSSING}"
            case "supplied":
                return f"{who} put {COLOURS[data[1]]} into {board.place(data[0])}"
            case "left-out":
                return f"{COLOURS[data[0]].capitalize()} leaves the game"
        return None

    def cash(self, fact: Fact) -> int:
        return {"further": -FURTHER_PRICE, "crossed": CROSSING}.get(fact.kind, 0)


class DoubleBaseAims(Aims):
    """Land grants, and the reward for coming to San Francisco first."""

    rules: DoubleBase

    def parts(self, s: Any, seat: int) -> Mapping[str, float]:
        """A land grant counts as part of a delivery, for a tile at least, as long as either is to come."""
        moved = s.turn == self.rules.turns(s.seats) and s.phase >= self.rules.build_phase
        kept = s.grants[seat] // GRANTS_A_DELIVERY * GRANTS_A_DELIVERY if moved else s.grants[seat]
        return self.rules.score_parts(s, seat) | {"grants": GRANT_POINTS * kept}

    def finds(self, s: Any, seat: int, hexes: Collection[int]) -> float:
        """The land grants that lie on these hexes."""
        return GRANT_POINTS * sum(not s.layout[hex] for hex in self.rules.land.intersection(hexes))

    def joins(self, s: Any, seat: int, links: Sequence[tuple[int, int]]) -> float:
        """What lies on San Francisco for whoever joins it first with the East Coast by these links."""
        rules, owner = self.rules, owner_of(seat)
        if s.crossed or not any(rules.far_end in link for link in links):
            return 0.0
        near, table = {rules.far_end}, rules.links(s).items()
        left = [(here, link.to) for here, several in table for link in several if link.owner == owner]
        left += links
        while more := [link for link in left if not near.isdisjoint(link)]:
            near.update(*more)
            left = [link for link in left if link not in more]
        return 0.0 if near.isdisjoint(rules.board.starts) else CROSSED_POINTS


class DoubleBase(Rules[DoubleBaseState]):
    """Railroads start on the East Coast and grow to the west."""

    State = DoubleBaseState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.land = board.groups["land grant"]
        self.far_end, self.montreal = board.place_at("SN"), board.place_at("MN")
        fed = {column.hex for column in board.columns}
        self.unfed = frozenset(hex for hex in range(board.size) if board.kind[hex] == IN_CITY) - fed
        """The cities without a number that are printed."""
        phases = self.phases()
        self.build_phase = next(n for n, phase in enumerate(phases) if isinstance(phase, BuildTrack))

    # Set-up ---------------------------------------------------------------------------------------------

    def start_cubes(self, seats: int) -> list[int]:
        """With six players and more each black city and each starting city gets one cube more.

        [double-base-usa.setup.cubes double-base-usa.setup.six]
        """
        board, cubes = self.board, super().start_cubes(seats)
        black = [hex for hex in range(board.size) if board.demand[hex] == 1 << BLACK]
        return sorted([*cubes, *black, *board.starts]) if seats >= MANY else cubes

    def do_setup(self, s: DoubleBaseState) -> None:
        """Everybody begins with two bonus disks, and $10 lie on San Francisco.

        [double-base-usa.setup.six]
        """
        super().do_setup(s)
        s.disks = [FIRST_DISKS] * s.seats

    # Starting -------------------------------------------------------------------------------------------

    def starts_for(self, seats: int) -> frozenset[int]:
        """The starting cities: eight of the East Coast, with six players and more Montreal too."""
        return self.board.starts | {self.montreal} if seats >= MANY else self.board.starts

    def free_starts(self, s: DoubleBaseState) -> list[int]:
        """The starting cities that nobody has chosen."""
        return sorted(self.starts_for(s.seats) - set(s.starts))

    def markers_left(self, s: DoubleBaseState) -> list[int]:
        """The colour markers that lie on no starting city, by colour."""
        lying = [s.demand[hex] for hex in self.board.starts]
        return [MARKERS.get(colour, 0) - lying.count(1 << n) for n, colour in enumerate(COLOURS)]

    def do_start(self, s: DoubleBaseState, seat: int, hex: int) -> None:
        """The starting city takes a colour; Montreal stays black, and where no marker is left there is none.

        [double-base-usa.start.cities double-base-usa.start.must]
        """
        s.starts[seat] = hex
        s.tell("started", seat, hex)
        left = [colour for colour, count in enumerate(self.markers_left(s)) if count]
        if hex != self.montreal and len(left) > 1:
            s.ask_first("marker", seat)
        elif hex != self.montreal and left:
            self.do_colour(s, seat, left[0])

    def do_colour(self, s: DoubleBaseState, seat: int, colour: int) -> None:
        """The city has the colour of its marker for the rest of the game."""
        s.demand[s.starts[seat]] = 1 << colour
        s.tell("coloured", seat, s.starts[seat], colour)

    # Actions --------------------------------------------------------------------------------------------

    def offered(self, s: DoubleBaseState) -> Sequence[int]:
        """With six players and more there is a second Locomotive. [double-base-usa.setup.six]"""
        every = super().offered(s)
        return [n for n in every if s.seats >= MANY or self.board.actions[n] != "locomotive-2"]

    def action_effect(self, s: DoubleBaseState, action: str) -> str:
        cities = "two New Cities" if self.is_late(s) else "a New City"
        tiles = ("eight", "six") if self.is_late(s) else ("four", "three")
        return {
            "locomotive": "You get two bonus disks: each is one link more for one delivery.",
            "locomotive-2": "You get one bonus disk: one link more for one delivery.",
            "engineer": f"You may build {tiles[0]} tiles instead of {tiles[1]}.",
            "urbanization": f"You must place {cities} on towns before you build.",
            "production": "Two cubes are drawn at once; you put one of them into a city without a number.",
        }.get(action) or super().action_effect(s, action)

    def do_take(self, s: DoubleBaseState, seat: int, action: str) -> None:
        """Locomotive brings two bonus disks, the second Locomotive one, and no engine.

        Production draws two cubes at once.

        [double-base-usa.action.locomotive double-base-usa.action.production]
        """
        if disks := DISKS.get(action):
            s.disks[seat] += disks
            s.tell("disks", seat, disks)
        elif action == "production":
            s.ask_first("production", NATURE, DRAWN, seat)

    # Building -------------------------------------------------------------------------------------------

    def is_late(self, s: DoubleBaseState) -> bool:
        """Whether limits are doubled: from turn 5 on, with six players and more from turn 4 on."""
        return s.turn >= (4 if s.seats >= MANY else 5)

    def builds_allowed(self, s: DoubleBaseState, seat: int) -> int:
        """Three tiles a turn, four with Engineer; twice as many from turn 5, or 4 with six players and more.

        A tile that a land grant pays for comes on top.

        [double-base-usa.build.limit double-base-usa.action.engineer double-base-usa.land-grants.free]
        """
        limit = super().builds_allowed(s, seat) * (2 if self.is_late(s) else 1)
        return limit + (s.granting if s.agenda and s.agenda[0].seat == seat else 0)

    def new_cities_allowed(self, s: DoubleBaseState, seat: int) -> int:
        """One New City with Urbanization, two while limits are doubled, or as many as there can be.

        [double-base-usa.action.urbanization double-base-usa.action.urbanization-few]
        """
        if self.holder(s, "urbanization") != seat:
            return 0
        return min(2 if self.is_late(s) else 1, s.new_cities.count(-1), s.kind.count(IN_TOWN))

    def cities_due(self, s: DoubleBaseState, seat: int) -> int:
        """How many New Cities whoever builds now must still place."""
        due = s.agenda[0] if s.agenda else None
        return due.b if due and due.kind == "build" and due.seat == seat else 0

    def done_problem(self, s: DoubleBaseState, seat: int) -> Refusal | None:
        """A build ends only when the New Cities of Urbanization have been placed.

        [double-base-usa.action.urbanization]
        """
        return CITY_DUE if self.cities_due(s, seat) else None

    def network(self, s: DoubleBaseState, seat: int) -> frozenset[int]:
        """The places that hang together with the starting city of a seat."""
        return network(self.board, s, seat) | {s.starts[seat]}

    def build_problem(self, s: DoubleBaseState, seat: int, a: Build) -> Refusal | None:
        """Track begins at one's starting city and hangs together; whoever has lost all starts there again.

        [double-base-usa.start.build-from double-base-usa.build.contiguous double-base-usa.start.must]
        """
        done = work(self.board.tiles, self.site_of(s, seat, a.hex), a.layout)
        assert isinstance(done, Work)
        fits = together(self.board, s, a.hex, (*done.added, *done.changed), self.network(s, seat))
        return None if fits else NOT_TOGETHER

    def allowed(self, s: DoubleBaseState, seat: int, builds: list[Build]) -> list[Build]:
        near = in_touch(self.board, s, builds, self.network(s, seat))
        return [a for a in near if self.build_problem(s, seat, a) is None]

    def link_problem(self, s: DoubleBaseState, seat: int, a: Connect) -> Refusal | None:
        """New York and Philadelphia are joined by two links: the first costs $3, the second, another's, $6.

        It must hang together with one's track like any other.

        [double-base-usa.link.ny-phl double-base-usa.link.ny-phl-once]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        if EMPTY in s.link_owners[: a.link]:
            return FIRST_LINK
        if owner_of(seat) in s.link_owners:
            return ONE_LINK
        if self.network(s, seat).isdisjoint(self.board.direct_links[a.link].ends):
            return NOT_TOGETHER
        building = s.agenda[0] if s.agenda else None
        return LINK_LIMIT if building and building.kind == "build" and building.a <= s.granting else None

    def charges(self, s: DoubleBaseState, seat: int, prices: Sequence[int]) -> int:
        """Every tile is paid in full, but one for which a land grant is handed in costs nothing.

        The answer is what is due now for tiles at these `prices`, one after the other.

        [double-base-usa.land-grants.take]
        """
        granted = s.granting and s.agenda and s.agenda[0].seat == seat
        return sum(prices[1:] if granted else prices)

    def highest_price(self, s: DoubleBaseState, seat: int) -> int:
        dearest = max(self.board.prices) + 2
        return dearest if not self.charge(s, seat, dearest) else super().highest_price(s, seat)

    def do_urbanize(self, s: DoubleBaseState, seat: int, a: Urbanize) -> None:
        """The New City takes the town's place and its cubes.

        Track without an owner that ends there becomes one's own only where it hangs together with one's own.

        [double-base-usa.action.urbanization double-base-usa.town-goods]
        """
        waiting = waiting_around(self.board, s, a.hex)
        super().do_urbanize(s, seat, a)
        claim(s, seat, released(self.board, s, seat, waiting), self.network(s, seat))

    def do_done(self, s: DoubleBaseState, seat: int) -> list[int]:
        """Whoever's own links join San Francisco with the East Coast first gets $10 and 1 income.

        It is paid after the build. A land grant that paid for no tile is kept.

        [double-base-usa.transcontinental double-base-usa.land-grants.free]
        """
        self.do_keep(s, seat)
        lost = super().do_done(s, seat)
        for other in (seat, *s.order):
            if not s.crossed and crosses(self, s, other, {self.far_end}, self.board.starts):
                s.crossed = True
                s.cash[other] += CROSSING
                s.tell("crossed", other)
                pay_bonus(s, other)
        return lost

    def do_keep(self, s: DoubleBaseState, seat: int) -> None:
        """A land grant that is handed in and has paid for nothing is taken back."""
        s.grants[seat] += s.granting
        s.granting = 0

    # Goods ----------------------------------------------------------------------------------------------

    def reach(self, s: DoubleBaseState, seat: int) -> int:
        """As many links as the engine and the bonus disks, even beyond 12.

        [double-base-usa.bonus.delivery]
        """
        return s.engine[seat] + s.disks[seat]

    def disks_for(self, s: DoubleBaseState, seat: int, links: int) -> int:
        """A delivery uses as many bonus disks as it has links beyond the engine.

        [double-base-usa.bonus.auto]
        """
        return max(0, links - s.engine[seat])

    def do_delivered(self, s: DoubleBaseState, seat: int, a: Deliver, links: list[Link]) -> None:
        """The delivered cube goes back to the bag, and bonus disks for links beyond the engine are spent.

        [double-base-usa.bonus.auto double-base-usa.bonus.delivery]
        """
        super().do_delivered(s, seat, a, links)
        if used := self.disks_for(s, seat, len(links)):
            s.disks[seat] -= used
            s.tell("disks-used", seat, used)

    def further_problem(self, s: DoubleBaseState, seat: int) -> Refusal | None:
        """Whoever raises the engine may raise it by a further level for $10 and a bonus disk.

        It needs two spaces left on the engine track.

        [double-base-usa.engine-up double-base-usa.engine-up.top]
        """
        if problem := self.raise_problem(s, seat):
            return problem
        if self.raised(s.engine[seat]) == self.engine_max:
            return TWO_SPACES
        if not s.disks[seat]:
            return NO_DISK
        return FURTHER_DEAR if s.cash[seat] < FURTHER_PRICE else None

    def do_raise_further(self, s: DoubleBaseState, seat: int) -> None:
        """The engine rises by two spaces; money and disk are gone."""
        self.do_raise(s, seat)
        s.engine[seat] = self.raised(s.engine[seat])
        s.cash[seat] -= FURTHER_PRICE
        s.disks[seat] -= 1
        s.tell("further", seat, s.engine[seat])

    def reduction(self, s: DoubleBaseState, seat: int) -> int:
        """Income over 60 falls by 12, over 70 by 14, and by two more for every further ten.

        [double-base-usa.reduction]
        """
        income = s.income[seat]
        return 2 * ((income - 1) // 10) if income > 60 else super().reduction(s, seat)

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        own: dict[type, Phase[Any, Any]] = {
            BuildTrack: StartAndBuild(),
            MoveGoods: MoveWithGrants(),
            GoodsGrowth: GrowByDice(),
        }
        return tuple(own.get(type(phase), phase) for phase in super().phases())

    def face(self) -> Face:
        return DoubleBaseFace(self)

    def aims(self) -> Aims:
        return DoubleBaseAims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "production": CubesDrawn(),
            "pick": PickDecision(),
            "stock": SupplyDecision(),
            "start": StartDecision(),
            "marker": MarkerDecision(),
            "build": BuildWithGrants(),
            "move": MoveWithDisks(),
            "extra-delivery": ExtraDelivery(),
        }


# Phases ----------------------------------------------------------------------------------------------


class StartAndBuild(BuildTrack):
    """In turn 1 everybody must choose a starting city before they build. [double-base-usa.start.must]"""

    def begin(self, rules: Any, s: Any) -> None:
        super().begin(rules, s)
        if s.turn == 1:
            s.agenda = [due for build in s.agenda for due in (Due("start", build.seat), build)]


class MoveWithGrants(MoveGoods):
    """After both rounds whoever has three land grants may make one more delivery, in player order.

    [double-base-usa.land-grants.delivery double-base-usa.land-grants.order]
    """

    def begin(self, rules: Any, s: Any) -> None:
        super().begin(rules, s)
        for seat in s.order:
            if s.grants[seat] >= GRANTS_A_DELIVERY:
                s.ask("extra-delivery", seat)


class GrowByDice(GoodsGrowth):
    """Only the dice bring cubes; New Cities have no column. [double-base-usa.action.urbanization-few]"""

    def begin(self, rules: Any, s: Any) -> None:
        for half in (0, 1):
            s.ask("grow", NATURE, half)


# Decisions -------------------------------------------------------------------------------------------


class StartDecision(Decision[DoubleBase, DoubleBaseState]):
    """Each starting city is chosen by one player; with six players and more Montreal can be, too.

    [double-base-usa.start.cities]
    """

    prompt = "Choose your starting city"
    takes = (Start,)
    chapter = "Build track"
    doing = "is choosing a starting city"

    def fits(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> bool:
        return super().fits(rules, s, due) and s.turn == 1 and s.phase == rules.build_phase

    def options(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> Iterable[Start]:
        return [Start(hex) for hex in rules.free_starts(s)]

    def why_not(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Start) -> Refusal | None:
        return None if a.hex in rules.free_starts(s) else NOT_A_START

    def figures(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Start) -> Mapping[str, object]:
        free = ", ".join(map(rules.board.place, rules.free_starts(s)))
        return {"place": rules.board.place(a.hex), "free": free}

    def details(self, rules: DoubleBase, s: DoubleBaseState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return ("all your track hangs together with it", _markers(rules, s))

    def answer(
        self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Start, names: Sequence[str]
    ) -> Answer:
        says = "You start here; it stays black." if a.hex == rules.montreal else "You start here."
        return Answer(rules.board.place(a.hex), says, (), (a.hex,))

    def apply(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Start) -> None:
        s.settle()
        rules.do_start(s, due.seat, a.hex)


def _markers(rules: DoubleBase, s: DoubleBaseState) -> str:
    """The colour markers left, in words."""
    left = [f"{count} {COLOURS[n]}" for n, count in enumerate(rules.markers_left(s)) if count]
    return f"markers left: {', '.join(left) or 'none'}"


class MarkerDecision(Decision[DoubleBase, DoubleBaseState]):
    """The starting city keeps the colour of its marker: two are red, two black, one blue, yellow and purple.

    [double-base-usa.start.cities]
    """

    prompt = "Choose the colour of your starting city"
    takes = (Colour,)
    chapter = "Build track"
    doing = "is choosing a colour"

    def fits(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> bool:
        start = s.starts[due.seat]
        open_now = super().fits(rules, s, due) and due is s.agenda[0] and s.phase == rules.build_phase
        return open_now and start in rules.board.starts and not s.demand[start] and s.turn == 1

    def options(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> Iterable[Colour]:
        return [Colour(colour) for colour, count in enumerate(rules.markers_left(s)) if count]

    def why_not(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Colour) -> Refusal | None:
        return None if rules.markers_left(s)[a.colour] else NO_MARKER

    def figures(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Colour) -> Mapping[str, object]:
        left = rules.markers_left(s)
        return {"markers": ", ".join(COLOURS[n] for n, count in enumerate(left) if count)}

    def details(self, rules: DoubleBase, s: DoubleBaseState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (rules.board.place(s.starts[due.seat]), _markers(rules, s))

    def answer(
        self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Colour, names: Sequence[str]
    ) -> Answer:
        place, colour = rules.board.place(s.starts[due.seat]), COLOURS[a.colour]
        return Answer(colour.capitalize(), f"{place} takes {colour} cubes for the rest of the game.")

    def apply(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Colour) -> None:
        s.settle()
        rules.do_colour(s, due.seat, a.colour)


class CubesDrawn(ProductionDraw):
    """Production draws two cubes as soon as it is taken. [double-base-usa.action.production]"""

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        return due.a == DRAWN and due.b in s.order and due is s.agenda[0]

    def use(self, rules: Any, s: Any, due: Due, colours: tuple[int, ...]) -> None:
        super().use(rules, s, due, colours)
        if len(set(colours)) > 1:
            s.ask_first("pick", due.b)
        elif len(colours) > 1:
            leave_out(s, colours[0])


class PickDecision(Decision[DoubleBase, DoubleBaseState]):
    """The player chooses one of the two cubes; the other leaves the game.

    [double-base-usa.action.production]
    """

    prompt = "Choose one of the cubes that were drawn"
    takes = (Pick,)
    chapter = "Select actions"
    doing = "is choosing a cube"

    def fits(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> bool:
        then = s.agenda[1] if len(s.agenda) > 1 else None
        open_now = super().fits(rules, s, due) and due is s.agenda[0] and then == Due("stock", due.seat)
        return open_now and sum(s.drawn) == DRAWN and max(s.drawn) == 1

    def options(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> Iterable[Pick]:
        return [Pick(colour) for colour, count in enumerate(s.drawn) if count]

    def why_not(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Pick) -> Refusal | None:
        return None if s.drawn[a.colour] else refusals.NOT_DRAWN

    def figures(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Pick) -> Mapping[str, object]:
        return {"colour": COLOURS[a.colour]}

    def answer(
        self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Pick, names: Sequence[str]
    ) -> Answer:
        other = next(colour for colour, count in enumerate(s.drawn) if count and colour != a.colour)
        return Answer(COLOURS[a.colour].capitalize(), f"{COLOURS[other].capitalize()} leaves the game.")

    def apply(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Pick) -> None:
        s.settle()
        other = next(colour for colour, count in enumerate(s.drawn) if count and colour != a.colour)
        leave_out(s, other)


def leave_out(s: DoubleBaseState, colour: int) -> None:
    """A drawn cube that is not placed leaves the game."""
    s.drawn[colour] -= 1
    s.gone[colour] += 1
    s.tell("left-out", NATURE, colour)


class SupplyDecision(Decision[DoubleBase, DoubleBaseState]):
    """The cube goes straight to a city without a number: a starting city, a black one or a New City.

    [double-base-usa.action.production]
    """

    prompt = "Choose a city without a number for the cube"
    takes = (Supply,)
    chapter = "Select actions"
    doing = "is placing a cube"

    def fits(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> bool:
        picking = s.agenda[0] == Due("pick", due.seat)
        there = sum(s.drawn) == (DRAWN if picking else 1)
        return super().fits(rules, s, due) and there and s.agenda.index(due) == picking

    def options(self, rules: DoubleBase, s: DoubleBaseState, due: Due) -> Iterable[Supply]:
        return [a for a in map(Supply, range(rules.board.size)) if self.why_not(rules, s, due, a) is None]

    def why_not(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Supply) -> Refusal | None:
        return None if a.hex in rules.unfed or a.hex in s.new_cities else NUMBERED

    def figures(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Supply) -> Mapping[str, object]:
        return {"place": rules.board.place(a.hex)}

    def details(self, rules: DoubleBase, s: DoubleBaseState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"a {COLOURS[self._cube(s)]} cube",)

    def answer(
        self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Supply, names: Sequence[str]
    ) -> Answer:
        return Answer(
            rules.board.place(a.hex), f"The {COLOURS[self._cube(s)]} cube comes here.", (), (a.hex,)
        )

    def _cube(self, s: DoubleBaseState) -> int:
        return next(colour for colour, count in enumerate(s.drawn) if count)

    def apply(self, rules: DoubleBase, s: DoubleBaseState, due: Due, a: Supply) -> None:
        s.settle()
        colour = self._cube(s)
        s.drawn[colour] -= 1
        s.cubes[STRIDE * a.hex + colour] += 1
        s.tell("supplied", due.seat, a.hex, colour)


class BuildWithGrants(BuildDecision):
    """One tile after the other, paid for when it is laid, in cash or with a land grant.

    A tile on a land-grant hex brings its land grant, which can be used at once.

    [double-base-usa.land-grants.take double-base-usa.land-grants.free]
    """

    takes = (*BuildDecision.takes, Grant, Keep)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        if self._city_first(rules, s, due):
            return [a for a in super().options(rules, s, due._replace(a=0)) if isinstance(a, Urbanize)]
        out = list(super().options(rules, s, due))
        return out + [a for a in (GRANT, KEEP) if self.why_not(rules, s, due, a) is None]

    def _city_first(self, rules: Any, s: Any, due: Due) -> bool:
        """Whether a New City must be placed before anything else."""
        return due.b > 0 and not rules.urbanize_after_building()

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if not isinstance(a, Urbanize) and self._city_first(rules, s, due):
            return CITY_DUE
        if isinstance(a, Grant):
            return GRANT_READY if s.granting else None if s.grants[due.seat] else NO_GRANT
        if isinstance(a, Keep):
            return None if s.granting else NOT_READY
        return super().why_not(rules, s, due, a)

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        start = s.starts[due.seat]
        out = {
            **super().figures(rules, s, due, a),
            "start": rules.board.place(start),
            "due": plural(due.b, "New City", "New Cities"),
        }
        if isinstance(a, Connect):
            out |= {
                "price": rules.board.direct_links[a.link].price,
                "first": rules.board.direct_links[0].price,
            }
        return out

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        grants = plural(s.grants[due.seat], "land grant")
        ready = ["the next tile is paid with a land grant"] if s.granting else []
        return [*super().details(rules, s, due, names), *ready, *([grants] if s.grants[due.seat] else [])]

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if isinstance(a, Grant):
            return Answer("Pay with a land grant", "Your next tile is free and beyond the limit.")
        if isinstance(a, Keep):
            return Answer("Keep the land grant", "Your next tile is paid in cash after all.")
        return super().answer(rules, s, due, a, names)

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        seat = due.seat
        if isinstance(a, Grant):
            s.grants[seat] -= 1
            s.granting = 1
            s.amend(due.a + 1, due.b)
            s.tell("grant-ready", seat)
        elif isinstance(a, Keep):
            rules.do_keep(s, seat)
            s.amend(due.a - 1, due.b)
            s.tell("grant-kept", seat)
        else:
            taken = isinstance(a, Build) and a.hex in rules.land and not s.layout[a.hex]
            super().apply(rules, s, due, a)
            if isinstance(a, Build):
                s.granting = 0
            if taken:
                s.grants[seat] += 1
                s.tell("granted", seat, a.hex)


class MoveWithDisks(MoveDecision):
    """Move one cube, raise the engine by one level, or by two for $10 and a bonus disk, or do nothing.

    [double-base-usa.bonus.delivery double-base-usa.engine-up]
    """

    takes = (*MoveDecision.takes, Further)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        out = list(super().options(rules, s, due))
        return [*out, FURTHER] if self.why_not(rules, s, due, FURTHER) is None else out

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Further):
            problem: Refusal | None = rules.further_problem(s, due.seat)
            return problem
        return super().why_not(rules, s, due, a)

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        more = {"price": FURTHER_PRICE, "cash": s.cash[due.seat]}
        return {**super().figures(rules, s, due, a), **more}

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        round, reach = super().details(rules, s, due, names)
        return [round, _reach(s, due.seat) or reach]

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if isinstance(a, Further):
            top = rules.raised(rules.raised(s.engine[due.seat]))
            return Answer(f"Raise engine to {top}", f"Costs ${FURTHER_PRICE} and a bonus disk.")
        if isinstance(a, Deliver) and (disks := rules.disks_for(s, due.seat, len(a.stops))):
            return Answer("", f"−{plural(disks, 'disk')}")
        return None

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Further):
            s.settle()
            rules.do_raise_further(s, due.seat)
        else:
            super().apply(rules, s, due, a)


def _reach(s: DoubleBaseState, seat: int) -> str:
    """How far a delivery may go, where bonus disks make it longer."""
    engine, disks = s.engine[seat], s.disks[seat]
    return (
        f"engine {engine} and {plural(disks, 'bonus disk')}, so up to {engine + disks} links" if disks else ""
    )


class ExtraDelivery(MoveWithDisks):
    """Three land grants are handed in for one more delivery; nothing else may be done with it.

    [double-base-usa.land-grants.delivery double-base-usa.engine-up.top]
    """

    prompt = "Hand in three land grants and move a cube, or pass"
    takes = (Deliver, Pass)
    chapter = "Move goods"
    doing = "may move another cube"

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        return due.a == due.b == 0 and s.grants[due.seat] >= GRANTS_A_DELIVERY

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        return [a for a in super().options(rules, s, due) if isinstance(a, (Deliver, Pass))]

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        reach = _reach(s, due.seat) or f"engine {s.engine[due.seat]}"
        return [f"three of your {plural(s.grants[due.seat], 'land grant')}", reach]

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Deliver):
            s.grants[due.seat] -= GRANTS_A_DELIVERY
            s.tell("grants-used", due.seat, GRANTS_A_DELIVERY)
        super().apply(rules, s, due, a)
