"""Tables on the net: the server, its store and what it says to the page."""
