"""What any turn-based game needs; it knows no trains."""
