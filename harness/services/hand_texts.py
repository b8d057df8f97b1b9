"""Hands and rules as text, for agents that pass them on to a service."""

import re
from collections.abc import Sequence
from functools import lru_cache

from railbird.harness.games.rules_in_words import describe_rules
from railbird.native import GameDefinition, game_dealt_in, order_dealt_in, positions_dealt_in
from railbird.plugins import AgentError, Game, HandRecord, Observation
from railbird.plugins.contract.services import HandNotation
from railbird.results.errors import LogError
from railbird.results.histories.seen_hand import SeenHand, write_seen_hand

NUMBERED = re.compile(r"\bplayer(?= \d)")
"""What rules call a position, and a prompt cannot, since its players keep their names."""


GAMES_IN_MEMORY = 16


class HandTexts:
    """The texts of Services."""

    def describe_rules(
        self, game: Game, /, observation: Observation | None = None
    ) -> list[tuple[str, str]]:
        """Return the rules of a game in words; players are numbered by position there.

        Where stacks are carried on, they are those of the hand of ``observation``.
        """
        if observation is None or not observation.level:
            return list(_rules(game.definition))
        return _rules_of_hand(game.definition, observation)

    def write_decision(
        self, observation: Observation, names: Sequence[str], /, *, notation: HandNotation
    ) -> str:
        """Write the hand so far."""
        seen = SeenHand(
            hand_index=observation.hand_index,
            names=names,
            betting=observation.betting,
            hole_cards=[
                observation.hole_cards if seat == observation.seat else None
                for seat in range(observation.seat_count)
            ],
            board=observation.board,
            stacks=observation.starting_stacks,
            blinds=observation.blinds,
            ante=observation.ante,
            seats=observation.seats,
        )
        return _write(observation.game, seen, notation)

    def write_hand(
        self, game: Game, record: HandRecord, names: Sequence[str], /, *, notation: HandNotation
    ) -> str:
        """Write a finished hand."""
        seen = SeenHand(
            hand_index=record.hand_index,
            names=names,
            betting=record.betting,
            hole_cards=record.hole_cards,
            board=record.board,
            stacks=record.starting_stacks,
            blinds=record.blinds,
            ante=record.ante,
            seats=record.seats,
            payoffs=record.payoffs,
        )
        return _write(game, seen, notation)


def _rules_of_hand(definition: GameDefinition, observation: Observation) -> list[tuple[str, str]]:
    """Return the rules as those who are dealt in play this hand, with its stacks and its ante."""
    stacks = observation.starting_stacks
    dealt_in = positions_dealt_in(stacks)
    order = order_dealt_in(definition, dealt_in)
    ante = observation.ante - definition.ante
    lines = dict(_rules(game_dealt_in(definition, dealt_in, observation.blinds)))
    named = [f"position {place}: {stacks[at]}" for place, at in enumerate(order, start=1)]
    lines["stacks"] = ", ".join(named)
    if ante:
        lines["posted"] = f"everybody an ante of {ante}, {lines['posted']}"
    return list(lines.items())


@lru_cache(GAMES_IN_MEMORY)
def _rules(definition: GameDefinition) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, NUMBERED.sub("position", rule)) for name, rule in describe_rules(definition)
    )


def _write(game: Game, seen: SeenHand, notation: HandNotation) -> str:
    try:
        return write_seen_hand(game.definition, seen, notation)
    except LogError as error:
        raise AgentError(str(error)) from error
