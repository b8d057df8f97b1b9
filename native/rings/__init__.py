"""Ring games: tables of several stakes, bankrolls, and who sits where between rounds of hands."""
