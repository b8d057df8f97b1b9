"""Remote players, which connect to an address by themselves."""

import secrets
import sys
from typing import TYPE_CHECKING, Any

from railbird.harness.acpc.accept import PendingSeat
from railbird.harness.players.kind import Entrant, Host, Invitation, Lookup, PlayerKind, Seat
from railbird.harness.players.outside_spec import read_address
from railbird.plugins import AgentOrigin

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec


class RemotePlayer(PlayerKind):
    """``remote = "HOST:PORT"``, the address on which the player is accepted."""

    name = "remote"
    key = "remote"
    is_outside = True
    is_waited_for = True

    def check(self, spec: "AgentSpec") -> None:
        """Check the address."""
        read_address(spec.remote, what=f"agent {spec.label!r}")

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Describe it: nothing is known of its code."""
        return Entrant(spec, AgentOrigin("remote", "", ""))

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Record the address."""
        return {"remote": spec.remote}

    def invite(self, invitation: Invitation, host: Host) -> Seat:
        """Listen at the address, and report that the seat is waiting."""
        spec = invitation.entrant.spec
        token = make_token(host)
        address = read_address(spec.remote, what=spec.label)
        pending = PendingSeat(host.listen(spec.label, address, invitation.stack), token)
        shown = f", token {token}" if token else ""
        print(
            f"seat of '{spec.label}' is waiting at {spec.remote}{shown}",
            file=sys.stderr,
            flush=True,
        )
        return Seat(invitation.match, invitation.seat, pending)


def make_token(host: Host) -> str:
    """Return a token for one seat, empty if tokens are not used."""
    return secrets.token_hex(16) if host.outside.tokens else ""
