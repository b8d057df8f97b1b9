"""Intervals, p-values and groups, from the influence of decks on line-ups."""
