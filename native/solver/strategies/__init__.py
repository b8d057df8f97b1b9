"""Strategies as tables and files."""
