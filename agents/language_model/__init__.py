"""Language models as players: what they are told, and how their answers are read."""
