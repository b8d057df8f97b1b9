"""The hands of shards with luck taken out of their payoffs."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from railbird.native import PAYOFF_UNIT, GameDefinition
from railbird.native.wording import counted
from railbird.results.errors import StoreError
from railbird.results.hands.all_in import expect
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands, played_hands
from railbird.results.luck.chance import chance_luck, has_chance_values, usual_preflop
from railbird.results.luck.choice import Luck, require_chance, require_luck
from railbird.results.luck.fitted import FittedValue
from railbird.results.luck.listed_hands import ITERATIONS, SOLVER, ListedHands
from railbird.results.luck.stored_luck import DECLARED, StoredLuck, read_luck, write_luck
from railbird.results.store.reading import shape_of
from railbird.results.store.shard_files import ShardFile

VALUE = "value"
"""The key under which corrections name their value function."""
Corrects = Callable[[PlayedHands], StoredLuck]


def value_name(definition: GameDefinition, luck: Luck, values: FittedValue | None = None) -> str:
    """Name the value function for a choice of luck, with all that it depends on but the game."""
    if values is not None:
        return values.name
    if has_chance_values(definition):
        pots = "; of pots that all have called, if decisions are declared"
        name = f"equity, {usual_preflop(definition)} before the flop"
        return name + (pots if luck == "aivat" else "")
    return f"exact under {ITERATIONS} iterations of {SOLVER}"


def value_hash(definition: GameDefinition, luck: Luck, values: FittedValue | None = None) -> str:
    """Return a hash of a value function, which a manifest has from the start."""
    return hashlib.sha256(f"1 {value_name(definition, luck, values)}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class AdjustedHands:
    """Hands of a run with luck taken out; `agents` are its labels, which number the players.

    `values` is a fitted value function, by default it is the game's.
    """

    definition: GameDefinition
    agents: Sequence[str]
    luck: Luck
    values: FittedValue | None = None

    def __post_init__(self) -> None:
        """Raise GameDefinitionError if the game does not support the choice."""
        require_luck(self.definition, self.luck)
        if self.values is not None:
            require_chance(self.luck)
            self.values.require(self.definition)

    @property
    def about(self) -> dict[str, str]:
        """What corrections say of their value function."""
        return {VALUE: value_name(self.definition, self.luck, self.values)}

    def of_shard(self, shard: ShardFile) -> Iterator[PlayedHands]:
        """Yield the hands of a shard; payoffs are float64 unless they are all-in expectations.

        Raises StoreError if the corrections for "aivat" have not been made.
        """
        if self.luck == "all-in":
            match_ups = MatchUps(self.definition)
            for part in played_hands([shard], self.agents):
                yield expect(self.definition, part, match_ups)
            return
        luck, start = self.corrections(shard), 0
        for part in played_hands([shard], self.agents):
            own = luck.corrections[start : start + len(part)]
            start += len(part)
            payoffs = part.payoffs + own * PAYOFF_UNIT
            yield replace(part, payoffs=payoffs)

    def notes(self, shards: Iterable[ShardFile]) -> Iterator[str]:
        """Yield what is to be said of the corrections: who declared, and what was left as played.

        Shards whose corrections have not been made are left out.
        """
        if self.luck not in ("chance", "aivat"):
            return
        found = [luck for luck in map(self._stored, shards) if luck is not None]
        if self.luck == "aivat":
            told = {luck.about.get(DECLARED, "[]") for luck in found}
            who = sorted({label for text in told for label in msgspec.json.decode(text)})
            yield f"declared their probabilities: {', '.join(who) or 'nobody'}"
        left = sum(int((~luck.is_known).sum()) for luck in found)
        if left:
            yield f"{counted(left, 'hand')} left as played, for lack of cards or of declarations"

    def _stored(self, shard: ShardFile) -> StoredLuck | None:
        players = self.definition.player_count
        return read_luck(shard, self.luck, players=players, about=self.about)

    def corrections(self, shard: ShardFile) -> StoredLuck:
        """Return the corrections of a shard; those of the cards are made if there are none."""
        found = self._stored(shard)
        if found is not None:
            return found
        if self.luck == "aivat":
            raise StoreError(
                f"the corrections of shard {shard.file.name} by declared decisions have not been "
                "made; `railbird luck DIR` makes them"
            )
        made = make_corrections(
            played_hands([shard], self.agents),
            chance_corrections(self.definition, self.values),
            self.about,
        )
        if has_cards(shard):
            with suppress(StoreError):  # in a folder that cannot be written they are made each time
                write_luck(shard, self.luck, made)
        return made


def has_cards(shard: ShardFile) -> bool:
    """Whether the cards of a shard are known, and not secret until its run has ended."""
    return shard.deals is not None or shape_of(shard).card_count > 0


def make_corrections(
    parts: Iterator[PlayedHands], corrects: Corrects, about: dict[str, str]
) -> StoredLuck:
    """Return the corrections of all hands of a shard."""
    made = [corrects(part) for part in parts]
    return StoredLuck(
        np.concatenate([one.corrections for one in made]),
        np.concatenate([one.is_known for one in made]),
        about,
    )


def chance_corrections(definition: GameDefinition, values: FittedValue | None = None) -> Corrects:
    """Return what corrects hands of a game by their cards alone."""
    if has_chance_values(definition):

        def of_cards(hands: PlayedHands) -> StoredLuck:
            luck = chance_luck(definition, hands)
            weights = None if values is None else values.weights
            return StoredLuck(luck.of_cards(weights), luck.is_known)

        return of_cards
    listed = ListedHands(definition, {})

    def of_list(hands: PlayedHands) -> StoredLuck:
        luck = listed.corrections(hands)
        return StoredLuck(luck.corrections, luck.is_known)

    return of_list
