"""Single hands of a run: played, expected, in words."""
