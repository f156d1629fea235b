"""The rule page of a map, made from its own file and docstrings: rules, help and code cannot drift apart."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from footplate.age_of_steam import phases
from footplate.age_of_steam.board import ACTIONS, IN_CITY, IN_TOWN, NEW_CITIES, PRICES, Board, Option
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, unmask
from footplate.age_of_steam.rules import NUMBERS, Rules

DEFAULTS: dict[str, Any] = {
    **NUMBERS,
    "terrain_prices": PRICES,
    "new_cities": NEW_CITIES,
    "actions": list(ACTIONS),
}
"""The numbers of the base game, written out where the code leaves them empty."""


class Change(NamedTuple):
    """One thing a map does otherwise: what it is, what the base game says, what holds here."""

    about: str
    base: str
    here: str


class Place(NamedTuple):
    """A city or town on the board."""

    name: str
    hex: str
    kind: str
    accepts: tuple[str, ...]
    cubes: int
    grows: tuple[str, ...]


@dataclass(frozen=True)
class RulePage:
    """All that somebody who knows the base game must read before playing a map."""

    id: str
    name: str
    designer: str
    players: tuple[int, int]
    provenance: str
    summary: str
    changes: tuple[Change, ...]
    notes: tuple[str, ...]
    """What is printed on the board and easily overlooked."""
    options: tuple[Option, ...]
    places: tuple[Place, ...]
    doubts: tuple[str, ...]


def rule_page(game: AgeOfSteam) -> RulePage:
    """The rule page of the map a game is played on."""
    board, rules = game.board, type(game.rules)
    changes = (*_numbers(board), *_answers(rules), *_shape(game))
    return RulePage(
        board.id,
        board.name,
        board.designer,
        board.players,
        board.provenance,
        _summary(game, changes),
        changes,
        tuple(_notes(board)),
        game.rules.offers,
        tuple(_places(board)),
        board.doubts,
    )


def provenance_sentence(provenance: str) -> str:
    """What a board says about where it comes from."""
    if provenance == "transcribed":
        return "Transcribed: hex by hex after the printed board."
    return "Reconstructed: drawn from the rules and the real country; the printed board may differ."


def _summary(game: AgeOfSteam, changes: Iterable[Change]) -> str:
    if not any(changes):
        return "No special rules: the base game as it is."
    rules = type(game.rules)
    module = sys.modules[rules.__module__]
    own = module.__doc__ if rules is not Rules else None
    # A map's page begins with its name, which stands above already.
    says = inspect.cleandoc(own).removeprefix(f"{game.board.name}: ") if own else ""
    return says[:1].upper() + says[1:] or "The base game with these changes."


# Numbers ---------------------------------------------------------------------------------------------


def _numbers(board: Board) -> list[Change]:
    return [
        Change(key.replace("_", " "), number_sentence(key, DEFAULTS[key]), number_sentence(key, value))
        for key, value in board.numbers.items()
        if value != DEFAULTS[key]
    ]


def number_sentence(key: str, value: Any) -> str:
    """A number of the rules as a sentence."""
    match key:
        case "turns":
            return (
                "Turns: " + ", ".join(f"{turns} with {seats} players" for seats, turns in value.items()) + "."
            )
        case "cash":
            return f"Everybody starts with ${value}."
        case "shares":
            return f"Everybody starts with {value} issued shares."
        case "shares_max":
            return f"Nobody may go beyond {value} issued shares."
        case "share_price":
            return f"A share brings ${value}."
        case "engine_max":
            return f"Engines go up to {value}."
        case "ownership_disks":
            return f"Each player has {value} ownership disks."
        case "builds":
            return f"{value} tiles a turn."
        case "engineer_builds":
            return f"{value} tiles a turn with Engineer."
        case "move_rounds":
            return f"Goods move in {value} rounds."
        case "production":
            return f"Production draws {value} cubes."
        case "reduction":
            return "Income reduction: " + ", ".join(f"from {least} −{less}" for least, less in value) + "."
        case "bag":
            return "The bag: " + ", ".join(f"{count} {colour}" for colour, count in value.items()) + "."
        case "terrain_prices":
            prices: Mapping[str, int] = {**PRICES, **value}
            return "A simple tile costs " + ", ".join(f"${n} on {kind}" for kind, n in prices.items()) + "."
        case "new_cities":
            cities = [line.split() for line in value.strip().splitlines()]
            if not cities:
                return "There are no New Cities."
            return "New Cities: " + ", ".join(f"{c[0]} {c[1]} ({c[2]} {c[3]})" for c in cities) + "."
        case "actions":
            return "Actions: " + ", ".join(name.replace("-", " ").title() for name in value) + "."
        case "dice":
            return f"{value} dice a half." if value else "As many dice a half as players."
        case "fill_rows":
            return f"{value} rows of the goods display are filled." if value else "The display stays empty."
        case "extra_cubes":
            return " ".join(map(_extra_sentence, value)) or "No place gets extra cubes."
    return f"{key.replace('_', ' ')}: {value}."


def _extra_sentence(extra: Mapping[str, Any]) -> str:
    turns = f"in turns 1–{extra['turns']}" if "turns" in extra else "every turn"
    before = {"dice": "the dice", "production": "Production"}[extra["before"]]
    return f"{extra['place']} gets a cube from the bag before {before} {turns}."


# Answers ---------------------------------------------------------------------------------------------


def questions() -> list[str]:
    """The questions of the base game that a map may answer differently."""
    return [name for name, value in vars(Rules).items() if inspect.isfunction(value) and name[0] != "_"]


def answered(rules: type[Rules]) -> list[str]:
    """The questions that a map's own class answers."""
    own = {
        name for kind in rules.__mro__ if issubclass(kind, Rules) and kind is not Rules for name in vars(kind)
    }
    return [name for name in questions() if name in own]


