"""How often each tactic and rule of a strategy decided, replayed from the hands of a run."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird.agents.pokerlang.compiling.files import read_program, shipped_path
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.playing.plans import Plan
from railbird.agents.pokerlang.playing.program import PlayedRule, PlayedTactic, Program
from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.agents.pokerlang.situation.view import Rows, View
from railbird.native.wording import counted
from railbird.plugins import AgentError, StoredPlay

SHIPPED = ("hansen", "pokertron")


@dataclass(frozen=True, slots=True)
class Coverage:
    """Decisions by what decided them: a rule by its number in its tactic, or a plan by its name.

    ``otherwise`` counts decisions without a rule. A rule that is followed ``often`` counts where it
    matched; so the sum may be more than the decisions.
    """

    program: Program
    hands: int
    decisions: int
    rules: Counter[tuple[str, int]]
    plans: Counter[str]
    otherwise: int


def measure_coverage(play: StoredPlay) -> Coverage:
    """Replay what a strategy in PokerLang did; raises AgentError for other agents."""
    program = _program_of(play)
    counting = _Counting(program)
    memory = None
    if program.remembers:
        memory = MatchMemory(
            play.match_count,
            seats=play.game.definition.player_count,
            has_bets=program.remembers_bets,
        )
    for part in play.parts(program.remembers):
        if len(part.decisions):
            view = View(part.decisions, part.decisions.hole_cards, memory, match=part.match)
            decide(program, view, counting.watch)
            counting.decisions += len(part.decisions)
        if memory is not None:
            memory.tell(part.hands)
    return Coverage(
        program,
        play.hand_count,
        counting.decisions,
        counting.rules,
        counting.plans,
        counting.otherwise,
    )


def _program_of(play: StoredPlay) -> Program:
    if play.agent in (*SHIPPED, "pokerlang") and play.has_changed():
        what = play.parameters.get("file", f"the strategy of '{play.agent}'")
        raise AgentError(
            f"{what}, or the code that plays it, is not the same as in this run; count with what "
            "was played, or play the run again"
        )
    if play.agent in SHIPPED:
        program = read_program(shipped_path(play.agent))
    elif play.agent == "pokerlang":
        program = read_program(Path(play.parameters["file"]))
    else:
        raise AgentError(
            f"'{play.agent}' is not a strategy in PokerLang; choose an agent that plays one"
        )
    if program.plans and not play.has_draws:
        raise AgentError(
            "which plan ran depends on the draws of the hands, which cannot be computed for this "
            "run; use one that railbird has played"
        )
    return program


class _Counting:
    """Counts decisions while they are replayed."""

    def __init__(self, program: Program) -> None:
        self.decisions = self.otherwise = 0
        self.rules: Counter[tuple[str, int]] = Counter()
        self.plans: Counter[str] = Counter()
        self._numbers = {
            (tactic.name, id(rule)): number
            for tactic in program.tactics
            for number, rule in enumerate(tactic.rules)
        }

    def watch(
        self, tactic: PlayedTactic | None, rule: PlayedRule | Plan | None, rows: Rows
    ) -> None:
        """Count rows that a rule, a plan or nothing decides."""
        if isinstance(rule, Plan):
            self.plans[rule.name] += len(rows)
        elif tactic is None:
            self.otherwise += len(rows)
        else:
            self.rules[tactic.name, self._numbers[tactic.name, id(rule)]] += len(rows)


def describe_coverage(coverage: Coverage) -> Iterator[str]:
    """Yield lines: a table of tactics and rules with counts and shares of all decisions."""
    hands, decisions = counted(coverage.hands, "hand"), counted(coverage.decisions, "decision")
    yield f"{coverage.program.title}: {hands}, {decisions}"
    rows: list[tuple[str, int]] = []
    for tactic in coverage.program.tactics:
        inside = [coverage.rules[tactic.name, number] for number in range(len(tactic.rules))]
        rows.append((f"tactic {tactic.name}", sum(inside)))
        for rule, count in zip(tactic.rules, inside, strict=True):
            rows.append((f"  {rule.label} (line {rule.source.place.line})", count))
    rows += [(f"{name} goes on", count) for name, count in sorted(coverage.plans.items())]
    no_rule = "no rule" if coverage.program.otherwise is None else "otherwise"
    yield from _table([*rows, (no_rule, coverage.otherwise)], max(coverage.decisions, 1))


def _table(rows: list[tuple[str, Any]], decisions: int) -> Iterator[str]:
    width = max(len(name) for name, _ in rows)
    for name, count in rows:
        yield f"{name:<{width}} {count:>10,} {count / decisions:>7.1%}"
