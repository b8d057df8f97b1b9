"""How hands are compared: rankers, and the best of hole cards and board."""
