"""The search of lines against what an opponent did and showed."""
