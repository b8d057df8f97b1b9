"""Rollout improvement: the gain from changing single decisions (document 001, 5.1).

A decision is drawn from self-play. The cards its player could not see are dealt again many times,
each deal weighted by how likely the others were to act as they did with those cards; the hand is
then played out after each legal action.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.analysis.declared_choice import declare_kinds
from railbird.harness.analysis.declared_strategy import require_stationary
from railbird.harness.analysis.rollout_errors import SampleErrors, sample_errors
from railbird.harness.analysis.training import play_to_learn
from railbird.harness.errors import SpecError
from railbird.native import (
    PAYOFF_UNIT,
    ActionKind,
    GameDefinition,
    Tables,
    deal_layout,
    read_actions,
)
from railbird.plugins import Game, TrainingHands
from railbird.results.store.match_keys import derive_deck_seeds

MOST_TABLES = 16_384
HANDS_PER_MATCH = 10


@dataclass(frozen=True, slots=True)
class RolloutSize:
    """The numbers of decisions, of deals for each, and of fractions of the deals."""

    decision_count: int
    deal_count: int = 1000
    fraction_count: int = 10

    def __post_init__(self) -> None:
        """Raise SpecError if a fraction would be empty."""
        if self.fraction_count < 2 or self.deal_count < self.fraction_count:  # noqa: PLR2004
            raise SpecError(
                f"{self.deal_count} deals cannot be split into {self.fraction_count} fractions; "
                "use at least 2 fractions, and at least as many deals"
            )


@dataclass(frozen=True, slots=True, eq=False)
class Rolled:
    """One decision: its betting round, who decided, and the errors in big blinds."""

    round_index: int
    position: int
    errors: SampleErrors


@dataclass(frozen=True, slots=True, eq=False)
class _Decision:
    """One decision as it occurred: the cards of the hand, the actions before it, who decides."""

    cards: npt.NDArray[np.uint8]
    betting: str
    position: int
    round_index: int
    legal: tuple[int, ...]
    spent: float  # big blinds
    policy: npt.NDArray[np.float64]

    @property
    def kinds(self) -> list[ActionKind]:
        return [kind for _, kind, _ in read_actions(self.betting)]


def measure_rollout(
    game: Game, agent: Any, size: RolloutSize, *, seed: int = 0
) -> Iterator[Rolled]:
    """Measure a stationary agent that declares its play, in a limit game, decision by decision.

    Raises SpecError for a game that is not limit. Decided here: as many hands are played as
    decisions are drawn, and every decision in them is equally likely.
    """
    if game.definition.raises_are_sized:
        raise SpecError(
            f"{game.name} is not a limit game; rollouts need one, since they try every action"
        )
    require_stationary(agent)
    random = np.random.Generator(np.random.Philox(seed))
    decks = derive_deck_seeds(seed, -(-size.decision_count // HANDS_PER_MATCH), first=0)
    seats = [agent] * game.definition.player_count
    record = play_to_learn(game, seats, decks=decks, hand_count=HANDS_PER_MATCH)
    drawn = _draw_decisions(
        game, agent, record, permute=random.permutation, count=size.decision_count
    )
    for decision in drawn:
        values, weights = _Rollout(game, agent, decision, deal_count=size.deal_count).play(random)
        if weights.sum() > 0:
            errors = sample_errors(
                values,
                weights,
                policy=decision.policy[list(decision.legal)],
                fraction_count=size.fraction_count,
            )
            yield Rolled(decision.round_index, decision.position, errors)


def _draw_decisions(
    game: Game, agent: Any, record: TrainingHands, *, permute: Any, count: int
) -> list[_Decision]:
    ends = record.betting_offsets.tolist()
    whole = record.betting.tobytes().decode("ascii")
    places = [place for place, _, _ in read_actions(whole)]
    chosen = np.sort(permute(len(places))[:count])
    hands = np.searchsorted(record.betting_offsets, np.array(places)[chosen], "right") - 1
    texts = [whole[ends[hand] : places[i]] for hand, i in zip(hands.tolist(), chosen, strict=True)]
    tables = Tables(game.definition, len(chosen))
    rows = np.arange(len(chosen), dtype=np.int32)
    tables.start_hands(rows, record.cards[hands])
    tables.play_betting(rows, texts)
    policies = declare_kinds(game, agent, tables, rows=rows)
    legal = tables.legal_kinds(rows)
    return [
        _Decision(
            record.cards[hand],
            texts[row],
            int(tables.acting_position[row]),
            int(tables.round_index[row]),
            tuple(kind for kind in range(3) if legal[row] >> kind & 1),
            float(tables.spent[row, tables.acting_position[row]]) / game.definition.big_blind,
            policies[row],
        )
        for row, hand in enumerate(hands.tolist())
    ]


class _Rollout:
    """The deals of one decision, one table for each deal and each action except fold."""

    def __init__(self, game: Game, agent: Any, decision: _Decision, *, deal_count: int) -> None:
        self._game, self._agent = game, agent
        self._decision = decision
        self._deal_count = deal_count
        self._played = [kind for kind in decision.legal if kind != ActionKind.FOLD]

    def play(
        self, random: np.random.Generator
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Returns in big blinds by deal and legal action, and the weights of the deals."""
        definition = self._game.definition
        cards = deal_unseen(definition, self._decision, self._deal_count, random=random)
        tables = Tables(definition, self._deal_count * len(self._played))
        rows = np.arange(tables.table_count, dtype=np.int32)
        tables.start_hands(rows, np.tile(cards, (len(self._played), 1)))
        weights = self._replay(tables, rows)
        tables.apply_actions(rows, np.repeat(np.array(self._played, np.uint8), len(cards)), None)
        self._play_on(tables, random)
        won = tables.payoffs(rows)[:, self._decision.position]
        returns = won / (PAYOFF_UNIT * definition.big_blind)
        values = np.full((self._deal_count, len(self._decision.legal)), -self._decision.spent)
        values[:, len(self._decision.legal) - len(self._played) :] = returns.reshape(
            len(self._played), -1
        ).T
        return values, weights

    def _replay(self, tables: Tables, rows: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Repeat the observed actions; return their likelihood for the others in each deal."""
        weights = np.ones(self._deal_count)
        first = rows[: self._deal_count]
        for kind in self._decision.kinds:
            if tables.acting_position[0] != self._decision.position:
                declared = declare_kinds(self._game, self._agent, tables, rows=first)
                weights *= declared[:, kind]
            tables.apply_actions(rows, np.full(len(rows), kind, np.uint8), None)
        return weights

    def _play_on(self, tables: Tables, random: np.random.Generator) -> None:
        while len(rows := np.flatnonzero(~tables.is_done).astype(np.int32)):
            declared = declare_kinds(self._game, self._agent, tables, rows=rows)
            draws = random.random(len(rows)) * declared.sum(1)
            kinds = (draws[:, None] >= declared.cumsum(1)[:, :2]).sum(1).astype(np.uint8)
            tables.apply_actions(rows, kinds, None)


def deal_unseen(
    definition: GameDefinition, decision: Any, count: int, *, random: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Deal the cards the player could not see, uint8[count, W]; hole cards and board are kept."""
    layout = deal_layout(definition)
    is_seen = np.zeros(len(decision.cards), bool)
    is_seen[layout.slots_seen(decision.position, decision.round_index)] = True
    rest = np.setdiff1d(definition.deck, decision.cards[is_seen])
    cards = np.tile(decision.cards, (count, 1))
    order = random.random((count, len(rest))).argsort(1)[:, : int((~is_seen).sum())]
    cards[:, ~is_seen] = rest[order]
    return cards
