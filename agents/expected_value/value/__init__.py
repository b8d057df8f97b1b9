"""What an action is worth by the chains that followed it."""
