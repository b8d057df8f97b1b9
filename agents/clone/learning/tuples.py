"""The source's tuples: zone of the stack, interval of strength, position, and share of chips bet.

Document 002, section 6 (equations 17 to 19); document 000, section 6.1.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions
from railbird.agents.clone.learning.boosting import chips_of
from railbird.agents.clone.learning.rule_text import head, mix_text, size_text
from railbird.agents.clone.learning.scikit import import_scikit
from railbird.agents.clone.model.clone_model import Origin
from railbird.agents.clone.model.raise_sizes import classify_sizes
from railbird.native import GameDefinition, position_names
from railbird.plugins import ActionKind, AgentError

Way = Literal["forest", "euclid", "weighted"]
WAYS: tuple[Way, ...] = get_args(Way)
ZONES = ("dead", "red", "orange", "yellow", "green")
ZONE_BOUNDS = (1.0, 5.0, 10.0, 20.0)
"""M up to which a stack is dead, red, orange, yellow; above it is green."""
PLACES = ("bad", "normal", "good")
STRENGTHS = SHARES = 10
WEIGHTINGS = 10_000
TREES = 100
FEWEST_SEEN = 10
ALIKE = 0.05
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Bounds of equal frequency, by part of the game: before the flop, and after it.

    ``strength`` and ``share`` are pairs of float64[9]; bounds of shares repeat where many actions
    bet nothing, so that fewer than ten intervals occur.
    """

    strength: tuple[Floats, Floats]
    share: tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Tuples:
    """n cases as tuples, int64[n] each: part of the game, zone, strength, place, share bet."""

    part: Integers
    zone: Integers
    strength: Integers
    place: Integers
    share: Integers

    def cells(self) -> Integers:
        """The number of what the action answers to, all but the share."""
        by_zone = self.part * len(ZONES) + self.zone
        return np.asarray((by_zone * STRENGTHS + self.strength) * len(PLACES) + self.place)


def share_bet(decisions: Decisions) -> Floats:
    """The share of the player's chips that an action put in, float64[n]; a fold and a check 0."""
    paid = np.where(decisions.kind == ActionKind.CALL, decisions.to_call, 0)
    raised = decisions.kind == ActionKind.RAISE
    paid = np.where(raised, decisions.raise_to - decisions.spent, paid)
    return np.asarray(paid / np.maximum(decisions.left, 1))


def places(definition: GameDefinition) -> Integers:
    """The quality of each position, int64[N]: 0 for blinds, 2 for cut-off and button, else 1.

    Document 002, equation 11, is lost in the scan. Heads-up the small blind has the button.
    """
    names = position_names(definition)
    quality = {"small blind": 0, "big blind": 0, "cut-off": 2, "button": 2}
    if len(names) == 2:  # noqa: PLR2004
        quality["small blind"] = 2
    return np.array([quality.get(name, 1) for name in names])


def find_intervals(decisions: Decisions, feature_set: FeatureSet) -> Intervals:
    """Return the intervals of strength and of shares bet in cases."""
    strength = decisions.features[:, feature_set.names.index("strength")].astype(np.float64)
    shares = share_bet(decisions)
    later = decisions.round_index > 0
    ranks = np.arange(1, STRENGTHS) / STRENGTHS

    def bounds(values: Floats) -> Floats:
        return np.quantile(values, ranks) if len(values) else ranks

    return Intervals(
        (bounds(strength[~later]), bounds(strength[later])),
        (bounds(shares[~later]), bounds(shares[later])),
    )


def as_tuples(decisions: Decisions, feature_set: FeatureSet, intervals: Intervals) -> Tuples:
    """Return cases as tuples."""
    part = (decisions.round_index > 0).astype(np.int64)
    names = feature_set.names
    strength = decisions.features[:, names.index("strength")].astype(np.float64)
    zones = np.searchsorted(ZONE_BOUNDS, decisions.features[:, names.index("M")], side="left")
    return Tuples(
        part,
        zones.astype(np.int64),
        _intervals(strength, intervals.strength, part),
        places(feature_set.definition)[decisions.position],
        _intervals(share_bet(decisions), intervals.share, part),
    )


