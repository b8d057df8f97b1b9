"""Tables that rank agents, and how sure the ranks are."""
