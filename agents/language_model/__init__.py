"""Language models as players: what they are asked, and how their answers are read."""
