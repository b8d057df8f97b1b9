"""A run as a whole: opened, read, and every table of it."""
