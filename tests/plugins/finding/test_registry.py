"""Registries: entries by name, whatever the order of registration, and clashes named."""

import functools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from railbird.plugins import (
    CALL,
    Action,
    AgentEntry,
    AgentError,
    Command,
    Game,
    Observation,
    Origin,
    PluginError,
    Registry,
    Trainer,
    UnknownNameError,
    describe_agent,
    hookimpl,
    load_registry,
    read_plugin,
)

AGENT = """
from railbird.plugins import CALL, AgentEntry, hookimpl

class Caller:
    def act(self, observation):
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry(name, Caller) for name in {names!r}]
"""


class Caller:
    def __init__(self, patience: int = 0) -> None:
        self.patience = patience

    def act(self, observation: Observation) -> Action:
        return CALL


def write_plugin(folder: Path, names: list[str], *, file: str = "bot.py") -> Any:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file
    path.write_text(AGENT.format(names=names), encoding="utf-8")
    return read_plugin(path)


def load(*sources: Any) -> Registry:
    return load_registry(sources, installed=False)


def test_entries_are_sorted_by_name_however_they_are_registered(tmp_path: Path) -> None:
    first = write_plugin(tmp_path, ["b", "d"], file="bot_one.py")
    second = write_plugin(tmp_path, ["c", "a"], file="bot_two.py")
    assert list(load(first, second).agents) == list(load(second, first).agents) == list("abcd")


def test_a_clash_names_both_sources(tmp_path: Path) -> None:
    first = write_plugin(tmp_path, ["nit"], file="bot_one.py")
    second = write_plugin(tmp_path, ["nit"], file="bot_two.py")
    with pytest.raises(PluginError, match=r"'nit'.*'bot_one\.py' and 'bot_two\.py'"):
        load(second, first)
    with pytest.raises(PluginError, match=r"'nit'.*both 'bot\.py' and 'bot\.py'"):
        load(write_plugin(tmp_path, ["nit", "nit"]))


def test_the_same_plugin_named_twice_is_one(tmp_path: Path) -> None:
    source = write_plugin(tmp_path, ["nit"])
    assert list(load(source, source).agents) == ["nit"]
    copy = write_plugin(tmp_path / "copy", ["nit"])
    assert list(load(source, copy).agents) == ["nit"]


def test_two_different_plugins_of_one_name_are_refused(tmp_path: Path) -> None:
    first, second = write_plugin(tmp_path / "x", ["a"]), write_plugin(tmp_path / "y", ["b"])
    with pytest.raises(PluginError, match=r"x/bot\.py.*y/bot\.py.*same name"):
        load(first, second)


def test_an_unknown_name_comes_with_the_nearest(tmp_path: Path) -> None:
    registry = load(write_plugin(tmp_path, ["maniac", "rock"]))
    with pytest.raises(UnknownNameError, match="did you mean 'maniac'") as caught:
        registry.agent("manaic")
    assert caught.value.nearest == "maniac"
    with pytest.raises(UnknownNameError, match="use one of 'maniac', 'rock'") as caught:
        registry.agent("xyz")
    assert caught.value.nearest is None
    with pytest.raises(UnknownNameError, match="there are none"):
        registry.game("chess")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("X = 1\n", "offers nothing"),
        ("def railbird_agents():\n    return []\n", "offers nothing"),
        ("@hookimpl\ndef railbird_agent():\n    return []\n", "did you mean 'railbird_agents'"),
        ("@hookimpl\ndef railbird_agents(x):\n    return []\n", "cannot be registered.*'x'"),
        ("@hookimpl\ndef railbird_agents():\n    return ['nit']\n", "returns a str"),
        ("@hookimpl\ndef railbird_agents():\n    return 3\n", "fails in railbird_agents: Type"),
        (
            "@hookimpl\ndef railbird_agents():\n    [AgentEntry('nit', print)]\n",
            r"returns nothing from railbird_agents; .*`return \[AgentEntry\(\.\.\.\)\]`$",
        ),
        (
            "@hookimpl\ndef railbird_agents():\n    return AgentEntry('nit', print)\n",
            "returns one AgentEntry from railbird_agents; return a list$",
        ),
        (
            "@hookimpl\ndef railbird_agents():\n    1 / 0\n",
            r"ZeroDivisionError: .* \(faulty\.py, line 4, in railbird_agents\); fix it",
        ),
        ("@hookimpl\ndef railbird_agents():\n    yield AgentEntry('a b', print)\n", "'a b'"),
        ("@hookimpl\ndef railbird_agents():\n    yield AgentEntry('', print)\n", "white space"),
        (
            "@hookimpl\ndef railbird_agents():\n    yield AgentEntry(3, print)\n",
            "not valid in a spec",
        ),
    ],
)
def test_a_plugin_at_fault_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(f"from railbird.plugins import AgentEntry, hookimpl\n{text}")
    with pytest.raises(PluginError, match=rf"faulty\.py.*{complaint}"):
        load(read_plugin(path))


