"""Game trees: betting, cards, deals, and what they cost."""
