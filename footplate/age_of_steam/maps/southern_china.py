"""Southern China: four disks a player, a nation that takes over older links, and its support in return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DIRECT, UNSAID, Build, Connect, Deliver, Urbanize
from footplate.age_of_steam.board import (
    DIRECT_WORD,
    IN_TOWN,
    NATIONS,
    NOBODYS,
    Board,
    owner_of,
    seat_of,
)
from footplate.age_of_steam.face import Face, Figure, Mark
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.build_track import BuildDecision, BuildTrack
from footplate.age_of_steam.phases.move_goods import MoveDecision
from footplate.age_of_steam.routes import Link
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import (
    Section,
    Work,
    count_tracks,
    give,
    lay,
    open_ends,
    section,
    tile_for,
    work,
)
from footplate.core.actions import Wordless
from footplate.core.game import Action, Answer, Decision, Due, Fact, Game, Phase, Refusal, Unreadable

TOKEN_POINTS = 3
"""What an unused Token of Support is worth at the end."""
SHUT_TURNS = 2
"""How many turns before the end nothing is delivered to Hong Kong."""

NO_TOKEN = Refusal("southern-china.tokens", "You have no Token of Support.")
TOKEN_SPENT = Refusal("southern-china.tokens-cap", "You have spent a token for this in this turn.")
SIMPLE_FIRST = Refusal("southern-china.cost.marked", "The first tile on {hex} must be a simple one.")
ONE_LINK = Refusal("southern-china.link", "One special link a turn is the limit.")
NO_DISK = Refusal(
    "southern-china.nationalize-none",
    "All your {disks} disks lie on what you build or complete this turn, and this needs another one.",
)
NOT_OLDER = Refusal(
    "southern-china.nationalize", "A link is nationalized that was complete before this turn: {choices}."
)
NOT_NEW = Refusal("southern-china.unfinished", "One of the sections just begun keeps the disk: {choices}.")
HONG_KONG_SHUT = Refusal(
    "southern-china.hong-kong", "Nothing is delivered to Hong Kong in the last two turns."
)
NATIONAL_WAY = Refusal("southern-china.hong-kong", "Goods for Hong Kong may not use national track.")


class SouthernChinaState(SteamState):
    """The base game's, the Tokens of Support, what they have bought, and the links from before this turn."""

    __slots__ = ("tokens", "more_tiles", "more_engine", "older")
    tokens: list[int]
    more_tiles: list[int]
    """How many more tiles each seat has bought with a token this turn."""
    more_engine: list[int]
    """How many more levels of the engine each seat has bought with a token this turn."""
    older: tuple[int, ...]
    """All sides of the links that were complete when this turn's building began; direct links are counted
    beyond all sides, as ways count them."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.tokens, self.more_tiles, self.more_engine = [0] * seats, [0] * seats, [0] * seats
        self.older = ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within(self.tokens, 0, MOST, "the tokens of somebody")
        within((*self.more_tiles, *self.more_engine), 0, 1, "what somebody has bought with tokens")
        board = game.rules.board
        within(self.older, 0, board.wall + len(board.direct_links), "a side of an older link")


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spend(Wordless):
    """Return a Token of Support for what it buys now."""

    verb: ClassVar[str] = "spend"


@dataclass(frozen=True, slots=True)
class Nationalize:
    """Hand a link over to the nation: it leaves a place by a side and leads to another."""

    verb: ClassVar[str] = "nationalize"
    place: int
    side: int
    """Counted as 6 * hex + side; a direct link has a number beyond all sides."""
    to: int

    def words(self, board: Board) -> tuple[str, ...]:
        return board.words[self.place], board.read_back_side(self.side), board.words[self.to]

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        form = f"nationalize PLACE PLACE, or nationalize PLACE SIDE PLACE, where SIDE may be {DIRECT_WORD}"
        if len(words) not in (2, 3):
            raise Unreadable(f"Say it so: {form}.")
        place = board.read_hex(words[0])
        side = UNSAID if len(words) == 2 else board.read_exit(place, words[1])
        if side is None:
            raise Unreadable(f"“{words[1]}” is no side. Say it so: {form}.")
        return cls(place, side, board.read_hex(words[-1]))


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave the disk on the unfinished section that is open at a side, counted as 6 * hex + side."""

    verb: ClassVar[str] = "keep"
    side: int

    def words(self, board: Board) -> tuple[str, ...]:
        return board.words[self.side // 6], board.side_names[self.side % 6]

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        form = "keep HEX SIDE, the side at which the section is open"
        if len(words) != 2:
            raise Unreadable(f"Say it so: {form}.")
        hex, side = board.read_hex(words[0]), words[1].upper()
        if side not in board.side_names:
            raise Unreadable(f"“{words[1]}” is no side. Say it so: {form}.")
        return cls(6 * hex + board.side_names.index(side))


SPEND = Spend()


# The rules -------------------------------------------------------------------------------------------


class SouthernChinaFace(Face):
    """Tokens and disks of the players, and a Hong Kong that has closed."""

    rules: SouthernChina

    def figures(self, s: Any) -> Sequence[Figure]:
        free = tuple(self.rules.free_disks(s, seat) for seat in range(s.seats))
        return (
            Figure("Tokens", "Tokens of Support, 3 points each at the end", tuple(s.tokens), word="token"),
            Figure("Disks", f"Free ownership disks, of {self.rules.disks}", free, word="ownership disk"),
        )

    def marks(self, s: Any) -> Sequence[Mark]:
        shut = s.turn and self.rules.is_shut(s)
        return [Mark("closed", self.rules.hong_kong, "takes nothing in the last two turns")] if shut else []

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        who, data, board = names[fact.seat] if fact.seat >= 0 else "", fact.data, self.board
        match fact.kind:
            case "supported":
                return f"{who} got a Token of Support"
            case "spent":
                return f"{who} spent a Token of Support"
            case "displaced":
                hexes = dict.fromkeys(board.place(side // 6) for side in data)
                return f"{who} took a disk off unfinished track: {', '.join(hexes)}"
            case "nationalized":
                link = f"{board.place(data[1])}–{board.place(data[2])}"
                return f"{who}’s link {link} is national: +${data[0]}, 1 token"
        return None

    def cash(self, fact: Fact) -> int:
        return fact.data[0] if fact.kind == "nationalized" else 0


class SouthernChina(Rules[SouthernChinaState]):
    """Hong Kong buys everything, but not for ever."""

    State = SouthernChinaState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.disks: int = self.numbers["ownership_disks"]
        self.hong_kong = board.place_at("HO")

    # Tokens of Support ----------------------------------------------------------------------------------

    def action_effect(self, s: SouthernChinaState, action: str) -> str:
        if action == "gain-support":
            return "You get a Token of Support at once."
        return super().action_effect(s, action)

    def do_take(self, s: SouthernChinaState, seat: int, action: str) -> None:
        """A Token of Support can be used from the moment it is gained. [southern-china.tokens-now]"""
        if action == "gain-support":
            s.tokens[seat] += 1
            s.tell("supported", seat)

    def spend_problem(self, s: SouthernChinaState, seat: int, bought: Sequence[int]) -> Refusal | None:
        """Each benefit is bought with one token, once a turn.

        [southern-china.tokens southern-china.tokens-cap]
        """
        if not s.tokens[seat]:
            return NO_TOKEN
        return TOKEN_SPENT if bought[seat] else None

    def do_spend(self, s: SouthernChinaState, seat: int, bought: list[int]) -> None:
        """The token goes back to the supply."""
        s.tokens[seat] -= 1
        bought[seat] += 1
        s.tell("spent", seat)

    def builds_allowed(self, s: SouthernChinaState, seat: int) -> int:
        """Three tiles a turn; four with a Token of Support. [southern-china.tokens]"""
        return super().builds_allowed(s, seat) + s.more_tiles[seat]

    def reach(self, s: SouthernChinaState, seat: int) -> int:
        """As many links as the engine; one more with a Token of Support, in both rounds and even beyond 6.

        [southern-china.tokens southern-china.tokens-cap]
        """
        return super().reach(s, seat) + s.more_engine[seat]

    # Building -------------------------------------------------------------------------------------------

    def build_problem(self, s: SouthernChinaState, seat: int, a: Build) -> Refusal | None:
        """On a hex with a printed price the first tile is a simple one.

        Nothing may be built that needs more disks than older links and unfinished sections can give up.

        [southern-china.cost.marked southern-china.nationalize-none]
        """
        shown = self.board.tiles.layouts[a.layout]
        if a.hex in self.board.simple_first and not s.layout[a.hex] and shown.family != "simple":
            return SIMPLE_FIRST
        # A track needs one disk at most, so that most tiles need no closer look.
        if len(shown.tracks) <= self._disks_left(s, seat):
            return None
        return NO_DISK if self.needs(self._with_tile(s, seat, a), seat) > self.disks else None

    def allowed(self, s: SouthernChinaState, seat: int, builds: list[Build]) -> list[Build]:
        return [a for a in builds if self.build_problem(s, seat, a) is None]

    def _with_tile(self, s: SouthernChinaState, seat: int, a: Build) -> SouthernChinaState:
        """The track as it lies after a build."""
        after = s.copy()
        done = work(self.board.tiles, self.site_of(s, seat, a.hex), a.layout)
        tile = tile_for(self.board, s, a.hex, a.layout)
        assert isinstance(done, Work) and isinstance(tile, int)
        lay(self.board, after, seat, a.hex, a.layout, tile, done)
        return after

    def link_problem(self, s: SouthernChinaState, seat: int, a: Connect) -> Refusal | None:
        """A special link is sold once, to one player, and each player buys one a turn at most.

        It needs a disk like any other link.

        [southern-china.link southern-china.link-disk]
        """
        if problem := super().link_problem(s, seat, a):
            return problem
        if any(built >= self.board.size for built in s.built):
            return ONE_LINK
        return None if self._disks_left(s, seat) else NO_DISK

    def urbanize_problem(self, s: SouthernChinaState, seat: int, a: Urbanize) -> Refusal | None:
        """A New City may take the place of any town, if there are disks for the links it makes one's own."""
        around = [s.rail[self.board.across[6 * a.hex + side]] for side in range(6)]
        if around.count(NOBODYS) + around.count(owner_of(seat)) <= self._disks_left(s, seat):
            return None
        after = s.copy()
        self.do_urbanize(after, seat, a)
        return NO_DISK if self.needs(after, seat) > self.disks else None

    # Disks ----------------------------------------------------------------------------------------------

    def needs(self, s: SouthernChinaState, seat: int) -> int:
        """How many disks a builder needs for what this turn has built, completed or extended."""
        links = len(self.own_links(s, seat)) - len(self.older_links(s, seat))
        laid, waiting = set(s.laid), self.unfinished(s, seat).values()
        return links + any(not laid.isdisjoint(found.sides) for found in waiting)

    def _disks_left(self, s: SouthernChinaState, seat: int) -> int:
        """How many disks this turn has not used yet, wherever they lie now."""
        known, key = s.known(), ("disks", seat)
        if key not in known:
            known[key] = self.disks - self.needs(s, seat)
        left: int = known[key]
        return left

    def own_links(self, s: SouthernChinaState, seat: int) -> list[Nationalize]:
        """All links of a seat, each from the place that comes first on the board."""
        return [
            Nationalize(place, link.side, link.to)
            for place, links in self.links(s).items()
            for link in links
            if seat_of(link.owner) == seat and place < link.to
        ]

    def older_links(self, s: SouthernChinaState, seat: int) -> list[Nationalize]:
        """The links of a seat that were complete before this turn's building began."""
        older = set(s.older)
        return [link for link in self.own_links(s, seat) if not older.isdisjoint(self.sides(s, link))]

    def sides(self, s: SouthernChinaState, link: Nationalize) -> list[int]:
        """The sides of a link, or the number of a direct one."""
        if link.side > self.board.wall:
            return [link.side]
        in_town = s.kind[link.place] == IN_TOWN
        return section(self.board, s, link.side if in_town else self.board.across[link.side]).sides

    def worth(self, s: SouthernChinaState, link: Nationalize) -> int:
        """The sections of a link; a special link counts one."""
        sides = self.sides(s, link)
        return 1 if link.side > self.board.wall else count_tracks(self.board, s, sides)

    def unfinished(self, s: SouthernChinaState, seat: int) -> dict[int, Section]:
        """The unfinished sections of a seat by the side at which they are open."""
        return {side: section(self.board, s, side) for side in open_ends(self.board, s, owner_of(seat))}

    def free_disks(self, s: SouthernChinaState, seat: int) -> int:
        """How many disks of a seat lie on nothing."""
        return max(0, self.disks - len(self.own_links(s, seat)) - len(self.unfinished(s, seat)))

    def do_built(self, s: SouthernChinaState, seat: int, a: Build | Connect | Urbanize) -> None:
        """A second unfinished section takes the disk of the first, which is nobody's from then on.

        [southern-china.unfinished]
        """
        if not isinstance(a, Build) or len(waiting := self.unfinished(s, seat)) < 2:
            return
        here = set(range(6 * a.hex, 6 * a.hex + 6))
        # Track that was only turned to another side is new where nothing else is.
        new = _touching(waiting, here & set(s.laid)) or _touching(waiting, here)
        self.do_displace(s, seat, [side for side in waiting if side not in new])
        if len(new) > 1:
            s.ask_first("keep", seat)

    def do_displace(self, s: SouthernChinaState, seat: int, ends: Sequence[int]) -> None:
        """Unfinished sections, by their open ends, become nobody's."""
        for side in ends:
            give(s, section(self.board, s, side).sides, NOBODYS)
        if ends:
            s.tell("displaced", seat, *ends)

    def do_done(self, s: SouthernChinaState, seat: int) -> list[int]:
        """An unfinished section that was not extended is abandoned and gives its disk back.

        For every disk still short a link from before this turn then becomes national, which brings a Token
        of Support and $1 a section. For building, national track is like that of another player.

        [southern-china.nationalize southern-china.unfinished-disk southern-china.national.build]
        """
        lost = super().do_done(s, seat)
        short = len(self.own_links(s, seat)) + len(self.unfinished(s, seat)) - self.disks
        older = self.older_links(s, seat) if short > 0 else []
        if 0 < short < len(older):
            s.ask_first("nationalize", seat, short)
        else:
            for link in older:
                self.do_nationalize(s, seat, link)
        return lost

    def do_nationalize(self, s: SouthernChinaState, seat: int, link: Nationalize) -> None:
        """The nation takes a link over, and pays for it."""
        dollars = self.worth(s, link)
        if link.side > self.board.wall:
            s.link_owners[link.side - self.board.wall - 1] = NATIONS
            s.link_table = None
        else:
            give(s, self.sides(s, link), NATIONS)
        s.tokens[seat] += 1
        s.cash[seat] += dollars
        s.tell("nationalized", seat, dollars, link.place, link.to)

    # Goods ----------------------------------------------------------------------------------------------

    def accepts(self, s: SouthernChinaState, link: Link) -> int:
        """Hong Kong takes every colour, but nothing in the last two turns. [southern-china.hong-kong]"""
        return 0 if link.to == self.hong_kong and self.is_shut(s) else super().accepts(s, link)

    def is_shut(self, s: SouthernChinaState) -> bool:
        """Whether this is one of the last two turns."""
        return s.turn > self.turns(s.seats) - SHUT_TURNS

    def passes(self, s: SouthernChinaState, link: Link) -> int:
        """Nothing passes through Hong Kong: every cube that enters it stops there.

        [southern-china.hong-kong-stop]
        """
        return 0 if link.to == self.hong_kong else super().passes(s, link)

    def tally(self, s: SouthernChinaState, link: Link) -> int:
        return int(link.owner == NATIONS)

    def way_problem(self, s: SouthernChinaState, seat: int, a: Deliver, links: list[Link]) -> Refusal | None:
        """National track is open to everybody and pays nobody, but goods for Hong Kong may not use it.

        [southern-china.national.use southern-china.hong-kong-leave]
        """
        national = any(link.owner == NATIONS for link in links)
        return NATIONAL_WAY if national and a.stops[-1] == self.hong_kong else None

    # The end --------------------------------------------------------------------------------------------

    def score_parts(self, s: SouthernChinaState, seat: int) -> dict[str, int]:
        """3 points more for every unused Token of Support. [southern-china.score]"""
        return super().score_parts(s, seat) | {"tokens": TOKEN_POINTS * s.tokens[seat]}

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        return tuple(
            BuildForTheNation() if isinstance(phase, BuildTrack) else phase for phase in super().phases()
        )

    def face(self) -> Face:
        return SouthernChinaFace(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "build": BuildWithSupport(),
            "keep": KeepDecision(),
            "nationalize": NationalizeDecision(),
            "move": MoveWithSupport(),
        }


def _touching(waiting: Mapping[int, Section], sides: set[int]) -> list[int]:
    """The open ends of those unfinished sections that have one of these sides."""
    return [end for end, found in waiting.items() if not sides.isdisjoint(found.sides)]


# Phase and decisions ---------------------------------------------------------------------------------


class BuildForTheNation(BuildTrack):
    """Only links that were complete when this phase began may become national in it.

    [southern-china.nationalize]
    """

    def begin(self, rules: Any, s: Any) -> None:
        s.more_tiles, s.more_engine = [0] * s.seats, [0] * s.seats
        links = [link for seat in range(s.seats) for link in rules.own_links(s, seat)]
        s.older = tuple(side for link in links for side in rules.sides(s, link))
        super().begin(rules, s)


class BuildWithSupport(BuildDecision):
    """One tile after the other, paid for when it is laid; a Token of Support buys one more, once a turn."""

    takes = (*BuildDecision.takes, Spend)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        out = list(super().options(rules, s, due))
        return [*out, SPEND] if self.why_not(rules, s, due, SPEND) is None else out

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Spend):
            problem: Refusal | None = rules.spend_problem(s, due.seat, s.more_tiles)
            return problem
        return super().why_not(rules, s, due, a)

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        return {**super().figures(rules, s, due, a), "disks": rules.disks}

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        return Answer("Spend a token", "One more tile in this build.") if isinstance(a, Spend) else None

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Spend):
            rules.do_spend(s, due.seat, s.more_tiles)
            s.amend(due.a + 1, due.b)
        else:
            super().apply(rules, s, due, a)


class KeepDecision(Decision[SouthernChina, SouthernChinaState]):
    """Of several unfinished sections that one tile begins or extends, the builder says which keeps the disk.

    [southern-china.unfinished]
    """

    prompt = "Choose the unfinished section that keeps your disk"
    takes = (Keep,)
    chapter = "Build track"
    doing = "is choosing what keeps a disk"

    def fits(self, rules: SouthernChina, s: SouthernChinaState, due: Due) -> bool:
        open_now = super().fits(rules, s, due) and due is s.agenda[0]
        return open_now and bool(rules.unfinished(s, due.seat))

    def options(self, rules: SouthernChina, s: SouthernChinaState, due: Due) -> Iterable[Keep]:
        return [Keep(side) for side in rules.unfinished(s, due.seat)]

    def why_not(self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Keep) -> Refusal | None:
        return None if a.side in rules.unfinished(s, due.seat) else NOT_NEW

    def figures(self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Keep) -> Mapping[str, object]:
        return {"choices": "; ".join(" ".join(one.words(rules.board)) for one in self.options(rules, s, due))}

    def answer(
        self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Keep, names: Sequence[str]
    ) -> Answer:
        hex, side = a.words(rules.board)
        says = "This section stays yours, the others are nobody’s."
        places = {one // 6 for one in rules.unfinished(s, due.seat)[a.side].sides}
        return Answer(f"{hex} {side}", says, (), tuple(sorted(places)))

    def apply(self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Keep) -> None:
        s.settle()
        rules.do_displace(s, due.seat, [side for side in rules.unfinished(s, due.seat) if side != a.side])


class NationalizeDecision(Decision[SouthernChina, SouthernChinaState]):
    """The builder chooses the older links that become national, one for each disk that is short.

    `due.a` counts the disks that are short.

    [southern-china.nationalize-choice]
    """

    prompt = "Choose a link to be nationalized"
    takes = (Nationalize,)
    chapter = "Build track"
    doing = "is giving up a link"

    def fits(self, rules: SouthernChina, s: SouthernChinaState, due: Due) -> bool:
        return 0 < due.a <= len(rules.older_links(s, due.seat)) and not due.b and due is s.agenda[0]

    def options(self, rules: SouthernChina, s: SouthernChinaState, due: Due) -> Iterable[Nationalize]:
        return rules.older_links(s, due.seat)

    def why_not(
        self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Nationalize
    ) -> Refusal | None:
        return None if a in rules.older_links(s, due.seat) else NOT_OLDER

    def resolve(self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Nationalize) -> Nationalize:
        """A link may be named from either end, and without its side where it is the only one."""
        fits = []
        for link in rules.older_links(s, due.seat):
            way = next(way for way in rules.links(s)[link.place] if way.side == link.side)
            direct = link.side > rules.board.wall
            back = link.side if direct else way.enters
            side = {(link.place, link.to): link.side, (link.to, link.place): back}.get((a.place, a.to))
            if side is not None and a.side in (UNSAID, DIRECT if direct else side, side):
                fits.append(link)
        return fits[0] if len(fits) == 1 else a

    def figures(
        self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Nationalize
    ) -> Mapping[str, object]:
        return {"choices": "; ".join(" ".join(one.words(rules.board)) for one in self.options(rules, s, due))}

    def details(
        self, rules: SouthernChina, s: SouthernChinaState, due: Due, names: Sequence[str]
    ) -> Sequence[str]:
        return (f"{due.a} of your {rules.disks} disks short",)

    def answer(
        self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Nationalize, names: Sequence[str]
    ) -> Answer:
        # Two links of the same places are told apart by the side where they begin.
        ends = {a.place, a.to}
        alike = [one for one in rules.older_links(s, due.seat) if {one.place, one.to} == ends]
        label = f"{rules.board.place(a.place)}–{rules.board.place(a.to)}"
        if len(alike) > 1:
            label += f" by {a.words(rules.board)[1]}"
        direct = a.side > rules.board.wall
        places = {a.place, a.to} if direct else {one // 6 for one in rules.sides(s, a)}
        says = f"+1 Token of Support, +${rules.worth(s, a)}"
        return Answer(label, says, (), tuple(sorted(places)))

    def apply(self, rules: SouthernChina, s: SouthernChinaState, due: Due, a: Nationalize) -> None:
        if due.a > 1:
            s.amend(due.a - 1)
        else:
            s.settle()
        rules.do_nationalize(s, due.seat, a)


class MoveWithSupport(MoveDecision):
    """Move one cube, raise the engine or do nothing; a Token of Support gives the engine one more level.

    It holds for both rounds of the turn and is bought once; expenses are paid for the real level.
    """

    takes = (*MoveDecision.takes, Spend)

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        out = list(super().options(rules, s, due))
        return [*out, SPEND] if self.why_not(rules, s, due, SPEND) is None else out

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Spend):
            problem: Refusal | None = rules.spend_problem(s, due.seat, s.more_engine)
            return problem
        problem = super().why_not(rules, s, due, a)
        if problem is refusals.WRONG_CITY and a.stops[-1] == rules.hong_kong:
            return HONG_KONG_SHUT
        return problem

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        return Answer("Spend a token", "One link more in this turn.") if isinstance(a, Spend) else None

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Spend):
            rules.do_spend(s, due.seat, s.more_engine)
        else:
            super().apply(rules, s, due, a)
