"""Whole matches: the fused step does what Tables do hand by hand, and records it."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    BettingError,
    CardError,
    GameDefinition,
    LimitError,
    MatchTables,
    Pending,
    Tables,
    compile_game,
    deal_decks,
    parse_game,
)

Shipped = Callable[[str], GameDefinition]
MATCHES, HANDS, DECKS, SEED = 7, 9, 3, 20
DECISIONS = 256


def uneven(players: int, betting: str) -> GameDefinition:
    """A game of short, unequal stacks, one of them all-in by his blind."""
    stacks = [9, 2, 40, 17, 5, 60, 3, 8, 33, 12][:players]
    sizes = "raiseSize = 2 4 4\n" if betting == "limit" else ""
    return parse_game(
        f"{betting}\nnumPlayers = {players}\nnumRounds = 3\nstack = {' '.join(map(str, stacks))}\n"
        f"blind = {' '.join(['1', '2', *'0' * (players - 2)])}\n{sizes}firstPlayer = 2 1 1\n"
        "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 2\n"
    )


GAMES = {
    f"{betting}-{players}p": uneven(players, betting)
    for betting in ("limit", "nolimit")
    for players in (2, 3, 6, 10)
}


@dataclass
class Script:
    """What everybody will do at decision ``d`` of hand ``h`` of match ``m``, sense and nonsense."""

    kinds: npt.NDArray[np.uint8]
    amounts: npt.NDArray[np.int64]

    @classmethod
    def drawn(cls, seed: int) -> "Script":
        random = np.random.default_rng(seed)
        shape = (MATCHES, HANDS, DECISIONS)
        return cls(
            kinds=random.choice(np.arange(4, dtype=np.uint8), shape, p=[0.15, 0.5, 0.3, 0.05]),
            amounts=random.choice([-1, 0, 4, 6, 10, 20, 60, 2**40], shape),
        )


@dataclass
class Played:
    tables: MatchTables
    faults: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    ended: list[tuple[int, int]] = field(default_factory=list)


def match_tables(game: GameDefinition, controllers: npt.ArrayLike | None = None) -> MatchTables:
    if controllers is None:
        controllers = np.arange(MATCHES * game.player_count).reshape(MATCHES, -1) % 4
    return MatchTables(
        game,
        deals=deal_decks(game, np.arange(SEED, SEED + DECKS), HANDS),
        deck_of_match=np.arange(MATCHES) % DECKS,
        controllers=controllers,
        match_keys=np.arange(MATCHES),
    )


def play(game: GameDefinition, script: Script) -> Played:
    played = Played(match_tables(game))
    tables = played.tables
    while not tables.is_finished:
        pending = tables.pending()
        hands = tables.hand_index[pending.table]
        decisions = tables.columns.action_counts(pending.table)
        index = (pending.table, hands, decisions)
        applied = tables.apply(pending, script.kinds[index], script.amounts[index])
        for row, fault in enumerate(applied.faults.tolist()):
            key = (int(pending.table[row]), int(hands[row]))
            played.faults.setdefault(key, []).append(fault)
        played.ended += zip(applied.ended_match.tolist(), applied.ended_hand.tolist(), strict=True)
    return played


def play_one(
    game: GameDefinition, script: Script, key: tuple[int, int]
) -> tuple[Tables, list[int]]:
    """The same hand on a table of its own."""
    match, hand = key
    table, row = Tables(game, 1), np.array([0])
    table.start_hands(row, deal_decks(game, [SEED + match % DECKS], HANDS)[:, hand])
    faults: list[int] = []
    while not table.is_done[0]:
        action = slice(len(faults), len(faults) + 1)
        faults += table.apply_actions(
            row, script.kinds[match, hand][action], script.amounts[match, hand][action]
        ).tolist()
    return table, faults


def compare(game: GameDefinition, script: Script, played: Played) -> None:
    record, tables = played.tables.record(), played.tables
    text = record.betting.tobytes().decode("ascii")
    for place, key in enumerate(np.ndindex(MATCHES, HANDS)):
        table, faults = play_one(game, script, key)
        match, hand = key
        positions = (np.arange(game.player_count) - hand) % game.player_count
        start, end = record.betting_offsets[place : place + 2]
        folded = table.has_folded[0, positions].tolist()
        assert played.faults.get(key, []) == faults
        assert record.payoffs[key].tolist() == table.payoffs(np.array([0]))[0, positions].tolist()
        assert text[start:end] == table.betting(0)
        assert record.showdown[key] == (folded.count(False) > 1)
        assert tables.hand_folds([match], [hand]).tolist() == [folded]
        assert tables.hand_rounds([match], [hand]).tolist() == table.round_index.tolist()
        assert tables.hand_cards([match], [hand]).tolist() == table.cards.tolist()
        assert tables.hand_bettings([match], [hand]) == [table.betting(0)]
        assert tables.hand_showdowns([match], [hand]).tolist() == [record.showdown[key]]


@settings(deadline=None, max_examples=24)
@given(name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32 - 1))
def test_matches_are_hands_played_one_by_one(name: str, seed: int) -> None:
    script = Script.drawn(seed)
    played = play(GAMES[name], script)
    assert sorted(played.ended) == list(np.ndindex(MATCHES, HANDS))
    for match in range(MATCHES):
        assert [hand for m, hand in played.ended if m == match] == list(range(HANDS))
    compare(GAMES[name], script, played)


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "holdem-limit-2p", "holdem-nolimit-3p"])
def test_shipped_games_are_hands_played_one_by_one(shipped_game: Shipped, name: str) -> None:
    script = Script.drawn(5)
    compare(shipped_game(name), script, play(shipped_game(name), script))


def test_the_longest_hands_find_room_in_the_record(shipped_game: Shipped) -> None:
    """Least raises by everybody: the record grows while the matches are played."""
    game = shipped_game("holdem-nolimit-2p")
    script = Script(
        kinds=np.full((MATCHES, HANDS, DECISIONS), 2, np.uint8),
        amounts=np.zeros((MATCHES, HANDS, DECISIONS), np.int64),
    )
    played = play(game, script)
    lengths = np.diff(played.tables.record().betting_offsets)
    assert (lengths > 700).all()
    compare(game, script, played)


@pytest.mark.parametrize("controllers", [1, 2, 5, 21])
def test_decisions_are_grouped_by_controller_in_table_order(
    shipped_game: Shipped, controllers: int
) -> None:
    game = shipped_game("kuhn-3p")
    who = np.random.default_rng(1).integers(0, controllers, (MATCHES, 3)).astype(np.int32)
    who[0, 0] = controllers - 1
    tables, random = match_tables(game, who), np.random.default_rng(2)
    while not tables.is_finished:
        pending = tables.pending()
        assert tables.pending() is pending
        assert len(pending.offsets) == controllers + 1
        assert pending.offsets[0] == 0
        assert pending.offsets[-1] == len(pending.table)
        assert sorted(pending.table.tolist()) == sorted(set(pending.table.tolist()))
        for controller, (start, end) in enumerate(
            zip(pending.offsets[:-1], pending.offsets[1:], strict=True)
        ):
            rows = slice(start, end)
            assert (who[pending.table[rows], pending.seat[rows]] == controller).all()
            assert (np.diff(pending.table[rows]) > 0).all()
        hands = tables.hand_index[pending.table]
        assert pending.position.tolist() == ((pending.seat - hands) % 3).tolist()
        assert (tables.seats[pending.table, pending.position] == pending.seat).all()
        assert (tables.columns.legal_kinds(pending.table) == pending.legal_kinds).all()
        tables.apply(pending, random.integers(0, 3, len(pending.table)), None)
    assert len(tables.pending().table) == 0
    assert tables.pending().offsets.tolist() == [0] * (controllers + 1)


def test_a_table_starts_its_next_hand_at_once(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-limit-2p")
    tables = match_tables(game)
    pending = tables.pending()
    kinds = (pending.table != 3).astype(np.uint8)
    applied = tables.apply(pending, kinds, None)
    assert (applied.ended_match.tolist(), applied.ended_hand.tolist()) == ([3], [0])
    assert tables.hand_index.tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert tables.payoffs[3, 0].tolist() == [5 * 2520, -5 * 2520]
    row = np.array([3])
    assert tables.columns.bettings(row) == [""]
    assert tables.seats[3].tolist() == [1, 0]
    dealt = tables.hand_cards([3], [1])[0]
    assert tables.columns.hole_cards(row).tolist() == [dealt[2:4].tolist()]
    assert tables.columns.hole_cards(row, np.array([0])).tolist() == [dealt[:2].tolist()]


def test_hands_in_which_nobody_can_act_are_played_when_the_tables_are_made() -> None:
    game = parse_game(
        "nolimit\nnumPlayers = 3\nnumRounds = 2\nstack = 1 2 3\nblind = 1 2 3\nnumSuits = 4\n"
        "numRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 5\n"
    )
    tables = match_tables(game)
    assert tables.is_finished
    record = tables.record()
    assert record.showdown.all()
    assert record.betting.tobytes() == b"/" * (MATCHES * HANDS)
    assert not record.payoffs.sum(axis=2).any()
    assert record.payoffs.any(axis=2).all()
    assert len(tables.pending().table) == 0
    table = Tables(game, 1)
    table.start_hands([0], deal_decks(game, [SEED], 1)[0])
    assert table.payoffs([0])[0].tolist() == record.payoffs[0, 0].tolist()


def test_uniform_play_of_kuhn_for_three_comes_to_its_exact_value(shipped_game: Shipped) -> None:
    """+15/64, -3/64 and -12/64 chips by position; the tolerance is four standard errors."""
    game, matches, hands = shipped_game("kuhn-3p"), 500, 300
    tables = MatchTables(
        game,
        deals=deal_decks(game, np.arange(matches), hands),
        deck_of_match=np.arange(matches),
        controllers=np.zeros((matches, 3), np.int32),
        match_keys=np.zeros(matches, np.uint64),
    )
    random = np.random.default_rng(3)
    while not tables.is_finished:
        pending = tables.pending()
        can_raise = tables.columns.legal_kinds(pending.table) >> 2
        tables.apply(pending, random.integers(0, 2, len(can_raise)) + can_raise * 1, None)
    payoffs = tables.record().payoffs / 2520
    seats = (np.arange(3)[None, :] + np.arange(hands)[:, None]) % 3
    by_position = np.take_along_axis(payoffs, np.broadcast_to(seats, payoffs.shape), axis=2)
    error = by_position.std(axis=(0, 1)) / np.sqrt(matches * hands)
    assert (abs(by_position.mean(axis=(0, 1)) - np.array([15, -3, -12]) / 64) < 4 * error).all()


def test_only_the_latest_decisions_can_be_answered(shipped_game: Shipped) -> None:
    tables = match_tables(shipped_game("kuhn-3p"))
    first = tables.pending()
    kinds = np.ones(MATCHES, np.uint8)
    forged = first._replace()
    with pytest.raises(ValueError, match="not the latest"):
        tables.apply(forged, kinds, None)
    tables.apply(first, kinds, None)
    with pytest.raises(ValueError, match="not the latest"):
        tables.apply(first, kinds, None)


def test_decisions_cannot_be_tampered_with(shipped_game: Shipped) -> None:
    for column in match_tables(shipped_game("kuhn-3p")).pending():
        with pytest.raises(ValueError, match="WRITEABLE"):
            column.flags.writeable = True


def test_nothing_is_recorded_before_its_time(shipped_game: Shipped) -> None:
    tables = match_tables(shipped_game("kuhn-3p"))
    with pytest.raises(BettingError, match="7 matches are still being played"):
        tables.record()
    for ask in (
        tables.hand_bettings,
        tables.hand_folds,
        tables.hand_rounds,
        tables.hand_showdowns,
    ):
        with pytest.raises(BettingError, match="hand 2 of match 1 has not ended"):
            ask([1], [2])
        with pytest.raises(ValueError, match="a hand is named that is not one of 0 to 8"):
            ask([1], [HANDS])
        with pytest.raises(ValueError, match="a match is named that is not one of 0 to 6"):
            ask([-1], [0])


def arguments(game: GameDefinition) -> dict[str, npt.NDArray[np.generic]]:
    return {
        "deals": deal_decks(game, [1, 2], 3),
        "deck_of_match": np.array([0, 1]),
        "controllers": np.zeros((2, game.player_count), np.int32),
        "match_keys": np.zeros(2, np.uint64),
    }


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("deals", np.zeros((2, 3, 4), np.uint8), CardError),
        ("deals", np.full((2, 3, 4), 255, np.uint8), CardError),
        ("deals", np.tile(np.arange(4, dtype=np.uint8), (2, 3, 1)), CardError),
        ("deals", np.zeros((2, 3, 5), np.uint8), ValueError),
        ("deals", np.zeros((0, 3, 4), np.uint8), ValueError),
        ("deals", np.zeros((2, 0, 4), np.uint8), ValueError),
        ("deals", np.zeros((2, 3, 4)), TypeError),
        ("deck_of_match", [0, 2], ValueError),
        ("deck_of_match", [-1, 0], ValueError),
        ("deck_of_match", np.zeros(0, np.int32), ValueError),
        ("deck_of_match", [[0, 1]], ValueError),
        ("deck_of_match", [0.0, 1.0], TypeError),
        ("controllers", np.zeros((2, 2), np.int32), ValueError),
        ("controllers", np.full((2, 3), -1), ValueError),
        ("controllers", np.full((2, 3), 2**31 - 1), LimitError),
        ("controllers", np.full((2, 3), 2**40), ValueError),
        ("match_keys", np.zeros(3, np.uint64), ValueError),
        ("match_keys", [-1, 0], ValueError),
        ("match_keys", None, TypeError),
    ],
)
def test_matches_are_not_made_from_what_does_not_fit(
    shipped_game: Shipped, name: str, value: object, error: type[Exception]
) -> None:
    game = parse_game(
        "limit\nnumPlayers = 3\nnumRounds = 2\nblind = 1 1 1\nraiseSize = 1 1\nnumSuits = 2\n"
        "numRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 1\n"
    )
    MatchTables(game, **arguments(game))
    with pytest.raises(error):
        MatchTables(game, **(arguments(game) | {name: value}))  # type: ignore[arg-type]
    assert compile_game(game).cards_per_hand == 4


@pytest.mark.parametrize(
    ("kinds", "amounts", "error"),
    [
        (np.ones(MATCHES - 1, np.uint8), np.zeros(MATCHES - 1, np.int64), ValueError),
        (np.ones((MATCHES, 1), np.uint8), np.zeros(MATCHES, np.int64), ValueError),
        (np.ones(MATCHES), np.zeros(MATCHES, np.int64), TypeError),
        (np.full(MATCHES, 256), np.zeros(MATCHES, np.int64), ValueError),
        (np.ones(MATCHES, np.uint8), np.zeros(MATCHES + 1, np.int64), ValueError),
        (np.ones(MATCHES, np.uint8), np.zeros(MATCHES), TypeError),
        (np.ones(MATCHES, np.uint8), np.full(MATCHES, np.nan), TypeError),
        (np.ones(MATCHES, np.uint8), None, ValueError),
        (None, None, TypeError),
        (["call"] * MATCHES, None, TypeError),
    ],
)
def test_actions_that_do_not_fit_change_nothing(
    shipped_game: Shipped, kinds: object, amounts: object, error: type[Exception]
) -> None:
    tables = match_tables(shipped_game("holdem-nolimit-2p"))
    pending = tables.pending()
    with pytest.raises(error):
        tables.apply(pending, kinds, amounts)  # type: ignore[arg-type]
    assert tables.columns.bettings(pending.table) == [""] * MATCHES
    assert tables.pending() is pending
    tables.apply(pending, np.ones(MATCHES, np.uint8), np.zeros(MATCHES, np.int64))
    assert tables.columns.bettings(pending.table) == ["c"] * MATCHES


def test_the_callers_deals_are_copied(shipped_game: Shipped) -> None:
    game = shipped_game("kuhn-3p")
    deals = deal_decks(game, [1], 2)
    tables = MatchTables(
        game, deals=deals, deck_of_match=[0], controllers=[[0, 0, 0]], match_keys=[0]
    )
    deals[:] = 255
    while not tables.is_finished:
        tables.apply(tables.pending(), np.array([1]), None)
    assert tables.record().showdown.all()
    with pytest.raises(ValueError, match="read-only"):
        tables.payoffs[0, 0, 0] = 1


def test_columns_outlive_the_matches_that_they_are_of(shipped_game: Shipped) -> None:
    """They point into the struct of the matches, which has to live as long."""
    game = shipped_game("kuhn-2p")
    tables = MatchTables(
        game,
        deals=deal_decks(game, [SEED], 1),
        deck_of_match=[0],
        controllers=[[0, 1]],
        match_keys=np.array([1], np.uint64),
    )
    columns, struct = tables.columns, weakref.ref(tables.lend_to_wire().c)
    del tables
    gc.collect()
    assert struct() is not None
    assert columns.pots(np.zeros(1, np.int32)).tolist() == [2]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_matches_that_act_one_by_one_play_as_in_step(players: int) -> None:
    game = uneven(players, "nolimit")
    draws = np.random.default_rng(players)

    def start() -> MatchTables:
        return MatchTables(
            game,
            deals=deal_decks(game, [1, 2, 3], HANDS),
            deck_of_match=np.arange(MATCHES, dtype=np.int32) % DECKS,
            controllers=np.zeros((MATCHES, players), np.int32),
            match_keys=np.arange(MATCHES, dtype=np.uint64),
        )

    def choose(pending: Pending) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        numbers = pending.table * 131 + pending.hand_index * 17 + pending.decision * 5
        return (numbers % 3).astype(np.uint8), numbers.astype(np.int64) % 70

    together, apart = start(), start()
    while not together.is_finished:
        pending = together.pending()
        together.apply(pending, *choose(pending))
    while not apart.is_finished:
        pending = apart.pending()
        kinds, amounts = choose(pending)
        chosen = draws.random(len(kinds)) < 0.3
        apart.act(pending.table[chosen], kinds[chosen], amounts[chosen])
    one, other = together.record(), apart.record()
    assert np.array_equal(one.payoffs, other.payoffs)
    assert np.array_equal(one.betting, other.betting)
    with pytest.raises(BettingError):
        apart.act([0], [1], [0])
    fresh = start()
    with pytest.raises(BettingError):
        fresh.act([0, 0], [1, 1], [0, 0])
