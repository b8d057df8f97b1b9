"""Best responses, exact or restricted."""
