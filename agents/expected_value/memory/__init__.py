"""What was seen in a match: chains, and how opponents play."""
