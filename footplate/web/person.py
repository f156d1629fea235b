"""Who is looking: a browser known by its cookie, or the account that logged in with it."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass

COOKIE = "footplate"
SECURE_COOKIE = "__Host-footplate"
"""Its name under https: a browser takes it only from this very host, and never without encryption."""
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
    session: str | None = None
    """What the store knows of the secret they came with."""

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
        return None if self.account is None else account_identity(self.account)

    def is_one_of(self, identity: str | None) -> bool:
        """Whether something belongs to this person."""
        return identity is not None and identity in self.identities


def account_identity(account: int) -> str:
    """What seats of an account belong to."""
    return f"account {account}"


STRANGER = Person(None)
"""Whoever comes without a cookie: may look, owns nothing."""


def new_token() -> str:
    """A secret for a cookie."""
    return secrets.token_urlsafe(32)


def signed(token: str, secret: bytes) -> str:
    """A secret as a cookie holds it: only this server can write it so."""
    signature = hmac.digest(secret, token.encode(), "sha256")[:24]
    return f"{token}.{urlsafe_b64encode(signature).decode()}"


def token_from(cookie: str | None, secret: bytes) -> str | None:
    """The secret of a cookie, if we gave it."""
    token = unsigned(cookie and cookie.partition(".")[0])
    if token is None or not cookie or not cookie.isascii():
        return None
    return token if hmac.compare_digest(cookie, signed(token, secret)) else None


def unsigned(cookie: str | None) -> str | None:
    """The secret of a cookie from the time before they were signed; anybody could have written it."""
    return cookie if cookie and TOKEN.fullmatch(cookie) else None


def cookie_header(cookie: str, *, secure: bool) -> str:
    """What a browser is told to keep."""
    name = SECURE_COOKIE if secure else COOKIE
    kept = f"{name}={cookie}; Path=/; Max-Age={COOKIE_DAYS * 86400}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def hashed(token: str) -> str:
    """What the store knows of a secret, so that a stolen database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def browser_of(token: str) -> str:
    """The identity of a browser that has never logged in: it needs no row anywhere."""
    return f"browser {hashed(token)[:40]}"
