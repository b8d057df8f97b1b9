"""The luck of cards and of declared decisions, taken out of payoffs without bias."""
