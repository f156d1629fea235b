"""The drawing of boards and positions, and its picture: read back, not only written."""

from __future__ import annotations

import math
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from functools import partial
from pathlib import Path

import pytest

from footplate.age_of_steam import svg
from footplate.age_of_steam.board import FIRST_SEAT, NATIONS, NOBODYS
from footplate.age_of_steam.drawing import canvas as canvas_module
from footplate.age_of_steam.drawing import marks
from footplate.age_of_steam.drawing.canvas import READABLE, ROOM, Canvas
from footplate.age_of_steam.drawing.rails import runs
from footplate.age_of_steam.face import Mark
from footplate.age_of_steam.game import AgeOfSteam, load
from footplate.age_of_steam.goods import BLACK, RED, STRIDE, WHITE, YELLOW
from footplate.age_of_steam.state import SteamState
from footplate.drawing.palette import CENTRE_LINES, DARK, LIGHT, LIVERIES, MARKS, VARIABLES
from footplate.picture import png

MAPS = ("rust-belt", "western-us", "southern-us", "germany", "barbados", "st-lucia")
THEMES: tuple[svg.Theme, ...] = ("light", "dark")
SVG = "{http://www.w3.org/2000/svg}"

SAMPLE = """
name = "Rock & <Roll>"
players = [3, 6]
provenance = "reconstructed"
orientation = "{orientation}"
picture = '''
AA  ..  BB  ~~  ##
..  T1  ^^  CC  ..
sw  hi  T2  p7  DD
hm  fi  xx  ~~  ..
'''
[cities]
AA = {{ name = "Sense & Co", accepts = ["blue", "red"], grows = ["light 1", "light 2"] }}
BB = {{ name = "A<B", accepts = ["blue", "red", "yellow", "white"], grows = ["dark 1"] }}
CC = {{ name = "Nowhere" }}
DD = {{ name = "Harbour \\"7\\"", accepts = ["purple"], grows = ["light 6"] }}
[towns]
T1 = {{ name = "Alpha" }}
T2 = {{ name = "Omega", terrain = "river" }}
[terrain]
sw = {{ kind = "swamp", price = 4 }}
hi = {{ kind = "hill", price = 3 }}
hm = {{ kind = "high mountain", price = 6 }}
fi = {{ kind = "fire", price = 5 }}
p7 = {{ kind = "priced", price = 7 }}
xx = {{ kind = "salt desert", price = "never" }}
[[edges]]
hex = "A2"
side = "{wall}"
impassable = true
[[links]]
ends = ["AA", "DD"]
price = 8
"""


@pytest.fixture(scope="module")
def rust_belt() -> AgeOfSteam:
    return load("rust-belt")


@pytest.fixture(params=["flat", "pointy"])
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> AgeOfSteam:
    file = tmp_path / "sample.toml"
    wall = "NE" if request.param == "flat" else "E"
    file.write_text(SAMPLE.format(orientation=request.param, wall=wall), "utf-8")
    return load(file)


def lay(game: AgeOfSteam, s: SteamState, owner: int, *tiles: str) -> None:
    """Put track of one owner on the board, e.g. “C4 N-S”, without asking the rules."""
    for tile in tiles:
        word, tracks = tile.split()
        hex = game.board.read_hex(word)
        s.layout[hex] = game.board.read_layout(tracks)
        for side in game.board.tiles.layouts[s.layout[hex]].sides:
            s.rail[6 * hex + side] = owner


