"""A model is written and read without loss, and damaged files are refused in a sentence."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from clone_cases import GAMES, ORIGIN, archetype_cases, leduc_model, played

from railbird.agents.baselines import Call, Uniform
from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import decisions_of
from railbird.agents.clone.learning.boosting import fit_trees
from railbird.agents.clone.model.model_file import SCHEMA, read_model, write_model
from railbird.agents.clone.model.net_model import NOTE, NetModel
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, write_weights
from railbird.native import stamped
from railbird.plugins import AgentError


def test_a_model_comes_back_as_it_was(tmp_path: Path) -> None:
    game = GAMES["holdem-nolimit-3p"]  # the uniform player raises to every size
    hands = played(game, [Uniform(), Call(), Call()], decks=10, hands=40)
    game_features = FeatureSet(game.definition)
    cases = decisions_of(game, [hands], 0, feature_set=game_features)
    model = fit_trees(cases, game_features, origin=ORIGIN, seed=3)
    write_model(tmp_path / "one.arrow", model)
    found = read_model(tmp_path / "one.arrow")
    assert len(found.sizes) > 1
    assert found.origin == model.origin
    assert (found.kinds, found.sizes, found.feature_set) == (
        model.kinds,
        model.sizes,
        model.feature_set,
    )
    for ask in ("kind", "size"):
        asked = (cases.features, cases.legal) if ask == "kind" else (cases.features,)
        expected = getattr(model, f"{ask}_probabilities")(*asked)
        assert (getattr(found, f"{ask}_probabilities")(*asked) == expected).all()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    cases = archetype_cases("holdem-nolimit-3p", "fox")
    feature_set = FeatureSet(GAMES["holdem-nolimit-3p"].definition)
    for name in ("one", "two"):
        write_model(tmp_path / name, fit_trees(cases, feature_set, origin=ORIGIN, seed=3))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    write_model(tmp_path / "three", fit_trees(cases, feature_set, origin=ORIGIN, seed=4))
    assert (tmp_path / "one").read_bytes() != (tmp_path / "three").read_bytes()


def rewrite(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> None:
    """Write a file again with other columns or another description, and a right checksum."""
    with pa.ipc.open_file(path) as reader:
        table = reader.read_all()
    metadata = {k.decode(): v.decode() for k, v in table.schema.metadata.items()}
    metadata.pop("checksum")
    told = json.loads(metadata["model"])
    columns = {name: table[name].to_numpy().copy() for name in SCHEMA.names}
    change(columns, told)
    metadata["model"] = json.dumps(told)
    changed = pa.table([pa.array(columns[name]) for name in SCHEMA.names], schema=SCHEMA)
    changed = stamped(changed, metadata)
    with pa.ipc.new_file(path, changed.schema) as writer:
        writer.write_table(changed)


def put(column: str, value: float) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(columns: dict[str, Any], _: dict[str, Any]) -> None:
        columns[column][0] = value

    return change


def say(**changes: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda _, told: told.update(changes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("left", 10**6), "points outside its tree"),
        (put("left", -1), "points outside its tree"),
        (put("missing", 0), "points outside its tree"),
        (put("tree", 5), "not in order"),
        (put("class", 9), "unknown class"),
        (put("feature", 99), "unknown feature"),
        (put("value", np.nan), "not finite"),
        (say(version=0), "other features"),
        (say(features=["M"]), "other features"),
        (say(has_cards=False), "other features"),
        (say(kinds=[0, 0, 2]), "kinds of action"),
        (say(kinds=[0, 1, 7]), "kinds of action"),
        (say(kinds=[]), "kinds of action"),
        (say(parts=[]), "parts do not fit"),
        (say(sizes=[[9, 0.0, 0.0]]), "size of a raise"),
        (say(sizes=[[1, 2.0, 1.0]]), "size of a raise"),
        (say(seed="one"), "does not say what it contains"),
        (say(more=1), "does not say what it contains"),
    ],
)
def test_damaged_files_are_refused(
    tmp_path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None], message: str
) -> None:
    path = tmp_path / "model.arrow"
    write_model(path, leduc_model())
    read_model(path)
    rewrite(path, change)
    with pytest.raises(AgentError, match=message) as caught:
        read_model(path)
    assert str(path) in str(caught.value)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.arrow"
    with pytest.raises(AgentError, match="there is no file"):
        read_model(path)
    path.write_bytes(b"nonsense" * 100)
    with pytest.raises(AgentError, match="railbird learn"):
        read_model(path)
    write_model(path, leduc_model())
    whole = path.read_bytes()
    for end in range(0, len(whole), len(whole) // 20):
        path.write_bytes(whole[:end])
        with pytest.raises(AgentError, match="railbird learn"):
            read_model(path)


def test_a_flipped_bit_of_the_nodes_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "model.arrow"
    write_model(path, leduc_model())
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 4
    path.write_bytes(whole)
    with pytest.raises(AgentError):
        read_model(path)


def net_model(**shape: Any) -> NetModel:
    made = NetShape(GAMES["leduc"].definition, **shape)
    weights = Weights(made, start_parameters(made, 1), Training("clone", 8, 1, "0"))
    return NetModel(weights, (0, 1, 2), replace(ORIGIN, method="net", warnings=("Few cases.",)))


def test_a_net_comes_back_as_it_was(tmp_path: Path) -> None:
    path, model = tmp_path / "net.arrow", net_model()
    write_model(path, model)
    found = read_model(path)
    assert isinstance(found, NetModel)
    assert (found.kinds, found.origin) == (model.kinds, model.origin)
    assert found.weights.shape == model.weights.shape
    assert (found.weights.parameters == model.weights.parameters).all()
    whole = path.read_bytes()
    write_model(path, found)
    assert path.read_bytes() == whole
    for end in range(0, len(whole), len(whole) // 20):
        path.write_bytes(whole[:end])
        with pytest.raises(AgentError, match="railbird learn"):
            read_model(path)


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ({"kinds": [0, 0, 2]}, "kinds of action"),
        ({"kinds": [1, 7]}, "kinds of action"),
        ({"kinds": []}, "kinds of action"),
        ({"kinds": [-1, 1]}, "kinds of action"),
        ({"seed": "one"}, "does not say whose play it is"),
        ({"more": 1}, "does not say whose play it is"),
    ],
)
def test_damaged_notes_of_nets_are_refused(
    tmp_path: Path, note: dict[str, Any], message: str
) -> None:
    path = tmp_path / "net.arrow"
    write_model(path, net_model())
    stored = read_model(path).weights
    told = {**json.loads(stored.notes[NOTE]), **note}
    write_weights(path, replace(stored, notes={NOTE: json.dumps(told)}))
    with pytest.raises(AgentError, match=message) as caught:
        read_model(path)
    assert str(path) in str(caught.value)


def test_weights_that_are_not_of_one_player_are_refused(tmp_path: Path) -> None:
    path, model = tmp_path / "net.arrow", net_model()
    write_weights(path, model.weights)
    with pytest.raises(
        AgentError, match=f"not learned from one player; play it with dcubot:file={path}"
    ):
        read_model(path)
    write_model(path, net_model(player_types=3))
    with pytest.raises(AgentError, match="not that of one player"):
        read_model(path)
    exploiter = replace(model, weights=replace(model.weights, observer=model.weights.parameters))
    write_model(path, exploiter)
    with pytest.raises(AgentError, match="not that of one player"):
        read_model(path)
    weights = replace(model.weights, parameters=model.weights.parameters * np.float32(np.nan))
    write_model(path, replace(model, weights=weights))
    with pytest.raises(AgentError, match="not finite"):
        read_model(path)
