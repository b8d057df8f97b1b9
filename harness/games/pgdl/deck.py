"""Reads a document's deck."""

from collections.abc import Iterator
from dataclasses import dataclass

from railbird.harness.games.pgdl.attributes import count_of, text_of, truth_of
from railbird.harness.games.pgdl.elements import Element
from railbird.native import JOKERS
from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.cards.cards import SUITS as SUIT_LETTERS

FULL_HAND = 5
LOWEST_RANK = 2


@dataclass(frozen=True)
class Deck:
    """How many ranks, suits and jokers there are, and the names of wild cards in our deck."""

    ranks: int = len(RANK_LETTERS)
    suits: int = len(SUIT_LETTERS)
    jokers: int = 0
    wild: tuple[str, ...] = ()


def read_deck(root: Element, game: Element) -> Deck:
    """Read the deck, of which jokers and the cards that say so are wild."""
    deck = root.find("Deck")
    is_wild = truth_of(game, "wildCards")
    read = Deck() if deck is None else _read(root, deck)
    if is_wild != bool(read.wild):
        raise game.wrong(
            "says wildCards and the Deck has no jokers and no wild Card; add them"
            if is_wild
            else 'has a Deck with wild cards and does not say so; say wildCards="true"'
        )
    return read


def _read(root: Element, deck: Element) -> Deck:
    jokers = count_of(deck, "jokers", default="0")
    if jokers > len(JOKERS):
        raise deck.wrong(f"has {jokers} jokers; {len(JOKERS)} are the most")
    cards = _listed_cards(deck)
    whole = len(RANK_LETTERS), len(SUIT_LETTERS)
    ranks, suits = _count_cards(root, deck, cards) if cards else whole
    wild = (*_wild_cards(cards), *(("joker",) if jokers else ()))
    return Deck(ranks, suits, jokers, wild)


def _wild_cards(cards: list[Element]) -> Iterator[str]:
    """Name the wild cards as they are in our deck, of the top ranks and the last suits."""
    pairs = [_rank_and_suit(card) for card in cards]
    ranks = sorted({rank for rank, _ in pairs}, key=_in_order)
    suits = sorted({suit for _, suit in pairs})  # c d h s
    for card, (rank, suit) in zip(cards, pairs, strict=True):
        if truth_of(card, "wild"):
            of_rank = RANK_LETTERS[ranks.index(rank) - len(ranks)]
            yield of_rank + SUIT_LETTERS[suits.index(suit) - len(suits)]


def _in_order(rank: str) -> int:
    """Order ranks, which are numbers or letters."""
    if rank.isdecimal():
        return int(rank)
    return RANK_LETTERS.find(rank) + LOWEST_RANK


def _rank_and_suit(card: Element) -> tuple[str, str]:
    rank = text_of(card, "value", "rank").upper()
    return "T" if rank == "10" else rank, text_of(card, "suit").lower()[:1]


def _listed_cards(deck: Element) -> list[Element]:
    """The cards of a deck that is not standard, none of one that is."""
    cards = list(deck.find_all("Card"))
    if truth_of(deck, "standardDeck", "standard", default="no" if cards else "yes"):
        if cards:
            raise deck.wrong("is standard and lists cards; drop them or say that it is not")
        return []
    if not cards:
        raise deck.wrong("is not standard and lists no Card; list them")
    return cards


def _count_cards(root: Element, deck: Element, cards: list[Element]) -> tuple[int, int]:
    seen: dict[str, str] = {}
    pairs: dict[tuple[str, str], Element] = {}
    for card in cards:
        pair = _rank_and_suit(card)
        name = text_of(card, "id")
        if name in seen:
            raise card.wrong(f"has the id {name!r} of another card; give it its own")
        if pair in pairs:
            raise card.wrong(
                f"has the rank and suit of the card in line {pairs[pair].line}, and a card can be "
                "in the deck once; drop one of them"
            )
        seen[name], pairs[pair] = name, card
    ranks, suits = ({pair[place] for pair in pairs} for place in (0, 1))
    if len(pairs) != len(ranks) * len(suits):
        raise deck.wrong(
            f"has {len(pairs)} cards of {len(ranks)} ranks and {len(suits)} suits; "
            "every rank must be there in every suit"
        )
    if len(ranks) > len(RANK_LETTERS) or len(suits) > len(SUIT_LETTERS):
        raise deck.wrong(f"has {len(ranks)} ranks and {len(suits)} suits; 13 and 4 are the most")
    top = set(RANK_LETTERS[-len(ranks) :])
    if ranks != top and hand_size(root) >= FULL_HAND:
        raise deck.wrong(
            f"has other ranks than {' '.join(sorted(top, key=RANK_LETTERS.index))}, and hands of "
            "five cards can be straights; use the ranks up to the ace"
        )
    return len(ranks), len(suits)


def hand_size(root: Element) -> int:
    """How many cards a hand has that is ranked."""
    scoring = root.find("Scoring")
    return FULL_HAND if scoring is None else count_of(scoring, "handSize", default="5")
