"""Indicators of style, the player classes that they imply, and an agent's memory of them."""
