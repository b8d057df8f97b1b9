"""Commands that play tournaments."""
