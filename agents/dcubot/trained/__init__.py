"""Weights that are shipped, one file a game."""
