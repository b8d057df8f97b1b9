"""PokerLang: strategies written as text files of rules, and the agent that plays them."""
