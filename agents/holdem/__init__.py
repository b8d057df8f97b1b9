"""Agents of hold'em: the eight archetypes and the Observer, with what they know of hands."""
