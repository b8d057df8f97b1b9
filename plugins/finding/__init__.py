"""Finds plugins: hooks, sources, the registry."""
