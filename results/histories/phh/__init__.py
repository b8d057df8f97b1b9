"""The poker hand history format (PHH)."""
