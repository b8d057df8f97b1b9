"""Reads hands of the poker hand history format (PHH): its eleven variants, field by field."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from railbird.native import (
    ACPC_DEALS,
    ActionWalk,
    GameDefinition,
)
from railbird.results.errors import LogError
from railbird.results.histories.checking.hand_games import HandGames, OtherTableError
from railbird.results.histories.checking.parsed_hand import (
    Chips,
    OtherTable,
    ParsedHand,
    ReadItem,
    Session,
    fault_of,
)
from railbird.results.histories.notation.deals_text import parse_deals
from railbird.results.histories.notation.holdem import HEADS_UP, holdem
from railbird.results.histories.notation.parsed_actions import (
    PlayedBetting,
    begin_walk,
    betting_of,
)
from railbird.results.histories.phh.holdem_cards import HoldemCards
from railbird.results.histories.phh.phh_actions import parse_action
from railbird.results.histories.phh.phh_fields import (
    Fields,
    field_of,
    number_of,
    numbers_of,
    parse_fields,
    stacks_of,
)
from railbird.results.histories.phh.phh_games import (
    VARIANTS,
    PhhVariant,
    Stakes,
    game_of,
    variant_of,
)
from railbird.results.histories.phh.phh_payoffs import told_payoffs
from railbird.results.histories.phh.step_betting import play_told, told_actions
from railbird.results.histories.phh.step_cards import StepCards

_PLAYERS = (2, 10)
_GAME_NAME = re.compile("[a-z0-9][a-z0-9-]{0,59}")


@dataclass(frozen=True, slots=True)
class PhhFile:
    """A file that is read: its path, the games of its hands, and its chips."""

    path: Path
    games: HandGames
    chips: Chips


def read_hand(text: str, line: int, file: PhhFile) -> ReadItem:
    """Return the hand of a section, which begins in this line, or its fault."""
    number = ""
    try:
        fields = parse_fields(text, line)
        number = number_of_hand(fields)
        return _hand(fields, line, file)
    except OtherTableError:
        return OtherTable()
    except Exception as error:
        return fault_of(line, error, number)


def number_of_hand(fields: Fields) -> str:
    """Return the number of a hand, empty if it has none."""
    number = fields.get("hand")
    return str(number) if isinstance(number, int | str) else ""


@dataclass(frozen=True, slots=True)
class PhhTable:
    """What a hand is played at: the table of its game, and its blinds."""

    walk: ActionWalk
    blinds: tuple[int, ...]


def table_of(fields: Fields, file: PhhFile) -> PhhTable:
    """Return what plays a hand; raises LogError, OtherTableError for other numbers of players."""
    variant = _variant(fields)
    own = _game(fields, variant, file.chips)
    _require_variant(variant, file.games)
    return PhhTable(file.games.walk_for(own, variant.code), _blinds(fields, variant, file.chips))


def _variant(fields: Fields) -> PhhVariant:
    code = fields.get("variant")
    if not isinstance(code, str) or code not in VARIANTS:
        raise LogError(f"variant {code!r} is not supported; use one of {', '.join(VARIANTS)}")
    return VARIANTS[code]


def _ante(fields: Fields, count: int, chips: Chips) -> int:
    """Return the ante of all players."""
    antes = numbers_of(fields, "antes", chips) if "antes" in fields else (0,) * count
    if len(antes) != count:
        raise LogError(f"{len(antes)} antes found, {count} expected")
    if len(set(antes)) != 1:
        raise LogError(f"the antes {list(antes)} differ; only equal antes are supported")
    return antes[0]


def _blinds(fields: Fields, variant: PhhVariant, chips: Chips) -> tuple[int, ...]:
    if variant.has_bring_in:
        return (0,) * len(stacks_of(fields, chips))
    blinds = numbers_of(fields, "blinds_or_straddles", chips)
    # For two, the blind listed first is the second player's.
    return blinds[::-1] if len(blinds) == HEADS_UP else blinds


def _game(fields: Fields, variant: PhhVariant, chips: Chips) -> GameDefinition:
    """Return the game of a hand: of steps, unless an ACPC definition can describe it."""
    blinds = _blinds(fields, variant, chips)
    if not _PLAYERS[0] <= len(blinds) <= _PLAYERS[1]:
        raise LogError(f"{len(blinds)} players are listed; a hand has 2 to 10")
    ante = _ante(fields, len(blinds), chips)
    bets = (0, 0)
    if variant.has_limit:
        bets = (number_of(fields, "small_bet", chips), number_of(fields, "big_bet", chips))
    name = fields.get("_game")
    if not isinstance(name, str) or not _GAME_NAME.fullmatch(name):
        name = None
    least = _least_bet(fields, variant, blinds, chips)
    is_usual = not (_straddles(blinds) or _lacks_small_blind(blinds))
    is_plain = variant.code in ("FT", "NT") and not ante and not least and is_usual
    if is_plain and name is None:
        return holdem(len(blinds), blinds=blinds, bets=bets if variant.has_limit else None)
    bring_in = number_of(fields, "bring_in", chips) if variant.has_bring_in else 0
    if variant.has_bring_in and not bring_in:
        raise LogError("the bring-in is 0; it should be 1 or more")
    return game_of(variant.code, Stakes(ante, blinds, bring_in, *bets, least), name)


def _straddles(blinds: Sequence[int]) -> bool:
    """Return whether a blind above the big one is posted, so that others act first."""
    return len(blinds) > HEADS_UP and max(blinds[HEADS_UP:]) > max(blinds[:HEADS_UP])


def _lacks_small_blind(blinds: Sequence[int]) -> bool:
    """Return whether the first posts the big blind, so that the next acts first."""
    return len(blinds) > HEADS_UP and blinds[0] > max(blinds[1:])


def _least_bet(fields: Fields, variant: PhhVariant, blinds: Sequence[int], chips: Chips) -> int:
    """Return the least bet where it is not the largest blind, otherwise 0."""
    if variant.has_limit or "min_bet" not in fields:
        return 0
    least = number_of(fields, "min_bet", chips)
    return 0 if least == max(blinds) else least


def names_of(fields: Fields, count: int) -> tuple[str, ...]:
    """Return the players, in order; raises LogError."""
    names = fields.get("players") or [f"p{number + 1}" for number in range(count)]
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise LogError(f"{len(names)} players are named, {count} expected")
    return tuple(names)


def session_of(fields: Fields, path: Path) -> Session:
    """Return the session of a hand, by default that of its file; raises LogError."""
    seed = fields.get("_deck_seed")
    deals = parse_deals(field_of(fields, "_deals", str)) if "_deals" in fields else ACPC_DEALS
    known = seed if isinstance(seed, int) and 0 <= seed < 2**32 else None
    return Session(str(fields.get("table", path.stem)), known, deals)


def hand_stacks(fields: Fields, count: int, chips: Chips) -> tuple[int, ...]:
    """Return the starting stacks of this number of players; raises LogError."""
    stacks = stacks_of(fields, chips)
    if len(stacks) != count:
        raise LogError(f"{len(stacks)} starting stacks found, {count} expected")
    return stacks


def _hand(fields: Fields, line: int, file: PhhFile) -> ParsedHand:
    chips, table = file.chips, table_of(fields, file)
    walk, blinds = table.walk, table.blinds
    game = walk.definition
    stacks = hand_stacks(fields, game.player_count, chips)
    is_plain = game.variant is None
    played, cards = (_holdem_play if is_plain else _step_play)(fields, walk, stacks, blinds, chips)
    names, session = names_of(fields, game.player_count), session_of(fields, file.path)
    payoffs: tuple[int, ...] | None = None
    rake = 0
    if walk.acting is None:
        payoffs, rake = told_payoffs(fields, walk.spent, walk.stacks, chips=chips)
    return ParsedHand(
        line,
        session,
        names,
        played.text,
        cards.text(),
        payoffs,
        stacks,
        blinds,
        mucked=(*cards.mucked, *played.open_folds),
        open_folds=len(played.open_folds),
        rake=rake,
        game=game,
        number=number_of_hand(fields),
    )


def _require_variant(variant: PhhVariant, games: HandGames) -> None:
    """Raise LogError if all hands must be of another variant."""
    wanted = variant if games.only is None else variant_of(games.only)
    if wanted is not variant:
        raise LogError(
            f"this hand has variant {variant.code!r}, the run {wanted.code!r}; import each game "
            "into a run of its own"
        )


def _holdem_play(
    fields: Fields, walk: ActionWalk, stacks: Sequence[int], blinds: Sequence[int], chips: Chips
) -> tuple[PlayedBetting, HoldemCards]:
    """Return the betting of a hand of hold'em and its cards."""
    cards = HoldemCards(len(stacks))
    told = (parse_action(action, cards, chips) for action in field_of(fields, "actions", list))
    begin_walk(walk, stacks, blinds)
    return betting_of(walk, chain.from_iterable(told)), cards


def _step_play(
    fields: Fields, walk: ActionWalk, stacks: Sequence[int], blinds: Sequence[int], chips: Chips
) -> tuple[PlayedBetting, StepCards]:
    """Return the betting of a hand of a game of steps and its cards."""
    _require_posts(fields, walk.definition, stacks, chips)
    cards = StepCards(walk.definition)
    told = told_actions(field_of(fields, "actions", list), cards, chips)
    walk.lay_deal(cards.deal())
    begin_walk(walk, stacks, blinds)
    return PlayedBetting(play_told(walk, told, cards), True, ()), cards


def _require_posts(
    fields: Fields, game: GameDefinition, stacks: Sequence[int], chips: Chips
) -> None:
    """Refuse antes of short stacks that this table does not play."""
    assert game.variant is not None
    ante = game.variant.ante
    short = [number for number, stack in enumerate(stacks, start=1) if 0 < stack < ante]
    if short and fields.get("ante_trimming_status") is not True:
        raise LogError(
            f"player {short[0]} has less than the ante of {ante} and may win the antes of others "
            "in full, since ante_trimming_status is not true; here he wins as much as he paid of "
            "each"
        )
