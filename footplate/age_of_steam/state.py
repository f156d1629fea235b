"""Everything that can change in a game of Age of Steam, as plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from footplate.age_of_steam.inspection import inspect
from footplate.core.game import Game, State
from footplate.core.slots import Json

if TYPE_CHECKING:
    from footplate.age_of_steam.routes import LinkTable


class SteamState(State):
    """The table, the board and the bag."""

    __slots__ = (
        "turn",
        "order",
        "cash",
        "income",
        "shares",
        "engine",
        "out",
        "held",
        "begun",
        "raised",
        "bidders",
        "bids",
        "high",
        "passer",
        "dropped",
        "kind",
        "layout",
        "rail",
        "tile",
        "supply",
        "new_cities",
        "demand",
        "link_owners",
        "built",
        "laid",
        "dearest",
        "cubes",
        "bag",
        "drawn",
        "gone",
        "display",
        "link_table",
    )
    derived = ("link_table",)

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

    def check(self, game: Game[Any, Any]) -> None:
        super().check(game)
        inspect(game.rules, self)

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return super().from_json(_renewed(data))


def _renewed(data: Json) -> Json:
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
