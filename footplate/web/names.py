"""The names under which a server is asked for."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress

HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:@/\\\[\]]+))(?::[0-9]*)?")
"""What a browser says whom it asks: an address or a name, and perhaps a port."""
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.(?!-)[a-z0-9_-]{1,63})*")


class Names:
    """The names that are a server's own.

    Anybody can let a name of theirs lead to this machine, and a page of theirs would then count as ours.
    """

    def __init__(self, names: Iterable[str] = (), *, at_home: bool = True) -> None:
        self.at_home = at_home
        self.own = {"localhost", *map(plain, names)}
        if not at_home:
            # As others in the same house call this machine.
            machine = socket.gethostname().lower()
            self.own |= {machine, f"{machine.partition('.')[0]}.local"}

    def add(self, name: str) -> None:
        """One name more."""
        self.own.add(plain(name))

    def know(self, host: str | None) -> bool:
        """Whether this server is meant."""
        if host is None:
            # No browser, and only browsers are led astray.
            return True
        read = HOST.fullmatch(host)
        if read is None:
            return False
        name = (read[1] or read[2]).lower().removesuffix(".")
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self.own
        # A page of an address comes from there and from nowhere else: elsewhere all of them are good.
        return address.is_loopback or not self.at_home or name in self.own


def plain(name: str) -> str:
    """A name as browsers write it; ValueError if it is none."""
    with suppress(ValueError):
        return str(ipaddress.ip_address(name))
    try:
        written = name.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        written = ""
    if NAME.fullmatch(written) is None:
        raise ValueError(f"“{name}” is no name of a server.")
    return written
