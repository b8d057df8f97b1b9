"""The table loop plays by the rules, and each match as if it were the only one."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from loop_stage import (
    GAMES,
    LABELS,
    PLAYED,
    SHORT_STACKS,
    BatchDice,
    Dice,
    Plan,
    bytes_of,
    hand_texts,
    plan_matches,
    play,
)

from railbird.native import (
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    PURPOSE_MATCH_START,
    ActionKind,
    Tables,
    compile_game,
    deal_cards,
    draw_uniform,
    parse_game,
)
from railbird.plugins import (
    CALL,
    FOLD,
    Action,
    ActionRange,
    DecisionBatch,
    Distribution,
    Game,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    raise_to,
)


@pytest.mark.parametrize("name", PLAYED)
def test_every_hand_replays_to_its_payoffs(name: str) -> None:
    game, plans = GAMES[name], plan_matches(GAMES[name])
    results = play(game, Dice, plans, hands=15)
    tables = Tables(game.definition, 1)
    for match, plan in enumerate(plans):
        deals = deal_cards(game.definition, plan.deck_seed, 15)
        for hand, text in enumerate(hand_texts(results, match)):
            tables.start_hands([0], deals[hand : hand + 1])
            tables.play_betting([0], [text])
            by_position = tables.payoffs([0])[0]
            seats = (hand + np.arange(game.definition.player_count)) % game.definition.player_count
            assert (results.payoffs[match, hand, seats] == by_position).all()
            assert results.showdown[match, hand] == ((~tables.has_folded[0]).sum() > 1)
    assert not results.incidents.match


@pytest.mark.parametrize("name", PLAYED)
def test_a_match_alone_is_the_match_among_others(name: str) -> None:
    game, plans = GAMES[name], plan_matches(GAMES[name], 9)
    for agent in (Dice, BatchDice):
        together = play(game, agent, plans)
        backwards = play(game, agent, plans[::-1])
        for match, plan in enumerate(plans):
            alone = play(game, agent, [plan])
            assert bytes_of(together, match) == bytes_of(alone, 0)
            assert bytes_of(backwards, len(plans) - 1 - match) == bytes_of(alone, 0)


@pytest.mark.parametrize("name", ["kuhn-3p", "holdem-nolimit-2p"])
def test_many_tables_in_step_play_what_few_do(name: str) -> None:
    game = GAMES[name]
    plans = plan_matches(game, 2000)
    together = play(game, BatchDice, plans, hands=3)
    for first in range(0, 2000, 64):
        part = play(game, BatchDice, plans[first : first + 64], hands=3)
        start, end = together.betting_offsets[[3 * first, min(3 * first + 192, 6000)]]
        assert part.payoffs.tobytes() == together.payoffs[first : first + 64].tobytes()
        assert part.betting.tobytes() == together.betting[start:end].tobytes()


def test_asking_one_agent_a_step_plays_what_asking_all_of_them_does() -> None:
    calls: list[tuple[str, int]] = []

    class Chancer:
        def __init__(self, label: str, *, hears: bool) -> None:
            self.label = label
            if hears:
                self.end_hands = lambda hands: None

        def act_batch(self, decisions: DecisionBatch) -> Any:
            calls.append((self.label, len(decisions)))
            return np.where(decisions.random() < 0.7, 1, 2), np.zeros(len(decisions), np.int64)

    played = []
    for hears, first_calls in [
        (True, [("a", 2), ("b", 2), ("c", 2)]),
        (False, [("a", 2), ("b", 4), ("c", 6)]),
    ]:
        calls.clear()
        agents = {label: partial(Chancer, label, hears=hears) for label in "abc"}
        played.append(play(GAMES["kuhn-3p"], agents, plan_matches(GAMES["kuhn-3p"], 6), hands=90))
        assert calls[:3] == first_calls
    assert played[0].betting.tobytes() == played[1].betting.tobytes()
    assert played[0].payoffs.tobytes() == played[1].payoffs.tobytes()


def test_tables_of_different_agents_are_asked_about_together() -> None:
    sizes: list[int] = []

    class Caller:
        def act_batch(self, decisions: DecisionBatch) -> Any:
            sizes.append(len(decisions))
            return np.ones(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)

    pairs = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")]
    plans = [Plan(5, pair, number) for number, pair in enumerate(pairs)]
    play(GAMES["leduc"], Caller, plans, hands=1)
    assert sizes[:3] == [2, 1, 1]


@pytest.mark.parametrize("name", PLAYED)
def test_both_forms_of_an_agent_play_the_same(name: str) -> None:
    game, plans = GAMES[name], plan_matches(GAMES[name], 9)
    simple, batch = play(game, Dice, plans, hands=20), play(game, BatchDice, plans, hands=20)
    mixed = play(game, {**dict.fromkeys(LABELS, Dice), "b": BatchDice}, plans, hands=20)
    for match in range(len(plans)):
        assert bytes_of(simple, match) == bytes_of(batch, match) == bytes_of(mixed, match)
    assert len(np.unique(simple.payoffs)) > 3


class Declared:
    """Declares probabilities, and acts otherwise: only what is declared is to be played."""

    stationary = True

    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> list[Any]:
        high = hole_cards[0] % 3 / 4
        raising = ActionRange(ActionKind.RAISE, observation.min_raise_to, observation.max_raise_to)
        observation.random()
        raise_share = 0.5 - high / 2 if observation.can_raise else 0.0
        fold_share = 0.25 if observation.can_fold else 0.0
        rest = 1 - raise_share - fold_share
        return [(fold_share, FOLD), (rest, CALL), (raise_share, raising)]

    def act(self, observation: Observation) -> Action:
        raise AssertionError


class BatchDeclared:
    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        high = hole_cards[:, 0] % 3 / 4
        raise_share = np.where(decisions.can_raise, 0.5 - high / 2, 0)
        fold_share = np.where(decisions.can_fold, 0.25, 0)
        shares = np.stack([fold_share, 1 - raise_share - fold_share, raise_share], axis=1)
        least, most = np.zeros((2, len(decisions), 3), np.int64)
        least[:, 2], most[:, 2] = decisions.min_raise_to, decisions.max_raise_to
        return Distribution(shares, np.arange(3, dtype=np.uint8), least, most)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        raise AssertionError


class OnlyDeclared:
    """Declares the same, and has no other way to play."""

    stationary = True
    probabilities = Declared.probabilities


class OnlyBatchDeclared:
    stationary = True
    probabilities_batch = BatchDeclared.probabilities_batch


@pytest.mark.parametrize("name", PLAYED)
def test_declared_probabilities_are_sampled_alike_in_both_forms(name: str) -> None:
    game, plans = GAMES[name], plan_matches(GAMES[name], 9)
    simple, *others = (
        play(game, agent, plans, hands=20)
        for agent in (Declared, BatchDeclared, OnlyDeclared, OnlyBatchDeclared)
    )
    assert not simple.incidents.kind
    for other in others:
        for match in range(len(plans)):
            assert bytes_of(simple, match) == bytes_of(other, match)
    assert len(set(hand_texts(simple, 0))) > 3


def test_declared_probabilities_are_sampled_with_draw_0() -> None:
    game = GAMES["kuhn-2p"]
    heard: list[tuple[Any, ...]] = []

    class Coin:
        def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> list[Any]:
            heard.append((observation.seat, observation.hand_index, observation.decision))
            return [(0.5, CALL), (0.5, raise_to() if observation.can_raise else CALL)]

        def act(self, observation: Observation) -> Action:
            raise AssertionError

    plan = plan_matches(game, 1)[0]
    results = play(game, Coin, [plan], hands=30)
    texts = hand_texts(results, 0)
    for seat, hand, decision in heard:
        draw = draw_uniform(
            [plan.match_key],
            purpose=PURPOSE_DECISION,
            seats=seat,
            hands=hand,
            decisions=decision,
            draw_index=0,
        )[0]
        may_raise = "r" not in texts[hand][:decision]
        assert texts[hand][decision] == ("r" if draw >= 0.5 and may_raise else "c")


class Drawer:
    """Writes down every draw it can get; far draws are made in blocks."""

    def __init__(self, notes: list[Any]) -> None:
        self.notes = notes

    def start_match(self, match: Match) -> None:
        self.notes.append((PURPOSE_MATCH_START, match.seat, 0, 0, [match.random() for _ in "abc"]))

    def act(self, observation: Observation) -> Action:
        moment = (observation.seat, observation.hand_index)
        count = 3 + observation.hand_index * 70
        draws = [observation.random() for _ in range(count)]
        self.notes.append((PURPOSE_DECISION, *moment, observation.decision, draws))
        draws = [observation.hand_random(index) for index in range(3)]
        self.notes.append((PURPOSE_HAND_START, *moment, 0, draws))
        return CALL


class BatchDrawer:
    def __init__(self, notes: list[Any]) -> None:
        self.notes = notes

    def note(self, purpose: int, *columns: Any, draws: list[Any]) -> None:
        moments = np.broadcast_arrays(*columns)
        for *moment, row in zip(*(column.tolist() for column in moments), *draws, strict=True):
            self.notes.append((purpose, *moment, row))

    def start_matches(self, matches: MatchBatch) -> None:
        draws = np.stack([matches.random(index) for index in range(3)], axis=1)
        self.note(PURPOSE_MATCH_START, matches.seat, 0, 0, draws=[draws.tolist()])

    def act_batch(self, decisions: DecisionBatch) -> Any:
        draws = np.stack([decisions.random(index) for index in range(3)], axis=1)
        moment = decisions.seat, decisions.hand_index
        self.note(PURPOSE_DECISION, *moment, decisions.decision, draws=[draws.tolist()])
        draws = np.stack([decisions.hand_random(index) for index in range(3)], axis=1)
        self.note(PURPOSE_HAND_START, *moment, 0, draws=[draws.tolist()])
        return np.ones(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)


@pytest.mark.parametrize("form", [Drawer, BatchDrawer])
def test_draws_are_those_of_the_contract(form: Callable[[list[Any]], Any]) -> None:
    game, notes = GAMES["holdem-limit-3p"], []  # type: ignore[var-annotated]
    plans = plan_matches(game, 2)
    play(game, lambda: form(notes), plans, hands=4)
    keys = [plan.match_key for plan in plans]
    assert {note[0] for note in notes} == {
        PURPOSE_DECISION,
        PURPOSE_HAND_START,
        PURPOSE_MATCH_START,
    }
    for purpose, seat, hand, decision, draws in notes:
        wanted = [
            draw_uniform(
                np.full(len(draws), key, np.uint64),
                purpose=purpose,
                seats=seat,
                hands=hand,
                decisions=decision,
                draw_index=np.arange(len(draws)),
            ).tolist()
            for key in keys
        ]
        assert draws in wanted


class Listener(Dice):
    """Keeps every record it is given, and the draw that identifies its match."""

    def __init__(self, heard: dict[Any, list[HandRecord]]) -> None:
        super().__init__()
        self.heard = heard

    def start_match(self, match: Match) -> None:
        super().start_match(match)
        self.records = self.heard.setdefault((match.random(), match.seat), [])

    def end_hand(self, record: HandRecord) -> None:
        self.records.append(record)


@pytest.mark.parametrize("name", PLAYED)
def test_every_hand_is_reported_to_agents_with_what_was_shown(name: str) -> None:
    game, heard = GAMES[name], {}  # type: ignore[var-annotated]
    definition, compiled = game.definition, compile_game(game.definition)
    plans = plan_matches(game, 3)
    results = play(game, lambda: Listener(heard), plans, hands=12)
    records = list(heard.values())
    players, width = definition.player_count, definition.hole_card_count
    assert len(records) == len(plans) * players
    by_match = [
        {seat: told for (_, seat), told in heard.items() if told[3].payoffs == payoffs}
        for payoffs in map(tuple, results.payoffs[:, 3].tolist())
    ]
    assert sum(map(len, by_match)) >= len(records)
    tables = Tables(definition, 1)
    for match, told_by_seat in enumerate(by_match):
        deals = deal_cards(definition, plans[match].deck_seed, 12)
        for seat, told in told_by_seat.items():
            assert [record.hand_index for record in told] == list(range(12))
            for hand, record in enumerate(told):
                tables.start_hands([0], deals[hand : hand + 1])
                tables.play_betting([0], [record.betting])
                dealt = deals[hand].tolist()
                folded = tables.has_folded[0].tolist()
                at_showdown = folded.count(False) > 1
                for other in range(players):
                    position = (other - hand) % players
                    cards = tuple(dealt[position * width : (position + 1) * width])
                    is_shown = other == seat or (at_showdown and not folded[position])
                    assert record.hole_cards[other] == (cards if is_shown else None)
                board_end = compiled.board_card_ends[record.betting.count("/")]
                assert record.board == tuple(dealt[players * width :][:board_end])
                assert record.position == (seat - hand) % players
                assert record.payoffs == tuple(results.payoffs[match, hand].tolist())
                assert record.betting == hand_texts(results, match)[hand]
                assert record.starting_stacks == definition.stacks


def test_a_hand_is_reported_before_the_next_decision_of_the_match() -> None:
    order: list[tuple[str, int]] = []

    class Diary:
        def act(self, observation: Observation) -> Action:
            order.append(("act", observation.hand_index))
            return CALL

        def end_hand(self, record: HandRecord) -> None:
            order.append(("end", record.hand_index))

    game = GAMES["kuhn-2p"]
    play(game, Diary, plan_matches(game, 1), hands=3)
    assert order == [(what, hand) for hand in range(3) for what in ("act", "act", "end", "end")]


def test_hands_in_which_nobody_can_act_are_played_and_described() -> None:
    text = SHORT_STACKS.replace("37 160 90 500", "5 10 1 2").replace("5 10 0 2", "5 10 1 2")
    game, heard = Game("all-in", parse_game(text)), {}  # type: ignore[var-annotated]
    results = play(game, lambda: Listener(heard), plan_matches(game, 3), hands=4)
    assert set(hand_texts(results, 0)) == {"//"}
    assert results.showdown.all()
    assert [[r.hand_index for r in told] for told in heard.values()] == [[0, 1, 2, 3]] * 12


class Wild(BatchDice):
    """Folds where it must not too, so that there are incidents to be noted."""

    def act_batch(self, decisions: DecisionBatch) -> Any:
        kinds, amounts = super().act_batch(decisions)
        kinds[decisions.hand_random() < 0.4] = ActionKind.FOLD
        return kinds, amounts


class Scribbler(Wild):
    """Plays like Wild, and then writes into every column it can."""

    def act_batch(self, decisions: DecisionBatch) -> Any:
        answer = super().act_batch(decisions)
        names = (
            "match",
            "seat",
            "position",
            "hand_index",
            "decision",
            "legal",
            "hole_cards",
            "pot",
        )
        for name in names:
            column = getattr(decisions, name)
            if column.flags.writeable:
                column[...] = 1
            else:
                with pytest.raises(ValueError, match="WRITEABLE"):
                    column.flags.writeable = True
        return answer


def test_what_a_batch_agent_writes_into_its_columns_reaches_nobody() -> None:
    game = GAMES["leduc"]
    plans = plan_matches(game)
    clean = play(game, Wild, plans, hands=20)
    assert len(clean.incidents.kind) > 5
    for agents in (Scribbler, {**dict.fromkeys(LABELS, Wild), "a": Scribbler}):
        dirty = play(game, agents, plans, hands=20)
        assert [bytes_of(dirty, match) for match in range(5)] == [
            bytes_of(clean, match) for match in range(5)
        ]


def test_plans_must_fit_the_game_and_the_agents() -> None:
    game = GAMES["kuhn-2p"]
    with pytest.raises(ValueError, match="needs 2 different agents"):
        play(game, Dice, [Plan(1, ("a",), 1)])
    with pytest.raises(ValueError, match="needs 2 different agents"):
        play(game, Dice, [Plan(1, ("a", "a"), 1)])
    with pytest.raises(ValueError, match=r"no agents for the labels \['z'\]"):
        play(game, Dice, [Plan(1, ("a", "z"), 1)])
    with pytest.raises(ValueError, match="no matches"):
        play(game, Dice, [])
