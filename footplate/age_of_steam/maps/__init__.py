"""The boards: one data file each, and a page of Python where a board changes rules."""
