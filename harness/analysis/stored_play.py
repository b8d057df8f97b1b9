"""What an agent of a stored run did, decision by decision: for commands of plugins."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from railbird.harness.analysis.changed_agents import has_changed
from railbird.harness.analysis.training import MatchNumbers
from railbird.harness.errors import SpecError
from railbird.native import (
    NO_CARD,
    STYLE_COUNTERS,
    GameDefinition,
    Tables,
)
from railbird.plugins import (
    DecisionBatch,
    DecisionSource,
    Game,
    StoredDecisions,
    StoredHands,
    StoredPlay,
    load_registry,
)
from railbird.plugins.contract.readable import own_actions, stacks_beside_dead
from railbird.results import RunResults, open_run
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.store.match_keys import match_key

HANDS_AT_ONCE = 4096
MOST_KEPT = 1 << 14
WON = STYLE_COUNTERS.index("showdowns_won")
Integers = npt.NDArray[np.int64]


def read_play(folder: Path, label: str) -> StoredPlay:
    """Read what an agent of a run did.

    Raises SpecError if the run has no such agent or has unknown cards, or in games in which cards
    determine who acts.
    """
    run = open_run(folder)
    agents = {agent.label: agent for agent in run.manifest.agents}
    if label not in agents:
        raise SpecError(f"no agent '{label}' played in {folder}; choose one of {', '.join(agents)}")
    if run.game.first_depends_on_cards or run.game.has_card_rounds:
        raise SpecError(f"the hands of {folder} are of a game whose decisions cannot be replayed")
    record = agents[label]
    reader = _Reader(run, label, Game(run.manifest.spec.get("game", "") or "game", run.game))
    return StoredPlay(
        game=reader.game,
        agent=record.agent,
        parameters=msgspec.json.decode(record.parameters),
        match_count=run.manifest.match_count,
        hand_count=sum(int((h.members == reader.number).any(1).sum()) for h in reader.stored()),
        has_draws=reader.has_draws,
        has_changed=lambda: has_changed(record, load_registry()),
        parts=lambda hand_by_hand: reader.parts(hand_by_hand=hand_by_hand),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    run: RunResults
    label: str
    game: Game

    @property
    def number(self) -> int:
        return self.run.labels.index(self.label)

    @property
    def has_draws(self) -> bool:
        """Whether match keys follow from the spec: there is a seed, as imported runs have not."""
        return isinstance(self.run.manifest.spec.get("seed"), int)

    def stored(self) -> Iterator[PlayedHands]:
        return self.run.reading.hands_as_played()

    def parts(self, *, hand_by_hand: bool) -> Iterator[StoredDecisions]:
        numbers = MatchNumbers()
        for hands in self.stored():
            match = numbers.of(hands.match, hands.hand_index)
            rows = np.flatnonzero((hands.members == self.number).any(axis=1))
            for chosen in _groups(rows, hands.hand_index, hand_by_hand=hand_by_hand):
                yield self._part(hands, chosen, match)

    def _part(self, hands: PlayedHands, rows: Integers, match: Integers) -> StoredDecisions:
        told = self._told(hands, rows, match)
        position = (hands.members[rows] == self.number).argmax(axis=1)
        cards = cards_of(self.run.game, hands, rows)
        if (cards == NO_CARD).any():
            raise SpecError(
                f"some cards of the hands of {self.run.folder} are unknown; use a run that was "
                "played with railbird and has ended"
            )
        own = _own_chips(hands, rows)
        before = [
            _decisions(
                self.run.game, tuple(stacks), betting, position=int(place), **_posts(own, row)
            )
            for row, (stacks, betting, place) in enumerate(
                zip(told.starting_stacks.tolist(), told.betting, position, strict=True)
            )
        ]
        of = np.repeat(np.arange(len(rows)), [len(texts) for texts in before])
        tables = Tables(self.run.game, max(len(of), 1))
        places = np.arange(len(of), dtype=np.int32)
        seats = np.argsort(told.positions, axis=1).astype(np.uint8)[of]
        chips = {name: values[of] for name, values in own.items()}
        tables.start_hands(places, cards[of], seats=seats, **chips)
        tables.play_betting(places, [text for texts in before for text in texts])
        source = DecisionSource(
            self.game, tables.columns, told.hand_index[of], self._keys(hands, rows)[of]
        )
        acting = position[of].astype(np.uint8)
        seat = seats[places, acting]
        return StoredDecisions(
            DecisionBatch(source, places, seat=seat, position=acting), told.match[of], told
        )

    def _told(self, hands: PlayedHands, rows: Integers, match: Integers) -> StoredHands:
        players = self.run.game.player_count
        seats = hands.seats[rows]
        positions = np.argsort(seats, axis=1)
        styles, row_of = hands.styles(self.run.game)
        by_position = styles.counts[row_of[rows]].copy()
        by_position[:, :, WON] = styles.showdowns_won(hands.payoffs[rows], row_of[rows])
        letters, offsets = hands.spell()
        text = letters.tobytes().decode("ascii")
        whole = np.broadcast_to(np.array(self.run.game.stacks, np.int64), (len(rows), players))
        whole = whole if hands.stacks is None else hands.stacks[rows]
        dead = np.subtract(self.run.game.stacks, stacks_beside_dead(self.run.game))
        return StoredHands(
            self.game,
            match[rows].astype(np.int32),
            hands.hand_index[rows].astype(np.int32),
            [text[offsets[row] : offsets[row + 1]] for row in rows.tolist()],
            positions,
            whole - dead,
            np.take_along_axis(by_position, positions[:, :, None], axis=1),
            _due(hands.blinds, rows, self.run.game.blinds),
            _due(hands.antes, rows, self.run.game.ante),
        )

    def _keys(self, hands: PlayedHands, rows: Integers) -> npt.NDArray[np.uint64]:
        if not self.has_draws:
            return np.zeros(len(rows), np.uint64)
        seed = self.run.manifest.spec["seed"]
        secret = (hands.deals.secret if hands.deals is not None else None) or b""
        seats = hands.seats[rows]
        members = np.take_along_axis(hands.members[rows], np.argsort(seats, axis=1), axis=1)
        return np.array(
            [
                _key(seed, deck, tuple(self.run.labels[one] for one in agents), secret)
                for deck, agents in zip(
                    hands.deck_seed[rows].tolist(), members.tolist(), strict=True
                )
            ],
            np.uint64,
        )


@lru_cache(MOST_KEPT)
def _key(seed: int, deck_seed: int, agents: tuple[str, ...], secret: bytes) -> int:
    return match_key(seed, deck_seed, agents, secret=secret)


def _groups(rows: Integers, hand_index: Integers, *, hand_by_hand: bool) -> Iterator[Integers]:
    """Hands to be read at once: some thousand, or those with one number in their matches."""
    if not hand_by_hand:
        for start in range(0, len(rows), HANDS_AT_ONCE):
            yield rows[start : start + HANDS_AT_ONCE]
        return
    for number in np.unique(hand_index[rows]).tolist():
        yield rows[hand_index[rows] == number]


def _own_chips(hands: PlayedHands, rows: Integers) -> dict[str, Integers]:
    """Stacks, blinds and antes of hands, those that are not always the game's."""
    every = {"stacks": hands.stacks, "blinds": hands.blinds, "antes": hands.antes}
    return {name: values[rows] for name, values in every.items() if values is not None}


def _due(own: Integers | None, rows: Integers, usual: tuple[int, ...] | int) -> Integers:
    """What was due in hands, by default what always is."""
    if own is not None:
        return own[rows]
    return np.broadcast_to(np.array(usual, np.int64), (len(rows), *np.shape(usual)))


def _posts(own: dict[str, Integers], row: int) -> dict[str, Any]:
    """What was due in a hand, if it is not always the game's."""
    blinds = {"blinds": tuple(own["blinds"][row].tolist())} if "blinds" in own else {}
    return blinds | ({"ante": int(own["antes"][row])} if "antes" in own else {})


@lru_cache(MOST_KEPT)
def _decisions(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    *,
    position: int,
    blinds: tuple[int, ...] = (),
    ante: int | None = None,
) -> tuple[str, ...]:
    """The betting before each decision of a position."""
    own = own_actions(definition, stacks, betting, position=position, blinds=blinds, ante=ante)
    return tuple(before for before, _ in own)
