"""The pure rules, one defence or rule each: no clock, no I/O, no store."""
