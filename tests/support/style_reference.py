"""A naive recount of style: one hand at a time, plain Python, no shared code.

It implements the rules again: who acts next, who is still able to, what a raise must leave room
for. Bettings are taken to be legal.
"""

import re
from collections import Counter
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition
from railbird.native.game.first_position import heads_up_firsts

MOST_ROUND_ACTIONS = 64


def join_bettings(bettings: list[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Lay betting strings one after the other, as ``read_styles`` takes them."""
    offsets = np.zeros(len(bettings) + 1, np.int64)
    np.cumsum([len(text) for text in bettings], out=offsets[1:])
    return np.frombuffer("".join(bettings).encode("ascii", "replace"), np.uint8), offsets


def recount(
    game: GameDefinition,
    betting: str,
    stacks: tuple[int, ...] | None = None,
    *,
    blinds: tuple[int, ...] | None = None,
) -> list[Counter[str]]:
    """Return the counters of every position, those that are 0 left out."""
    return _Hand(game, stacks or game.stacks, blinds or game.blinds).read(betting)


def seats_of(game: GameDefinition) -> dict[str, int]:
    """Return the positions that have names, where there are blinds."""
    players, blinds = game.player_count, game.blinds
    if len(set(blinds)) == 1:
        return {}
    big = max(range(players), key=lambda position: blinds[position])
    if players == 2:
        return {"big": big, "small": 1 - big}
    small = [p for p in range(players) if min(blinds) < blinds[p] < blinds[big]]
    names = {"big": big} | ({"small": small[0]} if small else {})
    if game.round_count > 1:
        button = (game.first_positions[-1] + players - 1) % players
        cut_off = (button + players - 1) % players
        names |= {"button": button}
        names |= {"cut-off": cut_off} if not blinds[cut_off] else {}
    return names


class _Hand:
    def __init__(
        self, game: GameDefinition, stacks: tuple[int, ...], blinds: tuple[int, ...]
    ) -> None:
        self.game, self.stacks = game, stacks
        self.spent = list(blinds)
        self.folded = [stack == 0 for stack in stacks]
        self.counts: list[Counter[str]] = [Counter() for _ in stacks]
        self.log: list[tuple[int, int, str, bool, bool]] = []

    def read(self, betting: str) -> list[Counter[str]]:
        dealt = self.live()
        seen = dealt if self.game.round_count == 1 else []
        for number, text in enumerate(betting.split("/")):
            if number == 1 and len(self.live()) > 1:
                seen = self.live()
            self.play_round(number, text)
        for position in dealt:
            self.counts[position]["hands"] += 1
        for position in seen:
            self.counts[position]["second_rounds"] += 1
        is_showdown = len(self.live()) > 1
        for position in dealt:
            shows = is_showdown and not self.folded[position]
            self.counts[position]["showdowns" if shows else "without_showdown"] += 1
        if not is_showdown:
            self.counts[self.live()[0]]["won_without_showdown"] += 1
        self.count_first_round()
        self.count_second_round()
        self.count_actions()
        return [Counter({k: v for k, v in c.items() if v}) for c in self.counts]

    def live(self) -> list[int]:
        return [p for p, gone in enumerate(self.folded) if not gone]

    def able(self) -> list[int]:
        return [p for p in self.live() if self.spent[p] < self.stacks[p]]

    def play_round(self, number: int, text: str) -> None:
        """Note (round, position, letter, whether it faced a bet, whether it could raise)."""
        game, players = self.game, self.game.player_count
        is_heads_up = not any(self.stacks[2:])
        firsts = heads_up_firsts(game) if is_heads_up else game.first_positions
        place = firsts[number] - 1
        raises = 0
        for taken, (letter, size) in enumerate(re.findall(r"([fcr])(\d*)", text)):
            place = next(
                p % players
                for p in range(place + 1, place + 1 + players)
                if p % players in self.able()
            )
            top = max(self.spent)
            could_raise = (
                raises < game.max_raises[number]
                and taken + players <= MOST_ROUND_ACTIONS
                and len(self.able()) > 1
                and self.stacks[place] > top
            )
            self.log.append((number, place, letter, self.spent[place] < top, could_raise))
            if letter == "f":
                self.folded[place] = True
            elif letter == "c":
                self.spent[place] = min(top, self.stacks[place])
            else:
                raises += 1
                wanted = int(size) if size else top + game.raise_sizes[number]
                self.spent[place] = min(wanted, self.stacks[place])

    def count_actions(self) -> None:
        for number, place, letter, faced, _ in self.log:
            when = "later" if number else "first_round"
            what = {"f": "folds", "r": "raises", "c": "calls" if faced else "checks"}[letter]
            if what != "checks":
                self.counts[place][f"{when}_{what}"] += 1

    def count_first_round(self) -> None:
        log = [entry for entry in self.log if entry[0] == 0]
        raisers: list[int] = []
        names = seats_of(self.game)
        blinds = 1 if names else 0
        came_in, thief = False, False
        for _, place, letter, faced, could_raise in log:
            mine, level = self.counts[place], blinds + len(raisers)
            mine["first_rounds"] = 1
            if letter == "r" or (letter == "c" and faced):
                mine["voluntary"] = 1
            if letter == "r":
                mine["raised_first_round"] = 1
            if level == 2 and could_raise:
                mine["three_bet_chances"] = 1
                mine["three_bets"] |= letter == "r"
            two_bettor = raisers[1 - blinds] if len(raisers) > 1 - blinds else None
            if level == 3 and place == two_bettor:
                mine["three_bets_faced"] = 1
                mine["folds_to_three_bet"] |= letter == "f"
            late = {names.get(name) for name in ("small", "button", "cut-off")}
            if not came_in and could_raise and place in late:
                mine["steal_chances"] = 1
                mine["steals"] = int(letter == "r")
                thief = letter == "r"
            in_blind = place in {names.get("small", -1), names.get("big", -1)}
            if thief and len(raisers) == 1 and in_blind:
                mine["defence_chances"] = 1
                mine["defences"] = int(letter != "f")
            came_in = came_in or letter == "r" or (letter == "c" and faced)
            if letter == "r":
                raisers.append(place)

    def count_second_round(self) -> None:
        first = [entry for entry in self.log if entry[0] == 0]
        flop = [entry for entry in self.log if entry[0] == 1]
        raisers = [place for _, place, letter, _, _ in first if letter == "r"]
        if not raisers:
            return
        bets = [number for number, entry in enumerate(flop) if entry[2] == "r"]
        own = [number for number, entry in enumerate(flop) if entry[1] == raisers[-1]]
        if not own or (bets and bets[0] < own[0]) or not flop[own[0]][4]:
            return
        mine = self.counts[raisers[-1]]
        mine["continuation_chances"] = 1
        if flop[own[0]][2] != "r":
            return
        mine["continuation_bets"] = 1
        answers = flop[own[0] + 1 : bets[1] + 1 if len(bets) > 1 else None]
        for _, place, letter, _, _ in answers:
            self.counts[place]["continuation_bets_faced"] = 1
            self.counts[place]["folds_to_continuation_bet"] = int(letter == "f")


def windows(values: list[int], width: int) -> list[int]:
    """Return the sum of the last `width` values after each."""
    ends = [sum(values[:end]) for end in range(len(values) + 1)]
    return [now - ends[max(0, end - width + 1)] for end, (_, now) in enumerate(pairwise(ends))]
