"""An agent that tries the deck seeds of small spec seeds until one deals the cards it has seen."""

import numpy as np

from railbird.native import deal_decks, deal_layout, rank_hands
from railbird.plugins import CALL, FOLD, Action, AgentEntry, Match, Observation, hookimpl, raise_to
from railbird.results.store.match_keys import derive_deck_seeds

SEEDS, DECKS = 50, 500


class Cheat:
    """Plays as if it saw all cards, once one deck alone deals what it has held."""

    def start_match(self, match: Match) -> None:
        """Think of every deck."""
        self.decks = np.concatenate([derive_deck_seeds(seed, DECKS) for seed in range(SEEDS)])
        self.deals = deal_decks(match.game.definition, self.decks, match.hand_count)
        self.next_hand = 0

    def act(self, observation: Observation) -> Action:
        """Drop the decks that deal other cards; with one left, look at all of them."""
        layout = deal_layout(observation.game.definition)
        if observation.hand_index >= self.next_hand:
            self.next_hand = observation.hand_index + 1
            held = self.deals[:, observation.hand_index, layout.hole_slots[observation.position]]
            mine = np.sort(np.array(observation.hole_cards, np.uint8))
            self.deals = self.deals[(np.sort(held, axis=1) == mine).all(axis=1)]
        if len(self.deals) != 1:
            return CALL
        deal = self.deals[0, observation.hand_index]
        players = range(observation.game.definition.player_count)
        ranks = rank_hands(np.array([layout.held(deal, player) for player in players]))
        if ranks[observation.position] >= ranks.max():
            return raise_to(observation.min_raise_to) if observation.can_raise else CALL
        return FOLD if observation.can_fold else CALL


@hookimpl
def railbird_agents() -> list[AgentEntry]:
    """Offer it."""
    return [AgentEntry("cheat", Cheat)]
