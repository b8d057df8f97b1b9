"""Random hands of random games with steps of any kind, played beside a slow and clear referee."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_variants import variant_games
from step_referee import EXCHANGE, FOLD, PASS, RAISE, StepReferee

from railbird.native import GameDefinition, Tables
from railbird.native.game.columns import TableColumns

TABLES = 4
UNKNOWN = 255


def start(game: GameDefinition, dice: random.Random) -> tuple[Tables, list[StepReferee]]:
    """Tables and referees over the same deals, stacks below ante and blind among them."""
    tables = Tables(game, TABLES)
    deck = game.deck.tolist()
    deals = [dice.sample(deck, game.cards_per_hand) for _ in range(TABLES)]
    most = [dice.choice((4, 15, 60)) for _ in range(TABLES)]
    stacks = [[dice.randint(1, top) for _ in game.stacks] for top in most]
    blinds = [list(game.blinds) for _ in stacks]
    tables.start_hands(
        np.arange(TABLES, dtype=np.int32),
        np.array(deals, np.uint8),
        stacks=np.array(stacks),
        blinds=np.array(blinds),
    )
    return tables, [StepReferee(game, *row) for row in zip(deals, stacks, blinds, strict=True)]


def choose(hand: StepReferee, dice: random.Random) -> tuple[int, int]:
    """Mostly something legal, small raises and all-ins alike, and at times nonsense."""
    if dice.random() < 0.1:
        return dice.choice((0, 1, 2, 3, 4, 200)), dice.choice((-5, 0, 3, 11, 255, 2**62))
    kinds = sorted(hand.legal())
    if FOLD in kinds and dice.random() < 0.5:
        kinds.remove(FOLD)
    kind = dice.choice(kinds)
    if kind == RAISE:
        least, most = hand.bounds()
        return kind, dice.choice((least, most, dice.randint(least, most)))
    if kind in (EXCHANGE, PASS):
        held = len(hand.players[hand.actor or 0].cards)
        count = dice.randint(hand.rule.least, hand.rule.most)
        return kind, sum(1 << slot for slot in dice.sample(range(held), count))
    return kind, 0


def held_cards(tables: Tables, table: int, position: int) -> list[int]:
    """What the tables say that a position holds."""
    cards = tables.columns.hole_cards([table], np.array([position], np.uint8))[0]
    return [card for card in cards.tolist() if card != UNKNOWN]


def compare_chips(tables: Tables, row: int, hand: StepReferee) -> None:
    assert tables.spent[row].tolist() == [player.paid for player in hand.players]
    assert tables.acting_position[row] == hand.actor
    assert tables.round_index[row] == hand.round
    assert tables.columns.has_folded([row])[0].tolist() == [p.folded for p in hand.players]
    assert int(tables.legal_kinds([row])[0]) == sum(1 << kind for kind in hand.legal())
    bounds = tuple(int(bound[0]) for bound in tables.raise_bounds([row]))
    assert bounds == (hand.bounds() if RAISE in hand.legal() else (0, 0))


def compare_cards(tables: Tables, row: int, hand: StepReferee) -> None:
    columns = tables.columns
    assert columns.bettings([row]) == [hand.betting()]
    up = columns.up_cards([row])[0]
    taken = columns.cards_taken([row])[0]
    board = columns.boards([row])[0]
    assert board[board != UNKNOWN].tolist() == hand.board
    for position in hand.live():
        player = hand.players[position]
        if not _is_discarding(hand, position):
            assert held_cards(tables, row, position) == player.numbers()
        assert up[position][up[position] != UNKNOWN].tolist() == player.up()
        counts = taken[position].tolist()
        assert counts[: len(player.taken)] == player.taken
        assert not any(counts[len(player.taken) :])
    thrown = columns.thrown_cards([row])[0]
    assert thrown[thrown != UNKNOWN].tolist() == hand.players[hand.actor or 0].thrown


def _is_discarding(hand: StepReferee, position: int) -> bool:
    """Whether he has discarded in a round of discards that others are still at."""
    return hand.rule.kind == "discard" and position not in hand.waiting


def act(tables: Tables, row: int, hand: StepReferee, choice: tuple[int, int]) -> tuple[int, int]:
    """Act at the table and before the referee; returns what was played."""
    position = hand.actor
    assert position is not None
    rows, wanted = np.array([row], np.int32), (np.array(choice[:1]), np.array(choice[1:]))
    fault, kind, amount = hand.mend(*choice)
    is_drawn = hand.rules.shares_stub and hand.rule.kind == "exchange"
    assert tables.check_actions(rows, *wanted).tolist() == [fault]
    assert tables.apply_actions(rows, *wanted).tolist() == [fault]
    held = held_cards(tables, row, position) if is_drawn else []
    hand.act(kind, amount, [card for slot, card in enumerate(held) if amount >> slot & 1])
    return kind, amount


def finish(tables: Tables, row: int, hand: StepReferee) -> None:
    """The hand is over for both, to the same effect."""
    assert hand.done
    payoffs = tables.payoffs([row])[0].tolist()
    assert sum(payoffs) == 0
    assert payoffs == hand.payoffs()
    assert tables.spent[row].tolist() == [player.paid for player in hand.players]
    for position in hand.live():
        assert held_cards(tables, row, position) == hand.players[position].numbers()


@settings(max_examples=150, deadline=None)
@given(game=variant_games(), seed=st.integers(0, 2**32 - 1))
def test_random_hands_go_as_the_referee_says(game: GameDefinition, seed: int) -> None:
    dice = random.Random(seed)
    tables, hands = start(game, dice)
    for row, hand in enumerate(hands):
        deal = np.sort(tables.cards[row]).tolist()
        while not tables.is_done[row]:
            compare_chips(tables, row, hand)
            compare_cards(tables, row, hand)
            act(tables, row, hand, choose(hand, dice))
            assert np.sort(tables.cards[row]).tolist() == deal
        finish(tables, row, hand)
        replay(tables, row, hand)


def replay(tables: Tables, row: int, hand: StepReferee) -> None:
    """The hand played again from the deal and its betting comes to the same."""
    again = deal_again(tables, row, hand.deal)
    again.play_betting([row], [tables.betting(row)])
    assert again.is_done[row]
    assert again.betting(row) == tables.betting(row)
    assert (again.cards[row] == tables.cards[row]).all()
    assert (again.payoffs([row]) == tables.payoffs([row])).all()


def deal_again(tables: Tables, row: int, deal: list[int]) -> Tables:
    """Tables of which one has the same stacks and blinds, and a deal."""
    again, rows = Tables(tables.definition, TABLES), [row]
    chips = {"stacks": tables.stacks[rows], "blinds": tables.blinds[rows]}
    again.start_hands(rows, np.array([deal], np.uint8), **chips)
    return again


# ---- what players see ----


def seen_by_the_player_to_act(tables: Tables, row: int) -> dict[str, object]:
    """Every column that can be read of the table, by name."""
    names = [name for name in dir(TableColumns) if not name.startswith("_")]
    return {name: repr(getattr(tables.columns, name)([row])) for name in names}


@settings(max_examples=150, deadline=None)
@given(game=variant_games(), seed=st.integers(0, 2**32 - 1))
def test_what_a_player_sees_does_not_depend_on_cards_that_he_has_not_seen(
    game: GameDefinition, seed: int
) -> None:
    dice = random.Random(seed)
    tables, hands = start(game, dice)
    for row, hand in enumerate(hands):
        played = []
        for _ in range(dice.randint(0, 12)):
            if tables.is_done[row]:
                break
            played.append(act(tables, row, hand, choose(hand, dice)))
        if hand.actor is None or hand.is_reshuffled:
            continue
        unseen = [card for card in hand.deal if card not in hand.known_to(hand.actor)]
        others = dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True))
        again = deal_again(tables, row, [others.get(card, card) for card in hand.deal])
        for kind, amount in played:
            again.apply_actions([row], np.array([kind]), np.array([amount]))
        assert seen_by_the_player_to_act(again, row) == seen_by_the_player_to_act(tables, row)
