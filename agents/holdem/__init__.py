"""Agents for hold'em: the eight archetypes and the Observer, with their knowledge of hands."""