def _answers(rules: type[Rules]) -> list[Change]:
    return [
        Change(_about(name), _doc(getattr(Rules, name)), _doc(getattr(rules, name)))
        for name in answered(rules)
        if name not in ("phases", "decisions") and getattr(rules, name).__doc__
    ]


def _about(question: str) -> str:
    return question.removeprefix("do_").removesuffix("_problem").removesuffix("_of").replace("_", " ")


def _doc(thing: Any) -> str:
    return " ".join(inspect.cleandoc(thing.__doc__ or "").split())


def _shape(game: AgeOfSteam) -> list[Change]:
    """Phases and questions that the map brings along or leaves out."""
    base = [type(phase) for phase in phases.SEQUENCE]
    here = [type(phase) for phase in game.phases]
    out = [Change(phase.name, "", _doc(phase)) for phase in game.phases if type(phase) not in base]
    out += [
        Change(phase.name, _doc(phase), "There is no such phase.")
        for phase in phases.SEQUENCE
        if type(phase) not in here and not any(issubclass(kind, type(phase)) for kind in here)
    ]
    known = [type(decision) for decision in phases.DECISIONS.values()]
    for kind, decision in game.decisions.items():
        if type(decision) not in known and type(decision).__doc__:
            old = phases.DECISIONS.get(kind)
            out.append(Change(decision.prompt, _doc(old) if old else "", _doc(decision)))
    return out


# The board -------------------------------------------------------------------------------------------


def _notes(board: Board) -> list[str]:
    out = []
    more = [
        f"{board.place(hex)} {cubes}"
        for hex, cubes in enumerate(board.start_cubes)
        if cubes != (2 if board.kind[hex] == IN_CITY else 0)
    ]
    if more:
        out.append(f"Starting cubes, where not two in a city: {', '.join(more)}.")
    for number, colour in enumerate(COLOURS):
        given = [board.place(hex) for hex, goods in board.start_goods if goods == number]
        if given:
            out.append(f"A {colour} cube at the start: {', '.join(given)}.")
    for name, places in board.groups.items():
        out.append(f"{name.capitalize()}: {', '.join(board.place(hex) for hex in sorted(places))}.")
    if board.starts:
        begin = ", ".join(board.place(hex) for hex in sorted(board.starts))
        out.append(f"Railroads begin at {begin}.")
    for terrain in board.data.get("terrain", {}).values():
        price = terrain.get("price", 0)
        says = "no track" if price == "never" else f"${price} for a simple tile"
        out.append(f"{terrain['kind'].capitalize()}: {says}.")
    own = [f"{name} ${facts['price']}" for name, facts in board.data.get("hexes", {}).items()]
    if own:
        out.append(f"Hexes with a price of their own: {', '.join(own)}.")
    for link in board.links:
        ends = "–".join(board.place(end) for end in link.ends)
        out.append(f"Direct link {ends}: ${link.price}.")
    for table in ("cities", "towns"):
        for place in board.data.get(table, {}).values():
            if "note" in place:
                out.append(f"{place['name']}: {place['note']}")
    return out


def _places(board: Board) -> list[Place]:
    return [
        Place(
            board.place(hex),
            board.hex_names[hex],
            "town"
            if board.kind[hex] == IN_TOWN
            else "foreign terminal"
            if hex in board.terminals
            else "city",
            tuple(unmask(board.demand[hex])),
            board.start_cubes[hex],
            tuple(column.name for column in board.columns if column.hex == hex),
        )
        for kind in (IN_CITY, IN_TOWN)
        for hex in range(board.size)
        if board.kind[hex] == kind
    ]
