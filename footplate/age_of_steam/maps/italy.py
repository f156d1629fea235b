"""Italy: one whole link a turn by the cheapest way, shares at any time, and black cubes that nobody wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, ClassVar, Self

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import DECLINE, DONE, Decline, Deliver, Done, Issue, OnHex
from footplate.age_of_steam.aims import Aims
from footplate.age_of_steam.board import IN_CITY, Board, owner_of
from footplate.age_of_steam.face import Face
from footplate.age_of_steam.goods import BLACK, COLOURS, STRIDE
from footplate.age_of_steam.inspection import MOST, within
from footplate.age_of_steam.phases.auction import BidDecision
from footplate.age_of_steam.phases.build_track import BuildDecision, BuildTrack
from footplate.age_of_steam.phases.income import PayExpenses, ReduceIncome
from footplate.age_of_steam.phases.issue_shares import IssueDecision
from footplate.age_of_steam.phases.setup import CubeDraw, FillCities
from footplate.age_of_steam.routes import Link, Outcome
from footplate.age_of_steam.rules import Rules
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Cheapest, Passages, Tile
from footplate.age_of_steam.track import Work, lay, open_ends, tile_for
from footplate.age_of_steam.words import number_word, plural
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
    Unreadable,
)
from footplate.core.slots import require

LATE_PRICE = 3
"""What a share brings outside the phase in which shares are issued."""
AT_ONCE, LATE_AT_ONCE = 20, 3
"""How many shares one sentence may issue: in their own phase, and besides bidding or building, again and
again."""
COMPLETE_PRICE = 7
EXCHANGES = 2
POSITIONS = 32
"""Positions of the board whose cheapest links are remembered at most."""

TOO_MANY = Refusal("italy.issue.no-limit", "There is no limit to shares, but say at most {most} at a time.")
NO_SHARE = Refusal("base.issue.optional", "Say how many shares you issue: 1 at least.")
ENOUGH = Refusal("italy.issue.extra-turns", "{most} shares pay all expenses; more bring $5 each right after.")
STILL_OPEN = Refusal("italy.build.one-link", "No unfinished track is allowed, and yours on {hex} is open.")
TWO_CITIES = Refusal("italy.build.whole", "A link joins two different cities.")
NO_SUCH_LINK = Refusal("italy.build.cheapest", "No link can be built between {link} now.")
NOT_CHEAPEST = Refusal("italy.build.cheapest", "The cheapest ways go on over {choices}, not over {hex}.")
NO_BLACK = Refusal("italy.action.urbanization", "There is no black cube in {there}.")


class ItalyState(SteamState):
    """The base game's, and the link whose way is being chosen: its two cities, then the hexes chosen."""

    __slots__ = ("joining",)
    joining: tuple[int, ...]

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.joining = ()

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        within(self.joining, 0, game.rules.board.size - 1, "a hex of the link that is being built")
        asked = any(due.kind == "way" for due in self.agenda)
        require(
            asked == (len(self.joining) >= 2), "a link is being built where its way is asked, and only then"
        )


# What players say ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join:
    """Build the cheapest link between two cities."""

    verb: ClassVar[str] = "join"
    ends: tuple[int, int]

    def words(self, board: Board) -> tuple[str, ...]:
        return tuple(board.words[end] for end in self.ends)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        if len(words) != 2:
            raise Unreadable("Say it so: join CITY CITY.")
        here, there = sorted(map(board.read_hex, words))
        return cls((here, there))


@dataclass(frozen=True, slots=True)
class Over(OnHex):
    """Lead the link over this hex next."""

    verb: ClassVar[str] = "over"


