"""A tournament of a game of steps is stored, goes on, and is read again as any other."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_runs import contents

import railbird
from railbird.harness import AgentSpec, Processes, Spec, SpecError, play_here, run
from railbird.harness.games.library import find_game
from railbird.harness.plan.spec_file import find_spec, parse_spec
from railbird.native import GameDefinitionError, Tables, parse_game
from railbird.plugins import load_registry
from railbird.results import OtherRunError, open_run
from railbird.results.hands.deals import cards_of

GAMES = Path(__file__).parents[3] / "tournaments" / "games"
AGENTS = tuple(AgentSpec(agent=name) for name in ("call", "uniform", "raise", "fold"))


def stud_spec(**keys: Any) -> Spec:
    basic = {"name": "stud", "game": "seven-card-stud-8", "players": 4, "agents": AGENTS}
    return Spec(**basic | {"hands_per_match": 20, "decks": 3, "hands_per_chunk": 480} | keys)


def run_here(spec: Spec, folder: Path) -> None:
    run(spec, folder=folder, dispatch=play_here)


def test_a_run_is_stored_with_its_rules_and_every_hand_replays(tmp_path: Path) -> None:
    run_here(stud_spec(), tmp_path)
    results = open_run(tmp_path)
    game = find_game("seven-card-stud-8", load_registry(), 4)
    assert results.game == game.definition
    assert parse_game(results.manifest.game) == game.definition
    hands = 0
    for part in results.played_hands():
        rows = np.arange(len(part), dtype=np.int32)
        tables = Tables(game.definition, len(part))
        tables.start_hands(rows, cards_of(game.definition, part, rows))
        letters, offsets = part.spell()
        ends = pairwise(offsets)
        tables.play_betting(rows, [letters[a:b].tobytes().decode() for a, b in ends])
        assert (tables.payoffs(rows) == part.payoffs).all()
        hands += len(part)
    assert hands == 3 * 24 * 20


def test_what_was_begun_goes_on_to_the_same_bytes_with_any_number_of_workers(
    tmp_path: Path,
) -> None:
    run_here(stud_spec(), tmp_path)
    whole = contents(tmp_path)
    shards = sorted((tmp_path / "shards").glob("*.arrow"))
    assert len(shards) > 1
    for shard in shards[1:]:
        shard.unlink()
    run(stud_spec(), folder=tmp_path, dispatch=Processes(2))
    assert contents(tmp_path) == whole


@pytest.mark.parametrize(
    "keys", [{"players": 3}, {"game": "seven-card-stud"}], ids=["players", "game"]
)
def test_a_run_of_other_rules_is_refused(keys: dict[str, Any], tmp_path: Path) -> None:
    run_here(stud_spec(), tmp_path)
    with pytest.raises(OtherRunError, match="game"):
        run_here(stud_spec(**keys), tmp_path)


def test_a_run_that_names_the_fewest_players_is_the_one_that_leaves_them_out(
    tmp_path: Path,
) -> None:
    run_here(stud_spec(players=2), tmp_path)
    before = contents(tmp_path)
    run_here(stud_spec(players=None), tmp_path)
    assert contents(tmp_path) == before


def test_a_spec_names_a_file_of_steps_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes((GAMES / "omaha-8.toml").read_bytes())
    (tmp_path / "spec.toml").write_text(
        'name = "x"\ngame = "mine.toml"\nplayers = 3\nhands_per_match = 5\ndecks = 2\n'
        'agents = [{ agent = "call" }, { agent = "fold" }, { agent = "uniform" }]\n',
        encoding="utf-8",
    )
    spec = find_spec(str(tmp_path / "spec.toml"))
    assert spec.game == str(tmp_path / "mine.toml")
    run_here(spec, tmp_path / "run")
    assert open_run(tmp_path / "run").game.player_count == 3


@pytest.mark.parametrize("players", ["1", "'four'", "2.5"])
def test_players_that_are_no_number_of_players_are_refused(players: str) -> None:
    text = f'name = "x"\ngame = "razz"\nplayers = {players}\nhands_per_match = 5\ndecks = 2\n'
    with pytest.raises(SpecError, match="players: expected int"):
        parse_spec(text + 'agents = [{ agent = "call" }, { agent = "fold" }]\n')


def test_a_number_of_players_that_a_game_is_not_for_is_refused(tmp_path: Path) -> None:
    for keys, words in (
        ({"players": 9}, "seven-card-stud-8 is for 2 to 8 players, not 9; give another number"),
        ({"game": "leduc"}, "leduc is for 2 players, not 4; give another number or game"),
    ):
        with pytest.raises(GameDefinitionError, match=words):
            run_here(stud_spec(**keys), tmp_path)


def test_play_takes_a_number_of_players() -> None:
    result = railbird.play(
        ["call", "fold", "uniform"], game="omaha-8", players=3, hands=240, progress=False
    )
    assert result.run.game == find_game("omaha-8", load_registry(), 3).definition
    with pytest.raises(SpecError, match=r"players: 2\.5 is not a whole number"):
        railbird.play(["call", "fold"], game="omaha-8", players=2.5)  # type: ignore[arg-type]