def test_all_hooks_reach_a_plugin(tmp_path: Path) -> None:
    path = tmp_path / "everything.py"
    path.write_text(
        "from railbird.plugins import Command, Trainer, hookimpl\n"
        "heard = []\n"
        "@hookimpl\ndef railbird_commands():\n    return [Command('zap', print)]\n"
        "@hookimpl\ndef railbird_trainers():\n    return (Trainer(n, print) for n in 'ba')\n"
        "@hookimpl\ndef railbird_tournament_started(run):\n    heard.append(run)\n"
        "@hookimpl\ndef railbird_match_finished(match):\n    heard.append(match)\n"
    )
    registry = load(read_plugin(path))
    assert registry.commands() == {"zap": Command("zap", print)}
    assert registry.trainers() == {"a": Trainer("a", print), "b": Trainer("b", print)}
    assert list(registry.trainers()) == ["a", "b"]
    registry.hook.railbird_tournament_started(run="run")
    registry.hook.railbird_match_finished(run="run", match="match")
    registry.hook.railbird_tournament_finished(run="run")
    assert sys.modules["everything"].heard == ["run", "match"]


def test_installed_plugins_are_found_by_their_entry_point(tmp_path: Path) -> None:
    install(tmp_path, "good_bot", AGENT.format(names=["good-bot"]))
    said = run_with_path(
        tmp_path,
        "from railbird.plugins import load_registry\n"
        "registry = load_registry()\n"
        "print(registry.agent('good-bot').name, registry.describe_agent('good-bot'))\n",
    )
    assert "good-bot AgentOrigin(distribution='good_bot', version='1.2', file_hash='" in said


def test_an_installed_plugin_that_does_not_import_is_named(tmp_path: Path) -> None:
    install(tmp_path, "bad_bot", "import nowhere_to_be_found\n")
    said = run_with_path(
        tmp_path,
        "from railbird.plugins import PluginError, load_registry\n"
        "try:\n    load_registry()\nexcept PluginError as error:\n    print(error)\n",
    )
    assert "plugin 'entry' (bad_bot) of distribution 'bad_bot' cannot be imported" in said
    assert "nowhere_to_be_found" in said


def install(folder: Path, name: str, text: str) -> None:
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[railbird]\nentry = {name}\n")
    (folder / f"{name}.py").write_text(text)


def run_with_path(folder: Path, program: str) -> str:
    program = f"import sys\nsys.path.insert(0, {str(folder)!r})\n{program}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return done.stdout.decode()


def test_an_agent_by_path_is_described_by_its_file(tmp_path: Path) -> None:
    source = write_plugin(tmp_path, ["nit"])
    found = load(source).describe_agent("nit")
    assert (found.distribution, found.version) == ("bot.py", "")
    assert found.file_hash == source.content_hash


TEAM = """from pathlib import Path

from railbird.plugins import AgentEntry, hookimpl


class Bot:
    def act(self, observation):
        raise NotImplementedError


def list_parts(parameters):
    yield from ((name, {}) for name in parameters.get("members", ("nit",)))
    if "file" in parameters:
        yield Path(parameters["file"])


@hookimpl
def railbird_agents():
    return [AgentEntry("team", Bot, parts=list_parts)]
"""


