"""Texas, Oklahoma & New Mexico: cattle on the range, which are driven to the rails."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from footplate.age_of_steam.actions import DECLINE, DONE, Decline, Deliver, Done, OnHex
from footplate.age_of_steam.board import IN_CITY, NOBODYS, PLAIN, UNBUILDABLE, Board
from footplate.age_of_steam.face import Face, Mark
from footplate.age_of_steam.goods import CATTLE, STRIDE
from footplate.age_of_steam.inspection import within
from footplate.age_of_steam.phases.move_goods import MoveGoods
from footplate.age_of_steam.phases.setup import FillCities
from footplate.age_of_steam.routes import Link, LinkTable, with_starts
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import plural
from footplate.core.actions import Wordless
from footplate.core.game import (
    NATURE,
    Action,
    Answer,
    Decision,
    Due,
    Fact,
    Game,
    Phase,
    Refusal,
    Roll,
)

HERD = 32
"""How many cattle there are."""
RANCHED = 2
"""How many of them Ranching puts on the board at most."""

NOT_OPEN = Refusal(
    "texas.setup.cattle", "Cattle need an open hex, without city, cattle and track; {hex} is none."
)
NOT_NEXT = Refusal("texas.setup.cattle", "The first cattle go next to others; {hex} lies next to none.")
NOT_IN_AREA = Refusal("texas.action.ranching", "{hex} is not in the ranching area.")
NONE_RANCHED = Refusal("texas.action.ranching-none", "Ranching puts one cube on the board at least.")
BOX_EMPTY = Refusal("texas.action.ranching", "The cattle box is empty, so there is nothing to ranch.")
ASKED_BEFORE = Refusal("texas.setup.cattle", "Somebody wants to go on placing; place cattle first.")
WRONG_HERD = Refusal("texas.setup.cattle", "{count} cattle are placed, each on an open hex next to others.")


class TexasState(SteamState):
    """The base game's, and whether cattle were driven this turn; those that are `gone` are in the box."""

    __slots__ = ("driven",)
    driven: int

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.driven = 0

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within([self.driven], 0, 1, "whether cattle were driven")


def has_cattle(s: SteamState, hex: int) -> bool:
    """Whether cattle are on a hex."""
    return s.cubes[STRIDE * hex + CATTLE] > 0


def is_open(s: SteamState, hex: int) -> bool:
    """An open hex has no city, no cattle and no track; a town may be one. [texas.setup.cattle-town]"""
    return s.kind[hex] not in (IN_CITY, UNBUILDABLE) and not s.layout[hex] and not has_cattle(s, hex)


def grazing(board: Board, s: SteamState) -> list[int]:
    """The open hexes next to cattle."""
    near = {other for hex in range(board.size) if has_cattle(s, hex) for other in board.neighbours(hex)}
    return sorted(hex for hex in near if is_open(s, hex))


def put_cattle(s: SteamState, hex: int) -> None:
    """Put cattle from the box on a hex."""
    s.gone[CATTLE] -= 1
    s.cubes[STRIDE * hex + CATTLE] += 1


# The herd -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(OnHex):
    """Put cattle on a hex."""

    verb: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class Rest(Wordless):
    """Propose that chance places the rest of the cattle for everybody."""

    verb: ClassVar[str] = "rest"


@dataclass(frozen=True, slots=True)
class Agree(Wordless):
    """Agree to it."""

    verb: ClassVar[str] = "agree"


@dataclass(frozen=True, slots=True)
class Scatter:
    """Nature: the hexes on which the rest of the cattle come to stand, one after the other."""

    verb: ClassVar[str] = "scatter"
    hexes: tuple[int, ...]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(board.words[hex] for hex in self.hexes)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        return cls(tuple(map(board.read_hex, words)))


REST = Rest()
AGREE = Agree()


class FillThenCattle(FillCities):
    """Each city gets its starting cubes from the bag; then the players place the cattle."""

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        super().use(rules, s, due, colours)
        ask_for_cattle(rules, s, s.order[0])


def ask_for_cattle(rules: Rules[Any], s: SteamState, seat: int) -> None:
    """Ask for the next cattle, unless all are placed or no open hex is left for any."""
    if s.gone[CATTLE] and grazing(rules.board, s):
        s.ask("cattle", seat)


