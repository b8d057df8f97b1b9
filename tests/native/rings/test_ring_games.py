"""Sessions of ring games: a slow referee seats by hand, counts every chip, and agrees."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    LEAVE,
    NO_PLAYER,
    NO_TABLE,
    PAYOFF_UNIT,
    STAY,
    GameDefinition,
    MatchTables,
    Rake,
    RingDirector,
    RingRoom,
    RingRule,
    Session,
    SessionError,
    Stakes,
    TableChooser,
    Tables,
    deal_decks,
    parse_game,
    usual_choice,
)
from railbird.native.rings.ring_director import shares_of_rake

SEED = 90


def game_of(players: int, *, rounds: int = 2) -> GameDefinition:
    blinds = "2 1" if players == 2 else "1 2" + " 0" * (players - 2)
    first = "2 1" if players == 2 else "3 1"
    board = "0 3" if rounds == 2 else "0"
    return parse_game(
        f"nolimit\nnumPlayers = {players}\nnumRounds = {rounds}\nstack ={' 9' * players}\n"
        f"blind = {blinds}\nfirstPlayer = {first[: 2 * rounds - 1]}\n"
        f"numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = {board}\n"
    )


def rule_of(*, players: int, **changed: object) -> RingRule:
    stakes = (
        Stakes("nl-1-2", (1, 2), players, 2),
        Stakes("nl-3-5", (3, 5), max(2, players - 1), 2),
    )
    plain: dict[str, object] = {
        "bankroll": 60, "stakes": stakes, "least_buy_in": 4, "most_buy_in": 8, "choose_every": 3,
        "most_hands": 40, "rake": Rake(700, 1),
    }  # fmt: skip
    return RingRule(**(plain | changed))  # type: ignore[arg-type]


class RandomChooser:
    """Chooses at random, also what is not possible, and keeps what it was asked."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.asked: list[tuple[int, int, int]] = []
        self.refused: list[tuple[int, int]] = []

    def choose(self, room: RingRoom, player: int) -> int:
        kinds = [STAY, STAY, LEAVE, *range(-3, room.rule.table_count + 1)]
        choice = int(self.random.choice(kinds))
        self.asked.append((room.round_index, player, choice))
        return choice

    def refuse(self, room: RingRoom, player: int, reason: str) -> None:
        assert reason
        self.refused.append((room.round_index, player))


def start(
    game: GameDefinition, rooms: Sequence[RingRoom], choosers: Sequence[TableChooser]
) -> tuple[MatchTables, RingDirector]:
    rule = rooms[0].rule
    definition = rule.first_hand(game, rooms[0].player_count)
    director = RingDirector(rooms, choosers, game.player_count)
    players = sum(room.player_count for room in rooms)
    count = len(rooms) * rule.table_count

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        seeds = decks.astype(np.uint32) + SEED
        return deal_decks(definition, seeds, count, first_hand=first)

    groups = director.groups(
        np.arange(players) % 3, np.arange(len(rooms)), has_one_round=game.round_count == 1
    )
    tables = MatchTables(
        definition,
        deck_of_match=np.arange(count),
        match_keys=np.arange(count),
        session=Session(rule, deal, groups),
    )
    return tables, director


def play_on(
    tables: MatchTables,
    seed: int,
    chances: Sequence[float] = (0.2, 0.5, 0.3),
    sizes: Sequence[int] = (4, 9, 30, 1000),
) -> None:
    random = np.random.default_rng(seed)
    while not tables.is_finished:
        while tables.due_count:
            tables.take_ended()
            tables.begin_rounds()
        pending = tables.pending()
        rows = len(pending.table)
        kinds = random.choice(np.arange(3, dtype=np.uint8), rows, p=chances)
        tables.apply(pending, kinds, random.choice(sizes, rows))


