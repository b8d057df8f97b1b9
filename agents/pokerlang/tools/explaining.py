"""What a strategy does in one situation, and why: the value of each test, the rule followed."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from railbird.agents.pokerlang.playing.conditions import (
    NO,
    YES,
    Negated,
    Several,
    Test,
    Uncertain,
)
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.playing.plans import Plan
from railbird.agents.pokerlang.playing.program import PlayedRule, PlayedTactic, Program
from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.agents.pokerlang.situation.quantities import QUANTITIES, lacks
from railbird.agents.pokerlang.situation.view import Rows, View, round_numbers
from railbird.native import NO_CARD, Tables, format_cards, parse_cards
from railbird.plugins import (
    ActionKind,
    AgentError,
    DecisionBatch,
    DecisionSource,
    Distribution,
    Game,
)


@dataclass(frozen=True, slots=True)
class Situation:
    """A situation of one hand, from the player to act: his cards, the board, and the betting."""

    game: Game
    cards: str = ""
    board: str = ""
    betting: str = ""


def explain(program: Program, situation: Situation) -> Iterator[str]:
    """Yield lines: quantities, the tests of the file, rules that match, and what is done.

    The match is taken as just started: nothing is known of former hands.
    """
    decisions = _decision(situation)
    memory = _no_hands(situation.game) if program.remembers else None
    view = View(decisions, decisions.hole_cards, memory)
    has_board = int(round_numbers(view)[0]) > 0
    yield "Quantities"
    for name, quantity in QUANTITIES.items():
        is_known = not any(lacks(need, view.definition) for need in quantity.needs)
        is_known &= has_board or not quantity.needs_board
        is_known &= memory is not None or not quantity.remembers
        if not is_known or (quantity.of_rows is not None and not situation.cards):
            continue
        values = quantity.of_rows or (lambda it, _, made=quantity.compute: made(it))  # type: ignore[misc]
        value = float(values(view, view.rows)[0])
        yield f"  {name} = {'unknown' if math.isnan(value) else f'{value:.6g}'}"
    followed: list[str] = []
    last: list[PlayedRule | Plan | None] = []

    def watch(tactic: PlayedTactic | None, rule: PlayedRule | Plan | None, rows: Rows) -> None:
        last[:] = [rule]
        if isinstance(rule, Plan):
            followed.append(f"{rule.name} goes on, which an earlier decision of the hand began")
            return
        if tactic is None or rule is None:
            followed.append("otherwise" if program.otherwise else "no rule: fold, or check if free")
            return
        often = "" if rule.often == 1 else f", {rule.often:.4g} of the time"
        line = rule.source.place.line
        followed.append(f"tactic {tactic.name}, {rule.label} (line {line}){often}")

    declared = decide(program, view, watch)
    yield "Tests that were needed"
    for text, answer in _answers(program, view, last[0]).items():
        yield f"  {text}: {answer}"
    yield "Rules that match"
    yield from (f"  {one}" for one in followed)
    yield "What is done"
    yield from (f"  {one}" for one in _moves(declared))


def _answers(program: Program, view: View, last: PlayedRule | Plan | None) -> dict[str, str]:
    """The answers of the tests that were asked in their order, until `last` decided."""
    asking = _Asking(view, {_identity(test): text for text, test in program.tests.items()})
    if isinstance(last, Plan):
        return {}
    for tactic in program.tactics:
        if not asking.holds(tactic.when):
            continue
        for rule in tactic.rules:
            asking.holds(rule.when)
            if rule is last:
                return asking.answers
    return asking.answers


class _Asking:
    """Asks tests of one decision, each part only while what it is a part of is undecided."""

    def __init__(self, view: View, texts: dict[int, str]) -> None:
        self.answers: dict[str, str] = {}
        self._view = view
        self._texts = texts

    def holds(self, test: Test | None) -> bool:
        match test:
            case None:
                return True
            case Negated(inner):
                return not self.holds(inner)
            case Several(tests, is_any):
                held = (one for one in tests if self.holds(one) == is_any)
                return is_any == (next(held, None) is not None)
            case Uncertain(truth, wanted):
                known = int(truth(self._view, self._view.rows)[0])
                answer, is_true = {YES: "yes", NO: "no"}.get(known, "unknown"), known == wanted
            case _:
                is_true = bool(test.holds(self._view, self._view.rows)[0])
                answer = "yes" if is_true else "no"
        self.answers[self._texts[_identity(test)]] = answer
        return is_true


def _identity(test: Test) -> int:
    """What a test has in common with its negation, if it may be unknown."""
    return id(test.truth if isinstance(test, Uncertain) else test)


def _moves(declared: Distribution) -> Iterator[str]:
    least, _ = declared.bounds()
    for place, kind in enumerate(declared.kinds.tolist()):
        share = float(declared.probability[0, place])
        if share > 0:
            amount = f" to {least[0, place]}" if least[0, place] else ""
            yield f"{share:.4g}  {ActionKind(kind).name.lower()}{amount}"


def _no_hands(game: Game) -> MatchMemory:
    return MatchMemory(1, seats=game.definition.player_count, has_bets=True)


def _decision(situation: Situation) -> DecisionBatch:
    definition = situation.game.definition
    tables, rows = Tables(definition, 1), np.zeros(1, np.int32)
    tables.start_hands(rows, None)
    tables.play_betting(rows, [situation.betting])
    if tables.is_done[0]:
        raise AgentError(f"nobody is to act after '{situation.betting}': the hand is over")
    both = np.intersect1d(parse_cards(situation.cards), parse_cards(situation.board))
    if len(both):
        raise AgentError(
            f"card {format_cards(both[:1])} is in --cards and in --board; deal it once"
        )
    position = tables.acting_position.copy()
    deal = np.full((1, tables.cards.shape[1]), NO_CARD, np.uint8)
    held = definition.hole_card_count
    _lay(deal[0], int(position[0]) * held, situation.cards, ("cards", held))
    dealt = sum(definition.board_card_counts[: int(tables.round_index[0]) + 1])
    _lay(deal[0], definition.player_count * held, situation.board, ("board", dealt))
    tables.start_hands(rows, deal)
    tables.play_betting(rows, [situation.betting])
    source = DecisionSource(situation.game, tables.columns, rows, np.zeros(1, np.uint64))
    return DecisionBatch(source, rows, seat=position, position=position)


def _lay(deal: np.ndarray, start: int, text: str, what: tuple[str, int]) -> None:
    name, count = what
    cards = parse_cards(text)
    if len(cards) != count:
        raise AgentError(f"--{name} has {len(cards)} cards; give {count} for this situation")
    deal[start : start + len(cards)] = cards
