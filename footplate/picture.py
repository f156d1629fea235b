"""Drawings as pictures: SVG text in, PNG out, with a font of its own so that every machine shows names."""

from __future__ import annotations

from functools import cache
from importlib import resources

from resvg_py import svg_to_bytes

FONT_PACKAGE, FONT_FAMILY = "fontpkg_inter", "Inter"
BEYOND_FONT = 0x2E80
"""From this letter on, the scripts of East Asia, the font has nothing to show."""


@cache
def _font_files() -> list[str]:
    """The upright font's file."""
    files = resources.files(FONT_PACKAGE) / "files"
    return [str(file) for file in files.iterdir() if file.name.startswith("Inter[")]


def png(svg: str, scale: float = 2.0) -> bytes:
    """The picture of an SVG document, its size times a scale; the same bytes on every machine."""
    return svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        # The machine's fonts are slow to read and all different: only names the font cannot show need them.
        skip_system_fonts=all(ord(letter) < BEYOND_FONT for letter in svg),
        font_files=_font_files(),
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
