"""What makes the rules of a variant sound."""

from typing import TYPE_CHECKING

from railbird.native.cards.cards import wild_names
from railbird.native.errors import GameDefinitionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.variant import (
    FIRST_TO_ACT,
    ROUND_KINDS,
    STRUCTURES,
    RoundRule,
    Variant,
    check_name,
)
from railbird.native.rankers.rankers import JOKERS, Ranking

if TYPE_CHECKING:
    from railbird.native.game.definition import GameDefinition

PLAYERS = (2, 10)
MOST_RAISES = 255
MOST_ROUNDS = 16
MOST_HELD = 8
MOST_BOARD = 8
MOST_THROWN = 20
MOST_CARD_ROUNDS = 8
MOST_RANKINGS = 2
FEWEST_QUALIFIED = 5
FEWEST_RANKED = {"badugi": 4, "badugi-ace-high": 4}
DECKS = {"short-deck": 9, "manila": 8}
"""The most ranks that a ranker knows, where it is not all."""


def check_variant(game: "GameDefinition", variant: Variant) -> None:
    """Raise GameDefinitionError, naming the step, where rules contradict each other."""
    _check_lengths(game, variant)
    for index, rule in enumerate(variant.rounds):
        _check_round(_name(index, rule), rule, variant.held()[index])
    _check_cards(game, variant)
    _check_chips(game, variant)
    if not 1 <= len(variant.best) <= MOST_RANKINGS:
        raise GameDefinitionError(f"best: {len(variant.best)} rankings share the pot; give 1 or 2")
    for ranking in variant.best:
        _check_ranking(game, variant, ranking)
    if variant.best[0].at_most:
        raise GameDefinitionError(
            "best: not every hand qualifies for the first ranking; give the one with at_most second"
        )
    if game.first_depends_on_cards and not any(variant.up_cards()):
        raise GameDefinitionError("`first` names cards that lie face up and none does")


def _name(index: int, rule: RoundRule) -> str:
    return f"round {index + 1} ({rule.kind})"


def _check_lengths(game: "GameDefinition", variant: Variant) -> None:
    players, rounds = game.player_count, len(variant.rounds)
    least, most = PLAYERS
    if not any(rule.is_bet for rule in variant.rounds):
        raise GameDefinitionError('no step bets; add one such as `bet = { size = "small" }`')
    if not least <= players <= most:
        raise GameDefinitionError(f"{players} players; give {least} to {most}")
    if not 1 <= rounds <= MOST_ROUNDS or rounds != game.round_count:
        raise GameDefinitionError(f"{rounds} rounds; give 1 to {MOST_ROUNDS}")
    for name, values, count in (
        ("stacks", game.stacks, players),
        ("blinds", game.blinds, players),
        ("first_positions", game.first_positions, rounds),
        ("max_raises", game.max_raises, rounds),
        ("board_card_counts", game.board_card_counts, rounds),
    ):
        if len(values) != count:
            raise GameDefinitionError(f"{name} has {len(values)} numbers; give {count}")


def _check_round(where: str, rule: RoundRule, held: int) -> None:
    check_name(ROUND_KINDS, rule.kind, f"{where}: kind")
    check_name(STRUCTURES, rule.structure, f"{where}: structure")
    check_name(FIRST_TO_ACT, rule.first, f"{where}: first")
    if rule.is_bet:
        return
    if rule.least > rule.most:
        raise GameDefinitionError(
            f"{where}: at least {rule.least} cards go and at most {rule.most}; "
            "give the smaller number first"
        )
    if rule.most > held:
        raise GameDefinitionError(
            f"{where}: {rule.most} cards go and a player holds {held}; let fewer go"
        )
    if rule.kind != "exchange" and (rule.least != rule.most or not rule.most):
        raise GameDefinitionError(f"{where}: give one number of cards, 1 or more")


def _check_cards(game: "GameDefinition", variant: Variant) -> None:
    held, board = variant.held(), sum(game.board_card_counts)
    if not 1 <= max(held) <= MOST_HELD:
        raise GameDefinitionError(
            f"a player gets {max(held)} cards of his own; deal 1 to {MOST_HELD}"
        )
    if board > MOST_BOARD:
        raise GameDefinitionError(f"{board} cards lie on the board; deal {MOST_BOARD} at most")
    discards, shown = False, 0
    for index, rule in enumerate(variant.rounds):
        hidden = held[index] - rule.up - shown
        if rule.show > hidden:
            raise GameDefinitionError(
                f"{_name(index, rule)}: {rule.show} cards are turned up and a player "
                f"holds {hidden} face down; turn fewer"
            )
        shown += rule.show + rule.up
        if discards and rule.down + rule.up:
            raise GameDefinitionError(
                f"{_name(index, rule)}: cards are dealt to players after a discard; "
                "deal them before"
            )
        discards = discards or rule.kind == "discard"
        if not rule.is_bet and variant.up_cards()[index]:
            raise GameDefinitionError(
                f"{_name(index, rule)}: cards lie face up, and a card that others know "
                "cannot go; deal all cards of this game face down"
            )
    if variant.most_thrown > MOST_THROWN or variant.card_round_count > MOST_CARD_ROUNDS:
        raise GameDefinitionError(
            f"a player may throw or pass {variant.most_thrown} cards in {variant.card_round_count} "
            f"rounds; allow {MOST_THROWN} in {MOST_CARD_ROUNDS} rounds at most"
        )
    _check_deck(game, variant)


