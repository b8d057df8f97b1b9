"""Trainers that learn from hands played for them: self-play, and exploiting a net."""
