"""Writes a variant as a game file for its number of players."""

from collections.abc import Iterator

from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.game.definition import RANKS, GameDefinition
from railbird.native.game.variant import Variant


def format_game_file(game: GameDefinition, variant: Variant) -> str:
    """Write a variant step by step, so that ``game_of_file`` makes the same game of it again."""
    lines = [
        f'name = "{variant.name}"',
        f"players = {game.player_count}",
        f'betting = {{ structure = "{game.betting}" }}',
        f"antes = {variant.ante}",
        f"blinds = {list(game.blinds)}",
        f"stacks = {list(game.stacks)}",
        f'deck = "{RANK_LETTERS[RANKS - game.rank_count]}-A"',
        f"suits = {game.suit_count}",
        f"reshuffle = {str(variant.shares_stub).lower()}",
    ]
    if variant.bring_in:
        by = variant.rounds[0].first
        lines.append(f'bring_in = {{ chips = {variant.bring_in}, by = "{by}" }}')
    best = (
        f'{{ rank = "{one.ranker}", at_most = {one.at_most}, hole = {one.from_hole}, '
        f"board = {one.from_board} }}"
        for one in variant.best
    )
    lines.append(f"best = [{', '.join(best)}]")
    for index in range(game.round_count):
        lines += (f"\n[[steps]]\n{step}" for step in _step_lines(game, variant, index))
    return "\n".join(lines) + "\n"


def _step_lines(game: GameDefinition, variant: Variant, index: int) -> Iterator[str]:
    rule, board = variant.rounds[index], game.board_card_counts[index]
    if rule.show:
        yield f"show = {rule.show}"
    if rule.down or rule.up or board:
        yield f"deal = {{ down = {rule.down}, up = {rule.up}, board = {board} }}"
    if rule.kind == "bet":
        size = f"size = {game.raise_sizes[index]}, " if rule.structure == "limit" else ""
        yield (
            f'bet = {{ {size}first = "{rule.first}", structure = "{rule.structure}", '
            f"most_raises = {game.max_raises[index]} }}"
        )
    elif rule.kind == "exchange":
        yield f"exchange = [{rule.least}, {rule.most}]"
    elif rule.kind == "discard":
        yield f"discard = {rule.most}"
    else:
        yield f'pass = {{ cards = {rule.most}, to = "{rule.to}" }}'
