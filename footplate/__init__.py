"""Footplate: steam-train board games."""