class UsualChooser:
    """Chooses for everybody as usual."""

    def choose(self, room: RingRoom, player: int) -> int:
        return usual_choice(room, player)

    def refuse(self, room: RingRoom, player: int, reason: str) -> None:
        raise AssertionError(reason)


class Restless(UsualChooser):
    """Goes to the other one of two tables."""

    def choose(self, room: RingRoom, player: int) -> int:
        return 0 if room.table_of[player] == 1 or room.round_index == 0 else 1


class SlowRoom:
    """A session by the words of the documentation, a player at a time."""

    def __init__(self, rule: RingRule, players: int) -> None:
        self.rule = rule
        self.purse = dict.fromkeys(range(players), rule.bankroll)
        self.stack = dict.fromkeys(range(players), 0)
        self.place: dict[int, tuple[int, int]] = {}
        self.out: set[int] = set()
        self.house = 0
        self.stakes = [one for one in rule.stakes for _ in range(one.table_count)]

    def least(self, table: int) -> int:
        return self.rule.least_buy_in * self.stakes[table].blinds[-1]

    def most(self, table: int) -> int:
        return self.rule.most_buy_in * self.stakes[table].blinds[-1]

    def goes(self, player: int) -> None:
        self.place.pop(player, None)
        self.purse[player] += self.stack[player]
        self.stack[player] = 0

    def is_broke(self, player: int) -> bool:
        return self.purse[player] + self.stack[player] < self.least(0)

    def turn(self, player: int, choice: int) -> bool:
        """Whether the choice is refused."""
        everything = self.purse[player] + self.stack[player]
        own = self.place.get(player, (NO_TABLE, 0))[0]
        is_refused = False
        if choice not in (STAY, LEAVE, own):
            taken = {seat for table, seat in self.place.values() if table == choice}
            is_refused = (
                not 0 <= choice < len(self.stakes)
                or len(taken) == self.stakes[choice].seat_count
                or everything < self.least(choice)
            )
            if not is_refused:
                self.goes(player)
                free = set(range(self.stakes[choice].seat_count)) - taken
                self.place[player] = choice, min(free)
                self.buy(player, choice)
                return False
        if choice == LEAVE:
            self.goes(player)
        elif own != NO_TABLE and self.stack[player] < self.least(own):
            if everything < self.least(own):
                self.goes(player)
            else:
                self.buy(player, own)
        return is_refused

    def buy(self, player: int, table: int) -> None:
        chips = min(self.most(table) - self.stack[player], self.purse[player])
        self.purse[player] -= chips
        self.stack[player] += chips

    def playing(self) -> dict[int, dict[int, int]]:
        """Tables that play, with their players by seat."""
        seated: dict[int, dict[int, int]] = {}
        for player, (table, seat) in self.place.items():
            seated.setdefault(table, {})[seat] = player
        return {
            table: seats
            for table, seats in seated.items()
            if sum(self.stack[player] > 0 for player in seats.values()) > 1
        }


