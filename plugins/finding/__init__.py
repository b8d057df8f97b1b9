"""How plugins are found: hooks, sources, the registry."""
