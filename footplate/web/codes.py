"""Codes by which another device of the same person plays as they do."""

from __future__ import annotations

import hashlib
import secrets
import time

from footplate.web.declined import Declined
from footplate.web.limits import Limit
from footplate.web.person import Person

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, 1, I and O, which are easily taken for one another: thirty-two, so each is five bits."""
LENGTH = 8
"""Forty bits: a million tries hit one of a hundred codes once in ten thousand times."""
SECONDS = 300
MOST = 10_000
"""Codes at one time; the oldest make room."""
UNKNOWN = "This code leads nowhere: it may be mistyped, used already, or older than five minutes."


class Codes:
    """Codes that were given out and not used: they live in memory, and are gone with the server."""

    def __init__(self) -> None:
        self._given: dict[bytes, tuple[Person, float]] = {}
        """By what is left of a code: whoever reads the memory of the server finds none."""
        self._tries = Limit(10, 60)
        self._makings = Limit(10, 60)

    def make(self, person: Person) -> str:
        """A new code for a person; the one before is good no more."""
        if person.identity is None:
            raise Declined(403, "Your browser keeps no cookies, so nobody could tell who you are.")
        if person.account is not None:
            raise Declined(409, "You have an account: log in with it on the other device.")
        if not self._makings.allows(person.identity):
            raise Declined(429, "Enough codes for now; wait a minute.")
        self._forget(person)
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._given[_left(code)] = person, time.monotonic() + SECONDS
        return code

    def use(self, code: str, address: str) -> Person:
        """Whose code it is; it can be used once, and guessed at only so often from one address."""
        if not self._tries.allows(address):
            raise Declined(429, "Too many tries; wait a minute.")
        person, until = self._given.pop(_left(_plain(code)), (None, 0.0))
        if person is None or time.monotonic() > until:
            raise Declined(404, UNKNOWN)
        return person

    def _forget(self, person: Person) -> None:
        moment = time.monotonic()
        kept = [
            (left, (who, until))
            for left, (who, until) in self._given.items()
            if until > moment and who.identity != person.identity
        ]
        self._given = dict(kept[-(MOST - 1) :])


def _plain(code: str) -> str:
    """A code as it was given, however it was typed."""
    return "".join(letter for letter in code[:40].upper() if letter.isalnum())


def _left(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
