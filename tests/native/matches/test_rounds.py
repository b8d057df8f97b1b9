"""Rounds of hands at several tables: a slow referee directs them by hand, and C agrees."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    NO_PLAYER,
    PAYOFF_UNIT,
    PURPOSE_BALANCE,
    BettingError,
    FreezeOut,
    GameDefinition,
    LateBlinds,
    Level,
    MatchTables,
    RoundTables,
    Session,
    TableGroups,
    Tables,
    deal_decks,
    draw_uniform,
    parse_game,
)

SEED = 70


def game_of(players: int, *, blinds: str = "") -> GameDefinition:
    blinds = blinds or ("2 1" if players == 2 else "1 2" + " 0" * (players - 2))
    first = "2 1" if players == 2 else "3 1"
    return parse_game(
        f"nolimit\nnumPlayers = {players}\nnumRounds = 2\nstack ={' 9' * players}\n"
        f"blind = {blinds}\nfirstPlayer = {first}\n"
        "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3\n"
    )


GAMES = {
    "2p": game_of(2),
    "3p": game_of(3),
    "4p": game_of(4),
    "9p": game_of(9),
    "straddle-4p": game_of(4, blinds="1 2 4 0"),
}


def rule_of(
    game: GameDefinition,
    stack: int,
    players: int,
    most_hands: int = 10_000,
    late_blinds: LateBlinds = "dead button",
) -> FreezeOut:
    own = tuple(sorted(blind for blind in game.blinds if blind))
    levels = (Level(own, 4), Level(tuple(3 * blind for blind in own), 5))
    return FreezeOut(stack, levels, most_hands, player_count=players, late_blinds=late_blinds)


def first_seats(counts: Sequence[int], seats: int, width: int) -> npt.NDArray[np.int32]:
    """Seat the players of groups in their order, at as few tables as there is room at."""
    tables, first = [], 0
    for count in counts:
        table_count = -(-count // seats)
        rows = np.full((table_count, width), NO_PLAYER, np.int32)
        for player in range(count):
            rows[player % table_count, player // table_count] = first + player
        tables.append(rows)
        first += count
    return np.concatenate(tables)


def start(
    game: GameDefinition, rule: FreezeOut, counts: Sequence[int], *, seats: int | None = None
) -> MatchTables:
    definition = rule.first_hand(game)
    seats = seats or game.player_count
    table_counts = [-(-count // seats) for count in counts]

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        seeds = decks.astype(np.uint32) + SEED
        return deal_decks(definition, seeds, count, first_hand=first)

    players = sum(counts)
    groups = TableGroups(
        table_counts,
        counts,
        controllers=np.arange(players) % 3,
        chips=np.full(players, rule.stack),
        players=first_seats(counts, seats, game.player_count),
        keys=np.arange(len(counts)),
        most_seated=seats,
    )
    return MatchTables(
        definition,
        deck_of_match=np.arange(sum(table_counts)),
        match_keys=np.arange(sum(table_counts)),
        session=Session(rule, deal, groups),
    )


def play_on(tables: MatchTables, seed: int, sizes: Sequence[int]) -> None:
    """Play with random actions, most of them calls; each hand is told once, in order."""
    random = np.random.default_rng(seed)
    ended = [np.stack(tables.take_ended())]
    while not tables.is_finished:
        while tables.due_count:
            tables.begin_rounds()
            ended.append(np.stack(tables.take_ended()))
        pending = tables.pending()
        rows = len(pending.table)
        assert rows or tables.is_finished
        assert (tables.controllers[pending.table, pending.seat] >= 0).all()
        kinds = random.choice(np.arange(3, dtype=np.uint8), rows, p=[0.2, 0.5, 0.3])
        tables.apply(pending, kinds, random.choice(sizes, rows))
        ended.append(np.stack(tables.take_ended()))
    told = np.concatenate(ended, axis=1)
    for match in range(len(tables.hand_index)):
        mine = told[1, told[0] == match].tolist()
        assert mine == list(range(len(mine)))
    assert told.shape[1] == len(tables.record().payoffs)


class Referee:
    """One tournament: its tables, each a list of players in the order of their next big blinds.

    Since they were seated last, players sit in `circles`, some of whom have gone by now; `posted`
    are the rounds of their big blinds, and `big_blinds` who had it at a table, the latest first.
    """

    def __init__(self, count: int, rule: FreezeOut, *, seats: int, key: int, largest: int) -> None:
        self.rule, self.largest = rule, largest
        self.seats, self.key, self.round = seats, key, 0
        table_count = -(-count // seats)
        self.tables: dict[int, list[int]] = {
            table: list(range(table, count, table_count)) for table in range(table_count)
        }
        self.circles: dict[int, list[int]] = {}
        self.big_blinds: dict[int, list[int]] = {}
        self.buttons: dict[int, int] = {}
        for table in self.tables:
            self.seat(table)
        stack = rule.stack
        self.chips = dict.fromkeys(range(count), stack)
        self.posted = {
            player: place - seats
            for listed in self.tables.values()
            for place, player in enumerate(listed)
        }

        self.waited = dict.fromkeys(self.chips, 0)

    def draw(self, wanted: int) -> int:
        """A table with so many players."""
        equal = [table for table, listed in self.tables.items() if len(listed) == wanted]
        if len(equal) == 1:
            return equal[0]
        (drawn,) = draw_uniform(
            [self.key],
            purpose=PURPOSE_BALANCE,
            seats=0,
            hands=self.round,
            decisions=0,
            draw_index=self.drawn,
        )
        self.drawn += 1
        return equal[int(drawn * len(equal))]

    def come(self, player: int) -> None:
        """Sit down at a shortest table, behind those who have waited as long for the big blind."""
        table = self.draw(min(map(len, self.tables.values())))
        listed = self.tables[table]
        earlier = [self.posted[other] <= self.posted[player] for other in listed]
        listed.insert([*earlier, False].index(False), player)
        self.seat(table)

    def seat(self, table: int) -> None:
        """Seat a table in the order in which its players will have the big blind."""
        listed = self.tables[table]
        self.circles[table], self.big_blinds[table] = listed.copy(), listed[::-1]
        after_button = min(self.largest, len(listed) - 1) + 1
        self.buttons[table] = (listed * 3)[2 * len(listed) - after_button - 1]

    def next_button(self, table: int) -> int:
        """The next who sits there after the button."""
        circle = self.circles[table]
        place = circle.index(self.buttons[table]) + 1
        return next(one for one in circle[place:] + circle[:place] if one in self.tables[table])

    def find_turns(self, table: int) -> None:
        """Order those at a table by their next big blinds."""
        listed, moving = self.tables[table], self.rule.late_blinds == "moving button"
        if not (moving and len(listed) > 1):
            return
        circle = [one for one in self.circles[table] if one in listed]
        button = circle.index(self.next_button(table))
        turn = (button + min(self.largest, len(circle) - 1) + 1) % len(circle)
        if len(circle) == 2:
            turn = (button + 1) % 2
            turn ^= circle[turn] == self.big_blinds[table][0]
        listed[:] = circle[turn:] + circle[:turn]

    def by_position(self, table: int) -> list[int]:
        """Who has each position, or nobody."""
        listed, latest = self.tables[table], self.big_blinds[table]
        if self.rule.late_blinds != "dead button" or len(listed) <= max(self.largest, 2):
            place = len(listed) - min(self.largest, len(listed) - 1)
            return listed[place:] + listed[:place]
        before = latest[: self.largest][::-1]
        late = [one for one in listed if one not in before]
        return [one if one in listed else NO_PLAYER for one in before] + late

    def move_on(self) -> None:
        """Set the next round of hands."""
        self.drawn, self.round = 0, self.round + 1
        for table, listed in self.tables.items():
            listed[:] = [player for player in listed if self.chips[player]]
            self.find_turns(table)
        left = sum(map(len, self.tables.values()))
        while (len(self.tables) - 1) * self.seats >= left:
            broken = self.tables.pop(self.draw(min(map(len, self.tables.values()))))
            for player in broken:
                self.come(player)
        sizes = [*map(len, self.tables.values())]
        while max(sizes) - min(sizes) > 1:
            longest = self.draw(max(sizes))
            moved = self.tables[longest].pop(0)
            self.find_turns(longest)
            self.come(moved)
            sizes = [*map(len, self.tables.values())]

    def end_hand(self, table: int) -> None:
        """The big blind has been posted: it is the next player's."""
        listed = self.tables[table]
        self.posted[listed[0]] = self.round
        for player in listed:
            self.waited[player] += 1
        self.waited[listed[0]] = 0
        self.buttons[table] = self.next_button(table) if len(listed) > 2 else listed[1]
        self.big_blinds[table].insert(0, listed[0])
        listed.append(listed.pop(0))


