"""Declared decisions in limit hold'em, held to the estimator itself with all hands listed."""

from itertools import accumulate

import numpy as np
import numpy.typing as npt
import pytest

from railbird.harness.games.library import find_game
from railbird.native import HOLDING_CARDS, GameDefinition, holding_index
from railbird.native.cards.holdings import HOLDING_BITS
from railbird.native.odds.equities_against import half_board_count, wins_against
from railbird.native.odds.mean_shares import holding_pair_equities, mean_shares
from railbird.plugins import load_registry
from railbird.results.luck.betting_steps import BoardStep, DecisionStep
from railbird.results.luck.declared_holdem import Asks, DealtHands, declared_estimates
from railbird.results.luck.estimator import Imagined, LuckEvent, class_means

Floats = npt.NDArray[np.float64]
FOLD, CALL = 0, 1


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return find_game("holdem-limit-2p", load_registry()).definition


def _asks(seed: int) -> Asks:
    """A strategy of arbitrary probabilities that differ by holding, betting and board."""

    def ask(step: DecisionStep, boards: npt.NDArray[np.uint8]) -> Floats:
        laid = (0, 3, 4, 5)[step.round_index]
        answers = []
        for board in boards:
            mixed = [seed, len(step.before), *map(ord, step.before), *board[:laid].tolist()]
            random = np.random.default_rng(mixed)
            drawn = random.exponential(size=(1326, 3)) * step.is_legal
            answers.append(drawn / drawn.sum(axis=1, keepdims=True))
        return np.stack(answers)

    return ask


