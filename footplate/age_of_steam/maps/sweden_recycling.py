"""Sweden Recycling: delivered goods become other goods, and what is left of them burns in a plant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Deliver
from footplate.age_of_steam.board import IN_CITY
from footplate.age_of_steam.face import Box, Face, Figure, Mark
from footplate.age_of_steam.goods import BLACK, BLUE, COLOURS, RED, STRIDE, YELLOW
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.goods_growth import GoodsGrowth
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.game import NATURE, Decision, Due, Fact, Game, Phase, Refusal
from footplate.core.slots import require

OPERATOR = "WTE-plant-operator"
BECOMES = {YELLOW: RED, RED: BLUE, BLUE: BLACK}
"""What each colour is recycled to."""
GARBAGE_POINTS = 2
"""What a black cube from the plant is worth at the end."""

WAITS = Refusal("sweden.move.wait", "That cube waits until growth.")


class SwedenState(SteamState):
    """The base game's, the cubes that wait in cities, those in the plant, and those its operators took."""

    __slots__ = ("waiting", "wte_plant", "garbage")
    waiting: bytearray
    """Delivered cubes that wait to be recycled, counted as `cubes` are."""
    wte_plant: int
    """How many black cubes lie in the plant."""
    garbage: list[int]
    """How many black cubes each seat has taken from the plant."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.waiting, self.wte_plant, self.garbage = bytearray(), 0, [0] * seats

    def check(self, game: Game[Any, Any]) -> None:
        # First, because all cubes are counted below.
        within((self.wte_plant, *self.garbage), 0, MOST, "the black cubes of the plant or of somebody")
        super().check(game)
        for hex, colour, _ in self.waiting_cubes():
            fits = self.kind[hex] == IN_CITY and colour in BECOMES
            require(fits, f"no such cube can wait in {game.rules.board.place(hex)}")

    def waiting_cubes(self) -> list[tuple[int, int, int]]:
        """Where cubes wait, of which colour, and how many."""
        there = [(at, count) for at, count in enumerate(self.waiting) if count]
        return [(*divmod(at, STRIDE), count) for at, count in there]


class EmptyPlant(Phase[Rules[Any], SwedenState]):
    """After goods have been moved, the WTE Plant Operator takes all black cubes of the plant.

    Those delivered in this turn are among them; without an operator they stay and pile up.

    [sweden.action.wte sweden.action.wte-when sweden.plant]
    """

    name = "Plant"

    def begin(self, rules: Rules[Any], s: SwedenState) -> None:
        operator = rules.holder(s, OPERATOR)
        if operator >= 0 and s.wte_plant:
            s.garbage[operator] += s.wte_plant
            s.tell("operated", operator, s.wte_plant)
            s.wte_plant = 0


class Recycle(Phase[Rules[Any], SwedenState]):
    """Waiting cubes become the next colour and can be moved: yellow red, red blue, blue black.

    Nothing else grows.

    [sweden.growth]
    """

    name = "Goods growth"

    def begin(self, rules: Rules[Any], s: SwedenState) -> None:
        for hex, colour, count in s.waiting_cubes():
            s.cubes[STRIDE * hex + BECOMES[colour]] += count
            s.tell("recycled", NATURE, hex, colour, count)
        s.waiting = bytearray(len(s.waiting))


class MoveUnlessWaiting(MoveDecision):
    """The base game's `move`, which says of a cube that waits why it cannot be moved."""

    def why_not(self, rules: Rules[Any], s: Any, due: Due, a: Any) -> Refusal | None:
        problem = super().why_not(rules, s, due, a)
        waits = problem is refusals.NO_CUBE and s.waiting[STRIDE * a.hex + a.colour]
        return WAITS if waits else problem


