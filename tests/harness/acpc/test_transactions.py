"""Transaction files: a dealer that is killed at any moment continues the match, as in C."""

import io
import os
import re
import resource
import signal
import threading
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from dealt import FromLog, client, deal_to
from hypothesis import given, settings
from hypothesis import strategies as st
from loop_stage import GAMES, Dice
from small_runs import start_railbird

from railbird.harness.acpc.dealing import Deal
from railbird.harness.acpc.log import read_log
from railbird.harness.cli.application import run_command
from railbird.harness.errors import DealerError
from railbird.harness.table.remote.remote_connections import Transaction, Transactions
from railbird.harness.table.remote.transactions import count_logged_hands, read_transactions
from railbird.plugins import Action, Observation
from railbird.results.histories.acpc.log_lines import HandLine, Header

LOGS = Path(__file__).parent / "logs"
GAME = GAMES["holdem-nolimit-3p"]
WRITTEN = (LOGS / "nolimit-3p.seed17.tlog").read_bytes()
"""By the C dealer, of the match that the log of this name is about."""
FEW = settings(max_examples=settings().max_examples // 5)


@cache
def known() -> tuple[Header, list[HandLine], list[str]]:
    path = LOGS / "nolimit-3p.seed17.log"
    lines = [line for _, line in read_log(path)]
    header = next(line for line in lines if isinstance(line, Header))
    hands = [line for line in lines if isinstance(line, HandLine)]
    texts = [line for line in path.read_text().splitlines() if line.startswith("STATE")]
    return header, hands, texts


def from_log() -> FromLog:
    return FromLog([hand.betting for hand in known()[1]])


def go_on(past: Any, *, first_hand: int = 0, player: Any = None) -> tuple[Any, list[str]]:
    """Play the match on from what was played; the results, and the hands that are logged."""
    header, hands, _ = known()
    deal = Deal("m", GAME, "g", len(hands), header.deck_seed, names=hands[0].names)
    log = io.StringIO()
    with open(os.devnull, "wb") as nothing:
        kept = Transactions(nothing.fileno(), past, first_hand)
        results = deal_to(deal, [client(GAME, player or from_log)] * 3, log=log, transactions=kept)
    return results, [line for line in log.getvalue().splitlines() if line.startswith("STATE")]


@FEW
@given(length=st.integers(0, len(WRITTEN)), is_logged=st.booleans())
def test_a_match_continues_from_wherever_the_c_dealer_was_killed(
    tmp_path_factory: pytest.TempPathFactory, length: int, is_logged: bool
) -> None:
    """Within a line too; earlier hands are logged if the log lacks them."""
    path = tmp_path_factory.mktemp("cut") / "m.tlog"
    path.write_bytes(WRITTEN[:length])
    past = read_transactions(path)
    assert path.read_bytes() == WRITTEN[: WRITTEN.rfind(b"\n", 0, length) + 1]
    ended = past[-1].hand_index if past and is_logged else 0
    results, texts = go_on(past, first_hand=ended)
    assert texts == known()[2][ended:]
    assert not results.incidents.kind


class Killer(FromLog):
    """Plays as the log says, but for a moment at which it kills the dealer."""

    def __init__(self, process: int, hand: int) -> None:
        super().__init__([hand.betting for hand in known()[1]])
        self.process, self.hand = process, hand

    def act(self, observation: Observation) -> Action:
        if observation.hand_index == self.hand and observation.decision:
            os.kill(self.process, signal.SIGKILL)
        return super().act(observation)


def deal(folder: Path, *options: str, **process: Any) -> tuple[Any, list[str]]:
    header, hands, _ = known()
    dealer = start_railbird(
        "deal", "m", "holdem-nolimit-3p", len(hands), header.deck_seed, *hands[0].names, "-q", "-T",
        *options, cwd=folder, **process,
    )  # fmt: skip
    assert dealer.stdout is not None
    return dealer, dealer.stdout.readline().split()


def play(ports: list[str], factory: Any) -> None:
    threads = [threading.Thread(target=client(GAME, factory), args=(int(port),)) for port in ports]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_dealer_killed_during_a_hand_continues_its_log_and_its_transactions(
    tmp_path: Path,
) -> None:
    dealer, ports = deal(tmp_path)
    play(ports, partial(Killer, dealer.pid, 17))
    dealer.communicate()
    assert count_logged_hands(tmp_path / "m.log") == 17
    dealer, ports = deal(tmp_path, "-a")
    play(ports, from_log)
    out, _ = dealer.communicate()
    log = (tmp_path / "m.log").read_text().splitlines()
    header, texts, (score,) = log[:4], known()[2], log[-1:]
    assert log == [*header, *texts[:17], *header, *texts[17:], score]
    assert out == score + "\n"
    taken = re.sub(rb" \d+\.\d+ \d+\.\d+\n", b"\n", (tmp_path / "m.tlog").read_bytes())
    assert taken == re.sub(rb" \d+\.\d+ \d+\.\d+\n", b"\n", WRITTEN)


def limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))