def _intervals(values: Floats, bounds: tuple[Floats, Floats], part: Integers) -> Integers:
    """The interval of each value, int64[n]: above its lower bound, up to its upper one."""
    found = [np.searchsorted(one, values, side="left") for one in bounds]
    return np.where(part == 0, *found).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of cases whose action is in the predicted interval (equation 19).

    ``same``: of the weighted way, the weights were chosen on the cases that are scored, as in the
    source; ``other``: on the cases that were learned from.
    """

    same: float
    other: float


def score_ways(learned: Tuples, scored: Tuples, *, seed: int) -> dict[Way, Accuracy]:
    """Score the three ways of the source: learn from some cases, predict others."""
    random = np.random.Generator(np.random.Philox(seed))
    weights = np.concatenate([np.full((1, 3), 1 / 3), random.dirichlet(np.ones(3), WEIGHTINGS - 1)])
    on_scored = _scores(learned, scored, weights)
    on_learned = _scores(learned, learned, weights)
    forest = _forest_score(learned, scored, seed=seed)
    euclid = float(on_scored[0])
    chosen = float(on_scored[on_learned.argmax()])
    return {
        "forest": Accuracy(forest, forest),
        "euclid": Accuracy(euclid, euclid),
        "weighted": Accuracy(float(on_scored.max()), chosen),
    }


def _forest_score(learned: Tuples, scored: Tuples, *, seed: int) -> float:
    form = import_scikit("ensemble").RandomForestClassifier
    hits = 0
    for part in (0, 1):
        rows, asked = learned.part == part, scored.part == part
        if not rows.any() or not asked.any():
            continue
        model = form(n_estimators=TREES, random_state=seed, n_jobs=1)
        model.fit(_features(learned)[rows], learned.share[rows])
        hits += int((model.predict(_features(scored)[asked]) == scored.share[asked]).sum())
    return hits / max(len(scored.share), 1)


def _features(cases: Tuples) -> Floats:
    """Zone, strength and place, each from 0 to 1, float64[n, 3]."""
    columns = cases.zone / 4, cases.strength / (STRENGTHS - 1), cases.place / 2
    return np.column_stack(columns)


def _scores(learned: Tuples, scored: Tuples, weights: Floats) -> Floats:
    """The accuracy of the nearest tuple under each row of weights, float64[weights].

    A tuple that was seen answers with the share that was bet most often there.
    """
    hits = np.zeros(len(weights))
    for part in (0, 1):
        rows, asked = learned.part == part, scored.part == part
        if not rows.any() or not asked.any():
            continue
        known, first, cell = np.unique(
            learned.cells()[rows], return_index=True, return_inverse=True
        )
        counts = np.zeros((len(known), SHARES))
        np.add.at(counts, (cell, learned.share[rows]), 1)
        answers, at = counts.argmax(axis=1), _features(learned)[rows][first]
        cases, start, inverse = np.unique(
            scored.cells()[asked], return_index=True, return_inverse=True
        )
        by_case = np.zeros((len(cases), SHARES))
        np.add.at(by_case, (inverse, scored.share[asked]), 1)
        squares = (_features(scored)[asked][start][:, None] - at[None]) ** 2
        for number, weight in enumerate(weights):
            nearest = (squares @ weight).argmin(axis=1)
            hits[number] += by_case[np.arange(len(cases)), answers[nearest]].sum()
    return hits / max(len(scored.share), 1)


def write_tuples(decisions: Decisions, feature_set: FeatureSet, *, origin: Origin) -> str:
    """Write a rule for each tuple that was seen ten times or more, with its actions as the mix.

    Neighbours in strength whose mixes differ by at most 5% are one rule. What no rule covers is
    answered by the mix of all cases. Raises AgentError without cards, or if nothing was seen often.
    """
    if "strength" not in feature_set.names:
        raise AgentError("tuples need the player's cards; use --method trees --cards public")
    intervals = find_intervals(decisions, feature_set)
    cases = as_tuples(decisions, feature_set, intervals)
    moves, texts = _moves(decisions)
    lines = []
    titles = ("before-the-flop", "round is preflop"), ("after-the-flop", "not round is preflop")
    for part, (name, when) in enumerate(titles):
        rules = _rules(cases, moves, len(texts), part=part)
        lines += [f"tactic {name} when {when}"] if rules else []
        bounds = (0.0, *intervals.strength[part].tolist(), 1.0)
        for rule in rules:
            counts = dict(zip(texts, rule.counts.tolist(), strict=True))
            conditions = rule.conditions(bounds, feature_set.definition)
            lines.append(
                f"  rule when {conditions}: {mix_text(counts)}  # {rule.counts.sum():g} cases"
            )
        lines += [""] if rules else []
    if not lines:
        raise AgentError(
            f"no tuple was seen {FEWEST_SEEN} times in {len(decisions)} decisions; give more hands"
        )
    usual = np.bincount(moves, minlength=len(texts)).astype(float)
    comments = [
        f"Learned from {origin.case_count} decisions of {origin.player} by railbird learn --method "
        f"tuples, seed {origin.seed}: document 002, section 6.",
        *origin.warnings,
    ]
    otherwise = f"otherwise: {mix_text(dict(zip(texts, usual.tolist(), strict=True)))}"
    return "\n".join([*head(f"{origin.player} as tuples", comments), *lines, otherwise, ""])


def _moves(decisions: Decisions) -> tuple[Integers, list[str]]:
    """The move of each decision, and the moves as texts: fold, call, and each size of a raise."""
    moves, texts = decisions.kind.astype(np.int64), ["fold", "call"]
    rows = np.flatnonzero(decisions.kind == ActionKind.RAISE)
    if not len(rows):
        return moves, texts
    chosen = decisions.take(rows)
    if not chosen.raise_to.any():
        return moves, [*texts, "raise min"]
    sizes, classes = classify_sizes(chips_of(chosen), chosen.raise_to)
    moves[rows] += classes
    return moves, [*texts, *map(size_text, sizes)]


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """Cells of one zone and place whose strengths follow each other, and moves seen there."""

    zone: int
    place: int
    low: int
    high: int
    counts: Floats

    def conditions(self, bounds: tuple[float, ...], definition: GameDefinition) -> str:
        """The condition: which stack, which strength, which position."""
        texts = [f"stack in {ZONES[self.zone]}", _place_condition(self.place, definition)]
        low, high = bounds[self.low], bounds[self.high + 1]
        if self.low > 0 and self.high < STRENGTHS - 1:
            texts.append(f"{low:.4f} < strength <= {high:.4f}")
        elif self.low > 0:
            texts.append(f"strength > {low:.4f}")
        elif self.high < STRENGTHS - 1:
            texts.append(f"strength <= {high:.4f}")
        return " and ".join(text for text in texts if text)


def _place_condition(place: int, definition: GameDefinition) -> str:
    names = set(position_names(definition))
    late = [name for name in ("cut-off", "button") if name in names]
    blinds = ["small-blind", "big-blind"]
    if definition.player_count == 2:  # noqa: PLR2004
        return "button" if place == PLACES.index("good") else "big-blind"
    if place == PLACES.index("bad"):
        return f"({' or '.join(blinds)})"
    if place == PLACES.index("good"):
        return f"({' or '.join(late)})"
    return f"not ({' or '.join([*blinds, *late])})"


def _rules(cases: Tuples, moves: Integers, move_count: int, *, part: int) -> list[_Rule]:
    counts = np.zeros((len(ZONES), len(PLACES), STRENGTHS, move_count))
    rows = cases.part == part
    place = cases.zone[rows], cases.place[rows], cases.strength[rows], moves[rows]
    np.add.at(counts, place, 1)
    found: list[_Rule] = []
    for zone, quality in np.ndindex(len(ZONES), len(PLACES)):
        current: _Rule | None = None
        for strength in range(STRENGTHS):
            seen = counts[zone, quality, strength]
            if seen.sum() < FEWEST_SEEN:
                current = None
                continue
            if current is not None and _differ(current.counts, seen) <= ALIKE:
                current = _Rule(zone, quality, current.low, strength, current.counts + seen)
                found[-1] = current
            else:
                current = _Rule(zone, quality, strength, strength, seen)
                found.append(current)
    return found


def _differ(one: Floats, other: Floats) -> float:
    """Half the sum of differences of two mixes."""
    return float(np.abs(one / one.sum() - other / other.sum()).sum() / 2)
