"""What Disco Inferno asks is answered by clicking: a chain, a New City with its cubes, a city to fill."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, board_point, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_chain_goes_on_and_is_stopped_and_a_city_burns(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["chain"])
    me.asked("move a cube")
    rows = me.page.locator("#deliveries li > button")
    rows.filter(has_text="Manilow → Summer").last.click()
    me.sees("Manilow burns down.")
    me.sees("Then: go on or stop.")
    me.picture(f"disco-inferno-before-{screen(size)}")
    me.press("Deliver, +1", exact=False)
    me.asked("Ada, go on or stop")
    me.sees("3 of 4 links left")
    expect(me.button("Raise engine", exact=False)).to_have_count(0)
    assert all("Summer →" in text for text in rows.all_inner_texts())
    rows.filter(has_text="Summer → Gibb").first.click()
    me.picture(f"disco-inferno-chain-{screen(size)}")
    check_axe(me)
    me.press("Stop the chain")
    me.sure("Pass")
    me.asked("Ben, move a cube")


def test_a_new_city_shows_the_cubes_that_come_with_it(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor(DESKTOP)
    sit_down(me, laid_out["New City with cubes"])
    me.asked("build track")
    me.press("Place a New City")
    city = me.page.get_by_role("group", name="New Cities").get_by_role("button").nth(4)
    expect(city.locator("svg.goods")).to_have_count(3)
    city.click()
    me.picture("disco-inferno-new-city")
    me.page.mouse.click(*board_point(me, "Funky Town"))
    me.press("Place E on Funky Town")
    me.sees("Funky Town a city, yellow E")


@SCREENS
def test_the_city_for_the_drawn_cubes_is_chosen_on_the_board(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["drawn for a city"])
    me.asked("choose a city for the drawn cubes")
    expect(me.hex("Le Freak")).to_have_count(0)
    me.hex("Kool").focus()
    me.page.keyboard.press("Enter")
    me.picture(f"disco-inferno-city-{screen(size)}")
    me.page.get_by_role("button", name=re.compile("^Kool: Gets")).click()
    me.asked("issue shares")
