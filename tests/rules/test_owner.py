"""Who owns track: built, kept, abandoned, taken over, completed."""

from __future__ import annotations

import pytest

from tests.desk import Desk
from tests.rules.test_build import begun, building, links


def line(owner: int | None) -> Desk:
    """Track from Des Moines over D8 ends on E9; everybody has laid a first tile before."""
    desk = begun(building(), 0, 1, 2)
    desk.put("D8", "NW-SE", owner)
    desk.put("E9", "NW-SE", owner)
    return desk


@pytest.mark.rule("base.owner.mark")
def test_new_track_belongs_to_its_builder() -> None:
    desk = building()
    desk.act("build D8 NW-SE", "done", "build H7 N-S", "done")
    assert [desk.owner("D8", side) for side in ("NW", "SE")] == [0, 0]
    assert [desk.owner("H7", side) for side in ("N", "S")] == [1, 1]


@pytest.mark.rule("base.owner.mark")
def test_a_section_between_two_places_is_a_completed_link_for_good() -> None:
    desk = building()
    desk.act("build K10 SW-NE", "build L9 SW-NE", "done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]
    for _ in range(2):
        desk.go_to("build", 0)
        desk.act("done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.owner.extend")
def test_an_unfinished_section_that_is_not_extended_becomes_unowned_at_the_end_of_its_owners_build() -> None:
    desk = line(1)
    desk.act("done")
    assert desk.owner("E9", "SE") == 1
    desk.act("build H7 N-S")
    assert desk.owner("E9", "SE") == 1
    desk.act("done")
    assert desk.owner("E9", "SE") is None
    assert desk.owner("D8", "NW") is None


@pytest.mark.rule("base.owner.extend")
def test_an_extended_section_stays_its_owners_and_the_one_beside_it_does_not() -> None:
    desk = line(0)
    desk.put("C9", "N-S", 0)
    desk.act("build F9 NW-NE", "done")
    assert desk.owner("D8", "NW") == desk.owner("F9", "NE") == 0
    assert desk.owner("C9", "N") is None


@pytest.mark.rule("base.owner.extend")
def test_a_section_built_this_very_turn_counts_as_extended_and_the_next_turn_it_does_not() -> None:
    desk = building()
    desk.act("build D8 NW-SE", "done")
    assert desk.owner("D8", "SE") == 0
    desk.go_to("build", 0)
    assert desk.owner("D8", "SE") == 0
    desk.act("done")
    assert desk.owner("D8", "SE") is None


@pytest.mark.rule("base.owner.extend")
def test_a_new_track_beside_a_section_on_the_same_tile_does_not_extend_it() -> None:
    desk = building()
    desk.put("D7", "SW-S", 0)
    desk.put("D8", "N-S", 0)
    desk.act("build D8 N-S/NW-SE", "done")
    assert (desk.owner("D8", "S"), desk.owner("D8", "SE")) == (None, 0)
    assert desk.owner("D7", "SW") is None


@pytest.mark.rule("base.owner.town-stub")
def test_a_town_exit_that_leads_nowhere_is_lost_if_it_is_not_extended_in_the_next_build() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.act("build Rock-Island NE/SW/S", "done")
    assert [desk.owner("Rock Island", side) for side in ("NE", "SW", "S")] == [0, 0, 0]
    desk.go_to("build", 0)
    desk.act("build F8 N-NE", "done")
    assert [desk.owner("Rock Island", side) for side in ("NE", "SW", "S")] == [0, None, 0]


@pytest.mark.rule("base.owner.town-stub")
def test_each_exit_belongs_to_whoever_laid_it() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    desk.put("D8", "NW-NE", 1)
    desk.put("E8", "SW-NE", 1)
    desk.act("build Rock-Island NE/S", "done", "build Rock-Island NE/S/SW/NW", "done")
    owners = {side: desk.owner("Rock Island", side) for side in ("NE", "S", "SW", "NW")}
    assert owners == {"NE": 0, "S": 0, "SW": 1, "NW": 1}


@pytest.mark.rule("base.owner.town-stub")
def test_a_new_exit_does_not_extend_the_stub_beside_it() -> None:
    desk = building()
    desk.put("Rock Island", "SE", 0)
    desk.act("build Rock-Island SE/S", "done")
    assert (desk.owner("Rock Island", "SE"), desk.owner("Rock Island", "S")) == (None, 0)


@pytest.mark.rule("base.owner.claim")
def test_who_extends_an_unowned_section_owns_all_of_it() -> None:
    desk = line(None)
    desk.act("build F9 NW-NE", "done")
    for hex, side in (("D8", "NW"), ("D8", "SE"), ("E9", "NW"), ("E9", "SE"), ("F9", "NE")):
        assert desk.owner(hex, side) == 0


@pytest.mark.rule("base.owner.claim")
def test_track_nobody_extends_stays_unowned() -> None:
    desk = line(None)
    desk.act("build C9 N-S", "done")
    assert desk.owner("E9", "SE") is None


@pytest.mark.rule("base.owner.claim-any")
def test_the_former_owner_may_claim_it_again() -> None:
    desk = line(0)
    desk.act("done")
    assert desk.owner("D8", "NW") is None
    desk.go_to("build", 0)
    desk.act("build F9 NW-NE", "done")
    assert desk.owner("D8", "NW") == desk.owner("F9", "NE") == 0


@pytest.mark.rule("base.owner.claim-any")
def test_another_may_claim_it_at_once() -> None:
    desk = line(0)
    desk.act("done", "build F9 NW-NE", "done")
    assert desk.owner("D8", "NW") == desk.owner("F9", "NE") == 1


@pytest.mark.rule("base.owner.claim-any")
def test_joining_an_own_section_to_an_unowned_one_makes_the_whole_the_builders() -> None:
    desk = building()
    desk.put("J9", "S-N", 0)
    desk.put("L8", "SE-NW", None)
    desk.put("J8", "S-NE", 0)
    desk.act("build K8 SW-SE", "done")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]
    assert desk.owner("L8", "SE") == 0


