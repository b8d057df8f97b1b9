"""A small stage for tests of the table loop: games, plans, and an agent that does a bit of all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.games.library import load_house_games
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.native import parse_game
from railbird.plugins import (
    CALL,
    FOLD,
    Action,
    DecisionBatch,
    Game,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    raise_to,
)
from railbird.results.store.match_keys import match_key

SHORT_STACKS = """
nolimit
numPlayers = 4
numRounds = 3
stack = 37 160 90 500
blind = 5 10 0 2
firstPlayer = 3 1 1
numSuits = 4
numRanks = 6
numHoleCards = 2
numBoardCards = 0 2 1
"""
GAMES = {game.name: game for game in load_house_games()}
GAMES["short-stacks"] = Game("short-stacks", parse_game(SHORT_STACKS))
PLAYED = ["kuhn-3p", "leduc", "holdem-limit-3p", "holdem-nolimit-2p", "short-stacks"]
LABELS = "abcdefghij"
SEED = 7


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def plan_matches(game: Game, count: int = 5) -> list[Plan]:
    labels = LABELS[: game.definition.player_count]
    turns = [tuple(labels[i % len(labels) :] + labels[: i % len(labels)]) for i in range(count)]
    return [
        Plan(100 + i // 2, turn, match_key(SEED, 100 + i // 2, turn))
        for i, turn in enumerate(turns)
    ]


def play(game: Game, agents: Any, plans: list[Plan], *, hands: int = 7, **rules: Any) -> Any:
    if not isinstance(agents, Mapping):
        agents = dict.fromkeys(LABELS, agents)
    return play_matches(game, plans, agents, rules=PlayRules(hands, **rules))


def hand_texts(results: MatchResults, match: int) -> list[str]:
    text, ends = results.betting.tobytes().decode(), results.betting_offsets.tolist()
    hands = results.payoffs.shape[1]
    return [text[ends[k] : ends[k + 1]] for k in range(match * hands, (match + 1) * hands)]


def bytes_of(results: MatchResults, match: int) -> tuple[Any, ...]:
    incidents = results.incidents
    rows = [row for row, number in enumerate(incidents.match) if number == match]
    columns = (incidents.hand, incidents.decision, incidents.seat, incidents.kind, incidents.text)
    return (
        results.payoffs[match].tobytes(),
        results.showdown[match].tobytes(),
        hand_texts(results, match),
        [[column[row] for row in rows] for column in columns],
    )


class Dice:
    """Any legal action by draws 0 and 1, bolder when the hand's and the match's draws are high."""

    def __init__(self) -> None:
        self.boldness = 0.0
        self.won = 0

    def start_match(self, match: Match) -> None:
        self.boldness = match.random() + match.random()

    def act(self, observation: Observation) -> Action:
        if observation.random() * (1 + self.boldness + self.won % 3) > 0.6:
            if observation.can_raise:
                span = observation.max_raise_to - observation.min_raise_to + 1
                return raise_to(observation.min_raise_to + int(observation.random() ** 4 * span))
        elif observation.can_fold and observation.hand_random(3) < 0.5:
            return FOLD
        return CALL

    def end_hand(self, record: HandRecord) -> None:
        self.won += max(record.payoffs) == record.payoffs[0]


class BatchDice:
    """What Dice does, in batch form."""

    def start_matches(self, matches: MatchBatch) -> None:
        shape = (matches.match_count, matches.seat_count)
        self.boldness, self.won = np.zeros(shape), np.zeros(shape, np.int64)
        self.boldness[matches.match, matches.seat] = matches.random(0) + matches.random(1)

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        place = decisions.match, decisions.seat
        is_bold = decisions.random(0) * (1 + self.boldness[place] + self.won[place] % 3) > 0.6
        span = decisions.max_raise_to - decisions.min_raise_to + 1
        power = np.array([draw**4 for draw in decisions.random(1).tolist()])
        is_timid = ~is_bold & decisions.can_fold & (decisions.hand_random(3) < 0.5)
        kinds = np.where(is_timid, 0, np.where(is_bold & decisions.can_raise, 2, 1))
        return kinds.astype(np.uint8), decisions.min_raise_to + (power * span).astype(np.int64)

    def end_hands(self, hands: HandBatch) -> None:
        won = hands.payoffs.max(axis=1) == hands.payoffs[:, 0]
        np.add.at(self.won, (hands.match, hands.seat), won)
