"""Rankings and their uncertainty: bankrolls, run-offs, ratings, sequential decisions."""
