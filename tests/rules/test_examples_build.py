"""The worked examples of the rulebook between Evansville, Indianapolis and Cincinnati."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tests.rules.test_build import building, links
from tests.rules.test_build_town import left, tile_in

PETE, DAVE, JOHN, VINCE = range(4)

FIRST = ("build K10 SW-NE", "build L9 SW-NE", "build N9 NW-S")
"""Tracks A, B and C: from Evansville to Cincinnati, and on towards Lexington."""
SECOND = ("build J9 S-NE", "build Indianapolis NE/SW", "build L8 SW-SE")
"""Tracks D, E and F: from Evansville through Indianapolis to Cincinnati."""
THIRD = ("build M10 N-NW", "build L9 SW-NE/NW-SE", "build Indianapolis NE/SE/SW/NW")
"""Tracks G, H and J: out of Cincinnati, across Pete's track, into and out of Indianapolis."""


def prices(desk: Desk, *sentences: str) -> list[int]:
    """What each of these builds costs whoever says it."""
    out = []
    for sentence in sentences:
        seat = desk.asked[1]
        before = desk.s.cash[seat]
        desk.act(sentence)
        out.append(before - desk.s.cash[seat])
    return out


@pytest.mark.rule("example.build-1")
def test_pete_builds_a_link_and_an_unfinished_section_for_7() -> None:
    desk = building()
    assert prices(desk, *FIRST) == [2, 2, 3]
    assert desk.s.cash[PETE] == 100 - 7
    desk.act("done")
    assert links(desk) == [("Cincinnati", "Evansville", PETE)]
    assert desk.owner("N9", "S") == PETE
    assert desk.game.rules.sections(desk.s, PETE) == 2


@pytest.mark.rule("example.build-2")
def test_dave_builds_two_links_through_a_town_for_7() -> None:
    desk = building()
    desk.act(*FIRST, "done")
    assert prices(desk, *SECOND) == [2, 3, 2]
    assert desk.s.cash[DAVE] == 100 - 7
    assert tile_in(desk, "Indianapolis") == "straight"
    assert desk.s.supply[-1] == 7
    desk.act("done")
    assert links(desk) == [
        ("Cincinnati", "Evansville", PETE),
        ("Cincinnati", "Indianapolis", DAVE),
        ("Evansville", "Indianapolis", DAVE),
    ]


@pytest.mark.rule("example.build-3")
def test_john_crosses_petes_track_and_enters_the_town_for_9() -> None:
    desk = building()
    desk.act(*FIRST, "done", *SECOND, "done")
    assert prices(desk, *THIRD) == [3, 3, 3]
    assert tile_in(desk, "L9") == tile_in(desk, "Indianapolis") == "cross-two-straight"
    assert desk.s.supply[-1] == 7
    desk.act("done")
    assert links(desk) == [
        ("Cincinnati", "Evansville", PETE),
        ("Cincinnati", "Indianapolis", DAVE),
        ("Cincinnati", "Indianapolis", JOHN),
        ("Evansville", "Indianapolis", DAVE),
    ]
    assert desk.owner("Indianapolis", "NW") == JOHN
    assert desk.game.rules.sections(desk.s, JOHN) == 3


@pytest.mark.rule("example.urbanize")
def test_vince_urbanizes_the_town_and_builds_out_of_it_for_8() -> None:
    desk = building("locomotive", "production", "turn-order", "urbanization")
    desk.act(*FIRST, "done", *SECOND, "done", *THIRD, "done")
    before = links(desk)
    crossings = left(desk, "cross-two-straight")
    assert desk.owner("Indianapolis", "NW") == JOHN
    desk.act("urbanize Indianapolis A")
    assert desk.s.cash[VINCE] == 100
    assert not desk.has_track("Indianapolis", "NW")
    assert (left(desk, "cross-two-straight"), left(desk, "disk")) == (crossings + 1, 8)
    assert links(desk) == before
    assert prices(desk, "build K8 S-N", "build K10 SW-NE/N-S", "build K11 N-NW") == [2, 3, 3]
    desk.act("done")
    assert links(desk) == [*before, ("Evansville", "Indianapolis", VINCE)]
    assert desk.owner("K10", "SW") == PETE
    assert desk.owner("K8", "N") == VINCE
