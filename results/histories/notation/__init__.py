"""Cards, payoffs, actions and hold'em stakes in notations shared by several formats."""
