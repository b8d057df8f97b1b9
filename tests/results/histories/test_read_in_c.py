"""C reads and plays a thousand hands at a time as they are read hand by hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.native import ToldHands
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.parsed_hand import Chips, ParsedHand, ReadItem
from railbird.results.histories.phh.phh_fields import sections
from railbird.results.histories.phh.phh_hands import PhhFile, read_hand
from railbird.results.histories.phh.phh_read import read_phh
from railbird.results.histories.pokerstars.stars_lines import read_lines
from railbird.results.histories.pokerstars.stars_read import read_stars
from tests.results.histories.conftest import write

GAMES = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-2p")
PATH = Path("session.txt")
LETTERS = "0159/.,$[]'\" :=#?-AhKsfcp\t\xa0\ufeff"


def by_hand(text: str, history_format: str, per_unit: int) -> Iterator[ReadItem]:
    games, chips = HandGames(), Chips(per_unit)
    if history_format == "pokerstars":
        return read_lines(text, 1, games, chips=chips)
    file = PhhFile(PATH, games, chips)
    return (read_hand(body, line, file) for line, body in sections(text))


def at_once(text: str, history_format: str, per_unit: int) -> Iterator[ReadItem]:
    read = read_stars if history_format == "pokerstars" else read_phh
    return read(text, PATH, HandGames(), chips=Chips(per_unit))


def alike(items: Iterator[ReadItem]) -> list[ReadItem]:
    """Rounds at the end of a betting may be left out."""
    return [
        replace(item, betting=item.betting.rstrip("/")) if isinstance(item, ParsedHand) else item
        for item in items
    ]


class Texts(dict[tuple[str, str], list[str]]):
    """The lines of histories by game and format, of which messages show nothing."""

    def __repr__(self) -> str:
        return "Texts"


@pytest.fixture(scope="module")
def texts(play: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """The first lines of exported histories, 160 of each game and format."""
    found = Texts()
    for game in GAMES:
        for history_format in ("phh", "pokerstars"):
            out = tmp_path_factory.mktemp("out") / "hands"
            files = write(play(game), out, history_format)
            first = next(data for name, data in sorted(files.items()) if name.startswith("match"))
            found[game, history_format] = first.decode().split("\n")[:160]
    return found


@pytest.mark.parametrize("history_format", ["phh", "pokerstars"])
@pytest.mark.parametrize("game", GAMES)
def test_whole_histories(
    game: str, history_format: str, texts: dict[tuple[str, str], list[str]]
) -> None:
    lines = texts[game, history_format]
    text = "\n".join(lines[: -1 - lines[::-1].index("")])
    read = alike(at_once(text, history_format, 1))
    assert sum(isinstance(item, ParsedHand) for item in read) > 2
    assert read == alike(by_hand(text, history_format, 1))


Change = Callable[[list[str]], list[str]]


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """One change of the lines of a file."""
    place, other = draw(st.integers(0, 159)), draw(st.integers(0, 159))
    kind = draw(st.sampled_from(("drop", "double", "swap", "letter", "cut", "chat", "word")))
    letter, share = draw(st.sampled_from(LETTERS)), draw(st.floats(0, 1))
    word = draw(
        st.sampled_from(("posts the ante 5", "folds", 'said, "x"', "0.50", "1,000", "Rake 3"))
    )

    def change(lines: list[str]) -> list[str]:
        at, to = place % len(lines), other % len(lines)
        line = lines[at]
        cut = int(share * len(line))
        match kind:
            case "drop":
                del lines[at]
            case "double":
                lines.insert(to, line)
            case "swap":
                lines[at], lines[to] = lines[to], line
            case "letter":
                lines[at] = line[:cut] + letter + line[cut + 1 :]
            case "cut":
                lines[at] = line[:cut]
            case "chat":
                lines.insert(at, f'{line} said, "{lines[to]}"')
            case _:
                lines[at] = line[:cut] + word + line[cut:]
        return lines

    return change


@pytest.mark.parametrize("history_format", ["phh", "pokerstars"])
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    game=st.sampled_from(GAMES),
    made=st.lists(changes(), min_size=1, max_size=3),
    per_unit=st.sampled_from((1, 1, 100, 7)),
)
def test_whatever_is_changed(
    history_format: str,
    game: str,
    made: Sequence[Change],
    per_unit: int,
    texts: Texts,
) -> None:
    lines = list(texts[game, history_format])
    for change in made:
        lines = change(lines)
    text = "\n".join(lines)
    read = alike(at_once(text, history_format, per_unit))
    wanted = alike(by_hand(text, history_format, per_unit))
    for place, (item, other) in enumerate(zip(read, wanted, strict=True)):
        assert item == other, f"item {place} of\n{text}"


@pytest.mark.parametrize("game", GAMES)
def test_exports_are_read_and_played_in_c(
    game: str, texts: dict[tuple[str, str], list[str]]
) -> None:
    """Otherwise all would be equal and slow."""
    lines = texts[game, "pokerstars"]
    text = "\n".join(lines[: -1 - lines[::-1].index("")]).encode()
    told = ToldHands(64)
    place, _ = told.read_room(text, 0, 1, chips_per_unit=1)
    assert (place, all(told.is_read())) == (len(text), True)
