"""Formatting of tables, as text and for other programs."""
