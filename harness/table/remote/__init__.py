"""Seats of players that are connected through sockets."""
