"""Rankings that a file describes by formulas: their syntax, and the rank of every hand by them."""