class CattleDecision(Decision[Rules[Any], SteamState]):
    """The first cattle stand in Pecos. In player order each player puts one on an open hex next to any.

    An open hex has no city, no cattle and no track. If all players agree, chance places the rest.

    `due.a` tells that somebody has just declined that.

    [texas.setup.cattle texas.setup.cattle-town]
    """

    prompt = "Place cattle"
    takes = (Place, Rest)
    chapter = "Set-up"
    doing = "is placing cattle"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        placing = s.phase < 0 and len(s.agenda) == 1 and s.gone[CATTLE] > 0
        return placing and due.a in (0, 1) and not due.b and bool(grazing(rules.board, s))

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        places = [Place(hex) for hex in grazing(rules.board, s)]
        return places if due.a else [*places, REST]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Rest):
            return ASKED_BEFORE if due.a else None
        if not is_open(s, a.hex):
            return NOT_OPEN
        return None if a.hex in grazing(rules.board, s) else NOT_NEXT

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        return {"hex": rules.board.place(a.hex)} if isinstance(a, Place) else {}

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        following = s.order[(s.order.index(due.seat) + 1) % len(s.order)]
        return [f"{s.gone[CATTLE]} of {HERD} left", "next to other cattle", f"then {names[following]}"]

    def answer(self, rules: Rules[Any], s: SteamState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Rest):
            left = plural(s.gone[CATTLE], "cube")
            return Answer("Place the rest for everybody", f"Chance places {left}, if all players agree.")
        return Answer(f"Place on {rules.board.place(a.hex)}", "Cattle come here.", (), (a.hex,))

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        after = s.order.index(due.seat) + 1
        if isinstance(a, Rest):
            others = s.order[after:] + s.order[: after - 1]
            s.tell("proposed-rest", due.seat)
            s.ask("rest", others[0], due.seat)
        else:
            put_cattle(s, a.hex)
            s.tell("placed-cattle", due.seat, a.hex)
            ask_for_cattle(rules, s, s.order[after % len(s.order)])


class RestDecision(Decision[Rules[Any], SteamState]):
    """Whoever would rather go on placing cattle declines, and all go on in turn.

    `due.a` is the seat that asks for it, and goes on if somebody declines.
    """

    prompt = "Agree that chance places the rest of the cattle, or decline"
    takes = (Agree, Decline)
    chapter = "Set-up"
    doing = "is asked whether chance may place the rest"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        placing = s.phase < 0 and len(s.agenda) == 1 and s.gone[CATTLE] > 0 and bool(grazing(rules.board, s))
        return placing and due.a in s.order and due.a != due.seat and not due.b

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Action]:
        return [AGREE, DECLINE]

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> Refusal | None:
        return None

    def details(self, rules: Rules[Any], s: SteamState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return [f"{names[due.a]} asks for it", f"{s.gone[CATTLE]} of {HERD} to be placed"]

    def answer(self, rules: Rules[Any], s: SteamState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Agree):
            return Answer("Agree", "If all do, chance places the rest.")
        return Answer("Decline", f"{names[due.a]} places cattle, and all go on in turn.", (due.a,))

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Decline):
            s.tell("declined-rest", due.seat)
            s.ask("cattle", due.a, 1)
            return
        s.tell("agreed-rest", due.seat)
        following = s.order[(s.order.index(due.seat) + 1) % len(s.order)]
        if following == due.a:
            s.ask("scatter", NATURE)
        else:
            s.ask("rest", following, due.a)


