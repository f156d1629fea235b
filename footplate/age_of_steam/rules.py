"""The questions a map may answer differently; here the base game answers them.

A map changes numbers in its file under [rules]; a changed answer is a method of its own class, whose
docstring is the rule. Methods named do_ change the state, all others only answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Connect, Deliver, Urbanize
from footplate.age_of_steam.board import (
    CITY_SIDE,
    FORMS,
    IN_CITY,
    NOBODYS,
    WALL,
    Board,
    owner_of,
)
from footplate.age_of_steam.goods import COLOURS, STRIDE, lying
from footplate.age_of_steam.routes import Link, LinkTable, Outcome, link_table, links_by_owner
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
from footplate.core.game import Decision, OptionError, Phase, Refusal, Unreadable
from footplate.core.native import mypyc_attr
from footplate.core.rule_page import Option

if TYPE_CHECKING:
    from footplate.age_of_steam.aims import Aims
    from footplate.age_of_steam.face import Face

NUMBERS: dict[str, Any] = {
    "turns": {"3": 10, "4": 8, "5": 7, "6": 6},
    "cash": 10,
    "shares": 2,
    "shares_max": 15,
    "share_price": 5,
    "engine_track": [1, 2, 3, 4, 5, 6],
    "ownership_disks": 20,
    "builds": 3,
    "engineer_builds": 4,
    "half_price": "",
    "half_price_links": False,
    "moves": 2,
    "production": 2,
    "reduction": [[50, 10], [41, 8], [31, 6], [21, 4], [11, 2]],
    "bag": {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16},
    "endless_goods": False,
    "terrain_prices": {},
    "adjacent_links": 0,
    "drive": 0,
    "town_disks": 8,
    "tile_sets": 1,
    "new_cities": "",
    "actions": [],
    "dice": 0,
    "fill_rows": 3,
    "extra_cubes": [],
}
"""The numbers of the base game; a map file may set each of them otherwise.

[base.setup.bag base.setup.disks]
"""

SECOND_TRACK = {"simple": 0, "coexist": 1, "crossing": 2}
"""What a new tile costs more than a simple one on the same hex.

