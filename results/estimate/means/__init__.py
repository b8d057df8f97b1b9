"""Means of duplicate sets, line-ups, pairs and teams, with what each deck did to them."""
