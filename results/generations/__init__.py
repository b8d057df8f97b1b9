"""The table of an evolution's generations, and its summary."""
