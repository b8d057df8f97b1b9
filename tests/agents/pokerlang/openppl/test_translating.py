"""What OpenPPL says is what the translation plays; what is not known is refused with its line."""

import re
from pathlib import Path

import pytest
from command_line import printed
from pokerlang_strategies import answer, at, table_of

from railbird.agents.pokerlang.compiling.files import compile_text
from railbird.agents.pokerlang.language.parsing import SourceError
from railbird.agents.pokerlang.openppl.reading import MOST_NESTED
from railbird.agents.pokerlang.openppl.symbols import ALIASES, FLAGS, NUMBERS
from railbird.agents.pokerlang.openppl.translating import translate
from railbird.harness.cli.application import run_command
from railbird.native import ActionKind

SIX = table_of(6)
ROUNDS = ("preflop", "flop", "turn", "river")


def does(profile: str, betting: str, cards: str = "", board: str = "") -> str:
    """The one thing that a profile does: `fold`, `call` or `raise 200`."""
    program = compile_text(translate(profile, "f", "t").text, "t")
    declared = answer(program, at(SIX, betting, cards, board))
    least, _ = declared.bounds()
    (place,) = declared.probability[0].nonzero()[0].tolist()
    kind = ActionKind(int(declared.kinds[place])).name.lower()
    return f"{kind} {least[0, place]}" if kind == "raise" else kind


def is_true(expression: str, betting: str, cards: str = "", board: str = "") -> bool:
    """Whether a condition holds: then the profile goes all-in, and otherwise it calls."""
    number = betting.count("/")
    profile = f"##f${ROUNDS[number]}##\nWHEN {expression} RaiseMax FORCE\nWHEN Others Call FORCE\n"
    return does(profile, betting, cards, board).startswith("raise")


# Six-handed: positions 0 small blind, 1 big blind, 2 under the gun ... 5 button; blinds 50, 100.
NUMBER_NAMES = (
    *("Raises", "Calls", "AmountToCall", "PotSize", "StackSize", "Opponents", "nplayersplaying"),
    *("nplayersround", "betposition", "ncallbets", "BotsActionsOnThisRound"),
    *("BotsActionsOnThisRoundIncludingChecks", "nplayersdealt", "nopponentsplaying"),
    "OpponentsLeft",
)
NUMBERS_BY_HAND = {
    "": (0, 0, 1, 1.5, 30, 5, 6, 6, 3, 1, 0, 0, 6, 5, 5),
    "fff": (0, 0, 1, 1.5, 30, 2, 3, 6, 3, 1, 0, 0, 6, 2, 2),
    "ccff": (0, 2, 0.5, 3.5, 29.5, 3, 4, 6, 1, 1, 0, 0, 6, 3, 3),
    "ccffc": (0, 3, 0, 4, 29, 3, 4, 6, 2, 1, 0, 0, 6, 3, 3),
    "r300": (1, 0, 3, 4.5, 30, 5, 6, 6, 4, 2, 0, 0, 6, 5, 5),
    "fr300cf": (1, 1, 2.5, 7.5, 29.5, 3, 4, 6, 1, 2, 0, 0, 6, 3, 3),
    "r300fffr900f": (1, 0, 6, 13, 27, 1, 2, 6, 2, 3, 1, 1, 6, 1, 1),
    "ccffcc/": (0, 0, 0, 4, 29, 3, 4, 4, 1, 0, 0, 0, 6, 3, 3),
    "ccffcc/cc": (0, 0, 0, 4, 29, 3, 4, 4, 3, 0, 0, 0, 6, 3, 3),
    "ccffcc/ccr200": (1, 0, 1, 5, 29, 3, 4, 4, 4, 1, 0, 0, 6, 3, 3),
    "ccffcc/ccr200c": (1, 1, 1, 6, 29, 3, 4, 4, 1, 1, 0, 1, 6, 3, 3),
    "ccffcc/r200r400ffr800": (2, 0, 4, 14, 26, 1, 2, 4, 2, 3, 1, 1, 6, 1, 1),
}
BETTING_FLAGS = {
    "": "utg inmiddleposition middleposition2",
    "f": "inmiddleposition middleposition3",
    "ff": "cutoff",
    "fff": "button",
    "ffff": "smallblind intheblinds",
    "ffffc": "bigblind intheblinds",
    "r300fffr900f": "didrais utg middleposition2 inmiddleposition",
    "cffffr300": "didcall utg middleposition2 inmiddleposition",
    "ccffcc/ccr200c": "didchec smallblind intheblinds",
    "ccffcc/r200r400ffr800": "didrais bigblind intheblinds",
    "ccffcc/cccc/cc": "utg middleposition2 inmiddleposition",
}
CARD_FLAGS = {
    ("AhAd", "Ac7h2c"): "havepair haveset havetoppair",
    ("AhAd", "Kc7h2c"): "havepair haveoverpair",
    ("AhKd", "Ac7h2c"): "havepair havetoppair",
    ("AhKd", "Ac7hKc"): "havepair havetwopair havetoppair",
    ("AhKd", "AcAs7h"): "havepair havetrips havetoppair paironboard",
    ("8h7d", "9c6s5h"): "havestraight straightpossible",
    ("Ah2h", "7h9hKh"): "haveflush flushpossible",
    ("8h7h", "9h6h5h"): "havestraight haveflush havestraightflush flushpossible straightpossible",
    ("AhAd", "Ac7h7c"): "havepair haveset havetoppair havefullhouse paironboard",
    ("AhAd", "AcAs7c"): "havepair haveset havetoppair havefullhouse havequads paironboard",
    ("AhKh", "Qh7h2c"): "haveflushdraw",
    ("8h7d", "9c6sKh"): "havestraightdraw",
    ("8h7d", "9c5sKh"): "haveinsidestraightdraw",
    ("AhKd", "Qc7h2s"): "",
}
OTHER_POSITIONS = ("earlyposition1", "earlyposition2", "earlyposition3", "inearlyposition")
BETTING_NAMES = {name for name, flag in FLAGS.items() if not flag.needs_board}


