"""What a client knows of its table: lines taken in by C and by Python come to the same."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loop_stage import GAMES, PLAYED

from railbird.harness.acpc.client_table import ClientTable
from railbird.harness.errors import ClientError
from railbird.harness.table.remote.match_state import format_match_state, show_match_state
from railbird.native import Sight, Tables, deal_decks

NAMES = [*PLAYED, "holdem-nolimit-6p"]
FEW = settings(max_examples=settings().max_examples // 4)


class ReadInPython(ClientTable):
    """Never leaves a line to C."""

    def hear(self, line: bytes) -> int:
        return self._read(line)


def told_lines(name: str, seat: int, choices: list[int]) -> list[bytes]:
    """The lines sent to a seat in two hands, played by the choices."""
    definition = GAMES[name].definition
    tables, players = Tables(definition, 1), definition.player_count
    deals = deal_decks(definition, np.array([7], np.uint32), 2).reshape(2, -1)
    lines, rest = [], iter(choices)
    for hand in range(2):
        tables.start_hands(np.zeros(1, np.int32), deals[hand : hand + 1])
        position = (seat - hand) % players
        while True:
            state = show_match_state(definition, tables, 0, position=position, hand_index=hand)
            lines.append(format_match_state(state).encode())
            if tables.is_done[0]:
                break
            row = np.zeros(1, np.int32)
            kind = next(rest, 1) % 3
            amount = tables.raise_bounds(row)[next(rest, 0) % 2]
            tables.apply_actions(row, np.array([kind], np.uint8), amount)
    return lines


def hear(table: ClientTable, line: bytes) -> Any:
    """What comes of a line: the error, or all that the client knows."""
    try:
        sight = table.hear(line)
    except ClientError as error:
        return str(error)
    own = table._tables
    return (
        Sight(sight).name,
        table.seat,
        table.moment(),
        own.betting(0),
        own.cards.tolist(),
        own.acting_position.tolist(),
        own.spent.tolist(),
    )


choices = st.lists(st.integers(0, 5), max_size=60)


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(choices=choices, data=st.data())
def test_lines_give_the_same_result_for_all_readers(
    name: str, choices: list[int], data: Any
) -> None:
    """Every line, or only some of them, as agents of ours in processes of their own get them."""
    game = GAMES[name]
    seat = data.draw(st.integers(0, game.definition.player_count - 1))
    quick, slow = ClientTable(game, None), ReadInPython(game, None)
    for line in told_lines(name, seat, choices):
        if data.draw(st.booleans()):
            assert quick._follower.follow(line) != Sight.NOT_TAKEN
            assert hear(quick, line) == hear(slow, line)


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(choices=choices, data=st.data())
def test_a_spoilt_line_is_refused_or_means_what_it_says(
    name: str, choices: list[int], data: Any
) -> None:
    """Bytes changed, cut out and put in; then sound lines again."""
    game = GAMES[name]
    quick, slow = ClientTable(game, None), ReadInPython(game, None)
    for line in told_lines(name, 0, choices):
        spoilt = bytearray(line)
        for _ in range(data.draw(st.integers(0, 2))):
            place = data.draw(st.integers(0, len(spoilt)))
            piece = data.draw(st.sampled_from([b"", b"r", b"c", b"/", b"|", b":", b"9", b"As"]))
            spoilt[place : place + data.draw(st.integers(0, 3))] = piece
        assert hear(quick, bytes(spoilt)) == hear(slow, bytes(spoilt))
        assert hear(quick, line) == hear(slow, line)


def test_the_same_words_in_a_later_hand_are_another_hand() -> None:
    quick, slow = ClientTable(GAMES["kuhn-2p"], None), ReadInPython(GAMES["kuhn-2p"], None)
    for line in (b"MATCHSTATE:0:0:cr:Ks|", b"MATCHSTATE:0:2:cr:Qs|", b"MATCHSTATE:0:4::As|"):
        assert hear(quick, line) == hear(slow, line)
