"""The text of PokerStars' hand histories."""