def rake_of(rule: RingRule, spent: list[int], big_blind: int, is_long: bool) -> int:
    called = sorted(spent)[-2]
    pot = sum(min(one, called) for one in spent)
    return min(pot * rule.rake.parts // 10_000, big_blind) if is_long else 0


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(2, 4),
    seats=st.sampled_from([2, 3]),
    rounds=st.sampled_from([1, 2]),
    every=st.integers(1, 7),
    seed=st.integers(0, 2**16),
)
def test_a_slow_referee_agrees_about_every_chip_and_seat(  # noqa: PLR0915  (a session)
    players: int, seats: int, rounds: int, every: int, seed: int
) -> None:
    game = game_of(seats, rounds=rounds)
    rule = rule_of(players=seats, choose_every=every)
    rooms = [RingRoom(rule, players + number, key=seed + number) for number in range(2)]
    choosers = [RandomChooser(seed), RandomChooser(seed + 1)]
    tables, director = start(game, rooms, choosers)
    play_on(tables, seed)
    record = tables.record()
    session = record.session
    assert session is not None
    assert session.rounds is not None
    rakes = director.rakes()
    assert rakes.shape == record.payoffs.shape
    replay = Tables(tables.definition, 1)
    first = 0
    for room, chooser, count in zip(rooms, choosers, session.hand_counts.tolist(), strict=True):
        slow = SlowRoom(rule, room.player_count)
        asked = iter([*chooser.asked, (-1, -1, 0)])
        turn = next(asked)
        refused = []
        k, number = first, 0
        while number < rule.most_hands:
            if number % every == 0:
                for player in range(room.player_count):
                    if player not in slow.out and slow.is_broke(player):
                        slow.goes(player)
                        slow.out.add(player)
                while turn[0] == number:
                    assert turn[1] not in slow.out
                    assert not slow.is_broke(turn[1])
                    if slow.turn(*turn[1:]):
                        refused.append((number, turn[1]))
                    turn = next(asked)
                if room.player_count - len(slow.out) < 2:
                    break
            for table, by_seat in sorted(slow.playing().items()):
                assert session.rounds.rounds[k] == number
                assert session.rounds.tables[k] == table
                there = session.rounds.players[k].tolist()
                assert there == [by_seat.get(seat, NO_PLAYER) for seat in range(seats)]
                stacks = session.stacks[k].tolist()
                assert stacks == [slow.stack[one] if one >= 0 else 0 for one in there]
                order = np.argsort(session.positions[k])
                text = record.betting[record.betting_offsets[k] : record.betting_offsets[k + 1]]
                replay.start_hands(
                    np.array([0]),
                    np.arange(tables.hand_cards([0], [0]).shape[1], dtype=np.uint8)[None],
                    stacks=session.stacks[k][order][None],
                    blinds=session.blinds[k][order][None],
                    seats=order[None].astype(np.uint8),
                )
                replay.play_betting(np.array([0]), [text.tobytes().decode()])
                spent = replay.spent[0].tolist()
                is_long = rounds == 1 or b"/" in text.tobytes()
                rake = rake_of(rule, spent, slow.stakes[table].blinds[-1], is_long)
                assert rakes[k].sum() == rake
                assert (rakes[k] >= 0).all()
                lost = record.payoffs[k] < 0
                assert not rakes[k][lost & (rakes[k] > spent_by_seat(spent, order))].any()
                slow.house += rake
                for seat, player in by_seat.items():
                    won = int(record.payoffs[k, seat]) // PAYOFF_UNIT
                    slow.stack[player] += won - int(rakes[k, seat])
                    assert slow.stack[player] >= 0
                k += 1
            number += 1
        assert k == first + count
        assert refused == chooser.refused
        assert turn[0] == -1
        totals = [slow.purse[one] + slow.stack[one] for one in range(room.player_count)]
        assert room.bankrolls == totals
        assert sum(totals) + slow.house == room.player_count * rule.bankroll
        assert room.chips == [0] * room.player_count
        assert [one for one in range(room.player_count) if room.is_ruined[one]] == sorted(
            one for one in range(room.player_count) if one in slow.out or slow.is_broke(one)
        )
        first += count


