"""The learning environment: PettingZoo's own checks, every board, secrets kept, and something is learnt."""

from __future__ import annotations

import contextlib
import io
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from footplate import games, rl
from footplate.core.game import NOBODY
from footplate.rl.candidates import Features
from footplate.rl.play import Play

ROOT = Path(__file__).parent.parent
GAMES = ["rust-belt", "days-of-steam"]
FORMS = ["candidates", "sentences"]


@pytest.fixture(autouse=True)
def quiet_checks() -> Any:
    """PettingZoo warns of what it would do otherwise, e.g. name agents: that is no failure."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("map", GAMES)
def test_pettingzoo_finds_nothing_wrong(map: str, form: Any) -> None:
    api_test(rl.env(map, form=form, candidates=32) if form == "candidates" else rl.env(map, form=form), 60)
    seed_test(lambda: rl.env(map, form=form), num_cycles=30)


def test_its_speed_can_be_measured() -> None:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        performance_benchmark(rl.env("st-lucia"))
    assert "turns per second" in told.getvalue()


@pytest.mark.parametrize("map", games.boards())
def test_every_board_is_told_in_as_many_numbers_and_in_known_words(map: str) -> None:
    for form in FORMS:
        env, rng = rl.env(map, form=form, most_decisions=80), random.Random(map)  # type: ignore[arg-type]
        env.reset(seed=7)
        while True:
            agent = env.agent_selection
            told, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            assert env.observation_space(agent).contains(told)
            may = np.flatnonzero(told["action_mask"])
            assert len(may), "no question is without an answer"
            if isinstance(env, rl.Sentences):
                assert not env._spare, "a word that nobody knew before"
            env.step(int(rng.choice(may)))


def test_the_words_of_a_sentence_lead_to_every_option_and_to_no_other() -> None:
    env = rl.env("rust-belt", players=3, form="sentences")
    assert isinstance(env, rl.Sentences)
    env.reset(seed=2)
    rng = random.Random(2)
    for _ in range(25):
        options = {env.game.say(action) for action in env.game.options(env.position)}
        found: set[str] = set()

        def walk(said: list[str], env: rl.Sentences = env, found: set[str] = found) -> None:
            for word in np.flatnonzero(env.observe(env.agent_selection)["action_mask"]):
                left, before = env._left, env._said[:]
                whole = env._hear(int(word))
                if whole is None:
                    walk([*said, env.word(int(word))])
                else:
                    found.add(env.game.say(whole))
                env._left, env._said = left, before

        walk([])
        assert found == options
        sentence = rng.choice(sorted(options)).split()
        for word in sentence:
            env.step(env._numbers[word])
        if env.seat != NOBODY and env._said:
            env.step(0)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    for form in FORMS:
        env = rl.env("rust-belt", players=3, form=form)  # type: ignore[arg-type]
        env.reset(seed=1)
        before = env.position.copy()
        wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[-1])
        with pytest.raises(ValueError, match=r"candidate|does not go on"):
            env.step(wrong)
        assert env.position == before


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def course(seed: int) -> list[float]:
        env = rl.env("rust-belt", players=3)
        env.reset(seed=seed)
        return [float(number) for number in env.observe("player_1")["observation"]]

    assert course(5) == course(5) != course(6)


@pytest.mark.parametrize("map", GAMES)
def test_winners_share_what_the_others_lose(map: str) -> None:
    env, rng = rl.env(map, players=3, candidates=64), random.Random(1)
    env.reset(seed=3)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        told, reward, ended, cut, _ = env.last()
        paid[agent] += reward
        env.step(None if ended or cut else int(rng.choice(np.flatnonzero(told["action_mask"]))))
    winners = env.game.winners(env.position)
    assert sum(paid.values()) == pytest.approx(0.0)
    if len(winners) < 3:
        assert {seat for seat in range(3) if paid[f"player_{seat + 1}"] > 0} == set(winners)


def test_gains_add_up_to_the_points_that_were_made() -> None:
    host = games.load("rust-belt")
    play, rng = Play(host, 3, "gain", random.Random(4)), random.Random(5)
    first = play._worth()
    paid = np.zeros(3)
    while play.seat != NOBODY:
        play.act(rng.choice(host.game.options(play.state)))
        paid += play.rewards()
    assert paid == pytest.approx(np.array(play._worth()) - first)


def test_features_tell_what_an_answer_changes_at_once() -> None:
    env = rl.env("rust-belt", players=3)
    assert isinstance(env, rl.Candidates)
    env.reset(seed=1)
    rows = env.observe(env.agent_selection)["candidates"]
    names = env.features.names
    two = next(n for n, action in enumerate(env.actions) if env.game.say(action) == "issue 2")
    told = {name: float(value) for name, value in zip(names, rows[two]) if value}
    assert told == {"says issue": 1, "own cash": 10, "own shares": 2, "own score": -6}


def test_nobody_is_told_what_they_may_not_know() -> None:
    """Two positions that a seat cannot tell apart are the same to a learner, features included."""
    host = games.load("days-of-steam")
    features, game = Features(host), host.game
    play, rng = Play(host, 3, "win", random.Random(8)), random.Random(9)
    differed = 0
    for _ in range(60):
        if play.seat == NOBODY:
            break
        seat = play.seat
        other = game.resample(game.known(play.state, seat), seat, rng)
        differed += other != play.state
        for looks in range(3):
            if looks == seat:
                assert host.observation(play.state, seat) == host.observation(other, seat)
        options = game.options(play.state)[:20]
        mine = features.of(play.state, seat, options, random.Random(1))
        assert (mine == features.of(other, seat, options, random.Random(1))).all()
        play.act(rng.choice(game.options(play.state)))
    assert differed > 20


def test_many_tables_play_the_same_games_as_few() -> None:
    def games_of(tables: int) -> list[list[float]]:
        many, rng = rl.Many("st-lucia", tables=tables, candidates=24, reward="gain"), random.Random(1)
        now, told = many.reset(seed=3), []
        for _ in range(40):
            assert now.mask.any(axis=1).all()
            told.append([float(now.observation[0].sum()), float(now.rewards[0].sum())])
            first = rng.randrange(int(now.mask[0].sum()))
            now = many.step([first, *(0 for _ in range(tables - 1))])
        return told

    assert games_of(1) == games_of(4)


def test_a_table_that_ends_begins_anew_and_tells_how_it_ended() -> None:
    many, rng = rl.Many("barbados", tables=3, reward="score"), random.Random(2)
    now, ended = many.reset(seed=1), 0
    while ended < 4:
        now = many.step([rng.randrange(int(row.sum())) for row in now.mask])
        for table, last in many.finals:
            assert now.ended[table] and last.over
            ended += 1
    with pytest.raises(ValueError, match="Table 0 has no candidate"):
        many.step([999, 0, 0])


@pytest.mark.parametrize("map", GAMES)
def test_one_seat_is_a_gymnasium_environment_among_bots(map: str) -> None:
    env = rl.OneSeat(map, players=2 if map == "days-of-steam" else 3, others="random", candidates=24)
    env.action_space.seed(1)
    gymnasium.Env.reset(env, seed=1)
    told, info = env.reset(seed=4)
    again, _ = env.reset(seed=4)
    assert all((told[key] == again[key]).all() for key in told)
    rng, over = random.Random(1), False
    while not over:
        told, _, ended, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        over = ended or cut
    assert env.observation_space.contains(told)


def test_gymnasium_finds_nothing_wrong() -> None:
    class Masked(gymnasium.ActionWrapper[Any, Any, Any]):
        """Gymnasium's checker draws any number: what is not offered means the first."""

        def action(self, action: Any) -> Any:
            return action if self.unwrapped.table.observe(self._asked())["action_mask"][action] else 0

        def _asked(self) -> str:
            return str(self.unwrapped.table.possible_agents[self.unwrapped.seat])

    check_env(Masked(rl.OneSeat("st-lucia", candidates=16)), skip_render_check=True)


def test_boards_and_bots_that_there_are_not_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="players"):
        rl.env("rust-belt", players=9)
    with pytest.raises(ValueError, match="There is no bot “genius”"):
        rl.OneSeat("rust-belt", others="genius")


def test_without_its_libraries_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import footplate.rl"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert "pip install 'footplate[rl]'" in told.splitlines()[-1]


def test_the_example_learns_to_beat_random_players() -> None:
    command = ["--rounds", "16", "--tables", "8", "--games", "20"]
    told = subprocess.run(
        [sys.executable, ROOT / "examples" / "train.py", *command], capture_output=True, text=True, check=True
    ).stdout
    share = next(line for line in told.splitlines() if "games won" in line)
    assert int(share.split("%")[0]) >= 60, told


@pytest.mark.parametrize("map", GAMES)
def test_a_position_is_shown_in_letters_and_as_a_picture(map: str) -> None:
    for mode, begins in (("ansi", ""), ("svg", "<svg")):
        env = rl.env(map, players=3, render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        assert shown and shown.startswith(begins) and len(shown) > 40
