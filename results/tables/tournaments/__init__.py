"""Tables of tournaments: places, prizes, levels and what stacks were worth."""
