"""Evolutions: the same bytes however they are played, towards a best response, and bad specs."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from command_line import printed
from small_runs import RAILBIRD, KillingWorkers

from railbird.harness import AgentSpec, LineUps, Plugins, Processes, Spec, SpecError, play_here
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.cli.application import run_command
from railbird.harness.evolution.evolve import evolve
from railbird.harness.plan.evolution_spec import EvolutionSpec, UntilDecided
from railbird.harness.plan.spec_file import parse_spec
from railbird.harness.tournament.run import play
from railbird.native.errors import RailbirdError
from railbird.native.solver import build_tree, measure_exploitability, nash_conv
from railbird.plugins import load_registry
from railbird.results import OtherRunError, StoreError, open_run
from railbird.results.folders.addresses import open_folder
from railbird.results.generations.generations import (
    IndividualRow,
    read_generations,
    rows_of_table,
    summarise,
)

EVOLUTION_KEYS = ("eliminate", "fitness", "until_decided")
GAME = load_registry().game("kuhn-2p")


def spec_of(*fixed: str, population: int = 6, iterations: int = 3, **keys: Any) -> Spec:
    rules = {name: keys.pop(name) for name in EVOLUTION_KEYS if name in keys}
    agents = [AgentSpec(agent=name) for name in fixed]
    basic = {"name": "small", "game": "kuhn-2p", "hands_per_match": 20, "decks": 2, "seed": 3}
    return Spec(
        agents=(AgentSpec(agent="chump", evolve=True), *agents),
        mode="evolution",
        evolution=EvolutionSpec(population=population, iterations=iterations, **rules),
        **(basic | keys),
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """All files but those of times."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "timings" not in path.parts
    }


def read_decisions(folder: Path) -> list[dict[str, Any]]:
    with pa.memory_map(str(folder / "tables" / "decisions.arrow")) as file:
        return pa.ipc.open_file(file).read_all().to_pylist()


