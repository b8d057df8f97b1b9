"""Agents of this process, asked for decisions."""
