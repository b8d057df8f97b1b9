"""Agents whose files were moved since release 0.1.0 and play as before: see MovedAgent.

After an edit of an agent's file its hash is out of date (tests/agents/test_moved_agents.py): if the
play is still the same, byte for byte, enter the new hash; if not, remove the agents that changed,
so that runs that were started with them are refused.
"""

from typing import Any

from railbird.plugins import MovedAgent

FILES: dict[str, tuple[str, dict[str, str]]] = {
    "baselines": (
        "01cbb417ba05d43211e6c4c5740ad0f0",
        {
            "call": "adeec340748fd71c252b9b01a7ac4bc9",
            "fold": "5b4ef962fb7eac38aebba26e814aac01",
            "raise": "598cc20d8f1ba90ef3852681452d791f",
            "raise-pot": "9997332a021995b02e9c80d963d371ff",
            "uniform": "968621921808f2e89256aa269d714495",
        },
    ),
    "dcubot/play/player": (
        "cfb8a6b11fb8540ca05f2631a2b3e3d3",
        {
            "dcubot": "9b345daacde99a2215d643284a366169",
        },
    ),
    "dcubot/play/typed_players": (
        "bebc857f7ca2046c53fb78d53e40c768",
        {
            "dcubot-exploiter": "6f94a682ecdf23d8c41976297dccd268",
            "dcubot-model": "6f94a682ecdf23d8c41976297dccd268",
        },
    ),
    "hermes/player": (
        "7c9913c36cd5de8e3d007df253381ded",
        {
            "hermes": "3debc7b32c7b5fe3c4e1851baf9c35c2",
        },
    ),
    "holdem/archetype": (
        "6dd6bb5ff8f4c8f78cce2503b2b1f851",
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
        "fd5879ae774156745cad871511aba435",
        {
            "observer": "1321533058a9162d1851f88a5d8b2094",
        },
    ),
    "kuhn": (
        "625b03fb625f4e67678d4820f0333f28",
        {
            "bluffer": "d6bc6ab7d990442166a4cfac17b2821f",
            "chump": "44f45c2337fa5c5be5c3df3b7f4dd615",
        },
    ),
    "strategy/equilibrium": (
        "ae27631f95d50eee6df22330e3988773",
        {
            "equilibrium": "40b3ef9c08e2eeed844a1b0637d56d68",
        },
    ),
    "strategy/lucifer": (
        "cab4f7242984c6bf768a028544d38ec2",
        {
            "lucifer": "b88039cfe747561502c498b77e7e4771",
        },
    ),
    "strategy/responses": (
        "8deb83a7db8780f87cb6da4217d297d5",
        {
            "best-response": "65004ebc338fa91b2ae314957e7b53fd",
            "restricted-nash": "65004ebc338fa91b2ae314957e7b53fd",
        },
    ),
    "team/coach": (
        "fc0bdbe9be003a2b4c384365939e5bea",
        {
            "coach": "df7d457bf8da24225b709a8059c06e94",
        },
    ),
}
"""By file: its hash, verified by playing the shipped tournaments to the same bytes, and for each
agent in it the hash of its file as released."""

EXCEPT_WITH: dict[str, tuple[tuple[str, Any], ...]] = {"observer": (("classes", "tables"),)}
"""The Observer's classes by table have since gained a short stacker, for short stacks."""

MOVED_AGENTS = tuple(
    MovedAgent(name, former, present, EXCEPT_WITH.get(name, ()))
    for present, agents in FILES.values()
    for name, former in agents.items()
)
