"""Actions show their prices, whoever can pay none says so, and the car stands on the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_actions_show_what_they_cost_and_bring(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["prices"])
    me.asked("Ada, take an action")
    expect(me.button("Locomotive−$5")).to_be_disabled()
    me.press("Turn Order+$3")
    me.picture(f"lincoln-actions-{screen(size)}")
    check_axe(me)
    me.press("Take Turn Order")
    me.asked("Ben, take an action")


def test_who_can_pay_for_none_takes_none(visitor: MakeVisitor, laid_out: dict[str, list[str]]) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["no action"])
    me.asked("Cy, take an action")
    assert offered(me) == ["Take no action | You can pay for none, and are last."]
    # It stands above all that cannot be taken, and no button waits for a choice that cannot be made.
    only, first = (me.button(name).bounding_box() for name in ("Take no action", "Locomotive−$5"))
    assert only and first and only["y"] < first["y"]
    expect(me.button("Choose an action")).to_have_count(0)
    answer(me, "Take no action")
    me.asked("Dot, take an action")


@SCREENS
def test_a_white_cube_follows_the_car_and_the_mover_names_who_gains(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["car"])
    me.asked("move a cube")
    me.page.locator("#deliveries li > button", has_text="Philadelphia →").first.click()
    me.picture(f"lincoln-car-{screen(size)}")
    me.press("Deliver, +0", exact=False)
    me.asked("choose who gets the bonus")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Ben", "Cy"]
    answer(me, "Cy")
    me.asked("move a cube")
    if size == DESKTOP:
        me.sees("keeps a white cube, 1 now")
        expect(me.page.get_by_role("columnheader", name="White")).to_be_visible()
