"""The grammar: what is read, where each node is, what is wrong with a text, and the layout."""

import dataclasses
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.agents.pokerlang.compiling.strategy_compiler import compile_strategy
from railbird.agents.pokerlang.language import syntax
from railbird.agents.pokerlang.language.formatting import format_strategy
from railbird.agents.pokerlang.language.parsing import (
    MOST_DEPTH,
    MOST_FAULTS,
    SourceError,
    parse,
)
from railbird.agents.pokerlang.language.words import BEGINNERS, KEYWORDS
from railbird.agents.pokerlang.tools.linting import lint

EVERYTHING = """\
# first
pokerlang 1 strategy "Mine"  # head
hands big = QQ+, AKs, 22-55, T9s-76s, 15%
stack short = * .. 8
position early = -4 .. 0
tune check-raise-trap size = 0.5 next = 75%
action mixup preflop: raise to 3 bb 60%, call flop: raise 50% 30%, fold per hand
# about t
tactic t when M > 3 and (stack in green or not unopened)
  rule "rule of" when hand in A, big and 5 < M <= 20 or made >= pair: raise 0.5 pot 20%, # in
      call per hand often 30% # trail
  rule when opponent is tight-passive or opponent can have flush >= 20%: check
  rule when 0.5 pot >= steal-bet and opponent af < 2 and opponent can have pair: check
  rule when strength vs "TT+" > 2 * pot-odds + 0.1 - 3% / 2: mixup
tactic s plays loose-aggressive
tactic u
  rule when not (round is flop and drawing flush) and hand in "AhKd, 22": raise 3x, all-in 5%
  rule: raise 2 bb 10%, raise min, check per decision
  rule: check-raise-trap 20%, post-oak-bluff
otherwise: check
# end
"""


