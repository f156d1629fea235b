"""Looking closer at a hex or a cube: the tiles that fit, and why nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.goods import COLOURS, STRIDE
from footplate.age_of_steam.narration import slip
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.svg import tile_on
from footplate.age_of_steam.track import section
from footplate.age_of_steam.view import canvas_for
from footplate.age_of_steam.words import plural
from footplate.core.game import Refusal


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
    slip: str | None
    says: str


def tiles_for(game: AgeOfSteam, s: SteamState, hex: int, liveries: Sequence[int] = ()) -> list[TileChoice]:
    """The tiles that fit a hex for the seat that builds: completed links first, then the price."""
    due, board, canvas = s.agenda[0], game.board, canvas_for(game, liveries)
    decision = game.decision(s)
    assert isinstance(decision, BuildDecision)
    out = []
    for layout in board.tiles.in_towns if s.kind[hex] == IN_TOWN else board.tiles.outside:
        action = board.builds[hex][layout]
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
        card = layout, tuple(owners), board.terrain[hex]
        svg = canvas.once(("tile", *card), partial(tile_on, canvas, *card))
        said = slip(game, s, action) if not missing else None
        full = game.rules.price(s, s.agenda[0].seat, hex, s.layout[hex], layout)
        paid = f"${price}" if price == full else f"${price} instead of ${full}"
        told = f"{name} {board.layout_words[layout]}, {paid}{told}"
        sentence = game.say(action)
        out.append(
            TileChoice(
                sentence, svg, name, price, full, missing, completes, gains, then, open_ends, said, told
            )
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


STAGES = (
    refusals.OFF_BOARD,
    refusals.NOTHING_NEW,
    refusals.REDIRECT_ANCHOR,
    refusals.REDIRECT_TOWN,
    refusals.KEEP_TRACK,
    refusals.NOT_CONNECTED,
    refusals.EACH_TRACK,
    refusals.REDIRECT_OTHERS,
    refusals.LOOSE_TRACK,
    refusals.FOREIGN_JOIN,
    refusals.FOREIGN_WAITING,
    refusals.LOOP,
    refusals.FIRST_TILE,
    refusals.OUT_OF_DISKS,
    refusals.OUT_OF_TILES,
    refusals.CANNOT_AFFORD,
)
"""Refusals of a build from the most distant to the nearest miss: of many, the nearest is worth telling."""


def why_not_here(game: AgeOfSteam, s: SteamState, hex: int, names: Sequence[str]) -> str:
    """Why nothing can be built on a hex, in one sentence."""
    board = game.board
    town = s.kind[hex] == IN_TOWN
    nearest: tuple[int, Build, Refusal] | None = None
    for layout in board.tiles.in_towns if town else board.tiles.outside:
        action = board.builds[hex][layout]
        refusal = game.why_not(s, action)
        if refusal is None:
            return f"{plural(len(tiles_for(game, s, hex)), 'tile')} fit on {board.place(hex)}."
        if refusal not in STAGES:
            return game.explain(s, action, refusal, names)
        stage = STAGES.index(refusal)
        if nearest is None or stage > nearest[0]:
            nearest = stage, action, refusal
    assert nearest is not None
    if nearest[2] is refusals.NOT_CONNECTED and IN_CITY not in s.kind:
        return "No city stands yet. Track begins at a city, so a New City comes first."
    return game.explain(s, nearest[1], nearest[2], names)


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
