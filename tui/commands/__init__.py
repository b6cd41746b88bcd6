"""One module a family of commands. Heavy parts are imported inside the functions: `--help` stays quick."""
