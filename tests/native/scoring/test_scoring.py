"""Formulas rank hands as their text says, and what is wrong with a text is said in one sentence."""

import pickle
import random
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    Formula,
    RankerError,
    Ranking,
    describe_hand,
    every_hand,
    parse_cards,
    rank_hands,
)
from railbird.native.cards.cards import format_cards
from railbird.native.scoring.plain_text import format_scoring
from railbird.native.scoring.scores import check_scoring
from railbird.native.scoring.syntax import parse_scoring

FOLDER = Path(__file__).parents[3] / "tournaments" / "games"
CUSTOM = (FOLDER / "custom-scoring.score").read_text(encoding="utf-8")
THREE_CARD = """
cards 3
let run = $c2.rank == $c1.rank + 1 && $c3.rank == $c2.rank + 1
let wheel = $c1.rank == 0 && $c2.rank == 1 && $c3.rank == 12
let top = wheel ? $c2.rank : $c3.rank
let suited = $c1.suit == $c2.suit && $c2.suit == $c3.suit
let all = $c3.rank * 169 + $c2.rank * 13 + $c1.rank
score "straight flush" 5 when suited && (run || wheel) subrank top
score "three of a kind" 4 when $c1.rank == $c3.rank subrank $c1.rank
score "straight" 3 when run || wheel subrank top
score "flush" 2 when suited subrank all
score "pair" 1 when $c1.rank == $c2.rank || $c2.rank == $c3.rank
subrank $c2.rank * 13 + ($c1.rank == $c2.rank ? $c3.rank : $c1.rank)
score "high card" 0 default subrank all
"""


