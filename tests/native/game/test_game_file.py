"""A game file that is wrong is refused in one sentence that names the step or key, and the fix."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.harness.cli.application import run_command
from railbird.native import (
    UNLIMITED_STACK,
    GameDefinitionError,
    RailbirdError,
    format_game,
    format_game_toml,
    parse_game,
    read_game_toml,
)

FOLDER = Path(__file__).parents[3] / "tournaments" / "games"
SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml")}
OMAHA, STUD, ANACONDA, TRIPLE = (
    SHIPPED[name]
    for name in ("omaha-8", "seven-card-stud", "anaconda", "deuce-to-seven-triple-draw")
)
HEAD = 'name = "x"\nplayers = 2\nbetting = { structure = "limit", small = 1 }\n'


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED = {
    "an unknown key": (edited(OMAHA, "players", "playars"), "line 3: unknown key 'playars'; did y"),
    "an unknown key of a step": (
        edited(OMAHA, "down = 4", "dwn = 4"),
        "line 12: step 1 (deal): unknown key 'dwn'; did you mean 'down'?",
    ),
    "an unknown step": (
        edited(OMAHA, "deal = {", "dael = {"),
        "line 12: step 1: unknown key 'dael'; did you mean 'deal'?",
    ),
    "a key like no other": (
        edited(OMAHA, 'rank = "high"', 'rank = "high", xyz = ["2c"]'),
        "line 7: best[0]: unknown key 'xyz'; the keys are rank, formula, at_most, hole, board, wi",
    ),
    "neither rank nor formula": (
        edited(OMAHA, '{ rank = "high", hole = 2', "{ hole = 2"),
        "best[0]: give rank or formula, and only one of them",
    ),
    "rank and formula": (
        edited(OMAHA, 'rank = "high"', 'rank = "high", formula = "cards 5"'),
        "best[0]: give rank or formula, and only one of them",
    ),
    "a formula that qualifies": (
        edited(OMAHA, 'rank = "high"', 'formula = "cards 5", at_most = 8'),
        "best: at_most = 8 for a formula is not supported; only ace-to-five takes it, with 8",
    ),
    "a formula of other hands": (
        edited(OMAHA, 'rank = "high"', 'formula = "cards 4"'),
        "best: hands have 4 cards by the formula; use=(2, 3) takes 5",
    ),
    "three cards": (
        edited(OMAHA, 'rank = "high"', 'rank = "three-card"'),
        "best: hands have 3 cards by three-card; use=(2, 3) takes 5",
    ),
    "a missing key": (edited(OMAHA, 'name = "omaha-8"', ""), "the key 'name' is missing; add it"),
    "no TOML": (edited(OMAHA, "board = 3 }", "board = 3"), "not valid TOML: "),
    "a deep nest": (HEAD + "steps = " + "[" * 3000, "not valid TOML: nested too deep"),
    "a name": (edited(OMAHA, '"omaha-8"', '"Omaha 8"'), "name: give small letters, digits and hy"),
    "a summary": (HEAD + 'summary = "a\\nb"\nsteps = []', "summary is not one line; drop line b"),
    "a structure": (
        edited(OMAHA, '"limit"', '"limitt"'),
        "betting.structure: give one of limit, nolimit, potlimit",
    ),
    "a text for chips": (
        edited(OMAHA, "small = 2", 'small = "2"'),
        "betting.small: is a text; give a whole number",
    ),
    "a fraction of a chip": (
        edited(OMAHA, "small = 2", "small = 2.5"),
        "betting.small: is a fraction; give a whole number",
    ),
    "chips below 0": (
        edited(STUD, "antes = 1", "antes = -1"),
        "antes: give a whole number of 0 or",
    ),
    "eleven players": (
        edited(OMAHA, "[2, 10]", "[2, 11]"),
        "give a number, or [fewest, most], fro",
    ),
    "fewest above most": (edited(OMAHA, "[2, 10]", "[5, 3]"), "players is [5, 3]; give a number,"),
    "three numbers of players": (
        edited(OMAHA, "[2, 10]", "[2, 3, 4]"),
        "players: has 3 numbers; give 2",
    ),
    "more cards than the deck": (
        edited(edited(OMAHA, "down = 4", "down = 6"), "[2, 10]", "10"),
        "10 players need 65 cards and the deck has 52; allow fewer players or deal fewer cards",
    ),
    "more cards than a player holds": (
        edited(OMAHA, "down = 4", "down = 9"),
        "a player gets 9 cards of his own; deal 1 to 8",
    ),
    "exchanges of more than the deck": (
        edited(edited(TRIPLE, "reshuffle = true", ""), "[2, 6]", "6"),
        "step 3 (exchange): 6 players may need 60 cards and the deck has 52; allow fewer players "
        "or say reshuffle = true",
    ),
    "a stub too short for one exchange": (
        edited(TRIPLE, "[2, 6]", "10"),
        "step 3 (exchange): 10 players leave 2 cards of the deck, of which one may draw 5; allow "
        "fewer players",
    ),
    "an exchange of more than is held": (
        edited(TRIPLE, "[0, 5]", "[0, 6]"),
        "step 3 (exchange): 6 cards go and a player holds 5; let fewer go",
    ),
    "least above most": (
        edited(TRIPLE, "[0, 5]", "[3, 2]"),
        "step 3 (exchange): at least 3 cards go and at most 2; give the smaller number first",
    ),
    "an exchange of one number": (
        edited(TRIPLE, "[0, 5]", "3"),
        "step 3 (exchange): is a whole number; give a list",
    ),
    "a pass of more than is held": (
        edited(ANACONDA, "cards = 3", "cards = 8"),
        "step 3 (pass): 8 cards go and a player holds 7; let fewer go",
    ),
    "a pass to nobody": (
        edited(ANACONDA, "cards = 3", 'cards = 3, to = "up"'),
        "step 3 (pass.to): give one of left, right",
    ),
    "a discard of more than is held": (
        edited(ANACONDA, "discard = 2", "discard = 8"),
        "step 8 (discard): 8 cards go and a player holds 7; let fewer go",
    ),
    "a discard of none": (
        edited(ANACONDA, "discard = 2", "discard = 0"),
        "step 8 (discard): give one number of cards, 1 or more",
    ),
    "an exchange of cards that lie face up": (
        HEAD + "steps = [{ deal = { up = 2 } }, { bet = {} }, { exchange = [0, 2] }, { bet = {} }]",
        "step 3 (exchange): cards lie face up, and a card that others know cannot go; deal all",
    ),
    "cards after a discard": (
        HEAD + "steps = [{ deal = { down = 2 } }, { bet = {} }, { discard = 1 }, "
        "{ deal = { down = 2 } }, { bet = {} }]",
        "step 5 (bet): cards are dealt to players after a discard; deal them before",
    ),
    "more shown than held": (
        HEAD + "steps = [{ deal = { down = 2 } }, { show = 3 }, { bet = {} }]",
        "step 3 (bet): 3 cards are turned up and a player holds 2 face down; turn fewer",
    ),
    "two steps in one": (
        edited(OMAHA, "deal = { down = 4 }", "deal = { down = 4 }\nshow = 1"),
        "step 1: give exactly one of deal, bet, exchange, discard, pass and show",
    ),
    "no step": (HEAD + "steps = []", 'no step bets; add one such as `bet = { size = "small" }`'),
    "no bet": (HEAD + "steps = [{ deal = { down = 5 } }, { exchange = [0, 3] }]", "no step bets;"),
    "no cards": (HEAD + "steps = [{ bet = {} }]", "a player gets 0 cards of his own; deal 1 to 8"),
    "seventeen rounds": (
        HEAD + "steps = [{ deal = { down = 2 } }" + ", { bet = {} }" * 17 + "]",
        "17 rounds; give 1 to 16",
    ),
    "cards that nobody bets on": (
        OMAHA + "\n[[steps]]\ndeal = { board = 1 }\n",
        "the last step deals cards that nobody bets on; add a bet",
    ),
    "a bet without a size": (
        edited(OMAHA, "small = 2, big = 4", "small = 0"),
        "step 2: bet: the size 'small' is 0; set it in `betting`",
    ),
    "a size of no name": (
        edited(OMAHA, 'size = "small"', 'size = "smal"'),
        "step 2 (bet.size): give one of small, big, or a number of chips",
    ),
    "a bring-in that there is not": (
        edited(OMAHA, 'size = "small"', 'first = "bring-in"'),
        "step 2: bet: there is no bring-in; add `bring_in` to the game",
    ),
    "first by cards that nobody sees": (
        edited(OMAHA, 'size = "small"', 'first = "highest showing"'),
        "`first` names cards that lie face up and none does",
    ),
    "a bring-in as high as a bet": (
        edited(STUD, "chips = 1", "chips = 2"),
        "the bring-in of 2 is not below the bet of 2; lower it",
    ),
    "a bring-in beside blinds": (
        edited(STUD, "bring_in", "blinds = { small = 1, big = 2 }\nbring_in"),
        "there are blinds and a bring-in; give one of them",
    ),
    "blinds of the button and others": (
        edited(OMAHA, "big = 2 }", "big = 2, button = 2 }"),
        "blinds: give small and big, or button alone",
    ),
    "more blinds than players": (
        edited(OMAHA, "blinds = { small = 1, big = 2 }", "blinds = [1, 2, 4]"),
        "blinds has 3 numbers for 2 players; give one a position",
    ),
    "a formula's file of another name": (
        edited(OMAHA, 'rank = "high"', 'formula = "my.txt"'),
        "best: 'my.txt' is not the text of a formula; the name of a formula's file ends in .score",
    ),
    "a size without a limit": (
        edited(STUD, 'size = "small"', 'structure = "nolimit", size = 3'),
        "step 2: bet: without a fixed limit a bet has no size; drop it",
    ),
    "a deck": (
        edited(OMAHA, "blinds", 'deck = "7-K"\nblinds'),
        "deck is '7-K'; give the lowest ra",
    ),
    "a ranker of no name": (
        edited(OMAHA, '"high"', '"hihg"'),
        "best: ranker 'hihg' is not one of high, deuce-to-seven",
    ),
    "a badugi of three cards": (
        HEAD + 'best = [{ rank = "badugi" }]\nsteps = [{ deal = { down = 3 } }, { bet = {} }]',
        "best: badugi ranks 4 cards and a player holds 3; deal more",
    ),
    "a hand of more than is held": (
        edited(OMAHA, "down = 4", "down = 1"),
        "best: a hand of 2 hole cards and 3 of the board is wanted where a player holds 1 and the",
    ),
    "a low that does not qualify": (
        edited(OMAHA, 'rank = "high"', 'rank = "high", at_most = 8'),
        "best: at_most = 8 for high is not supported; only ace-to-five takes it, with 8",
    ),
    "a deck that a ranker does not know": (
        edited(OMAHA, 'rank = "high"', 'rank = "short-deck"'),
        "best: short-deck ranks a deck of 9 ranks and this one has 13; shorten the deck",
    ),
    "three rankings": (
        edited(OMAHA, "best = [", 'best = [{ rank = "high" },'),
        "best: 3 rankings share the pot; give 1 or 2",
    ),
    "no ranking": (
        HEAD + "best = []\nsteps = [{ deal = { down = 2 } }, { bet = {} }]",
        "best: 0 rankings share the pot; give 1 or 2",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_is_wrong_is_refused_in_one_sentence(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, words = REFUSED[case]
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    assert run_command(["check-game", str(path), "--hands", "1"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(f"railbird: {path}: ")
    assert " ".join(words.split()) in captured.err


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_is_written_without_its_defaults_and_read_again(name: str) -> None:
    file = read_game_toml(SHIPPED[name])
    assert file.name == name
    assert read_game_toml(format_game_toml(file)) == file


def test_defaults() -> None:
    steps = "steps = [{ deal = { down = 2 } }, { bet = {} }]\n"
    limit = parse_game(HEAD + steps + "antes = 1\nblinds = { small = 1, big = 2 }")
    assert limit.stacks == (UNLIMITED_STACK,) * 2
    no_limit = HEAD.replace('"limit"', '"nolimit"')
    assert parse_game(no_limit + steps + "blinds = { small = 1, big = 2 }").stacks == (200, 200)
    assert parse_game(no_limit + steps + "stacks = 50").stacks == (50, 50)
    assert parse_game(no_limit + steps + "stacks = [50, 60]").stacks == (50, 60)


def test_default_stacks_beyond_the_largest_are_refused() -> None:
    text = (
        HEAD.replace('"limit"', '"nolimit"') + "steps = [{ deal = { down = 2 } }, { bet = {} }]\n"
    )
    largest = UNLIMITED_STACK // 100
    fits = parse_game(text + f"blinds = {{ small = 1, big = {largest} }}")
    assert fits.stacks == (100 * largest,) * 2
    with pytest.raises(GameDefinitionError, match="give `stacks` of 2147483647 or less"):
        parse_game(text + f"blinds = {{ small = 1, big = {largest + 1} }}")


@pytest.mark.parametrize(
    ("players", "blinds", "posted", "first"),
    [
        (2, "{ small = 1, big = 2 }", (2, 1), 1),
        (3, "{ small = 1, big = 2 }", (1, 2, 0), 2),
        (4, "{ small = 1, big = 2 }", (1, 2, 0, 0), 2),
        (2, "{ button = 2 }", (0, 2), 0),
        (4, "{ button = 2 }", (0, 0, 0, 2), 0),
        (4, "[1, 2, 4]", (1, 2, 4, 0), 3),
        (3, "[1, 1, 1]", (1, 1, 1), 0),
        (2, "[1, 1]", (1, 1), 0),
    ],
)
def test_left_of_the_largest_blind_acts_first(
    players: int, blinds: str, posted: tuple[int, ...], first: int
) -> None:
    text = HEAD.replace("players = 2", f"players = {players}")
    text += f"blinds = {blinds}\nantes = 1\n"
    game = parse_game(text + "steps = [{ deal = { down = 2 } }, { bet = {} }, { bet = {} }]")
    assert (game.blinds, game.first_positions) == (posted, (first, 0))
    assert parse_game(format_game(game)) == game


@given(st.sampled_from(sorted(SHIPPED)), st.data())
def test_any_text_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    text = SHIPPED[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    middle = data.draw(st.sampled_from(["", "9", "-1", "[", "}", '"', "up", "99999999999", "\n"]))
    try:
        game = parse_game(text[:start] + middle + text[end:])
        assert parse_game(format_game(game)) == game
    except RailbirdError as error:
        assert isinstance(error, GameDefinitionError)
        assert "\n" not in str(error)
