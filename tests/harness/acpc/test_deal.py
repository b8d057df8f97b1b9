"""The dealer: the C dealer's logs come out byte for byte, and there is always a score."""

import io
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from dealt import FromLog, client, deal_to
from loop_stage import GAMES, Dice
from small_runs import start_railbird

from railbird.harness.acpc.dealing import Deal, DealClocks
from railbird.harness.acpc.log import read_log
from railbird.harness.acpc.replay import replay_log
from railbird.harness.cli.application import run_command
from railbird.results.histories.acpc.log_lines import HandLine, Header

LOGS = Path(__file__).parent / "logs"
SHIPPED = {
    "kuhn-3p.seed7.log": "kuhn-3p",
    "leduc.seed9.log": "leduc",
    "limit-2p.seed11.log": "holdem-limit-2p",
    "limit-3p.seed13.log": "holdem-limit-3p",
    "nolimit-2p.seed15.log": "holdem-nolimit-2p",
    "nolimit-3p.seed17.log": "holdem-nolimit-3p",
    "nolimit-6p.seed19.log": "holdem-nolimit-6p",
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_log_of_the_c_dealer_comes_out_byte_for_byte(name: str, tmp_path: Path) -> None:
    game = GAMES[SHIPPED[name]]
    lines = [line for _, line in read_log(LOGS / name)]
    header = next(line for line in lines if isinstance(line, Header))
    hands = [line for line in lines if isinstance(line, HandLine)]
    deal = Deal(header.name, game, header.game, len(hands), header.deck_seed, names=hands[0].names)
    log, path = io.StringIO(), tmp_path / "a.actions.log"
    with path.open("w", newline="") as messages:
        player = client(game, lambda: FromLog([hand.betting for hand in hands]))
        deal_to(deal, [player] * len(hands[0].names), log=log, messages=messages)
    text = (LOGS / name).read_text(encoding="utf-8")
    known = text.replace(f"{header.game} {header.hand_count} ", f"{header.game} {len(hands)} ", 1)
    written = log.getvalue()
    *_, score = written.splitlines()
    assert written == known.rstrip("\n") + f"\n{score}\n"
    assert score.startswith("SCORE:")
    (tmp_path / "a.log").write_text(written)
    for each in (tmp_path / "a.log", path):
        report = replay_log(each, game)
        assert not report.faults
        assert report.has_score or report.messages > len(hands)


GREETINGS = {
    b"VERSION:1.0.0\r\n": "sent the greeting 'VERSION:1.0.0' instead of VERSION:2.0.0",
    b"VERSION:2.0\r\n": "sent the greeting 'VERSION:2.0' instead of",
    b"\x00\xff\r\n": r"sent the greeting '\x00\xff' instead of",
    b"x" * 300: "sent the greeting 'xxx",
    b"VERSION:2.0.0": "closed before a VERSION line",
}


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_player_who_greets_wrongly_forfeits(greeting: bytes) -> None:
    game = GAMES["kuhn-2p"]
    deal = Deal("m", game, "kuhn", 5, 3, ("A", "B"))

    def stranger(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(greeting)

    results = deal_to(deal, [client(game, Dice), stranger])
    assert results.incidents.kind == ["no-show"]
    assert GREETINGS[greeting] in results.incidents.text[0]
    assert results.payoffs.sum() == 0


def test_a_player_who_never_comes_or_never_greets_forfeits_in_time() -> None:
    game = GAMES["kuhn-3p"]
    deal = Deal("m", game, "kuhn", 5, 3, ("A", "B", "C"), clocks=DealClocks(start=700))

    def mute(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"VERS")
            line.recv(1)

    results = deal_to(deal, [lambda port: None, mute, client(game, Dice)])
    assert results.incidents.kind == ["no-show", "no-show"]
    assert results.incidents.text[0] == "no player connected in time, or none sent a VERSION line"


def test_only_who_shows_the_seats_token_sits_down() -> None:
    game = GAMES["kuhn-2p"]
    deal = Deal("m", game, "kuhn", 5, 3, ("A", "B"), tokens=("secret-a", "secret-b"))

    def after_strangers(port: int) -> None:
        for greeting in (b"VERSION:2.0.0\r\n", b"TOKEN:secret-b\r\n", b"TOKEN:\r\n"):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(greeting)
                assert line.recv(1) == b""
        client(game, Dice, greeting=b"TOKEN:secret-a\r\nVERSION:2.0.0\r\n")(port)

    honest = client(game, Dice, greeting=b"TOKEN:secret-b\r\nVERSION:2.0.0\r\n")
    results = deal_to(deal, [after_strangers, honest])
    assert not results.incidents.kind


def few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))


