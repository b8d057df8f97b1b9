"""Says how well a player can be learned: held-out scores, curves, and play beside the original."""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.replay import Decisions
from railbird.agents.clone.learning.boosting import fit_trees
from railbird.agents.clone.learning.case import Case, Method, origin_of
from railbird.agents.clone.learning.net_fitting import fit_net, predict
from railbird.agents.clone.learning.originals import find_original
from railbird.agents.clone.learning.playing_beside import (
    CoupledClone,
    PlayDifference,
    compare_play,
    interval,
)
from railbird.agents.clone.learning.scores import OUTCOMES, calibration, ceiling, confusion, score
from railbird.agents.clone.learning.splitting import groups_of, split_groups, take_cases
from railbird.agents.clone.learning.tree_rules import fit_tree
from railbird.agents.clone.learning.tuples import as_tuples, find_intervals, score_ways
from railbird.agents.clone.model.net_model import NetModel
from railbird.agents.clone.model.raise_sizes import ALL_IN
from railbird.agents.clone.player import Model, play_model
from railbird.native.wording import counted
from railbird.plugins import TrainingTools

LEARNED_SHARE = 0.7
CURVE = (250, 500, 1_000, 2_500, 5_000, 20_000)
RESAMPLES = 5
HANDS_A_DECK = 100
ROUNDS = ("pre-flop", "flop", "turn", "river")


def evaluate_player(tools: TrainingTools, case: Case, *, method: Method, play_hands: int) -> None:
    """Report what can be learned of a player; matches are either learned from or judged on."""
    learned, held = split_groups(groups_of(case.decisions), LEARNED_SHARE, seed=tools.seed)
    parts = case.decisions.take(learned), case.decisions.take(held)
    tools.report(
        f"{case.player.label}: {counted(len(parts[0]), 'decision')} to learn from, "
        f"{len(parts[1]):,} of other matches to judge on; cards known in {case.known_count:,}"
    )
    for line in _evaluation(tools, case, parts, method=method):
        tools.report(line)
    if play_hands:
        for line in _play_lines(tools, case, parts[0], method=method, hands=play_hands):
            tools.report(line)


def _evaluation(
    tools: TrainingTools, case: Case, parts: tuple[Decisions, Decisions], *, method: Method
) -> Iterator[str]:
    yield from tuple_lines(case, parts, seed=tools.seed)
    if method == "tuples":
        return
    model = fit_model(case, parts[0], method=method, seed=tools.seed)
    judged = _to_judge(parts[1], method)
    if len(judged) < len(parts[1]):
        yield f"judged on the {len(judged):,} of these whose cards are stored"
    drawn = int((~judged.is_known).sum()) if case.drawn_by else 0
    if drawn:
        yield f"the cards of {drawn:,} of these were drawn as {case.drawn_by} plays"
    yield from score_lines(model, judged, probability=_predict(case, model, judged))
    yield from _curve_lines(case, method=method, seed=tools.seed)


def fit_model(case: Case, decisions: Decisions, *, method: Method, seed: int) -> Model:
    """Fit a model of some decisions of a case."""
    origin = origin_of(case, method, seed)
    if case.hands is not None:
        return fit_net(case.hands, decisions, origin=origin, seed=seed)
    if method == "tree":
        return fit_tree(decisions, case.feature_set, origin=origin, seed=seed).model
    return fit_trees(decisions, case.feature_set, origin=origin, seed=seed)


def _to_judge(held: Decisions, method: Method) -> Decisions:
    """The decisions that a model can be judged on: a net needs their cards."""
    return held.take(held.is_known) if method == "net" else held


def _predict(case: Case, model: Model, decisions: Decisions) -> npt.NDArray[np.float64]:
    if isinstance(model, NetModel):
        assert case.hands is not None, "a net is learned from hands"
        return predict(case.hands, model, decisions)
    return model.kind_probabilities(decisions.features, decisions.legal)


def score_lines(
    model: Model, held: Decisions, *, probability: npt.NDArray[np.float64]
) -> Iterator[str]:
    """Report scores, calibration and confusion on held-out decisions, from kinds float64[n, 3]."""
    found = score(probability, held.kind)
    yield (
        f"accuracy {found.accuracy:.4f} (majority {found.majority:.4f}), log-loss "
        f"{found.log_loss:.4f}, calibration error {found.calibration_error:.4f}"
    )
    if np.isfinite(held.declared).all():
        best, entropy = ceiling(held.declared)
        yield f"ceiling {best:.4f}, entropy {entropy:.4f}: what the player itself declares"
    else:
        yield "no ceiling: the player does not declare its play"
    yield "calibration (predictions: predicted, observed)"
    for count, predicted, observed in calibration(probability, held.kind).tolist():
        if count:
            yield f"  {count:7,.0f}: {predicted:.3f} {observed:.3f}"
    all_in = _is_all_in(model, held)
    for number, counts in enumerate(confusion(probability, all_in, held)):
        name = ROUNDS[number] if number < len(ROUNDS) else f"round {number + 1}"
        yield f"{name}: taken in rows, likeliest in columns ({', '.join(OUTCOMES)})"
        for outcome, row in zip(OUTCOMES, counts.tolist(), strict=True):
            yield f"  {outcome:14}" + "".join(f"{value:8,}" for value in row)


