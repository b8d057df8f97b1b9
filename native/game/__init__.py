"""Game definitions, and tables at which one hand at a time is played."""
