"""`railbird.play` and `railbird.run`: what is entered, what is refused, and the same bytes."""

import gc
import re
import subprocess
import sys
import threading
from pathlib import Path
from traceback import walk_tb
from typing import Any

import msgspec
import pytest
from cells import define, run_cells
from command_line import printed
from small_runs import contents, kuhn_spec, write_spec

import railbird
from railbird.harness import Processes, SpecError, TrialError, play_here, run
from railbird.native.errors import RailbirdError
from railbird.plugins import CALL, AgentError, PluginError, UnknownNameError, pack_class
from railbird.results import OtherRunError

ACE = "ACE = 12"
CELL = """
from railbird.plugins import CALL, FOLD, raise_to
class Agent:
    def __init__(self, patience=0.0):
        self.patience = patience
    def act(self, observation):
        if observation.hole_cards[0] // 4 < ACE or observation.random() < self.patience:
            return FOLD if observation.can_fold else CALL
        return raise_to(observation.min_raise_to) if observation.can_raise else CALL
"""
Agent = define(ACE, CELL)


def play(*agents: Any, **options: Any) -> railbird.Result:
    """Play a short match of Kuhn poker for three."""
    listed = agents or (Agent, "uniform", "call")
    return railbird.play(listed, **{"game": "kuhn-3p", "hands": 120, "progress": False} | options)


def shards(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if name.startswith("shards")}


SCRIPT = f"""
import sys, railbird
{ACE}
{CELL}
entered = {{"me": (Agent, {{"patience": 0.1}}), "bold": Agent, "random": "uniform"}}
for folder, workers in (("here", 0), ("two", 2)):
    railbird.play(entered, game="kuhn-3p", hands=1200, hands_per_chunk=200, workers=workers,
                  folder=folder)
"""


