"""How the map, its tiles, goods and trains are drawn."""
