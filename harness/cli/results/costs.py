"""``railbird costs`` and ``railbird calls``: what agents that ask services cost and said."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import msgspec
import typer

from railbird.harness.cli.results.tables import (
    Agent,
    Folder,
    FormatName,
    Only,
    Part,
    TableChoice,
    UnitName,
    make_tables,
    print_tables,
    require_agent,
    rows_of,
    with_table_flags,
)
from railbird.harness.errors import SpecError
from railbird.harness.plan.keys import match_key
from railbird.native import PAYOFF_UNIT, ActionKind
from railbird.native.wording import counted
from railbird.results import RunResults
from railbird.results.histories.storing.played import PlayedMatch, played_matches
from railbird.results.reading.service_calls import (
    has_calls,
    list_records,
    models_without_price,
    read_decided,
)
from railbird.results.store.journal import JournalRecord

NO_JOURNAL = "no agent of this run asks services: it has no journal"


@with_table_flags("costs")
def costs(
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    unit: UnitName = "mbb/hand",
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print what agents that ask services have cost, and what it will cost to decide each pair.

    Tokens and dollars are those of the run's journal: by agent, with the time of a decision and
    answers that could not be played.

    Example: `railbird costs runs/my-run`
    """
    run = Part().open_unfinished(folder)
    _require_journal(run)
    made = make_tables(run, TableChoice("costs", output_format, only, flags))
    tables = [table.in_unit(unit) for table in made if table.num_rows or only]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)
    unknown = models_without_price(run.reading.folder)
    if unknown:
        typer.echo(
            f"railbird: no price is known for {', '.join(unknown)}, whose answers count as $0; "
            "name a file with prices under [services], and play on",
            err=True,
        )


@with_table_flags("calls")
def calls(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    flags: frozenset[str] = frozenset(),
    agent: Agent = "",
    worst: Annotated[
        int,
        typer.Option(
            min=0,
            help="Print this many hands in which the agent lost most, with prompts and answers.",
        ),
    ] = 0,
    only: Only = "",
    output_format: FormatName = "text",
) -> None:
    """Print the calls of agents that ask services, or the hands that they lost most in.

    With --worst each decision of such a hand follows: what was asked, the model's reasoning and
    answer, and what was played.

    Example: `railbird calls runs/my-run --agent model-a --worst 5`
    """
    run = Part().open_unfinished(folder)
    _require_journal(run)
    require_agent(run, agent)
    if worst:
        for line in worst_hands(run, agent, worst):
            typer.echo(line)
        return
    made = make_tables(run, TableChoice("calls", output_format, only, flags))
    tables = [rows_of(run, table, agent) for table in made]
    print_tables(tables, run.facts, output_format=output_format, flags=flags)


def _require_journal(run: RunResults) -> None:
    if not has_calls(run.reading.folder):
        raise SpecError(NO_JOURNAL)


@dataclass(frozen=True, slots=True)
class LostHand:
    """A hand of an agent that asks services, and its payoff in chips."""

    match: PlayedMatch
    hand: int
    seat: int
    chips: float
    key: int


def worst_hands(run: RunResults, agent: str, count: int) -> Iterator[str]:
    """Yield the hands in which agents in the journal lost most, line by line."""
    records: dict[tuple[int, int, int], list[JournalRecord]] = {}
    for record in list_records(run.reading.folder):
        if agent in ("", record.label):
            place = (record.match_key, record.seat, record.hand)
            records.setdefault(place, []).append(record)
    seed = int(run.manifest.spec.get("seed", 0))
    lost = []
    for match in played_matches(run):
        secret = None if match.deals is None else match.deals.secret
        key = match_key(seed, match.deck_seed or 0, match.agents, secret=secret or b"")
        payoffs = match.payoffs / PAYOFF_UNIT
        lost += [
            LostHand(match, hand, seat, float(payoffs[hand, seat]), key)
            for (match_of, seat, hand) in records
            if match_of == key
        ]
    lost.sort(key=lambda one: (one.chips, one.key, one.hand, one.seat))
    for one in lost[:count]:
        yield from _describe(one, records[one.key, one.seat, one.hand])
    if not lost:
        yield "none of its hands is stored yet"


def _describe(lost: LostHand, records: list[JournalRecord]) -> Iterator[str]:
    match, names = lost.match, lost.match.names(lost.hand)
    yield (
        f"{match.agents[lost.seat]}: {lost.chips:+g} chips in hand {lost.hand} of deck "
        f"{match.deck_index}, seating {match.seating_index} ({', '.join(names)}; "
        f"{match.bettings[lost.hand]})"
    )
    order = sorted(records, key=lambda one: (one.decision, one.kind, one.vote, one.attempt))
    for record in order:
        if record.kind == "decision":
            yield f"  decision {record.decision}: played {_played(record)}"
            continue
        number = f"vote {record.vote}, attempt {record.attempt}"
        seconds = f"{record.seconds:.1f} s, ${record.usage.dollars:.5f}"
        yield f"  decision {record.decision}, {number} ({record.model}, {seconds})"
        yield from _quote("asked", _last_message(record))
        yield from _quote("reasoning", record.reasoning)
        yield from _quote("answered", _answer(record))
    yield ""


def _played(record: JournalRecord) -> str:
    decided = read_decided(record)
    if decided.incident is not None:
        return f"check or fold ({decided.incident}: {decided.text})"
    name = ActionKind(decided.kind).name.lower()
    return f"{name} {decided.amount}" if decided.kind == ActionKind.RAISE else name


def _last_message(record: JournalRecord) -> str:
    """What was asked last: the prompt, or what was wrong with the answer before."""
    if not record.prompt:
        return ""
    try:
        found = msgspec.json.decode(record.prompt)["messages"][-1]["content"]
    except (msgspec.DecodeError, KeyError, IndexError, TypeError):
        return record.prompt
    return found if isinstance(found, str) else record.prompt


def _answer(record: JournalRecord) -> str:
    try:
        said = msgspec.json.decode(record.answer)
        return str(said.get("text") or said.get("tool_arguments") or "") or "(nothing)"
    except (msgspec.DecodeError, AttributeError):
        return record.answer.decode("utf-8", "replace")


def _quote(what: str, text: str) -> Iterator[str]:
    """Quote a text that somebody else wrote: no signs that steer a terminal."""
    lines = text.splitlines()
    if lines:
        yield f"    {what} ({counted(len(lines), 'line')}):"
    for line in lines:
        shown = "".join(sign if sign.isprintable() else "?" for sign in line)
        yield f"    | {shown}"