def test_what_an_agent_is_made_of_is_part_of_what_it_is(tmp_path: Path) -> None:
    team, file = tmp_path / "team.py", tmp_path / "net"
    team.write_text(TEAM)
    file.write_text("one")
    sources = [write_plugin(tmp_path / "one", ["nit", "fox"]), read_plugin(team)]
    before = load(*sources)
    own = before.describe_agent("team", {"members": ()})
    assert own.file_hash == sources[1].content_hash
    led = before.describe_agent("team")
    filed = before.describe_agent("team", {"members": (), "file": str(file)})
    hashes = {own.file_hash, led.file_hash, filed.file_hash}
    hashes.add(before.describe_agent("team", {"members": ("nit", "nit")}).file_hash)
    assert len(hashes) == 4
    file.write_text("two")
    changed = write_plugin(tmp_path / "two", ["nit", "fox", "ace"])
    after = load(changed, sources[1])
    assert after.describe_agent("team", {"members": ()}) == own
    assert after.describe_agent("team") != led
    assert after.describe_agent("team", {"members": (), "file": str(file)}) != filed
    with pytest.raises(UnknownNameError, match="nobody"):
        after.describe_agent("team", {"members": ("nobody",)})
    with pytest.raises(AgentError, match="gone cannot be read"):
        after.describe_agent("team", {"file": str(tmp_path / "gone")})


REFERRING = """
from railbird.plugins import AgentReference, hookimpl

@hookimpl
def railbird_agents():
    return [AgentReference("far", "far_agents"), AgentReference("gone", "far_agents")]
"""
FAR = """
from railbird.plugins import CALL, AgentEntry

class Far:
    def act(self, observation):
        return CALL

AGENTS = [AgentEntry("far", Far, summary="imported when asked for")]
"""


def test_an_agent_that_is_referred_to_is_imported_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = tmp_path / "referring.py"
    plugin.write_text(REFERRING)
    (tmp_path / "far_agents.py").write_text(FAR)
    monkeypatch.syspath_prepend(tmp_path)
    registry = load(read_plugin(plugin))
    assert list(registry.agent_offers) == ["far", "gone"]
    assert "far_agents" not in sys.modules
    assert registry.agent("far").summary == "imported when asked for"
    assert "far_agents" in sys.modules
    with pytest.raises(PluginError, match="'gone', which AGENTS of the module 'far_agents' does"):
        registry.agent("gone")
    del sys.modules["far_agents"]
    (tmp_path / "far_agents.py").write_text("1 / 0")
    with pytest.raises(PluginError, match="module 'far_agents', which fails: ZeroDivisionError"):
        load(read_plugin(plugin)).agent("far")


def test_our_agents_are_listed_without_importing_any() -> None:
    code = (
        "import sys; from railbird.plugins import load_registry; found = load_registry();"
        "assert 'observer' in found.agent_offers; assert 'dcubot' in found.trainers();"
        "print([m for m in sys.modules if m.startswith('railbird.agents.')])"
    )
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, check=False, capture_output=True, text=True)
    assert printed.stdout.strip() == "['railbird.agents.registration']", printed.stderr


def test_plays_is_asked_of_a_game_and_parameters(tmp_path: Path) -> None:
    plugin = tmp_path / "old.py"
    plugin.write_text(AGENT.format(names=["old"]).replace("Caller)", "Caller, lambda game: True)"))
    with pytest.raises(PluginError, match=r"write it as plays\(game, parameters\)"):
        load(read_plugin(plugin))


def test_the_hash_of_an_installed_agent_is_that_of_its_file(tmp_path: Path) -> None:
    origin = Origin("bots", "1.0")
    described = describe_agent(Caller, origin)
    assert (described.distribution, described.version) == ("bots", "1.0")
    assert len(described.file_hash) == 32
    assert describe_agent(functools.partial(Caller, patience=3), origin) == described
    assert describe_agent(load_registry, origin) != described
    assert describe_agent(dict, origin).file_hash == ""


def test_whatever_plugs_in_may_be_an_object() -> None:
    class Plugin:
        @hookimpl
        def railbird_games(self) -> list[Game]:
            return []

    from railbird.plugins.finding.plugin_manager import make_manager  # noqa: PLC0415

    manager = make_manager([(Plugin(), Origin("object"))])
    assert manager.hook.railbird_games() == [[]]


def test_an_entry_claims_games_of_betting_alone_unless_it_says_otherwise() -> None:
    """What knows nothing of exchanges would break the rules of a draw game."""
    entry = AgentEntry("caller", Caller)
    games = load_registry().games
    claimed = {name for name, game in games.items() if entry.plays(game, {})}
    assert set(games) - claimed == {
        name for name, game in games.items() if game.definition.has_card_rounds
    }
    assert {"badugi", "anaconda", "pineapple"}.isdisjoint(claimed)
    assert {"razz", "omaha-8", "kuhn-2p"} <= claimed
