"""The agents that play weights."""
