"""How a turn ended is told rightly on every board, whatever came with it."""

from __future__ import annotations

import random

import pytest

from footplate.age_of_steam.board import map_ids
from footplate.age_of_steam.goods import STRIDE
from footplate.age_of_steam.recap import Recap
from footplate.bots import bot
from footplate.core.game import NOBODY
from footplate.core.host import Host
from footplate.core.table import Chance, Step, Table, steps
from footplate.games import load

TURNS = 3


def played(map: str, turns: int = TURNS) -> tuple[Host, list[Step], list[str]]:
    """A game of bots up to the end of some turns, step by step."""
    host = load(map)
    game, rng = host.game, random.Random(7)
    names = ["Ada", "Ben", "Cy", "Dora"][: max(host.players[0], min(3, host.players[1]))]
    table: Table = Table(game, names, Chance(random.Random(7)))
    player = bot("age-of-steam", "frugal")
    while table.actor != NOBODY and host.turn(table.state) <= turns:
        table.act(game.say(player.choose(game, table.state.copy(), table.actor, rng)))
    return host, list(steps(game, game.start(len(names)), table.log)), names


@pytest.mark.parametrize("map", map_ids())
def test_money_and_cubes_of_a_recap_are_those_of_the_game(map: str) -> None:
    host, game, names = played(map)
    for turn in range(1, TURNS + 1):
        recap = host.recap(game, turn, names)
        assert isinstance(recap, Recap)
        own = [step for step in game if step.before.turn == turn]
        paid = next(n for n, step in enumerate(own) if any(fact.kind == "paid" for fact in step.news))
        after = own[paid].after
        assert {purse.seat for purse in recap.purses} >= set(own[-1].after.order)
        for purse in recap.purses:
            assert purse.before + purse.income + purse.issued - purse.paid == purse.cash
            assert purse.cash == after.cash[purse.seat] and purse.issued >= 0
            assert purse.income_after == purse.income - purse.short - purse.reduction
            assert purse.out or purse.income_after == own[-1].after.income[purse.seat]
        # Whatever lies in places and was not there before everybody was paid has come since.
        came = sum(
            max(0, now - before)
            for step in own[paid + 1 :]
            for before, now in zip(step.before.cubes, step.after.cubes)
        )
        told = sum(len(host.game.face.arrivals(fact)) for fact in own[paid].news)  # type: ignore[attr-defined]
        assert sum(grown.count for grown in recap.grew) == came + told
        for grown in recap.grew:
            assert any(own[-1].after.cubes[STRIDE * grown.hex : STRIDE * grown.hex + STRIDE])


def test_a_turn_that_goes_on_has_no_recap() -> None:
    host, game, names = played("rust-belt", 1)
    last = next(n for n, step in enumerate(game) if step.after.turn == 2)
    assert host.recap(game[:last], 1, names) is None
    assert host.recap(game, 1, names) is not None
    assert host.recap(game, 2, names) is None


@pytest.mark.rule("base.growth.take")
def test_each_cube_names_its_column_and_dice() -> None:
    host, game, names = played("rust-belt")
    recap = host.recap(game, 1, names)
    assert [dice.half for dice in recap.dice] == ["light", "dark"]
    grown = recap.grew[0]
    column = next(column for column in host.game.board.columns if column.hex == grown.hex)  # type: ignore[attr-defined]
    half = recap.dice[column.half]
    dice = half.values.count(column.die)
    assert grown.by == f"{half.half} {column.die}, {dice} {'die' if dice == 1 else 'dice'}"


def test_expenses_say_what_they_were_for() -> None:
    host, game, names = played("rust-belt", 1)
    purse = host.recap(game, 1, names).purses[0]
    state = game[-1].after
    shares, engine = state.shares[purse.seat], state.engine[purse.seat]
    assert purse.dues == f"{shares} shares and engine {engine}"
    assert purse.paid + purse.short == shares + engine


def test_recycled_cubes_are_new_goods_without_dice() -> None:
    host, game, names = played("sweden-recycling", 5)
    recaps = [host.recap(game, turn, names) for turn in range(1, 6)]
    assert not any(recap.dice for recap in recaps)
    assert any(recap.grew for recap in recaps), "in five turns something was delivered and recycled"
