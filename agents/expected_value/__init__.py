"""Agents that estimate what an action will win from what happened after the same betting."""
