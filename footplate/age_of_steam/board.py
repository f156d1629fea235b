"""A board: a map file read, checked and worked out into tables; it never changes."""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import resources
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from footplate.age_of_steam.actions import DIRECT, UNSAID, Build, Urbanize
from footplate.age_of_steam.goods import COLOURS, mask
from footplate.age_of_steam.tiles import TOWN, TOWN_DISKS, tile_set
from footplate.core.game import BoardError, ChoiceError, Unreadable
from footplate.core.rule_page import Option
from footplate.geometry import hexes
from footplate.geometry.hexes import Cell, Orientation

PLAIN: Final = 0
IN_TOWN: Final = 1
IN_CITY: Final = 2
UNBUILDABLE: Final = 3
"""Kinds of hex: open ground, a town, a city, and where no tile can ever lie."""

EMPTY: Final = 0
NOBODYS: Final = 1
FIRST_SEAT: Final = 2
STATES: Final = 10
NATIONS: Final = 11
CITY_SIDE: Final = 14
WALL: Final = 15
"""What lies at a side of a hex: nothing, nobody's track, track of seat n (n + 2), the state's track, the
nation's track, a city, no way across."""
MOST_SEATS: Final = STATES - FIRST_SEAT
OWNERS = {NOBODYS: "nobody", STATES: "the state", NATIONS: "the nation"}
"""Owners of track that are no seats, in words."""

TERRAIN = {"..": "plain", "~~": "river", "^^": "mountain", "##": "water"}
PRICES = {"plain": 2, "river": 3, "mountain": 4}
"""What a simple tile costs on each terrain. [base.cost.simple]"""

ACTIONS = (
    "first-move",
    "first-build",
    "engineer",
    "locomotive",
    "urbanization",
    "production",
    "turn-order",
)
NEW_CITIES = """
A red    light 3
B blue   light 4
C black  light 5
D black  light 6
E yellow dark 1
F purple dark 2
G black  dark 3
H black  dark 4
"""
"""The New Cities, each with the column of the display that feeds it. [base.setup.display-new-city]"""
HALVES = ("light", "dark")
NEW_CITY = re.compile(
    r"(?:(?P<letter>[A-Z]+) +)?(?P<colour>[a-z]+)"
    r"(?: +(?P<half>light|dark) +(?P<die>[1-6]))?(?: +x(?P<count>[1-9][0-9]?))?"
)
"""A line about New Cities: their letter, colour, the column that feeds them, how many."""
GROWS = re.compile(r"(?:(?P<letter>[A-Z]) )?(?P<half>light|dark) (?P<die>[1-6])")
"""The column that feeds a city: its half and die, and its letter where it is one of the New Cities'."""
CITY_BOXES, NEW_CITY_BOXES = 3, 2
"""How many boxes a column of the display has, for a city and for a New City."""
DIRECT_WORD, TRAIL_WORD = "direct", "drive"
"""How a way leaves a place by a direct link, and a hex by a trail."""


def owner_of(seat: int) -> int:
    """The mark of a seat's track."""
    return FIRST_SEAT + seat


def seat_of(owner: int) -> int:
    """The seat that owns what bears a mark, or -1 where no seat does: nobody, the state, the nation."""
    return owner - FIRST_SEAT if FIRST_SEAT <= owner < STATES else -1


class MapFileError(BoardError):
    """A map file that cannot be used; the message names the file and what is wrong."""


class NewCity(NamedTuple):
    """A New City tile and the column of the display that feeds it, if one does."""

    letter: str
    """The letter printed on it; where there is none, its colour stands for it."""
    colour: int
    half: int
    """The half of the display its column stands in, or -1."""
    die: int

    @property
    def title(self) -> str:
        """How it is called: red A, or only red."""
        colour = COLOURS[self.colour]
        return colour if self.letter == colour else f"{colour} {self.letter}"


class Column(NamedTuple):
    """A column of the goods display: which half and die feed which place."""

    name: str
    half: int
    die: int
    first: int
    boxes: int
    hex: int
    """The city it feeds, or -1 for the column of a New City."""
    city: int
    """The New City it feeds, or -1."""

    @property
    def sign(self) -> str:
        """What stands on the board for it: its number, or its letter."""
        return self.name if len(self.name) == 1 else str(self.die)


class DirectLink(NamedTuple):
    """A link that the map sells without tiles."""

    ends: tuple[int, int]
    price: int
    sides: tuple[int, int]
    """The side by which it enters each of its ends, counted as 6 * hex + side; -1 if it comes over water."""
    name: str
    """What it is called, e.g. ferry."""
    adjacent: bool = False
    """Whether it only joins two neighbouring places, and every such pair has one."""