[base.cost.coexist base.cost.crossing base.cost.other-terrain]
"""

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


EXTRA_FACTS: dict[str, type] = {"place": str, "before": str, "turns": int}
"""What may be said of cubes that a place gets besides: where, before what, and up to which turn."""

S = TypeVar("S", bound=SteamState)


def _are_numbers(values: object) -> bool:
    """Whether this is a list of numbers, none of them below 0."""
    return isinstance(values, list) and all(type(n) is int and n >= 0 for n in values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(Generic[S]):
    """The rules of one board, without memory, over the state its board needs."""

    State: ClassVar[type[SteamState]] = SteamState

    def __init__(self, board: Board, options: Mapping[str, str] | None = None) -> None:
        self.board = board
        for name, value in board.numbers.items():
            if name not in NUMBERS:
                raise board.wrong(f"unknown number {name} under [rules]; known are {', '.join(NUMBERS)}")
            if type(value) is not type(NUMBERS[name]):
                raise board.wrong(f"{name} under [rules] is {FORMS[type(NUMBERS[name])]}, not {value!r}")
        self.numbers = {**NUMBERS, **board.numbers}
        self._check_numbers()
        # Without New Cities there is nothing to place at any time.
        base_options = (URBANIZE_ANYTIME,) if board.new_cities else ()
        self.table_options = (*base_options, *board.options)
        self.chosen = {option.name: option.values[0] for option in self.table_options}
        for name, value in (options or {}).items():
            self._choose(name, value)
        self.engine_track: tuple[int, ...] = tuple(self.numbers["engine_track"])
        self.engine_max = self.engine_track[-1]
        self.every_action = tuple(range(len(board.actions)))
        self.shares_max: int = self.numbers["shares_max"]
        self.share_price: int = self.numbers["share_price"]
        self.sites: dict[tuple[bytes, Hashable], Any] = {}
        """What may be laid on each hex, remembered by what surrounds it: filled while playing."""
        self.remembered = 0
        """How many surroundings are remembered, so that there are never too many."""
        self.worked_out: dict[str, Any] = {}
        """What bots have found out about the board, by its name: it holds for all games on it."""

    def _check_numbers(self) -> None:
        """Refuse numbers with which no game could begin."""
        fewest, most = self.board.players
        for seats in range(fewest, most + 1):
            turns = self.numbers["turns"].get(str(seats))
            if type(turns) is not int or turns < 1:
                raise self.board.wrong(f"turns under [rules] says no number of turns for {seats} players")
        for colour, count in self.numbers["bag"].items():
            if colour not in COLOURS or type(count) is not int or not 0 <= count <= 100:
                raise self.board.wrong(f"bag under [rules]: {colour} = {count!r}; say e.g. red = 20")
        if self.numbers["shares"] > self.numbers["shares_max"]:
            raise self.board.wrong("shares under [rules] are more than shares_max")
        track = self.numbers["engine_track"]
        if not _are_numbers(track) or not track or track != sorted(set(track)):
            raise self.board.wrong("engine_track under [rules] is a list of rising numbers, e.g. [1, 2, 4]")
        steps = self.numbers["reduction"]
        pairs = all(_are_numbers(step) and len(step) == 2 for step in steps)
        if not pairs or steps != sorted(steps, reverse=True):
            raise self.board.wrong(
                "reduction under [rules] is a list of incomes and what each loses, the highest first, "
                "e.g. [[21, 4], [11, 2]]"
            )
        self._check_actions(most)
        for extra in self.numbers["extra_cubes"]:
            self._check_extra(extra)

    def _check_actions(self, most: int) -> None:
        actions = self.board.actions
        if len(set(actions)) < len(actions):
            raise self.board.wrong("actions under [rules] names an action twice")
        if len(actions) < most:
            raise self.board.wrong(f"actions under [rules] names {len(actions)}, fewer than players")
        own = type(self).action_effect is not Rules.action_effect
        if unknown := [action for action in actions if action not in ACTIONS_SAY and not own]:
            raise self.board.wrong(
                f"actions under [rules]: {unknown[0]} is no action; they are {', '.join(ACTIONS_SAY)}"
            )
        if (half := self.numbers["half_price"]) and half not in actions:
            raise self.board.wrong(f"half_price under [rules] names an action or nothing, not {half}")

    def _check_extra(self, extra: object) -> None:
        self.board.check_facts(extra, EXTRA_FACTS, "extra_cubes under [rules]", ("place", "before"))
        assert isinstance(extra, dict)
        if extra["before"] not in ("production", "dice"):
            raise self.board.wrong("extra_cubes under [rules]: before is production or dice")
        try:
            self.board.read_hex(extra["place"])
        except Unreadable as problem:
            raise self.board.wrong(f"extra_cubes under [rules]: {problem}") from None

    def _choose(self, name: str, value: str) -> None:
        # Tables that were made before say it where it makes no difference, too.
        for option in (*self.table_options, URBANIZE_ANYTIME):
            if option.name == name:
                if value not in option.values:
                    raise OptionError(f"The option {name} is one of: {', '.join(option.values)}.")
                self.chosen[name] = value
                return
        known = ", ".join(option.name for option in self.table_options) or "none"
        raise OptionError(f"{self.board.name} has no option “{name}”; it has: {known}.")

    # Set-up ---------------------------------------------------------------------------------------------

    def turns(self, seats: int) -> int:
        """Ten turns with three players, eight with four, seven with five, six with six. [base.setup.turns]"""
        turns: int = self.numbers["turns"][str(seats)]
        return turns

    def start_cubes(self, seats: int) -> list[int]:
        """Two cubes lie in every city at the start, unless the board says otherwise. [base.setup.cities]"""
        board = self.board
        return [hex for hex in range(board.size) for _ in range(board.start_cubes[hex])]

    def setup_draws(self, seats: int) -> list[tuple[str, int]]:
        """The goods display is filled first, then the board. [base.setup.draw-order]"""
        return [
            ("fill-display", sum(row < self.numbers["fill_rows"] for _, row in self.board.box_place)),
            ("fill-cities", len(self.start_cubes(seats))),
        ]

    def do_setup(self, s: S) -> None:
        """Money, shares, engines, the empty board, all tiles and the full bag. [base.setup.player]"""
        board, seats, numbers = self.board, s.seats, self.numbers
        s.turn = 1
        s.order = list(range(seats))
        s.cash = [numbers["cash"]] * seats
        s.income = [0] * seats
        s.shares = [numbers["shares"]] * seats
        s.engine = [self.engine_track[0]] * seats
        s.out = [0] * seats
        s.held = [()] * seats
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
        s.link_owners = bytearray(len(board.direct_links))
        s.built = s.laid = ()
        s.dearest = 0
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

    def aside(self, s: S) -> Sequence[int]:
        """All cubes lie on the board, on the goods display or in the bag.

        The answer has the colour of each cube that lies anywhere else.
        """
        return ()

    def city_goods(self, s: S, city: int) -> Sequence[int]:
        """No cube lies on a New City before it is placed.

        The answer has the colour of each cube that lies there.
        """
        return ()

    # Shares and order -----------------------------------------------------------------------------------

    def issue_problem(self, s: S, seat: int, shares: int) -> Refusal | None:
        """Nobody may go beyond the most shares there are. [base.issue.max]"""
        return refusals.SHARES_MAX if s.shares[seat] + shares > self.shares_max else None

    def can_bid(self, s: S, seat: int, amount: int) -> bool:
        """Whoever can neither bid more nor pass drops out unasked. [base.auction.forced]"""
        return s.cash[seat] >= amount

    def order_payment(self, s: S, seat: int, place: int) -> int:
        """The first to drop out pays nothing, the last two their whole bid, all between half, rounded up.

        [base.auction.pay-first-out base.auction.pay-last-two base.auction.pay-half base.auction.two]
        """
        players = len(s.order)
        if place == players:
            return 0
        return s.bids[seat] if place <= 2 else (s.bids[seat] + 1) // 2

    # Actions --------------------------------------------------------------------------------------------

    def holder(self, s: S, action: str) -> int:
        """The seat that holds an action, or -1."""
        if action not in self.board.actions:
            return -1
        return self.taker(s, self.board.actions.index(action))

    def taker(self, s: S, action: int) -> int:
        """The seat that has taken an action, by its number, or -1."""
        for seat, held in enumerate(s.held):
            if action in held:
                return seat
        return -1

    def choosing(self, s: S) -> list[int]:
        """Actions are chosen in player order."""
        return s.order[:]

    def offered(self, s: S) -> Sequence[int]:
        """All actions are on offer every turn.

        The answer gives their numbers in `board.actions`.
        """
        return self.every_action

    def leading(self, s: S, action: str) -> list[int]:
        """The player order, with the holder of an action before everybody.

        [base.action.first-move base.action.first-build]
        """
        first = self.holder(s, action)
        return s.order[:] if first < 0 else [first, *(seat for seat in s.order if seat != first)]

    def take_problem(self, s: S, seat: int, action: int) -> Refusal | None:
        """Each action can be taken by one player only. [base.action.order]"""
        return refusals.ACTION_TAKEN if self.taker(s, action) >= 0 else None

    def action_price(self, s: S, seat: int, action: str) -> int:
        """Actions cost nothing.

        Below zero it is what the action brings at once.
        """
        return 0

    def action_points(self, s: S, seat: int, action: str) -> int:
        """Actions bring no points.

        The answer is what the action would bring at the end as the position stands, for who must choose.
        """
        return 0

    def action_effect(self, s: S, action: str) -> str:
        """What an action does, in one line for its card."""
        return ACTIONS_SAY[action]

    def do_take(self, s: S, seat: int, action: str) -> None:
        """Locomotive raises the engine at once, never above the most there is.

        [base.action.locomotive base.action.locomotive-full]
        """
        if action == "locomotive":
            s.engine[seat] = self.raised(s.engine[seat])

    def raised(self, engine: int) -> int:
        """The engine one step further on its track, which has an end."""
        track = self.engine_track
        return track[min(track.index(engine) + 1, len(track) - 1)]

    # Building -------------------------------------------------------------------------------------------

    def builds_allowed(self, s: S, seat: int) -> int:
        """Three tiles a turn; four with Engineer. [base.build.limit base.action.engineer]"""
        allowed: int = self.numbers["engineer_builds" if self.holder(s, "engineer") == seat else "builds"]
        return allowed

    def new_cities_allowed(self, s: S, seat: int) -> int:
        """One New City with Urbanization, while there are any. [base.action.urbanization base.urban.none]"""
        return 1 if self.holder(s, "urbanization") == seat and -1 in s.new_cities else 0

    def urbanize_after_building(self) -> bool:
        """The New City is placed before the first tile. [base.option.urbanize-anytime]"""
        return self.chosen.get("urbanize-anytime") == "on"

    def site_of(self, s: S, seat: int, hex: int) -> Site:
        """The hex as a builder finds it, worked out once for all tiles that are tried on it."""
        known, key = s.known(), (seat, hex)
        found: Site | None = known.get(key)
        if found is None:
            found = known[key] = site(self.board, s, seat, hex)
        return found

    def build_problem(self, s: S, seat: int, a: Build) -> Refusal | None:
        """Whatever fits and can be paid may be built. [base.setup.disks-limit]"""
        return None

    def allowed(self, s: S, seat: int, builds: list[Build]) -> list[Build]:
        """Those of many builds that `build_problem` does not refuse; a map that refuses any says which."""
        return builds

    def price(self, s: S, seat: int, hex: int, old: int, new: int) -> int:
        """Tiles cost what their hex and their tracks say.

        The answer is the price of the layout `new` laid over `old`, for this builder and now.
        """
        return self.printed_price(hex, old, new)

    def prices_hold(self, s: S, seat: int) -> Hashable:
        """Prices are the same for everybody and at all times.

        The answer is what `price` looks at besides the hex and the layouts: prices are remembered by it.
        """
        return None

    def printed_price(self, hex: int, old: int, new: int) -> int:
        """What a layout laid over another costs: terrain counts for the first tile only, never in a town.

        [base.cost.town base.cost.terrain-once base.cost.replace-crossing base.cost.replace-town
        base.cost.replace-other base.cost.redirect base.cost.one-charge]
        """
        layouts = self.board.tiles.layouts
        family = layouts[new].family
        if not old:
            if family == "town":
                return 1 + len(layouts[new].tracks)
            return self.board.prices[hex] + SECOND_TRACK[family]
        if family == "town" or (layouts[old].family == "simple" and family == "crossing"):
            return 3
        return 2

    def link_price(self, s: S, seat: int, link: int) -> int:
        """A direct link costs what the map says. [base.build.direct-link]"""
        return self.board.direct_links[link].price

    def pays_half(self, s: S, seat: int) -> bool:
        """Whether the dearest build of a player costs half."""
        return bool(self.numbers["half_price"]) and self.holder(s, self.numbers["half_price"]) == seat

    def charges(self, s: S, seat: int, prices: Sequence[int]) -> int:
        """Every tile is paid in full.

        The answer is what is due now for tiles at these `prices`, one after the other.
        """
        total = sum(prices)
        if not self.pays_half(s, seat):
            return total
        # A dearer tile takes over the discount, and the earlier one is paid in full after all.
        return total - max(s.dearest, *prices) // 2 + s.dearest // 2

    def charge(self, s: S, seat: int, price: int) -> int:
        """What a player pays now for a tile at this price."""
        return self.charges(s, seat, (price,))

    def do_charge(self, s: S, seat: int, price: int) -> int:
        """Pay for a tile; the answer is what was paid."""
        paid = self.charge(s, seat, price)
        s.cash[seat] -= paid
        if self.numbers["half_price"]:
            s.dearest = max(s.dearest, price)
        return paid

    def link_charge(self, s: S, seat: int, link: int) -> int:
        """What a player pays now for a direct link."""
        price = self.link_price(s, seat, link)
        return self.charge(s, seat, price) if self.numbers["half_price_links"] else price

    def do_charge_link(self, s: S, seat: int, link: int) -> int:
        """Pay for a direct link; the answer is what was paid."""
        price, paid = self.link_price(s, seat, link), self.link_charge(s, seat, link)
        s.cash[seat] -= paid
        if self.numbers["half_price"] and self.numbers["half_price_links"]:
            s.dearest = max(s.dearest, price)
        return paid

    def highest_price(self, s: S, seat: int) -> int:
        """The highest price of a tile that the player can pay now."""
        price = s.cash[seat]
        while self.charge(s, seat, price + 1) <= s.cash[seat]:
            price += 1
        return price

    def done_problem(self, s: S, seat: int) -> Refusal | None:
        """A build may end at any time."""
        return None

    def do_done(self, s: S, seat: int) -> list[int]:
        """Unfinished sections that were not extended in this build lose their owner. [base.owner.extend]

        The answer is all their sides, each as `6 * hex + side`.
        """
        return abandon(self.board, s, seat)

    def do_built(self, s: S, seat: int, a: Build | Connect | Urbanize) -> None:
        """Nothing more follows from a tile, a direct link or a New City."""

    def link_problem(self, s: S, seat: int, a: Connect) -> Refusal | None:
        """A direct link is sold once."""
        return refusals.LINK_SOLD if s.link_owners[a.link] else None

    def urbanize_problem(self, s: S, seat: int, a: Urbanize) -> Refusal | None:
        """A New City may take the place of any town. [base.urban.place]"""
        return None

    def do_urbanize(self, s: S, seat: int, a: Urbanize) -> None:
        """The New City takes the town's place; its cubes stay, track that led there ends in the city.

        [base.urban.ends base.urban.cubes]
        """
        make_city(self.board, s, seat, a.hex)
        s.new_cities[a.city] = a.hex
        s.demand[a.hex] = 1 << self.board.new_cities[a.city].colour

    # Goods ----------------------------------------------------------------------------------------------

    def reach(self, s: S, seat: int) -> int:
        """As many links as the engine. [base.move.engine]"""
        return s.engine[seat]

    def links(self, s: S) -> LinkTable:
        """Goods move over completed links, from place to place. [base.move.links base.move.parallel]"""
        return link_table(self.board, s)

    def movable(self, s: S, seat: int, hex: int) -> int:
        """Every cube may be moved. [base.move.own-colour-start base.move.town-cube]

        The answer has a bit, `1 << colour`, for each colour that may leave the hex.
        """
        return lying(bytes(s.cubes[STRIDE * hex : STRIDE * hex + STRIDE]))

    def accepts(self, s: S, link: Link) -> int:
        """A city takes the colours it shows; where its sides show colours, that of the side entered.

        The answer has a bit, `1 << colour`, for each colour that the place takes at the end of this link.

        [base.move.city-colours]
        """
        return self.board.side_accepts.get(link.enters, s.demand[link.to])

    def passes(self, s: S, link: Link) -> int:
        """Goods pass through every place that does not accept them. [base.move.stop]

        The answer has a bit, `1 << colour`, for each colour that may go on after this link.
        """
        return ~self.accepts(s, link)

    pays_less: ClassVar[bool] = False
    """Whether a link may bring its owner nothing, so that ways over others' links can come to the same."""

    def tally(self, s: S, link: Link) -> int:
        """Only the owners of the links and the last place matter to what a delivery brings.

        Where more does, the answer counts it for each link, packed into one number: ways are told apart by
        the sum, and ways with a sum are asked about by `way_problem`.
        """
        return 0

    tally_tells: ClassVar[bool] = False
    """Whether `way_problem` looks at the tally, the colour and the number of links alone.

    Ways that have them in common are then asked about once.
    """

    def way_problem(self, s: S, seat: int, a: Deliver, links: list[Link]) -> Refusal | None:
        """Goods may go over all links that the engine reaches."""
        return None

    def outcome(self, s: S, seat: int, a: Deliver, links: list[Link]) -> Outcome:
        """Every link used adds 1 income to its owner. [base.move.income base.move.unowned]"""
        return Outcome(links_by_owner(links, s.seats))

    pays_besides: ClassVar[bool] = False
    """Whether a delivery may also bring what its outcome does not say, or ask something at once.

    What is told of it is then seen by doing it on a copy.
    """

    def do_leave(self, s: S, seat: int, a: Deliver) -> None:
        """A cube that is moved leaves its place."""
        s.cubes[STRIDE * a.hex + a.colour] -= 1

    def do_delivered(self, s: S, seat: int, a: Deliver, links: list[Link]) -> None:
        """The delivered cube goes back to the bag. [base.move.bag]"""
        s.bag[a.colour] += 1

    def moves(self, s: S, seat: int) -> int:
        """Everybody may move twice, a cube or the engine. [base.move.rounds]"""
        allowed: int = self.numbers["moves"]
        return allowed

    def raise_problem(self, s: S, seat: int) -> Refusal | None:
        """The engine may be raised once a turn instead of a move, never above the most there is.

        [base.move.engine-up]
        """
        if s.raised[seat]:
            return refusals.ENGINE_RAISED
        return refusals.ENGINE_FULL if s.engine[seat] >= self.engine_max else None

    def do_raise(self, s: S, seat: int) -> None:
        """The engine rises by one."""
        s.engine[seat] = self.raised(s.engine[seat])
        s.raised[seat] = 1

    # Money ----------------------------------------------------------------------------------------------

    def expenses(self, s: S, seat: int) -> int:
        """Everybody pays $1 a share and $1 an engine level. [base.expense.amount]"""
        return s.shares[seat] + s.engine[seat]

    def reduction(self, s: S, seat: int) -> int:
        """Income over 10 falls by 2, over 20 by 4, over 30 by 6, over 40 by 8, over 49 by 10.

        [base.reduction.table]
        """
        for least, less in self.numbers["reduction"]:
            if s.income[seat] >= least:
                reduced: int = less
                return reduced
        return 0

    def do_eliminate(self, s: S, seat: int) -> None:
        """Whoever is eliminated leaves the order; all their track is nobody's from now on.

        [base.expense.bankrupt base.expense.bankrupt-order base.expense.bankrupt-action]
        """
        give(s, sides_of(s, owner_of(seat)), NOBODYS)
        for number, owner in enumerate(bytes(s.link_owners)):
            if owner == owner_of(seat):
                s.link_owners[number] = NOBODYS
        s.order.remove(seat)
        s.out[seat] = s.turn
        s.held[seat] = ()
        s.excuse(seat)

    # Growth, end ----------------------------------------------------------------------------------------

    def dice(self, s: S) -> int:
        """As many dice a half as players at the start. [base.growth.dice]"""
        return self.numbers["dice"] or s.seats

    def extra_cubes(self, s: S, before: str) -> list[int]:
        """The places that get a cube straight from the bag, before Production or before the dice."""
        return [
            self.board.read_hex(extra["place"])
            for extra in self.numbers["extra_cubes"]
            if extra["before"] == before and s.turn <= extra.get("turns", s.turn)
        ]

    def sections(self, s: S, seat: int) -> int:
        """Track sections in completed links of one's own; a direct link counts one. [base.score.track]"""
        owner = owner_of(seat)
        tracks = sum(
            count_tracks(self.board, s, found.sides)
            for found in sections_of(self.board, s, owner)
            if found.complete
        )
        return tracks + s.link_owners.count(owner)

    def do_end(self, s: S) -> None:
        """After the last turn nothing is left to do but count the score."""

    def score_parts(self, s: S, seat: int) -> dict[str, int]:
        """3 points an income, 1 a section of a completed link, −3 an issued share; cash counts nothing.

        [base.score.income base.score.shares base.score.money]
        """
        return {
            "income": 3 * s.income[seat],
            "track": self.sections(s, seat),
            "shares": -3 * s.shares[seat],
        }

    def score(self, s: S, seat: int) -> int | None:
        """The score is the sum of its parts; whoever is eliminated has none. [base.score.eliminated]"""
        return None if s.out[seat] else sum(self.score_parts(s, seat).values())

    def rank(self, s: S, seat: int) -> tuple[int, ...]:
        """Whoever has most points wins; ties are possible. [base.score.winner base.score.tie]"""
        score = self.score(s, seat)
        # Who is eliminated has nothing to compare and comes after everybody.
        return () if score is None else (score,)

    def owed(self, s: S, seat: int) -> int:
        """Nothing is owed: whoever ranks highest wins.

        The answer is how much a player still lacks, as the position stands, of what only a winner must have.
        """
        return 0

    def winners(self, s: S) -> list[int]:
        """Whoever ranks highest wins."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        best = max(ranks)
        return [seat for seat, rank in enumerate(ranks) if rank and rank == best]

    def places(self, s: S) -> list[int]:
        """The place of each seat in the standings, counted from 1; whoever ranks level shares one."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]

    # Shape ----------------------------------------------------------------------------------------------

    def phases(self) -> tuple[Phase[Any, Any], ...]:
        """The ten phases of a turn. [base.sequence]"""
        from footplate.age_of_steam import phases

        return phases.SEQUENCE

    def face(self) -> Face:
        """What a board shows that the base game has not.

        The answer is the `Face` of the map.
        """
        from footplate.age_of_steam.face import Face

        return Face(self)

    def aims(self) -> Aims:
        """What counts for whoever plans ahead is the score as it stands.

        The answer is the `Aims` of the map.
        """
        from footplate.age_of_steam.aims import Aims

        return Aims(self)

    def decisions(self) -> dict[str, Decision[Any, Any]]:
        """Every kind of question, and who states its rules."""
        from footplate.age_of_steam import phases

        return dict(phases.DECISIONS)
