"""The rules at the table: searched, led to from a phase and a refusal, explained term by term, printed."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, MakeVisitor, Visitor, here
from tests.browser.test_table import building, check_axe, to_actions


def test_the_rules_are_searched_and_lead_from_phase_and_refusal(visitor: MakeVisitor, tmp_path: Path) -> None:
    ann = visitor()
    ann.new_table(here("Ann"), here("Ben"), here("Cy"), map="germany")
    ann.asked("issue shares")
    ann.page.keyboard.press("g")
    field = ann.page.get_by_role("searchbox", name="Search the rules")
    expect(field).to_be_visible()
    ann.page.keyboard.press("/")
    ann.page.keyboard.type("water")
    expect(ann.page.get_by_text("1 place", exact=True)).to_be_visible()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("mark:visible")).to_have_text("water")
    check_axe(ann)
    ann.picture("rules")
    ann.page.get_by_title("Move goods: its rules").click()
    expect(ann.page.get_by_role("heading", name="Move goods")).to_be_visible()
    # A term explains itself to the pointer and to the keyboard, and Esc closes it, not the book.
    term = ann.page.locator(".chapter:not(.off) button.term").first
    term.hover()
    expect(ann.page.get_by_role("tooltip")).to_be_visible()
    term.focus()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("tooltip")).to_have_count(0)
    expect(field).to_be_visible()
    # The whole book is printed, not only the open chapter and not the table.
    pages = ann.page.pdf(path=tmp_path / "rules.pdf", format="A4")
    assert len(re.findall(rb"/Type /Page\b(?!s)", pages)) >= 4 and len(pages) > 60_000
    ann.press("Close the rules")
    ann.step("Issue no shares")


def test_a_refusal_leads_to_the_paragraph_of_its_rule(visitor: MakeVisitor) -> None:
    ann = visitor()
    building(ann)
    board = ann.page.locator("section[aria-label=Board]").bounding_box()
    assert board
    # The lake in the middle of the Rust Belt.
    ann.page.mouse.click(board["x"] + 0.47 * board["width"], board["y"] + 0.28 * board["height"])
    ann.press("Its rule")
    expect(ann.page.locator("p.told")).to_be_visible()
    check_axe(ann)


def test_on_a_phone_the_rules_have_the_screen_and_lead_back(visitor: MakeVisitor) -> None:
    ann = visitor(PHONE, has_touch=True, is_mobile=True)
    ann.new_table(here("Ann"), here("Ben"), here("Cy"))
    ann.asked("issue shares")
    ann.press("More")
    ann.press("Rules")
    expect(ann.page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
    ann.page.locator(".chapter:not(.off) button.term").first.tap()
    expect(ann.page.get_by_role("tooltip")).to_be_visible()
    check_axe(ann)
    ann.picture("rules-phone")
    ann.press("Back to the table")
    ann.asked("issue shares")


def explains(me: Visitor, where: Locator, word: str, says: str) -> None:
    """A word there explains itself to the pointer and to the keyboard, and is quiet again."""
    term = where.locator("button.term", has_text=re.compile(f"^{word}$")).first
    tooltip = me.page.get_by_role("tooltip")
    term.hover()
    expect(tooltip).to_contain_text(says)
    me.page.mouse.move(2, 2)
    expect(tooltip).to_have_count(0)
    term.focus()
    expect(tooltip).to_be_in_viewport(ratio=1)
    me.page.keyboard.press("Escape")
    expect(tooltip).to_have_count(0)


def test_in_the_dark_the_rules_are_printed_on_light_paper_without_buttons(visitor: MakeVisitor) -> None:
    ann = visitor(PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    ann.new_table(here("Ann"), here("Ben"), here("Cy"), map="germany")
    ann.asked("issue shares")
    ann.press("More")
    ann.press("Rules")
    ann.page.get_by_role("searchbox").fill("terminal")
    ann.page.keyboard.press("Enter")
    # The chapter of what was found is in sight among those beside it.
    expect(ann.page.get_by_role("button", name="Germany").and_(ann.page.locator("nav *"))).to_be_in_viewport(
        ratio=1
    )
    expect(ann.page.locator(".chapter:not(.off) .base").first).to_contain_text("Elsewhere: ")
    ink = "getComputedStyle(document.querySelector('.book h2')).color"
    light, dark = "rgb(27, 36, 34)", "rgb(233, 238, 235)"
    assert ann.page.evaluate(ink) == dark
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(ink) == light
    expect(ann.page.get_by_role("region", name="Rules").locator("header button:visible")).to_have_count(0)


def test_the_words_of_the_table_explain_themselves(
    visitor: MakeVisitor, laid_out: dict[str, list[str]], scenes: dict[str, list[str]]
) -> None:
    ann = visitor()
    ann.new_table(here("Ann"), here("Ben"), here("Cy"))
    ann.asked("issue shares")
    decision = ann.page.get_by_role("region", name="Your decision")
    explains(ann, ann.page.locator(".prompt"), "shares", "Brings $5 when issued")
    explains(ann, decision, "expenses", "What you pay every turn")
    to_actions(ann)
    explains(ann, ann.page.get_by_role("region", name="Log"), "player order", "The order in which")
    explains(ann, decision, "engine", "How many links a cube of yours may cross")
    # A tap on a word of a card explains it, and takes nothing in hand.
    decision.locator("button.term", has_text="engine").first.click()
    expect(ann.page.get_by_role("tooltip")).to_be_visible()
    expect(ann.button("Locomotive", exact=False).first).to_have_attribute("aria-pressed", "false")
    check_axe(ann)
    ann.known()
    ann.go(f"/t/{laid_out['bonus'][0]}")
    deliveries = ann.page.get_by_role("region", name="Deliveries")
    explains(ann, deliveries, "Links", "Finished track between two cities or towns")
    explains(ann, deliveries, "Income", "Dollars you receive every turn")
    # So does a word of a row, and nothing is chosen by it; the keyboard finds it where the row is told.
    ann.go(f"/t/{laid_out['Seattle, gray'][2]}")
    row = deliveries.locator("li", has_text="the state’s").first
    row.locator("button.term", has_text="link").click()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("Finished track")
    expect(row.get_by_role("button").first).to_have_attribute("aria-pressed", "false")
    row.get_by_role("button").first.click()
    chosen = ann.page.get_by_role("region", name="Chosen delivery")
    explains(ann, chosen, "link", "Finished track between two cities or towns")
    explains(ann, ann.page.get_by_role("region", name="Players"), "Moves", "Move actions a turn")
    # On the card of a tile, and under a name what its action does on this board.
    ann.go(f"/t/{laid_out['engineer'][0]}")
    ann.page.locator("svg [role=button][data-target]").first.focus()
    ann.page.keyboard.press("Enter")
    tiles = ann.page.get_by_role("group", name="Tiles that fit")
    tiles.locator("button.term", has_text="open").first.hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("Where track stops")
    ann.page.mouse.move(2, 2)
    check_axe(ann)
    explains(ann, ann.page.get_by_role("region", name="Players"), "Engineer", "Your dearest tile costs half.")
    # The words of another game are its own.
    ann.go(f"/t/{scenes['moving'][0]}")
    explains(ann, ann.page.get_by_role("region", name="Players"), "Coal", "becomes steam when it is laid")
