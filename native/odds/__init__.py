"""What hands are worth: ranges, equities, strength, potential, tables before the flop."""
