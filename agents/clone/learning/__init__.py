"""How a player is learned, and how what was learned is judged."""