KEYS = {
    "name": str,
    "designer": str,
    "players": list,
    "provenance": str,
    "doubts": list,
    "special": list,
    "orientation": str,
    "picture": str,
    "terrain": dict,
    "cities": dict,
    "towns": dict,
    "terminals": dict,
    "hexes": dict,
    "areas": dict,
    "edges": list,
    "links": list,
    "tiles": str,
    "rules": dict,
    "options": dict,
    "people": dict,
}
LONGEST_SPECIAL = 24
"""A word of `special` stands on a button."""
PLACE_FACTS: dict[str, type] = {
    "name": str,
    "cubes": int,
    "goods": list,
    "terrain": str,
    "group": str,
    "note": str,
}
CITY_FACTS = {**PLACE_FACTS, "accepts": list, "grows": list, "boxes": int, "start": bool}
TERMINAL_FACTS: dict[str, type] = {"name": str, "terrain": str}
TERRAIN_FACTS = ("kind", "price")
OPTION_FACTS: dict[str, type] = {"values": list, "says": str}
NUMBERS_READ: dict[str, type] = {
    "actions": list,
    "tile_sets": int,
    "town_disks": int,
    "adjacent_links": int,
    "terrain_prices": dict,
    "new_cities": str,
    "drive": int,
}
"""The numbers under [rules] that are read here, before the rules look at all of them."""
BOUNDS = {
    "cash": (0, 999),
    "shares": (0, 99),
    "shares_max": (0, 99),
    "share_price": (1, 99),
    "ownership_disks": (0, 99),
    "builds": (0, 99),
    "engineer_builds": (0, 99),
    "moves": (0, 9),
    "production": (0, 9),
    "dice": (0, 20),
    "fill_rows": (0, 9),
    "adjacent_links": (0, 99),
    "drive": (0, 9),
    "town_disks": (0, 99),
    "tile_sets": (1, 4),
}
"""The least and the most that a number under [rules] can be."""
DEAREST = 99
"""The highest price that a hex, a terrain or a direct link can have."""
FORMS: dict[type, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "text",
    list: "a list",
    dict: "a table",
}
"""What a value of each type is called in a map file."""
HEX_FACTS: dict[str, type] = {"price": int, "simple_first": bool, "group": str, "track": str}
"""What may be printed on a hex: its price, that a simple tile comes first, what it belongs to, track."""
EDGE_FACTS: dict[str, type] = {"hex": str, "side": str, "impassable": bool, "accepts": str, "border": bool}
"""What may be printed on a side of a hex: no way across, a colour that a city takes there, a border."""
LINK_FACTS: dict[str, type] = {"ends": list, "price": int, "name": str}


