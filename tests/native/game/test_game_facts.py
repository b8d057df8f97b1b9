"""Whose a card is, who sits where, and which letters a betting has: each has one home."""

from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    BETTING_KINDS,
    BETTING_LETTERS,
    KIND_OF_LETTER,
    PAYOFF_UNIT,
    ActionKind,
    ActionWalk,
    CardError,
    GameDefinition,
    MatchTables,
    Tables,
    action_text,
    compile_game,
    count_actions,
    deal_decks,
    deal_layout,
    has_holdem_cards,
    has_holdem_rounds,
    is_holdem,
    parse_game,
    read_actions,
    seat_order,
)
from railbird.native.game.actions import UNLIMITED_STACK

ShippedGame = Callable[[str], GameDefinition]
GAMES = ("kuhn-3p", "leduc", "holdem-limit-2p", "holdem-nolimit-6p", "holdem-limit-9p")


@given(st.integers(2, 10), st.booleans(), st.integers(0, 10**6))
def test_seats_and_positions_undo_each_other(players: int, fixed: bool, hand: int) -> None:
    order, every = seat_order(players, fixed_seats=fixed), np.arange(players)
    seats = order.seats_in(hand)
    assert sorted(seats) == every.tolist()
    assert order.positions_of(seats, hand).tolist() == every.tolist()
    assert order.positions_in(hand)[seats].tolist() == every.tolist()
    for position in range(players):
        seat = order.seat_of(position, hand)
        assert seat == seats[position] == (position if fixed else (position + hand) % players)
        assert order.position_of(seat, hand) == position
        is_played = hand in range(*order.hands_in(position, seat).indices(hand + 1))
        assert is_played
    assert order.seat_row(hand) == seats.tolist()
    assert order.position_row(hand) == order.positions_in(hand).tolist()
    labels = [f"seat {seat}" for seat in every]
    few = islice(order.hand_after_hand(labels), 3 * players)
    for number, names in enumerate(few):
        assert names == tuple(labels[seat] for seat in order.seats_in(number))
    values = np.arange(players)[None] * 10
    by_seat = order.by_seat(values, [hand])
    assert by_seat[0, seats].tolist() == values[0].tolist()
    assert order.by_position(by_seat, [hand]).tolist() == values.tolist()


@pytest.mark.parametrize("fixed", [False, True])
def test_c_seats_players_in_the_same_order(shipped_game: ShippedGame, fixed: bool) -> None:
    game = shipped_game("kuhn-3p")
    tables = MatchTables(
        game,
        deals=deal_decks(game, np.array([7], np.uint32), 8),
        deck_of_match=[0],
        controllers=[[0, 1, 2]],
        match_keys=[1],
        fixed_seats=fixed,
    )
    order = seat_order(3, fixed_seats=fixed)
    while not tables.is_finished:
        pending = tables.pending()
        hand = int(tables.hand_index[0])
        assert tables.seats[0].tolist() == order.seats_in(hand).tolist()
        assert tables.columns.seats([0])[0].tolist() == order.seats_in(hand).tolist()
        assert pending.seat[0] == order.seat_of(int(pending.position[0]), hand)
        tables.apply(pending, [ActionKind.CALL.value], None)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_somebodys_in_the_acpcs_order(shipped_game: ShippedGame, name: str) -> None:
    game = shipped_game(name)
    layout = deal_layout(game)
    slots = [*layout.hole_slots.ravel().tolist(), *layout.board_slots.tolist()]
    assert slots == list(range(game.cards_per_hand)) == list(range(layout.card_count))
    assert layout.hole_slots.shape == (game.player_count, game.hole_card_count)
    assert sorted(layout.slots_in_order) == list(range(layout.card_count))
    deal = np.arange(layout.card_count, dtype=np.uint8)
    told = np.concatenate([layout.hole_cards(deal).ravel(), layout.board(deal)])
    assert deal[layout.slots_in_order].tolist() == told.tolist()
    assert layout.board_ends == tuple(accumulate(game.board_card_counts))
    assert np.concatenate(layout.sections).tolist() == slots
    assert compile_game(game).layout is layout


@pytest.mark.parametrize("name", GAMES)
def test_c_and_python_give_a_card_to_the_same_player(shipped_game: ShippedGame, name: str) -> None:
    game = shipped_game(name)
    layout, row = deal_layout(game), np.zeros(1, np.int32)
    deal = game.deck[None, : game.cards_per_hand]
    tables = Tables(game, 1)
    tables.start_hands(row, deal)
    for position in range(game.player_count):
        mine = tables.columns.hole_cards(row, np.array([position], np.uint8))[0].tolist()
        assert mine == layout.hole_cards(deal)[0, position].tolist()
        seen = layout.held(deal, position, 0)[0].tolist()
        assert seen[: len(mine)] == mine
    for round_index in range(game.round_count):
        board = tables.columns.boards(row)[0]
        assert board[board != 255].tolist() == layout.board(deal, round_index)[0].tolist()
        while not tables.is_done[0] and tables.round_index[0] == round_index:
            tables.apply_actions(row, [ActionKind.CALL.value], [0])


def test_letters_are_read_as_they_are_written() -> None:
    actions = [(ActionKind.RAISE, 300), (ActionKind.CALL, 0), (ActionKind.FOLD, 0)]
    text = "/".join(action_text(kind, amount) for kind, amount in actions)
    assert text == "r300/c/f"
    assert [(kind, amount) for _, kind, amount in read_actions(text)] == actions
    assert [start for start, _, _ in read_actions(text)] == [0, 5, 7]
    assert count_actions(text) == 3
    assert action_text(ActionKind.RAISE) == "r"
    assert [KIND_OF_LETTER[letter] for letter in BETTING_LETTERS] == list(BETTING_KINDS)


