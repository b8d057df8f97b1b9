"""Whatever people and programs do to a text without changing its hands, the same bytes come in."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_runs import contents

from tests.results.histories.conftest import read, write

GAMES = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-limit-2p")
FORMATS = ("phh", "pokerstars")
SUFFIXES = {"phh": ".phhs", "pokerstars": ".txt"}
SPACES = ("", " ", "\t", "   ")
CHAT = ("gg", "calls 100", "nh: folds", 'a "quote"', "*** FLOP *** [2c 3c 4c]", "Seat 1: x (5)")
FOOTERS = (
    "Sent from my telephone",
    "On Monday, somebody wrote:",
    "> -- ",
    "Good luck at the tables.",
)
Change = Callable[[str], str]


class Histories(dict[tuple[str, str], tuple[str, dict[str, bytes]]]):
    """A file's name and text by game and format, and the run that it makes."""

    def __repr__(self) -> str:
        return "Histories"


@pytest.fixture(scope="module")
def histories(play: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> "Histories":
    found = Histories()
    for game in GAMES:
        for history_format in FORMATS:
            out = tmp_path_factory.mktemp("out")
            files = write(play(game), out / "hands", history_format)
            name = min(name for name in files if name.startswith("match"))
            text = files[name].decode()
            hands = text.split("\n\n")[:5] if history_format == "phh" else text.split("\n\n\n")[:5]
            short = ("\n\n" if history_format == "phh" else "\n\n\n").join(hands) + "\n"
            found[game, history_format] = (short, imported(short, history_format))
    return found


def imported(text: str, history_format: str, encoding: str = "utf-8") -> dict[str, bytes]:
    """Return the run that a text makes, which nothing is left out of."""
    with TemporaryDirectory() as name:
        path = Path(name) / f"session{SUFFIXES[history_format]}"
        path.write_bytes(text.encode(encoding))
        report = read([path], Path(name) / "run")
        assert report.left_out == 0
        run = contents(Path(name) / "run")
        shutil.rmtree(Path(name) / "run")
        return run


def starts(lines: Sequence[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.startswith("PokerStars ")]


@st.composite
def room_changes(draw: st.DrawFn) -> Change:
    """One legal change of the text of a card room."""
    kind = draw(
        st.sampled_from(("after", "before", "case", "empty", "chat", "between", "street", "ends"))
    )
    share, space = draw(st.floats(0, 0.999)), draw(st.sampled_from(SPACES))
    said, footer = draw(st.sampled_from(CHAT)), draw(st.sampled_from(FOOTERS))
    is_upper = draw(st.booleans())

    def change(text: str) -> str:
        lines = text.split("\n")
        at = int(share * len(lines))
        marks = [place for place, line in enumerate(lines) if line.startswith("*** ")]
        mark = marks[int(share * len(marks))]
        first = starts(lines)[int(share * len(starts(lines)))]
        match kind:
            case "after":
                lines[at] += space
            case "before":
                lines[at] = space + lines[at]
            case "case":
                name, _, cards = lines[mark][4:].partition(" ***")
                name = name.upper() if is_upper else name.lower()
                lines[mark] = f"*** {name} ***{cards}"
            case "empty":
                lines.insert(at, space)
            case "chat":
                lines.insert(mark, f'somebody said, "{said}"')
            case "between":
                lines.insert(first, footer)
            case "street":
                river = [place for place in marks if lines[place].startswith("*** RIVER")]
                for place in river:
                    if lines[place].count("[") > 2:  # it was changed before
                        continue
                    board, _, last = lines[place].rpartition(" [")
                    lines[place] = f"{board[:-4]}] [{board[-3:-1]}] [{last}"
            case _:
                return "\r\n".join(lines)
        return "\n".join(lines)

    return change


@st.composite
def phh_changes(draw: st.DrawFn) -> Change:
    """One legal change of a PHH file."""
    kind = draw(
        st.sampled_from(("after", "equals", "empty", "comment", "order", "ends", "unknown"))
    )
    share, space = draw(st.floats(0, 0.999)), draw(st.sampled_from(SPACES))
    footer = draw(st.sampled_from(FOOTERS))

    def change(text: str) -> str:
        lines = text.split("\n")
        at = int(share * len(lines))
        fields = [place for place, line in enumerate(lines) if " = " in line]
        field = fields[int(share * len(fields))]
        match kind:
            case "after":
                lines[at] += space
            case "equals":
                lines[field] = lines[field].replace(" = ", f"{space}={space}", 1)
            case "empty":
                lines.insert(at, space)
            case "comment":
                lines.insert(at, f"# {footer}")
            case "order":
                other = field + 1 if field + 1 in fields else field
                lines[field], lines[other] = lines[other], lines[field]
            case "unknown":
                lines.insert(field, f'_note = "{footer}"') if "_note" not in text else None
            case _:
                return "\r\n".join(lines)
        return "\n".join(lines)

    return change


@pytest.mark.parametrize("history_format", FORMATS)
@settings(max_examples=60, deadline=None)
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_legal_changes_change_nothing(
    history_format: str, data: st.DataObject, game: str, histories: Histories
) -> None:
    text, wanted = histories[game, history_format]
    one = phh_changes() if history_format == "phh" else room_changes()
    for change in data.draw(st.lists(one, min_size=1, max_size=2)):
        text = change(text)
    encodings = st.sampled_from(("utf-8", "utf-8-sig", "utf-16"))
    assert imported(text, history_format, data.draw(encodings)) == wanted
