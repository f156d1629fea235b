"""`footplate serve`: the table in the browser."""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli.data import DataFolder, check_store
from footplate.cli.edge import stop

if TYPE_CHECKING:
    from footplate.web.names import Names

PORTS = 20
"""How many ports are tried, one after the other."""


def serve(
    host: Annotated[
        str, typer.Option(help="Who can reach it: 127.0.0.1 is this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; if it is taken, the next free one. 0 is any.", min=0, max=65535)
    ] = 8321,
    data: DataFolder = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    accounts: Annotated[
        bool | None,
        typer.Option(
            "--accounts/--no-accounts", help="Names and passwords; usually only where others can reach it."
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name others reach it by, e.g. club.example; may be repeated.", metavar="NAME"),
    ] = None,
) -> None:
    """Play in the browser.

    Examples: footplate serve · footplate serve --host 0.0.0.0 --port 80 --data /srv/footplate
    """
    # Said before anything is loaded: on a busy machine that takes seconds.
    typer.echo("Footplate is starting…")
    sys.stdout.flush()
    from footplate.web import folder as folders  # the server's parts are loaded only where they are wanted

    names = _names(host, name or [])
    folder = data or folders.usual_folder()
    try:
        held = folders.take(folder)
    except folders.InUse:
        stop(
            f"Another Footplate keeps its tables in {folder}. Stop it, or choose another folder with --data."
        )
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        stop(f"Footplate cannot write to {folder}: {reason}. Choose another folder with --data.")
    with held:
        check_store(folder)
        wire = _bind(host, port)
        _run(folder, wire, host, names, opens=not no_open, accounts=accounts)


def _names(host: str, names: list[str]) -> Names:
    """The names the server answers to, or leave with a sentence."""
    from footplate.web.names import Names

    try:
        # Who gives it a name lets others in, perhaps through a proxy on this machine.
        named = Names(names, at_home=is_loopback(host) and not names)
    except ValueError as problem:
        stop(f"{problem} Say e.g. --name club.example, without http:// and without a port.")
    with suppress(ValueError):  # what listens at no address is said later
        named.add(host)
    return named


def _bind(host: str, port: int) -> socket.socket:
    """Listen at a port, or at the next free one; leave with a sentence where there is none."""
    try:
        family, _, _, _, _ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        stop(f"There is no address “{host}” on this machine. Usual are 127.0.0.1 and 0.0.0.0.")
    last = port if port == 0 else min(port + PORTS, 65535)
    for number in range(port, last + 1):
        # Named, or asyncio would not know that it may send without delay: 40 ms for every answer.
        wire = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            wire.bind((host, number))
            wire.listen(128)
        except OSError as problem:
            wire.close()
            if number == last or problem.errno != errno.EADDRINUSE:
                reason = (problem.strerror or str(problem)).lower()
                stop(
                    f"Footplate cannot listen at {host}, port {number}: {reason}. Choose another with --port."
                )
        else:
            if number != port:
                typer.echo(f"Port {port} is taken; this is port {number}.")
            return wire
    raise AssertionError("the last port stops")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _run(
    folder: Path, wire: socket.socket, host: str, names: Names, *, opens: bool, accounts: bool | None
) -> None:
    from footplate.web.app import create_app
    from footplate.web.doors import Server as Doorkept

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    # That strangers send nonsense is no news.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    home = names.at_home
    app = create_app(folder, accounts=not home if accounts is None else accounts, at_home=home, names=names)
    port = wire.getsockname()[1]
    shown = (
        "localhost"
        if is_loopback(host) or host in ("0.0.0.0", "::")
        else f"[{host}]"
        if ":" in host
        else host
    )
    address = f"http://{shown}:{port}/"

    class Server(Doorkept):
        """Says where it is as soon as it answers."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                typer.echo(f"Footplate is at {address} (Ctrl-C stops it). Tables are kept in {folder}.")
                if opens:
                    # Some browsers keep their caller waiting.
                    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Who waits for a picture would keep the doors open.
            app.state.house.pictures.close()
            await super().shutdown(sockets)

    server = Server(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws_max_size=1 << 20,
        # On one machine packing only costs time; over the net a view becomes a seventh.
        ws_per_message_deflate=not home,
        server_header=False,
    )
    # Ctrl-C is how one leaves, and no mishap; so is a system that asks to end, and both tidy up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[wire])
    typer.echo("Footplate has stopped.")