def check(
    game: GameDefinition, rule: FreezeOut, counts: Sequence[int], *, seats: int, tables: MatchTables
) -> None:
    session = tables.record().session
    assert session is not None
    ends = np.cumsum(session.hand_counts)
    for group, (first, end) in enumerate(zip(ends - session.hand_counts, ends, strict=True)):
        largest = game.blinds.index(max(game.blinds))
        referee = Referee(counts[group], rule, seats=seats, key=group, largest=largest)
        check_group(game, rule, referee, tables=tables, rows=slice(first, end))


def check_group(
    game: GameDefinition, rule: FreezeOut, referee: Referee, *, tables: MatchTables, rows: slice
) -> None:
    record = tables.record()
    session = record.session
    assert session is not None
    assert session.rounds is not None
    total = sum(referee.chips.values())
    level_blinds, level_ends = rule.level_blinds(game), rule.level_ends(game)
    row, posted_before = rows.start, set[int]()
    while row < rows.stop:
        sizes = [*map(len, referee.tables.values())]
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-sum(sizes) // referee.seats)
        level = int(np.searchsorted(level_ends, referee.round, side="right"))
        posting = set()
        for table, listed in referee.tables.items():
            if len(listed) < 2:
                continue
            assert session.rounds.rounds[row] == referee.round
            assert session.rounds.tables[row] == table
            assert session.levels[row] == min(level, len(level_blinds) - 1)
            players, positions = session.rounds.players[row], session.positions[row]
            seated = players != NO_PLAYER
            by_position = referee.by_position(table)
            by_position += [NO_PLAYER] * (len(players) - len(by_position))
            assert players[np.argsort(positions)].tolist() == by_position
            chips = [referee.chips.get(player, 0) for player in by_position]
            stacks = session.stacks[row][np.argsort(positions)]
            assert stacks.tolist() == chips
            due = level_blinds[session.levels[row]]
            blinds = session.blinds[row][np.argsort(positions)]
            assert blinds.tolist() == np.where(stacks > 0, due, 0).tolist()
            if any(player not in posted_before for player in listed):
                assert listed[0] not in posted_before
            posting.add(listed[0])
            assert referee.waited[listed[0]] <= 2 * referee.seats
            for player, payoff in zip(players[seated], record.payoffs[row][seated], strict=True):
                assert payoff % PAYOFF_UNIT == 0
                referee.chips[player] += payoff // PAYOFF_UNIT
            assert (record.payoffs[row][~seated] == 0).all()
            referee.end_hand(table)
            row += 1
        assert sum(referee.chips.values()) == total
        posted_before = posting
        referee.move_on()
    left = sum(map(len, referee.tables.values()))
    assert left == 1 or referee.round == rule.most_hands


