"""Hands as texts tell them, read and played in C, many at once."""
