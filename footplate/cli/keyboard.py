"""Completion of sentences at the keyboard: the tab key offers the next word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from footplate.core.words import Tree

COMMANDS = {
    "help": "what can be said",
    "options": "what is legal now; options build C4 tells what may follow these words",
    "why": "why SENTENCE tells what speaks against it",
    "board": "the board; board K6 tells about a place, board FILE.svg or FILE.png draws a picture",
    "players": "everybody’s figures and scores",
    "log": "what has happened lately; log all tells everything",
    "undo": "take back the last move, as far as chance or another player’s move",
    "save": "save FILE keeps the game there from now on",
    "quit": "leave; the game is saved and can be resumed",
}
"""What can be said at any game besides its sentences."""
SENTENCE_FOLLOWS = ("why", "options")


def next_words(root: Tree, words: Sequence[str], commands: Iterable[str] = COMMANDS) -> list[str]:
    """What may follow these words, whatever their case, commands included."""
    if not words:
        return [*root, *commands]
    if words[0].lower() in SENTENCE_FOLLOWS:
        return list(walk(root, words[1:]) or {})
    return list(walk(root, words) or {})


def walk(root: Tree, words: Sequence[str]) -> Tree | None:
    """The tree below these words, whatever their case; None where they lead nowhere."""
    node = root
    for word in words:
        fitting = [key for key in node if key.lower() == word.lower()]
        if not fitting:
            return None
        node = node[fitting[0]]
    return node


def expand(root: Tree, words: Sequence[str]) -> list[str] | None:
    """The one legal sentence that shortened words mean, or None.

    Only words of three letters and more may be shortened: C1 is never C10, and N-S never N-SE.

    >>> expand({"take": {"engineer": {}, "locomotive": {}}}, ["take", "loco"])
    ['take', 'locomotive']
    """
    node, out = root, []
    for word in words:
        same = [key for key in node if key.lower() == word.lower()]
        if not same and len(word) >= 3 and word.isalpha():
            same = [key for key in node if key.lower().startswith(word.lower())]
        if len(same) != 1:
            return None
        out.append(same[0])
        node = node[same[0]]
    return None if node else out


def use_keyboard(tree: Callable[[], Tree], commands: Iterable[str] = COMMANDS) -> None:
    """Let the tab key complete sentences, where the machine can."""
    try:
        import readline
    except ImportError:  # not on every system
        return
    found: list[str] = []

    def complete(text: str, number: int) -> str | None:
        if number == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            words = next_words(tree(), before, commands)
            found[:] = [f"{word} " for word in words if word.lower().startswith(text.lower())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
