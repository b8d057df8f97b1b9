"""`language-model` in freeze-outs: it is told each hand by its own blinds, players and stacks."""

import re
from pathlib import Path
from typing import Any

import pytest
from chat_server import PROMPT, ChatServer, Says, serve

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.hands.hand_choice import StoredHand, first_hands

KEY_VARIABLE = "RAILBIRD_TEST_KEY"
LEVELS = (LevelSpec(blinds=(10, 20), hands=2), LevelSpec(blinds=(20, 40), ante=5, hands=2))
RULE = FreezeOutSpec(stack=200, levels=LEVELS, prizes=(70.0, 30.0), most_hands=30)
PLAYER = re.compile(
    r"^(Player \d)( \(you\))?, position (\d)(, on the button)?(?:, posted (\d+))?: "
    r"(\d+) chips left, (\d+) put in(, folded)?$",
    re.M,
)
CALLS = Says(text="Final answer: call")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "sk-secret")


def model(url: str, **parameters: Any) -> AgentSpec:
    basic = {"model": "test/model", "url": url, "key": KEY_VARIABLE}
    return AgentSpec(agent="language-model", label="m", parameters={**basic, **parameters})


def freeze_out(*agents: AgentSpec, players: int) -> Spec:
    others = [AgentSpec(agent="uniform", label=f"u{n}") for n in range(players - len(agents))]
    return Spec(
        name="models",
        game=f"holdem-nolimit-{players}p",
        mode="freeze-out",
        tournament=RULE,
        agents=(*agents, *others),
        decks=1,
        seed=4,
        services=ServiceSettings(backoff_seconds=0.01, patience_seconds=5.0),
    )


def shards(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "shards").iterdir())]


def asked(folder: Path, players: int, **parameters: Any) -> tuple[ChatServer, list[StoredHand]]:
    """Play against a server that calls; return it and all hands of the run."""
    with serve("call", lambda number, asked: CALLS) as server:
        spec = freeze_out(model(server.url, **parameters), players=players)
        run(spec, folder=folder, dispatch=play_here)
    return server, first_hands(open_run(folder).reading.holdings.shards, 10_000)


def prompts_of(server: ChatServer) -> list[str]:
    return [one["messages"][1]["content"] for one in server.asked]


