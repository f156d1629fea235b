"""The command `footplate`."""
