"""Bad input is answered by one sentence and exit code 2, and nothing half-written stays behind."""

import os
import re
import resource
import sys
from pathlib import Path
from typing import Any

import pytest
from small_runs import MISFITS, start_railbird, write_spec

from railbird.harness import AgentSpec, LineUps, Spec, SpecError, parse_spec
from railbird.harness.cli.application import run_command

LEDUC = """\
GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


HOOK = """
from railbird.plugins import hookimpl

@hookimpl
def railbird_agents():
    return []
"""


def refusal(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run the command, hold it to its promise, and return the sentence."""
    capsys.readouterr()
    assert run_command([str(argument) for argument in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("railbird: ")
    assert shown.err.count("\n") == 1
    return shown.err


SPECS: list[tuple[dict[str, Any], str]] = [
    ({"decks": None, "decsk": 4}, "unknown key 'decsk'; did you mean 'decks'?"),
    ({"line_ups": {"sampeld": 4}}, "unknown key 'sampeld'; did you mean 'sampled'?"),
    ({"game": "kuhn3p"}, "there is no game 'kuhn3p'; did you mean 'kuhn-3p'?"),
    ({"agents": ("call", "unifrom", "chump")}, "no agent 'unifrom'; did you mean 'uniform'?"),
    (
        {"agents": ("call", "uniform")},
        "for 3 players, and 2 agents are entered; enter 1 more",
    ),
    ({"agents": ("call",)}, "is for 3 players, and only 1 agent is entered; enter 2 more"),
    ({"agents": ("call", "uniform", "uniform")}, "label 'uniform' is used twice"),
    ({"game": "leduc"}, "'bluffer' does not play 'leduc': it is for other games (Kuhn: "),
    (
        {"game": "holdem-limit-2p", "agents": ("equilibrium", "call")},
        "railbird ships no file for this game, and none is given (file=PATH); it plays kuhn-2p",
    ),
    ({"name": "a/b"}, "name: 'a/b' is not valid"),
    ({"name": ".."}, "name: '..' is not valid as the name of a folder"),
    ({"decks": 2**32}, "decks: expected int <= 10000000"),
    ({"game": "a\\u0000.game"}, "cannot be read"),
    ({"name": None}, "missing required key 'name'"),
    ({"hands_per_match": 0}, "hands_per_match: expected int >= 1"),
    ({"hands_per_match": "many"}, "hands_per_match: expected int, got str"),
    ({"seed": -1}, "seed: expected int >= 0"),
    ({"spec_version": 2}, "spec_version: 2 is not supported"),
    ({"decks": None}, "either decks (a number of deck seeds) or deck_seeds"),
    ({"deck_seeds": [1, 2]}, "either decks (a number of deck seeds) or deck_seeds"),
    ({"decks": None, "deck_seeds": [7, 8, 7]}, "seed 7 is used twice"),
    ({"decks": None, "deck_seeds": []}, "the list is empty"),
    ({"seatings": "some"}, "seatings: one of all, rotations is needed, not 'some'"),
    ({"misbehaviour": "kind"}, "misbehaviour: one of acpc, strict is needed, not 'kind'"),
    ({"line_ups": "most"}, "line_ups: one of 'all' or a table"),
    ({"line_ups": {"sampled": 3}}, "multiple of 4"),
    ({"line_ups": {"sampled": 8}}, "more than the 4 possible line-ups"),
    (
        {"line_ups": {"against": "caller"}},
        "'caller' is not a label of this spec; did you mean 'call'",
    ),
    ({"line_ups": {"listed": [["call", "uniform"]]}}, "needs 3 different agents"),
    ({"line_ups": {"sampled": 4, "against": "call"}}, "one of sampled, against and listed"),
    ({"plugins": {"paths": ["nowhere.py"]}}, "there is no plugin"),
]


@pytest.mark.parametrize(("keys", "words"), SPECS, ids=[words for _, words in SPECS])
def test_a_spec_that_is_wrong_is_refused_by_name(
    keys: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml", **keys)
    out = tmp_path / "out"
    assert words in refusal(capsys, "run", spec, "--workers", 0, "--out", out)
    assert not out.exists()


def test_what_is_not_a_spec_at_all_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text("decks = = 4\n")
    assert "not valid TOML: Invalid value (at line 1" in refusal(capsys, "run", spec)
    spec.write_text(LEDUC, encoding="utf-16")
    assert "spec.toml: it is encoded in UTF-16; save it as UTF-8" in refusal(capsys, "run", spec)
    spec.write_bytes(b'name = "x"\ngame = "\xe9"\n')
    assert "(line 2 has the byte 0xe9); save it as UTF-8" in refusal(capsys, "run", spec)
    assert "is a folder" in refusal(capsys, "run", tmp_path)
    assert "did you mean 'kuhn-3p'?" in refusal(capsys, "run", "kuhn-3q")
    assert "did you mean" not in refusal(capsys, "run", "xyz")


@pytest.mark.parametrize(
    "deep",
    [
        "x = " + "[" * 900 + "]" * 900,
        "x = " + "{a = " * 900 + "1" + "}" * 900,
        ".".join("a" * 900) + " = 1",
        "[" + ".".join("a" * 900) + "]",
        "parameters." + ".".join("a" * 100) + " = 1",
    ],
    ids=["lists", "tables", "dotted", "header", "parameters"],
)
def test_a_spec_nested_deep_is_refused(
    deep: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "a.toml")
    spec.write_text(f"{deep}\n" if deep.startswith("x") else f"{spec.read_text()}\n{deep}\n")
    assert "nested more than 50 levels deep" in refusal(capsys, "run", spec)


ALL_IN = """\
GAMEDEF
limit
numPlayers = 2
numRounds = 1
stack = 1 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


def test_a_game_in_which_the_blinds_take_all_is_played_and_described(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "allin.game", tmp_path / "out"
    game.write_text(ALL_IN)
    spec = write_spec(tmp_path / "a.toml", game="allin.game", agents=("call", "uniform"))
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(out)]) == 0
    for command in ("rank", "table", "hands", "indicators", "opponents", "bankrolls", "report"):
        assert run_command([command, str(out)]) == 0, command
    assert run_command(["rank", str(out), "--luck", "all-in"]) == 0
    for kind in ("acpc", "csv", "parquet"):
        assert run_command(["export", str(out), "--format", kind, "--out", f"{out}-{kind}"]) == 0
    logs = [f"{out}-acpc", "--out", f"{out}-again", "--game", str(game)]
    assert run_command(["import", *logs]) == 0
    for command in ("solve", "exploit"):
        extra = ["--out", str(tmp_path / "s.arrow")] if command == "solve" else ["--game"]
        words = [command, *(["call"] if command == "exploit" else []), *extra, str(game)]
        assert "there are no decisions in this game" in refusal(capsys, *words)


@pytest.mark.parametrize(
    ("line", "wrong", "words"),
    [
        ("numBoardCards = 0 1", "numBoardCards = 1 0", "board"),
        ("blind = 1 1", "stack = 3 3\nblind = 5 1", "blind"),
        ("numHoleCards = 1", "numHoleCards = 3", "card"),
    ],
)
def test_a_definition_that_contradicts_itself_is_refused(
    line: str, wrong: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.game").write_text(LEDUC)
    spec = write_spec(tmp_path / "spec.toml", game="own.game", agents=("call", "uniform"))
    command = ("run", spec, "--workers", 0, "--out", tmp_path / "out")
    assert run_command([str(word) for word in command]) == 0
    (tmp_path / "own.game").write_text(LEDUC.replace(line, wrong))
    sentence = refusal(capsys, *command[:-1], tmp_path / "other")
    assert words in sentence
    assert "own.game" in sentence


def test_ten_players_in_all_seatings_are_refused_with_their_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ten = LEDUC.replace("Players = 2", "Players = 10").replace("1 1\n", "1 1 1 1 1 1 1 1 1 1\n", 1)
    game = tmp_path / "ten.game"
    stacks = f"stack = {' '.join(['100'] * 10)}\nnumSuits = 4"
    game.write_text(ten.replace("numRanks = 3", "numRanks = 13").replace("numSuits = 2", stacks))
    spec = write_spec(tmp_path / "spec.toml", game="ten.game", seatings="all", agents=())
    with spec.open("a") as file:
        file.writelines(
            f'[[agents]]\nagent = "call"\nlabel = "{label}"\n' for label in "abcdefghij"
        )
    assert "3,628,800 matches" in refusal(capsys, "run", spec, "--workers", 0)


BROKEN = {
    "raise in start_match": "exception: ValueError: not my day",
    "raise": r"exception: KeyError: 'act' \(misfits\.py, line \d+, in act\); fix it, or remove it "
    r"from the tournament; play with --raise-agent-errors to see the traceback",
    "none": "nonsense: answered None instead of an action",
    "string": "nonsense: answered the string 'call' instead of an action",
    "nan": "nonsense: answered nan instead of an action",
    "negative": "nonsense: answered -1 instead of an action",
    "list": "nonsense: answered a list instead of an action",
    "negative raise": "nonsense: amount -5",
}


@pytest.mark.parametrize("how", BROKEN)
def test_an_agent_that_fails_its_trial_hand_ends_the_command(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = refusal(
        capsys,
        *("match", "call", f"sick=broken:how={how}", "--game", "holdem-nolimit-2p"),
        *("--plugin", MISFITS, "--workers", 0, "--out", tmp_path / "out"),
    )
    assert re.search(rf"agent 'sick' failed its trial hand: {BROKEN[how]}", sentence)
    assert ("--raise-agent-errors" in sentence) == how.startswith("raise")
    assert not (tmp_path / "out").exists()


def test_an_agent_that_kills_its_process_in_its_trial_hand_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = refusal(
        capsys,
        *("match", "call", "broken:how=exit in start_match", "--game", "kuhn-2p"),
        *("--plugin", MISFITS, "--workers", 1, "--out", tmp_path / "out"),
    )
    assert "agent 'broken' failed its trial hand: its process exited with code 4" in sentence
    assert not (tmp_path / "out").exists()


def test_a_plugin_that_ends_other_processes_is_not_an_agents_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "deadly.py"
    plugin.write_text(f"import os\nif os.getpid() != {os.getpid()}:\n    os._exit(5)\n{HOOK}")
    command = ("match", "call", "fold", "--game", "kuhn-2p", "--plugin", plugin)
    sentence = refusal(capsys, *command)
    assert "a process exited with code 5 while it loaded the plugins" in sentence


@pytest.mark.parametrize(
    "agent",
    ["broken:how=raise", "killer:how=error", "broken:how=unheard-of", "broken:how=leave"],
)
def test_the_author_gets_the_frames_of_his_own_code_where_he_asks_for_them(
    agent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the trial hand and later; whatever it raises, one of our errors included."""
    code = run_command(
        [
            *("match", "call", f"sick={agent}", "--game", "kuhn-2p", "--plugin", MISFITS),
            *("--raise-agent-errors", "--out", str(tmp_path / "out")),
        ]
    )
    shown = capsys.readouterr()
    assert (code, shown.out) == (1, "")
    traceback = shown.err[shown.err.index("Traceback") :].splitlines()
    assert traceback[1].startswith(f'  File "{MISFITS}", line ')
    assert traceback[1].endswith(", in act")
    assert sum(line.startswith("  File") for line in traceback) == 1
    assert traceback[-2] == "raised by agent 'sick'"
    assert re.fullmatch(r"railbird: \w+: .* \(misfits\.py, line \d+, in act\)", traceback[-1])


PLUGINS = {
    "import nowhere_to_be_found\n": "cannot be imported: ModuleNotFoundError",
    "def railbird_agents(:\n": "cannot be imported: SyntaxError",
    "x = 1\n": "offers nothing",
}


@pytest.mark.parametrize("code", PLUGINS)
def test_a_plugin_that_does_not_import_is_named(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "mine_is_broken.py"
    plugin.write_text(code)
    spec = write_spec(tmp_path / "spec.toml", plugins={"paths": [plugin.name]})
    sentence = refusal(capsys, "run", spec, "--workers", 0)
    assert "mine_is_broken.py" in sentence
    assert PLUGINS[code] in sentence


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("run",), "railbird: the argument spec is missing; see `railbird run --help`"),
        (("walk",), "railbird: there is no command 'walk'; see `railbird --help`"),
        (("run", "kuhn-3p", "--wrokers", "3"), "there is no option --wrokers"),
        (("run", "kuhn-3p", "--workers", "some"), "railbird: --workers: give a whole number"),
        (("run", "kuhn-3p", "--workers", "-1"), "railbird: --workers: give 0 or more"),
        (("rank", "runs/x", "--alpha", "much"), "railbird: --alpha: give a number"),
        (("match", "call"), "railbird: the option --game is missing"),
        (("games", "kuhn"), "railbird: unexpected: kuhn; see `railbird games --help`"),
        (("table", "x", "--only"), "--only needs a value: print one table only: agent-matrix, "),
        (("hands", "x", "--first", "0"), "railbird: --first: give 1 or more"),
        (("export", "x"), "the option --format is missing; give one of parquet, csv, acpc"),
        (("run", "kuhn-3p", "--format", "xml"), "--format: 'xml' is not one of text, json\n"),
        (("run", "kuhn-3p", "--ray", "--workers", "0"), "--ray plays in processes of its own"),
        (("run", "kuhn-3p", "--ship"), "--ship needs --ray-address"),
        (("run", "kuhn-3p", "--ray", "--skip-unfit"), "--skip-unfit needs --ray-address"),
        (("run", "kuhn-3p", "--in-flight", "1MB"), "--in-flight needs --ray"),
        (("run", "kuhn-3p", "--ray", "--in-flight", "0"), "'0' is not a number of bytes"),
        (("run", "kuhn-3p", "--ray-address", "127.0.0.1:1"), "no Ray cluster answers at"),
        (("run", "kuhn-3p", "--until-decided", "--keep-going"), "leave out --keep-going"),
        (
            ("match", "call", "fold", "--game", "kuhn-2p", "--hands", "0"),
            "--hands: '0' is not a number",
        ),
        (("match", "call", "fold:x", "--game", "kuhn-2p"), "'x' is not valid; write NAME=VALUE"),
        (("match", "call", "fold:x=1", "--game", "kuhn-2p"), "parameter of agent 'fold'"),
        (("match", "call", "=", "--game", "kuhn-2p"), "agent '=' has no name"),
    ],
)
def test_a_command_that_is_wrong_is_refused(
    command: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refusal(capsys, *command)


def test_listed_deck_seeds_take_no_more_decks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml", decks=None, deck_seeds=[3, 1])
    assert "add the new ones to deck_seeds" in refusal(capsys, "run", spec, "--more-decks", 2)


def test_a_folder_of_something_else_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    out = tmp_path / "out"
    out.mkdir()
    (out / "letters.txt").write_text("dear")
    assert "contains 'letters.txt'" in refusal(capsys, "run", spec, "--workers", 0, "--out", out)
    assert [path.name for path in out.iterdir()] == ["letters.txt"]
    below_a_file = out / "letters.txt" / "run"
    sentence = refusal(capsys, "run", spec, "--workers", 0, "--out", below_a_file)
    assert "cannot write" in sentence


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that nobody may write into")
def test_a_folder_that_is_not_writable_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    sentence = refusal(capsys, "run", spec, "--workers", 0, "--out", "/proc/self/railbird")
    assert "cannot write" in sentence


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("limit_bytes", [100, 9_000])
def test_a_full_disk_leaves_nothing_half_written(
    workers: int, limit_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit on file sizes simulates a full disk: first the manifest, then shards exceed it."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # Python would leave cut bytecode to others

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    spec = write_spec(tmp_path / "spec.toml", decks=50, hands_per_match=200, hands_per_chunk=50_000)
    out = tmp_path / "out"
    process = start_railbird("run", spec, "--workers", workers, "--out", out, preexec_fn=limit)
    shown, sentence = process.communicate()
    assert (process.returncode, shown) == (2, "")
    assert "cannot write" in sentence
    assert sentence.count("\n") == 1
    written = [path for path in out.rglob("*") if path.is_file() and path.name != "run.lock"]
    assert {path.suffix for path in written} <= {".json", ".arrow"}
    assert not list((out / "shards").iterdir())
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(out)]) == 0


def test_specs_built_in_python_are_checked_alike() -> None:
    agent = AgentSpec(agent="call")
    keys: dict[str, Any] = {"name": "x", "game": "kuhn-3p", "agents": (agent,)}
    with pytest.raises(SpecError, match="is used twice"):
        Spec(**keys, deck_seeds=(1, 1), hands_per_match=1)
    with pytest.raises(SpecError, match="one of sampled"):
        LineUps()
    with pytest.raises(SpecError, match="label"):
        AgentSpec(agent="a b")


def test_a_message_names_its_source() -> None:
    with pytest.raises(SpecError, match=r"^mine: unknown key 'x'"):
        parse_spec("x = 1", source="mine")
