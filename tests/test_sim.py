"""Bots and whole games: what a simulation promises."""

from __future__ import annotations

import gc
import random
from collections import Counter

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import load
from footplate.bots import BotError, bot
from footplate.core.game import NATURE, NOBODY
from footplate.sim.run import Job, Result, lineup, play, simulate
from footplate.sim.stats import summary
from tests import referee


@pytest.mark.parametrize("name", ["random", "frugal"])
def test_a_bot_always_chooses_what_is_legal_and_leaves_the_position_alone(name: str) -> None:
    game, rng, player = load("rust-belt"), random.Random(4), bot("age-of-steam", name)
    s = game.start(3)
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        before = s.copy()
        action = player.choose(game, s, seat, rng)
        assert s == before
        assert game.why_not(s, action) is None
        game.apply(s, action)


def test_an_unknown_bot_is_told_from_those_there_are() -> None:
    with pytest.raises(BotError, match=r"Did you mean random\?"):
        bot("age-of-steam", "rondom")


def test_every_option_of_the_random_bot_comes_up() -> None:
    game, rng, player = load("rust-belt"), random.Random(1), bot("age-of-steam", "random")
    s = game.start(3)
    while game.actor(s) == NATURE:
        game.apply(s, game.sample(s, rng))
    chosen = Counter(game.say(player.choose(game, s, game.actor(s), rng)) for _ in range(1400))
    assert set(chosen) == {game.say(option) for option in game.options(s)}
    assert max(chosen.values()) < 2 * min(chosen.values())


@pytest.mark.parametrize(("bots", "players"), [(1, 4), (2, 4), (3, 4), (4, 4), (5, 3)])
def test_every_bot_sits_as_often_on_every_seat(bots: int, players: int) -> None:
    names = [f"bot {n}" for n in range(bots)]
    sat = Counter((name, seat) for n in range(bots) for seat, name in enumerate(lineup(names, players, n)))
    assert sat == Counter({(name, seat): 1 for name in names for seat in range(players)})


def test_whoever_lets_games_be_played_keeps_their_collector_as_it_was() -> None:
    before = gc.get_threshold()
    simulate(Job("rust-belt", (), 3, ("random",), "1"), 1)
    assert gc.get_threshold() == before


def test_a_game_depends_on_seed_and_number_alone() -> None:
    job = Job("rust-belt", (), 3, ("random",), "s")
    few, many = simulate(job, 3), simulate(job, 12)
    assert many[:3] == few
    assert simulate(job._replace(seed="other"), 3) != few


@pytest.mark.parametrize("map", map_ids())
def test_a_dozen_random_games_on_every_board_end_properly(map: str) -> None:
    game = load(map)
    fewest, most = game.board.players
    for number in range(12):
        seats = fewest + number % (most - fewest + 1)
        name = "random" if number % 6 else "frugal"  # who is frugal plays longer
        s, decisions = play(game, [bot("age-of-steam", name)] * seats, f"{map} {number}")
        referee.check(game, s)
        assert s.over and not s.agenda and decisions > 0
        left, turns = [seat for seat in range(seats) if not s.out[seat]], game.rules.turns(seats)
        # A game ends with its last turn, or when nobody is left to play against; alone it may be lost before.
        lost = seats == 1 and not game.winners(s)
        assert s.turn == turns or (s.turn < turns and (len(left) < min(2, seats) or lost))
        scores = game.scores(s)
        assert [seat for seat in range(seats) if scores[seat] is not None] == left
        assert set(game.winners(s)) <= set(left)
        # In Seattle everybody can lose together.
        assert bool(game.winners(s)) == bool(left) or seats == 1 or map == "seattle-metro"


def test_frugal_games_last_longer_than_random_ones() -> None:
    turns = {
        name: sum(result.turns for result in simulate(Job("rust-belt", (), 4, (name,), "s"), 6))
        for name in ("random", "frugal")
    }
    assert turns["frugal"] > 2 * turns["random"]


def test_the_statistics_leave_out_who_was_eliminated_and_share_wins() -> None:
    results = [
        Result(
            0,
            ("a", "b", "b"),
            (10, 10, None),
            (0, 1),
            {"income": (5, 5, -1), "shares": (2, 3, 9)},
            (0, 0, 4),
            10,
            100,
        ),
        Result(
            1,
            ("b", "a", "b"),
            (30, 20, 0),
            (0,),
            {"income": (9, 8, 1), "shares": (2, 2, 4)},
            (0, 0, 0),
            10,
            120,
        ),
    ]
    out = summary(results)
    assert out["mean_score"] == 14
    assert out["winner_mean_score"] == pytest.approx(16.67)
    assert out["bankruptcies_per_game"] == 0.5
    assert out["decisions"] == 220
    assert out["shared_wins"] == 1
    one, other = out["by_bot"]["a"], out["by_bot"]["b"]
    assert one == {"seats": 2, "wins": 0.5, "mean_score": 15, "bankruptcies": 0, "faults": 0}
    assert other == {"seats": 4, "wins": 1.5, "mean_score": 13.33, "bankruptcies": 1, "faults": 0}
    assert out["shares"]["max"] == 4
