"""The rules of a game in words, step by step."""

from collections.abc import Iterator

from railbird.native import (
    UNLIMITED_STACK,
    Formula,
    GameDefinition,
    Ranking,
    RoundRule,
    Variant,
    compile_game,
)
from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.cards.cards import wild_names
from railbird.native.game.definition import RANKS, SUITS
from railbird.native.game.variant_checks import MOST_RAISES
from railbird.native.wording import counted

LIMITS = {"limit": "fixed limit", "nolimit": "no limit", "potlimit": "pot limit"}
HANDS = {
    "high": "the highest hand",
    "deuce-to-seven": "the lowest hand (aces high; straights and flushes count against it)",
    "ace-to-five": "the lowest hand (aces low; straights and flushes do not count)",
    "badugi": "the best badugi (most cards of different ranks and suits, then the lowest)",
    "badugi-ace-high": "the best badugi (aces high)",
    "short-deck": "the highest hand (flushes beat full houses, A6789 is a straight)",
    "manila": "the highest hand (flushes beat full houses)",
    "three-card": "the best three cards (straight flush, three of a kind, straight, flush, pair)",
}
FIRST = {
    "lowest card": "the lowest card face up",
    "highest card": "the highest card face up",
    "highest showing": "the highest hand face up",
    "lowest showing": "the lowest hand face up (aces low)",
}


def describe_rules(definition: GameDefinition) -> list[tuple[str, str]]:
    """Return what is fixed before the cards, each round's steps and the showdown, as named lines.

    Players are numbered from the left of the button, which the last of them has.
    """
    steps = [step for index in range(definition.round_count) for step in _steps(definition, index)]
    return [
        ("players", _players(definition)),
        ("deck", _deck(definition)),
        ("stacks", _stacks(definition)),
        ("posted", _posted(definition)),
        *((f"step {number}", step) for number, step in enumerate(steps, start=1)),
        ("showdown", _showdown(definition)),
    ]


def describe_widths(definition: GameDefinition) -> dict[str, int]:
    """Return the widths of the arrays that play a game, by name."""
    compiled = compile_game(definition)
    return {
        "cards of a deal": compiled.cards_per_hand,
        "cards of a player": compiled.hole_card_count,
        "cards of the board": compiled.board_card_count,
        "rounds": definition.round_count,
        "most actions in a hand": compiled.most_actions,
        "bytes of betting": compiled.betting_width,
    }


def _players(definition: GameDefinition) -> str:
    count = definition.player_count
    return f"{count}; player 1 is left of the button, player {count} has it"


def _deck(definition: GameDefinition) -> str:
    cards = counted(definition.suit_count * definition.rank_count, "card")
    jokers = definition.variant.jokers if definition.variant else 0
    if jokers:
        cards += f" and {counted(jokers, 'joker')}"
    if (definition.rank_count, definition.suit_count) == (RANKS, SUITS):
        return cards
    ranks = f"{RANK_LETTERS[-definition.rank_count]} to {RANK_LETTERS[-1]}"
    return f"{cards}: {ranks} of {counted(definition.suit_count, 'suit')}"


def _stacks(definition: GameDefinition) -> str:
    stacks = set(definition.stacks)
    if stacks == {UNLIMITED_STACK}:
        return "unlimited"
    if len(stacks) == 1:
        return f"{counted(stacks.pop(), 'chip')} each"
    return ", ".join(f"player {place}: {n}" for place, n in enumerate(definition.stacks, start=1))


def _posted(definition: GameDefinition) -> str:
    variant, blinds = definition.variant, definition.blinds
    posts = [f"everybody an ante of {variant.ante}"] if variant and variant.ante else []
    if len(set(blinds)) == 1 and blinds[0]:
        posts.append(f"everybody a blind of {blinds[0]}")
    else:
        places = enumerate(blinds, start=1)
        posts += [f"player {place} a blind of {chips}" for place, chips in places if chips]
    if variant and any(variant.dead):
        places = enumerate(variant.dead, start=1)
        posts += [f"player {place} dead chips of {chips}" for place, chips in places if chips]
    if variant and variant.bring_in:
        posts.append(f"{FIRST[variant.rounds[0].first]} a bring-in of {variant.bring_in}")
    return ", ".join(posts) or "nothing"


def _rule(definition: GameDefinition, index: int) -> RoundRule:
    """The rule of a round; an ACPC definition has bets alone, and hole cards before the first."""
    if definition.variant is not None:
        return definition.variant.rounds[index]
    down = 0 if index else definition.hole_card_count
    return RoundRule(structure=definition.betting, down=down)


def _steps(definition: GameDefinition, index: int) -> Iterator[str]:
    rule, board = _rule(definition, index), definition.board_card_counts[index]
    if rule.show:
        yield f"turn {counted(rule.show, 'card')} of each player face up"
    dealt = [f"{n} {how}" for n, how in ((rule.down, "face down"), (rule.up, "face up")) if n]
    if dealt:
        cards = "card" if rule.down + rule.up == 1 else "cards"
        yield f"deal each player {dealt[0].replace(' ', f' {cards} ', 1)}" + "".join(
            f" and {other}" for other in dealt[1:]
        )
    if board:
        yield f"lay {counted(board, 'card')} on the board"
    yield _bet(definition, index, rule) if rule.is_bet else _move(rule)


def _bet(definition: GameDefinition, index: int, rule: RoundRule) -> str:
    limit = LIMITS[rule.structure]
    if rule.structure == "limit":
        limit += f", bets and raises of {definition.raise_sizes[index]}"
    raises = definition.max_raises[index]
    most = "" if raises >= MOST_RAISES else f", {counted(raises, 'raise')} at most"
    first = FIRST.get(rule.first, f"player {definition.first_positions[index] + 1}")
    return f"bet: {limit}{most}; {first} acts first"


def _move(rule: RoundRule) -> str:
    few = f"{rule.least} to {rule.most}" if rule.least != rule.most else f"{rule.most}"
    cards = f"{few} card{'' if few == '1' else 's'}"
    if rule.kind == "exchange":
        return f"exchange: each player throws {cards} away and gets as many"
    if rule.kind == "discard":
        return f"discard: each player throws {cards} away"
    neighbour = "next player" if rule.to == "left" else "player before"
    return f"pass: each player hands {cards} to the {neighbour}; nobody sees what comes before then"


def _showdown(definition: GameDefinition) -> str:
    variant = definition.variant or Variant("", ())
    hands = [_hand(ranking) for ranking in variant.best]
    if len(hands) == 1:
        return f"the pot goes to {hands[0]}"
    end = "; without one the first takes all" if variant.best[1].at_most else ""
    return f"half of the pot goes to {hands[0]}; half goes to {hands[1]}{end}"


def _hand(ranking: Ranking) -> str:
    text = HANDS.get(ranking.ranker, f"the best hand by {ranking.ranker}")
    if isinstance(ranking.table, Formula):
        cards = counted(ranking.table.hand_size, "card")
        text = f"the best {cards} by the game's formula ({', '.join(ranking.table.names[::-1])})"
    if ranking.at_most:
        text = text.replace("hand", f"hand of {ranking.at_most} or better", 1)
    if ranking.from_hole or ranking.from_board:
        hole = counted(ranking.from_hole, "hole card")
        text += f", of exactly {hole} and {ranking.from_board} of the board"
    if ranking.wild:
        text += f", with wild cards ({', '.join(wild_names(ranking.wild))})"
    return f"{text}, and five of a kind is the highest" if ranking.five_of_a_kind else text