def test_two_processes_write_the_bytes_of_this_one(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    subprocess.run([sys.executable, script], cwd=tmp_path, check=True)
    here = contents(tmp_path / "here")
    assert sum(name.startswith("shards") for name in here) == 6
    assert contents(tmp_path / "two") == here


def test_a_class_plays_as_a_plugin_of_the_same_code_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = tmp_path / "plugin.py"
    offer = "[AgentEntry('Agent', Agent)]"
    plugin.write_text(
        f"from railbird.plugins import AgentEntry, hookimpl\n{ACE}\n{CELL}\n"
        f"@hookimpl\ndef railbird_agents(): return {offer}\n"
    )
    arguments = ("match", "Agent:patience=0.1", "uniform", "call", "--hands", "600", "--seed", "3")
    options = ("--game", "kuhn-3p", "--workers", "0", "--plugin", plugin, "--out", tmp_path / "a")
    printed(capsys, *arguments, *options)
    given = ((Agent, {"patience": 0.1}), "uniform", "call")
    play(*given, hands=600, seed=3, folder=tmp_path / "b")
    assert shards(tmp_path / "a") == shards(tmp_path / "b")


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_continues_with_the_same_class_and_refuses_an_edited_one(
    tmp_path: Path, workers: int
) -> None:
    begun = play(folder=tmp_path, decks=2, hands_per_chunk=60, workers=workers)
    there = contents(tmp_path)
    for edited in (define("ACE = 11", CELL), define(ACE, CELL.replace("FOLD if", "CALL if"))):
        with pytest.raises(OtherRunError, match="the code of agent 'Agent'"):
            play(edited, "uniform", "call", folder=tmp_path, decks=2, workers=workers)
    assert contents(tmp_path) == there
    fresh = define("unrelated = 1", ACE, "# moved\n" + CELL)
    more = play(fresh, "uniform", "call", folder=tmp_path, decks=4, hands=240, workers=workers)
    assert (begun.hand_count, more.hand_count) == (120, 240)
    assert (
        shards(tmp_path).items()
        >= {name: data for name, data in there.items() if name.startswith("shards")}.items()
    )


def test_chunks_of_classes_are_played_in_processes_as_here(tmp_path: Path) -> None:
    spec = kuhn_spec("mine", "uniform", "call")
    for name, dispatch in (("a", play_here), ("b", Processes(2))):
        run(spec, folder=tmp_path / name, dispatch=dispatch, classes=[pack_class(Agent, "mine")])
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_labels_are_names_numbered_where_they_are_taken() -> None:
    other = define("ACE = 3", CELL)
    result = play(Agent, "uniform", other, Agent, "me=uniform", "uniform", hands=12)
    assert result.labels == ["Agent", "Agent-2", "Agent-3", "me", "uniform", "uniform-2"]
    entered = {agent.label: agent.agent for agent in result.run.manifest.agents}
    assert [entered[f"Agent{end}"] for end in ("", "-2", "-3")] == ["Agent", "Agent-2", "Agent"]


def test_the_keys_of_a_dictionary_are_labels() -> None:
    entries = {"a": Agent, "b": (Agent, {"patience": 1.0}), "c": ("bluffer", {"bluff": 0.25})}
    result = railbird.play(entries, game="kuhn-3p", hands=12)
    records = {agent.label: agent for agent in result.run.manifest.agents}
    assert {label: records[label].agent for label in records} == {
        **dict.fromkeys("ab", "Agent"),
        "c": "bluffer",
    }
    assert msgspec.json.decode(records["b"].parameters) == {"patience": 1.0}
    assert msgspec.json.decode(records["c"].parameters) == {"bluff": 0.25}


class NoAgent:
    """Has nothing to decide by."""


class TwoForms:
    def act(self, observation: object) -> None: ...

    def act_batch(self, decisions: object) -> None: ...


class Failing:
    def act(self, observation: object) -> None:
        raise KeyError("oops")


class Late:
    def act(self, observation: Any) -> Any:
        if observation.hand_index:
            raise KeyError("oops")
        return CALL


class Selfless:
    def act(observation: Any) -> Any:  # type: ignore[misc]  # noqa: N805
        return CALL


REFUSED: dict[str, tuple[dict[str, Any], type[RailbirdError], str]] = {
    "game": ({"game": "kuhn-3"}, UnknownNameError, "no game 'kuhn-3'; did you mean 'kuhn-3p'?"),
    "no game": ({"game": None}, SpecError, "game: None is not a name; see `railbird games`"),
    "agent": ({"agents": ["unifrom", "call", "fold"]}, UnknownNameError, "did you mean 'uniform'?"),
    "too few agents": (
        {"agents": [Agent]},
        SpecError,
        "for 3 players, and only 1 agent",
    ),
    "no agents": ({"agents": "uniform"}, SpecError, r"a str is not a list of agents; write \[...]"),
    "a class alone": ({"agents": Agent}, SpecError, "agents: a class is not a list of agents"),
    "no act": ({"agents": [NoAgent]}, AgentError, "entry 1: class NoAgent has none of the methods"),
    "two forms": ({"agents": [TwoForms]}, AgentError, "class TwoForms has both act and act_batch"),
    "instance": (
        {"agents": ["call", Agent()]},
        SpecError,
        r"entry 2 is an instance of Agent; give the class, Agent, or \(Agent, {...}\)",
    ),
    "number": ({"agents": {"x": 3}}, SpecError, "agents: 'x' is an int; give an agent's name, a"),
    "label": ({"agents": {1: Agent}}, SpecError, "agents: the label 1 is an int; use text"),
    "bad label": ({"agents": {"a b": Agent}}, SpecError, "label: 'a b' is not valid"),
    "parameter": (
        {"agents": [(Agent, {"patient": 1}), "call", "fold"]},
        UnknownNameError,
        "mean 'patience'?",
    ),
    "parameters": ({"agents": [(Agent, 1)]}, SpecError, "its parameters are an int; give"),
    "names": ({"agents": [(Agent, {1: 1})]}, SpecError, "the parameter 1 is not a name"),
    "values": ({"agents": [(Agent, {"patience": {1, object()}})]}, SpecError, "cannot be stored"),
    "hands": ({"hands": 11}, SpecError, "11 is too few .* on 2 deck seeds; use 12 or more"),
    "more decks": ({"hands": 11, "decks": 5}, SpecError, "5 deck seeds; use 30 or more"),
    "text": ({"hands": "30k"}, SpecError, "hands: '30k' is not a whole number; write it as 30_000"),
    "fraction": ({"hands": 30e3}, SpecError, "hands: 30000.0 is not a whole number"),
    "too many hands": ({"hands": 10**12}, SpecError, "the limit is 1,000,000; use more deck seeds"),
    "decks": ({"decks": 0}, SpecError, "decks: 0 is not valid"),
    "seed": ({"seed": -1}, SpecError, "seed: expected int >= 0"),
    "chunks": ({"hands_per_chunk": 0}, SpecError, "hands_per_chunk: expected int >= 1"),
    "workers": ({"workers": -1}, SpecError, "workers: -1 is not a number of processes"),
    "no self": ({"agents": [Selfless]}, AgentError, r"write it as `def act\(self, observation\)`"),
    "failing": ({"agents": [Failing, "call", "fold"]}, TrialError, "agent 'Failing' failed its"),
}


@pytest.mark.parametrize(("options", "kind", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    options: dict[str, Any], kind: type[RailbirdError], sentence: str
) -> None:
    usual = {"agents": [Agent, "uniform", "call"], "game": "kuhn-3p", "hands": 12}
    with pytest.raises(kind, match=sentence) as caught:
        railbird.play(**usual | options)
    assert "\n" not in str(caught.value)


def test_a_class_of_the_name_of_an_agent_is_refused() -> None:
    uniform = type("uniform", (Agent,), {})
    with pytest.raises(PluginError, match="agent 'uniform' is offered by both"):
        play(uniform, "call", "fold")


def test_what_workers_cannot_get_plays_here_and_is_refused_there(tmp_path: Path) -> None:
    locked = run_cells("import threading\nACE = threading.Lock()", CELL.replace("< ACE", "< 12"))
    agent = locked["Agent"]
    agent.lock = locked["ACE"]
    assert play(agent, "uniform", "call").hand_count == 120
    with pytest.raises(AgentError, match="'Agent' cannot be sent to workers"):
        play(agent, "uniform", "call", workers=1)
    with pytest.raises(AgentError, match=r"Agent\.lock is a lock"):
        play(agent, "uniform", "call", folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_an_exception_of_an_agent_is_raised_where_it_is_asked_for() -> None:
    with pytest.raises(KeyError, match="oops"):
        play(Failing, "call", "fold", raise_agent_errors=True)


def test_the_traceback_of_an_agents_exception_has_its_own_frames() -> None:
    with pytest.raises(KeyError) as caught:
        play(Failing, "call", "fold", raise_agent_errors=True)
    frames = [frame.f_code for frame, _ in walk_tb(caught.value.__traceback__)]
    *before, last = [(Path(code.co_filename).name, code.co_name) for code in frames]
    assert last == ("test_play.py", "act")
    assert {file for file, _ in before} <= {"test_play.py", "playing.py"}
    hidden = [code for code in frames if Path(code.co_filename).name == "playing.py"]
    assert all("__tracebackhide__" in code.co_varnames for code in hidden)


def test_messages_name_parameters_and_play_starts_anew(tmp_path: Path) -> None:
    """Of the command line's options none is in a message, a note or a table."""
    with pytest.raises(TrialError, match="play with raise_agent_errors=True to see") as failed:
        play(Failing, "call", "fold")
    with pytest.raises(SpecError, match="fresh needs folder"):
        play(fresh=True)
    first = play(Late, "call", "fold", folder=tmp_path / "run")
    shown = [repr(first), first._repr_html_(), *map(repr, (first.cross_table, first.run_off))]
    assert all("`result.incidents` lists them" in text for text in shown)
    others = ({"hands": 600}, {"seed": 7}, {"agents": ["call", "fold", "uniform"]})
    said = [str(failed.value), *shown, *first.notes]
    for other in others:
        agents = other.pop("agents", [Late, "call", "fold"])
        with pytest.raises(OtherRunError) as refused:
            play(*agents, folder=tmp_path / "run", **other)
        said.append(str(refused.value))
    assert "start over with fresh=True, which keeps" in said[-1]
    assert "use another folder with folder=FOLDER" in said[-1]
    assert "'Late' is in the folder's run and not among the agents" in said[-1]
    assert "seed was 0 and is now 7" in said[-2]
    assert "hands: hands_per_match was 2 and is now 10" in said[-3]
    assert [text for text in said if re.search(r"(?<![\w-])--[a-z]|\bspec\b", text)] == []
    anew = play(folder=tmp_path / "run", fresh=True)
    assert anew.labels == ["Agent", "call", "uniform"]
    assert railbird.open_run(tmp_path / "run.1").labels == first.labels


def test_a_temporary_folder_is_there_as_long_as_anything_reads_it() -> None:
    result = play()
    folder, read = Path(result.folder), result.run
    del result
    gc.collect()
    assert read.cross_table().num_rows == 3
    part = read.where("with=call")
    del read
    gc.collect()
    assert part.cross_table().num_rows == 3
    del part
    gc.collect()
    assert not folder.exists()


def test_completion_offers_what_is_public() -> None:
    assert dir(railbird) == sorted(railbird.__all__)


def test_it_plays_outside_the_main_thread() -> None:
    found: list[railbird.Result] = []
    thread = threading.Thread(target=lambda: found.append(play()))
    thread.start()
    thread.join()
    assert found[0].cross_table.arrow == play().cross_table.arrow


def test_a_spec_is_played_into_its_folder_as_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_spec(Path("small.toml"))
    printed(capsys, "run", path, "--out", "command", "--workers", "0")
    by_path = railbird.run(str(path), workers=0)
    assert by_path.folder == "runs/small"
    by_spec = railbird.run(railbird.read_spec(path), folder="read", workers=1)
    expected = contents(Path("command"))
    assert contents(Path("runs/small")) == contents(Path("read")) == expected
    opened = railbird.open_run("runs/small")
    assert opened.cross_table.arrow == by_path.cross_table.arrow == by_spec.cross_table.arrow
    assert railbird.run("kuhn-2p", folder="shipped", workers=0).hand_count
    with pytest.raises(SpecError, match="did you mean 'kuhn-2p'"):
        railbird.run("kuhn-2")


LIGHT = """
import railbird, sys
class Agent:
    def act(self, observation):
        from railbird.plugins import CALL
        return CALL
print(repr(railbird.play([Agent] * 3, game="kuhn-3p", hands=12)))
print([name for name in ("ray", "matplotlib", "IPython", "fsspec") if name in sys.modules])
"""


def test_playing_here_imports_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(LIGHT)
    done = subprocess.run(
        [sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""
