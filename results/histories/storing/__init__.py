"""Groups hands into matches and stores them, and reads stored matches."""
