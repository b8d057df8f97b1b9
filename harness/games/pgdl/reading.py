"""Reads a game from PGDL as one of our files.

What the source leaves open, and how it is read here (document 000, section 4.2 and appendix C):

- PokerGame is the root (4.2.2) or an empty element beside the others in PGDL (appendix C).
- ``maxNumRaises`` counts the raises of a round, the first bet included; the text once says that it
  is a player's, but its games mean the round.
- Within a round board cards come first, then cards face up and face down, blinds, cards passed,
  exchanged and thrown away, and the bets.
- Chips may be fractions, such as a blind of 0.5; all are multiplied by their common denominator.
- Of two players the button posts the small blind. With blinds the player left of the last of them
  begins, whatever ``firstPlayerBetting`` says.
- A stack is never given: it is without bounds where all bets are limited, else 100 big blinds.
- A card's rank only orders the deck. A deck without the ranks up to the ace is read as one that has
  them, which is the same game where hands have fewer than five cards, so no straights.
- The lowest of ``winningType`` low and mixed is the lowest by the order of high hands.
- Jokers and cards that say so are wild; a wild card stands for one that the hand does not have, so
  that no hand has five of a kind.

Refused by name: decks in which a card is there twice or not in every suit, ``forceBet``, and other
orders of betting. A Scoring of the document's own becomes a formula, see ``scoring``; a Score
without Conditions that is not the default is refused, as the second of C.5, which would match every
hand.
"""

import math
import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from railbird.harness.games.pgdl.attributes import (
    choice_of,
    count_of,
    fraction_of,
    require_no,
    text_of,
    truth_of,
)
from railbird.harness.games.pgdl.deck import FULL_HAND, hand_size, read_deck
from railbird.harness.games.pgdl.elements import Element, parse_elements
from railbird.harness.games.pgdl.scoring import read_scoring
from railbird.native import GameDefinitionError, GameFile
from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.game.game_file import (
    Best,
    Bet,
    Betting,
    Blinds,
    Deal,
    PassCards,
    Step,
)
from railbird.native.game.variant import Structure

STRUCTURES: dict[str, Structure] = {
    "limit": "limit",
    "nolimit": "nolimit",
    "no-limit": "nolimit",
    "potlimit": "potlimit",
    "pot-limit": "potlimit",
}
DIRECTIONS = {
    "clockwise": "left",
    "counterclockwise": "right",
    "counter-clockwise": "right",
    "counter clockwise": "right",
}
WINNERS = {
    "high": ("high",),
    "low": ("deuce-to-seven",),
    "mixed": ("high", "deuce-to-seven"),
}
_BLINDS = 2


def read_pgdl(data: bytes) -> GameFile:
    """Read a document; raises GameDefinitionError, with the line where there is one."""
    try:
        return _read(parse_elements(data))
    except ValueError as error:  # of a file of ours
        raise GameDefinitionError(str(error)) from None


def _read(root: Element) -> GameFile:
    game = root if root.name == "PokerGame" else root.find("PokerGame")
    if game is None:
        raise root.wrong("has no PokerGame; add it with name, winningType and ante")
    rounds = _rounds(root)
    name = text_of(game, "name")
    unit = Unit.of(game, rounds)
    deck = read_deck(root, game)
    structures = [_structure(one) for one in rounds]
    raises = [_raises(one) for one in rounds]
    return GameFile(
        name=re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")[:60] or "game",
        summary=_summary(root) or " ".join(name.split()),
        players=_players(root),
        betting=Betting(structure=structures[0], most_raises=raises[0]),
        antes=unit.chips(game, "ante", default="0"),
        blinds=_blinds(rounds, unit),
        best=tuple(
            msgspec.structs.replace(one, wild=deck.wild) for one in _best(root, game, rounds)
        ),
        deck=f"{RANK_LETTERS[-deck.ranks]}-{RANK_LETTERS[-1]}",
        suits=deck.suits,
        jokers=deck.jokers,
        steps=tuple(
            step for one in rounds for step in _steps(one, unit, (structures[0], raises[0]), rounds)
        ),
    )


