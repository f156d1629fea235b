"""The page itself: how it is set, and what it says about itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor, here


def test_the_page_is_set_in_its_own_typeface(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    me.sees("Choose a board")
    me.page.evaluate("document.fonts.ready")
    faces = "[...document.fonts].filter(f => f.family === 'Inter' && f.status === 'loaded').length"
    assert me.page.evaluate(faces) == 1
    assert me.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter,")


def test_the_lobby_is_shown_without_asking_the_server_anything_more(visitor: MakeVisitor) -> None:
    me = visitor()
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url.removeprefix(me.server.address)))
    me.go()
    expect(me.button("Open the table")).to_be_visible()
    expect(me.page.get_by_role("link", name=re.compile("Learn the game"))).to_be_visible()
    expect(me.page.locator("main img").first).not_to_have_js_property("naturalWidth", 0)
    # Only pictures: all else has come with the page, and every script is named in it.
    assert [path for path in asked if path.startswith("/api/") and "preview" not in path] == []
    scripts = [path for path in asked if path.endswith(".js")]
    named = me.context.request.get(me.server.address).text()
    assert scripts and all(f'"{path}"' in named for path in scripts)


def test_a_board_far_down_is_drawn_when_somebody_comes_there(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    last = me.page.get_by_role("region", name="Choose a board").locator("li img").last
    last.scroll_into_view_if_needed()
    expect(last).not_to_have_js_property("naturalWidth", 0)


def test_headings_and_links_say_what_they_lead_to(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    boards = me.page.get_by_role("region", name="Choose a board").get_by_role("heading", level=3)
    expect(boards.first).to_have_accessible_name("Rust Belt")
    me.new_table(here("Ada"), here("Ben"), here("Cy"), name="Sunday table")
    expect(me.page.get_by_role("link", name="Sunday table, to the lobby")).to_be_visible()
