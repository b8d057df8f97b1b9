"""Random hands of random games, played beside a slow and clear telling of the ACPC's rules."""

import random
from dataclasses import dataclass, field

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    BETTING_KINDS,
    PAYOFF_UNIT,
    ActionKind,
    Fault,
    GameDefinition,
    Tables,
    deal_cards,
    rank_hands,
)

FOLD, CALL, RAISE = BETTING_KINDS
TABLES = 4


@dataclass
class SlowHand:
    """One hand, of which every question is answered from the list of actions alone."""

    game: GameDefinition
    stacks: list[int]
    blinds: list[int]
    cards: list[int]
    rounds: list[list[tuple[int, ActionKind, int]]] = field(default_factory=lambda: [[]])
    done: bool = False

    def __post_init__(self) -> None:
        if not self.able():
            self.run_out()

    def everything(self) -> list[tuple[int, ActionKind, int]]:
        return [action for actions in self.rounds for action in actions]

    def spent(self) -> list[int]:
        spent = list(self.blinds)
        for position, kind, size in self.everything():
            if kind == CALL:
                spent[position] = min(self.stacks[position], max(spent))
            elif kind == RAISE:
                spent[position] = size
        return spent

    def folded(self) -> set[int]:
        return {position for position, kind, _ in self.everything() if kind == FOLD}

    def live(self) -> list[int]:
        return [p for p in range(self.game.player_count) if p not in self.folded()]

    def able(self) -> list[int]:
        return [p for p in self.live() if self.spent()[p] < self.stacks[p]]

    def answered(self) -> set[int]:
        """Who has acted since the last raise of the round, the raiser included."""
        done: set[int] = set()
        for position, kind, _ in self.rounds[-1]:
            done = {position} if kind == RAISE else done | {position}
        return done

    def acting(self) -> int:
        if self.rounds[-1]:
            start = self.rounds[-1][-1][0] + 1
        else:
            start = self.game.first_positions[len(self.rounds) - 1]
        n = self.game.player_count
        return next(p % n for p in range(start, start + n) if p % n in self.able())

    def legal(self) -> set[ActionKind]:
        position, spent, round_index = self.acting(), self.spent(), len(self.rounds) - 1
        raises = sum(kind == RAISE for _, kind, _ in self.rounds[-1])
        legal = {CALL}
        if spent[position] < max(spent):
            legal.add(FOLD)
        if (
            raises < self.game.max_raises[round_index]
            and len(self.able()) >= 2
            and self.stacks[position] > max(spent)
            and len(self.rounds[-1]) + self.game.player_count <= 64
        ):
            legal.add(RAISE)
        return legal

    def bounds(self) -> tuple[int, int]:
        stack, spent = self.stacks[self.acting()], self.spent()
        if self.game.is_limit:
            to = min(stack, max(spent) + self.game.raise_sizes[len(self.rounds) - 1])
            return to, to
        return min(stack, self.least()), stack

    def least(self) -> int:
        """The least raise-to of the round, told raise by raise."""
        top, big = max(self.blinds), max(self.blinds)
        least = 2 * big if big else 1
        for index, actions in enumerate(self.rounds):
            if index:
                least = top + max(big, 1)
            for _, kind, size in actions:
                if kind == RAISE:
                    least, top = max(least, 2 * size - top), size
        return least

    def act(self, kind: int, size: int) -> Fault:
        fault = Fault.NONE
        if kind not in self.legal():
            kind, fault = CALL, Fault.ILLEGAL_KIND
        elif kind == RAISE:
            least, most = self.bounds()
            if not self.game.is_limit and size < least:
                fault = Fault.SIZE_TOO_SMALL
            elif not self.game.is_limit and size > most:
                fault = Fault.SIZE_TOO_LARGE
            size = min(max(size, least), most)
        self.rounds[-1].append((self.acting(), ActionKind(kind), size))
        self.see_whether_the_round_is_over()
        return fault

    def see_whether_the_round_is_over(self) -> None:
        if len(self.live()) == 1:
            self.done = True
        elif set(self.able()) <= self.answered():
            if len(self.able()) < 2:
                self.run_out()
            elif len(self.rounds) == self.game.round_count:
                self.done = True
            else:
                self.rounds.append([])

    def run_out(self) -> None:
        self.rounds += [[] for _ in range(self.game.round_count - len(self.rounds))]
        self.done = True

    def betting(self) -> str:
        def text(kind: ActionKind, size: int) -> str:
            return f"r{size}" if kind == RAISE and not self.game.is_limit else "fcr"[kind]

        return "/".join("".join(text(k, s) for _, k, s in actions) for actions in self.rounds)

    def payoffs(self) -> list[int]:
        """Chip by chip: the k-th chip of everybody who spent so many goes to the best of them."""
        spent, live = self.spent(), self.live()
        hole = self.game.hole_card_count
        board = self.cards[hole * self.game.player_count :]
        hands = [self.cards[p * hole : (p + 1) * hole] + board for p in live]
        ranks = dict(zip(live, rank_hands(np.array(hands, np.uint8)).tolist(), strict=True))
        if len(live) == 1:
            ranks = {live[0]: 0}
        payoffs = [-chips * PAYOFF_UNIT for chips in spent]
        for chip in range(1, max(spent) + 1):
            given_by = [p for p, chips in enumerate(spent) if chips >= chip]
            best = max(ranks[p] for p in given_by if p in live)
            winners = [p for p in given_by if p in live and ranks[p] == best]
            for winner in winners:
                payoffs[winner] += len(given_by) * PAYOFF_UNIT // len(winners)
        return payoffs


