"""The page itself: how it is set, and what it says about itself."""

from __future__ import annotations

from tests.browser.conftest import MakeVisitor


def test_the_page_is_set_in_its_own_typeface(visitor: MakeVisitor) -> None:
    me = visitor()
    me.go()
    me.sees("Choose a board")
    me.page.evaluate("document.fonts.ready")
    faces = "[...document.fonts].filter(f => f.family === 'Inter' && f.status === 'loaded').length"
    assert me.page.evaluate(faces) == 1
    assert me.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter,")
