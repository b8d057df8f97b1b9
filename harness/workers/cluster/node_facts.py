"""Facts that must be equal on all machines: versions, and the code of every agent."""

import platform
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from railbird.harness.players.kind import Entrant, Lookup
from railbird.harness.players.kinds import kind_of
from railbird.harness.workers.cluster.carried_files import Files, settle_files
from railbird.harness.workers.cluster.packages import hash_code
from railbird.harness.workers.job import Job, players_of
from railbird.native.cards.ranks import rank_paths
from railbird.native.errors import RailbirdError, in_one_line
from railbird.plugins import AgentOrigin, Registry

Facts = Mapping[str, str]
"""The facts that must be equal, as pairs of name and value."""

DISTRIBUTIONS = ("railbird", "ray", "numpy", "pyarrow")
SHOWN_DIGITS = 8
MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Charter:
    """What workers of a cluster receive: the job, files that its agents read, and the facts."""

    job: Job
    files: Files
    facts: Facts


def facts_here(job: Job) -> dict[str, str]:
    """Return the facts of the machine on which the agents of a job were entered."""
    return _versions() | {
        _name(label): _describe(entrant.origin) for label, entrant in players_of(job)
    }


def facts_there(job: Job) -> dict[str, str]:
    """Return the facts of another machine, on which the agents of the job are looked up again."""
    try:
        registry = job.load_registry()
    except RailbirdError as error:
        return _versions() | {"plugins": in_one_line(error)}
    return _versions() | {
        _name(label): _look_up(entrant, job, registry) for label, entrant in players_of(job)
    }


def compare(charter: Charter) -> tuple[Job, str]:
    """Return the job as it is played here, and how this machine differs; "" if it does not."""
    job = settle_files(charter.job, charter.files)
    return job, describe_differences(charter.facts, facts_there(job))


def describe_differences(here: Facts, there: Facts) -> str:
    """Describe what differs; "" if nothing does."""
    found = list(_differences(here, there))
    more = f" and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
    return ", ".join(found[:MOST_SHOWN]) + more


def describe_processor() -> str:
    """Return the kind of processor, and the path of the C kernels that it uses."""
    return f"{platform.machine()} {rank_paths()[0]}"


def _differences(here: Facts, there: Facts) -> Iterator[str]:
    for name in dict.fromkeys([*here, *there]):
        ours, theirs = here.get(name, "none"), there.get(name, "none")
        if ours != theirs:
            yield f"{name} is {theirs} there and {ours} here"


def _versions() -> dict[str, str]:
    found = {f"version of {name}": _version(name) for name in DISTRIBUTIONS}
    python = ".".join(map(str, sys.version_info[:2]))
    return {"version of Python": python, **found, "code of railbird": _short(hash_code("railbird"))}


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "none"


def _look_up(entrant: Entrant, job: Job, registry: Registry) -> str:
    if entrant.plugin is not None:  # it is sent along, and imported only in its own process
        return _describe(entrant.origin)
    lookup = Lookup(job.game, registry, {})
    try:
        return _describe(kind_of(entrant.spec).enter(entrant.spec, lookup).origin)
    except RailbirdError as error:
        return f"unfit ({in_one_line(error)})"


def _name(label: str) -> str:
    return f"agent '{label}'"


def _describe(origin: AgentOrigin) -> str:
    words = (origin.distribution, origin.version, _short(origin.file_hash))
    return " ".join(word for word in words if word)


def _short(digest: str) -> str:
    return digest[:SHOWN_DIGITS]
