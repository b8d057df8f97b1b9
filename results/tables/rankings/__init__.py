"""Tables that rank agents, and the uncertainty of ranks."""
