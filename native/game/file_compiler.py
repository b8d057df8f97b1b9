"""What a game file says, as a definition for one number of players."""

import re
from typing import Any, Literal, cast

from railbird.native.cards.cards import RANKS as RANK_LETTERS
from railbird.native.cards.cards import parse_wild
from railbird.native.errors import CardError, GameDefinitionError, RankerError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import RANKS, GameDefinition
from railbird.native.game.first_position import after_blinds
from railbird.native.game.game_file import (
    FORMULA_SUFFIX,
    Best,
    Bet,
    Deal,
    GameFile,
    PassCards,
    Step,
    require_players,
)
from railbird.native.game.plain_form import plain_form
from railbird.native.game.variant import First, RoundRule, Variant
from railbird.native.rankers.rankers import JOKERS, OWN_TABLE, Ranking
from railbird.native.scoring.formula import Formula

HEADS_UP = 2
BIG_BLINDS_OF_A_STACK = 100
EIGHT = 8


def game_of_file(file: GameFile, players: int | None = None) -> GameDefinition:
    """The game for so many players, by default the fewest; raises GameDefinitionError.

    What an ACPC definition can say as well is one, so that all that plays those plays it.
    """
    count = file.player_counts[0] if players is None else players
    require_players(file.name, file.player_counts, count)
    return _Compiler(file, count).compile()


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
        self.places: list[int] = []  # the step of each round
        self.down = self.up = self.board = self.show = 0

    def compile(self) -> GameDefinition:
        """Take the steps in order."""
        for number, step in enumerate(self.file.steps, start=1):
            rounds = len(self.rules)
            try:
                self._take(step)
            except GameDefinitionError as error:
                raise GameDefinitionError(f"step {number}: {error}") from None
            self.places += [number] * (len(self.rules) - rounds)
        if self.down or self.up or self.board or self.show:
            raise GameDefinitionError("the last step deals cards that nobody bets on; add a bet")
        try:
            definition = self._definition()
        except GameDefinitionError as error:
            raise GameDefinitionError(self._name_step(str(error))) from None
        return plain_form(definition) or definition

    def _name_step(self, message: str) -> str:
        """Name the step of a file where a message begins with the round that came of it."""
        return re.sub(
            r"\Around (\d+)", lambda found: f"step {self.places[int(found[1]) - 1]}", message
        )

    def _definition(self) -> GameDefinition:
        structures = {rule.structure for rule in self.rules if rule.is_bet}
        blinds = self._posted()
        variant = Variant(
            name=self.file.name,
            rounds=tuple(self.rules),
            ante=self.file.antes,
            bring_in=self.file.bring_in.chips if self.file.bring_in else 0,
            dead=self._dead(),
            least_bet=self.file.betting.least,
            best=tuple(_ranking(best, self.ranks, self.file) for best in self.file.best),
            jokers=self.file.jokers,
            shares_stub=self._shares_stub(),
        )
        return GameDefinition(
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
        if deal.community_if_short and dealt > self.file.suits * self.ranks:
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
        if structure != "limit" and isinstance(bet.size, int):
            raise GameDefinitionError("bet: without a fixed limit a bet has no size; drop it")
        if structure == "limit" and not size:
            raise GameDefinitionError(f"bet: the size {bet.size!r} is 0; set it in `betting`")
        most = betting.most_raises if bet.most_raises is None else bet.most_raises
        first: First = "position"
        position = self._first_position()
        if isinstance(bet.first, int):
            if not 1 <= bet.first <= self.players:
                raise GameDefinitionError(
                    f"bet: first is player {bet.first}; give 1 to {self.players}"
                )
            position = bet.first - 1
        elif bet.first == "bring-in":
            if self.file.bring_in is None:
                raise GameDefinitionError("bet: there is no bring-in; add `bring_in` to the game")
            first = self.file.bring_in.by
        else:
            first = bet.first
        self._add(
            self._rule(structure=structure, first=first),
            first=position,
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
        """In the first round of betting left of the largest blind, later left of the button."""
        is_first = not any(rule.is_bet for rule in self.rules)
        if not is_first:
            return 0
        return after_blinds(self._blinds())

    def _dead(self) -> tuple[int, ...]:
        """Chips by position that belong to the main pot, empty where there are none."""
        dead = list(self._filled(self.file.dead, "dead"))
        if self.file.big_blind_ante:
            blinds = self._blinds()
            if not any(blinds):
                raise GameDefinitionError("big_blind_ante is given without blinds; add `blinds`")
            big = 0 if self.players == HEADS_UP else 1
            dead[big] += self.file.big_blind_ante
        return tuple(dead) if any(dead) else ()

    def _posted(self) -> tuple[int, ...]:
        """Blinds by position, those of ``posts`` among them."""
        posts = self._filled(self.file.posts, "posts")
        return tuple(map(max, self._blinds(), posts))

    def _filled(self, chips: tuple[int, ...], key: str) -> tuple[int, ...]:
        if len(chips) > self.players:
            raise GameDefinitionError(
                f"{key} has {len(chips)} numbers for {self.players} players; give one a position"
            )
        return chips + (0,) * (self.players - len(chips))

    def _blinds(self) -> tuple[int, ...]:
        blinds = self.file.blinds
        if blinds is None:
            return (0,) * self.players
        if isinstance(blinds, tuple):
            return self._filled(blinds, "blinds")
        if blinds.button:
            return (0,) * (self.players - 1) + (blinds.button,)
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
        stack = BIG_BLINDS_OF_A_STACK * least
        if stack > UNLIMITED_STACK:
            raise GameDefinitionError(
                f"stacks are by default {BIG_BLINDS_OF_A_STACK} big blinds, which are {stack} "
                f"chips; give `stacks` of {UNLIMITED_STACK} or less"
            )
        return (stack,) * self.players

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


def _ranking(best: Best, rank_count: int, file: GameFile) -> Ranking:
    """The ranking of a file's entry; ace-to-five with a qualifier has a name of its own."""
    by = best.rank or OWN_TABLE
    if best.formula.endswith(FORMULA_SUFFIX):
        raise GameDefinitionError(
            f"best: the formula is in the file {best.formula}, which is beside the game's file; "
            "read the game from its file, or give the text of the formula"
        )
    if best.formula and not any(map(str.isspace, best.formula)):
        raise GameDefinitionError(
            f"best: {best.formula!r} is not the text of a formula; the name of a formula's file "
            f"ends in {FORMULA_SUFFIX}"
        )
    table = Formula(best.formula, rank_count, file.suits) if best.formula else None
    if best.at_most:
        if (best.rank, best.at_most) != ("ace-to-five", EIGHT):
            raise GameDefinitionError(
                f"best: at_most = {best.at_most} for {best.rank or 'a formula'} is not supported; "
                "only ace-to-five takes it, with 8 (eight or better)"
            )
        by = "eight-or-better"
    try:
        wild = parse_wild(best.wild)
        if file.jokers:
            wild = tuple(card for card in wild if card not in JOKERS[file.jokers :])
        return Ranking(
            by,
            use=(best.hole, best.board) if best.hole or best.board else None,
            wild=wild,
            five_of_a_kind=best.five_of_a_kind,
            table=table,
        )
    except (CardError, RankerError, ValueError) as error:
        raise GameDefinitionError(f"best: {error}") from None
