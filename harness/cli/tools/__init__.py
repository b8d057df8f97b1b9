"""Commands about agents, games and hands."""
