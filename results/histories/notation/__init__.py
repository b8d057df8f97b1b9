"""Cards, payoffs, actions and hold'em's stakes in the words that several formats use."""
