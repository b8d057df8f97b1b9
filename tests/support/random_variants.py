"""Random games with steps of any kind, for Hypothesis."""

from math import comb

import numpy as np
from hypothesis import strategies as st

from railbird.native import GameDefinition, HandTable
from railbird.native.game.variant import RoundRule, Variant
from railbird.native.rankers.rankers import Ranking

LEAST_RANKED = {"badugi": 4, "badugi-ace-high": 4, "three-card": 3}
WHOLE_DECK_RANKERS = ("high", "deuce-to-seven", "ace-to-five", *LEAST_RANKED)
MOST_TABLED = 3
TABLES = tuple(
    HandTable(
        size,
        np.random.default_rng(size).integers(2**16, size=comb(52, size), dtype=np.uint16),
    )
    for size in range(1, MOST_TABLED + 1)
)
"""Any ranks of hands of one to three cards."""
WHOLE_HAND = 5
STRUCTURES = ("limit", "nolimit", "potlimit")
BY_CARDS = ("lowest card", "highest card", "highest showing", "lowest showing")
MOST_SHOWN = 4
MOST_BOARD = 5


@st.composite
def card_games(draw: st.DrawFn) -> list[RoundRule]:
    """Rounds of a game in which cards change hands: all are dealt face down."""
    held = draw(st.integers(1, 5))
    rounds = [draw(bets(down=held))]
    drawn = 0
    for kind in draw(st.lists(st.sampled_from(("exchange", "pass", "discard", "bet")), max_size=5)):
        if kind == "bet":
            rounds.append(draw(bets()))
            continue
        least, most = sorted((draw(st.integers(0, held)), draw(st.integers(0, held))))
        if kind == "exchange":
            drawn += most
            rounds.append(RoundRule(kind="exchange", least=least, most=most))
        elif kind == "pass":
            to = draw(st.sampled_from(("left", "right")))
            count = max(1, most)
            rounds.append(RoundRule(kind="pass", least=count, most=count, to=to))
        elif held > 1:
            count = draw(st.integers(1, held - 1))
            held -= count
            rounds.append(RoundRule(kind="discard", least=count, most=count))
    return rounds


@st.composite
def stud_games(draw: st.DrawFn) -> list[RoundRule]:
    """Rounds of a game in which cards lie face up, first to act by them."""
    rounds = [draw(bets(down=draw(st.integers(0, 2)), up=draw(st.integers(1, 2))))]
    held, up = rounds[0].down + rounds[0].up, rounds[0].up
    for _ in range(draw(st.integers(0, 3))):
        more, shown = draw(st.integers(0, 1)), draw(st.integers(0, 1))
        show = draw(st.integers(0, min(1, held - up)))
        if up + shown + show > MOST_SHOWN:
            break
        rounds.append(draw(bets(down=more, up=shown, show=show, firsts=("position", *BY_CARDS))))
        held, up = held + more + shown, up + shown + show
    return rounds


@st.composite
def bets(draw: st.DrawFn, firsts: tuple[str, ...] = ("position",), **cards: int) -> RoundRule:
    """A round of betting."""
    return RoundRule(
        structure=draw(st.sampled_from(STRUCTURES)), first=draw(st.sampled_from(firsts)), **cards
    )


@st.composite
def rankings(draw: st.DrawFn, *, held: int, board: int, ranks: int, is_second: bool) -> Ranking:
    """A ranking that the cards allow, of all cards or of so many of each."""
    names = [name for name in WHOLE_DECK_RANKERS if held + board >= LEAST_RANKED.get(name, 1)]
    if ranks <= 9:
        names.append("short-deck")
    if ranks <= 8:
        names.append("manila")
    rank = draw(st.sampled_from((*names, "table")))
    if rank in {"table", "three-card"}:
        return draw(rankings_of_one_size(rank, held=held, board=board))
    hole = draw(st.integers(0, min(held, 3)))
    of_board = draw(st.integers(0, min(board, 3)))
    if hole + of_board > WHOLE_HAND or hole + of_board < LEAST_RANKED.get(rank, 1):
        hole, of_board = 0, 0
    taken = hole + of_board or held + board
    may_fail = is_second and rank == "ace-to-five" and taken >= WHOLE_HAND
    by = draw(st.sampled_from((rank, "eight-or-better"))) if may_fail else rank
    return Ranking(by, use=(hole, of_board) if hole or of_board else None)


