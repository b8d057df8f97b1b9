"""Hands that agents who ask services lost most in, with their words, described on the page."""

from dataclasses import dataclass

from railbird.results.hands.hand_report import HandReport, report_hand
from railbird.results.reading.asked_hands import CallWords, describe_calls, worst_of_each
from railbird.results.reading.service_calls import has_calls, sum_costs
from railbird.results.run.run_results import RunResults

HANDS_OF_AN_AGENT = 3
HANDS_SHOWN = 24
LONGEST_TEXT = 4000
"""Letters of a prompt, a reasoning or an answer on the page; `railbird calls` has the whole."""


@dataclass(frozen=True, slots=True)
class LostHand:
    """A hand as text, what the agent won in it, and what it asked and was answered."""

    agent: str
    chips: str
    hand: HandReport
    calls: tuple[CallWords, ...]


def lost_hands(run: RunResults) -> list[LostHand]:
    """Return the hands that each agent in the journal lost most in, by agent."""
    if not has_calls(run.reading.folder):
        return []
    agents = [one.agent for one in sum_costs(run.reading.folder) if one.calls]
    each = max(min(HANDS_OF_AN_AGENT, HANDS_SHOWN // max(len(agents), 1)), 1)
    return [
        LostHand(
            one.agent,
            f"{one.chips:+g}",
            report_hand(run.game, one.hand),
            tuple(map(_shortened, describe_calls(one.records))),
        )
        for one in worst_of_each(run.reading, each, agents[:HANDS_SHOWN])
    ]


def _shortened(call: CallWords) -> CallWords:
    return CallWords(call.title, tuple((name, _shorten(text)) for name, text in call.texts))


def _shorten(text: str) -> str:
    left_out = len(text) - LONGEST_TEXT
    return text if left_out <= 0 else f"{text[:LONGEST_TEXT]} ... ({left_out:,} more letters)"
