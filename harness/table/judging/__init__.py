"""Checks of agents' answers: actions, violations, forfeits."""