@st.composite
def rankings_of_one_size(draw: st.DrawFn, rank: str, *, held: int, board: int) -> Ranking:
    """A ranking of hands of so many cards alone."""
    tables = [table for table in TABLES if table.hand_size <= held + board]
    table = draw(st.sampled_from(tables)) if rank == "table" else None
    size = table.hand_size if table else LEAST_RANKED[rank]
    hole = draw(st.integers(max(0, size - board), min(size, held)))
    use = draw(st.sampled_from((None, (hole, size - hole))))
    return Ranking(rank, use=use, table=table)


def deal_boards(draw: st.DrawFn, round_count: int, most: int) -> tuple[int, ...]:
    """Board cards by round, so many at most."""
    boards = []
    for _ in range(round_count):
        boards.append(min(draw(st.sampled_from((0, 0, 1, 2))), most - sum(boards)))
    return tuple(boards)


def dead_chips(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Mostly none, else a list by position in which some are 0."""
    lists = st.lists(st.integers(0, 5), min_size=players, max_size=players)
    return st.one_of(st.just(()), lists.map(tuple))


@st.composite
def variant_games(draw: st.DrawFn) -> GameDefinition:
    """Games whose stacks are no more than some tens of chips, so that side pots abound."""
    ranks, suits = draw(st.sampled_from(((13, 4), (13, 4), (9, 4), (8, 4), (13, 2))))
    is_stud = draw(st.booleans())
    rules = draw(stud_games() if is_stud else card_games())
    own = sum(rule.down + rule.up for rule in rules)
    draws = [rule.most for rule in rules if rule.kind == "exchange"]
    spare = ranks * suits - max(draws, default=0)
    players = min(draw(st.integers(2, 6)), spare // own)
    boards = deal_boards(draw, len(rules), min(MOST_BOARD, spare - players * own))
    bring_in = draw(st.integers(0, 3)) if is_stud else 0
    if bring_in:
        first = draw(st.sampled_from(("lowest card", "highest card")))
        rules[0] = RoundRule(first=first, down=rules[0].down, up=rules[0].up)
    held = own - sum(rule.most for rule in rules if rule.kind == "discard")
    most_dealt = players * (own + sum(draws)) + sum(boards)
    return GameDefinition(
        betting="nolimit",
        player_count=players,
        round_count=len(rules),
        stacks=(60,) * players,
        blinds=tuple(0 if bring_in else draw(st.integers(0, 6)) for _ in range(players)),
        raise_sizes=tuple(draw(st.integers(4, 9)) * rule.is_bet for rule in rules),
        first_positions=tuple(draw(st.integers(0, players - 1)) for _ in rules),
        max_raises=tuple(draw(st.sampled_from((0, 1, 3, 255))) * r.is_bet for r in rules),
        suit_count=suits,
        rank_count=ranks,
        hole_card_count=own,
        board_card_counts=boards,
        variant=Variant(
            name="random",
            rounds=tuple(rules),
            ante=draw(st.integers(0, 3)),
            bring_in=bring_in,
            dead=draw(dead_chips(players)),
            least_bet=draw(st.sampled_from((0, 0, 1, 5))),
            best=tuple(
                draw(rankings(held=held, board=sum(boards), ranks=ranks, is_second=bool(index)))
                for index in range(draw(st.integers(1, 2)))
            ),
            shares_stub=bool(draws) and (most_dealt > ranks * suits or draw(st.booleans())),
        ),
    )
