"""A run's folder as it is read: all of it or a part, and what it lacks."""
