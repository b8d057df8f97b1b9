"""Commands that solve games and train agents."""
