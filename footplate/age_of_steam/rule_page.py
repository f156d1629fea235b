"""The rule page of a map, made from its own file and docstrings: rules, help and code cannot drift apart."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from footplate.age_of_steam import phases
from footplate.age_of_steam.board import ACTIONS, IN_CITY, IN_TOWN, NEW_CITIES, PRICES, Board
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, unmask
from footplate.age_of_steam.phases.auction import DeterminePlayerOrder
from footplate.age_of_steam.rules import ACTIONS_SAY, NUMBERS, Rules
from footplate.age_of_steam.words import action_name
from footplate.core.rule_page import Change, Place, RulePage

DEFAULTS: dict[str, Any] = {
    **NUMBERS,
    "terrain_prices": PRICES,
    "new_cities": NEW_CITIES,
    "actions": list(ACTIONS),
}
"""The numbers of the base game, written out where the code leaves them empty."""


CHAPTERS: dict[str, tuple[str, ...]] = {
    "Set-up": (
        "turns", "cash", "shares", "ownership_disks", "bag", "endless_goods", "new_cities", "fill_rows",
        "setup_draws",
        "start_cubes", "do_setup", "components", "aside", "city_goods", "order", "fill-display",
        "fill-cities",
    ),
    "Issue shares": ("shares_max", "share_price", "issue_problem", "issue"),
    "Determine player order": ("can_bid", "order_payment", "leading", "bid"),
    "Select actions": (
        "actions", "holder", "taker", "choosing", "offered", "take_problem", "action_price",
        "action_points", "do_take", "raised", "action_effect", "take",
    ),
    "Build track": (
        "builds", "engineer_builds", "terrain_prices", "builds_allowed", "new_cities_allowed",
        "half_price", "half_price_links", "adjacent_links", "town_disks", "tile_sets",
        "urbanize_after_building", "site_of", "build_problem", "allowed", "price", "prices_hold",
        "printed_price", "link_price", "pays_half", "do_charge", "link_charge", "do_charge_link",
        "charges", "charge", "highest_price", "done_problem", "do_done", "do_built", "link_problem",
        "urbanize_problem", "do_urbanize", "build",
    ),
    "Move goods": (
        "moves", "engine_track", "drive", "reach", "links", "movable", "accepts", "passes", "tally",
        "way_problem", "outcome", "do_leave", "do_delivered", "raise_problem", "do_raise", "move",
    ),
    "Income, expenses, reduction": ("reduction", "expenses", "do_eliminate"),
    "Goods growth": (
        "production", "dice", "extra_cubes", "produce", "produce-draw", "stock", "grow", "extra-cube",
    ),
    "End of the game": ("sections", "do_end", "score_parts", "score", "rank", "owed", "winners", "places"),
    "Course of a turn": ("phases", "decisions", "face", "aims"),
}  # fmt: skip
"""The chapters of a rule page: which numbers, questions and kinds of decision each tells of."""

LAST_CHAPTER = "Course of a turn"
"""The chapter of whatever has none of its own."""

RULE_IDS = re.compile(r" ?\[[a-z0-9-]+(?:\.[a-z0-9-]+)+(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)*\]")
"""The ids of rules in a docstring, which are for readers of the code."""


def rule_page(game: AgeOfSteam) -> RulePage:
    """The rule page of the map a game is played on."""
    board, rules = game.board, type(game.rules)
    told: dict[str, Change] = {}
    for change in (*_numbers(board), *_answers(game), *_shape(game)):
        # Where two questions have one answer, it is told once.
        if change.here:
            told.setdefault(change.here, change)
    changes = tuple(sorted(told.values(), key=lambda change: list(CHAPTERS).index(change.about)))
    return RulePage(
        board.id,
        board.name,
        board.designer,
        board.players,
        board.provenance,
        _summary(rules, changes),
        changes,
        tuple(_notes(board)),
        game.rules.table_options,
        tuple(_places(board)),
        board.doubts,
        tuple(_special(game)),
        tuple(game.rules.turns(seats) for seats in range(board.players[0], board.players[1] + 1)),
    )


def _special(game: AgeOfSteam) -> Iterator[str]:
    """What makes a board another game, as far as its facts tell it, and then what its file says."""
    board = game.board
    if board.players[0] == 1:
        yield "solo"
    if board.players[0] <= 2 <= board.players[1]:
        yield "two players"
    if not any(isinstance(phase, DeterminePlayerOrder) for phase in game.phases):
        yield "no auction"
    if set(board.actions) - set(ACTIONS):
        yield "new actions"
    if board.direct_links:
        yield "links to buy"
    yield from board.special


def provenance_sentence(provenance: str) -> str:
    """What a board says about where it comes from."""
    if provenance == "transcribed":
        return "Transcribed: hex by hex after the printed board."
    return "Reconstructed: drawn from the rules and the real country; the printed board may differ."


def _summary(rules: type[Rules[Any]], changes: Iterable[Change]) -> str:
    if not any(changes):
        return "No special rules: the base game as it is."
    if rules is Rules:
        return "The base game with these changes."
    return " ".join(filter(None, (_doc(sys.modules[rules.__module__]), _doc(rules))))


# Numbers ---------------------------------------------------------------------------------------------


def _numbers(board: Board) -> list[Change]:
    return [
        Change(chapter_of(key), number_sentence(key, DEFAULTS[key]), number_sentence(key, value))
        for key, value in board.numbers.items()
        if value != DEFAULTS[key]
    ]


def number_sentence(key: str, value: Any) -> str:
    """A number of the rules as a sentence."""
    match key:
        case "turns":
            many = {"1": "1 player"}
            lasting = [f"{turns} with {many.get(n, f'{n} players')}" for n, turns in value.items()]
            return f"Turns: {', '.join(lasting)}."
        case "cash":
            return f"Everybody starts with ${value}."
        case "shares":
            return f"Everybody starts with {value} issued shares."
        case "shares_max":
            return f"Nobody may go beyond {value} issued shares."
        case "share_price":
            return f"A share brings ${value}."
        case "engine_track":
            return f"The engine track: {', '.join(map(str, value))}."
        case "half_price":
            who = action_name(value)
            return f"{who} pays half, rounded up, for the dearest build of a turn." if value else ""
        case "half_price_links":
            return "Direct links may be that build." if value else "Direct links are never halved."
        case "adjacent_links":
            return f"Two neighbouring cities can be joined directly for ${value}." if value else ""
        case "drive":
            return f"Cubes can be driven {value} hexes without track." if value else ""
        case "town_disks":
            return f"There are {value} town disks."
        case "tile_sets":
            return f"The tiles of {value} base games are used." if value > 1 else ""
        case "ownership_disks":
            return f"Each player has {value} ownership disks."
        case "builds":
            return f"{value} tiles a turn."
        case "engineer_builds":
            return f"{value} tiles a turn with Engineer."
        case "moves":
            return f"Everybody moves {value} times a turn."
        case "production":
            return f"Production draws {value} cubes."
        case "reduction":
            if not value:
                return "There is no income reduction."
            return "Income reduction: " + ", ".join(f"from {least} −{less}" for least, less in value) + "."
        case "bag":
            return "The bag: " + ", ".join(f"{count} {colour}" for colour, count in value.items()) + "."
        case "endless_goods":
            return "No colour of goods ever runs out." if value else "There are no more cubes than these."
        case "terrain_prices":
            prices: Mapping[str, int] = {**PRICES, **value}
            return "A simple tile costs " + ", ".join(f"${n} on {kind}" for kind, n in prices.items()) + "."
        case "new_cities":
            cities = [line.split() for line in value.strip().splitlines()]
            if not cities:
                return "There are no New Cities."
            return "New Cities: " + ", ".join(map(_new_city, cities)) + "."
        case "dice":
            return f"{value} dice are rolled for goods growth." if value else "As many dice as players."
        case "fill_rows":
            rows = ("No box", "The top row", "The two top rows", "The whole")
            return f"{rows[min(value, 3)]} of the goods display is filled at the start."
        case "extra_cubes":
            return " ".join(map(_extra_cube, value)) or "No place gets more cubes than its boxes give."
        case "actions":
            return "Actions: " + ", ".join(map(action_name, value)) + "."
    return f"{key.replace('_', ' ')}: {value}."


def _new_city(words: list[str]) -> str:
    """A line about New Cities: letter and colour first, the column that feeds them and their number after."""
    *named, last = words
    if last[0] == "x":
        return f"{last[1:]} {' '.join(named)}"
    return f"{' '.join(words[:2])} ({' '.join(words[2:])})" if len(words) > 2 else " ".join(words)


def _extra_cube(extra: Mapping[str, Any]) -> str:
    when = {"production": "before Production", "dice": "after Production, before the dice"}[extra["before"]]
    turns = f"in turns 1–{extra['turns']}" if "turns" in extra else "every turn"
    return f"{extra['place']} gets one more cube from the bag {turns}, {when}."


# Answers ---------------------------------------------------------------------------------------------


def questions() -> list[str]:
    """The questions of the base game that a map may answer differently."""
    return [name for name, value in vars(Rules).items() if inspect.isroutine(value) and name[0] != "_"]


def answered(rules: type[Rules[Any]]) -> list[str]:
    """The questions that a map's own class answers."""
    own = {
        name for kind in rules.__mro__ if issubclass(kind, Rules) and kind is not Rules for name in vars(kind)
    }
    return [name for name in questions() if name in own]


