"""Measurements, each a command that prints JSON lines: python -m benchmarks.NAME."""
