"""Splits the results of chunks that were played in one go."""

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
import numpy.typing as npt

from railbird.harness.table.call_times import CallTimes
from railbird.harness.table.match_results import Incidents, MatchResults
from railbird.native import RoundColumns, SessionColumns


def split_results(results: MatchResults, counts: Sequence[int]) -> list[MatchResults]:
    """Return the results of sessions as those of parts with these numbers of matches, in order.

    The time of agents, which differs whenever they are played again, is shared by the hands.
    """
    assert results.session is not None
    ends = np.cumsum([0, *counts])
    hand_ends = np.cumsum([0, *results.session.hand_counts.tolist()])[ends]
    times = [_split_times(one, hand_ends) for one in results.call_times]
    return [
        _part(
            results,
            matches=slice(*ends[number : number + 2].tolist()),
            hands=slice(*hand_ends[number : number + 2].tolist()),
            times=tuple(of_label[number] for of_label in times),
        )
        for number in range(len(counts))
    ]


def _part(
    results: MatchResults, *, matches: slice, hands: slice, times: tuple[CallTimes, ...]
) -> MatchResults:
    offsets = results.betting_offsets[hands.start : hands.stop + 1]
    assert results.session is not None
    return MatchResults(
        payoffs=results.payoffs[hands],
        showdown=results.showdown[hands],
        betting=results.betting[offsets[0] : offsets[-1]],
        betting_offsets=offsets - offsets[0],
        session=_session_part(results.session, matches, hands),
        incidents=_incidents_of(results.incidents, matches),
        call_times=times,
        bankrolls=results.bankrolls[matches],
        rakes=None if results.rakes is None else results.rakes[hands],
    )


def _session_part(session: SessionColumns, matches: slice, hands: slice) -> SessionColumns:
    names = [one.name for one in fields(session) if one.name not in ("hand_counts", "rounds")]
    columns = {name: getattr(session, name)[hands] for name in names}
    where = session.rounds
    if where is not None:
        where = RoundColumns(where.rounds[hands], where.tables[hands], where.players[hands])
    return SessionColumns(hand_counts=session.hand_counts[matches], rounds=where, **columns)


def _incidents_of(incidents: Incidents, matches: slice) -> Incidents:
    rows = [
        row for row, match in enumerate(incidents.match) if matches.start <= match < matches.stop
    ]
    part = Incidents(
        *([getattr(incidents, one.name)[row] for row in rows] for one in fields(incidents))
    )
    return replace(part, match=[match - matches.start for match in part.match])


def _split_times(times: CallTimes, hand_ends: npt.NDArray[np.integer]) -> list[CallTimes]:
    """Share what an agent took by hands: whole decisions, whose sum stays."""
    shares = hand_ends / max(int(hand_ends[-1]), 1)
    decisions = np.diff(np.rint(times.decisions * shares).astype(np.int64)).tolist()
    return [
        CallTimes(times.label, count, times.deciding_seconds * part, times.listening_seconds * part)
        for count, part in zip(decisions, np.diff(shares).tolist(), strict=True)
    ]