def rows_in(folder: Path) -> list[IndividualRow]:
    return rows_of_table(read_generations(open_folder(folder)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evolved") / "small"
    evolve(spec_of("call"), folder=folder, dispatch=play_here)
    return folder


def test_each_generation_is_a_run_of_individuals_and_fixed_agents(folder: Path) -> None:
    rows = rows_in(folder)
    assert [row.generation for row in rows] == [1] * 6 + [2] * 6 + [3] * 6
    for number in (1, 2, 3):
        results = open_run(folder / "generations" / f"{number:04d}")
        here = [row for row in rows if row.generation == number]
        assert sorted(results.labels) == sorted(["call", *(row.individual for row in here)])
        bankrolls = {r["agent"]: r for r in results.total_bankroll().to_pylist()}
        for row in here:
            assert row.fitness == bankrolls[row.individual]["mbb_per_hand"]
            assert row.half_width == bankrolls[row.individual]["half_width"]
        entered = {agent.label: agent for agent in results.manifest.agents}
        assert all(
            json.loads(entered[row.individual].parameters) == json.loads(row.parameters)
            for row in here
        )


def test_no_two_generations_play_the_same_decks(folder: Path) -> None:
    runs = [open_run(folder / "generations" / f"{number:04d}") for number in (1, 2, 3)]
    seeds = [seed for results in runs for seed in results.manifest.deck_seeds]
    assert len(set(seeds)) == len(seeds) == 6


def test_the_least_fit_of_a_generation_is_not_in_the_next(folder: Path) -> None:
    rows = rows_in(folder)
    for number in (1, 2):
        here = [row for row in rows if row.generation == number]
        following = {row.individual: row for row in rows if row.generation == number + 1}
        stay = {row.individual for row in here if row.survives}
        assert len(stay) == 5
        assert min(here, key=lambda row: row.fitness).individual not in stay
        assert stay < set(following)
        (child,) = set(following) - stay
        assert following[child].mother in stay
        assert following[child].father is None or following[child].father in stay


def test_the_number_of_workers_does_not_show(folder: Path, tmp_path: Path) -> None:
    evolve(spec_of("call"), folder=tmp_path / "two", dispatch=Processes(2))
    assert files_of(tmp_path / "two") == files_of(folder)


def test_workers_and_what_they_loaded_are_kept_over_generations(
    folder: Path, tmp_path: Path
) -> None:
    """The plugin is imported by this process, and once by each process that tries or plays."""
    plugin = tmp_path / "noting.py"
    plugin.write_text(
        "import os\n"
        "from pathlib import Path\n"
        "from railbird.plugins import AgentEntry, CALL, hookimpl\n"
        "with (Path(__file__).parent / 'imports').open('a') as file:\n"
        "    file.write(f'{os.getpid()}\\n')\n"
        "class Caller:\n"
        "    def act(self, observation): return CALL\n"
        "@hookimpl\n"
        "def railbird_agents(): return [AgentEntry('noting', Caller)]\n"
    )
    spec = spec_of("noting", plugins=Plugins(paths=(str(plugin),)))
    evolve(spec, folder=tmp_path / "run", dispatch=Processes(2))
    others = [p for p in (tmp_path / "imports").read_text().split() if p != str(os.getpid())]
    assert 1 <= len(others) == len(set(others)) <= 2


def test_workers_killed_in_any_generation_are_replaced(folder: Path, tmp_path: Path) -> None:
    class Killing(KillingWorkers):
        @contextmanager
        def kept(self) -> Iterator[KillingWorkers]:
            with Processes(2).kept() as workers:
                self.dispatch = workers
                yield self

    killing = Killing(Processes(2), kills=3)
    evolve(spec_of("call"), folder=tmp_path / "killed", dispatch=killing)
    assert killing.kills == 0
    assert files_of(tmp_path / "killed") == files_of(folder)


def test_teams_and_styles_evolve_in_a_game_that_cannot_be_listed(tmp_path: Path) -> None:
    pool = ["fox", "rock", "call"]
    coach = AgentSpec(agent="coach", evolve=True, parameters={"members": pool})
    keys = {"agents": (AgentSpec(agent="fox", evolve=True), coach), "game": "holdem-limit-2p"}
    spec = spec_of(population=4, iterations=2)
    whole = {name: getattr(spec, name) for name in spec.__struct_fields__}
    evolve(Spec(**whole | keys), folder=tmp_path / "run", dispatch=Processes(1))
    found = [(row.individual, json.loads(row.parameters)) for row in rows_in(tmp_path / "run")]
    assert {name[:4] for name, _ in found} == {"coac", "fox-"}
    for name, parameters in found:
        if name.startswith("coach"):
            assert set(parameters["members"]) <= set(pool)
        else:
            assert len(parameters["raises"]) == len(parameters["calls"]) == 5


def test_killed_anywhere_and_continued_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(
        'name = "small"\nmode = "evolution"\ngame = "kuhn-2p"\nhands_per_match = 20\ndecks = 2\n'
        "seed = 3\n[evolution]\npopulation = 6\niterations = 3\n"
        '[[agents]]\nagent = "chump"\nevolve = true\n[[agents]]\nagent = "call"\n'
    )
    command = [*RAILBIRD, "run", str(spec), "--out", str(tmp_path / "run"), "--workers", "0"]
    for wanted in ("generation 1", "generation 2"):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as playing:
            assert playing.stderr is not None
            while not playing.stderr.readline().startswith(wanted):
                assert playing.poll() is None
            os.kill(playing.pid, signal.SIGKILL)
    subprocess.run(command, check=True, capture_output=True)
    assert files_of(tmp_path / "run") == files_of(folder)


def test_more_iterations_only_add(folder: Path, tmp_path: Path) -> None:
    evolve(spec_of("call", iterations=1), folder=tmp_path / "one", dispatch=play_here)
    assert rows_in(tmp_path / "one") == rows_in(folder)[:6]
    evolve(spec_of("call"), folder=tmp_path / "one", dispatch=play_here)
    assert files_of(tmp_path / "one") == files_of(folder)


@pytest.mark.parametrize("keys", [{"eliminate": 0.5}, {"fitness": "worst-opponent"}, {"seed": 4}])
def test_another_evolution_is_refused(keys: dict[str, Any], folder: Path) -> None:
    before = files_of(folder)
    with pytest.raises(
        OtherRunError, match=r"has another evolution, with other (evolution\.\w+|seed); choose"
    ):
        evolve(spec_of("call", **keys), folder=folder, dispatch=play_here)
    assert files_of(folder) == before


def test_fewer_iterations_are_refused_and_nothing_is_lost(folder: Path) -> None:
    before = files_of(folder)
    with pytest.raises(StoreError, match="has 3 generations and the spec 2 iterations; give as m"):
        evolve(spec_of("call", iterations=2), folder=folder, dispatch=play_here)
    assert files_of(folder) == before


@pytest.mark.parametrize("damage", [b"{", b"[]", b"\xff"])
def test_a_damaged_file_of_rules_is_named(damage: bytes, tmp_path: Path) -> None:
    evolve(spec_of("call", iterations=1), folder=tmp_path / "run", dispatch=play_here)
    (tmp_path / "run" / "evolution.json").write_bytes(damage)
    with pytest.raises(StoreError, match=r"evolution.json is damaged; choose another folder"):
        evolve(spec_of("call", iterations=1), folder=tmp_path / "run", dispatch=play_here)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"foo": 1}, "foo"), ({"bet": 0.5}, "bet is set, and evolves; remove it from parameters")],
)
def test_a_refused_spec_leaves_no_folder(
    parameters: dict[str, Any], message: str, tmp_path: Path
) -> None:
    entry = AgentSpec(agent="chump", evolve=True, parameters=parameters)
    spec = spec_of("call")
    keys = {name: getattr(spec, name) for name in spec.__struct_fields__}
    with pytest.raises(RailbirdError, match=message):
        evolve(Spec(**keys | {"agents": (entry,)}), folder=tmp_path / "run", dispatch=play_here)
    assert not (tmp_path / "run").exists()


