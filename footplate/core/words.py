"""Sentences, and the tree of the legal ones: every client, human or not, walks it word by word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Tree = dict[str, "Tree"]


def tree(sentences: Iterable[str]) -> Tree:
    """The sentences as a tree of words.

    >>> tree(["build C4 N-S", "build C4 N-SE", "done"])
    {'build': {'C4': {'N-S': {}, 'N-SE': {}}}, 'done': {}}
    """
    root: Tree = {}
    for sentence in sentences:
        node = root
        for word in sentence.split():
            node = node.setdefault(word, {})
    return root


def following(root: Tree, words: Sequence[str]) -> list[str]:
    """The words that may follow these; empty where none may, or where the words lead nowhere.

    >>> following({"build": {"C4": {"N-S": {}}}}, ["build", "C4"])
    ['N-S']
    """
    node = root
    for word in words:
        if word not in node:
            return []
        node = node[word]
    return list(node)
