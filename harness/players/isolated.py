"""Agents of plugins, each in a process of its own with limits."""

import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.harness.acpc.accept import PendingSeat
from railbird.harness.errors import SpecError
from railbird.harness.players.isolated_process import Assignment, send_assignment
from railbird.harness.players.isolation import check_isolation, describe_asynchronous, isolate
from railbird.harness.players.kind import Entrant, Host, Invitation, Lookup, PlayerKind, Seat
from railbird.harness.players.plugin import check_code, enter_agent, is_asynchronous
from railbird.native import format_game
from railbird.plugins import AgentOrigin, Registry, Services, read_plugin

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec


class IsolatedPlayer(PlayerKind):
    """``agent = "NAME"`` with ``isolation``; a ``plugin`` path is imported only in its process."""

    name = "isolated"
    key = "agent"
    keys = frozenset({"parameters", "plugin", "limits", "isolation"})
    is_outside = True

    def claims(self, spec: "AgentSpec") -> bool:
        """Whether it is isolated."""
        return spec.isolation != "none"

    def locate(self, spec: "AgentSpec", folder: Path) -> "AgentSpec":
        """Resolve its plugin path relative to the spec's folder."""
        if not spec.plugin:
            return spec
        return msgspec.structs.replace(spec, plugin=str(folder / spec.plugin))

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Look up the agent, unless it is imported only in its process."""
        check_isolation(spec.label, spec.isolation)
        if not spec.plugin:
            if is_asynchronous(spec.agent, lookup.registry):
                raise SpecError(describe_asynchronous(spec.label))
            return enter_agent(spec, lookup)
        source = read_plugin(spec.plugin)
        return Entrant(spec, AgentOrigin(source.file_name, "", source.content_hash), source)

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Record how it is isolated."""
        return record_isolation(spec)

    def load(self, entrant: Entrant, registry: Registry, services: Services | None) -> None:
        """Check its code; instances are created in its own process."""
        if entrant.plugin is None:
            check_code(entrant, registry)

    def invite(self, invitation: Invitation, host: Host) -> Seat:
        """Start its process, and send it its assignment."""
        spec, plugin = invitation.entrant.spec, invitation.entrant.plugin
        seat = Seat(invitation.match, invitation.seat, PendingSeat(None))
        ours, theirs = socket.socketpair()
        with theirs:
            program = isolate(spec.isolation, spec.limits, hidden=host.folder)
            labelled = replace(program, label=spec.label)
            host.start(labelled, seat, theirs, stack=invitation.stack)
        plugins = host.plugins if plugin is None else (plugin,)
        assignment = Assignment(
            spec.label,
            spec.agent,
            spec.parameters,
            tuple((source.path, source.files) for source in plugins),
            host.game.name,
            format_game(host.game.definition),
            invitation.hand_count,
            host.is_session,
        )
        with suppress(OSError):  # it has already ended, which the reception reports
            send_assignment(ours, assignment)
        seat.pending.arriving = ours
        return seat


def record_isolation(spec: "AgentSpec") -> dict[str, Any]:
    """Return what a run records of a spec's isolation."""
    if spec.isolation == "none":
        return {}
    return {"isolation": spec.isolation, "limits": spec.limits}
