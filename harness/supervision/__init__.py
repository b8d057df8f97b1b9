"""Programs that are started for a match: their limits, and the cleanup of their processes."""
