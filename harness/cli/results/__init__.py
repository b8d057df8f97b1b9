"""Commands that print and convert what a run has stored."""
