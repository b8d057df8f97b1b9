"""What is learned of a player, measured: the eight archetypes, Leduc's equilibrium, and speeds.

    python benchmarks/learning_a_player.py accuracy [STYLE ...]
    python benchmarks/learning_a_player.py net [STYLE ...]
    python benchmarks/learning_a_player.py play [GAME [STYLE ...]]
    python benchmarks/learning_a_player.py who
    python benchmarks/learning_a_player.py leduc
    python benchmarks/learning_a_player.py speed

Each prints a table in Markdown. The archetypes draw a plan once a hand; their ceilings are known
here, since the shares of the plans are.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions, decisions_of
from railbird.agents.clone.learning.boosting import BOOSTING, fit_classifier, fit_trees
from railbird.agents.clone.learning.net_fitting import fit_net, predict, read_player_hands
from railbird.agents.clone.learning.playing_beside import CoupledClone, compare_play
from railbird.agents.clone.learning.scores import ceiling, score
from railbird.agents.clone.learning.splitting import take_cases
from railbird.agents.clone.learning.tree_rules import fit_tree
from railbird.agents.clone.learning.tuples import as_tuples, find_intervals, score_ways
from railbird.agents.clone.model.clone_model import CloneModel, Origin
from railbird.agents.clone.player import play_model
from railbird.agents.holdem.archetype import STYLE_SHARES, STYLES, Archetype, style_number
from railbird.harness.analysis.training import training_tools
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.native import holding_class
from railbird.plugins import Game, load_registry

OPPONENTS = ("fox", "rock", "fish", "maniac", "calling-station")
CASES = (1_000, 5_000)
HELD_OUT = 10_000
HANDS = 100
PLAY_CASES = 20_000
PLAY_DECKS = 1_000
TRIES = 3
Floats = npt.NDArray[np.float64]


def main(arguments: Sequence[str]) -> None:
    """Print one of the tables."""
    name, *rest = arguments or ["accuracy"]
    {
        "accuracy": lambda: print_accuracy(rest or list(STYLES)),
        "net": lambda: print_net(rest or list(STYLES)),
        "play": lambda: print_play(*(rest[:1] or ["holdem-limit-6p"]), rest[1:] or list(STYLES)),
        "who": print_who,
        "leduc": print_leduc,
        "speed": print_speed,
    }[name]()


@cache
def games() -> dict[str, Game]:
    """All games by name."""
    return load_registry().games


def origin_of(style: str, cases: int, method: str = "trees") -> Origin:
    """Where a model comes from."""
    return Origin(style, method, cases, cases, 0, {})


def cases_of(game: Game, style: str, count: int, *, seed: int) -> Decisions:
    """Decisions of an archetype in seat 0 beside five others, at least ``count``."""
    tools = training_tools(game, seed, print)
    feature_set, parts, first = FeatureSet(game.definition), [], 0
    total, decks = 0, 40
    while total < count:
        agents = [Archetype(style), *(Archetype(other) for other in OPPONENTS)]
        hands = tools.play(agents, first, decks, HANDS)
        found = decisions_of(game, [hands], 0, feature_set=feature_set)
        total, first = total + len(found), first + decks
        parts.append(moved(found, matches=first))
    return joined(parts).take(slice(0, None))


def moved(found: Decisions, *, matches: int) -> Decisions:
    """Decisions whose matches are numbered from another number on."""
    columns = {name: getattr(found, name) for name in Decisions.__slots__}
    return Decisions(**{**columns, "match": found.match + matches})


def joined(parts: Sequence[Decisions]) -> Decisions:
    """All decisions together."""
    return Decisions(
        **{n: np.concatenate([getattr(p, n) for p in parts]) for n in Decisions.__slots__}
    )


def truth(style: str, found: Decisions, names: Sequence[str]) -> Floats:
    """The probabilities of an archetype's kinds of action given its hand so far, float64[n, 3].

    Before the flop a hand's plan is drawn once: raise, call or fold. Who raised before has the
    plan to raise, who called the one to call; who checked has not the one to raise.
    """
    column = {name: found.features[:, names.index(name)] for name in names}
    ends = STYLE_SHARES[style_number(style)][holding_class(found.hole_cards)]
    plans = np.column_stack([1 - ends[:, 1], ends[:, 1] - ends[:, 0], ends[:, 0]])
    before = found.round_index == 0
    has_raised, has_called = column["own-raises"] > 0, column["own-calls"] > 0
    plans[before & has_raised] = (0, 0, 1)
    plans[before & ~has_raised & has_called] = (0, 1, 0)
    plans[before & ~has_raised & ~has_called & (column["own-last"] == 1), 2] = 0
    plans /= np.maximum(plans.sum(axis=1, keepdims=True), 1e-300)
    strength = column["ehs"].astype(float)
    later = np.where(strength >= 0.8, 2, np.where(strength >= 0.5, 1, 0))
    plans[~before] = np.eye(3)[later[~before]]
    for kind in (0, 2):
        is_illegal = (found.legal >> kind & 1) == 0
        plans[is_illegal, 1] += plans[is_illegal, kind]
        plans[is_illegal, kind] = 0
    return plans


def print_accuracy(styles: Sequence[str]) -> None:
    """Print held-out accuracies of every method."""
    game = games()["holdem-nolimit-6p"]
    feature_set = FeatureSet(game.definition)
    print(
        "| player | judged | majority | ceiling | trees 1,000 | trees 5,000 | tree 5,000 "
        "| log-loss above entropy: trees, tree | calibration error |\n|" + "---|" * 9
    )
    measures = []
    for style in styles:
        held = cases_of(game, style, HELD_OUT, seed=1)
        pool = cases_of(game, style, max(CASES), seed=2)
        declared = truth(style, held, feature_set.names)
        best, entropy = ceiling(declared)
        by_count = []
        for count in CASES:
            learned = pool.take(take_cases(pool.match, count, seed=0))
            by_count.append(fit_trees(learned, feature_set, origin=origin_of(style, count), seed=0))
        tree = fit_tree(learned, feature_set, origin=origin_of(style, count, "tree"), seed=0).model
        found = [
            score(one.kind_probabilities(held.features, held.legal), held.kind)
            for one in (*by_count, tree)
        ]
        accuracies = " | ".join(f"{one.accuracy:.4f}" for one in found)
        losses = ", ".join(f"{one.log_loss - entropy:.3f}" for one in found[1:])
        print(
            f"| {style} | {len(held):,} | {found[0].majority:.4f} | {best:.4f} | {accuracies} "
            f"| {losses} | {found[1].calibration_error:.4f} |",
            flush=True,
        )
        measures.append(source_measure(style, learned, held, feature_set))
    print(
        "\n| player | majority | forest | Euclid | weighted, chosen on learned cases "
        "| weighted, chosen on judged cases | trees, all features |\n|" + "---|" * 7
    )
    print("\n".join(measures))


def source_measure(style: str, learned: Decisions, held: Decisions, feature_set: FeatureSet) -> str:
    """A line of the source's measure: the share of chips bet in ten intervals."""
    intervals = find_intervals(learned, feature_set)
    known, asked = (as_tuples(part, feature_set, intervals) for part in (learned, held))
    ways = score_ways(known, asked, seed=0)
    present = np.unique(known.share)
    labels = np.searchsorted(present, known.share)
    classifier, _ = fit_classifier(learned.features, labels, learned.match, seed=0)
    answers = present[classifier.probabilities(held.features).argmax(axis=1)]
    numbers = (
        np.bincount(asked.share).max() / len(asked.share),
        ways["forest"].other,
        ways["euclid"].other,
        ways["weighted"].other,
        ways["weighted"].same,
        (answers == asked.share).mean(),
    )
    return f"| {style} | " + " | ".join(f"{number:.4f}" for number in numbers) + " |"


