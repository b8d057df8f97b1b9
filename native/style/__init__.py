"""Counters of playing style, from finished hands."""
