"""Programs that are started for a match: their limits, and the end of all that they start."""
