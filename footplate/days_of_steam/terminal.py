"""The map in letters, for a terminal: what lies where, tile by tile."""

from __future__ import annotations

from collections.abc import Sequence

from footplate.core.host import Line, line, seat_style
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.goods import COLOURS, LETTERS, colour_of
from footplate.days_of_steam.moving import lying
from footplate.days_of_steam.places import MIDDLE, NAMES, WIDTH
from footplate.days_of_steam.state import DaysState
from footplate.days_of_steam.svg import extent
from footplate.days_of_steam.tiles import EVERY_SIDE, TileSet, is_town, town_colour

STYLES = ("red", "yellow", "green", "blue")
TRACK = (
    "    ", "  ╵ ", "  ╶─", "  ╰─", "  ╷ ", "  │ ", "  ╭─", "  ├─",
    "──╴ ", "──╯ ", "────", "──┴─", "──╮ ", "──┤ ", "──┬─", "──┼─",
)  # fmt: skip
"""Track by the sides that it reaches, as bits: north, east, south, west."""
BRIDGE = "──╫─"
DOUBLE_CURVES = {1: "─╮╰─", 3: "─╯╭─"}
"""Two separate curves, by the side to which the one from the north leads."""


def track(tiles: TileSet, code: int) -> str:
    """The track of a tile in four letters; where all sides have some, whether it is joined can be seen."""
    lie, tile = tiles.lies[code], tiles.tile(code)
    if tile is None or lie.parts != 2 or lie.live != EVERY_SIDE:
        return TRACK[lie.sides]
    return BRIDGE if tile.bridge else DOUBLE_CURVES.get(lie.exits[0][0], TRACK[lie.sides])


def draw(game: DaysOfSteam, s: DaysState, names: Sequence[str]) -> list[Line]:
    """The map, a place four letters wide: track, towns with their goods, trains by their number."""
    left, top, right, bottom = extent(s)
    goods = lying(s)
    out: list[Line] = []
    heads = [NAMES[MIDDLE + top * WIDTH + x].rstrip("-0123456789") for x in range(left, right + 1)]
    out.append(line("    " + "".join(f" {head:<3}" for head in heads), "dim"))
    for y in range(top, bottom + 1):
        row = NAMES[MIDDLE + y * WIDTH].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        pieces: list[tuple[str, str]] = [(f"{row:>3} ", "dim")]
        for x in range(left, right + 1):
            place = MIDDLE + y * WIDTH + x
            code = s.board[place]
            here = [seat for seat, stand in enumerate(s.trains) if stand >> 2 == place]
            if is_town(code):
                colour = town_colour(code)
                lies = "".join(LETTERS[colour_of(good)].lower() for good in goods.get(place, ()))
                pieces.append((f"{LETTERS[colour]}{lies[:2]:<2}", f"bold {STYLES[colour]}"))
            else:
                pieces.append((track(game.tiles, code)[:3], ""))
            who = here[0] if here else -1
            end = track(game.tiles, code)[3] if not is_town(code) else " "
            pieces.append((str(who + 1), f"bold {seat_style(who)}") if here else (end, ""))
        out.append(tuple(pieces))
    for seat, hand in enumerate(s.hands):
        known = [game.tiles.tiles[tile].id for tile in hand if tile >= 0]
        if known:
            out.append(line(f"{names[seat]} holds: {', '.join(known)}"))
    shown = [
        f"{n + 1} {COLOURS[town[0]]} with {', '.join(COLOURS[good] for good in town[1:]) or 'no goods'}"
        for n, town in enumerate(s.market)
        if town
    ]
    face_down = f"{s.towns_left} face down. Tiles left: {s.deck_left}."
    out.append(line(f"Towns: {'; '.join(shown) or 'none face up'}; {face_down}"))
    return out
