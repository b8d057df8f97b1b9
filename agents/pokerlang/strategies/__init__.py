"""Strategies in PokerLang that are shipped with railbird."""