def print_net(styles: Sequence[str]) -> None:
    """Print held-out accuracies of nets in limit hold'em, beside those of trees."""
    game = games()["holdem-limit-6p"]
    feature_set = FeatureSet(game.definition)
    print(
        "| player | judged | majority | ceiling | net 1,000 | net 5,000 | trees 5,000 "
        "| log-loss above entropy: net, trees | calibration error of net |\n|" + "---|" * 9
    )
    for style in styles:
        agents = [Archetype(style), *(Archetype(other) for other in OPPONENTS)]
        pool, held = (
            training_tools(game, seed, print).play(agents, 0, decks, HANDS)
            for seed, decks in ((2, 40), (1, 60))
        )
        cases, judged = (
            decisions_of(game, [hands], 0, feature_set=feature_set) for hands in (pool, held)
        )
        learned, asked = (
            read_player_hands(game, [hands], 0, folder=Path("memory")) for hands in (pool, held)
        )
        best, entropy = ceiling(truth(style, judged, feature_set.names))
        found = []
        for count in CASES:
            part = cases.take(take_cases(cases.match, count, seed=0))
            net = fit_net(learned, part, origin=origin_of(style, count, "net"), seed=0)
            found.append(score(predict(asked, net, judged), judged.kind))
        trees = fit_trees(part, feature_set, origin=origin_of(style, count), seed=0)
        found.append(score(trees.kind_probabilities(judged.features, judged.legal), judged.kind))
        accuracies = " | ".join(f"{one.accuracy:.4f}" for one in found)
        losses = ", ".join(f"{one.log_loss - entropy:.3f}" for one in found[1:])
        print(
            f"| {style} | {len(judged):,} | {found[0].majority:.4f} | {best:.4f} | {accuracies} "
            f"| {losses} | {found[1].calibration_error:.4f} |",
            flush=True,
        )