def test_fresh_keeps_the_old_one(tmp_path: Path) -> None:
    place = tmp_path / "run"
    evolve(spec_of("call", iterations=1), folder=place, dispatch=play_here)
    old = files_of(place)
    evolve(spec_of("call", iterations=1, seed=9), folder=place, dispatch=play_here, fresh=True)
    assert files_of(tmp_path / "run.1") == old != files_of(place)


def test_one_tournament_cannot_be_an_evolution() -> None:
    with pytest.raises(SpecError, match="a spec of mode 'evolution' is many tournaments; play it"):
        play(spec_of("call"))


def test_a_tournament_s_run_is_refused(folder: Path) -> None:
    with pytest.raises(OtherRunError, match="has a tournament's run; choose another folder"):
        evolve(spec_of("call"), folder=folder / "generations" / "0001", dispatch=play_here)


def test_it_finds_the_best_response_to_a_fixed_player(tmp_path: Path) -> None:
    """Against one who folds to every bet and never bets, betting always wins the ante each hand."""
    meek = AgentSpec(agent="chump", label="meek", parameters={"bet": 0.0, "call": 0.0})
    spec = spec_of(population=24, iterations=20, eliminate=0.5, hands_per_match=10, decks=80)
    keys = {name: getattr(spec, name) for name in spec.__struct_fields__}
    against = Spec(**keys | {"agents": (*spec.agents, meek), "line_ups": LineUps(against="meek")})
    evolve(against, folder=tmp_path / "run", dispatch=play_here)
    tree, factory = build_tree(GAME.definition), load_registry().agent("chump").factory
    folds = declared_strategy(GAME, tree, lambda: factory(bet=0.0, call=0.0))
    measured = measure_exploitability(tree, folds)
    best = (sum(measured.values) + measured.nash_conv) / 2
    assert best == pytest.approx(1.0)
    *_, last = summarise(rows_in(tmp_path / "run"))
    # a bet wins 1, and a check down 0 on the average: this is what it wins against the meek one
    assert json.loads(last.best.parameters)["bet"] == pytest.approx(best, abs=0.01)


def test_exact_fitness_is_minus_the_distance_from_an_equilibrium(tmp_path: Path) -> None:
    place = tmp_path / "run"
    spec = spec_of(population=8, iterations=12, fitness="exploitability", hands_per_match=1)
    evolve(spec, folder=place, dispatch=play_here)
    rows = rows_in(place)
    tree, factory = build_tree(GAME.definition), load_registry().agent("chump").factory
    for row in rows[:8]:
        made = declared_strategy(GAME, tree, lambda row=row: factory(**json.loads(row.parameters)))
        assert row.fitness == pytest.approx(-1000 * nash_conv(tree, made))
        assert row.half_width is None
    summaries = list(summarise(rows))
    assert all(summary.luck_share is None for summary in summaries)
    fittest = [summary.best.fitness for summary in summaries]
    assert fittest == sorted(fittest), "the fittest never leaves"
    assert fittest[-1] > fittest[0]


