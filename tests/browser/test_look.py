"""What a table shows fits: figures in their column, pills off the names of places."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.test_boards import at_rest, offered, sit_down


def test_a_table_of_players_with_two_figures_more_stays_in_its_column(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor()
    sit_down(me, laid_out["Seattle, cubes"])
    expect(me.page.get_by_role("columnheader", name="D’town")).to_be_visible()
    # Figures as they are late in a game.
    beyond = me.page.evaluate(
        """() => {
          for (const small of document.querySelectorAll('.fc small')) small.textContent = '+42 −30'
          const side = document.querySelector('aside.side')
          return side.scrollWidth - side.clientWidth
        }"""
    )
    assert beyond <= 0


def test_the_pills_of_a_route_cover_no_name_and_can_be_read(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor()
    sit_down(me, laid_out["London"])
    me.page.locator("#deliveries li > button").filter(has_text="Southampton").first.click()
    pills = me.page.locator("svg .pill.link")
    expect(pills).to_have_count(2)
    # They have their size once the board has found its place.
    at_rest(me)
    boxes = [pill.bounding_box() for pill in pills.all()]
    names = [name.bounding_box() for name in me.page.locator("svg .name:not(.back)").all()]
    for pill in boxes:
        assert pill is not None and pill["height"] > 10
        for name in filter(None, names):
            apart = (
                pill["x"] + pill["width"] <= name["x"]
                or name["x"] + name["width"] <= pill["x"]
                or pill["y"] + pill["height"] <= name["y"]
                or name["y"] + name["height"] <= pill["y"]
            )
            assert apart


def test_names_that_grow_on_a_small_screen_do_not_cover_each_other(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor({"width": 1280, "height": 720})
    sit_down(me, laid_out["starting city"])
    me.asked("starting city")
    expect(me.page.locator("svg .name")).not_to_have_count(0)
    # They grow once the board has found its place.
    at_rest(me)
    covering = me.page.evaluate(
        """() => {
          const names = [...document.querySelectorAll('svg .name')]
          const boxes = names.map((name) => name.getBoundingClientRect())
          const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
          return boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => over(a, b))).length
        }"""
    )
    assert covering == 0


def test_many_hexes_are_chosen_on_the_board_and_not_from_a_list(
    visitor: MakeVisitor, laid_out: dict[str, list[str]]
) -> None:
    me = visitor()
    sit_down(me, laid_out["cattle"])
    me.asked("place cattle")
    expect(me.button("Choose a lit hex on the board")).to_be_disabled()
    assert [line.split(" | ")[0] for line in offered(me)] == ["Place the rest for everybody"]
    lit = me.page.locator("svg [role=button][aria-label*='Place on']")
    expect(lit).not_to_have_count(0)
