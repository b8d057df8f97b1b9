"""What agents answer, judged: actions, violations, forfeits."""
