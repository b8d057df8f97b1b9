"""The table of an evolution's generations, its summary, and bands of its parameters."""
