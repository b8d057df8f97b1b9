"""Regret minimisers and the solvers built on them."""
