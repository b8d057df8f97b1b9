"""Tables for the eye and for other programs."""