def print_play(name: str, styles: Sequence[str]) -> None:
    """Print what clones win more than their originals."""
    game = games()[name]
    feature_set = FeatureSet(game.definition)
    others: list[Callable[[], Any]] = [partial(Archetype, style) for style in OPPONENTS]
    print(
        f"| player, {name} | hands | original | clone | difference, mbb a hand | verdict |\n|"
        + "---|" * 6
    )
    for style in styles:
        pool = cases_of(game, style, PLAY_CASES, seed=2)
        learned = pool.take(take_cases(pool.match, PLAY_CASES, seed=0))
        model = fit_trees(learned, feature_set, origin=origin_of(style, PLAY_CASES), seed=0)
        found = compare_play(
            training_tools(game, 3, print),
            partial(Archetype, style),
            partial(CoupledClone, model),
            others=others,
            decks=PLAY_DECKS,
            hands=HANDS,
        )
        print(
            f"| {style} | {found.hand_count:,} | {found.original:+.1f} | {found.clone:+.1f} "
            f"| {found.difference:+.1f} ± {found.half_width:.1f} | {found.verdict.split(':')[0]} |",
            flush=True,
        )


def print_who() -> None:
    """Print how often an unknown player is recognised by the likelihood of known clones."""
    game = games()["holdem-nolimit-6p"]
    feature_set = FeatureSet(game.definition)
    models: dict[str, CloneModel] = {}
    unknown: dict[str, Decisions] = {}
    for style in STYLES:
        pool = cases_of(game, style, max(CASES), seed=2)
        learned = pool.take(take_cases(pool.match, max(CASES), seed=0))
        models[style] = fit_trees(learned, feature_set, origin=origin_of(style, max(CASES)), seed=0)
        unknown[style] = cases_of(game, style, HELD_OUT, seed=1)
    lengths = (20, 100, 500)
    print("| player | " + " | ".join(f"of {n} decisions, most often as" for n in lengths) + " |")
    print("|---" * (1 + len(lengths)) + "|")
    for style, found in unknown.items():
        rows = np.arange(len(found))
        logs = np.column_stack(
            [
                np.log(np.maximum(m.kind_probabilities(found.features, found.legal), 1e-6))[
                    rows, found.kind
                ]
                for m in models.values()
            ]
        )
        cells = [recognised(logs, length, style) for length in lengths]
        print(f"| {style} | {' | '.join(cells)} |", flush=True)


def recognised(logs: Floats, length: int, style: str) -> str:
    """The share of runs of decisions given to the right style, and the commonest wrong one."""
    count = len(logs) // length
    sums = logs[: count * length].reshape(count, length, -1).sum(axis=1)
    votes = np.bincount(sums.argmax(axis=1), minlength=logs.shape[1]) / count
    names = list(STYLES)
    right = votes[names.index(style)]
    votes[names.index(style)] = 0
    wrong = f" ({names[votes.argmax()]} {votes.max():.2f})" if votes.max() > 0 else ""
    return f"{right:.2f}{wrong}"


def print_leduc() -> None:
    """Print how near a clone of Leduc's equilibrium is to it, by hands learned from."""
    game = games()["leduc"]
    feature_set = FeatureSet(game.definition)
    make = load_registry().agent("equilibrium").factory
    tools = training_tools(game, 1, print)
    print("| hands | decisions | total variation | NashConv, chips a hand |\n|---|---|---|---|")
    judged = leduc_cases(game, make, 20_000, first=10_000)
    for hands in (3_000, 12_500, 50_000):
        learned = leduc_cases(game, make, hands, first=0)
        model = fit_trees(learned, feature_set, origin=origin_of("equilibrium", hands), seed=0)
        found = model.kind_probabilities(judged.features, judged.legal)
        variation = np.abs(found - judged.declared).sum(axis=1).mean() / 2
        nash_conv = tools.nash_conv(partial(play_model, model))
        print(f"| {hands:,} | {len(learned):,} | {variation:.4f} | {nash_conv:.3f} |", flush=True)
    print(f"the equilibrium itself: NashConv {tools.nash_conv(make):.4f}")


