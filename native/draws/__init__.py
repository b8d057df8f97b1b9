"""Counter-based draws, sampling with them, and the deals of the ACPC."""
