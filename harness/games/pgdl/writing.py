"""Writes a game as PGDL (document 000, section 4.2 and appendix C), where that can say it.

What is written is read again and compared, for every number of players: a document is the same
game, or there is none. Chips are ours, so there are no fractions.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

import msgspec

from railbird.harness.games.pgdl.deck import FULL_HAND
from railbird.harness.games.pgdl.reading import DIRECTIONS, WINNERS, read_pgdl
from railbird.harness.games.pgdl.scoring import write_scoring
from railbird.native import (
    UNLIMITED_STACK,
    GameDefinition,
    GameDefinitionError,
    GameFile,
    RankerError,
    acpc_form,
    game_of_file,
)
from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.cards.cards import parse_cards, parse_wild
from railbird.native.game.definition import RANKS, SUITS
from railbird.native.game.file_compiler import BIG_BLINDS_OF_A_STACK, HEADS_UP
from railbird.native.game.game_file import Bet, Betting, Blinds, Deal, PassCards, Step
from railbird.native.rankers.rankers import JOKERS
from railbird.native.scoring.plain_text import format_scoring
from railbird.native.scoring.scores import check_scoring
from railbird.native.scoring.syntax import parse_scoring
from railbird.plugins import Game

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
TYPES = {"limit": "limit", "nolimit": "noLimit", "potlimit": "potLimit"}
_TO = {ours: theirs for theirs, ours in reversed(DIRECTIONS.items())}
_AFTER = {
    "deal": ("pass", "exchange", "discard"),
    "pass": ("pass", "exchange", "discard"),
    "exchange": ("exchange", "discard"),
    "discard": ("discard",),
}
"""Which steps of a round cannot stand before one: a round has its steps in this order."""
_Attributes = dict[str, str]


def format_pgdl(file: GameFile) -> str:
    """Write a game file as a document, which ``read_pgdl`` reads as the same game.

    Raises GameDefinitionError, with the reason, for a game that the language cannot say.
    """
    plain = _with_plain_formulas(file)
    fewest, most = file.player_counts
    games = [game_of_file(plain, count) for count in range(fewest, most + 1)]
    reason = next(_reasons(file), None)
    if reason is not None:
        raise GameDefinitionError(
            f"{file.name} has {reason}, which PGDL cannot say; choose another format"
        )
    root = _document(plain, games)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode") + "\n"
    again = read_pgdl(text.encode())
    if [game_of_file(again, game.player_count) for game in games] != games:
        raise GameDefinitionError(
            f"{file.name} has rules that PGDL cannot say; choose another format"
        )
    return text


def steps_of(game: Game) -> GameFile:
    """An ACPC definition as a game file, its equal blinds as antes.

    Raises GameDefinitionError for one that is not the same game as a file.
    """
    definition = game.definition
    file = GameFile(
        name=game.name,
        summary=game.summary,
        players=definition.player_count,
        betting=Betting(structure=definition.betting),
        antes=definition.blinds[0] if len(set(definition.blinds)) == 1 else 0,
        blinds=_blinds_of(definition),
        stacks=_stacks_of(definition),
        deck=f"{RANK_LETTERS[-definition.rank_count]}-{RANK_LETTERS[-1]}",
        suits=definition.suit_count,
        steps=tuple(
            step for index in range(definition.round_count) for step in _steps_of(definition, index)
        ),
    )
    if acpc_form(game_of_file(file)) != definition:
        raise GameDefinitionError(
            f"{game.name} has rules that PGDL cannot say; choose another format"
        )
    return file


def _blinds_of(definition: GameDefinition) -> Blinds | None:
    first, second = definition.blinds[:2]
    if len(set(definition.blinds)) == 1:
        return None
    is_heads_up = definition.player_count == HEADS_UP
    return Blinds(small=second, big=first) if is_heads_up else Blinds(small=first, big=second)


def _stacks_of(definition: GameDefinition) -> tuple[int, ...] | int:
    """Stacks where they are not what a file has by default."""
    usual = UNLIMITED_STACK
    if not definition.is_limit:
        usual = BIG_BLINDS_OF_A_STACK * max(1, *definition.blinds)
    return 0 if set(definition.stacks) == {usual} else definition.stacks


def _steps_of(definition: GameDefinition, index: int) -> Iterator[Step]:
    down = 0 if index else definition.hole_card_count
    deal = Deal(down=down, board=definition.board_card_counts[index])
    if deal != Deal():
        yield Step(deal=deal)
    raises = definition.max_raises[index]
    if definition.is_limit:
        yield Step(bet=Bet(size=definition.raise_sizes[index], most_raises=raises))
    else:
        yield Step(bet=Bet(most_raises=raises))


def _with_plain_formulas(file: GameFile) -> GameFile:
    """The same game with formulas as the reader of documents writes them."""
    try:
        best = tuple(
            msgspec.structs.replace(
                one, formula=format_scoring(check_scoring(parse_scoring(one.formula)))
            )
            if one.formula
            else one
            for one in file.best
        )
    except RankerError as error:
        raise GameDefinitionError(f"{file.name}: formula: {error}") from None
    return msgspec.structs.replace(file, best=best)


def _reasons(file: GameFile) -> Iterator[str]:
    """What is beyond the language."""
    yield from _reasons_of_hands(file)
    if file.bring_in is not None:
        yield "a bring-in"
    if file.dead or file.posts or file.big_blind_ante:
        yield "chips posted beside antes and blinds"
    if isinstance(file.blinds, Blinds) and file.blinds.button:
        yield "a blind of the button alone"
    if file.stacks:
        yield "stacks"
    if file.reshuffle:
        yield "thrown cards that are dealt again"
    for number, step in enumerate(file.steps, start=1):
        if step.show is not None:
            yield f"cards turned up (step {number})"
        if step.bet is not None and step.bet.first != "position":
            yield f"a first player by what lies face up (step {number})"
        if step.deal is not None and step.deal.community_if_short:
            yield f"cards that go to the board if the deck is short (step {number})"


def _reasons_of_hands(file: GameFile) -> Iterator[str]:
    rankings = tuple(one.rank for one in file.best)
    if any(one.hole or one.board for one in file.best):
        yield "hands of exactly so many hole cards"
    if rankings not in WINNERS.values() and not (len(file.best) == 1 and file.best[0].formula):
        yield f"a pot for {' and '.join(rank or 'a formula' for rank in rankings)}"
    if any(one.five_of_a_kind for one in file.best):
        yield "five of a kind"
    if len({frozenset(parse_wild(one.wild)) for one in file.best}) > 1:
        yield "wild cards that are wild for half of the pot"


# ---- rounds ----


@dataclass
class _Round:
    """The steps up to a bet."""

    deal: Deal = field(default_factory=Deal)
    steps: dict[str, Step] = field(default_factory=dict)
    bet: Bet = field(default_factory=Bet)


def _rounds(file: GameFile) -> list[_Round]:
    """Cut the steps into rounds, each of which ends with a bet; refuse other orders of them."""
    rounds, here = [], _Round()
    for number, step in enumerate(file.steps, start=1):
        if step.bet is not None:
            here.bet = step.bet
            rounds.append(here)
            here = _Round()
            continue
        (kind,) = (name for name, value in msgspec.to_builtins(step).items() if value is not None)
        before = next((name for name in _AFTER[kind] if name in here.steps), "")
        if before:
            raise GameDefinitionError(
                f"{file.name} has a {kind} after a {before} without bets between (step {number}), "
                "which PGDL cannot say; choose another format"
            )
        here.steps[kind] = step
        if step.deal is not None:
            here.deal = _together(here.deal, step.deal)
    return rounds


def _together(one: Deal, other: Deal) -> Deal:
    return Deal(down=one.down + other.down, up=one.up + other.up, board=one.board + other.board)


# ---- elements ----


def _document(file: GameFile, games: list[GameDefinition]) -> ElementTree.Element:
    root = ElementTree.Element("PGDL")
    kind = next((name for name, ranks in WINNERS.items() if ranks == _ranks(file)), "high")
    is_wild = str(bool(file.best[0].wild)).lower()
    _add(root, "PokerGame", name=file.name, wildCards=is_wild, winningType=kind, ante=file.antes)
    _add(root, "Description").text = file.summary or None
    fewest, most = file.player_counts
    _add(root, "Players", minimum=fewest, maximum=most)
    _add_deck(root, games[0], file)
    rounds = _rounds(file)
    if file.best[0].formula:
        root.append(write_scoring(file.best[0].formula))
    else:
        _add(root, "Scoring", standard="true", handSize=_hand_size(rounds))
    for number, one in enumerate(rounds, start=1):
        _add_round(root, file, one, number)
    return root


def _ranks(file: GameFile) -> tuple[str, ...]:
    return tuple(one.rank for one in file.best)


def _add(parent: ElementTree.Element, tag: str, **attributes: str | int) -> ElementTree.Element:
    written = {name: str(value) for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, written)


def _add_deck(root: ElementTree.Element, game: GameDefinition, file: GameFile) -> None:
    wild = set(parse_wild(file.best[0].wild)) - {*JOKERS}
    is_standard = (game.rank_count, game.suit_count) == (RANKS, SUITS) and not wild
    deck = _add(root, "Deck", standardDeck=str(is_standard).lower(), jokers=file.jokers)
    if is_standard:
        return
    for suit in SUIT_NAMES[-game.suit_count :]:
        for rank in RANK_LETTERS[-game.rank_count :]:
            name, card = f"{rank} of {suit}", rank + suit[0]
            is_wild = str(int(parse_cards(card)[0]) in wild).lower()
            _add(deck, "Card", id=card, name=name, value=rank, suit=suit, wild=is_wild)


def _hand_size(rounds: list[_Round]) -> int:
    dealt = sum(one.deal.down + one.deal.up + one.deal.board for one in rounds)
    thrown = sum(one.steps["discard"].discard or 0 for one in rounds if "discard" in one.steps)
    return min(FULL_HAND, dealt - thrown)


def _add_round(root: ElementTree.Element, file: GameFile, one: _Round, number: int) -> None:
    blinds = _blinds(file) if number == 1 else ()
    dealt = {
        "communityCardsNumber": one.deal.board,
        "faceUpCardsDealt": one.deal.up,
        "faceDownCardsDealt": one.deal.down,
    }
    said = {"blinds": str(bool(blinds)).lower(), "forceBet": "false"}
    element = _add(root, "Round", number=number, name=f"Round {number}", **dealt, **said)
    structure = one.bet.structure or file.betting.structure
    betting = _add(element, "BettingStructure", type=TYPES[structure])
    raises = file.betting.most_raises if one.bet.most_raises is None else one.bet.most_raises
    size = _size(file, one.bet) if structure == "limit" else max(1, *_blinds(file), 0)
    _add(betting, "Bet", value=size, maxNumRaises=raises)
    if blinds:
        _add_blinds(element, blinds)
    for name, step in one.steps.items():
        _add_cards(element, name, step)
    _add(element, "BettingOrder", order="clockwise", firstPlayerBetting="nextDealer")


def _size(file: GameFile, bet: Bet) -> int:
    sizes = {"small": file.betting.small, "big": file.betting.big or file.betting.small}
    return bet.size if isinstance(bet.size, int) else sizes[bet.size]


def _blinds(file: GameFile) -> tuple[int, ...]:
    if isinstance(file.blinds, Blinds):
        return file.blinds.small, file.blinds.big
    return file.blinds or ()


def _add_blinds(element: ElementTree.Element, blinds: tuple[int, ...]) -> None:
    structure = _add(element, "BlindStructure")
    position = "nextDealer"
    for number, chips in enumerate(blinds, start=1):
        name = f"blind{number}"
        _add(structure, "Blind", id=name, name=f"Blind {number}", value=chips, position=position)
        position = f"next{name}"


def _add_cards(element: ElementTree.Element, name: str, step: Step) -> None:
    if step.exchange is not None:
        least, most = step.exchange
        _add(element, "DrawCards", min=least, max=most)
    elif isinstance(step.pass_, PassCards):
        _add(element, "PassCards", value=step.pass_.cards, direction=_TO[step.pass_.to])
    elif name == "discard":
        _add(element, "DiscardCards", value=step.discard or 0)
