"""Python reads from dcubot.h how structs lie: nothing of it is written twice."""

from dataclasses import fields

import numpy as np
import pytest
from dcubot_hands import a_net

from railbird.agents.dcubot.net._dcubot import ffi, lib
from railbird.agents.dcubot.net.batches import CELLS, Aim, Lesson
from railbird.agents.dcubot.net.lessons import PLAYS

ONCE = {"initial", "showdown"}
SIZES = {"public_count", "private_count", "board_count"}


def names(struct):
    return {name for name, _ in ffi.typeof(struct).fields}


def test_every_block_of_parameters_has_its_place_in_c_and_every_place_its_block():
    """The first distribution over player-types is Python's alone."""
    shape = a_net("leduc", player_types=3, has_tiles=True).shape
    blocks = {block.name for block in shape.blocks} - {"players"}
    stage_places = {name.rstrip("_") for name in names("dcubot_stage")} - SIZES
    assert blocks - ONCE == stage_places
    assert names("dcubot_net") >= ONCE


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-3p"])
def test_blocks_lie_where_c_looks_for_them_and_do_not_overlap(game):
    shape = a_net(game, player_types=3, has_tiles=True).shape
    taken = np.zeros(shape.parameter_count, int)
    for block in shape.blocks:
        block.of(taken)[:] += 1
        if block.name in ONCE:
            assert getattr(shape.c, block.name) == block.start
        elif block.name != "players":
            at = shape.c.stages[block.stage]
            place = block.name if hasattr(at, block.name) else f"{block.name}_"
            assert getattr(at, place) == block.start
    assert (taken == 1).all()


def test_what_learning_adds_up_is_what_a_lesson_holds():
    own = {field.name for field in fields(Lesson)} - {"gradient", "critic_gradient"}
    assert own == names("dcubot_sums")
    for name in ("returns", "counts"):
        rows = dict(ffi.typeof("dcubot_sums").fields)[name].type
        assert (rows.length, rows.item.length) == CELLS


def test_an_aim_says_how_play_is_learnt_by_the_words_that_c_knows():
    assert {"fixed", "reinforced", "likely"} == set(PLAYS)
    assert sorted(PLAYS.values()) == [0, 1, 2]
    assert names("dcubot_aim") >= {field.name for field in fields(Aim)} - {
        "play",
        "observer",
        "beliefs",
    }


def test_a_follower_is_larger_with_player_types():
    plain, typed = (a_net("leduc", player_types=types).shape.c for types in (0, 3))
    assert 0 < lib.dcubot_follower_size(plain) < lib.dcubot_follower_size(typed)
    assert lib.dcubot_follower_size(plain) % 8 == 0
