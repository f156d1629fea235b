"""Scarcity on every map: whatever has run out, no question is ever asked that has no answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from footplate.age_of_steam.actions import DONE, PRODUCE, Take
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import COLOURS
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE, Action
from tests.desk import TESTBED

BOUND = 3000
"""No game has more answers than this."""
GAMES = 2
"""Games on each map with each scarcity, the second with an option of the map."""
CASH = 100
"""Cash at the start with which players who choose at random last for some turns."""

MAPS: list[str | Path] = [*map_ids(), TESTBED]


@cache
def variants(map: str | Path) -> list[AgeOfSteam]:
    """The game on a map as usual, and with each option that it offers."""
    offers = load(map).rules.table_options
    chosen = [{}, *({option.name: value} for option in offers for value in option.values[1:])]
    games = [load(map, options) for options in chosen]
    for game in games:
        game.rules.numbers["cash"] = CASH
    return games


# What runs out --------------------------------------------------------------------------------------------


def leave_in_bag(s: SteamState, cubes: int, rng: random.Random) -> None:
    """Take cubes out of the game until the bag holds no more than these."""
    there = [colour for colour, count in enumerate(s.bag) for _ in range(count)]
    for colour in rng.sample(there, max(0, len(there) - cubes)):
        s.bag[colour] -= 1
        s.gone[colour] += 1


def no_cash(s: SteamState, rng: random.Random) -> None:
    s.cash = [rng.randint(0, 6) if s.turn > 2 else 0 for _ in s.cash]


def no_tiles(s: SteamState, rng: random.Random) -> None:
    s.supply = bytearray(min(count, rng.randint(0, 1)) for count in s.supply)


def no_new_cities(s: SteamState, rng: random.Random) -> None:
    """All New Cities but one stand somewhere; where does not matter here."""
    s.new_cities = [0 if number else at for number, at in enumerate(s.new_cities)]


def no_others(s: SteamState, rng: random.Random) -> None:
    """All but one will not live through the turn."""
    for seat in s.order[1:]:
        s.cash[seat] = s.income[seat] = 0


SCARCITIES: dict[str, tuple[str, Callable[[SteamState, random.Random], None]]] = {
    "an empty bag": ("move", lambda s, rng: leave_in_bag(s, 0, rng)),
    "one cube in the bag": ("move", lambda s, rng: leave_in_bag(s, 1, rng)),
    "two cubes in the bag": ("move", lambda s, rng: leave_in_bag(s, 2, rng)),
    "hardly a tile": ("take", no_tiles),
    "hardly any cash": ("take", no_cash),
    "no cash to bid": ("issue", no_cash),
    "no New City": ("take", no_new_cities),
    "one player left": ("move", no_others),
}
"""What runs out, and the question before which it does."""


# Playing --------------------------------------------------------------------------------------------------


def answers(game: AgeOfSteam, s: SteamState) -> Iterator[Action]:
    """The answers to what is asked, lazily, because nature has very many."""
    due = s.agenda[0]
    return iter(game.decisions[due.kind].options(game.rules, s, due))


def play_on(game: AgeOfSteam, s: SteamState, rng: random.Random, scarcity: str = "") -> set[str]:
    """Play to the end at random; the kinds of questions that were asked."""
    asked = set()
    for _ in range(BOUND):
        if s.over:
            return asked
        kind = s.agenda[0].kind
        if scarcity and SCARCITIES[scarcity][0] == kind:
            SCARCITIES[scarcity][1](s, rng)
        asked.add(kind)
        nature = game.actor(s) == NATURE
        options = list(islice(answers(game, s), 1 if nature else None))
        assert options, f"{game.board.name}: nobody can answer {s.agenda[0]}"
        chosen = game.sample(s, rng) if nature else choose(game, s, options, rng)
        assert game.why_not(s, options[0]) is game.why_not(s, chosen) is None
        game.apply(s, chosen)
    raise AssertionError(f"{game.board.name}: the game does not end")


def choose(game: AgeOfSteam, s: SteamState, options: list[Action], rng: random.Random) -> Action:
    """At random, but Production where it is to be had, and low bids and short builds, to last longer."""
    liked: list[Action] = [PRODUCE]
    if "production" in game.board.actions:
        liked.append(Take(game.board.actions.index("production")))
    if rng.random() < 0.5:
        liked.append(DONE)
    fitting = [a for a in liked if a in options]
    modest = 2 if s.agenda[0].kind in ("issue", "bid") else len(options)
    return fitting[0] if fitting else rng.choice(options[:modest])


@pytest.mark.rule("base.bag.empty", "base.action.production-drawn")
@pytest.mark.parametrize("scarcity", SCARCITIES)
@pytest.mark.parametrize("map", MAPS, ids=lambda map: Path(map).stem)
def test_whatever_runs_out_every_question_has_an_answer(map: str | Path, scarcity: str) -> None:
    games = variants(map)
    for number in range(GAMES):
        game, rng = games[number % len(games)], random.Random(f"{scarcity} {number}")
        play_on(game, game.start(rng.randint(*game.board.players)), rng, scarcity)


@pytest.mark.rule("base.bag.empty")
@pytest.mark.parametrize("cubes", [0, 1, 2])
@pytest.mark.parametrize("map", MAPS, ids=lambda map: Path(map).stem)
def test_a_game_with_hardly_a_cube_in_the_box_is_played_to_its_end(map: str | Path, cubes: int) -> None:
    game = load(map)
    rng = random.Random(cubes)
    game.rules.numbers |= {"cash": CASH, "bag": dict.fromkeys(rng.sample(COLOURS[:5], cubes), 1)}
    s = game.start(rng.randint(*game.board.players))
    play_on(game, s, rng)


def test_the_questions_of_production_are_among_those_that_were_asked() -> None:
    """With two cubes in the bag a holder of Production draws them, on every map that has it and a display."""
    for map in MAPS:
        game = variants(map)[0]
        if "production" not in game.board.actions or not game.board.columns:
            continue
        # Where the cubes are drawn as soon as Production is taken, only one of them is chosen.
        questions = {"pick", "stock"} if "pick" in game.decisions else {"produce", "stock"}
        asked: set[str] = set()
        for number in range(10):
            rng = random.Random(number)
            asked |= play_on(game, game.start(game.board.players[0]), rng, "two cubes in the bag")
            if questions <= asked:
                break
        assert questions <= asked, game.board.name
