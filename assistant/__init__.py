"""The model, a turn, idle work. Knows no screen."""
