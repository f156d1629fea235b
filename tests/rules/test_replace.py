"""Replacing tiles: to cross, to coexist, to enter a town."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from footplate.core.game import Unreadable
from tests.desk import Desk
from tests.rules.test_build import accepted, begun, building, links, refused
from tests.rules.test_build_town import left, tile_in


def anothers_line() -> Desk:
    """Seat 2's track from Des Moines runs south over D7 and D8."""
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S", 1)
    return desk


def anothers_link() -> Desk:
    """Seat 2's link joins Evansville and Cincinnati over K10 and L9."""
    desk = building()
    desk.put("K10", "SW-NE", 1)
    desk.put("L9", "SW-NE", 1)
    return desk


@pytest.mark.rule("base.replace.crossing", "base.replace.keep")
def test_a_simple_tile_may_be_replaced_by_a_crossing_that_keeps_its_track() -> None:
    desk = anothers_line()
    desk.act("build D8 N-S/NW-SE")
    assert [desk.owner("D8", side) for side in ("N", "S", "NW", "SE")] == [1, 1, 0, 0]
    assert tile_in(desk, "D8") == "cross-two-straight"


@pytest.mark.rule("base.replace.crossing")
def test_a_crossing_leaves_a_completed_link_of_another_as_it_was() -> None:
    desk = anothers_link()
    desk.put("M10", "N-NW", 0)
    desk.act("build L9 SW-NE/NW-SE")
    assert links(desk) == [("Cincinnati", "Evansville", 1)]
    assert desk.owner("L9", "NW") == 0


@pytest.mark.rule("base.replace.coexist", "base.replace.keep")
def test_a_simple_tile_may_be_replaced_by_a_coexist_tile_that_keeps_its_track() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-SE", 1)
    gentle = left(desk, "gentle")
    desk.act("build D8 N-SE/S-NW")
    assert [desk.owner("D8", side) for side in ("N", "SE", "S", "NW")] == [1, 1, 0, 0]
    assert tile_in(desk, "D8") == "coexist-gentle"
    assert left(desk, "gentle") == gentle + 1


@pytest.mark.rule("base.replace.keep")
def test_a_replacement_keeps_the_completed_track_of_another() -> None:
    desk = anothers_link()
    refused(desk, "build K10 SW-SE", refusals.KEEP_TRACK, hex="K10", old="NE-SW")
    refused(desk, "build K10 SW-SE/N-NE", refusals.KEEP_TRACK, hex="K10", old="NE-SW")


@pytest.mark.rule("base.replace.keep")
def test_a_replacement_keeps_ones_own_completed_track() -> None:
    desk = building()
    desk.put("K10", "SW-NE", 0)
    desk.put("L9", "SW-NE", 0)
    refused(desk, "build K10 SW-SE", refusals.KEEP_TRACK, hex="K10", old="NE-SW")


@pytest.mark.rule("base.replace.keep")
def test_a_replacement_keeps_completed_track_of_nobody() -> None:
    desk = begun(building(), 0)
    desk.put("K10", "SW-NE", None)
    desk.put("L9", "SW-NE", None)
    refused(desk, "build K10 SW-SE", refusals.KEEP_TRACK, hex="K10", old="NE-SW")


@pytest.mark.rule("base.replace.keep")
def test_a_replacement_keeps_the_middle_of_ones_own_unfinished_section() -> None:
    desk = building()
    desk.put("D8", "NW-SE", 0)
    desk.put("E9", "NW-SE", 0)
    refused(desk, "build D8 NW-NE", refusals.KEEP_TRACK, hex="D8", old="SE-NW")
    assert accepted(desk, "build E9 NW-NE")


@pytest.mark.rule("base.replace.keep")
def test_a_replacement_keeps_the_unfinished_end_of_another() -> None:
    desk = anothers_line()
    refused(desk, "build D8 N-SE", refusals.REDIRECT_OTHERS, hex="D8", old="N-S", owner="Ben")
    refused(desk, "build D8 N-SW/NW-SE", refusals.REDIRECT_OTHERS, hex="D8", old="N-S", owner="Ben")


