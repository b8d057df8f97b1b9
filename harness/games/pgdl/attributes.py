"""What the attributes of an element say."""

import re
from fractions import Fraction

from railbird.harness.games.pgdl.elements import Element

YES, NO = ("yes", "true"), ("no", "false")


def text_of(element: Element, *spellings: str, default: str | None = None) -> str:
    """The text of an attribute in any spelling; refused if missing and without a default."""
    found = element.get(*spellings)
    if found is not None:
        return found.strip()
    if default is None:
        raise element.wrong(f"has no {spellings[0]}; add it")
    return default


def count_of(element: Element, *spellings: str, default: str | None = None) -> int:
    """A whole number."""
    text = text_of(element, *spellings, default=default)
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise element.wrong(f"has {spellings[0]} = {text!r}; give a whole number")
    return int(text)


def fraction_of(element: Element, name: str, default: str | None = None) -> Fraction:
    """Chips, which may be a fraction."""
    text = text_of(element, name, default=default)
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text):
        raise element.wrong(f"has {name} = {text!r}; give chips as a number such as 1 or 0.5")
    return Fraction(text)


def truth_of(element: Element, *spellings: str, default: str = "no") -> bool:
    """Yes or no."""
    text = text_of(element, *spellings, default=default).lower()
    if text not in YES + NO:
        raise element.wrong(f"has {spellings[0]} = {text!r}; give true or false")
    return text in YES


def require_no(element: Element, name: str, why: str) -> None:
    """Refuse what an attribute says yes to, and why."""
    if truth_of(element, name):
        raise element.wrong(f'says {name}: {why}; say {name}="false"')


def choice_of(element: Element, name: str, choices: dict[str, str], *, default: str) -> str:
    """What one of several words means."""
    text = text_of(element, name, default=default)
    if text.lower() not in choices:
        raise element.wrong(f"has {name} = {text!r}; give one of {', '.join(choices)}")
    return choices[text.lower()]
