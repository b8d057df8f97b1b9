"""Indicators of style, the classes that they imply, and an agent's memory of them."""