class SwedenFace(Face):
    """Cubes that wait, the plant, and what its operators have taken."""

    def figures(self, s: Any) -> Sequence[Figure]:
        taken = "Black cubes taken from the plant, 2 points each at the end"
        return (Figure("Garbage", taken, tuple(s.garbage)),)

    def boxes(self, s: Any) -> Sequence[Box]:
        words = "The WTE Plant Operator takes all black cubes of the plant"
        return (Box("WTE plant", words, (BLACK,) * s.wte_plant),)

    def marks(self, s: Any) -> Sequence[Mark]:
        waiting: dict[int, tuple[int, ...]] = {}
        for hex, colour, count in s.waiting_cubes():
            waiting[hex] = waiting.get(hex, ()) + (colour,) * count
        return [
            Mark(
                "waiting",
                hex,
                f"{', '.join(COLOURS[n] for n in colours)} waiting",
                tuple(n + 1 for n in colours),
            )
            for hex, colours in waiting.items()
        ]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        match fact.kind:
            case "burned":
                return f"{plural(fact.data[0], 'black cube')} in the plant"
            case "operated":
                return f"{names[fact.seat]} took {plural(fact.data[0], 'black cube')} from the plant"
            case "recycled":
                hex, colour, count = fact.data
                became = f"{count} {COLOURS[colour]} became {COLOURS[BECOMES[colour]]}"
                return f"{self.board.place(hex)}: {became}"
        return None

    def arrivals(self, fact: Fact) -> Sequence[tuple[int, int]]:
        if fact.kind != "recycled":
            return ()
        hex, colour, count = fact.data
        return [(hex, BECOMES[colour])] * count


class SwedenRecycling(Rules[SwedenState]):
    """Yellow becomes red, red blue, blue black."""

    State = SwedenState

    # Set-up ---------------------------------------------------------------------------------------------

    def do_setup(self, s: SwedenState) -> None:
        super().do_setup(s)
        s.waiting = bytearray(len(s.cubes))
        s.wte_plant, s.garbage = 0, [0] * s.seats

    def aside(self, s: SwedenState) -> Sequence[int]:
        waiting = [colour for _, colour, count in s.waiting_cubes() for _ in range(count)]
        return [*waiting, *[BLACK] * (s.wte_plant + sum(s.garbage))]

    # Actions --------------------------------------------------------------------------------------------

    def action_effect(self, s: SwedenState, action: str) -> str:
        if action == OPERATOR:
            return "After goods have been moved you take all black cubes of the plant, 2 points each."
        return super().action_effect(s, action)

    def action_points(self, s: SwedenState, seat: int, action: str) -> int:
        return GARBAGE_POINTS * s.wte_plant if action == OPERATOR else 0

    # Goods ----------------------------------------------------------------------------------------------

    def do_delivered(self, s: SwedenState, seat: int, a: Deliver, links: list[Link]) -> None:
        """A delivered cube waits in its city to be recycled and cannot be moved before; a black one goes to
        the plant.

        Nothing goes back to the bag, which is empty after the set-up.

        [sweden.move.recycle sweden.move.wait sweden.supply-all]
        """
        if a.colour == BLACK:
            s.wte_plant += 1
            s.tell("burned", seat, s.wte_plant)
        else:
            s.waiting[STRIDE * a.stops[-1] + a.colour] += 1

    # End ------------------------------------------------------------------------------------------------

    def score_parts(self, s: SwedenState, seat: int) -> dict[str, int]:
        """Each black cube that one has taken from the plant is worth 2 points more. [sweden.action.wte]"""
        return super().score_parts(s, seat) | {"garbage": GARBAGE_POINTS * s.garbage[seat]}

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """The plant is emptied after goods have been moved; goods growth recycles what was delivered."""
        out: list[Phase[Any, Any]] = []
        for phase in super().phases():
            out.append(Recycle() if isinstance(phase, GoodsGrowth) else phase)
            if isinstance(phase, MoveGoods):
                out.append(EmptyPlant())
        return tuple(out)

    def face(self) -> Face:
        return SwedenFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {"move": MoveUnlessWaiting()}
