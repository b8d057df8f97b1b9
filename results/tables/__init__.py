"""The result tables of a run: one file per table, with its complete definition."""
