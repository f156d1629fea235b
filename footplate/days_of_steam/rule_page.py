"""What somebody reads before playing: the whole game, chapter by chapter, in our own words."""

from __future__ import annotations

from footplate.core.rule_page import Change, RulePage
from footplate.days_of_steam.game import DaysOfSteam
from footplate.days_of_steam.rulebook import rulebook

ORIGIN = (
    "Reconstructed: the printed tiles were not at hand. Their kinds, counts and coal are worked out from the "
    "rules, their figures and reviews; an owner of the game can check and correct them."
)
CORRECT = (
    "Whoever owns the printed game: compare the 80 track tiles with the list under Tiles left, and correct "
    "counts, coal and track in footplate/days_of_steam/tiles.toml; the game says what is wrong in it."
)

SPECIAL = ("hidden hands", "square tiles", "trains that move")
TURNS = (9, 7, 5)
"""How long a game takes by players; a turn is one small thing, so four rounds are counted as one."""


def chapters() -> list[tuple[str, str]]:
    """Title and text of every chapter of the rulebook, without pictures and tables."""
    told = ((chapter.title, chapter.blocks) for chapter in rulebook().chapters)
    return [
        (title, " ".join(block.text for block in blocks if block.kind == "text")) for title, blocks in told
    ]


def rule_page(game: DaysOfSteam) -> RulePage:
    """What to read before playing."""
    tiles = game.tiles
    return RulePage(
        DaysOfSteam.game_id,
        "Days of Steam",
        "Aaron Lauster",
        tiles.players,
        tiles.provenance,
        "Another game: lay square tiles from a hidden hand and run your train over everybody’s track.",
        tuple(Change(title, "", text) for title, text in chapters()),
        (ORIGIN, CORRECT),
        (),
        (),
        tiles.doubts,
        SPECIAL,
        tuple(TURNS[players - 2] for players in range(tiles.players[0], tiles.players[1] + 1)),
    )
