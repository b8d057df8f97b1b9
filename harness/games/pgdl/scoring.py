"""Scoring elements of PGDL, read as the text of a scoring and written from one.

The source gives Conditions and Subrank as formulas over ``$c1`` to ``$cn`` (section 4.2.2.4,
appendix C.5), and leaves open which Score a hand has that meets the conditions of several: here it
is the one with the highest rank. Cards are always sorted: a set of cards has no other order.
"""

import re
from xml.etree import ElementTree

from railbird.harness.games.pgdl.elements import Element
from railbird.native import GameDefinitionError, RankerError
from railbird.native.rankers.hand_tables import MOST_TABLE_CARDS
from railbird.native.scoring.expressions import Expression, Place
from railbird.native.scoring.plain_text import format_expression, format_scoring, names_in_full
from railbird.native.scoring.scores import check_scoring
from railbird.native.scoring.syntax import Score, Scoring, parse_formula, parse_scoring

TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def read_scoring(scoring: Element, hand_size: int) -> str:
    """The text of a scoring with the Scores of an element; raises GameDefinitionError."""
    if not 1 <= hand_size <= MOST_TABLE_CARDS:
        raise scoring.wrong(f"has handSize = {hand_size}; give 1 to {MOST_TABLE_CARDS}")
    try:
        scores = tuple(_read_score(one, hand_size) for one in scoring.find_all("Score"))
        return format_scoring(check_scoring(Scoring(hand_size, {}, scores)))
    except RankerError as error:
        raise GameDefinitionError(f"Scoring: {error}") from None


def _read_score(score: Element, hand_size: int) -> Score:
    name, rank = (score.get("name") or "").strip(), (score.get("rank") or "").strip()
    if not re.fullmatch("[0-9]{1,9}", rank):
        raise score.wrong(f"has rank = {rank!r}; give a whole number, the higher the better")
    if '"' in name:
        raise score.wrong("has a name with quotation marks; drop them")
    if not _truth(score, "sort", default="true"):
        raise score.wrong('does not sort the cards, which have no other order; say sort="true"')
    return Score(
        Place(score.line, 1),
        name,
        int(rank),
        is_default=_truth(score, "default", default="false"),
        when=_read_formula(score, "Conditions", hand_size),
        subrank=_read_formula(score, "Subrank", hand_size),
    )


def _truth(score: Element, name: str, *, default: str) -> bool:
    text = (score.get(name) or default).strip().lower()
    if text not in TRUTHS:
        raise score.wrong(f"has {name} = {text!r}; give true or false")
    return TRUTHS[text]


def _read_formula(score: Element, name: str, hand_size: int) -> Expression | None:
    """The formula in a child of a Score, None where there is none."""
    child = score.find(name)
    if child is None or not child.text.strip():
        return None
    first = child.texts[0]
    before = "\n" * (first.line - 1) + " " * (first.column - 1)  # so that places are the document's
    return parse_formula(before + child.text, hand_size)


def write_scoring(text: str) -> ElementTree.Element:
    """The element of a scoring that is sound, its names replaced by what they stand for."""
    scoring = check_scoring(parse_scoring(text))
    names = names_in_full(scoring)
    size = str(scoring.hand_size)
    found = ElementTree.Element("Scoring", {"standard": "false", "handSize": size})
    for score in scoring.scores:
        default = str(score.is_default).lower()
        attributes = {"name": score.name, "rank": str(score.rank), "default": default}
        element = ElementTree.SubElement(found, "Score", attributes | {"sort": "true"})
        for name, formula in (("Conditions", score.when), ("Subrank", score.subrank)):
            if formula is not None:
                child = ElementTree.SubElement(element, name)
                child.text = format_expression(formula, names)
    return found
