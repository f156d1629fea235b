"""Everything on the board can be read: nothing covers a name, a cube or a sign."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, MakeVisitor, here
from tests.browser.test_boards import board_point, come_to_build_on_st_lucia
from tests.browser.test_table import NAMES, building

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom on the screen."""


def rects(page: Page, selector: str) -> list[Rect]:
    found: list[Rect] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(element => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          return [left, top, right, bottom]
        })""",
        selector,
    )
    return found


def meet(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def three() -> list[dict[str, str]]:
    """Seats for three people at this screen."""
    return [here(name) for name in NAMES]


def test_what_marks_a_possible_hex_covers_no_cube_and_no_name(visitor: MakeVisitor) -> None:
    me = visitor()
    come_to_build_on_st_lucia(me)
    me.press("Place a New City")
    me.press("New City A", exact=False)
    me.hex("Le Cap").focus()
    me.page.keyboard.press("Enter")
    me.press("Place A on Le Cap")
    expect(me.hex("D1")).to_be_visible()
    marks = rects(me.page, ".plus, .dot")
    covered = rects(me.page, ".cubes use, .name")
    assert len(marks) == 3 and len(covered) > 30
    assert [mark for mark in marks if any(meet(mark, other) for other in covered)] == []
    # A cube still lies on the tile that is only thought of.
    me.hex("D1").focus()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("button", name="Build $2", exact=False).first).to_be_visible()
    ghost = rects(me.page, ".ghost")[0]
    assert me.page.evaluate(
        """([x, y]) => {
          const ghost = document.querySelector('.ghost')
          const cube = ghost.nextElementSibling.querySelector('rect').getBoundingClientRect()
          return cube.left < x && x < cube.right && cube.top < y && y < cube.bottom
        }""",
        [(ghost[0] + ghost[2]) / 2, (ghost[1] + ghost[3]) / 2],
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("map", ["rust-belt", "western-us", "germany"])
def test_names_can_be_read_when_the_table_opens(visitor: MakeVisitor, size: dict[str, int], map: str) -> None:
    me = visitor(size)
    me.new_table(*three(), map=map)
    me.asked("issue shares")
    # Names take their size when the board has come to rest.
    me.page.wait_for_function(
        """() => Math.min(...[...document.querySelectorAll('.name text')].map(
          text => Number(text.getAttribute('font-size')) * text.getScreenCTM().a)) > 9.3"""
    )


def test_a_new_city_hides_the_town_and_its_name_but_no_other(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me, "Urbanization", "First Move", "Production")
    me.press("Place a New City")
    me.press("New City C, black", exact=False)
    me.hex("Toledo").first.click()
    me.sees("Toledo becomes a city that takes black cubes")
    expect(me.page.locator(".name", has_text="Toledo")).to_be_hidden()
    expect(me.page.locator(".name", has_text="Cleveland")).to_be_visible()
    me.press("Back")
    expect(me.page.locator(".name", has_text="Toledo")).to_be_visible()


def test_the_rings_of_a_chosen_hex_and_of_the_keyboard_lie_under_the_names(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    me.hex("F9").click()
    expect(me.page.locator(".ring").first).to_be_attached()
    assert me.page.evaluate(
        """() => {
          const shown = ['.pieces', '.ring', '[data-target]', '.names'].map(it => document.querySelector(it))
          const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING
          return shown.slice(1).every((element, n) => follows(shown[n], element))
        }"""
    )


def test_the_zoom_buttons_cover_nothing_of_a_board_that_fits(visitor: MakeVisitor) -> None:
    me = visitor({"width": 1920, "height": 1080})
    me.new_table(*three(), map="western-us")
    me.asked("issue shares")
    board_point(me, "New Orleans")
    buttons = rects(me.page, ".zoom")[0]
    assert [rect for rect in rects(me.page, ".city, .name") if meet(rect, buttons)] == []


def test_choosing_another_hex_by_keyboard_takes_the_cross_away(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    me.page.mouse.click(*board_point(me, "I5"))
    expect(me.page.locator(".refused")).to_have_count(1)
    me.hex("F9").focus()
    me.page.keyboard.press("Enter")
    # At once, not when the cross goes by itself.
    assert me.page.locator(".refused").count() == 0


def test_on_a_narrow_desktop_the_board_stays_when_a_hex_is_chosen(visitor: MakeVisitor) -> None:
    me = visitor({"width": 1024, "height": 768})
    building(me)
    before = board_point(me, "F9")
    me.hex("F9").click()
    expect(me.page.get_by_role("button", name="Build $3", exact=False).first).to_be_visible()
    assert board_point(me, "F9") == before
