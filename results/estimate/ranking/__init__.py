"""Rankings and how sure they are: bankrolls, run-offs, ratings, sequential decisions."""