class ScatterRoll(Roll[Rules[Any], SteamState]):
    """Nature: where the rest of the cattle come to stand once all `agree`; each open hex is as likely."""

    prompt = "Chance places the rest of the cattle."
    takes = (Scatter,)
    chapter = "Set-up"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        return super().fits(rules, s, due) and s.phase < 0 and len(s.agenda) == 1 and s.gone[CATTLE] > 0

    def why_not(self, rules: Rules[Any], s: SteamState, due: Due, a: Scatter) -> Refusal | None:
        trial = s.copy()
        for hex in a.hexes:
            if not trial.gone[CATTLE] or hex not in grazing(rules.board, trial):
                return WRONG_HERD
            put_cattle(trial, hex)
        return WRONG_HERD if trial.gone[CATTLE] and grazing(rules.board, trial) else None

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Scatter) -> Mapping[str, object]:
        return {"count": s.gone[CATTLE]}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Scatter) -> None:
        s.settle()
        for hex in a.hexes:
            put_cattle(s, hex)
        s.tell("scattered", NATURE, *a.hexes)

    def odds(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterator[tuple[Scatter, float]]:
        def herds(
            trial: SteamState, placed: tuple[int, ...], chance: float
        ) -> Iterator[tuple[Scatter, float]]:
            free = grazing(rules.board, trial) if trial.gone[CATTLE] else []
            if not free:
                yield Scatter(placed), chance
            for hex in free:
                after = trial.copy()
                put_cattle(after, hex)
                yield from herds(after, (*placed, hex), chance / len(free))

        return herds(s.copy(), (), 1.0)

    def sample(self, rules: Rules[Any], s: SteamState, due: Due, rng: random.Random) -> Scatter:
        trial, placed = s.copy(), []
        while trial.gone[CATTLE] and (free := grazing(rules.board, trial)):
            placed.append(rng.choice(free))
            put_cattle(trial, placed[-1])
        return Scatter(tuple(placed))


# Ranching and the drive -----------------------------------------------------------------------------------


class RanchDecision(Decision["Texas", TexasState]):
    """One or two cattle come from the box to open hexes of the ranching area at once.

    It is the land west of Austin and south of Amarillo; with no open hex there Ranching has no effect.

    `due.a` counts the cattle: the second may be left in the box.

    [texas.action.ranching texas.action.ranching-none]
    """

    prompt = "Ranch cattle"
    takes = (Place, Done)
    chapter = "Select actions"
    doing = "is ranching"

    def fits(self, rules: Texas, s: TexasState, due: Due) -> bool:
        owner = rules.holder(s, "ranching") == due.seat and due is s.agenda[0]
        return owner and 1 <= due.a <= RANCHED and not due.b and bool(s.gone[CATTLE] and pasture(rules, s))

    def options(self, rules: Texas, s: TexasState, due: Due) -> Iterable[Action]:
        places = [Place(hex) for hex in pasture(rules, s)]
        return [*places, DONE] if due.a > 1 else places

    def why_not(self, rules: Texas, s: TexasState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Done):
            return None if due.a > 1 else NONE_RANCHED
        if a.hex not in rules.ranching:
            return NOT_IN_AREA
        return None if is_open(s, a.hex) else NOT_OPEN

    def figures(self, rules: Texas, s: TexasState, due: Due, a: Any) -> Mapping[str, object]:
        return {"hex": rules.board.place(a.hex)} if isinstance(a, Place) else {}

    def details(self, rules: Texas, s: TexasState, due: Due, names: Sequence[str]) -> Sequence[str]:
        wanted = "one more, or none" if due.a > 1 else "one or two"
        return [wanted, f"{s.gone[CATTLE]} in the box"]

    def answer(self, rules: Texas, s: TexasState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Done):
            return Answer("Leave it at that", "The other cube stays in the box.")
        return Answer(f"Place on {rules.board.place(a.hex)}", "Cattle come here from the box.", (), (a.hex,))

    def apply(self, rules: Texas, s: TexasState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Place):
            put_cattle(s, a.hex)
            s.tell("placed-cattle", due.seat, a.hex)
            ask_to_ranch(rules, s, due.seat, due.a + 1)


def pasture(rules: Texas, s: TexasState) -> list[int]:
    """The open hexes of the ranching area."""
    return [hex for hex in sorted(rules.ranching) if is_open(s, hex)]


def ask_to_ranch(rules: Texas, s: TexasState, seat: int, number: int) -> None:
    """Ask for one of the cattle of Ranching, if there is any and room for it."""
    if number <= RANCHED and s.gone[CATTLE] and pasture(rules, s):
        s.ask_first("ranch", seat, number)


class MoveWithDrive(MoveGoods):
    """Whoever took Cattle Drive may drive cattle once in this phase. `driven` remembers it."""

    def begin(self, rules: Rules[Any], s: Any) -> None:
        s.driven = 0
        super().begin(rules, s)


class TexasFace(Face):
    """The cattle-demand cities, and cattle that are placed."""

    def marks(self, s: SteamState) -> Sequence[Mark]:
        return [
            Mark("demand", hex, "only cattle are delivered here")
            for hex in sorted(self.board.group("cattle demand"))
        ]

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        who = names[fact.seat] if fact.seat >= 0 else ""
        match fact.kind:
            case "placed-cattle":
                return f"{who} placed cattle on {self.board.place(fact.data[0])}"
            case "proposed-rest":
                return f"{who} asked to let chance place the rest of the cattle"
            case "agreed-rest":
                return f"{who} agreed"
            case "declined-rest":
                return f"{who} wants to go on placing cattle"
            case "scattered":
                return f"Chance placed cattle on {', '.join(map(self.board.place, fact.data))}"
        return None


class Texas(Rules[TexasState]):
    """Cattle are a colour of their own that only cattle-demand cities take."""

    State = TexasState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.wanting = board.group("cattle demand")
        """The cattle-demand cities."""
        self.ranching = board.area("ranching")
        """The land on which Ranching puts cattle."""
        self.ahead = {hex: board.around(hex, self.numbers["drive"], self.wanting) for hex in board.land}
        """The hexes to which cattle can be driven from each hex."""

    # Set-up -------------------------------------------------------------------------------------------

    def do_setup(self, s: TexasState) -> None:
        """There are 32 cattle; those that are not on the board are in the cattle box, never in the bag.

        [texas.setup.cattle-box]
        """
        super().do_setup(s)
        s.gone[CATTLE] = HERD - sum(s.cubes[CATTLE::STRIDE])

    def components(self) -> dict[str, int]:
        return super().components() | {"cattle": HERD}

    # Actions ------------------------------------------------------------------------------------------

    def take_problem(self, s: TexasState, seat: int, action: int) -> Refusal | None:
        """Ranching cannot be taken while the cattle box is empty. [texas.action.ranching]"""
        if problem := super().take_problem(s, seat, action):
            return problem
        return BOX_EMPTY if self.board.actions[action] == "ranching" and not s.gone[CATTLE] else None

    def do_take(self, s: TexasState, seat: int, action: str) -> None:
        super().do_take(s, seat, action)
        if action == "ranching":
            ask_to_ranch(self, s, seat, 1)

    def action_effect(self, s: TexasState, action: str) -> str:
        if action == "cattle-drive":
            return "Once this turn you may drive cattle one or two hexes to track or a city and deliver them."
        if action == "ranching":
            there = f" {s.gone[CATTLE]} are there." if s.phase >= 0 else ""
            return f"At once you put one or two cattle from the box into the ranching area.{there}"
        return super().action_effect(s, action)

    # Goods --------------------------------------------------------------------------------------------

    def movable(self, s: TexasState, seat: int, hex: int) -> int:
        """Cattle on a hex without track are moved by Cattle Drive alone, and only once a turn.

        [texas.action.cattle-drive texas.action.cattle-drive-once]
        """
        colours = super().movable(s, seat, hex)
        waiting = has_cattle(s, hex) and not s.layout[hex]
        if waiting and (s.driven or self.holder(s, "cattle-drive") != seat):
            colours &= ~(1 << CATTLE)
        return colours

    def passes(self, s: TexasState, link: Link) -> int:
        """Nothing passes through a cattle-demand city; cattle pass all others.

        [texas.move.demand-stop texas.move.cattle-pass texas.move.cattle]
        """
        return 0 if link.to in self.wanting else super().passes(s, link)

    def links(self, s: TexasState) -> LinkTable:
        """Cattle on the track of a completed link start there; the way to the next place counts as a link.

        Cattle that are driven go one or two hexes over any terrain, but not into a cattle-demand city, to
        track or to a city, and on from there by one link at least; driven hexes are no links.

        [texas.build.cattle texas.move.track-cattle texas.move.track-cattle-complete
        texas.action.cattle-drive-way]
        """
        known = s.known()
        found: LinkTable | None = known.get("links")
        if found is None:
            found = known["links"] = self._links(s)
        return found

    def _links(self, s: TexasState) -> LinkTable:
        herd = [hex for hex in range(self.board.size) if has_cattle(s, hex)]
        drives = self.holder(s, "cattle-drive") >= 0 and not s.driven
        waiting = [hex for hex in herd if not s.layout[hex]] if drives else []
        starts = {end for hex in waiting for end in self.ahead[hex]}.union(herd)
        on_track = [hex for hex in sorted(starts) if s.kind[hex] == PLAIN and s.layout[hex]]
        table = with_starts(self.board, s, super().links(s), on_track, unfinished=False)
        trails = {
            hex: tuple(self._trail(hex, end) for end in sorted(self.ahead[hex]) if end in table)
            for hex in waiting
        }
        return table | {hex: links for hex, links in trails.items() if links}

    def _trail(self, hex: int, end: int) -> Link:
        return Link(end, self.board.trail_sides[hex, end], NOBODYS, -1, 0)

    def do_leave(self, s: TexasState, seat: int, a: Deliver) -> None:
        super().do_leave(s, seat, a)
        if a.sides[0] > self.board.wall:
            s.driven = 1

    def do_delivered(self, s: TexasState, seat: int, a: Deliver, links: list[Link]) -> None:
        """Delivered cattle go back to the cattle box, all other cubes to the bag. [texas.move.cattle]"""
        if a.colour == CATTLE:
            s.gone[CATTLE] += 1
        else:
            super().do_delivered(s, seat, a, links)

    # Shape --------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return tuple(MoveWithDrive() if isinstance(phase, MoveGoods) else phase for phase in super().phases())

    def face(self) -> Face:
        return TexasFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "fill-cities": FillThenCattle(),
            "cattle": CattleDecision(),
            "rest": RestDecision(),
            "scatter": ScatterRoll(),
            "ranch": RanchDecision(),
        }