@pytest.mark.rule("base.owner.complete")
def test_a_section_that_reaches_a_city_becomes_a_completed_link() -> None:
    desk = building()
    desk.put("K10", "SW-NE", 0)
    assert links(desk) == []
    desk.act("build L9 SW-NE")
    assert links(desk) == [("Cincinnati", "Evansville", 0)]


@pytest.mark.rule("base.owner.complete")
def test_a_section_that_reaches_a_town_becomes_a_completed_link() -> None:
    desk = building()
    desk.put("G7", "NE-SW", 0)
    assert links(desk) == []
    desk.act("build Rock-Island NE", "done")
    assert links(desk) == [("Chicago", "Rock Island", 0)]
    assert desk.owner("G7", "NE") == 0


@pytest.mark.rule("base.owner.complete", "base.owner.urban-unowned")
def test_a_section_becomes_its_owners_link_when_the_town_it_waits_at_becomes_a_city() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.put("G7", "NE-SW", 1)
    desk.act("urbanize Rock-Island A")
    assert links(desk) == [("Chicago", "Rock Island", 1)]
    desk.act("done", "done")
    assert links(desk) == [("Chicago", "Rock Island", 1)]


@pytest.mark.rule("base.owner.urban-unowned")
def test_unowned_track_that_waits_at_the_new_city_becomes_the_urbanizers_link() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.put("D8", "NW-NE", None)
    desk.put("E8", "SW-NE", None)
    desk.act("urbanize Rock-Island A", "done")
    assert links(desk) == [("Des Moines", "Rock Island", 0)]
    assert desk.owner("D8", "NW") == desk.owner("E8", "NE") == 0


@pytest.mark.rule("base.owner.urban-unowned")
def test_unowned_track_that_had_an_exit_into_the_town_stays_unowned() -> None:
    desk = building("urbanization", "production", "turn-order")
    desk.put("G7", "NE-SW", None)
    desk.put("Rock Island", "NE/SE", None)
    desk.put("G8", "NW-S", None)
    desk.act("urbanize Rock-Island A", "done")
    assert links(desk) == [("Chicago", "Rock Island", None)]
    assert desk.owner("G8", "S") is None
