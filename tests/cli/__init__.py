"""The command `footplate`, used as people and programs use it."""
