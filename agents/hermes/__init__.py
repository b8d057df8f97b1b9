"""Hermes: a short stack that folds or goes all-in before the flop (document 000, section 6.4)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.agents.hermes.player import Hermes
    from railbird.agents.hermes.situations import is_no_limit_holdem
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["Hermes", "is_no_limit_holdem"]
