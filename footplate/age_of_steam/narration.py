"""What happened and what is asked, in sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from footplate.age_of_steam.actions import (
    PASS,
    Build,
    Connect,
    Deliver,
)
from footplate.age_of_steam.board import HALVES, Board
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.phases.move_goods import links_of
from footplate.age_of_steam.routes import length_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.words import action_name, dollars, plural, signed
from footplate.core.game import NATURE, Fact
from footplate.core.host import Prompt

TILE_WORDS = {
    "straight": "a straight",
    "gentle": "a gentle curve",
    "acute": "an acute curve",
    "crossing": "a crossing",
    "coexist": "a coexist tile",
    "town": "a town tile",
}


# What happened ---------------------------------------------------------------------------------------


def tell(game: AgeOfSteam, fact: Fact, names: Sequence[str]) -> str:
    """One fact as a sentence of the log."""
    board, data = game.board, fact.data
    who = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind:
        case "order":
            return "The first player order: " + ", ".join(names[seat] for seat in data)
        case "all-shares":
            return f"{who} is not asked: all {data[0]} shares are issued"
        case "issued":
            return (
                f"{who} issued {plural(data[0], 'share')} +${data[1]}"
                if data[0]
                else f"{who} issued no shares"
            )
        case "bid":
            return f"{who} bid ${data[0]}"
        case "dropped":
            return f"{who} dropped out: place {data[0]}" + (f" −${data[1]}" if data[1] else "")
        case "first":
            return f"{who} is first" + (f" −${data[0]}" if data[0] else "")
        case "passed":
            return f"{who} passed"
        case "took":
            price = f" −${data[1]}" if data[1] > 0 else f" +${-data[1]}" if data[1] else ""
            return f"{who} took {action_name(board.actions[data[0]])}{price}"
        case "built":
            return f"{who} {_built(board, data)}"
        case "connected":
            link = board.direct_links[data[0]]
            ends = "–".join(board.place(end) for end in link.ends)
            return f"{who} built the {link.name or 'direct link'} {ends} −${data[1]}"
        case "urbanized":
            city = board.new_cities[data[1]]
            return f"{who} made {board.place(data[0])} a city, {city.title}"
        case "done":
            hexes = dict.fromkeys(board.place(side // 6) for side in data)
            return f"{who} ended building" + (f"; nobody’s now: {', '.join(hexes)}" if hexes else "")
        case "delivered":
            colour, start, stop, links = data
            way = f"from {board.place(start)} to {board.place(stop)}"
            return f"{who} moved {COLOURS[colour]} {way}, {plural(links, 'link')}"
        case "gained":
            return f"{who} {signed(data[0])} income"
        case "earned":
            return f"{who} {dollars(data[0])}"
        case "raised":
            return f"{who} raised the engine to {data[0]}"
        case "collected":
            return f"{who} collected ${data[0]}"
        case "paid":
            return f"{who} paid ${data[0]}" + (f" and lost {data[1]} income" if data[1] else "")
        case "eliminated":
            return f"{who} is eliminated: income fell below 0"
        case "reduced":
            return f"Income reduction: {who} −{data[0]}"
        case "declined":
            return f"{who} declined Production"
        case "drew":
            return f"{who} drew {' and '.join(COLOURS[colour] for colour in data)} for Production"
        case "stocked":
            column, row = board.box_place[data[1]]
            return f"{who} put {COLOURS[data[0]]} into {board.columns[column].name}, box {row + 1}"
        case "rolled":
            return f"Rolled {' '.join(map(str, data[1:]))} for {HALVES[data[0]]}"
        case "grew":
            return f"{board.place(data[0])} +1 {COLOURS[data[1]]}"
        case "bonus":
            return f"{who} +{data[0]} income as a bonus"
        case "extra":
            return f"{board.place(data[0])} got 1 {COLOURS[data[1]]} from the bag"
        case "turn":
            return f"Turn {data[0]}"
    if told := game.face.tell(fact, names):
        return told
    # Better a plain line than silence.
    return " ".join(filter(None, (who, fact.kind.replace("-", " "), *map(str, data))))


def _built(board: Board, data: tuple[int, ...]) -> str:
    hex, layout, paid, tile, replaced = data
    kind = board.tiles.tiles[tile]
    what = TILE_WORDS.get(kind.name) or TILE_WORDS.get(kind.family) or kind.name
    place = f"{'in' if board.place_names[hex] else 'on'} {board.place(hex)}"
    old, new = board.tiles.layouts[replaced], board.tiles.layouts[layout]
    if replaced and len(old.tracks) == len(new.tracks) and new.family != "town":
        return f"redirected track {place} −${paid}"
    if replaced:
        return f"replaced the tile {place} by {what} −${paid}"
    return f"built {what} {place} " + (f"−${paid}" if paid else "free")


def story(game: AgeOfSteam, facts: Iterable[Fact], names: Sequence[str]) -> list[str]:
    """Facts as the lines of the log; what belongs together stands in one line."""
    out: list[str] = []
    for kind, group in groupby(facts, key=lambda fact: fact.kind):
        same = list(group)
        match kind:
            case "order" if len(same[0].data) == 1:
                continue  # Alone one is always first.
            case "earned" if out:
                out[-1] += ", " + ", ".join(f"{names[fact.seat]} {dollars(fact.data[0])}" for fact in same)
            case "gained" if out:
                out[-1] += ": " + ", ".join(f"{names[fact.seat]} {signed(fact.data[0])}" for fact in same)
            case "grew" if out:
                out[-1] += ": " + ", ".join(tell(game, fact, names) for fact in same)
            case "collected":
                out.append("Income: " + _each(names, [(f.seat, f"+${f.data[0]}") for f in same]))
            case "paid":
                out.append("Expenses: " + _each(names, [(f.seat, _payment(f)) for f in same]))
            case "reduced":
                falls = [(f.seat, f"−{f.data[0]}" if f.data[0] else "none") for f in same]
                if any(fact.data[0] for fact in same):
                    out.append("Income reduction: " + _each(names, falls))
            case _:
                out += [tell(game, fact, names) for fact in same]
    return out


def _payment(fact: Fact) -> str:
    paid, short = fact.data
    return f"−${paid}" + (f" and −{short} income" if short else "")


def _each(names: Sequence[str], values: list[tuple[int, str]]) -> str:
    """Who has which value, with “all others” for the commonest: Dora −4, all others −2."""
    commonest, times = Counter(value for _, value in values).most_common(1)[0]
    if times == len(values):
        return f"all {commonest}" if times > 1 else f"{names[values[0][0]]} {commonest}"
    if times == 1:
        return ", ".join(f"{names[seat]} {value}" for seat, value in values)
    named = [f"{names[seat]} {value}" for seat, value in values if value != commonest]
    return ", ".join((*named, f"all others {commonest}"))


# What is asked ---------------------------------------------------------------------------------------


def prompt(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> Prompt:
    """The open question in words."""
    if not s.agenda:
        return Prompt("The game is over", "", "")
    due = s.agenda[0]
    asked = game.decision(s).prompt
    if due.seat == NATURE:
        return Prompt(asked, "", _then(game, s, names))
    ask = f"{names[due.seat]}, {asked[:1].lower()}{asked[1:]}"
    figures = game.decision(s).details(game.rules, s, due, names)
    return Prompt(ask, " · ".join(figures), _then(game, s, names))


def _then(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> str:
    """Who is asked next in this phase, and which phase follows."""
    out: list[str] = []
    for due in s.agenda[1:]:
        if due.seat == NATURE:
            word = "dice" if due.kind == "grow" else "chance"
        elif game.decisions[due.kind].control == "build":
            word = f"{names[due.seat]}, {plural(due.a, 'tile')}"
        else:
            word = names[due.seat]
        if not out or out[-1] != word:
            out.append(word)
    if len(out) > 5:
        out[5:] = ["…"]
    if s.phase >= 0 and not (s.agenda and s.agenda[0].kind == "grow"):
        following = game.phases[(s.phase + 1) % len(game.phases)].name
        out.append(following[:1].lower() + following[1:])
    return "Then " + " · ".join(out) if out else ""


def worth(game: AgeOfSteam, s: SteamState, action: Any, names: Sequence[str]) -> str:
    """What a legal action costs or brings, in a few words; empty where there is nothing to say."""
    due = s.agenda[0]
    decision = game.decision(s)
    if isinstance(action, (Build, Connect)) and isinstance(decision, BuildDecision):
        return f"−${decision.charge(game.rules, s, action)}"
    if isinstance(action, Deliver):
        links = links_of(game.rules, s, action) or []
        brings = game.rules.outcome(s, due.seat, action, links)
        gains = [f"{names[owner]} +{steps}" for owner, steps in brings.income]
        gains += [f"{names[owner]} +${dollars}" for owner, dollars in brings.cash]
        paid = ", ".join(gains) or "nobody gains"
        return f"{plural(length_of(links), 'link')}: {paid}"
    if action is PASS and due.kind == "move":
        return "move nothing"
    told = game.answer(s, action, names)
    return f"{told.label}: {told.says}" if told else ""


def verdict(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> str:
    """Who has won a finished game; alone one has won or lost."""
    winners = [names[seat] for seat in game.winners(s)]
    if s.seats == 1:
        return f"{names[0]} has {'won' if winners else 'lost'}."
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win."
    return f"{winners[0]} wins." if winners else "Nobody wins."


def standings(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> list[str]:
    """How a finished game ended, one line a player, the winner first."""
    scores = game.scores(s)
    ranked = sorted(range(s.seats), key=lambda seat: game.rules.rank(s, seat), reverse=True)
    out = []
    for seat in ranked:
        score = scores[seat]
        if score is None:
            out.append(f"{names[seat]}: eliminated in turn {s.out[seat]}")
        else:
            parts = game.rules.score_parts(s, seat).items()
            out.append(f"{names[seat]}: {score} ({', '.join(f'{word} {points}' for word, points in parts)})")
    return out
