"""The agent Hermes."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.hermes.expected_return import (
    Shove,
    expected_return,
    not_lost,
    sample_not_lost,
)
from railbird.agents.hermes.hands import CLASSES_OF_HOLDINGS, NO_CLASS
from railbird.agents.hermes.rules import ALWAYS, LAST_LISTED, shove_shares
from railbird.agents.hermes.situations import (
    BIG_BLIND,
    Situations,
    is_no_limit_holdem,
    places_of,
    read_situations,
)
from railbird.agents.holdem.answers import Answers
from railbird.native import ActionKind, holding_class, holding_index
from railbird.plugins import (
    LOOSE_VPIP,
    SHORT_STACK_BLINDS,
    AgentEntry,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
    StyleMemory,
    indicator_values,
)

FIRST_FOLD_SHARE = 0.5
KEY_BITS = 2.0**53
Floats = npt.NDArray[np.float64]


class Hermes:
    """Folds or goes all-in before the flop, by the opponents' statistics and a table of hands.

    How it plays: a hand of class 1 goes all-in; one of class 2 or 3 if figure 70 says so for its
    position and for the players who have called, raised or gone all-in, if the expected return is
    not negative against the relevant opponent; the big blind defends hands with a class against a
    stealer who folds to half of all 3-bets. All other hands are folded, or checked if that is free.
    Source: document 000, section 6.4: tables 32 and 33, figures 68 to 70. Opponents are modelled by
    VPIP, which bounds the hands they may have, and by how often they fold to a 3-bet. Decided here:
    seats between under the gun and the cut-off play like under the gun; without data VPIP is 0.28
    and fold to 3-bet 0.5; a player who is already all-in never folds; players are counted by their
    strongest action, those who folded not at all; if nobody has entered the pot and the button has
    folded, the big blind is the relevant opponent. It is designed for 20 big blinds and 5 to 7
    players; with more chips it complains and goes all-in with all of them, with other numbers of
    players it plays the existing positions. ``equity_samples`` is the number of random deals for
    equities, 10,000 in the source; 0 computes them exactly.
    """

    def __init__(self, *, equity_samples: int = 0) -> None:
        """Set the number of random deals for an equity."""
        is_count = isinstance(equity_samples, int) and not isinstance(equity_samples, bool)
        if not is_count or equity_samples < 0:
            raise AgentError(
                f"equity_samples is {equity_samples!r}; give a number of deals, or 0 for exact"
            )
        self._samples = equity_samples
        self._memory: StyleMemory | None = None

    def start_matches(self, matches: MatchBatch) -> str:
        """Start observing; complain about stacks that are not short.

        Where matches begin in the middle of a tournament or session, stacks are not known yet.
        """
        self._memory = StyleMemory(matches)
        definition = matches.game.definition
        blinds = max(definition.stacks) / definition.big_blind
        if blinds <= SHORT_STACK_BLINDS or matches.mode in ("tournament", "ring"):
            return ""
        when = "" if matches.mode == "cash" else " in the first hand"
        return (
            f"stacks are {blinds:g} big blinds{when}, but Hermes is designed for at most "
            f"{SHORT_STACK_BLINDS}; it goes all-in with all of them"
        )

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players."""
        self._opened().tell(hands)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Go all-in, or fold, or check."""
        shoves = self._shoves(decisions)
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        kinds[~shoves & decisions.can_fold] = ActionKind.FOLD.value
        can_raise = shoves & decisions.can_raise
        kinds[can_raise] = ActionKind.RAISE.value
        return kinds, np.where(can_raise, decisions.max_raise_to, 0)

    def _shoves(self, decisions: DecisionBatch) -> npt.NDArray[np.bool_]:
        """Return which rows go all-in; rows that do not depend on the betting are decided first."""
        classes = CLASSES_OF_HOLDINGS[holding_index(decisions.hole_cards)]
        is_preflop = decisions.round_index == 0
        shoves: npt.NDArray[np.bool_] = is_preflop & (classes == ALWAYS)
        own_places = places_of(decisions)[np.arange(len(decisions)), decisions.position]
        may_defend = (own_places == BIG_BLIND) & (classes != NO_CLASS)
        has_rules = (classes > ALWAYS) & (classes <= LAST_LISTED)
        rows = np.flatnonzero(is_preflop & ~shoves & (has_rules | may_defend))
        if len(rows):
            asked = decisions.take(rows)
            shoves[rows] = asked.random() >= 1.0 - self._shares(asked, classes[rows])
        return shoves

    def _shares(self, decisions: DecisionBatch, classes: npt.NDArray[np.uint8]) -> Floats:
        """Return how often each row goes all-in; all are before the flop."""
        found = read_situations(decisions)
        seats = decisions.seats[np.arange(len(decisions)), found.opponent]
        counts = self._opened().counts(decisions.match, seats)
        vpip = _known(indicator_values(counts, "vpip"), LOOSE_VPIP)
        fold_shares = _known(indicator_values(counts, "fold_to_three_bet"), FIRST_FOLD_SHARE)
        shove = _read_shove(decisions, found, np.where(found.is_all_in, 0.0, fold_shares))
        returns = expected_return(shove, self._equity(decisions, vpip))
        return shove_shares(classes, found, returns=returns, fold_shares=fold_shares)

    def _equity(self, decisions: DecisionBatch, vpip: Floats) -> Floats:
        hole_cards = decisions.hole_cards
        if not self._samples:
            return not_lost(holding_class(hole_cards), vpip)
        keys = (decisions.random(1) * KEY_BITS).astype(np.int64).tolist()
        triples: Any = zip(hole_cards, vpip.tolist(), keys, strict=True)
        sampled = [
            sample_not_lost(cards, share, sample_count=self._samples, key=key)
            for cards, share, key in triples
        ]
        return np.array(sampled)

    def _opened(self) -> StyleMemory:
        if self._memory is None:
            raise AgentError("hermes was called before its matches were started")
        return self._memory


def _known(values: Floats, otherwise: float) -> Floats:
    """Return values with missing ones replaced."""
    return np.where(np.isnan(values), otherwise, values)


def _read_shove(decisions: DecisionBatch, found: Situations, fold_shares: Floats) -> Shove:
    place = np.arange(len(decisions))
    stacks, spent = decisions.starting_stacks, decisions.contributions
    own, opponent = decisions.position, found.opponent
    smaller = np.minimum(stacks[place, own], stacks[place, opponent])
    return Shove(
        pot=decisions.pot.astype(np.float64),
        call=np.maximum(smaller - spent[place, opponent], 0).astype(np.float64),
        risk=np.maximum(smaller - spent[place, own], 0).astype(np.float64),
        fold_share=fold_shares,
    )


AGENTS = (
    AgentEntry(
        "hermes",
        Hermes,
        lambda game, _: is_no_limit_holdem(game),
        "no-limit hold'em: a short stack that folds or goes all-in before the flop",
    ),
)
