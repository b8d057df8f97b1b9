"""Weights and checkpoints of dcubot from strangers: refused in a sentence, whatever is in them."""

import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from arrow_files import write_arrow
from dcubot_hands import GAMES, a_net

from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import WeightsError, read_weights, write_weights
from railbird.agents.dcubot.training.checkpoint import read_checkpoint, write_checkpoint
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.native import read_arrow
from railbird.native.arrow_file import checksum_of


def a_learner(rate, seed=3):
    shape = NetShape(GAMES["kuhn-2p"].definition)
    return Learner(shape, start_parameters(shape, seed), Rates(play=rate, observer=rate))


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parents[4].glob("agents/**/*.arrow")), ids=str
)
def test_shipped_files_carry_their_checksum(path):
    table = read_arrow(path)
    assert table.schema.metadata[b"checksum"] == checksum_of(table)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"is_self_aware", b"1"),
        (b"is_self_aware", b"10000000000000000000000"),
        (b"player_types", b"2.0"),
        (b"has_tiles", b'"x"'),
        (b"has_observer", b"0"),
        (b"has_observer", b"[" * 100_000),
        (b"training", b"[" * 100_000),
        (b"training", b'{"method": 1, "hand_count": 8, "seed": 0, "version": "0"}'),
        (b"training", b'{"method": "", "hand_count": "8", "seed": 0, "version": "0"}'),
        (b"game", b"GAMEDEF"),
    ],
)
def test_weights_that_say_what_is_of_another_kind_are_refused(tmp_path, key, value):
    path = tmp_path / "net.arrow"
    write_weights(path, a_net("kuhn-2p"))
    table = read_arrow(path)
    write_arrow(path, table.replace_schema_metadata({**table.schema.metadata, key: value}))
    with pytest.raises(WeightsError, match=r"net\.arrow"):
        read_weights(path)


def test_weights_that_are_too_large_are_refused(tmp_path):
    weights = a_net("kuhn-2p")
    for number, is_read in ((1e6, True), (2e6, False), (-3e38, False)):
        weights.parameters[5] = number
        write_weights(tmp_path / "net.arrow", weights)
        if is_read:
            assert read_weights(tmp_path / "net.arrow").parameters[5] == number
            continue
        with pytest.raises(WeightsError, match="contains weights above 1,000,000"):
            read_weights(tmp_path / "net.arrow")


def test_a_changed_weight_is_known_by_the_checksum(tmp_path):
    path, weights = tmp_path / "net.arrow", a_net("kuhn-2p")
    write_weights(path, weights)
    data = path.read_bytes()
    place = data.index(weights.parameters[:16].tobytes())
    path.write_bytes(data[:place] + b"\0" + data[place + 1 :])
    with pytest.raises(WeightsError, match="its checksum is wrong"):
        read_weights(path)


@pytest.mark.parametrize(
    ("name", "change", "why"),
    [
        ("averaged", lambda values: values + np.float32(2e6), "not finite, or too large"),
        ("scale", lambda values: values - np.float32(1), "scale of .* are negative"),
        ("moments", lambda values: values + np.inf, "moments of .* are not finite"),
        ("about", lambda values: np.frombuffer(b"[" * 100_000, np.uint8), "is not a checkpoint"),
        ("about", lambda values: values[:0], "is not a checkpoint"),
    ],
)
def test_checkpoints_with_values_that_none_has_are_refused(tmp_path, name, change, why):
    path, learner = tmp_path / "a.checkpoint", a_learner(0.1)
    write_checkpoint(path, learner, {})
    stored = dict(np.load(path))
    with path.open("wb") as file:
        np.savez(file, **stored | {name: change(stored[name])})
    other = a_learner(0.1, seed=4)
    before = other.parameters.copy()
    with pytest.raises(WeightsError, match=why):
        read_checkpoint(path, other, {})
    assert (other.parameters == before).all()


def test_a_compressed_checkpoint_is_not_unpacked(tmp_path):
    path, learner = tmp_path / "a.checkpoint", a_learner(0.1)
    write_checkpoint(path, learner, {})
    stored = dict(np.load(path))
    with path.open("wb") as file:
        np.savez_compressed(file, **stored | {"about": np.zeros(2**28, np.uint8)})
    assert path.stat().st_size < 2**20
    with pytest.raises(WeightsError, match="is not a checkpoint"):
        read_checkpoint(path, learner, {})


def test_a_header_that_claims_more_than_there_is_takes_no_memory(tmp_path):
    path, learner = tmp_path / "a.checkpoint", a_learner(0.1)
    write_checkpoint(path, learner, {})
    with ZipFile(path) as stored:
        parts = {name: stored.read(name) for name in stored.namelist()}
    header = re.sub(rb"\((\d+),\), }   *", lambda m: b"(99999999999999,), }", parts["scale.npy"])
    size = len(parts["scale.npy"]) - 4 * learner.scale.size
    parts["scale.npy"] = header[:118].split(b"\n")[0].ljust(size - 1) + b"\n" + bytes(16)
    with ZipFile(path, "w") as changed:
        for name, data in parts.items():
            changed.writestr(name, data)
    with pytest.raises(WeightsError, match=r"scale of .* do not fit this net"):
        read_checkpoint(path, learner, {})
