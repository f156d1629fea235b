"""Pacific Electric in the browser: a transfer, a power plant, and the hexes where railroads begin."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_cube_is_transferred_for_a_dollar_and_a_power_plant_is_built(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["transfer"])
    me.asked("move a cube")
    expect(me.button("Build a power plant, $5")).to_be_enabled()
    row = me.page.locator("#deliveries li", has_text="Van Nuys → Pasadena").first
    row.get_by_role("button").first.click()
    expect(row).to_contain_text("−$1")
    me.picture(f"pacific-transfer-{screen(size)}")
    check_axe(me)
    me.press("Deliver, +2", exact=False)
    me.asked("Ben, move a cube")
    if size == DESKTOP:
        me.sees("2 links: Ada +2, Ada −$1")
        expect(me.page.get_by_role("columnheader", name="Plants")).to_be_visible()
    me.press("Build a power plant, $5")
    me.asked("Cy, move a cube")
    if size == DESKTOP:
        me.sees("Ben built a power plant −$5: up to 4 links")


@SCREENS
def test_the_first_tile_lies_beside_los_angeles_and_costs_4(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["first turn"])
    me.asked("build track")
    lit = me.page.locator('svg [role=button][aria-label*="tile"]')
    expect(lit).to_have_count(8)
    expect(me.page.locator('svg [role=button][aria-label*="from $4"]')).to_have_count(8)
    me.hex("E5").focus()
    me.page.keyboard.press("Enter")
    me.picture(f"pacific-start-{screen(size)}")
    me.press("Build $4", exact=False)
    me.asked("build track")
    expect(me.hex("E6")).to_have_count(0)
