"""The questions a map may answer differently; here the base game answers them.

A map changes numbers in its file under [rules]; a changed answer is a method of its own class, whose
docstring is the rule. Methods named do_ change the state, all others only answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Connect, Deliver, Urbanize
from footplate.age_of_steam.board import (
    CITY_SIDE,
    FIRST_SEAT,
    IN_CITY,
    NOBODYS,
    WALL,
    Board,
    ChoiceError,
    MapFileError,
    Option,
)
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.routes import Link, LinkTable, link_table
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import (
    Site,
    abandon,
    count_tracks,
    give,
    make_city,
    sections_of,
    sides_of,
    site,
)
from footplate.core.game import Decision, Phase, Refusal

NUMBERS: dict[str, Any] = {
    "turns": {"3": 10, "4": 8, "5": 7, "6": 6},
    "cash": 10,
    "shares": 2,
    "shares_max": 15,
    "share_price": 5,
    "engine_max": 6,
    "ownership_disks": 20,
    "builds": 3,
    "engineer_builds": 4,
    "move_rounds": 2,
    "production": 2,
    "reduction": [[50, 10], [41, 8], [31, 6], [21, 4], [11, 2]],
    "bag": {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16},
    "terrain_prices": {},
    "new_cities": "",
    "actions": [],
    "dice": 0,
    "fill_rows": 3,
    "extra_cubes": [],
}
"""The numbers of the base game; a map file may set each of them otherwise."""

SECOND_TRACK = {"simple": 0, "coexist": 1, "crossing": 2}
"""What a new tile costs more than a simple one on the same hex."""

ACTIONS_SAY = {
    "first-move": "You move goods first in both rounds.",
    "first-build": "You build track first.",
    "engineer": "You may build four tiles instead of three.",
    "locomotive": "Your engine rises by one at once.",
    "urbanization": "You may place a New City on a town before you build.",
    "production": "You draw two cubes for empty boxes of the goods display.",
    "turn-order": "You may pass once in the next auction.",
}
"""What each action does, in one line."""

URBANIZE_ANYTIME = Option(
    "urbanize-anytime",
    ("off", "on"),
    "The New City may be placed at any point of the build, not only before the first tile.",
)


class OptionError(ChoiceError):
    """An option that the map does not offer."""


class Rules:
    """The rules of one board, without memory."""

    State: ClassVar[type[SteamState]] = SteamState
    base_options: ClassVar[tuple[Option, ...]] = (URBANIZE_ANYTIME,)

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        self.board = board
        if unknown := set(board.numbers) - set(NUMBERS):
            raise MapFileError(f"{board.source}: unknown number {unknown.pop()} under [rules]")
        for name, value in board.numbers.items():
            if type(value) is not type(NUMBERS[name]):
                kind = type(NUMBERS[name]).__name__
                raise MapFileError(f"{board.source}: {name} under [rules] is not a {kind}, but {value!r}")
        self.numbers = {**NUMBERS, **board.numbers}
        self.offers = (*self.base_options, *board.options)
        self.options = {option.name: option.values[0] for option in self.offers}
        for name, value in (options or {}).items():
            self._choose(name, value)
        self.engine_max: int = self.numbers["engine_max"]
        self.shares_max: int = self.numbers["shares_max"]
        self.share_price: int = self.numbers["share_price"]
        self.sites: dict[tuple[bytes, bool], list[dict[Any, Any]]] = {}
        """What may be laid on each hex, remembered by what surrounds it: filled while playing."""
        self.remembered = 0
        """How many surroundings are remembered, so that there are never too many."""
        self.lately: tuple[Any, dict[Any, Any]] = ((), {})
        """What has been worked out for one position, which is asked about again and again."""

    def _choose(self, name: str, value: str) -> None:
        for option in self.offers:
            if option.name == name:
                if value not in option.values:
                    raise OptionError(f"The option {name} is one of: {', '.join(option.values)}.")
                self.options[name] = value
                return
        known = ", ".join(option.name for option in self.offers)
        raise OptionError(f"{self.board.name} has no option “{name}”; it has: {known}.")

    # Set-up ---------------------------------------------------------------------------------------------

    def turns(self, seats: int) -> int:
        """Ten turns with three players, eight with four, seven with five, six with six."""
        turns: int = self.numbers["turns"][str(seats)]
        return turns

    def start_cubes(self, seats: int) -> list[int]:
        """Two cubes lie in every city at the start, unless the board says otherwise."""
        board = self.board
        return [hex for hex in range(board.size) for _ in range(board.start_cubes[hex])]

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The goods display is filled first, then the board."""
        return [
            ("fill-display", sum(row < self.numbers["fill_rows"] for _, row in self.board.box_place)),
            ("fill-cities", len(self.start_cubes(seats))),
        ]

    def do_setup(self, s: SteamState) -> None:
        """Money, shares, engines, the empty board, all tiles and the full bag."""
        board, seats, numbers = self.board, s.seats, self.numbers
        s.turn = 1
        s.order = list(range(seats))
        s.cash = [numbers["cash"]] * seats
        s.income = [0] * seats
        s.shares = [numbers["shares"]] * seats
        s.engine = [1] * seats
        s.out = [0] * seats
        s.action = [-1] * seats
        s.begun = [0] * seats
        s.raised = [0] * seats
        s.bidders, s.bids, s.dropped = [], [0] * seats, []
        s.high = s.passer = -1
        s.kind = bytearray(board.kind)
        s.layout = bytearray(board.size)
        s.rail = bytearray(6 * board.size + 1)
        s.rail[board.wall] = WALL
        for hex in range(board.size):
            if board.kind[hex] == IN_CITY:
                s.rail[6 * hex : 6 * hex + 6] = bytes([CITY_SIDE] * 6)
        s.tile = bytearray(board.size)
        s.supply = bytearray([*(tile.pieces for tile in board.tiles.tiles), board.tiles.town_disks])
        s.new_cities = [-1] * len(board.new_cities)
        s.demand = bytearray(board.demand)
        s.links = bytearray(len(board.links))
        s.built = s.laid = ()
        s.cubes = bytearray(STRIDE * board.size)
        s.bag = bytearray(STRIDE)
        for colour, count in numbers["bag"].items():
            s.bag[COLOURS.index(colour)] = count
        s.drawn = bytearray(STRIDE)
        s.gone = bytearray(STRIDE)
        for hex, colour in board.start_goods:
            s.cubes[STRIDE * hex + colour] += 1
        s.display = bytearray(len(board.box_place))

    def components(self) -> dict[str, int]:
        """All cubes that take part, by colour."""
        goods = [colour for _, colour in self.board.start_goods]
        return {
            colour: self.numbers["bag"].get(colour, 0) + goods.count(n) for n, colour in enumerate(COLOURS)
        }

    # Shares and order -----------------------------------------------------------------------------------

    def issue_problem(self, s: SteamState, seat: int, shares: int) -> Refusal | None:
        """Nobody may go beyond the most shares there are."""
        return refusals.SHARES_MAX if s.shares[seat] + shares > self.shares_max else None

    def order_payment(self, s: SteamState, seat: int, place: int) -> int:
        """The first to drop out pays nothing, the last two their whole bid, all between half, rounded up."""
        players = len(s.order)
        if place == players:
            return 0
        return s.bids[seat] if place <= 2 else (s.bids[seat] + 1) // 2

    # Actions --------------------------------------------------------------------------------------------

    def holder(self, s: SteamState, action: str) -> int:
        """The seat that holds an action, or -1."""
        if action not in self.board.actions:
            return -1
        number = self.board.actions.index(action)
        return s.action.index(number) if number in s.action else -1

    def leading(self, s: SteamState, action: str) -> list[int]:
        """The player order, with the holder of an action before everybody."""
        first = self.holder(s, action)
        return s.order[:] if first < 0 else [first, *(seat for seat in s.order if seat != first)]

    def take_problem(self, s: SteamState, seat: int, action: int) -> Refusal | None:
        """Each action can be taken by one player only."""
        return refusals.ACTION_TAKEN if action in s.action else None

    def says(self, action: str) -> str:
        """What an action does, in one line for its card."""
        return ACTIONS_SAY[action]

    def do_take(self, s: SteamState, seat: int, action: str) -> None:
        """Locomotive raises the engine at once, never above the most there is."""
        if action == "locomotive":
            s.engine[seat] = min(s.engine[seat] + 1, self.engine_max)

    # Building -------------------------------------------------------------------------------------------

    def builds_allowed(self, s: SteamState, seat: int) -> int:
        """Three tiles a turn; four with Engineer."""
        allowed: int = self.numbers["engineer_builds" if self.holder(s, "engineer") == seat else "builds"]
        return allowed

    def new_cities_allowed(self, s: SteamState, seat: int) -> int:
        """One New City with Urbanization, while there are any."""
        return 1 if self.holder(s, "urbanization") == seat and -1 in s.new_cities else 0

    def urbanize_after_building(self) -> bool:
        """The New City is placed before the first tile."""
        return self.options["urbanize-anytime"] == "on"

    def of_position(self, s: SteamState, seat: int) -> dict[Any, Any]:
        """A place to remember what has been worked out for a builder in this very position."""
        key = (bytes(s.rail), bytes(s.supply), seat, s.begun[seat])
        if self.lately[0] != key:
            self.lately = (key, {})
        return self.lately[1]

    def site_of(self, s: SteamState, seat: int, hex: int) -> Site:
        """The hex as a builder finds it, worked out once for all tiles that are tried on it."""
        known = self.of_position(s, seat)
        found: Site | None = known.get(hex)
        if found is None:
            found = known[hex] = site(self.board, s, seat, hex)
        return found

    def build_problem(self, s: SteamState, seat: int, a: Build) -> Refusal | None:
        """Whatever fits and can be paid may be built."""
        return None

    def allowed(self, s: SteamState, seat: int, builds: Sequence[Build]) -> list[Build]:
        """Those of many builds that `build_problem` does not refuse; a map may find them faster together."""
        return [a for a in builds if self.build_problem(s, seat, a) is None]

    def price(self, hex: int, old: int, new: int) -> int:
        """What a layout laid over another costs: terrain counts for the first tile only, never in a town."""
        layouts = self.board.tiles.layouts
        family = layouts[new].family
        if not old:
            if family == "town":
                return 1 + len(layouts[new].tracks)
            return self.board.prices[hex] + SECOND_TRACK[family]
        if family == "town" or (layouts[old].family == "simple" and family == "crossing"):
            return 3
        return 2

    def charges(self, s: SteamState, seat: int, prices: Sequence[int]) -> int:
        """Every tile is paid in full.

        The answer is what is due now for tiles at these `prices`, one after the other.
        """
        return sum(prices)

    def charge(self, s: SteamState, seat: int, price: int) -> int:
        """What a player pays now for a tile at this price."""
        return self.charges(s, seat, (price,))

    def purse(self, s: SteamState, seat: int) -> int:
        """The highest price of a tile that the player can pay now."""
        price = s.cash[seat]
        while self.charge(s, seat, price + 1) <= s.cash[seat]:
            price += 1
        return price

    def done_problem(self, s: SteamState, seat: int) -> Refusal | None:
        """A build may end at any time."""
        return None

    def do_done(self, s: SteamState, seat: int) -> list[int]:
        """Unfinished sections that were not extended in this build lose their owner; their sides."""
        return abandon(self.board, s, seat)

    def do_built(self, s: SteamState, seat: int, price: int) -> None:
        """A tile, a direct link or a New City does nothing more than lie there."""

    def link_problem(self, s: SteamState, seat: int, a: Connect) -> Refusal | None:
        """A direct link is sold once."""
        return refusals.LINK_SOLD if s.links[a.link] else None

    def urbanize_problem(self, s: SteamState, seat: int, a: Urbanize) -> Refusal | None:
        """A New City may take the place of any town."""
        return None

    def do_urbanize(self, s: SteamState, seat: int, a: Urbanize) -> None:
        """The New City takes the town's place; its cubes stay, track that led there ends in the city."""
        make_city(self.board, s, seat, a.hex)
        s.new_cities[a.city] = a.hex
        s.demand[a.hex] = 1 << self.board.new_cities[a.city].colour

    # Goods ----------------------------------------------------------------------------------------------

    def reach(self, s: SteamState, seat: int) -> int:
        """As many links as the engine."""
        return s.engine[seat]

    def links(self, s: SteamState) -> LinkTable:
        """Goods move over completed links, from place to place."""
        return link_table(self.board, s)

    def passing(self, s: SteamState, hex: int) -> int:
        """Goods pass through every place that does not accept them.

        The answer has a bit for each colour, as `s.demand` has.
        """
        return ~s.demand[hex]

    def income_of(self, s: SteamState, seat: int, a: Deliver, links: list[Link]) -> list[tuple[int, int]]:
        """Every link used adds 1 income to its owner."""
        gains = [0] * s.seats
        for link in links:
            if link.owner >= FIRST_SEAT:
                gains[link.owner - FIRST_SEAT] += 1
        return [(owner, steps) for owner, steps in enumerate(gains) if steps]

    def do_delivered(self, s: SteamState, seat: int, a: Deliver) -> None:
        """The delivered cube goes back to the bag."""
        s.bag[a.colour] += 1

    # Money ----------------------------------------------------------------------------------------------

    def expenses(self, s: SteamState, seat: int) -> int:
        """$1 a share and $1 an engine level."""
        return s.shares[seat] + s.engine[seat]

    def reduction(self, s: SteamState, seat: int) -> int:
        """Income over 10 falls by 2, over 20 by 4, over 30 by 6, over 40 by 8, over 49 by 10."""
        for least, less in self.numbers["reduction"]:
            if s.income[seat] >= least:
                reduced: int = less
                return reduced
        return 0

    def do_eliminate(self, s: SteamState, seat: int) -> None:
        """Who is eliminated leaves the order; all their track is nobody's from now on."""
        give(s, sides_of(s, FIRST_SEAT + seat), NOBODYS)
        for number, owner in enumerate(s.links):
            if owner == FIRST_SEAT + seat:
                s.links[number] = NOBODYS
        s.order.remove(seat)
        s.out[seat] = s.turn
        s.action[seat] = -1
        s.excuse(seat)

    # Growth, end ----------------------------------------------------------------------------------------

    def dice(self, s: SteamState) -> int:
        """As many dice a half as players at the start."""
        return self.numbers["dice"] or s.seats

    def extra_cubes(self, s: SteamState, before: str) -> list[int]:
        """The places that get a cube straight from the bag, before Production or before the dice."""
        return [
            self.board.read_hex(extra["place"])
            for extra in self.numbers["extra_cubes"]
            if extra["before"] == before and s.turn <= extra.get("turns", s.turn)
        ]

    def sections(self, s: SteamState, seat: int) -> int:
        """Track sections in completed links of one's own; a direct link counts one."""
        owner = FIRST_SEAT + seat
        tracks = sum(
            count_tracks(self.board, s, found.sides)
            for found in sections_of(self.board, s, owner)
            if found.complete
        )
        return tracks + s.links.count(owner)

    def do_end(self, s: SteamState) -> None:
        """After the last turn nothing is left to do but count the score."""

    def score_parts(self, s: SteamState, seat: int) -> dict[str, int]:
        """3 points an income, 1 a section of a completed link, −3 an issued share; cash counts nothing."""
        return {
            "income": 3 * s.income[seat],
            "track": self.sections(s, seat),
            "shares": -3 * s.shares[seat],
        }

    def score(self, s: SteamState, seat: int) -> int | None:
        """The sum of its parts; who is eliminated has none."""
        return None if s.out[seat] else sum(self.score_parts(s, seat).values())

    def rank(self, s: SteamState, seat: int) -> tuple[int, ...]:
        """Who has most points wins; ties are possible."""
        score = self.score(s, seat)
        # Who is eliminated has nothing to compare and comes after everybody.
        return () if score is None else (score,)

    def winners(self, s: SteamState) -> list[int]:
        """Who ranks highest."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        best = max(ranks)
        return [seat for seat, rank in enumerate(ranks) if rank and rank == best]

    def places(self, s: SteamState) -> list[int]:
        """The place of each seat in the standings, counted from 1; who ranks level shares one."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """The ten phases of a turn."""
        from footplate.age_of_steam import phases

        return phases.SEQUENCE

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        """Every kind of question, and who states its rules."""
        from footplate.age_of_steam import phases

        return dict(phases.DECISIONS)
