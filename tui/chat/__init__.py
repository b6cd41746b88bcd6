"""What the chat screen is made of: one job a file, each with its own state; `parts.py` puts them together."""
