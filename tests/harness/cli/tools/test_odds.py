"""``railbird odds`` and ``railbird rank-hand``: what they print, and what they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.native import equity, hand_potential, hand_strength


def record(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(capsys, *arguments, "--format", "json"))


def test_odds_of_hole_cards_on_a_flop(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "odds", "AhKd", "--board", "2c7d9h")
    assert "1,070,190 deals, exact" in text
    assert "52.39%" in text
    assert "high card, ace king nine seven two" in text
    assert "hand strength" in text
    assert "59.62%  share of opponent hands beaten now" in text


def test_odds_as_json_have_what_the_table_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    odds = record(capsys, "odds", "AdQc", "--board", "3h4cJh", "--against", "random")
    assert odds["deals"] == 1_070_190
    assert odds["is_exact"] is True
    assert odds["hand_strength"] == pytest.approx(632.5 / 1081)
    assert odds["positive_potential"] == pytest.approx(0.2083, abs=5e-5)
    assert sum(player["equity"] for player in odds["players"]) == pytest.approx(1.0)


def test_odds_before_the_flop_name_class_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    odds = record(capsys, "odds", "AhAd", "--against", "KhKd")
    assert odds["players"][0]["won"] == pytest.approx(1_410_336 / 1_712_304)
    assert (odds["class"], odds["chen_score"]) == ("AA", 20)


def test_odds_against_several_from_random_deals(capsys: pytest.CaptureFixture[str]) -> None:
    opponents = ("--against", "TT+, AQs+", "--against", "random")
    text = printed(capsys, "odds", "22-55", *opponents, "--samples", "5000", "--seed", "3")
    assert "5,000 random deals" in text
    assert text.count("±") == 3
    assert text == printed(capsys, "odds", "22-55", *opponents, "--samples", "5000", "--seed", "3")


def test_every_argument_affects_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    flop, players, dead = "2c7d9h", ["AhKd", "TT+, 99"], "TsTc"
    told = record(
        capsys, "odds", players[0], "--against", players[1], "--board", flop, "--dead", dead
    )
    found = equity(players, flop, dead=dead)
    for place, player in enumerate(told["players"]):
        assert player["equity"] == found.equity[place] != equity(players, flop).equity[place]
        assert player["won"] == found.won[place] / found.deals
        assert player["tied"] == found.tied[place] / found.deals != player["won"]
    potential = hand_potential(players[0], flop, against=players[1])
    names = ("hand_strength", "positive_potential", "negative_potential")
    parts = (potential.strength, potential.positive, potential.negative)
    assert [told[name] for name in names] == [float(part) for part in parts]
    assert told["effective_hand_strength"] == pytest.approx(
        potential.strength + (1 - potential.strength) * potential.positive
    )
    river = flop + "3s4s"
    told = record(capsys, "odds", players[0], "--against", players[1], "--board", river)
    assert told["hand_strength"] == hand_strength(players[0], river, against=players[1])
    several = ("--against", "QQ", "--against", "JJ", "--samples", "9")
    assert "hand_strength" not in record(capsys, "odds", players[0], "--board", river, *several)
    sampled = ("odds", "AhKd", "--against", "TT+", "--samples", "500", "--seed")
    texts = {printed(capsys, *sampled, *more) for more in (("1",), ("2",), ("2", "--dead", "TsTc"))}
    assert len(texts) == 3, "seeds and dead cards change what is dealt"


def test_rank_hand_says_what_a_hand_is(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "rank-hand", "AhKhQhJhTh9d8d", "AsAdKsKd9c")
    first, second = text.splitlines()
    assert first.split(maxsplit=2)[2] == "straight flush, ace high"
    assert second.split(maxsplit=2)[2] == "two pair, aces and kings, nine kicker"
    ranks = [row["rank"] for row in record(capsys, "rank-hand", "AhKhQhJhTh9d8d", "AsAdKsKd9c")]
    assert ranks == [int(first.split()[1]), int(second.split()[1])]
    assert ranks[0] > ranks[1]


def test_rank_hand_knows_the_decks_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "pair, kings" in printed(capsys, "rank-hand", "KhKs", "--game", "leduc")


def test_rank_hand_ranks_by_any_ranker(capsys: pytest.CaptureFixture[str]) -> None:
    told = record(capsys, "rank-hand", "--by", "badugi", "Ac2d3h4s", "AcAdAhAs")
    descriptions = [row["description"] for row in told]
    assert descriptions == ["four-card badugi, four three two ace", "one-card badugi, ace"]
    assert told[0]["rank"] > told[1]["rank"]


REFUSED = [
    (("odds", "AhKd", "--board", "2c7d"), "board '2c7d' has 2 cards"),
    (("odds", "AhKd", "--board", "2c7dAh"), "Ah is in the hand AhKd and on the board"),
    (("odds", "AhKx"), "'AhKx' is not part of a range"),
    (("odds", "AhKd", "--against", "AKz"), "'AKz' is not part of a range"),
    (("odds", "AhKd", "--against", "AhQd"), "Ah is in the hands AhKd and AhQd"),
    (("odds", "random", "--against", "random", "--against", "random"), "sample the equity"),
    (("odds", "AhKd", "--against", "AA", "--dead", "AsAcAd"), "no holding of the range 'AA'"),
    (("odds", "A" * 5000), "is not part of a range"),
    (("odds", "AhKd", "--samples", "1" * 20), "--samples: give 1000000000000 or less"),
    (("odds", "AhKd", "--samples", "9", "--seed", "9" * 20), "--seed"),
    (("odds", "AK:1" + "0" * 31), "has a weight above 1e+30"),
    (("rank-hand", "Ah" * 5000), "Ah is used twice"),
    (("rank-hand", ""), "a hand has 1 to 7 cards, not 0"),
    (("rank-hand", "A♥"), "'A♥' in 'A♥' is not a card"),
    (("rank-hand", "AhAh"), "Ah is used twice"),
    (("rank-hand", "AhKhQhJhTh9h8h7h"), "a hand has 1 to 7 cards, not 8"),
    (("rank-hand", "2c", "--by", "badgi"), "did you mean 'badugi'?"),
    (("rank-hand", "2c", "--by", "manila"), "2c, which is not in the deck of 'manila'"),
    (("rank-hand", "2c", "--game", "kuhn-3p"), "2c is not in the deck, which has ranks"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_is_refused_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(arguments) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert len(error) < 200


def test_a_hand_with_fewer_cards_than_its_formula_ranks_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formula = tmp_path / "my.score"
    formula.write_text('cards 3\nscore "any" 0 default\nsubrank $c1.rank\n', encoding="utf-8")
    assert run_command(["rank-hand", "AhKhQh", "--by", str(formula)]) == 0
    assert run_command(["rank-hand", "AhKh", "--by", str(formula)]) == 2
    words = "the formula ranks hands of 3 cards, and 'AhKh' has 2; give 3 or more"
    assert words in capsys.readouterr().err
