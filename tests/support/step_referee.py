"""A slow and clear referee of games with steps of any kind, to hold the tables in C against.

It is written from the rules of the games. Every player's cards are a list, every question is
answered anew when asked, and hands are compared by ``ranker_reference``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from math import comb
from typing import Any

from ranker_reference import Key, key_by, key_of_selection

FOLD, CALL, RAISE, EXCHANGE, PASS = range(5)


class Fault(IntEnum):
    """What can be wrong with an action."""

    NONE, ILLEGAL_KIND, SIZE_TOO_SMALL, SIZE_TOO_LARGE, NOT_HELD = range(5)


UNIT = 2520
MOST_ACTIONS = 64
LOWEST_OF_FIVE_RANKS = 5


@dataclass
class Card:
    """A card that a player holds."""

    number: int
    is_up: bool = False


@dataclass
class Player:
    """One position in one hand."""

    stack: int
    to_come: list[int]
    replacements: list[int]
    paid: int = 0
    folded: bool = False
    cards: list[Card] = field(default_factory=list)
    thrown: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    answered: int | None = None
    """What the round cost when he acted in it last."""
    has_held: set[int] = field(default_factory=set)

    @property
    def is_all_in(self) -> bool:
        return self.paid == self.stack

    def pay_to(self, chips: int) -> None:
        self.paid = max(self.paid, min(self.stack, chips))

    def numbers(self) -> list[int]:
        return [card.number for card in self.cards]

    def up(self) -> list[int]:
        return [card.number for card in self.cards if card.is_up]


class StepReferee:
    """One hand. ``game`` is read as data: its methods and those of its variant are not asked."""

    def __init__(
        self, game: Any, deal: Sequence[int], stacks: Sequence[int], blinds: Sequence[int]
    ) -> None:
        self.game, self.rules = game, game.variant
        self.count = game.player_count
        self.blinds = list(blinds)
        self.round = -1
        self.actor: int | None = None
        self.done = False
        self.board: list[int] = []
        self.rounds: list[list[tuple[int, int, int]]] = []
        self.deal = [int(card) for card in deal]
        due = self.rules.dead or [0] * self.count
        self.dead = [min(int(pair[0]), int(pair[1])) for pair in zip(due, stacks, strict=True)]
        """Chips of the main pot, which are no part of what a player bets with."""
        self._lay_out(self.deal, stacks)
        self.shown: set[int] = set()
        self.is_reshuffled = False
        self._post()
        self._next_round()
        self._look()

    def _lay_out(self, deal: list[int], stacks: Sequence[int]) -> None:
        """Each position's cards, then the board, then each one's replacements or the stub."""
        own = sum(rule.down + rule.up for rule in self.rules.rounds)
        lies = sum(self.game.board_card_counts)
        draws = sum(rule.most for rule in self.rules.rounds if rule.kind == "exchange")
        hole, rest = deal[: own * self.count], deal[own * self.count :]
        self.board_to_come, rest = rest[:lies], rest[lies:]
        self.stub = rest if self.rules.shares_stub else []
        """Cards to draw in their order; a set once thrown cards were shuffled."""
        self.shuffled: set[int] = set()
        self.pile: set[int] = set()
        self.players = [
            Player(
                stack=int(stacks[p]) - self.dead[p],
                to_come=hole[p * own : (p + 1) * own],
                replacements=[] if self.rules.shares_stub else rest[p * draws : (p + 1) * draws],
            )
            for p in range(self.count)
        ]
        for player, stack in zip(self.players, stacks, strict=True):
            player.folded = stack == 0

    # ---- chips that are posted ----

    def _post(self) -> None:
        """Antes, blinds: what there is to call is the whole blind, also where it is short."""
        self.price = 0
        for player, blind in zip(self.players, self.blinds, strict=True):
            player.pay_to(self.rules.ante + blind)
            if not player.folded:
                self.price = max(self.price, self.rules.ante + blind)

    def _bring_in(self) -> None:
        poster = self.players[self._first()]
        self.price = self.rules.ante + self.rules.bring_in
        poster.pay_to(self.price)

    # ---- who is in ----

    def live(self) -> list[int]:
        return [p for p in range(self.count) if not self.players[p].folded]

    def able(self) -> list[int]:
        return [p for p in self.live() if not self.players[p].is_all_in]

    @property
    def rule(self) -> Any:
        return self.rules.rounds[self.round]

    def _has_matched(self, position: int) -> bool:
        """Whether no other can win more of him than he has put in."""
        others = [self.players[p].paid for p in self.live() if p != position]
        return self.players[position].paid >= max(others)

    def _owes_nobody(self, able: list[int]) -> bool:
        """Whether the last one able should call what nobody else has put in."""
        if len(able) != 1 or self.players[able[0]].paid == self.price:
            return False
        return self._has_matched(able[0])

    # ---- rounds ----

    def _next_round(self) -> None:
        while True:
            if self.round == len(self.rules.rounds) - 1:
                self.actor, self.done = None, True
                return
            self.round += 1
            self.rounds.append([])
            self._deal()
            self._open()
            if self.waiting:
                self.actor = self._after(self._first())
                return

    def _deal(self) -> None:
        rule, lies = self.rule, self.game.board_card_counts[self.round]
        for p in self.live():
            player = self.players[p]
            down = [card for card in player.cards if not card.is_up]
            for card in down[: rule.show]:
                card.is_up = True
            for is_up, number in ((False, rule.down), (True, rule.up)):
                for _ in range(number):
                    player.cards.append(Card(player.to_come.pop(0), is_up))
        self.board += self.board_to_come[:lies]
        del self.board_to_come[:lies]

    def _open(self) -> None:
        """Say who is to act in the round."""
        self.raise_count = 0
        self.full_raise = self._least_bet()
        self.picked: dict[int, list[int]] = {}
        for player in self.players:
            player.answered = None
        if self.rule.kind != "bet":
            self.waiting = set(self.live())
            return
        if self.round == 0 and self.rules.bring_in:
            self._bring_in()
        able = self.able()
        self.waiting = set(able)
        if len(able) == 1 and self._has_matched(able[0]):
            self.waiting = set()

    def _least_bet(self) -> int:
        """The largest blind, unless the game says another; a blind of the first round is a bet."""
        blind = max(self.blinds)
        if not self.rules.least_bet:
            return max(1, blind)
        return max(self.rules.least_bet, blind if self.round == 0 else 0)

    def _first(self) -> int:
        """Who comes first in the round, whether or not he can act."""
        of_all = self.live()
        if self.rule.first == "position":
            return int(self.game.first_positions[self.round])
        if self.rule.first == "lowest card":
            return min(of_all, key=lambda p: min(self.players[p].up()))
        if self.rule.first == "highest card":  # as in razz, where aces are low
            return max(of_all, key=lambda p: max(map(_with_low_ace, self.players[p].up())))
        if self.rule.first == "highest showing":
            return max(of_all, key=lambda p: key_by("high", self.players[p].up()[:4]))
        return max(of_all, key=lambda p: key_by("ace-to-five", self.players[p].up()[:4]))

    def _after(self, position: int) -> int:
        """The first of those who wait, from a position on."""
        return min(self.waiting, key=lambda p: (p - position) % self.count)

    # ---- what is legal ----

    def legal(self) -> set[int]:
        if self.actor is None:
            return set()
        if self.rule.kind != "bet":
            return {PASS if self.rule.kind == "pass" else EXCHANGE}
        legal = {CALL}
        if self.players[self.actor].paid < self.price:
            legal.add(FOLD)
        if self._may_raise(self.players[self.actor]):
            legal.add(RAISE)
        return legal

    def _may_raise(self, player: Player) -> bool:
        return (
            self.raise_count < self.game.max_raises[self.round]
            and player.stack > self.price
            and self._can_be_raised(player)
            and self._is_reopened(player)
            and len(self.rounds[-1]) + self.count <= MOST_ACTIONS
        )

    def _can_be_raised(self, player: Player) -> bool:
        """Whether another has more than there is to call."""
        others = [self.players[p] for p in self.live() if self.players[p] is not player]
        return any(other.stack > self.price for other in others)

    def _is_reopened(self, player: Player) -> bool:
        """Rule 47 of the Tournament Directors Association: all-ins below a full raise, together,
        do not let those raise who have acted; with a limit, below half of one."""
        if player.answered is None:
            return True
        facing = self.price - player.answered
        if self.rule.structure == "limit":
            return 2 * facing >= int(self.game.raise_sizes[self.round])
        return facing >= self.full_raise

    def bounds(self) -> tuple[int, int]:
        """Least and most raise-to, of all that a player has put in."""
        assert self.actor is not None
        player = self.players[self.actor]
        if self.rule.structure == "limit":
            to = self.price + self.game.raise_sizes[self.round] - self._brought_in()
            least, most = to, to
        elif self.rule.structure == "potlimit":
            call = self.price - player.paid
            pot = sum(other.paid for other in self.players) + sum(self.dead) + call
            least = self.price + self.full_raise
            most = max(least, self.price + pot)
        else:
            least, most = self.price + self.full_raise, player.stack
        most = min(most, player.stack)
        return min(least, most), most

    def _brought_in(self) -> int:
        """What was brought in counts towards the bet that completes it."""
        is_first = self.round == 0 and not self.raise_count
        return int(self.rules.bring_in) if is_first else 0

    # ---- actions ----

    def act(self, kind: int, amount: int = 0, drawn: Sequence[int] = ()) -> None:
        """Take a legal action; ``amount`` is a raise-to or slots, one bit each.

        ``drawn`` are the cards that were drawn, which is checked as far as their order is known.
        """
        assert self.actor is not None
        assert kind in self.legal()
        position = self.actor
        self.rounds[-1].append((position, kind, amount))
        if kind in (FOLD, CALL, RAISE):
            self._bet(self.players[position], kind, amount)
        else:
            self._move(position, [i for i in range(8) if amount >> i & 1], drawn)
        self._go_on(position)
        self._look()

    def mend(self, kind: int, amount: int) -> tuple[Fault, int, int]:
        """What is wrong with an action, and what is done instead: what is not legal becomes a call,
        a size out of range the nearest in it, slots that may not go the lowest that must."""
        if self.rule.kind != "bet":
            return self._mend_slots(kind, amount)
        if kind not in self.legal():
            return Fault.ILLEGAL_KIND, CALL, 0
        if kind != RAISE or self.rule.structure == "limit":
            return Fault.NONE, kind, amount
        least, most = self.bounds()
        if amount < least:
            return Fault.SIZE_TOO_SMALL, kind, least
        return (Fault.SIZE_TOO_LARGE if amount > most else Fault.NONE), kind, min(amount, most)

    def _mend_slots(self, kind: int, amount: int) -> tuple[Fault, int, int]:
        assert self.actor is not None
        lowest, held = (1 << self.rule.least) - 1, len(self.players[self.actor].cards)
        count = amount.bit_count()
        (legal,) = self.legal()
        if kind != legal:
            stands = 0 if self.rule.least == 0 else lowest
            return Fault.ILLEGAL_KIND, legal, stands
        if not 0 <= amount < 1 << held:
            return Fault.NOT_HELD, kind, lowest
        if count < self.rule.least:
            return Fault.SIZE_TOO_SMALL, kind, lowest
        if count > self.rule.most:
            return Fault.SIZE_TOO_LARGE, kind, lowest
        return Fault.NONE, kind, amount

    def _bet(self, player: Player, kind: int, amount: int) -> None:
        self.waiting.remove(self.players.index(player))
        if kind == FOLD:
            player.folded = True
            return
        if kind == CALL:
            player.pay_to(self.price)
        else:
            least, most = self.bounds()
            assert self.rule.structure == "limit" or least <= amount <= most
            player.pay_to(least if self.rule.structure == "limit" else amount)
            self.full_raise = max(self.full_raise, player.paid - self.price)
            self.price = player.paid
            self.raise_count += 1
            self.waiting = {p for p in self.able() if self.players[p] is not player}
        player.answered = self.price - self._brought_in()

    def _go_on(self, position: int) -> None:
        live, able = self.live(), self.able()
        if len(live) == 1:
            self.actor, self.done = None, True
            return
        if self.rule.kind == "bet" and self._owes_nobody(able):
            self.waiting = set()
        if self.waiting:
            self.actor = self._after(position + 1)
            return
        if self.rule.kind == "pass":
            self._hand_on()
        self._next_round()

    def _move(self, position: int, slots: list[int], drawn: Sequence[int]) -> None:
        player, kind = self.players[position], self.rule.kind
        assert self.rule.least <= len(slots) <= self.rule.most
        assert all(slot < len(player.cards) for slot in slots)
        cards = [player.cards[slot].number for slot in slots]
        player.thrown += cards
        player.taken.append(len(cards))
        self.waiting.remove(position)
        if kind == "exchange":
            for slot, number in zip(slots, self._draw(player, len(cards), drawn), strict=True):
                player.cards[slot] = Card(number)
            self.pile |= set(cards)
        elif kind == "discard":
            player.cards = [card for i, card in enumerate(player.cards) if i not in slots]
        else:
            self.picked[position] = slots

    def _draw(self, player: Player, count: int, drawn: Sequence[int]) -> list[int]:
        if not self.rules.shares_stub:
            taken, player.replacements = player.replacements[:count], player.replacements[count:]
            return taken
        assert len(set(drawn)) == len(drawn) == count
        for number in drawn:
            if self.stub:
                assert number == self.stub.pop(0), "the stub is drawn in its order"
                continue
            if not self.shuffled:
                self.shuffled, self.pile = self.pile, set()
                self.is_reshuffled = True
            assert number in self.shuffled, "only what was thrown before is drawn again"
            self.shuffled.remove(number)
        return list(drawn)

    def _hand_on(self) -> None:
        """All have chosen: cards go to the next live player, or the one before."""
        live = self.live()
        handed = {p: [self.players[p].cards[slot].number for slot in self.picked[p]] for p in live}
        step = 1 if self.rule.to == "left" else -1
        for i, giver in enumerate(live):
            receiver = live[(i + step) % len(live)]
            for slot, number in zip(self.picked[receiver], handed[giver], strict=True):
                self.players[receiver].cards[slot] = Card(number)

    # ---- the end ----

    def payoffs(self) -> list[int]:
        """In 1/2520 chip, layer by layer of what players have put in.

        A layer that only those who folded have paid goes with the one below.
        """
        paid = [player.paid for player in self.players]
        payoffs = [-(bets + dead) * UNIT for bets, dead in zip(paid, self.dead, strict=True)]
        live = self.live()
        if len(live) == 1:
            payoffs[live[0]] += UNIT * (sum(paid) + sum(self.dead))
            return payoffs
        self._award(sum(self.dead) * UNIT, live, payoffs)
        below, contenders = 0, live
        for level in sorted(set(paid) - {0}):
            payers = [p for p in range(self.count) if paid[p] >= level]
            contenders = [p for p in live if p in payers] or contenders
            self._award((level - below) * len(payers) * UNIT, contenders, payoffs)
            below = level
        return payoffs

    def _award(self, units: int, contenders: list[int], payoffs: list[int]) -> None:
        """Share a pot by one ranking, or half of it by each of two; odd units go to the first."""
        parts = []
        for index, ranking in enumerate(self.rules.best):
            keys = {p: self._key(ranking, self.players[p]) for p in contenders}
            qualified = {p: key for p, key in keys.items() if key is not None}
            if qualified or index == 0:
                parts.append(qualified)
        for keyed in parts:
            best = max(keyed.values())
            winners = [p for p in contenders if keyed.get(p) == best]
            share, odd = divmod(units // len(parts), len(winners))
            for p in winners:
                payoffs[p] += share
            payoffs[winners[0]] += odd

    def _key(self, ranking: Any, player: Player) -> Key | None:
        """The best hand, the higher the better; None where it is not low enough."""
        hole = player.numbers()
        if ranking.table is not None:
            return _key_by_table(ranking, hole, self.board)
        if ranking.from_hole or ranking.from_board:
            use = (ranking.from_hole, ranking.from_board)
            key = key_of_selection(ranking.ranker, hole, self.board, use=use)
        else:
            key = key_by(ranking.ranker, hole + self.board)
        if ranking.at_most and not _is_low(key, ranking.at_most):
            return None
        return key

    # ---- what all may know ----

    def betting(self) -> str:
        """What was done, round by round; of cards that went how many they were."""
        return "/".join(
            "".join(self._letters(rule, kind, amount) for _, kind, amount in actions)
            for rule, actions in zip(self.rules.rounds, self.rounds, strict=False)
        )

    def _letters(self, rule: Any, kind: int, amount: int) -> str:
        if kind in (EXCHANGE, PASS):
            return "fcrdp"[kind] + str(amount.bit_count())
        return "fcr"[kind] + str(amount) * (kind == RAISE and rule.structure != "limit")

    def _look(self) -> None:
        """Note what players have held and what has lain face up."""
        for player in self.players:
            player.has_held |= set(player.numbers())
            self.shown |= set(player.up())

    def known_to(self, position: int) -> set[int]:
        """The cards that a player has seen."""
        return self.players[position].has_held | self.shown | set(self.board)

    def all_cards(self) -> list[int]:
        """Every card of the deal, wherever it is now."""
        held = [card for player in self.players for card in player.numbers()]
        waiting = [card for player in self.players for card in player.to_come + player.replacements]
        return sorted([*held, *waiting, *self.board, *self.board_to_come])


def _key_by_table(ranking: Any, hole: list[int], board: list[int]) -> Key:
    """The best hand by the table's rank, found by its place in it."""
    size = ranking.table.hand_size
    hands = [
        hand
        for hand in combinations(hole + board, size)
        if ranking.use is None or len(set(hand) & set(hole)) == ranking.use[0]
    ]
    places = [
        sum(comb(card, index) for index, card in enumerate(sorted(hand), start=1)) for hand in hands
    ]
    return (max(int(ranking.table.ranks[place]) for place in places),)


def _with_low_ace(card: int) -> int:
    return card - 52 if card >= 48 else card


def _is_low(key: Key, at_most: int) -> bool:
    """Whether a key of ace-to-five is of five ranks up to one, where 0 is the ace."""
    category, ranks = key
    assert isinstance(ranks, Iterable)
    lowest = [-rank for rank in ranks]
    return category == 0 and len(lowest) == LOWEST_OF_FIVE_RANKS and max(lowest) < at_most
