"""Errors of the command line's library, in our words: what is wrong, and what to give instead."""

import re
from collections.abc import Sequence
from typing import Any

from railbird.harness.cli.command_group import make_command
from railbird.harness.cli.command_list import COMMANDS, find_function

_WORDS = (
    (r"^Invalid value for '?(.*?)'?(?: / '.*?')?: ", r"\1: "),
    (r"^Invalid value: ", ""),
    (r"Input should be a valid integer.*|('.*') is not a valid integer\.?", "give a whole number"),
    (r"Input should be a valid number.*|('.*') is not a valid float\.?", "give a number"),
    (r"Input should be greater than or equal to (\S+)", r"give \1 or more"),
    (r"Input should be less than or equal to (\S+)", r"give \1 or less"),
    (r"(\S+) is not in the range x>=(\S+?)\.?$", r"give \2 or more"),
    (r"Value error, ", ""),
    (r"^Missing (argument|option) '(.*?)'(?: / '.*?')?\.?", r"the \1 \2 is missing"),
    (r"^No such option: (\S+)", r"there is no option \1"),
    (r"^No such command '(.*?)'\.?", r"there is no command '\1'"),
    (r"^Option '(.*?)' requires an argument\.?", r"the option \1 needs a value"),
    (r"^Got unexpected extra argument(?:s|\(s\))? \((.*)\)", r"unexpected: \1"),
    (r" \(Possible options: (.*)\)", r"; did you mean \1?"),
    (r"\.? Did you mean (.*\?)", r"; did you mean \1"),
    (r"\.? Choose from:? ", "; give one of "),
)
_CHOICES = re.compile(r"is not one of ('.*')\.?$")
_NEED_HELP = ("the argument", "there is no", "unexpected")


def describe_usage(error: Any, arguments: Sequence[str]) -> str:
    """Return the message of a usage error of a command with these arguments.

    It ends with the help of an option without a value, or with the command that prints more.
    """
    text = " ".join(error.format_message().split())
    for pattern, ours in _WORDS:
        text = re.sub(pattern, ours, text)
    text = _CHOICES.sub(lambda found: f"is not one of {found[1].replace(chr(39), '')}", text)
    if text.endswith("needs a value"):
        return f"{text}{_help_of(error.option_name, arguments[0])}"
    if error.ctx is not None and text.startswith(_NEED_HELP) and "did you mean" not in text:
        return f"{text}; see `{error.ctx.command_path} --help`"
    return text


def _help_of(option: str, command: str) -> str:
    """Return the help of a command's option, to follow a sentence."""
    if command not in COMMANDS:
        return ""
    parameters = make_command(command, find_function(command)).params
    text = next((p.help for p in parameters if option in p.opts and p.help), "")
    return f": {text[0].lower()}{text[1:].removesuffix('.')}" if text else ""
