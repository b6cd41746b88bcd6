"""Idle jobs, one a file."""
