"""What the writer of a strategy uses: the command, the linter, explanations of decisions."""
