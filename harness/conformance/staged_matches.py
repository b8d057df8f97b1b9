"""Staged matches of the conformance suite: an agent against simulated opponents."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.forfeits import as_few_cards
from railbird.harness.table.match_results import Incidents
from railbird.harness.table.play_rules import AgentFactory, PlannedMatch, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.plugins import ActionKind, DecisionBatch, Game
from railbird.results.store.match_keys import match_key

SEED = 20_240_229
SUBJECT = "subject"
OPPONENT = "opponent"
SMALL_DECK = 12
SMALL_TABLE = 3
Bettings = tuple[tuple[str, ...], ...]
"""The betting by match and hand."""


@dataclass(frozen=True, slots=True)
class StagedPlay:
    """The results of staged matches: the betting by match and hand, and the misbehaviour."""

    bettings: Bettings
    incidents: Incidents


class Opponent:
    """The simulated opponent: plays every kind of action and all sizes, small raises most often.

    It rarely folds, so that many hands reach the last round.
    """

    fold_below = 0.1
    call_below = 0.65
    raise_skew = 4.0

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Draw a kind and, with the decision's second draw, a size."""
        draws = decisions.random()
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        kinds[decisions.can_fold & (draws < self.fold_below)] = ActionKind.FOLD.value
        kinds[decisions.can_raise & (draws >= self.call_below)] = ActionKind.RAISE.value
        span = decisions.max_raise_to - decisions.min_raise_to
        share = decisions.random(1) ** self.raise_skew
        amounts = decisions.min_raise_to + (share * span).astype(np.int64)
        if not decisions.game.definition.has_card_rounds:
            return kinds, amounts
        card_kinds, slots, goes = as_few_cards(decisions.legal, decisions.min_cards)
        return np.where(goes, card_kinds, kinds), np.where(goes, slots, amounts)


def stage_matches(game: Game, *, rounds: int = 1) -> tuple[PlannedMatch, ...]:
    """Stage matches in which the subject sits in each seat, then one of the subject against itself.

    ``rounds`` times as many with decks of their own. No label is seated twice in a match.
    """
    seats = range(game.definition.player_count)
    line_ups = [
        tuple(SUBJECT if seat == own else f"{OPPONENT} {seat}" for seat in seats) for own in seats
    ]
    line_ups.append((SUBJECT, *(f"{SUBJECT} {seat}" for seat in seats[1:])))
    return tuple(
        PlannedMatch(number, agents, match_key(SEED, number, agents))
        for number, agents in enumerate(line_ups * rounds)
    )


def count_rounds(game: Game) -> int:
    """Return the rounds of matches that give enough hands for a statistical test."""
    hands_of_a_round = (game.definition.player_count + 1) * count_hands(game)
    return -(-(3000 if is_small(game) else 1200) // hands_of_a_round)


def count_hands(game: Game) -> int:
    """Return the hands of a staged match: many if hands are short, few if they are long."""
    if is_small(game):
        return 60
    return 8 if game.definition.player_count <= SMALL_TABLE else 4


def is_small(game: Game) -> bool:
    """Return whether a game has so few cards that all situations occur repeatedly."""
    return len(game.definition.deck) <= SMALL_DECK


def play_staged(
    game: Game,
    matches: Sequence[PlannedMatch],
    factory: AgentFactory,
) -> StagedPlay:
    """Play the matches by the table loop, whatever the agent does."""
    labels = {label for match in matches for label in match.agents}
    agents = {label: Opponent if label.startswith(OPPONENT) else factory for label in labels}
    hand_count = count_hands(game)
    results = play_matches(game, matches, agents, rules=PlayRules(hand_count))
    text, offsets = results.betting.tobytes().decode("ascii"), results.betting_offsets.tolist()
    hands = [text[start:end] for start, end in pairwise(offsets)]
    bettings = tuple(
        tuple(hands[first : first + hand_count]) for first in range(0, len(hands), hand_count)
    )
    return StagedPlay(bettings, results.incidents)


def find_difference(
    one: Sequence[Sequence[str]], other: Sequence[Sequence[str]], *, words: tuple[str, str]
) -> str | None:
    """Describe where two plays of the same matches diverge; ``words`` name the two in it."""
    for match, pair in enumerate(zip(one, other, strict=True)):
        for hand, (first, second) in enumerate(zip(*pair, strict=True)):
            if first != second:
                return (
                    f"match {match}, hand {hand}: the betting is '{first}' {words[0]}, "
                    f"but '{second}' {words[1]}"
                )
    return None