@settings(deadline=None, max_examples=40)
@given(
    name=st.sampled_from(sorted(GAMES)),
    counts=st.lists(st.integers(2, 30), min_size=1, max_size=3),
    stack=st.integers(4, 60),
    spare=st.integers(0, 2),
    late_blinds=st.sampled_from(get_args(LateBlinds)),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_slow_referee_agrees(  # noqa: PLR0913, PLR0917  (what is drawn)
    name: str, counts: list[int], stack: int, spare: int, late_blinds: LateBlinds, seed: int
) -> None:
    game = GAMES[name]
    seats = max(2, game.player_count - spare)
    rule = rule_of(game, stack, max(counts), late_blinds=late_blinds)
    tables = start(game, rule, counts, seats=seats)
    play_on(tables, seed, sizes=(0, 4, 9, 30, 2**20))
    check(game, rule, counts, seats=seats, tables=tables)


def test_hands_are_as_they_would_be_at_a_table_of_their_own() -> None:
    game = GAMES["4p"]
    rule = rule_of(game, 40, 14)
    tables = start(game, rule, [14, 5])
    play_on(tables, 3, sizes=(0, 4, 2**20))
    definition = rule.first_hand(game)
    for table, count in enumerate((tables.hand_index + 1).tolist()):
        matches, hands = np.full(count, table), np.arange(count)
        dealt = deal_decks(definition, [SEED + table], count)[0]
        assert tables.hand_cards(matches, hands).tolist() == dealt.tolist()
        setup = tables.hand_setups(matches, hands)
        alone = Tables(definition, count)
        alone.start_hands(hands, dealt, **asdict(setup))
        alone.play_betting(hands, tables.hand_bettings(matches, hands))
        exact = np.take_along_axis(alone.payoffs(hands), np.argsort(setup.seats, axis=1), axis=1)
        assert (np.abs(tables.hand_payoffs(matches, hands) - exact) < PAYOFF_UNIT).all()
        players = tables.hand_players(matches, hands)
        assert ((players == NO_PLAYER) <= (tables.hand_payoffs(matches, hands) == 0)).all()


def test_a_tournament_ends_after_its_last_round() -> None:
    game = GAMES["9p"]
    rule = rule_of(game, 2_000, 30, most_hands=21)
    tables = start(game, rule, [30])
    play_on(tables, 1, sizes=(0,))
    check(game, rule, [30], seats=9, tables=tables)
    session = tables.record().session
    assert session is not None
    assert session.rounds is not None
    assert Counter(session.rounds.rounds.tolist()) == dict.fromkeys(range(21), 4)


def test_groups_do_not_depend_on_those_beside_them() -> None:
    """Two of them play what each plays alone, if it has the same deals and the same actions."""
    game = GAMES["4p"]
    rule = rule_of(game, 30, 20)

    def played(counts: list[int]) -> list[list[int]]:
        tables = start(game, rule, counts)
        while not tables.is_finished:
            while tables.due_count:
                tables.begin_rounds()
            pending = tables.pending()
            can_raise = pending.legal_kinds >> 2 & 1 & (pending.hand_index % 2 == pending.table % 2)
            tables.apply(pending, (1 + can_raise).astype(np.uint8), np.full(len(can_raise), 2**20))
        session = tables.record().session
        assert session is not None
        assert session.rounds is not None
        count = session.hand_counts[0]
        return [
            session.rounds.players[:count].tolist(),
            session.stacks[:count].tolist(),
            tables.record().payoffs[:count].tolist(),
        ]

    assert played([17]) == played([17, 9, 20])


class Stakes:
    """Two tables with blinds of their own, for ever."""

    most_hands = 100
    late_blinds: LateBlinds = "players left"

    def level_ends(self, definition: GameDefinition) -> npt.NDArray[np.int32]:
        return np.full(2, self.most_hands, np.int32)

    def level_blinds(self, definition: GameDefinition) -> npt.NDArray[np.int64]:
        return np.outer([1, 2], definition.blinds)

    def level_antes(self, definition: GameDefinition) -> npt.NDArray[np.int64]:
        return np.zeros(2, np.int64)


def test_a_director_in_python_sets_rounds() -> None:
    """Tables rest while their players are away, and go on with their next hands."""
    game = GAMES["3p"]
    rounds_seen = []

    def direct(tables: RoundTables, groups: npt.NDArray[np.intp]) -> None:
        assert groups.tolist() == [0]
        number = int(tables.rounds[0]) + 1
        rounds_seen.append(number)
        tables.levels[:] = (0, 1)
        tables.chips[:] = 50
        rests = number % 3 == 1
        tables.players[1] = NO_PLAYER if rests else (5, 4, 3)
        tables.is_reseated[1] = not rests
        tables.is_over[0] = number == 10

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        return deal_decks(game, decks.astype(np.uint32), count, first_hand=first)

    groups = TableGroups(
        [2], [6], controllers=[0, 0, 0, 1, 1, 1], chips=[50] * 6,
        players=[[0, 1, 2], [3, 4, 5]], keys=[1], director=direct,
    )  # fmt: skip
    tables = MatchTables(
        game, deck_of_match=[0, 1], match_keys=[0, 1], session=Session(Stakes(), deal, groups)
    )  # fmt: skip
    reseated = []
    while not tables.is_finished:
        while tables.due_count:
            reseated.append(tables.begin_rounds().tolist())
        pending = tables.pending()
        tables.apply(
            pending, np.ones(len(pending.table), np.uint8), np.zeros(len(pending.table), int)
        )
    session = tables.record().session
    assert session is not None
    assert session.rounds is not None
    assert rounds_seen == list(range(11))
    assert reseated == [[1] if number % 3 != 1 else [] for number in range(1, 11)]
    at_second = session.rounds.tables == 1
    assert session.rounds.rounds[at_second].tolist() == [0, 2, 3, 5, 6, 8, 9]
    assert session.rounds.rounds[~at_second].tolist() == list(range(10))
    assert set(session.levels[at_second]) == {1}
    assert session.blinds[at_second].max() == 4
    assert session.hand_counts.tolist() == [17]
    big_blinds = session.rounds.players[session.blinds == np.where(at_second, 4, 2)[:, None]]
    assert Counter(big_blinds[at_second].tolist()) == {3: 2, 4: 2, 5: 3}


BAD_GROUPS: dict[str, tuple[str, dict[str, object]]] = {
    "twice": ("sits at two places", {"players": [[0, 1, 2], [2, 4, 5]]}),
    "nobody": ("numbered from 0 to 5", {"players": [[0, 1, 2], [3, 4, 6]]}),
    "shape": ("must have shape", {"players": [[0, 1, 2]]}),
    "tables": ("3 tables of 2", {"table_counts": [3], "players": [[0, 1, 2], [3, 4, 5], [-1] * 3]}),
    "controllers": ("numbered from 0", {"controllers": [0, 0, 0, 1, 1, -1]}),
}


@pytest.mark.parametrize("name", BAD_GROUPS)
def test_groups_that_cannot_be_are_refused(name: str) -> None:
    message, changed = BAD_GROUPS[name]
    plain: dict[str, object] = {
        "table_counts": [2], "player_counts": [6], "controllers": [0] * 6, "chips": [50] * 6,
        "players": [[0, 1, 2], [3, 4, 5]], "keys": [1],
    }  # fmt: skip
    game = GAMES["3p"]
    rule = rule_of(game, 50, 6)

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        return deal_decks(game, decks.astype(np.uint32), count, first_hand=first)

    with pytest.raises(ValueError, match=message):
        MatchTables(
            rule.first_hand(game), deck_of_match=[0, 1], match_keys=[0, 1],
            session=Session(rule, deal, TableGroups(**(plain | changed))),  # type: ignore[arg-type]
        )  # fmt: skip


def test_rounds_are_of_groups_alone() -> None:
    game = GAMES["2p"]
    deals = deal_decks(game, [1], 3)
    tables = MatchTables(game, deals=deals, deck_of_match=[0], controllers=[[0, 1]], match_keys=[0])
    with pytest.raises(ValueError, match="not played in rounds"):
        tables.begin_rounds()
    with pytest.raises(BettingError, match="still being played"):
        tables.record()