def test_the_worst_opponent_is_the_fitness_if_asked_for(tmp_path: Path) -> None:
    spec = spec_of("call", iterations=1, fitness="worst-opponent")
    evolve(spec, folder=tmp_path / "run", dispatch=play_here)
    matrix = open_run(tmp_path / "run" / "generations" / "0001").agent_matrix().to_pylist()
    for row in rows_in(tmp_path / "run"):
        own = [cell for cell in matrix if cell["agent"] == row.individual]
        assert len(own) == 6
        assert row.fitness == min(cell["mbb_per_hand"] for cell in own)


GROWING = {"decks": 10, "until_decided": UntilDecided(most_decks=80, margin=60.0)}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evolved") / "grown"
    evolve(spec_of("call", **GROWING), folder=folder, dispatch=play_here)
    return folder


def test_decks_of_a_generation_grow_until_it_is_decided_who_stays(grown: Path) -> None:
    rows, depths = rows_in(grown), []
    for number in (1, 2, 3):
        results = open_run(grown / "generations" / f"{number:04d}")
        here = [row for row in rows if row.generation == number]
        table = read_decisions(grown / "generations" / f"{number:04d}")
        undecided = {
            frozenset((row["agent"], row["other"])) for row in table if row["deck_seeds"] is None
        }
        depth = len(results.manifest.deck_seeds)
        depths.append(depth)
        across = [
            frozenset((one.individual, other.individual))
            for one in here
            for other in here
            if one.survives and not other.survives
        ]
        assert depth == 80 or not undecided & set(across)
    assert max(depths) > 10


def test_growing_decks_are_the_same_with_workers_and_when_continued(
    grown: Path, tmp_path: Path
) -> None:
    evolve(spec_of("call", iterations=1, **GROWING), folder=tmp_path / "two", dispatch=play_here)
    evolve(spec_of("call", **GROWING), folder=tmp_path / "two", dispatch=Processes(2))
    assert files_of(tmp_path / "two") == files_of(grown)
    with pytest.raises(OtherRunError, match=r"with other evolution\.until_decided; choose another"):
        evolve(spec_of("call", decks=10), folder=tmp_path / "two", dispatch=play_here)


def test_the_option_is_the_key_of_the_spec(tmp_path: Path) -> None:
    text = TOML.format(
        agent="chump",
        entry='label = "z"\nevolve = true',
        mode='mode = "evolution"',
        table="{table}",
    ).replace("decks = 1\n", "decks = 10\n")
    table = "[evolution]\npopulation = 4\niterations = 1\n"
    spec, keyed = tmp_path / "x.toml", tmp_path / "keyed.toml"
    spec.write_text(text.replace("{table}", table))
    keyed.write_text(text.replace("{table}", table + "until_decided = { most_decks = 40 }\n"))
    options = ("--workers", "0", "--until-decided", "--most-decks", "40")
    assert run_command(["run", str(spec), "--out", str(tmp_path / "a"), *options]) in (None, 0)
    assert run_command(["run", str(keyed), "--out", str(tmp_path / "b"), "--workers", "0"]) in (
        None,
        0,
    )
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_luck_s_share_of_fitness() -> None:
    """Two of fitness -1 and 1, of variance 2, whose errors are 1/2: an eighth of it is luck."""
    width = 1.959963984540054 / 2
    rows = [
        IndividualRow(1, name, None, None, "{}", value, width, survives=True)
        for name, value in (("a", -1.0), ("b", 1.0))
    ]
    (summary,) = summarise(rows)
    assert summary.best.individual == "b"
    assert (summary.mean, summary.deviation**2) == pytest.approx((0.0, 2.0))
    assert summary.luck_share == pytest.approx(0.125)


