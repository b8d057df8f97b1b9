"""Writes gathered hands to a run's folder, as if they had been played there."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import UNLIMITED_STACK, GameDefinition, format_game, seat_order
from railbird.plugins import Game
from railbird.results.folders.addresses import RunPlace
from railbird.results.histories.storing.gathering import (
    Decks,
    GatheredMatch,
    Gathering,
    assign_decks,
)
from railbird.results.histories.storing.played import NUMBERED_MATCH
from railbird.results.store.manifest import AgentRecord, Manifest, StageRecord, hash_of
from railbird.results.store.shard import ChunkHands, ChunkMatches, build_shard
from railbird.results.store.store import Store

HANDS_PER_CHUNK = 2**18
GENERATOR = "imported"
_NAME = re.compile(r"[\w.+-]{1,120}")
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Columns:
    """All gathered hands, by number and position; stacks and blinds None if those of the game."""

    bettings: list[str]
    payoffs: Integers
    showdown: npt.NDArray[np.bool_]
    cards: npt.NDArray[np.uint8]
    stacks: Integers | None
    blinds: Integers | None


def store_hands(
    gathering: Gathering, game: Game, folder: RunPlace, *, source: dict[str, Any], has_stacks: bool
) -> None:
    """Write all hands into `folder` as a run of this game; `source` says where they come from.

    With `has_stacks` the game's stacks are kept, and hands with other stacks store their own;
    without, the game gets the stacks of the hands if all are the same, and otherwise, or if one is
    below its blind, unlimited stacks.
    """
    columns, definition = _columns(gathering, game.definition, has_stacks=has_stacks)
    decks = assign_decks(gathering.matches, columns.cards, definition)
    if decks.deals is not None:
        columns = replace(columns, cards=np.zeros((0, 0), np.uint8))
    chunks = list(_chunks(gathering.matches))
    manifest = _manifest(gathering, Game(game.name, definition), decks, chunks, source=source)
    with Store.create(folder, manifest) as store:
        missing = set(store.missing())
        for number, matches in enumerate(chunks):
            if number in missing:
                store.write_shard(number, _shard(matches, columns, decks))
        store.finish()


def _columns(
    gathering: Gathering, game: GameDefinition, *, has_stacks: bool
) -> tuple[_Columns, GameDefinition]:
    parts = gathering.parts
    stacks = np.concatenate([part.stacks for part in parts])
    blinds = np.concatenate([part.blinds for part in parts])
    if not has_stacks:
        cover_blinds = bool((stacks[0] >= np.maximum(game.blinds, 1)).all())
        is_same = cover_blinds and bool((stacks == stacks[0]).all())
        usual = stacks[0].tolist() if is_same else [UNLIMITED_STACK] * game.player_count
        game = replace(game, stacks=tuple(usual))
    columns = _Columns(
        bettings=[text for part in parts for text in part.bettings],
        payoffs=np.concatenate([part.payoffs for part in parts]),
        showdown=np.concatenate([part.showdown for part in parts]),
        cards=np.concatenate([part.cards for part in parts]),
        stacks=None if bool((stacks == game.stacks).all()) else stacks,
        blinds=None if bool((blinds == game.blinds).all()) else blinds,
    )
    return columns, game


def _chunks(matches: Sequence[GatheredMatch]) -> Iterator[list[GatheredMatch]]:
    chunk: list[GatheredMatch] = []
    hands = 0
    for match in matches:
        if chunk and hands + len(match.hands) > HANDS_PER_CHUNK:
            yield chunk
            chunk, hands = [], 0
        chunk.append(match)
        hands += len(match.hands)
    if chunk:
        yield chunk


def _manifest(
    gathering: Gathering,
    game: Game,
    decks: Decks,
    chunks: Sequence[Sequence[GatheredMatch]],
    *,
    source: dict[str, Any],
) -> Manifest:
    from importlib.metadata import version  # noqa: PLC0415  (slow, and needed only here)

    labels = sorted({label for match in gathering.matches for label in match.agents})
    names = dict(_names(gathering.matches))
    detail: dict[str, Any] = {"match_names": names} if names else {}
    return Manifest(
        railbird_version=version("railbird"),
        generator=GENERATOR,
        game_name=game.name,
        game=format_game(game.definition),
        spec={"name": game.name, "imported": source},
        agents=tuple(AgentRecord(label, GENERATOR) for label in labels),
        deck_seeds=decks.seeds,
        seating_count=decks.seating_count,
        stages=(StageRecord(len(chunks), len(gathering.matches), detail, **_secret(decks)),),
    )


def _secret(decks: Decks) -> dict[str, str]:
    secret = None if decks.deals is None else decks.deals.secret
    return {} if secret is None else {"secret": secret.hex(), "secret_hash": hash_of(secret)}


def _names(matches: Sequence[GatheredMatch]) -> Iterator[tuple[str, str]]:
    """Yield, by number, the names that are valid file names and belong to one match only.

    Names that are those of matches without one are left out: matches are numbered anew.
    """
    often = Counter(match.session[1] for match in matches)
    for number, match in enumerate(matches):
        name = match.session[1]
        is_own = _NAME.fullmatch(name) and not NUMBERED_MATCH.fullmatch(name)
        if is_own and often[name] == 1:
            yield str(number), name


def _shard(matches: Sequence[GatheredMatch], columns: _Columns, decks: Decks) -> Any:
    rows = np.concatenate([match.hands for match in matches]).astype(np.int64)
    counts = np.array([len(match.hands) for match in matches], np.int64)
    order = seat_order(columns.payoffs.shape[1])
    hands = np.concatenate([np.arange(count) for count in counts.tolist()])

    def by_seat(values: Integers) -> Integers:
        return order.by_seat(values[rows], hands)

    texts = [columns.bettings[row].encode("ascii") for row in rows.tolist()]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
    seeds = np.array([match.deck_seed or 0 for match in matches], np.uint32)
    return build_shard(
        ChunkMatches(
            deck_index=np.array([match.deck_index for match in matches], np.uint32),
            deck_seed=seeds if decks.seeds else None,
            seating_index=np.array([match.seating_index for match in matches], np.uint32),
            agents=[match.agents for match in matches],
            hand_counts=counts,
        ),
        ChunkHands(
            payoffs=by_seat(columns.payoffs),
            betting=np.frombuffer(b"".join(texts), np.uint8),
            betting_offsets=offsets,
            showdown=columns.showdown[rows],
            cards=None if decks.deals is not None else columns.cards[rows],
            stacks=None if columns.stacks is None else by_seat(columns.stacks),
            blinds=None if columns.blinds is None else by_seat(columns.blinds),
        ),
    )
