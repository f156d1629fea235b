"""One server for all tests that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.server import Browser, Server, running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at home: no accounts."""
    with running(Path(tmp_path_factory.mktemp("data"))) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The same server, and nobody of the last test is there any more."""
    yield shared_server
    shared_server.send_home()


@pytest.fixture
def ada(server: Server) -> Browser:
    """Somebody with a browser."""
    return server.browser()


@pytest.fixture
def ben(server: Server) -> Browser:
    """Somebody else."""
    return server.browser()
