"""Asks the agents of this process for decisions."""
