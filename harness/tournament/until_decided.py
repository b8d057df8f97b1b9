"""Plays a tournament in stages until the order of all pairs of agents is decided.

After each stage the pairs are judged by `results.sequential`; only line-ups with an agent of an
open pair are played on, in the order of the schedule. What is judged at a look are the decks up to
it and nothing else, so that neither the number of workers nor a stop in between shows.
"""

from math import inf

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.planning import Reach
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.progress import ShowProgress, show_nothing
from railbird.harness.tournament.run import DEFAULT_FOLDER, run
from railbird.harness.workers.dispatch import Dispatch
from railbird.native.wording import counted
from railbird.results import open_run
from railbird.results.estimate.ranking.sequential import (
    Decisions,
    StoppingRule,
    decide_run,
    plan_looks,
)
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.manifest import find_manifest
from railbird.results.store.store import TABLES
from railbird.results.store.table_files import write_table

LEAST_DECKS = 10


def run_until_decided(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    rule: StoppingRule,
    *,
    folder: RunPlace | None = None,
    dispatch: Dispatch | None = None,
    progress: ShowProgress = show_nothing,
    secret: bytes | None = None,
    fresh: bool = False,
) -> Decisions:
    """Play the spec's decks, then twice as many, and so on, until all is decided or played.

    Tables, `secret` and `fresh` are those of `run`, and there is the table `decisions`. Raises
    SpecError where the rule makes no sense.
    """
    place = open_folder(folder or DEFAULT_FOLDER / spec.name).resolved()
    looks = plan_looks(_first_look(spec, rule), rule.most_decks)
    agents = frozenset(spec.labels)
    for number, look in enumerate(looks, start=1):
        begins_anew = fresh and number == 1
        there = 0 if begins_anew else _decks_there(place)
        further = msgspec.structs.replace(spec, decks=max(look, there))
        reach = Reach(look, agents)
        run(
            further,
            folder=place,
            dispatch=dispatch,
            progress=progress,
            reach=reach,
            secret=secret,
            fresh=begins_anew,
        )
        decided = _judge(place, looks[:number], rule)
        if decided.is_settled:
            break
        agents = decided.open_agents
    results = open_run(place)
    write_table(place, f"{TABLES}/decisions", results.decisions(decided).arrow)
    return decided


def _judge(folder: RunFolder, looks: tuple[int, ...], rule: StoppingRule) -> Decisions:
    reading = open_run(folder).reading
    return decide_run(reading.sets, looks, rule, game=reading.game)


def _first_look(spec: Spec, rule: StoppingRule) -> int:
    if spec.decks is None:
        raise SpecError(
            "deck_seeds: with --until-decided deck seeds are derived as they are needed; "
            "say how many to begin with (decks = 20)"
        )
    if spec.decks < LEAST_DECKS:
        raise SpecError(
            f"decks: the first look at {counted(spec.decks or 0, 'deck seed')} would say little; "
            f"begin with {LEAST_DECKS} or more"
        )
    if rule.most_decks < spec.decks:
        raise SpecError(
            f"--most-decks: {rule.most_decks} are fewer than the spec's {spec.decks} to begin with"
        )
    if not 0 < rule.error_rate < 1:
        raise SpecError(f"--error-rate: {rule.error_rate} is not valid; say one between 0 and 1")
    if rule.margin is not None and not 0 < rule.margin < inf:
        raise SpecError(
            f"--margin: {rule.margin} is not valid; say above how many mbb per hand a difference "
            "matters (--margin 5)"
        )
    return spec.decks


def _decks_there(folder: RunFolder) -> int:
    manifest = find_manifest(folder)
    return 0 if manifest is None else len(manifest.deck_seeds)
