"""Redirecting the end of an unfinished section."""

from __future__ import annotations

import pytest

from footplate.age_of_steam import refusals
from tests.desk import Desk
from tests.rules.test_build import accepted, begun, building, links, refused


def line(owner: int | None) -> Desk:
    """Track from Des Moines over D8 ends on E9; seat 1 has laid its first tile before."""
    desk = begun(building(), 0)
    desk.put("D8", "NW-SE", owner)
    desk.put("E9", "NW-SE", owner)
    return desk


@pytest.mark.rule("base.redirect.own")
@pytest.mark.parametrize("owner", [0, None])
def test_the_end_of_an_own_or_unowned_section_may_be_redirected(owner: int | None) -> None:
    desk = line(owner)
    for tracks in ("NW-N", "NW-NE", "NW-S", "NW-SW"):
        assert accepted(desk, f"build E9 {tracks}")
    desk.act("build E9 NW-NE")
    assert desk.has_track("E9", "NW") and desk.has_track("E9", "NE")
    assert not desk.has_track("E9", "SE")


@pytest.mark.rule("base.redirect.own")
def test_the_end_of_anothers_section_may_not_be_redirected() -> None:
    desk = line(1)
    refused(desk, "build E9 NW-NE", refusals.REDIRECT_OTHERS, hex="E9", old="SE-NW", owner="Ben")


@pytest.mark.rule("base.redirect.own")
def test_the_refusal_names_the_owner_of_the_track_that_would_be_redirected() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S/NW-SE", 1, 2)
    said = desk.why("build D8 N-S/NW-NE")
    assert "Cy’s" in said and "Ben’s" not in said


@pytest.mark.rule("base.redirect.own")
def test_only_the_end_tile_of_a_section_may_be_redirected() -> None:
    desk = line(0)
    refused(desk, "build D8 NW-NE", refusals.KEEP_TRACK, hex="D8", old="SE-NW")


@pytest.mark.rule("base.redirect.own", "base.redirect.end")
def test_the_side_that_leads_back_stays() -> None:
    desk = line(0)
    refused(desk, "build E9 SE-N", refusals.REDIRECT_ANCHOR)
    refused(desk, "build E9 N-S", refusals.REDIRECT_ANCHOR)


@pytest.mark.rule("base.redirect.end")
def test_the_anchored_side_of_a_section_of_one_tile_is_the_one_towards_its_city() -> None:
    desk = building()
    desk.put("D8", "NW-SE", 0)
    refused(desk, "build D8 SE-N", refusals.REDIRECT_ANCHOR)
    assert accepted(desk, "build D8 NW-S")


@pytest.mark.rule("base.redirect.end")
def test_the_anchored_side_may_be_the_one_towards_a_town() -> None:
    desk = building()
    desk.put("Rock Island", "SE", 0)
    desk.put("G8", "NW-SE", 0)
    refused(desk, "build G8 SE-S", refusals.REDIRECT_ANCHOR)
    assert accepted(desk, "build G8 NW-NE")


@pytest.mark.rule("base.redirect.end")
def test_a_redirected_end_may_reach_a_city() -> None:
    desk = building()
    desk.put("K10", "SW-NE", 0)
    desk.put("L9", "SW-NW", 0)
    desk.act("build L9 SW-NE")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.redirect.end")
def test_a_redirected_end_may_reach_a_town() -> None:
    desk = building()
    desk.put("D8", "NW-NE", 0)
    desk.put("E8", "SW-SE", 0)
    desk.put("Rock Island", "SW", None)
    desk.act("build E8 SW-NE")
    assert links(desk) == [("Des Moines", "Rock Island", 0)]


@pytest.mark.rule("base.redirect.end")
def test_a_redirected_end_may_reach_own_and_unowned_track() -> None:
    for owner in (0, None):
        desk = building()
        desk.put("K10", "SW-N", 0)
        desk.put("L9", "NE-SW", owner)
        desk.act("build K10 SW-NE")
        assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.redirect.end")
def test_a_redirected_end_obeys_all_building_rules() -> None:
    desk = building()
    desk.put("K10", "SW-N", 0)
    desk.put("L9", "NE-SW", 1)
    refused(desk, "build K10 SW-NE", refusals.FOREIGN_JOIN, other="Ben")
    desk.put("I7", "NW-S", 0)
    refused(desk, "build I7 NW-N", refusals.OFF_BOARD, hex="I7", side="N")
    desk.put("D8", "NW-N", 0)
    desk.put("D7", "S-N", 0)
    refused(desk, "build D7 S-SW", refusals.LOOP, place="Des Moines")