def test_who_connects_and_says_nothing_keeps_nobody_out(tmp_path: Path) -> None:
    """However many there are, and with fewer files than they want."""
    dealer = start_railbird(
        "deal", "m", "kuhn-2p", 5, 7, "A", "B", "-q", "--tokens", cwd=tmp_path, preexec_fn=few_files
    )
    assert dealer.stdout is not None
    ports, tokens = (dealer.stdout.readline().split() for _ in range(2))
    with ExitStack() as stack:
        for port in ports * 20:
            mute = socket.create_connection(("127.0.0.1", int(port)))
            stack.enter_context(mute)
        threads = [
            threading.Thread(
                target=client(
                    GAMES["kuhn-2p"], Dice, greeting=f"TOKEN:{token}\r\nVERSION:2.0.0\r\n".encode()
                ),
                args=(int(port),),
            )
            for port, token in zip(ports, tokens, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    _, said = dealer.communicate()
    assert dealer.returncode == 0
    assert "WARNING" not in said


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[tuple[Any, list[str]]]:
    dealer = start_railbird(
        "deal", "m", "kuhn-2p", 20, 7, "A", "B", "-q", "--start_timeout", 60000, cwd=tmp_path
    )
    assert dealer.stdout is not None
    yield dealer, dealer.stdout.readline().split()
    dealer.kill()
    dealer.communicate()


def test_the_commands_deal_and_connect_play_a_match(ports: Any, tmp_path: Path) -> None:
    dealer, (first, second) = ports
    rival = start_railbird("connect", "uniform", "127.0.0.1", first, "--game", "kuhn-2p")
    assert run_command(["connect", "uniform", "127.0.0.1", second, "--game", "kuhn-2p"]) == 0
    assert rival.communicate() == ("", "")
    out, err = dealer.communicate()
    log = (tmp_path / "m.log").read_text()
    assert log.splitlines()[0] == "# name/game/hands/seed m kuhn-2p 20 7"
    assert out == log.splitlines()[-1] + "\n"
    assert err.splitlines()[-1] + "\n" == out
    assert not replay_log(tmp_path / "m.log", GAMES["kuhn-2p"]).faults


REFUSED = [
    (("deal", "m", "kuhn-3p", "5", "1", "A"), "is for 3 players, and 1 is named"),
    (("deal", "m", "nowhere", "5", "1", "A"), "there is no game 'nowhere'"),
    (("deal", "m", "kuhn-2p", "5", "1", "A", "B", "-p", "1,x"), "'x' is not a port"),
    (("deal", "no/m", "kuhn-2p", "5", "1", "A", "B"), "cannot be written"),
    (("deal", "m", "kuhn-2p", "5", "1", "A", "B", "-l", "--host", "192.0.2.1"), "cannot listen"),
    (("connect", "call", "127.0.0.1", "1", "--game", "leduc", "--wait", "0"), "no dealer answers"),
    (("connect", "chump", "127.0.0.1", "1", "--game", "leduc"), "does not play 'leduc'"),
    (("connect", "nobody", "127.0.0.1", "1", "--game", "leduc"), "there is no agent 'nobody'"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_cannot_be_dealt_or_joined_is_refused_in_a_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


TALK = {
    b"HELLO\r\n": "uses another protocol",
    b"MATCHSTATE:0:0::2c|\r\n": "a state that 'kuhn-2p' does not have",
    b"MATCHSTATE:0:0::Ks||\r\n": "does not have: 3 hands of cards found, 2 expected",
    b"MATCHSTATE:0:0::|\r\n": "it shows no cards to position 0",
    b"\xff\xfe\r\n": r"another protocol: it sent '\xff\xfe'",
    b"MATCHSTATE:0:0:rrrr:Ks|\r\n": "a state that 'kuhn-2p' does not have",
    b"MATCHSTATE:0:0:c:Ks|\r\nMATCHSTATE:0:1:c:Ks|\r\n": "does not move the button",
}


@pytest.mark.parametrize("talk", TALK)
def test_a_dealer_of_another_protocol_is_reported(
    talk: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            line, _ = door.accept()
            with line:
                line.sendall(talk)
                while line.recv(100):
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        port = str(door.getsockname()[1])
        assert run_command(["connect", "call", "127.0.0.1", port, "--game", "kuhn-2p"]) == 2
        thread.join()
    assert TALK[talk] in capsys.readouterr().err


CLOSES = {
    b"": "before the first hand; make sure that the port belongs to a free seat, and give --token",
    b"MATCHSTATE:0:0::Ks|": "before the first hand",
    b"MATCHSTATE:1:0::|Ks\r\n": "during a hand; its messages say whether it ended",
}


@pytest.mark.parametrize("talk", CLOSES)
def test_a_dealer_that_closes_before_a_match_has_ended_is_reported(
    talk: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:

        def close() -> None:
            line, _ = door.accept()
            with line:
                line.recv(100)
                line.sendall(talk)

        dealer = threading.Thread(target=close)
        dealer.start()
        port = str(door.getsockname()[1])
        assert run_command(["connect", "call", "127.0.0.1", port, "--game", "kuhn-2p"]) == 2
        dealer.join()
    assert CLOSES[talk] in capsys.readouterr().err
