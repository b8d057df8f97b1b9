"""The coach: a team of any agents."""
