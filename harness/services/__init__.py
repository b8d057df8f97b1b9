"""Services that slow agents ask, and the journal of what they answered."""
