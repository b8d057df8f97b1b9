"""Freeze-outs: a slow referee plays them hand by hand, as a person would, and the C loop agrees."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    PAYOFF_UNIT,
    BettingError,
    FreezeOut,
    GameDefinition,
    LateBlinds,
    Level,
    MatchTables,
    Session,
    SessionError,
    Tables,
    deal_decks,
    parse_game,
)

MATCHES, DECKS, SEED = 6, 3, 40
SIZES = {"limit": "raiseSize = 2 4\n", "nolimit": ""}


def game_of(players: int, *, betting: str = "nolimit", blinds: str = "") -> GameDefinition:
    blinds = blinds or ("2 1" if players == 2 else "1 2" + " 0" * (players - 2))
    first = "2 1" if players == 2 else "3 1"
    return parse_game(
        f"{betting}\nnumPlayers = {players}\nnumRounds = 2\nstack ={' 9' * players}\n"
        f"blind = {blinds}\n{SIZES[betting]}firstPlayer = {first}\n"
        "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3\n"
    )


GAMES = {
    "2p": game_of(2),
    "3p": game_of(3),
    "4p": game_of(4),
    "6p": game_of(6),
    "10p": game_of(10),
    "antes-3p": game_of(3, blinds="1 1 1"),
    "straddle-4p": game_of(4, blinds="1 2 4 0"),
}
TIES = parse_game(
    "nolimit\nnumPlayers = 5\nnumRounds = 1\nstack = 9 9 9 9 9\nblind = 1 2 0 0 0\n"
    "firstPlayer = 3\nnumSuits = 4\nnumRanks = 2\nnumHoleCards = 1\nnumBoardCards = 0\n"
)
"""Of two ranks: most pots are split, many of them among three."""


def levels_of(game: GameDefinition, hands: int) -> tuple[Level, ...]:
    own = tuple(sorted(blind for blind in game.blinds if blind))
    higher = tuple(3 * blind for blind in own)
    return (Level(own, hands), Level(own, 2, ante=1), Level(higher, hands + 1, ante=2))


def play(
    game: GameDefinition, rule: FreezeOut, seed: int, sizes: tuple[int, ...] = (0, 4, 9, 30, 2**30)
) -> MatchTables:
    """Play with random actions, most of them calls, and check what each step reports."""
    definition = rule.first_hand(game)
    players = game.player_count

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        seeds = decks.astype(np.uint32) + SEED
        return deal_decks(definition, seeds, count, first_hand=first)

    tables = MatchTables(
        definition,
        deck_of_match=np.arange(MATCHES) % DECKS,
        controllers=np.arange(MATCHES * players).reshape(MATCHES, players) % 4,
        match_keys=np.arange(MATCHES),
        session=Session(rule, deal),
    )
    random = np.random.default_rng(seed)
    ended = [np.stack(tables.take_ended())]
    while not tables.is_finished:
        pending = tables.pending()
        rows = len(pending.table)
        assert rows == len(set(pending.table.tolist())) == tables.playing_count
        kinds = random.choice(np.arange(3, dtype=np.uint8), rows, p=[0.2, 0.5, 0.3])
        applied = tables.apply(pending, kinds, random.choice(sizes, rows))
        ended.append(np.stack(tables.take_ended()))
        told = set(zip(*ended[-1].tolist(), strict=True))
        assert told >= set(
            zip(applied.ended_match.tolist(), applied.ended_hand.tolist(), strict=True)
        )
    told = np.concatenate(ended, axis=1)
    counts = tables.record().session.hand_counts
    for match in range(MATCHES):
        assert told[1, told[0] == match].tolist() == list(range(counts[match]))
    return tables


class Referee:
    """One table: who has chips, who has the big blind, and what it costs."""

    def __init__(self, game: GameDefinition, rule: FreezeOut) -> None:
        self.game, self.rule = game, rule
        self.chips = dict.fromkeys(range(game.player_count), rule.stack)
        self.order = list(range(game.player_count))  # seats that have positions, from 0 on
        self.hand = 0
        self.largest = game.blinds.index(max(game.blinds))
        self.marks = list(range(self.largest + 1))  # the seats of the blinds, by position
        others = [seat for seat in self.chips if seat != self.largest]
        self.button = others[-1]

    def left(self) -> list[int]:
        """Seats of players who have chips."""
        return [seat for seat in self.chips if self.chips[seat]]

    def level(self) -> tuple[Level, int]:
        """The level of the hand, and how often it is doubled: the last repeats.

        One whose least blind is all chips there are is the last: any blind is all-in then.
        """
        hand, levels, times = self.hand, list(self.rule.levels), 1
        every = self.rule.stack * self.game.player_count
        while hand >= levels[0].hand_count and min(levels[0].blinds) * times < every:
            hand -= levels[0].hand_count
            if len(levels) > 1:
                levels.pop(0)
            else:
                times *= 2
        return levels[0], times

    def ante(self) -> int:
        level, times = self.level()
        return level.ante * times

    def blind_of(self, position: int) -> int:
        """By the game's own order of blinds."""
        level, times = self.level()
        own = sorted((blind, place) for place, blind in enumerate(self.game.blinds) if blind)
        by_position = dict(zip([place for _, place in own], level.blinds, strict=True))
        return by_position.get(position, 0) * times

    def seats(self) -> list[int]:
        return [*self.order, *(seat for seat in self.chips if seat not in self.order)]

    def stacks(self) -> list[int]:
        return [self.chips[seat] for seat in self.seats()]

    def blinds(self) -> list[int]:
        return [self.blind_of(p) if stack else 0 for p, stack in enumerate(self.stacks())]

    def whole(self, payoffs: list[int]) -> list[int]:
        """Whole chips by position: down, and what is left from the left of the button on."""
        exact = [Fraction(payoff, PAYOFF_UNIT) for payoff in payoffs]
        chips = [value.numerator // value.denominator for value in exact]
        unequal = self.game.blinds[0] != self.game.blinds[1]
        first = self.game.blinds.index(max(self.game.blinds[:2]))
        start = first if len(self.left()) == 2 and unequal else 0
        turns = cycle([*range(start, len(chips)), *range(start)])
        while sum(chips):
            position = next(turns)
            if exact[position].denominator > 1 and chips[position] < exact[position]:
                chips[position] += 1
        return chips

    def move_on(self, chips: list[int]) -> None:
        """Take what a hand paid, by position, and move the blinds and the button."""
        for seat, won in zip(self.seats(), chips, strict=True):
            self.chips[seat] += won
        self.hand += 1
        left = self.left()
        if len(left) < 2:
            return
        before = self.marks[-1]
        if self.rule.late_blinds == "moving button":
            self.move_button(left)
        else:
            big_blind = turn_after(before, left)[0]
            self.marks = [*self.marks[1:], big_blind]
            self.order = self.around(big_blind, left)
            is_dead = self.rule.late_blinds == "dead button"
            if is_dead and len(left) > max(self.largest, 2):
                late = [one for one in turn_after(big_blind, left) if one not in self.marks]
                self.order = [*self.marks, *late]
        assert self.marks[-1] != before

    def around(self, big_blind: int, left: list[int]) -> list[int]:
        """The order of those left, one of whom has the big blind."""
        order = turn_after(big_blind, left)
        order = [order[-1], *order[:-1]]  # from the big blind on
        place = min(self.largest, len(left) - 1)
        return [*order[len(order) - place :], *order[: len(order) - place]]

    def move_button(self, left: list[int]) -> None:
        self.button = turn_after(self.button, left)[0]
        order = turn_after(self.button, left)
        if len(left) > 2:
            self.order = order
            self.marks = [order[min(self.largest, len(left) - 1)]]
            return
        if order[0] == self.marks[-1]:
            self.button, order = order[0], order[::-1]
        self.order, self.marks = self.around(order[0], left), [order[0]]


def turn_after(seat: int, left: list[int]) -> list[int]:
    """Seats in turn, from the next after one on, which comes last if it is among them."""
    return sorted(left, key=lambda one: (one <= seat, one))


def check_match(game: GameDefinition, rule: FreezeOut, tables: MatchTables, match: int) -> None:
    referee = Referee(game, rule)
    record = tables.record()
    session = record.session
    first = int(session.hand_counts[:match].sum())
    count = int(session.hand_counts[match])
    for hand in range(count):
        row = first + hand
        seats, stacks, blinds = referee.seats(), referee.stacks(), referee.blinds()
        positions = [seats.index(seat) for seat in range(game.player_count)]
        assert session.positions[row].tolist() == positions
        assert session.stacks[row].tolist() == [stacks[p] for p in positions]
        assert session.blinds[row].tolist() == [blinds[p] for p in positions]
        assert int(session.antes[row]) == referee.ante()
        setup = tables.hand_setups([match], [hand])
        assert setup.antes.tolist() == [referee.ante()]
        assert [column[0].tolist() for column in (setup.stacks, setup.blinds, setup.seats)] == [
            stacks,
            blinds,
            seats,
        ]
        table = Tables(game, 1)
        table.start_hands(
            [0],
            tables.hand_cards([match], [hand]),
            stacks=[stacks],
            blinds=[blinds],
            seats=[seats],
            antes=[referee.ante()],
        )
        table.play_betting([0], tables.hand_bettings([match], [hand]))
        chips = referee.whole(table.payoffs([0])[0].tolist())
        by_seat = [PAYOFF_UNIT * chips[p] for p in positions]
        assert record.payoffs[row].tolist() == by_seat
        assert tables.hand_payoffs([match], [hand]).tolist() == [by_seat]
        referee.move_on(chips)
        assert sum(referee.chips.values()) == rule.stack * game.player_count
        assert len(referee.left()) > 1 or hand == count - 1
    assert len(referee.left()) == 1 or count == rule.most_hands


@settings(deadline=None, max_examples=30)
@given(
    name=st.sampled_from(sorted(GAMES)),
    stack=st.integers(2, 300),
    hands=st.integers(1, 6),
    late_blinds=st.sampled_from(get_args(LateBlinds)),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_slow_referee_agrees(
    name: str, stack: int, hands: int, late_blinds: LateBlinds, seed: int
) -> None:
    game = GAMES[name]
    levels = levels_of(game, hands)
    rule = FreezeOut(max(stack, *game.blinds), levels, late_blinds=late_blinds)
    tables = play(game, rule, seed)
    for match in range(MATCHES):
        check_match(game, rule, tables, match)


@pytest.mark.parametrize(("late_blinds", "orders", "posted"), [
    ("dead button", ([1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 2, 1]), ([0, 2], [1, 2], [1, 2])),
    ("moving button", ([2, 3, 0, 1], [3, 0, 2, 1], [0, 2, 3, 1]), ([1, 2], [1, 2], [1, 2])),
    ("players left", ([0, 2, 3, 1], [2, 3, 0, 1], [3, 0, 2, 1]), ([1, 2], [1, 2], [1, 2])),
])  # fmt: skip
def test_the_big_blind_is_knocked_out(
    late_blinds: LateBlinds, orders: tuple[list[int], ...], posted: tuple[list[int], ...]
) -> None:
    """Four play, and seat 1 loses all chips to seat 2 in the first hand: who has which position."""
    game = GAMES["4p"]
    rule = FreezeOut(40, (Level((1, 2), 20),), most_hands=4, late_blinds=late_blinds)
    definition = rule.first_hand(game)

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        return deal_decks(definition, decks.astype(np.uint32) + 7, count, first_hand=first)

    decks = np.arange(30)
    tables = MatchTables(
        definition, deck_of_match=decks, controllers=np.zeros((30, 4), int), match_keys=decks,
        session=Session(rule, deal),
    )  # fmt: skip
    while not tables.is_finished:
        pending = tables.pending()
        is_first = pending.hand_index == 0
        kinds = np.where(is_first & (pending.position % 3 == 0), 0, 1)
        kinds = np.where(
            is_first & (pending.position == 2) & (pending.legal_kinds & 4 > 0), 2, kinds
        )
        tables.apply(pending, kinds.astype(np.uint8), np.full(len(kinds), 40))
    session = tables.record().session
    row, seen = 0, 0
    for count in session.hand_counts.tolist():
        if session.stacks[row + 1, 1] == 0:
            hands = slice(row + 1, row + 4)
            seats = np.argsort(session.positions[hands], axis=1).tolist()
            assert seats == list(orders)
            blinds = np.take_along_axis(session.blinds[hands], np.array(seats), axis=1)
            assert blinds.tolist() == [[*both, 0, 0] for both in posted]
            seen += 1
        row += count
    assert seen > 5


def test_odd_chips_go_to_the_left_of_the_button() -> None:
    rule = FreezeOut(90, levels_of(TIES, 7))
    tables = play(TIES, rule, 11)
    for match in range(MATCHES):
        check_match(TIES, rule, tables, match)
    payoffs, stacks = tables.record().payoffs, tables.record().session.stacks
    rounded = (stacks > 0) & (payoffs > 0) & (payoffs // PAYOFF_UNIT % 2 == 1)
    assert rounded.any(axis=1).sum() > 20


def test_fixed_limits_keep_their_level() -> None:
    game = game_of(3, betting="limit")
    rule = FreezeOut(40, (Level((1, 2), 10_000),))
    tables = play(game, rule, 3)
    for match in range(MATCHES):
        check_match(game, rule, tables, match)


def test_matches_longer_than_a_block_of_deals_play_the_deck_on() -> None:
    game = GAMES["2p"]
    rule = FreezeOut(20_000, (Level((1, 2), 10_000),), most_hands=333)
    tables = play(game, rule, 1, sizes=(0, 4))
    counts = tables.record().session.hand_counts
    assert counts.max() > 128
    definition = rule.first_hand(game)
    for match in range(MATCHES):
        hands = np.arange(counts[match])
        cards = tables.hand_cards(np.full(len(hands), match), hands)
        dealt = deal_decks(definition, [SEED + match % DECKS], int(counts[match]))[0]
        assert cards.tolist() == dealt.tolist()


def test_blinds_far_above_the_stacks_do_not_crash() -> None:
    """OpenSpiel 2.0.2's repeated_poker ends with a segmentation fault at these levels."""
    game = GAMES["2p"]
    levels = (Level((50, 100), 10), Level((100, 200), 10), Level((200, 400), 1))
    rule = FreezeOut(2_000, levels)
    for seed in range(20):
        tables = play(game, rule, seed)
        check_match(game, rule, tables, 0)


def test_hands_that_no_match_came_to_are_refused() -> None:
    game = GAMES["4p"]
    rule = FreezeOut(60, levels_of(game, 4))
    tables = play(game, rule, 9)
    with pytest.raises(BettingError, match="has not ended"):
        tables.hand_setups([0], [int(tables.record().session.hand_counts[0])])


@pytest.mark.parametrize(("name", "firsts"), [
    ("holdem-nolimit-3p", [0, 1]), ("holdem-nolimit-6p", [0, 1]),
    ("holdem-nolimit-2p", [1, 0]), ("kuhn-3p", [0]),
])  # fmt: skip
def test_heads_up_the_button_acts_first_and_then_last(
    shipped_game: Callable[[str], GameDefinition], name: str, firsts: list[int]
) -> None:
    """Of more players two have the positions 0, the small blind with the button, and 1."""
    game = shipped_game(name)
    table, players = Tables(game, 1), game.player_count
    stacks = [[game.stacks[0]] * 2 + [0] * (players - 2)]
    blinds = [[*game.blinds[:2], *[0] * (players - 2)]]
    table.start_hands([0], None, stacks=stacks, blinds=blinds)
    first = int(table.acting_position[0])
    table.play_betting([0], ["cc/"] if len(firsts) > 1 else [""])
    assert [first, int(table.acting_position[0])][: len(firsts)] == firsts


BAD_RULES: dict[str, tuple[str, str, dict[str, object]]] = {
    "no level": ("2p", "there is none", {"levels": ()}),
    "no hands": ("2p", "level 1 has no hands", {"levels": (Level((1, 2), 0),)}),
    "falling": (
        "2p", r"fall from \[2, 4\] to \[1, 2\] at level 2",
        {"levels": (Level((2, 4), 1), Level((1, 2), 1))},
    ),
    "order": ("2p", "smallest first", {"levels": (Level((2, 1), 1),)}),
    "zero": ("2p", "give each 1 to", {"levels": (Level((0, 1), 1),)}),
    "count": (
        "6p", "has 3 blinds, and in this game 2 are posted", {"levels": (Level((1, 2, 3), 1),)}
    ),
    "equal": (
        "6p", r"are \[2, 2\], and those of the game \[1, 2\]", {"levels": (Level((2, 2), 1),)}
    ),
    "stack": ("2p", "stack is 0", {"stack": 0}),
    "most": ("2p", "most_hands is 0", {"most_hands": 0}),
    "ante": (
        "2p", "ante falls from 2 to 1 at level 2",
        {"levels": (Level((1, 2), 1, 2), Level((1, 2), 1, 1))},
    ),
    "negative": ("2p", "an ante of -1", {"levels": (Level((1, 2), 1, -1),)}),
    "ante above": (
        "2p", "a blind of 2 and an ante of 99, above the stack of 100",
        {"levels": (Level((1, 2), 1, 99),)},
    ),
    "short": ("2p", "a blind of 2, above the stack of 1", {"stack": 1}),
    "sum": ("10p", "are more than", {"stack": 2**30}),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_RULES)
def test_rules_that_no_game_has_are_refused(name: str) -> None:
    game, message, changed = BAD_RULES[name]
    plain: dict[str, object] = {"stack": 100, "levels": (Level((1, 2), 10),)}
    with pytest.raises(SessionError, match=message):
        FreezeOut(**(plain | changed)).first_hand(GAMES[game])  # type: ignore[arg-type]


def test_levels_of_games_whose_bets_do_not_follow_from_the_blinds_are_refused() -> None:
    game = game_of(2, betting="limit")
    for levels in (
        (Level((2, 4), 10_000),),
        (Level((1, 2), 9_999),),
        (Level((1, 2), 10_000, ante=1),),
        (Level((1, 2), 5_000), Level((2, 4), 5_000)),
    ):
        with pytest.raises(
            SessionError, match=r"blinds, \[1, 2\], without an ante, and as many hands"
        ):
            FreezeOut(100, levels).first_hand(game)


@pytest.mark.parametrize("stacks", [(30, 10), (60, 30, 10), (7, 7, 7, 7), (1, 2, 3, 4, 5, 85)])
def test_all_in_every_hand_everybody_wins_with_his_share_of_the_chips(
    stacks: tuple[int, ...],
) -> None:
    """Every hand is then a fair draw, so that stacks are martingales; odd chips are a trifle."""
    count, players = 8_000, len(stacks)
    game = game_of(players)
    total = 20 * sum(stacks)
    definition = replace(game, stacks=tuple(20 * stack for stack in stacks))
    rule = FreezeOut(total, (Level((1, 2), 10_000),))

    def deal(decks: npt.NDArray[np.intp], first: int, hands: int) -> npt.NDArray[np.uint8]:
        return deal_decks(definition, decks.astype(np.uint32), hands, first_hand=first)

    tables = MatchTables(
        definition,
        deck_of_match=np.arange(count),
        controllers=np.zeros((count, players), np.int32),
        match_keys=np.arange(count),
        session=Session(rule, deal),
    )
    while not tables.is_finished:
        pending = tables.pending()
        can_raise = (pending.legal_kinds >> 2 & 1).astype(np.uint8)
        tables.apply(pending, 1 + can_raise, np.full(len(can_raise), 2**30))
    record = tables.record()
    last = np.cumsum(record.session.hand_counts) - 1
    final = record.session.stacks[last] + record.payoffs[last] // PAYOFF_UNIT
    shares = np.array(stacks) / sum(stacks)
    wins = (final == total).mean(axis=0)
    assert (np.abs(wins - shares) < 4.5 * np.sqrt(shares * (1 - shares) / count)).all()


# ---- exact chains ----

KUHN = parse_game(
    "limit\nnumPlayers = 2\nnumRounds = 1\nstack = 2 2\nblind = 1 1\nraiseSize = 1\n"
    "firstPlayer = 1\nmaxRaises = 1\nnumSuits = 1\nnumRanks = 3\nnumHoleCards = 1\n"
    "numBoardCards = 0\n"
)
DEALS = np.array([(a, b) for a in range(3) for b in range(3) if a != b], np.uint8)


def outcomes_of(own: int, other: int) -> dict[tuple[int, int], Fraction]:
    """After a hand of Kuhn poker by uniform players: chips of position 0 and of position 1."""
    found: dict[tuple[int, int], Fraction] = {}
    cards = KUHN.deck[DEALS]

    def walk(betting: list[int], chance: Fraction, deal: npt.NDArray[np.uint8]) -> None:
        table = Tables(KUHN, 1)
        table.start_hands([0], deal[None], stacks=[[own, other]])
        for kind in betting:
            table.apply_actions([0], [kind], [0])
        if table.is_done[0]:
            won = table.payoffs([0])[0] // PAYOFF_UNIT
            key = (own + int(won[0]), other + int(won[1]))
            found[key] = found.get(key, Fraction(0)) + chance
            return
        mask = int(table.columns.legal_kinds([0])[0])
        legal = [kind for kind in range(3) if mask >> kind & 1]
        for kind in legal:
            walk([*betting, kind], chance / len(legal), deal)

    for deal in cards:
        walk([], Fraction(1, len(cards)), deal)
    return found


def chances_to_win(total: int) -> dict[tuple[int, int], Fraction]:
    """P(win) by the chips and the position of a player: a chain solved exactly by elimination."""
    states = [(chips, position) for chips in range(1, total) for position in (0, 1)]
    size = len(states)
    rows = [[Fraction(int(i == j)) for j in range(size)] + [Fraction(0)] for i in range(size)]
    for row, (chips, position) in zip(rows, states, strict=True):
        stacks = (chips, total - chips) if position == 0 else (total - chips, chips)
        for after, chance in outcomes_of(*stacks).items():
            mine = after[position]
            if mine == total:
                row[-1] += chance
            elif mine:
                row[states.index((mine, 1 - position))] -= chance
    for pivot in range(size):
        best = next(r for r in range(pivot, size) if rows[r][pivot])
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot and rows[other][pivot]:
                factor = rows[other][pivot]
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)
                ]
    return {state: row[-1] for state, row in zip(states, rows, strict=True)}


def test_the_chain_of_kuhn_poker_has_its_known_fractions() -> None:
    four, six = chances_to_win(4), chances_to_win(6)
    assert [four[2, 0], four[2, 1], four[1, 0], four[1, 1], four[3, 0]] == [
        Fraction(6, 11), Fraction(5, 11), Fraction(5, 22), Fraction(3, 11), Fraction(8, 11)
    ]  # fmt: skip
    assert [six[3, 0], six[3, 1], six[1, 0], six[5, 1]] == [
        Fraction(257, 500), Fraction(243, 500), Fraction(79, 500), Fraction(421, 500)
    ]  # fmt: skip


@pytest.mark.parametrize("total", [4, 6])
def test_sessions_of_uniform_players_move_as_the_chain_does(total: int) -> None:
    """Shares of wins are those of the chain, within four standard errors."""
    count = 20_000
    rule = FreezeOut(total // 2, (Level((1, 1), 10_000),))
    random = np.random.default_rng(5)

    def deal(decks: npt.NDArray[np.intp], first: int, hands: int) -> npt.NDArray[np.uint8]:
        drawn = random.integers(len(DEALS), size=(len(decks), hands))
        return KUHN.deck[DEALS][drawn]

    tables = MatchTables(
        rule.first_hand(KUHN),
        deck_of_match=np.arange(count),
        controllers=np.zeros((count, 2), np.int32),
        match_keys=np.arange(count),
        session=Session(rule, deal),
    )
    while not tables.is_finished:
        pending = tables.pending()
        legal = (pending.legal_kinds[:, None] >> np.arange(3)) & 1
        kinds = (legal * random.random(legal.shape)).argmax(axis=1).astype(np.uint8)
        tables.apply(pending, kinds, None)
    record = tables.record()
    last = np.cumsum(record.session.hand_counts) - 1
    final = record.session.stacks[last] + record.payoffs[last] // PAYOFF_UNIT
    assert (final.sum(axis=1) == total).all()
    share, expected = (final[:, 0] == total).mean(), float(chances_to_win(total)[total // 2, 0])
    assert abs(share - expected) < 4 * np.sqrt(0.25 / count)
    steps = record.session.stacks[np.arange(len(record.payoffs)), record.session.positions[:, 0]]
    assert set(steps) <= set(range(1, total))
