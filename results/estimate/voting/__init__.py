"""Rankings by voting: each duplicate set votes with the order of its line-up's results."""
