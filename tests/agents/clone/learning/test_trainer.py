"""``railbird learn``: files that play, evaluations, and one sentence for what cannot be learned."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import printed

from railbird.agents.clone.model.model_file import read_model
from railbird.agents.clone.model.net_model import NetModel
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, write_weights
from railbird.harness.cli.application import run_command
from railbird.plugins import load_registry

MATCH = "match fox fish maniac --game holdem-nolimit-3p --hands 1500 --workers 0 --out"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learn") / "seen"
    assert run_command([*MATCH.split(), str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def half_hidden(seen: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same hands from histories that have the fox's cards at showdowns alone."""
    folder = tmp_path_factory.mktemp("hidden")
    histories, imported = folder / "histories", folder / "imported"
    line = ["export", str(seen), "--format", "pokerstars", "--out", str(histories)]
    assert run_command(line) == 0
    for path in histories.glob("*.txt"):
        text = re.sub(r"Dealt to fox .*\n", "", path.read_text("utf-8"))
        path.write_text(re.sub(r"( '\w+) seed[^']*'", r"\1'", text), "utf-8")
    line = ["import", str(histories), "--from", "pokerstars", "--out", str(imported)]
    assert run_command(line) == 0
    return imported


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which commands are called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_learned_player_plays(
    seen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fox.arrow"
    said = printed(capsys, "learn", seen, "--player", "fox", "-o", out)
    assert "held-out matches: accuracy 0." in said
    assert f"{out} plays as fox, learned from" in said
    model = read_model(out)
    assert (model.origin.player, model.origin.method) == ("fox", "trees")
    assert model.origin.known_count == model.origin.case_count > 1_000
    assert model.origin.scores["accuracy"] > 0.7
    line = f"match clone:file={out} rock fish --game holdem-nolimit-3p --hands 60 --workers 0"
    assert "clone" in printed(capsys, *line.split())


def test_the_same_command_writes_the_same_bytes(seen: Path, tmp_path: Path) -> None:
    for name in ("one.arrow", "two.arrow"):
        line = ["learn", str(seen), "--player", "fish", "-o", str(tmp_path / name)]
        assert run_command(line) == 0
    assert (tmp_path / "one.arrow").read_bytes() == (tmp_path / "two.arrow").read_bytes()
    line = ["train", "clone", "--game", "holdem-nolimit-3p", "--against", str(seen)]
    line += ["--set", "player=fish", "-o", str(tmp_path / "three.arrow")]
    assert run_command(line) == 0
    assert (tmp_path / "one.arrow").read_bytes() == (tmp_path / "three.arrow").read_bytes()


@pytest.mark.parametrize("method", ["tree", "tuples"])
def test_rules_play(
    seen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    out = tmp_path / "fox.pokerlang"
    options = [] if method == "tuples" else ["--method", method]
    said = printed(capsys, "learn", seen, "--player", "fox", "-o", out, *options)
    assert ("held-out matches: accuracy 0." in said) == (method == "tree")
    said = printed(capsys, "pokerlang", "check", out, "--game", "holdem-nolimit-3p")
    assert "declares its probabilities" in said
    line = f"match pokerlang:file={out} rock fish --game holdem-nolimit-3p --hands 60 --workers 0"
    printed(capsys, *line.split())


def test_an_evaluation_says_what_it_is_beside(
    seen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = printed(capsys, "learn", seen, "--player", "fox", "--evaluate", "--play-hands", "400")
    for part in (
        "decisions to learn from",
        "the source's measure",
        "with weights chosen on the judged cases",
        "(majority 0.",
        "no ceiling: the player does not declare its play",
        "calibration (predictions: predicted, observed)",
        "pre-flop: taken in rows, likeliest in columns",
        "river: taken in rows",
        "learning curve",
        "1,000: 0.",
        "in the same seat on the same decks: original",
        "aggression_factor",
    ):
        assert part in said, part


def test_a_player_that_declares_has_a_ceiling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "seen"
    line = f"match uniform call --game leduc --hands 2000 --workers 0 --out {folder}"
    assert run_command(line.split()) == 0
    capsys.readouterr()
    options = ["--evaluate", "--play-hands", "0"]
    said = printed(capsys, "learn", folder, "--player", "all", *options)
    ceiling = float(re.search(r"ceiling (0\.\d+)", said)[1])
    accuracy = float(re.search(r"accuracy (0\.\d+)", said)[1])
    assert 0.3 < ceiling < 0.6
    assert accuracy < ceiling + 0.05
    assert "uniform: " in said
    assert "call: " in said


@pytest.fixture(scope="module")
def seen_in_leduc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("leduc") / "seen"
    line = f"match equilibrium call --game leduc --hands 700 --workers 0 --out {folder}"
    assert run_command(line.split()) == 0
    return folder


def test_a_net_of_a_player_plays_and_is_judged_beside_majority_and_ceiling(
    seen_in_leduc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "net.arrow"
    options = ["--player", "equilibrium", "--method", "net"]
    said = printed(capsys, "learn", seen_in_leduc, *options, "-o", out)
    assert "held-out matches: accuracy 0." in said
    assert ", majority 0." in said
    model = read_model(out)
    assert (model.origin.player, model.origin.method) == ("equilibrium", "net")
    for agent in (f"clone:file={out}", f"dcubot:file={out}", f"clone:file={out},mode=likeliest"):
        line = f"match one={agent} call --game leduc --hands 40 --workers 0"
        assert "one" in printed(capsys, *line.split())
    said = printed(capsys, "learn", seen_in_leduc, *options, "--evaluate", "--play-hands", "200")
    accuracy, majority = re.search(r"accuracy (0\.\d+) \(majority (0\.\d+)\)", said).groups()
    ceiling = float(re.search(r"ceiling (0\.\d+)", said)[1])
    assert float(majority) < float(accuracy) < ceiling + 0.05
    assert float(accuracy) > ceiling - 0.1
    assert "learning curve" in said
    assert "in the same seat on the same decks: original" in said


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--cards public", "--method net learns from cards; use --method trees with --cards"),
        ("--opponents", "--method net does not look at former hands; leave out --opponents"),
    ],
)
def test_what_a_net_does_not_see_is_refused(
    seen_in_leduc: Path,
    in_folder: Path,
    capsys: pytest.CaptureFixture[str],
    options: str,
    why: str,
) -> None:
    line = f"learn {seen_in_leduc} --player call --method net -o x.arrow {options}"
    capsys.readouterr()
    assert run_command(line.split()) == 2
    shown = capsys.readouterr()
    assert why in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert list(in_folder.iterdir()) == []


def test_a_net_of_a_game_of_steps_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "seen"
    line = f"match call uniform --game omaha-limit --hands 40 --workers 0 --out {folder}"
    assert run_command(line.split()) == 0
    capsys.readouterr()
    line = f"learn {folder} --player uniform --method net -o {tmp_path / 'x.arrow'}"
    assert run_command(line.split()) == 2
    shown = capsys.readouterr()
    assert "is neither: use --method trees" in shown.err
    assert shown.err.count("\n") == 1


@pytest.fixture(scope="module")
def hidden_in_limit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Limit hold'em of which cards are known at showdowns alone, and a model of its game."""
    folder = tmp_path_factory.mktemp("limit")
    seen, histories, run = (folder / name for name in ("seen", "histories", "imported"))
    line = f"match fox fish maniac --game holdem-limit-3p --hands 600 --workers 0 --out {seen}"
    assert run_command(line.split()) == 0
    line = f"export {seen} --format pokerstars --out {histories}"
    assert run_command(line.split()) == 0
    for path in histories.glob("*.txt"):
        text = re.sub(r"Dealt to \w+ .*\n", "", path.read_text("utf-8"))
        path.write_text(re.sub(r"( '\w+) seed[^']*'", r"\1'", text), "utf-8")
    assert run_command(f"import {histories} --from pokerstars --out {run}".split()) == 0
    shape = NetShape(load_registry().games["holdem-limit-3p"].definition, player_types=2)
    weights = Weights(shape, start_parameters(shape, 1), Training("opponent model", 8, 1, "0"))
    write_weights(folder / "model.arrow", weights)
    return run, folder / "model.arrow"


@pytest.mark.parametrize("method", ["trees", "tree", "net"])
def test_hidden_cards_are_drawn_by_a_model_and_counted(
    hidden_in_limit: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    method: str,
) -> None:
    run, model = hidden_in_limit
    out = tmp_path / "fox.arrow"
    options = ["--player", "fox", "--method", method, "-o", out]
    said = printed(capsys, "learn", run, *options, "--impute", model)
    warned = re.search(
        r"The cards of (\d+) of (\d+) decisions are not stored: they were drawn as model\.arrow",
        said,
    )
    assert warned
    hidden, count = map(int, warned.groups())
    assert 0.3 < hidden / count < 0.9
    found = read_model(out)
    assert (found.origin.case_count, found.origin.known_count) == (count, count - hidden)
    assert found.origin.warnings[0].startswith(f"The cards of {hidden} of {count}")
    if not isinstance(found, NetModel):
        assert found.feature_set.has_cards
    first = out.read_bytes()
    printed(capsys, "learn", run, *options, "--impute", model)
    assert out.read_bytes() == first


def test_an_evaluation_says_how_many_of_the_judged_cards_were_drawn(
    hidden_in_limit: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run, model = hidden_in_limit
    options = ["--player", "fox", "--method", "tree", "--evaluate", "--play-hands", "0"]
    said = printed(capsys, "learn", run, *options, "--impute", model)
    judged = int(re.search(r"([\d,]+) of other matches to judge on", said)[1].replace(",", ""))
    drawn = re.search(r"the cards of ([\d,]+) of these were drawn as model\.arrow plays", said)
    assert drawn
    assert 0.3 * judged < int(drawn[1].replace(",", "")) < 0.9 * judged


def test_a_model_by_which_cards_cannot_be_drawn_is_refused(
    hidden_in_limit: tuple[Path, Path],
    seen_in_leduc: Path,
    in_folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run, model = hidden_in_limit
    for line, why in (
        (f"{run} --player fox --impute none.arrow", "there is no file of weights none.arrow"),
        (f"{run} --player fox --impute {model} --cards known", "give --impute or --cards, not"),
        (f"{seen_in_leduc} --player call --impute {model}", "contains weights for another game"),
    ):
        assert run_command(["learn", *line.split(), "-o", "x.arrow"]) == 2
        shown = capsys.readouterr()
        assert why in shown.err
        assert shown.err.count("\n") == 1
    assert list(in_folder.iterdir()) == []


def test_a_model_changes_nothing_where_all_cards_are_known(
    seen_in_leduc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shape = NetShape(load_registry().games["leduc"].definition)
    model = tmp_path / "model.arrow"
    weights = Weights(shape, start_parameters(shape, 1), Training("opponent model", 8, 1, "0"))
    write_weights(model, weights)
    for name, options in (("one", []), ("two", ["--impute", model])):
        line = ["learn", seen_in_leduc, "--player", "call", "-o", tmp_path / f"{name}.arrow"]
        assert "drawn" not in printed(capsys, *line, *options)
    assert (tmp_path / "one.arrow").read_bytes() == (tmp_path / "two.arrow").read_bytes()


def test_hidden_cards_are_counted_and_never_learned_in_silence(
    half_hidden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fox.arrow"
    said = printed(capsys, "learn", half_hidden, "--player", "fox", "-o", out)
    warned = re.search(
        r"warning: Learned without cards: those of (\d+) of (\d+) decisions are not stored", said
    )
    assert warned
    hidden, count = map(int, warned.groups())
    assert 0 < hidden < count
    model = read_model(out)
    assert not model.feature_set.has_cards
    assert model.origin.warnings[0] in said
    assert (model.origin.known_count, model.origin.case_count) == (count - hidden, count)
    options = ["--cards", "known"]
    said = printed(capsys, "learn", half_hidden, "--player", "fox", "-o", out, *options)
    assert f"Learned from the {count - hidden} of {count} decisions whose cards are stored" in said
    assert read_model(out).origin.case_count == count - hidden
    rules = tmp_path / "fox.pokerlang"
    printed(capsys, "learn", half_hidden, "--player", "fox", "-o", rules, "--method", "tuples")
    assert "hands that were folded are missing" in " ".join(
        rules.read_text("utf-8").split()
    ).replace("# ", "")
    said = printed(capsys, "learn", half_hidden, "--player", "fish", "-o", out)
    assert "warning" not in said


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--player foxx -o x.arrow", "there is no player 'foxx'; did you mean 'fox'?"),
        ("-o x.arrow", "say whom to learn: --player fish; the run has fish, fox, maniac"),
        ("--player fox", "nothing to do; give an output file with -o, or --evaluate"),
        ("--player all -o x.arrow", "there is no player 'all'"),
        ("--player fox -o x.pokerlang --method trees", "cannot be written as rules"),
        ("--player fox -o x.pokerlang --method net", "--method net cannot be written as rules"),
        (
            "--player fox -o x.arrow --method net",
            "as Kuhn and Leduc; holdem-nolimit-3p is neither: use --method trees",
        ),
        ("--player fox -o x.arrow --method tuples", "writes rules; give a file that ends with"),
        ("--player fox -o x.arrow --method forest", "use one of tuples, tree, trees, net"),
        ("--player fox -o x.arrow --cards mine", "cards is 'mine'; use one of known, public"),
        ("--player fox -o x.arrow --game holdem-limit-3p", "are not of the game holdem-limit-3p"),
        ("--player fox -o nowhere/x.arrow", "no folder"),
        ("--player fox -o x.txt", "a model is written to a file that ends with .arrow, rules to"),
        (
            "--player fox --evaluate --play-hands -5",
            "play_hands is -5; give a whole number",
        ),
    ],
)
def test_what_cannot_be_learned_is_one_sentence(
    seen: Path,
    in_folder: Path,
    capsys: pytest.CaptureFixture[str],
    options: str,
    why: str,
) -> None:
    capsys.readouterr()
    assert run_command(["learn", str(seen), *options.split()]) == 2
    shown = capsys.readouterr()
    assert why in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert list(in_folder.iterdir()) == []


def test_few_decisions_and_missing_runs_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = str(tmp_path / "few"), str(tmp_path / "x.arrow")
    line = f"match call uniform --game kuhn-2p --hands 40 --workers 0 --out {folder}"
    assert run_command(line.split()) == 0
    capsys.readouterr()
    assert run_command(["learn", folder, "--player", "uniform", "-o", out]) == 2
    assert "learning needs 100 or more: play or import more hands" in capsys.readouterr().err
    assert run_command(["learn", str(tmp_path), "--player", "uniform", "-o", out]) == 2
    assert "is not a run folder" in capsys.readouterr().err


def test_cards_unknown_everywhere_are_refused_unless_only_public_features_are_asked_for(
    half_hidden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    histories = half_hidden.parent / "histories"
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    for path in sorted(histories.glob("*.txt"))[:20]:
        hands = re.split(r"\n\n\n", path.read_text("utf-8"))
        kept = [hand for hand in hands if "fox: shows" not in hand and "fox: mucks" not in hand]
        (hidden / path.name).write_text("\n\n\n".join(kept), "utf-8")
    run = tmp_path / "run"
    assert run_command(["import", str(hidden), "--from", "pokerstars", "--out", str(run)]) == 0
    capsys.readouterr()
    line = ["learn", str(run), "--player", "fox", "-o", str(tmp_path / "x.arrow")]
    assert run_command(line) == 2
    assert "no cards of fox are stored; add --cards public" in capsys.readouterr().err
    assert run_command([*line, "--cards", "public"]) == 0
    assert read_model(tmp_path / "x.arrow").origin.known_count == 0


def test_a_kind_that_was_never_seen_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "seen", tmp_path / "x.arrow"
    line = f"match call raise --game leduc --hands 400 --workers 0 --out {folder}"
    assert run_command(line.split()) == 0
    capsys.readouterr()
    said = printed(capsys, "learn", folder, "--player", "call", "-o", out)
    assert "warning: call was never seen to fold." in said
    assert "warning: call was never seen to raise." in said
    assert "call was never seen to fold." in read_model(out).origin.warnings


WITHOUT = """
import sys
sys.modules["sklearn"] = None
from railbird.harness.cli.application import run_command
sys.exit(run_command(sys.argv[1:]))
"""


def test_without_scikit_learn_models_play_and_learning_says_what_to_install(
    seen: Path, tmp_path: Path
) -> None:
    out = tmp_path / "fox.arrow"
    assert run_command(["learn", str(seen), "--player", "fox", "-o", str(out)]) == 0

    def run(line: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT, *line.split()]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    played = run(
        f"match clone:file={out} rock fish --game holdem-nolimit-3p --hands 30 --workers 0"
    )
    assert played.returncode == 0, played.stderr
    line = f"match uniform call --game leduc --hands 400 --workers 0 --out {tmp_path / 'leduc'}"
    assert run_command(line.split()) == 0
    net = f"learn {tmp_path / 'leduc'} --player uniform --method net -o {tmp_path / 'net.arrow'}"
    assert run(net).returncode == 0
    refused = run(f"learn {seen} --player fox -o {tmp_path / 'two.arrow'}")
    assert refused.returncode == 2
    assert "pip install 'railbird[learn]'" in refused.stderr
    assert refused.stderr.count("\n") == 1