def chapter_of(name: str) -> str:
    """The chapter that tells of a number, a question or a kind of decision."""
    return next((chapter for chapter, names in CHAPTERS.items() if name in names), LAST_CHAPTER)


def _answers(game: AgeOfSteam) -> list[Change]:
    rules, start = type(game.rules), game.start(game.board.players[0])
    out = [
        Change(chapter_of(name), _doc(getattr(Rules, name)), _doc(here), _ids(here))
        for name in answered(rules)
        if name not in ("phases", "decisions", "action_effect", "face") and _doc(here := getattr(rules, name))
    ]
    for action in game.board.actions:
        here, base = game.rules.action_effect(start, action), ACTIONS_SAY.get(action, "")
        if here != base:
            name = action_name(action)
            out.append(
                Change(chapter_of("action_effect"), f"{name}: {base}" if base else "", f"{name}: {here}")
            )
    return out


def differing(game: AgeOfSteam, names: Iterable[str]) -> str:
    """What a board does otherwise in these numbers and questions, in sentences; nothing where it does not."""
    board, own, out = game.board, answered(type(game.rules)), list[str]()
    for name in names:
        if name in board.numbers and board.numbers[name] != DEFAULTS[name]:
            out.append(number_sentence(name, board.numbers[name]))
        if name in own:
            out.append(_doc(getattr(type(game.rules), name)))
    return " ".join(filter(None, out))


