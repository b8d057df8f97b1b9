"""The agents of Kuhn poker against probabilities and values worked by hand."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from railbird.agents import Bluffer, Chump, Uniform
from railbird.native import PAYOFF_UNIT, Tables
from railbird.plugins import ActionKind, AgentError, DecisionBatch, DecisionSource, Game

Decide = Callable[..., DecisionBatch]
LETTERS = {ActionKind.FOLD: "f", ActionKind.CALL: "c", ActionKind.RAISE: "r"}
FIRST_BETS = {2: ["", "c"], 3: ["", "c", "cc"]}
BETS_FACED = {
    2: ["r", "cr"],
    3: ["r", "cr", "ccr", "rf", "rc", "crc", "crf", "ccrc", "ccrf"],
}


def declare(agent: Any, decisions: DecisionBatch, card: int) -> list[list[float]]:
    cards = np.full((len(decisions), 1), card, np.uint8)
    declared = agent.probabilities_batch(decisions, cards)
    assert declared.kinds.tolist() == [ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE]
    return declared.probability.round(12).tolist()


@pytest.mark.parametrize("players", [2, 3])
def test_bluffer_bets_and_calls_with_the_top_card_and_with_others_one_time_in_five(
    games: dict[str, Game], decide: Decide, players: int
) -> None:
    game = games[f"kuhn-{players}p"]
    first, faced = decide(game, FIRST_BETS[players]), decide(game, BETS_FACED[players])
    *others, top = game.definition.deck.tolist()
    assert declare(Bluffer(), first, top) == [[0.0, 0.0, 1.0]] * len(first)
    assert declare(Bluffer(), faced, top) == [[0.0, 1.0, 0.0]] * len(faced)
    for card in others:
        assert declare(Bluffer(), first, card) == [[0.0, 0.8, 0.2]] * len(first)
        assert declare(Bluffer(), faced, card) == [[0.8, 0.2, 0.0]] * len(faced)
        assert declare(Bluffer(bluff=0.5, call=0), first, card) == [[0.0, 0.5, 0.5]] * len(first)
        assert declare(Bluffer(bluff=0.5, call=0), faced, card) == [[1.0, 0.0, 0.0]] * len(faced)


def test_chump_does_not_look_at_its_card(games: dict[str, Game], decide: Decide) -> None:
    game = games["kuhn-3p"]
    first, faced = decide(game, FIRST_BETS[3]), decide(game, BETS_FACED[3])
    for card in game.definition.deck.tolist():
        assert declare(Chump(bet=0.1, call=0.7), first, card) == [[0.0, 0.9, 0.1]] * len(first)
        assert declare(Chump(bet=0.1, call=0.7), faced, card) == [[0.3, 0.7, 0.0]] * len(faced)
        assert declare(Chump(), first, card) == [[0.0, 0.5, 0.5]] * len(first)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), "half", None, True])
@pytest.mark.parametrize(("agent", "name"), [(Bluffer, "bluff"), (Bluffer, "call"), (Chump, "bet")])
def test_a_parameter_that_is_not_a_probability_is_refused(
    agent: Any, name: str, value: Any
) -> None:
    with pytest.raises(AgentError, match=f"{name} is .*; give a probability from 0 to 1"):
        agent(**{name: value})


def test_three_uniform_players_win_by_position_what_the_tree_says(games: dict[str, Game]) -> None:
    value = enumerate_tree(games["kuhn-3p"], [Uniform()] * 3)
    assert value == [Fraction(15, 64), Fraction(-3, 64), Fraction(-12, 64)]


def test_two_uniform_players_win_by_position_what_the_tree_says(games: dict[str, Game]) -> None:
    """By symmetry of the cards only folds pay: P(rf) = 1/4 to position 0, P(crf) = 1/8 to 1."""
    value = enumerate_tree(games["kuhn-2p"], [Uniform()] * 2)
    assert value == [Fraction(1, 8), Fraction(-1, 8)]


def test_chumps_that_never_bet_have_equal_shares(games: dict[str, Game]) -> None:
    assert enumerate_tree(games["kuhn-3p"], [Chump(bet=0.0)] * 3) == [0, 0, 0]


def test_a_bluffer_wins_from_two_callers_what_its_cards_say(games: dict[str, Game]) -> None:
    """Worked by hand: the chumps never bet and always call; the bluffer is in position 0.

    With the top card it bets and wins 4. With any other it bets one time in five, and wins 4 or
    loses 2 where it would have won 2 or lost 1 by checking. The second card is best of three if
    the top card is the one not dealt, one time in three; the two lower ones never are.
    """
    bet, check = Fraction(1, 5), Fraction(4, 5)
    best = Fraction(1, 3)
    second = bet * (best * 4 - (1 - best) * 2) + check * (best * 2 - (1 - best))
    lower = bet * -2 + check * -1
    value = enumerate_tree(games["kuhn-3p"], [Bluffer(), *[Chump(bet=0.0, call=1.0)] * 2])
    assert value[0] == (4 + second + 2 * lower) / 4
    assert sum(value) == 0


def enumerate_tree(game: Game, agents: Sequence[Any]) -> list[Fraction]:
    """Return the exact value by position: all deals, all betting, with declared probabilities."""
    deals = list(permutations(game.definition.deck.tolist(), game.definition.player_count))
    level = [(deal, "", Fraction(1, len(deals))) for deal in deals]
    value = [Fraction(0)] * len(agents)
    while level:
        tables, rows = Tables(game.definition, len(level)), np.arange(len(level), dtype=np.int32)
        tables.start_hands(rows, np.array([deal for deal, _, _ in level], np.uint8))
        tables.play_betting(rows, [betting for _, betting, _ in level])
        for row in np.flatnonzero(tables.is_done):
            payoffs = tables.payoffs(rows[row : row + 1])[0].tolist()
            for position, payoff in enumerate(payoffs):
                value[position] += level[row][2] * Fraction(payoff, PAYOFF_UNIT)
        level = [
            (level[row][0], level[row][1] + LETTERS[kind], level[row][2] * probability)
            for row in np.flatnonzero(~tables.is_done)
            for kind, probability in declare_row(game, tables, row, agents)
            if probability
        ]
    return value


def declare_row(
    game: Game, tables: Tables, row: int, agents: Sequence[Any]
) -> list[tuple[ActionKind, Fraction]]:
    rows = np.array([row], np.int32)
    hand_index, keys = np.zeros(row + 1, np.int32), np.zeros(row + 1, np.uint64)
    position = tables.acting_position[rows]
    source = DecisionSource(game, tables.columns, hand_index, keys)
    decisions = DecisionBatch(source, rows, seat=position, position=position)
    declared = agents[position[0]].probabilities_batch(decisions, decisions.hole_cards)
    probabilities = [Fraction(p).limit_denominator(1000) for p in declared.probability[0].tolist()]
    assert sum(probabilities) == 1
    return list(zip(map(ActionKind, declared.kinds.tolist()), probabilities, strict=True))
