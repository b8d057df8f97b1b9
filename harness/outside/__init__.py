"""Agents outside this process: programs, isolation, and their ends."""
