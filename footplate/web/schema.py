"""The description of the interface, from which the page's types are generated.

`python -m footplate.web.schema` prints what is said whatever is played, `python -m footplate.web.schema GAME`
what one game adds; `npm run types` in web/ turns both into TypeScript.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from footplate import games
from footplate.web import protocol


def schema(game: str = "") -> dict[str, Any]:
    """Every type of the protocol, or of what one game says in it, as OpenAPI holds them."""
    spoken = games.host_type(game).spoken() if game else {}
    said, components = msgspec.json.schema_components(
        tuple(spoken.values()) or protocol.SPOKEN, ref_template="#/components/schemas/{name}"
    )
    named = {} if game else {"Said": said[-2], "Heard": said[-1]}
    return {
        "openapi": "3.1.0",
        "info": {"title": games.host_type(game).name if game else "Footplate", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted((components | named).items()))},
    }


def text(game: str = "") -> str:
    """The description as it is kept in the folders of the page."""
    return json.dumps(schema(game), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(*sys.argv[1:]), end="")
