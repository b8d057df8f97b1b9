"""Means of line-ups with their errors, and what follows from them."""
