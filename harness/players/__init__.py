"""Kinds of player: how a spec names one, what a run records of it, how it takes its seat."""
