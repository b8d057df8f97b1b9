"""The text format of PokerStars' hand histories."""
