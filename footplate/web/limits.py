"""How often somebody may do a thing."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from typing import Any

from litestar.connection import ASGIConnection


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from, as limits count it."""
    return counted(connection.client.host if connection.client else "")


def counted(host: str) -> str:
    """An address as limits count it: of IPv6 a household has a whole /64."""
    address = _address(host)
    if address is None:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def household(peer: object) -> str | None:
    """Where a connection comes from, as limits count it; None if from this machine."""
    if not isinstance(peer, tuple) or not peer:
        return None
    address = _address(str(peer[0]))
    return None if address is None or address.is_loopback else counted(str(address))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class Limit:
    """So many times in so many seconds, counted for each name."""

    def __init__(self, times: int, seconds: float) -> None:
        self.times, self.seconds = times, seconds
        self._done: dict[str, deque[float]] = {}

    def allows(self, name: str) -> bool:
        """Count one more, unless it is too many."""
        moment = time.monotonic()
        done = self._done.setdefault(name, deque())
        while done and done[0] <= moment - self.seconds:
            done.popleft()
        if len(done) >= self.times:
            return False
        done.append(moment)
        if len(self._done) > 10_000:
            self._forget(moment)
        return True

    def _forget(self, moment: float) -> None:
        """Keep only names that did something lately: the memory must not grow with passers-by."""
        self._done = {
            name: done for name, done in self._done.items() if done and done[-1] > moment - self.seconds
        }
