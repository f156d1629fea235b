"""The tree of sentences that clients walk word by word."""

from __future__ import annotations

from footplate.core.words import following, tree

SENTENCES = ["build C4 N-S", "build C4 N-SE", "build D5 N-S", "done"]


def test_the_tree_holds_each_sentence_once_in_the_order_given() -> None:
    root = tree(SENTENCES)
    assert root == {"build": {"C4": {"N-S": {}, "N-SE": {}}, "D5": {"N-S": {}}}, "done": {}}
    assert list(root) == ["build", "done"] and list(root["build"]) == ["C4", "D5"]
    assert tree(SENTENCES + SENTENCES) == root


def test_no_sentences_make_an_empty_tree() -> None:
    assert tree([]) == {}


def test_following_tells_the_words_that_may_come_next() -> None:
    root = tree(SENTENCES)
    assert following(root, []) == ["build", "done"]
    assert following(root, ["build"]) == ["C4", "D5"]
    assert following(root, ["build", "C4"]) == ["N-S", "N-SE"]


def test_nothing_follows_a_whole_sentence_or_words_that_lead_nowhere() -> None:
    root = tree(SENTENCES)
    assert following(root, ["done"]) == []
    assert following(root, ["build", "C4", "N-S"]) == []
    assert following(root, ["fly"]) == []
    assert following(root, ["build", "Z9", "N-S"]) == []
