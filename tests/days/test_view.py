"""What a page is told: ways with all that follows from them, and messages that stay small."""

from __future__ import annotations

import random

import msgspec

from footplate import games
from footplate.core.game import NATURE, NOBODY
from footplate.days_of_steam.look import Look, Ways, looked
from footplate.days_of_steam.places import read_place
from footplate.days_of_steam.question import WayView
from footplate.web.shown import Shown
from tests.days.desk import Desk
from tests.days.scenes import DORA, goods, moving

NAMES = ("Ada", "Emil", "Carl", "Dora")
MOST = 10 * 1024
"""Bytes of a position and its question, so that a message of a move with its lines has no more than 12 KB."""


def ways(desk: Desk, place: str) -> list[WayView]:
    game, s = desk.game, desk.s
    found = looked(game, s, Look("ways", read_place(place)), NAMES[: s.seats])
    assert isinstance(found, Ways)
    return found.ways


def test_a_way_with_a_roll_names_the_last_stop_without_one() -> None:
    """M12 is a hill, on M11 Emil stands: the train may stop before both the passing and the curve."""
    way = ways(moving(), "N11")[0]
    assert (way.spent, way.worst, way.stop, way.stop_sentence) == (5, 3, "M12", "move take yellow M12")
    assert [step.says for step in way.steps] == [
        "picks up yellow",
        "hill",
        "curve, passes Emil",
        "yellow town, delivers yellow",
    ]
    safe = ways(moving(), "M12")[0]
    assert (safe.worst, safe.stop) == (0, "")


def test_a_town_makes_room_for_the_train_that_comes() -> None:
    way = ways(moving(), "P13")[0]
    assert way.ground and list(way.beside) == [DORA]
    assert way.train.size == way.beside[DORA].size < 1 and way.train.x != way.beside[DORA].x
    assert not ways(moving(), "N13")[0].ground


def test_what_is_unloaded_and_a_dead_end_are_told_before() -> None:
    desk = goods()
    desk.tile("Q13", "dead-end-straight", "S")
    desk.good("M13", "red")
    desk.s.steam[0] = 6
    unloading = [way for way in ways(desk, "P13") if "unloads red" in way.says]
    assert unloading and unloading[0].steps[-1].says == "yellow town, unloads red"
    assert ways(desk, "Q13")[0].steps[-1].says == "dead end"


def test_a_message_of_a_move_is_small() -> None:
    host = games.load("days-of-steam")
    game, rng = host.game, random.Random(3)
    s, known, sizes = game.start(4), None, list[int]()
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            game.apply(s, game.sample(s, rng))
            continue
        full = s.copy()
        full.steam[seat], full.memory = 6, None
        view = host.view(full, NAMES, (1, 2, 3, 4), seat)
        shown = Shown(host, view, host.question(full, view))
        if known is not None:
            told = [*shown.since(known).set.values(), shown.question]
            sizes.append(sum(len(msgspec.json.encode(part)) for part in told))
        known = shown
        game.apply(s, rng.choice(game.options(s)))
    assert len(sizes) > 50 and max(sizes) < MOST