@pytest.mark.rule("base.redirect.keep-others", "base.redirect.own")
def test_on_a_complex_tile_the_other_track_stays_as_it_is() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S/NW-SE", 1, 0)
    refused(desk, "build D8 N-SE/NW-S", refusals.REDIRECT_OTHERS, hex="D8", old="N-S", owner="Ben")
    desk.act("build D8 N-S/NW-NE")
    assert [desk.owner("D8", side) for side in ("N", "S", "NW", "NE")] == [1, 1, 0, 0]
    assert not desk.has_track("D8", "SE")


@pytest.mark.rule("base.redirect.keep-others")
def test_a_complex_tile_is_not_swapped_for_one_without_the_other_track() -> None:
    desk = building()
    desk.put("D7", "SW-S", 1)
    desk.put("D8", "N-S/NW-SE", 1, 0)
    refused(desk, "build D8 NW-NE", refusals.REDIRECT_OTHERS, hex="D8", old="N-S", owner="Ben")


@pytest.mark.rule("base.redirect.not-town")
def test_track_in_a_town_may_not_be_redirected() -> None:
    desk = building()
    desk.put("Rock Island", "SE", 0)
    refused(desk, "build Rock-Island S", refusals.REDIRECT_TOWN, old="SE")
    refused(desk, "build Rock-Island S/NE", refusals.REDIRECT_TOWN, old="SE")
    assert accepted(desk, "build Rock-Island SE/S")


@pytest.mark.rule("base.redirect.no-extension")
def test_redirecting_alone_does_not_extend_an_own_section() -> None:
    desk = line(0)
    desk.act("build E9 NW-NE")
    assert desk.owner("E9", "NE") == 0
    desk.act("done")
    assert desk.owner("E9", "NE") is None
    assert desk.owner("D8", "NW") is None


@pytest.mark.rule("base.redirect.no-extension")
def test_redirecting_beside_new_track_on_the_same_tile_does_not_extend_either() -> None:
    desk = building()
    desk.put("D7", "SW-S", 0)
    desk.put("D8", "N-S", 0)
    desk.act("build D8 N-SW/NW-SE", "done")
    assert [desk.owner("D8", side) for side in ("N", "SW", "NW", "SE")] == [None, None, 0, 0]


@pytest.mark.rule("base.redirect.no-extension")
def test_redirecting_and_then_extending_keeps_an_own_section() -> None:
    desk = line(0)
    desk.act("build E9 NW-NE", "build F8 SW-SE", "done")
    assert desk.owner("E9", "NE") == desk.owner("F8", "SE") == 0


@pytest.mark.rule("base.redirect.claim")
def test_a_redirected_unowned_end_is_the_builders_until_the_end_of_the_build_only() -> None:
    desk = line(None)
    desk.act("build E9 NW-NE")
    assert desk.owner("E9", "NE") == desk.owner("D8", "NW") == 0
    desk.act("done")
    assert desk.owner("E9", "NE") is None
    assert desk.owner("D8", "NW") is None


@pytest.mark.rule("base.redirect.claim")
def test_a_redirected_unowned_end_that_is_lengthened_stays_the_builders() -> None:
    desk = line(None)
    desk.act("build E9 NW-NE", "build F8 SW-SE", "done")
    assert desk.owner("D8", "NW") == desk.owner("F8", "SE") == 0


@pytest.mark.rule("base.redirect.claim", "base.owner.claim-any")
@pytest.mark.parametrize(("owner", "other"), [(0, None), (None, 0), (0, 0)])
def test_an_end_redirected_into_other_unfinished_track_is_lengthened_by_it(
    owner: int | None, other: int | None
) -> None:
    desk = line(owner)
    desk.put("F8", "SW-SE", other)
    desk.act("build E9 NW-NE", "done")
    assert desk.owner("D8", "NW") == desk.owner("F8", "SE") == 0


@pytest.mark.rule("base.redirect.claim")
def test_a_redirection_that_completes_a_link_makes_it_the_builders_for_good() -> None:
    desk = begun(building(), 0)
    desk.put("K10", "SW-NE", None)
    desk.put("L9", "SW-NW", None)
    desk.act("build L9 SW-NE", "done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]
    desk.go_to("build", 0)
    desk.act("done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.redirect.claim", "base.build.unowned-anchor")
def test_a_redirected_end_completed_by_a_later_tile_stays_the_builders() -> None:
    desk = begun(building(), 0)
    desk.put("K10", "SW-N", None)
    desk.act("build K10 SW-NE", "build L9 SW-NE", "done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]
