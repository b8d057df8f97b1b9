"""The elements of a PGDL document: which there are, which attributes they have, where they stand.

The text of document 000 and its appendix spell attributes differently (``standardDeck`` and
``standard``, ``value`` and ``rank`` of a card, ``minimum`` and once ``minimun``). These spellings
are read and no other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.sax import ContentHandler, SAXParseException

import defusedxml.sax
from defusedxml import DefusedXmlException

from railbird.native import GameDefinitionError
from railbird.native.wording import most_alike

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl, Locator

MOST_BYTES = 1_000_000

ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "PGDL": (),
    "PokerGame": ("name", "wildCards", "winningType", "ante"),
    "History": (),
    "Description": (),
    "Players": ("minimum", "minimun", "maximum"),
    "Deck": ("standardDeck", "standard", "jokers"),
    "Card": ("id", "name", "value", "rank", "suit", "wild"),
    "Rounds": (),
    "Round": (
        "number",
        "name",
        "communityCardsNumber",
        "faceUpCardsDealt",
        "faceDownCardsDealt",
        "blinds",
        "forceBet",
    ),
    "BettingStructure": ("type",),
    "Bet": ("value", "maxNumRaises"),
    "BlindStructure": ("type",),
    "Blind": ("id", "name", "position", "value"),
    "DrawCards": ("min", "max"),
    "PassCards": ("value", "direction"),
    "DiscardCards": ("value",),
    "BettingOrder": ("order", "firstPlayerBetting"),
    "Scoring": ("standard", "handSize"),
    "Score": ("name", "rank", "default", "sort"),
    "Conditions": (),
    "Subrank": (),
}
OF_A_GAME = ("History", "Description", "Players", "Deck", "Rounds", "Round", "Scoring")
CHILDREN: Mapping[str, tuple[str, ...]] = {
    "PGDL": ("PokerGame", *OF_A_GAME),
    "PokerGame": OF_A_GAME,
    "Deck": ("Card",),
    "Rounds": ("Round",),
    "Round": (
        "BettingStructure",
        "BlindStructure",
        "DrawCards",
        "PassCards",
        "DiscardCards",
        "BettingOrder",
    ),
    "BettingStructure": ("Bet",),
    "BlindStructure": ("Blind",),
    "Scoring": ("Score",),
    "Score": ("Conditions", "Subrank"),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the text of an element, and where it begins, both from 1."""

    line: int
    column: int
    characters: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element as it is written, and the line where it begins."""

    name: str
    line: int
    attributes: Mapping[str, str]
    children: list["Element"] = field(default_factory=list)
    texts: list["Text"] = field(default_factory=list)

    def find_all(self, name: str) -> Iterator["Element"]:
        """The children of this name."""
        return (child for child in self.children if child.name == name)

    def find(self, name: str) -> "Element | None":
        """The child of this name, or None; raises GameDefinitionError where there are two."""
        found = list(self.find_all(name))
        if len(found) > 1:
            raise found[1].wrong("stands here again; keep one of them")
        return found[0] if found else None

    def get(self, *spellings: str) -> str | None:
        """What an attribute says, by whichever of its spellings; None where it is not there."""
        given = [self.attributes[name] for name in spellings if name in self.attributes]
        if len(given) > 1:
            raise self.wrong(f"has {' and '.join(spellings)}, which are one; keep one of them")
        return given[0] if given else None

    @property
    def text(self) -> str:
        """What stands between the beginning and the end, but for elements in it."""
        return "".join(piece.characters for piece in self.texts)

    def wrong(self, what: str) -> GameDefinitionError:
        """An error that names the element and its line."""
        return GameDefinitionError(f"line {self.line}: {self.name} {what}")


def parse_elements(data: bytes) -> Element:
    """Read a document, which has no DTD and no entities; raises GameDefinitionError.

    Checks which elements and attributes there are, not what they say.
    """
    if len(data) > MOST_BYTES:
        raise GameDefinitionError(
            f"it has {len(data):,} bytes, more than a game needs; {MOST_BYTES:,} at most are read"
        )
    builder = _Builder()
    try:
        defusedxml.sax.parseString(data, builder, forbid_dtd=True)
    except DefusedXmlException:
        raise GameDefinitionError(
            "it declares a DTD or entities, which are not read; remove the DOCTYPE"
        ) from None
    except SAXParseException as error:
        raise GameDefinitionError(
            f"line {error.getLineNumber()}: not valid XML: {error.getMessage()}"
        ) from None
    except (LookupError, UnicodeError, ValueError) as error:
        raise GameDefinitionError(f"not valid XML: {error}") from None
    return builder.roots[0]


class _Builder(ContentHandler):
    """Builds the elements as they are read, and refuses what PGDL does not have."""

    def __init__(self) -> None:
        super().__init__()
        self.roots: list[Element] = []
        self.open: list[Element] = []
        self.locator: Locator | None = None

    def setDocumentLocator(self, locator: "Locator") -> None:  # noqa: N802  (of sax)
        self.locator = locator

    def startElement(self, name: str, attrs: "AttributesImpl[str]") -> None:  # noqa: N802  (of sax)
        line = None if self.locator is None else self.locator.getLineNumber()
        element = Element(name, line or 1, dict(attrs.items()))
        parent = self.open[-1] if self.open else None
        allowed = CHILDREN.get(parent.name, ()) if parent else ("PGDL", "PokerGame")
        if name not in allowed:
            where = f"in {parent.name}" if parent else "as the root of a game"
            raise element.wrong(f"is unknown {where}; {_nearest(name, allowed)}")
        for attribute in element.attributes:
            if attribute not in ATTRIBUTES[name]:
                raise element.wrong(
                    f"has no attribute {attribute!r}; {_nearest(attribute, ATTRIBUTES[name])}"
                )
        (parent.children if parent else self.roots).append(element)
        self.open.append(element)

    def characters(self, content: str) -> None:
        if self.open and self.locator is not None:
            line, column = self.locator.getLineNumber(), self.locator.getColumnNumber()
            self.open[-1].texts.append(Text(line or 1, (column or 0) + 1, content))

    def endElement(self, name: str) -> None:  # noqa: N802  (of sax)
        self.open.pop()


def _nearest(name: str, known: tuple[str, ...]) -> str:
    near = most_alike(name, known)
    if near is not None:
        return f"did you mean {near!r}?"
    return f"it may be {', '.join(known)}" if known else "remove it"
