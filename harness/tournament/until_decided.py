"""Plays a tournament in stages until the order of all pairs of agents is decided.

After each stage the pairs are tested by `results.sequential`; only line-ups with an agent of an
undecided pair are continued, in the order of the schedule. A look uses exactly the decks up to it,
so that the result does not depend on the number of workers or on interruptions.
"""

from collections.abc import Callable, Collection
from math import inf

import msgspec

from railbird.harness.analysis.declared_luck import make_planned_luck
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
MOST_TIMES = 16
"""The maximum number of decks, as a multiple of the spec's, unless it is given."""
FindOpen = Callable[[Decisions], frozenset[str]]
"""Returns the agents of pairs that are to be decided and are not."""


def every_pair(decided: Decisions) -> frozenset[str]:
    """Return the agents of any undecided pair."""
    return decided.open_agents


def run_until_decided(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    rule: StoppingRule,
    *,
    folder: RunPlace | None = None,
    dispatch: Dispatch | None = None,
    progress: ShowProgress = show_nothing,
    secret: bytes | None = None,
    fresh: bool = False,
    with_tables: bool = True,
    tried: Collection[str] = (),
    find_open: FindOpen = every_pair,
) -> Decisions:
    """Play the spec's decks, then twice as many, and so on, until all pairs are decided.

    With `find_open`, until it finds no agent of a pair that matters. Stops at the rule's maximum
    number of decks. Tables, `secret`, `fresh` and `tried` are as for `run`, and there is also the
    table `decisions`. Raises SpecError if the rule is not valid.
    """
    place = open_folder(folder or DEFAULT_FOLDER / spec.name).resolved()
    looks = plan_looks(first_look(spec, rule), rule.most_decks)
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
            with_tables=with_tables,
            tried=tried if number == 1 else spec.labels,
        )
        decided = _judge(place, looks[:number], rule)
        agents = find_open(decided)
        if not agents:
            break
    results = open_run(place)
    write_table(place, f"{TABLES}/decisions", results.decisions(decided).arrow)
    return decided


def _judge(folder: RunFolder, looks: tuple[int, ...], rule: StoppingRule) -> Decisions:
    reading = make_planned_luck(open_run(folder)).reading
    return decide_run(reading.sets, looks, rule, game=reading.game)


def first_look(spec: Spec, rule: StoppingRule) -> int:
    """Return the number of decks at the first look; raises SpecError if the rule is not valid."""
    if spec.decks is None:
        raise SpecError(
            "deck_seeds: with --until-decided deck seeds are derived as needed; give the number "
            "to start with (decks = 20)"
        )
    if spec.decks < LEAST_DECKS:
        raise SpecError(
            f"decks: {counted(spec.decks or 0, 'deck seed')} is too few for the first look; start "
            f"with {LEAST_DECKS} or more"
        )
    if rule.most_decks < spec.decks:
        raise SpecError(
            f"--most-decks: {rule.most_decks} is less than the spec's decks = {spec.decks}; use a "
            "larger number"
        )
    if not 0 < rule.error_rate < 1:
        raise SpecError(
            f"--error-rate: {rule.error_rate} is not valid; use a number between 0 and 1"
        )
    if rule.margin is not None and not 0 < rule.margin < inf:
        raise SpecError(
            f"--margin: {rule.margin} is not valid; give the smallest difference in mbb per hand "
            "that matters (--margin 5)"
        )
    return spec.decks


def _decks_there(folder: RunFolder) -> int:
    manifest = find_manifest(folder)
    return 0 if manifest is None else len(manifest.deck_seeds)