@pytest.mark.rule("base.replace.keep", "base.redirect.own")
def test_a_replacement_may_change_an_own_or_unowned_unfinished_end_beside_new_track() -> None:
    for owner in (0, None):
        desk = begun(building(), 0)
        desk.put("D7", "SW-S", owner)
        desk.put("D8", "N-S", owner)
        desk.act("build D8 N-SW/NW-SE")
        assert [desk.owner("D8", side) for side in ("N", "SW", "NW", "SE")] == [0, 0, 0, 0]
        assert not desk.has_track("D8", "S")


@pytest.mark.rule("base.replace.purpose")
def test_a_replacement_that_adds_or_changes_no_track_is_no_build() -> None:
    desk = anothers_line()
    refused(desk, "build D8 N-S", refusals.NOTHING_NEW, hex="D8")
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", "NE", 0)
    refused(desk, "build Rock-Island NE", refusals.NOTHING_NEW, hex="Rock Island")


@pytest.mark.rule("base.replace.purpose")
def test_a_tile_may_not_be_replaced_by_one_with_less_track() -> None:
    desk = building()
    desk.put("D7", "SW-S", 0)
    desk.put("D8", "N-S/NW-SE", 0)
    refused(desk, "build D8 N-S", refusals.REDIRECT_ANCHOR)


@pytest.mark.rule("base.replace.connect")
def test_the_new_track_of_a_replacement_must_connect() -> None:
    desk = anothers_line()
    refused(desk, "build D8 N-S/NE-SW", refusals.NOT_CONNECTED)
    desk.put("C9", "N-NE", 0)
    desk.act("build D8 N-S/NE-SW")
    assert (desk.owner("D8", "S"), desk.owner("D8", "NE")) == (1, 0)


@pytest.mark.rule("base.replace.connect")
def test_the_track_that_lies_on_the_hex_does_not_connect_the_new_one() -> None:
    desk = building()
    desk.put("D7", "SW-S", 0)
    desk.put("D8", "N-S", 0)
    refused(desk, "build D8 N-S/NE-SW", refusals.NOT_CONNECTED)


@pytest.mark.rule("base.replace.connect", "base.build.no-foreign-join")
def test_the_new_track_of_a_replacement_may_not_join_anothers_track() -> None:
    desk = anothers_line()
    desk.put("C9", "N-NE", 2)
    refused(desk, "build D8 N-S/NE-SW", refusals.FOREIGN_JOIN, other="Cy")


@pytest.mark.rule("base.replace.connect")
def test_a_town_is_entered_only_with_own_track() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE", 1)
    desk.put("C9", "N-S", 0)
    refused(desk, "build Rock-Island NE/SW", refusals.NOT_CONNECTED)


@pytest.mark.rule("base.replace.town")
def test_a_tile_in_a_town_may_be_replaced_by_one_with_more_exits_that_keeps_the_old_ones() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 1)
    desk.put("Rock Island", "NE/N", 1)
    desk.put("D8", "NW-NE", 0)
    desk.put("E8", "SW-NE", 0)
    desk.act("build Rock-Island N/NE/S/SW")
    owners = {side: desk.owner("Rock Island", side) for side in ("N", "NE", "S", "SW")}
    assert owners == {"N": 1, "NE": 1, "S": 0, "SW": 0}
    assert links(desk) == [("Chicago", "Rock Island", 1), ("Des Moines", "Rock Island", 0)]


@pytest.mark.rule("base.replace.town", "base.redirect.not-town")
def test_a_tile_in_a_town_keeps_every_exit() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("Rock Island", "NE/S", 0)
    refused(desk, "build Rock-Island NE/SW/NW", refusals.REDIRECT_TOWN, old="NE/S")
    refused(desk, "build Rock-Island NE", refusals.REDIRECT_TOWN, old="NE/S")
    assert accepted(desk, "build Rock-Island NE/S/NW")


@pytest.mark.rule("base.replace.town")
def test_four_exits_are_the_most() -> None:
    desk = building()
    with pytest.raises(Unreadable, match="No tile has the tracks N/NE/S/SW/NW"):
        desk.refusal("build Rock-Island N/NE/S/SW/NW")
