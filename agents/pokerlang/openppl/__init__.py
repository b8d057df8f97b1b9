"""Profiles of OpenPPL read as PokerLang: a subset, and everything else refused by name."""
