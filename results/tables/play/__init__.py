"""Tables of how agents played, how long they took and how their bankrolls grew."""
