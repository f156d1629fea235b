"""Saved positions that cannot be are refused with a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from footplate.core.game import NATURE
from tests.days.desk import Desk, the_game

GAME = the_game()


def saved() -> dict[str, Any]:
    desk = Desk(players=3, first="yellow")
    desk.tiles("N13 straight-1 E", "O13 bridge N", "M14 straight-1 N")
    desk.good("M13", "red")
    data: dict[str, Any] = desk.s.to_json()
    return data


def test_a_saved_position_comes_back_the_same_and_is_small() -> None:
    data = saved()
    assert GAME.position(data, 3).to_json() == data
    assert len(str(data)) < 3000


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["steam"].__setitem__(0, 7), "the steam of somebody is not from 0 to 6"),
        (lambda d: d["steam"].pop(), "steam has not one entry for each player"),
        (lambda d: d["board"].__setitem__(1, 1), "there are not as many"),
        (lambda d: d["board"].__setitem__(1, 255), "a tile is not from 1"),
        (lambda d: d["board"].pop(), "every place has one tile"),
        (lambda d: d["laid"].__setitem__(1, -5), "a tile lies where none can"),
        (lambda d: d["laid"].__setitem__(1, d["laid"][0]), "two tiles lie on one place"),
        (lambda d: d["laid"].__setitem__(1, d["laid"][3] + 1), "an edge with track lies against one without"),
        (lambda d: d["trains"].__setitem__(0, 4), "a train stands on no track"),
        (lambda d: d.__setitem__("trains", [4 * d["laid"][1]] * 3), "two trains stand on one segment"),
        (lambda d: d["load"].__setitem__(0, 0), "there are not as many goods as in the box"),
        (lambda d: d["goods"].append([9, 9]), "the goods are not in order"),
        (lambda d: d["goods"].__setitem__(0, [d["laid"][1], 0]), "a good lies in no town"),
        (lambda d: d["hands"].__setitem__(0, [0, 0, 0]), "there are not as many tiles as in the box"),
        (lambda d: d["hands"].__setitem__(0, [3, 2, 1]), "a hand is not in order"),
        (lambda d: d["circuits"].__setitem__(0, 8), "the number of circuits of somebody"),
        (lambda d: d.__setitem__("player", 3), "the player is not from 0 to 2"),
        (lambda d: d.__setitem__("player", 1), "nobody can be asked “turn” as it stands"),
        (lambda d: d.__setitem__("rolling", [1, 2, 3]), "the die is due for a move, and only then"),
        (lambda d: d.__setitem__("town_deck", "00000000"), "there are not as many towns as in the box"),
        (lambda d: d.__setitem__("bag", "00"), "bag has not 4 entries"),
        (lambda d: d.__setitem__("agenda", []), "a game is over when nobody is asked"),
        (lambda d: d.pop("deck"), "the saved state lacks deck"),
    ],
)
def test_what_cannot_be_is_refused(change: Callable[[dict[str, Any]], Any], says: str) -> None:
    data = saved()
    change(data)
    with pytest.raises(ValueError, match=r".") as wrong:
        GAME.position(data, 3)
    assert says in str(wrong.value)


def test_a_position_with_the_die_due_is_saved_with_its_move() -> None:
    desk = Desk(first="yellow")
    desk.tiles("N13 curve-1 S", "N14 straight-1 N", "N15 town red")
    desk.good("M13", "red")
    desk.s.steam[0] = 6
    desk.one("move take red N13 N14 N15")
    assert desk.asked == "die"
    data = desk.s.to_json()
    again = GAME.position(data, 2)
    assert again == desk.s
    GAME.apply(again, GAME.read(again, "roll 6"))
    assert again.delivered[0] == (0,)
    data["rolling"][3:5] = [1, data["laid"][0]]
    with pytest.raises(ValueError, match="takes goods that are not there"):
        GAME.position(data, 2)


def test_whatever_is_spoilt_in_a_position_is_refused_with_a_sentence_or_played_on() -> None:
    rng = random.Random(3)
    for _ in range(400):
        data = saved()
        name = rng.choice([name for name in data if name != "seats"])
        value = data[name]
        if isinstance(value, list) and value and rng.random() < 0.7:
            value[rng.randrange(len(value))] = rng.choice([-1, 0, 3, 99, 10804, [], [1], "x", None])
        else:
            data[name] = rng.choice([-1, 0, 5, [], [1, 2], "ff", None, True])
        try:
            s = GAME.position(data, 3)
        except ValueError as problem:
            assert str(problem)
            continue
        for _ in range(5):
            if s.agenda:
                nature = GAME.actor(s) == NATURE
                GAME.apply(s, GAME.sample(s, rng) if nature else rng.choice(GAME.options(s)))
