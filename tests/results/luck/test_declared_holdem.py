"""Declared decisions in hold'em, held to the estimator itself with all hands listed."""

from itertools import accumulate

import numpy as np
import numpy.typing as npt
import pytest

from railbird.harness.games.library import find_game
from railbird.native import (
    HOLDING_CARDS,
    ActionKind,
    GameDefinition,
    holding_index,
    preflop_equity,
)
from railbird.native.cards.holdings import HOLDING_BITS
from railbird.native.odds.mean_shares import holding_pair_equities, mean_shares
from railbird.native.odds.shares_against import shares_against
from railbird.plugins import load_registry
from railbird.results.luck.betting_steps import BoardStep, DecisionStep, Stakes
from railbird.results.luck.declared_holdem import (
    Asks,
    DealtHands,
    DeclaredStep,
    declared_estimates,
)
from railbird.results.luck.estimator import Imagined, LuckEvent, class_means
from railbird.results.luck.played_choices import AskedChoices, played_step

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
CALL = 1
SIZES = 4


def _game(name: str) -> GameDefinition:
    return find_game(name, load_registry()).definition


def _drawn(step: DecisionStep, board: npt.NDArray[np.uint8], seed: int) -> AskedChoices:
    """Arbitrary probabilities by holding, betting and board, of sizes that may be out of range."""
    laid = (0, 3, 4, 5)[step.round_index]
    random = np.random.default_rng([seed, *map(ord, step.before), *board[:laid].tolist()])
    kinds = np.array([0, 1, *[int(ActionKind.RAISE)] * SIZES])
    probability = random.exponential(size=(1326, len(kinds)))
    near = np.array([step.least, step.amount, step.most])
    shape = (1326, len(kinds))
    least = np.maximum(random.choice(near, shape) + random.integers(-3, 2, shape), 0)
    least[:, -1] = step.amount
    most = least + random.integers(0, 5, shape)
    return AskedChoices(probability, np.broadcast_to(kinds, least.shape), least, most)


def _asks(seed: int) -> Asks:
    """A strategy of arbitrary probabilities that differ by holding, betting and board."""

    def ask(step: DecisionStep, boards: npt.NDArray[np.uint8]) -> DeclaredStep:
        steps = [played_step(step, _drawn(step, board, seed)) for board in boards]
        return DeclaredStep(
            *(np.stack([getattr(s, n) for s in steps]) for n in ("kinds", "taken", "raise_to"))
        )

    return ask


