"""Writes game files: a file for several numbers of players, and a variant for its own."""

from collections.abc import Iterator
from typing import Any

import msgspec

from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.cards.cards import wild_names
from railbird.native.errors import GameDefinitionError
from railbird.native.game.definition import RANKS, GameDefinition
from railbird.native.game.first_position import usual_first
from railbird.native.game.game_file import GameFile
from railbird.native.game.variant import Variant
from railbird.native.rankers.rankers import Ranking
from railbird.native.scoring.formula import Formula


def format_game_toml(file: GameFile) -> str:
    """Write a file without what it says by default; ``read_game_toml`` reads it."""
    lines = [f"{key} = {_value(value)}" for key, value in _given(file) if key != "steps"]
    for step in file.steps:
        lines += ["", "[[steps]]", *(f"{key} = {_value(value)}" for key, value in _given(step))]
    return "\n".join(lines) + "\n"


def _given(table: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The keys of a table that are not what they are by default, with their values."""
    for field in msgspec.structs.fields(table):
        value = getattr(table, field.name)
        if field.required or value != field.default:
            yield field.encode_name, value


def _value(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        inner = ", ".join(f"{key} = {_value(one)}" for key, one in _given(value))
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str) and "\n" in value and "'''" not in value:
        return f"'''\n{value}'''"
    return msgspec.json.encode(value).decode()


def format_game_file(game: GameDefinition, variant: Variant) -> str:
    """Write a variant step by step, so that ``game_of_file`` makes the same game of it again."""
    least = f", least = {variant.least_bet}" if variant.least_bet else ""
    lines = [
        f'name = "{variant.name}"',
        f"players = {game.player_count}",
        f'betting = {{ structure = "{game.betting}"{least} }}',
        f"antes = {variant.ante}",
        f"blinds = {list(game.blinds)}",
        f"stacks = {list(game.stacks)}",
        f'deck = "{RANK_LETTERS[RANKS - game.rank_count]}-A"',
        f"suits = {game.suit_count}",
        f"reshuffle = {str(variant.shares_stub).lower()}",
    ]
    if variant.jokers:
        lines.append(f"jokers = {variant.jokers}")
    if variant.dead:
        lines.append(f"dead = {list(variant.dead)}")
    if variant.bring_in:
        by = variant.rounds[0].first
        lines.append(f'bring_in = {{ chips = {variant.bring_in}, by = "{by}" }}')
    lines.append(f"best = [{', '.join(map(_best, variant.best))}]")
    for index in range(game.round_count):
        lines += (f"\n[[steps]]\n{step}" for step in _step_lines(game, variant, index))
    return "\n".join(lines) + "\n"


def _best(ranking: Ranking) -> str:
    """A ranking; a formula is there with its whole text, so that a stored game needs no file."""
    use = f"hole = {ranking.from_hole}, board = {ranking.from_board}"
    if ranking.table is None:
        return (
            f'{{ rank = "{ranking.ranker}", at_most = {ranking.at_most}, {use}{_wild(ranking)} }}'
        )
    if not isinstance(ranking.table, Formula):
        raise GameDefinitionError("best: a table without a formula cannot be written to a file")
    return f"{{ formula = {_value(ranking.table.text)}, {use} }}"


def _wild(ranking: Ranking) -> str:
    if not ranking.wild:
        return ""
    fives = str(ranking.five_of_a_kind).lower()
    return f", wild = {_value(wild_names(ranking.wild))}, five_of_a_kind = {fives}"


def _step_lines(game: GameDefinition, variant: Variant, index: int) -> Iterator[str]:
    rule, board = variant.rounds[index], game.board_card_counts[index]
    if rule.show:
        yield f"show = {rule.show}"
    if rule.down or rule.up or board:
        yield f"deal = {{ down = {rule.down}, up = {rule.up}, board = {board} }}"
    if rule.kind == "bet":
        size = f"size = {game.raise_sizes[index]}, " if rule.structure == "limit" else ""
        first: str | int = rule.first
        if first == "position" and game.first_positions[index] != usual_first(game, index):
            first = game.first_positions[index] + 1
        yield (
            f'bet = {{ {size}first = {_value(first)}, structure = "{rule.structure}", '
            f"most_raises = {game.max_raises[index]} }}"
        )
    elif rule.kind == "exchange":
        yield f"exchange = [{rule.least}, {rule.most}]"
    elif rule.kind == "discard":
        yield f"discard = {rule.most}"
    else:
        yield f'pass = {{ cards = {rule.most}, to = "{rule.to}" }}'
