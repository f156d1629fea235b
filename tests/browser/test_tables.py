"""Tables that have names, go into the archive and away; a second device; and what was once out of reach."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, PHONE, MakeVisitor
from tests.browser.test_boards import at_rest
from tests.browser.test_table import NAMES, building, check_axe, here


def test_bots_are_chosen_by_names_for_people_with_a_sentence_about_each(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    seats = me.page.get_by_role("region", name="New table")
    level = seats.get_by_label("Bot in seat 2")
    names = ["Apprentice", "Fireman", "Driver", "Superintendent", "Random"]
    expect(level.get_by_role("option")).to_have_text(names)
    expect(seats.get_by_text("Driver. Plans track")).to_be_visible()
    expect(seats.get_by_text("Apprentice. ")).to_have_count(0)
    level.select_option("Apprentice")
    expect(seats.get_by_text("Apprentice. Spends little")).to_be_visible()
    check_axe(me)
    me.picture("lobby-levels")


def test_tables_are_named_copied_put_away_and_removed(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    me.page.get_by_label("Name of the table").fill("Sunday table")
    me.press("4 people here")
    expect(me.page.get_by_role("link", name="Sunday table")).to_be_visible()
    me.asked("issue shares")
    me.press("Settings")
    me.press("Try this position")
    expect(me.page.get_by_role("link", name="Sunday table, what if")).to_be_visible()
    me.go()
    own = me.page.get_by_role("region", name="Your tables")
    expect(own.get_by_role("link", name="Copy of Sunday table", exact=True)).to_be_visible()
    check_axe(me)
    me.picture("lobby-named")

    me.press("More for Sunday table, what if")
    me.press("Archive")
    me.sees("“Sunday table, what if” is in the archive.")
    me.press("Undo")
    expect(own.get_by_role("link", name="Sunday table, what if")).to_be_visible()
    me.press("More for Sunday table, what if")
    me.press("Rename")
    own.get_by_label("Name of the table").fill("Another try")
    me.press("Keep")
    expect(own.get_by_role("link", name="Another try")).to_be_visible()
    me.press("More for Another try")
    me.press("Archive")
    me.press("Archive (1)")
    archive = me.page.get_by_role("region", name="Archive")
    expect(archive.get_by_role("link", name="Another try")).to_be_visible()
    me.press("More for Another try")
    me.press("Remove")
    me.sees("Remove “Another try” for good?")
    check_axe(me)
    me.picture("lobby-remove")
    me.press("Remove it")
    me.sees("“Another try” is removed.")
    expect(archive.get_by_text("Nothing is put away.")).to_be_visible()


def test_a_link_from_here_says_so_and_a_second_device_plays_by_a_code(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    me.page.get_by_role("group", name="Who sits in seat 2").get_by_role("radio", name="Link").check()
    me.press("Open the table")
    me.sees("This link works only on this machine.")
    me.sees("footplate serve --host 0.0.0.0")
    check_axe(me)
    me.picture("invitation")
    invitation = me.page.locator("input[readonly]").first.input_value()
    me.page.get_by_role("link", name="Go to the table").click()
    me.press("Settings")
    me.press("Show a code")
    code = me.page.locator(".code").inner_text().removeprefix("Your code:").strip()

    phone = visitor(PHONE, has_touch=True, is_mobile=True)
    phone.go(me.page.url)
    phone.sees("You watch this table; others play.")
    phone.go("/")
    phone.page.get_by_role("link", name="Enter its code").click()
    phone.page.get_by_label("The code").fill(code.lower())
    check_axe(phone)
    phone.picture("phone-code")
    phone.press("Be the same person")
    expect(phone.page.get_by_role("region", name="Your tables").get_by_role("listitem")).to_have_count(1)
    phone.go(me.page.url)
    ben = visitor()
    ben.go(invitation)
    ben.sees("A seat is kept for you")
    ben.page.get_by_label("Your name at this table").fill("Ben")
    ben.press("Sit down")
    expect(ben.page.locator(".prompt").first).to_be_visible()
    # Who begins is chance, and bots take their time: if Ben is asked first, he makes room.
    hers, his = phone.button("Issue no shares"), ben.button("Issue no shares")
    for _ in range(PATIENCE // 100):
        if hers.is_visible():
            break
        if his.is_visible():
            his.click()
            expect(his).to_be_hidden()
        phone.page.wait_for_timeout(100)
    phone.asked("Player 1, issue shares")
    phone.step("Issue no shares")
    late = visitor()
    late.go(invitation)
    late.sees("This invitation has been used")
    expect(late.page.get_by_text("kept for you")).to_have_count(0)
    check_axe(late)


def test_new_table_stays_in_reach_and_the_board_in_the_middle(visitor: MakeVisitor) -> None:
    me = visitor({"width": 1280, "height": 720})
    me.go()
    last = me.page.get_by_role("button", name=re.compile("Western U.S.")).first
    last.scroll_into_view_if_needed()
    last.click()
    expect(me.button("Open the table")).to_be_in_viewport(ratio=1)

    me.new_table(*map(here, NAMES))
    me.asked("issue shares")
    me.page.set_viewport_size({"width": 1920, "height": 1080})
    expect(me.page.get_by_role("region", name="Board")).to_be_visible()
    at_rest(me)
    frame = me.page.get_by_role("region", name="Board").bounding_box()
    shift = me.page.locator("svg[role=application] > g").get_attribute("transform")
    board = me.context.request.get(f"{me.server.address}/api/maps/rust-belt/board").json()
    assert frame and shift
    x, y, k = map(float, re.findall(r"[-\d.]+", shift))
    for before, long in ((x, "width"), (y, "height")):
        after = frame[long] - before - board[long] * k
        assert abs(before - after) < 30, (long, before, after)


def test_after_enter_builds_the_keyboard_keeps_its_place(visitor: MakeVisitor) -> None:
    me = visitor()
    building(me)
    me.hex("F9").first.focus()
    me.page.keyboard.press("Enter")
    expect(me.button("Build $3 Enter")).to_be_visible()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("button", name="Undo F9")).to_be_visible()
    expect(me.page.locator("svg [role=button]:focus")).to_have_count(1)
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("group", name="Tiles that fit")).to_be_visible()