class Unit:
    """How many of our chips one of a document is, so that all are whole."""

    def __init__(self, scale: int) -> None:
        """Take the common denominator of all that the document says in chips."""
        self.scale = scale

    @classmethod
    def of(cls, game: Element, rounds: list[Element]) -> "Unit":
        """The unit of a game."""
        given = [fraction_of(game, "ante", default="0")]
        for one in rounds:
            given += [fraction_of(bet, "value") for bet in _bets(one)]
            given += [fraction_of(blind, "value") for blind in _blind_elements(one)]
        return cls(math.lcm(*(value.denominator for value in given)))

    def chips(self, element: Element, name: str, default: str | None = None) -> int:
        """What an attribute says, in our chips."""
        return int(fraction_of(element, name, default) * self.scale)


# ---- the game ----


def _rounds(root: Element) -> list[Element]:
    holder = root.find("Rounds")
    rounds = [*root.find_all("Round"), *(holder.find_all("Round") if holder else ())]
    if not rounds:
        raise root.wrong("has no Round; add one")
    numbers = [count_of(one, "number", default=str(place)) for place, one in enumerate(rounds, 1)]
    for place, number in enumerate(sorted(numbers), start=1):
        if number != place:
            raise rounds[0].wrong(
                f"and the others have the numbers {', '.join(map(str, numbers))}; "
                f"number them 1 to {len(rounds)}"
            )
    return [one for _, one in sorted(zip(numbers, rounds, strict=True), key=lambda pair: pair[0])]


def _players(root: Element) -> tuple[int, int]:
    players = root.find("Players")
    if players is None:
        raise root.wrong("has no Players; add it with minimum and maximum")
    return count_of(players, "minimum", "minimun"), count_of(players, "maximum")


def _summary(root: Element) -> str:
    """The description, in one line."""
    description = root.find("Description")
    return "" if description is None else " ".join(description.text.split())


def _best(root: Element, game: Element, rounds: list[Element]) -> tuple[Best, ...]:
    """How hands are ranked: in a standard order, or by a Scoring of the document's own."""
    kind = choice_of(game, "winningType", {name: name for name in WINNERS}, default="high")
    scoring = root.find("Scoring")
    if scoring is None or not _has_scores(scoring):
        _check_hand_size(root, rounds)
        return tuple(Best(rank=rank) for rank in WINNERS[kind])
    if kind != "high":
        raise game.wrong(
            f"has winningType = {kind!r} beside a Scoring of its own, which says which hand is the "
            'best; say winningType="high"'
        )
    return (Best(formula=read_scoring(scoring, hand_size(root))),)


def _has_scores(scoring: Element) -> bool:
    """Whether a Scoring lists Scores, as it has to where it is not standard."""
    scores = list(scoring.find_all("Score"))
    if truth_of(scoring, "standard", default="no" if scores else "yes"):
        if scores:
            raise scoring.wrong("is standard and lists Scores; drop them or say that it is not")
        return False
    return True


def _check_hand_size(root: Element, rounds: list[Element]) -> None:
    scoring = root.find("Scoring")
    if scoring is None:
        return
    held = sum(_held(one) + count_of(one, "communityCardsNumber", default="0") for one in rounds)
    if hand_size(root) != min(FULL_HAND, held):
        raise scoring.wrong(
            f"has handSize = {hand_size(root)} where a player has {held} cards in the end; "
            f"{min(FULL_HAND, held)} of them are ranked here"
        )


def _held(one: Element) -> int:
    """Cards that a round leaves a player more than it found."""
    dealt = (
        count_of(one, name, default="0") for name in ("faceUpCardsDealt", "faceDownCardsDealt")
    )
    thrown = one.find("DiscardCards")
    return sum(dealt) - (count_of(thrown, "value", default="0") if thrown else 0)


# ---- blinds ----


def _blind_elements(one: Element) -> list[Element]:
    structure = one.find("BlindStructure")
    blinds = [] if structure is None else list(structure.find_all("Blind"))
    if truth_of(one, "blinds") != bool(blinds):
        raise one.wrong(
            "says blinds and has none; add a BlindStructure"
            if not blinds
            else 'has blinds and does not say so; say blinds="true"'
        )
    return blinds


