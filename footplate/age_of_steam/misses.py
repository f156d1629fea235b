"""Why nothing can be built: of all that is refused, the nearest miss is worth telling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build
from footplate.age_of_steam.board import IN_CITY, IN_TOWN
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.state import SteamState
from footplate.core.game import Refusal

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


class Miss(NamedTuple):
    """A build that is refused, and why."""

    action: Build
    refusal: Refusal


def nearest_miss(game: AgeOfSteam, s: SteamState, hex: int) -> Miss | None:
    """Of all builds on a hex the one refused last; None if one is not refused."""
    tiles = game.board.tiles
    nearest: Miss | None = None
    for layout in tiles.in_towns if s.kind[hex] == IN_TOWN else tiles.outside:
        action = game.board.build(hex, layout)
        refusal = game.why_not(s, action)
        if refusal is None:
            return None
        miss = Miss(action, refusal)
        if refusal not in STAGES:
            return miss
        if nearest is None or _stage(miss) > _stage(nearest):
            nearest = miss
    return nearest


def _stage(miss: Miss) -> int:
    """How near it is; what is refused for the hex itself, or for the whole build, is far."""
    return STAGES.index(miss.refusal) if miss.refusal in STAGES else -1


def miss_told(game: AgeOfSteam, s: SteamState, miss: Miss, names: Sequence[str]) -> str:
    """A miss in one sentence."""
    if miss.refusal is refusals.NOT_CONNECTED and IN_CITY not in s.kind:
        return "No city stands yet. Track begins at a city, so a New City comes first."
    return game.explain(s, miss.action, miss.refusal, names)


def why_nothing(game: AgeOfSteam, s: SteamState, names: Sequence[str]) -> str:
    """Why nothing can be built anywhere, in one sentence."""
    land = (hex for hex in range(game.board.size) if s.kind[hex] != IN_CITY)
    misses = [miss for miss in (nearest_miss(game, s, hex) for hex in land) if miss is not None]
    miss = max(misses, key=_stage, default=None)
    if miss is None:
        return ""
    if miss.refusal is refusals.CANNOT_AFFORD:
        return f"No tile that fits can be paid with ${s.cash[s.agenda[0].seat]}."
    return miss_told(game, s, miss, names)
