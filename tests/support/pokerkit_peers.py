"""Hands of PokerKit's games, played beside our tables with the same cards, action by action.

Where the two differ by what they hold to be the rules, a Difference says what and why.
"""

import random
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import pokerkit
from step_referee import StepReferee

from railbird.native import (
    PAYOFF_UNIT,
    GameDefinition,
    Tables,
    deal_layout,
    format_cards,
    parse_game,
)

FOLD, CALL, RAISE, EXCHANGE = range(4)
ANTE, SMALL, BIG = 1, 2, 4
RANKS = "23456789TJQKA"
UNKNOWN = "??"

AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


class Difference(Enum):
    """What PokerKit does otherwise, each time it shows."""

    FIRST_SHORT_RAISE = (
        "PokerKit lets those raise again who face an all-in bet below the least one, where it is "
        "the first of the round; rule 47 of the TDA asks for a whole bet, however many all-ins "
        "make it up"
    )
    HALF_A_BET = (
        "PokerKit asks for a whole bet before those raise again who have acted, also with a fixed "
        "limit, where rule 47 of the TDA asks for half of one"
    )
    LOW_OF_A_SIDE_POT = (
        "PokerKit halves a side pot for a low that only a player outside it has, and shares that "
        "half among all in it; where nobody in it qualifies the high hand takes it whole"
    )
    EMPTY_DECISION = "one of us asks a player who can neither bet nor has to call"


Make = Callable[..., Any]
"""Makes a hand of PokerKit's from stacks, automations and options of its own."""


@dataclass(frozen=True, slots=True)
class PeerGame:
    """A game that both can play: the file of ours, and what makes a hand of PokerKit's."""

    name: str
    text: str
    make: Make
    players: tuple[int, int] = (2, 6)
    ranks_lower: int = 0
    """How many ranks below ours PokerKit's deck begins."""
    least_stack: int = ANTE + SMALL
    stack: int = 200

    def definition(self, players: int) -> GameDefinition:
        return parse_game(self.text, players=players)

    def card(self, card: int) -> str:
        """A card of ours as PokerKit's."""
        text = format_cards([card])
        return RANKS[RANKS.index(text[0]) - self.ranks_lower] + text[1]


def share(chips: Any, parts: int) -> tuple[Fraction, int]:
    """Divide without a remainder."""
    return Fraction(chips) / parts, 0


def _steps(*steps: str) -> str:
    return "".join(f"\n[[steps]]\n{step}\n" for step in steps)


def _head(name: str, betting: str, *rest: str, players: tuple[int, int] = (2, 6)) -> str:
    lines = [f'name = "{name}"', f"players = {list(players)}", f"betting = {{ {betting} }}", *rest]
    return "\n".join(lines) + "\n"


LIMIT = f'structure = "limit", small = {SMALL}, big = {BIG}, most_raises = 4'
NO_LIMIT, POT_LIMIT = 'structure = "nolimit"', 'structure = "potlimit"'
BLINDS = f"blinds = {{ small = {SMALL // 2}, big = {SMALL} }}"
ANTES = f"antes = {ANTE}"
BET, BIG_BET = 'bet = { size = "small" }', 'bet = { size = "big" }'


def _flop_game(hole: int) -> str:
    return _steps(
        f"deal = {{ down = {hole} }}",
        BET,
        "deal = { board = 3 }",
        BET,
        "deal = { board = 1 }",
        BIG_BET,
        "deal = { board = 1 }",
        BIG_BET,
    )


def _stud(showing: str) -> str:
    def bet(size: str, first: str) -> str:
        return f'bet = {{ size = "{size}", first = "{first}" }}'

    return _steps(
        "deal = { down = 2, up = 1 }",
        bet("small", "bring-in"),
        "deal = { up = 1 }",
        bet("small", showing),
        *["deal = { up = 1 }", bet("big", showing)] * 2,
        "deal = { down = 1 }",
        bet("big", showing),
    )


