"""Agents whose files were moved since release 0.1.0, and play as they did: see MovedAgent.

Whoever edits an agent's file finds its hash out of date (tests/agents/test_moved_agents.py): where
the play is still the same, byte for byte, put in the new hash; where it is not, take the agents
that changed out, and runs that were begun with them are refused.
"""

from typing import Any

from railbird.plugins import MovedAgent

FILES: dict[str, tuple[str, dict[str, str]]] = {
    "baselines": (
        "fc6916e785af073fe628c161e4b1af24",
        {
            "call": "adeec340748fd71c252b9b01a7ac4bc9",
            "fold": "5b4ef962fb7eac38aebba26e814aac01",
            "raise": "598cc20d8f1ba90ef3852681452d791f",
            "raise-pot": "9997332a021995b02e9c80d963d371ff",
            "uniform": "968621921808f2e89256aa269d714495",
        },
    ),
    "dcubot/play/player": (
        "1ec682762f94fd6e477f8a30aed07b62",
        {
            "dcubot": "9b345daacde99a2215d643284a366169",
        },
    ),
    "dcubot/play/typed_players": (
        "c297dbe73993f5c08286059beb713445",
        {
            "dcubot-exploiter": "6f94a682ecdf23d8c41976297dccd268",
            "dcubot-model": "6f94a682ecdf23d8c41976297dccd268",
        },
    ),
    "hermes/player": (
        "b70d9c87a7e7df1c0ff8aca4e08d5c28",
        {
            "hermes": "3debc7b32c7b5fe3c4e1851baf9c35c2",
        },
    ),
    "holdem/archetype": (
        "eebf5c4dcf92ec429c033ed07b47bfe0",
        {
            "ace": "45d66e46e0bc71dded127b7273d8a8df",
            "calling-station": "45d66e46e0bc71dded127b7273d8a8df",
            "fish": "45d66e46e0bc71dded127b7273d8a8df",
            "fox": "45d66e46e0bc71dded127b7273d8a8df",
            "gambler": "45d66e46e0bc71dded127b7273d8a8df",
            "maniac": "45d66e46e0bc71dded127b7273d8a8df",
            "rock": "45d66e46e0bc71dded127b7273d8a8df",
            "weak-tight": "45d66e46e0bc71dded127b7273d8a8df",
        },
    ),
    "holdem/observer": (
        "aa6459e9cb1c55563ca5d8e688aba8ed",
        {
            "observer": "1321533058a9162d1851f88a5d8b2094",
        },
    ),
    "kuhn": (
        "f03bfb4502d38bde258c5c72eb55d8ef",
        {
            "bluffer": "d6bc6ab7d990442166a4cfac17b2821f",
            "chump": "44f45c2337fa5c5be5c3df3b7f4dd615",
        },
    ),
    "strategy/equilibrium": (
        "3c14d94b55ed343f991ca4b39eef64b8",
        {
            "equilibrium": "40b3ef9c08e2eeed844a1b0637d56d68",
        },
    ),
    "strategy/lucifer": (
        "cb0dc0cacd86b434d9625cd5138f46af",
        {
            "lucifer": "b88039cfe747561502c498b77e7e4771",
        },
    ),
    "strategy/responses": (
        "6d09c111e752cc6c9105c109c764175d",
        {
            "best-response": "65004ebc338fa91b2ae314957e7b53fd",
            "restricted-nash": "65004ebc338fa91b2ae314957e7b53fd",
        },
    ),
    "team/coach": (
        "10c7ce20d64e59a39528c191e4eccda0",
        {
            "coach": "df7d457bf8da24225b709a8059c06e94",
        },
    ),
}
"""By file: its hash, as the shipped tournaments were played with it to the same bytes, and of each
agent in it the hash of its file as it was released."""

EXCEPT_WITH: dict[str, tuple[tuple[str, Any], ...]] = {"observer": (("classes", "tables"),)}
"""With short stacks the Observer's classes by table have had a short stacker since then."""

MOVED_AGENTS = tuple(
    MovedAgent(name, former, present, EXCEPT_WITH.get(name, ()))
    for present, agents in FILES.values()
    for name, former in agents.items()
)
