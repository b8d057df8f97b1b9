"""Opens a run and gives access to all its tables."""
