"""Hermes: a short stack that folds or goes all-in before the flop (document 000, section 6.4)."""

from railbird.agents.hermes.player import Hermes
from railbird.agents.hermes.situations import is_no_limit_holdem

__all__ = ["Hermes", "is_no_limit_holdem"]
