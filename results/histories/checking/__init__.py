"""Checks of hands from files against the rules of the game."""
