"""Every way to be refused while building is reached, and people read it with its figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from footplate.age_of_steam import refusals
from footplate.core.game import Refusal
from tests.desk import TESTBED, Desk
from tests.rules.test_build import begun, building, refused


class Case(NamedTuple):
    """A position, a sentence that is refused there, and the figures of the refusal."""

    desk: Callable[[], Desk]
    sentence: str
    figures: dict[str, object] = {}


def after(*sentences: str, urban: bool = False, map: str = "rust-belt") -> Callable[[], Desk]:
    """The build after seat 1, which may hold Urbanization, has said this."""

    def position() -> Desk:
        desk = building("urbanization" if urban else "locomotive", "production", "turn-order", map=map)
        desk.act(*sentences)
        return desk

    return position


def lying(*tiles: tuple[str, str, int | None]) -> Callable[[], Desk]:
    """The build of seat 1, which has begun, with these tiles on the board."""

    def position() -> Desk:
        desk = begun(building(), 0)
        for hex, tracks, owner in tiles:
            desk.put(hex, tracks, owner)
        return desk

    return position


def poor() -> Desk:
    desk = building()
    desk.s.cash[0] = 3
    return desk


def newcomer() -> Desk:
    desk = building()
    desk.put("D8", "NW-SE", None)
    return desk


def placed() -> Desk:
    desk = after(urban=True)()
    desk.game.rules.do_urbanize(desk.s, 1, desk.board.urbanizations[desk.hex("Toledo")][6])
    return desk


ACUTE = [
    ("H7", "N-NE", None),
    ("K10", "SW-S", None),
    ("N8", "SW-S", None),
    ("B10", "SW-NW", None),
    ("P9", "NE-N", None),
    ("B4", "N-NE", None),
    ("D8", "NW-N", None),
]
DISKS = [
    (town, "N/S", None)
    for town in (
        "La Crosse",
        "Springfield",
        "Green Bay",
        "Terre Haute",
        "Grand Rapids",
        "Indianapolis",
        "Fort Wayne",
        "Toledo",
    )
]

CASES = {
    "NO_BUILDS_LEFT": Case(
        after("build D8 NW-SE", "build D7 SW-NE", "build C9 N-S"), "build B8 NE-SW", {"limit": 3}
    ),
    "HEX_BUILT": Case(after("build D8 NW-SE"), "build D8 NW-NE", {"hex": "D8"}),
    "IN_CITY": Case(after(), "build St.-Louis N-S", {"hex": "St. Louis"}),
    "NOT_BUILDABLE": Case(after(), "build I6 N-S", {"hex": "I6", "terrain": "water"}),
    "TOWN_TILE_ONLY": Case(
        lying(("G7", "NE-SW", 0)), "build Rock-Island NE-S", {"hex": "Rock Island", "example": "NE/S"}
    ),
    "NO_TOWN_HERE": Case(after(), "build D8 NW", {"hex": "D8"}),
    "OFF_BOARD": Case(after(), "build I7 NW-N", {"hex": "I7", "side": "N"}),
    "KEEP_TRACK": Case(
        lying(("K10", "SW-NE", 1), ("L9", "SW-NE", 1)), "build L9 NW-SE", {"hex": "L9", "old": "NE-SW"}
    ),
    "REDIRECT_OTHERS": Case(
        lying(("D8", "NW-SE", 2)), "build D8 NW-S", {"hex": "D8", "old": "SE-NW", "owner": "Cy"}
    ),
    "REDIRECT_ANCHOR": Case(lying(("D8", "NW-SE", 0)), "build D8 N-S"),
    "REDIRECT_TOWN": Case(lying(("Rock Island", "SE", 0)), "build Rock-Island S", {"old": "SE"}),
    "NOTHING_NEW": Case(lying(("D8", "NW-SE", 1)), "build D8 NW-SE", {"hex": "D8"}),
    "FOREIGN_JOIN": Case(lying(("L9", "NE-SW", 2)), "build K10 SW-NE", {"other": "Cy"}),
    "FOREIGN_WAITING": Case(
        lying(("G7", "NE-SW", 1), ("Rock Island", "S", 0)),
        "build Rock-Island NE/S",
        {"hex": "Rock Island", "other": "Ben"},
    ),
    "LOOP": Case(lying(("D8", "NW-N", 0)), "build D7 SW-S", {"place": "Des Moines"}),
    "NOT_CONNECTED": Case(after(), "build D9 N-S"),
    "EACH_TRACK": Case(after(), "build D8 NW-SE/N-S"),
    "LOOSE_TRACK": Case(lying(("Rock Island", "SE", None)), "build G8 NW-S"),
    "FIRST_TILE": Case(newcomer, "build E9 NW-SE"),
    "OUT_OF_TILES": Case(lying(*ACUTE), "build C9 N-NE", {"tile": "acute"}),
    "OUT_OF_DISKS": Case(lying(*DISKS, ("G7", "NE-SW", 0)), "build Rock-Island NE/SW", {"count": 8}),
    "CANNOT_AFFORD": Case(poor, "build Q10 N-S", {"cost": 4, "cash": 3}),
    "LINK_SOLD": Case(
        after("connect Delta Epsilon", map=str(TESTBED)), "connect Delta Epsilon", {"link": "Delta–Epsilon"}
    ),
    "NO_URBANIZATION": Case(after(), "urbanize Toledo A"),
    "URBANIZE_FIRST": Case(after("build D8 NW-SE", urban=True), "urbanize Toledo A"),
    "NOT_A_TOWN": Case(after(urban=True), "urbanize D8 A", {"hex": "D8"}),
    "ALREADY_CITY": Case(after(urban=True), "urbanize Detroit A", {"hex": "Detroit"}),
    "CITY_PLACED": Case(placed, "urbanize Cleveland G", {"letter": "G", "place": "Toledo"}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_is_said_with_its_figures(name: str) -> None:
    refusal: Refusal = getattr(refusals, name)
    case = CASES[name]
    refused(case.desk(), case.sentence, refusal, **case.figures)


def test_every_refusal_about_building_is_reached() -> None:
    names = [name for name, value in vars(refusals).items() if isinstance(value, Refusal)]
    about = names[names.index("NO_BUILDS_LEFT") : names.index("CITY_PLACED") + 1]
    assert sorted(about) == sorted(CASES)


def test_the_city_a_loop_would_begin_and_end_in_is_named_beside_anothers_track() -> None:
    desk = building()
    desk.put("D8", "NW-N", 0)
    desk.put("D7", "N-SE", 1)
    desk.put("E8", "NW-NE", 1)
    desk.put("Rock Island", "SW", 1)
    refused(desk, "build D7 N-SE/S-SW", refusals.LOOP, place="Des Moines")


def test_the_city_a_loop_would_begin_and_end_in_is_named_beside_a_track_that_leads_nowhere() -> None:
    desk = building()
    desk.put("D8", "NW-N", 0)
    refused(desk, "build D7 N-SE/S-SW", refusals.LOOP, place="Des Moines")
