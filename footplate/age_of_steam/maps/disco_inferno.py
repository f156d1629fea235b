"""Disco Inferno: a move is a chain of deliveries, and a city that is left empty burns down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import (
    DECLINE,
    PRODUCE,
    Decline,
    Deliver,
    Improve,
    OnHex,
    Pass,
    Produce,
    Urbanize,
)
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.face import Face, Mark
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.inspection import within
from footplate.age_of_steam.phases.bonus import income_step
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth, ProductionDraw
from footplate.age_of_steam.phases.move_goods import MoveDecision, links_of
from footplate.age_of_steam.phases.setup import CubeDraw, drawable
from footplate.age_of_steam.routes import Link, length_of
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.actions import Wordless
from footplate.core.game import NATURE, Action, Answer, Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

ON_EACH = 3
"""Cubes on each New City before it is placed."""
LINKS = 16
"""A chain remembers in one number where it has come to and the links it has left: LINKS * hex + left."""

BURNED_DOWN = Refusal("disco-inferno.burn", "{there} has burned down; nothing is delivered there.")
GOES_ON = Refusal("disco-inferno.chain", "The chain goes on from {from_here}, where the last cube arrived.")
NOT_WITHIN = Refusal("disco-inferno.chain-parts", "The engine cannot be raised within a chain.")
NOT_IN_PLAY = Refusal("disco-inferno.production", "The cubes go to a city that has not burned down.")
NOT_SUNG = Refusal("disco-inferno.singing", "Singing costs nothing at this table.")
NO_INCOME = Refusal("disco-inferno.singing", "You have no income to lose.")


class DiscoInfernoState(SteamState):
    """The base game's, the cubes on the New Cities in the supply, and the cities that have burned down."""

    __slots__ = ("dancers", "burned")
    dancers: list[tuple[int, ...]]
    """The colours of the cubes on each New City that has not been placed."""
    burned: tuple[int, ...]
    """The hexes of the cities that have burned down."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.dancers, self.burned = [], ()

    def check(self, game: Game[Any, Any]) -> None:
        board = game.rules.board
        fits = len(self.dancers) == len(board.new_cities) == len(self.new_cities)
        require(fits and all(isinstance(cubes, tuple) for cubes in self.dancers), "cubes lie on no New City")
        for cubes, at in zip(self.dancers, self.new_cities):
            within(cubes, 0, len(COLOURS) - 1, "the colour of a cube on a New City")
            require(not cubes or at < 0, "cubes lie beside a New City that has been placed")
        within(self.burned, 0, board.size - 1, "a city that has burned down")
        super().check(game)
        for hex in self.burned:
            there = self.kind[hex] == IN_CITY and not self.demand[hex] and not goods_on(self, hex)
            require(there, f"{board.place(hex)} cannot have burned down")


def goods_on(s: SteamState, hex: int) -> bool:
    """Whether any cube lies on a hex."""
    return any(s.cubes[STRIDE * hex : STRIDE * hex + STRIDE])


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Admit(OnHex):
    """Put the drawn cubes together on a city."""

    verb: ClassVar[str] = "admit"
    names: ClassVar[str] = "CITY"


@dataclass(frozen=True, slots=True)
class Sang(Wordless):
    """Own up to having been caught singing."""

    verb: ClassVar[str] = "sang"


SANG = Sang()


# Set-up and growth -----------------------------------------------------------------------------------


class FillNewCities(CubeDraw):
    """Three cubes lie on each New City from the start. [disco-inferno.setup]"""

    prompt = "The New Cities get their cubes."
    chapter = "Set-up"

    def use(self, rules: Rules[Any], s: Any, due: Due, colours: tuple[int, ...]) -> None:
        s.dancers = [
            colours[first : first + ON_EACH]
            for first in range(0, ON_EACH * len(rules.board.new_cities), ON_EACH)
        ]


class ProductionOnly(Phase[Rules[Any], DiscoInfernoState]):
    """Goods come by Production alone, and nothing else grows. [disco-inferno.growth]"""

    name = "Goods growth"

    def begin(self, rules: Any, s: DiscoInfernoState) -> None:
        producer = rules.holder(s, "production")
        if producer >= 0 and rules.producible(s):
            s.ask("produce", producer)


class ProduceOrDecline(Decision[Rules[Any], DiscoInfernoState]):
    """Whoever took Production draws two cubes, or the one that the bag has, or declines before that.

    [disco-inferno.production-few]
    """

    prompt = "Draw cubes for one city, or decline"
    takes = (Produce, Decline)
    doing = "decides on Production"

    def fits(self, rules: Any, s: DiscoInfernoState, due: Due) -> bool:
        return super().fits(rules, s, due) and rules.producible(s) > 0

    def options(self, rules: Rules[Any], s: DiscoInfernoState, due: Due) -> Iterable[Action]:
        return [PRODUCE, DECLINE]

    def why_not(self, rules: Rules[Any], s: DiscoInfernoState, due: Due, a: Any) -> Refusal | None:
        return None

    def details(self, rules: Any, s: DiscoInfernoState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"{plural(len(rules.in_play(s)), 'city', 'cities')} in play",)

    def answer(self, rules: Any, s: DiscoInfernoState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Decline):
            return Answer("Decline", "Nothing is drawn.")
        drawn = plural(rules.producible(s), "cube")
        return Answer(f"Draw {drawn}", "Then choose the city where they go.")

    def apply(self, rules: Any, s: DiscoInfernoState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Produce):
            s.ask_first("production", NATURE, rules.producible(s), due.seat)
        else:
            s.tell("declined", due.seat)


class DrawForOneCity(ProductionDraw):
    """The cubes are drawn and seen before a city is chosen; `due.b` is the seat that chooses."""

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        some = 0 < due.a <= rules.numbers["production"] and rules.producible(s) > 0
        return some and due.b in s.order and due is s.agenda[0]


class AdmitDecision(Decision[Rules[Any], DiscoInfernoState]):
    """Both cubes go to the same city, a New City too, but none that has burned down.

    [disco-inferno.production]
    """

    prompt = "Choose a city for the drawn cubes"
    takes = (Admit,)
    doing = "is choosing a city for the drawn cubes"

    def fits(self, rules: Any, s: DiscoInfernoState, due: Due) -> bool:
        there = sum(s.drawn) and rules.in_play(s)
        return super().fits(rules, s, due) and bool(there) and due is s.agenda[0]

    def options(self, rules: Any, s: DiscoInfernoState, due: Due) -> Iterable[Action]:
        return list(map(Admit, rules.in_play(s)))

    def why_not(self, rules: Any, s: DiscoInfernoState, due: Due, a: Admit) -> Refusal | None:
        return None if a.hex in rules.in_play(s) else NOT_IN_PLAY

    def details(self, rules: Any, s: DiscoInfernoState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"drawn: {drawn_words(s)}",)

    def answer(self, rules: Any, s: DiscoInfernoState, due: Due, a: Admit, names: Sequence[str]) -> Answer:
        return Answer(rules.board.place(a.hex), f"Gets {drawn_words(s)}.", (), (a.hex,))

    def apply(self, rules: Any, s: DiscoInfernoState, due: Due, a: Admit) -> None:
        s.settle()
        for colour, count in enumerate(s.drawn):
            s.cubes[STRIDE * a.hex + colour] += count
            s.drawn[colour] = 0
        s.tell("admitted", due.seat, a.hex)


def drawn_words(s: SteamState) -> str:
    """The drawn cubes: red and blue."""
    return " and ".join(COLOURS[colour] for colour, count in enumerate(s.drawn) for _ in range(count))


# Moving ----------------------------------------------------------------------------------------------


class MoveInChain(MoveDecision):
    """A move may deliver several cubes, each from the city where the last one arrived.

    All of them together use as many links as the engine at most; a later cube may use places and links
    that an earlier one has used.

    [disco-inferno.chain]
    """

    takes = (*MoveDecision.takes, Sang)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        out = list(super().options(rules, s, due))
        return [*out, SANG] if self.why_not(rules, s, due, SANG) is None else out

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Sang):
            problem: Refusal | None = rules.singing_problem(s, due.seat)
            return problem
        problem = super().why_not(rules, s, due, a)
        if problem is refusals.WRONG_CITY and a.stops[-1] in s.burned:
            return BURNED_DOWN
        return problem

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if isinstance(a, Sang):
            return Answer("I was singing", f"−1 income: {income_step(s, due.seat, -1)}")
        if isinstance(a, Deliver) and rules.burns(s, a):
            return Answer(rules.board.place(a.stops[-1]), f"{rules.board.place(a.hex)} burns down.")
        return None

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Sang):
            rules.do_sing(s, due.seat)
            return
        used, reach = 0, self.reach(rules, s, due)
        if isinstance(a, Deliver):
            used = length_of(links_of(rules, s, a) or ())
        super().apply(rules, s, due, a)
        if isinstance(a, Deliver) and used < reach:
            s.memory = None  # A city may have burned down.
            chain = Due("chain", due.seat, due.a, LINKS * a.stops[-1] + reach - used)
            # A question with one answer is none: a chain that cannot go on has ended.
            if self.goes_on(rules, s, chain):
                s.agenda.insert(0, chain)

    def goes_on(self, rules: Any, s: Any, chain: Due) -> bool:
        """Whether any cube can be delivered from where a chain has come to, with the links it has left."""
        return goods_on(s, chain.b // LINKS) and bool(CHAIN.ways(rules, s, chain))


class ChainDecision(MoveInChain):
    """Whoever has delivered a cube goes on with the chain or stops.

    Every cube of it moves by the usual rules and pays the owners of its links at once. The chain ends when no
    link of the engine is left or no cube can go on; the engine cannot be raised in between.

    `due.a` is the round, `due.b` where the chain has come to and the links it has left.

    [disco-inferno.chain-parts]
    """

    prompt = "Go on or stop"
    takes: ClassVar[tuple[type[Any], ...]] = MoveDecision.takes
    doing = "goes on with a chain"
    chapter = "Move goods"

    def fits(self, rules: Any, s: Any, due: Due) -> bool:
        hex, left = divmod(due.b, LINKS)
        known = 0 <= hex < rules.board.size and 0 < left < rules.reach(s, due.seat)
        moves = 1 <= due.a <= rules.moves(s, due.seat) and due is s.agenda[0]
        return known and moves and self.goes_on(rules, s, due)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        return MoveDecision.options(self, rules, s, due)

    def reach(self, rules: Any, s: Any, due: Due) -> int:
        return due.b % LINKS

    def movable(self, rules: Any, s: Any, due: Due, hex: int) -> int:
        return super().movable(rules, s, due, hex) if hex == due.b // LINKS else 0

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Improve):
            return NOT_WITHIN
        if isinstance(a, Deliver) and a.hex != due.b // LINKS:
            return GOES_ON
        return super().why_not(rules, s, due, a)

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        return {**super().figures(rules, s, due, a), "from_here": rules.board.place(due.b // LINKS)}

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        hex, left = divmod(due.b, LINKS)
        whole = rules.reach(s, due.seat)
        return f"The chain stands in {rules.board.place(hex)}", f"{left} of {plural(whole, 'link')} left"

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if isinstance(a, Pass):
            return Answer("Stop the chain", f"{plural(due.b % LINKS, 'link')} left unused.")
        return super().answer(rules, s, due, a, names)

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Pass):
            s.settle()
            s.tell("stopped", due.seat)
        else:
            super().apply(rules, s, due, a)


CHAIN = ChainDecision()


# The rules -------------------------------------------------------------------------------------------


class DiscoInfernoFace(Face):
    """Cities that have burned down, and chains."""

    def marks(self, s: Any) -> Sequence[Mark]:
        return [Mark("burned", hex, "burned down") for hex in s.burned]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "burned":
                return f"{self.board.place(fact.data[0])} burned down"
            case "stopped":
                return f"{names[fact.seat]} stopped the chain"
            case "admitted":
                return f"{names[fact.seat]} put the drawn cubes on {self.board.place(fact.data[0])}"
            case "sang":
                return f"{names[fact.seat]} was caught singing: −1 income"
        return None


class DiscoInferno(Rules[DiscoInfernoState]):
    """Every hex is on fire."""

    State = DiscoInfernoState

    # Set-up ---------------------------------------------------------------------------------------------

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """Four cubes lie in every city and three on each New City; there is no goods display.

        [disco-inferno.setup]
        """
        return [*super().setup_draws(seats), ("fill-new-cities", ON_EACH * len(self.board.new_cities))]

    def do_setup(self, s: DiscoInfernoState) -> None:
        super().do_setup(s)
        s.dancers, s.burned = [()] * len(self.board.new_cities), ()

    def aside(self, s: DiscoInfernoState) -> Sequence[int]:
        return [colour for cubes in s.dancers for colour in cubes]

    def city_goods(self, s: DiscoInfernoState, city: int) -> Sequence[int]:
        return s.dancers[city]

    # Production -----------------------------------------------------------------------------------------

    def action_effect(self, s: DiscoInfernoState, action: str) -> str:
        if action == "production":
            return "You may draw two cubes and put both on one city that has not burned down."
        return super().action_effect(s, action)

    def in_play(self, s: DiscoInfernoState) -> list[int]:
        """The cities that have not burned down."""
        return [hex for hex, kind in enumerate(s.kind) if kind == IN_CITY and hex not in s.burned]

    def producible(self, s: DiscoInfernoState) -> int:
        """How many cubes Production draws: what the bag has, and none where no city is in play.

        [disco-inferno.production-few]
        """
        return drawable(s.bag, self.numbers["production"]) if self.in_play(s) else 0

    # Building -------------------------------------------------------------------------------------------

    def do_urbanize(self, s: DiscoInfernoState, seat: int, a: Urbanize) -> None:
        """A New City comes with its three cubes. [disco-inferno.urban]"""
        super().do_urbanize(s, seat, a)
        for colour in s.dancers[a.city]:
            s.cubes[STRIDE * a.hex + colour] += 1
        s.dancers[a.city] = ()

    # Goods ----------------------------------------------------------------------------------------------

    def burns(self, s: DiscoInfernoState, a: Deliver) -> bool:
        """Whether a delivery takes the last cube of a city."""
        there = s.cubes[STRIDE * a.hex : STRIDE * a.hex + STRIDE]
        return s.kind[a.hex] == IN_CITY and sum(there) == 1

    def do_leave(self, s: DiscoInfernoState, seat: int, a: Deliver) -> None:
        """A city burns down when its last cube leaves, even within a move.

        It takes no goods for the rest of the game, but lets all of them pass, and its track counts as before.
        Towns never burn, nor does a city that no cube has left.

        [disco-inferno.burn disco-inferno.burn-when]
        """
        if self.burns(s, a):
            s.burned += (a.hex,)
            s.demand[a.hex] = 0
        super().do_leave(s, seat, a)

    pays_besides = True

    def do_delivered(self, s: DiscoInfernoState, seat: int, a: Deliver, links: list[Link]) -> None:
        super().do_delivered(s, seat, a, links)
        # It burned before, but is told where the log tells of the cube.
        if a.hex in s.burned:
            s.tell("burned", seat, a.hex)

    # Singing --------------------------------------------------------------------------------------------

    def singing_problem(self, s: DiscoInfernoState, seat: int) -> Refusal | None:
        """Where the table plays with it, singing out of turn costs 1 income. [disco-inferno.singing]"""
        if self.chosen["singing"] == "off":
            return NOT_SUNG
        return None if s.income[seat] else NO_INCOME

    def do_sing(self, s: DiscoInfernoState, seat: int) -> None:
        s.income[seat] -= 1
        s.tell("sang", seat)

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return tuple(
            ProductionOnly() if isinstance(phase, GoodsGrowth) else phase for phase in super().phases()
        )

    def face(self) -> Face:
        return DiscoInfernoFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "fill-new-cities": FillNewCities(),
            "move": MoveInChain(),
            "chain": CHAIN,
            "produce": ProduceOrDecline(),
            "production": DrawForOneCity(),
            "stock": AdmitDecision(),
        }
