"""Score."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.age_of_steam.board import FIRST_SEAT
from tests.desk import TESTBED, Desk


def desk_to_score() -> Desk:
    """A desk whose players have no income, two shares and no track."""
    desk = Desk(TESTBED, players=3)
    desk.go_to("move")
    desk.s.engine = [1, 1, 1]
    return desk


def parts(desk: Desk, seat: int) -> dict[str, int]:
    return desk.game.rules.score_parts(desk.s, seat)


@pytest.mark.rule("base.score.income", "base.score.shares")
def test_three_points_for_an_income_and_minus_three_for_a_share() -> None:
    desk = desk_to_score()
    desk.s.income, desk.s.shares = [0, 10, 27], [2, 3, 15]
    assert desk.game.scores(desk.s) == [-6, 30 - 9, 81 - 45]
    assert parts(desk, 1) == {"income": 30, "track": 0, "shares": -9}


@pytest.mark.rule("base.score.money")
def test_cash_and_engine_count_nothing() -> None:
    desk = desk_to_score()
    before = desk.game.scores(desk.s)
    desk.s.cash, desk.s.engine = [1000, 0, 7], [6, 1, 3]
    assert desk.game.scores(desk.s) == before


@pytest.mark.rule("base.score.track")
def test_each_hex_a_completed_link_crosses_counts_one() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-SE", 0)
    assert parts(desk, 0)["track"] == 0, "unfinished track counts nothing"
    desk.put("E2", "NW-SE", 0)
    assert parts(desk, 0)["track"] == 2
    assert parts(desk, 1)["track"] == 0


@pytest.mark.rule("base.score.track")
def test_a_town_hex_counts_one_section_for_each_link_that_ends_in_it() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-S", 0)
    desk.put("Topaz", "N/NE/S", 0)
    assert parts(desk, 0)["track"] == 2, "D1 and the exit of Topaz; the other exits lead nowhere"
    desk.put("E2", "SW-SE", 0)
    assert parts(desk, 0)["track"] == 4


@pytest.mark.rule("base.score.track")
def test_the_sections_in_a_town_count_for_the_owner_of_each_link() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-S", 0)
    desk.put("Topaz", "N/NE", 0, 1)
    desk.put("E2", "SW-SE", 1)
    assert [parts(desk, seat)["track"] for seat in range(3)] == [2, 2, 0]


@pytest.mark.rule("base.score.track")
def test_a_link_from_a_town_to_the_city_next_door_is_one_section(tmp_path: Path) -> None:
    path = tmp_path / "near.toml"
    text = TESTBED.read_text("utf-8").replace("..  ..  ..  to  ..  BE  ..", "..  ..  ..  to  BE  ..  ..")
    path.write_text(text, "utf-8")
    desk = Desk(path, players=3)
    desk.put("Topaz", "NE", 0)
    assert parts(desk, 0)["track"] == 1
    desk.put("Topaz", "NE/S", 0)
    assert parts(desk, 0)["track"] == 1, "the other exit leads nowhere"


@pytest.mark.rule("base.score.track")
def test_a_crossing_counts_for_each_link_that_crosses_the_hex() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-SE", 0)
    desk.put("E2", "NE-SW/NW-SE", 1, 0)
    assert [parts(desk, seat)["track"] for seat in range(2)] == [2, 0], "the track of seat 1 is unfinished"
    desk.put("Topaz", "NE", 1)
    desk.put("F1", "S-SW", 1)
    assert [parts(desk, seat)["track"] for seat in range(2)] == [2, 3]


@pytest.mark.rule("base.score.track")
def test_a_new_city_counts_no_section_itself() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-S", 0)
    desk.put("Topaz", "N", 0)
    assert parts(desk, 0)["track"] == 2
    desk.game.rules.do_urbanize(desk.s, 1, desk.board.urbanizations[desk.hex("Topaz")][0])
    assert [parts(desk, seat)["track"] for seat in range(2)] == [1, 0]


@pytest.mark.rule("base.score.track")
def test_a_direct_link_counts_one() -> None:
    desk = desk_to_score()
    desk.s.link_owners[0] = FIRST_SEAT + 2
    assert [parts(desk, seat)["track"] for seat in range(3)] == [0, 0, 1]


@pytest.mark.rule("base.score.track")
def test_links_of_nobody_count_for_nobody() -> None:
    desk = desk_to_score()
    desk.put("D1", "NW-SE", None)
    desk.put("E2", "NW-SE", None)
    desk.s.link_owners[0] = 1
    assert [parts(desk, seat)["track"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("base.score.winner")
def test_most_points_win() -> None:
    desk = desk_to_score()
    desk.s.income = [4, 6, 5]
    assert desk.game.winners(desk.s) == [1]
    desk.s.shares = [2, 4, 2]
    assert desk.game.winners(desk.s) == [2]


@pytest.mark.rule("base.score.winner")
def test_the_best_of_only_negative_scores_wins() -> None:
    desk = desk_to_score()
    desk.s.shares = [9, 4, 15]
    assert desk.game.winners(desk.s) == [1]


@pytest.mark.rule("base.score.tie")
def test_players_with_equal_scores_share_the_win() -> None:
    desk = desk_to_score()
    desk.s.income, desk.s.shares, desk.s.cash = [4, 5, 3], [2, 3, 2], [50, 0, 0]
    assert desk.game.scores(desk.s) == [6, 6, 3]
    assert desk.game.winners(desk.s) == [0, 1]


@pytest.mark.rule("base.score.eliminated")
def test_who_is_eliminated_has_no_score_and_never_wins() -> None:
    desk = desk_to_score()
    desk.s.cash = [50, 0, 50]
    desk.s.shares[0] = desk.s.shares[2] = 15
    while desk.asked[0] == "move":
        desk.act("pass")
    assert desk.s.out == [0, 1, 0]
    assert desk.game.scores(desk.s) == [-45, None, -45]
    assert desk.game.winners(desk.s) == [0, 2]
    assert desk.table.scores() == {"Ada": -45, "Ben": None, "Cy": -45}


@pytest.mark.rule("base.score.eliminated")
def test_who_is_eliminated_ranks_below_everybody_and_level_with_one_another() -> None:
    desk = desk_to_score()
    desk.s.shares = [15, 2, 2]
    desk.s.out = [0, 2, 5]
    first, second, third = (desk.game.rules.rank(desk.s, seat) for seat in range(3))
    assert first > second == third
