"""Analyses of agents that declare their strategy: exact values, exploitability, rollouts."""
