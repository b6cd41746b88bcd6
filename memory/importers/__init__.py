"""Foreign formats in, records out."""
