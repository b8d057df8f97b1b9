"""An agent for every game, which plays by the expected strength of its cards."""
