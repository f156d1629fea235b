"""Days of Steam: square tiles, hidden hands, trains that move."""