TOML = (
    'name = "x"\ngame = "kuhn-2p"\nhands_per_match = 10\ndecks = 1\n{mode}\n{table}\n'
    '[[agents]]\nagent = "{agent}"\n{entry}\n[[agents]]\nagent = "call"\n'
)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            {"mode": 'mode = "evolve"'},
            "mode: one of cash, freeze-out, tournament, ring, evolution is needed, not 'evolve'",
        ),
        ({"mode": ""}, 'evolution: this table belongs to mode = "evolution"; set that, too'),
        ({"table": ""}, "evolution: this table is missing; write population and iterations"),
        ({"mode": "", "table": ""}, "agent 'chump': evolve belongs to mode"),
        ({"entry": ""}, "agents: none evolves; write evolve = true in the entry of one"),
        ({"extra": "eliminate = 1.5"}, "evolution: eliminate is 1.5; give the share that leaves"),
        ({"extra": "eliminate = 0.9"}, "leaves 1 of 6 individuals; 2 or more must stay"),
        ({"extra": 'fitness = "best"'}, "one of bankroll, worst-opponent, exploitability is need"),
        (
            {"extra": 'until_decided = {}\nfitness = "worst-opponent"'},
            'until_decided compares bankrolls, and fitness is "worst-opponent"; leave it out',
        ),
        ({"extra": "until_decided = { margins = 3 }"}, "'margins'; did you mean 'margin'?"),
        ({"extra": "popular = 3"}, "unknown key 'popular'; did you mean 'population'?"),
        (
            {"line_ups": '{ listed = [["chump", "call"]] }'},
            "line_ups: listed cannot name individuals",
        ),
        ({"line_ups": '{ against = "chump" }'}, "against is 'chump', which evolves; name an agent"),
    ],
)
def test_a_bad_spec_is_refused_in_one_sentence(keys: dict[str, str], message: str) -> None:
    given = {"agent": "chump", "entry": "evolve = true", "mode": 'mode = "evolution"'} | keys
    line_ups = f"line_ups = {keys['line_ups']}\n" if "line_ups" in keys else ""
    table = f"[evolution]\npopulation = 6\niterations = 1\n{keys.get('extra', '')}"
    text = TOML.format(**({"table": table} | given))
    with pytest.raises(SpecError) as refused:
        parse_spec(line_ups + text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("agent", "option", "message"),
    [
        ("call", (), "does not evolve, as its entry has no `evolve`; use one of ace, bluffer"),
        ("chump", ("--until-decided",), "decks: 1 deck seed is too few for the first look"),
        ("chump", ("--more-decks", "2"), "--more-decks is for tournaments"),
        ("chump", ("--dry-run",), "--dry-run is for tournaments"),
        ("chump", ("--luck", "aivat"), "needs declared decisions, which are not asked for"),
    ],
)
def test_what_an_evolution_cannot_use_is_refused_and_nothing_written(
    agent: str,
    option: tuple[str, ...],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spec = tmp_path / "x.toml"
    table = "[evolution]\npopulation = 6\niterations = 1"
    mode = 'mode = "evolution"'
    text = TOML.format(agent=agent, entry='label = "z"\nevolve = true', mode=mode, table=table)
    spec.write_text(text)
    assert run_command(["run", str(spec), "--out", str(tmp_path / "run"), *option]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_game_that_cannot_be_listed_has_no_exact_fitness(tmp_path: Path) -> None:
    spec = spec_of(game="kuhn-2p", fitness="exploitability")
    plugin = tmp_path / "evolving.py"
    plugin.write_text(
        "from railbird.plugins import AgentEntry, CALL, evolve_numbers, hookimpl\n"
        "class A:\n"
        "    def __init__(self, p=0.5): pass\n"
        "    def act(self, observation): return CALL\n"
        "@hookimpl\n"
        "def railbird_agents():\n"
        '    return [AgentEntry("a", A, evolve=evolve_numbers({"p": (0.0, 1.0)}))]\n'
    )
    keys = {name: getattr(spec, name) for name in spec.__struct_fields__}
    entry = (AgentSpec(agent="a", evolve=True),)
    plugins = Plugins(paths=(str(plugin),))
    large = Spec(**keys | {"agents": entry, "plugins": plugins, "game": "holdem-limit-2p"})
    with pytest.raises(SpecError, match="holdem-limit-2p is too large to list"):
        evolve(large, folder=tmp_path / "run", dispatch=play_here)
    assert not (tmp_path / "run").exists()


def test_the_command_prints_every_form(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "generations", str(folder))
    assert "fittest" in text
    assert "bet=0." in text
    assert "luck" in text
    told = json.loads(printed(capsys, "generations", str(folder), "--format", "json"))
    assert [row["individual"] for row in told["generations"]] == [
        row.individual for row in rows_in(folder)
    ]
    assert printed(capsys, "generations", str(folder), "--format", "csv").count("\n") == 1 + 18
    with pytest.raises(StoreError, match=r"has no generations.arrow; play a spec with mode"):
        rows_in(folder / "generations" / "0001")
    with pytest.raises(StoreError, match=r"is an evolution, .*generations/0001, or see"):
        open_run(folder)
