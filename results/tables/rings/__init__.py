"""Tables of ring games: bankrolls over time, and who was ruined."""
