"""Shipped weights, one file per game."""
