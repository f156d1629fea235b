"""The colours of a drawing, by name: hex values for a file of its own, CSS variables for a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Theme = Literal["light", "dark"]
Palette = Mapping[str, str]
"""What to write where a colour is named: `#c4352b`, or `var(--g-red)` where a page has the tokens."""

LIVERIES = 8
"""Colour, mark and centre line go together; seat n wears livery n + 1 unless somebody chose otherwise."""

_TOKENS = """
page          #e6eae6    #121615
ink           #1b2422    #e9eeeb
ink-2         #4c5854    #b3bdb9
ink-3         #596560    #95a09b
land          #f0efe2    #2f3531
grid          #3b463526  #ffffff14
edge          #b9bca6    #525c54
wall          #6f6a5c    #b0a894
nat           #bdc4be    #aab3ae
bad-line      #a1301b    #c4553d
plate-shadow  #00000014  #00000059
sea-1         #d3e0e4    #15211f
sea-2         #c4d7de    #162527
sea-3         #b3cdd8    #182b32
river-bg      #e9eee4    #2d3838
river         #8fbdd9    #3f7697
river-e       #7aa9c6    #30607f
water         #c3dbe6    #182933
water-line    #a4c8da    #25414f
coast         #86b0c6    #35596b
mtn           #e4d9c3    #3d382e
pk-l          #f1e7d3    #574e3f
pk-d          #c0a984    #2c271f
pk-o          #8d7654    #83755a
high          #d6c9b8    #46413a
snow          #ffffff    #d9dedb
swamp         #dfe6cf    #2e3a2d
reed          #6c8b62    #7e9b73
fire          #f6dcc4    #47301f
flame         #d9622b    #e0703a
flame-2       #f6b13c    #f6b95a
ash           #a7aaa4    #5b625e
ash-2         #6f746e    #8b948f
ranch         #e6d9bd    #443b2b
hill          #e9e4cd    #383a2e
rock          #d3d0c3    #252b28
casing        #1d2725    #0b0f0e
hollow        #fbfaf4    #262c29
town          #fffdf6    #e8e6da
plate         #fffffff2  #121615e6
plate-line    #1b242230  #ffffff2b
label         #1b2422    #eef2ef
cube-edge     #fffdf7    #f3f1e8
cube-light    #ffffff59  #ffffff40
chip-light    #fffdf7    #fffdf7
chip-light-e  #1b242266  #1b242266
chip-dark     #1b2422    #1b2422
chip-dark-e   #fffdf7cc  #fffdf7cc
g-red         #c4352b    #cb4237
g-blue        #2f6cb3    #3775c2
g-purple      #7b4aa1    #8e5cb8
g-yellow      #f0bf33    #efc03c
g-black       #303133    #17191a
g-white       #ffffff    #f4f4f0
g-green       #63b376    #63b376
g-cattle      #8a5a34    #a8764a
g-grant       #4f8f4a    #5fa35a
g-none        #c9cec6    #55605b
l-red         #fffdf7    #fffdf7
l-blue        #fffdf7    #fffdf7
l-purple      #fffdf7    #fffdf7
l-yellow      #1b2422    #1b2422
l-black       #fffdf7    #fffdf7
l-white       #1b2422    #1b2422
l-green       #1b2422    #1b2422
l-cattle      #fffdf7    #fffdf7
l-none        #1b2422    #f4f4f0
tile          #f0efe2    #2f3531
tile-e        #b9bca6    #525c54
tile-hill     #e6dcc6    #3d382e
bed           #d9d8c6    #434b45
tie           #8b7a5e    #857558
rail          #1d2725    #e3e6df
coal          #303133    #e3e6df
paper         #fffdf7    #121615
cross         #bcc5be    #4a5652
p0            #bdc4be    #69726e
p1            #d87206    #f39821
p2            #4c9f8d    #129e90
p3            #a6287a    #f862bc
p4            #221c66    #656ee2
p5            #b3d04a    #cbe881
p6            #7ccff5    #7dd7f3
p7            #3d5e06    #76c381
p8            #4a2a10    #a17635
m1            #1b2422    #0b0f0e
m2            #1b2422    #0b0f0e
m3            #fffdf7    #0b0f0e
m4            #fffdf7    #0b0f0e
m5            #1b2422    #0b0f0e
m6            #1b2422    #0b0f0e
m7            #fffdf7    #0b0f0e
m8            #fffdf7    #0b0f0e
c1            #fffdf7e6  #0b0f0ecc
c2            #fffdf7e6  #0b0f0ecc
c3            #fffdf7e6  #0b0f0ecc
c4            #fffdf7e6  #0b0f0ecc
c5            #1b2422e0  #0b0f0ecc
c6            #1b2422e0  #0b0f0ecc
c7            #fffdf7e6  #0b0f0ecc
c8            #fffdf7e6  #0b0f0ecc
"""
"""Name, light, dark. tile to cross: square tiles, whose track is nobody's; g-: goods, l-: letters on them;
p: players (0 is nobody), m: marks, c: centre lines."""

_ROWS = [line.split() for line in _TOKENS.strip().splitlines()]

LIGHT: Palette = {name: light for name, light, _ in _ROWS}
DARK: Palette = {name: dark for name, _, dark in _ROWS}
PALETTES: dict[Theme, Palette] = {"light": LIGHT, "dark": DARK}
VARIABLES: Palette = {name: f"var(--{name})" for name in LIGHT}
"""For a page: the same drawing follows its theme."""


def declarations(theme: Theme) -> str:
    """The colours of a theme as CSS, for the page that draws with VARIABLES."""
    return "".join(f"--{name}:{value};" for name, value in PALETTES[theme].items())


CENTRE_LINES = (
    (),
    (0.30, 0.16),
    (0.001, 0.15),
    (0.09, 0.27),
    (0.30, 0.12, 0.001, 0.12),
    (0.09, 0.11),
    (0.001, 0.10, 0.001, 0.30),
    (0.55, 0.24),
)
"""Dashes and gaps of each livery's centre line, in radii of a hex; the first has none."""

MARKS = (
    "M0 -.5L.5 .36L-.5 .36Z",
    "M-.4 -.4H.4V.4H-.4Z",
    "M0 -.56L.5 0L0 .56L-.5 0Z",
    "M-.15 -.52H.15V-.15H.52V.15H.15V.52H-.15V.15H-.52V-.15H-.15Z",
    "M-.46 0A.46 .46 0 1 0 .46 0A.46 .46 0 1 0 -.46 0Z",
    "M-.5 -.34L0 .04L.5 -.34V.06L0 .46L-.5 .06Z",
    "M-.5 -.42H.5V-.12H-.5ZM-.5 .12H.5V.42H-.5Z",
    "M0 -.58L.16 -.2L.56 -.18L.25 .08L.35 .48L0 .25L-.35 .48L-.25 .08L-.56 -.18L-.16 -.2Z",
)
"""Each livery's mark in a unit circle: triangle, square, diamond, plus, disc, chevron, two bars, star."""
