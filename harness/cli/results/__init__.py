"""Commands that print and convert stored runs."""
