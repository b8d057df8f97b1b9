"""Games as data: a TOML file that says step by step how a hand is played.

The language is ours; what it can say is that of PGDL (document 000, section 4.2), but for cards of
a player's own making. Steps deal, bet, exchange, discard and pass, in the order of the file.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, cast

import msgspec

from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.errors import GameDefinitionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import RANKS, SUITS, GameDefinition
from railbird.native.game.variant import First, Ranking, RoundRule, Structure, Variant

HEADS_UP = 2
BIG_BLINDS_OF_A_STACK = 100
MOST_RAISES = 255

Chips = Annotated[int, msgspec.Meta(ge=0, le=UNLIMITED_STACK)]
Count = Annotated[int, msgspec.Meta(ge=0, le=60)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class Deal(_Strict, frozen=True):
    """Cards dealt: to each player face down and face up, and to the board."""

    down: Count = 0
    up: Count = 0
    board: Count = 0
    community_if_short: bool = False


class Bet(_Strict, frozen=True):
    """A round of betting; what it leaves out is as ``betting`` says."""

    size: Literal["small", "big"] | Chips = "small"
    first: First | Literal["bring-in"] = "position"
    structure: Structure | None = None
    most_raises: Annotated[int, msgspec.Meta(ge=0, le=MOST_RAISES)] | None = None


class PassCards(_Strict, frozen=True):
    """Cards handed on."""

    cards: Count
    to: Literal["left", "right"] = "left"


class Step(_Strict, frozen=True):
    """One step: one of the keys."""

    deal: Deal | None = None
    bet: Bet | None = None
    exchange: Annotated[tuple[Count, ...], msgspec.Meta(min_length=2, max_length=2)] | None = None
    discard: Count | None = None
    pass_: PassCards | None = msgspec.field(name="pass", default=None)
    show: Count | None = None


class Betting(_Strict, frozen=True):
    """How bets are limited."""

    structure: Structure
    small: Chips = 0
    big: Chips = 0
    most_raises: Annotated[int, msgspec.Meta(ge=0, le=MOST_RAISES)] = MOST_RAISES


class Blinds(_Strict, frozen=True):
    """Chips posted left of the button; two players: the button posts the small blind."""

    small: Chips
    big: Chips


class BringIn(_Strict, frozen=True):
    """Chips posted by who shows the lowest or the highest card."""

    chips: Chips
    by: Literal["lowest card", "highest card"] = "lowest card"


class Best(_Strict, frozen=True):
    """A ranking that takes the pot, or half of it."""

    rank: str
    at_most: Count = 0
    hole: Count = 0
    board: Count = 0


class GameFile(_Strict, frozen=True):
    """A whole file."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
    players: Count | Annotated[tuple[Count, ...], msgspec.Meta(min_length=2, max_length=2)]
    betting: Betting
    steps: tuple[Step, ...]
    summary: str = ""
    antes: Chips = 0
    blinds: Blinds | tuple[Chips, ...] | None = None
    bring_in: BringIn | None = None
    stacks: Chips | tuple[Chips, ...] = 0
    best: tuple[Best, ...] = (Best(rank="high"),)
    deck: str = "2-A"
    suits: Annotated[int, msgspec.Meta(ge=1, le=SUITS)] = SUITS
    reshuffle: bool = False


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
        f'{{ rank = "{one.rank}", at_most = {one.at_most}, hole = {one.from_hole}, '
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


def is_game_toml(text: str) -> bool:
    """Whether a text describes a game step by step, as a file of ours does."""
    return re.search(r"^\s*\[\[\s*steps\s*\]\]|^\s*steps\s*=", text, re.MULTILINE) is not None


def read_game_file(text: str) -> GameFile:
    """Read a file; raises GameDefinitionError with the line, or the key that is wrong."""
    try:
        return msgspec.convert(tomllib.loads(text), GameFile)
    except tomllib.TOMLDecodeError as error:
        raise GameDefinitionError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise GameDefinitionError("not valid TOML: nested too deep") from None
    except msgspec.ValidationError as error:
        raise GameDefinitionError(_explain(str(error))) from None


def player_counts(file: GameFile) -> tuple[int, int]:
    """The fewest and the most players that a file is for."""
    counts = file.players
    fewest, most = (counts, counts) if isinstance(counts, int) else counts
    if not HEADS_UP <= fewest <= most:
        raise GameDefinitionError(f"players is {[fewest, most]}; give [fewest, most], 2 to 10")
    return fewest, most


