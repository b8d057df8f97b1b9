"""What chips of a tournament are worth in prizes."""
