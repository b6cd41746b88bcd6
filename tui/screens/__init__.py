"""Screens: each owns its state and calls the assistant."""
