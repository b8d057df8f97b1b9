"""Agents that play strategies from files: equilibria, answers to them, and Lucifer's team."""