@pytest.mark.parametrize("history", [0, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_what_the_agent_plays_that_its_server_imitates(
    players: int, history: int, tmp_path: Path
) -> None:
    prompt = tmp_path / "machine.jinja"
    prompt.write_text(PROMPT)
    with serve("uniform") as server:
        spec = freeze_out(model(server.url, prompt=str(prompt), history=history), players=players)
        run(spec, folder=tmp_path / "slow", dispatch=play_here)
        assert server.asked
    plain = freeze_out(AgentSpec(agent="uniform", label="m"), players=players)
    run(plain, folder=tmp_path / "plain", dispatch=play_here)
    hands = first_hands(open_run(tmp_path / "slow").reading.holdings.shards, 10_000)
    assert {max(hand.blinds or ()) for hand in hands} > {20, 40}
    assert not [row for b in open_run(tmp_path / "slow").incidents() for row in b.to_pylist()]
    assert joined(tmp_path / "slow") == joined(tmp_path / "plain")


def joined(folder: Path) -> list[Any]:
    """All that is stored of the hands, whatever the chunks."""
    results = open_run(folder)
    return [
        row for part in (results.hands(), results.matches()) for b in part for row in b.to_pylist()
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_prompts_tell_who_is_dealt_in_with_the_blinds_of_the_hand(
    players: int, tmp_path: Path
) -> None:
    server, hands = asked(tmp_path / "run", players)
    expected: dict[int, set[tuple[Any, ...]]] = {}
    for hand in hands:
        assert hand.stacks is not None
        expected.setdefault(hand.hand_index + 1, set()).add(told_in(hand))
    sizes = set()
    for prompt in prompts_of(server):
        number = int(re.findall(r"This is hand (\d+) of at most 30\.", prompt)[0])
        found = PLAYER.findall(prompt)
        sizes.add(len(found))
        assert [int(place) for _, _, place, *_ in found] == list(range(1, len(found) + 1))
        seen = tuple(
            (name, bool(button), int(posted or 0), int(left) + int(paid))
            for name, _, _, button, posted, left, paid, _ in found
        )
        level, ante = re.findall(
            r"at level (\d+)(?:, and everybody has posted an ante of (\d+))?", prompt
        )[0]
        assert (int(level), int(ante or 0), seen) in expected[number]
        assert f"; {len(found)} players are left." in prompt
        assert "are 70, 30 percent of the entries" in prompt
    assert sizes == set(range(2, players + 1))
    for system in {one["messages"][0]["content"] for one in server.asked}:
        (count,) = re.findall(r"There are (\d) players", system)
        assert (
            f"players: {count}; position 1 is left of the button, position {count} has it" in system
        )


def told_in(hand: StoredHand) -> tuple[Any, ...]:
    """Level, ante, and of each player from the left of the button on what a prompt tells."""
    assert hand.stacks is not None
    assert hand.blinds is not None
    seats = [seat for seat in hand.seats if hand.stacks[seat]]
    if len(seats) == 2 and hand.blinds[seats[0]] < hand.blinds[seats[1]]:
        seats = seats[::-1]  # heads-up the small blind has the button
    ante = hand.ante or 0
    players = tuple(
        (
            f"Player {seat + 1}",
            seat == seats[-1],
            min(hand.blinds[seat], max(hand.stacks[seat] - ante, 0)),
            hand.stacks[seat],
        )
        for seat in seats
    )
    return (hand.level or 0) + 1, ante, players


@pytest.mark.parametrize("notation", ["room", "phh", "json"])
def test_notations_tell_the_blinds_of_the_hand(notation: str, tmp_path: Path) -> None:
    server, hands = asked(tmp_path / "run", 3, notation=notation, history=1)
    big_blinds = {hand.hand_index: max(hand.blinds or ()) for hand in hands}
    counts: dict[int, set[int]] = {}
    for hand in hands:
        counts.setdefault(hand.hand_index, set()).add(sum(s > 0 for s in hand.stacks or ()))
    sizes = set()
    for prompt in prompts_of(server):
        marks = "hand" if notation == "json" else "hand|before"  # hands before are in words there
        for text in re.findall(rf"<(?:{marks})>\n(.*?)\n+</", prompt, re.S):
            number, big, size = read(notation, text)
            assert big == big_blinds[number]
            assert size in counts[number]
            sizes.add(size)
    assert sizes == {2, 3}


def read(notation: str, text: str) -> tuple[int, int, int]:
    """The number of a hand, its big blind and its players."""
    patterns = {
        "room": (r"Hand #(\d+)", r"\(\d+/(\d+)\)", r"^Seat \d: .* in chips"),
        "phh": (r"hand = (\d+)", r"min_bet = (\d+)", r"'d dh p"),
        "json": (r'"hand_index":(\d+)', r'"blinds":\[([\d,]+)\]', r"[1-9]\d*[,\]]"),
    }[notation]
    number = int(re.findall(patterns[0], text)[0]) - (notation == "room")
    big = max(map(int, re.findall(patterns[1], text)[0].split(",")))
    listed = text if notation != "json" else re.findall(r'"starting_stacks":(\[.*?\])', text)[0]
    return number, big, len(re.findall(patterns[2], listed, re.M))


def test_amounts_in_big_blinds_are_of_the_hand(tmp_path: Path) -> None:
    server, hands = asked(tmp_path / "run", 2, amounts="bb")
    big_blinds = {hand.hand_index + 1: max(hand.blinds or ()) for hand in hands}
    checked = 0
    for prompt in prompts_of(server):
        number = int(re.findall(r"This is hand (\d+)", prompt)[0])
        (most,) = re.findall(r"\(the amount from [\d.]+ to ([\d.]+)\)", prompt) or [""]
        (you,) = (one for one in PLAYER.findall(prompt) if one[1])
        if most:
            checked += 1
            stack = int(you[5]) + int(you[6])
            assert float(most) == pytest.approx(stack / big_blinds[number], abs=0.01)
    assert checked


def test_it_is_continued_from_its_journal(tmp_path: Path) -> None:
    """A chunk that is lost is played again without a question."""
    with serve("call", lambda number, asked: CALLS) as server:
        spec = freeze_out(model(server.url, history=2), players=3)
        run(spec, folder=tmp_path / "run", dispatch=play_here)
        before, count = shards(tmp_path / "run"), len(server.asked)
        for path in (tmp_path / "run" / "shards").iterdir():
            path.unlink()
        run(spec, folder=tmp_path / "run", dispatch=play_here)
        assert (shards(tmp_path / "run"), len(server.asked)) == (before, count)
