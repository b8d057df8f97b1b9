"""What is exported and imported again is the same play, and is exported as the same bytes."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.workers.dispatch import play_here
from railbird.results import LogError, open_run
from railbird.results.store.deal_secrets import find_secret
from tests.results.histories.conftest import read, write

HOLDEM = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-2p")
TRIPS = [(game, "acpc") for game in ("kuhn-3p", "leduc", *HOLDEM)]
TRIPS += [(game, name) for game in HOLDEM for name in ("phh", "pokerstars")]


def rows_of(batches: Iterable[pa.RecordBatch]) -> list[Any]:
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("deals", ["keyed", "acpc"])
@pytest.mark.parametrize(("game", "history_format"), TRIPS)
def test_export_import_export(
    game: str, history_format: str, deals: str, play: Callable[..., Path], tmp_path: Path
) -> None:
    folder = play(game, deals)
    first = write(folder, tmp_path / "first", history_format)
    report = read([tmp_path / "first"], tmp_path / "again")
    assert write(tmp_path / "again", tmp_path / "second", history_format) == first
    assert (report.left_out, report.has_deck_seeds) == (0, True)
    before, after = open_run(folder), open_run(tmp_path / "again")
    # Deck seeds deal the cards, so the play, seatings and decks are the original's to the byte.
    assert [b.to_pylist() for b in after.hands()] == [b.to_pylist() for b in before.hands()]
    assert after.cross_table() == before.cross_table()
    assert after.total_bankroll() == before.total_bankroll()
    assert after.notes == before.notes


@pytest.mark.parametrize("history_format", ["acpc", "phh", "pokerstars"])
def test_stages_of_several_secrets_are_the_same_run_again(
    history_format: str, tmp_path: Path
) -> None:
    """One secret a stage: cards are stored then, and decks are still those of the run."""
    agents = tuple(AgentSpec(agent=name) for name in ("call", "uniform"))
    for decks in (2, 3):
        spec = Spec(
            name="x", game="holdem-limit-2p", agents=agents, hands_per_match=9, decks=decks, seed=2
        )
        run(spec, folder=tmp_path / "run", dispatch=play_here, secret=b"16 bytes or more")
    assert len({stage.secret for stage in open_run(tmp_path / "run").manifest.stages}) == 2
    write(tmp_path / "run", tmp_path / "first", history_format)
    report = read([tmp_path / "first"], tmp_path / "again")
    assert (report.left_out, report.has_deck_seeds) == (0, True)
    before, after = open_run(tmp_path / "run"), open_run(tmp_path / "again")
    names = ["deck_seed", "agents", "payoffs", "betting"]
    assert rows_of(after.hands(names)) == rows_of(before.hands(names))
    assert after.cross_table() == before.cross_table()


@pytest.mark.parametrize("history_format", ["acpc", "phh", "pokerstars"])
def test_a_secret_that_is_not_published_is_in_no_history(
    history_format: str, tmp_path: Path
) -> None:
    def stop(job: Any, chunks: Any) -> Iterator[Any]:
        yield next(play_here(job, chunks[:1]))
        raise KeyboardInterrupt

    agents = tuple(AgentSpec(agent=name) for name in ("call", "uniform"))
    keys = {"hands_per_match": 9, "decks": 2, "hands_per_chunk": 18}
    spec = Spec(name="x", game="holdem-limit-2p", agents=agents, **keys)
    with pytest.raises(KeyboardInterrupt):
        run(spec, folder=tmp_path / "run", dispatch=stop, secret=b"16 bytes or more")
    (stage,) = open_run(tmp_path / "run").manifest.stages
    secret = find_secret(stage.secret_hash)
    written = write(tmp_path / "run", tmp_path / "first", history_format)
    assert not any(secret.hex().encode() in data for data in written.values())
    report = read([tmp_path / "first"], tmp_path / "again")
    assert (report.left_out, report.has_deck_seeds) == (0, False)


def test_a_secret_that_deals_other_cards_is_a_fault(
    play: Callable[..., Path], tmp_path: Path
) -> None:
    write(play("holdem-nolimit-3p"), tmp_path / "first", "acpc")
    for path in (tmp_path / "first").iterdir():
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub("chacha20/1 ....", "chacha20/1 abab", text), encoding="utf-8")
    with pytest.raises(LogError, match="the deck seed deals"):
        read([tmp_path / "first"], tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_two_secrets_in_one_log_are_a_fault(play: Callable[..., Path], tmp_path: Path) -> None:
    write(play("kuhn-3p"), tmp_path / "first", "acpc")
    log = tmp_path / "first" / "match000000.log"
    text = log.read_text(encoding="utf-8")
    (line,) = re.findall("# deals .*\n", text)
    log.write_text(text.replace(line, line + line), encoding="utf-8")
    assert read([log], tmp_path / "same").left_out == 0
    log.write_text(text.replace(line, line + line[:-5] + "abab\n"), encoding="utf-8")
    with pytest.raises(LogError, match="are given twice, with different values"):
        read([log], tmp_path / "again")


@pytest.mark.parametrize("history_format", ["acpc", "phh", "pokerstars"])
def test_without_deck_seeds_cards_are_stored_and_nothing_is_lost(
    history_format: str, play: Callable[..., Path], tmp_path: Path
) -> None:
    write(play("holdem-nolimit-3p", "acpc"), tmp_path / "first", history_format)
    for path in (tmp_path / "first").iterdir():
        text = path.read_text(encoding="utf-8")
        for line in [line for line in text.split("\n") if "seed" in line]:
            without = line.rpartition(" ")[0] + " 77" if history_format == "acpc" else ""
            if history_format == "pokerstars":
                without = line.replace(line[line.index(" seed") : line.index("' ")], "")
            text = text.replace(line, without)
        path.write_text(text, encoding="utf-8")
    report = read([tmp_path / "first"], tmp_path / "again")
    assert not report.has_deck_seeds
    results = open_run(tmp_path / "again")
    assert "neither cards nor positions cancel out" in results.notes[0]
    (hands,) = results.hands(["deck_seed", "cards", "payoffs"])
    assert hands.column("deck_seed").null_count == len(hands)
    (original,) = open_run(play("holdem-nolimit-3p", "acpc")).hands(["payoffs"])
    assert hands.column("payoffs") == original.column("payoffs")
    second = write(tmp_path / "again", tmp_path / "second", history_format)
    read([tmp_path / "second"], tmp_path / "third")
    assert write(tmp_path / "third", tmp_path / "fourth", history_format) == second
