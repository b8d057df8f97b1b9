"""A plugin of agents that pass their trial hand and misbehave later; tests name it by its path."""

from railbird.plugins import CALL, AgentEntry, hookimpl, raise_to


class Quitter:
    """Calls, and by a draw fails at a decision of any hand but the first."""

    def __init__(self, rate: float = 0.02) -> None:
        self.rate = rate

    def act(self, observation):
        if observation.hand_index and observation.random() < self.rate:
            raise KeyError("oops")
        return CALL


class Presser:
    """Raises, legal or not; for the first hands as far as it may."""

    def __init__(self, polite_hands: int = 2) -> None:
        self.polite_hands = polite_hands

    def act(self, observation):
        is_polite = observation.hand_index < self.polite_hands
        return CALL if is_polite and not observation.can_raise else raise_to()


class Grumbler:
    """Calls, and complains of every match."""

    def start_match(self, match):
        return "this is not a game for me"

    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [
        AgentEntry("quitter", Quitter),
        AgentEntry("presser", Presser),
        AgentEntry("grumbler", Grumbler),
    ]
