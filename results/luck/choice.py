"""Which luck is taken out of payoffs: the choice of a spec, and of a reader of its results."""

from typing import Literal, get_args

from railbird.native import GameDefinition, GameDefinitionError
from railbird.results.hands.all_in import has_expectation
from railbird.results.luck.chance import has_chance_values
from railbird.results.luck.declared_hands import has_declared_values
from railbird.results.luck.listed_hands import is_listed

Luck = Literal["raw", "all-in", "chance", "aivat"]
LUCKS: tuple[Luck, ...] = get_args(Luck)
"""What is taken out: nothing, the boards after the last decision, all cards, and with the cards the
decisions of agents that declare their probabilities."""
LUCK_KEY, VALUES_KEY = "luck", "luck_values"
"""The keys of a spec that choose before the data, and of a manifest."""

_ABOUT: dict[Luck, str] = {
    "raw": "payoffs are as played",
    "all-in": "payoffs of hands without decisions before the last card are means over the possible "
    "boards",
    "chance": "the luck of the cards is taken out of payoffs",
    "aivat": "the luck of the cards, and of the decisions of agents that declare them, is taken "
    "out of payoffs",
}


def require_luck(definition: GameDefinition, luck: Luck) -> None:
    """Raise GameDefinitionError if this luck cannot be taken out of hands of the game."""
    has_values = is_listed(definition) or (
        has_chance_values(definition) if luck == "chance" else has_declared_values(definition)
    )
    if luck == "all-in" and not has_expectation(definition):
        raise GameDefinitionError(
            "all-in expectation is available only for games that an ACPC definition can describe; "
            "use --luck raw for this game"
        )
    if luck in ("chance", "aivat") and not has_values:
        raise GameDefinitionError(
            f"--luck {luck} does not support this game; chance is for hold'em and for games whose "
            "deals can be listed, aivat for hold'em with equal stacks and for such games"
        )


def require_chance(luck: Luck) -> None:
    """Raise GameDefinitionError if a fitted value function is not for this choice."""
    if luck != "chance":
        raise GameDefinitionError(
            f"fitted values are for --luck chance, not {luck}; leave them out, or choose chance"
        )


def describe_luck(luck: Luck, *, planned: Luck, has_other_values: bool = False) -> str:
    """Return a note for results: what is taken out, and whether that was chosen after play.

    `has_other_values` says that the value function is not that of the spec.
    """
    if luck != planned:
        return f"{_ABOUT[luck]} ('{luck}', chosen after play: the spec has luck = '{planned}')"
    if has_other_values:
        return f"{_ABOUT[luck]} ('{luck}', by values chosen after play: the spec has others)"
    return "" if luck == "raw" else f"{_ABOUT[luck]} (luck = '{luck}' in the spec)"