@pytest.fixture
def position(rust_belt: AgeOfSteam) -> SteamState:
    """A link from Duluth to Minneapolis, loose track of two seats, nobody's track, a New City, cubes."""
    board, s = rust_belt.board, rust_belt.start(6)
    lay(rust_belt, s, FIRST_SEAT, "C2 N-SW", "B2 NE-S")
    lay(rust_belt, s, FIRST_SEAT + 1, "C4 NW-SE", "D4 NW-S")
    lay(rust_belt, s, FIRST_SEAT + 4, "H7 N-S/NE-SW")
    lay(rust_belt, s, NOBODYS, "Toledo S/SE")
    rust_belt.rules.do_urbanize(s, 0, board.urbanizations[board.read_hex("Milwaukee")][0])
    for place, colour, count in (("Chicago", BLACK, 2), ("Chicago", WHITE, 1), ("Duluth", RED, 9)):
        s.cubes[STRIDE * board.read_hex(place) + colour] = count
    s.cubes[STRIDE * board.read_hex("Buffalo") + YELLOW] = 1
    return s


def texts(document: str) -> list[str]:
    """All that is written, without the shapes that are only there to be used."""
    return [element.text or "" for element in written(ET.fromstring(document))]


def written(root: ET.Element) -> list[ET.Element]:
    unseen = {element for shapes in root.iter(f"{SVG}defs") for element in shapes.iter(f"{SVG}text")}
    return [element for element in root.iter(f"{SVG}text") if element not in unseen]


def strokes(document: str) -> set[str]:
    return {element.get("stroke", "") for element in ET.fromstring(document).iter(f"{SVG}path")}


# The document ----------------------------------------------------------------------------------------


def test_a_board_is_a_document_of_its_own(rust_belt: AgeOfSteam) -> None:
    root = ET.fromstring(svg.draw(rust_belt))
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == root.get("aria-label") == "Rust Belt, the board"
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert (root.get("width"), root.get("height")) == (f"{width:g}", f"{height:g}")


def test_every_place_is_named(rust_belt: AgeOfSteam) -> None:
    named = {name for name in rust_belt.board.place_names if name}
    assert len(named) == 26 and named <= set(texts(svg.draw(rust_belt)))


def test_cities_show_what_they_take_and_what_feeds_them(rust_belt: AgeOfSteam) -> None:
    shown = texts(svg.draw(rust_belt, coordinates=False))
    assert [shown.count(letter) for letter in "RBPY"] == [4, 4, 2, 2]
    assert all(shown.count(str(die)) == 2 for die in range(1, 7))


def test_coordinates_can_be_left_out(rust_belt: AgeOfSteam) -> None:
    with_them, without = texts(svg.draw(rust_belt)), texts(svg.draw(rust_belt, coordinates=False))
    assert "R" in with_them and "11" in with_them and "11" not in without
    assert len(with_them) - len(without) == 18 + 11


def test_the_same_position_is_the_same_text(rust_belt: AgeOfSteam, position: SteamState) -> None:
    before = position.copy()
    assert svg.draw(rust_belt, position) == svg.draw(load("rust-belt"), position)
    assert position.layout == before.layout and position.rail == before.rail


def test_all_coordinates_lie_on_the_page(rust_belt: AgeOfSteam, position: SteamState) -> None:
    root = ET.fromstring(svg.draw(rust_belt, position))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for element in written(root):
        assert 0 < float(element.get("x", -1)) < width and 0 < float(element.get("y", -1)) < height
    assert "nan" not in svg.draw(rust_belt, position) and "inf" not in svg.draw(rust_belt, position)


# The position ----------------------------------------------------------------------------------------


def test_track_wears_its_owners_livery(rust_belt: AgeOfSteam, position: SteamState) -> None:
    drawn = strokes(svg.draw(rust_belt, position))
    assert {LIGHT["p0"], LIGHT["p1"], LIGHT["p2"], LIGHT["p5"]} <= drawn
    assert not {LIGHT["p3"], LIGHT["p4"], LIGHT["p6"]} & drawn
    chosen = strokes(svg.draw(rust_belt, position, liveries=[8, 7]))
    assert {LIGHT["p8"], LIGHT["p7"], LIGHT["p5"]} <= chosen and LIGHT["p1"] not in chosen


