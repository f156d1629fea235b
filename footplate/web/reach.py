"""Who can open a link to this server: a link to localhost leads nowhere from another device."""

from __future__ import annotations

import array
import io
import ipaddress
import socket
import struct
import sys
from contextlib import suppress
from urllib.parse import urlsplit

import segno

from footplate.web.names import HOST
from footplate.web.protocol import Reach

COMMAND = "footplate serve --host 0.0.0.0"


def reach(base: str, path: str, *, at_home: bool) -> Reach:
    """Who can open a link, by the address somebody came by; `at_home` if only this machine is heard."""
    only_here = is_here(urlsplit(base).netloc)
    serves_others = not at_home or not only_here
    if only_here:
        base = elsewhere(base)
    address = base + path
    return Reach(only_here, serves_others, address, drawing(address) if serves_others else "", COMMAND)


def is_here(host: str) -> bool:
    """Whether an address leads back to the very device that asks for it."""
    read = HOST.fullmatch(host)
    name = (read[1] or read[2]).lower().removesuffix(".") if read else ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def elsewhere(base: str) -> str:
    """The same server as another device in the house calls it."""
    parts = urlsplit(base)
    name = next(iter(addresses()), f"{socket.gethostname().partition('.')[0]}.local")
    return f"{parts.scheme}://{name}{f':{parts.port}' if parts.port else ''}"


def addresses() -> list[str]:
    """The addresses of this machine in its own network; nobody is asked for them."""
    found = [*_of_interfaces(), *_of_name()]
    own = [one for one in dict.fromkeys(found) if not ipaddress.ip_address(one).is_loopback]

    def late(one: str) -> tuple[bool, bool]:
        """What a router at home gives comes first, and what nobody gave last."""
        return ipaddress.ip_address(one).is_link_local, not one.startswith("192.168.")

    return sorted(own, key=late)


def _of_name() -> list[str]:
    with suppress(OSError, UnicodeError):
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def _of_interfaces() -> list[str]:
    """Linux often knows its own name as an address that leads back to itself: so its devices are asked."""
    if sys.platform != "linux":
        return []
    import fcntl

    address_of_device = 0x8915
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        for _, name in socket.if_nameindex():
            asked = array.array("B", struct.pack("256s", name.encode()[:15]))
            with suppress(OSError):
                fcntl.ioctl(wire.fileno(), address_of_device, asked)
                found.append(socket.inet_ntoa(asked.tobytes()[20:24]))
    return found


def drawing(address: str) -> str:
    """An address as a drawing that a camera reads; black on white also where the page is dark."""
    drawn = io.BytesIO()
    # A document of its own, with its namespace: the page shows it as a picture.
    segno.make_qr(address, error="m").save(
        drawn, "svg", xmldecl=False, nl=False, border=2, scale=4, light="#fff", dark="#000", omitsize=True
    )
    return drawn.getvalue().decode()
