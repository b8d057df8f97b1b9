"""Intervals, p-values and groups, from what decks did to line-ups."""
