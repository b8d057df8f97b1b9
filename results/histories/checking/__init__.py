"""Hands as files give them, held to the rules of the game."""
