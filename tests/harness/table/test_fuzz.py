"""Whatever is read from outside, the answer is a value or one of our errors: bounded fuzzing.

Inputs are sound ones with bytes changed, cut out, doubled and put in, 100 to a reader;
`--hypothesis-profile=long` tries 2,000.
"""

import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loop_stage import GAMES
from outside import make_client
from small_runs import SPEC, write_spec

from railbird.harness import play_here, run
from railbird.harness.acpc.log import parse_log_line
from railbird.harness.errors import ClientError
from railbird.harness.plan.spec_file import parse_spec
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.table.remote.acpc_answer import read_answer
from railbird.harness.table.remote.match_state import parse_match_state
from railbird.harness.table.remote.remote_connections import RemoteConnections
from railbird.harness.table.remote.transactions import read_transactions
from railbird.harness.table.table_loop import play_matches
from railbird.native import Clocks, RailbirdError, format_game, parse_game
from railbird.native.solver import read_strategy
from railbird.plugins import CALL
from railbird.results import open_run
from railbird.results.store.shard_files import SHARDS

ASKED = "MATCHSTATE:1:30:cr300c/r600:|9s8h/8c8d5c"
LOG = (
    "STATE:0:crcc:As|Qs|Ks:4|-2|-2:Alice|Bob|Carol",
    "SCORE:25|-26|1:A|B|C",
    "TO 1 at 1341695999.222281 MATCHSTATE:0:0::5d5c|",
    "FROM 2 at 1341695999.222410 MATCHSTATE:1:0::|9hQd:c",
    "# name/game/hands/seed m holdem 1000 0",
)
BYTES = b"MATCHSTATE:0123456789crfkb/|\r\n\t #;AKQJTcdhs-+.\x00\xff\"'[]{}=,"


@st.composite
def spoilt(draw: Any, sound: bytes) -> bytes:
    """Sound bytes with up to six edits."""
    text = bytearray(sound)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        new = draw(
            st.one_of(
                st.binary(max_size=8),
                st.lists(st.sampled_from(BYTES), max_size=8).map(bytes),
                st.just(bytes(text[place : place + length]) * 2),
            )
        )
        text[place : place + length] = new
    return bytes(text)


def is_read(read: Callable[[], Any]) -> bool:
    """Whether it is read; a RailbirdError says in a sentence why it is not."""
    try:
        read()
    except RailbirdError as error:
        assert str(error)
        return False
    return True


@given(spoilt(f"{ASKED}:r1200\r\n".encode()))
def test_answers(line: bytes) -> None:
    for is_sized in (True, False):
        answer = read_answer(line, ASKED, is_sized=is_sized)
        assert answer is None or answer.kind in (0, 1, 2)
        assert answer is None or -(2**63) <= answer.amount < 2**63


@given(spoilt(ASKED.encode()))
def test_states(line: bytes) -> None:
    is_read(lambda: parse_match_state(line.decode("latin-1")))


@given(st.lists(spoilt(b"MATCHSTATE:0:30:cr300c/:9s8h|/8c8d5c"), max_size=4))
def test_dealers_lines(lines: list[bytes]) -> None:
    class Caller:
        def act(self, observation: Any) -> Any:
            return CALL

    client = make_client(GAMES["holdem-nolimit-2p"], Caller)
    for line in lines:
        try:
            client.hear(line)
        except ClientError as error:
            assert str(error)


@given(st.sampled_from(LOG).flatmap(lambda line: spoilt(line.encode())))
def test_lines_of_logs(line: bytes) -> None:
    is_read(lambda: parse_log_line(line.decode("latin-1")))


@given(spoilt(b"c 0 1.000000 1.000001\nr300 0 1.000002 1.000003\nf 1 2.000000 2.000001\n"))
def test_transactions(text: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        path = Path(file.name)
        path.write_bytes(text)
        is_read(lambda: read_transactions(path))


@given(
    st.sampled_from(sorted(GAMES)).flatmap(
        lambda name: spoilt(format_game(GAMES[name].definition).encode())
    )
)
def test_game_definitions(text: bytes) -> None:
    is_read(lambda: parse_game(text.decode("latin-1")))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A spec's text, and a run's folder with the bytes of its first shard."""
    folder = tmp_path_factory.mktemp("sound")
    run(SPEC, folder=folder / "run", dispatch=play_here)
    shard = next((folder / "run" / SHARDS).iterdir())
    return {
        "spec": write_spec(folder / "a.toml").read_bytes(),
        "run": folder / "run",
        "shard": shard.read_bytes(),
        "path": shard,
    }


@given(data=st.data())
def test_specs(data: st.DataObject, sound: dict[str, Any]) -> None:
    extra = (
        b'[[agents]]\nlabel = "x"\ncommand = ["a", "{port}"]\n[outside]\nanswer = 3.0\n'
        b'[[agents]]\nlabel = "y"\nremote = "h:1"\n'
    )
    text = data.draw(spoilt(sound["spec"] + extra))
    is_read(lambda: parse_spec(text.decode("utf-8", "replace")))


@given(data=st.data())
def test_strategy_files(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    shipped = Path(__file__).parents[3] / "agents" / "strategy" / "strategies"
    file = data.draw(st.sampled_from(sorted(shipped.glob("kuhn-2p.arrow"))))
    path = tmp_path_factory.mktemp("strategy") / "a.arrow"
    path.write_bytes(data.draw(spoilt(file.read_bytes())))
    is_read(lambda: read_strategy(path))


@given(data=st.data())
def test_shards(data: st.DataObject, sound: dict[str, Any]) -> None:
    """A shard that is not what was written is known by its digest, and left out."""
    content = data.draw(spoilt(sound["shard"]))
    sound["path"].write_bytes(content)
    results = open_run(sound["run"])
    read = list(results.matches()), list(results.hands()), list(results.incidents())
    assert len(results.reading.holdings.damaged) == (content != sound["shard"])
    assert all(batch.num_rows for batches in read for batch in batches)


@given(st.lists(st.one_of(st.binary(max_size=300), spoilt(ASKED.encode() + b":c\r\n")), max_size=6))
def test_a_match_with_anything_sent_has_a_score(talk: list[bytes]) -> None:
    game = GAMES["leduc"]
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for text in talk:
            theirs.sendall(text)
        theirs.shutdown(socket.SHUT_WR)
        connections = RemoteConnections(
            frozenset("b"),
            np.array([[-1, ours.fileno()]], np.int32),
            np.zeros((1, 2), np.bool_),
            clocks=Clocks(5, 5, 5),
        )
        plan = PlannedMatch(3, ("a", "b"), 7)
        maker: Any = type("Caller", (), {"act": lambda self, observation: CALL})
        results = play_matches(
            game, [plan], {"a": maker}, rules=PlayRules(5), connections=connections
        )
    assert results.payoffs.shape == (1, 5, 2)
    assert not results.payoffs.sum(axis=2).any()