def test_only_a_completed_link_is_filled(rust_belt: AgeOfSteam, position: SteamState) -> None:
    found = runs(rust_belt.board, position)
    assert sorted((run.owner, run.complete) for run in found) == [
        (NOBODYS, False),
        (NOBODYS, False),
        (FIRST_SEAT, True),
        (FIRST_SEAT + 1, False),
        (FIRST_SEAT + 4, False),
        (FIRST_SEAT + 4, False),
    ]
    tracks = [
        [path.get("stroke") for path in group]
        for group in ET.fromstring(svg.draw(rust_belt, position)).iter(f"{SVG}g")
        if group.get("class") == "track"
    ]
    assert all((LIGHT["hollow"] in track) != (LIGHT["p1"] in track) for track in tracks)


def test_a_section_is_one_line_from_end_to_end(rust_belt: AgeOfSteam, position: SteamState) -> None:
    board = rust_belt.board
    link = next(run for run in runs(board, position) if run.complete)
    for here, there in zip(link.pieces, link.pieces[1:]):
        assert board.across[6 * here.hex + here.leaves] == 6 * there.hex + there.enters
    assert {board.hex_names[piece.hex] for piece in link.pieces} == {"C2", "B2"}


def test_owned_sections_carry_their_mark_once(rust_belt: AgeOfSteam, position: SteamState) -> None:
    paths = [path.get("d") for path in ET.fromstring(svg.draw(rust_belt, position)).iter(f"{SVG}path")]
    assert [paths.count(mark) for mark in MARKS] == [1, 1, 0, 0, 2, 0, 0, 0]


def test_a_mark_keeps_clear_of_a_cube_on_track() -> None:
    island = load("st-lucia")
    board, s = island.board, island.start(2)
    s.cubes[STRIDE * board.read_hex("D3") + RED] = 1
    lay(island, s, FIRST_SEAT, "D3 N-S")
    root = ET.fromstring(svg.draw(island, s))
    mark = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "mark").find(f"{SVG}circle")
    assert mark is not None
    centre = Canvas(board, 36, LIGHT).centre(board.cells[board.read_hex("D3")])
    assert math.dist(centre, (float(mark.get("cx", 0)), float(mark.get("cy", 0)))) > 0.4 * 36


def test_three_cubes_touch_neither_letter_nor_chip_of_a_city(
    rust_belt: AgeOfSteam, position: SteamState
) -> None:
    hex = rust_belt.board.words.index("Pittsburgh")
    canvas = Canvas(rust_belt.board, 36, LIGHT, small=False)
    x, _ = canvas.centre(rust_belt.board.cells[hex])
    position.cubes[STRIDE * hex : STRIDE * hex + STRIDE] = [2, 1] + [0] * (STRIDE - 2)
    drawn = svg.pieces(canvas, position)
    group = re.search(rf'<g class="cubes" data-hex="{hex}">(.*?)</g>', drawn)
    assert group is not None
    places = [float(at) - x for at in re.findall(r'x="([-\d.]+)"', group[1])]
    assert len(places) == 3
    # The chip begins at 0.57 of a radius, the letter at 0.6 on the other side.
    assert max(map(abs, places)) + 0.33 / 2 * 36 < 0.5 * 36


def test_cubes_have_letters(rust_belt: AgeOfSteam, position: SteamState) -> None:
    root = ET.fromstring(svg.draw(rust_belt, position))
    shapes = {f"#{shape.get('id')}": shape for shape in root.iter(f"{SVG}g") if shape.get("id")}
    cubes = [shapes[use.get("href", "")] for use in root.iter(f"{SVG}use")]
    letters = "".join(sorted(shape.findtext(f"{SVG}text", "") for shape in cubes))
    assert letters == "KKRRRRRWY" and "+4" in texts(svg.draw(rust_belt, position))


