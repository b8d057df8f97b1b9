"""The archetypes against the settled tables, their rule after the flop, and bad input."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from railbird.agents.holdem.archetype import STYLE_SHARES, STYLES, Archetype, style_number
from railbird.agents.holdem.starting_hands import (
    CLASS_GROUPS,
    CLASS_INCOMES,
    INCOME_PLACES,
    LOWEST_INCOMES,
    holdings_from,
)
from railbird.agents.holdem.strength_cache import StrengthCache
from railbird.harness import PlayRules, play_matches
from railbird.native import (
    CLASS_NAMES,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    NO_CARD,
    ActionKind,
    bounded_strength,
    deal_decks,
    effective_hand_strength,
    hand_potential,
    hand_strength,
    holding_class,
)
from railbird.plugins import AgentError, DecisionBatch, Game, load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
Decide = Callable[..., DecisionBatch]
FIRST_IN = {  # shares of hands played, in per cent, as the settled tables come to
    "gambler": 34,
    "maniac": 39,
    "fish": 38,
    "calling-station": 38,
    "rock": 18,
    "weak-tight": 21,
    "fox": 20,
    "ace": 19,
}
LOOSE = {"gambler", "maniac", "fish", "calling-station"}


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def test_the_groups_of_table_3_hold_all_169_classes() -> None:
    assert np.bincount(CLASS_GROUPS).tolist() == [0, 5, 5, 6, 8, 16, 24, 20, 85]
    assert CLASS_GROUPS[CLASS_NAMES.index("AKs")] == 1
    assert CLASS_GROUPS[CLASS_NAMES.index("AKo")] == 2
    assert CLASS_GROUPS[CLASS_NAMES.index("86s")] == 7
    assert CLASS_GROUPS[CLASS_NAMES.index("72o")] == 8


def test_the_groups_of_table_1_are_bounds_by_income() -> None:
    assert LOWEST_INCOMES.tolist() == [935, 714, 553, 338, 191, 167, -15, -181]
    assert (~np.isneginf(CLASS_INCOMES)).sum() == 84
    assert round(935 / 2112 * 100, 1) == 44.3  # figure 21 prints 44.2
    assert round(553 / 2112 * 100, 1) == 26.2
    jacks_up = {CLASS_NAMES[c] for c in HOLDING_CLASSES[holdings_from(935) > INCOME_PLACES]}
    assert jacks_up == {"AA", "KK", "QQ", "JJ", "AKs"}
    assert sorted(INCOME_PLACES.tolist()) == list(range(HOLDING_COUNT))


@pytest.mark.parametrize("style", FIRST_IN)
def test_first_in_each_style_plays_its_share_of_hands(style: str) -> None:
    played = STYLE_SHARES[style_number(style), HOLDING_CLASSES, 1].mean() * 100
    assert round(played) == FIRST_IN[style]
    assert (played > 28) == (style in LOOSE)


SETTLED = {  # raise, call and fold in per cent for a hand of each of groups 1 to 8
    "gambler": "100/0/0 100/0/0 100/0/0 30/30/40 30/30/40 30/30/40 10/10/80 10/10/80",
    "maniac": "100/0/0 100/0/0 100/0/0 50/30/20 50/30/20 50/30/20 10/10/80 10/10/80",
    "fish": "90/10/0 0/80/20 0/80/20 0/80/20 0/80/20 0/80/20 0/20/80 0/20/80",
    "calling-station": "100/0/0 20/60/20 20/60/20 20/60/20 20/60/20 20/60/20 0/20/80 0/20/80",
    "rock": "100/0/0 70/20/10 70/20/10 10/40/50 10/40/50 10/40/50 0/0/100 0/0/100",
    "weak-tight": "100/0/0 50/30/20 50/30/20 0/70/30 0/70/30 0/70/30 0/0/100 0/0/100",
    "fox": "100/0/0 90/10/0 90/10/0 30/10/60 30/10/60 10/0/90 10/0/90 10/0/90",
    "ace": "100/0/0 90/10/0 90/10/0 20/10/70 20/10/70 10/0/90 10/0/90 10/0/90",
}


@pytest.mark.parametrize("style", SETTLED)
def test_hands_are_raised_called_and_folded_as_often_as_the_settled_table_says(style: str) -> None:
    """Every hand that comes first to act, in 60,000 hands: within four standard errors a group."""
    kinds, groups = first_actions(style, hand_count=60_000)
    for group, cell in enumerate(SETTLED[style].split(), start=1):
        of_group = kinds[groups == group]
        per_cent = dict(
            zip((ActionKind.RAISE, ActionKind.CALL, ActionKind.FOLD), cell.split("/"), strict=True)
        )
        for kind, text in per_cent.items():
            share = int(text) / 100
            error = np.sqrt(share * (1 - share) / len(of_group))
            assert abs((of_group == kind.value).mean() - share) <= 4 * error
    assert set(np.unique(groups)) == set(range(1, 9))


def first_actions(
    style: str, *, hand_count: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The kind of what under the gun does in hands of three, and the group of its cards."""
    game, hands_each = REGISTRY.game("holdem-limit-3p"), 50
    labels = ("hero", "folder 1", "folder 2")
    agents = {label: REGISTRY.agent("fold").factory for label in labels}
    agents["hero"] = REGISTRY.agent(style).factory
    decks = range(hand_count // hands_each)
    plans = [Plan(deck, labels, match_key(3, deck, labels)) for deck in decks]
    results = play_matches(game, plans, agents, rules=PlayRules(hands_each))
    is_first = np.tile(np.arange(hands_each) % 3 == 1, len(plans))  # seat 0 is in position 2
    letters = np.zeros(128, np.uint8)
    letters[[ord("f"), ord("c"), ord("r")]] = [0, 1, 2]
    kinds = letters[results.betting[results.betting_offsets[:-1][is_first]]]
    deals = deal_decks(game.definition, list(decks), hands_each)
    cards = deals.reshape(-1, deals.shape[2])[is_first, 4:6]
    return kinds, CLASS_GROUPS[holding_class(cards)]


def test_one_draw_decides_a_hand_before_the_flop() -> None:
    """Who raised or called never folds before the flop, and who called never raises there."""
    game = REGISTRY.game("holdem-limit-9p")
    for betting in play_styles(game, [*FIRST_IN, "maniac"], match_count=20, hand_count=20):
        before = betting.split("/")[0]
        actions: dict[int, str] = {}
        for position, letter in zip(positions_of(before, 9), before, strict=True):
            actions[position] = actions.get(position, "") + letter
        for position, letters in actions.items():
            assert letters in {"f", *("c" * n for n in range(1, 5))} or letters.startswith("r"), (
                betting,
                position,
            )
            assert "f" not in letters[1:]
            assert "cr" not in letters


def positions_of(before: str, players: int) -> list[int]:
    """Who acts, from the third position on, as long as those who folded are left out."""
    positions, folded, position = [], set[int](), 1
    for letter in before:
        position = next(p % players for p in range(position + 1, 99) if p % players not in folded)
        positions.append(position)
        if letter == "f":
            folded.add(position)
    return positions


def play_styles(
    game: Game, names: Sequence[str], *, match_count: int, hand_count: int
) -> list[str]:
    labels = tuple(f"{name} {seat}" for seat, name in enumerate(names))
    agents = {
        label: REGISTRY.agent(name).factory for label, name in zip(labels, names, strict=True)
    }
    plans = [Plan(deck, labels, match_key(2, deck, labels)) for deck in range(match_count)]
    results = play_matches(game, plans, agents, rules=PlayRules(hand_count))
    assert results.incidents.kind == []
    text, offsets = results.betting.tobytes().decode(), results.betting_offsets.tolist()
    return [text[start:end] for start, end in pairwise(offsets)]


@pytest.mark.parametrize(
    ("betting", "board_count"),
    [("ccc/", 3), ("ccc/r", 3), ("ccc/ccc/", 4), ("ccc/ccc/rr", 4), ("ccc/ccc/ccc/r", 5)],
)
def test_after_the_flop_strength_decides(
    games: dict[str, Game], decide: Decide, betting: str, board_count: int
) -> None:
    decisions = decide(games["holdem-limit-3p"], [betting] * 150)
    kinds, _ = Archetype("rock").act_batch(decisions)
    boards = decisions.board[:, :board_count]
    strength = hand_strength(decisions.hole_cards, boards)
    positive = 0.0
    if board_count < 5:
        positive = hand_potential(decisions.hole_cards, boards, cards_to_come=1).positive
    expected = effective_hand_strength(strength, positive, 2)
    wanted = np.where(expected >= 0.8, 2, np.where(expected >= 0.5, 1, 0))
    if betting.endswith("/"):
        wanted[wanted == 0] = 1
    assert kinds.tolist() == wanted.tolist()
    assert len(set(kinds.tolist())) == (2 if betting.endswith("/") else 3)


def test_who_may_not_raise_any_more_calls(games: dict[str, Game], decide: Decide) -> None:
    decisions = decide(games["holdem-limit-3p"], ["rrr"] * 300)
    kinds, _ = Archetype("maniac").act_batch(decisions)
    assert set(kinds.tolist()) == {ActionKind.FOLD.value, ActionKind.CALL.value}


def test_nobody_folds_to_a_free_check(games: dict[str, Game], decide: Decide) -> None:
    decisions = decide(games["holdem-limit-3p"], ["cc"] * 300 + ["cc"] * 300)
    kinds, _ = Archetype("rock").act_batch(decisions)
    assert ActionKind.FOLD.value not in kinds
    assert ActionKind.RAISE.value in kinds


def test_in_no_limit_a_raise_is_by_a_share_of_the_pot(
    games: dict[str, Game], decide: Decide
) -> None:
    decisions = decide(games["holdem-nolimit-3p"], ["r300c"] * 300)
    for share, amount in ((1.0, 300 + 900), (0.5, 300 + 450), (1000.0, 20_000)):
        kinds, amounts = Archetype("maniac", pot_share=share).act_batch(decisions)
        is_raise = kinds == ActionKind.RAISE.value
        assert set(amounts[is_raise].tolist()) == {amount}
        assert not amounts[~is_raise].any()


@pytest.mark.parametrize("share", [0, -1.0, float("nan"), float("inf"), "half", True])
def test_an_invalid_share_of_the_pot_is_refused(share: float) -> None:
    with pytest.raises(AgentError, match=r"pot_share is .*; give a share of the pot above 0"):
        Archetype("fox", pot_share=share)


@pytest.mark.parametrize("style", list(STYLES))
def test_with_the_shares_of_a_style_another_plays_as_that_style(
    style: str, games: dict[str, Game], decide: Decide
) -> None:
    raises, calls = (
        [share / 100 for share in column] for column in zip(*STYLES[style], strict=True)
    )
    decisions = decide(games["holdem-limit-3p"], [""] * 400 + ["r"] * 400)
    own = Archetype("rock" if style == "fox" else "fox", raises=raises, calls=calls)
    text = Archetype("ace", raises="+".join(map(str, raises)), calls="+".join(map(str, calls)))
    for agent in (own, text):
        assert np.array_equal(
            agent.act_batch(decisions)[0], Archetype(style).act_batch(decisions)[0]
        )


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({"raises": [1, 1, 1]}, r"raises is \[1, 1, 1\]; give 5 probabilities from 0 to 1"),
        ({"raises": "1+half+0+0+0"}, "raises is '1[+]half[+]0[+]0[+]0'; give 5 probabilities"),
        ({"calls": 3}, "calls is 3; give 5 probabilities"),
        ({"calls": [0, 0, 2, 0, 0]}, "calls is 2; give a probability from 0 to 1"),
        ({"raises": [1, 0.6, 0, 0, 0], "calls": [0, 0.5, 0, 0, 0]}, "add up to 1.1 in place 2; gi"),
    ],
)
def test_shares_of_no_hands_are_refused(shares: dict[str, object], message: str) -> None:
    with pytest.raises(AgentError, match=message):
        Archetype("fox", **shares)


