"""What agents that declare their play would do: exact values, exploitability, rollouts."""
