"""Kinds of player, one file each, and the list of them."""
