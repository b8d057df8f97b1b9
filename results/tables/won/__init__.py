"""Tables of winnings by opponents, positions and teams."""
