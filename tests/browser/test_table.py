"""People play at the table in the browser: by mouse, by keyboard, on a phone, two at once."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, MOVING, PATIENCE, PHONE, MakeVisitor, Visitor, here

NAMES = ("Ada", "Ben", "Cy")


def to_actions(me: Visitor, *, issue: str = "Issue no shares") -> None:
    """Everybody issues the same and drops out: the choice of actions is next."""
    for _ in NAMES:
        me.asked("issue shares")
        if issue != "Issue no shares":
            me.press(issue.split()[1])
        me.step(issue)
    for _ in NAMES[1:]:
        me.asked("bid or drop out")
        me.step("Drop out")


def to_build(me: Visitor, *actions: str, issue: str = "Issue 2 for $10") -> None:
    to_actions(me, issue=issue)
    take_actions(me, *actions)


def take_actions(me: Visitor, *actions: str) -> None:
    """Everybody takes an action: building is next."""
    for action in actions or ("Engineer", "First Build", "Production"):
        me.asked("take an action")
        me.press(action, exact=False)
        me.step(f"Take {action}")
    me.asked("build track")


ACTIONS_SAID = (*("issue 2",) * 3, *("drop",) * 2)
"""What three people say until the choice of actions is next."""


def building(
    me: Visitor, *actions: str, names: Sequence[str] = NAMES, map: str = "rust-belt", **more: object
) -> str:
    """Three people at a new table take these actions and come to build; it is said, not clicked."""
    taken = (f"take {action}" for action in actions or ("Engineer", "First Build", "Production"))
    id = me.new_table(*(here(name) for name in names), map=map, said=(*ACTIONS_SAID, *taken), **more)
    me.asked("build track")
    return id


def end_build(me: Visitor) -> None:
    """End the build, and say yes if asked whether that is meant."""
    prompt = me.page.locator(".prompt[aria-live=polite]").first
    before = prompt.inner_text()
    me.button("End building").last.click()
    me.page.wait_for_function(
        "before => document.querySelector('[role=alertdialog]')"
        " || document.querySelector('.prompt').innerText !== before",
        arg=before,
    )
    question = me.page.get_by_role("alertdialog")
    if question.count():
        me.sure("End building")
    expect(prompt).not_to_have_text(before, use_inner_text=True)


def test_a_new_user_starts_a_hotseat_game_and_plays_the_first_whole_turn_by_clicking(
    visitor: MakeVisitor,
) -> None:
    me = visitor(**MOVING)
    me.go()
    me.sees("Choose a board")
    me.picture("lobby")
    me.press("Remove one")
    me.press("3 people here")
    expect(me.page).to_have_url(re.compile(r"/t/"))
    me.asked("issue shares")
    me.picture("table-issue")
    to_build(me)
    assert me.page.title().startswith("● Your turn")
    me.hex("F9").click()
    me.picture("table-build")
    me.press("Build $3", exact=False)
    expect(me.button("Undo F9")).to_be_visible()
    for _ in NAMES:
        me.asked("build track")
        end_build(me)
    for number in range(5):
        me.asked("move a cube")
        me.step("Raise engine to 2" if number < 3 else "Pass")
    # With the last move the turn is over, and its end is told first.
    me.asked("move a cube")
    me.press("Pass")
    me.sees("Turn 1 is over")
    me.press("On to turn 2", exact=False)
    me.asked("issue shares")
    me.picture("table-turn-2")


def test_two_browsers_play_each_other_live_and_one_reloads_in_the_middle(visitor: MakeVisitor) -> None:
    ada, ben = visitor(), visitor()
    id = ada.new_table(here("Ada"), {"kind": "link", "name": "Ben"}, {"kind": "bot", "bot": "random"})
    card = ada.state(id)["card"]
    assert isinstance(card, dict)
    link = next(seat["link"] for seat in card["seats"] if seat["link"])
    ben.go(link if str(link).startswith("http") else str(link))
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.page.get_by_role("button", name=re.compile("sit|join|take", re.I)).first.click()
    expect(ben.page).to_have_url(re.compile(rf"/t/{id}"))

    told = 0
    for _ in range(PATIENCE // 100):
        if told == 2:
            break
        ada.page.wait_for_timeout(100)
        for somebody in (ada, ben):
            button = somebody.button("Issue no shares")
            if button.is_visible():
                button.click()
                expect(button).to_be_hidden()
                told += 1
    for somebody in (ada, ben):
        somebody.sees("Ada issued no shares")
        somebody.sees("Ben issued no shares")

    ben.page.reload()
    ben.sees("Ada issued no shares")
    ben.sees("Ben issued no shares")
    # The bot may be moving between the two questions.
    for _ in range(PATIENCE // 100):
        if ada.state(id)["at"] == ben.state(id)["at"]:
            return
        ada.page.wait_for_timeout(100)
    pytest.fail("the two are told of different tables")


def test_what_one_says_appears_at_the_other_and_is_shown_as_text(visitor: MakeVisitor) -> None:
    ada, watcher = visitor(), visitor()
    id = ada.new_table(here("Ada"), here("Ben"), here("Cy"), public=True)
    watcher.go(f"/t/{id}")
    for somebody in (ada, watcher):
        somebody.page.get_by_role("button", name=re.compile("chat", re.I)).first.click()
    ada.page.get_by_role("textbox", name=re.compile("chat|say|message|word", re.I)).first.fill("<b>hi</b>")
    ada.page.keyboard.press("Enter")
    watcher.sees("<b>hi</b>")


def test_a_move_can_be_undone(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    me.hex("F9").click()
    me.press("Build $3", exact=False)
    me.press("Undo F9")
    expect(me.button("Undo F9")).to_be_hidden()
    expect(me.hex("F9")).to_be_visible()


def test_an_illegal_build_says_why(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    board = me.page.locator("svg[role=application], svg[role=group]").first.bounding_box()
    assert board is not None
    me.page.mouse.click(board["x"] + board["width"] * 0.5, board["y"] + board["height"] * 0.4)
    expect(me.page.get_by_role("alert").first).to_contain_text("is water. No tile can lie there.")
    me.picture("table-refused")


def test_a_probable_slip_is_asked_back(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me, "Urbanization", "First Move", "Production")
    me.press("End building")
    me.sees("End building?")
    me.picture("table-slip")
    me.sure("Place it")
    me.asked("build track")


def test_a_new_city_is_placed_by_choosing_a_tile_and_a_town(visitor: MakeVisitor) -> None:
    me = visitor()
    id = building(me, "Urbanization", "First Move", "Production")
    me.press("Place a New City")
    me.press("New City C, black", exact=False)
    me.hex("Toledo").first.click()
    me.picture("table-urbanize")
    me.press("Place C on Toledo")
    me.sees("made Toledo a city")
    view = me.state(id)["view"]
    assert isinstance(view, dict)
    assert "Toledo" in [city["place"] for city in view["new_cities"]]


def test_the_slider_shows_the_past_and_comes_back(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    slider = me.page.get_by_role("slider").first
    slider.focus()
    for _ in range(4):
        slider.press("ArrowLeft")
    me.sees("Back to now")
    me.picture("table-past")
    me.press("Back to now", exact=False)
    expect(me.page.get_by_text("Back to now")).to_have_count(0)
    me.asked("build track")


def test_the_keyboard_alone_is_enough_to_build(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    me.hex("F9").focus()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("button", name=re.compile(r"^Build \$3"))).to_be_visible()
    me.page.keyboard.press("r")
    me.page.keyboard.press("Enter")
    expect(me.button("Undo F9")).to_be_visible()
    me.page.keyboard.press("u")
    expect(me.button("Undo F9")).to_be_hidden()


def test_a_filter_of_the_lobby_chooses_a_board_that_it_shows(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    heading = me.page.get_by_role("region", name="New table").get_by_role("heading", level=3)
    shown = me.page.get_by_role("status").filter(has_text="boards")
    expect(heading).to_have_text("Rust Belt")
    me.picture("picker-desktop")
    me.press("1 player")
    expect(heading).to_have_text("Barbados")
    me.press("Show all")
    me.press("No auction")
    me.press("2 players")
    me.press("St. Lucia")
    me.press("Show all")
    expect(heading).to_have_text("St. Lucia")
    me.press("6 players")
    expect(heading).to_have_text("Rust Belt")
    me.press("Long")
    me.page.get_by_role("searchbox").fill("stranr")
    expect(shown).to_have_text("0 boards")
    me.sees("No board fits all of that.")
    me.press("Show all")
    me.page.get_by_role("searchbox").fill("stranr")
    expect(heading).to_have_text("Scotland")
    me.page.get_by_role("searchbox").fill("")
    me.page.get_by_label("Order of the boards").select_option("By name")
    first = me.page.get_by_role("region", name="Choose a board").get_by_role("listitem").first
    expect(first.get_by_role("heading")).to_contain_text("1890 Berlin")


def test_on_a_phone_the_chosen_board_is_whole(visitor: MakeVisitor) -> None:
    me = visitor(PHONE, has_touch=True, is_mobile=True)
    me.go()
    me.picture("picker-phone")
    me.press("Filters")
    me.press("2 players")
    me.picture("picker-phone-filters")
    me.press("Show all")
    me.press("Filters")
    for board in ("Southern U.S.", "St. Lucia"):
        me.press(board)
        card = me.page.get_by_role("listitem").filter(has=me.button(board))
        expect(card).to_be_in_viewport(ratio=1)


def test_against_bots_the_moves_come_and_the_game_goes_on(visitor: MakeVisitor) -> None:
    me = visitor(**MOVING)
    me.go()
    me.press("Against", exact=False)
    me.asked("issue shares")
    me.press("Issue no shares")
    me.asked("bid or drop out")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_lobby_and_table_break_no_serious_rule_of_axe(
    visitor: MakeVisitor, size: dict[str, int], theme: str
) -> None:
    me = visitor(size, color_scheme=theme)
    me.go()
    me.sees("Rust Belt")
    screen = "phone" if size == PHONE else "desktop"
    check_axe(me)
    me.picture(f"lobby-{screen}-{theme}")
    me.new_table(*map(here, NAMES))
    me.asked("issue shares")
    check_axe(me)
    building(me)
    me.hex("F9").first.focus()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("button", name=re.compile(r"^Build \$3"))).to_be_visible()
    check_axe(me)
    me.picture(f"table-{screen}-{theme}")


def check_axe(me: Visitor) -> None:
    found = Axe().run(me.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in serious]


def test_on_a_phone_one_can_play(visitor: MakeVisitor) -> None:
    me = visitor(PHONE, has_touch=True, is_mobile=True, **MOVING)
    me.new_table(*map(here, NAMES))
    me.asked("issue shares")
    me.picture("phone-issue")
    to_actions(me)
    me.asked("take an action")
    # The list is longer than the sheet; what confirms stays in sight.
    expect(me.button("Choose an action")).to_be_in_viewport(ratio=1)
    me.picture("phone-take")
    take_actions(me)
    me.hex("F9").first.focus()
    me.page.keyboard.press("Enter")
    me.picture("phone-build")
    me.page.get_by_role("button", name=re.compile(r"^Build \$3")).first.tap()
    expect(me.page.get_by_role("button", name=re.compile("Undo")).first).to_be_visible()
    me.page.get_by_role("button", name="Log").tap()
    me.page.locator("[data-line]").first.tap()
    # The board comes forward and shows that moment.
    expect(me.page.locator("svg[role=application]")).to_be_visible()
    me.sees("Back to now")
    me.picture("phone-past")


TWICE_IN_A_FRAME = """() => new Promise((told) => {
  // As when an answer of the server comes while the page is still making room: more room is taken
  // after the log has scrolled to its end, and before the browser tells that it has.
  const prompt = document.querySelector('.prompt')
  const watch = new ResizeObserver(() => {
    if (prompt.style.paddingBottom === '80px') return
    prompt.style.paddingBottom = prompt.style.paddingBottom ? '80px' : '40px'
    requestAnimationFrame(() => requestAnimationFrame(told))
  })
  watch.observe(document.querySelector('[aria-label=Log] .lines'))
})"""

WHOLE_LINES = """() => {
  const list = document.querySelector('[aria-label=Log] .lines')
  const { top, bottom } = list.getBoundingClientRect()
  const below = top + list.querySelector('h3').offsetHeight
  const lines = [...list.querySelectorAll('li')].map((li) => li.getBoundingClientRect())
  const cuts = (at) => [below, bottom].some((edge) => at.top < edge - 1 && at.bottom > edge + 1)
  return list.scrollTop > 0 && !lines.some(cuts) && lines.at(-1).bottom <= bottom + 1
}"""
"""Whether the log is scrolled so that its last line is in sight and no line is cut."""


def test_the_log_keeps_its_newest_line_in_sight_and_cuts_none_until_one_scrolls_up(
    visitor: MakeVisitor,
) -> None:
    me = visitor({"width": 1440, "height": 820})
    building(me)
    me.page.wait_for_function(WHOLE_LINES)
    me.page.evaluate(TWICE_IN_A_FRAME)
    me.page.wait_for_function(WHOLE_LINES)
    expect(me.button("Newest")).to_have_count(0)
    me.page.locator("[aria-label=Log] .lines").hover()
    me.page.mouse.wheel(0, -150)
    expect(me.button("Newest")).to_be_visible()
    me.press("Newest")
    expect(me.button("Newest")).to_have_count(0)
    me.page.wait_for_function(WHOLE_LINES)
