"""Every query, a file per table group."""
