"""Agents that play strategies from files: equilibria, responses to them, and Lucifer's team."""