def numbered(ranks: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Ranks without gaps."""
    return np.unique(ranks, return_inverse=True)[1]


@pytest.mark.exhaustive
def test_the_mended_example_of_the_source_orders_every_hand_as_high_does() -> None:
    formula = Formula(CUSTOM)
    high = rank_hands(np.ascontiguousarray(every_hand(5).T))
    assert len(high) == 2_598_960
    assert (formula.ranks == numbered(high)).all()
    categories = [formula.name_of(int(rank)) for rank in np.unique(formula.ranks)]
    assert {name: categories.count(name) for name in formula.names} == {
        "high card": 1277,
        "pair": 2860,
        "two pair": 858,
        "three of a kind": 858,
        "straight": 10,
        "flush": 1277,
        "full house": 156,
        "four of a kind": 156,
        "straight flush": 10,
    }


def test_a_formula_of_three_cards_is_the_ranker_of_three_cards() -> None:
    hands = np.ascontiguousarray(every_hand(3).T)
    assert (Formula(THREE_CARD).ranks == numbered(rank_hands(hands, by="three-card"))).all()


def test_hands_have_the_names_of_their_scores() -> None:
    ranking = Ranking("table", table=Formula(THREE_CARD))
    names = [
        describe_hand(parse_cards(cards), by=ranking) for cards in ("As2s3s", "Ah2s3s", "2c2d")
    ]
    assert names[:2] == ["straight flush", "straight"]
    seven = parse_cards("2c7h9dJs3cKdKs")
    assert describe_hand(seven, by=ranking) == "pair"


def one(formula: str, hand_size: int = 2) -> Formula:
    return Formula(f'cards {hand_size}\nscore "all" 0 default subrank {formula}')


SIGNS = ("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||")
IN_PYTHON = {"/": "//", "&&": "and", "||": "or"}


def random_formula(
    dice: random.Random, depth: int, signs: tuple[str, ...] = SIGNS
) -> tuple[str, str]:
    """A formula, and the same for Python."""
    if depth == 0 or dice.random() < 0.2:
        card = dice.choice(
            ("$c1.rank", "$c2.value", "$c1.suit", "$c2.suit", str(dice.randint(0, 9)))
        )
        return card, card.replace("$c", "c").replace(".", "_").replace("value", "rank")
    left, right = (random_formula(dice, depth - 1, signs) for _ in range(2))
    if dice.random() < 0.2:
        third = random_formula(dice, depth - 1, signs)
        text = f"({left[0]} ? {right[0]} : {third[0]})"
        return text, f"(({right[1]}) if ({left[1]}) else ({third[1]}))"
    if dice.random() < 0.2:
        sign = dice.choice("!-")
        return f"{sign}({left[0]})", f"int(not ({left[1]}))" if sign == "!" else f"-({left[1]})"
    sign = dice.choice(signs)
    text, python = f"({left[0]} {sign} {right[0]})", IN_PYTHON.get(sign, sign)
    if sign in ("&&", "||"):
        return text, f"int(bool({left[1]}) {python} bool({right[1]}))"
    return text, f"int(({left[1]}) {python} ({right[1]}))"


def python_values(python: str) -> list[int] | None:
    """What Python makes of a formula for every hand of two cards; None where it divides by zero."""
    code = compile(python, "formula", "eval")
    values = []
    for first, second in every_hand(2).T.tolist():
        names = dict(zip(("c1_rank", "c1_suit"), divmod(first, 4), strict=True))
        names |= dict(zip(("c2_rank", "c2_suit"), divmod(second, 4), strict=True))
        try:
            values.append(eval(code, {}, names))
        except ZeroDivisionError:
            return None
    return values


@pytest.mark.parametrize("seed", range(60))
def test_formulas_have_the_values_that_python_gives_them(seed: int) -> None:
    text, python = random_formula(random.Random(seed), 4)
    values = python_values(python)
    if values is None:
        with pytest.raises(RankerError, match=r"column \d+: division by zero for [2-9TJQKA]"):
            _ = one(text).ranks
    else:
        assert (one(text).ranks == numbered(np.array(values))).all()


def test_signs_bind_as_in_c() -> None:
    for text, same in (
        ("1 + 2 * $c1.rank == 7 && 0 || 1", "(((1 + (2 * $c1.rank)) == 7) && 0) || 1"),
        ("$c1.rank - 3 - 2", "($c1.rank - 3) - 2"),
        ("-$c1.rank % 5", "(-$c1.rank) % 5"),
        ("$c1.rank < 5 == 1", "($c1.rank < 5) == 1"),
        ("$c1.rank ? 1 : $c2.rank ? 2 : 3", "$c1.rank ? 1 : ($c2.rank ? 2 : 3)"),
        ("!$c1.rank + 1", "(!$c1.rank) + 1"),
    ):
        assert (one(text).ranks == one(same).ranks).all()
    assert (one("7 / 2 - $c1.rank").ranks == one("3 - $c1.rank").ranks).all()


def test_what_does_not_decide_is_not_evaluated() -> None:
    for formula, count in (
        ("$c1.rank == 0 ? 0 : 60 / $c1.rank", 11),
        ("$c1.rank && 60 / $c1.rank", 2),
        ("!$c1.rank || 60 / $c1.rank", 1),
    ):
        assert one(formula).ranks.max() + 1 == count


@pytest.mark.parametrize("text", [CUSTOM, THREE_CARD])
def test_a_text_without_names_ranks_alike_and_is_written_as_it_is_read(text: str) -> None:
    plain = format_scoring(parse_scoring(text))
    assert "let" not in plain
    assert format_scoring(parse_scoring(plain)) == plain
    if text == THREE_CARD:
        assert (Formula(plain).ranks == Formula(text).ranks).all()


@pytest.mark.parametrize("seed", range(30))
def test_parentheses_are_kept_where_they_matter(seed: int) -> None:
    signs = tuple(sign for sign in SIGNS if sign not in "/%")
    text, python = random_formula(random.Random(seed), 5, signs)
    values = python_values(python)
    assert values is not None
    plain = format_scoring(parse_scoring(one(text).text))
    assert (Formula(plain).ranks == numbered(np.array(values))).all()


def test_only_hands_of_the_deck_are_ranked() -> None:
    text = 'cards 2\nscore "all" 0 default subrank 12 / ($c1.rank - 7)'
    with pytest.raises(RankerError, match=r"line 2, column 34: division by zero for 9c9d; ask"):
        _ = Formula(text).ranks
    short = Formula(text, rank_count=5, suit_count=2)  # hearts and spades from the ten
    is_there = (every_hand(2) >= 32).all(axis=0) & (every_hand(2) % 4 >= 2).all(axis=0)
    assert is_there.sum() == comb(10, 2)
    assert not short.ranks[~is_there].any()
    assert len(np.unique(short.ranks[is_there])) == 5


def test_processes_are_sent_the_text_alone() -> None:
    formula = Formula(THREE_CARD)
    assert formula.ranks.any()
    sent = pickle.dumps(formula)
    assert len(sent) < len(THREE_CARD) + 200
    assert pickle.loads(sent) == formula
    assert (pickle.loads(sent).ranks == formula.ranks).all()


HEAD = "cards 2\n"
DEFAULT = HEAD + 'score "all" 0 default\n'
WRONG = {
    "nothing": ("", "line 1, column 1: the text ends where there may be cards"),
    "no cards": ('score "a" 0', "line 1, column 1: 'score' stands where there may be cards"),
    "no hand": ("cards 0", "line 1, column 7: hands of 0 cards; give 1 to 5"),
    "a long hand": ("cards 6", "line 1, column 7: hands of 6 cards; give 1 to 5"),
    "no Score": (HEAD, 'it has no Score; add one such as `score "all" 0 default`'),
    "a strange sign": (
        DEFAULT + "subrank 1 @ 2",
        "line 3, column 11: '@' is not part of a formula",
    ),
    "no operand": (DEFAULT + "subrank 1 +", "line 3, column 11: the text ends where there may be"),
    "two operands": (
        DEFAULT + "subrank (1 2)",
        "line 3, column 12: '2' stands where there may be ",
    ),
    "C.5 as printed": (
        DEFAULT + "subrank $c1.rank == 0 ? 1 : $c2.rank == 3 ? 4\n   5",
        "line 4, column 4: '5' stands where there may be",
    ),
    "no such card": (
        DEFAULT + "subrank $c3.rank",
        "line 3, column 9: '$c3.rank' is none of the ca",
    ),
    "no value": (DEFAULT + "subrank $c1", "line 3, column 9: '$c1' is not a value; write $c1.rank"),
    "a value": (DEFAULT + "subrank $c1.colour", "'$c1.colour' is not a value; write $c1.rank or"),
    "an unknown name": (
        DEFAULT + "subrank top",
        "line 3, column 9: unknown name 'top'; `let` gives",
    ),
    "a later name": (
        HEAD + "let a = b\nlet b = 1\n" + 'score "x" 0 default',
        "line 2, column 9: unknown name 'b'",
    ),
    "a name twice": (
        HEAD + "let a = 1\nlet a = 2",
        "line 3, column 5: the name 'a' is given again",
    ),
    "conditions": (
        DEFAULT + 'score "pair" 1',
        "line 3, column 1: the Score 'pair' has no conditions and is not the default, so that it w",
    ),
    "a default with conditions": (
        HEAD + 'score "x" 0 default when 1',
        "the Score 'x' is the default and has conditions; drop one of them",
    ),
    "two defaults": (DEFAULT + 'score "x" 1 default', "'x' and 'all' are the default; keep one"),
    "a rank twice": (
        DEFAULT + 'score "x" 0 when 1',
        "'x' has the rank 0 of 'all'; give it its own",
    ),
    "a Score twice": (DEFAULT + 'score "all" 1 when 1', "'all' has the name of 'all'; give it its"),
    "no name": (HEAD + 'score " " 0 default', "the Score ' ' needs a name in printable characters"),
    "division by zero": (
        DEFAULT + "subrank 1 / $c1.rank",
        "line 3, column 11: division by zero for 2c2d; ask first, such as x ? y / x : 0",
    ),
    "a remainder by zero": (
        DEFAULT + "subrank 1 % $c1.suit",
        "column 11: division by zero for 2c2d",
    ),
    "a hand without Score": (
        HEAD + 'score "low" 0 when $c2.rank < 12',
        'no Score matches the hand 2cAc; add one such as `score "other" 0 default`',
    ),
    "too large a number": (
        DEFAULT + "subrank 1" + "0" * 18,
        "the number has 19 digits; give 18 at",
    ),
    "too large a value": (
        DEFAULT + "subrank $c1.rank * 999999999999999999",
        "line 3, column 18: this may be larger than 2^62; use smaller weights",
    ),
    "a deep nest": (
        DEFAULT + "subrank " + "1+" * 200 + "1",
        "nested deeper than 100 operations; spl",
    ),
    "a deep nest of names": (
        HEAD
        + "let a0 = 1\n"
        + "".join(f"let a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, 60))
        + 'score "x" 0 default',
        "with the names in it this is nested deeper than 100 operations; simplify it",
    ),
    "a long text": (DEFAULT + "#" * 100_000, "characters; give 100,000 at most"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_place(case: str) -> None:
    text, words = WRONG[case]
    with pytest.raises(RankerError) as found:
        _ = Formula(text).ranks
    assert words in str(found.value)
    assert "\n" not in str(found.value)


def test_more_ranks_than_16_bits_hold_are_refused() -> None:
    weights = " + ".join(f"$c{card}.rank * {13**card}" for card in range(1, 6))
    suits = " + ".join(f"$c{card}.suit * {13**6 * 4**card}" for card in range(1, 6))
    with pytest.raises(RankerError, match="it tells 2,598,960 ranks apart; 65,536 at most can be"):
        _ = one(f"{weights} + {suits}", 5).ranks


def test_control_characters_are_refused() -> None:
    with pytest.raises(RankerError, match=r"the text has the character '\\x7f'; remove it"):
        Formula(DEFAULT + "# \x7f")


PIECES = (
    *("cards 2", "cards 1", "let a =", "let b =", 'score "x" 0', 'score "y" 1', "default", "when"),
    *("subrank", "$c1.rank", "$c2.suit", "$c9", "a", "b", "0", "1", "99999999", "(", ")", "?", ":"),
    *(
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<",
        ">=",
        "&&",
        "||",
        "!",
        "\n",
        "# x",
        '"',
        "$",
        "=",
        "@",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.booleans())
def test_any_text_ranks_hands_or_is_refused_in_one_sentence(
    pieces: list[str], begins: bool
) -> None:
    text = (DEFAULT + "subrank " if begins else "") + " ".join(pieces)
    try:
        ranks = Formula(text).ranks
    except RankerError as error:
        assert str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    else:
        assert ranks.dtype == np.uint16
        plain = format_scoring(check_scoring(parse_scoring(text)))
        assert (Formula(plain).ranks == ranks).all()


@given(st.text(max_size=200))
def test_any_characters_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(RankerError) as found:
        _ = Formula(text).ranks
    assert "\n" not in str(found.value)


def test_cards_are_in_rising_order() -> None:
    names = {'score "rising" 1 when $c1.rank <= $c2.rank', 'score "other" 0 default'}
    assert Formula(HEAD + "\n".join(names)).names == ("rising",)
    assert format_cards(every_hand(2)[:, 0]) == "2c2d"