class Board:
    """Everything printed: hexes, places, prices, columns and tiles, as numbers and their names."""

    def __init__(self, id: str, data: Mapping[str, Any], source: str) -> None:
        self.id, self.data, self.source = id, data, source
        self._check_keys()
        self.name: str = data["name"]
        self.designer: str = data.get("designer", "")
        self.players: tuple[int, int] = (data["players"][0], data["players"][1])
        self.provenance: str = data["provenance"]
        self.doubts: tuple[str, ...] = tuple(data.get("doubts", ()))
        self.special: tuple[str, ...] = tuple(data.get("special", ()))
        """What no other fact tells a person who looks for a board, in two or three words each."""
        self.orientation: Orientation = data.get("orientation", "flat")
        self.side_names = hexes.SIDE_NAMES[self.orientation]
        self.numbers: Mapping[str, Any] = data.get("rules", {})
        self.actions: tuple[str, ...] = tuple(self.numbers.get("actions", ACTIONS))
        try:
            self.tiles = tile_set(
                data.get("tiles", ""),
                self.numbers.get("tile_sets", 1),
                self.numbers.get("town_disks", TOWN_DISKS),
            )
        except ValueError as problem:
            raise self.wrong(f"tiles: {problem}") from None
        self._read_picture()
        self._name_hexes()
        self._lay_neighbours()
        self._read_edges()
        self._read_hexes()
        self._read_areas()
        self._read_new_cities()
        self._read_columns()
        self._read_links()
        self._lay_trails()
        self.options = tuple(
            Option(name, tuple(option["values"]), option["says"])
            for name, option in data.get("options", {}).items()
        )
        self.layout_words = tuple(
            "/".join(
                self.side_names[a] if b == TOWN else f"{self.side_names[a]}-{self.side_names[b]}"
                for a, b in layout.tracks
            )
            or "nothing"
            for layout in self.tiles.layouts
        )
        self._builds: dict[int, Build] = {}
        self.urbanizations = {
            hex: tuple(Urbanize(hex, city) for city in range(len(self.new_cities)))
            for hex in range(self.size)
            if self.kind[hex] == IN_TOWN
        }

    def build(self, hex: int, layout: int) -> Build:
        """The build of a layout on a hex, made once, and only where it comes into question."""
        key = hex << 8 | layout
        found = self._builds.get(key)
        if found is None:
            found = self._builds[key] = Build(hex, layout)
        return found

    # Reading the file ------------------------------------------------------------------------------

    def wrong(self, what: str) -> MapFileError:
        """The error for something wrong in this map file."""
        return MapFileError(f"{self.source}: {what}")

    def _check_keys(self) -> None:
        for key in ("name", "players", "provenance", "picture"):
            if key not in self.data:
                raise self.wrong(f"the key {key} is missing")
        for key, value in self.data.items():
            if key not in KEYS:
                raise self.wrong(f"unknown key {key}; known are {', '.join(KEYS)}")
            if not isinstance(value, KEYS[key]):
                raise self.wrong(f"{key} is {FORMS[KEYS[key]]}, not {value!r}")
        players = self.data["players"]
        if len(players) != 2 or not all(type(n) is int for n in players):
            raise self.wrong("players is [fewest, most]")
        if not 1 <= players[0] <= players[1] <= MOST_SEATS:
            raise self.wrong(f"players is [fewest, most], from 1 to {MOST_SEATS}")
        if self.data["provenance"] not in ("transcribed", "reconstructed"):
            raise self.wrong("provenance is transcribed or reconstructed")
        for word in self.data.get("special", ()):
            if not isinstance(word, str) or not 0 < len(word) <= LONGEST_SPECIAL:
                raise self.wrong(f"special is a list of words of at most {LONGEST_SPECIAL} letters each")
        if self.data.get("orientation", "flat") not in hexes.SIDE_NAMES:
            raise self.wrong("orientation is flat or pointy")
        for table, known in (("cities", CITY_FACTS), ("towns", PLACE_FACTS), ("terminals", TERMINAL_FACTS)):
            for code, place in self.data.get(table, {}).items():
                if not isinstance(place, dict) or "name" not in place:
                    raise self.wrong(f"{table}.{code} needs a name")
                self.check_facts(place, known, f"{table}.{code}", ())
                self._check_words(place, ("accepts", "grows", "goods"), f"{table}.{code}")
                self._colours(f"{table}.{code}: goods", place.get("goods", []))
                if not 0 <= place.get("cubes", 0) <= 20 or not 0 <= place.get("boxes", 1) <= 20:
                    raise self.wrong(f"{table}.{code}: cubes and boxes are numbers from 0 to 20")
        for code, terrain in self.data.get("terrain", {}).items():
            if not isinstance(terrain, dict) or not isinstance(terrain.get("kind"), str):
                raise self.wrong(f"terrain.{code} needs a kind")
            for key in terrain:
                if key not in TERRAIN_FACTS:
                    raise self.wrong(f"terrain.{code}: unknown key {key}; known are kind, price")
            if (price := terrain.get("price", "never")) != "never":
                self._check_price(price, f"terrain.{code}: price")
        for name, option in self.data.get("options", {}).items():
            self.check_facts(option, OPTION_FACTS, f"options.{name}", ("values", "says"))
            self._check_words(option, ("values",), f"options.{name}")
            if not option["values"]:
                raise self.wrong(f"options.{name}: values names at least one")
        for key, value in self.data.get("rules", {}).items():
            if key in NUMBERS_READ and type(value) is not NUMBERS_READ[key]:
                raise self.wrong(f"{key} under [rules] is {FORMS[NUMBERS_READ[key]]}, not {value!r}")
            least, most = BOUNDS.get(key, (0, 0))
            if key in BOUNDS and type(value) is int and not least <= value <= most:
                raise self.wrong(f"{key} under [rules] is a number from {least} to {most}, not {value}")
        self._check_words(self.data.get("rules", {}), ("actions",), "rules")
        kinds = {*PRICES, *(terrain["kind"] for terrain in self.data.get("terrain", {}).values())}
        for kind, price in self.data.get("rules", {}).get("terrain_prices", {}).items():
            if kind not in kinds:
                raise self.wrong(
                    f"rules: terrain_prices.{kind} is no terrain; they are {', '.join(sorted(kinds))}"
                )
            self._check_price(price, f"rules: terrain_prices.{kind}")

    def _check_price(self, price: object, what: str) -> None:
        """Refuse what is no price."""
        if type(price) is not int or not 0 <= price <= DEAREST:
            raise self.wrong(f"{what} is a number of dollars from 0 to {DEAREST}, not {price!r}")

    def _check_words(self, facts: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
        """Refuse lists of anything but words."""
        for key in keys:
            if not all(isinstance(word, str) for word in facts.get(key, ())):
                raise self.wrong(f"{where}: {key} is a list of words")

    def _read_picture(self) -> None:
        cities, towns = self.data.get("cities", {}), self.data.get("towns", {})
        terminals = self.data.get("terminals", {})
        places = {**cities, **towns, **terminals}
        own = self.data.get("terrain", {})
        rows = [line.split() for line in self.data["picture"].splitlines() if line.strip()]
        self.cells = tuple(
            Cell(column, row)
            for row, codes in enumerate(rows)
            for column, code in enumerate(codes)
            if code != "--"
        )
        self.size = len(self.cells)
        self.at = {cell: hex for hex, cell in enumerate(self.cells)}
        codes = [rows[cell.row][cell.column] for cell in self.cells]
        for code in places:
            if codes.count(code) != 1:
                raise self.wrong(f"the place {code} stands {codes.count(code)} times in the picture")
        self._codes = {code: hex for hex, code in enumerate(codes) if code in places}
        kind, terrain = bytearray(self.size), []
        demand = bytearray(self.size)
        start_cubes = [0] * self.size
        names: list[str] = [""] * self.size
        grows: dict[tuple[int, int, str], int] = {}
        for hex, code in enumerate(codes):
            place = places.get(code)
            if place is not None:
                names[hex] = place["name"]
                terrain.append(place.get("terrain", "plain"))
                kind[hex] = IN_TOWN if code in towns else IN_CITY
                demand[hex] = self._colours(code, place.get("accepts", []))
                start_cubes[hex] = place.get("cubes", 2 if code in cities else 0)
                for number in place.get("grows", ()):
                    fits = GROWS.fullmatch(number)
                    if fits is None:
                        raise self.wrong(
                            f"{place['name']} grows by “{number}”; say e.g. “light 3”, or “A light 3”"
                        )
                    key = HALVES.index(fits["half"]), int(fits["die"]), fits["letter"] or ""
                    if key in grows:
                        raise self.wrong(f"“{number}” feeds two places")
                    grows[key] = hex
            elif code in TERRAIN or code in own:
                terrain.append(TERRAIN.get(code) or own[code]["kind"])
                if code == "##" or own.get(code, {}).get("price") == "never":
                    kind[hex] = UNBUILDABLE
            else:
                raise self.wrong(f"the picture has an unknown code {code} at {hexes.name(self.cells[hex])}")
        self.kind, self.demand = bytes(kind), bytes(demand)
        self.terrain = tuple(terrain)
        self.place_names = tuple(names)
        self.start_cubes = tuple(start_cubes)
        """How many random cubes each hex gets at the start."""
        self.start_goods = tuple(
            (self._codes[code], COLOURS.index(colour))
            for code, place in places.items()
            for colour in place.get("goods", ())
        )
        """Cubes of a given colour that lie on the board at the start: hex and colour."""
        self.terminals = tuple(self._codes[code] for code in terminals)
        """Foreign terminals: cities that take one colour and let nothing pass."""
        self.groups: dict[str, frozenset[int]] = {
            name: frozenset(self._codes[code] for code in places if places[code].get("group") == name)
            for name in dict.fromkeys(place["group"] for place in places.values() if "group" in place)
        }
        """Places that a rule of the map speaks of together."""
        self.starts = frozenset(self._codes[code] for code in places if places[code].get("start"))
        """Cities at which railroads may begin, where a map names them."""
        self._grows = grows
        self._boxes = {self._codes[code]: place.get("boxes", CITY_BOXES) for code, place in cities.items()}

    def _colours(self, code: str, colours: list[str]) -> int:
        if unknown := [colour for colour in colours if colour not in COLOURS]:
            raise self.wrong(f"{code} accepts an unknown colour {unknown[0]}")
        return mask(colours)

    def _name_hexes(self) -> None:
        self.hex_names = tuple(map(hexes.name, self.cells))
        names = self.place_names
        self.places = tuple(
            name if name and names.count(name) == 1 else f"{name} {hex}".strip()
            for name, hex in zip(names, self.hex_names)
        )
        """The name of each hex for people: its place, with the hex where two have one name, or the hex."""
        self.words = tuple(place.replace(" ", "-") for place in self.places)
        """The same in one word, for sentences."""
        self._index: dict[str, int] = {}
        for hex in range(self.size):
            for word in (self.hex_names[hex], self.words[hex], names[hex]):
                if word and (word != names[hex] or names.count(word) == 1):
                    self._index[_plain(word)] = hex

    def place_at(self, code: str) -> int:
        """The hex of a place by its code in the picture."""
        if code not in self._codes:
            raise self.wrong(f"there is no place {code} in the picture")
        return self._codes[code]

    def group(self, name: str) -> frozenset[int]:
        """The places of a group that the rules of the map need."""
        if name not in self.groups:
            raise self.wrong(f"no place is of the group {name}")
        return self.groups[name]

    def area(self, name: str) -> frozenset[int]:
        """The hexes of an area that the rules of the map need."""
        if name not in self.areas:
            raise self.wrong(f"there is no {name} under [areas]")
        return self.areas[name]

    def _lay_neighbours(self) -> None:
        self.wall = 6 * self.size
        """The side that stands for all that track cannot cross."""
        shut: set[int] = set()
        for number, edge in enumerate(self.data.get("edges", ()), 1):
            self.check_facts(edge, EDGE_FACTS, f"edge {number}", ("hex", "side"))
            if edge["side"] not in self.side_names:
                raise self.wrong(f"edge {number}: the sides are {' '.join(self.side_names)}")
            if edge.get("impassable"):
                shut.add(self._side_at(edge))
        across: list[int] = []
        for hex, cell in enumerate(self.cells):
            for side in range(6):
                other = self.at.get(hexes.neighbour(cell, side, self.orientation))
                if other is None or UNBUILDABLE in (self.kind[hex], self.kind[other]):
                    across.append(self.wall)
                else:
                    across.append(6 * other + hexes.opposite(side))
        for side in shut:
            if across[side] != self.wall:
                across[across[side]] = self.wall
            across[side] = self.wall
        self.across = tuple(across)
        """across[6 * hex + side]: the same side seen from the neighbour, or the wall."""
        self.bits = tuple(1 << hex for hex in range(self.size))
        """The bit of each hex among what a cube has visited."""
        self.facing = tuple(itemgetter(*across[6 * hex : 6 * hex + 6]) for hex in range(self.size))
        """facing[hex](rail): what lies across its six sides."""
        self.land = tuple(hex for hex in range(self.size) if self.kind[hex] != UNBUILDABLE)
        self.stops = tuple(hex for hex in self.land if self.kind[hex] in (IN_CITY, IN_TOWN))
        """Where links begin and end: cities, and towns, which may become cities."""
        self.touches = self._weigh()
        """The hexes to which it matters what lies at each side, the wall last, and the layout and the tile of
        each hex: with its place among the bits of the one number that tells the surroundings of a hex."""

    def _weigh(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Three bits for each side across, three for each of its own, eight for its layout and its tile."""
        touches: list[list[tuple[int, int]]] = [[] for _ in range(self.wall + 1)]
        for hex in self.land:
            for side in range(6) if self.kind[hex] != IN_CITY else ():
                touches[self.across[6 * hex + side]].append((hex, 3 * side))
                touches[6 * hex + side].append((hex, 18 + 3 * side))
        touches += [[(hex, bits)] for bits in (36, 44) for hex in range(self.size)]
        return tuple(map(tuple, touches))

    def check_facts(
        self, facts: object, known: Mapping[str, type], where: str, needed: tuple[str, ...]
    ) -> None:
        """Refuse what is not among the facts that something can have."""
        if not isinstance(facts, dict):
            raise self.wrong(f"{where} is not a table of facts")
        for key in needed:
            if key not in facts:
                raise self.wrong(f"{where} lacks {key}")
        for key, value in facts.items():
            if key not in known:
                raise self.wrong(f"{where}: unknown key {key}; known are {', '.join(known)}")
            if type(value) is not known[key]:
                raise self.wrong(f"{where}: {key} is {FORMS[known[key]]}, not {value!r}")

    def _side_at(self, edge: Mapping[str, Any]) -> int:
        """The side that a fact of an edge is about, counted as 6 * hex + side."""
        try:
            return 6 * self.read_hex(edge["hex"]) + self.side_names.index(edge["side"])
        except Unreadable as problem:
            raise self.wrong(f"edges: {problem}") from None

    def _read_edges(self) -> None:
        """The colours a city takes by a side, and borders, which both hexes at the side share."""
        self.side_accepts: dict[int, int] = {}
        """The colours that a place takes from who enters by a side, where sides differ."""
        borders: set[int] = set()
        for edge in self.data.get("edges", ()):
            side = self._side_at(edge)
            if colour := edge.get("accepts"):
                if self.kind[side // 6] != IN_CITY:
                    raise self.wrong(f"edges: {edge['hex']} is no city, so it takes nothing by a side")
                self.side_accepts[side] = self._colours(edge["hex"], [colour])
            if edge.get("border"):
                borders |= {side, self.beyond(side)}
        self.borders = frozenset(borders - {self.wall})
        """The sides along which a border runs; it hinders nothing."""
        self.barriers = frozenset(
            side
            for side in range(self.wall)
            if self.across[side] == self.wall
            and self.beyond(side) != self.wall
            and UNBUILDABLE not in (self.kind[side // 6], self.kind[self.beyond(side) // 6])
        )
        """The sides between two hexes of land that track cannot cross."""

    def beyond(self, side: int) -> int:
        """The same side seen from the hex beyond it, whether track can cross it or not."""
        other = self.at.get(hexes.neighbour(self.cells[side // 6], side % 6, self.orientation))
        return self.wall if other is None else 6 * other + hexes.opposite(side % 6)

    def _read_links(self) -> None:
        """The links on sale: those the map names, and those between neighbours where it sells all of them."""
        links: list[DirectLink] = []
        for number, link in enumerate(self.data.get("links", ()), 1):
            self.check_facts(link, LINK_FACTS, f"link {number}", ("ends", "price"))
            self._check_words(link, ("ends",), f"link {number}")
            if len(link["ends"]) != 2 or link["ends"][0] == link["ends"][1]:
                raise self.wrong(f"link {number}: ends names two places")
            self._check_price(link["price"], f"link {number}: price")
            here, there = (self.place_at(code) for code in link["ends"])
            enters = self.common_side(here, there), self.common_side(there, here)
            links.append(DirectLink((here, there), link["price"], enters, link.get("name", "")))
        if price := self.numbers.get("adjacent_links", 0):
            for here in self.stops:
                for side in range(6 * here, 6 * here + 6):
                    there = self.across[side] // 6
                    if there in self.stops and here < there:
                        links.append(DirectLink((here, there), price, (side, self.across[side]), "", True))
        self.direct_links = tuple(links)
        ends = [frozenset(link.ends) for link in links]
        self.direct_words = tuple(
            f"{DIRECT_WORD}-{before + 1}" if (before := ends[:number].count(both)) else DIRECT_WORD
            for number, both in enumerate(ends)
        )
        """How a way leaves a place by each direct link: direct, or direct-2 for a second between the same."""

    def _lay_trails(self) -> None:
        """Trails from every hex to all within as many hexes as cubes can be driven without track."""
        steps = self.numbers.get("drive", 0)
        self.trails = tuple((hex, end) for hex in self.land for end in sorted(self.around(hex, steps)))
        """Ways without track from hex to hex; as sides they are counted after the direct links."""
        first = self.wall + 1 + len(self.direct_links)
        self.trail_sides = {ends: first + number for number, ends in enumerate(self.trails)}
        self.beyond_all = first + len(self.trails)
        """The first number that stands for no side, no direct link and no trail."""
        self.side_words = {side: self.side_names[side % 6] for side in range(self.wall)}
        """How a way leaves a place by each of them; deliveries are told by the thousand."""
        self.side_words |= dict(enumerate(self.direct_words, self.wall + 1))
        self.side_words |= dict.fromkeys(range(first, self.beyond_all), TRAIL_WORD)
        self.side_words |= {UNSAID: "?", DIRECT: DIRECT_WORD}

    def around(self, hex: int, steps: int, shunned: frozenset[int] = frozenset()) -> frozenset[int]:
        """The hexes that so many steps over land lead to from a hex, past all those that are shunned."""
        found = {hex}
        for _ in range(steps):
            found |= {other for near in found for other in self.neighbours(near)} - shunned
        return frozenset(found - {hex})

    def neighbours(self, hex: int) -> list[int]:
        """The hexes to which track can lead straight from a hex."""
        return [side // 6 for side in self.across[6 * hex : 6 * hex + 6] if side != self.wall]

    def ends_beyond(self, side: int) -> tuple[int, int]:
        """The ends of a direct link or of a trail, by its number among the sides."""
        number = side - self.wall - 1
        links = len(self.direct_links)
        return self.direct_links[number].ends if number < links else self.trails[number - links]

    def common_side(self, here: int, there: int) -> int:
        """The side of a place towards a neighbour, or -1 if they are none."""
        return next((side for side in range(6 * here, 6 * here + 6) if self.across[side] // 6 == there), -1)

    def are_neighbours(self, hex: int, other: int) -> bool:
        """Whether track can lead from one hex straight to the other."""
        return any(side // 6 == other for side in self.across[6 * hex : 6 * hex + 6])

    def _read_hexes(self) -> None:
        own = {terrain["kind"]: terrain.get("price", 0) for terrain in self.data.get("terrain", {}).values()}
        known = {**PRICES, **own, **self.numbers.get("terrain_prices", {})}
        prices = [known.get(terrain, 0) for terrain in self.terrain]
        self.simple_first: frozenset[int] = frozenset()
        """Hexes on which a simple tile comes first."""
        self.printed_track: dict[int, int] = {}
        """The layout that lies on a hex from the start."""
        for name, facts in self.data.get("hexes", {}).items():
            self.check_facts(facts, HEX_FACTS, f"hexes.{name}", ())
            try:
                hex = self.read_hex(name)
            except Unreadable as problem:
                raise self.wrong(f"hexes: {problem}") from None
            if track := facts.get("track"):
                self.printed_track[hex] = self._read_printed(track)
            if "price" in facts:
                self._check_price(facts["price"], f"hexes.{name}: price")
                prices[hex] = facts["price"]
            if facts.get("simple_first"):
                self.simple_first |= {hex}
            if group := facts.get("group"):
                self.groups[group] = self.groups.get(group, frozenset()) | {hex}
        self.prices = tuple(price if isinstance(price, int) else 0 for price in prices)
        """What a simple tile costs on each hex."""

    def _read_printed(self, track: str) -> int:
        """The layout of track that is printed on a hex."""
        try:
            return self.read_layout(track)
        except Unreadable as problem:
            raise self.wrong(f"hexes: {problem}") from None

    def _read_areas(self) -> None:
        self.areas: dict[str, frozenset[int]] = {}
        """Stretches of land that a rule of the map speaks of, by name: they are fenced."""
        for name, words in self.data.get("areas", {}).items():
            if not isinstance(words, str):
                raise self.wrong(f"areas: {name} names its hexes, e.g. “A4 B4”")
            try:
                self.areas[name] = frozenset(map(self.read_hex, words.split()))
            except Unreadable as problem:
                raise self.wrong(f"areas: {problem}") from None

    def _read_new_cities(self) -> None:
        lines = self.numbers.get("new_cities", NEW_CITIES)
        out: list[NewCity] = []
        for line in lines.strip().splitlines() if lines.strip() else ():
            fits = NEW_CITY.fullmatch(line.strip())
            if fits is None or fits["colour"] not in COLOURS:
                raise self.wrong(f"new_cities: “{line}”; say e.g. “A red light 3”, “A red x4”, or “red x4”")
            half = HALVES.index(fits["half"]) if fits["half"] else -1
            city = NewCity(
                fits["letter"] or fits["colour"], COLOURS.index(fits["colour"]), half, int(fits["die"] or 0)
            )
            if any(city.letter == other.letter for other in out):
                raise self.wrong(f"new_cities: {city.letter} stands in two lines; say e.g. “A red x2”")
            out += [city] * int(fits["count"] or 1)
        self.new_cities = tuple(out)
        self.equal_cities = tuple(
            tuple(n for n in range(number) if out[n] == city) for number, city in enumerate(out)
        )
        """For each New City its equals before it, of which the first that is left is placed."""

    def _read_columns(self) -> None:
        """The columns in play, half by half: numbers first, then the letters of the New Cities.

        [base.growth.no-city base.growth.two-numbers]
        """
        columns: list[Column] = []
        first = 0
        for half, name in enumerate(HALVES):
            fed = [(letter, die) for of, die, letter in self._grows if of == half]
            for letter, die in sorted(fed):
                hex = self._grows[half, die, letter]
                boxes = self._boxes[hex]
                columns.append(Column(letter or f"{name}-{die}", half, die, first, boxes, hex, -1))
                first += boxes
            for number, city in enumerate(self.new_cities):
                if city.half == half:
                    columns.append(Column(city.letter, half, city.die, first, NEW_CITY_BOXES, -1, number))
                    first += NEW_CITY_BOXES
        self.columns = tuple(columns)
        self.box_place = tuple((n, row) for n, column in enumerate(columns) for row in range(column.boxes))
        """For each box of the display its column and its row from the top."""
        self.fill_order = tuple(sorted(range(first), key=lambda box: (self.box_place[box][1], box)))
        """The boxes row by row, as they are filled at the start."""

    # Words -----------------------------------------------------------------------------------------

    def read_hex(self, word: str) -> int:
        """The hex that a word names: a place or a hex name."""
        hex = self._index.get(_plain(word))
        if hex is None:
            near = get_close_matches(_plain(word), self._index, n=1, cutoff=0.6)
            hint = f" Did you mean {self.words[self._index[near[0]]]}?" if near else ""
            raise Unreadable(f"There is no hex or place “{word}” on {self.name}.{hint}")
        return hex

    def read_exit(self, hex: int, word: str) -> int | None:
        """The side of a hex that a word names, counted as 6 * hex + side, or None."""
        if word.lower() in (DIRECT_WORD, TRAIL_WORD):
            return DIRECT
        for number, link in enumerate(self.direct_links):
            if word.lower() == self.direct_words[number] and hex in link.ends:
                return self.wall + 1 + number
        upper = word.upper()
        return 6 * hex + self.side_names.index(upper) if upper in self.side_names else None

    def read_back_side(self, side: int) -> str:
        """The name of a side counted as 6 * hex + side; direct links and trails are counted beyond."""
        return self.side_words[side]

    def read_layout(self, word: str) -> int:
        """The layout that a word describes, e.g. N-S, N-S/NE-SW, or N/S in a town."""
        tracks = []
        for part in word.upper().split("/"):
            ends = part.split("-")
            if len(ends) > 2 or any(end not in self.side_names for end in ends):
                raise Unreadable(
                    f"“{word}” describes no track; join sides, which are {' '.join(self.side_names)}, "
                    "e.g. N-S, or in a town name the exits, e.g. N/S."
                    if self.orientation == "flat"
                    else f"“{word}” describes no track; join sides, which are {' '.join(self.side_names)}, "
                    "e.g. E-W, or in a town name the exits, e.g. E/W."
                )
            numbers = sorted(self.side_names.index(end) for end in ends)
            tracks.append((numbers[0], numbers[1] if len(numbers) == 2 else TOWN))
        layout = self.tiles.number.get(tuple(sorted(tracks)))
        if layout is None:
            raise Unreadable(f"No tile has the tracks {word}.")
        return layout

    def place(self, hex: int) -> str:
        """The name of a hex for people."""
        return self.places[hex]


def _plain(word: str) -> str:
    """A word as people may type it: without case, accents or punctuation."""
    folded = unicodedata.normalize("NFKD", word).casefold()
    return re.sub(r"[^a-z0-9]", "", folded)


MAPS = resources.files("footplate.age_of_steam") / "maps"


def map_ids() -> list[str]:
    """The ids of all boards."""
    return sorted(
        file.name.removesuffix(".toml").replace("_", "-")
        for file in MAPS.iterdir()
        if file.name.endswith(".toml")
    )


def read_board(source: str | Path) -> Board:
    """The board with this id, or of a map file that ends with .toml."""
    if str(source).endswith(".toml"):
        path = Path(source)
        if not os.path.isfile(path):
            raise MapFileError(f"{path}: there is no such map file")
        text, id = _read(path), path.stem.replace("_", "-")
    else:
        id = str(source)
        if id not in map_ids():
            near = get_close_matches(id, map_ids(), n=1, cutoff=0.4)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise MapFileError(f"There is no map “{id}”.{hint} The maps are: {', '.join(map_ids())}.")
        text = (MAPS / f"{id.replace('-', '_')}.toml").read_text("utf-8")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise MapFileError(f"{source}: not a TOML file: {problem}") from None
    with well_formed(source):
        return Board(id, data, str(source))


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise MapFileError(f"{path}: this is not a text file") from None
    except OSError as problem:
        raise MapFileError(f"{path}: {(problem.strerror or str(problem)).lower()}") from None


@contextmanager
def well_formed(source: str | Path) -> Iterator[None]:
    """A map file is written by hand: what the board did not foresee is still a mistake in the file."""
    try:
        yield
    except (MapFileError, ChoiceError):
        raise
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as problem:
        if not str(source).endswith(".toml"):
            raise
        wrong = f"something in this map file has the wrong form: {type(problem).__name__}, {problem}"
        raise MapFileError(f"{source}: {wrong[:200]}") from None