def leduc_cases(game: Game, make: Callable[[], Any], hands: int, *, first: int) -> Decisions:
    """Decisions of both seats of the equilibrium, with what it declares."""
    played = training_tools(game, 1, print).play([make(), make()], first, hands // HANDS, HANDS)
    feature_set, declare = FeatureSet(game.definition), make().probabilities_batch
    return joined(
        [
            decisions_of(game, [played], seat, feature_set=feature_set, declare=declare)
            for seat in (0, 1)
        ]
    )


def print_speed() -> None:
    """Print speeds of rows, of fitting and of play."""
    print("| what | measured |\n|---|---|")
    game = games()["holdem-preflop-nolimit-2p"]
    feature_set = FeatureSet(game.definition)
    tools = training_tools(game, 1, print)
    hands = tools.play([Archetype("fox"), Archetype("fish")], 0, 100, 1_000)
    best = np.inf
    for _ in range(TRIES):
        begun = process_time()
        found = decisions_of(game, [hands], 0, feature_set=feature_set)
        best = min(best, process_time() - begun)
    print(f"| rows a second, pre-flop ({len(found):,}) | {len(found) / best:,.0f} |", flush=True)
    many = found.take(np.arange(100_000) % len(found))
    begun = process_time()
    model = fit_trees(many, feature_set, origin=origin_of("fox", 100_000), seed=0)
    ours = process_time() - begun
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 2**10
    theirs = seconds_of_scikit(many, trees=len(model.actions.forest.roots))
    print(f"| learning 100,000 decisions, s (scikit-learn's own fit {theirs:.1f}) | {ours:.1f} |")
    print(f"| memory of the process, MB | {memory:.0f} |", flush=True)
    small = found.take(np.arange(5_000))
    model = fit_trees(small, feature_set, origin=origin_of("fox", 5_000), seed=0)
    trees = len(model.actions.forest.roots) + (
        len(model.raises.forest.roots) if model.raises is not None else 0
    )
    speeds = [
        hands_per_second(game, one)
        for one in (partial(Archetype, "rock"), partial(play_model, model))
    ]
    print(f"| hands a second of rock twice | {speeds[0]:,.0f} |")
    print(f"| hands a second of a clone twice, {trees} trees | {speeds[1]:,.0f} |")
    print(f"| share of rock | {speeds[1] / speeds[0]:.2f} |")
    print_walk(small, model)


def seconds_of_scikit(found: Decisions, *, trees: int) -> float:
    """The time of scikit-learn's fit alone, with as many trees."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: PLC0415 - an extra

    kinds = len(np.unique(found.kind))
    rounds = max(trees // (kinds if kinds > 2 else 1), 1)
    begun = process_time()
    HistGradientBoostingClassifier(
        max_iter=rounds, random_state=0, early_stopping=False, **BOOSTING
    ).fit(found.features, found.kind)
    return process_time() - begun


def hands_per_second(game: Game, make: Callable[[], Any]) -> float:
    """Hands a second of processor time, both seats played by the same agent; the best of three."""
    plans = [PlannedMatch(deck, ("one", "two"), 2**20 + deck) for deck in range(1_000)]
    best = 0.0
    for _ in range(TRIES):
        begun = process_time()
        play_matches(game, plans, {"one": make, "two": make}, rules=PlayRules(20))
        best = max(best, 20_000 / (process_time() - begun))
    return best


def print_walk(found: Decisions, model: CloneModel) -> None:
    """Print the walk through the trees beside scikit-learn asked row by row."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: PLC0415 - an extra

    kinds = len(np.unique(found.kind))
    rounds = max(len(model.actions.forest.roots) // kinds, 1)
    theirs = HistGradientBoostingClassifier(
        max_iter=rounds, random_state=0, early_stopping=False, **BOOSTING
    )
    theirs.fit(found.features, found.kind)
    begun = process_time()
    for row in range(200):
        theirs.predict_proba(found.features[row : row + 1])
    by_row = 200 / (process_time() - begun)
    begun = process_time()
    for _ in range(20):
        model.actions.probabilities(found.features)
    ours = 20 * len(found) / (process_time() - begun)
    print(f"| rows a second of the walk (scikit-learn row by row {by_row:,.0f}) | {ours:,.0f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