@st.composite
def games(draw: st.DrawFn) -> GameDefinition:
    """Games whose stacks are no more than some tens of chips, so that side pots abound."""
    players, rounds = draw(st.integers(2, 10)), draw(st.integers(1, 4))
    is_limit = draw(st.booleans())
    stacks = tuple(draw(st.integers(1, 60)) for _ in range(players))
    return GameDefinition(
        betting="limit" if is_limit else "nolimit",
        player_count=players,
        round_count=rounds,
        stacks=stacks,
        blinds=tuple(draw(st.integers(0, min(stack, 6))) for stack in stacks),
        raise_sizes=tuple(draw(st.integers(1, 9)) for _ in range(rounds)) if is_limit else (),
        first_positions=tuple(draw(st.integers(0, players - 1)) for _ in range(rounds)),
        max_raises=tuple(draw(st.sampled_from((0, 1, 3, 4, 255))) for _ in range(rounds)),
        suit_count=4,
        rank_count=13,
        hole_card_count=draw(st.integers(1, 3)),
        board_card_counts=(0, 3, 1, 0)[:rounds],
    )


def start(game: GameDefinition, dice: random.Random) -> tuple[Tables, list[SlowHand]]:
    """Tables and slow hands over the same deals, with stacks and blinds of each table's own."""
    tables = Tables(game, TABLES)
    deals = deal_cards(game, dice.getrandbits(32), TABLES)
    stacks = [list(game.stacks)] + [
        [dice.randint(1, 60) for _ in game.stacks] for _ in range(TABLES - 1)
    ]
    blinds = [list(game.blinds)] + [
        [dice.choice((0, 1, 2, 5, 60)) for _ in game.stacks] for _ in range(TABLES - 1)
    ]
    blinds = [
        [min(b, s) for b, s in zip(*row, strict=True)] for row in zip(blinds, stacks, strict=True)
    ]
    tables.start_hands(np.arange(TABLES), deals, stacks=np.array(stacks), blinds=np.array(blinds))
    return tables, [
        SlowHand(game, *row) for row in zip(stacks, blinds, deals.tolist(), strict=True)
    ]