@dataclass(frozen=True, slots=True)
class Whichever(Wordless):
    """Take any of the ways that are left."""

    verb: ClassVar[str] = "any"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put a black cube of a city, or of a box of the goods display, into the bag and draw another."""

    verb: ClassVar[str] = "exchange"
    where: int
    """A hex; boxes of the display are counted beyond all hexes."""

    def words(self, board: Board) -> tuple[str, ...]:
        if self.where < board.size:
            return (board.words[self.where],)
        column, row = board.box_place[self.where - board.size]
        return board.columns[column].name, str(row + 1)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> Self:
        if len(words) == 1:
            return cls(board.read_hex(words[0]))
        boxes = [(board.columns[column].name.lower(), str(row + 1)) for column, row in board.box_place]
        said = tuple(word.lower() for word in words)
        if said not in boxes:
            raise Unreadable("Say it so: exchange CITY, or exchange COLUMN ROW, e.g. exchange light-3 1.")
        return cls(board.size + boxes.index((said[0], said[1])))


WHICHEVER = Whichever()


class Italy(Rules[ItalyState]):
    """Links are built whole; black cubes cost income."""

    State = ItalyState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        super().__init__(board, options)
        self.shares_max = MOST
        self.passages = Passages(self)
        self.positions: dict[tuple[bytes, bytes], Cheapest] = {}
        """The cheapest links by what lies on the board and what is left of the tiles."""

    # Set-up ---------------------------------------------------------------------------------------------

    def do_setup(self, s: ItalyState) -> None:
        """Black cubes stay out of the bag until the cities are filled. [italy.setup.cubes]"""
        super().do_setup(s)
        s.gone[BLACK], s.bag[BLACK] = s.bag[BLACK], 0

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The cities are filled first, then the goods display. [italy.setup.cubes]"""
        return super().setup_draws(seats)[::-1]

    # Shares ---------------------------------------------------------------------------------------------

    def issue_problem(self, s: ItalyState, seat: int, shares: int) -> Refusal | None:
        """There is no limit to shares. [italy.issue.no-limit]"""
        return TOO_MANY if shares > AT_ONCE else None

    def late_problem(self, shares: int) -> Refusal | None:
        """Why so many shares cannot be issued in one sentence besides bidding or building."""
        if shares < 1:
            return NO_SHARE
        return TOO_MANY if shares > LATE_AT_ONCE else None

    def do_issue_late(self, s: ItalyState, seat: int, shares: int) -> None:
        """Shares are issued for $3 each."""
        s.shares[seat] += shares
        s.cash[seat] += LATE_PRICE * shares
        s.tell("issued", seat, shares, LATE_PRICE * shares)

    def can_bid(self, s: ItalyState, seat: int, amount: int) -> bool:
        """Nobody drops out unasked: a share brings $3 on one's turn to bid, as many as one likes.

        [italy.issue.extra italy.issue.extra-when]
        """
        return True

    # Actions --------------------------------------------------------------------------------------------

    def action_effect(self, s: ItalyState, action: str) -> str:
        if action == "engineer":
            return "The dearest tile of your link is free."
        if action == "urbanization":
            return "Before you build, you may exchange a black cube for a random one, twice."
        return super().action_effect(s, action)

    def blacks(self, s: ItalyState) -> list[Exchange]:
        """All black cubes in cities and on the display, each as the exchange that takes it away."""
        size = self.board.size
        cities = [Exchange(hex) for hex in range(size) if s.cubes[STRIDE * hex + BLACK]]
        return cities + [Exchange(size + box) for box, colour in enumerate(s.display) if colour == BLACK + 1]

    # Building -------------------------------------------------------------------------------------------

    def builds_allowed(self, s: ItalyState, seat: int) -> int:
        """A turn has one link of any number of tiles. [italy.build.one-link]"""
        return self.board.size

    def printed_price(self, hex: int, old: int, new: int) -> int:
        """Seven more tiles: two coexist, and five complete ones with three tracks.

        A complete tile replaces a complex one for $7, and is never placed or redirected. There are no towns
        and no New Cities.

        [italy.tiles]
        """
        if self.board.tiles.layouts[new].family == "complete":
            return COMPLETE_PRICE
        return super().printed_price(hex, old, new)

    def charges(self, s: ItalyState, seat: int, prices: Sequence[int]) -> int:
        """Engineer: one tile of the link, the dearest, is free. [italy.action.engineer]"""
        free = max(prices, default=0) if self.holder(s, "engineer") == seat else 0
        return sum(prices) - free

    def done_problem(self, s: ItalyState, seat: int) -> Refusal | None:
        """No track may be left unfinished. [italy.build.one-link]"""
        return STILL_OPEN if open_ends(self.board, s, owner_of(seat)) else None

    def cheapest(self, s: ItalyState) -> Cheapest:
        """The cheapest links as the board lies; who builds makes no difference to prices."""
        key = bytes(s.layout), bytes(s.supply)
        if key not in self.positions:
            if len(self.positions) >= POSITIONS:
                self.positions.clear()
            self.positions[key] = Cheapest(self.passages, s.copy(), 0)
        return self.positions[key]

    def cost(self, s: ItalyState, seat: int, tiles: tuple[Tile, ...]) -> int:
        """What the builder pays for a way."""
        return self.charges(s, seat, [self.price(s, seat, hex, s.layout[hex], new) for hex, new in tiles])

    def ways(
        self, s: ItalyState, seat: int, ends: tuple[int, int], over: tuple[int, ...] = ()
    ) -> Iterator[tuple[Tile, ...]]:
        """A link is built by a way of the least price, replacements too, before Engineer's free tile.

        Of several such ways, given the present board, the builder chooses one that they can pay. Tiles are
        needed that are left now; what the link replaces is free again afterwards.

        [italy.build.cheapest]
        """
        found = self.cheapest(s).ways(*ends, over)
        return (tiles for tiles in found if self.cost(s, seat, tiles) <= s.cash[seat])

    def onward(self, s: ItalyState, seat: int) -> list[int]:
        """The hexes over which the link that is being built can go on."""
        here, there, *over = s.joining
        last = over[-1] if over else here
        beside = sorted({self.board.across[side] // 6 for side in range(6 * last, 6 * last + 6)})
        ends = here, there
        return [hex for hex in beside if next(self.ways(s, seat, ends, (*over, hex)), None) is not None]

    def do_join(self, s: ItalyState, seat: int) -> None:
        """Lay the link if one way is left, or ask over which hex it goes on."""
        while True:
            here, there, *over = s.joining
            left = list(islice(self.ways(s, seat, (here, there), tuple(over)), 2))
            if len(left) == 1:
                self.do_lay(s, seat, left[0])
                return
            onward = self.onward(s, seat)
            if len(onward) > 1:
                s.ask_first("way", seat)
                return
            s.joining += tuple(onward)

    def do_lay(self, s: ItalyState, seat: int, tiles: tuple[Tile, ...]) -> None:
        """The link is laid and paid as a whole, and the build is over. [italy.build.whole]"""
        board, (here, there, *_) = self.board, s.joining
        cost = self.cost(s, seat, tiles)
        s.cash[seat] -= cost
        s.begun[seat] = 1
        for hex, layout in tiles:
            lying = board.tiles.layouts[s.layout[hex]].tracks
            tile = tile_for(board, s, hex, layout)
            assert isinstance(tile, int)
            new = tuple(track for track in board.tiles.layouts[layout].tracks if track not in lying)
            lay(board, s, seat, hex, layout, tile, Work(new, ()))
        s.tell("linked", seat, cost, here, there, *(hex for hex, _ in tiles))
        s.joining = s.built = s.laid = ()
        s.settle()

    # Goods ----------------------------------------------------------------------------------------------

    def accepts(self, s: ItalyState, link: Link) -> int:
        """A black cube may be moved to any city. [italy.move.black]"""
        return super().accepts(s, link) | 1 << BLACK

    def passes(self, s: ItalyState, link: Link) -> int:
        """A black cube need not stop anywhere. [italy.move.black]"""
        return super().passes(s, link) | 1 << BLACK

    def outcome(self, s: ItalyState, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """Every link that a black cube uses costs its owner 1 income, which never falls below 0 by it.

        It uses one link at least and goes back to the bag like any other; nobody has to move one.

        [italy.move.black italy.move.black-floor italy.move.black-bag]
        """
        brings = super().outcome(s, seat, a, links)
        if a.colour != BLACK:
            return brings
        lost = ((owner, -min(steps, s.income[owner])) for owner, steps in brings.income)
        return Outcome(tuple(share for share in lost if share[1]))

    # The end --------------------------------------------------------------------------------------------

    def score_parts(self, s: ItalyState, seat: int) -> dict[str, int]:
        """An issued share costs 2 points instead of 3. [italy.score.shares]"""
        return super().score_parts(s, seat) | {"shares": -2 * s.shares[seat]}

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """There is no income reduction. [italy.reduction.none]"""
        out: list[Phase[Any, Any]] = []
        for phase in super().phases():
            if isinstance(phase, PayExpenses):
                out.append(SharesForExpenses())
            if isinstance(phase, BuildTrack):
                out.append(BuildOneLink())
            elif not isinstance(phase, ReduceIncome):
                out.append(phase)
        return tuple(out)

    def face(self) -> Face:
        return ItalyFace(self)

    def aims(self) -> Aims:
        return ItalyAims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        return super().decisions() | {
            "fill-cities": FillWithoutBlack(),
            "issue": IssueAnyNumber(),
            "bid": BidOrIssue(),
            "exchange": ExchangeDecision(),
            "exchange-draw": ExchangeDraw(),
            "build": BuildLink(),
            "way": WayDecision(),
            "expenses": ExpensesDecision(),
        }


class ItalyAims(Aims):
    """Urbanization is worth what the cubes may bring that are drawn for black ones."""

    rules: Italy

    def ask_now(self, s: ItalyState, seat: int, action: str) -> None:
        if action == "urbanization" and self.rules.blacks(s):
            s.ask_first("exchange", seat, EXCHANGES)


class ItalyFace(Face):
    """Words for whole links and exchanged cubes."""

    def tell(self, fact: Fact, names: Sequence[str]) -> str | None:
        board, data = self.board, fact.data
        match fact.kind:
            case "linked":
                cost, here, there, *hexes = data
                over = ", ".join(board.hex_names[hex] for hex in hexes)
                return f"{names[fact.seat]} built {board.place(here)}–{board.place(there)} over {over} " + (
                    f"−${cost}" if cost else "free"
                )
            case "exchanged":
                return f"{names[fact.seat]} put the black cube of {where_word(board, data[0])} into the bag"
            case "exchange-drawn":
                return f"{where_word(board, data[0])} got {COLOURS[data[1]]} for it"
            case "not-exchanged":
                return f"{names[fact.seat]} exchanged no more cubes"
        return None

    def cash(self, fact: Fact) -> int:
        return -fact.data[0] if fact.kind == "linked" else 0


def where_word(board: Board, where: int) -> str:
    """A city, or a box of the goods display, in words."""
    if where < board.size:
        return board.place(where)
    column, row = board.box_place[where - board.size]
    return f"{board.columns[column].name.replace('-', ' ').capitalize()}, box {row + 1}"


# Phases and decisions --------------------------------------------------------------------------------


class FillWithoutBlack(FillCities):
    """Each city gets its starting cubes from a bag without black ones, which join it now."""

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        super().use(rules, s, due, colours)
        s.gone[BLACK], s.bag[BLACK] = 0, s.gone[BLACK]


class IssueAnyNumber(IssueDecision):
    """Any number of shares, none too; $5 each at once. Whoever issues 20 at a time may issue more."""

    def options(self, rules: Rules[Any], s: SteamState, due: Due) -> Iterable[Issue]:
        return [Issue(shares) for shares in range(AT_ONCE + 1)]

    def figures(self, rules: Rules[Any], s: SteamState, due: Due, a: Issue) -> Mapping[str, object]:
        return {"most": AT_ONCE}

    def apply(self, rules: Rules[Any], s: SteamState, due: Due, a: Issue) -> None:
        super().apply(rules, s, due, a)
        if a.shares == AT_ONCE:
            s.ask_first("issue", due.seat)


def late_issues(rules: Italy) -> list[Issue]:
    """The shares that one sentence may issue besides bidding or building."""
    every = map(Issue, range(1, LATE_AT_ONCE + 1))
    return [a for a in every if rules.late_problem(a.shares) is None]


def late_answer(a: Issue) -> Answer:
    """Shares for $3 each, in words."""
    return Answer(f"Issue {plural(a.shares, 'share')}", f"+${LATE_PRICE * a.shares}, and more if you like")


class BidOrIssue(BidDecision):
    """Bid more than anybody, drop out, use the Turn Order pass, or first issue shares for $3 each.

    [italy.issue.extra italy.issue.extra-turns]
    """

    takes = (*BidDecision.takes, Issue)

    def options(self, rules: Any, s: SteamState, due: Due) -> Iterable[Action]:
        return [*super().options(rules, s, due), *late_issues(rules)]

    def why_not(self, rules: Any, s: SteamState, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Issue):
            problem: Refusal | None = rules.late_problem(a.shares)
            return problem
        return super().why_not(rules, s, due, a)

    def figures(self, rules: Any, s: SteamState, due: Due, a: Any) -> Mapping[str, object]:
        return {**super().figures(rules, s, due, a), "most": LATE_AT_ONCE}

    def answer(self, rules: Any, s: SteamState, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        return late_answer(a) if isinstance(a, Issue) else None

    def apply(self, rules: Any, s: SteamState, due: Due, a: Any) -> None:
        if isinstance(a, Issue):
            rules.do_issue_late(s, due.seat, a.shares)
        else:
            super().apply(rules, s, due, a)


class BuildOneLink(BuildTrack):
    """In player order, First Build before everybody, each player builds one link at most.

    Whoever has Urbanization exchanges black cubes at the start of their build.

    [italy.build.one-link italy.action.urbanization-order]
    """

    def begin(self, rules: Any, s: Any) -> None:
        s.built = s.laid = ()
        for seat in rules.leading(s, "first-build"):
            if rules.holder(s, "urbanization") == seat and rules.blacks(s):
                s.ask("exchange", seat, EXCHANGES)
            s.ask("build", seat, 1)


class ExchangeDecision(Decision[Italy, ItalyState]):
    """Twice in succession a black cube in a city or on the display goes into the bag, and another is drawn.

    The cube is in the bag before the draw, so that it may be drawn again. `due.a` counts the exchanges left.

    [italy.action.urbanization italy.action.urbanization-order]
    """

    prompt = "Exchange a black cube, or decline"
    takes = (Exchange, Decline)
    chapter = "Build track"
    doing = "is exchanging black cubes"

    def fits(self, rules: Italy, s: ItalyState, due: Due) -> bool:
        # While the draw is awaited, the last exchange is counted and the only black cube may be in the bag.
        drawing = s.agenda[0].kind == "exchange-draw"
        holds = rules.holder(s, "urbanization") == due.seat and (drawing or bool(rules.blacks(s)))
        return holds and (0 if drawing else 1) <= due.a <= EXCHANGES and not due.b

    def options(self, rules: Italy, s: ItalyState, due: Due) -> Iterable[Action]:
        return [DECLINE, *rules.blacks(s)]

    def why_not(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> Refusal | None:
        return None if isinstance(a, Decline) or a in rules.blacks(s) else NO_BLACK

    def figures(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> Mapping[str, object]:
        board = rules.board
        known = isinstance(a, Exchange) and 0 <= a.where < board.size + len(board.box_place)
        return {"there": where_word(board, a.where) if known else "that place"}

    def details(self, rules: Italy, s: ItalyState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"{due.a} of {EXCHANGES} exchanges left",)

    def answer(self, rules: Italy, s: ItalyState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Decline):
            return Answer("Decline", "No more black cubes are exchanged.")
        hexes = (a.where,) if a.where < rules.board.size else ()
        return Answer(
            where_word(rules.board, a.where), "A random cube takes the black one’s place.", (), hexes
        )

    def apply(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> None:
        if isinstance(a, Decline):
            s.settle()
            s.tell("not-exchanged", due.seat)
            return
        if a.where < rules.board.size:
            s.cubes[STRIDE * a.where + BLACK] -= 1
        else:
            s.display[a.where - rules.board.size] = 0
        s.bag[BLACK] += 1
        s.amend(due.a - 1)
        s.ask_first("exchange-draw", NATURE, 1, a.where)
        s.tell("exchanged", due.seat, a.where)


class ExchangeDraw(CubeDraw):
    """Nature: the cube that takes the place of a black one; `due.b` says where."""

    prompt = "A cube is drawn for the black one."
    chapter = "Build track"

    def fits(self, rules: Rules[Any], s: SteamState, due: Due) -> bool:
        there = 0 <= due.b < rules.board.size + len(s.display) and due is s.agenda[0]
        city = there and due.b < rules.board.size and s.kind[due.b] == IN_CITY
        box = there and due.b >= rules.board.size and not s.display[due.b - rules.board.size]
        follows = len(s.agenda) > 1 and s.agenda[1].kind == "exchange"
        return due.a == 1 and (city or box) and follows

    def use(self, rules: Rules[Any], s: SteamState, due: Due, colours: tuple[int, ...]) -> None:
        assert isinstance(rules, Italy) and isinstance(s, ItalyState)
        for colour in colours:
            if due.b < rules.board.size:
                s.cubes[STRIDE * due.b + colour] += 1
            else:
                s.display[due.b - rules.board.size] = colour + 1
            s.tell("exchange-drawn", NATURE, due.b, colour)
        if not s.agenda[0].a or not rules.blacks(s):
            s.settle()


class BuildLink(BuildDecision):
    """One link between two cities anywhere on the board, whole and by the cheapest way, or none.

    First shares may be issued for $3 each. `due.a` counts the links left.

    [italy.build.whole italy.build.one-link italy.issue.extra italy.issue.extra-turns]
    """

    prompt = "Build one link, by its cheapest way"
    takes = (Join, Done, Issue)
    control = "answers"

    def fits(self, rules: Any, s: SteamState, due: Due) -> bool:
        return due.a == 1 and not due.b and rules.done_problem(s, due.seat) is None

    def options(self, rules: Any, s: Any, due: Due) -> Iterable[Action]:
        every = map(Join, combinations(rules.cheapest(s).cities, 2))
        joins = [a for a in every if self.why_not(rules, s, due, a) is None]
        joins.sort(key=lambda a: rules.cheapest(s).price(*a.ends))
        return [DONE, *joins, *late_issues(rules)]

    def why_not(self, rules: Any, s: Any, due: Due, a: Any) -> Refusal | None:
        if isinstance(a, Done):
            problem: Refusal | None = rules.done_problem(s, due.seat)
            return problem
        if isinstance(a, Issue):
            late: Refusal | None = rules.late_problem(a.shares)
            return late
        cheapest = rules.cheapest(s)
        if len(a.ends) != 2 or a.ends[0] >= a.ends[1] or not set(a.ends) <= set(cheapest.cities):
            return TWO_CITIES
        if cheapest.floor(*a.ends) - COMPLETE_PRICE > s.cash[due.seat]:
            return refusals.CANNOT_AFFORD
        price = cheapest.price(*a.ends)
        if price < 0:
            return NO_SUCH_LINK
        # Only Engineer pays less than the price, and no tile costs more than a complete one.
        if price <= s.cash[due.seat] or next(rules.ways(s, due.seat, a.ends), None) is not None:
            return None
        return refusals.CANNOT_AFFORD

    def figures(self, rules: Any, s: Any, due: Due, a: Any) -> Mapping[str, object]:
        board, out = rules.board, dict[str, object](most=LATE_AT_ONCE, cash=s.cash[due.seat])
        if isinstance(a, Done):
            waiting = open_ends(board, s, owner_of(due.seat))
            out["hex"] = board.place(waiting[0] // 6) if waiting else ""
        if isinstance(a, Join) and set(a.ends) <= set(rules.cheapest(s).cities):
            out["link"] = " and ".join(board.place(end) for end in a.ends)
            floor = rules.cheapest(s).floor(*a.ends)
            far = floor - COMPLETE_PRICE > s.cash[due.seat]
            out["cost"] = floor if far else rules.cheapest(s).price(*a.ends)
        return out

    def details(self, rules: Any, s: Any, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (f"${s.cash[due.seat]}", f"{plural(s.shares[due.seat], 'share')} out")

    def answer(self, rules: Any, s: Any, due: Due, a: Any, names: Sequence[str]) -> Answer | None:
        if isinstance(a, Done):
            return Answer("Build nothing", "Your build is over.")
        if isinstance(a, Issue):
            return late_answer(a)
        ways = list(islice(rules.ways(s, due.seat, a.ends), 2))
        costs = [rules.cost(s, due.seat, tiles) for tiles in ways]
        over = ", ".join(rules.board.hex_names[hex] for hex, _ in ways[0])
        then = "; you choose among several ways" if len(ways) > 1 else f" over {over}"
        says = f"${min(costs)}, {plural(len(ways[0]), 'tile')}{then}"
        return Answer("–".join(rules.board.place(end) for end in a.ends), says, (), a.ends)

    def apply(self, rules: Any, s: Any, due: Due, a: Any) -> None:
        if isinstance(a, Issue):
            rules.do_issue_late(s, due.seat, a.shares)
        elif isinstance(a, Join):
            s.joining = a.ends
            rules.do_join(s, due.seat)
        else:
            super().apply(rules, s, due, a)


class WayDecision(Decision[Italy, ItalyState]):
    """Of several ways at the same price the builder chooses one, hex by hex. [italy.build.cheapest]"""

    prompt = "Choose the hex over which your link goes on"
    takes = (Over, Whichever)
    chapter = "Build track"
    doing = "is choosing the way of a link"

    def fits(self, rules: Italy, s: ItalyState, due: Due) -> bool:
        cities = {end for end in s.joining[:2] if s.kind[end] == IN_CITY}
        follows = len(s.agenda) > 1 and s.agenda[1] == Due("build", due.seat, 1)
        fits = super().fits(rules, s, due) and due is s.agenda[0] and follows and len(cities) == 2
        return fits and s.joining[0] < s.joining[1] and len(rules.onward(s, due.seat)) > 1

    def options(self, rules: Italy, s: ItalyState, due: Due) -> Iterable[Action]:
        return [WHICHEVER, *map(Over, rules.onward(s, due.seat))]

    def why_not(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> Refusal | None:
        return None if isinstance(a, Whichever) or a.hex in rules.onward(s, due.seat) else NOT_CHEAPEST

    def figures(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> Mapping[str, object]:
        choices = " or ".join(rules.board.place(hex) for hex in rules.onward(s, due.seat))
        return {"choices": choices, "hex": rules.board.place(a.hex) if isinstance(a, Over) else ""}

    def details(self, rules: Italy, s: ItalyState, due: Due, names: Sequence[str]) -> Sequence[str]:
        here, there, *over = s.joining
        so_far = [rules.board.place(hex) for hex in (here, *over)]
        return (f"{' – '.join(so_far)} – … – {rules.board.place(there)}",)

    def answer(self, rules: Italy, s: ItalyState, due: Due, a: Any, names: Sequence[str]) -> Answer:
        if isinstance(a, Whichever):
            return Answer("Any of them", "All cost the same.")
        here, there, *over = s.joining
        board, last = rules.board, over[-1] if over else here
        side = next(side for side in range(6) if board.across[6 * last + side] // 6 == a.hex)
        ways = list(islice(rules.ways(s, due.seat, (here, there), (*over, a.hex)), 2))
        hexes = [hex for hex, _ in ways[0]]
        dear = Counter(board.terrain[hex] for hex in hexes if board.terrain[hex] != "plain")
        ground = "".join(f", {number_word(count)} {kind}" for kind, count in sorted(dear.items()))
        way = ", ".join(board.place(hex) for hex in hexes)
        says = f"{plural(len(hexes), 'tile')}{ground}: {way}{' or another way' if len(ways) > 1 else ''}"
        label = f"{board.side_names[side]} of {board.place(last)}, over {board.place(a.hex)}"
        return Answer(label, says, (), (a.hex,))

    def apply(self, rules: Italy, s: ItalyState, due: Due, a: Any) -> None:
        s.settle()
        if isinstance(a, Over):
            s.joining += (a.hex,)
            rules.do_join(s, due.seat)
        else:
            here, there, *over = s.joining
            rules.do_lay(s, due.seat, next(rules.ways(s, due.seat, (here, there), tuple(over))))


class SharesForExpenses(Phase[Italy, ItalyState]):
    """In player order whoever cannot pay all expenses may first issue shares for $3 each.

    Nobody is forced to, even to stay in the game; whoever can pay is not asked, as the next phase that issues
    shares brings $5.

    [italy.issue.extra italy.issue.extra-turns]
    """

    name = "Shares for expenses"

    def begin(self, rules: Italy, s: ItalyState) -> None:
        for seat in s.order:
            if missing_shares(rules, s, seat):
                s.ask("expenses", seat)


def missing_shares(rules: Italy, s: ItalyState, seat: int) -> int:
    """How many shares pay all expenses, each of which adds $1 to them."""
    short = rules.expenses(s, seat) - s.cash[seat]
    return max(0, -(-short // (LATE_PRICE - 1)))


class ExpensesDecision(Decision[Italy, ItalyState]):
    """As many shares as the expenses need, fewer, or none. [italy.issue.extra-turns]"""

    prompt = "Issue shares before you pay expenses"
    takes = (Issue,)
    chapter = "Income, expenses, reduction"
    doing = "is issuing shares for expenses"

    def fits(self, rules: Italy, s: ItalyState, due: Due) -> bool:
        return super().fits(rules, s, due) and missing_shares(rules, s, due.seat) > 0

    def options(self, rules: Italy, s: ItalyState, due: Due) -> Iterable[Issue]:
        return [Issue(shares) for shares in range(missing_shares(rules, s, due.seat) + 1)]

    def why_not(self, rules: Italy, s: ItalyState, due: Due, a: Issue) -> Refusal | None:
        if a.shares < 0:
            return refusals.NO_SHARES
        return ENOUGH if a.shares > missing_shares(rules, s, due.seat) else None

    def figures(self, rules: Italy, s: ItalyState, due: Due, a: Issue) -> Mapping[str, object]:
        return {"most": missing_shares(rules, s, due.seat)}

    def details(self, rules: Italy, s: ItalyState, due: Due, names: Sequence[str]) -> Sequence[str]:
        return (
            f"${s.cash[due.seat]}",
            f"expenses ${rules.expenses(s, due.seat)}",
            f"income {s.income[due.seat]}",
        )

    def answer(self, rules: Italy, s: ItalyState, due: Due, a: Issue, names: Sequence[str]) -> Answer:
        left = s.cash[due.seat] + (LATE_PRICE - 1) * a.shares - rules.expenses(s, due.seat)
        falls = s.income[due.seat] + min(0, left)
        says = f"+${LATE_PRICE * a.shares}; income stays {falls}" if left >= 0 else f"income falls to {falls}"
        if falls < 0:
            says = "your income falls below 0, and you are eliminated"
        return Answer(f"Issue {plural(a.shares, 'share')}" if a.shares else "Issue none", says)

    def apply(self, rules: Italy, s: ItalyState, due: Due, a: Issue) -> None:
        s.settle()
        rules.do_issue_late(s, due.seat, a.shares)
