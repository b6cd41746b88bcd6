"""Every widget, the commands, and nothing else."""
