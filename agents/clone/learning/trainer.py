"""The trainer behind ``railbird learn``: learns a player of a stored run."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import decisions_of
from railbird.agents.clone.learning.case import Cards, Case, Method, origin_of
from railbird.agents.clone.learning.evaluating import evaluate_player, fit_model
from railbird.agents.clone.learning.net_fitting import read_player_hands, require_net_game
from railbird.agents.clone.learning.originals import find_declared_play
from railbird.agents.clone.learning.tree_rules import fit_tree
from railbird.agents.clone.learning.tuples import write_tuples
from railbird.agents.clone.model.model_file import write_model
from railbird.agents.clone.player import Model
from railbird.agents.dcubot.modelling.hidden_cards import fill_hidden_cards
from railbird.agents.dcubot.net.weights import WeightsError, read_weights
from railbird.agents.parameters import as_path, require_at_least, require_choice
from railbird.native import ActionKind, atomic_write
from railbird.native.wording import counted
from railbird.plugins import (
    BETTING_KINDS,
    AgentError,
    StoredPlayer,
    TrainingHands,
    TrainingTask,
    TrainingTools,
    unknown_name,
)

MODEL_SUFFIX = ".arrow"
RULES_SUFFIX = ".pokerlang"
FEWEST_CASES = 100
Hands = tuple[TrainingHands, ...]
EVERYBODY = "all"


def learn_player(  # noqa: PLR0913  (the trainer's parameters, all with defaults)
    tools: TrainingTools,
    task: TrainingTask,
    *,
    player: str = "",
    method: str = "",
    cards: str = "",
    impute: str = "",
    opponents: bool = False,
    evaluate: bool = False,
    play_hands: int = 20_000,
) -> None:
    """Learn a player from a run, and write a model or rules; or only evaluate what can be learned.

    - ``player``: label of the player in the run; with --evaluate also `all`.
    - ``method``: trees (the strongest, default), tree (readable rules of at most 64 leaves),
      tuples (document 002; default for a file .pokerlang), or net (dcubot's, in limit games).
    - ``cards``: known (from decisions whose cards are stored) or public (from what everybody saw);
      by default known if all cards of the player are stored, else public.
    - ``impute``: file of a dcubot-model by which hidden cards are drawn (limit games), instead of
      leaving them out.
    - ``opponents``: let it look at the style of opponents in former hands of the match.
    - ``evaluate``: print held-out scores, a learning curve, and play beside the original.
    - ``play_hands``: hands that original and clone play for --evaluate; 0 for none.

    """
    if task.against is None:
        raise AgentError("give the run to learn from: railbird learn RUN")
    if not evaluate and not task.writes:
        raise AgentError("nothing to do; give an output file with -o, or --evaluate, or both")
    require_at_least("play_hands", play_hands, 0, whole=True)
    chosen = _choose_method(method, task)
    if chosen == "net":
        _require_net(tools, cards=cards, opponents=opponents)
    if impute and cards:
        raise AgentError("--impute draws the hidden cards; give --impute or --cards, not both")
    players = tools.players(task.against)
    for number in _numbers(player, players, is_evaluated=evaluate and not task.writes):
        case = _read_case(tools, task.against, players, number=number, opponents=opponents)
        parts = tuple(tools.observed_hands(task.against)) if impute or chosen == "net" else ()
        if impute:
            case, parts = _with_drawn_cards(tools, task.against, case, parts, file=impute)
        if chosen == "net":
            hands = read_player_hands(tools.game, parts, number, folder=task.against)
            case = replace(case, hands=hands)
        case = _with_cards(tools, case, cards, chosen)
        if task.writes:
            _learn(tools, task.out, case, method=chosen)
        if evaluate:
            evaluate_player(tools, case, method=chosen, play_hands=play_hands)


def _choose_method(method: str, task: TrainingTask) -> Method:
    is_rules = task.writes and task.out.suffix == RULES_SUFFIX
    if task.writes and not is_rules and task.out.suffix != MODEL_SUFFIX:
        raise AgentError(
            f"{task.out}: a model is written to a file that ends with {MODEL_SUFFIX}, rules to one "
            f"that ends with {RULES_SUFFIX}"
        )
    wanted = method or ("tuples" if is_rules else "trees")
    chosen: Method = require_choice("method", wanted, get_args(Method))  # type: ignore[assignment]
    if is_rules and chosen in ("trees", "net"):
        raise AgentError(
            f"--method {chosen} cannot be written as rules; give a file that ends with .arrow, or "
            f"use --method tree or tuples for {task.out}"
        )
    if task.writes and not is_rules and chosen == "tuples":
        raise AgentError(f"--method tuples writes rules; give a file that ends with {RULES_SUFFIX}")
    return chosen


def _require_net(tools: TrainingTools, *, cards: str, opponents: bool) -> None:
    """Refuse what a net cannot learn."""
    require_net_game(tools.game)
    if cards == "public":
        raise AgentError("--method net learns from cards; use --method trees with --cards public")
    if opponents:
        raise AgentError(
            "--method net does not look at former hands; leave out --opponents, or use --method "
            "trees"
        )


def _numbers(
    label: str, players: tuple[StoredPlayer, ...], *, is_evaluated: bool
) -> tuple[int, ...]:
    labels = [one.label for one in players]
    if label == EVERYBODY and EVERYBODY not in labels and is_evaluated:
        return tuple(range(len(labels)))
    if not label:
        raise AgentError(
            f"say whom to learn: --player {labels[0]}; the run has {', '.join(labels)}"
        )
    if label not in labels:
        raise unknown_name("player", label, labels)
    return (labels.index(label),)


def _read_case(
    tools: TrainingTools,
    folder: Path,
    players: tuple[StoredPlayer, ...],
    *,
    number: int,
    opponents: bool,
) -> Case:
    definition = tools.game.definition
    if definition.variant is not None and (
        definition.has_card_rounds or definition.first_depends_on_cards
    ):
        raise AgentError(
            f"players of {tools.game.name} cannot be learned: hold'em and its kind can"
        )
    feature_set = FeatureSet(definition, has_opponents=opponents)
    hands = tools.observed_hands(folder)
    declare = find_declared_play(players[number])
    decisions = decisions_of(tools.game, hands, number, feature_set=feature_set, declare=declare)
    label = players[number].label
    if len(decisions) < FEWEST_CASES:
        raise AgentError(
            f"{label} made {counted(len(decisions), 'decision')} in {folder}; learning needs "
            f"{FEWEST_CASES} or more: play or import more hands"
        )
    return Case(decisions, feature_set, players, number, int(decisions.is_known.sum()))


def _with_drawn_cards(
    tools: TrainingTools, folder: Path, case: Case, parts: Hands, *, file: str
) -> tuple[Case, Hands]:
    """Draw the hidden cards of the run's hands by a model; what is known stays known."""
    path = as_path(file)
    try:
        weights = read_weights(path, definition=tools.game.definition)
        filled = tuple(fill_hidden_cards(weights, parts, folder=folder, seed=tools.seed))
    except WeightsError as error:
        raise AgentError(f"--impute: {error}") from error
    decisions = decisions_of(tools.game, filled, case.number, feature_set=case.feature_set)
    was = case.decisions
    decisions = replace(decisions, is_known=was.is_known, declared=was.declared)
    return replace(case, decisions=decisions, drawn_by=path.name), filled


def _with_cards(tools: TrainingTools, case: Case, cards: str, method: Method) -> Case:
    """Choose what is learned from where cards are not known, and say it."""
    known, count, label = case.known_count, len(case.decisions), case.player.label
    hidden = f"{count - known} of {count} decisions"
    if cards:
        require_choice("cards", cards, get_args(Cards))
    if not known and cards != "public" and not case.drawn_by:
        raise AgentError(
            f"no cards of {label} are stored; add --cards public to learn from what everybody saw"
        )
    is_drawn = bool(case.drawn_by) or (method == "net" and not cards)
    is_public = cards == "public" or (not cards and known < count and method in ("tree", "trees"))
    is_public = is_public and not is_drawn
    warnings = []
    if is_public:
        case = replace(case, feature_set=replace(case.feature_set, has_cards=False))
        first = len(case.decisions.features[0]) - len(case.feature_set.names)
        features = np.ascontiguousarray(case.decisions.features[:, first:])
        case = replace(case, decisions=replace(case.decisions, features=features))
        warnings.append(f"Learned without cards: those of {hidden} are not stored.")
    elif known < count and is_drawn:
        how = f"as {case.drawn_by} plays" if case.drawn_by else "by the net while it learned"
        warnings.append(f"The cards of {hidden} are not stored: they were drawn {how}.")
    elif known < count:
        rows = case.decisions.is_known
        case = replace(case, decisions=case.decisions.take(rows))
        warnings.append(
            f"Learned from the {known} of {count} decisions whose cards are stored; hands that "
            "were folded are missing among shown ones, so that it plays too much."
        )
    seen = np.unique(case.decisions.kind)
    for kind in BETTING_KINDS:
        if kind not in seen:
            warnings.append(f"{label} was never seen to {ActionKind(kind).name.lower()}.")
    for warning in warnings:
        tools.report(f"warning: {warning}")
    return replace(case, warnings=tuple(warnings))


def _learn(tools: TrainingTools, out: Path, case: Case, *, method: Method) -> None:
    origin = origin_of(case, method, tools.seed)
    if method == "tuples":
        _write_text(out, write_tuples(case.decisions, case.feature_set, origin=origin))
    elif method == "tree":
        tree = fit_tree(case.decisions, case.feature_set, origin=origin, seed=tools.seed)
        if out.suffix == RULES_SUFFIX:
            _write_text(out, tree.rules)
        else:
            write_model(out, tree.model)
        tools.report(_scores_in_words(tree.model))
    else:
        model = fit_model(case, case.decisions, method=method, seed=tools.seed)
        write_model(out, model)
        tools.report(_scores_in_words(model))
    how = "pokerlang" if out.suffix == RULES_SUFFIX else "clone"
    tools.report(
        f"{out} plays as {case.player.label}, learned from "
        f"{counted(len(case.decisions), 'decision')}: {how}:file={out}"
    )


def _scores_in_words(model: Model) -> str:
    told = [f"{name} {value:.4g}" for name, value in model.origin.scores.items()]
    return "held-out matches: " + (", ".join(told) or "too few to judge by")


def _write_text(out: Path, text: str) -> None:
    with atomic_write(out) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
