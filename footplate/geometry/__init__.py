"""Pure tables of shapes; no word of any game."""
