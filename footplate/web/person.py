"""Who is looking: a browser known by its cookie, or the account that logged in with it."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

COOKIE = "footplate"
COOKIE_DAYS = 400
"""The longest a browser keeps a cookie; every visit begins anew."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a browser, perhaps with an account; what belongs to either is theirs."""

    browser: str | None
    account: int | None = None
    name: str | None = None
    """The name of the account."""

    @property
    def identities(self) -> frozenset[str]:
        """Everything that seats may belong to and that is this person."""
        return frozenset(filter(None, (self.browser, self._account_identity)))

    @property
    def identity(self) -> str | None:
        """What new seats belong to: the account before the browser."""
        return self._account_identity or self.browser

    @property
    def _account_identity(self) -> str | None:
        return None if self.account is None else f"account {self.account}"

    def is_one_of(self, identity: str | None) -> bool:
        """Whether something belongs to this person."""
        return identity is not None and identity in self.identities


STRANGER = Person(None)
"""Whoever comes without a cookie: may look, owns nothing."""


def new_token() -> str:
    """A secret for a cookie."""
    return secrets.token_urlsafe(32)


def token_from(cookie: str | None) -> str | None:
    """The secret of a cookie, if it can be one of ours."""
    return cookie if cookie and TOKEN.fullmatch(cookie) else None


def hashed(token: str) -> str:
    """What the store knows of a secret, so that a stolen database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def browser_of(token: str) -> str:
    """The identity of a browser that has never logged in: it needs no row anywhere."""
    return f"browser {hashed(token)[:40]}"
