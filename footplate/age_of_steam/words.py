"""Numbers and nouns as people say them."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 link, 2 links."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def number_word(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """A small number in a row as a word: First, Second."""
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def placed(number: int) -> str:
    """A place in a row: 1st, 2nd, 3rd, 4th."""
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number, 'th')}"


def signed(number: int) -> str:
    """A number with its sign: +2, −1."""
    return f"−{-number}" if number < 0 else f"+{number}"


def dollars(gain: int) -> str:
    """Dollars that somebody gets, or pays."""
    return f"+${gain}" if gain >= 0 else f"−${-gain}"


def action_name(action: str) -> str:
    """An action as the rulebook writes it: turn-order is Turn Order; capitals of its own stay."""
    return " ".join(word if word.isupper() else word.title() for word in action.split("-"))
