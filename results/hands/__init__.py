"""Single hands of a run: as played, with expected payoffs, and as text."""
