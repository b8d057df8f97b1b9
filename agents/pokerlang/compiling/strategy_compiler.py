"""From syntax tree to program: names are looked up, and everything wrong is reported."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from railbird.agents.pokerlang.compiling.condition_compiler import ConditionCompiler, Rounds
from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.parsing import Fault, SourceError
from railbird.agents.pokerlang.language.words import (
    PREDEFINED,
    ROUNDS,
    STYLES,
)
from railbird.agents.pokerlang.playing import conditions as played
from railbird.agents.pokerlang.playing.plans import Plan
from railbird.agents.pokerlang.playing.program import (
    PlayedMix,
    PlayedMove,
    PlayedRule,
    PlayedTactic,
    Program,
    RoundMix,
)
from railbird.agents.pokerlang.situation.quantities import (
    MISSING,
    Need,
    lacks,
)
from railbird.native import GameDefinition

VERSION = "1"
ALL_ROUNDS = frozenset(range(len(ROUNDS)))
TOLERANCE = 1e-9
MOST_MOVES = 100
"""The most moves of a mix, those of the actions that it names included."""
READS_CARDS = ("steal-the-pot", "semi-bluff")
WHOLE = 100.0
"""A whole in per cent."""


def compile_strategy(
    source: syntax.Strategy,
    file: str = "strategy",
    *,
    style_rules: Callable[[str], syntax.Strategy] | None = None,
) -> Program:
    """Compile a strategy; raises SourceError with the places of the first 20 errors.

    ``style_rules`` returns the strategy that plays a style, for tactics that play one.
    """
    compiler = _Compiler(source, style_rules, ConditionCompiler())
    program = compiler.compile()
    if compiler.faults:
        raise SourceError(compiler.faults, file)
    return program


def find_misfits(program: Program, definition: GameDefinition) -> list[Fault]:
    """Tests of a program that cannot be known in a game, and moves that it does not have."""
    faults = [
        Fault(one.line, one.column, f"{one.what} needs {MISSING[one.need]}, which this game lacks")
        for one in program.requirements
        if lacks(one.need, definition)
    ]
    if definition.has_card_rounds:
        faults.append(Fault(1, 1, "this game has rounds in which cards are exchanged or passed"))
    return sorted(set(faults))


class _Compiler:
    """Compiles one file, and collects what is wrong with it."""

    def __init__(
        self,
        source: syntax.Strategy,
        style_rules: Callable[[str], syntax.Strategy] | None,
        conditions: ConditionCompiler,
    ) -> None:
        self.source = source
        self._conditions = conditions
        self.is_per_hand = False
        self._style_rules = style_rules
        self._actions: dict[str, PlayedMix] = {}
        self._tuned: dict[str, Mapping[str, float]] = {}
        self._plans: list[Plan] = []
        self._often_count = 0

    @property
    def faults(self) -> list[Fault]:
        """What is wrong in the file."""
        return self._conditions.faults

    def compile(self) -> Program:
        source = self.source
        if source.version.text != VERSION:
            self._conditions.fault(
                source.version, f"there is no version {source.version.text}; write 1"
            )
        for definition in source.definitions:
            if isinstance(definition, syntax.Tune):
                self._tune(definition)
        for definition in source.definitions:
            if not isinstance(definition, syntax.Tune):
                self._define(definition)
        tactics, rounds, names = [], ALL_ROUNDS, set[str]()
        for tactic in source.tactics:
            if tactic.name.text in names:
                self._conditions.fault(tactic.name, f"tactic '{tactic.name.text}' is defined twice")
            names.add(tactic.name.text)
            made, rounds = self._tactic(tactic, rounds)
            tactics.append(made)
        otherwise = None if source.otherwise is None else self._mix(source.otherwise)
        return Program(
            source.title.text,
            tuple(tactics),
            otherwise,
            tuple(self._conditions.requirements),
            self._conditions.remembers,
            self._conditions.remembers_bets,
            self.is_per_hand,
            self._conditions.tests,
            source,
            tuple(self._plans),
        )

    # definitions

    def _tune(self, tune: syntax.Tune) -> None:
        name = tune.name.text
        if name not in PREDEFINED:
            self._conditions.unknown(tune.name, "predefined action", PREDEFINED)
            return
        if name in self._tuned:
            self._conditions.fault(tune.name, f"'{name}' is tuned already; give its numbers there")
        numbers = dict(PREDEFINED[name].numbers)
        for key, number in tune.numbers:
            if key.text not in numbers:
                self._conditions.unknown(key, f"number of {name}", PREDEFINED[name].numbers)
            elif number.value <= 0:
                self._conditions.fault(number, f"'{key.text}' needs a number above 0")
            numbers[key.text] = number.value
        self._tuned[name] = numbers

    def _define(self, definition: syntax.Hands | syntax.Zone | syntax.ActionDefinition) -> None:
        name = definition.name
        if isinstance(definition, syntax.Hands):
            if self._is_free(name, self._conditions.hands, "hands"):
                self._conditions.hands[name.text] = self._conditions.range_of(definition.ranges)
        elif isinstance(definition, syntax.ActionDefinition):
            if self._is_free(name, (*self._actions, *PREDEFINED), "action"):
                self._actions[name.text] = self._action(definition)
        else:
            zones: Any = (
                self._conditions.zones
                if definition.subject == "stack"
                else self._conditions.positions
            )
            if self._is_free(name, zones, definition.subject):
                bounds = definition.low, definition.high
                low, high = (None if b is None else b.value for b in bounds)
                if low is not None and high is not None and low > high:
                    self._conditions.fault(
                        definition, f"'{name.text}' is empty: {low:g} is above {high:g}"
                    )
                zones[name.text] = low, high

    def _is_free(self, name: syntax.Word, taken: Iterable[str], what: str) -> bool:
        if name.text in taken:
            self._conditions.fault(
                name, f"{what} '{name.text}' is defined already; choose another name"
            )
        return name.text not in taken

    def _action(self, definition: syntax.ActionDefinition) -> PlayedMix:
        by_round = list(_ONLY_CALL.by_round)
        seen = set()
        for word, mix in definition.rounds:
            if word.text in seen:
                self._conditions.fault(word, f"round '{word.text}' is written twice")
            seen.add(word.text)
            by_round[ROUNDS.index(word.text)] = self._mix(mix, may_name=False).by_round[0]
        return PlayedMix((by_round[0], by_round[1], by_round[2], by_round[3]))

    # mixes

    def _mix(self, mix: syntax.Mix, *, may_name: bool = True) -> PlayedMix:
        if len(mix.choices) > MOST_MOVES:
            self._conditions.fault(mix.choices[MOST_MOVES], f"a mix has at most {MOST_MOVES} moves")
            return _ONLY_CALL
        shares = self._shares(mix)
        chosen = [self._move(choice.move, may_name=may_name) for choice in mix.choices]
        is_per_hand = mix.per == "hand"
        named = [one for one in chosen if isinstance(one, PlayedMix)]
        if mix.per == "decision" and any(_has_plan(one) for one in chosen):
            self._conditions.fault(
                mix, "a predefined action is picked once a hand; leave out 'per decision'"
            )
        if not named:
            only = self._flatten(chosen, shares, 0, is_per_hand=is_per_hand)
            return PlayedMix((only, only, only, only))
        counts = [[len(one.by_round[index].moves) for one in named] for index in ALL_ROUNDS]
        if max(map(sum, counts)) + len(chosen) - len(named) > MOST_MOVES:
            message = f"a mix has at most {MOST_MOVES} moves, those of its actions included"
            self._conditions.fault(mix, message)
            return _ONLY_CALL
        rounds = [
            self._flatten(chosen, shares, index, is_per_hand=is_per_hand)
            for index in range(len(ROUNDS))
        ]
        return PlayedMix((rounds[0], rounds[1], rounds[2], rounds[3]))

    def _shares(self, mix: syntax.Mix) -> list[float]:
        """The share of each choice in per cent; those not given divide what is left equally."""
        given = [None if c.share is None else float(c.share.text[:-1]) for c in mix.choices]
        for choice, share in zip(mix.choices, given, strict=True):
            if choice.share is not None and share is not None and share > WHOLE:
                self._conditions.fault(choice.share, f"{choice.share.text} is more than 100%")
        total = sum(share for share in given if share is not None)
        if total > WHOLE + TOLERANCE and all(share is None or share <= WHOLE for share in given):
            self._conditions.fault(
                mix, f"the shares come to {total:g}%; they may come to 100% at most"
            )
        blanks = given.count(None)
        left = max(0.0, WHOLE - total) / max(blanks, 1)
        return [left if share is None else share for share in given]

    def _move(self, move: syntax.Move, *, may_name: bool) -> PlayedMix | PlayedMove | None:
        name, size = move.name.text, move.size
        if name in ("fold", "check", "call", "all-in"):
            kind: Any = "call" if name == "check" else name
            return PlayedMove(kind, WHOLE)
        if name == "raise":
            if size is not None and size.number is not None and size.number.value <= 0:
                self._conditions.fault(size, "a raise needs a size above 0")
            return PlayedMove("raise", WHOLE, size)
        if name in PREDEFINED:
            return PlayedMove("plan", WHOLE, plan=self._plan(move.name))
        return self._named_action(move.name, may_name=may_name)

    def _named_action(self, name: syntax.Word, *, may_name: bool) -> PlayedMix | None:
        if name.text not in self._actions:
            valid = (*self._actions, "fold", "check", "call", "all-in", *PREDEFINED)
            self._conditions.unknown(name, "action", valid)
            return None
        if not may_name:
            self._conditions.fault(
                name, "an action cannot name another action; write its moves here"
            )
            return None
        return self._actions[name.text]

    def _plan(self, word: syntax.Word) -> int:
        """The number of a plan of the file, and what it needs."""
        name = word.text
        needs: tuple[Need, ...] = ("seats", "sizes")
        self._conditions.require(
            word, f"'{name}'", (*needs, "holdem") if name in READS_CARDS else needs
        )
        if name == "steal-the-pot":
            self._conditions.remembers = self._conditions.remembers_bets = True
        names = [plan.name for plan in self._plans]
        if name not in names:
            numbers = self._tuned.get(name, PREDEFINED[name].numbers)
            self._plans.append(Plan(name, numbers))
        return [*names, name].index(name)

    def _flatten(
        self,
        chosen: list[PlayedMix | PlayedMove | None],
        shares: list[float],
        round_index: int,
        *,
        is_per_hand: bool,
    ) -> RoundMix:
        moves = []
        for one, share in zip(chosen, shares, strict=True):
            if isinstance(one, PlayedMove):
                moves.append(replace(one, per_cent=share))
            elif one is not None:
                inner = one.by_round[round_index]
                is_per_hand |= inner.is_per_hand
                moves += [replace(m, per_cent=m.per_cent * share / WHOLE) for m in inner.moves]
        left = WHOLE - sum(move.per_cent for move in moves)
        if left > TOLERANCE:
            moves.append(PlayedMove("call", left))
        is_per_hand |= any(move.kind == "plan" for move in moves)
        self.is_per_hand |= is_per_hand
        return RoundMix(tuple(move for move in moves if move.per_cent > 0), is_per_hand)

    # tactics

    def _tactic(self, tactic: syntax.Tactic, rounds: Rounds) -> tuple[PlayedTactic, Rounds]:
        """Compile a tactic that is asked in ``rounds``; also where what follows is asked."""
        when, inside, outside = self._conditions.condition_or_true(tactic.when, rounds)
        if tactic.style is not None:
            rules, left = self._style(tactic.style), frozenset[int]()
        else:
            rules, left = self._rules(tactic, inside)
        return PlayedTactic(tactic.name.text, when, rules, tactic), outside | left

    def _rules(
        self, tactic: syntax.Tactic, rounds: Rounds
    ) -> tuple[tuple[PlayedRule, ...], Rounds]:
        rules = []
        if not tactic.rules:
            self._conditions.fault(
                tactic.name,
                f"tactic '{tactic.name.text}' has no rules; write one, or what it plays",
            )
        for number, rule in enumerate(tactic.rules, start=1):
            when, inside, outside = self._conditions.condition_or_true(rule.when, rounds)
            often = 1.0 if rule.often is None else rule.often.value
            if rule.often is not None and not 0 < often <= 1:
                self._conditions.fault(
                    rule.often, f"often {rule.often.text}: give more than 0% and at most 100%"
                )
            label = f"rule {number}" if rule.title is None else rule.title.text
            self._often_count += often < 1
            mix, draw = self._mix(rule.mix), self._often_count
            rules.append(PlayedRule(label, when, mix, often, rule, draw))
            rounds = outside if often == 1.0 else inside | outside
        return tuple(rules), rounds

    def _style(self, style: syntax.Word) -> tuple[PlayedRule, ...]:
        if style.text not in STYLES:
            self._conditions.unknown(style, "style", STYLES)
            return ()
        assert self._style_rules is not None, "the styles are files beside this module"
        conditions = ConditionCompiler(style.text, self._conditions.tests)
        inner = _Compiler(self._style_rules(style.text), None, conditions)
        program = inner.compile()
        assert not inner.faults, inner.faults
        self._conditions.require(
            style, f"'{style.text}'", sorted({one.need for one in program.requirements})
        )
        self.is_per_hand |= inner.is_per_hand
        return tuple(
            replace(rule, when=_both(tactic.when, rule.when))
            for tactic in program.tactics
            for rule in tactic.rules
        )


_ONLY_CALL = PlayedMix((RoundMix((PlayedMove("call", WHOLE),)),) * 4)


def _has_plan(one: PlayedMix | PlayedMove | None) -> bool:
    if isinstance(one, PlayedMix):
        return any(move.kind == "plan" for mix in one.by_round for move in mix.moves)
    return one is not None and one.kind == "plan"


def _both(first: played.Test | None, second: played.Test | None) -> played.Test | None:
    if first is None or second is None:
        return first or second
    return played.Several((first, second), is_any=False)
