"""Hands of uniform players by packages of the index: OpenSpiel in three ways, and pokers."""

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from turns import Work, named

HOLDEM = (
    "universal_poker(betting={betting},bettingAbstraction=fcpa,numPlayers={players},numRounds=4,"
    "blind={blinds},firstPlayer={first} 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,"
    "numBoardCards=0 3 1 1,stack={stacks}{sizes})"
)
LIMIT = ",raiseSize=10 10 20 20,maxRaises=3 4 4 4"


def _holdem(betting: str, blinds: str, *, stack: int, first: int) -> str:
    players = len(blinds.split())
    return HOLDEM.format(
        betting=betting,
        players=players,
        blinds=blinds,
        first=first,
        stacks=" ".join([str(stack)] * players),
        sizes=LIMIT if betting == "limit" else "",
    )


# OpenSpiel's names for our games; in no-limit its players choose among four actions.
GAMES = {
    "holdem-limit-2p": _holdem("limit", "10 5", stack=1200, first=2),
    "holdem-limit-3p": _holdem("limit", "5 10 0", stack=1200, first=3),
    "holdem-nolimit-2p": _holdem("nolimit", "100 50", stack=20000, first=2),
    "holdem-nolimit-6p": _holdem("nolimit", "50 100 0 0 0 0", stack=20000, first=3),
    "kuhn-3p": "kuhn_poker(players=3)",
    "leduc": "leduc_poker(players=2)",
}
FREEZE_OUT = (
    "repeated_poker(universal_poker_game_string={hand},max_num_hands={most_hands},"
    "reset_stacks=False,rotate_dealer=True)"
)
CALL = 1


def _load_openspiel() -> Any:
    """Import it with its symbols in sight, for the loop in C++."""
    flags = sys.getdlopenflags()
    sys.setdlopenflags(flags | os.RTLD_GLOBAL)
    try:
        import pyspiel  # noqa: PLC0415  (an optional peer)
    finally:
        sys.setdlopenflags(flags)
    return pyspiel


def play_in_python(game: Any, choose: Callable[[Any], int], hand_count: int) -> int:
    """Play hands by OpenSpiel's Python interface; returns the number of decisions."""
    random, decisions = Random(1), 0
    for _ in range(hand_count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
            else:
                state.apply_action(choose(state))
                decisions += 1
        state.returns()
    return decisions


def uniform_choice() -> Callable[[Any], int]:
    """Choose any legal action."""
    random = Random(2)

    def choose(state: Any) -> int:
        legal = state.legal_actions()
        return int(legal[int(random.random() * len(legal))])

    return choose


def _openspiel_python(pyspiel: Any, text: str, hand_count: int) -> Work:
    game, choose = pyspiel.load_game(text), uniform_choice()

    def work() -> int:
        play_in_python(game, choose, hand_count)
        return hand_count

    return work


def _openspiel_bots(pyspiel: Any, text: str, hand_count: int) -> Work:
    game = pyspiel.load_game(text)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def work() -> int:
        for hand in range(hand_count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, hand)
        return hand_count

    return work


def build_bare_loop(pyspiel: Any) -> Any:
    """Compile the loop in C++ against the package's headers; None where that does not work."""
    site = Path(pyspiel.__file__).parent
    source = Path(__file__).with_name("openspiel_loop.cc")
    includes = [site, site / "open_spiel/abseil-cpp", site / "open_spiel/json/include"]
    flags = [flag for folder in includes for flag in ("-isystem", str(folder))]
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loop.so"
        command = ["g++", "-O3", "-std=c++17", "-fPIC", "-shared", str(source), "-o", str(library)]
        try:
            subprocess.run([*command, *flags], check=True, capture_output=True)
            play = ctypes.CDLL(str(library)).play_uniform
        except (OSError, subprocess.CalledProcessError):
            return None
    play.argtypes, play.restype = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64], ctypes.c_int64
    return play


def openspiel_works(name: str, hand_count: int) -> tuple[dict[str, Work], list[str]]:
    """OpenSpiel's ways to play a game, by name and version, and what is missing."""
    try:
        pyspiel = _load_openspiel()
    except ImportError:
        return {}, ["open-spiel"]
    text, package = GAMES[name], named("open-spiel")
    works = {
        f"{package}, C++ loop over its own bots": _openspiel_bots(pyspiel, text, hand_count),
        f"{package}, Python loop": _openspiel_python(pyspiel, text, hand_count),
    }
    bare = build_bare_loop(pyspiel)
    if bare is None:
        return works, ["open-spiel, bare C++ loop (needs g++)"]
    works[f"{package}, bare C++ loop, no agents"] = lambda: int(bare(text.encode(), hand_count, 1))
    return works, []


def openspiel_calls(hand_count: int) -> tuple[dict[str, Work], list[str]]:
    """Python agents of OpenSpiel that always call and look at nothing; items are decisions."""
    try:
        game = _load_openspiel().load_game(GAMES["holdem-limit-2p"])
    except ImportError:
        return {}, ["open-spiel"]
    return {
        f"{named('open-spiel')}, Python agents that look at nothing": lambda: play_in_python(
            game, lambda state: CALL, hand_count
        )
    }, []


def openspiel_freeze_outs(
    stack: int, blinds: tuple[int, int], *, most_hands: int, match_count: int
) -> tuple[dict[str, Work], list[str]]:
    """Freeze-outs of two uniform players at one level of blinds; items are decisions."""
    try:
        pyspiel = _load_openspiel()
    except ImportError:
        return {}, ["open-spiel"]
    small, big = blinds
    hand = _holdem("nolimit", f"{big} {small}", stack=stack, first=2)
    game = pyspiel.load_game(FREEZE_OUT.format(hand=hand, most_hands=most_hands))
    choose = uniform_choice()
    return {
        f"{named('open-spiel')} repeated_poker, Python loop": lambda: play_in_python(
            game, choose, match_count
        )
    }, []


@contextmanager
def _silent() -> Iterator[None]:
    """Throw away what is written to standard output: pokers names winners there."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _play_pokers(pokers: Any, hand_count: int) -> None:
    random, is_raise = Random(3), pokers.ActionEnum.Raise
    for hand in range(hand_count):
        state = pokers.State.from_seed(
            n_players=2, button=hand % 2, sb=50.0, bb=100.0, stake=20000.0, seed=hand
        )
        while not state.final_state:
            legal = state.legal_actions
            kind = legal[int(random.random() * len(legal))]
            chips = 0.0
            if kind == is_raise:
                player = state.players_state[state.current_player]
                most = player.stake - (state.min_bet - player.bet_chips)
                chips = float(int(random.random() * most) + 1)
            state = state.apply_action(pokers.Action(kind, chips))


def pokers_works(hand_count: int) -> tuple[dict[str, Work], list[str]]:
    """The engine in Rust, no-limit for two, asked from Python."""
    try:
        import pokers  # noqa: PLC0415  (an optional peer)
    except ImportError:
        return {}, ["pokers"]

    def work() -> int:
        with _silent():
            _play_pokers(pokers, hand_count)
        return hand_count

    return {named("pokers"): work}, []
