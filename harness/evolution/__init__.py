"""Evolution of agents' parameters: tournaments one after the other, and who is in the next."""
