"""The rows of 1890 Berlin: the framed cube is moved, and boxes are filled one by one on the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MakeVisitor
from tests.browser.test_boards import SCREENS, answer, board_point, offered, screen, sit_down
from tests.browser.test_table import check_axe


@SCREENS
def test_a_city_is_chosen_on_the_board_and_then_one_of_its_boxes(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["boxes"])
    me.asked("put the cube into an empty box")
    expect(me.button("Choose a lit hex on the board")).to_be_disabled()
    if size == DESKTOP:
        me.page.mouse.click(*board_point(me, "Humboldt Hafen"))
    else:
        me.hex("Humboldt Hafen").focus()
        me.page.keyboard.press("Enter")
    assert offered(me) == [
        "Humboldt Hafen, box 1 | The row: purple, empty, empty, red.",
        "Humboldt Hafen, box 2 | The row: empty, purple, empty, red.",
        "Humboldt Hafen, box 3 | The row: empty, empty, purple, red.",
    ]
    me.picture(f"berlin-boxes-{screen(size)}")
    check_axe(me)
    answer(me, "Humboldt Hafen, box 2")
    me.asked("put the cube into an empty box")
    if size == DESKTOP:
        me.sees("Ada put purple into Humboldt Hafen, box 2")
    # The only empty box of a city needs no second choice.
    me.hex("Moabit").focus()
    me.page.keyboard.press("Enter")
    me.press("Moabit, box 1: The row: ", exact=False)
    me.asked("put the cube into an empty box")


@SCREENS
def test_only_the_framed_cube_of_a_row_can_be_moved(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["row"])
    me.asked("move a cube")
    ways = me.page.locator("#deliveries li > button")
    expect(ways.filter(has_text="Humboldt Hafen → Stettiner Bahnhof")).to_have_count(1)
    expect(ways.filter(has_text="Humboldt Hafen → Moabit")).to_have_count(0)
    ways.filter(has_text="Humboldt Hafen → Stettiner Bahnhof").click()
    me.picture(f"berlin-row-{screen(size)}")
    check_axe(me)
    me.press("Deliver, +1", exact=False)
    me.asked("Ben, move a cube")