def _triple_draw(held: int) -> str:
    draw = f"exchange = [0, {held}]"
    return _steps(f"deal = {{ down = {held} }}", BET, draw, BET, draw, BIG_BET, draw, BIG_BET)


def _bring_in(by: str) -> str:
    return f'bring_in = {{ chips = 1, by = "{by} card" }}'


def _best(*rankings: str) -> str:
    return f"best = [{', '.join(f'{{ {ranking} }}' for ranking in rankings)}]"


def _by_button(
    game: Any, *, antes: int = 0, bets: Sequence[int] = (SMALL, BIG), button: bool = False
) -> Make:
    """A hand of a game with blinds, or with a blind of the button alone."""

    def make(stacks: tuple[int, ...], automations: Sequence[Any], **options: Any) -> Any:
        count = len(stacks)
        blinds = (0,) * (count - 1) + (SMALL,) if button else (SMALL // 2, SMALL)
        return game.create_state(automations, True, antes, blinds, *bets, stacks, count, **options)

    return make


def _by_bring_in(game: Any) -> Make:
    def make(stacks: tuple[int, ...], automations: Sequence[Any], **options: Any) -> Any:
        return game.create_state(
            automations, True, ANTE, 1, SMALL, BIG, stacks, len(stacks), **options
        )

    return make


def _by_antes(game: Any, *bets: int) -> Make:
    def make(stacks: tuple[int, ...], automations: Sequence[Any], **options: Any) -> Any:
        return game.create_state(automations, True, ANTE, *bets, stacks, len(stacks), **options)

    return make


def _with_posts(
    game: Any,
    *,
    straddle: int = 0,
    big_ante: int = 0,
    dead: tuple[int, ...] = (),
) -> Make:
    """A hand without a limit in which chips are posted beside the blinds, or are more of them.

    PokerKit gives the antes of two players to each other, and lets a bet be raised by its least bet
    above a straddle, where ours asks for the straddle.
    """

    def make(stacks: tuple[int, ...], automations: Sequence[Any], **options: Any) -> Any:
        count = len(stacks)
        antes = [*dead, *[0] * (count - len(dead))]
        antes[1] += big_ante
        posts = (SMALL // 2, SMALL, *([straddle] if straddle else []))
        return game.create_state(
            automations, False, antes, posts, straddle or SMALL, stacks, count, **options
        )

    return make


class LimitOmahaEight(  # type: ignore[misc]
    pokerkit.games.FixedLimitPokerMixin,
    pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
):
    """With the limit that its name promises: in PokerKit 0.7.7 it is pot-limit."""


OMAHA_HIGH = 'rank = "high", hole = 2, board = 3'
OMAHA_LOW = 'rank = "ace-to-five", at_most = 8, hole = 2, board = 3'
NO_LIMIT_BETS = (SMALL,)

PEER_GAMES = (
    PeerGame(
        "limit hold'em",
        _head("holdem", LIMIT, BLINDS, "stacks = 200") + _flop_game(2),
        _by_button(pokerkit.FixedLimitTexasHoldem),
    ),
    PeerGame(
        "limit hold'em with antes",
        _head("holdem", LIMIT, BLINDS, ANTES) + _flop_game(2),
        _by_button(pokerkit.FixedLimitTexasHoldem, antes=ANTE),
    ),
    PeerGame(
        "no-limit hold'em",
        _head("holdem", NO_LIMIT, BLINDS) + _flop_game(2),
        _by_button(pokerkit.NoLimitTexasHoldem, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "no-limit hold'em with antes",
        _head("holdem", NO_LIMIT, BLINDS, ANTES) + _flop_game(2),
        _by_button(pokerkit.NoLimitTexasHoldem, antes=ANTE, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "no-limit hold'em with an ante of the big blind",
        _head("holdem", NO_LIMIT, BLINDS, f"big_blind_ante = {SMALL}") + _flop_game(2),
        _with_posts(pokerkit.NoLimitTexasHoldem, big_ante=SMALL),
        least_stack=2 * SMALL,
    ),
    PeerGame(
        "no-limit hold'em with dead blinds and a straddle",
        _head(
            "holdem",
            NO_LIMIT,
            f"blinds = [{SMALL // 2}, {SMALL}, {2 * SMALL}]",
            "dead = [0, 0, 0, 1]",
            players=(4, 6),
        )
        + _flop_game(2),
        _with_posts(pokerkit.NoLimitTexasHoldem, straddle=2 * SMALL, dead=(0, 0, 0, 1)),
        players=(4, 6),
        least_stack=2 * SMALL,
    ),
    PeerGame(
        "royal hold'em",
        _head("royal", NO_LIMIT, BLINDS, ANTES, 'deck = "T-A"') + _flop_game(2),
        _by_button(pokerkit.NoLimitRoyalHoldem, antes=ANTE, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "short-deck hold'em",
        _head("short", NO_LIMIT, ANTES, BLINDS, 'deck = "6-A"', _best('rank = "short-deck"'))
        + _flop_game(2),
        _by_button(pokerkit.NoLimitShortDeckHoldem, antes=ANTE, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "pot-limit Omaha",
        _head("plo", POT_LIMIT, BLINDS, _best(OMAHA_HIGH)) + _flop_game(4),
        _by_button(pokerkit.PotLimitOmahaHoldem, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "pot-limit Omaha with antes",
        _head("plo", POT_LIMIT, BLINDS, ANTES, _best(OMAHA_HIGH)) + _flop_game(4),
        _by_button(pokerkit.PotLimitOmahaHoldem, antes=ANTE, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "Omaha-8",
        _head("omaha-8", LIMIT, BLINDS, _best(OMAHA_HIGH, OMAHA_LOW)) + _flop_game(4),
        _by_button(LimitOmahaEight),
    ),
    PeerGame(
        "pot-limit Omaha-8",
        _head(
            "plo-8",
            f"{POT_LIMIT}, small = {SMALL}, big = {SMALL}",
            BLINDS,
            _best(OMAHA_HIGH, OMAHA_LOW),
        )
        + _flop_game(4),
        _by_button(pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, bets=(SMALL, SMALL)),
    ),
    PeerGame(
        "seven-card stud",
        _head("stud", LIMIT, ANTES, _bring_in("lowest")) + _stud("highest showing"),
        _by_bring_in(pokerkit.FixedLimitSevenCardStud),
    ),
    PeerGame(
        "seven-card stud-8",
        _head(
            "stud-8",
            LIMIT,
            ANTES,
            _bring_in("lowest"),
            _best('rank = "high"', 'rank = "ace-to-five", at_most = 8'),
        )
        + _stud("highest showing"),
        _by_bring_in(pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    ),
    PeerGame(
        "razz",
        _head("razz", LIMIT, ANTES, _bring_in("highest"), _best('rank = "ace-to-five"'))
        + _stud("lowest showing"),
        _by_bring_in(pokerkit.FixedLimitRazz),
    ),
    PeerGame(
        "2-7 single draw",
        _head("single", NO_LIMIT, BLINDS, _best('rank = "deuce-to-seven"'), "reshuffle = true")
        + _steps("deal = { down = 5 }", BET, "exchange = [0, 5]", BET),
        _by_button(pokerkit.NoLimitDeuceToSevenLowballSingleDraw, bets=NO_LIMIT_BETS),
    ),
    PeerGame(
        "2-7 triple draw",
        _head("triple", LIMIT, BLINDS, _best('rank = "deuce-to-seven"'), "reshuffle = true")
        + _triple_draw(5),
        _by_button(pokerkit.FixedLimitDeuceToSevenLowballTripleDraw),
    ),
    PeerGame(
        "badugi",
        _head("badugi", LIMIT, BLINDS, _best('rank = "badugi"'), "reshuffle = true")
        + _triple_draw(4),
        _by_button(pokerkit.FixedLimitBadugi),
    ),
    PeerGame(
        "Kuhn",
        _head(
            "kuhn",
            'structure = "limit", small = 1, most_raises = 1',
            ANTES,
            'deck = "Q-A"',
            "suits = 1",
            players=(2, 2),
        )
        + _steps("deal = { down = 1 }", BET),
        _by_antes(pokerkit.KuhnPoker, 1),
        players=(2, 2),
        ranks_lower=1,
        least_stack=2,
        stack=2,
    ),
    PeerGame(
        "Leduc",
        _head(
            "leduc",
            'structure = "limit", small = 2, big = 4, most_raises = 2',
            ANTES,
            'deck = "Q-A"',
            "suits = 2",
            players=(2, 2),
        )
        + _steps("deal = { down = 1 }", BET, "deal = { board = 1 }", BIG_BET),
        _by_antes(pokerkit.LeducHoldem, 2, 4),
        players=(2, 2),
        ranks_lower=1,
        least_stack=2,
        stack=13,
    ),
    PeerGame(
        "Rhode Island hold'em",
        _head(
            "rhode-island",
            f'structure = "limit", small = {SMALL}, big = {BIG}, most_raises = 3',
            ANTES,
            _best('rank = "three-card"'),
            players=(2, 2),
        )
        + _steps(
            "deal = { down = 1 }",
            BET,
            "deal = { board = 1 }",
            BIG_BET,
            "deal = { board = 1 }",
            BIG_BET,
        ),
        _by_antes(pokerkit.RhodeIslandHoldem, SMALL, BIG),
        players=(2, 2),
        least_stack=2,
        stack=40,
    ),
)


@dataclass
class Pair:
    """One hand at a table of ours and at PokerKit's."""

    peer: PeerGame
    tables: Tables
    state: Any
    to_deal: list[list[int]]
    board: list[int]
    seen: Counter[Difference] = field(default_factory=Counter)
    short_raises: list[bool] = field(default_factory=list)
    """Of the raises of this round, whether each was below the least one."""
    round_index: int = 0
    played: list[tuple[int, int]] = field(default_factory=list)

    @property
    def game(self) -> GameDefinition:
        return self.tables.definition

    # ---- cards ----

    def deal(self) -> None:
        """Deal PokerKit whatever it waits for."""
        while self.state.status:
            position = self.state.hole_dealee_index
            if self.state.can_burn_card(UNKNOWN):
                self.state.burn_card(UNKNOWN)
            elif position is not None:
                card = self.peer.card(self.to_deal[position].pop(0))
                self.state.deal_hole(card, position)
            elif self.state.can_deal_board(UNKNOWN):
                self.state.deal_board(self.peer.card(self.board.pop(0)))
            else:
                return

    def held(self, position: int) -> list[int]:
        cards = self.tables.columns.hole_cards([0], np.array([position], np.uint8))[0]
        return [card for card in cards.tolist() if card != 255]

    # ---- comparing ----

    def compare(self) -> set[int]:
        """Hold one table to the other before a bet; returns what is legal at both."""
        state, tables = self.state, self.tables
        position = int(tables.acting_position[0])
        ours = int(tables.legal_kinds([0])[0])
        bring_in = self.bring_in_of(position)
        assert state.actor_index == position
        spent = (tables.stacks[0] - tables.columns.chips_left([0])[0]).tolist()
        spent[position] -= bring_in
        assert spent == [-payoff for payoff in state.payoffs]
        assert bool(ours >> FOLD & 1) == state.can_fold()
        if bring_in:
            assert state.effective_bring_in_amount == bring_in
        else:
            assert state.checking_or_calling_amount == tables.columns.to_call([0])[0]
        is_ours, theirs = bool(ours >> RAISE & 1), self.their_bounds(position, bring_in)
        if is_ours and theirs is not None:
            assert theirs == tuple(int(bound[0]) for bound in tables.raise_bounds([0]))
        legal = {kind for kind in (FOLD, CALL, RAISE) if ours >> kind & 1}
        if is_ours != (theirs is not None):
            self.explain(is_ours)
            legal -= {RAISE}
        return legal

    def bring_in_of(self, position: int) -> int:
        """What our table has posted already and PokerKit asks for."""
        if not self.state.bring_in_status:
            return 0
        return int(self.tables.spent[0, position]) - ANTE

    def their_bounds(self, position: int, bring_in: int) -> tuple[int, int] | None:
        """Least and most raise-to, counted over the hand."""
        least = self.state.min_completion_betting_or_raising_to_amount
        if least is None:
            return None
        before = int(self.tables.spent[0, position]) - bring_in - self.state.bets[position]
        most = self.state.max_completion_betting_or_raising_to_amount
        return before + least, before + most

    def explain(self, is_ours: bool) -> None:
        """A raise is legal at one table alone: only short all-ins are a reason."""
        assert any(self.short_raises)
        if is_ours:
            assert self.structure == "limit"
            self.seen[Difference.HALF_A_BET] += 1
        else:
            assert self.short_raises[0]
            self.seen[Difference.FIRST_SHORT_RAISE] += 1

    @property
    def structure(self) -> str:
        if self.game.variant is None:
            return self.game.betting
        return self.game.variant.rounds[int(self.tables.round_index[0])].structure

    # ---- acting ----

    def act(self, kind: int, amount: int) -> None:
        kinds, amounts = np.array([kind], np.uint8), np.array([amount])
        faults = self.tables.apply_actions(np.zeros(1, np.int32), kinds, amounts)
        assert not faults.any()
        self.played.append((kind, amount))

    def bet(self, kind: int, amount: int) -> None:
        """Take an action at both tables."""
        position = int(self.tables.acting_position[0])
        self.note_round()
        if kind == FOLD:
            self.state.fold()
        elif kind == RAISE:
            bounds = self.their_bounds(position, self.bring_in_of(position))
            assert bounds is not None
            before = bounds[0] - self.state.min_completion_betting_or_raising_to_amount
            self.note_raise(amount)
            self.state.complete_bet_or_raise_to(amount - before)
        elif self.state.bring_in_status:
            self.state.post_bring_in()
        else:
            self.state.check_or_call()
        self.act(kind, amount)
        self.deal()

    def note_round(self) -> None:
        if self.tables.round_index[0] != self.round_index:
            self.round_index = int(self.tables.round_index[0])
            self.short_raises = []

    def note_raise(self, amount: int) -> None:
        state = self.state
        whole = max(
            state.street.min_completion_betting_or_raising_amount,
            state.completion_betting_or_raising_amount,
        )
        price = int(self.tables.spent[0].max()) - (
            self.bring_in_of(int(self.tables.acting_position[0]))
        )
        if state.completion_status:
            price = ANTE
        self.short_raises.append(amount - price < whole)

    def exchange(self, slots: int) -> None:
        """Throw cards away at both; PokerKit deals when all have."""
        position = int(self.tables.acting_position[0])
        assert self.state.stand_patter_or_discarder_index == position
        before = self.held(position)
        chosen = [slot for slot in range(len(before)) if slots >> slot & 1]
        self.act(EXCHANGE, slots)
        after = self.held(position)
        self.to_deal[position] += [after[slot] for slot in chosen]
        thrown = "".join(self.peer.card(before[slot]) for slot in chosen)
        self.state.stand_pat_or_discard(thrown)
        self.deal()


def begin(peer: PeerGame, stacks: Sequence[int], dice: random.Random) -> Pair:
    """Deal a hand to both."""
    game = peer.definition(len(stacks))
    tables = Tables(game, 1)
    deal = dice.sample(game.deck.tolist(), game.cards_per_hand)
    tables.start_hands(
        np.zeros(1, np.int32), np.array([deal], np.uint8), stacks=np.array([list(stacks)])
    )
    layout = deal_layout(game)
    cards = np.array(deal, np.uint8)
    pair = Pair(
        peer,
        tables,
        peer.make(tuple(stacks), AUTOMATIONS, divmod=share),
        to_deal=[hole.tolist() for hole in layout.hole_cards(cards)],
        board=layout.board(cards).tolist(),
    )
    pair.deal()
    return pair


def skip_empty_decisions(pair: Pair) -> None:
    """A player who can only check is asked by one of the two at times: let him check there."""
    state, tables = pair.state, pair.tables
    while not tables.is_done[0]:
        position = int(tables.acting_position[0])
        is_empty = tables.legal_kinds([0])[0] == 1 << CALL and not tables.columns.to_call([0])[0]
        if not is_empty or state.actor_index == position:
            break
        pair.seen[Difference.EMPTY_DECISION] += 1
        pair.act(CALL, 0)
    while state.actor_index is not None and state.checking_or_calling_amount == 0:
        is_ours = not tables.is_done[0] and tables.acting_position[0] == state.actor_index
        if is_ours or state.min_completion_betting_or_raising_to_amount is not None:
            break
        pair.seen[Difference.EMPTY_DECISION] += 1
        state.check_or_call()
        pair.deal()


def choose_bet(pair: Pair, legal: set[int], dice: random.Random) -> tuple[int, int]:
    """Mostly calls, so that hands last; small raises and all-ins alike."""
    kind = dice.choice(sorted(legal))
    if kind == FOLD and dice.random() < 0.6:
        kind = CALL
    if kind != RAISE:
        return kind, 0
    least, most = (int(bound[0]) for bound in pair.tables.raise_bounds([0]))
    return kind, dice.choice((least, least, most, dice.randint(least, most)))


def choose_slots(pair: Pair, dice: random.Random) -> int:
    """So many cards, each number alike."""
    held = len(pair.held(int(pair.tables.acting_position[0])))
    count = dice.randint(0, held)
    return sum(1 << slot for slot in dice.sample(range(held), count))


def play_beside(peer: PeerGame, stacks: Sequence[int], dice: random.Random) -> Counter[Difference]:
    """Play a hand at both tables, comparing; returns the differences that showed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cards that PokerKit would not have dealt next
        pair = begin(peer, stacks, dice)
        skip_empty_decisions(pair)
        while not pair.tables.is_done[0]:
            if pair.tables.legal_kinds([0])[0] == 1 << EXCHANGE:
                pair.exchange(choose_slots(pair, dice))
            else:
                pair.note_round()
                pair.bet(*choose_bet(pair, pair.compare(), dice))
            skip_empty_decisions(pair)
        assert not pair.state.status
        compare_payoffs(pair)
    return pair.seen


def compare_payoffs(pair: Pair) -> None:
    """Hold payoffs to PokerKit's, and where a low may take a side pot to those of the referee."""
    ours = pair.tables.payoffs([0])[0].tolist()
    if ours == [Fraction(payoff) * PAYOFF_UNIT for payoff in pair.state.payoffs]:
        return
    pair.seen[Difference.LOW_OF_A_SIDE_POT] += 1
    assert pair.game.variant is not None
    assert len(pair.game.variant.best) > 1
    assert len(list(pair.state.pots)) > 1
    tables = pair.tables
    hand = StepReferee(
        pair.game, tables.cards[0].tolist(), tables.stacks[0].tolist(), tables.blinds[0].tolist()
    )
    for kind, amount in pair.played:
        hand.act(kind, amount)
    assert ours == hand.payoffs()


def random_stacks(peer: PeerGame, dice: random.Random, *, is_equal: bool) -> list[int]:
    """Stacks that cover what is posted: equal ones, or of a few bets to many."""
    players = dice.randint(*peer.players)
    if is_equal:
        return [dice.choice((peer.stack, max(peer.stack // 10, peer.least_stack)))] * players
    most = dice.choice((peer.least_stack + 6, peer.least_stack + 30))
    return [dice.randint(peer.least_stack, most) for _ in range(players)]