@pytest.mark.parametrize("options", [(), ("-l",)])
def test_a_full_disk_ends_the_dealer_with_a_sentence_and_it_can_go_on(
    tmp_path: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # Python would leave cut bytecode to others
    dealer, ports = deal(tmp_path, *options, preexec_fn=limit_files)
    play(ports, from_log)
    _, err = dealer.communicate()
    assert dealer.returncode == 2
    assert "cannot be written (" in err
    assert "Traceback" not in err
    dealer, ports = deal(tmp_path, *options, "-a")
    play(ports, from_log)
    out, _ = dealer.communicate()
    assert out.startswith("SCORE:")
    assert len(read_transactions(tmp_path / "m.tlog")) == WRITTEN.count(b"\n")


REFUSED = {
    b"x 0 1.000000 1.000000\n": "line 1: .* is not ACTION HAND SENT RECEIVED",
    b"c 0 1.0 2\n": "line 1: ",
    b"c 1 1.000000 1.000000\n": "transaction 1 is of hand 1, not the next one",
    b"r5 0 1.000000 1.000000\n": "transaction 1, a raise, is not legal in hand 0",
    b"r99999 0 1.000000 1.000000\n": "a raise, is not legal",
    WRITTEN + b"c 30 1.000000 1.000000\n": "is of hand 30, not the next one",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_have_been_played_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.tlog"
    path.write_bytes(text)
    with pytest.raises(DealerError, match=REFUSED[text]):
        go_on(read_transactions(path))


def test_time_that_was_used_up_before_counts() -> None:
    """A match of 30 hands gives every player 210 s."""
    past = read_transactions(LOGS / "nolimit-3p.seed17.tlog")[:3]
    for seconds, kinds in ((200.0, []), (211.0, ["late"])):
        slow = [Transaction(past[0].kind, past[0].amount, 0, seconds), *past[1:]]
        results, _ = go_on(slow, player=Dice)
        assert results.incidents.kind == kinds
        assert all("in the match" in text for text in results.incidents.text)


OTHER_MATCHES = {
    "seed": ("18", "hands with seed 17, not"),
    "names": ("17", "continue the interrupted match"),
}


@pytest.mark.parametrize("what", OTHER_MATCHES)
def test_a_log_of_another_match_is_not_gone_on_with(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its transactions may be legal with other cards and players, but were not taken there."""
    monkeypatch.chdir(tmp_path)
    header, hands, _ = known()
    text = (LOGS / "nolimit-3p.seed17.log").read_text()
    Path("m.log").write_text(text)
    Path("m.tlog").write_bytes(WRITTEN)
    seed, sentence = OTHER_MATCHES[what]
    first = "stranger" if what == "names" else hands[0].names[0]
    match = ["m", "holdem-nolimit-3p", str(header.hand_count), seed, first, *hands[0].names[1:]]
    assert run_command(["deal", *match, "-T", "-a", "-q", "--start_timeout", "0"]) == 2
    assert sentence in capsys.readouterr().err
    assert Path("m.log").read_text() == text
