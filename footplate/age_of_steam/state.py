"""Everything that can change in a game of Age of Steam, as plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from footplate.age_of_steam.inspection import inspect
from footplate.core.game import Game, State
from footplate.core.native import mypyc_attr
from footplate.core.slots import Json

if TYPE_CHECKING:
    from footplate.age_of_steam.routes import LinkTable


@mypyc_attr(allow_interpreted_subclasses=True)
class SteamState(State):
    """The table, the board and the bag."""

    kinds: ClassVar[dict[str, str]] = {
        "turn": "int",
        "order": "list[int]",
        "cash": "list[int]",
        "income": "list[int]",
        "shares": "list[int]",
        "engine": "list[int]",
        "out": "list[int]",
        "held": "list[tuple[int, ...]]",
        "begun": "list[int]",
        "raised": "list[int]",
        "bidders": "list[int]",
        "bids": "list[int]",
        "high": "int",
        "passer": "int",
        "dropped": "list[int]",
        "kind": "bytearray",
        "layout": "bytearray",
        "rail": "bytearray",
        "tile": "bytearray",
        "supply": "bytearray",
        "new_cities": "list[int]",
        "demand": "bytearray",
        "link_owners": "bytearray",
        "built": "tuple[int, ...]",
        "laid": "tuple[int, ...]",
        "dearest": "int",
        "cubes": "bytearray",
        "bag": "bytearray",
        "drawn": "bytearray",
        "gone": "bytearray",
        "display": "bytearray",
        "link_table": "LinkTable | None",
    }
    __slots__ = tuple(kinds)
    derived: ClassVar[tuple[str, ...]] = ("link_table",)

    turn: int
    order: list[int]
    """Seats in player order; who is out is not in it."""
    cash: list[int]
    income: list[int]
    shares: list[int]
    engine: list[int]
    out: list[int]
    """The turn in which each seat was eliminated, or 0."""
    held: list[tuple[int, ...]]
    """The actions each seat holds."""
    begun: list[int]
    """Whether each seat has laid its first tile."""
    raised: list[int]
    """Whether each seat has raised its engine in this move of goods."""

    bidders: list[int]
    """Who is still in the auction, in the order they speak."""
    bids: list[int]
    high: int
    """The seat that holds the highest bid, or -1."""
    passer: int
    """The seat that may still pass in this auction, or -1."""
    dropped: list[int]
    """Who has dropped out, the last place first."""

    kind: bytearray
    """The kind of each hex; a town becomes a city when it is urbanized."""
    layout: bytearray
    """The tracks on each hex."""
    rail: bytearray
    """What lies at each side, counted as 6 * hex + side; the last entry is the wall."""
    tile: bytearray
    """The kind of tile on each hex, plus one."""
    supply: bytearray
    """Tiles left of each kind, and the town disks last."""
    new_cities: list[int]
    """The hex on which each New City stands, or -1."""
    demand: bytearray
    """The colours each hex accepts, as bits."""
    link_owners: bytearray
    """Who owns each direct link of the map: EMPTY while it is for sale."""
    built: tuple[int, ...]
    """The hexes built on in this build; direct links are counted beyond all hexes."""
    laid: tuple[int, ...]
    """One side of every track newly laid in this build: it extends its section."""
    dearest: int
    """The highest price paid in this build, where somebody pays half of it."""

    cubes: bytearray
    bag: bytearray
    drawn: bytearray
    """Cubes drawn by Production and not yet placed."""
    gone: bytearray
    """Cubes that have left the game."""
    display: bytearray
    """The colour in each box of the goods display, plus one."""

    link_table: LinkTable | None

    def fill(self, new: Any) -> None:
        super().fill(new)
        copy: SteamState = new
        copy.turn = self.turn
        copy.order = self.order[:]
        copy.cash = self.cash[:]
        copy.income = self.income[:]
        copy.shares = self.shares[:]
        copy.engine = self.engine[:]
        copy.out = self.out[:]
        copy.held = self.held[:]
        copy.begun = self.begun[:]
        copy.raised = self.raised[:]
        copy.bidders = self.bidders[:]
        copy.bids = self.bids[:]
        copy.high = self.high
        copy.passer = self.passer
        copy.dropped = self.dropped[:]
        copy.kind = self.kind[:]
        copy.layout = self.layout[:]
        copy.rail = self.rail[:]
        copy.tile = self.tile[:]
        copy.supply = self.supply[:]
        copy.new_cities = self.new_cities[:]
        copy.demand = self.demand[:]
        copy.link_owners = self.link_owners[:]
        copy.built = self.built
        copy.laid = self.laid
        copy.dearest = self.dearest
        copy.cubes = self.cubes[:]
        copy.bag = self.bag[:]
        copy.drawn = self.drawn[:]
        copy.gone = self.gone[:]
        copy.display = self.display[:]
        copy.link_table = self.link_table

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        inspect(game.rules, self)

    @classmethod
    def renewed(cls, data: Json) -> Json:
        """A state saved under an earlier revision of the rules, as it is saved now."""
        if not isinstance(data, dict):
            return data
        if "links" in data and "link_owners" not in data:
            data = {("link_owners" if name == "links" else name): value for name, value in data.items()}
        if isinstance(data.get("action"), list):
            held = [[action] if action != -1 else [] for action in data["action"]]
            kept = {name: value for name, value in data.items() if name != "action"}
            data = {"dearest": 0, **kept, "held": held}
        return data