def test_every_symbol_has_situations() -> None:
    tested = {name.lower() for name in NUMBER_NAMES} | {"nbetstocall", "firstraiserposition"}
    assert set(NUMBERS) == tested | {"overcards", "nhandshi"}
    flags = {
        name for names in (*BETTING_FLAGS.values(), *CARD_FLAGS.values()) for name in names.split()
    }
    assert set(FLAGS) == flags | {*OTHER_POSITIONS, "middleposition1", "opponentisallin"}


@pytest.mark.parametrize("betting", NUMBERS_BY_HAND)
def test_numbers_are_those_of_the_situation(betting: str) -> None:
    board = "Kc7h2s" if "/" in betting else ""
    for name, value in zip(NUMBER_NAMES, NUMBERS_BY_HAND[betting], strict=True):
        for text, expected in ((f"{name} = {value}", True), (f"{name} != {value}", False)):
            assert is_true(text, betting, "8h7d", board) == expected, text
    to_call = NUMBERS_BY_HAND[betting][2]
    assert is_true("nbetstocall > 0", betting, "8h7d", board) == (to_call > 0)
    assert is_true("nbetstocall = 0", betting, "8h7d", board) == (to_call == 0)


@pytest.mark.parametrize("betting", BETTING_FLAGS)
def test_flags_of_the_betting_are_those_of_the_situation(betting: str) -> None:
    board = "Kc7h2s9d"[: [0, 6, 8][betting.count("/")]]
    found = {name for name in BETTING_NAMES if is_true(name, betting, "8h7d", board)}
    assert found == set(BETTING_FLAGS[betting].split())
    for alias, name in ALIASES.items():
        assert is_true(f"{alias} XOR {name}", betting, "8h7d", board) is False


@pytest.mark.parametrize("case", CARD_FLAGS)
def test_flags_of_the_cards_are_those_of_the_situation(case: tuple[str, str]) -> None:
    cards, board = case
    names = set(FLAGS) - BETTING_NAMES
    found = {name for name in names if is_true(name, "ccffcc/", cards, board)}
    assert found == set(CARD_FLAGS[case].split())


def test_places_of_raisers_and_counts_of_cards() -> None:
    for betting, place in [
        ("r300", 5),
        ("fr300", 4),
        ("ffr300", 3),
        ("fffr300", 2),
        ("ffffr300", 1),
    ]:
        assert is_true(f"FirstRaiserPosition = {place}", betting)
    for text in ("FirstRaiserPosition = 2", "NOT (FirstRaiserPosition = 2)"):
        assert not is_true(text, "")  # nobody raised: neither is known
    for betting, expected in (("r3000", "fold"), ("r300", "call")):
        text = "##f$preflop##\nWHEN OpponentIsAllin Fold FORCE\nWHEN Others Call FORCE"
        assert does(text, betting) == expected
    assert is_true("Overcards = 2 AND nhandshi > 100", "ccffcc/", "AhKd", "Qc7h2s")
    assert is_true("nhandshi = 36", "ccffcc/", "AhAd", "Kc7h2s")


