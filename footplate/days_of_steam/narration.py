"""What happened and what is asked, in sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from footplate.core.game import NATURE, Fact
from footplate.days_of_steam.actions import Lay, Town
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, NO_GOOD, colour_of
from footplate.days_of_steam.phases.turn import TurnDecision
from footplate.days_of_steam.places import NAMES
from footplate.days_of_steam.state import UNKNOWN, DaysState
from footplate.days_of_steam.survey import closes
from footplate.days_of_steam.tiles import TileSet
from footplate.days_of_steam.words import listed, plural


def tile_words(tiles: TileSet, kind: int) -> str:
    """A tile in a sentence: a straight, a left switch."""
    name = tiles.tiles[kind].name
    plain = name.removesuffix(", may cover").removesuffix(", two coal").removesuffix(", every way open")
    plain = plain[:1].lower() + plain[1:]
    if plain.startswith("two "):
        return plain
    for hand in ("left", "right"):
        if plain.endswith(f", {hand}"):
            plain = f"{hand} {plain.removesuffix(f', {hand}')}"
    return f"an {plain}" if plain[:1] in "aeiou" else f"a {plain}"


def _points(points: int) -> str:
    return f"+{plural(points, 'point')}"


# What happened ------------------------------------------------------------------------------------------


def tell(game: DaysOfSteam, fact: Fact, names: Sequence[str]) -> str:
    """One fact as a sentence of the log."""
    data = fact.data
    who = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind:
        case "start":
            return f"The map starts with the {COLOURS[data[1]]} town on {NAMES[data[0]]}"
        case "first":
            return f"{who} begins"
        case "market":
            return f"The {COLOURS[data[0]]} town lies face up: {_goods(data[1:])}"
        case "drew":
            return f"{who} drew {_tiles(game, data)}"
        case "laid":
            return f"{who} {_laid(game, data)}"
        case "circuit":
            towns = list(dict.fromkeys(data))
            return f"{who} closed a circuit of {plural(len(towns), 'tile')} {_points(1)}"
        case "founded":
            place, colour, gained, *goods = data
            steam = f" +{gained} steam" if gained else ""
            brings = f": {_goods(goods)}" if goods else ""
            return f"{who} put the {COLOURS[colour]} town on {NAMES[place]}{brings}{steam}"
        case "drew-town":
            return f"{who} drew the {COLOURS[data[0]]} town unseen"
        case "bottom":
            return f"The {COLOURS[data[0]]} town fits nowhere and goes to the bottom of the deck"
        case "goods":
            return f"{NAMES[data[0]]} gets {_goods(data[1:])}"
        case "coal":
            return f"The last town is in play: everybody gets {data[0]} coal"
        case "burnt":
            return f"{who} burnt {data[0]} coal +{data[0]} steam"
        case "water":
            return f"{who} took water on {NAMES[data[0]]} +{data[1]} steam"
        case "moved":
            spent, good, start, *places = data
            cargo = f" with {COLOURS[colour_of(good)]}" if good != NO_GOOD else ""
            return f"{who} moved {NAMES[start]} to {NAMES[places[-1]]}{cargo} −{spent} steam"
        case "took":
            return f"{who} took {COLOURS[colour_of(data[1])]} on {NAMES[data[0]]}"
        case "delivered":
            return f"{who} delivered {COLOURS[colour_of(data[1])]} to {NAMES[data[0]]}"
        case "unloaded":
            return f"{who} unloaded {COLOURS[colour_of(data[1])]} in {NAMES[data[0]]}"
        case "scored":
            return f"{who} {_points(data[0])}"
        case "rolled":
            return f"{who} rolled {data[0]}"
        case "derailed":
            return f"{who} derailed, back to {NAMES[data[0]]}, {data[1]} steam lost"
        case "exchanged":
            return f"{who} could do nothing and exchanged {tile_words(game.tiles, data[0])}"
        case "last-tile":
            return "The last tile is drawn"
        case "over":
            return "The game is over"
    # Better a plain line than silence.
    return " ".join(filter(None, (who, fact.kind.replace("-", " "), *map(str, data))))


def _goods(colours: Sequence[int]) -> str:
    return ", ".join(COLOURS[colour] for colour in colours) or "no goods"


def _tiles(game: DaysOfSteam, tiles: Sequence[int]) -> str:
    if UNKNOWN in tiles or not tiles:
        return "a tile" if len(tiles) == 1 else plural(len(tiles), "tile")
    return listed([tile_words(game.tiles, tile) for tile in tiles])


def _laid(game: DaysOfSteam, data: Sequence[int]) -> str:
    place, code, gained, covered = data
    what = tile_words(game.tiles, game.tiles.kind[code])
    done = f"covered {NAMES[place]} with {what}" if covered else f"laid {what} on {NAMES[place]}"
    return done + (f" +{gained} steam" if gained else "")


def story(game: DaysOfSteam, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
    """Facts as the lines of the log; what belongs together stands in one line."""
    out: list[str] = []
    held, roller = "", -1
    for fact in facts:
        match fact.kind:
            case "circuit" if out:
                out[-1] += f", circuit {_points(1)}"
            case "took" | "over" | "last-tile":
                continue  # The move tells what it carries, the end speaks for itself.
            case "rolled":
                held, roller = f", rolled {fact.data[0]}", fact.seat
            case "derailed" if held:
                value, lost = held.removeprefix(", rolled "), fact.data[1]
                out.append(f"{names[fact.seat]} derailed with a {value}, {lost} steam lost")
                held = ""
            case "delivered" if held:
                out.append(tell(game, fact, names) + held)
                held = ""
            case "scored" if out:
                out[-1] += f" {_points(fact.data[0])}"
            case _:
                out.append(tell(game, fact, names))
        if fact.kind == "unloaded" and held:
            out[-1] += held
            held = ""
    if held:
        out.append(f"{names[roller]}{held.removeprefix(',')}: it holds")
    return out


# What is asked ------------------------------------------------------------------------------------------


class Prompt(NamedTuple):
    """What a player is asked: the question, the figures beside it, and what comes after."""

    ask: str
    figures: str
    then: str


def prompt(game: DaysOfSteam, s: DaysState, names: Sequence[str]) -> Prompt:
    """The open question in words."""
    if not s.agenda:
        return Prompt("The game is over", "", "")
    due = s.agenda[0]
    decision = game.decision(s)
    if due.seat == NATURE:
        return Prompt(decision.prompt, "", "")
    asked = decision.prompt
    if isinstance(decision, TurnDecision) and decision.is_stuck(game.rules, s, due):
        asked = "Exchange a tile: nothing else can be done"
    figures = decision.details(game.rules, s, due, names)
    following = names[(s.player + 1) % s.seats]
    ask = f"{names[due.seat]}, {asked[:1].lower()}{asked[1:]}"
    return Prompt(ask, " · ".join(figures), f"Then {following}")


def worth(game: DaysOfSteam, s: DaysState, action: Any, names: Sequence[str]) -> str:
    """What a legal action costs or brings, in a few words; empty where there is nothing to say."""
    told = game.answer(s, action, names)
    says = f"{told.label}: {told.says}" if told else ""
    if isinstance(action, (Lay, Town)) and closes(game.rules, s, action):
        says += ", circuit +1 point"
    return says


def circuit_words(s: DaysState, towns: Sequence[int]) -> str:
    """The towns a circuit joins: J13 – M13."""
    return " – ".join(NAMES[town] for town in towns)


def verdict(game: DaysOfSteam, s: DaysState, names: Sequence[str]) -> str:
    """Who has won a finished game, and with what: Carl wins with 13: 4 goods 8, 3 colours 3, 2 circuits 2."""
    winners = game.winners(s)
    if len(winners) > 1:
        return f"{listed([names[seat] for seat in winners])} share the win with {game.scores(s)[winners[0]]}."
    seat = winners[0]
    return f"{names[seat]} wins with {game.scores(s)[seat]}: {score_words(game, s, seat)}."


def score_words(game: DaysOfSteam, s: DaysState, seat: int) -> str:
    """The parts of a score: 4 goods 8, 3 colours 3, 2 circuits 2."""
    parts = game.rules.score_parts(s, seat)
    goods, colours = len(s.delivered[seat]), len(set(s.delivered[seat]))
    words = [
        (plural(goods, "good"), parts["goods"]),
        (plural(colours, "colour"), parts["colours"]),
        (plural(s.circuits[seat], "circuit"), parts["circuits"]),
    ]
    return ", ".join(f"{word} {points}" for word, points in words if points) or "nothing"


def standings(game: DaysOfSteam, s: DaysState, names: Sequence[str]) -> list[str]:
    """How a finished game ended, one line a player, the winner first."""
    ranked = sorted(range(s.seats), key=lambda seat: game.rules.rank(s, seat), reverse=True)
    scores = game.scores(s)
    return [f"{names[seat]}: {scores[seat]} ({score_words(game, s, seat)})" for seat in ranked]
