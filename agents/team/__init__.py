"""Agents made of any others: a team with a coach, and players who choose tables."""