@pytest.mark.parametrize("letter", [chr(code) for code in range(33, 127)])
def test_c_reads_the_letters_that_python_knows(shipped_game: ShippedGame, letter: str) -> None:
    """Every other sign is refused as no letter, in either case of letters."""
    tables = Tables(shipped_game("leduc"), 1)
    row = np.zeros(1, np.int32)
    tables.start_hands(row, None)
    if letter.lower() in KIND_OF_LETTER and KIND_OF_LETTER[letter.lower()] != ActionKind.FOLD:
        tables.play_betting(row, [letter])
        assert tables.betting(0) == BETTING_LETTERS[KIND_OF_LETTER[letter.lower()]]
        return
    refusal = "not legal" if letter in "fF" else "a / stands" if letter == "/" else "not a letter"
    with pytest.raises(Exception, match=refusal):
        tables.play_betting(row, [letter])


@pytest.mark.parametrize(
    ("name", "cards", "rounds"),
    [
        ("holdem-limit-2p", True, True),
        ("holdem-nolimit-6p", True, True),
        ("holdem-preflop-limit-2p", True, False),
        ("leduc", False, False),
        ("kuhn-2p", False, False),
    ],
)
def test_what_is_holdem(shipped_game: ShippedGame, name: str, cards: bool, rounds: bool) -> None:
    game = shipped_game(name)
    assert (has_holdem_cards(game), has_holdem_rounds(game)) == (cards, rounds)
    assert is_holdem(game) == cards


@pytest.mark.parametrize(
    ("name", "stake", "most"),
    [
        ("kuhn-2p", 2, "rc"),
        ("kuhn-3p", 2, "rcc"),
        ("leduc", 13, "rrc/rrc"),
        ("holdem-limit-2p", 240, "rrrc/rrrrc/rrrrc/rrrrc"),
        ("holdem-nolimit-2p", 20_000, "r20000c///"),
    ],
)
def test_nobody_loses_more_than_the_stake_and_the_highest_betting_loses_it(
    shipped_game: ShippedGame, name: str, stake: int, most: str
) -> None:
    game = shipped_game(name)
    assert game.stake == stake
    tables = Tables(game, 4)
    rows = np.arange(4, dtype=np.int32)
    tables.start_hands(rows, deal_decks(game, [1, 2, 3, 4], 1)[:, 0])
    tables.play_betting(rows, [most] * 4)
    assert tables.is_done.all()
    assert -tables.payoffs(rows).min() == stake * PAYOFF_UNIT


def test_a_stake_that_nothing_bounds_is_none(shipped_game: ShippedGame) -> None:
    unlimited = replace(shipped_game("holdem-nolimit-2p"), stacks=(UNLIMITED_STACK,) * 2)
    assert unlimited.stake == 0
    uneven = replace(unlimited, stacks=(500, UNLIMITED_STACK))
    assert uneven.stake == 500


@pytest.mark.parametrize(("held", "players", "runs"), [(4, 3, 3), (4, 4, 1), (5, 2, 2), (5, 6, 1)])
def test_replacements_come_from_the_slots_that_a_position_draws_from(
    held: int, players: int, runs: int
) -> None:
    """From a run of its own, or from the one stub of all where the deck is too short."""
    bets = "".join(f"{{ exchange = [0, {held}] }}, {{ bet = {{}} }}, " for _ in range(3))
    text = f"""
name = "draws"
players = {players}
betting = {{ structure = "limit", small = 2 }}
blinds = {{ small = 1, big = 2 }}
reshuffle = true
steps = [{{ deal = {{ down = {held} }} }}, {{ bet = {{}} }}, {bets}]
"""
    game = parse_game(text)
    layout, walk = deal_layout(game), ActionWalk(game)
    assert sorted(layout.slots_in_order) == list(range(layout.card_count))
    assert len(layout.draw_slots) == runs
    deal = np.random.default_rng(2).permutation(game.deck)[: layout.card_count]
    walk.lay_deal(deal)
    walk.begin(game.stacks, game.blinds)
    drawn = dict.fromkeys(range(players), 0)
    while walk.acting is not None and walk.round_index < 2:
        while walk.rounds_due:
            walk.begin_round()
        if walk.round_index != 1:
            walk.act(ActionKind.CALL.value)
            continue
        position = walk.acting
        before = walk.hole_cards(position)
        assert before == layout.hole_cards(deal)[position].tolist()
        walk.act(ActionKind.EXCHANGE.value, 0b101)
        start = 0 if runs > 1 else sum(drawn.values())
        new = deal[layout.draws_of(position)[start : start + 2]].tolist()
        assert walk.hole_cards(position) == [new[0], before[1], new[1], *before[3:]]
        drawn[position] += 2
    assert set(drawn.values()) == {2}


def test_slots_are_written_with_three_digits() -> None:
    assert action_text(ActionKind.EXCHANGE, 5) == "d005"
    assert action_text(ActionKind.PASS, 112) == "p112"
    assert action_text(ActionKind.EXCHANGE) == "d000"


def test_a_deal_with_a_doubled_card_is_refused() -> None:
    game = parse_game(HOLDEM)
    deal = game.deck[: game.cards_per_hand].copy()
    deal[1] = deal[0]
    with pytest.raises(CardError, match="a card is doubled"):
        ActionWalk(game).lay_deal(deal)


HOLDEM = (
    "limit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1\nfirstPlayer = 1\n"
    "maxRaises = 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0\n"
)