def test_archetypes_play_holdem_and_nothing_else(games: dict[str, Game]) -> None:
    for style in FIRST_IN:
        claimed = {name for name, game in games.items() if REGISTRY.agent(style).plays(game, {})}
        assert claimed == {
            name
            for name, game in games.items()
            if name.startswith("holdem") and game.definition.variant is None
        }


def test_what_the_cache_evicted_is_computed_again_and_is_the_same() -> None:
    """With 16 slots most answers are thrown out, and questions repeat within a call."""
    generator = np.random.default_rng(3)
    cards = np.array([generator.permutation(52)[:7] for _ in range(60)], np.uint8)
    sizes = generator.integers(3, 6, 60)
    cards[:, 2:][np.arange(5) >= sizes[:, None]] = NO_CARD
    cards = cards[generator.integers(0, 60, 400)]
    bounds = generator.choice([400, 1326], 400).astype(np.uint16)
    small = StrengthCache(INCOME_PLACES, slot_bits=4)
    for rows in (slice(0, 200), slice(100, 400), slice(0, 400)):
        found = small.look_up(cards[rows, :2], cards[rows, 2:], bounds[rows])
        for row, strength in enumerate(found.strength.tolist()):
            one = cards[rows][row]
            alone = bounded_strength(
                one[None, :2], one[None, 2:], places=INCOME_PLACES, bounds=bounds[rows][row]
            )
            assert strength == alone.strength[0]
            assert found.positive[row] == alone.positive[0]
