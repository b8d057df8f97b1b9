"""Tables of playing styles, decision times, bankrolls and incidents."""
