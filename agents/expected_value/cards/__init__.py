"""How strong cards are, and into which classes they fall."""
