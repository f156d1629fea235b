"""How often somebody may do a thing."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from typing import Any

from litestar.connection import ASGIConnection


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from, as limits count it: of IPv6 a household has a whole /64."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


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