def _deal(seed: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    cards = np.random.default_rng(seed).permutation(52)[:9].astype(np.uint8)
    return holding_index(cards[:4].reshape(1, 2, 2)), cards[4:].reshape(1, 5)


def _worth(spent: Floats, equity: Floats, folded: int | None) -> Floats:
    """What each position can expect, [n, 2], of imagined hands with these equities of player 0."""
    if folded is not None:
        won = np.where(np.arange(2) == folded, -spent[folded], spent[folded])
        return np.tile(won.astype(float), (len(equity), 1))
    return np.column_stack([equity, 1.0 - equity]) * spent.sum() - spent


def _listed(hands: DealtHands, imagined: int, asks: dict[int, Asks]) -> Floats:
    """The estimate by its definition, all holdings of a player listed; equities one at a time."""
    game, holdings, board = hands.definition, hands.holdings[0], hands.boards[0]
    other = int(holdings[1 - imagined])
    every = np.flatnonzero(HOLDING_BITS & HOLDING_BITS[other] == 0)
    holes = np.empty((len(every), 2, 2), np.uint8)
    holes[:, imagined], holes[:, 1 - imagined] = HOLDING_CARDS[every], HOLDING_CARDS[other]
    board_ends = list(accumulate(game.board_card_counts))
    alike = np.zeros(len(every), np.int64)

    def equity(round_index: int) -> Floats:
        laid = board_ends[round_index]
        bits = HOLDING_BITS[every] & np.uint64(sum(1 << int(card) for card in board[:laid]))
        fits = bits == 0
        shares = np.zeros(len(every))
        if laid:
            shares[fits] = mean_shares(
                holes[fits],
                np.broadcast_to(board, (fits.sum(), 5)),
                np.full(fits.sum(), laid),
                contestants=np.ones((fits.sum(), 2), bool),
            )[:, 0]
        else:
            wins = mean_preflop[every]
            shares = wins if imagined == 0 else 1.0 - wins
        return np.where(fits, shares, 0.0), fits

    mean_preflop = holding_pair_equities()[:, other]
    share, _ = equity(0)
    weights = np.ones(len(every))
    blinds = np.array(game.blinds, float)
    first = _worth(blinds, share, None)
    total = np.array([0.5, 0.5]) * blinds.sum() - blinds
    corrections = total - class_means(first, Imagined(weights, alike))[0]
    round_index = 0
    whole = hands.steps
    for step in whole.steps:
        if isinstance(step, BoardStep):
            before, value = _worth(step.spent, share, None), None
            old = Imagined(weights, alike)
            round_index = step.round_index
            share, fits = equity(round_index)
            weights = weights * fits
            value = _worth(step.spent, share, None)
            event = LuckEvent(old, Imagined(weights, alike), before, value)
            corrections = corrections + event.correction()[0]
        elif step.position in asks:
            table = asks[step.position](step, board[None])[0]
            held = every if step.position == imagined else np.full(len(every), other)
            chances = table[held]
            values = [
                _worth(spent, share, step.position if kind == FOLD else None)
                for kind, spent in enumerate(step.spent)
            ]
            expected = sum(chances[:, [kind]] * values[kind] for kind in range(3))
            after = weights * chances[:, step.taken]
            event = LuckEvent(
                Imagined(weights, alike), Imagined(after, alike), expected, values[step.taken]
            )
            corrections = corrections + event.correction()[0]
            weights = after
    last = [step for step in whole.steps if isinstance(step, DecisionStep)][-1]
    ends = _worth(whole.spent, share, last.position if whole.is_fold else None)
    return class_means(ends, Imagined(weights, alike))[0] + corrections


@pytest.mark.parametrize(
    ("betting", "declaring"),
    [
        ("rc/crrc/rc/crc", (0, 1)),
        ("rrc/cc/rc/rc", (0,)),
        ("crc/rc/crc/cc", (1,)),
        ("crf", (0, 1)),
        ("rc/crf", (0, 1)),
        ("rf", (1,)),
    ],
)
def test_estimates_are_those_of_the_estimator_with_all_hands_listed(
    betting: str, declaring: tuple[int, ...], game: GameDefinition
) -> None:
    holdings, boards = _deal(len(betting))
    asks = {position: _asks(position) for position in declaring}
    hands = DealtHands(game, betting, holdings, boards)
    found = declared_estimates(hands, asks)
    listed = [_listed(hands, player, asks) for player in declaring]
    np.testing.assert_allclose(found[0], np.mean(listed, axis=0), rtol=0.0, atol=1e-10)


def test_hands_are_corrected_together_as_one_by_one(game: GameDefinition) -> None:
    deals = [_deal(seed) for seed in range(4)]
    holdings, boards = (np.concatenate(parts) for parts in zip(*deals, strict=True))
    asks = {0: _asks(0), 1: _asks(1)}
    together = declared_estimates(DealtHands(game, "rc/cc/rc/cc", holdings, boards), asks)
    for row, (own, board) in enumerate(deals):
        alone = declared_estimates(DealtHands(game, "rc/cc/rc/cc", own, board), asks)
        np.testing.assert_allclose(alone[0], together[row], rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("betting", ["rrc/cc/cc/cc", "rrf", "crf"])
def test_who_acts_as_it_never_does_has_no_estimate(betting: str, game: GameDefinition) -> None:
    """Both raise or fold somewhere, and one of them declares that it only calls."""
    holdings, boards = _deal(1)

    def only_calls(step: DecisionStep, boards: npt.NDArray[np.uint8]) -> Floats:
        answers = np.zeros((len(boards), 1326, 3))
        answers[:, :, CALL] = 1.0
        return answers

    hands = DealtHands(game, betting, holdings, boards)
    liars = {step.position for step in hands.steps.steps if getattr(step, "taken", CALL) != CALL}
    assert liars
    for position in liars:
        asks = {0: _asks(0), 1: _asks(1)} | {position: only_calls}
        assert np.isnan(declared_estimates(hands, asks)).all()


@pytest.mark.parametrize("count", [3, 4, 5])
def test_every_holding_meets_a_hand_as_it_does_alone(count: int) -> None:
    holdings, boards = _deal(count)
    other = int(holdings[0, 1])
    wins = wins_against(HOLDING_CARDS[[other]], boards, count)[0] / half_board_count(count)
    taken = HOLDING_BITS[other] | np.uint64(sum(1 << int(card) for card in boards[0, :count]))
    every = np.flatnonzero(HOLDING_BITS & taken == 0)
    holes = np.stack(
        [HOLDING_CARDS[every], np.broadcast_to(HOLDING_CARDS[other], (len(every), 2))], axis=1
    )
    shares = mean_shares(
        holes,
        np.broadcast_to(boards, (len(every), 5)),
        np.full(len(every), count),
        contestants=np.ones((len(every), 2), bool),
    )
    assert np.array_equal(wins[every], shares[:, 0])
