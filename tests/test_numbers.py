"""Whatever an action says in numbers is legal or refused with a sentence: every map, every question."""

from __future__ import annotations

import random
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footplate.age_of_steam import refusals
from footplate.age_of_steam.actions import Build, Deliver, Draw, Issue, Reward, Take
from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.state import SteamState
from footplate.core.game import NATURE
from tests.desk import NAMES, TESTBED, Desk

MAPS: list[str | Path] = [*map_ids(), TESTBED]

calm = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@cache
def positions(map: str | Path) -> tuple[AgeOfSteam, list[SteamState]]:
    """The game on a map, and of each question one position early and one late in a game, and the end."""
    game, rng = load(map), random.Random(1)
    game.rules.numbers["cash"] = 100
    first: dict[str, SteamState] = {}
    last: dict[str, SteamState] = {}
    s = game.start(game.board.players[0])
    while not s.over:
        kind = s.agenda[0].kind
        first.setdefault(kind, s.copy())
        last[kind] = s.copy()
        nature = game.actor(s) == NATURE
        options = [game.sample(s, rng)] if nature else game.options(s)
        # The last ones are builds and deliveries, the first ones end the question.
        game.apply(s, rng.choice(options[:2] if kind in ("issue", "bid") else options[-10:]))
    return game, [*first.values(), *last.values(), s]


def actions(game: AgeOfSteam) -> st.SearchStrategy[Any]:
    """Any action that can be said on a map, with any numbers."""
    near = st.sampled_from([-4, -3, -2, -1, 0, 1, 2, 3, 5, 6, 7, 8, game.board.size - 1, game.board.size])
    number = st.one_of(near, st.integers(0, game.board.wall + 2), st.integers())
    several = st.lists(number, max_size=7).map(tuple)
    kinds = {kind for decision in game.decisions.values() for kind in decision.takes}
    return st.one_of(
        st.builds(
            kind,
            **{
                field.name: number if get_type_hints(kind)[field.name] is int else several
                for field in fields(kind)
            },
        )
        for kind in sorted(kinds, key=lambda kind: str(kind.verb))
    )


@pytest.mark.parametrize("map", MAPS, ids=lambda map: Path(map).stem)
@given(data=st.data())
@calm
def test_whatever_numbers_are_said_they_are_refused_with_a_sentence_or_legal(
    map: str | Path, data: st.DataObject
) -> None:
    game, asked = positions(map)
    action = data.draw(actions(game))
    for s in asked:
        refusal = game.why_not(s, action)
        if refusal is not None:
            sentence = game.explain(s, action, refusal, NAMES)
            assert sentence.endswith(".") and not set("{}") & set(sentence)
        else:
            after = s.copy()
            game.apply(after, action)
            assert game.read(s, game.say(action)) == action


@pytest.mark.parametrize("map", MAPS, ids=lambda map: Path(map).stem)
def test_each_number_of_each_action_is_tried_beyond_its_bounds(map: str | Path) -> None:
    game, asked = positions(map)
    for s in asked:
        for kind in game.decision(s).takes if s.agenda else ():
            for wrong in (-(10**20), -9, -1, 10**6, 10**20):
                for field in fields(kind):
                    said = {
                        other.name: 0 if get_type_hints(kind)[other.name] is int else (0,)
                        for other in fields(kind)
                    }
                    said[field.name] = wrong if get_type_hints(kind)[field.name] is int else (wrong,)
                    action = kind(**said)
                    refusal = game.why_not(s, action)
                    assert refusal is not None, action
                    assert game.explain(s, action, refusal, NAMES).endswith(".")


@pytest.mark.rule("base.issue.optional")
def test_shares_cannot_be_given_back_by_issuing_fewer_than_none() -> None:
    desk = Desk()
    desk.go_to("issue")
    assert desk.game.why_not(desk.s, Issue(-1)) is refusals.NO_SHARES
    assert desk.game.why_not(desk.s, Issue(0)) is None


@pytest.mark.rule("base.move.links")
@pytest.mark.parametrize(("sides", "stops"), [((), ()), ((3,), ()), ((), (5,)), ((3, 9), (5,))])
def test_a_delivery_has_a_stop_for_each_link_and_one_at_least(
    sides: tuple[int, ...], stops: tuple[int, ...]
) -> None:
    desk = Desk()
    desk.go_to("move")
    chicago, red = desk.hex("Chicago"), 0
    desk.set_cubes("Chicago", "red")
    assert desk.game.why_not(desk.s, Deliver(chicago, red, sides, stops)) is refusals.NO_STOPS


def test_what_is_not_asked_is_refused_and_so_is_everything_after_the_end() -> None:
    desk = Desk()
    for action in (Take(0), Build(0, 1), Deliver(0, 0, (0,), (1,)), Reward((0,)), Draw(())):
        refusal = desk.game.why_not(desk.s, action)
        assert refusal is refusals.NOT_ASKED
        assert desk.game.explain(desk.s, action, refusal) == "That is no answer to what is asked now."
    desk.go_to("over")
    assert desk.game.why_not(desk.s, Issue(0)) is refusals.OVER