def _is_all_in(model: Model, held: Decisions) -> npt.NDArray[np.bool_]:
    if isinstance(model, NetModel) or not model.sizes:
        return np.zeros(len(held), np.bool_)
    is_all_in = np.array([size.kind == ALL_IN for size in model.sizes])
    return np.asarray(is_all_in[model.size_probabilities(held.features).argmax(axis=1)])


def tuple_lines(case: Case, parts: tuple[Decisions, Decisions], *, seed: int) -> Iterator[str]:
    """Report document 002's measure and its three ways, both ways of choosing weights."""
    if "strength" not in case.feature_set.names:
        yield "the source's tuples: not possible without cards"
        return
    intervals = find_intervals(parts[0], case.feature_set)
    learned, held = (as_tuples(part, case.feature_set, intervals) for part in parts)
    majority = np.bincount(held.share).max() / len(held.share)
    yield (
        "the source's measure (share of chips bet, ten intervals of which "
        f"{len(np.unique(held.share))} occur), majority {majority:.4f}"
    )
    for way, accuracy in score_ways(learned, held, seed=seed).items():
        extra = f", {accuracy.same:.4f} with weights chosen on the judged cases"
        yield f"  {way}: {accuracy.other:.4f}" + (extra if way == "weighted" else "")


def _curve_lines(case: Case, *, method: Method, seed: int) -> Iterator[str]:
    yield f"learning curve: accuracy and log-loss, 95% intervals over {RESAMPLES} resamples"
    groups = groups_of(case.decisions)
    for count in CURVE:
        found = []
        for resample in range(RESAMPLES):
            learned, held = split_groups(groups, LEARNED_SHARE, seed=seed + resample)
            pool, judged = case.decisions.take(learned), case.decisions.take(held)
            judged = _to_judge(judged, method)
            if len(pool) < count:
                return
            rows = take_cases(groups[learned], count, seed=seed + resample)
            model = fit_model(case, pool.take(rows), method=method, seed=seed)
            one = score(_predict(case, model, judged), judged.kind)
            found.append((one.accuracy, one.log_loss))
        means, widths = interval(np.array(found))
        yield (f"  {count:6,}: {means[0]:.4f} ± {widths[0]:.4f}, {means[1]:.4f} ± {widths[1]:.4f}")


def _play_lines(
    tools: TrainingTools, case: Case, learned: Decisions, *, method: Method, hands: int
) -> Iterator[str]:
    makers = {one.label: find_original(one) for one in case.players}
    original = makers[case.player.label]
    others = [make for label, make in makers.items() if make and label != case.player.label]
    if original is None or not others or method == "tuples":
        why = "its agent is not known" if original is None else "the other agents are not known"
        why = "rules are played by pokerlang" if method == "tuples" else why
        yield f"no play beside the original: {why}"
        return
    model = fit_model(case, learned, method=method, seed=tools.seed)
    seats = tools.game.definition.player_count - 1
    found = compare_play(
        tools,
        original,
        lambda: play_model(model) if model.has_memory else CoupledClone(model),
        others=_around(others, seats),
        decks=max(hands // HANDS_A_DECK, 2),
        hands=HANDS_A_DECK,
    )
    yield from difference_lines(found)


def _around(others: list[Callable[[], object]], seats: int) -> list[Callable[[], object]]:
    """Fill seats with the run's other players, again from the first where they are too few."""
    return [others[number % len(others)] for number in range(seats)]


def difference_lines(found: PlayDifference) -> Iterator[str]:
    """Report a clone's play beside its original's."""
    yield (
        f"play, {found.hand_count:,} hands in the same seat on the same decks: original "
        f"{found.original:+.1f}, clone {found.clone:+.1f} mbb a hand, difference "
        f"{found.difference:+.1f} ± {found.half_width:.1f}"
    )
    yield f"  {found.verdict}"
    yield "style (original, clone)"
    for name, original, clone in found.styles:
        if np.isfinite([original, clone]).all():
            yield f"  {name:29} {original:7.3f} {clone:7.3f}"