def _check_deck(game: "GameDefinition", variant: Variant) -> None:
    deck = len(game.deck)
    players = game.player_count
    dealt = players * game.hole_card_count + sum(game.board_card_counts)
    if dealt > deck:
        raise GameDefinitionError(
            f"{players} players need {dealt} cards and the deck has {deck}; "
            "allow fewer players or deal fewer cards"
        )
    most = dealt
    for index, rule in enumerate(variant.rounds):
        if rule.kind != "exchange":
            continue
        most += players * rule.most
        if most > deck and not variant.shares_stub:
            raise GameDefinitionError(
                f"{_name(index, rule)}: {players} players may need {most} cards and the deck has "
                f"{deck}; allow fewer players or say reshuffle = true"
            )
        if most > deck and deck - dealt < rule.most:
            raise GameDefinitionError(
                f"{_name(index, rule)}: {players} players leave {deck - dealt} cards of the deck, "
                f"of which one may draw {rule.most}; allow fewer players"
            )


def _check_chips(game: "GameDefinition", variant: Variant) -> None:
    if min(game.stacks) < 1:
        raise GameDefinitionError("a stack is below 1; give every player chips")
    posted = (*game.blinds, *variant.dead, variant.ante, variant.bring_in, variant.least_bet)
    if not 0 <= min(posted) <= max(posted) <= UNLIMITED_STACK:
        raise GameDefinitionError(
            f"a blind, an ante or a bring-in is not between 0 and {UNLIMITED_STACK} chips"
        )
    if variant.dead and len(variant.dead) != game.player_count:
        raise GameDefinitionError(
            f"antes by position are {len(variant.dead)} numbers; give {game.player_count}"
        )
    for index, rule in enumerate(variant.rounds):
        if rule.is_bet and rule.structure == "limit" and not game.raise_sizes[index]:
            raise GameDefinitionError(f"{_name(index, rule)}: a bet has no size; give one")
    if variant.bring_in:
        _check_bring_in(game, variant)


def _check_bring_in(game: "GameDefinition", variant: Variant) -> None:
    first = variant.rounds[0]
    if not first.is_bet or first.structure != "limit" or first.first == "position":
        raise GameDefinitionError(
            "a bring-in needs a first round with a fixed limit whose `first` names a card that "
            "lies face up"
        )
    if any(game.blinds):
        raise GameDefinitionError("there are blinds and a bring-in; give one of them")
    if variant.bring_in >= game.raise_sizes[0]:
        raise GameDefinitionError(
            f"the bring-in of {variant.bring_in} is not below the bet of {game.raise_sizes[0]}; "
            "lower it"
        )


def _check_ranking(game: "GameDefinition", variant: Variant, ranking: Ranking) -> None:
    held, board = variant.held()[-1], sum(game.board_card_counts)
    if ranking.from_hole > held or ranking.from_board > board:
        raise GameDefinitionError(
            f"best: a hand of {ranking.from_hole} hole cards and {ranking.from_board} of the board "
            f"is wanted where a player holds {held} and the board has {board}; take fewer"
        )
    ranked = ranking.from_hole + ranking.from_board or held + board
    wanted = FEWEST_RANKED.get(ranking.by, ranking.hand_size or 1)
    if ranked < wanted:
        raise GameDefinitionError(
            f"best: {ranking.in_words} ranks {wanted} cards and a player holds {ranked}; deal more"
        )
    if ranking.at_most and ranked < FEWEST_QUALIFIED:
        raise GameDefinitionError(
            f"best: at_most qualifies hands of {FEWEST_QUALIFIED} cards and a player has {ranked}; "
            "deal more or drop it"
        )
    if game.rank_count > DECKS.get(ranking.by, game.rank_count):
        raise GameDefinitionError(
            f"best: {ranking.by} ranks a deck of {DECKS[ranking.by]} ranks and this one has "
            f"{game.rank_count}; shorten the deck"
        )
    _check_wild(game, variant, ranking)


def _check_wild(game: "GameDefinition", variant: Variant, ranking: Ranking) -> None:
    """Refuse wild cards that are not in the deck, and jokers that are not wild."""
    deck = set(game.deck.tolist())
    missing = [card for card in ranking.wild if card not in deck]
    if missing:
        raise GameDefinitionError(
            f"best: {wild_names(missing)[0]} is wild and not in the deck; drop it or add it"
        )
    if not set(ranking.wild).issuperset(JOKERS[: variant.jokers]):
        raise GameDefinitionError('best: jokers must be wild; add wild = ["joker"]')
    if variant.jokers and any(variant.up_cards()):
        raise GameDefinitionError("jokers cannot be dealt face up; drop them or deal face down")
