"""Counters of style equal a naive recount of random hands, and bad bettings are named."""

from collections.abc import Callable

import numpy as np
import pytest

from railbird.native import (
    PAYOFF_UNIT,
    SHOWDOWNS,
    STYLE_COUNTERS,
    BettingError,
    GameDefinition,
    Tables,
    add_styles,
    deal_cards,
    parse_game,
    read_styles,
)
from tests.support.style_reference import join_bettings, recount

Shipped = Callable[[str], GameDefinition]
GAMES = [
    "kuhn-2p",
    "kuhn-3p",
    "leduc",
    "holdem-limit-2p",
    "holdem-limit-6p",
    "holdem-nolimit-2p",
    "holdem-nolimit-3p",
    "holdem-nolimit-6p",
    "holdem-preflop-limit-2p",
]


def play_random_hands(
    game: GameDefinition, count: int, *, seed: int = 1, **chips: np.ndarray
) -> tuple[list[str], np.ndarray]:
    """Return bettings and payoffs by position of hands in which everybody acts at random."""
    generator = np.random.default_rng(seed)
    tables = Tables(game, count)
    every = np.arange(count, dtype=np.int32)
    tables.start_hands(every, deal_cards(game, seed, count), **chips)
    while len(waiting := np.flatnonzero(~tables.is_done).astype(np.int32)):
        legal = tables.legal_kinds(waiting)
        kinds = generator.choice(3, size=len(waiting), p=[0.15, 0.5, 0.35]).astype(np.uint8)
        kinds[(legal >> kinds & 1) == 0] = 1
        least, most = tables.raise_bounds(waiting)
        share = generator.random(len(waiting)) ** 5
        amounts = least + (share * (most - least + 1)).astype(np.int64)
        tables.apply_actions(waiting, kinds, amounts)
    return [tables.betting(table) for table in range(count)], tables.payoffs(every)


def recounted(game: GameDefinition, bettings: list[str], **chips: np.ndarray) -> np.ndarray:
    rows = [
        {name: tuple(values[row].tolist()) for name, values in chips.items()}
        for row in range(len(bettings))
    ]
    hands = [recount(game, b, **own) for b, own in zip(bettings, rows, strict=True)]
    return np.array([[[c[name] for name in STYLE_COUNTERS] for c in hand] for hand in hands])


@pytest.mark.parametrize("name", GAMES)
def test_counters_equal_a_naive_recount(shipped_game: Shipped, name: str) -> None:
    game = shipped_game(name)
    bettings, _ = play_random_hands(game, 400)
    styles = read_styles(game, *join_bettings(bettings))
    assert np.array_equal(styles.counts, recounted(game, bettings))


@pytest.mark.parametrize("name", ["holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-6p"])
def test_short_and_empty_stacks_are_counted_alike(shipped_game: Shipped, name: str) -> None:
    game = shipped_game(name)
    generator = np.random.default_rng(3)
    stacks = generator.integers(1, 12, (400, game.player_count)) * game.big_blind
    stacks[::3, -1] = 0
    blinds = np.minimum(stacks, game.blinds) // generator.integers(1, 3, (400, 1))
    chips = {"stacks": stacks, "blinds": blinds}
    bettings, _ = play_random_hands(game, 400, **chips)
    styles = read_styles(game, *join_bettings(bettings), **chips)
    assert np.array_equal(styles.counts, recounted(game, bettings, **chips))


