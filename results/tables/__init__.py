"""The result tables of a run: one file a table, each with all that is to be known of it."""
