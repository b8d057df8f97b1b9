"""Answers of models are read by the form and the unit that was asked for, and by nothing else."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.agents.language_model.amounts import UNITS, Stakes, shown
from railbird.agents.language_model.answers import (
    LEADS,
    MOVES,
    TRAILS,
    Move,
    UnreadableError,
    read_answer,
    read_line,
)
from railbird.agents.language_model.playing import elect
from railbird.agents.language_model.prompt_files import Prompt, read_prompt, shipped_prompts
from railbird.plugins import CALL, FOLD, AgentError, ChatAnswer, raise_to

LINES: dict[str, Move] = {
    "Final answer: fold": Move("fold"),
    "Final answer: check.": Move("check"),
    "**Final answer:** call": Move("call"),
    "> final answer: ALL IN": Move("all-in"),
    "Final answer: raise 300": Move("raise", Decimal(300)),
    "Final answer: bet 1,250": Move("bet", Decimal(1250)),
    "Final Answer: `raise to 300 chips`": Move("raise", Decimal(300)),
    "Final answer: raise 300 (two thirds of the pot)": Move("raise", Decimal(300)),
    "I fold? No.\nFinal answer: call\n\n": Move("call"),
    "Final answer: fold\nWait.\nFinal answer: raise 40": Move("raise", Decimal(40)),
    "Final answer: raise": Move("raise"),
    "Final answer: call (pot odds)": Move("call"),
}
UNREADABLE = [
    "", "fold", "Final answer fold", "Final answer:", "Final answer: dance", "answer: fold",
    "Final answer: raise lots", "Final answer: raise 3e999999", "Final answer: raise -5",
    "Final answer: raise by 300", "Final answer: raise 300 or fold", "Final answer: fold or call",
    "Final answer: raise 0.5 pot", "Final answer: raise 3bb", "Final answer: raise NaN",
    "Final answer: raise to", "Final answer: raise 1,2", "Final answer: raise " + "9" * 400,
]  # fmt: skip


@pytest.mark.parametrize("text", LINES)
def test_the_last_line_is_read(text: str) -> None:
    assert read_line(text, "raise-to") == LINES[text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_everything_else_is_sent_back(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_answer(ChatAnswer(text), "line", "raise-to")


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for form in ("line", "json", "tool"):
        for said in (text, f"Final answer: {text}", f'{{"action": "raise", "amount": {text}}}'):
            try:
                move = read_answer(ChatAnswer(said, said), form, "raise-to")
            except UnreadableError:
                continue
            assert move.name in MOVES


@pytest.mark.parametrize("unit", UNITS)
def test_words_that_name_another_unit_are_sent_back(unit: str) -> None:
    for lead, units in LEADS.items():
        for trail, others in TRAILS.items():
            text = f"Final answer: raise {lead} 3 {trail}"
            if unit in units and unit in others:
                assert read_line(text, unit) == Move("raise", Decimal(3))
            else:
                with pytest.raises(UnreadableError):
                    read_line(text, unit)


JSONS: dict[str, Any] = {
    '{"action": "fold"}': Move("fold"),
    '{"action": "raise", "amount": 300}': Move("raise", Decimal(300)),
    '{"action": "raise", "amount": 0.5}': Move("raise", Decimal("0.5")),
    '```json\n{"action": "call", "amount": null}\n```': Move("call"),
    '{"action": "fold", "amount": 5}': Move("fold"),
    "[]": None,
    '{"action": "raise", "amount": "300"}': None,
    '{"action": "raise", "amount": NaN}': None,
    '{"action": "raise", "amount": -1}': None,
    '{"action": "raise", "amount": 1e400}': None,
    '{"action": ["fold"]}': None,
    '{"action": "fold"} and more': None,
    "[" * 100_000: None,
}


@pytest.mark.parametrize("text", JSONS)
def test_json_and_tools_are_read_alike(text: str) -> None:
    for answer, form in ((ChatAnswer(text), "json"), (ChatAnswer("", text), "tool")):
        if JSONS[text] is None or (form == "tool" and "```" in text):
            with pytest.raises(UnreadableError):
                read_answer(answer, form, "raise-to")
        else:
            assert read_answer(answer, form, "raise-to") == JSONS[text]


@given(
    st.sampled_from(UNITS),
    st.builds(
        Stakes,
        called=st.integers(0, 10**6),
        pot=st.integers(1, 10**6),
        round_start=st.integers(0, 10**6),
        big_blind=st.integers(1, 1000),
    ),
    st.integers(0, 10**7),
)
def test_an_amount_survives_its_unit(unit: str, stakes: Stakes, more: int) -> None:
    raised = max(stakes.called, stakes.round_start) + more
    assert stakes.from_unit(stakes.to_unit(raised, unit), unit) == raised


def test_amounts_are_shown_with_two_decimals_at_most() -> None:
    shown_as = {"300": "300", "0.5": "0.5", "1.005": "1", "2.50": "2.5", "0": "0", "1E+2": "100"}
    assert {text: shown(Decimal(text)) for text in shown_as} == shown_as


def test_votes_elect_the_kind_with_most_and_its_median_amount() -> None:
    assert elect([FOLD, CALL, CALL]) == CALL
    assert elect([FOLD, CALL]) == FOLD
    assert elect([raise_to(300), FOLD, raise_to(100), raise_to(900)]) == raise_to(300)
    assert elect([raise_to(300), raise_to(100)]) == raise_to(100)


def test_prompts_are_rendered_in_a_sandbox() -> None:
    assert shipped_prompts() == ("expert", "plain", "terse")
    for text in (
        "{% block system %}{{ ''.__class__.__mro__ }}{% endblock %}",
        "{% block system %}{{ players.append(1) }}{% endblock %}",
        "{% block system %}{{ unknown }}{% endblock %}",
        "{% block system %}{{ 1 / 0 }}{% endblock %}",
    ):
        prompt = Prompt("mine", text + "{% block decision %}{% endblock %}")
        with pytest.raises(AgentError, match="prompt mine"):
            prompt.render("system", {"players": []})
    for text in ("{% block system %}", "{% block system %}{% endblock %}"):
        with pytest.raises(AgentError, match="prompt mine"):
            Prompt("mine", text)
    with pytest.raises(AgentError, match="no shipped prompt of this name; use one of expert"):
        read_prompt("expret")