def test_spent_live_and_closing_round_are_those_of_the_tables(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-nolimit-3p")
    hands = ["ccc/ccc/ccc/ccc", "r300cf/r20000c//", "ff", "r20000cc///"]
    styles = read_styles(game, *join_bettings(hands))
    assert styles.closing_round.tolist() == [3, 1, 0, 0]
    assert styles.live.tolist() == [
        [True, True, True],
        [True, False, True],
        [False, True, False],
        [True, True, True],
    ]
    assert styles.spent.tolist() == [
        [100, 100, 100],
        [20000, 100, 20000],
        [50, 100, 0],
        [20000, 20000, 20000],
    ]


def test_who_wins_at_a_showdown_wins_chips_of_others(shipped_game: Shipped) -> None:
    """A split pot is won by both; chips that nobody matched are won by nobody."""
    game = shipped_game("holdem-nolimit-3p")
    stacks = np.array([[1000, 400, 300], [1000, 400, 300], [1000, 1000, 1000]])
    hands = ["r300r1000c///", "r300r1000c///", "fcc/cc/cc/cc"]
    styles = read_styles(game, *join_bettings(hands), stacks=stacks)
    payoffs = np.array(
        [
            # The short stack wins the main pot, the big stack the side pot against the middle one.
            [300 - 700 + 100, -400, 600],
            # The middle one wins all that he can: 600 lost by the big stack and returned.
            [-400, 400 + 300, -300],
            # Both blinds split what they put in: each wins half of the pot, others' chips too.
            [0, 0, 0],
        ]
    )
    won = styles.showdowns_won(payoffs * PAYOFF_UNIT)
    assert won.tolist() == [[True, False, True], [False, True, False], [True, True, False]]


@pytest.mark.parametrize("name", GAMES)
def test_somebody_wins_every_showdown_and_nobody_who_did_not_show(
    shipped_game: Shipped, name: str
) -> None:
    game = shipped_game(name)
    bettings, payoffs = play_random_hands(game, 300)
    styles = read_styles(game, *join_bettings(bettings))
    won, shown = styles.showdowns_won(payoffs), styles.counts[:, :, SHOWDOWNS] != 0
    assert np.array_equal(won.any(axis=1), shown.any(axis=1))
    assert not (won & ~shown).any()
    assert won[payoffs > 0].sum() == (shown & (payoffs > 0)).sum()


def test_totals_are_sums_over_the_rows_named(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-limit-6p")
    bettings, _ = play_random_hands(game, 50)
    styles = read_styles(game, *join_bettings(bettings))
    generator = np.random.default_rng(5)
    rows = generator.integers(0, 50, 200).astype(np.int32)
    groups = generator.integers(-1, 7, (200, 6)).astype(np.int32)
    totals = np.ones((7, len(STYLE_COUNTERS)), np.int64)
    add_styles(totals, styles, rows=rows, groups=groups)
    expected = np.ones_like(totals)
    for row, hand_groups in zip(rows.tolist(), groups.tolist(), strict=True):
        for position, group in enumerate(hand_groups):
            if group >= 0:
                expected[group] += styles.counts[row, position]
    assert np.array_equal(totals, expected)


@pytest.mark.parametrize(
    ("betting", "fault"),
    [
        ("cc", "'cc', place 2 (end): the hand is not over there"),
        ("cx", "'cx', place 1 ('x'): that is not a letter"),
        ("ccf", "'ccf', place 2 ('f'): that is not legal there"),
        ("r150", "'r150', place 0 ('r'): that is below the least raise-to"),
        ("r30000", "that is above the most raise-to"),
        ("ffc", "nobody is to act any more"),
        ("r300f", "the hand is not over there"),
        ("c/c", "a / stands where a round begins"),
        ("r", "a size of up to ten digits must follow"),
    ],
)
def test_a_bad_betting_is_named_with_hand_and_place(
    shipped_game: Shipped, betting: str, fault: str
) -> None:
    game = shipped_game("holdem-nolimit-3p")
    with pytest.raises(BettingError) as refused:
        read_styles(game, *join_bettings(["ff", betting]))
    assert str(refused.value).startswith("hand 1, betting ")
    assert fault in str(refused.value)


def test_shapes_that_do_not_fit_are_refused(shipped_game: Shipped) -> None:
    game = shipped_game("kuhn-2p")
    text, offsets = join_bettings(["cc", "rf"])
    styles = read_styles(game, text, offsets)
    with pytest.raises(ValueError, match="offsets must ascend within the 4 characters"):
        read_styles(game, text, offsets + 1)
    with pytest.raises(ValueError, match="rows must be between 0 and 1"):
        add_styles(np.zeros((1, 27), np.int64), styles, rows=[2], groups=[[0, 0]])
    with pytest.raises(ValueError, match="groups must be below 1"):
        add_styles(np.zeros((1, 27), np.int64), styles, rows=[0], groups=[[0, 1]])
    with pytest.raises(ValueError, match="groups must have shape"):
        add_styles(np.zeros((1, 27), np.int64), styles, rows=[0], groups=[[0]])
    with pytest.raises(ValueError, match="totals must be int64"):
        add_styles(np.zeros((1, 26), np.int64), styles, rows=[0], groups=[[0, 0]])


def test_a_hand_in_which_nobody_can_act_is_a_showdown_of_all() -> None:
    game = parse_game(
        "nolimit\nnumPlayers = 2\nnumRounds = 2\nstack = 1 1\nblind = 1 1\nfirstPlayer = 1 1\n"
        "numSuits = 2\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 1\n"
    )
    styles = read_styles(game, *join_bettings(["/"]))
    counted = {
        name: styles.counts[0, 0, place]
        for place, name in enumerate(STYLE_COUNTERS)
        if styles.counts[0, 0, place]
    }
    assert counted == {"hands": 1, "second_rounds": 1, "showdowns": 1}
