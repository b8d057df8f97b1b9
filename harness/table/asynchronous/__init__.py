"""Seats of asynchronous agents."""
