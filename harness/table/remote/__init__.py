"""Seats whose players are reached over connections."""
