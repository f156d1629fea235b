"""Looking closer at a hex or a cube: the tiles that fit, and why nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from footplate.age_of_steam import refusals
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.deliveries import DeliveryChoice
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.misses import miss_told, nearest_miss
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.question import AnswerChoice, Question, deliveries_of
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.svg import tile_on
from footplate.age_of_steam.track import section
from footplate.age_of_steam.view import canvas_for
from footplate.age_of_steam.words import plural
from footplate.core.host import Sight


@dataclass(slots=True)
class TileChoice:
    """A tile that fits a hex: its sentence and picture, its price, and what it would join."""

    sentence: str
    svg: str
    name: str
    price: int
    full: int
    """The price without anything that makes it cheaper."""
    missing: int
    """How much cash is missing; 0 if it can be built."""
    completes: list[str]
    gains: list[tuple[int, int]]
    """Income that it brings at once, by seat."""
    then: str | None
    """What is asked at once afterwards, e.g. who is paid for a crossing."""
    open: int
    says: str


@dataclass(slots=True)
class Tiles:
    """The tiles that fit a hex."""

    tiles: list[TileChoice]


@dataclass(slots=True)
class Ways:
    """All deliveries of a cube, or all answers that concern a hex."""

    deliveries: list[DeliveryChoice]
    answers: list[AnswerChoice]


@dataclass(slots=True)
class Because:
    """Why nothing can be done there, and by which rule."""

    text: str
    rule: str = ""


def ways(game: AgeOfSteam, sight: Sight, hex: int, colour: str | None) -> Ways:
    """Where a cube may go, or which answers concern a hex."""
    asked: Question | None = sight.question
    if asked is None:
        return Ways([], [])
    if colour is None:
        return Ways([], [answer for answer in asked.answers if hex in answer.hexes])
    move = asked.move
    if move is None or not move.deliveries:
        return Ways([], [])
    if not move.ways:
        # There are more than were worked out, so those of a cube are looked for.
        return Ways(deliveries_of(game, sight.state, hex, COLOURS.index(colour)), [])
    return Ways([d for d in move.deliveries if (d.hex, d.colour) == (hex, colour)], [])


def tiles_for(game: AgeOfSteam, s: SteamState, hex: int, liveries: Sequence[int] = ()) -> list[TileChoice]:
    """The tiles that fit a hex for the seat that builds: completed links first, then the price."""
    due, board, canvas = s.agenda[0], game.board, canvas_for(game, liveries)
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    out = []
    for layout in board.tiles.in_towns if s.kind[hex] == IN_TOWN else board.tiles.outside:
        action = board.build(hex, layout)
        refusal = game.why_not(s, action)
        if refusal not in (None, refusals.CANNOT_AFFORD):
            continue
        price = decision.charge(game.rules, s, action)
        missing = max(0, price - s.cash[due.seat])
        after = s.copy()
        after.cash[due.seat] += missing
        game.do(after, action)
        gains = [
            (seat, now - was) for seat, (was, now) in enumerate(zip(s.income, after.income)) if now != was
        ]
        asked = after.agenda[0].kind if after.agenda else due.kind
        then = game.decisions[asked].prompt if asked != due.kind else None
        completes, open_ends = _joined(game, s, after, hex)
        name = board.tiles.tiles[after.tile[hex] - 1].name.replace("-", " ").capitalize()
        owners = [after.rail[6 * hex + track[0]] for track in board.tiles.layouts[layout].tracks]
        told = f", completes {' and '.join(completes)}" if completes else ""
        told += f", {plural(open_ends, 'open end')}" if open_ends else ""
        told += f", then: {then[0].lower()}{then[1:]}" if then else ""
        svg = tile_on(canvas, layout, tuple(owners), hex)
        full = game.rules.price(s, s.agenda[0].seat, hex, s.layout[hex], layout)
        paid = f"${price}" if price == full else f"${price} instead of ${full}"
        told = f"{name} {board.layout_words[layout]}, {paid}{told}"
        sentence = game.say(action)
        out.append(
            TileChoice(sentence, svg, name, price, full, missing, completes, gains, then, open_ends, told)
        )
    return sorted(out, key=lambda tile: (bool(tile.missing), -len(tile.completes), tile.price, tile.open))


def _joined(game: AgeOfSteam, before: SteamState, after: SteamState, hex: int) -> tuple[list[str], int]:
    """The links a build has completed, by name, and the number of open ends it has made."""
    board, completes, opens = game.board, [], 0
    for track in board.tiles.layouts[after.layout[hex]].tracks:
        if track in board.tiles.layouts[before.layout[hex]].tracks:
            continue
        found = section(board, after, 6 * hex + track[0])
        if found.complete:
            # Named from the side of the tile that was laid.
            ends = [board.place(end) for end in found.ends]
            completes.append("–".join(ends if found.ends[0] != hex else reversed(ends)))
        else:
            opens += 1
    return completes, opens


def why_not_here(game: AgeOfSteam, s: SteamState, hex: int, names: Sequence[str]) -> Because:
    """Why nothing can be built on a hex, in one sentence."""
    miss = nearest_miss(game, s, hex)
    if miss is None:
        return Because(f"{plural(len(tiles_for(game, s, hex)), 'tile')} fit on {game.board.place(hex)}.")
    return Because(miss_told(game, s, miss, names), miss.refusal.rule)


def why_no_delivery(game: AgeOfSteam, s: SteamState, hex: int, colour: int) -> str:
    """Why a cube cannot be moved anywhere, in one sentence."""
    board, word, place = game.board, COLOURS[colour], game.board.place(hex)
    if not s.cubes[STRIDE * hex + colour]:
        return f"There is no {word} cube on {place}."
    if not game.rules.links(s).get(hex):
        if s.kind[hex] in (IN_CITY, IN_TOWN):
            return f"No completed link leaves {place}."
        if not s.layout[hex]:
            return f"No track lies on {place} yet; a cube moves over track only."
        return f"The track on {place} leads to no town or city yet."
    reach = game.rules.reach(s, s.agenda[0].seat)
    takers = [at for at in range(board.size) if s.demand[at] >> colour & 1 and at != hex]
    if not takers:
        return f"No other city on the board takes {word} cubes."
    return f"No city that takes {word} cubes can be reached from {place} within {plural(reach, 'link')}."
