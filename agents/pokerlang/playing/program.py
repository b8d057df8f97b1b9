"""A compiled strategy: tactics, rules and mixes with everything looked up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.playing.conditions import Requirement, Test
from railbird.agents.pokerlang.playing.plans import Plan

MoveKind = Literal["fold", "call", "all-in", "raise", "plan"]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move with its share of a mix in per cent; checks and calls are one.

    ``plan`` is the number of the plan among those of the file.
    """

    kind: MoveKind
    per_cent: float
    size: syntax.Size | None = None
    plan: int = -1


@dataclass(frozen=True, slots=True)
class RoundMix:
    """Moves whose shares sum to 100%, in the order in which they are written."""

    moves: tuple[PlayedMove, ...]
    is_per_hand: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMix:
    """A mix for each of the four rounds; ``is_uniform`` if they are the same."""

    by_round: tuple[RoundMix, RoundMix, RoundMix, RoundMix]

    @property
    def is_uniform(self) -> bool:
        """Whether every round has the same mix."""
        first, second, third, fourth = self.by_round
        return first is second is third is fourth

    @property
    def raise_count(self) -> int:
        """The most raises in any round."""
        kinds = ("raise", "all-in", "plan")
        return max(sum(move.kind in kinds for move in mix.moves) for mix in self.by_round)


@dataclass(frozen=True, slots=True)
class PlayedRule:
    """A rule; ``often`` is the share of matches in which it is followed.

    In a file with plans it is followed in hands whose draw ``often_draw`` is below it.
    """

    label: str
    when: Test | None
    mix: PlayedMix
    often: float
    source: syntax.Rule
    often_draw: int = 0


@dataclass(frozen=True, slots=True)
class PlayedTactic:
    """A tactic with its rules."""

    name: str
    when: Test | None
    rules: tuple[PlayedRule, ...]
    source: syntax.Tactic


@dataclass(frozen=True)
class Program:
    """A strategy, ready to be played.

    ``otherwise`` is for decisions without a rule; None folds, or checks where that is free.
    ``requirements`` are what its tests need of a game; ``remembers`` says that it reads what
    players did in former hands of the match, ``remembers_bets`` that this is how they answered
    bets, ``is_per_hand`` that a mix is picked once a hand.
    ``tests`` are all tests by their text, ``plans`` all plans by their numbers.
    """

    title: str
    tactics: tuple[PlayedTactic, ...]
    otherwise: PlayedMix | None
    requirements: tuple[Requirement, ...]
    remembers: bool
    remembers_bets: bool
    is_per_hand: bool
    tests: Mapping[str, Test]
    source: syntax.Strategy
    plans: tuple[Plan, ...] = ()

    @cached_property
    def most_raises(self) -> int:
        """The most raises that one decision can have: those of rules not always followed, and of
        the last one."""
        rules = [rule for tactic in self.tactics for rule in tactic.rules]
        passed = sum(rule.mix.raise_count for rule in rules if rule.often < 1)
        last = [rule.mix.raise_count for rule in rules if rule.often == 1]
        if self.otherwise is not None:
            last.append(self.otherwise.raise_count)
        return passed + max([*last, bool(self.plans)])

    @property
    def is_stationary(self) -> bool:
        """Whether a decision depends on nothing but its own observation and draw."""
        return not (self.remembers or self.is_per_hand)
