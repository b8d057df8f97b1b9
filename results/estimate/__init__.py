"""Means of line-ups with their errors, and the statistics based on them."""
