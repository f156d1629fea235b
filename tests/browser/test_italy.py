"""Italy is played on the board: a link by a city, its way by a hex, a black cube by its city."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_link_is_chosen_by_one_of_its_cities_and_its_way_by_a_hex(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["Italian link"])
    me.asked("build one link")
    expect(me.button("Choose a lit hex on the board")).to_be_disabled()
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "Verona"))
    else:
        me.hex("Verona").focus()
        me.page.keyboard.press("Enter")
    assert any(line.startswith("Trento–Verona | $3") for line in offered(me))
    me.picture(f"italy-city-{screen(size)}")
    check_axe(me)
    answer(me, "Verona–Bologna")
    me.asked("choose the hex over which your link goes on")
    me.picture(f"italy-way-{screen(size)}")
    assert [line.split(" | ")[0] for line in offered(me)] == [
        "Any of them",
        "S of Verona, over H5",
        "SE of Verona, over I5",
    ]
    answer(me, "SE of Verona, over I5")
    me.asked("Ben, build one link")
    if size == DESKTOP:
        me.sees("Ada built Verona–Bologna over I5 −$3")


@SCREENS
def test_black_cubes_are_exchanged_in_cities_and_on_the_display(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["black cube"])
    me.asked("exchange a black cube")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Decline", "Roma", "Light 2, box 1"]
    me.picture(f"italy-exchange-{screen(size)}")
    answer(me, "Roma")
    me.sees("1 of 2 exchanges left")


def test_shares_for_three_dollars_stand_beside_the_build(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["Italian link"])
    me.asked("build one link")
    assert "Issue 2 shares | +$6, and more if you like" in offered(me)
    answer(me, "Issue 2 shares")
    me.sees("Ada issued 2 shares +$6")
    me.asked("Ada, build one link")
