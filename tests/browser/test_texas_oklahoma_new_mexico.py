"""Cattle are placed, ranched and driven by clicking."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_cattle_are_placed_on_the_board_and_the_rest_by_agreement(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["cattle"])
    me.asked("Ada, place cattle")
    expect(me.hex("G7")).to_have_count(1)
    expect(me.hex("G5")).to_have_count(0)
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "G7"))
    else:
        me.hex("G7").focus()
        me.page.keyboard.press("Enter")
    me.picture(f"texas-cattle-{screen(size)}")
    check_axe(me)
    me.page.locator(".confirm").get_by_role("button", name="Place on G7").click()
    me.asked("Ben, place cattle")
    answer(me, "Place the rest for everybody")
    me.asked("Cy, agree that chance places the rest")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Agree", "Decline"]
    answer(me, "Agree")
    me.asked("Ada, agree that chance places the rest")
    answer(me, "Agree")
    me.asked("Ada, issue shares")
    me.picture(f"texas-herd-{screen(size)}")


@SCREENS
def test_cattle_are_driven_with_their_delivery(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["drive"])
    me.asked("Ada, move a cube")
    row = me.page.locator("#deliveries li > button", has_text="J2").first
    row.click()
    me.picture(f"texas-drive-{screen(size)}")
    me.press("Deliver, +1", exact=False)
    me.asked("Ben, move a cube")
    if size == DESKTOP:
        me.sees("Ada moved cattle from J2 to Wichita, 1 link")


def test_cattle_are_ranched_one_after_the_other(visitor: MakeVisitor, laid_out: dict[str, list[str]]) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["ranch"])
    me.asked("Ada, ranch cattle")
    expect(me.button("Choose a lit hex on the board")).to_be_disabled()
    me.hex("H6").focus()
    me.page.keyboard.press("Enter")
    me.picture("texas-ranch")
    me.page.locator(".confirm").get_by_role("button", name="Place on H6").click()
    me.sees("Ada placed cattle on H6")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Leave it at that"]
    answer(me, "Leave it at that")
    me.asked("Ben, take an action")
