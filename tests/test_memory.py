"""What the rules remember while many games are played has a bound, and forgetting changes nothing."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam import completion, offers, survey
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.maps.germany import Germany
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE

FEW = 20


def sites(game: AgeOfSteam) -> int:
    """How many surroundings the rules remember."""
    hexes = [known for shelf in game.rules.sites.values() for known in shelf.known]
    on_sites = [found for known in hexes for found in known.values() if isinstance(found, dict)]
    return sum(map(len, hexes + on_sites))


def some_turns(game: AgeOfSteam, seed: int) -> tuple[SteamState, int, int]:
    """Where two turns of random choices lead, and the most that was remembered on the way."""
    rng, s, most, passages = random.Random(seed), game.start(game.board.players[0]), 0, 0
    while not s.over and s.turn <= 2:
        game.apply(s, game.sample(s, rng) if game.actor(s) == NATURE else rng.choice(game.options(s)))
        most = max(most, sites(game))
        if isinstance(game.rules, Germany):
            ahead = game.rules.ahead
            known = (ahead.known, ahead.passages.known, ahead.opened, *ahead.laying.values())
            passages = max(passages, *map(len, known))
    return s, most, passages


@pytest.mark.parametrize("map", map_ids())
def test_what_is_remembered_has_a_bound_and_forgetting_changes_nothing(
    map: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, most, passages = some_turns(load(map), 1)
    # Where links are built whole, no tiles are listed.
    by_tile = load(map).decisions["build"].control == "build"
    assert most > FEW or not by_tile, "without the bound there is more to remember"
    monkeypatch.setattr(offers, "SITES", FEW)
    monkeypatch.setattr(survey, "PASSAGES", FEW)
    monkeypatch.setattr(completion, "FINISHES", FEW)
    monkeypatch.setattr(completion, "BUILDS", FEW)
    bound, fewer, known = some_turns(load(map), 1)
    assert bound == free
    assert fewer <= FEW and known <= FEW
    assert not passages or passages > FEW