OPERATORS = {
    "1 = 1 OR 1 = 1 AND 1 = 2": True,
    "(1 = 1 OR 1 = 1) AND 1 = 2": False,
    "1 = 1 XOR 1 = 1 AND 1 = 2": True,
    "1 = 1 OR 1 = 1 XOR 1 = 1": True,
    "NOT didrais AND 1 = 2": False,
    "NOT (didrais AND 1 = 2)": True,
    "2 + 3 * 4 = 14": True,
    "(2 + 3) * 4 == 20 && !didrais || 1 = 2": True,
    "1 - AmountToCall >= .5": False,
    "10 - AmountToCall * 2 < 6": True,
    "[Calls + Raises] <> 1": False,
    "Raises > Calls": True,
    "didrais ? 1 : AmountToCall > 2": True,
    "Raises": True,
    "Calls": False,
    "f$both = 7": True,
    "f$both = 8": False,
    "f$nothing": False,
    "betround = preflop": True,
    "hand$87o AND hand$78 AND hand$8": True,
    "hand$87s OR hand$77 OR hand$9": False,
    "listmine": True,
    "f1": False,
}
FUNCTIONS = """
##listmine##
AA 87o  // and no other
##f$both##
WHEN Raises = 0 RETURN 5 FORCE
WHEN AmountToCall > 1
    WHEN Calls > 0 RETURN 6 FORCE
    WHEN Raises = 1 RETURN 7 FORCE
WHEN Others RETURN 8 FORCE
##f$nothing##
WHEN Raises > 5 RETURN 1 FORCE
"""


@pytest.mark.parametrize("text", OPERATORS)
def test_expressions_are_read_in_their_priority(text: str) -> None:
    """Under the gun has raised to 300, a call of three big blinds; the hand is 8h7d."""
    profile = f"##f$preflop##\nWHEN {text} RaiseMax FORCE\nWHEN Others Call FORCE\n{FUNCTIONS}"
    assert does(profile, "r300", "8h7d").startswith("raise") == OPERATORS[text]


MOVES = {
    "Fold": "fold",
    "Check": "fold",
    "Call": "call",
    "Raise": "raise 500",
    "RaiseMin": "raise 500",
    "BetPot": "raise 1050",
    "RaiseHalfPot": "raise 675",
    "RaiseThreeFourthPot": "raise 862",
    "RaiseMax": "raise 3000",
    "Allin": "raise 3000",
    "RaiseTo 9": "raise 900",
    "RaiseBy 4": "raise 700",
    "RaiseBy 50%": "raise 675",
    "RaiseTo 2 * 4": "raise 800",
}


@pytest.mark.parametrize("action", MOVES)
def test_actions(action: str) -> None:
    """Facing a raise to 300: the pot is 450, and 750 with the call."""
    assert does(f"##f$preflop##\nWHEN Others {action} FORCE", "r300") == MOVES[action]


def test_whens_are_asked_in_their_order_and_open_ones_hold_until_the_next() -> None:
    profile = """##f$preflop##
    WHEN Raises = 1
        WHEN hand$AA RaiseMax FORCE
        WHEN hand$KK Call FORCE
    WHEN Raises = 0
        WHEN hand$KK RaiseTo 3 FORCE
    WHEN Others
        WHEN hand$QQ Call FORCE
    """
    assert does(profile, "r300", "AhAd") == "raise 3000"
    assert does(profile, "r300", "KhKd") == "call"
    assert does(profile, "", "KhKd") == "raise 300"
    assert does(profile, "r300", "QhQd") == "call"
    assert does(profile, "", "AhAd") == "fold"  # nothing matches
    assert does(profile, "ccccc", "AhAd") == "call"  # a check