def _blinds(rounds: list[Element], unit: Unit) -> Blinds | tuple[int, ...] | None:
    for one in rounds[1:]:
        if _blind_elements(one):
            raise one.wrong("has blinds, which are posted in the first round alone; move them")
    posted: dict[int, int] = {}
    places = {"nextdealer": 0}
    for blind in _blind_elements(rounds[0]):
        position = text_of(blind, "position")
        if position.lower() not in places:
            raise blind.wrong(
                f"has position = {position!r}; give nextDealer, or next and the id of a blind that "
                "stands before it"
            )
        place = places[position.lower()]
        if place in posted:
            raise blind.wrong(f"has position = {position!r}, where another blind is; move it")
        posted[place] = unit.chips(blind, "value")
        places["next" + text_of(blind, "id").lower()] = place + 1
    if not posted:
        return None
    if len(posted) == _BLINDS:
        return Blinds(small=posted[0], big=posted[1])
    return tuple(posted[place] for place in range(len(posted)))


# ---- rounds ----


def _bets(one: Element) -> list[Element]:
    structure = one.find("BettingStructure")
    bet = None if structure is None else structure.find("Bet")
    if structure is None or bet is None:
        raise one.wrong("has no BettingStructure with a Bet; add it")
    return [bet]


def _structure(one: Element) -> Structure:
    _bets(one)
    found = one.find("BettingStructure")
    text = "" if found is None else text_of(found, "type")
    if text.lower() not in STRUCTURES:
        raise one.wrong(f"has bets of the type {text!r}; give limit, noLimit or potLimit")
    return STRUCTURES[text.lower()]


def _raises(one: Element) -> int:
    return count_of(_bets(one)[0], "maxNumRaises")


def _steps(
    one: Element, unit: Unit, usual: tuple[Structure, int], rounds: list[Element]
) -> Iterator[Step]:
    require_no(one, "forceBet", "a round that has to begin with a bet cannot be played")
    _check_order(one)
    deal = Deal(
        down=count_of(one, "faceDownCardsDealt", default="0"),
        up=count_of(one, "faceUpCardsDealt", default="0"),
        board=count_of(one, "communityCardsNumber", default="0"),
    )
    if deal != Deal():
        yield Step(deal=deal)
    passed = one.find("PassCards")
    if passed is not None and (cards := count_of(passed, "value", default="0")):
        to = choice_of(passed, "direction", DIRECTIONS, default="clockwise")
        yield Step(pass_=PassCards(cards=cards, to="left" if to == "left" else "right"))
    drawn = one.find("DrawCards")
    if drawn is not None and (most := count_of(drawn, "max", default="0")):
        yield Step(exchange=(count_of(drawn, "min", default="0"), most))
    thrown = one.find("DiscardCards")
    if thrown is not None and (cards := count_of(thrown, "value", default="0")):
        yield Step(discard=cards)
    yield Step(bet=_bet(one, unit, usual, rounds))


def _check_order(one: Element) -> None:
    order = one.find("BettingOrder")
    if order is None:
        return
    if text_of(order, "order", default="clockwise").lower() != "clockwise":
        raise order.wrong('is not clockwise, which cannot be played; say order="clockwise"')
    first = text_of(order, "firstPlayerBetting", default="nextDealer")
    if first.lower() != "nextdealer" and not truth_of(one, "blinds"):
        raise order.wrong(
            f"has firstPlayerBetting = {first!r}; only nextDealer can be played without blinds"
        )


def _bet(one: Element, unit: Unit, usual: tuple[Structure, int], rounds: list[Element]) -> Bet:
    structure, raises = _structure(one), _raises(one)
    (bet,) = _bets(one)
    size = unit.chips(bet, "value")
    if structure != "limit":
        posted = (unit.chips(blind, "value") for blind in _blind_elements(rounds[0]))
        least = max(1, *posted, 0)
        if size != least:
            raise bet.wrong(
                f"has value = {bet.get('value')} without a limit, where the least bet is the "
                f"largest blind, {Fraction(least, unit.scale)}; make them the same"
            )
    return Bet(
        size=size if structure == "limit" else "small",
        structure=None if structure == usual[0] else structure,
        most_raises=None if raises == usual[1] else raises,
    )
