"""PGDL is read as the source has it in its appendix, and what cannot be played is refused."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.harness.games.library import (
    find_game,
    list_definitions,
    load_house_games,
    read_game_file,
    with_players,
)
from railbird.harness.games.pgdl.reading import read_pgdl
from railbird.harness.games.pgdl.writing import format_pgdl, steps_of
from railbird.harness.games.random_hands import play_random_hands
from railbird.native import (
    GameDefinition,
    GameDefinitionError,
    Ranking,
    format_game,
    format_game_toml,
    game_of_file,
    parse_game,
    read_game_toml,
)
from railbird.plugins import Game, load_registry

KUHN_CARDS = [(rank, "hearts") for rank in range(3)]
LEDUC_CARDS = [(rank, suit) for suit in ("hearts", "clubs") for rank in range(3)]
BLINDS = (
    '<BlindStructure><Blind id="smallBlind" name="Small-Blind" value="0.5" position="nextDealer"/>'
    '<Blind id="bigBlind" name="Big-Blind" value="1" position="nextSmallBlind"/></BlindStructure>'
)


def deck(cards: list[tuple[int, str]]) -> str:
    listed = "\n".join(
        f'<Card id="{rank}{suit}" name="{rank} {suit}" rank="{rank}" suit="{suit}" wild="false"/>'
        for rank, suit in cards
    )
    return f'<Deck standard="false" jokers="0">\n{listed}\n</Deck>'


def one_round(  # noqa: PLR0913  (attributes)
    number: int,
    *,
    down: int = 0,
    up: int = 0,
    board: int = 0,
    limit: str = "limit",
    raises: int = 1,
    draws: int = 0,
    passes: int = 0,
    throws: int = 0,
    blinds: str = "",
) -> str:
    return f"""
    <Round number="{number}" name="Round {number}" communityCardsNumber="{board}"
        faceUpCardsDealt="{up}" faceDownCardsDealt="{down}" forceBet="false"
        blinds="{"true" if blinds else "false"}">
      <BettingStructure type="{limit}"><Bet value="1" maxNumRaises="{raises}"/></BettingStructure>
      <DrawCards min="0" max="{draws}"/>
      <PassCards value="{passes}" direction="clockwise"/>
      <DiscardCards value="{throws}"/>
      <BettingOrder order="Clockwise" firstPlayerBetting="nextDealer"/>
      {blinds}
    </Round>"""


def document(  # noqa: PLR0913  (its elements)
    name: str,
    *rounds: str,
    ante: str = "1",
    players: str = '<Players minimum="2" maximum="2"/>',
    cards: str = '<Deck standard="true" jokers="0"/>',
    hand_size: int = 5,
    winner: str = "high",
) -> str:
    return f"""<PGDL>
    <PokerGame name="{name}" wildCards="false" winningType="{winner}" ante="{ante}"/>
    <History/><Description/>
    {players}
    {cards}
    <Scoring standard="true" handSize="{hand_size}"/>
    {"".join(rounds)}
