"""Makes the typeface of the page, src/fonts/inter.woff2, from the one our pictures are drawn with.

    pip install fontpkg-inter fonttools brotli
    python inter.py

One file with all weights from 400 to 700: Latin letters and the signs that the page and its boards use.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from shutil import copyfile

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
FONTS = HERE / "src" / "fonts"


def wanted() -> list[int]:
    """The letters that type.css says are in the file."""
    ranges = re.search(r"unicode-range: ([^;]+);", (HERE / "src" / "styles" / "type.css").read_text())
    assert ranges, "type.css has no unicode-range"
    found: list[int] = []
    for part in ranges[1].split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def main() -> None:
    """Cut the font and lay its licence beside it."""
    package = resources.files("fontpkg_inter")
    font = TTFont(str(package / "files" / "Inter[opsz,wght].ttf"))
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "calt"]
    options.hinting = False
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted())
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"opsz": 14, "wght": (400, 700)})
    font.flavor = "woff2"
    font.save(FONTS / "inter.woff2")
    copyfile(str(package / "LICENSE"), FONTS / "LICENSE.txt")
    print(f"{(FONTS / 'inter.woff2').stat().st_size:,} bytes")


main()
