"""What waits, what lies in the plant and who operates it can be seen and clicked on Sweden Recycling."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor, here
from tests.browser.test_boards import SCREENS, screen, sit_down
from tests.browser.test_table import ACTIONS_SAID, NAMES, check_axe


@SCREENS
def test_a_black_cube_goes_to_the_plant_and_others_wait(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["plant"])
    me.asked("move a cube")
    me.picture(f"sweden-recycling-waiting-{screen(size)}")
    expect(me.page.locator(".mark-waiting")).to_have_count(2)
    row = me.page.locator("#deliveries li > button", has_text="Växjö → Tingsryd").first
    row.click()
    check_axe(me)
    me.press("Deliver, +1", exact=False)
    me.asked("Ben, move a cube")
    if size == DESKTOP:
        expect(me.page.get_by_role("columnheader", name="Garbage")).to_be_visible()
        me.sees("4 black cubes in the plant")
    else:
        me.press("Players")
    expect(me.page.locator(".aside", has_text="WTE plant")).to_contain_text("4 cubes")
    me.picture(f"sweden-recycling-plant-{screen(size)}")


def test_the_operator_is_on_offer(visitor: MakeVisitor) -> None:
    me = visitor(DESKTOP)
    me.new_table(*map(here, NAMES), map="sweden-recycling", said=ACTIONS_SAID)
    me.asked("take an action")
    me.sees("After goods have been moved you take all black cubes of the plant, 2 points each.")
    me.picture("sweden-recycling-actions")
    me.press("WTE Plant Operator", exact=False)
    me.step("Take WTE Plant Operator")
    me.sees("took WTE Plant Operator")
