"""Runs read with luck taken out: stored once, the same sums everywhere, and said in the notes."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from stored_hands import StoredMatch, play_match, store_matches

from railbird.harness.games.library import find_game
from railbird.native import PAYOFF_UNIT, GameDefinitionError
from railbird.plugins import load_registry
from railbird.results import RunResults, StoreError, open_run
from railbird.results.luck.adjusted import AdjustedHands, value_name
from railbird.results.luck.chance import chance_luck
from railbird.results.luck.choice import LUCKS, Luck
from railbird.results.luck.stored_luck import LUCK_FOLDER


def _run(folder: Path, name: str = "holdem-limit-2p") -> RunResults:
    game = find_game(name, load_registry()).definition
    labels = "abc"[: game.player_count]
    matches = [
        play_match(game, labels[turn:] + labels[:turn], deck=deck, seating=turn, hands=30)
        for deck in range(3)
        for turn in range(len(labels))
    ]
    return store_matches(folder / "run", game, matches, seatings=len(labels))


def _files(folder: Path) -> dict[str, bytes]:
    found = (folder / "run" / LUCK_FOLDER).rglob("*.arrow")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.mark.parametrize("name", ["holdem-limit-3p", "leduc"])
def test_matches_hands_and_parts_have_the_same_corrected_payoffs(name: str, tmp_path: Path) -> None:
    _run(tmp_path, name)
    run = open_run(tmp_path / "run", luck="chance")
    won: dict[tuple[int, str], float] = {}
    for hands in run.played_hands():
        for row in range(len(hands)):
            for agent, payoff in zip(hands.members[row], hands.payoffs[row], strict=True):
                key = (int(hands.deck_seed[row]), run.labels[agent])
                won[key] = won.get(key, 0.0) + payoff
    rows = [row for batch in run.matches() for row in batch.to_pylist()]
    assert all(abs(sum(row["payoffs"])) <= 2 for row in rows), "rounded to 1/2520 chip by match"
    for (seed, agent), total in won.items():
        own = [row for row in rows if row["deck_seed"] == seed]
        stored = sum(row["payoffs"][row["agents"].index(agent)] for row in own)
        assert abs(stored - total) <= len(own) / 2 + 1e-6
    part = run.where("decks=1-1")
    chosen = [p for one in part.played_hands() for p in one.payoffs.tolist()]
    whole = [
        p
        for one in run.played_hands()
        for p, seed in zip(one.payoffs.tolist(), one.deck_seed.tolist(), strict=True)
        if seed == 1001
    ]
    assert chosen == whole
    assert chosen
    assert run.positions().arrow.num_rows


def test_corrections_are_made_once_and_again_only_if_they_are_damaged(tmp_path: Path) -> None:
    run = _run(tmp_path)
    assert not _files(tmp_path)
    first = open_run(tmp_path / "run", luck="chance").total_bankroll().to_pylist()
    files = _files(tmp_path)
    assert len(files) == len(run.reading.holdings.shards)
    path = tmp_path / next(iter(files))
    path.write_bytes(b"ARROW1 and nothing else")
    assert open_run(tmp_path / "run", luck="chance").total_bankroll().to_pylist() == first
    assert _files(tmp_path) == files


def test_corrections_of_another_choice_are_not_taken_for_it(tmp_path: Path) -> None:
    _run(tmp_path)
    list(open_run(tmp_path / "run", luck="chance").played_hands())
    folder = tmp_path / "run" / LUCK_FOLDER
    shutil.copytree(folder / "chance", folder / "aivat")
    with pytest.raises(StoreError, match="by declared decisions have not been made"):
        list(open_run(tmp_path / "run", luck="aivat").played_hands())


def test_a_value_function_is_for_chance_alone(tmp_path: Path) -> None:
    _run(tmp_path)
    with pytest.raises(GameDefinitionError, match="fitted values are for --luck chance, not raw"):
        open_run(tmp_path / "run", luck="raw", luck_values=tmp_path / "none.arrow")


def test_a_correction_is_read_as_it_was_made(tmp_path: Path) -> None:
    run = _run(tmp_path)
    hands = AdjustedHands(run.game, run.labels, "chance")
    for shard in run.reading.holdings.shards:
        made, again = hands.corrections(shard), hands.corrections(shard)
        assert made.corrections.tobytes() == again.corrections.tobytes()
        assert again.about["value"] == value_name(run.game, "chance")
    raw = np.concatenate([part.payoffs for part in run.played_hands()])
    luck = np.concatenate([chance_luck(run.game, p).of_cards() for p in run.played_hands()])
    adjusted = np.concatenate(
        [p.payoffs for p in open_run(tmp_path / "run", luck="chance").played_hands()]
    )
    np.testing.assert_allclose(adjusted, raw + luck * PAYOFF_UNIT, rtol=0.0, atol=1e-9)


def test_corrections_are_not_stored_while_the_cards_are_secret(tmp_path: Path) -> None:
    run = _run(tmp_path)
    hands = AdjustedHands(run.game, run.labels, "chance")
    for shard in run.reading.holdings.shards:
        made = hands.corrections(replace(shard, deals=None))
        assert not made.is_known.any()
        assert not made.corrections.any()
    assert not _files(tmp_path)
    assert all(hands.corrections(s).is_known.all() for s in run.reading.holdings.shards)


def test_hands_with_unknown_cards_are_counted(tmp_path: Path) -> None:
    game = find_game("holdem-limit-2p", load_registry()).definition
    cards = np.array([[0, 1, 2, 3, 8, 12, 16, 20, 24], [0, 1, 255, 255, 8, 12, 16, 20, 24]])
    payoffs = np.array([[20, -20], [-20, 20]]) * PAYOFF_UNIT
    match = StoredMatch(tuple("ab"), ("cc/cc/cc/cc",) * 2, payoffs, cards=cards.astype(np.uint8))
    store_matches(tmp_path / "run", game, [match])
    run = open_run(tmp_path / "run", luck="chance")
    assert "1 hand left as played, for lack of cards or of declarations" in run.facts


@pytest.mark.parametrize("luck", LUCKS[1:3])
def test_a_choice_after_play_is_said_in_every_note(luck: Luck, tmp_path: Path) -> None:
    _run(tmp_path)
    run = open_run(tmp_path / "run", luck=luck)
    for notes in (run.facts, run.notes, run.reading.deck_notes, run.total_bankroll().notes):
        assert "chosen after play: the spec has luck = 'raw'" in notes[0]
    assert not [note for note in open_run(tmp_path / "run").notes if "luck" in note]


def test_a_game_without_values_is_refused(tmp_path: Path) -> None:
    game = replace(find_game("leduc", load_registry()).definition, rank_count=13, suit_count=4)
    store_matches(tmp_path / "run", game, [play_match(game, "ab", hands=4)])
    with pytest.raises(GameDefinitionError, match="does not support this game"):
        open_run(tmp_path / "run", luck="chance").total_bankroll()


def test_declared_decisions_that_nobody_asked_for_yet_are_missed(tmp_path: Path) -> None:
    _run(tmp_path, "leduc")
    with pytest.raises(Exception, match="railbird luck DIR"):
        open_run(tmp_path / "run", luck="aivat").total_bankroll()
