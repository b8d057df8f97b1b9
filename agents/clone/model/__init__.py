"""What was learned of a player: trees, sizes of raises, and the file of both."""
