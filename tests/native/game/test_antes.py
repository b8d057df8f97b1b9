"""Antes beside blinds: every hand of small stacks against rules written down once more."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from railbird.native import (
    PAYOFF_UNIT,
    GameDefinition,
    Tables,
    find_actors,
    parse_game,
    read_styles,
)

FOLD, CALL, RAISE = range(3)
BLINDS = (1, 2, 0)


def game_of(players: int) -> GameDefinition:
    """One card each, of eight that differ, and one round of betting."""
    blinds = "2 1" if players == 2 else "1 2 0"
    first = 2 if players == 2 else 3
    return parse_game(
        f"nolimit\nnumPlayers = {players}\nnumRounds = 1\nstack ={' 9' * players}\n"
        f"blind = {blinds}\nfirstPlayer = {first}\nnumSuits = 1\nnumRanks = 8\n"
        "numHoleCards = 1\nnumBoardCards = 0\n"
    )


class Hand:
    """A hand by the rules of a cardroom: the ante first, then the blind with what is left."""

    def __init__(self, game: GameDefinition, stacks: tuple[int, ...], ante: int) -> None:
        self.left, self.put = list(stacks), [0] * len(stacks)
        self.antes = [self.pay(p, ante, dead=True) for p in range(len(stacks))]
        for position, blind in enumerate(game.blinds):
            self.pay(position, blind)
        due = [ante + blind for blind in game.blinds]
        self.short = {p for p, stack in enumerate(stacks) if stack < due[p]}
        self.price, self.least = max(game.blinds), 2 * max(game.blinds)
        self.folded: set[int] = set()
        self.waiting = [
            (game.first_positions[0] + step) % len(stacks) for step in range(len(stacks))
        ]
        self.waiting = [p for p in self.waiting if self.left[p]]

    def pay(self, position: int, chips: int, *, dead: bool = False) -> int:
        paid = min(chips, self.left[position])
        self.left[position] -= paid
        self.put[position] += 0 if dead else paid
        return paid

    @property
    def actor(self) -> int | None:
        playing = [p for p in range(len(self.put)) if p not in self.folded]
        if len(playing) == 1 or not self.waiting or self.is_over(playing):
            return None
        return self.waiting[0]

    def is_over(self, playing: list[int]) -> bool:
        """Nobody is left to play against, and somebody posted less than was due."""
        (own, *others) = sorted(playing, key=lambda p: not self.left[p])
        paid = [ante + put for ante, put in zip(self.antes, self.put, strict=True)]
        is_alone = not any(self.left[p] for p in others)
        is_matched = paid[own] >= max(paid[p] for p in others)
        return is_alone and is_matched and any(p in self.short for p in playing)

    def choices(self) -> dict[int, list[int]]:
        """Kinds and the chips that each may put in: a raise is the least one, or all-in."""
        (own, *_) = self.waiting
        most, others = self.put[own] + self.left[own], self.able() - {own}
        found = {CALL: [self.price]}
        if self.put[own] < self.price:
            found[FOLD] = [0]
        if most > self.price and others:
            found[RAISE] = sorted({min(self.least, most), most})
        return found

    def able(self) -> set[int]:
        return {p for p, left in enumerate(self.left) if left and p not in self.folded}

    def act(self, kind: int, to: int) -> None:
        own = self.waiting.pop(0)
        if kind == FOLD:
            self.folded.add(own)
            return
        self.pay(own, to - self.put[own])
        if kind == RAISE:
            self.least, self.price = max(self.least, 2 * to - self.price), to
            after = [(own + step) % len(self.put) for step in range(1, len(self.put))]
            self.waiting = [p for p in after if p in self.able()]

    def won(self, cards: tuple[int, ...]) -> list[Fraction]:
        """Layer by layer of antes and of bets together, as far as everybody went."""
        paid = [ante + put for ante, put in zip(self.antes, self.put, strict=True)]
        won = [Fraction(-chips) for chips in paid]
        playing = [p for p in range(len(paid)) if p not in self.folded]
        deepest = max(paid[p] for p in playing)
        before = 0
        for layer in sorted(set(paid)):
            givers = [p for p, chips in enumerate(paid) if chips >= layer]
            pot = (layer - before) * len(givers)
            # what only players who folded have paid belongs to the deepest layer of the others
            live = [p for p in playing if paid[p] >= min(layer, deepest)]
            won[max(live, key=lambda p: cards[p])] += pot
            before = layer
        return won


def check_hands(game: GameDefinition, stacks: tuple[int, ...], ante: int) -> int:
    """Play every betting of fold, call, least raise and all-in; return how many there were."""
    cards = tuple(range(game.player_count))
    count, waiting = 0, [[]]
    while waiting:
        history = waiting.pop()
        hand, table = Hand(game, stacks, ante), Tables(game, 1)
        deal = np.array([game.deck[list(cards)]], np.uint8)
        table.start_hands([0], deal, stacks=[stacks], antes=[ante])
        for kind, to in history:
            hand.act(kind, to)
            table.apply_actions([0], [kind], [ante + to])
        assert [table.is_done[0]] == [hand.actor is None], (stacks, ante, history)
        if hand.actor is None:
            expected = [int(PAYOFF_UNIT * chips) for chips in hand.won(cards)]
            assert table.payoffs([0])[0].tolist() == expected, (stacks, ante, history)
            count += 1
            continue
        assert table.acting_position[0] == hand.actor
        choices = hand.choices()
        legal = sum(1 << kind for kind in choices)
        assert int(table.legal_kinds([0])[0]) == legal, (stacks, ante, history)
        cost = min(hand.price - hand.put[hand.actor], hand.left[hand.actor])
        assert int(table.columns.to_call([0])[0]) == cost
        least, most = table.columns.raise_bounds([0])
        if RAISE in choices:
            bounds = [ante + choices[RAISE][0], ante + choices[RAISE][-1]]
            assert [int(least[0]), int(most[0])] == bounds, (stacks, ante, history)
        waiting += [[*history, (kind, to)] for kind, sizes in choices.items() for to in sizes]
    return count


@pytest.mark.parametrize("ante", [0, 1, 3])
@pytest.mark.parametrize("players", [2, 3])
def test_every_hand_of_small_stacks_is_that_of_the_rules(players: int, ante: int) -> None:
    game = game_of(players)
    count = sum(
        check_hands(game, stacks, ante) for stacks in product((1, 2, 3, 4, 5, 7), repeat=players)
    )
    assert count > 40


def test_replays_take_the_ante_of_each_hand() -> None:
    """With an ante of 3 the least raise is to 7, with none to 4; 6 chips are then all-in."""
    game = game_of(3)
    text = np.frombuffer(b"r7ffr4ff", np.uint8)
    offsets, stacks = np.array([0, 4, 8]), np.array([[9, 9, 9], [9, 9, 9]])
    own = {"stacks": stacks, "antes": np.array([3, 0])}
    actors = find_actors(game, text, offsets, **own)
    assert actors.tolist() == [2, 255, 0, 1, 2, 255, 0, 1]
    styles = read_styles(game, text, offsets, **own)
    assert styles.spent.tolist() == [[4, 5, 7], [1, 2, 4]]


@pytest.mark.parametrize("antes", [[-1], [2**40], [1, 1]])
def test_bad_antes_are_refused(antes: list[int]) -> None:
    with pytest.raises(ValueError, match="antes must"):
        Tables(game_of(2), 1).start_hands([0], None, antes=antes)
