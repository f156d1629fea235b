"""Age of Steam: the base game and its boards."""
