"""What makes Scores sound, and which of them each hand has."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from railbird.native.cards.cards import format_cards
from railbird.native.errors import RankerError
from railbird.native.scoring.evaluation import Hands, Values, evaluate, is_true
from railbird.native.scoring.expressions import Bounds, Expression, depth_of, value_bounds
from railbird.native.scoring.syntax import DEEPEST, Score, Scoring

MOST_RANKS = 2**16
HANDS_AT_ONCE = 2**16


def check_scoring(scoring: Scoring) -> Scoring:
    """Return a scoring that is sound; RankerError, with the place, for one that is not."""
    if not scoring.scores:
        raise RankerError('it has no Score; add one such as `score "all" 0 default`')
    for score in scoring.scores:
        _check_score(score, scoring.scores)
    bounds: dict[str, Bounds] = {}
    depths: dict[str, int] = {}
    for name, expression in scoring.names.items():
        _check_expression(expression, bounds, depths)
        bounds[name] = value_bounds(expression, bounds)
        depths[name] = depth_of(expression, depths)
    for score in scoring.scores:
        for formula in (score.when, score.subrank):
            if formula is not None:
                _check_expression(formula, bounds, depths)
    return scoring


def _check_score(score: Score, scores: tuple[Score, ...]) -> None:
    shown = repr(score.name)
    if not score.name.strip() or not score.name.isprintable():
        raise score.place.wrong(f"the Score {shown} needs a name in printable characters")
    if score.when is None and not score.is_default:
        raise score.place.wrong(
            f"the Score {shown} has no conditions and is not the default, so that it would match "
            "every hand; add conditions, or make it the default"
        )
    if score.when is not None and score.is_default:
        raise score.place.wrong(
            f"the Score {shown} is the default and has conditions; drop one of them"
        )
    for other in scores[: scores.index(score)]:
        if score.is_default and other.is_default:
            raise score.place.wrong(f"{shown} and {other.name!r} are the default; keep one")
        if score.name == other.name or score.rank == other.rank:
            what = "name" if score.name == other.name else f"rank {score.rank}"
            raise score.place.wrong(f"{shown} has the {what} of {other.name!r}; give it its own")


def _check_expression(
    expression: Expression, bounds: dict[str, Bounds], depths: dict[str, int]
) -> None:
    value_bounds(expression, bounds)
    if depth_of(expression, depths) > DEEPEST:
        raise expression.place.wrong(
            f"with the names in it this is nested deeper than {DEEPEST} operations; simplify it"
        )


def number_ranks(
    scoring: Scoring, cards: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.uint16], dict[str, int]]:
    """The ranks of hands, uint16[n], numbered without gaps, and the first rank of each Score.

    ``cards`` is uint8[cards of a hand, n], in rising order. Raises RankerError for a hand that no
    Score matches, for a division by zero and for more ranks than 16 bits hold.
    """
    places, subranks = _score_hands(scoring, cards)
    ranks = np.zeros(cards.shape[1], np.uint16)
    first_ranks: dict[str, int] = {}
    count = 0
    for place in sorted(range(len(scoring.scores)), key=lambda one: scoring.scores[one].rank):
        hands = np.flatnonzero(places == place)
        values, numbers = np.unique(subranks[hands], return_inverse=True)
        if len(values):
            first_ranks[scoring.scores[place].name] = count
        ranks[hands] = (count + numbers).astype(np.uint16)
        count += len(values)
    if count > MOST_RANKS:
        raise RankerError(
            f"it tells {count:,} ranks apart; {MOST_RANKS:,} at most can be kept: leave out of the "
            "subranks what does not decide between hands"
        )
    return ranks, first_ranks


def _score_hands(scoring: Scoring, cards: npt.NDArray[np.uint8]) -> tuple[Values, Values]:
    """The place of each hand's Score in the scoring, and its subrank, int64[n] each."""
    places = np.empty(cards.shape[1], np.int64)
    subranks = np.zeros(cards.shape[1], np.int64)
    for start in range(0, cards.shape[1], HANDS_AT_ONCE):
        part = slice(start, start + HANDS_AT_ONCE)
        hands = Hands(np.ascontiguousarray(cards[:, part]), scoring.names)
        for place, rows, matched in _match_scores(scoring, hands):
            places[part][rows] = place
            subrank = scoring.scores[place].subrank
            if subrank is not None:
                subranks[part][rows] = evaluate(subrank, matched)
    return places, subranks


def _match_scores(
    scoring: Scoring, hands: Hands
) -> Iterator[tuple[int, npt.NDArray[np.intp], Hands]]:
    """Yield the Scores from the highest rank down, the default last, with the hands they take."""
    scores = scoring.scores
    rows = np.arange(len(hands))
    for place in sorted(
        range(len(scores)), key=lambda one: (scores[one].is_default, -scores[one].rank)
    ):
        when = scores[place].when
        holds = np.ones(len(rows), np.bool_) if when is None else is_true(when, hands)
        if holds.any():
            yield place, rows[holds], hands.where(holds)
        rows, hands = rows[~holds], hands.where(~holds)
    if len(rows):
        example = format_cards(hands.cards[:, 0])
        raise RankerError(
            f'no Score matches the hand {example}; add one such as `score "other" 0 default`'
        )
