"""The surveyor: ways that it gives up lead nowhere, and what it remembers still holds."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam.board import NOBODYS, owner_of
from footplate.age_of_steam.bots.surveyor import Leg, Surveyor
from footplate.age_of_steam.game import load
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.survey import Survey
from footplate.bots import bot
from footplate.core.game import NATURE, NOBODY


def looked_for_everywhere(surveyor: Surveyor, s: SteamState, seat: int, tiles: int) -> list[Leg]:
    """The cheapest legs, looked for as far as the tiles go and without any memory."""
    owner = owner_of(seat)
    survey = Survey(surveyor._passages, s, seat, joins=(NOBODYS, owner))
    return [
        leg
        for place in surveyor.stops
        for leg in surveyor._search(s, survey, owner, place, tiles, set(), b"")
    ]


@pytest.mark.parametrize("map", ["rust-belt", "double-base-usa", "seattle-metro", "osaka"])
def test_legs_are_the_cheapest_whatever_was_built_before(map: str) -> None:
    game, rng, compared, opened = load(map), random.Random(4), 0, 0
    seats = game.board.players[0]
    s, bots = game.start(seats), [bot("age-of-steam", "frugal") for _ in range(seats)]
    surveyor = Surveyor(game.rules)
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        if game.decision(s).control == "build" and rng.random() < 0.4:
            tiles = rng.choice((3, 4, 7))
            legs = surveyor.legs(s, seat, tiles)
            assert legs == looked_for_everywhere(surveyor, s, seat, tiles)
            compared, opened = compared + len(legs), opened + bool(surveyor._faced(s, owner_of(seat)))
        game.apply(s, bots[seat].choose(game, s, seat, rng))
    assert compared > 200 and opened
