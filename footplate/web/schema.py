"""The description of the interface, from which the page's types are generated.

`python -m footplate.web.schema` prints it; `npm run types` in web/ turns it into TypeScript.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from footplate.web import protocol


def schema() -> dict[str, Any]:
    """Every type of the protocol, as OpenAPI holds them."""
    said, components = msgspec.json.schema_components(
        protocol.SPOKEN, ref_template="#/components/schemas/{name}"
    )
    named = {"Said": said[-2], "Heard": said[-1]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Footplate", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted((components | named).items()))},
    }


def text() -> str:
    """The description as it is kept in web/schema.json."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
