"""Agents ranked by votes: the orders in which line-ups come out of duplicate sets."""
