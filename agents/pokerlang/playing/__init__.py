"""A compiled strategy and how it decides over a batch: tests as columns, rules, moves."""