def game_of_file(file: GameFile, players: int | None = None) -> GameDefinition:
    """The game for so many players, by default the fewest; raises GameDefinitionError."""
    fewest, most = player_counts(file)
    count = fewest if players is None else players
    if not fewest <= count <= most:
        raise GameDefinitionError(f"{file.name} is for {fewest} to {most} players, not {count}")
    return _Compiler(file, count).compile()


def _explain(message: str) -> str:
    """A message of msgspec's, with the nearest key for one that it does not know."""
    found = re.search(r"contains unknown field `([^`]*)`(?: - at `\$\.?([^`]*)`)?", message)
    if found is None:
        return message[0].lower() + message[1:].replace("`$.", "`")
    where = f" in {found[2]}" if found[2] else ""
    near = difflib.get_close_matches(found[1], _KEYS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "look at a shipped game for the keys"
    return f"unknown key {found[1]!r}{where}; {hint}"


_KEYS = {
    field.encode_name
    for struct in (GameFile, Step, Deal, Bet, PassCards, Betting, Blinds, BringIn, Best)
    for field in msgspec.structs.fields(struct)
}


def as_acpc_game(game: GameDefinition, variant: Variant) -> GameDefinition | None:
    """The same game without a variant, where an ACPC definition can describe it; else None.

    Antes without blinds are the blinds of such a definition, which in no-limit are a bet as well.
    """
    antes_only = bool(variant.ante) and not any(game.blinds)
    first, *later = variant.rounds
    plain = RoundRule(structure=first.structure)
    is_acpc = (
        game.betting in ("limit", "nolimit")
        and not variant.bring_in
        and variant.best == (Ranking(),)
        and first == replace(plain, down=first.down)
        and all(rule == plain for rule in later)
        and (not variant.ante or (antes_only and game.betting == "limit"))
    )
    if not is_acpc:
        return None
    blinds = (variant.ante,) * game.player_count if antes_only else game.blinds
    try:
        return replace(game, blinds=blinds, variant=None)
    except GameDefinitionError:
        return None


class _Compiler:
    """Makes the definition of one file for one number of players."""

    def __init__(self, file: GameFile, players: int) -> None:
        self.file = file
        self.players = players
        self.ranks = _deck_ranks(file.deck)
        self.rules: list[RoundRule] = []
        self.boards: list[int] = []
        self.firsts: list[int] = []
        self.raises: list[int] = []
        self.sizes: list[int] = []
        self.down = self.up = self.board = self.show = 0

    def compile(self) -> GameDefinition:
        """Take the steps in order."""
        for number, step in enumerate(self.file.steps, start=1):
            try:
                self._take(step)
            except GameDefinitionError as error:
                raise GameDefinitionError(f"step {number}: {error}") from None
        if self.down or self.up or self.board or self.show:
            raise GameDefinitionError("the last step deals cards that nobody bets on; add a bet")
        structures = {rule.structure for rule in self.rules if rule.is_bet}
        blinds = self._blinds()
        variant = Variant(
            name=self.file.name,
            rounds=tuple(self.rules),
            ante=self.file.antes,
            bring_in=self.file.bring_in.chips if self.file.bring_in else 0,
            best=tuple(
                Ranking(
                    rank=best.rank,
                    from_hole=best.hole,
                    from_board=best.board,
                    at_most=best.at_most,
                )
                for best in self.file.best
            ),
            shares_stub=self._shares_stub(),
        )
        game = GameDefinition(
            betting=structures.pop() if len(structures) == 1 else "nolimit",
            player_count=self.players,
            round_count=len(self.rules),
            stacks=self._stacks(blinds),
            blinds=blinds,
            raise_sizes=tuple(self.sizes) if any(self.sizes) else (),
            first_positions=tuple(self.firsts),
            max_raises=tuple(self.raises),
            suit_count=self.file.suits,
            rank_count=self.ranks,
            hole_card_count=sum(rule.down + rule.up for rule in self.rules),
            board_card_counts=tuple(self.boards),
            variant=variant,
        )
        return as_acpc_game(game, variant) or game

    def _take(self, step: Step) -> None:
        given = [name for name in step.__struct_fields__ if getattr(step, name) is not None]
        if len(given) != 1:
            raise GameDefinitionError(
                "give exactly one of deal, bet, exchange, discard, pass and show"
            )
        if step.deal is not None:
            self._deal(step.deal)
        elif step.show is not None:
            self.show += step.show
        elif step.bet is not None:
            self._bet(step.bet)
        elif step.exchange is not None:
            least, most = step.exchange
            self._cards("exchange", least, most)
        elif step.discard is not None:
            self._cards("discard", step.discard, step.discard)
        else:
            handed = cast(PassCards, step.pass_)
            self._cards("pass", handed.cards, handed.cards, to=handed.to)

    def _deal(self, deal: Deal) -> None:
        dealt = self.players * (self._held() + deal.down + deal.up) + self._laid() + deal.board
        if deal.community_if_short and dealt > SUITS * self.ranks:
            self.board += deal.down + deal.up
        else:
            self.down, self.up = self.down + deal.down, self.up + deal.up
        self.board += deal.board

    def _held(self) -> int:
        return sum(rule.down + rule.up for rule in self.rules) + self.down + self.up

    def _laid(self) -> int:
        return sum(self.boards) + self.board

    def _bet(self, bet: Bet) -> None:
        betting = self.file.betting
        structure = bet.structure or betting.structure
        sizes = {"small": betting.small, "big": betting.big or betting.small}
        size = bet.size if isinstance(bet.size, int) else sizes[bet.size]
        if structure == "limit" and not size:
            raise GameDefinitionError(f"bet: the size {bet.size!r} is 0; set it in `betting`")
        most = betting.most_raises if bet.most_raises is None else bet.most_raises
        first: First = "position"
        if bet.first == "bring-in":
            if self.file.bring_in is None:
                raise GameDefinitionError("bet: there is no bring-in; add `bring_in` to the game")
            first = self.file.bring_in.by
        else:
            first = bet.first
        self._add(
            self._rule(structure=structure, first=first),
            first=self._first_position(),
            raises=most,
            size=size if structure == "limit" else 0,
        )

    def _cards(
        self, kind: Literal["exchange", "discard", "pass"], least: int, most: int, to: str = "left"
    ) -> None:
        to = cast(Literal["left", "right"], to)
        self._add(self._rule(kind=kind, least=least, most=most, to=to), first=0, raises=0, size=0)

    def _rule(self, **rest: Any) -> RoundRule:
        rule = RoundRule(down=self.down, up=self.up, show=self.show, **rest)
        self.down = self.up = self.show = 0
        return rule

    def _add(self, rule: RoundRule, *, first: int, raises: int, size: int) -> None:
        self.rules.append(rule)
        self.boards.append(self.board)
        self.firsts.append(first)
        self.raises.append(raises)
        self.sizes.append(size)
        self.board = 0

    def _first_position(self) -> int:
        """In the first round of betting left of the last blind, later left of the button."""
        is_first = not any(rule.is_bet for rule in self.rules)
        if not is_first or self.file.blinds is None:
            return 0
        posted = [place for place, blind in enumerate(self._blinds()) if blind]
        if not posted:
            return 0
        return 1 if self.players == HEADS_UP else (posted[-1] + 1) % self.players

    def _blinds(self) -> tuple[int, ...]:
        blinds = self.file.blinds
        if blinds is None:
            return (0,) * self.players
        if isinstance(blinds, tuple):
            return blinds + (0,) * (self.players - len(blinds))
        if self.players == HEADS_UP:
            return (blinds.big, blinds.small)
        return (blinds.small, blinds.big) + (0,) * (self.players - 2)

    def _stacks(self, blinds: tuple[int, ...]) -> tuple[int, ...]:
        stacks = self.file.stacks
        if isinstance(stacks, tuple):
            return stacks
        if stacks:
            return (stacks,) * self.players
        if all(rule.structure == "limit" for rule in self.rules if rule.is_bet):
            return (UNLIMITED_STACK,) * self.players
        least = max(1, *blinds, self.file.betting.small, self.file.antes)
        return (BIG_BLINDS_OF_A_STACK * least,) * self.players

    def _shares_stub(self) -> bool:
        """Whether the deck is too short for replacements of every player's own."""
        draws = sum(rule.most for rule in self.rules if rule.kind == "exchange")
        most = self.players * (self._held() + draws) + self._laid()
        return bool(draws) and self.file.reshuffle and most > self.file.suits * self.ranks


def _deck_ranks(deck: str) -> int:
    """How many ranks a deck such as ``6-A`` has."""
    found = re.fullmatch(f"([{RANK_LETTERS}])-A", deck)
    if found is None:
        raise GameDefinitionError(f"deck is {deck!r}; give the lowest rank, such as '2-A' or '6-A'")
    return RANKS - RANK_LETTERS.index(found[1])