def spent_by_seat(spent: list[int], order: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    by_seat = np.zeros(len(spent), np.int64)
    by_seat[order] = spent
    return by_seat


def test_coin_flips_ruin_as_gamblers_are() -> None:
    """Two players all-in every hand for the same stake: a fair walk between two barriers.

    From a and b buy-ins the first is ruined with b / (a + b), after a b hands that are not tied.
    Both change tables after every hand, so that everybody sits down with one buy-in.
    """
    game = game_of(2)
    stakes = (Stakes("nl-1-2", (1, 2), 2, 2),)
    rule = RingRule(400, stakes, 10, 10, choose_every=1, most_hands=2000)
    count, own, other = 600, 2, 3
    rooms = [RingRoom(rule, 2, key=key, bankrolls=[own * 20, other * 20]) for key in range(count)]
    tables, _ = start(game, rooms, [Restless()] * count)
    play_on(tables, 1, chances=(0, 0.5, 0.5), sizes=[1000])
    record = tables.record()
    assert record.session is not None
    ruined = np.mean([room.is_ruined[0] for room in rooms])
    assert all(sum(room.is_ruined) == 1 for room in rooms)
    expected = other / (own + other)
    assert abs(ruined - expected) < 4 * np.sqrt(expected * (1 - expected) / count)
    ties = (record.payoffs[:, 0] == 0).mean()
    flips = record.session.hand_counts.mean() * (1 - ties)
    assert abs(flips - own * other) < 4 * record.session.hand_counts.std() / np.sqrt(count)


def test_usual_choices_seat_everybody_whom_there_is_room_for() -> None:
    game = game_of(3)
    rule = rule_of(players=3, bankroll=2000, most_hands=1, rake=Rake())
    room = RingRoom(rule, 9, key=5)
    start(game, [room], [UsualChooser()])
    by_table = [len(room.players_at(table)) for table in range(4)]
    assert sum(by_table) == 9
    assert by_table[2:] == [2, 2]  # a most buy-in of 40 is under a twentieth of 2,000
    assert min(by_table) >= 2


BAD_RULES: dict[str, tuple[str, dict[str, object]]] = {
    "bankroll": ("least buy-in of the lowest table, nl-1-2, is 8", {"bankroll": 7}),
    "buy-in": ("least not above most", {"least_buy_in": 9}),
    "no-tables": ("there are none", {"stakes": ()}),
    "order": (
        "lowest first",
        {"stakes": (Stakes("nl-3-5", (3, 5), 2, 1), Stakes("nl-1-2", (1, 2), 2, 1))},
    ),
    "falling": ("blinds fall", {"stakes": (Stakes("nl-2-1", (2, 1), 2, 1),)}),
    "one-seat": ("give 2 or more", {"stakes": (Stakes("nl-1-2", (1, 2), 1, 1),)}),
    "count": ("give 1 or more", {"stakes": (Stakes("nl-1-2", (1, 2), 2, 0),)}),
    "every": ("choose_every is 0", {"choose_every": 0}),
    "hands": ("hands is 0", {"most_hands": 0}),
    "rake": ("less than 1", {"rake": Rake(10_000)}),
}


@pytest.mark.parametrize("name", BAD_RULES)
def test_rules_that_cannot_be_are_refused(name: str) -> None:
    message, changed = BAD_RULES[name]
    with pytest.raises(SessionError, match=message):
        rule_of(players=3, **changed)


@pytest.mark.parametrize(
    ("stakes", "message"),
    [
        (Stakes("nl-1-2-4", (1, 2, 4), 2, 1), "has 3 blinds, and in this game 2"),
        (Stakes("nl-2-2", (2, 2), 2, 1), "must differ"),
        (Stakes("nl-1-2", (1, 2), 4, 1), "4 seats, and the game 3 players"),
    ],
)
def test_stakes_that_do_not_fit_the_game_are_refused(stakes: Stakes, message: str) -> None:
    rule = rule_of(players=3, stakes=(stakes,))
    with pytest.raises(SessionError, match=message):
        rule.first_hand(game_of(3), 3)


@given(
    won=st.lists(st.integers(0, 50), min_size=2, max_size=6).filter(any),
    part=st.floats(0, 0.99),
)
def test_the_winners_alone_pay_the_rake_and_not_a_chip_too_much(
    won: list[int], part: float
) -> None:
    rake = int(part * sum(won))
    (paid,) = shares_of_rake(np.array([rake]), np.array([won])).tolist()
    assert sum(paid) == rake
    for one, pays in zip(won, paid, strict=True):
        exact = Fraction(rake * one, sum(won))
        assert floor(exact) <= pays <= floor(exact) + (one > 0)