def nodes(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif dataclasses.is_dataclass(node):
        yield node
        for part in dataclasses.fields(node):
            if part.name != "place":
                yield from nodes(getattr(node, part.name))


def test_every_node_knows_where_it_is_written() -> None:
    """A name, value or number is the text at its place; others begin with what they contain."""
    lines = EVERYTHING.splitlines()
    found = list(nodes(parse(EVERYTHING)))
    words = [node for node in found if isinstance(node, (syntax.Word, syntax.Number))]
    assert len(words) > 60
    for word in words:
        place = word.place
        written = lines[place.line - 1][place.column - 1 : place.end_column - 1]
        quoted = f'"{word.text}"' if isinstance(word, syntax.Word) and word.is_quoted else word.text
        assert (place.line, written) == (place.end_line, quoted)
    for node in found:
        if isinstance(node, syntax.Comment):
            continue
        place = node.place
        assert (1, 1) <= place[:2] < place[2:] <= (len(lines), len(max(lines, key=len)) + 1)


def test_formatting_keeps_the_strategy_and_its_comments() -> None:
    source = parse(EVERYTHING)
    text = format_strategy(source)
    assert parse(text) == source
    assert format_strategy(parse(text)) == text
    assert re.findall("#.*", text) == re.findall("#.*", EVERYTHING)
    assert 'strategy "Mine"  # head\n\nhands' in text
    assert "\n  # in\n  rule" in text
    assert "often 30%  # trail\n" in text


NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,3}(-[a-z]{1,3})?", fullmatch=True).filter(
    lambda name: name not in KEYWORDS
)
NUMBERS = st.sampled_from(["0", "1", "0.5", "20", "3.25"])
SHARES = st.sampled_from(["5%", "12.5%", "100%"])
OPERANDS = st.one_of(NAMES, NUMBERS, SHARES, st.just("pot"))
SUMS = st.lists(OPERANDS, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["+", "-", "*"]).map(lambda sign: f" {sign} ".join(parts))
)
COMPARISONS = st.builds(
    lambda a, b, c, more: f"{a} <= {b}" + (f" > {c}" if more else ""),
    *[SUMS, SUMS, SUMS, st.booleans()],
)
TESTS = st.one_of(
    NAMES,
    COMPARISONS,
    NAMES.map(lambda name: f"hand in {name}, A"),
    NAMES.map(lambda name: f"made >= {name}"),
    st.sampled_from(["board paired", "round is flop", "last-raiser in me, opponent"]),
    st.just('hand in "AhKd, TT+"'),
)
CONDITIONS = st.recursive(
    TESTS,
    lambda inner: st.one_of(
        inner.map(lambda one: f"not ({one})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda all_: f"({' and '.join(all_)})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda any_: f"({' or '.join(any_)})"),
    ),
    max_leaves=6,
)
MOVES = st.one_of(
    st.sampled_from(["fold", "check", "call", "all-in", "raise min", "raise 50%"]),
    NUMBERS.map(lambda number: f"raise {number} pot"),
    NUMBERS.map(lambda number: f"raise to {number} bb"),
    NUMBERS.map(lambda number: f"raise {number}x"),
    NAMES,
)
MIXES = st.builds(
    lambda choices, per: ", ".join(choices) + per,
    st.lists(st.builds(lambda m, s: f"{m} {s}", MOVES, SHARES | st.just("")), min_size=1),
    st.sampled_from(["", " per hand", " per decision"]),
)
RULES = st.builds(
    lambda title, when, mix, often: f"rule {title} {when}: {mix} {often}",
    *[st.sampled_from(["", '"a # b"']), CONDITIONS.map(lambda c: f"when {c}") | st.just("")],
    *[MIXES, SHARES.map(lambda s: f"often {s}") | st.just("")],
)
DEFINITIONS = st.one_of(
    NAMES.map(lambda name: f"hands {name} = AKs, 22 - 55, T9o+"),
    NAMES.map(lambda name: f"stack {name} = * .. 4.5"),
    st.builds(lambda name, mix: f"action {name} preflop: {mix} river: {mix}", NAMES, MIXES),
)
TACTICS = st.builds(
    lambda name, when, body: f"tactic {name} {when} {body}",
    *[NAMES, CONDITIONS.map(lambda c: f"when {c}") | st.just("")],
    st.lists(RULES, max_size=3).map(" ".join) | st.just("plays tight-passive"),
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A file with blanks, line ends and comments between any two words."""
    end = draw(MIXES.map(lambda mix: f"otherwise: {mix}") | st.just(""))
    parts = [*draw(st.lists(DEFINITIONS, max_size=3)), *draw(st.lists(TACTICS, max_size=3)), end]
    whole = " ".join(['pokerlang 1 strategy "x # y"', *parts]).strip()
    gaps = st.sampled_from([" ", " ", " ", "\n", "  # why\n", "\n\n # that\n# is\n"])
    pieces = re.split(r'("[^"]*"|(?<!-) (?!-))', whole)
    spread = [draw(gaps) if piece == " " else piece for piece in pieces]
    return "".join(spread) + draw(st.sampled_from(["", "\n", " # end"]))


@given(texts())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_strategy_is_the_same_after_formatting(text: str) -> None:
    source = parse(text)
    formatted = format_strategy(source)
    again = parse(formatted)
    assert again == source
    assert [one.text for one in again.comments] == [one.text for one in source.comments]
    assert format_strategy(again) == formatted


WRONG = {
    "": "1:1: the file ends too early; expected 'pokerlang'",
    "pokerlang 1 strategy Mine": "1:22: 'Mine' is not expected here; expected a text in \"quotes\"",
    'pokerlang 1 strategy "Mine': "1:22: a text without its closing quote",
    'pokerlang 1 strateg "x"': "1:13: 'strateg' is not expected here; nearest is 'strategy'",
    'pokerlang 1 strategy "x" tactic call rule: fold': "1:33: 'call' is a word of the language",
    'pokerlang 1 strategy "x" tactic t rule when M > : fold': "1:49: ':' is not expected here; exp",
    'pokerlang 1 strategy "x" hands h = zz': "1:36: 'zz' is not expected here; expected hands",
    'pokerlang 1 strategy "x" tactic t rule: raise': "1:46: the file ends too early; expected 'mi",
    'pokerlang 1 strategy "x"\ntactic t\n  rulle: fold': "3:3: 'rulle' is not expected here; near",
    'pokerlang 1 strategy "x" tactic t rule: fold oftn 3%': "1:46: 'oftn' is not expected here; n",
    'pokerlang 1 strategy "x" \x00': "1:26: '\x00' is not expected here",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_its_place(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(text, "f")
    assert caught.value.faults[0].describe("f").startswith(f"f:{WRONG[text]}")


def test_reading_goes_on_after_an_error_and_stops_after_20() -> None:
    rule = "  rule when hand inn A: fold # rule\n"
    text = (
        'pokerlang 1 strategy "x"\ntactic t\n' + rule * 3 + "tactic u rule fold\notherwise call\n"
    )
    with pytest.raises(SourceError) as caught:
        parse(text, "f")
    places = [(fault.line, fault.column) for fault in caught.value.faults]
    assert places == [(3, 18), (4, 18), (5, 18), (6, 15), (7, 11)]
    assert "(and 4 more: railbird pokerlang check f)" in str(caught.value)
    with pytest.raises(SourceError) as caught:
        parse(text.replace(rule, rule * 30), "f")
    assert len(caught.value.faults) == MOST_FAULTS


@pytest.mark.parametrize("opening", ["(", "not "])
def test_conditions_without_end_are_refused_and_not_followed(opening: str) -> None:
    text = f'pokerlang 1 strategy "x" tactic t rule when {opening * 100_000} M > 1: fold'
    with pytest.raises(SourceError, match="nested too deeply"):
        parse(text)


@pytest.mark.parametrize("sign", "+-*/")
def test_long_sums_and_products_are_refused_and_not_followed(sign: str) -> None:
    """So many terms are read, written, compiled and examined; one more is refused, at its place."""
    number = "2" if sign == "/" else "M"
    head = 'pokerlang 1 strategy "x"\ntactic t\n  rule when '
    deepest = "not (" * (MOST_DEPTH // 2)
    for count, opening in [(MOST_DEPTH, deepest), (MOST_DEPTH + 1, ""), (5000, "")]:
        total = "M" + f" {sign} {number}" * count
        text = f"{head}{opening}{total} > 1{')' * (len(opening) // 5)}: fold\n"
        if count == MOST_DEPTH:
            source = parse(text)
            assert parse(format_strategy(source)) == source
            lint(compile_strategy(source))
            continue
        with pytest.raises(SourceError) as caught:
            parse(text)
        (fault,) = caught.value.faults
        assert (fault.line, fault.column) == (3, 13)
        assert "nested too deeply" in fault.message


@pytest.mark.parametrize("number", ["1000000001", "9" * 400, "1000000001%", "1000000000.5"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tactic t rule: raise to ", " bb"),
        ("tactic t rule when M > 3 and 2 * M < ", ": fold"),
        ("stack a-1 = 0..", ""),
        ("position a = -", " .. *"),
        ("tune semi-bluff size = ", ""),
    ],
)
def test_a_number_that_is_too_large_is_an_error_at_its_place(
    number: str, before: str, after: str
) -> None:
    """It is found with the errors of the grammar, and the largest that is allowed is none."""
    head = 'pokerlang 1 strategy "1000000001"  # 1000000001\n'
    with pytest.raises(SourceError, match="numbers go up to 1,000,000,000") as caught:
        parse(f"{head}{before}{number}{after}\n")
    assert caught.value.faults[0].describe("f").startswith(f"f:2:{len(before) + 1}:")
    parse(f"{head}tactic a-1000000001 rule: raise 1000000000 bb")


def test_keywords_with_which_something_begins_are_keywords() -> None:
    assert set(BEGINNERS) < set(KEYWORDS)
