"""The agents that play with trained weights."""
