"""The definition of a result table: columns, computation, layout, and where it is shown."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from inspect import signature
from typing import Literal, get_args

import pyarrow as pa

from railbird.results.reading.run_reading import RunMode, RunReading
from railbird.results.show.summing_up import SumUp
from railbird.results.show.table_layout import Layout
from railbird.results.store.schema import Column, schema_of

TableFormat = Literal["text", "csv", "json", "arrow", "markdown", "latex"]
FORMATS: tuple[str, ...] = get_args(TableFormat)
Section = Literal["rankings", "cross-table", "run-off", "bankrolls", "styles", "costs", "incidents"]
SECTIONS: tuple[str, ...] = get_args(Section)
EVERY_MODE: tuple[RunMode, ...] = get_args(RunMode)
ONE_TABLE: tuple[RunMode, ...] = ("cash", "freeze-out")
"""Modes in which everybody keeps his seat."""
TOURNAMENTS: tuple[RunMode, ...] = ("freeze-out", "tournament")
Says = Callable[[RunReading], bool]


class Intervals(Enum):
    """What a table's intervals are computed over, which determines its notes."""

    LINE_UPS = "line-ups"
    DECKS = "whole deck seeds"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of a command that adds tables to what it prints; `help` is a sentence."""

    name: str
    help: str


@dataclass(frozen=True, slots=True)
class InCommand:
    """The command that prints a table: by default in these formats, in all with its flag.

    A headline is also printed after a run, and updated by `--live`.
    """

    name: str
    formats: Collection[str] = FORMATS
    flag: Flag | None = None
    is_headline: bool = False


@dataclass(frozen=True, slots=True)
class InReport:
    """The section of the report that shows a table, folded under `fold` if that is given."""

    section: Section
    fold: str = ""


def always(_: RunReading) -> bool:
    """Return True for every run."""
    return True


def no_notes(_: RunReading) -> tuple[str, ...]:
    """Return no notes."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """The definition of a table: everything that prints, writes or lists tables uses these.

    `about` describes the table in one sentence. `make` computes it from a reading and takes the
    keywords `options`. `sum_up` lays out a summary of a long one, for a terminal. `is_there` says
    whether a run has the table at all, `suits` whether to show it by default. `found` says where
    else it is written. `modes` are those of runs in which it means something: chips of a tournament
    have no fixed value, so that payoffs by hand are for cash games alone.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    make: Callable[..., pa.Table]
    layout: Layout
    sum_up: SumUp | None = None
    options: tuple[str, ...] = ()
    intervals: Intervals = Intervals.LINE_UPS
    further_notes: Callable[[RunReading], tuple[str, ...]] = no_notes
    is_there: Says = always
    suits: Says = always
    command: InCommand | None = None
    report: InReport | None = None
    is_written: bool = False
    found: str = ""
    modes: tuple[RunMode, ...] = ("cash",)

    @property
    def schema(self) -> pa.Schema:
        """The columns as an Arrow schema."""
        return schema_of(self.columns)

    @property
    def needs_arguments(self) -> bool:
        """Whether `make` requires an argument besides the reading."""
        _, *others = signature(self.make).parameters.values()
        return any(one.default is one.empty and one.kind is not one.VAR_KEYWORD for one in others)

    @property
    def has_marks(self) -> bool:
        """Whether estimates have significance marks, which need a legend."""
        names = {column.name for column in self.columns}
        return "p_adjusted" in names and "is_decided" not in names

    @property
    def whole_command(self) -> str:
        """The command that prints all rows; empty if no command prints it."""
        if self.command is None:
            return ""
        flags = [self.command.flag.name] if self.command.flag else []
        everything = ["--all"] if self.sum_up else []
        return " ".join(["railbird", self.command.name, "DIR", *flags, *everything])

    @property
    def whole_place(self) -> str:
        """Where all of the table is as text: its command, or the file in the run's folder."""
        if self.command is None or (self.is_written and "text" not in self.command.formats):
            return f"tables/{self.name}.csv in the run's folder"
        return self.whole_command

    def notes(self, reading: RunReading) -> tuple[str, ...]:
        """Return the notes for the table."""
        notes = {
            Intervals.LINE_UPS: lambda: reading.notes,
            Intervals.DECKS: lambda: reading.deck_notes,
            Intervals.NONE: lambda: reading.facts,
        }[self.intervals]()
        return (*notes, *self.further_notes(reading))

    def is_in(self, reading: RunReading) -> bool:
        """Return whether a run has the table: by its mode, and by what was played."""
        return reading.mode in self.modes and self.is_there(reading)

    def is_printed(self, reading: RunReading, *, flags: Collection[str], form: str) -> bool:
        """Return whether its command prints it in this format, given these flags."""
        if self.command is None:
            return False
        if self.command.flag is not None and self.command.flag.name in flags:
            return True
        return form in self.command.formats and self.suits(reading)

    def places(self) -> Iterator[str]:
        """Yield where to find the table, for the documentation."""
        if self.is_written:
            yield f"`tables/{self.name}`"
        if self.found:
            yield self.found
        if self.command is not None:
            flag = self.command.flag
            yield f"`railbird {self.command.name} DIR{f' {flag.name}' if flag else ''}`"
        keywords = ", ".join(f"{name}=..." for name in self.options)
        yield f"`open_run(DIR).{self.name.replace('-', '_')}({keywords})`"
        if self.report is not None:
            yield f"the report's section `{self.report.section}`"
