"""Where players change their tables: every call of an agent is announced, and may be its last."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import (
    NO_SEAT,
    CallPoint,
    Field,
    PlannedTournament,
    PlayRules,
)
from railbird.harness.table.table_loop import play_matches
from railbird.native import FreezeOut, Level, RingRule, Stakes
from railbird.plugins import (
    CALL,
    Game,
    HandRecord,
    Lobby,
    Match,
    Observation,
    load_registry,
    raise_to,
)

DEFINITION = load_registry(()).game("holdem-nolimit-3p").definition
PLAYERS = 7
MOOD = 0.2
STAKES = (Stakes("nl-1-2", (1, 2), 3, 2), Stakes("nl-2-4", (2, 4), 2, 1))
RING = RingRule(80, STAKES, 5, 10, choose_every=3, most_hands=12)
TOURNAMENT = FreezeOut(60, (Level((5, 10), 4),), most_hands=12)


class Call(NamedTuple):
    """A call of an agent, and the moment that was announced before it."""

    moment: CallPoint | None
    player: int
    method: str


class Book:
    """What is called: ``fails`` are calls that raise, by player and number."""

    def __init__(self, fails: frozenset[tuple[int, int]] = frozenset()) -> None:
        self.fails = fails
        self.announced: CallPoint | None = None
        self.calls: list[Call] = []
        self.counts = Counter[int]()

    def announce(self, label: str, moment: CallPoint) -> None:
        self.announced = moment

    def note(self, player: int, method: str) -> None:
        self.calls.append(Call(self.announced, player, method))
        self.announced = None
        self.counts[player] += 1
        if (player, self.counts[player]) in self.fails:
            raise ValueError("tired")


class Diary:
    """Notes its calls; raises and calls by its draws."""

    def __init__(self, book: Book) -> None:
        self.book, self.player = book, -1

    def start_match(self, match: Match) -> None:
        assert match.players is not None
        player = match.players[match.seat]
        assert player is not None
        self.player = player
        self.book.note(self.player, "start_match")

    def act(self, observation: Observation) -> Any:
        self.book.note(self.player, "act")
        raises = observation.can_raise and observation.random() < MOOD
        return raise_to(observation.max_raise_to) if raises else CALL

    def end_hand(self, record: HandRecord) -> None:
        self.book.note(self.player, "end_hand")


class ChoosingDiary(Diary):
    def choose_table(self, lobby: Lobby) -> Any:
        self.book.note(lobby.player, "choose_table")
        return lobby.usual if lobby.draw > MOOD else "leave"


def play(mode: Any, book: Book, **rules: Any) -> MatchResults:
    """Play one tournament of seven entrants, or a session in which four of seven choose tables."""
    labels = tuple("abcdefg"[: PLAYERS if mode == "ring" else 1])
    numbers = (1, 2, 3)
    plan = PlannedTournament(9, labels, 9, table_seeds=numbers, table_keys=numbers, draw_key=3)
    agents = {
        label: (lambda form=form: form(book))
        for label, form in zip(labels, (ChoosingDiary, Diary) * PLAYERS, strict=False)
    }
    session = RING if mode == "ring" else TOURNAMENT
    rule = PlayRules(
        session.most_hands,
        mode=mode,
        session=session,
        field=None if mode == "ring" else Field(PLAYERS, 3),
        **rules,
    )
    first = RING.first_hand(DEFINITION, PLAYERS) if mode == "ring" else None
    game = Game("first", first or TOURNAMENT.first_hand(DEFINITION))
    return play_matches(game, [plan], agents, rules=rule)


def watch(mode: Any) -> tuple[list[Call], MatchResults]:
    book = Book()
    results = play(mode, book, watch=book.announce)
    return book.calls, results


@pytest.mark.parametrize("mode", ["tournament", "ring"])
def test_every_call_is_announced_with_its_player_just_before_it(mode: str) -> None:
    calls, watched = watch(mode)
    for call in calls:
        assert call.moment is not None, call
        assert call.moment.player == call.player
        assert (call.moment.seat == NO_SEAT) == (call.method == "choose_table")
    methods = Counter(call.method for call in calls)
    assert len(methods) == (4 if mode == "ring" else 3)
    assert_same(watched, play(mode, Book()))


def assert_same(one: MatchResults, other: MatchResults) -> None:
    """Compare everything but the kinds of incidents and their texts."""
    columns: tuple[Callable[[MatchResults], Any], ...] = (
        lambda results: results.payoffs,
        lambda results: results.session.stacks,
        lambda results: results.session.rounds.players,
        lambda results: results.betting,
        *(
            lambda results, name=name: [getattr(ring, name) for ring in results.bankrolls]
            for name in ("rounds", "agents", "tables", "chips", "is_ruined")
        ),
        lambda results: [] if results.rakes is None else results.rakes,
        *(
            lambda results, name=name: getattr(results.incidents, name)
            for name in ("match", "hand", "decision", "seat")
        ),
    )
    for column in columns:
        np.testing.assert_array_equal(column(one), column(other))


def numbered(calls: list[Call]) -> dict[CallPoint, tuple[int, int]]:
    """Return the first call at each moment: its player and its number among the player's."""
    counts, found = Counter[int](), dict[CallPoint, tuple[int, int]]()
    for call in calls:
        counts[call.player] += 1
        assert call.moment is not None
        found.setdefault(call.moment, (call.player, counts[call.player]))
    return found


@pytest.mark.parametrize("mode", ["tournament", "ring"])
def test_a_death_at_a_call_is_a_forfeit_like_an_exception_there(mode: str) -> None:
    """At every moment of some players; nobody else forfeits, and the choice is the last one."""
    calls, _ = watch(mode)
    for moment, failing in numbered(calls).items():
        if failing[0] not in {1, 4}:
            continue
        imposed = play(mode, Book(), forfeits=(moment,))
        failed = play(mode, Book(frozenset([failing])))
        assert imposed.incidents.kind == ["death"]
        assert failed.incidents.kind == ["exception"]
        assert_same(imposed, failed)


@pytest.mark.parametrize("mode", ["tournament", "ring"])
def test_players_may_die_one_after_the_other_in_the_same_seat(mode: str) -> None:
    """A process dies again and again, later each time."""
    forfeits: tuple[CallPoint, ...] = ()
    fails: frozenset[tuple[int, int]] = frozenset()
    first = 0
    while True:
        book = Book()
        play(mode, book, watch=book.announce, forfeits=forfeits)
        number_of = numbered(book.calls)
        acts = [n for n, call in enumerate(book.calls) if call.method == "act" and n >= first]
        if not acts:
            break
        first = acts[len(acts) // 2]
        moment = book.calls[first].moment
        assert moment is not None
        assert moment.player not in {before.player for before in forfeits}
        forfeits, fails = (*forfeits, moment), fails | {number_of[moment]}
        imposed, failed = play(mode, Book(), forfeits=forfeits), play(mode, Book(fails))
        assert imposed.incidents.kind == ["death"] * len(forfeits)
        assert_same(imposed, failed)
    places = Counter((moment.match, moment.seat) for moment in forfeits)
    assert max(places.values()) > 1
