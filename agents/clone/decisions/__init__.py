"""What a player saw at each decision, as numbers: the same code for stored hands and for play."""