</PGDL>"""


KUHN = document(
    "Kuhn",
    one_round(1, down=1),
    players='<Players minimun="2" maximum="2"/>',
    cards=deck(KUHN_CARDS),
    hand_size=1,
)
LEDUC = document(
    "Leduc Hold'em",
    one_round(1, down=1),
    one_round(2, board=1),
    cards=deck(LEDUC_CARDS),
    hand_size=2,
)
HOLDEM = document(
    "No-Limit Hold'em",
    one_round(1, down=2, limit="no-limit", raises=4, blinds=BLINDS),
    one_round(2, board=3, limit="no-limit", raises=4),
    one_round(3, board=1, limit="no-limit", raises=4),
    one_round(4, board=1, limit="no-limit", raises=4),
    ante="0",
    players='<Players minimum="2" maximum="9"/>',
)
DRAW = document(
    "Five Card Draw",
    one_round(1, down=5, raises=4),
    one_round(2, draws=3, limit="no-limit", raises=4),
    players='<Players minimum="2" maximum="6"/>',
)
APPENDIX = {"C.1": KUHN, "C.2": LEDUC, "C.3": HOLDEM, "C.4": DRAW}
SHIPPED = {"C.1": "kuhn-2p", "C.2": "leduc-one-raise", "C.4": "five-card-draw"}


def refused(text: str) -> str:
    with pytest.raises(GameDefinitionError) as found:
        game_of_file(read_pgdl(text.encode()))
    return str(found.value)


@pytest.mark.parametrize("name", APPENDIX)
def test_a_document_of_the_appendix_plays_for_every_number_of_players(name: str) -> None:
    file = read_pgdl(APPENDIX[name].encode())
    for players in range(file.player_counts[0], file.player_counts[1] + 1):
        assert play_random_hands(game_of_file(file, players), 100, seed=1).hands == 100


@pytest.mark.parametrize("name", APPENDIX)
def test_a_document_is_the_same_game_as_toml(name: str) -> None:
    file = read_pgdl(APPENDIX[name].encode())
    assert read_game_toml(format_game_toml(file)) == file


@pytest.mark.parametrize("name", SHIPPED)
def test_what_we_ship_is_what_the_document_says(name: str) -> None:
    shipped = find_game(SHIPPED[name], load_registry())
    file = read_pgdl(APPENDIX[name].encode())
    for ours in list_definitions(shipped):
        theirs = game_of_file(file, ours.player_count)
        if ours.variant is not None:  # the name alone may differ
            assert theirs.variant is not None
            assert theirs.variant.rounds == ours.variant.rounds
        assert theirs == ours


def test_fractions_of_a_chip_are_scaled_and_holdem_is_an_acpc_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "holdem.xml"
    source.write_text(HOLDEM, encoding="utf-8")
    assert printed(capsys, "convert-game", source, "-o", tmp_path / "holdem.game") == ""
    game = parse_game((tmp_path / "holdem.game").read_text(encoding="utf-8"))
    assert (game.betting, game.blinds, game.stacks) == ("nolimit", (2, 1), (200, 200))
    assert (game.max_raises, game.first_positions) == ((4, 4, 4, 4), (1, 0, 0, 0))
    assert game.board_card_counts == (0, 3, 1, 1)
    assert with_players(read_game_file(str(source)), 9).definition.blinds == (1, 2, *[0] * 7)


def test_a_document_is_converted_and_stands_where_a_game_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "draw.xml", tmp_path / "draw.toml"
    source.write_text(DRAW, encoding="utf-8")
    assert printed(capsys, "convert-game", source, "-o", out) == ""
    assert read_game_file(str(out)) == read_game_file(str(source))
    assert printed(capsys, "convert-game", source) == out.read_text(encoding="utf-8")
    assert printed(capsys, "check-game", source, "--hands", "50", "--players", "3")
    assert run_command(["convert-game", str(source), "-o", str(tmp_path / "draw.game")]) == 2
    assert "cannot say; write .toml instead" in capsys.readouterr().err
    assert run_command(["convert-game", str(source), "-o", str(tmp_path / "draw.txt")]) == 2
    assert "name a file that ends in .toml, .xml or .game" in capsys.readouterr().err
    assert not (tmp_path / "draw.game").exists()


@pytest.mark.parametrize("name", [*SHIPPED.values(), "razz", "omaha-8", "anaconda"])
def test_a_shipped_game_is_written_as_a_file_and_read_again(name: str) -> None:
    family = find_game(name, load_registry()).family
    if family is not None:
        assert read_game_toml(format_game_toml(family)) == family


CANNOT = {
    "razz": "a pot for ace-to-five",
    "omaha-8": "hands of exactly so many hole cards",
    "baseball": "five of a kind",
    "five-card-draw-jokers": "five of a kind",
    "holdem-nolimit-ante": "chips posted beside antes and blinds",
    "badacey": "a pot for badugi and ace-to-five",
    "seven-card-stud": "a bring-in",
    "short-deck": "a pot for short-deck",
    "pineapple": "pineapple has a deal after a discard without bets between (step 6)",
    "deuce-to-seven-triple-draw": "thrown cards that are dealt again",
}
FAMILIES = {name: game for name, game in load_registry().games.items() if game.family is not None}
BEYOND = (
    *CANNOT,
    *("badugi", "courchevel", "deuce-to-seven-single-draw", "greek-holdem", "manila"),
    *("omaha-five-card", "omaha-limit", "omaha-pot-limit", "rhode-island", "seven-card-stud-8"),
)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_a_shipped_game_is_the_same_as_a_document_or_refused(name: str) -> None:
    family = FAMILIES[name].family
    assert family is not None
    if name in BEYOND:
        with pytest.raises(
            GameDefinitionError, match=r"which PGDL cannot say; choose another format"
        ) as found:
            format_pgdl(family)
        assert CANNOT.get(name, "") in str(found.value)
        return
    document = format_pgdl(family)
    again = read_pgdl(document.encode())
    assert format_pgdl(again) == document
    assert (again.summary, again.players) == (family.summary, again.player_counts)
    assert list(map(without_formula, list_definitions(FAMILIES[name]))) == [
        without_formula(game_of_file(again, players))
        for players in range(again.players[0], again.players[1] + 1)
    ]


WILD = document(
    "Wild",
    one_round(1, down=5),
    cards='<Deck standard="true" jokers="2"/>',
).replace('wildCards="false"', 'wildCards="true"')


def test_jokers_and_wild_cards_are_read_and_written() -> None:
    file = read_pgdl(WILD.encode())
    assert (file.jokers, file.best[0].wild) == (2, ("joker",))
    assert read_pgdl(format_pgdl(file).encode()) == file
    cards = deck([(rank, suit) for suit in ("clubs", "spades") for rank in range(3)])
    wild = cards.replace('suit="spades" wild="false"', 'suit="spades" wild="true"', 1)
    wild = wild.replace('jokers="0"', 'jokers="1"')
    text = document("Wild", one_round(1, down=1), cards=wild, hand_size=1)
    file = read_pgdl(text.replace('wildCards="false"', 'wildCards="yes"').encode())
    assert file.best[0].wild == ("Qs", "joker")  # the lowest of three ranks, the last of the suits
    definition = game_of_file(file)
    assert definition.variant is not None
    assert definition.variant.best[0].wild == (43, 52)
    again = read_pgdl(format_pgdl(file).encode())
    assert game_of_file(again) == definition


@pytest.mark.parametrize(
    "rule",
    [
        'betting = { structure = "nolimit" }\nblinds = [1, 2]',  # the button has the large one
        'betting = { structure = "nolimit", small = 5 }\nantes = 1',  # stacks of 500
    ],
)
def test_a_document_that_would_be_another_game_is_not_written(rule: str) -> None:
    steps = "steps = [{ deal = { down = 5 } }, { bet = {} }]"
    file = read_game_toml(f'name = "mine"\nplayers = 2\n{rule}\n{steps}')
    with pytest.raises(GameDefinitionError, match="mine has rules that PGDL cannot say; choose an"):
        format_pgdl(file)


ACPC_GAMES = [game for game in load_house_games() if game.family is None]


@pytest.mark.parametrize("game", ACPC_GAMES, ids=[game.name for game in ACPC_GAMES])
def test_an_acpc_definition_is_the_same_as_a_document_or_has_stacks(game: Game) -> None:
    if game.definition.betting == "nolimit":  # of more than 100 big blinds
        with pytest.raises(GameDefinitionError, match="has stacks, which PGDL cannot say; choose"):
            format_pgdl(steps_of(game))
        return
    again = read_pgdl(format_pgdl(steps_of(game)).encode())
    assert game_of_file(again) == game.definition
    assert (again.name, again.summary) == (game.name, game.summary)


def without_formula(game: GameDefinition) -> GameDefinition:
    """The game with the ranks by a formula, but not its text."""
    if game.variant is None or game.variant.best[0].table is None:
        return game
    ranks = game.variant.best[0].table.ranks.tobytes()
    name = f"{game.variant.name} {hashlib.sha256(ranks).hexdigest()}"
    return replace(game, variant=replace(game.variant, name=name, best=(Ranking(),)))


@pytest.mark.parametrize("name", APPENDIX)
def test_a_document_of_the_appendix_is_written_as_it_was_read(name: str) -> None:
    file = read_pgdl(APPENDIX[name].encode())
    document = format_pgdl(file)
    assert read_pgdl(document.encode()) == file
    assert format_pgdl(read_pgdl(document.encode())) == document


def test_convert_game_writes_a_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "anaconda.xml"
    assert printed(capsys, "convert-game", "anaconda", "-o", out) == ""
    assert list_definitions(read_game_file(str(out))) == list_definitions(FAMILIES["anaconda"])
    assert run_command(["convert-game", "razz", "-o", str(tmp_path / "razz.xml")]) == 2
    assert capsys.readouterr().err == (
        "railbird: razz has a pot for ace-to-five, which PGDL cannot say; choose another format\n"
    )
    assert not (tmp_path / "razz.xml").exists()


def test_the_root_may_be_the_game_itself_as_the_text_has_it() -> None:
    head = '<PokerGame name="Kuhn" wildCards="No" winningType="High" ante="1"'
    text = KUHN.replace("<PGDL>", head + ">").replace("</PGDL>", "</PokerGame>")
    start = text.index("<PokerGame", 1)
    text = text[:start] + text[text.index("/>", start) + 2 :]
    assert game_of_file(read_pgdl(text.encode())) == game_of_file(read_pgdl(KUHN.encode()))


def test_winners_passes_and_throws() -> None:
    anaconda = document(
        "Anaconda",
        one_round(1, down=7),
        one_round(2, passes=3),
        one_round(3, throws=2),
        winner="Mixed",
    )
    game = game_of_file(read_pgdl(anaconda.encode()))
    assert game.variant is not None
    assert [rule.kind for rule in game.variant.rounds] == ["bet", "pass", "bet", "discard", "bet"]
    assert [one.by for one in game.variant.best] == ["high", "deuce-to-seven"]
    assert parse_game(format_game(game)) == game


def edited(old: str, new: str, text: str = KUHN) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED = {
    "an element": (edited("<History/>", "<Histori/>"), "line 3: Histori is unknown in PGDL; did y"),
    "a root": ("<Poker/>", "line 1: Poker is unknown as the root of a game; did you mean 'PokerG"),
    "an attribute": (edited("ante=", "anti="), "line 2: PokerGame has no attribute 'anti'; did yo"),
    "two spellings": (
        edited('minimun="2"', 'minimun="2" minimum="2"'),
        "Players has minimum and minimun, which are one; keep one of them",
    ),
    "a DTD": ('<!DOCTYPE PGDL [<!ENTITY a "b">]>' + KUHN, "it declares a DTD or entities, which a"),
    "an entity of a file": (
        '<!DOCTYPE PGDL [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + KUHN,
        "it declares a DTD or entities",
    ),
    "no XML": (KUHN[:-5], "line 22: not valid XML: "),
    "a long document": (KUHN + " " * 1_000_000, "more than a game needs; 1,000,000 at most are re"),
    "jokers": (edited('jokers="0"', 'jokers="3"'), "Deck has 3 jokers; 2 are the most"),
    "wild cards": (
        edited('wildCards="false"', 'wildCards="Yes"'),
        "says wildCards and the Deck",
    ),
    "a wild card": (
        edited('wild="false"', 'wild="true"'),
        "has a Deck with wild cards and ",
    ),
    "a doubled id": (edited('id="1h', 'id="0h'), "line 7: Card has the id '0hearts' of another ca"),
    "a doubled card": (
        edited('rank="1"', 'rank="0"'),
        "line 7: Card has the rank and suit of the ",
    ),
    "a ragged deck": (
        edited('suit="clubs"', 'suit="spades"', LEDUC),
        "line 5: Deck has 6 cards of 3 ranks and 3 suits; every rank must be there in every suit",
    ),
    "straights of a short deck": (
        document("x", one_round(1, down=5), cards=deck([(r, s) for s in "hcds" for r in range(9)])),
        "line 5: Deck has other ranks than 6 7 8 9 T J Q K A, and hands of five cards can be str",
    ),
    "a forced bet": (edited('forceBet="false"', 'forceBet="true"'), "a round that has to begin wi"),
    "an order": (edited('"Clockwise"', '"counterclockwise"'), "BettingOrder is not clockwise, whi"),
    "a first player": (edited('"nextDealer"', '"dealer"'), "only nextDealer can be played without"),
    "a round without bets": (
        edited(
            '<BettingStructure type="limit"><Bet value="1" maxNumRaises="1"/>', "<Bets>", KUHN
        ).replace("<Bets></BettingStructure>", ""),
        "Round has no BettingStructure with a Bet; add it",
    ),
    "a structure": (edited('type="limit"', 'type="spread"'), "bets of the type 'spread'; give lim"),
    "a number": (edited('Dealt="1"', 'Dealt="one"'), "'one'; give a who"),
    "chips": (edited('<Bet value="1"', '<Bet value="-1"'), "Bet has value = '-1'; give chips as a"),
    "rounds": (edited('number="2"', 'number="3"', LEDUC), "have the numbers 1, 3; number them 1 t"),
    "a hand size": (edited('handSize="2"', 'handSize="1"', LEDUC), "has handSize = 1 where a play"),
    "a Score without Conditions": (
        edited(
            'standard="true" handSize="1"/>',
            'standard="false" handSize="1"><Score name="pair" '
            'rank="1" default="false" sort="true"><Conditions/></Score></Scoring>',
        ),
        "Scoring: line 10, column 1: the Score 'pair' has no conditions and is not the default",
    ),
    "blinds that are not said": (
        edited('blinds="true"', 'blinds="false"', HOLDEM),
        'Round has blinds and does not say so; say blinds="true"',
    ),
    "blinds that are not there": (
        edited('blinds="false"', 'blinds="true"'),
        "Round says blinds and has none; add a BlindStructure",
    ),
    "the place of a blind": (
        edited('"nextSmallBlind"', '"nextBlind"', HOLDEM),
        "Blind has position = 'nextBlind'; give nextDealer, or next and the id of a blind",
    ),
    "the least bet": (
        edited('<Bet value="1"', '<Bet value="3"', HOLDEM),
        "Bet has value = 3 without a limit, where the least bet is the largest blind, 1; make the",
    ),
    "no players": (edited('<Players minimun="2" maximum="2"/>', ""), "PGDL has no Players; add it"),
    "too many players": (edited('maximum="2"', 'maximum="23"'), "players is [2, 23]; give a numbe"),
    "too many cards": (
        edited('minimun="2" maximum="2"', 'minimum="4" maximum="4"'),
        "4 players need 4 cards and the deck has 3; allow fewer players or deal fewer cards",
    ),
    "a draw of more than is held": (
        edited('max="0"', 'max="2"'),
        "step 2 (exchange): 2 cards go and a player holds 1; let fewer go",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_is_refused_by_name(case: str) -> None:
    text, words = REFUSED[case]
    assert words in refused(text)


def test_a_file_that_is_wrong_ends_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kuhn.xml"
    path.write_text(edited("ante=", "anti="), encoding="utf-8")
    for command in (["check-game", str(path)], ["match", "call", "fold", "--game", str(path)]):
        assert run_command(command) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"railbird: {path}: line 2: PokerGame has no attribute")
        assert captured.err.count("\n") == 1
