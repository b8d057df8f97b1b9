"""From syntax tree to text: one layout for every file, comments kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from railbird.agents.pokerlang.language import syntax

INDENT = "  "


@dataclass(frozen=True, slots=True)
class _Line:
    """One line to come: its text, and the node whose comments belong to it."""

    text: str
    place: syntax.Place
    indent: str = ""
    has_gap: bool = False


def format_strategy(strategy: syntax.Strategy) -> str:
    """Return the text of a strategy in the standard layout; parsed, it is the same strategy.

    Each definition, tactic and rule has a line of its own. A comment stays at the end of the line
    of what it follows, or on lines of its own before what it precedes.
    """
    waiting = list(strategy.comments)
    written: list[str] = []
    for line in _lines(strategy):
        before: list[str] = []
        behind: list[str] = []
        while waiting and waiting[0].line <= line.place.end_line:
            is_behind = waiting[0].line == line.place.end_line
            (behind if is_behind else before).append(waiting.pop(0).text)
        if line.has_gap and written:
            written.append("")
        written += [line.indent + comment for comment in before]
        written.append(line.indent + "  ".join([line.text, *behind]))
    return "\n".join([*written, *(comment.text for comment in waiting)]) + "\n"


def _lines(strategy: syntax.Strategy) -> Iterator[_Line]:
    header = f'pokerlang {strategy.version.text} strategy "{strategy.title.text}"'
    yield _Line(header, strategy.title.place)
    for index, definition in enumerate(strategy.definitions):
        yield _Line(_definition(definition), definition.place, has_gap=index == 0)
    for tactic in strategy.tactics:
        yield _Line(_tactic(tactic), _head(tactic), has_gap=True)
        for rule in tactic.rules:
            yield _Line(_rule(rule), rule.place, INDENT)
    if strategy.otherwise is not None:
        text = f"otherwise: {format_mix(strategy.otherwise)}"
        yield _Line(text, strategy.otherwise.place, has_gap=True)


def _head(tactic: syntax.Tactic) -> syntax.Place:
    """The place of a tactic's first line, without its rules."""
    last: syntax.Word | syntax.Condition = tactic.style or tactic.when or tactic.name
    return syntax.Place(*tactic.place[:2], *last.place[2:])


def _definition(definition: syntax.Definition) -> str:
    name = definition.name.text
    if isinstance(definition, syntax.Hands):
        return f"hands {name} = {', '.join(one.text for one in definition.ranges)}"
    if isinstance(definition, syntax.Zone):
        low, high = ("*" if b is None else b.text for b in (definition.low, definition.high))
        return f"{definition.subject} {name} = {low} .. {high}"
    if isinstance(definition, syntax.Tune):
        numbers = (f"{key.text} = {number.text}" for key, number in definition.numbers)
        return f"tune {name} {' '.join(numbers)}"
    rounds = (f"{round_name.text}: {format_mix(mix)}" for round_name, mix in definition.rounds)
    return f"action {name} {' '.join(rounds)}"


def _tactic(tactic: syntax.Tactic) -> str:
    when = "" if tactic.when is None else f" when {format_condition(tactic.when)}"
    style = "" if tactic.style is None else f" plays {tactic.style.text}"
    return f"tactic {tactic.name.text}{when}{style}"


def _rule(rule: syntax.Rule) -> str:
    title = "" if rule.title is None else f' "{rule.title.text}"'
    when = "" if rule.when is None else f" when {format_condition(rule.when)}"
    often = "" if rule.often is None else f" often {rule.often.text}"
    return f"rule{title}{when}: {format_mix(rule.mix)}{often}"


def format_mix(mix: syntax.Mix) -> str:
    """Return the text of a mix."""
    per = f" per {mix.per}" if mix.per else ""
    return ", ".join(map(_choice, mix.choices)) + per


def _choice(choice: syntax.Choice) -> str:
    share = "" if choice.share is None else f" {choice.share.text}"
    return format_move(choice.move) + share


def format_move(move: syntax.Move) -> str:
    """Return the text of a move."""
    size = move.size
    if size is None:
        return move.name.text
    number = "" if size.number is None else size.number.text
    sizes = {"%": number, "min": "min", "to": f"to {number} bb", "x": f"{number}x"}
    return f"{move.name.text} {sizes.get(size.unit, f'{number} {size.unit}')}"


def format_condition(condition: syntax.Condition) -> str:  # noqa: PLR0911 - one for each form
    """Return the text of a condition, with no more brackets than it needs."""
    match condition:
        case syntax.Combined(operator, parts):
            return f" {operator} ".join(_part(part, operator) for part in parts)
        case syntax.Not(inner):
            return f"not {_part(inner, 'not')}"
        case syntax.Flag(name):
            return name.text
        case syntax.Comparison(operands, operators):
            words = [_operand(operands[0])]
            for operator, operand in zip(operators, operands[1:], strict=True):
                words += [operator, _operand(operand)]
            return " ".join(words)
        case syntax.Membership(subject, values, relation):
            listed = ", ".join(map(_value, values))
            return f"{subject.text} {relation} {listed}"
        case syntax.CardTest(subject, value, operator):
            return " ".join(filter(None, (subject.text, operator, value.text)))
        case syntax.CanHave(category, operator, share):
            least = "" if share is None else f" {operator} {share.text}"
            return f"opponent can have {category.text}{least}"


def _part(part: syntax.Condition, outer: str) -> str:
    text = format_condition(part)
    is_loose = isinstance(part, syntax.Combined) and (part.operator, outer) != ("and", "or")
    return f"({text})" if is_loose else text


def _value(value: syntax.Word) -> str:
    return f'"{value.text}"' if value.is_quoted else value.text


def _operand(operand: syntax.Operand) -> str:
    match operand:
        case syntax.Number(text):
            return text
        case syntax.Quantity(name, against, of_opponent):
            whose = "opponent " if of_opponent else ""
            return whose + (name.text if against is None else f'{name.text} vs "{against.text}"')
        case syntax.Term("*", syntax.Number(text), syntax.Quantity(syntax.Word("pot"))):
            return f"{text} pot"
        case syntax.Term(operator, left, right):
            return f"{_operand(left)} {operator} {_operand(right)}"
