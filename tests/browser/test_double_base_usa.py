"""What Double Base USA asks is answered by clicking: starting cities, their colour, land grants."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_starting_city_is_chosen_on_the_board_and_then_its_colour(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["starting city"])
    me.asked("choose your starting city")
    expect(me.hex("Montreal")).to_have_count(1)
    expect(me.hex("Chicago")).to_have_count(0)
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "Boston"))
    else:
        me.hex("Boston").focus()
        me.page.keyboard.press("Enter")
    me.picture(f"double-base-start-{screen(size)}")
    check_axe(me)
    me.press("Boston: You start here.")
    me.asked("choose the colour of your starting city")
    assert [line.split(" | ")[0] for line in offered(me)] == ["Red", "Blue", "Purple", "Yellow", "Black"]
    answer(me, "Purple")
    me.asked("build track")


@SCREENS
def test_a_land_grant_pays_for_a_tile_beyond_the_limit(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["land grant"])
    me.asked("build track")
    expect(me.hex("Z9")).to_have_count(0)
    answer(me, "Pay with a land grant")
    expect(me.hex("Z9")).to_have_count(1)
    me.picture(f"double-base-grant-{screen(size)}")
    answer(me, "Keep the land grant")
    expect(me.hex("Z9")).to_have_count(0)


def test_of_two_hundred_thousand_deliveries_all_of_a_chosen_cube_are_told(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["crowded"])
    me.asked("Ada, move a cube")
    me.sees("The best deliveries")
    me.page.mouse.click(*board_point(me, "Harrisburg"))
    me.sees("Purple from Harrisburg")
    me.press("Show all 2260")
    rows = me.page.locator("#deliveries li > button")
    expect(rows).to_have_count(60)
    expect(me.page.locator("#deliveries li").first).to_have_attribute("aria-setsize", "2260")
    # Further ones are drawn when the end comes into sight.
    rows.last.scroll_into_view_if_needed()
    expect(rows).to_have_count(120)