def choose(hand: SlowHand, dice: random.Random) -> tuple[int, int]:
    """Mostly something legal, small raises and all-ins alike, and at times nonsense."""
    if dice.random() < 0.2:
        return dice.choice((0, 1, 2, 2, 2, 3, 200)), dice.choice((-5, 3, 30, 2**62))
    kind = dice.choice(sorted(hand.legal()))
    least, most = hand.bounds()
    return kind, dice.choice((least, most, dice.randint(least, most)))


def compare(tables: Tables, rows: np.ndarray, hands: list[SlowHand]) -> None:
    """Every column of the tables that are being played says what the slow hands say."""
    playing = [hands[row] for row in rows]
    columns = tables.columns
    spent = [hand.spent() for hand in playing]
    acting = [hand.acting() for hand in playing]
    assert tables.acting_position[rows].tolist() == acting
    assert tables.round_index[rows].tolist() == [len(hand.rounds) - 1 for hand in playing]
    assert tables.spent[rows].tolist() == spent
    assert columns.pots(rows).tolist() == [sum(s) for s in spent]
    assert columns.chips_left(rows).tolist() == [
        [a - b for a, b in zip(hand.stacks, s, strict=True)]
        for hand, s in zip(playing, spent, strict=True)
    ]
    assert columns.to_call(rows).tolist() == [
        min(max(s), hand.stacks[p]) - s[p]
        for hand, s, p in zip(playing, spent, acting, strict=True)
    ]
    assert columns.has_folded(rows).tolist() == [
        [p in hand.folded() for p in range(hand.game.player_count)] for hand in playing
    ]
    assert columns.action_counts(rows).tolist() == [len(h.everything()) for h in playing]
    assert columns.bettings(rows) == [hand.betting() for hand in playing]
    legal = [hand.legal() for hand in playing]
    assert tables.legal_kinds(rows).tolist() == [sum(1 << kind for kind in k) for k in legal]
    bounds = [h.bounds() if RAISE in k else (0, 0) for h, k in zip(playing, legal, strict=True)]
    assert list(zip(*(b.tolist() for b in tables.raise_bounds(rows)), strict=True)) == bounds


@settings(max_examples=150, deadline=None)
@given(game=games(), seed=st.integers(0, 2**32 - 1))
def test_random_hands_go_as_the_slow_reference_tells_them(game: GameDefinition, seed: int) -> None:
    dice = random.Random(seed)
    tables, hands = start(game, dice)
    while not tables.is_done.all():
        rows = np.flatnonzero(~tables.is_done).astype(np.int32)
        assert [hands[row].done for row in rows] == [False] * len(rows)
        compare(tables, rows, hands)
        kinds, amounts = zip(*(choose(hands[row], dice) for row in rows), strict=True)
        foreseen = tables.check_actions(rows, np.array(kinds), np.array(amounts))
        compare(tables, rows, hands)
        faults = tables.apply_actions(rows, np.array(kinds), np.array(amounts))
        assert faults.tolist() == foreseen.tolist()
        assert faults.tolist() == [
            hands[row].act(kind, size) for row, kind, size in zip(rows, kinds, amounts, strict=True)
        ]
    every = np.arange(TABLES)
    assert all(hand.done for hand in hands)
    payoffs = tables.payoffs(every)
    assert payoffs.tolist() == [hand.payoffs() for hand in hands]
    assert not payoffs.sum(axis=1).any()
    assert tables.columns.bettings(every) == [hand.betting() for hand in hands]
    assert tables.round_index.tolist() == [len(hand.rounds) - 1 for hand in hands]
    replay_and_compare(tables)


def replay_and_compare(tables: Tables) -> None:
    """The same hands played again from their betting strings come to the same."""
    every = np.arange(TABLES)
    again = Tables(tables.definition, TABLES)
    again.start_hands(every, tables.cards, stacks=tables.stacks, blinds=tables.blinds)
    again.play_betting(every, tables.columns.bettings(every))
    assert again.is_done.all()
    assert again.columns.bettings(every) == tables.columns.bettings(every)
    assert again.payoffs(every).tolist() == tables.payoffs(every).tolist()
