"""What the tests of a strategy read of decisions: betting, cards, opponents, each by name."""
