"""Programs that play by the ACPC protocol, started for a match."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from railbird.harness.acpc.accept import LOOPBACK, PendingSeat
from railbird.harness.errors import SpecError
from railbird.harness.players.isolated import record_isolation
from railbird.harness.players.isolation import check_isolation, confine_command
from railbird.harness.players.kind import Entrant, Host, Invitation, Lookup, PlayerKind, Seat
from railbird.harness.players.plugin import check_limits
from railbird.harness.players.remote import make_token
from railbird.harness.supervision.programs import Program
from railbird.plugins import AgentOrigin, hash_files

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec

TOKEN_VARIABLE = "RAILBIRD_TOKEN"
LONGEST_FIRST_LINE = 256


class ProgramPlayer(PlayerKind):
    """``command = [...]``, run in ``folder`` with ``environment``."""

    name = "program"
    key = "command"
    keys = frozenset({"folder", "environment", "reset", "isolation", "limits"})
    is_outside = True

    def check(self, spec: "AgentSpec") -> None:
        """Check the command and its environment."""
        what = f"agent {spec.label!r}:"
        check_limits(spec)
        if spec.command == ():
            raise SpecError(
                f'{what} command is empty; write command = ["./my_bot", "{{host}}", "{{port}}"]'
            )
        for name, value in spec.environment.items():
            if not name or "=" in name or "\0" in name + value:
                raise SpecError(f'{what} environment: {name!r} cannot be set; write NAME = "value"')
        if any("\0" in part for part in spec.command or ()):
            raise SpecError(f"{what} command: contains a zero byte; remove it")
        if spec.isolation == "sandbox":
            raise SpecError(
                f"{what} a command needs a network, which a sandbox does not have; use "
                'isolation = "process"'
            )

    def locate(self, spec: "AgentSpec", folder: Path) -> "AgentSpec":
        """Resolve the folder in which it runs relative to the spec's."""
        return msgspec.structs.replace(spec, folder=str((folder / spec.folder).resolve()))

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Describe its code by the files in its command."""
        check_isolation(spec.label, spec.isolation)
        command = spec.command or ()
        _check_program(spec, command[0], spec.folder or ".")
        paths = [Path(spec.folder or ".") / part for part in command if part]
        files = tuple((path.name, path.read_bytes()) for path in paths if path.is_file())
        names = ", ".join(name for name, _ in files)
        return Entrant(spec, AgentOrigin("command", "", hash_files(files), names))

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Record the command, and how it is isolated."""
        return {"command": spec.command, **record_isolation(spec)}

    def list_readable(self, spec: "AgentSpec") -> tuple[Path, ...]:
        """Return the folder in which it runs."""
        return () if spec.isolation == "none" else (Path(spec.folder or "."),)

    def invite(self, invitation: Invitation, host: Host) -> Seat:
        """Listen for it and start it; a program that reconnects is kept for its next match."""
        spec = invitation.entrant.spec
        kept_for = spec.label if spec.reset == "reconnect" else ""
        stack = host.lasting if kept_for else invitation.stack
        token = make_token(host)
        pending = PendingSeat(host.listen(spec.label, (LOOPBACK, 0), stack), token)
        seat = Seat(invitation.match, invitation.seat, pending, kept_for=kept_for)
        host.start(_program_of(spec, pending, token), seat, None, stack=stack)
        return seat


def _program_of(spec: "AgentSpec", pending: PendingSeat, token: str) -> Program:
    words = {"host": LOOPBACK, "port": str(pending.port), "token": token}
    command = tuple(_fill(part, words) for part in spec.command or ())
    environment = {**spec.environment, **({TOKEN_VARIABLE: token} if token else {})}
    program = Program(command, spec.folder, environment, label=spec.label)
    if spec.isolation == "none":
        return program
    confinement = confine_command(command, spec.folder, pending.port)
    return replace(program, limits=spec.limits.amounts, confinement=confinement)


def _fill(text: str, words: Mapping[str, str]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _check_program(agent: "AgentSpec", program: str, folder: str) -> None:
    """Raise SpecError if a program does not exist or cannot be started."""
    what = f"agent '{agent.label}':"
    if not Path(folder).is_dir():
        raise SpecError(
            f"{what} there is no folder '{folder}'; give a path relative to the spec's folder"
        )
    path, paths = Path(folder) / program, agent.environment.get("PATH")
    if "/" not in program and program and shutil.which(program, path=paths):
        return
    if not program or not path.is_file():
        raise SpecError(
            f"{what} there is no program '{program}' in '{folder}' or on the PATH; give a path "
            "relative to the spec's folder"
        )
    if "/" not in program:
        raise SpecError(f"{what} '{program}' is not on the PATH; write './{program}'")
    if not os.access(path, os.X_OK):
        raise SpecError(
            f"{what} '{program}' is not executable; run chmod +x, or begin the command with what "
            "runs it"
        )
    with path.open("rb") as file:
        mark, line = file.read(2), file.readline(LONGEST_FIRST_LINE)
    interpreter = os.fsdecode(line.replace(b"\t", b" ").strip(b" \n").split(b" ")[0])
    if mark == b"#!" and not shutil.which(interpreter):
        raise SpecError(
            f"{what} the interpreter {interpreter!r} of '{program}' (first line, #!) does not "
            "exist; use an existing one, and end the line with LF, not CRLF"
        )
