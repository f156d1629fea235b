"""Whoever knows nothing of the game learns it here: by the pointer, by the keyboard, and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, MakeVisitor, Visitor
from tests.browser.test_boards import at_rest
from tests.browser.test_table import check_axe

FIRST = "/learn/age-of-steam/first-turn"


class Learner:
    """Somebody in a lesson who does what the card says."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def card(self, number: int, title: str) -> None:
        """Wait for a card; it has the focus, so that it is read from its title."""
        head = self.page.get_by_role("heading", level=1, name=title)
        expect(head).to_be_focused()
        expect(self.page.get_by_role("img", name=f"Decision {number} of ")).to_be_visible()

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first.click()

    def place(self, label: str) -> None:
        """Click something on the board that the lesson lights, where it has come to rest."""
        target = self.page.locator(f'svg [role=button][aria-label^="Step"][aria-label*="{label}"]')
        expect(target).to_be_visible()
        target.click()

    def build(self, label: str, price: int) -> None:
        self.place(label)
        self.press(re.compile(rf"^Build \${price}"))

    def says(self, text: str) -> None:
        expect(self.page.locator(".said", has_text=text)).to_be_visible()

    def next(self) -> None:
        self.press(re.compile("^(Next|Finish)"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_who_only_follows_the_first_lesson_comes_to_a_table_with_advice(
    visitor: MakeVisitor, size: dict[str, int]
) -> None:
    desktop = size is DESKTOP
    ann = visitor(size) if desktop else visitor(size, has_touch=True, is_mobile=True)
    learner, name = Learner(ann), "lesson" if desktop else "lesson-phone"
    ann.go()
    ann.page.get_by_role("link", name="Learn the game (10 minutes)").click()
    learner.card(1, "Shares are how you get money")
    check_axe(ann)
    learner.press("2")
    learner.press(re.compile("^Issue 2"))
    learner.says("$20 in hand")
    learner.says("−6 points")
    learner.next()
    learner.card(2, "Going first means choosing first")
    learner.press(re.compile(r"^Bid \$2"))
    learner.says("Emil drops out. You go first, $18 left.")
    learner.next()
    learner.card(3, "Each turn you take one action")
    learner.press(re.compile("^Locomotive"))
    learner.press("Take Locomotive")
    learner.says("Engine 2")
    learner.next()
    learner.card(4, "A town splits your line into two links")
    learner.build("C4", 2)
    learner.place("Millbrook")
    ann.picture(f"{name}-build")
    check_axe(ann)
    learner.press(re.compile(r"^Build \$3"))
    learner.says("First link done.")
    learner.next()
    learner.card(5, "Only a finished link carries goods")
    learner.build("E5", 2)
    learner.press("End building")
    learner.says("Two links, $7 spent, $11 left.")
    # What was begun is kept: one leaves, looks at the lobby, and goes on.
    ann.page.get_by_role("link", name="Leave the lesson").click()
    ann.page.get_by_role("link", name="Go on with the lesson").click()
    learner.says("Two links, $7 spent, $11 left.")
    learner.next()
    learner.card(6, "Bring cubes to cities of their colour")
    learner.place("Yellow cube")
    learner.press(re.compile(r"^Deliver, \+2"))
    learner.says("Delivered. Two links, both yours")
    learner.says("6 points")
    ann.picture(f"{name}-deliver")
    check_axe(ann)
    learner.next()
    learner.card(7, "Another's track may be used, and pays them")
    learner.place("Blue cube")
    learner.press(re.compile(r"^Deliver, \+1"))
    learner.says("You +1, Emil +1")
    learner.next()
    learner.card(8, "Now the turn is paid for")
    learner.press("$15")
    learner.says("Not there yet. That forgets the $6 you pay.")
    learner.press("$9")
    learner.says("$11 + $4 − $6 = $9.")
    learner.next()
    learner.card(9, "Going short costs income, then the game")
    learner.press("1")
    learner.press(re.compile("^Issue 1"))
    learner.says("$1 + $5 + $3 − $7 = $2. Income stays 3.")
    learner.next()
    learner.card(10, "Dice bring new cubes")
    ann.picture(f"{name}-dice")
    ann.hex("Cedar Hill").click()
    learner.says("Cedar Hill, light 3, two dice.")
    learner.next()
    expect(ann.page.get_by_role("heading", level=1, name="That was a turn.")).to_be_focused()
    check_axe(ann)
    ann.picture(f"{name}-end")
    learner.press("Play on against two bots, with advice")
    expect(ann.button("Suggest")).to_be_visible()
    ann.press("Suggest")
    expect(ann.button("Do it")).to_be_visible()
    check_axe(ann)
    ann.picture(f"{name}-advice")
    before = ann.page.locator(".prompt").inner_text()
    ann.press("Do it")
    expect(ann.page.locator(".prompt")).not_to_have_text(before, use_inner_text=True)
    ann.go()
    expect(ann.button("Lessons")).to_be_visible()
    expect(ann.page.get_by_role("link", name="Learn the game")).to_have_count(0)


def test_the_first_lesson_can_be_played_by_keys_alone(visitor: MakeVisitor) -> None:
    ann = visitor()
    learner, keys = Learner(ann), ann.page.keyboard
    ann.go(FIRST)
    learner.card(1, "Shares are how you get money")
    ann.page.get_by_role("spinbutton").focus()
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    tab_to(ann.page, re.compile("^Issue 2"))
    keys.press("Enter")
    learner.says("$20 in hand")
    on(ann.page)
    learner.card(2, "Going first means choosing first")
    tab_to(ann.page, re.compile(r"^Bid \$2"))
    keys.press("Enter")
    learner.says("You go first")
    on(ann.page)
    learner.card(3, "Each turn you take one action")
    tab_to(ann.page, re.compile("^Locomotive"))
    keys.press("Enter")
    tab_to(ann.page, re.compile("^Take Locomotive"))
    keys.press("Enter")
    learner.says("Engine 2")
    on(ann.page)
    learner.card(4, "A town splits your line into two links")
    keys.press("ArrowRight")
    for place in ("1: C4", "2: Millbrook"):
        focused = ann.page.locator("svg [role=button]:focus")
        expect(focused).to_have_attribute("aria-label", re.compile(f"^Step {place},"))
        keys.press("Enter")
        expect(ann.page.get_by_role("button", name=re.compile(r"^Build \$"))).to_be_visible()
        keys.press("Enter")
    learner.says("First link done.")
    # Back, and skip, and where the rules are told.
    keys.press("b")
    expect(ann.page.locator(".coach li[aria-current=step]")).to_contain_text("Click C4")
    keys.press("s")
    learner.card(5, "Only a finished link carries goods")
    for number in range(6, 11):
        keys.press("s")
        expect(ann.page.get_by_role("img", name=f"Decision {number} of ")).to_be_visible()
    keys.press("g")
    expect(ann.page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
    keys.press("Escape")
    keys.press("s")
    expect(ann.page.get_by_role("heading", level=1, name="That was a turn.")).to_be_focused()


def on(page: Page) -> None:
    """Enter leads on from praise, wherever the focus was."""
    expect(page.get_by_role("button", name=re.compile("^Next"))).to_be_visible()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Enter")


def tab_to(page: Page, name: re.Pattern[str]) -> None:
    """Tab until a button of this name has the focus."""
    button = page.get_by_role("button", name=name).first
    expect(button).to_be_visible()
    for _ in range(60):
        if button.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name.pattern}")


def test_tries_are_free_and_after_some_the_lesson_shows_the_move(visitor: MakeVisitor) -> None:
    ann = visitor()
    learner = Learner(ann)
    ann.go(FIRST)
    learner.card(1, "Shares are how you get money")
    learner.press("4")
    learner.press(re.compile("^Issue 4"))
    learner.says("Try it another way.")
    learner.press("1")
    learner.press(re.compile("^Issue 1"))
    learner.says("Also good: $15")
    learner.press("Issue no shares")
    learner.says("Allowed, and tight")
    learner.press("Take it back")
    expect(ann.button("Skip this one")).to_be_enabled()
    for number in (2, 3, 4):
        ann.page.keyboard.press("s")
        expect(ann.page.get_by_role("img", name=f"Decision {number} of ")).to_be_visible()
    board = ann.page.locator("section[aria-label=Board]").bounding_box()
    assert board
    for tries in range(1, 4):
        # E2, far from any track.
        ann.page.mouse.click(board["x"] + 0.441 * board["width"], board["y"] + 0.248 * board["height"])
        learner.says("Not there yet. E2 does not touch your track.")
        expect(ann.button("Show me")).to_have_count(int(tries == 3))
    learner.press("Its rule")
    expect(ann.page.locator("p.told")).to_contain_text("must connect to a city")
    learner.press("Close the rules")
    learner.press("Show me")
    expect(ann.page.locator(".coach li[aria-current=step]")).to_contain_text("Click Millbrook")


def test_the_solo_lesson_can_be_followed(visitor: MakeVisitor) -> None:
    ann = visitor()
    learner = Learner(ann)
    ann.go("/learn/age-of-steam/barbados")
    learner.card(1, "At most one share a turn")
    learner.press("1")
    learner.press(re.compile("^Issue 1"))
    learner.next()
    learner.card(2, "Every action comes round once")
    learner.press(re.compile("^Engineer"))
    learner.press("Take Engineer")
    learner.next()
    learner.card(3, "A short link pays at once")
    learner.build("F5", 2)
    learner.press("End building")
    learner.next()
    learner.card(4, "Deliver what pays the turn")
    learner.place("Yellow cube")
    learner.press(re.compile(r"^Deliver, \+1"))
    learner.next()
    learner.card(5, "The goal is a sum")
    learner.press("$15")
    learner.next()
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused()
    check_axe(ann)


def test_the_lesson_of_complete_links_can_be_followed(visitor: MakeVisitor) -> None:
    ann = visitor()
    learner = Learner(ann)
    ann.go("/learn/age-of-steam/germany")
    learner.card(1, "Finish every link in one build")
    learner.build("E5", 2)
    learner.next()
    learner.card(2, "An open end must be led on")
    learner.build("D5", 2)
    learner.build("D6", 2)
    learner.press("End building")
    learner.next()
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused()


def test_the_lesson_for_two_can_be_followed(visitor: MakeVisitor) -> None:
    ann = visitor()
    learner = Learner(ann)
    ann.go("/learn/age-of-steam/st-lucia")
    learner.card(1, "Two players pay for the order")
    learner.press(re.compile(r"^Pay \$5"))
    learner.next()
    learner.card(2, "Shares pay for the first line")
    learner.press("2")
    learner.press(re.compile("^Issue 2"))
    learner.next()
    learner.card(3, "No city is printed on this island")
    learner.press(re.compile("^Urbanization"))
    learner.press("Take Urbanization")
    learner.next()
    learner.card(4, "Make a city, then build from it")
    learner.press("Place a New City")
    learner.press(re.compile("^New City A"))
    learner.place("Castries")
    learner.press("Place A on Castries")
    learner.build("C4", 3)
    learner.build("D4", 3)
    learner.build("Barre de Fisle", 2)
    learner.press("End building")
    learner.next()
    learner.card(5, "Cubes start where they lie")
    learner.place("Red cube")
    learner.press(re.compile(r"^Deliver, \+1"))
    learner.next()
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused()


def test_after_a_lesson_its_own_board_is_played_by_as_many_as_it_is_for(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go("/learn/age-of-steam/barbados")
    for number in range(1, 6):
        expect(me.page.get_by_role("img", name=f"Decision {number} of 5")).to_be_visible()
        me.press("Skip", exact=False)
    me.press("Play Barbados alone, with advice")
    me.asked("issue shares")


def test_the_numbers_of_the_tasks_cover_no_name_on_a_phone(visitor: MakeVisitor) -> None:
    me = visitor(PHONE, has_touch=True, is_mobile=True)
    me.go("/learn/age-of-steam/germany")
    me.sees("Finish every link in one build")
    me.press("Skip", exact=False)
    me.sees("An open end must be led on")
    discs = me.page.locator("svg .light g circle")
    expect(discs).to_have_count(2)
    at_rest(me)
    names = [name.bounding_box() for name in me.page.locator("svg .name:not(.back)").all()]
    for disc in (disc.bounding_box() for disc in discs.all()):
        assert disc
        for name in filter(None, names):
            wide = min(disc["x"] + disc["width"], name["x"] + name["width"]) - max(disc["x"], name["x"])
            high = min(disc["y"] + disc["height"], name["y"] + name["height"]) - max(disc["y"], name["y"])
            assert wide <= 1 or high <= 1
