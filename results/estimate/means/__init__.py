"""Means of duplicate sets, line-ups, pairs and teams, with the influence of each deck."""
