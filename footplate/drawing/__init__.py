"""How any game draws: colours by name, and lines as SVG writes them."""
