"""The board and what lies on it, drawn as SVG text; `footplate.age_of_steam.svg` is the front."""
