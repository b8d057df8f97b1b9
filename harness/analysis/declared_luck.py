"""Corrections for declared decisions (AIVAT): asks the agents of a run, and stores the results."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from railbird.harness.analysis.asked_holdings import AskedHoldings
from railbird.harness.analysis.changed_agents import OUTSIDE, has_changed
from railbird.harness.analysis.declared_play import ask_for_play
from railbird.plugins import Game, Registry, load_registry
from railbird.plugins.contract.agent import declares_probabilities
from railbird.results import AgentRecord, RunResults
from railbird.results.errors import StoreError
from railbird.results.hands.played_hands import PlayedHands, played_hands
from railbird.results.luck.adjusted import (
    VALUE,
    Corrects,
    has_cards,
    make_corrections,
    value_name,
)
from railbird.results.luck.choice import require_luck
from railbird.results.luck.declared_hands import DeclaredHands
from railbird.results.luck.declared_holdem import Asks
from railbird.results.luck.listed_hands import ListedHands, is_listed, listed_game
from railbird.results.luck.stored_luck import DECLARED, StoredLuck, read_luck, write_luck

Strategy = npt.NDArray[np.float64]
MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Declaring:
    """An agent of a run: its instances, and why it counts as declaring nothing, or ""."""

    label: str
    make: Any = None
    reason: str = ""


def make_aivat(run: RunResults, registry: Registry | None = None) -> None:
    """Store the corrections of every shard that has none.

    Agents of the run are asked for their probabilities if they declare them, are stationary, and
    have the code that played. Raises GameDefinitionError for a game without a value function,
    StoreError if the folder cannot be written.
    """
    require_luck(run.game, "aivat")
    if run.reading.mode != "cash":
        return
    value, players = value_name(run.game, "aivat"), run.game.player_count
    shards = [
        shard
        for shard in run.reading.holdings.shards
        if read_luck(shard, "aivat", players=players, about={VALUE: value}) is None
    ]
    if not shards:
        return
    if not all(map(has_cards, shards)):
        raise StoreError(
            f"the cards of {run.folder} are secret until the run has ended; use --luck raw until "
            "then"
        )
    corrects, declared = _corrections(run, registry or load_registry())
    about = {VALUE: value, DECLARED: msgspec.json.encode(declared).decode()}
    for shard in shards:
        made = make_corrections(played_hands([shard], run.labels), corrects, about)
        write_luck(shard, "aivat", made)


def make_planned_luck(run: RunResults) -> RunResults:
    """Return the run, with the corrections made that its choice of luck needs from agents."""
    if run.reading.luck == "aivat":
        make_aivat(run)
    return run


def find_declaring(record: AgentRecord, registry: Registry, game: Game) -> Declaring:
    """Find the code of an agent of a run, if it is what played there."""
    parameters: Mapping[str, Any] = msgspec.json.decode(record.parameters or "{}")
    if OUTSIDE in parameters or MEMBERS in parameters:
        return Declaring(record.label, reason="it played outside, or is a place for members")
    if record.agent not in registry.agent_offers:
        return Declaring(record.label, reason="it is not installed")
    if has_changed(record, registry):
        return Declaring(record.label, reason="its code has changed since the run")
    entry = registry.agent(record.agent)
    return Declaring(record.label, partial(entry.factory, **parameters))


def _corrections(run: RunResults, registry: Registry) -> tuple[Corrects, list[str]]:
    """Return what corrects the hands of a run, and who declares."""
    game = Game(run.manifest.game_name, run.game)
    found = [find_declaring(record, registry, game) for record in run.manifest.agents]
    return (_of_list if is_listed(run.game) else _of_holdem)(run, game, found)


def _of_holdem(run: RunResults, game: Game, found: list[Declaring]) -> tuple[Corrects, list[str]]:
    asks: dict[int, Asks] = {}
    for one in found:
        agent = None if one.make is None else one.make()
        if agent is not None and _is_declaring(agent):
            asks[run.labels.index(one.label)] = AskedHoldings(game, one.label, agent)
    hands = DeclaredHands(run.game, asks)
    return hands.corrections, [run.labels[number] for number in sorted(asks)]


def _is_declaring(agent: Any) -> bool:
    return declares_probabilities(agent) and bool(getattr(agent, "stationary", False))


def _of_list(run: RunResults, game: Game, found: list[Declaring]) -> tuple[Corrects, list[str]]:
    tree = listed_game(run.game).tree
    strategies: dict[int, Strategy] = {}
    for one in found:
        if one.make is None:
            continue
        play = ask_for_play(game, tree, label=one.label, factory=one.make)
        if play.strategy is not None:
            strategies[run.labels.index(one.label)] = play.strategy
    listed = ListedHands(run.game, strategies)

    def corrects(hands: PlayedHands) -> StoredLuck:
        luck = listed.corrections(hands)
        return StoredLuck(luck.corrections, luck.is_known)

    return corrects, [run.labels[number] for number in sorted(strategies)]
