"""What Seattle Metro asks is answered by clicking: groups of actions, cubes for sectors, gray cities."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_two_players_split_and_choose_a_group(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["Seattle, split"])
    me.asked("split the actions into three and two")
    larger, smaller = (me.page.get_by_role("group", name=f"Group of {size}") for size in ("3", "2"))
    offer = me.button("Offer these groups")
    expect(offer).to_be_disabled()
    me.press("First Move, left to place")
    # By arrows a card goes into either group, and keeps the focus.
    me.button("Engineer, left to place").focus()
    me.page.keyboard.press("ArrowRight")
    expect(me.button("Engineer, in the group of 2")).to_be_focused()
    me.press("Locomotive, left to place")
    me.picture(f"seattle-split-{screen(size)}")
    check_axe(me)
    expect(offer).to_be_disabled()
    # With the larger group full the last action is left for the other.
    me.press("First Build, left to place")
    expect(larger.get_by_role("button")).to_have_text(["First Move", "First Build", "Locomotive"])
    expect(smaller.get_by_role("button")).to_have_text(["Engineer", "Urbanization"])
    offer.click()
    me.asked("Ben, choose a group of actions")
    assert [line.split(" | ")[0] for line in offered(me)] == [
        "First Move, First Build, Locomotive",
        "Engineer, Urbanization",
    ]
    me.picture(f"seattle-choose-{screen(size)}")
    answer(me, "Engineer, Urbanization")
    me.asked("Ada, raise your engine or your move actions")
    answer(me, "Move actions")
    me.asked("Ada, build track")
    answer(me, "Lay no track")
    me.asked("Ben, build track")


@SCREENS
def test_cubes_are_placed_on_the_board(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["Seattle, cubes"])
    me.asked("place the drawn cubes")
    me.sees("dice 1 2 4 · drawn: red, red, blue")
    answer(me, "Blue")
    me.sees("blue in hand")
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "Lake City"))
    else:
        me.hex("Lake City").focus()
        me.page.keyboard.press("Enter")
    me.picture(f"seattle-cubes-{screen(size)}")
    check_axe(me)
    # A second click on the board decides nothing; the button does.
    me.page.get_by_role("button", name=re.compile("^Blue to Lake City")).click()
    me.sees("dice 1 4 · drawn: red, red")
    answer(me, "No room in sector 1")
    if size == DESKTOP:
        me.sees("Overload: no room for red; 3 in all")
    answer(me, "Red to Bellevue")
    me.sure("Place")
    me.asked("Ben, place the drawn cubes")


@SCREENS
def test_a_cube_is_left_in_a_gray_city_and_brought_back(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["Seattle, gray"])
    me.asked("move a cube")
    ways = me.page.locator("#deliveries li > button")
    ways.filter(has_text="University District → Downtown").click()
    me.sees("Then: deliver the cube, or leave it there.")
    me.picture(f"seattle-gray-{screen(size)}")
    me.press("Deliver, ", exact=False)
    me.asked("deliver the cube, or leave it there")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Deliver it", "Leave it"]
    answer(me, "Leave it")
    me.asked("move a cube")
    ways.filter(has_text="Downtown → University District").click()
    me.press("Deliver, +2", exact=False)
    if size == DESKTOP:
        me.sees("2 links: Ada +2")
