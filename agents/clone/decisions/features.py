"""The features of a decision: every one is a function of what the player saw."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.betting_story import NO_CHIPS, BettingStory, Chips, read_story
from railbird.agents.clone.decisions.card_features import card_features, card_names
from railbird.native import GameDefinition
from railbird.plugins import DecisionBatch, indicator_values

Floats = npt.NDArray[np.float32]
VERSION = 1
PRICE = ("pot-odds", "to-call", "pot", "M", "stack-to-pot")
BETTING = (
    "round",
    "raises",
    "earlier-raises",
    "callers",
    "last-raiser",
    "earlier-raiser",
    "own-last",
    "own-in-round",
    "own-raises",
    "own-calls",
)
TABLE = ("players", "to-act", "position", "in-position")
OPPONENTS = (
    "hands-known",
    "actor-vpip",
    "actor-pfr",
    "actor-af",
    "left-vpip",
    "left-pfr",
    "left-af",
)
INDICATORS = ("vpip", "pfr", "aggression_factor_all_rounds")
WINDOW = 200
"""How many hands of the match the features of opponents count, the latest ones."""
MOST_FACTOR = 10.0
Counts = npt.NDArray[np.int64]
Column = npt.NDArray[np.generic]


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """The features of a game by name, in the order of their columns.

    ``has_cards``: those of one's cards are among them; ``has_opponents``: those of the style that
    opponents showed in former hands of the match.
    """

    definition: GameDefinition
    has_cards: bool = True
    has_opponents: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        cards = card_names(self.definition) if self.has_cards else ()
        return (*cards, *PRICE, *BETTING, *TABLE, *(OPPONENTS if self.has_opponents else ()))

    def compute(
        self,
        decisions: DecisionBatch,
        hole_cards: npt.NDArray[np.uint8],
        *,
        counts: Counts | None = None,
    ) -> Floats:
        """Return the features of decisions as if the hole cards were those given, float32[n, F].

        ``counts`` int64[n, N, counters] by position are counters of style of former hands, needed
        if ``has_opponents``.
        """
        own = _Own.of(decisions)
        story = read_story(
            self.definition,
            decisions.betting_texts,
            decisions.position,
            chips=_own_chips(self.definition, decisions),
        )
        found = np.empty((len(decisions), len(self.names)), np.float32)
        first = 0
        if self.has_cards:
            first = len(card_names(self.definition))
            found[:, :first] = card_features(
                self.definition, hole_cards, decisions.board, opponents=own.live_count
            )
        columns = [
            *_price(decisions, own),
            *_betting(decisions, story),
            *_table(self.definition, decisions, own, story=story),
        ]
        if self.has_opponents:
            assert counts is not None, "features of opponents need their counters"
            columns += _opponents(counts, own, story)
        for place, column in enumerate(columns, start=first):
            found[:, place] = column
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Own:
    """The deciding players: chips left int64[n, N], their own [n], who else is live, how many."""

    left: npt.NDArray[np.int64]
    own_left: npt.NDArray[np.int64]
    live: npt.NDArray[np.bool_]
    live_count: npt.NDArray[np.int64]

    @classmethod
    def of(cls, decisions: DecisionBatch) -> "_Own":
        rows = np.arange(len(decisions))
        left = decisions.starting_stacks - decisions.contributions
        live = ~decisions.has_folded
        live[rows, decisions.position] = False
        return cls(left, left[rows, decisions.position], live, live.sum(axis=1))


def _own_chips(definition: GameDefinition, decisions: DecisionBatch) -> Chips:
    """Stacks, blinds and antes of hands, none where all of them are the game's."""
    own = decisions.starting_stacks, decisions.blinds, decisions.ante
    usual = definition.stacks, definition.blinds, definition.ante
    is_usual = all((a == np.array(b)).all() for a, b in zip(own, usual, strict=True))
    return NO_CHIPS if is_usual else own


def _price(decisions: DecisionBatch, own: _Own) -> tuple[Column, ...]:
    to_call, pot, posted = decisions.to_call, decisions.pot, decisions.blinds
    unit = np.maximum(posted.max(axis=1), 1)
    theirs = np.where(own.live, own.left, 0).max(axis=1)
    return (
        to_call / np.maximum(pot + to_call, 1),
        to_call / unit,
        pot / unit,
        own.own_left / np.maximum(posted.sum(axis=1), 1),
        np.minimum(own.own_left, theirs + to_call) / np.maximum(pot, 1),
    )


def _betting(decisions: DecisionBatch, story: BettingStory) -> tuple[Column, ...]:
    return (
        decisions.round_index,
        story.raises,
        story.earlier_raises,
        story.callers,
        story.last_raiser,
        story.earlier_raiser,
        story.own_last,
        story.own_in_round,
        story.own_raises,
        story.own_calls,
    )


def _table(
    definition: GameDefinition, decisions: DecisionBatch, own: _Own, *, story: BettingStory
) -> tuple[Column, ...]:
    players = definition.player_count
    order = np.roll(np.arange(players), definition.first_positions[-1])
    place = order[decisions.position]
    waits = own.live & (own.left > 0) & ~story.has_answered
    last = np.where(own.live, order, -1).max(axis=1)
    return own.live_count + 1, waits.sum(axis=1), place, place > last


def _opponents(counts: Counts, own: _Own, story: BettingStory) -> list[Column]:
    """Hands known, and indicators of who acted last and of all who are left; NaN without data."""
    rows = np.arange(len(counts))
    of_last = counts[rows, story.last_actor] * (story.last_actor >= 0)[:, None]
    of_left = (counts * own.live[:, :, None]).sum(axis=1)
    columns: list[Column] = [counts[:, :, 0].max(axis=1)]
    for part in (of_last, of_left):
        columns += [np.minimum(indicator_values(part, name), MOST_FACTOR) for name in INDICATORS]
    return columns
