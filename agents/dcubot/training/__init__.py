"""Trainers that play their own hands: self-play, and exploiting a net."""
