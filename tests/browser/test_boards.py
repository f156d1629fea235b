"""What the boards of the deluxe box ask beyond the base game is answered by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, MakeVisitor, Visitor, here
from tests.browser.test_table import building, check_axe

SCREENS = pytest.mark.parametrize(
    ("size", "theme"),
    [(DESKTOP, "light"), (PHONE, "dark")],
    ids=["desktop", "phone"],
)


def sit_down(me: Visitor, tables: list[str]) -> None:
    """Come to one of these tables by its address: there are more than a lobby lists."""
    me.known()
    me.go(f"/t/{tables.pop()}")


def take_board(me: Visitor, name: str, *buttons: str) -> None:
    """Choose a board in the lobby, and start at once."""
    me.go()
    for button in (name, *buttons):
        me.press(button)
    expect(me.page).to_have_url(re.compile("/t/"))


def screen(size: dict[str, int]) -> str:
    return "phone" if size == PHONE else "desktop"


def offered(me: Visitor) -> list[str]:
    """The answers that can be clicked, each with its line."""
    answers = me.page.get_by_role("list", name="Answers").get_by_role("listitem")
    answers.first.wait_for()
    return [" | ".join(filter(None, text.split("\n"))) for text in answers.all_inner_texts()]


def board_point(me: Visitor, name: str) -> tuple[float, float]:
    """Where the middle of a hex is on the screen."""
    told = me.page.evaluate("() => document.querySelector('svg[role=application]').ariaLabel")
    hexes = {
        hex[key]: hex
        for card in me.context.request.get(f"{me.server.address}/api/maps").json()
        if told.startswith(card["name"])
        for hex in me.context.request.get(f"{me.server.address}/api/maps/{card['id']}/board").json()["hexes"]
        for key in ("name", "label")
    }
    at_rest(me)
    x, y = me.page.evaluate(
        """([x, y]) => {
          const point = new DOMPoint(x, y)
          const board = document.querySelector('svg[role=application] > g')
          const there = point.matrixTransform(board.getScreenCTM())
          return [there.x, there.y]
        }""",
        [hexes[name]["x"], hexes[name]["y"]],
    )
    return x, y


STILL = """() => new Promise((told) => {
  const board = document.querySelector('svg[role=application] > g')
  let before = '', same = 0
  const look = () => {
    const { a, e, f } = board.getScreenCTM()
    const now = `${a} ${e} ${f}`
    same = now === before && !board.style.willChange ? same + 1 : 0
    before = now
    if (same < 5) requestAnimationFrame(look)
    else told(true)
  }
  look()
})"""


def at_rest(me: Visitor) -> None:
    """Wait until the board has found its place."""
    me.page.evaluate(STILL)


def answer(me: Visitor, label: str) -> None:
    me.page.get_by_role("list", name="Answers").get_by_role("button", name=re.compile(f"^{label}")).click()


# Western U.S. ------------------------------------------------------------------------------------------


@SCREENS
def test_the_mover_chooses_by_name_who_gets_the_bonus(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["bonus"])
    me.asked("Ada, move a cube")
    me.page.get_by_role("button", name=re.compile("^Red cube from Seattle to Duluth")).click()
    me.sees("Then: choose who gets the bonus.")
    me.picture(f"western-delivery-{screen(size)}")
    me.press("Deliver, ", exact=False)
    me.asked("Ada, choose who gets the bonus")
    assert offered(me) == ["Ada | +1 income: 1 → 2", "Ben | +1 income: 2 → 3"]
    check_axe(me)
    me.picture(f"western-bonus-{screen(size)}")
    answer(me, "Ben")
    me.asked("Ben, move a cube")


@SCREENS
def test_who_closes_the_transcontinental_link_chooses_by_keyboard_who_is_paid(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["transcontinental"])
    me.asked("Ada, build track")
    me.hex("M2").focus()
    me.page.keyboard.press("Enter")
    me.sees("then: choose who is paid for the transcontinental link")
    me.press("Build $", exact=False)
    me.asked("Ada, choose who is paid for the transcontinental link")
    assert offered(me) == [
        "Ada and Ben | +2 income each: Ada 1 → 3, Ben 2 → 4",
        "Ada and Cy | +2 income each: Ada 1 → 3, Cy 3 → 5",
        "Ben and Cy | +2 income each: Ben 2 → 4, Cy 3 → 5",
    ]
    check_axe(me)
    me.picture(f"western-transcontinental-{screen(size)}")
    me.page.get_by_role("list", name="Answers").get_by_role("button").first.focus()
    me.page.keyboard.press("ArrowDown")
    me.page.keyboard.press("Enter")
    me.asked("Ada, build track")
    if size == DESKTOP:
        me.sees("Cy +2 income as a bonus")


def test_western_track_is_refused_where_no_railroad_begins_and_the_table_tells_what_differs(
    visitor: MakeVisitor,
) -> None:
    me = visitor()
    building(me, "Engineer", "Locomotive", "Production", map="western-us")
    point = board_point(me, "Denver")
    me.page.mouse.move(*point)
    me.sees("city · takes purple")
    me.page.mouse.click(point[0] + 60, point[1])
    expect(me.page.get_by_role("alert").first).to_contain_text("A railroad begins at one of the starting")
    me.page.mouse.move(*board_point(me, "Seattle"))
    me.sees("city · west · railroads begin here · takes blue")
    me.picture("western-refused")
    me.press("Rules (G)")
    sheet = me.page.get_by_role("region", name="Rules")
    sheet.get_by_role("button", name="Western U.S.").click()
    expect(sheet).to_contain_text("coast to coast")
    expect(sheet).to_contain_text("Railroads start at Seattle")
    check_axe(me)
    me.picture("western-rules")


# Southern U.S. -----------------------------------------------------------------------------------------


@SCREENS
def test_cotton_goes_to_a_port_and_tells_the_movers_bonus(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["cotton"])
    me.page.get_by_role("button", name=re.compile("^White cube from Selma to Mobile, .1 income")).click()
    me.sees("1 of it a bonus")
    me.picture(f"southern-cotton-{screen(size)}")
    if size == DESKTOP:
        me.page.mouse.move(*board_point(me, "Mobile"))
        me.sees("city · port · takes purple and white")
    me.step("Deliver, +1", exact=False)


def test_a_southern_table_is_opened_from_the_lobby(visitor: MakeVisitor) -> None:
    me = visitor()
    take_board(me, "Southern U.S.", "4 people here")
    me.asked("issue shares")
    me.picture("southern-table")


# Germany -----------------------------------------------------------------------------------------------


@SCREENS
def test_in_germany_a_link_is_completed_before_the_build_ends(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["engineer"])
    me.asked("Ada, build track")
    if size == DESKTOP:
        me.page.mouse.move(*board_point(me, "Warsaw"))
        me.sees("foreign terminal · takes red")
    me.hex("L9").focus()
    me.page.keyboard.press("Enter")
    dear = me.page.get_by_role("button", name=re.compile(r"instead of \$9, completes "))
    expect(dear.first).to_contain_text("$9 $5")
    check_axe(me)
    me.picture(f"germany-engineer-{screen(size)}")
    me.page.keyboard.press("Escape")
    me.press("Köln/Düsseldorf–Essen/Dortmund, $2")
    expect(me.button("Köln/Düsseldorf–Essen/Dortmund, $2")).to_have_count(0)
    # The button that was pressed is gone; the keyboard is back where it was on the board.
    expect(me.hex("L9")).to_be_focused()
    me.sees("L9: 5 tiles fit")
    me.hex("E6").focus()
    me.page.keyboard.press("Enter")
    me.page.get_by_role("button", name=re.compile("NE-SW")).click()
    me.press("Build $1", exact=False)
    me.sees("your track on E6 is still open")
    expect(me.button("End building")).to_be_disabled()
    # Also on a small screen what can be chosen now is in sight.
    me.page.wait_for_function(
        """() => [...document.querySelectorAll('.dot, .plus')].some((mark) => {
          const { left, right } = mark.getBoundingClientRect()
          return left > 0 && right < innerWidth
        })"""
    )
    check_axe(me)
    me.picture(f"germany-open-{screen(size)}")
    me.press("Undo E6")
    expect(me.button("End building")).to_be_enabled()


# St. Lucia ---------------------------------------------------------------------------------------------


@SCREENS
def test_on_st_lucia_one_pays_to_go_first_or_declines(
    visitor: MakeVisitor, size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    take_board(me, "St. Lucia", "2 people here")
    me.asked("pay $5 to go first, or decline")
    pay, decline = offered(me)
    assert pay == "Pay $5 | You go first; $5 left."
    assert re.fullmatch(
        r"Decline \| Player [12] is asked next; if both decline, you go first free\.", decline
    )
    check_axe(me)
    me.picture(f"st-lucia-pay-{screen(size)}")
    answer(me, "Decline")
    expect(me.page.get_by_text("goes first free.")).to_be_visible()
    answer(me, "Pay")
    me.asked("issue shares")
    me.sees("up to 13 at $5 · 2 shares out · $5" if size == PHONE else "paid $5 to go first")
    assert me.page.get_by_text("goods display").count() == 0


@SCREENS
def test_on_st_lucia_a_cube_leaves_its_hex_by_the_track_that_is_chosen(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out["track cube"])
    me.asked("Ada, move a cube")
    me.page.mouse.click(*board_point(me, "G3"))
    expect(me.page.get_by_role("alert").first).to_contain_text("No track lies on G3 yet")
    me.page.mouse.click(*board_point(me, "D2"))
    me.sees("Leaves SW towards Castries")
    check_axe(me)
    me.picture(f"st-lucia-cube-{screen(size)}")
    me.press("Other route")
    me.sees("Leaves S towards Castries")
    me.sees("Route 1 brings you +1 and others nothing.")
    me.press("Other route")
    me.sees("Leaves SW towards Castries")
    me.press("Deliver, +1", exact=False)
    me.asked("Ben, move a cube")


def come_to_build_on_st_lucia(me: Visitor) -> None:
    """Two people come to build; the first may make a town a city."""
    said = ("decline", "decline", "issue 0", "issue 0", "take urbanization", "take engineer")
    me.new_table(here("Ada"), here("Ben"), map="st-lucia", said=said)
    me.asked("build track")


def test_on_st_lucia_the_first_build_points_to_the_new_city(visitor: MakeVisitor) -> None:
    me = visitor()
    come_to_build_on_st_lucia(me)
    me.sees("No track can be built now, but a New City can be placed.")


# Barbados ----------------------------------------------------------------------------------------------


@SCREENS
def test_barbados_is_opened_from_the_lobby_for_one_player(
    visitor: MakeVisitor, size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    me.go()
    me.press("Barbados")
    me.sees("A game for one player")
    me.page.get_by_role("checkbox", name=re.compile("^Easy")).check()
    me.picture(f"barbados-lobby-{screen(size)}")
    check_axe(me)
    me.press("Play alone")
    me.asked("issue shares")
    assert me.button("2").count() == 0
    me.step("Issue no shares")
    me.asked("take an action")
    me.press("Engineer", exact=False)
    me.step("Take Engineer")
    me.asked("build track")
    me.picture(f"barbados-build-{screen(size)}")


@SCREENS
@pytest.mark.parametrize("end", ["won", "lost"])
def test_barbados_ends_won_or_lost(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], end: str, size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    sit_down(me, laid_out[f"alone, {end}"])
    me.asked("Ada, move a cube")
    me.press("Pass")
    heading = me.page.get_by_role("heading", level=1, name=re.compile(f"^Ada has {end}"))
    # The dice seal what could be taken back: that is asked first.
    sure = me.page.get_by_role("alertdialog").get_by_role("button", name="Pass")
    expect(heading.or_(sure)).to_be_visible()
    if sure.count():
        me.sure("Pass")
    expect(heading).to_be_visible()
    expect(me.page.get_by_text(re.compile("^Score .* cash − .* shares"))).to_be_visible()
    heads = me.page.get_by_role("region", name="Standings").get_by_role("columnheader").all_inner_texts()
    assert heads == ["Player", "Cash", "Shares", "Score"]
    check_axe(me)
    me.picture(f"barbados-{end}-{screen(size)}")
    if size == DESKTOP:
        # A tall board leaves room for what stands below it.
        expect(me.page.get_by_role("heading", name="How it went")).to_be_in_viewport()
    me.press("Watch again")
    me.asked("Ada is issuing shares")