def docstring(thing: Any) -> str:
    """The docstring of a module, a class or one of its methods; the source has it where it is compiled."""
    if thing.__doc__:
        return str(thing.__doc__)
    kind = getattr(thing, "__objclass__", thing if isinstance(thing, type) else type(thing))
    name = f"{kind.__name__}.{thing.__name__}" if hasattr(thing, "__objclass__") else kind.__name__
    return _docstrings(kind.__module__).get(name, "")


@cache
def _docstrings(module: str) -> Mapping[str, str]:
    """The docstrings of the classes of a compiled module, and of their methods; of any other none."""
    found = getattr(sys.modules[module], "__file__", None) or ""
    if not found.endswith(tuple(EXTENSION_SUFFIXES)):
        return {}
    # Where a compiled module thinks it lies is not always true; its source lies in the package.
    source = Path(__file__).parents[1].joinpath(*module.split(".")[1:]).with_suffix(".py")
    tree = ast.parse(source.read_text("utf-8"))
    out = {}
    for kind in tree.body:
        if isinstance(kind, ast.ClassDef):
            out[kind.name] = ast.get_docstring(kind) or ""
            for method in kind.body:
                if isinstance(method, ast.FunctionDef):
                    out[f"{kind.name}.{method.name}"] = ast.get_docstring(method) or ""
    return out


def _doc(thing: Any) -> str:
    """The rule that a docstring states; paragraphs that speak of code are for readers of the code."""
    paragraphs = inspect.cleandoc(docstring(thing)).split("\n\n")
    said = [RULE_IDS.sub("", " ".join(text.split())) for text in paragraphs if "`" not in text]
    return " ".join(filter(None, said))


def _ids(*things: Any) -> tuple[str, ...]:
    """The ids of the rules that docstrings state."""
    found = (RULE_IDS.findall(" ".join(docstring(thing).split())) for thing in things)
    return tuple(dict.fromkeys(id for ids in found for text in ids for id in text.strip(" []").split()))


def _shape(game: AgeOfSteam) -> list[Change]:
    """Phases that the map brings along or leaves out, and decisions that it changes or brings along."""
    base = [type(phase) for phase in phases.SEQUENCE]
    out = []
    if "phases" in answered(type(game.rules)) and (said := _doc(type(game.rules).phases)):
        out.append(Change(chapter_of("phases"), "", said, _ids(type(game.rules).phases)))
    for phase in game.phases:
        if type(phase) not in base:
            about = phase.name if phase.name in CHAPTERS else LAST_CHAPTER
            out.append(Change(about, "", _doc(phase), _ids(phase)))
    for kind, decision in game.decisions.items():
        old = phases.DECISIONS.get(kind)
        if old is None:
            own = decision.chapter if decision.chapter in CHAPTERS else chapter_of(kind)
            out.append(Change(own, "", _doc(decision), _ids(decision)))
        elif type(decision) is not type(old):
            out.append(Change(chapter_of(kind), _doc(old), _doc(decision), _ids(decision)))
    return out


