"""Matches played over descriptors by lines of the ACPC protocol."""