WRONG = {
    "custom": "1:1: there is no f$preflop, f$flop, f$turn or f$river",
    "custom ##f$preflop##\nWHEN Others Fold FORCE": "1:1: 'custom' is outside of a section",
    "": "1:1: there is no section such as ##f$preflop##",
    "####\nWHEN": "1:3: a section needs a name",
    "##asdf##": "1:3: there is no section 'asdf'; functions are ##f$name##",
    "##f$open\nWHEN": "1:1: '##f$open' is outside of a section",
    "##list1##\nAKs + AKo": "2:5: '+' is not a hand such as AA, AKs or AKo",
    "##f$a##\n\n": "1:3: function 'f$a' is empty",
    "##f$a##\n(1))": "2:4: ')' is not expected here; the function ends",
    "##f$a##\n0 ? 1 2": "2:7: '2' is not expected here; write ':'",
    "##f$a##\n0 /* x\n##f$b##\n*/": "2:3: this comment ends in another section",
    "##f$a##\n0 /* x": "2:3: this comment has no end; close it with */",
    "##f$a##\nWHEN 1 RaiseMax FORCE DELAY 3": "2:23: DELAY is not known here",
    "##f$a##\nWHEN 1 RaiseMax FOORCE": "2:17: 'foorce' is not expected here; write FORCE",
    "##f$a##\nWHEN (1 Call FORCE": "2:9: 'call' is not expected here; ')' is",
    "##f$a##\nWHEN 1": "2:1: this WHEN has no action",
    "##f$a##\nWHEN 1 @ FORCE": "2:8: '@' is not expected here",
    "##f$a##\nWHEN NOT a = b Call FORCE": "2:6: NOT before a comparison; put the comparison in",
    f"##f$a##\n{'x' * 300}": "2:1: a name has at most 255 characters",
    "##f$a##\n1": "1:1: there is no f$preflop, f$flop, f$turn or f$river",
    "##f$flop##\nWHEN HaveSett Call FORCE": "2:6: there is no symbol 'havesett' here; n",
    "##f$flop##\nWHEN 1\nWHEN pt_vpip > 1 Call FORCE": "3:6: there is no symbol 'pt_vpip' here",
    "##f$flop##\nWHEN list2 Call FORCE": "2:6: there is no list 'list2' here",
    "##f$flop##\nWHEN 1 Jump FORCE": "2:1: there is no action 'jump' here",
    "##f$flop##\nWHEN 1 Return 1 FORCE": "2:1: there is no action 'return' here",
    "##f$flop##\nWHEN 1 RaiseTo Raises FORCE": "2:1: 'raiseto' needs a number above 0",
    "##f$flop##\nWHEN 1\nWHEN 2\nWHEN 3 Call FORCE": "2:1: an open WHEN is followed by another",
    "##f$preflop##\nWHEN HaveSet Call FORCE": "2:6: 'haveset' is not known before the flop",
    "##f$flop##\nWHEN f$flop Call FORCE": "2:1: a function that is asked for its value",
    "##f$a##\nf$a\n##f$flop##\nWHEN f$a Call FORCE": "2:1: 'f$a' calls itself",
    "##f$flop##\nWHEN nbetstocall = 2 Call FORCE": "2:18: nbetstocall is known here only as 0 or",
    "##f$flop##\nWHEN Raises * Calls > 1 Call FORCE": "2:13: symbols are multiplied and divided by",
    "##f$flop##\n1": "1:3: 'f$flop' is a betting round; it needs WHENs",
    "##f$flop##\nWHEN vs$list1$prwin > 1 Call FORCE": "2:6: there is no symbol 'vs$list1$prwi",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_not_known_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        translate(text, "f", "t")
    assert caught.value.faults[0].describe("f").startswith(f"f:{WRONG[text]}")


PREFLOP = "##f$preflop##\nWHEN "
END = " Fold FORCE\n"
TOO_MUCH = {
    "brackets": ("(" * 3000 + "Raises > 1" + ")" * 3000, "2:57: this is nested too deeply"),
    "not": ("NOT " * 3000 + "InButton", "2:210: this is nested too deeply"),
    "minus": ("-" * 3000 + "1", "2:57: this is nested too deeply"),
    "choices": ("Raises > 1 ? 1 : " * 300 + "0", "2:869: this is nested too deeply"),
    "sum": ("Raises" + " + Raises" * 2000 + " > 1", "2:17113: this is nested too deeply"),
    "product": ("Raises" + " * 1" * 2000 + " > 1", "2:7613: this is nested too deeply"),
    "xor": (" XOR ".join(["InButton"] * 24), "2:80: XOR joins at most 6 conditions"),
    "number": ("Raises > 9999999999", "2:15: this number is too large"),
    "digits": ("Raises > " + "9" * 250, "2:15: this number is too large"),
    "products": ("Raises > 999999999 * 9", "2:25: this number is too large"),
    "cases": (" + ".join(f"(Raises > {n})" for n in range(20)) + " > 3", "2:139: written out"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_is_too_deep_or_too_long_is_refused_with_its_place(name: str) -> None:
    expression, message = TOO_MUCH[name]
    with pytest.raises(SourceError) as caught:
        translate(f"{PREFLOP}{expression}{END}", "f", "t")
    assert caught.value.faults[0].describe("f").startswith(f"f:{message}")


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ("{0} + {0}", ""),
        ("{0} AND {0}", ""),
        ("{0} AND Calls > {1} OR NOT {0}", "written out, this is too long"),
        ("{0} XOR Calls > {1}", "written out, this is too long"),
        ("Calls > {1} ? {0} : {0} + 1", "written out, this is too long"),
    ],
)
def test_functions_that_call_functions_end(calls: str, message: str) -> None:
    """Each calls the next twice; what doubles is refused."""
    body = [f"##f$a{n}##\n{calls.format(f'f$a{n + 1}', n)}\n" for n in range(18)]
    last = "Raises" if "+ {0}" in calls else "Raises > 1"
    text = f"{PREFLOP}f$a0 > 1{END}{''.join(body)}##f$a18##\n{last}\n"
    if not message:
        translate(text, "f", "t")
        return
    with pytest.raises(SourceError, match=message):
        translate(text, "f", "t")


def test_a_chain_of_functions_is_followed_so_far_and_no_further() -> None:
    for count in (45, 500):
        body = [f"##f$a{n}##\nWHEN Others RETURN f$a{n + 1} FORCE\n" for n in range(count)]
        text = f"{PREFLOP}f$a0 > 1{END}{''.join(body)}##f$a{count}##\nRaises\n"
        if count == 45:
            assert "when their-raises > 1: fold" in translate(text, "f", "t").text
        else:
            with pytest.raises(SourceError, match="nested too deeply"):
                translate(text, "f", "t")


def test_long_rows_of_conditions_and_what_is_nested_a_little_are_read() -> None:
    for joined in (" AND ", " OR "):
        expression = joined.join(f"Raises > {n}" for n in range(2000))
        assert "raises > 1999" in translate(f"{PREFLOP}{expression}{END}", "f", "t").text
    for count, opening, closing in [
        (MOST_NESTED, "(", ")"),
        (MOST_NESTED // 4, "NOT (NOT (", "))"),
        (MOST_NESTED // 2, "(1 = 1 ? ", " : 0)"),
    ]:
        text = f"{PREFLOP}{opening * count}Raises > 1{closing * count}{END}"
        assert "when their-raises > 1: fold" in translate(text, "f", "t").text


@pytest.mark.parametrize("operands", [2, 3, 6])
def test_xor_holds_for_an_odd_number_of_conditions(operands: int) -> None:
    tests = ("Raises = 1", "Calls = 2", "InButton", "Raises < 2", "Calls < 9", "hand$AA")[:operands]
    for betting in ("r300ccc", "fff", "r300fff", "ccff"):
        expected = sum(is_true(one, betting, "AhAd") for one in tests) % 2 == 1
        assert is_true(" XOR ".join(tests), betting, "AhAd") == expected


def test_numbers_are_written_without_exponents() -> None:
    text = translate(f"{PREFLOP}Raises > 0.00001{END}", "f", "t").text
    assert "raises > 0.00001:" in text


def test_the_command_writes_a_strategy_and_tells_what_it_assumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    profile, out = tmp_path / "Mine.oppl", tmp_path / "mine.pokerlang"
    profile.write_text(
        "##notes##\nf1 ## anything\n##f$preflop##\nWHEN f1 OR hand$AA RaiseTo 3 FORCE\n"
    )
    text = printed(capsys, "pokerlang", "import", "openppl", profile, "-o", out)
    assert text.startswith(f"{profile}:4:6: note: 'f1' is a button of OpenHoldem's window")
    assert out.read_text() == (
        'pokerlang 1 strategy "Mine"\n\ntactic openppl-preflop when round is preflop\n'
        '  rule "line 4" when hand in "AA": raise to 3 bb\n'
    )
    printed(capsys, "pokerlang", "format", out, "--check")
    for arguments, message in [
        (("openppl", profile, "-o", out), "already exists"),
        (("ppl", profile, "-o", tmp_path / "x"), "import openppl FILE -o OUT"),
        (("openppl", "-o", tmp_path / "x"), "import openppl FILE -o OUT"),
        (("openppl", tmp_path / "none", "-o", tmp_path / "x"), "there is no file"),
    ]:
        assert run_command(["pokerlang", "import", *map(str, arguments)]) == 2
        assert message in capsys.readouterr().err
    profile.write_text("##f$preflop##\nWHEN pt_x Call FORCE\nWHEN pt_y Call FORCE\n")
    assert (
        run_command(["pokerlang", "import", "openppl", str(profile), "-o", str(tmp_path / "x")])
        == 2
    )
    assert capsys.readouterr().err.count(f"{profile}:") == 2
    assert not (tmp_path / "x").exists()


OLD = """custom
Lists
New List 007
AA KA QJs T9
End List
Symbols
New Symbol Big
WHEN Raises = 0 RETURN 2 + Calls FORCE
WHEN Others RETURN 0 FORCE
End Symbol
preflop
WHEN Hand = AK suited AND In Button RaiseMax FORCE
WHEN Hand=99 OR hand = 9T OR Hand = K5 offsuit RAISE 4 FORCE
WHEN Big > 3 AND AmountToCall <= 34% StackSize CALL FORCE
WHEN islist007 Raise 50% FORCE
flop
WHEN HavePair AND AmountToCall<=25% PotSize BET FORCE
WHEN Others Fold FORCE
"""
NEW = """

##list007##
AA AKo QJs T9
##f$preflop##
WHEN hand$AKs AND InButton RaiseMax FORCE
WHEN hand$99 OR hand$9T OR hand$K5o RaiseBy 4 FORCE
WHEN f$big > 3 AND AmountToCall <= 34/100*StackSize Call FORCE
WHEN list007 RaiseBy 50% FORCE
##f$flop##
WHEN HavePair AND AmountToCall <= 25/100*PotSize Bet FORCE
WHEN Others Fold FORCE
##f$big##
WHEN Raises = 0 RETURN 2 + Calls FORCE
WHEN Others RETURN 0 FORCE
"""


def without_lines(text: str) -> str:
    return re.sub(r'rule "line \d+"', "rule", text)


def test_the_old_style_is_read_as_the_new_one() -> None:
    old, new = (translate(text, "f", "t").text for text in (OLD, NEW))
    assert without_lines(old) == without_lines(new)
    assert old.count("rule") == 6
    assert 'rule "line 12"' in old


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("WHEN NoSuchThing = 0 Call FORCE", "2:6: there is no symbol 'nosuchthing' here"),
        ("WHEN Raises = 0 AND User_Tight Call FORCE", "2:21: there is no symbol 'user_tight' here"),
        ("WHEN Raises = 0 User_Tight", "2:1: there is no action 'user_tight' here"),
        ("WHEN Board = AKQ Call FORCE", "2:6: there is no symbol 'board$akq' here"),
        ("WHEN Hand = AhKd Call FORCE", "2:6: there is no hand 'hand$ahkd' here"),
        ("WHEN NOT Raises = 0 Call FORCE", "2:6: NOT before a comparison"),
        ("WHEN Raises = 0 Call", "2:17: 'the end of the function' is not expected"),
        ("WHEN Raises = = 0 Call FORCE", "2:15: '=' is not expected here"),
        ("WHEN Hand = ", "2:1: this WHEN has no action, and none follows it"),
    ],
)
def test_what_is_not_known_in_the_old_style_is_refused_at_its_place(line: str, why: str) -> None:
    with pytest.raises(SourceError) as caught:
        translate(f"custom preflop\n{line}\n".replace("custom preflop", "custom"), "f", "t")
    assert "2:1: 'WHEN' is outside of a list, a symbol and a betting round" in str(caught.value)
    with pytest.raises(SourceError) as caught:
        translate(f"custom\npreflop\n{line}\n", "f", "t")
    expected = why.replace("2:", "3:", 1)
    assert f"f:{expected}" in str(caught.value), str(caught.value)


def test_every_fault_of_an_old_profile_is_reported() -> None:
    text = "custom\npreflop\n" + "WHEN ( Call FORCE\nWHEN Others Fold FORCE\n" * 3
    with pytest.raises(SourceError) as caught:
        translate(text, "f", "t")
    assert [fault.line for fault in caught.value.faults] == [3, 5, 7]


def test_two_old_lists_of_one_name_are_refused() -> None:
    text = "custom\nNew List 1\nAA\nEnd List\nNew List 1\nKK\nEnd List\npreflop\n"
    with pytest.raises(SourceError, match="there are two sections 'list1'"):
        translate(text + "WHEN list1 Fold FORCE\n", "f", "t")
