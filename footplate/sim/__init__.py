"""Whole games by bots, many of them, on many cores."""
