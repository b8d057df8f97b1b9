"""Tables of who won how much from whom."""