def _deal(seed: int, players: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    cards = np.random.default_rng(seed).permutation(52)[: 2 * players + 5].astype(np.uint8)
    holes, board = cards[: 2 * players], cards[2 * players :]
    return holding_index(holes.reshape(1, players, 2)), board.reshape(1, 5)


def _worth(spent: Floats, live: Bools, shares: Floats) -> Floats:
    """What each position can expect, [n, N], of imagined hands with these shares of the pot."""
    if live.sum() == 1:
        return np.broadcast_to(np.where(live, spent.sum(), 0) - spent, shares.shape).astype(float)
    chips = np.where(live, spent.max(), spent)
    return chips.sum() * shares - chips


class _Shares:
    """Shares of imagined hands, one hand at a time."""

    def __init__(self, hands: DealtHands, holes: npt.NDArray[np.uint8], imagined: int) -> None:
        self.hands, self.holes, self.imagined = hands, holes, imagined
        self.ends = list(accumulate(hands.definition.board_card_counts))

    def fits(self, round_index: int) -> Bools:
        laid = self.hands.boards[0, : self.ends[round_index]].tolist()
        bits = HOLDING_BITS[holding_index(self.holes[:, self.imagined])]
        fits: Bools = (bits & np.uint64(sum(1 << card for card in laid))) == 0
        return fits

    def of(self, round_index: int, live: Bools) -> Floats:
        laid, fits = self.ends[round_index], self.fits(round_index)
        shares = np.zeros((len(self.holes), len(live)))
        if live.sum() == 1:
            shares[:, live] = 1.0
        elif laid or len(live) == 2:
            counts = np.full(fits.sum(), laid)
            board = np.broadcast_to(self.hands.boards[0], (fits.sum(), 5))
            if laid:
                playing = np.broadcast_to(live, (fits.sum(), len(live))).copy()
                shares[fits] = mean_shares(self.holes[fits], board, counts, contestants=playing)
            else:
                pairs = holding_index(self.holes)
                shares[:, 0] = holding_pair_equities()[pairs[:, 0], pairs[:, 1]]
                shares[:, 1] = 1.0 - shares[:, 0]
        else:
            shares = preflop_equity(self.holes, int(live.sum()) - 1) * live
            shares -= live * ((shares.sum(axis=1, keepdims=True) - 1.0) / live.sum())
        return shares


def _after(step: DecisionStep, kind: int, amount: int) -> Stakes:
    spent, live = step.stakes.spent.copy(), step.stakes.live.copy()
    if kind == ActionKind.FOLD:
        live[step.position] = False
    else:
        spent[step.position] = spent.max() if kind == ActionKind.CALL else amount
    return Stakes(spent, live)


def _sizes(step: DecisionStep, asked: AskedChoices, row: int) -> dict[tuple[int, int], float]:
    """The probability of each action, size by size."""
    found: dict[tuple[int, int], float] = {}
    total = asked.probability[row].sum()
    columns = zip(
        *(getattr(asked, n)[row].tolist() for n in ("probability", "kinds", "least", "most")),
        strict=True,
    )
    for probability, wanted, least, most in columns:
        kind = wanted if step.is_legal[wanted] else CALL
        sizes = range(least, most + 1) if kind == ActionKind.RAISE else (0,)
        for size in sizes:
            amount = min(max(size, step.least), step.most) if kind == ActionKind.RAISE else 0
            key = (kind, amount)
            found[key] = found.get(key, 0.0) + probability / total / len(sizes)
    return found


def _decided(
    shares: _Shares, step: DecisionStep, weights: Floats, seed: int
) -> tuple[LuckEvent, Floats]:
    """A decision as the estimator has it: every size of a raise by itself."""
    every = holding_index(shares.holes[:, step.position])
    asked = _drawn(step, shares.hands.boards[0], seed)
    expected, chance = np.zeros((len(every), len(step.stakes.live))), weights * 0.0
    by_stakes: dict[tuple[int, int], Floats] = {}
    for row, holding in enumerate(every.tolist()):
        for (kind, amount), probability in _sizes(step, asked, holding).items():
            if (kind, amount) not in by_stakes:
                stakes = _after(step, kind, amount)
                shared = shares.of(step.round_index, stakes.live)
                by_stakes[kind, amount] = _worth(stakes.spent, stakes.live, shared)
            expected[row] += probability * by_stakes[kind, amount][row]
            if (kind, amount) == (step.taken, step.amount):
                chance[row] += probability
    values = by_stakes[step.taken, step.amount]
    alike = np.zeros(len(every), np.int64)
    after = weights * chance
    return LuckEvent(Imagined(weights, alike), Imagined(after, alike), expected, values), after


def _listed(hands: DealtHands, imagined: int, seeds: dict[int, int]) -> Floats:
    """The estimate by its definition, all holdings of a player listed; equities one at a time."""
    others = np.delete(hands.holdings[0], imagined)
    every = np.flatnonzero(HOLDING_BITS & np.bitwise_or.reduce(HOLDING_BITS[others]) == 0)
    holes = np.repeat(HOLDING_CARDS[hands.holdings[0]][None], len(every), axis=0)
    holes[:, imagined] = HOLDING_CARDS[every]
    shares, whole = _Shares(hands, holes, imagined), hands.steps
    alike, weights = np.zeros(len(every), np.int64), np.ones(len(every))
    players, blinds = holes.shape[1], whole.first

    def mean(stakes: Stakes, round_index: int) -> Floats:
        worth = _worth(stakes.spent, stakes.live, shares.of(round_index, stakes.live))
        return class_means(worth, Imagined(weights, alike))[0]

    fair = np.full((1, players), 1.0 / players)
    estimate = _worth(blinds.spent, blinds.live, fair)[0] - mean(blinds, 0)
    round_index = 0
    for step in whole.steps:
        if isinstance(step, BoardStep):
            before, has_flop = mean(step.stakes, round_index), round_index == 0 and players > 2
            round_index = step.round_index
            weights = weights * shares.fits(round_index)
            after = mean(step.stakes, round_index)
            estimate = estimate + (-hands.chance[0, 1] if has_flop else before - after)
        elif step.position in seeds:
            event, weights = _decided(shares, step, weights, seeds[step.position])
            estimate = estimate + event.correction()[0]
    return mean(whole.last, round_index) + estimate


BETTINGS = [
    ("holdem-limit-2p", "rc/crrc/rc/crc", (0, 1)),
    ("holdem-limit-2p", "rrc/cc/rc/rc", (0,)),
    ("holdem-limit-2p", "crc/rc/crc/cc", (1,)),
    ("holdem-limit-2p", "crf", (0, 1)),
    ("holdem-limit-2p", "rc/crf", (0, 1)),
    ("holdem-limit-2p", "rf", (1,)),
    ("holdem-nolimit-2p", "r300c/cr400c/cc/r900f", (0, 1)),
    ("holdem-nolimit-2p", "cr200r20000c///", (0,)),
    ("holdem-nolimit-2p", "r201c/r20000f", (1,)),
    ("holdem-limit-3p", "rcc/crcc/cfc/rc", (0, 2)),
    ("holdem-limit-3p", "crfc/rc/cc/cc", (1, 2)),
    ("holdem-limit-3p", "ccc/ccc/rff", (0, 1, 2)),
    ("holdem-nolimit-6p", "fr300fccf/r500cf/cc/r900c", (2, 3)),
    ("holdem-nolimit-6p", "ffffr20000c///", (0, 1)),
]


@pytest.mark.parametrize(("game", "betting", "declaring"), BETTINGS)
def test_estimates_are_those_of_the_estimator_with_all_hands_listed(
    game: str, betting: str, declaring: tuple[int, ...]
) -> None:
    definition = _game(game)
    players = definition.player_count
    holdings, boards = _deal(len(betting), players)
    chance = np.random.default_rng(1).normal(size=(1, definition.round_count, players))
    hands = DealtHands(definition, betting, holdings, boards, chance)
    found = declared_estimates(hands, {position: _asks(position) for position in declaring})
    seeds = {position: position for position in declaring}
    listed = [_listed(hands, player, seeds) for player in declaring]
    np.testing.assert_allclose(found[0], np.mean(listed, axis=0), rtol=0.0, atol=1e-7)


def test_hands_are_corrected_together_as_one_by_one() -> None:
    game = _game("holdem-limit-2p")
    deals = [_deal(seed, 2) for seed in range(4)]
    holdings, boards = (np.concatenate(parts) for parts in zip(*deals, strict=True))
    asks = {0: _asks(0), 1: _asks(1)}
    chance = np.zeros((4, 4, 2))
    together = declared_estimates(DealtHands(game, "rc/cc/rc/cc", holdings, boards, chance), asks)
    for row, (own, board) in enumerate(deals):
        one = DealtHands(game, "rc/cc/rc/cc", own, board, chance[:1])
        alone = declared_estimates(one, asks)
        np.testing.assert_allclose(alone[0], together[row], rtol=0.0, atol=1e-10)


@pytest.mark.parametrize("betting", ["rrc/cc/cc/cc", "rrf", "crf"])
def test_who_acts_as_it_never_does_has_no_estimate(betting: str) -> None:
    """Both raise or fold somewhere, and one of them declares that it only calls."""
    holdings, boards = _deal(1, 2)

    def only_calls(step: DecisionStep, boards: npt.NDArray[np.uint8]) -> DeclaredStep:
        kinds = np.zeros((len(boards), 1326, 3))
        kinds[:, :, CALL] = 1.0
        return DeclaredStep(kinds, kinds[:, :, step.taken], np.zeros(kinds.shape[:2]))

    game = _game("holdem-limit-2p")
    hands = DealtHands(game, betting, holdings, boards, np.zeros((1, 4, 2)))
    liars = {step.position for step in hands.steps.steps if getattr(step, "taken", CALL) != CALL}
    assert liars
    for position in liars:
        asks = {0: _asks(0), 1: _asks(1)} | {position: only_calls}
        assert np.isnan(declared_estimates(hands, asks)).all()


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("known", [1, 2, 3, 9])
def test_every_holding_meets_hands_as_it_does_alone(count: int, known: int) -> None:
    """With and without playing itself, and with hands whose cards are dead alone."""
    random = np.random.default_rng([count, known])
    for plays in (True, False):
        holdings, boards = _deal(int(random.integers(1000)), known)
        contestants = random.random((1, known + 1)) < 0.7
        contestants[0, 0], contestants[0, known] = True, plays
        holes = HOLDING_CARDS[holdings]
        shares = shares_against(holes, boards, count, contestants=contestants)[0]
        seen = np.bitwise_or.reduce(HOLDING_BITS[holdings[0]])
        seen |= np.uint64(sum(1 << int(card) for card in boards[0, :count]))
        every = np.flatnonzero(HOLDING_BITS & seen == 0)
        met = np.repeat(holes, len(every), axis=0)
        alone = mean_shares(
            np.concatenate([met, HOLDING_CARDS[every][:, None]], axis=1),
            np.broadcast_to(boards, (len(every), 5)),
            np.full(len(every), count),
            contestants=np.repeat(contestants, len(every), axis=0),
        )
        np.testing.assert_allclose(shares[:, every].T, alone, rtol=0.0, atol=1e-12)


def test_shares_of_other_shapes_and_unknown_cards_are_refused() -> None:
    holes, board = np.zeros((1, 1, 2), np.uint8), np.zeros((1, 5), np.uint8)
    both = np.ones((1, 2), np.bool_)
    with pytest.raises(ValueError, match="and boards 3, 4 or 5 cards"):
        shares_against(holes, board, 2, contestants=both)
    with pytest.raises(ValueError, match="must have shapes"):
        shares_against(holes, board, 3, contestants=both[:, :1])
    with pytest.raises(ValueError, match="a card is not known"):
        shares_against(holes, board + 52, 3, contestants=both)
