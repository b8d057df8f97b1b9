"""The words of messages for Python: parameters and attributes in place of options and commands."""

from railbird.harness.wording import Words

PYTHON: Words = (
    ("with --out FOLDER", "with folder=FOLDER"),
    ("--fresh", "fresh=True"),
    ("--raise-agent-errors", "raise_agent_errors=True"),
    ("the same run command", "the same call"),
    ("run the same command again", "make the same call again"),
    ("the same command", "the same call"),
    ("`railbird incidents`", "`result.incidents`"),
    ("(--where forfeits=out)", '(`result.run.where("forfeits=out")`)'),
    ("--order-ratings, --line-up-ratings or the", "order_ratings, line_up_ratings or the"),
)
"""For every function."""

ARGUMENTS: Words = (
    ("the spec's hands_per_match", "hands: hands_per_match"),
    ("the spec's ", ""),
    ("and not in the spec", "and not among the agents"),
)
"""For what is played from arguments, without a spec."""
