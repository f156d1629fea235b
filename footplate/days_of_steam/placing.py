"""Playing a tile: where it may lie, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from footplate.core.game import Refusal
from footplate.days_of_steam import refusals
from footplate.days_of_steam.paths import reach, reach_without
from footplate.days_of_steam.places import ACROSS, FARTHEST_TILE, OPPOSITE
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.tiles import EMPTY, is_town
from footplate.geometry.squares import SIDES

FAR = 1000
TOWN_SEGMENTS = 2
"""Segments that lie between a new town and every other. [days.tile.town-distance]"""


class Site(NamedTuple):
    """What a place asks of a tile."""

    met: int
    """The sides at which a tile lies, as bits."""
    track: int
    """Those of them at which it has track."""
    near: int
    """The sides at which a path arrives on which this would be at most the fifth tile."""
    joined: int
    """The sides at which any path from a town arrives."""
    nearest: int
    """The tiles between the place and the nearest town, or FAR."""


def site(rules: Rules, s: DaysState, place: int, distances: dict[int, int] | None = None) -> Site:
    """What lies around a place and how far the towns are."""
    board, sides = s.board, rules.tiles.sides
    distances = reach(rules, s) if distances is None else distances
    met = track = near = joined = 0
    nearest = FAR
    for side in range(SIDES):
        code = board[place + ACROSS[side]]
        if code:
            bit = 1 << side
            met |= bit
            if sides[code] >> OPPOSITE[side] & 1:
                track |= bit
                tiles = distances.get(4 * place + side)
                if tiles is not None:
                    joined |= bit
                    if tiles < FARTHEST_TILE:
                        near |= bit
                    if tiles < nearest:
                        nearest = tiles
    return Site(met, track, near, joined, nearest)


def may_be_covered(rules: Rules, s: DaysState, place: int) -> Refusal | None:
    """Never a tile with a train, a hill, a bridge or a town. [days.tile.over]"""
    code = s.board[place]
    if is_town(code):
        return refusals.COVERS_TOWN
    tile = rules.tiles.tile(code)
    assert tile is not None
    if tile.hill:
        return refusals.COVERS_HILL
    if tile.bridge:
        return refusals.COVERS_BRIDGE
    if any(stand >> 2 == place for stand in s.trains):
        return refusals.COVERS_TRAIN
    return None


def _site_under(rules: Rules, s: DaysState, place: int, kind: int) -> Site:
    """The site of a tile laid over another: with a dead end it may lose a way that the old tile gave."""
    if s.board[place] and rules.tiles.tiles[kind].dead_ends:
        return site(rules, s, place, reach_without(rules, s, place))
    return site(rules, s, place)


def why_not_lay(rules: Rules, s: DaysState, kind: int, place: int, code: int) -> Refusal | None:
    """Why a track tile may not lie so, whoever has it. [days.tile.path days.tile.edges days.tile.fifth]"""
    if s.board[place]:
        if not rules.tiles.tiles[kind].covers:
            return refusals.CANNOT_COVER
        if refusal := may_be_covered(rules, s, place):
            return refusal
    around = _site_under(rules, s, place, kind)
    if not around.met:
        return refusals.ALONE
    if rules.tiles.sides[code] & around.met != around.track:
        return refusals.EDGES
    if not rules.tiles.live[code] & around.joined:
        return refusals.DEAD_END_ONLY if around.joined else refusals.NO_PATH
    if not rules.tiles.live[code] & around.near:
        return refusals.TOO_FAR
    return None


def why_not_town(rules: Rules, s: DaysState, place: int) -> Refusal | None:
    """Why no town may lie on a place; all towns look the same. [days.tile.town-connected]"""
    if s.board[place]:
        return refusals.CANNOT_COVER
    around = site(rules, s, place)
    if not around.met:
        return refusals.ALONE
    if around.track != around.met:
        return refusals.EDGES
    if not around.joined:
        return refusals.TOWN_ALONE
    if around.nearest < TOWN_SEGMENTS:
        return refusals.TOWN_NEAR
    return None


def sites(rules: Rules, s: DaysState) -> tuple[list[tuple[int, Site]], list[tuple[int, Site]]]:
    """The empty places that a path reaches, and the tiles that may be covered, each with its site."""
    known = s.known()
    if "sites" not in known:
        board = s.board
        empty = {port >> 2: True for port in reach(rules, s) if not board[port >> 2]}
        coverable = [place for place in s.laid if may_be_covered(rules, s, place) is None]
        known["sites"] = (
            [(place, site(rules, s, place)) for place in sorted(empty)],
            [(place, site(rules, s, place)) for place in sorted(coverable)],
        )
    found: tuple[list[tuple[int, Site]], list[tuple[int, Site]]] = known["sites"]
    return found


def lays(rules: Rules, s: DaysState, kind: int) -> Iterator[tuple[int, int]]:
    """Every place and rotation in which a tile may be laid: what why_not_lay does not refuse."""
    tiles = rules.tiles
    tile = tiles.tiles[kind]
    shapes = [
        (turn, tiles.sides[tiles.codes[kind][turn]], tiles.live[tiles.codes[kind][turn]])
        for turn in tiles.rotations[kind]
    ]
    empty, coverable = sites(rules, s)
    for place, around in empty:
        met, track, near, _, _ = around
        if near:
            for turn, sides, live in shapes:
                if sides & met == track and live & near:
                    yield place, turn
    if tile.covers:
        for place, around in coverable:
            if tile.dead_ends:
                around = _site_under(rules, s, place, kind)
            met, track, near, _, _ = around
            if near:
                for turn, sides, live in shapes:
                    if sides & met == track and live & near:
                        yield place, turn


def town_places(rules: Rules, s: DaysState) -> list[int]:
    """Every place where a town may be laid."""
    return [
        place
        for place, around in sites(rules, s)[0]
        if around.track == around.met and around.joined and around.nearest >= TOWN_SEGMENTS
    ]


def distance(rules: Rules, s: DaysState, place: int, code: int) -> int:
    """Which tile along the shortest valid path from a town this one is. [days.tile.fifth-count]"""
    around = reach(rules, s)
    live = rules.tiles.live[code]
    found = [around.get(4 * place + side, FAR) for side in range(SIDES) if live >> side & 1]
    return 1 + min(found, default=FAR)


def put(rules: Rules, s: DaysState, place: int, code: int) -> int:
    """Lay a tile; what it covered leaves the game and is returned as its code. [days.tile.over-result]"""
    old = s.board[place]
    if old == EMPTY:
        s.laid.append(place)
    else:
        s.gone[rules.tiles.kind[old]] += 1
    s.board[place] = code
    s.memory = None
    return old