# The board -------------------------------------------------------------------------------------------


def _notes(board: Board) -> list[str]:
    out = []
    if board.terminals:
        out.append(f"Foreign terminals: {_names(board, board.terminals)}.")
    if board.starts:
        out.append(f"Railroads start at {_names(board, board.starts)}.")
    out += [f"{name.capitalize()}: {_names(board, hexes)}." for name, hexes in board.groups.items()]
    out += [f"A fence runs around the {name} area, {len(area)} hexes." for name, area in board.areas.items()]
    out += _start_cubes(board)
    for terrain in board.data.get("terrain", {}).values():
        price = terrain.get("price", 0)
        says = "no track" if price == "never" else f"${price} for a simple tile"
        out.append(f"{terrain['kind'].capitalize()}: {says}.")
    facts_of = board.data.get("hexes", {})
    own = [f"{name} ${facts['price']}" for name, facts in facts_of.items() if "price" in facts]
    if own:
        out.append(f"Hexes whose price for a simple tile is printed on them: {', '.join(own)}.")
    if board.printed_track:
        out.append(f"Track lies from the start on {_names(board, board.printed_track)}.")
    out += _sides(board)
    for link in board.direct_links:
        ends = "–".join(board.place(end) for end in link.ends)
        kind = link.name or "direct link"
        out.append(f"The {kind} {ends} costs ${link.price}, one tile, and counts as one section.")
    for table in ("cities", "towns"):
        for place in board.data.get(table, {}).values():
            if "note" in place:
                out.append(f"{place['name']}: {place['note']}")
    return out


def _sides(board: Board) -> Iterator[str]:
    """What is printed on sides of hexes: the colours a city takes there, and no way across."""
    for hex in sorted({side // 6 for side in board.side_accepts}):
        takes = ", ".join(
            f"{' and '.join(unmask(board.side_accepts[side]))} from {board.side_names[side % 6]}"
            for side in range(6 * hex, 6 * hex + 6)
            if side in board.side_accepts
        )
        yield (
            f"What {board.place(hex)} takes depends on the side by which a cube comes in: {takes}. Such a "
            "cube must stop there; others pass. A cube that starts there leaves by any side."
        )
    if board.barriers:
        # Each is told once, from the hex that comes first.
        seen = [side for side in sorted(board.barriers) if side < board.beyond(side)]
        told = ", ".join(f"{board.place(side // 6)} {board.side_names[side % 6]}" for side in seen)
        yield f"No track and no direct link crosses a thick line: {told}."


def _names(board: Board, hexes: Iterable[int]) -> str:
    return ", ".join(board.place(hex) for hex in sorted(hexes))


def _start_cubes(board: Board) -> Iterator[str]:
    """Where cubes lie at the start, if not two in every city."""
    for kind, usual, word in ((IN_CITY, 2, "city"), (IN_TOWN, 0, "town")):
        there = [hex for hex in range(board.size) if board.kind[hex] == kind and hex not in board.terminals]
        counted = Counter(board.start_cubes[hex] for hex in there)
        most = counted.most_common(1)[0][0] if there else usual
        own = [
            f"{board.place(hex)} {board.start_cubes[hex]}" for hex in there if board.start_cubes[hex] != most
        ]
        said = [f"every {'other ' if own else ''}{word} {most}"] if most != usual else []
        if own or said:
            yield f"Cubes at the start: {', '.join([*own, *said])}."
    for colour in sorted({colour for _, colour in board.start_goods}):
        places = {hex for hex, of in board.start_goods if of == colour}
        every = all(hex in places for hex in range(board.size) if board.kind[hex] == IN_TOWN)
        yield f"A {COLOURS[colour]} cube lies in {'every town' if every else _names(board, places)}."


def _kind(board: Board, hex: int) -> str:
    if hex in board.terminals:
        return "foreign terminal"
    return "city" if board.kind[hex] == IN_CITY else "town"


def _places(board: Board) -> list[Place]:
    return [
        Place(
            board.place(hex),
            board.hex_names[hex],
            _kind(board, hex),
            tuple(unmask(board.demand[hex])),
            board.start_cubes[hex],
            tuple(column.name for column in board.columns if column.hex == hex),
        )
        for kind in (IN_CITY, IN_TOWN)
        for hex in range(board.size)
        if board.kind[hex] == kind
    ]
