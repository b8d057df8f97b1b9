"""The training driver: gives a trainer the table loop, stored hands and exact distances."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.errors import SpecError
from railbird.harness.table.agent_environment import agent_output
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.native import NO_CARD, LimitError, deal_decks, seat_order
from railbird.native.solver import GameTree, build_tree, nash_conv
from railbird.plugins import Game, StoredPlayer, TrainingHands, TrainingTools
from railbird.results import open_run
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.store.manifest import AgentRecord
from railbird.results.store.match_keys import derive_deck_seeds, match_key

MOST_ENTRIES = 100_000


def training_tools(game: Game, seed: int, report: Callable[[str], None]) -> TrainingTools:
    """Create the tools for one game; deals and draws are derived from the seed."""
    listed = cache(partial(_listed_tree, game))
    return TrainingTools(
        game=game,
        seed=seed,
        play=lambda agents, first, decks, hands: play_to_learn(
            game, agents, decks=derive_deck_seeds(seed, decks, first=first), hand_count=hands
        ),
        stored_hands=lambda folder: stored_hands(folder, game),
        observed_hands=lambda folder: observed_hands(folder, game),
        players=stored_players,
        nash_conv=lambda make: _nash_conv(game, listed(), make),
        report=report,
    )


def play_to_learn(
    game: Game, agents: Sequence[Any], *, decks: npt.NDArray[np.uint32], hand_count: int
) -> TrainingHands:
    """Play a match on each deck, agent i in seat i; an agent's violation is raised.

    An agent in several seats is asked once for all of them.
    """
    first_seats = [next(i for i, other in enumerate(agents) if other is one) for one in agents]
    labels = tuple(f"seat-{seat}" for seat in first_seats)
    plans = [PlannedMatch(int(deck), labels, match_key(0, int(deck), labels)) for deck in decks]
    factories = {
        label: partial(_hand_over, agent) for label, agent in zip(labels, agents, strict=True)
    }
    rules = PlayRules(hand_count, misbehaviour="strict", raise_agent_errors=True, shared_seats=True)
    with agent_output():
        results = play_matches(game, plans, factories, rules=rules)
    players = game.definition.player_count
    seats = seat_order(players).seats_in(np.arange(hand_count))
    payoffs = np.take_along_axis(results.payoffs, seats[None].repeat(len(decks), 0), axis=2)
    cards = deal_decks(game.definition, decks, hand_count)
    return TrainingHands(
        cards.reshape(-1, cards.shape[-1]),
        results.betting,
        results.betting_offsets,
        payoffs.reshape(-1, players),
        np.tile(seats, (len(decks), 1)).astype(np.int32),
        np.repeat(np.arange(len(decks)), hand_count),
    )


def _hand_over(agent: Any) -> Any:
    return agent


def stored_hands(folder: Path, game: Game) -> Iterator[TrainingHands]:
    """Read the hands of a run with all their cards; raises SpecError for another game."""
    for played, hands in _read_run(folder, game):
        if hands.stacks is not None or hands.blinds is not None:
            raise SpecError(
                f"the hands of {folder} have stacks or blinds of their own; use another run"
            )
        if played.cards is None and (hands.cards == NO_CARD).any():
            raise SpecError("stored hands with unknown cards cannot be used for training")
        yield hands


def observed_hands(folder: Path, game: Game) -> Iterator[TrainingHands]:
    """Read the hands of a run as they are stored: cards may be unknown, stacks their own.

    Raises SpecError for a run of another game.
    """
    return (hands for _, hands in _read_run(folder, game))


def _read_run(folder: Path, game: Game) -> Iterator[tuple[PlayedHands, TrainingHands]]:
    run = open_run(folder)
    numbers = MatchNumbers()
    if run.reading.mode != "cash":
        raise SpecError(
            f"{folder} has freeze-outs, from whose hands nothing is learned yet; use a run of cash "
            "games"
        )
    if run.game != game.definition:
        raise SpecError(f"the hands of {folder} are not of the game {game.name}; use a run of it")
    for hands in run.reading.hands_as_played():
        cards = cards_of(game.definition, hands, np.arange(len(hands)))
        betting, offsets = hands.spell()
        match = numbers.of(hands.match, hands.hand_index)
        own = hands.stacks, hands.blinds
        yield (
            hands,
            TrainingHands(cards, betting, offsets, hands.payoffs, hands.members, match, *own),
        )


def stored_players(folder: Path) -> tuple[StoredPlayer, ...]:
    """The players of a run, in the order of their numbers in its hands."""
    run = open_run(folder)
    records = {record.label: record for record in run.manifest.agents}
    return tuple(_player(label, records.get(label)) for label in run.labels)


def _player(label: str, record: AgentRecord | None) -> StoredPlayer:
    if record is None:
        return StoredPlayer(label, "", {})
    return StoredPlayer(label, record.agent, json.loads(record.parameters or "{}"))


class MatchNumbers:
    """Numbers the matches of a run: a match begins with a new row, or where hands restart."""

    def __init__(self) -> None:
        """Start with the first match."""
        self._last = (-1, 0)
        self._number = -1

    def of(
        self, rows: npt.NDArray[np.integer], hand_index: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int64]:
        """Return the match of each hand, int64[n]; hands are given in the order of the run."""
        before_row = np.concatenate([[self._last[0]], rows[:-1]])
        before_hand = np.concatenate([[self._last[1]], hand_index[:-1]])
        begins = (rows != before_row) | (hand_index <= before_hand)
        numbers = self._number + np.cumsum(begins)
        if len(rows):
            self._last = (int(rows[-1]), int(hand_index[-1]))
            self._number = int(numbers[-1])
        return numbers.astype(np.int64)


def _listed_tree(game: Game) -> GameTree | None:
    try:
        tree = build_tree(game.definition, most_entries=MOST_ENTRIES)
    except LimitError:
        return None
    return tree if tree.entry_count <= MOST_ENTRIES else None


def _nash_conv(game: Game, tree: GameTree | None, make: Callable[[], Any]) -> float | None:
    return None if tree is None else float(nash_conv(tree, declared_strategy(game, tree, make)))
