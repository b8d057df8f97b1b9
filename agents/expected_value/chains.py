"""The agent ``chains``: the expected value of each action from what followed the same betting."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import SHOWN, Situations
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu, read_sizes
from railbird.agents.expected_value.cards.card_strength import (
    is_whole_holdem,
    strength_to_next_card,
)
from railbird.agents.expected_value.cards.games import plays_chains
from railbird.agents.expected_value.memory.chain_store import ChainSums
from railbird.agents.expected_value.memory.match_memory import MatchMemory
from railbird.agents.expected_value.memory.matches import complain_of_short_matches, require_cash
from railbird.agents.expected_value.value.first_guesses import Guesses, guess_outcomes
from railbird.agents.expected_value.value.formulas import FORMULAS, Estimate, estimate, win_chance
from railbird.agents.holdem.answers import Answers, answer
from railbird.agents.holdem.archetype import plan_preflop, style_number
from railbird.agents.parameters import require_at_least, require_choice
from railbird.plugins import (
    ActionKind,
    AgentEntry,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
)

ENOUGH = 30
VALUES = "values"
SIZES = (0.5, 1.0)
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


class Chains:
    """Chooses by the expected value of each action, estimated from the hands of the match.

    How it plays: a *chain* is the betting of a hand so far. For each action it looks up how the
    hands of this match went on that had the same chain, the action included: showdown, all others
    folded, itself folded, with the mean pot and its mean bets from now on in each case. Its own
    effective strength (Eq 6) against the mean strength shown after the chain gives the chance to
    win. Of the actions with a positive expected value it takes one at random, in proportion to the
    value to the power ``greed``; if none is positive, it checks or folds. If it raised last on the
    round before, raising has 1 + ``aggression`` times its weight. Hold'em before the flop is played
    in the same way, or like the archetype ``preflop``.

    Source: document 004. Decided here, where it is silent: chains are similar on three levels, of
    which the first with more than ``enough`` hands counts: the same betting (where a game's betting
    can be listed); the same betting of this round with as many raises on each round before; the
    same round and number of raises in it (who raised last is not asked again). Before that,
    `first_guesses`, and `OpponentHabits` for the strength of opponents, also where chains had no
    showdown. Bets count from the decision on, so that a fold is worth nothing. The chance to win is
    that of `win_chance`, to the power of the number of opponents. ``formula`` is ``weighed``, in
    which showdowns, folds of others and own folds are weighed by their shares, or ``printed``, as
    Eq 5 and ``calcEV`` have it, where a showdown counts in full whatever the share of hands that
    get there. Without limits it raises by the shares of the pot in ``sizes`` or all-in, takes the
    raises of others for the nearest of these in ratio, and sums chips of chains in pots.
    """

    def __init__(  # noqa: PLR0913 - an agent's parameters are its factory's
        self,
        *,
        formula: str = "weighed",
        enough: int = ENOUGH,
        greed: float = 8.0,
        aggression: float = 0.5,
        preflop: str = VALUES,
        folds_to_bet: float = 0.1,
        own_folds_called: float = 0.25,
        own_folds_raised: float = 0.15,
        sizes: float | str | Sequence[float] = SIZES,
    ) -> None:
        """Set the parameters; raises AgentError for invalid ones."""
        self._formula = require_choice("formula", formula, FORMULAS)
        self._enough = int(require_at_least("enough", enough, 1, whole=True))
        self._greed = require_at_least("greed", greed, 0.0)
        self._aggression = require_at_least("aggression", aggression, 0.0)
        self._style = None if preflop == VALUES else style_number(preflop)
        self._guesses = Guesses(
            require_at_least("folds_to_bet", folds_to_bet, 0.0, most=0.5),
            require_at_least("own_folds_called", own_folds_called, 0.0, most=0.5),
            require_at_least("own_folds_raised", own_folds_raised, 0.0, most=0.5),
        )
        self._menu = RaiseMenu(read_sizes(sizes))
        self._memory: MatchMemory | None = None

    def start_matches(self, matches: MatchBatch) -> str:
        """Start without chains; complain about matches too short. AgentError in freeze-outs."""
        require_cash(matches)
        self._memory = MatchMemory(matches, self._menu)
        return complain_of_short_matches(matches)

    def end_hands(self, hands: HandBatch) -> None:
        """Keep the chains of finished hands."""
        self._opened().add(hands)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Decide by expected values, or like an archetype before the flop."""
        if self._style is None or not is_whole_holdem(decisions.game.definition):
            return self._by_value(decisions)
        raises, calls = plan_preflop(decisions, self._style)
        kinds, amounts = answer(decisions, raises=raises, calls=calls, pot_share=1.0)
        rows = np.flatnonzero(decisions.round_index > 0)
        if len(rows):
            kinds[rows], amounts[rows] = self._by_value(decisions.take(rows))
        return kinds, amounts

    def _by_value(self, decisions: DecisionBatch) -> Answers:
        """Draw a choice for each row by its values."""
        betting = self._opened().betting
        situations = betting.situations(betting.nodes_of(decisions.betting))
        values = self._values(decisions, situations)
        weights = np.where(values > 0.0, values, 0.0) ** self._greed * (values > 0.0)
        weights[situations.raised_last, ActionKind.RAISE :] *= 1.0 + self._aggression
        choice = np.where(decisions.can_fold, ActionKind.FOLD, ActionKind.CALL).astype(np.intp)
        total = weights.sum(axis=1)
        some = np.flatnonzero(total > 0.0)
        bounds = weights[some].cumsum(axis=1) / total[some, None]
        draws = decisions.random()[some, None]
        choice[some] = (draws >= bounds[:, :-1]).sum(axis=1)
        kinds = np.minimum(choice, ActionKind.RAISE).astype(np.uint8)
        if decisions.game.definition.is_limit:
            return kinds, np.zeros(len(decisions), np.int64)
        return kinds, situations.raise_to[np.arange(len(decisions)), choice]

    def _values(self, decisions: DecisionBatch, situations: Situations) -> Floats:
        """Return the values of choices in chips, float64[n, c]; 0 for folds and what is illegal.

        Hands that go on with several opponents must beat each of them.
        """
        opponents = situations.live.sum(axis=1) - 1
        strength = strength_to_next_card(
            decisions.game.definition,
            decisions.hole_cards,
            decisions.board,
            round_index=decisions.round_index,
            opponents=opponents,
        )
        found = self._estimates(decisions, situations)
        win = win_chance(strength[:, None], found.strength) ** opponents[:, None]
        values = found.value(win, formula=self._formula)
        is_choice = situations.legal & (np.arange(values.shape[1]) != ActionKind.FOLD)
        return np.where(is_choice, values, 0.0)

    def _estimates(self, decisions: DecisionBatch, situations: Situations) -> Estimate:
        """Return what follows each choice, by the first level with enough chains, else guessed."""
        memory = self._opened()
        rows = memory.rows.of(decisions)
        guess = guess_outcomes(
            decisions.game.definition,
            self._guesses,
            situations,
            strength=memory.habits.strength(rows, situations, decisions.seats),
        )
        sums = memory.store.read(rows, decisions.seat, situations.chains)
        level, is_known = first_with_enough(sums, self._enough)
        known = estimate(sums.of_level(level))
        some, unit = is_known[..., None], situations.unit[:, None, None]
        is_shown = is_known & (known.shares[..., SHOWN] > 0.0)
        return Estimate(
            np.where(some, known.shares, guess.shares),
            np.where(some, known.pots * unit, guess.pots),
            np.where(some, known.bets * unit, guess.bets),
            np.where(is_shown, known.strength, guess.strength),
        )

    def _opened(self) -> MatchMemory:
        if self._memory is None:
            raise AgentError("chains was called before its matches were started")
        return self._memory


def first_with_enough(
    sums: ChainSums, enough: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Return the first level with more than ``enough`` hands, and whether there is one.

    Levels are the last axis but the endings.
    """
    is_enough = sums.counts.sum(axis=-1) > enough
    return is_enough.argmax(axis=-1), is_enough.any(axis=-1)


AGENTS = (
    AgentEntry(
        "chains",
        Chains,
        lambda game, _: plays_chains(game),
        "hold'em, Kuhn, Leduc: expected values from what followed the same betting",
    ),
)