def test_a_new_city_shows_its_letter(rust_belt: AgeOfSteam, position: SteamState) -> None:
    empty, urbanized = (texts(svg.draw(rust_belt, s, coordinates=False)) for s in (None, position))
    assert "A" not in empty and urbanized.count("A") == 1
    assert "Milwaukee" in urbanized and urbanized.count("R") > empty.count("R")


# Names -------------------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]


def plate_of(group: ET.Element) -> Box | None:
    """Left, top, right and bottom of the plate in a group; a town's name has none."""
    if (plate := group.find(f"{SVG}rect")) is None:
        return None
    x, y, width, height = (float(plate.get(name, 0)) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def covers(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def plates(document: str) -> dict[str, Box]:
    """The plates of the cities, by their names."""
    groups = (g for g in ET.fromstring(document).iter(f"{SVG}g") if g.get("class") == "name")
    return {
        " ".join(text.text or "" for text in group.iter(f"{SVG}text")): box
        for group in groups
        if (box := plate_of(group))
    }


def signs(document: str) -> dict[str, Box]:
    """Stars, chips and printed prices: what nobody can play without."""
    out = {}
    for group in ET.fromstring(document).iter(f"{SVG}g"):
        if group.get("class") == "city":
            chips = {LIGHT["chip-light"], LIGHT["chip-dark"]}
            for plate in group.iter(f"{SVG}rect"):
                if plate.get("fill") in chips:
                    x, y, size = (float(plate.get(name, 0)) for name in ("x", "y", "width"))
                    out[f"chip at {x}, {y}"] = x, y, x + size, y + size
            for path in group.iter(f"{SVG}path"):
                if path.get("class") == "star":
                    numbers = list(map(float, re.findall(r"[\d.]+", path.get("d", ""))))
                    xs, ys = numbers[::2], numbers[1::2]
                    out[f"star at {xs[0]}, {ys[0]}"] = min(xs), min(ys), max(xs), max(ys)
        elif group.get("class") == "pieces":
            for text in group.findall(f"{SVG}text"):
                x, y, size = (float(text.get(name, 0)) for name in ("x", "y", "font-size"))
                out[f"{text.text} at {x}, {y}"] = x - 0.5 * size, y - 0.7 * size, x + 0.5 * size, y
    return out


@pytest.mark.parametrize("map", MAPS)
def test_names_can_be_read_and_cover_neither_each_other_nor_a_sign(map: str) -> None:
    game = load(map)
    document = svg.draw(game)
    found, avoided = plates(document), signs(document)
    # St. Lucia begins with towns alone.
    assert bool(found) == bool(avoided) == (map != "st-lucia")
    for name, plate in found.items():
        assert [sign for sign, box in avoided.items() if covers(plate, box)] == [], name
        assert [other for other, box in found.items() if other != name and covers(plate, box)] == [], name
    root = ET.fromstring(document)
    on_screen = min(ROOM[0] / float(root.get("width", 0)), ROOM[1] / float(root.get("height", 0)))
    names = [g for g in root.iter(f"{SVG}g") if g.get("class") == "name"]
    sizes = [float(text.get("font-size", 0)) for g in names for text in g.iter(f"{SVG}text")]
    # Plates that stand out at the rim take a little of the room.
    assert min(sizes) * min(1, on_screen) > 0.96 * READABLE


def test_the_plate_of_a_starting_city_rather_lies_on_track_than_on_its_star() -> None:
    west = load("western-us")
    s = west.start(3)
    hex = west.board.read_hex("Minneapolis")
    for side in (2, 3):
        beyond, facing = divmod(west.board.across[6 * hex + side], 6)
        through = west.board.side_names[facing], west.board.side_names[(facing + 3) % 6]
        lay(west, s, FIRST_SEAT, f"{west.board.hex_names[beyond]} {'-'.join(through)}")
    document = svg.draw(west, s)
    plate = plates(document)["Minneapolis"]
    assert [sign for sign, box in signs(document).items() if covers(plate, box)] == []


@pytest.mark.parametrize(("map", "kind"), [("pacific-electric", "start-price"), ("seattle-metro", "sector")])
def test_names_cover_no_mark_even_where_they_have_grown(map: str, kind: str) -> None:
    game = load(map)
    document = ET.fromstring(svg.draw(game, game.start(game.board.players[1])))
    texts = [
        text
        for group in document.iter(f"{SVG}g")
        if group.get("class") == f"mark-{kind}"
        for text in group.iter(f"{SVG}text")
    ]
    assert texts
    for name, (left, top, right, bottom) in plates(ET.tostring(document, "unicode")).items():
        grown = 0.05 * (right - left)
        for text in texts:
            x, y, size = (float(text.get(key, 0)) for key in ("x", "y", "font-size"))
            sign = x - 0.5 * size, y - 0.7 * size, x + 0.5 * size, y
            assert not covers((left - grown, top, right + grown, bottom), sign), (name, text.text)


def test_track_in_a_tunnel_goes_from_portal_to_portal_below_its_owners_mark() -> None:
    game = load("seattle-metro")
    s = game.start(3)
    tunnel = next(hex for hex in game.board.land if game.board.terrain[hex] == "tunnel")
    lay(game, s, FIRST_SEAT, f"{game.board.hex_names[tunnel]} N-S")
    document = ET.fromstring(svg.draw(game, s))
    drawn = next(group for group in document.iter(f"{SVG}g") if group.get("class") == "tunnel")
    arches = [path for path in drawn.iter(f"{SVG}path") if path.get("fill") == LIGHT["casing"]]
    assert len(arches) == 2
    assert [path for path in drawn.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    order = [group.get("class") for group in document.iter(f"{SVG}g")]
    assert order.index("track") < order.index("tunnel") < order.index("mark")


def test_a_printed_price_goes_when_track_lies_over_it(sample: AgeOfSteam) -> None:
    s = sample.start(3)
    assert "$7" in texts(svg.draw(sample, s))
    side = "N-S" if sample.board.orientation == "flat" else "E-W"
    lay(sample, s, FIRST_SEAT, f"D3 {side}")
    assert "$7" not in texts(svg.draw(sample, s))


# Other boards ----------------------------------------------------------------------------------------


def test_both_orientations_and_every_terrain(sample: AgeOfSteam) -> None:
    document = svg.draw(sample)
    shown = texts(document)
    assert {"Alpha", "Omega", "Nowhere", "$7", "$8"} <= set(shown) and "$4" not in shown
    for colour in ("swamp", "hill", "mtn", "high", "fire", "flame", "snow", "water", "g-none"):
        assert f'fill="{LIGHT[colour]}"' in document
    assert {LIGHT["reed"], LIGHT["river"], LIGHT["wall"]} <= strokes(document)


def test_names_are_escaped(sample: AgeOfSteam) -> None:
    document = svg.draw(sample)
    assert "Sense &amp; Co" in document and "A&lt;B" in document
    assert {"Sense & Co", "A<B", 'Harbour "7"'} <= set(texts(document))
    assert ET.fromstring(document).get("aria-label") == "Rock & <Roll>, the board"


def test_a_direct_link_is_drawn_as_track_once_it_is_bought(sample: AgeOfSteam) -> None:
    s = sample.start(3)
    assert "$8" in texts(svg.draw(sample, s)) and LIGHT["p3"] not in strokes(svg.draw(sample, s))
    s.link_owners[0] = FIRST_SEAT + 2
    assert "$8" not in texts(svg.draw(sample, s)) and LIGHT["p3"] in strokes(svg.draw(sample, s))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_outlines_close_and_neighbours_share_corners(orientation: str, tmp_path: Path) -> None:
    file = tmp_path / "sample.toml"
    file.write_text(SAMPLE.format(orientation=orientation, wall="NE"), "utf-8")
    canvas = Canvas(load(file).board, 40, LIGHT)
    for cell in canvas.board.cells:
        for corner in range(6):
            place = canvas.vertex_point(canvas.vertex(cell, corner))
            assert place == pytest.approx(canvas.corner(cell, corner))
            beyond = canvas.beyond(cell, corner)
            assert canvas.vertex(cell, corner) == canvas.vertex(beyond, corner + 4)
    assert canvas.outline(canvas.board.cells, 0.1).count("Z") == 1


# Small, dark, for the page ----------------------------------------------------------------------------


def test_small_boards_are_plain(rust_belt: AgeOfSteam, position: SteamState) -> None:
    shown = texts(svg.draw(rust_belt, position, radius=15))
    assert shown and set(shown) == set("RBPY")
    assert texts(svg.draw(rust_belt, position, small=True)) == shown
    assert "Chicago" in texts(svg.draw(rust_belt, position, radius=15, small=False))


def test_the_dark_theme_changes_colours_only(rust_belt: AgeOfSteam, position: SteamState) -> None:
    light, dark = (svg.draw(rust_belt, position, theme=theme) for theme in THEMES)
    assert DARK["land"] in dark and DARK["p1"] in dark and LIGHT["land"] not in dark
    without = re.compile(r"#[0-9a-f]{6,8}\b")
    assert without.sub("", light) == without.sub("", dark)


def test_a_page_draws_with_its_own_variables(rust_belt: AgeOfSteam, position: SteamState) -> None:
    canvas = Canvas(rust_belt.board, 36, VARIABLES)
    drawn = svg.ground(canvas) + svg.pieces(canvas, position)
    ET.fromstring(f"<svg>{drawn}</svg>")
    assert not re.search(r"#[0-9a-f]{6}", drawn)
    named = set(re.findall(r"var\(--([a-z0-9-]+)\)", drawn))
    for theme in THEMES:
        assert all(f"--{name}:#" in svg.declarations(theme) for name in named)


def test_a_canvas_forgets_what_is_not_drawn_any_more(
    rust_belt: AgeOfSteam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canvas_module, "REMEMBERED", 10)
    canvas = Canvas(rust_belt.board, 36, VARIABLES)
    for number in range(1000):
        assert canvas.once(number, partial(str, number)) == str(number)
        assert canvas.once("often", partial(str, number)) == "0"
    assert len(canvas._drawn) + len(canvas._drawn_before) <= 20


def test_each_livery_is_whole() -> None:
    assert len(MARKS) == len(CENTRE_LINES) == LIVERIES
    for palette in (LIGHT, DARK):
        assert len({palette[f"p{n}"] for n in range(LIVERIES + 1)}) == LIVERIES + 1


def test_every_tile_can_be_drawn_alone(rust_belt: AgeOfSteam) -> None:
    for layout in range(len(rust_belt.board.tiles.layouts)):
        for terrain in ("plain", "river", "mountain"):
            root = ET.fromstring(svg.tile(rust_belt, layout, owners=(2, 3, 4, 5), terrain=terrain))
            tracks = [group for group in root.iter(f"{SVG}g") if group.get("class") == "track"]
            assert len(tracks) == len(rust_belt.board.tiles.layouts[layout].tracks)


# The picture -----------------------------------------------------------------------------------------


def read_png(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw rows of a picture."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed = 8, b""
    width = height = 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    return width, height, zlib.decompress(packed)


def test_the_picture_has_the_size_of_the_drawing(rust_belt: AgeOfSteam, position: SteamState) -> None:
    document = svg.draw(rust_belt, position)
    root = ET.fromstring(document)
    width, height, rows = read_png(png(document, scale=1.5))
    assert width == pytest.approx(1.5 * float(root.get("width", 0)), abs=1)
    assert height == pytest.approx(1.5 * float(root.get("height", 0)), abs=1)
    assert len(rows) >= width * height and len(set(rows)) > 100


def test_the_picture_has_text_without_the_fonts_of_the_machine(rust_belt: AgeOfSteam) -> None:
    document = svg.draw(rust_belt, radius=24)
    silent = re.sub(r"<text.*?</text>", "", document)
    assert read_png(png(document, 1))[2] != read_png(png(silent, 1))[2]
    # All Latin letters of European places have a shape of their own, not the box of an unknown letter.
    shapes = {read_png(png(_letter(letter), 1))[2] for letter in "ÅåÄöüßñçãøłŠžőİŁ"}
    assert len(shapes) == 16


def _letter(letter: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<text x="5" y="30" font-size="30" font-family="sans-serif">{letter}</text></svg>'
    )


# Marks of boards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*marks.BELOW, *marks.ABOVE])
def test_each_kind_of_mark_has_a_drawing_of_its_own(sample: AgeOfSteam, kind: str) -> None:
    canvas, told = Canvas(sample.board, 36, LIGHT), marks.__doc__ or ""
    lying = Mark(kind, 0, "<words>", (1, 0, 3), "7", 1, 2)
    drawn = marks.marks(canvas, [lying], below=kind in marks.BELOW)[0]
    assert "<path" in drawn or "<rect" in drawn or "<circle" in drawn
    assert "&lt;words&gt;" in drawn and f"`{kind}`" in told
    assert not marks.marks(canvas, [lying], below=kind not in marks.BELOW)
    ET.fromstring(drawn)
    others = marks.BELOW | marks.ABOVE
    alike = [other for other in others if others[other] is others[kind]]
    same = [
        other
        for other in others
        if other not in alike
        and marks.marks(canvas, [lying._replace(kind=other)], below=other in marks.BELOW)[0].replace(
            other, kind
        )
        == drawn
    ]
    assert not same


def test_the_number_of_a_mark_may_end_its_name_and_an_unknown_mark_is_a_word(sample: AgeOfSteam) -> None:
    canvas = Canvas(sample.board, 36, LIGHT)
    draw = partial(marks.marks, canvas, below=False)
    assert draw([Mark("sector-3", 0, "")]) == draw([Mark("sector", 0, "", text="3", side=3)])
    assert ">zeppelin</text>" in draw([Mark("zeppelin", 0, "")])[0]
    sides = {draw([Mark(f"state-link-{side}", 7, "")])[7] for side in range(6)}
    assert len(sides) == 6


def test_cubes_give_way_to_a_car_and_to_what_waits(rust_belt: AgeOfSteam, position: SteamState) -> None:
    canvas, hex = Canvas(rust_belt.board, 36, LIGHT), rust_belt.board.read_hex("Pittsburgh")
    position.cubes[STRIDE * hex + RED] = 1

    def lying(*shown: Mark) -> float:
        drawn = ET.fromstring(f"<svg>{svg.pieces(canvas, position, shown)}</svg>")
        (cubes,) = [
            group
            for group in drawn.iter("g")
            if group.get("data-hex") == str(hex) and group.find("use") is not None
        ]
        return float(cubes[0].get("y", 0))

    assert lying(Mark("waiting", hex, "")) < lying() < lying(Mark("car", hex, ""))


def test_a_city_that_takes_every_colour_has_an_asterisk_and_no_letter() -> None:
    game = load("southern-china")
    drawn = texts(svg.draw(game, coordinates=False))
    assert not any(len(text) > 2 and set(text) <= set("RBPYK") for text in drawn)


def test_a_link_for_sale_has_its_price_and_a_bought_one_its_track() -> None:
    game = load("southern-china")
    s = game.start(3)
    tracks = svg.draw(game, s).count('class="track"')
    assert texts(svg.draw(game, s)).count("$8") == len(game.board.direct_links) == 3
    s.link_owners = bytearray([FIRST_SEAT, NATIONS, FIRST_SEAT + 1])
    bought = svg.draw(game, s)
    assert "$8" not in texts(bought) and bought.count('class="track"') == tracks + 3
    assert bought.count('class="mark"') == 3
