"""Lists of a batch serve several observations at once, and nobody once the batch is over."""

import numpy as np
import pytest

from railbird.native import (
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    MatchTables,
    deal_decks,
    draw_uniform,
    parse_game,
)
from railbird.plugins import (
    AgentError,
    DecisionBatch,
    DecisionLists,
    DecisionSource,
    Game,
    Observation,
)

KUHN = """
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
"""
GAME = Game("kuhn", parse_game(KUHN))
KEYS = np.array([11, 22, 33], np.uint64)


@pytest.fixture
def batch() -> DecisionBatch:
    tables = MatchTables(
        GAME.definition,
        deals=deal_decks(GAME.definition, np.array([5], np.uint32), 4),
        deck_of_match=np.zeros(3, np.int32),
        controllers=np.zeros((3, 2), np.int32),
        match_keys=KEYS,
    )
    source = DecisionSource(GAME, tables.columns, tables.hand_index, tables.match_keys)
    pending = tables.pending()
    return DecisionBatch(source, pending.table, seat=pending.seat, position=pending.position)


def draws_of(row: int, count: int, purpose: int = PURPOSE_DECISION) -> list[float]:
    draws: list[float] = draw_uniform(
        np.repeat(KEYS[row], count),
        purpose=purpose,
        seats=0,
        hands=0,
        decisions=0,
        draw_index=np.arange(count),
    ).tolist()
    return draws


def test_observations_that_take_turns_get_their_own_draws(batch: DecisionBatch) -> None:
    lists = DecisionLists(batch)
    observations = [Observation(lists, row) for row in (0, 1, 1)]
    found: list[list[float]] = [[], [], []]
    for turn in range(60):
        for number, observation in enumerate(observations):
            found[number] += [observation.random() for _ in range(1 + number * turn // 20)]
    for row, draws in zip((0, 1, 1), found, strict=True):
        assert draws == draws_of(row, len(draws))
    assert len(found[2]) > 150


def test_an_observation_moved_to_another_row_begins_with_draw_0(batch: DecisionBatch) -> None:
    observation = Observation(DecisionLists(batch))
    for row in (0, 2, 1):
        observation.row = row
        assert [observation.random() for _ in range(7)] == draws_of(row, 7)
        assert observation.hand_random() == draws_of(row, 1, PURPOSE_HAND_START)[0]
        assert observation.hand_random(2) == draws_of(row, 3, PURPOSE_HAND_START)[2]


def test_a_part_of_a_batch_has_the_rows_named(batch: DecisionBatch) -> None:
    whole = batch.random().tolist()
    for rows in (slice(1, 3), np.array([1, 2]), np.array([False, True, True])):
        part = batch.take(rows)
        assert part.match.tolist() == [1, 2]
        assert part.random().tolist() == whole[1:]
        assert part.decision.tolist() == part.hand_index.tolist() == [0, 0]


def test_columns_that_there_are_not_are_named(batch: DecisionBatch) -> None:
    with pytest.raises(AttributeError, match="no attribute 'hole_crads'"):
        batch.hole_crads  # noqa: B018
    assert not hasattr(batch, "seed")


def test_nothing_is_read_of_a_batch_that_is_over(batch: DecisionBatch) -> None:
    lists = DecisionLists(batch)
    observation = Observation(lists)
    assert (observation.pot, len(observation.hole_cards)) == (2, 1)
    lists.close()
    batch.close()
    for name in ("pot", "to_call"):
        with pytest.raises(AgentError, match="copy the data you need"):
            getattr(observation, name)
    with pytest.raises(AgentError):
        observation.random()
    with pytest.raises(AgentError):
        batch.to_call  # noqa: B018
    with pytest.raises(AgentError):
        batch.take(slice(0, 1))
