"""Reads a run's folder, completely or in part, and describes what is missing."""
