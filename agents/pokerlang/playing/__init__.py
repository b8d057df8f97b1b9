"""A compiled strategy and how it decides over a batch: conditions as columns, rules, plans."""
